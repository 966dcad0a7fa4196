"""A Whisper of a few thousand random weights, and its layers written out in plain numpy."""

from __future__ import annotations

from dataclasses import dataclass
from math import erf

import numpy as np
from numpy.typing import NDArray

from engines.whisper.weights import Array, WhisperConfig

Floats = NDArray[np.float64]

CONFIG = WhisperConfig(
    n_mels=5,
    n_audio_ctx=20,
    n_text_ctx=16,
    n_state=16,
    n_heads=2,
    n_encoder_layers=2,
    n_decoder_layers=2,
    n_vocab=37,
    alignment_heads=((0, 1), (1, 0), (1, 1)),
    suppressed=(),
    suppressed_at_start=(),
)


def random_variables(config: WhisperConfig = CONFIG, seed: int = 0) -> dict[str, Array]:
    """Every variable that CTranslate2's converter writes for these sizes, float32."""
    rng = np.random.default_rng(seed)
    n = config.n_state
    variables: dict[str, Array] = {}

    def matrix(name: str, *shape: int) -> None:
        scale = 1.0 / np.sqrt(np.prod(shape[1:]))
        variables[f"{name}/weight"] = rng.normal(0, scale, shape).astype(np.float32)
        variables[f"{name}/bias"] = rng.normal(0, 0.1, shape[0]).astype(np.float32)

    def norm(name: str) -> None:
        variables[f"{name}/gamma"] = rng.uniform(0.5, 1.5, n).astype(np.float32)
        variables[f"{name}/beta"] = rng.normal(0, 0.2, n).astype(np.float32)

    def feed_forward(name: str) -> None:
        norm(f"{name}/layer_norm")
        matrix(f"{name}/linear_0", 4 * n, n)
        matrix(f"{name}/linear_1", n, 4 * n)

    matrix("encoder/conv1", n, config.n_mels, 3)
    matrix("encoder/conv2", n, n, 3)
    positions = rng.normal(0, 0.3, (config.n_audio_ctx, n)).astype(np.float32)
    variables["encoder/position_encodings/encodings"] = positions
    variables["encoder/num_heads"] = np.array(config.n_heads, np.int16)
    norm("encoder/layer_norm")
    for i in range(config.n_encoder_layers):
        norm(f"encoder/layer_{i}/self_attention/layer_norm")
        matrix(f"encoder/layer_{i}/self_attention/linear_0", 3 * n, n)
        matrix(f"encoder/layer_{i}/self_attention/linear_1", n, n)
        feed_forward(f"encoder/layer_{i}/ffn")
    variables["decoder/embeddings/weight"] = rng.normal(0, 0.5, (config.n_vocab, n)).astype(np.float32)
    positions = rng.normal(0, 0.3, (config.n_text_ctx, n)).astype(np.float32)
    variables["decoder/position_encodings/encodings"] = positions
    norm("decoder/layer_norm")
    for i in range(config.n_decoder_layers):
        norm(f"decoder/layer_{i}/self_attention/layer_norm")
        matrix(f"decoder/layer_{i}/self_attention/linear_0", 3 * n, n)
        matrix(f"decoder/layer_{i}/self_attention/linear_1", n, n)
        norm(f"decoder/layer_{i}/attention/layer_norm")
        matrix(f"decoder/layer_{i}/attention/linear_0", n, n)
        matrix(f"decoder/layer_{i}/attention/linear_1", 2 * n, n)
        matrix(f"decoder/layer_{i}/attention/linear_2", n, n)
        feed_forward(f"decoder/layer_{i}/ffn")
    return variables


@dataclass
class NumpyWhisper:
    """openai/whisper's model.py in float64 without a cache: every token at once under a causal mask."""

    variables: dict[str, Array]
    config: WhisperConfig = CONFIG

    def _get(self, name: str) -> Floats:
        return self.variables[name].astype(np.float64)

    def _linear(self, x: Floats, name: str) -> Floats:
        return x @ self._get(f"{name}/weight").T + self._get(f"{name}/bias")

    def _norm(self, x: Floats, name: str) -> Floats:
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
        return scaled * self._get(f"{name}/gamma") + self._get(f"{name}/beta")

    def _conv(self, x: Floats, name: str, stride: int) -> Floats:
        """(channels, n) to (channels, n / stride), width 3, one zero on each side."""
        weight, bias = self._get(f"{name}/weight"), self._get(f"{name}/bias")
        padded = np.pad(x, [(0, 0), (1, 1)])
        columns = [
            np.tensordot(weight, padded[:, j : j + 3], axes=([1, 2], [0, 1])) + bias
            for j in range(0, x.shape[1], stride)
        ]
        return np.stack(columns, axis=1)

    def _feed_forward(self, x: Floats, name: str) -> Floats:
        inner = gelu(self._linear(self._norm(x, f"{name}/layer_norm"), f"{name}/linear_0"))
        return x + self._linear(inner, f"{name}/linear_1")

    def _attend(
        self, q: Floats, k: Floats, v: Floats, mask: Floats | float = 0.0
    ) -> tuple[Floats, list[Floats]]:
        d = self.config.d_head
        outs, weights = [], []
        for h in range(self.config.n_heads):
            part = slice(h * d, (h + 1) * d)
            weights.append(softmax(q[:, part] @ k[:, part].T / np.sqrt(d) + mask))
            outs.append(weights[-1] @ v[:, part])
        return np.concatenate(outs, axis=1), weights

    def encode(self, mel: Floats) -> Floats:
        """(n_mels, n_frames) to (n_ctx, n_state)."""
        x = gelu(self._conv(mel, "encoder/conv1", 1))
        x = gelu(self._conv(x, "encoder/conv2", 2)).T
        x = x + self._get("encoder/position_encodings/encodings")[: len(x)]
        for i in range(self.config.n_encoder_layers):
            name = f"encoder/layer_{i}/self_attention"
            joined = self._linear(self._norm(x, f"{name}/layer_norm"), f"{name}/linear_0")
            attended, _ = self._attend(*np.split(joined, 3, axis=1))
            x = x + self._linear(attended, f"{name}/linear_1")
            x = self._feed_forward(x, f"encoder/layer_{i}/ffn")
        return self._norm(x, "encoder/layer_norm")

    def decode(self, tokens: list[int], audio: Floats) -> tuple[Floats, Floats]:
        """Logits (n_tokens, n_vocab) and the alignment heads' attention (n_heads, n_tokens, n_ctx)."""
        n = len(tokens)
        x = self._get("decoder/embeddings/weight")[tokens]
        x = x + self._get("decoder/position_encodings/encodings")[:n]
        mask = np.triu(np.full((n, n), -np.inf), 1)
        all_weights = []
        for i in range(self.config.n_decoder_layers):
            name = f"decoder/layer_{i}/self_attention"
            joined = self._linear(self._norm(x, f"{name}/layer_norm"), f"{name}/linear_0")
            attended, _ = self._attend(*np.split(joined, 3, axis=1), mask)
            x = x + self._linear(attended, f"{name}/linear_1")
            name = f"decoder/layer_{i}/attention"
            q = self._linear(self._norm(x, f"{name}/layer_norm"), f"{name}/linear_0")
            k, v = np.split(self._linear(audio, f"{name}/linear_1"), 2, axis=1)
            attended, weights = self._attend(q, k, v)
            all_weights.append(weights)
            x = x + self._linear(attended, f"{name}/linear_2")
            x = self._feed_forward(x, f"decoder/layer_{i}/ffn")
        x = self._norm(x, "decoder/layer_norm")
        attention = np.stack([all_weights[layer][head] for layer, head in self.config.alignment_heads])
        return x @ self._get("decoder/embeddings/weight").T, attention


def softmax(x: Floats) -> Floats:
    weights = np.exp(x - x.max(-1, keepdims=True))
    total: Floats = weights / weights.sum(-1, keepdims=True)
    return total


def gelu(x: Floats) -> Floats:
    result: Floats = x * 0.5 * (1 + np.vectorize(erf)(x / np.sqrt(2)))
    return result
