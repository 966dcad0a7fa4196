"""Checkpoints of Hugging Face (safetensors, pytorch_model.bin) and OpenAI (.pt) as the weights of a model.

Names and shapes are checked against the sizes before any number is read; the numbers (fp32, fp16 or bf16)
are read when they are asked for, so that a large model is never in memory twice. Any thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from engines.checkpoints.tensors import (
    Tensors,
    damaged,
    integer,
    json_object,
    safetensors_of,
    state_tensors,
)
from engines.checkpoints.torch_file import TorchFile
from engines.errors import ModelDamagedError
from engines.models import WhisperFiles
from engines.whisper.checkpoint_layout import HUGGING_FACE, OPENAI, Part, parts_of
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import Array, Variables, WhisperConfig

N_TIMESTAMPS = 1501
"""<|0.00|> to <|30.00|>: the last tokens of every Whisper."""

MOST_LAYERS = 256
"""Eight times as many as the largest Whisper has."""

_SYMBOLS = [
    *'"#()*+/:;<=>@[\\]^_`{|}~「」『』',
    *("<<", ">>", "<<<", ">>>", "--", "---", "-(", "-[", "('", '("', "((", "))", "(((", ")))"),
    *("[[", "]]", "{{", "}}", "♪♪", "♪♪♪"),
]
_NOTES = "♩♪♫♬♭♮♯"


def read_checkpoint(files: WhisperFiles) -> tuple[Variables, WhisperConfig]:
    """Weights by neutral names, and sizes. Raises ModelDamagedError: what is wrong, and in which file."""
    try:
        if files.weights.suffix in (".safetensors", ".json"):
            tensors = safetensors_of(files.weights)
            variables, config = _hugging_face(tensors, files)
        else:
            content = TorchFile(files.weights)
            if isinstance(content.content, dict) and "dims" in content.content:
                variables, config = _openai(content)
            else:
                variables, config = _hugging_face(state_tensors(content, content.content), files)
    except (OSError, ValueError) as error:
        raise damaged(files.weights, error) from error
    return variables, _with_suppressed(config, files.tokenizer)


def n_vocab_of(path: Path) -> int:
    """Number of tokens of an OpenAI checkpoint, 0 for another file of PyTorch. Raises ModelDamagedError."""
    try:
        content = TorchFile(path).content
        dims = content.get("dims") if isinstance(content, dict) else None
        return integer(dims, "n_vocab") if isinstance(dims, dict) else 0
    except (OSError, ValueError) as error:
        raise damaged(path, error) from error


class _CheckpointVariables(Mapping[str, Array]):
    """Neutral names over the tensors of a checkpoint, joined where ours hold several of theirs."""

    def __init__(
        self, path: Path, tensors: Tensors, parts: dict[str, tuple[Part, ...]], n_heads: int
    ) -> None:
        self._path = path
        self._tensors = tensors
        self._parts = parts
        self._heads = {"encoder/num_heads": np.array(n_heads, np.int16)}
        for name, shape in (part for several in parts.values() for part in several if part[0]):
            found = tensors.shape(name)
            if found is None:
                raise ValueError(f"it lacks {name}")
            if found != shape:
                raise ValueError(f"{name} has the shape {list(found)} and not {list(shape)}")

    def __getitem__(self, name: str) -> Array:
        if name in self._heads:
            return self._heads[name]
        try:
            read = [self._tensors.read(source) if source else None for source, _ in self._parts[name]]
        except (OSError, ValueError) as error:
            raise damaged(self._path, error) from error
        if len(read) == 1 and read[0] is not None:
            return read[0]
        dtype = next(array.dtype for array in read if array is not None)
        shapes = [shape for _, shape in self._parts[name]]
        return np.concatenate(
            [np.zeros(s, dtype) if a is None else a for a, s in zip(read, shapes, strict=True)]
        )

    def __iter__(self) -> Iterator[str]:
        yield from self._heads
        yield from self._parts

    def __len__(self) -> int:
        return len(self._heads) + len(self._parts)


def _openai(file: TorchFile) -> tuple[Variables, WhisperConfig]:
    """{"dims": sizes, "model_state_dict": tensors}, as openai/whisper's load_model reads it."""
    dims, state = file.content["dims"], file.content.get("model_state_dict")
    if not isinstance(dims, dict) or not isinstance(state, dict):
        raise ValueError("it is no Whisper of OpenAI's")
    config = _sized(
        n_mels=integer(dims, "n_mels"),
        n_audio_ctx=integer(dims, "n_audio_ctx"),
        n_text_ctx=integer(dims, "n_text_ctx"),
        n_state=(integer(dims, "n_audio_state"), integer(dims, "n_text_state")),
        n_heads=(integer(dims, "n_audio_head"), integer(dims, "n_text_head")),
        n_layers=(integer(dims, "n_audio_layer"), integer(dims, "n_text_layer")),
        n_vocab=integer(dims, "n_vocab"),
    )
    parts = parts_of(config, OPENAI, "", (4 * config.n_state,) * 2)
    return _CheckpointVariables(file.path, state_tensors(file, state), parts, config.n_heads), config


def _hugging_face(tensors: Tensors, files: WhisperFiles) -> tuple[Variables, WhisperConfig]:
    """transformers' WhisperForConditionalGeneration, or its WhisperModel alone."""
    sizes = json_object(files.config)
    if sizes.get("model_type") != "whisper":
        raise ValueError(f"{files.config.name} is not of a Whisper (model_type {sizes.get('model_type')})")
    if sizes.get("activation_function", "gelu") != "gelu" or sizes.get("scale_embedding"):
        raise ValueError("its layers are not Whisper's (activation_function, scale_embedding)")
    config = _sized(
        n_mels=integer(sizes, "num_mel_bins"),
        n_audio_ctx=integer(sizes, "max_source_positions"),
        n_text_ctx=integer(sizes, "max_target_positions"),
        n_state=(integer(sizes, "d_model"),) * 2,
        n_heads=(integer(sizes, "encoder_attention_heads"), integer(sizes, "decoder_attention_heads")),
        n_layers=(integer(sizes, "encoder_layers"), integer(sizes, "decoder_layers")),
        n_vocab=integer(sizes, "vocab_size"),
    )
    generation_file = files.config.with_name("generation_config.json")
    generation = {**sizes, **(json_object(generation_file) if generation_file.is_file() else {})}
    heads = generation.get("alignment_heads")
    if heads:
        config = replace(config, alignment_heads=_alignment_heads(heads, config))
    config = replace(
        config,
        suppressed=_token_list(generation, "suppress_tokens", config.n_vocab),
        suppressed_at_start=_token_list(generation, "begin_suppress_tokens", config.n_vocab),
    )
    prefix = "model." if tensors.shape("model.encoder.conv1.weight") is not None else ""
    n_inner = (integer(sizes, "encoder_ffn_dim"), integer(sizes, "decoder_ffn_dim"))
    parts = parts_of(config, HUGGING_FACE, prefix, n_inner)
    return _CheckpointVariables(files.weights, tensors, parts, config.n_heads), config


def _sized(
    *,
    n_mels: int,
    n_audio_ctx: int,
    n_text_ctx: int,
    n_state: tuple[int, int],
    n_heads: tuple[int, int],
    n_layers: tuple[int, int],
    n_vocab: int,
) -> WhisperConfig:
    """Sizes that a Whisper can have; its alignment heads are those of the last half of the decoder's layers
    (openai/whisper, model.py) until better ones are known."""
    if n_state[0] != n_state[1] or n_heads[0] != n_heads[1] or n_state[0] % n_heads[0]:
        raise ValueError("its encoder and decoder do not fit together")
    if max(n_layers) > MOST_LAYERS:
        raise ValueError(f"it says that it has {max(n_layers)} layers")
    if n_audio_ctx != 1500:
        raise ValueError(f"it hears {n_audio_ctx / 50:g} s at once and not 30")
    heads = tuple((i, h) for i in range(n_layers[1] // 2, n_layers[1]) for h in range(n_heads[0]))
    return WhisperConfig(
        n_mels, n_audio_ctx, n_text_ctx, n_state[0], n_heads[0], *n_layers, n_vocab, heads, (), ()
    )


def _alignment_heads(value: Any, config: WhisperConfig) -> tuple[tuple[int, int], ...]:
    try:
        heads = tuple((int(layer), int(head)) for layer, head in value)
    except (TypeError, ValueError) as error:
        raise ValueError("its alignment_heads are no pairs of numbers") from error
    if any(not (0 <= i < config.n_decoder_layers and 0 <= h < config.n_heads) for i, h in heads):
        raise ValueError("its alignment_heads name a head that it does not have")
    return heads


def _token_list(values: dict[str, Any], name: str, n_vocab: int) -> tuple[int, ...]:
    tokens = values.get(name) or []
    if not isinstance(tokens, list) or not all(isinstance(token, int) for token in tokens):
        raise ValueError(f"its {name} are no tokens")
    return tuple(token for token in tokens if 0 <= token < n_vocab)


def _with_suppressed(config: WhisperConfig, tokenizer: Path) -> WhisperConfig:
    """Checks that the tokenizer is the model's; tokens never said are OpenAI's where no list came with it."""
    tokens = WhisperTokens(tokenizer, config.n_vocab)
    n_tokens = tokens.first_timestamp + N_TIMESTAMPS
    # Beyond the largest Whisper there is, tokens may have been added.
    if n_tokens > config.n_vocab or (n_tokens < config.n_vocab <= 51866):
        raise ModelDamagedError(
            f"{tokenizer} is not the tokenizer of this model ({n_tokens} tokens and not {config.n_vocab}).",
            "Put the tokenizer.json of the same model beside it.",
        )
    if not config.suppressed:
        config = replace(config, suppressed=non_speech_tokens(tokens))
    if not config.suppressed_at_start:
        config = replace(config, suppressed_at_start=(*tokens.encode(" "), tokens.end))
    return config


def non_speech_tokens(tokens: WhisperTokens) -> tuple[int, ...]:
    """Tokens that annotate rather than say: brackets, musical notes and the like (openai/whisper,
    tokenizer.py). A hyphen or an apostrophe may stand within a word but not begin one."""
    found = {tokens.encode(" -")[0], tokens.encode(" '")[0]}
    for symbol in [*_SYMBOLS, *_NOTES]:
        for ids in (tokens.encode(symbol), tokens.encode(f" {symbol}")):
            if len(ids) == 1 or symbol in _NOTES:
                found.add(ids[0])
    return tuple(sorted(found))
