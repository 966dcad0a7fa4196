"""Wav2Vec2 for ONNX Runtime's CUDA provider: the network of wav2vec2.py in few kernels, several sounds a run.

Channels come last and every convolution is a matrix product over windows of frames, which needs no copies
into another layout. The group norm of the first convolution is folded into its weights at run time: mean and
variance over time of a linear map follow from those of its ten inputs. Attention, sums with norms and biases
with activations are one node each (ContribOperators.md of microsoft/onnxruntime).
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper

from engines.ctc.wav2vec2 import Wav2Vec2Weights
from engines.runtime.graph_builder import GraphBuilder

CONTRIB = "com.microsoft"
MOST_FRAMES = 4096
"""Of one sound, 82 s: the windows of the positions' convolution come from a table."""

_TOGETHER = 8
"""Frames of the positions' convolution that come of one product: twice as many need twice the weights, half
as many twice the copies of the sound."""
_BLOCK = 256
"""Rows that are multiplied together on the way to the covariance."""
_WIDTH = 16
"""Columns of a matrix product in fp16 are a multiple of this, or it has no fast kernel."""

Array = NDArray[np.float32]


def source_digest() -> str:
    """A change of the code that writes the graph makes a cached one stale."""
    return hashlib.sha256(inspect.getsource(sys.modules[__name__]).encode()).hexdigest()[:16]


class _Builder(GraphBuilder):
    def __init__(self, weights: Wav2Vec2Weights, *, half: bool) -> None:
        super().__init__(0)
        self.weights, self.config, self.half = weights, weights.config, half

    def weight(self, array: Array) -> str:
        return self.constant(array.astype(np.float16 if self.half else np.float32))

    def of(self, name: str) -> str:
        return self.weight(self.weights[name])

    def number(self, value: float) -> str:
        return self.constant(np.array(value, np.float32))

    def cast(self, x: str, to: int) -> str:
        return self.op("Cast", [x], to=to) if self.half else x

    def contrib(self, kind: str, inputs: list[str], **attributes: Any) -> str:
        return self.op(kind, inputs, domain=CONTRIB, **attributes)

    def length(self, x: str, axis: int) -> str:
        return self.op("Shape", [x], start=axis, end=axis + 1)

    def cut(self, x: str, first: str, end: str, axis: int, step: int = 1) -> str:
        return self.op("Slice", [x, first, end, self.ints(axis), self.ints(step)])

    def shape(self, *parts: str | int) -> str:
        names = [self.ints(part) if isinstance(part, int) else part for part in parts]
        return self.op("Concat", names, axis=0)

    def windows(
        self, x: str, kernel: int, stride: int, n_in: int, n_frames: str
    ) -> tuple[list[tuple[str, int]], str]:
        """x (n_batch, n_frames, n_in), of which the first n_frames count, to parts (n_batch, n_out, width *
        n_in) of what each output hears, with their widths, and n_out."""
        over = self.op("Sub", [n_frames, self.ints(kernel)])
        n_out = self.op("Add", [self.op("Div", [over, self.ints(stride)]), self.ints(1)])
        parts = []
        at = 0
        while at < kernel:
            # As many neighbours as lie side by side in memory.
            width = stride if kernel - at >= stride else 1
            if width == stride:
                end = self.op("Add", [self.op("Mul", [n_out, self.ints(stride)]), self.ints(at)])
                part = self.cut(x, self.ints(at), end, 1)
                part = self.op("Reshape", [part, self.shape(0, n_out, stride * n_in)])
            else:
                last = self.op("Mul", [self.op("Sub", [n_out, self.ints(1)]), self.ints(stride)])
                end = self.op("Add", [last, self.ints(at + 1)])
                part = self.cut(x, self.ints(at), end, 1, stride)
            parts.append((part, width))
            at += width
        return parts, n_out

    def convolved(self, parts: list[tuple[str, int]], matrix: Array, n_in: int) -> str:
        """The parts times the matrix's rows that belong to them: a sum is cheaper than to join them."""
        at, total = 0, ""
        for part, width in parts:
            product = self.op("MatMul", [part, self.weight(matrix[at : at + width * n_in])])
            total = self.op("Add", [total, product]) if total else product
            at += width * n_in
        return total

    def features(self) -> tuple[str, str]:
        """Samples to (n_batch, n_frames, n_channels), and n_frames."""
        c = self.config
        x, n = self.op("Unsqueeze", ["samples", self.ints(2)]), self.length("samples", 1)
        n_in = 1
        for i, (n_out, kernel, stride) in enumerate(c.convolutions):
            name = f"feature_extractor.conv_layers.{i}"
            parts, n = self.windows(x, kernel, stride, n_in, n)
            # (n_out, n_in, kernel) to (kernel * n_in, n_out).
            matrix = self.weights[f"{name}.conv.weight"].transpose(2, 1, 0).reshape(kernel * n_in, n_out)
            if i == 0:
                taken = self.op("Concat", [part for part, _ in parts], axis=2)
                parts = [(self.cast(taken, TensorProto.FLOAT16), kernel)]
            if i == 0 and c.group_norm:
                x = self.first_normed(taken, n, matrix, name)
            else:
                product = self.convolved(parts, matrix, n_in)
                bias = self.of(f"{name}.conv.bias") if c.conv_bias else ""
                if not c.group_norm:
                    product = self.op("Add", [product, bias]) if bias else product
                    gamma, beta = (self.of(f"{name}.layer_norm.{part}") for part in ("weight", "bias"))
                    product = self.op("LayerNormalization", [product, gamma, beta], axis=-1, epsilon=1e-5)
                    bias = ""
                # With zeros where there is no bias: twice as fast as ONNX Runtime's Gelu.
                x = self.contrib("BiasGelu", [product, bias or self.weight(np.zeros(n_out, np.float32))])
            n_in = n_out
        return self.cut(x, self.ints(0), n, 1), n

    def first_normed(self, taken: str, n: str, matrix: Array, name: str) -> str:
        """Windows fp32 (n_batch, n, kernel) times the matrix, normed over time for each channel, activated;
        some rows of no meaning after the n. A bias before a norm over time has no effect."""
        kernel, n_out = matrix.shape
        width = -(-kernel // _WIDTH) * _WIDTH
        # Zeros add nothing to sums and products. Sums of few blocks, as ONNX Runtime's reductions of long
        # columns are slow.
        over = self.op("Mod", [self.op("Neg", [n]), self.ints(_BLOCK)])
        pads = self.shape(0, 0, 0, 0, over, width - kernel)
        padded = self.op("Pad", [taken, pads])
        blocks = self.op("Reshape", [padded, self.ints(0, -1, _BLOCK, width)])
        turned = self.op("Transpose", [blocks], perm=[0, 1, 3, 2])
        # Counted on the card: a length, which is known on the host, would have to be sent there.
        ones = self.constant(np.ones(MOST_FRAMES * self.config.frame_samples, np.float32))
        count = self.op("ReduceSum", [self.cut(ones, self.ints(0), n, 0)], keepdims=0)
        column = self.constant(np.ones((_BLOCK, 1), np.float32))
        mean, square = (
            self.op("Div", [self.op("ReduceSum", [each, self.ints(1)], keepdims=0), count])
            for each in (self.op("MatMul", [turned, column]), self.op("MatMul", [turned, blocks]))
        )
        across = self.op("Transpose", [mean], perm=[0, 2, 1])
        covariance = self.op("Sub", [square, self.op("Mul", [mean, across])])
        centred = self.op("Sub", [padded, across])
        wide = np.zeros((width, n_out), np.float32)
        wide[:kernel] = matrix
        weights = self.constant(wide)
        spread = self.op("Mul", [self.op("MatMul", [covariance, weights]), weights])
        variance = self.op(
            "Max", [self.op("ReduceSum", [spread, self.ints(1)], keepdims=1), self.number(0.0)]
        )
        deviation = self.op("Sqrt", [self.op("Add", [variance, self.number(1e-5)])])
        gamma = self.constant(self.weights[f"{name}.layer_norm.weight"])
        scaled = self.op("Mul", [weights, self.op("Div", [gamma, deviation])])
        product = self.op(
            "MatMul", [self.cast(centred, TensorProto.FLOAT16), self.cast(scaled, TensorProto.FLOAT16)]
        )
        return self.contrib("BiasGelu", [product, self.of(f"{name}.layer_norm.bias")])

    def positioned(self, x: str, n: str) -> str:
        """x (n_batch, n, n_state) and the grouped convolution of it.

        _TOGETHER frames at once: what each such block gives is one product of the blocks under the kernel and
        a matrix that holds the kernel once for each of its frames, one frame further down each time.
        """
        c = self.config
        n_groups, n_each, m = c.n_position_groups, c.n_state // c.n_position_groups, _TOGETHER
        before = c.n_positions // 2
        n_under = -(-(c.n_positions + m - 1) // m)
        apart = self.op("Reshape", [x, self.ints(0, 0, n_groups, n_each)])
        apart = self.op("Transpose", [apart], perm=[0, 2, 1, 3])
        over = self.op("Mod", [self.op("Neg", [n]), self.ints(m)])
        after = self.op("Add", [over, self.ints(n_under * m - m - before)])
        padded = self.op("Pad", [apart, self.shape(0, 0, before, 0, 0, 0, after, 0)])
        blocks = self.op("Reshape", [padded, self.ints(0, 0, -1, m * n_each)])
        n_blocks = self.op("Div", [self.op("Add", [n, over]), self.ints(m)])
        table = np.add.outer(np.arange(MOST_FRAMES // m), np.arange(n_under)).astype(np.int32)
        taken = self.op("Gather", [blocks, self.cut(self.constant(table), self.ints(0), n_blocks, 0)], axis=2)
        taken = self.op("Reshape", [taken, self.ints(0, 0, -1, n_under * m * n_each)])
        # (n_state, n_each, n_positions) to (n_groups, n_positions, n_each in, n_each out).
        kernel = self.weights.position_kernel().reshape(n_groups, n_each, n_each, c.n_positions)
        kernel = kernel.transpose(0, 3, 2, 1)
        matrix = np.zeros((n_groups, n_under * m, n_each, m, n_each), np.float32)
        for frame in range(m):
            matrix[:, frame : frame + c.n_positions, :, frame] = kernel
        found = self.op(
            "MatMul", [taken, self.weight(matrix.reshape(n_groups, n_under * m * n_each, m * n_each))]
        )
        found = self.op("Reshape", [found, self.ints(0, 0, -1, n_each)])
        found = self.op("Transpose", [found], perm=[0, 2, 1, 3])
        found = self.cut(self.op("Reshape", [found, self.ints(0, 0, c.n_state)]), self.ints(0), n, 1)
        found = self.contrib("BiasGelu", [found, self.of("encoder.pos_conv_embed.conv.bias")])
        return self.op("Add", [x, found])

    def matrix(self, name: str) -> str:
        return self.weight(self.weights[f"{name}.weight"].T)

    def attention(self, x: str, name: str) -> tuple[str, str]:
        """x (n_batch, n, n_state) to the values weighed and projected, and the bias that is yet to be added.

        A bias of the keys changes all scores of a query alike, which softmax takes away; one of the values
        comes out as it is, the shares being 1 together, and so goes into the bias of the projection.
        """
        c, of = self.config, self.weights
        weight = np.concatenate([of[f"{name}.{part}_proj.weight"] for part in "qkv"])
        q, k, v = self.split(self.op("MatMul", [x, self.weight(weight.T)]), 3, axis=2)
        q = self.op("Add", [q, self.of(f"{name}.q_proj.bias")])
        found = self.contrib("MultiHeadAttention", [q, k, v], num_heads=c.n_heads)
        last = of[f"{name}.out_proj.weight"]
        bias = of[f"{name}.out_proj.bias"] + last @ of[f"{name}.v_proj.bias"]
        return self.op("MatMul", [found, self.weight(last.T)]), self.weight(bias)

    def sum_and_norm(self, x: str, addend: str, name: str, bias: str) -> tuple[str, str]:
        """x + addend + bias normed, and, where norms come first, as it is."""
        gamma, beta = (self.of(f"{name}.{part}") for part in ("weight", "bias"))
        normed, total = self._name("normed"), self._name("sum")
        outputs = [normed, "", "", total] if self.config.norm_first else [normed]
        self.nodes.append(
            helper.make_node(
                "SkipLayerNormalization",
                [x, addend, gamma, beta, bias],
                outputs,
                domain=CONTRIB,
                epsilon=self.config.epsilon,
            )
        )
        return normed, total

    def norm(self, x: str, name: str) -> str:
        gamma, beta = (self.of(f"{name}.{part}") for part in ("weight", "bias"))
        return self.op("LayerNormalization", [x, gamma, beta], axis=-1, epsilon=self.config.epsilon)

    def layers(self, x: str) -> str:
        """The transformer over x (n_batch, n, n_state), normed at its end."""
        c = self.config
        if c.norm_first:
            normed = self.norm(x, "encoder.layers.0.layer_norm")
        else:
            x = normed = self.norm(x, "encoder.layer_norm")
        for i in range(c.n_layers):
            name = f"encoder.layers.{i}"
            found, bias = self.attention(normed, f"{name}.attention")
            middle = "final_layer_norm" if c.norm_first else "layer_norm"
            normed, total = self.sum_and_norm(x, found, f"{name}.{middle}", bias)
            inner = self.op("MatMul", [normed, self.matrix(f"{name}.feed_forward.intermediate_dense")])
            inner = self.contrib("BiasGelu", [inner, self.of(f"{name}.feed_forward.intermediate_dense.bias")])
            found = self.op("MatMul", [inner, self.matrix(f"{name}.feed_forward.output_dense")])
            bias = self.of(f"{name}.feed_forward.output_dense.bias")
            if c.norm_first:
                is_last = i == c.n_layers - 1
                following = "encoder.layer_norm" if is_last else f"encoder.layers.{i + 1}.layer_norm"
                normed, x = self.sum_and_norm(total, found, following, bias)
            else:
                normed, _ = self.sum_and_norm(normed, found, f"{name}.final_layer_norm", bias)
                x = normed
        return normed


def wav2vec2_card_graph(weights: Wav2Vec2Weights, *, half: bool = True) -> onnx.ModelProto:
    """samples float32 (n_batch, n_samples), of at least one frame and at most MOST_FRAMES each, to
    log_probabilities float32 (n_batch, n_frames, n_tokens). half: fp16 weights and activations, the
    statistics of the first norm fp32; else everything is fp32, and runs on a processor, too."""
    build = _Builder(weights, half=half)
    c = build.config
    x, n = build.features()
    x = build.norm(x, "feature_projection.layer_norm")
    x = build.op("MatMul", [x, build.matrix("feature_projection.projection")])
    x = build.op("Add", [x, build.of("feature_projection.projection.bias")])
    x = build.positioned(x, n)
    scores = build.op("MatMul", [build.layers(x), build.matrix("lm_head")])
    scores = build.cast(build.op("Add", [scores, build.of("lm_head.bias")]), TensorProto.FLOAT)
    build.op("LogSoftmax", [scores], axis=-1, output="log_probabilities")
    shape: list[int | str | None] = ["n_batch", "n_frames", c.n_tokens]
    model = build.model(
        "wav2vec2_card",
        [helper.make_tensor_value_info("samples", TensorProto.FLOAT, ["n_batch", "n_samples"])],
        [helper.make_tensor_value_info("log_probabilities", TensorProto.FLOAT, shape)],
    )
    model.opset_import.append(helper.make_opsetid(CONTRIB, 1))
    return model
