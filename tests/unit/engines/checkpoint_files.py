"""Writes tiny checkpoints as transformers and torch.save do, without either.

Names are those that transformers' save_pretrained and openai/whisper's state_dict use; tests/bench/parity.py
writes the same files by the real libraries and reads them back. A file of torch.save is put together by hand:
its pickle opcode by opcode (protocol 2), its zip uncompressed, as `python -m pickletools` and `unzip -lv`
show them for a real one.
"""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
from safetensors.numpy import save_file
from tiny_whisper import CONFIG as TINY
from tiny_whisper import random_variables
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

from engines.whisper.weights import Array, WhisperConfig

SPECIAL = ["endoftext", "startoftranscript", "translate", "transcribe", "startoflm", "startofprev"]
SPECIAL += ["nospeech", "notimestamps"]
CONFIG: WhisperConfig = replace(
    TINY, n_audio_ctx=1500, n_text_ctx=64, n_vocab=256 + len(SPECIAL) + 1501, alignment_heads=((1, 0), (1, 1))
)
DTYPES: dict[str, Any] = {
    "FloatStorage": np.float32,
    "HalfStorage": np.float16,
    "BFloat16Storage": ml_dtypes.bfloat16,
    "LongStorage": np.int64,
}


def tiny_variables() -> dict[str, Array]:
    """Ours, with keys that have no bias, as in every Whisper."""
    variables = random_variables(CONFIG, seed=3)
    n = CONFIG.n_state
    for name, array in variables.items():
        if name.endswith("self_attention/linear_0/bias"):
            array[n : 2 * n] = 0
        elif name.endswith("/attention/linear_1/bias"):
            array[:n] = 0
    return variables


def write_tokenizer(folder: Path, *, extra: Sequence[str] = ()) -> None:
    """One token a byte, then the special tokens in Whisper's order, without the timestamps, as is usual."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE({c: i for i, c in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([f"<|{name}|>" for name in [*extra, *SPECIAL]])
    tokenizer.save(str(folder / "tokenizer.json"))


def hugging_face_state(variables: Mapping[str, Array]) -> dict[str, Array]:
    """Names as transformers' WhisperForConditionalGeneration has them."""
    state: dict[str, Array] = {}

    def take(ours: str, *theirs: str) -> None:
        for end in ("weight", "bias"):
            for piece, name in zip(np.split(variables[f"{ours}/{end}"], len(theirs)), theirs, strict=True):
                if not name.endswith("k_proj") or end == "weight":
                    state[f"model.{name}.{end}"] = piece

    def norm(ours: str, theirs: str) -> None:
        state[f"model.{theirs}.weight"] = variables[f"{ours}/gamma"]
        state[f"model.{theirs}.bias"] = variables[f"{ours}/beta"]

    take("encoder/conv1", "encoder.conv1")
    take("encoder/conv2", "encoder.conv2")
    state["model.decoder.embed_tokens.weight"] = variables["decoder/embeddings/weight"]
    for side in ("encoder", "decoder"):
        positions = variables[f"{side}/position_encodings/encodings"]
        state[f"model.{side}.embed_positions.weight"] = positions
        norm(f"{side}/layer_norm", f"{side}.layer_norm")
        for i in range(sum(f"{side}/layer_{i}/ffn/layer_norm/beta" in variables for i in range(99))):
            ours, theirs = f"{side}/layer_{i}", f"{side}.layers.{i}"
            own = f"{theirs}.self_attn"
            take(f"{ours}/self_attention/linear_0", f"{own}.q_proj", f"{own}.k_proj", f"{own}.v_proj")
            take(f"{ours}/self_attention/linear_1", f"{own}.out_proj")
            norm(f"{ours}/self_attention/layer_norm", f"{theirs}.self_attn_layer_norm")
            if side == "decoder":
                cross = f"{theirs}.encoder_attn"
                take(f"{ours}/attention/linear_0", f"{cross}.q_proj")
                take(f"{ours}/attention/linear_1", f"{cross}.k_proj", f"{cross}.v_proj")
                take(f"{ours}/attention/linear_2", f"{cross}.out_proj")
                norm(f"{ours}/attention/layer_norm", f"{theirs}.encoder_attn_layer_norm")
            norm(f"{ours}/ffn/layer_norm", f"{theirs}.final_layer_norm")
            take(f"{ours}/ffn/linear_0", f"{theirs}.fc1")
            take(f"{ours}/ffn/linear_1", f"{theirs}.fc2")
    return state


_OPENAI_NAMES = [
    ("encoder.layer_norm.", "encoder.ln_post."), ("decoder.layer_norm.", "decoder.ln."),
    ("embed_positions.weight", "positional_embedding"), ("embed_tokens", "token_embedding"),
    (".layers.", ".blocks."), ("encoder_attn_layer_norm", "cross_attn_ln"), ("encoder_attn", "cross_attn"),
    ("self_attn_layer_norm", "attn_ln"), ("self_attn", "attn"), ("final_layer_norm", "mlp_ln"),
    ("fc1", "mlp.0"), ("fc2", "mlp.2"),
    ("q_proj", "query"), ("k_proj", "key"), ("v_proj", "value"), ("out_proj", "out"),
]  # fmt: skip


def openai_state(variables: Mapping[str, Array]) -> dict[str, Array]:
    """Names as openai/whisper's Whisper has them."""
    state = {}
    for name, array in hugging_face_state(variables).items():
        name = name.removeprefix("model.")
        for theirs, openai in _OPENAI_NAMES:
            name = name.replace(theirs, openai)
        state[name] = array
    return state


def openai_dims(config: WhisperConfig = CONFIG) -> dict[str, int]:
    """As openai/whisper's ModelDimensions."""
    dims = {"n_mels": config.n_mels, "n_vocab": config.n_vocab}
    for side, n_ctx, n_layer in (
        ("audio", config.n_audio_ctx, config.n_encoder_layers),
        ("text", config.n_text_ctx, config.n_decoder_layers),
    ):
        dims |= {f"n_{side}_ctx": n_ctx, f"n_{side}_state": config.n_state}
        dims |= {f"n_{side}_head": config.n_heads, f"n_{side}_layer": n_layer}
    return dims


def write_hugging_face(
    folder: Path, *, dtype: Any = np.float32, n_shards: int = 1, generation: dict[str, Any] | None = None
) -> Path:
    """The tiny model in a folder as save_pretrained leaves it."""
    write_weights(folder, tiny_variables(), dtype=dtype, n_shards=n_shards)
    write_sizes(folder)
    if generation is not None:
        (folder / "generation_config.json").write_text(json.dumps(generation))
    write_tokenizer(folder)
    return folder


def write_weights(folder: Path, variables: Mapping[str, Array], *, dtype: Any, n_shards: int) -> None:
    """model.safetensors, or its shards and index."""
    folder.mkdir(parents=True, exist_ok=True)
    state = {name: array.astype(dtype) for name, array in hugging_face_state(variables).items()}
    if n_shards == 1:
        save_file(state, folder / "model.safetensors", {"format": "pt"})
    else:
        where = {
            name: f"model-{i % n_shards + 1:05}-of-{n_shards:05}.safetensors" for i, name in enumerate(state)
        }
        for file in set(where.values()):
            save_file({n: a for n, a in state.items() if where[n] == file}, folder / file, {"format": "pt"})
        index = {"metadata": {"total_size": 1}, "weight_map": where}
        (folder / "model.safetensors.index.json").write_text(json.dumps(index))


def write_sizes(folder: Path, config: WhisperConfig = CONFIG, **changes: Any) -> None:
    """config.json."""
    sizes = {
        "model_type": "whisper", "activation_function": "gelu", "scale_embedding": False,
        "num_mel_bins": config.n_mels, "max_source_positions": config.n_audio_ctx,
        "max_target_positions": config.n_text_ctx, "d_model": config.n_state, "vocab_size": config.n_vocab,
        "encoder_attention_heads": config.n_heads, "decoder_attention_heads": config.n_heads,
        "encoder_layers": config.n_encoder_layers, "decoder_layers": config.n_decoder_layers,
        "encoder_ffn_dim": 4 * config.n_state, "decoder_ffn_dim": 4 * config.n_state,
    }  # fmt: skip
    (folder / "config.json").write_text(json.dumps(sizes | changes))


def text(value: str) -> bytes:
    data = value.encode()
    return b"X" + struct.pack("<I", len(data)) + data


def number(value: int) -> bytes:
    return b"J" + struct.pack("<i", value)


def numbers(values: tuple[int, ...]) -> bytes:
    return b"(" + b"".join(number(value) for value in values) + b"t"


def called(function: str, arguments: bytes) -> bytes:
    """GLOBAL, a tuple of arguments, REDUCE."""
    module, name = function.rsplit(".", 1)
    return f"c{module}\n{name}\n".encode() + b"(" + arguments + b"tR"


def tensor(storage: str, key: str, shape: tuple[int, ...], *, offset: int = 0, n_items: int = -1) -> bytes:
    """What torch.save writes for one contiguous tensor."""
    n_items = int(np.prod(shape)) if n_items < 0 else n_items
    strides = tuple(int(np.prod(shape[i + 1 :])) for i in range(len(shape)))
    identity = b"(" + text("storage") + f"ctorch\n{storage}\n".encode()
    identity += text(key) + text("cpu") + number(n_items) + b"tQ"
    hooks = called("collections.OrderedDict", b"")
    rest = number(offset) + numbers(shape) + numbers(strides) + b"\x89" + hooks
    return called("torch._utils._rebuild_tensor_v2", identity + rest)


def items(values: Mapping[str, bytes]) -> bytes:
    return b"(" + b"".join(text(name) + value for name, value in values.items()) + b"u"


def state_dict(state: Mapping[str, Array], storage: str) -> bytes:
    """An OrderedDict of tensors, with the _metadata that torch puts on it."""
    tensors = {n: tensor(storage, str(i), a.shape) for i, (n, a) in enumerate(state.items())}
    metadata = b"}" + text("_metadata") + called("collections.OrderedDict", b"") + b"sb"
    return called("collections.OrderedDict", b"") + items(tensors) + metadata


def write_torch(
    path: Path,
    state: Mapping[str, Array],
    *,
    config: WhisperConfig = CONFIG,
    storage: str = "FloatStorage",
    openai: bool = True,
    spoil: Callable[[bytes], bytes] = lambda pickle: pickle,
    compression: int = zipfile.ZIP_STORED,
) -> Path:
    """A file as torch.save leaves it. spoil: changes its pickle."""
    data = state_dict(state, storage)
    if openai:
        dims = {name: number(value) for name, value in openai_dims(config).items()}
        data = b"}" + items({"dims": b"}" + items(dims), "model_state_dict": data})
    with zipfile.ZipFile(path, "w", compression) as archive:
        archive.writestr("archive/data.pkl", spoil(b"\x80\x02" + data + b"."))
        archive.writestr("archive/byteorder", b"little")
        for i, array in enumerate(state.values()):
            archive.writestr(f"archive/data/{i}", array.astype(DTYPES[storage]).tobytes())
        archive.writestr("archive/version", b"3\n")
    return path
