"""The decoder's step for ONNX Runtime's CUDA provider: the contract of card_graphs.py in fewer kernels.

A token of a small model takes the card as long as its kernels take to start. Hidden states have two
dimensions, or ONNX Runtime copies them around every product; a sum and the LayerNorm after it are one
SkipLayerNormalization (statistics in fp16; ContribOperators.md of microsoft/onnxruntime);
softmax takes and gives fp16, computed in fp32 inside.
"""

from __future__ import annotations

import hashlib
import inspect
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper

from engines.whisper.card_graphs import CONTRIB, Decoder, cache_values, cross_values, value
from engines.whisper.card_layers import HALF, CardBuilder, linear_weights
from engines.whisper.weights import Variables, WhisperConfig, dense


def source_digest() -> str:
    """A change of the code that writes the step makes a cached one stale."""
    return hashlib.sha256(inspect.getsource(sys.modules[__name__]).encode()).hexdigest()[:16]


def onnx_step_graph(variables: Variables, config: WhisperConfig, *, first_time: int) -> onnx.ModelProto:
    """One token, the cache updated in place; inputs, outputs and values as of card_graphs.step_graph."""
    decoder = Decoder(variables, config, first_time, one_token=True, fused_attention=False, quantisation=HALF)
    step = StepLayers(decoder.build, config)
    build = decoder.build
    embedded = build.reshaped(build.looked_up("token"), 1, config.n_state)
    x = build.op("Add", [embedded, build.op("Gather", [decoder.positions, "position"], axis=0)])
    counted = build.constant(np.arange(config.n_text_ctx, dtype=np.int64))
    open_, closed = (build.constant(np.array(each, np.float16)) for each in (0.0, -np.inf))
    mask = build.op("Where", [build.op("LessOrEqual", [counted, "position"]), open_, closed])
    aligned: list[str] = []
    normed, _ = step.decode(x, mask, aligned)
    together = build.full(build.op("Concat", aligned, axis=1))
    build.reshaped(together, len(config.alignment_heads), 1, -1, output="attention")
    decoder.choose(build.op("Add", [build.logits(normed), "bias"]), "position")
    inputs = [
        value("token", TensorProto.INT64, [1, 1]),
        value("position", TensorProto.INT64, [1]),
        value("bias", TensorProto.FLOAT, [1, config.n_vocab]),
        *cache_values(config),
        *cross_values(config),
    ]
    outputs = [*decoder.choice_values(1), *cache_values(config, "new_")]
    model = build.model("whisper_card_step_onnx", inputs, outputs)
    model.opset_import.append(helper.make_opsetid(CONTRIB, 1))
    return model


class StepLayers:
    """Layers over hidden states of shape (n_batch, n_state), one token a row. fused: see sum_and_norm."""

    def __init__(self, build: CardBuilder, config: WhisperConfig, *, fused: bool = True) -> None:
        self._build = build
        self._config = config
        self._fused = fused

    def decode(self, x: str, mask: str, aligned: list[str]) -> tuple[str, str]:
        """The decoder's layers: the last one's output normed, and as it is. The alignment heads' attention
        fp16 (n_batch, n_heads_here, 1, n_ctx) of each layer is appended to aligned."""
        build, config = self._build, self._config
        normed = build.layer_norm(x, "decoder/layer_0/self_attention/layer_norm")
        for i in range(config.n_decoder_layers):
            name = f"decoder/layer_{i}"
            joint = self.linear(normed, f"{name}/self_attention/linear_0", n_scaled=config.n_state)
            apart = build.reshaped(joint, -1, 3 * config.n_heads, 1, config.d_head)
            q, k, v = build.split(apart, 3, axis=1)
            keys, values = (
                build.op(
                    "TensorScatter",
                    [f"self_{kind}_{i}", new, "position"],
                    axis=2,
                    output=f"new_self_{kind}_{i}",
                )
                for kind, new in (("k", k), ("v", v))
            )
            attended, _ = self.attend(q, keys, values, mask)
            projected = self.linear(attended, f"{name}/self_attention/linear_1")
            x, normed = self.sum_and_norm(x, projected, f"{name}/attention/layer_norm")
            q = self.linear(normed, f"{name}/attention/linear_0", n_scaled=config.n_state)
            q = build.reshaped(q, -1, config.n_heads, 1, config.d_head)
            attended, weights = self.attend(q, f"cross_k_{i}", f"cross_v_{i}")
            heads = [head for layer, head in config.alignment_heads if layer == i]
            if heads:
                aligned.append(build.op("Gather", [weights, build.ints(*heads)], axis=1))
            projected = self.linear(attended, f"{name}/attention/linear_2")
            x, normed = self.sum_and_norm(x, projected, f"{name}/ffn/layer_norm")
            inner = build.op("Gelu", [self.linear(normed, f"{name}/ffn/linear_0")])
            is_last = i == config.n_decoder_layers - 1
            following = (
                "decoder/layer_norm" if is_last else f"decoder/layer_{i + 1}/self_attention/layer_norm"
            )
            x, normed = self.sum_and_norm(x, self.linear(inner, f"{name}/ffn/linear_1"), following)
        return normed, x

    def linear(self, x: str, name: str, *, n_scaled: int = 0) -> str:
        """As CardBuilder.linear, in one node."""
        build = self._build
        weight, bias = linear_weights(build.variables, self._config, name, n_scaled)
        columns, added = build.half(weight.T, f"{name}/weight"), build.half(bias, f"{name}/bias")
        return build.op("Gemm", [x, columns, added])

    def sum_and_norm(self, x: str, addend: str, name: str) -> tuple[str, str]:
        """x + addend, and its LayerNorm; fused: in one node, which only ONNX Runtime knows."""
        build = self._build
        if not self._fused:
            total = build.op("Add", [x, addend])
            return total, build.layer_norm(total, name)
        gamma, beta = (
            build.half(dense(build.variables, f"{name}/{part}"), f"{name}/{part}")
            for part in ("gamma", "beta")
        )
        normed, total = f"{name}/normed", f"{name}/sum"
        build.nodes.append(
            helper.make_node(
                "SkipLayerNormalization",
                [x, addend, gamma, beta],
                [normed, "", "", total],
                domain=CONTRIB,
                epsilon=1e-5,
            )
        )
        return total, normed

    def attend(self, q: str, k: str, v: str, mask: str = "") -> tuple[str, str]:
        """(n_batch, n_state) of values weighed, and the weights in fp16 (n_batch, n_heads, 1, n_keys)."""
        build = self._build
        scores = build.op("MatMul", [q, build.op("Transpose", [k], perm=[0, 1, 3, 2])])
        if mask:
            scores = build.op("Add", [scores, mask])
        weights = build.op("Softmax", [scores], axis=-1)
        return build.reshaped(build.op("MatMul", [weights, v]), -1, self._config.n_state), weights
