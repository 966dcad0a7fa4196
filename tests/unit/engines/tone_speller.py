"""A Wav2Vec2 whose weights are made up so that tones spell: one for each letter, and for the blank.

A filter of each tone's wave, at four phases, is its only convolution; norms make the loudest stand out; all
other layers pass on what they are given. It is a checkpoint of Hugging Face like any other.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file

RATE_HZ = 16_000
WIDTH, HOP = 400, 320
TOKENS = ["<pad>", "|", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
TONE_S = 0.06
N_STATE = 32


def tone_hz(token: int) -> float:
    """Above most of what a voice holds, so that both may sound at once."""
    return 4500.0 + 120.0 * token


def tokens_of(text: str) -> list[int]:
    """The letters of words, a blank between two that are the same, a delimiter between words."""
    tokens = [1]
    for letter in text.upper().replace(" ", "|") + "|":
        token = TOKENS.index(letter)
        tokens += [0, token] if token == tokens[-1] else [token]
    return tokens


def tones(text: str) -> NDArray[np.float32]:
    """The sound that spells `text`, and the blank after it; float32."""
    return tones_at([(0.0, text)], round((len(tokens_of(text)) + 1) * TONE_S * RATE_HZ))


def tones_at(said: Sequence[tuple[float, str]], n_samples: int) -> NDArray[np.float32]:
    """Texts, each from a time in s on, and the blank between them, in one wave without breaks; float32."""
    hz = np.full(n_samples, tone_hz(0))
    for at_s, text in said:
        spelled = np.repeat([tone_hz(token) for token in tokens_of(text)], round(TONE_S * RATE_HZ))
        at = round(at_s * RATE_HZ)
        hz[at : at + len(spelled)] = spelled
    return (0.05 * np.sin(2 * np.pi * np.cumsum(hz) / RATE_HZ)).astype(np.float32)


def write_speller(folder: Path, **changes: object) -> Path:
    """The model's folder: config.json, vocab.json, preprocessor_config.json, model.safetensors."""
    n = len(TOKENS)
    at = np.arange(WIDTH) / RATE_HZ
    phases = np.exp(2j * np.pi * np.array([[tone_hz(i)] for i in range(n)]) * at) * np.hanning(WIDTH)
    filters = np.stack([phases.real, phases.imag, -phases.real, -phases.imag], 1).reshape(4 * n, 1, WIDTH)
    gathered = np.zeros((N_STATE, 4 * n), np.float32)
    for i in range(n):
        gathered[i, 4 * i : 4 * i + 4] = 1
    prefix = "wav2vec2."
    state = {
        f"{prefix}feature_extractor.conv_layers.0.conv.weight": filters,
        f"{prefix}feature_extractor.conv_layers.0.layer_norm.weight": np.ones(4 * n),
        f"{prefix}feature_extractor.conv_layers.0.layer_norm.bias": np.zeros(4 * n),
        f"{prefix}feature_projection.projection.weight": gathered,
        f"{prefix}encoder.pos_conv_embed.conv.weight_g": np.zeros((1, 1, 2)),
        f"{prefix}encoder.pos_conv_embed.conv.weight_v": np.ones((N_STATE, N_STATE, 2)),
        f"{prefix}encoder.pos_conv_embed.conv.bias": np.zeros(N_STATE),
        "lm_head.weight": 10 * np.eye(n, N_STATE),
        "lm_head.bias": np.zeros(n),
        f"{prefix}feature_projection.projection.bias": np.zeros(N_STATE),
    }
    layer = f"{prefix}encoder.layers.0."
    for part in ("q_proj", "k_proj", "v_proj", "out_proj"):
        state[f"{layer}attention.{part}.weight"] = np.zeros((N_STATE, N_STATE))
        state[f"{layer}attention.{part}.bias"] = np.zeros(N_STATE)
    for part in ("intermediate_dense", "output_dense"):
        state[f"{layer}feed_forward.{part}.weight"] = np.zeros((N_STATE, N_STATE))
        state[f"{layer}feed_forward.{part}.bias"] = np.zeros(N_STATE)
    norms = {"encoder.layer_norm": N_STATE, "feature_projection.layer_norm": 4 * n}
    norms |= {f"encoder.layers.0.{name}": N_STATE for name in ("layer_norm", "final_layer_norm")}
    for name, size in norms.items():
        state[f"{prefix}{name}.weight"], state[f"{prefix}{name}.bias"] = np.ones(size), np.zeros(size)
    config = {
        "model_type": "wav2vec2",
        "conv_dim": [4 * n],
        "conv_kernel": [WIDTH],
        "conv_stride": [HOP],
        "conv_bias": False,
        "feat_extract_norm": "layer",
        "hidden_size": N_STATE,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": N_STATE,
        "num_conv_pos_embeddings": 2,
        "num_conv_pos_embedding_groups": 1,
        "vocab_size": n,
        "pad_token_id": 0,
        **changes,
    }
    folder.mkdir(parents=True, exist_ok=True)
    save_file(
        {name: np.ascontiguousarray(array, np.float32) for name, array in state.items()},
        folder / "model.safetensors",
    )
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "vocab.json").write_text(json.dumps({token: i for i, token in enumerate(TOKENS)}))
    (folder / "preprocessor_config.json").write_text(json.dumps({"do_normalize": True}))
    return folder
