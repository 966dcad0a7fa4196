"""Checkpoints written by the real libraries, loaded by us: fp32 graphs against their own models.

    pip install -e '.[parity]'
    python tests/bench/parity_checkpoints.py [--size small]

Weights are random; nothing is downloaded. openai-whisper's models are saved by torch.save as OpenAI's .pt,
transformers' by save_pretrained, whole, in shards, and in fp32, fp16 and bf16. Sizes: tiny ones, those of
small, and those of large-v3 (128 mels, 51866 tokens) but few layers. Prints, for each, the relative error of
the cross keys and values and of the logits; exit code 1 when one is 1e-3 or more.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
import transformers
import whisper
from parity_openai import LIMIT, Ours, error, their_cross
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from whisper.model import ModelDimensions, Whisper

from engines.models import find_model
from engines.whisper.checkpoints import N_TIMESTAMPS
from engines.whisper.weights import read_weights

N_TOKENS = 24
SIZES = {
    "tiny dims": {"n_mels": 80, "n_state": 32, "n_heads": 2, "n_layers": 2, "n_vocab": 51864},
    "small": {"n_mels": 80, "n_state": 768, "n_heads": 12, "n_layers": 12, "n_vocab": 51865},
    "large-v3 dims, few": {"n_mels": 128, "n_state": 160, "n_heads": 5, "n_layers": 2, "n_vocab": 51866},
}


def write_tokenizer(folder: Path, n_vocab: int) -> None:
    """Bytes, made-up tokens up to the size, then Whisper's special ones; the timestamps come last."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    special = ["endoftext", "startoftranscript", "en", "translate", "transcribe", "startoflm", "startofprev"]
    special += ["nospeech", "notimestamps"]
    n_text = n_vocab - N_TIMESTAMPS - len(special)
    vocabulary = {c: i for i, c in enumerate(alphabet)}
    vocabulary |= {f"<{i}>": i for i in range(len(alphabet), n_text)}
    tokenizer = Tokenizer(models.BPE(vocabulary, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([f"<|{name}|>" for name in special])
    tokenizer.save(str(folder / "tokenizer.json"))


def shaken(model: torch.nn.Module) -> None:
    """Biases and norms begin as zeros and ones: shaken, so that none can be mixed up unnoticed."""
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.02)


def openai(folder: Path, size: dict[str, int], dtype: torch.dtype) -> tuple[Path, Whisper]:
    n_state, n_heads, n_layers = size["n_state"], size["n_heads"], size["n_layers"]
    dims = ModelDimensions(
        size["n_mels"], 1500, n_state, n_heads, n_layers, size["n_vocab"], 448, n_state, n_heads, n_layers
    )
    model = Whisper(dims)
    # Left as whatever was in memory by the constructor.
    torch.nn.init.normal_(model.decoder.positional_embedding, std=0.02)
    shaken(model)
    state = {name: tensor.to(dtype) for name, tensor in model.state_dict().items()}
    path = folder / "model.pt"
    torch.save({"dims": vars(dims), "model_state_dict": state}, path)
    model.load_state_dict({name: tensor.float() for name, tensor in state.items()})
    return path, model.eval()


def hugging_face(
    folder: Path, size: dict[str, int], dtype: torch.dtype, **how: Any
) -> tuple[Path, transformers.WhisperForConditionalGeneration]:
    config = transformers.WhisperConfig(
        vocab_size=size["n_vocab"], num_mel_bins=size["n_mels"], d_model=size["n_state"],
        encoder_layers=size["n_layers"], decoder_layers=size["n_layers"],
        encoder_attention_heads=size["n_heads"], decoder_attention_heads=size["n_heads"],
        encoder_ffn_dim=4 * size["n_state"], decoder_ffn_dim=4 * size["n_state"],
    )  # fmt: skip
    model = transformers.WhisperForConditionalGeneration(config)
    shaken(model)
    model = model.to(dtype)
    model.generation_config.alignment_heads = [[0, 1], [1, 0]]
    model.save_pretrained(folder, **how)
    # Half precision is a matter of storage here; the sums are fp32 in both.
    return folder, model.float().eval()


@torch.no_grad()
def theirs(model: Any, mel: torch.Tensor, tokens: torch.Tensor) -> tuple[dict[str, Any], Any]:
    """Cross keys and values as ours, and logits (n_tokens, n_vocab)."""
    if isinstance(model, Whisper):
        audio = model.encoder(mel)
        return their_cross(model, audio), model.decoder(tokens, audio)[0].numpy()
    audio = model.model.encoder(mel).last_hidden_state
    found = {}
    for i, layer in enumerate(model.model.decoder.layers):
        attention = layer.encoder_attn
        for kind, linear in (("k", attention.k_proj), ("v", attention.v_proj)):
            x = linear(audio)[0].unflatten(-1, (attention.num_heads, -1)).permute(1, 0, 2)
            found[f"cross_{kind}_{i}"] = (x.transpose(1, 2) * x.shape[-1] ** -0.5 if kind == "k" else x)[
                None
            ].numpy()
    return found, model(input_features=mel, decoder_input_ids=tokens).logits[0].numpy()


def cases(folder: Path, sizes: list[str]) -> Iterator[tuple[str, str, Path, Any]]:
    for size in sizes:
        dims = SIZES[size]
        for dtype in (torch.float32, torch.float16, torch.bfloat16):
            if size == "small" and dtype != torch.float16:
                continue
            kind = str(dtype).removeprefix("torch.")
            for name, write, how in (
                ("torch.save", openai, {}),
                ("save_pretrained", hugging_face, {}),
                ("in shards", hugging_face, {"max_shard_size": "200MB" if size == "small" else "2MB"}),
            ):
                place = folder / f"{len(list(folder.iterdir()))}"
                place.mkdir()
                path, model = write(place, dims, dtype, **how)
                write_tokenizer(place, dims["n_vocab"])
                n_files = len(list(place.glob("*.safetensors")))
                yield size, f"{name} {kind}" + (f" ({n_files})" if n_files > 1 else ""), path, model


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--size", action="append", choices=list(SIZES), help="these sizes alone")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    torch.manual_seed(1)
    print(
        f"torch {torch.__version__}, openai-whisper {whisper.__version__}, "
        f"transformers {transformers.__version__}\n"
    )
    print("| sizes | written by | files | cross K and V | logits | heads | loaded, built in |")
    print("|---|---|---|---|---|---|---|")
    worst = 0.0
    with tempfile.TemporaryDirectory() as name:
        for size, how, path, model in cases(Path(name), args.size or list(SIZES)):
            started = time.perf_counter()
            variables, config = read_weights(find_model(str(path), Path(name)))
            ours = Ours(variables, config)
            took_s = time.perf_counter() - started
            rng = np.random.default_rng(0)
            mel = rng.uniform(-1, 1, (1, config.n_mels, 3000)).astype(np.float32)
            tokens = rng.integers(0, config.n_vocab, N_TOKENS)
            cross = ours.cross(mel)
            expected, logits = theirs(model, torch.from_numpy(mel), torch.from_numpy(tokens)[None])
            across = max(error(ours.encoder.array(cross[n]), expected[n]) for n in ours.names)
            beyond = error(ours.logits(cross, list(tokens)), logits)
            worst = max(worst, across, beyond)
            n_bytes = sum(f.stat().st_size for f in (path.parent if path.is_file() else path).iterdir())
            heads = "last half" if isinstance(model, Whisper) else str(list(config.alignment_heads))
            print(
                f"| {size} | {how} | {n_bytes / 1e6:.0f} MB | {across:.1e} | {beyond:.1e} | {heads} | "
                f"{took_s:.1f} s |",
                flush=True,
            )
            for file in list((path.parent if path.is_file() else path).iterdir()):
                file.unlink()
    print(f"\nlargest relative error {worst:.1e} (limit {LIMIT:.0e})")
    return 0 if worst < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
