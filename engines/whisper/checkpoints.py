"""Checkpoints of Hugging Face (safetensors, pytorch_model.bin) and OpenAI (.pt) as the weights of a model.

Names and shapes are checked against the sizes before any number is read; the numbers (fp32, fp16 or bf16)
are read when they are asked for, so that a large model is never in memory twice. Any thread.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from engines.errors import ModelDamagedError
from engines.models import WhisperFiles
from engines.whisper.checkpoint_layout import HUGGING_FACE, OPENAI, Part, Shape, parts_of
from engines.whisper.tokens import WhisperTokens
from engines.whisper.torch_file import TorchFile, TorchTensor
from engines.whisper.weights import Array, Variables, WhisperConfig

N_TIMESTAMPS = 1501
"""<|0.00|> to <|30.00|>: the last tokens of every Whisper."""

_SYMBOLS = [
    *'"#()*+/:;<=>@[\\]^_`{|}~「」『』',
    *("<<", ">>", "<<<", ">>>", "--", "---", "-(", "-[", "('", '("', "((", "))", "(((", ")))"),
    *("[[", "]]", "{{", "}}", "♪♪", "♪♪♪"),
]
_NOTES = "♩♪♫♬♭♮♯"


@dataclass(frozen=True, slots=True)
class _Tensors:
    """What is in the files. shape: None for a name that is not there."""

    shape: Callable[[str], Shape | None]
    read: Callable[[str], Array]


def read_checkpoint(files: WhisperFiles) -> tuple[Variables, WhisperConfig]:
    """Weights by neutral names, and sizes. Raises ModelDamagedError: what is wrong, and in which file."""
    try:
        if files.weights.suffix in (".safetensors", ".json"):
            tensors = _safetensors(files.weights)
            variables, config = _hugging_face(tensors, files)
        else:
            content = TorchFile(files.weights)
            if isinstance(content.content, dict) and "dims" in content.content:
                variables, config = _openai(content)
            else:
                variables, config = _hugging_face(_state(content, content.content), files)
    except (OSError, ValueError) as error:
        raise _damaged(files.weights, error) from error
    return variables, _with_suppressed(config, files.tokenizer)


def n_vocab_of(path: Path) -> int:
    """Number of tokens of an OpenAI checkpoint, 0 for another file of PyTorch. Raises ModelDamagedError."""
    try:
        content = TorchFile(path).content
        dims = content.get("dims") if isinstance(content, dict) else None
        return _integer(dims, "n_vocab") if isinstance(dims, dict) else 0
    except (OSError, ValueError) as error:
        raise _damaged(path, error) from error


def _damaged(path: Path, error: OSError | ValueError) -> ModelDamagedError:
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return ModelDamagedError(
        f"The model {path} cannot be used: {said.rstrip('.')}.", "Copy it again from where it came from."
    )


class _CheckpointVariables(Mapping[str, Array]):
    """Neutral names over the tensors of a checkpoint, joined where ours hold several of theirs."""

    def __init__(
        self, path: Path, tensors: _Tensors, parts: dict[str, tuple[Part, ...]], n_heads: int
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
            raise _damaged(self._path, error) from error
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
        n_mels=_integer(dims, "n_mels"),
        n_audio_ctx=_integer(dims, "n_audio_ctx"),
        n_text_ctx=_integer(dims, "n_text_ctx"),
        n_state=(_integer(dims, "n_audio_state"), _integer(dims, "n_text_state")),
        n_heads=(_integer(dims, "n_audio_head"), _integer(dims, "n_text_head")),
        n_layers=(_integer(dims, "n_audio_layer"), _integer(dims, "n_text_layer")),
        n_vocab=_integer(dims, "n_vocab"),
    )
    parts = parts_of(config, OPENAI, "", (4 * config.n_state,) * 2)
    return _CheckpointVariables(file.path, _state(file, state), parts, config.n_heads), config


def _hugging_face(tensors: _Tensors, files: WhisperFiles) -> tuple[Variables, WhisperConfig]:
    """transformers' WhisperForConditionalGeneration, or its WhisperModel alone."""
    sizes = _json_object(files.config)
    if sizes.get("model_type") != "whisper":
        raise ValueError(f"{files.config.name} is not of a Whisper (model_type {sizes.get('model_type')})")
    if sizes.get("activation_function", "gelu") != "gelu" or sizes.get("scale_embedding"):
        raise ValueError("its layers are not Whisper's (activation_function, scale_embedding)")
    config = _sized(
        n_mels=_integer(sizes, "num_mel_bins"),
        n_audio_ctx=_integer(sizes, "max_source_positions"),
        n_text_ctx=_integer(sizes, "max_target_positions"),
        n_state=(_integer(sizes, "d_model"),) * 2,
        n_heads=(_integer(sizes, "encoder_attention_heads"), _integer(sizes, "decoder_attention_heads")),
        n_layers=(_integer(sizes, "encoder_layers"), _integer(sizes, "decoder_layers")),
        n_vocab=_integer(sizes, "vocab_size"),
    )
    generation_file = files.config.with_name("generation_config.json")
    generation = {**sizes, **(_json_object(generation_file) if generation_file.is_file() else {})}
    heads = generation.get("alignment_heads")
    if heads:
        config = replace(config, alignment_heads=_alignment_heads(heads, config))
    config = replace(
        config,
        suppressed=_token_list(generation, "suppress_tokens", config.n_vocab),
        suppressed_at_start=_token_list(generation, "begin_suppress_tokens", config.n_vocab),
    )
    prefix = "model." if tensors.shape("model.encoder.conv1.weight") is not None else ""
    n_inner = (_integer(sizes, "encoder_ffn_dim"), _integer(sizes, "decoder_ffn_dim"))
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
    if n_audio_ctx != 1500:
        raise ValueError(f"it hears {n_audio_ctx / 50:g} s at once and not 30")
    heads = tuple((i, h) for i in range(n_layers[1] // 2, n_layers[1]) for h in range(n_heads[0]))
    return WhisperConfig(
        n_mels, n_audio_ctx, n_text_ctx, n_state[0], n_heads[0], *n_layers, n_vocab, heads, (), ()
    )


def _integer(values: dict[str, Any], name: str) -> int:
    value = values.get(name)
    if not isinstance(value, int) or not 0 < value < 1 << 20:
        raise ValueError(f"its {name} is {value}" if name in values else f"its {name} is not said")
    return value


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


def _json_object(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{path.name} cannot be read ({error.strerror})") from error
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path.name} is damaged") from error
    if not isinstance(value, dict):
        raise ValueError(f"{path.name} is damaged")
    return value


def _state(file: TorchFile, state: Any) -> _Tensors:
    """The tensors of a state_dict."""
    if not isinstance(state, dict):
        raise ValueError("it holds no weights by name")
    tensors = {name: tensor for name, tensor in state.items() if isinstance(tensor, TorchTensor)}

    def shape(name: str) -> Shape | None:
        if name not in tensors:
            return None
        file.check(tensors[name])
        return tensors[name].shape

    return _Tensors(shape, lambda name: file.array(tensors[name]))


def _safetensors(path: Path) -> _Tensors:
    """One file, or all that an index names."""
    from safetensors import SafetensorError, safe_open

    files, where = [path], dict[str, str]()
    if path.suffix == ".json":
        where = _json_object(path).get("weight_map") or {}
        if not isinstance(where, dict) or not all(isinstance(name, str) for name in where.values()):
            raise ValueError("its weight_map is damaged")
        files = [path.with_name(Path(name).name) for name in dict.fromkeys(where.values())]
    shards: dict[str, Any] = {}
    for file in files:
        if not file.is_file():
            raise ValueError(f"{file.name} is missing")
        try:
            shards[file.name] = safe_open(file, framework="np")
        except (SafetensorError, OSError) as error:
            raise ValueError(f"{file.name} is cut off or damaged") from error
    owners = {name: shard for shard in shards.values() for name in shard.keys()}  # noqa: SIM118
    for name, file_name in where.items():
        if name not in owners:
            raise ValueError(f"{file_name} lacks {name}")

    def shape(name: str) -> Shape | None:
        if name not in owners:
            return None
        piece = owners[name].get_slice(name)
        if piece.get_dtype() not in ("F32", "F16", "BF16"):
            raise ValueError(f"{name} is of the kind {piece.get_dtype()}, not F32, F16 or BF16")
        return tuple(piece.get_shape())

    return _Tensors(shape, lambda name: np.asarray(owners[name].get_tensor(name)))


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
