"""The H200's stages that time others: transformers on PyTorch, eager and compiled, and CTranslate2."""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from stages import N_TOKENS, PLACE, PROMPT, Record, sizes, times


def torch(arguments: argparse.Namespace, record: Record) -> None:
    """Whisper of transformers in fp16, random weights, 30 s of log-mel given, the tokens' loop written out.

    The loop asks for no attention weights, no log-probability and no suppression, which Sightline's pass
    does; `generate` adds more and is slower.
    """
    import torch as pytorch
    import transformers

    record.add(torch=pytorch.__version__, transformers=transformers.__version__)
    n, n_warm = (2, 1) if arguments.quick else (200, 10)
    for size in sizes(arguments):
        model = record.attempt(f"{size} model", partial(whisper, arguments, *sizes(arguments)[size]))
        if model is None:
            continue
        eager = record.attempt(f"{size} eager", partial(eager_pass, model))
        if eager:
            record.row(size=size, what="transformers, eager fp16", **measured(model, eager, n, n_warm))
    for size in sizes(arguments):
        model = record.attempt(f"{size} model", partial(whisper, arguments, *sizes(arguments)[size]))
        for name, make in (("whole step", compiled_pass), ("decoder layers", compiled_layers_pass)):
            compiled = record.attempt(f"{size} compiled, {name}", partial(make, model, arguments.provider))
            if compiled:
                found = record.attempt(
                    f"{size} compiled, {name}", partial(measured, model, compiled, n, n_warm)
                )
                if found:
                    record.row(size=size, what=f"transformers, torch.compile, {name}", **found)
                    break


def whisper(arguments: argparse.Namespace, n_state: int, n_heads: int, n_layers: int, n_vocab: int) -> Any:
    import torch as pytorch
    from transformers import WhisperConfig, WhisperForConditionalGeneration

    config = WhisperConfig(
        vocab_size=n_vocab, d_model=n_state, encoder_layers=n_layers, decoder_layers=n_layers,
        encoder_attention_heads=n_heads, decoder_attention_heads=n_heads, encoder_ffn_dim=4 * n_state,
        decoder_ffn_dim=4 * n_state, attn_implementation="sdpa",
    )  # fmt: skip
    pytorch.manual_seed(0)
    model = WhisperForConditionalGeneration(config).eval()
    on_card = arguments.provider == "cuda"
    return model.to("cuda", pytorch.float16) if on_card else model


def features(model: Any) -> Any:
    import torch as pytorch

    return pytorch.randn(1, 80, 3000, device=model.device, dtype=model.dtype)


def measured(model: Any, one_pass: Callable[[], Any], n: int, n_warm: int) -> dict[str, Any]:
    import torch as pytorch

    started = time.perf_counter()
    one_pass()
    found: dict[str, Any] = {"first_s": round(time.perf_counter() - started, 1)}
    found.update(times(one_pass, n, n_warm))
    mel = features(model)

    def encode() -> None:
        with pytorch.inference_mode():
            model.model.encoder(mel)
        if model.device.type == "cuda":
            pytorch.cuda.synchronize()

    found["encode_ms"] = times(encode, max(2, n // 4), 2)["median_ms"]
    found["token_ms"] = round((found["median_ms"] - found["encode_ms"]) / N_TOKENS, 4)
    return found


def eager_pass(model: Any) -> Callable[[], None]:
    import torch as pytorch

    mel = features(model)
    prompt = pytorch.tensor([PROMPT], device=model.device)

    @pytorch.inference_mode()
    def one_pass() -> None:
        encoded = model.model.encoder(mel)
        tokens, past = prompt, None
        for _ in range(N_TOKENS):
            answer = model(
                encoder_outputs=encoded, decoder_input_ids=tokens, past_key_values=past, use_cache=True
            )
            past = answer.past_key_values
            tokens = answer.logits[:, -1:].argmax(-1)
            # Whoever stops at the end of the text has to see every token.
            int(tokens)

    one_pass()
    return one_pass


def compiled_pass(model: Any, provider: str) -> Callable[[], None]:
    """Static caches and a compiled step, as transformers' guide to torch.compile does."""
    import torch as pytorch
    from transformers.cache_utils import EncoderDecoderCache, StaticCache

    how: dict[str, Any] = {"mode": "reduce-overhead"} if provider == "cuda" else {"backend": "eager"}
    mel = features(model)
    prompt = pytorch.tensor([PROMPT], device=model.device)
    config = model.config

    def caches() -> Any:
        return EncoderDecoderCache(
            StaticCache(config=config, max_cache_len=448), StaticCache(config=config, max_cache_len=1500)
        )

    cache = caches()

    def step(tokens: Any, position: Any, encoded: Any) -> Any:
        answer = model(
            encoder_outputs=(encoded,), decoder_input_ids=tokens, past_key_values=cache, use_cache=True,
            decoder_position_ids=position[None], cache_position=position,
        )  # fmt: skip
        return answer.logits[:, -1:].argmax(-1)

    compiled = pytorch.compile(step, fullgraph=False, dynamic=False, **how)

    @pytorch.inference_mode()
    def one_pass() -> None:
        encoded = model.model.encoder(mel).last_hidden_state
        cache.reset()
        position = pytorch.arange(len(PROMPT), device=model.device)
        tokens = step(prompt, position, encoded)
        int(tokens)
        for i in range(N_TOKENS - 1):
            if provider == "cuda":
                pytorch.compiler.cudagraph_mark_step_begin()
            at = pytorch.tensor([len(PROMPT) + i], device=model.device)
            tokens = compiled(tokens.clone(), at, encoded)
            int(tokens)

    one_pass()
    return one_pass


def compiled_layers_pass(model: Any, provider: str) -> Callable[[], None]:
    """The eager loop with its forward compiled, the cache left to grow."""
    import torch as pytorch

    how: dict[str, Any] = {"dynamic": True} if provider == "cuda" else {"backend": "eager"}
    model.model.decoder.forward = pytorch.compile(model.model.decoder.forward, **how)
    return eager_pass(model)


def rival(arguments: argparse.Namespace, record: Record) -> None:
    """CTranslate2, which faster-whisper is made of, on the same weights: 30 s of log-mel, 30 tokens."""
    # Its wheel asks for CUDA 12's cuBLAS; the machine has 13's, whose calls are the same.
    if arguments.provider == "cuda" and link_cublas_12():
        record.add(note="cuBLAS 13 under the name of cuBLAS 12")
    import ctranslate2

    record.add(ctranslate2=ctranslate2.__version__)
    for model in ("tiny.en", "base"):
        folder = PLACE / "models" / model
        if not (folder / "model.bin").exists():
            continue
        found = record.attempt(model, partial(ctranslate2_pass, arguments, ctranslate2, folder))
        if found:
            record.row(size=model, what="CTranslate2 float16", **found)


def ctranslate2_pass(arguments: argparse.Namespace, library: Any, folder: Path) -> dict[str, Any]:
    vocabulary = folder / "vocabulary.json"
    if not vocabulary.exists():
        import json

        tokens = json.loads((folder / "tokenizer.json").read_text())
        names = {i: name for name, i in tokens["model"]["vocab"].items()}
        names.update({each["id"]: each["content"] for each in tokens["added_tokens"]})
        n_vocab = 51864 if folder.name == "tiny.en" else 51865
        vocabulary.write_text(json.dumps([names.get(i, f"<|unused{i}|>") for i in range(n_vocab)]))
    on_card = arguments.provider == "cuda"
    model = library.models.Whisper(
        str(folder), device="cuda" if on_card else "cpu", compute_type="float16" if on_card else "int8"
    )
    mel = np.random.default_rng(0).normal(0, 0.5, (1, 80, 3000)).astype(np.float32)
    end = 50256 if folder.name == "tiny.en" else 50257
    prompt = list(PROMPT) if folder.name == "tiny.en" else [50258, 50259, 50359, 50363]

    def one_pass() -> None:
        view = library.StorageView.from_array(mel)
        answer = model.generate(
            view, [prompt], beam_size=1, max_length=2 * N_TOKENS, suppress_tokens=[-1, end]
        )
        lengths.add(len(answer[0].sequences_ids[0]))

    lengths: set[int] = set()
    found = times(one_pass, 2 if arguments.quick else 200, 1 if arguments.quick else 10)
    found["tokens"] = sorted(lengths)
    return found


def link_cublas_12() -> bool:
    """Makes libcublas.so.12 of the one that is there, and loads it so that the wheel finds it."""
    import nvidia

    for base in nvidia.__path__:
        for library in sorted(Path(base).glob("**/libcublas.so.13")):
            folder = PLACE / "cublas"
            folder.mkdir(parents=True, exist_ok=True)
            link = folder / "libcublas.so.12"
            with contextlib.suppress(FileExistsError):
                link.symlink_to(library)
            for name in (library.with_name("libcublasLt.so.13"), link):
                ctypes.CDLL(str(name), mode=os.RTLD_GLOBAL | os.RTLD_NOW)
            os.environ["LD_LIBRARY_PATH"] = f"{folder}:{os.environ.get('LD_LIBRARY_PATH', '')}"
            return True
    return False
