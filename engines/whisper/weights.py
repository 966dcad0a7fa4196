"""Whisper weights and sizes by neutral names (CTranslate2's), whatever file they are in; any thread."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.errors import ModelDamagedError
from engines.models import WhisperFiles

Array = NDArray[np.generic]
Variables = Mapping[str, Array]
"""Weights by the names of CTranslate2's WhisperSpec; what is in a checkpoint is read when it is asked for."""

_DTYPES = (np.float32, np.int8, np.int16, np.int32, np.float16)


@dataclass(frozen=True, slots=True)
class WhisperConfig:
    """Sizes of one Whisper model. alignment_heads: (layer, head) pairs whose attention follows the sound."""

    n_mels: int
    n_audio_ctx: int
    n_text_ctx: int
    n_state: int
    n_heads: int
    n_encoder_layers: int
    n_decoder_layers: int
    n_vocab: int
    alignment_heads: tuple[tuple[int, int], ...]
    suppressed: tuple[int, ...]
    suppressed_at_start: tuple[int, ...]

    @property
    def d_head(self) -> int:
        return self.n_state // self.n_heads


class _Reader:
    """A cursor over the bytes of a model.bin; any step beyond the end is damage."""

    def __init__(self, data: memoryview) -> None:
        self._data = data
        self._at = 0

    def take(self, n_bytes: int) -> memoryview:
        if n_bytes < 0 or self._at + n_bytes > len(self._data):
            raise ValueError("the file ends too early")
        self._at += n_bytes
        return self._data[self._at - n_bytes : self._at]

    def number(self, form: str) -> int:
        return int(struct.unpack("<" + form, self.take(struct.calcsize(form)))[0])

    def string(self) -> str:
        return bytes(self.take(self.number("H"))).rstrip(b"\0").decode("utf-8")


def read_weights(files: WhisperFiles) -> tuple[Variables, WhisperConfig]:
    """Weights and sizes of any model that `engines.models.find_model` found. Raises ModelDamagedError."""
    if files.family != "whisper":
        raise ModelDamagedError(
            f"The model {files.weights.parent.name} is no Whisper.", "Engines are built for a Whisper alone."
        )
    if files.weights.name != "model.bin":
        from engines.whisper.checkpoints import read_checkpoint

        return read_checkpoint(files)
    variables = read_ctranslate2(files.weights)
    return variables, read_config(variables, files.config)


def read_ctranslate2(path: Path) -> dict[str, Array]:
    """Every variable of a CTranslate2 model.bin (format versions 3 to 6), memory-mapped, aliases resolved.

    Layout (CTranslate2 src/models/model.cc): uint32 version, string spec name, uint32 revision, uint32
    count; per variable string name, uint8 rank, uint32 dims, uint8 dtype, uint32 bytes, data; then aliases.
    Raises ModelDamagedError.
    """
    try:
        data = np.memmap(path, np.uint8, mode="r")
        reader = _Reader(data.data)
        version = reader.number("I")
        if not 3 <= version <= 6:
            raise ValueError(f"format version {version}")
        if reader.string() != "WhisperSpec":
            raise ValueError("it is not a Whisper model")
        reader.number("I")
        variables: dict[str, Array] = {}
        for _ in range(reader.number("I")):
            name = reader.string()
            shape = tuple(reader.number("I") for _ in range(reader.number("B")))
            dtype = _DTYPES[reader.number("B")]
            raw = reader.take(reader.number("I"))
            variables[name] = np.frombuffer(raw, dtype).reshape(shape)
        for _ in range(reader.number("I")):
            alias = reader.string()
            variables[alias] = variables[reader.string()]
    except (OSError, ValueError, IndexError, KeyError, struct.error, UnicodeDecodeError) as error:
        raise ModelDamagedError(
            f"The model file {path.name} cannot be read: {error}.", "Get the model again."
        ) from error
    return variables


def read_config(variables: Variables, config_file: Path) -> WhisperConfig:
    """Sizes from the shapes; alignment heads and suppressed tokens from config.json beside the weights."""
    try:
        extra = json.loads(config_file.read_text(encoding="utf-8"))
        n_state, n_mels, _ = variables["encoder/conv1/weight"].shape
        return WhisperConfig(
            n_mels=n_mels,
            n_audio_ctx=variables["encoder/position_encodings/encodings"].shape[0],
            n_text_ctx=variables["decoder/position_encodings/encodings"].shape[0],
            n_state=n_state,
            n_heads=int(variables["encoder/num_heads"]),
            n_encoder_layers=_n_layers(variables, "encoder"),
            n_decoder_layers=_n_layers(variables, "decoder"),
            n_vocab=variables["decoder/embeddings/weight"].shape[0],
            alignment_heads=tuple((int(a), int(b)) for a, b in extra["alignment_heads"]),
            suppressed=tuple(int(t) for t in extra["suppress_ids"] if t >= 0),
            suppressed_at_start=tuple(int(t) for t in extra["suppress_ids_begin"]),
        )
    except (OSError, KeyError, IndexError, TypeError, ValueError) as error:
        raise ModelDamagedError(
            f"The model in {config_file.parent} is incomplete ({error}).", "Get the model again."
        ) from error


def _n_layers(variables: Variables, side: str) -> int:
    return len(
        {
            name.split("/")[1]
            for name in variables
            if name.startswith(f"{side}/layer_") and "layer_norm" not in name.split("/")[1]
        }
    )


def dense(variables: Variables, name: str) -> NDArray[np.float32]:
    """One weight as float32; int8 rows are multiplied out by their scales (weight_scale).

    Raises ModelDamagedError where a number is none: such a model hears nothing, or anything.
    """
    array = variables[name]
    found: NDArray[np.float32] = np.ascontiguousarray(array.astype(np.float32))
    if array.dtype == np.int8:
        with np.errstate(divide="ignore", invalid="ignore"):
            found /= np.asarray(variables[name + "_scale"], np.float32).reshape(-1, 1)
    if not np.isfinite(found).all():
        raise ModelDamagedError(f"The model's weights {name} are no numbers.", "Get the model again.")
    return found
