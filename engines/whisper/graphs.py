"""Whisper as ONNX graphs written straight from its weights: an encoder that ends in each decoder layer's
cross K/V, and a decoder with self K/V in and out. Any size, any thread.

The layers are those of openai/whisper (whisper/model.py): pre-norm blocks, GELU with erf, no bias on keys.
With an `int8_limit` the products are of eight bits (engines/runtime/graph_builder.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper

from engines.runtime import graph_builder
from engines.runtime.graph_builder import quantised_rows
from engines.whisper.weights import Variables, WhisperConfig, dense

GRAPH_VERSION = 1
"""Part of the cache key: raise it whenever a graph's inputs, outputs or arithmetic change."""


class GraphBuilder(graph_builder.GraphBuilder):
    """Layers of Whisper under the names of their weights."""

    def __init__(self, variables: Variables, int8_limit: int) -> None:
        super().__init__(int8_limit)
        self.variables = variables

    def layer_norm(self, x: str, name: str) -> str:
        gamma = self.constant(dense(self.variables, f"{name}/gamma"))
        beta = self.constant(dense(self.variables, f"{name}/beta"))
        return self.op("LayerNormalization", [x, gamma, beta], axis=-1, epsilon=1e-5)

    def linear(self, x: str, name: str, *, output: str = "") -> str:
        """x @ W.T + b for the weight stored as (n_out, n_in)."""
        weight = dense(self.variables, f"{name}/weight")
        bias = self.constant(dense(self.variables, f"{name}/bias"))
        return self.matmul(x, weight, bias, output=output)

    def heads(self, x: str, config: WhisperConfig, *, transposed: bool = False, output: str = "") -> str:
        """(n_batch, n, n_state) to (n_batch, n_heads, n, d_head), or (n_batch, n_heads, d_head, n)."""
        shape = self.ints(0, -1, config.n_heads, config.d_head)
        apart = self.op("Reshape", [x, shape])
        return self.op("Transpose", [apart], perm=[0, 2, 3, 1] if transposed else [0, 2, 1, 3], output=output)

    def joined(self, x: str, config: WhisperConfig) -> str:
        """(n_batch, n_heads, n, d_head) to (n_batch, n, n_state)."""
        together = self.op("Transpose", [x], perm=[0, 2, 1, 3])
        return self.op("Reshape", [together, self.ints(0, -1, config.n_state)])

    def feed_forward(self, x: str, name: str) -> str:
        inner = self.linear(self.layer_norm(x, f"{name}/layer_norm"), f"{name}/linear_0")
        return self.op("Add", [x, self.linear(self.op("Gelu", [inner]), f"{name}/linear_1")])


def encoder_graph(variables: Variables, config: WhisperConfig, *, int8_limit: int = 0) -> onnx.ModelProto:
    """mel float32 (1, n_mels, n_frames), n_frames even and at most 2 * n_audio_ctx, to, for each decoder
    layer i, cross_k_i (1, n_heads, d_head, n_ctx) and cross_v_i (1, n_heads, n_ctx, d_head)."""
    build = GraphBuilder(variables, int8_limit)
    x = "mel"
    for name, stride in (("conv1", 1), ("conv2", 2)):
        weight = build.constant(dense(variables, f"encoder/{name}/weight"))
        bias = build.constant(dense(variables, f"encoder/{name}/bias"))
        x = build.op("Conv", [x, weight, bias], kernel_shape=[3], pads=[1, 1], strides=[stride])
        x = build.op("Gelu", [x])
    x = build.op("Transpose", [x], perm=[0, 2, 1])
    positions = build.constant(dense(variables, "encoder/position_encodings/encodings"))
    length = build.op("Shape", [x], start=1, end=2)
    x = build.op("Add", [x, build.op("Slice", [positions, build.ints(0), length, build.ints(0)])])
    scale = build.constant(np.array(config.d_head**-0.5, np.float32))
    for i in range(config.n_encoder_layers):
        name = f"encoder/layer_{i}/self_attention"
        normed = build.layer_norm(x, f"{name}/layer_norm")
        q, k, v = build.split(build.linear(normed, f"{name}/linear_0"), 3, axis=2)
        if build.int8:
            attended = build.op(
                "MultiHeadAttention", [q, k, v], domain="com.microsoft", num_heads=config.n_heads
            )
        else:
            scores = build.op(
                "MatMul",
                [build.op("Mul", [build.heads(q, config), scale]), build.heads(k, config, transposed=True)],
            )
            weights = build.op("Softmax", [scores], axis=-1)
            attended = build.joined(build.op("MatMul", [weights, build.heads(v, config)]), config)
        x = build.op("Add", [x, build.linear(attended, f"{name}/linear_1")])
        x = build.feed_forward(x, f"encoder/layer_{i}/ffn")
    x = build.layer_norm(x, "encoder/layer_norm")
    outputs = []
    for i in range(config.n_decoder_layers):
        k, v = build.split(build.linear(x, f"decoder/layer_{i}/attention/linear_1"), 2, axis=2)
        # The scale of the scores is put on the keys once, instead of on the queries of every token.
        k = build.op("Mul", [k, scale])
        build.heads(k, config, transposed=True, output=f"cross_k_{i}")
        build.heads(v, config, output=f"cross_v_{i}")
        outputs += cross_values(config, i)
    mel = helper.make_tensor_value_info("mel", TensorProto.FLOAT, [1, config.n_mels, "n_frames"])
    return build.model("whisper_encoder", [mel], outputs)


def cross_values(config: WhisperConfig, layer: int) -> list[onnx.ValueInfoProto]:
    """The names and shapes of one decoder layer's cross K and V."""
    h, d = config.n_heads, config.d_head
    return [
        helper.make_tensor_value_info(f"cross_k_{layer}", TensorProto.FLOAT, [1, h, d, "n_ctx"]),
        helper.make_tensor_value_info(f"cross_v_{layer}", TensorProto.FLOAT, [1, h, "n_ctx", d]),
    ]


def decoder_graph(variables: Variables, config: WhisperConfig, *, int8_limit: int = 0) -> onnx.ModelProto:
    """One call for a prompt, one for each further token.

    tokens int64 (1, n_tokens); rows int64 (n_rows,): positions among them whose logits are wanted;
    past_k_i, past_v_i (1, n_heads, n_past, d_head); cross_k_i, cross_v_i of the encoder. Out: logits
    float32 (1, n_rows, n_vocab); attention (n_alignment_heads, n_tokens, n_ctx) of the alignment heads;
    present_k_i, present_v_i (1, n_heads, n_past + n_tokens, d_head).
    """
    build = GraphBuilder(variables, int8_limit)
    embeddings = dense(variables, "decoder/embeddings/weight")
    if build.int8:
        quantised, row_scale = quantised_rows(embeddings, int8_limit)
        del embeddings
        # One tensor serves the look-up and the projection.
        columns, scales = build.constant(quantised.T), build.constant(row_scale)
        looked_up = build.op("Cast", [build.op("Gather", [columns, "tokens"], axis=1)], to=TensorProto.FLOAT)
        rows = build.op("Transpose", [looked_up], perm=[1, 2, 0])
        picked = build.op("Gather", [scales, "tokens"], axis=0)
        x = build.op("Mul", [rows, build.op("Unsqueeze", [picked, build.ints(2)])])
    else:
        table = build.constant(embeddings)
        x = build.op("Gather", [table, "tokens"], axis=0)
    n_past = build.op("Shape", ["past_k_0"], start=2, end=3)
    n_tokens = build.op("Shape", ["tokens"], start=1, end=2)
    n_total = build.op("Add", [n_past, n_tokens])
    positions = build.constant(dense(variables, "decoder/position_encodings/encodings"))
    x = build.op("Add", [x, build.op("Slice", [positions, n_past, n_total, build.ints(0)])])
    mask = _causal_mask(build, n_past, n_total)
    scale = build.constant(np.array(config.d_head**-0.5, np.float32))
    inputs: list[Any] = [
        helper.make_tensor_value_info("tokens", TensorProto.INT64, [1, "n_tokens"]),
        helper.make_tensor_value_info("rows", TensorProto.INT64, ["n_rows"]),
    ]
    outputs: list[Any] = [
        helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, "n_rows", config.n_vocab]),
        helper.make_tensor_value_info("attention", TensorProto.FLOAT, ["n_align", "n_tokens", "n_ctx"]),
    ]
    aligned: list[str] = []
    for i in range(config.n_decoder_layers):
        x = _self_attention(build, x, i, config, mask, scale)
        x, weights = _cross_attention(build, x, i, config)
        heads = [head for layer, head in config.alignment_heads if layer == i]
        if heads:
            picked = build.op("Gather", [weights, build.ints(*heads)], axis=1)
            aligned.append(build.op("Squeeze", [picked, build.ints(0)]))
        x = build.feed_forward(x, f"decoder/layer_{i}/ffn")
        past: list[str | int | None] = [1, config.n_heads, "n_past", config.d_head]
        present: list[str | int | None] = [1, config.n_heads, "n_total", config.d_head]
        for kind in ("k", "v"):
            inputs.append(helper.make_tensor_value_info(f"past_{kind}_{i}", TensorProto.FLOAT, past))
            outputs.append(helper.make_tensor_value_info(f"present_{kind}_{i}", TensorProto.FLOAT, present))
        inputs += cross_values(config, i)
    build.op("Concat", aligned, axis=0, output="attention")
    x = build.op("Gather", [x, "rows"], axis=1)
    x = build.layer_norm(x, "decoder/layer_norm")
    if build.int8:
        build.matmul_int8(x, columns, scales, "", output="logits")
    else:
        build.op("MatMul", [x, build.op("Transpose", [table], perm=[1, 0])], output="logits")
    return build.model("whisper_decoder", inputs, outputs)


def _causal_mask(build: GraphBuilder, n_past: str, n_total: str) -> str:
    """(n_tokens, n_total): 0 where a token may look, -inf at what comes after it."""
    zero, one = build.constant(np.array(0, np.int64)), build.constant(np.array(1, np.int64))
    past, total = (build.op("Squeeze", [n]) for n in (n_past, n_total))
    columns = build.op("Range", [zero, total, one])
    rows = build.op("Unsqueeze", [build.op("Range", [past, total, one]), build.ints(1)])
    allowed = build.op("LessOrEqual", [columns, rows])
    open_, closed = build.constant(np.array(0, np.float32)), build.constant(np.array(-np.inf, np.float32))
    return build.op("Where", [allowed, open_, closed])


def _self_attention(build: GraphBuilder, x: str, i: int, config: WhisperConfig, mask: str, scale: str) -> str:
    name = f"decoder/layer_{i}/self_attention"
    normed = build.layer_norm(x, f"{name}/layer_norm")
    q, k, v = build.split(build.linear(normed, f"{name}/linear_0"), 3, axis=2)
    keys = build.op("Concat", [f"past_k_{i}", build.heads(k, config)], axis=2, output=f"present_k_{i}")
    values = build.op("Concat", [f"past_v_{i}", build.heads(v, config)], axis=2, output=f"present_v_{i}")
    queries = build.op("Mul", [build.heads(q, config), scale])
    scores = build.op("MatMul", [queries, build.op("Transpose", [keys], perm=[0, 1, 3, 2])])
    weights = build.op("Softmax", [build.op("Add", [scores, mask])], axis=-1)
    attended = build.joined(build.op("MatMul", [weights, values]), config)
    return build.op("Add", [x, build.linear(attended, f"{name}/linear_1")])


def _cross_attention(build: GraphBuilder, x: str, i: int, config: WhisperConfig) -> tuple[str, str]:
    name = f"decoder/layer_{i}/attention"
    queries = build.heads(build.linear(build.layer_norm(x, f"{name}/layer_norm"), f"{name}/linear_0"), config)
    weights = build.op("Softmax", [build.op("MatMul", [queries, f"cross_k_{i}"])], axis=-1)
    attended = build.joined(build.op("MatMul", [weights, f"cross_v_{i}"]), config)
    return build.op("Add", [x, build.linear(attended, f"{name}/linear_2")]), weights
