"""The layers of the graphs made for a card, in half precision or with weights of eight bits.

Of a quantised model the linear layers' weights are integers or fp8 with one fp16 scale an output (explicit
DequantizeLinear). Where activations are quantised too, each linear layer's input passes a QuantizeLinear and
a DequantizeLinear with one calibrated scale, symmetric, as TensorRT wants it. Convolutions, LayerNorm,
attention's products and, with quantised activations, the projection to the vocabulary stay fp16.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import ml_dtypes
import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper

from engines.runtime.graph_builder import quantised_rows
from engines.runtime.precision import Precision
from engines.whisper.graphs import GraphBuilder
from engines.whisper.weights import Variables, WhisperConfig, dense

OPSET = 24
"""The first with TensorScatter; TensorRT for RTX 1.7 and ONNX Runtime 1.31 take it."""

IR_VERSION = 11

INT8_MOST = 127
FP8_MOST = 448.0
"""The largest finite number of E4M3."""

TABLE = "decoder/embeddings"


@dataclass(frozen=True, slots=True)
class Quantisation:
    """How weights and activations are kept. ranges: linear layer to the largest magnitude of its input that
    is kept (card_calibration.py); left: linear layers that stay fp16."""

    precision: Precision = "fp16"
    ranges: Mapping[str, float] = field(default_factory=dict)
    left: frozenset[str] = frozenset()

    @property
    def with_activations(self) -> bool:
        return self.precision in ("fp8", "int8-qdq")


HALF = Quantisation()


class CardBuilder(GraphBuilder):
    """Layers under the names of their weights."""

    opset = OPSET
    ir_version = IR_VERSION

    def __init__(
        self, variables: Variables, config: WhisperConfig, quantisation: Quantisation = HALF
    ) -> None:
        super().__init__(variables, 0)
        self.config = config
        self.quantisation = quantisation
        self._inputs: dict[str, str] = {}
        self._table = self._ratio = ""

    def half(self, array: NDArray[np.float32], name: str = "") -> str:
        return self.constant(array.astype(np.float16), name)

    def number(self, value: float) -> str:
        return self.constant(np.array(value, np.float32))

    def full(self, x: str) -> str:
        return self.op("Cast", [x], to=TensorProto.FLOAT)

    def halved(self, x: str, output: str = "") -> str:
        return self.op("Cast", [x], output=output, to=TensorProto.FLOAT16)

    def layer_norm(self, x: str, name: str) -> str:
        gamma = self.half(dense(self.variables, f"{name}/gamma"), f"{name}/gamma")
        beta = self.half(dense(self.variables, f"{name}/beta"), f"{name}/beta")
        return self.op("LayerNormalization", [x, gamma, beta], axis=-1, epsilon=1e-5, stash_type=1)

    def linear(self, x: str, name: str, *, output: str = "", n_scaled: int = 0) -> str:
        """x @ W.T + b. The first n_scaled outputs (queries) carry the scale of the scores, d_head ** -0.5."""
        weight, bias = linear_weights(self.variables, self.config, name, n_scaled)
        precision = "fp16" if name in self.quantisation.left else self.quantisation.precision
        if precision == "fp16":
            product = self.op("MatMul", [x, self.half(weight.T, f"{name}/weight")])
        elif precision == "int8":
            rows, scale = int8_rows(weight)
            columns, ratio = self._dequantised(rows.T, scale, f"{name}/weight")
            product = self.op("Mul", [self.op("MatMul", [x, columns]), self.constant(ratio)])
        else:
            rounded = self._rounded(x, self.quantisation.ranges[name])
            product = self.op("MatMul", [rounded, self._columns(weight, f"{name}/weight")])
            # Of rank three: ONNX Runtime 1.32 makes a Gemm of a product and a flat bias, and so gives the
            # int8 input a uint8 zero point.
            bias = bias[None, None]
        return self.op("Add", [product, self.half(bias, f"{name}/bias")], output=output)

    def _dequantised(
        self, stored: NDArray[np.int8], scale: NDArray[np.float16], name: str
    ) -> tuple[str, NDArray[np.float16]]:
        """Integers times the largest scale, and what each output is to be multiplied by.

        TensorRT for RTX makes one kernel of a product with these; of one with a scale an output it makes two,
        the first of which writes all weights in fp16 for every token.
        """
        largest = scale.max()
        values = self.op("DequantizeLinear", [self.constant(stored, name), self.constant(np.array(largest))])
        return values, (scale.astype(np.float32) / np.float32(largest)).astype(np.float16)

    def _columns(self, weight: NDArray[np.float32], name: str) -> str:
        """(n_out, n_in) to a dequantised (n_in, n_out) with one scale an output."""
        if self.quantisation.precision == "fp8":
            scale = _scales(np.abs(weight).max(axis=1), FP8_MOST)
            eighths = (weight / scale[:, None].astype(np.float32)).astype(ml_dtypes.float8_e4m3fn)
            stored = self.constant(eighths.T, name)
        else:
            rows, scale = int8_rows(weight)
            stored = self.constant(rows.T, name)
        return self.op("DequantizeLinear", [stored, self.constant(scale)], axis=1)

    def _rounded(self, x: str, largest: float) -> str:
        """x as eight bits and back; once for all the layers that read it."""
        if x not in self._inputs:
            fp8 = self.quantisation.precision == "fp8"
            scale = self.constant(_scales(np.array(largest), FP8_MOST if fp8 else INT8_MOST))
            zero = np.zeros((), ml_dtypes.float8_e4m3fn if fp8 else np.int8)
            point = self.constant(zero)
            rounded = self.op("QuantizeLinear", [x, scale, point])
            self._inputs[x] = self.op("DequantizeLinear", [rounded, scale, point])
        return self._inputs[x]

    def embeddings(self) -> None:
        """Put the table (n_vocab, n_state) into the graph, for `looked_up` and `logits`."""
        table = dense(self.variables, f"{TABLE}/weight")
        if self.quantisation.precision == "int8":
            rows, scale = int8_rows(table)
            self._table, ratio = self._dequantised(rows, scale, TABLE)
            self._ratio = self.constant(ratio)
        else:
            self._table, self._ratio = self.half(table, TABLE), ""

    def looked_up(self, tokens: str) -> str:
        """tokens (n_batch, n) to fp16 (n_batch, n, n_state)."""
        rows = self.op("Gather", [self._table, tokens], axis=0)
        if not self._ratio:
            return rows
        ratio = self.op("Gather", [self._ratio, tokens], axis=0)
        return self.op("Mul", [rows, self.op("Unsqueeze", [ratio, self.ints(2)])])

    def logits(self, x: str) -> str:
        """fp16 (n, n_state) to fp32 (n, n_vocab)."""
        product = self.op("Gemm", [x, self._table], transB=1)
        if not self._ratio:
            return self.op("Cast", [product], output="logits", to=TensorProto.FLOAT)
        return self.op("Mul", [self.full(product), self.full(self._ratio)], output="logits")

    def reshaped(self, x: str, *shape: int, output: str = "") -> str:
        return self.op("Reshape", [x, self.ints(*shape)], output=output)

    def attend(self, q: str, k: str, v: str, mask: str = "") -> tuple[str, str]:
        """(1, n_heads, n, d_head) of values weighed, and the weights in fp32."""
        scores = self.full(self.op("MatMul", [q, self.op("Transpose", [k], perm=[0, 1, 3, 2])]))
        if mask:
            scores = self.op("Add", [scores, mask])
        weights = self.op("Softmax", [scores], axis=-1)
        return self.op("MatMul", [self.halved(weights), v]), weights


def linear_weights(
    variables: Variables, config: WhisperConfig, name: str, n_scaled: int = 0
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """float32 (n_out, n_in) and (n_out,) of a linear layer, the first n_scaled as in `linear`."""
    weight, bias = dense(variables, f"{name}/weight"), dense(variables, f"{name}/bias")
    factor = np.float32(config.d_head**-0.5)
    weight[:n_scaled] *= factor
    bias[:n_scaled] *= factor
    return weight, bias


def _scales(largest: NDArray[np.floating], most: float) -> NDArray[np.float16]:
    """Scales that map the largest magnitudes to `most`; never so small that fp16 has no normal number."""
    smallest = float(np.finfo(np.float16).tiny)
    scales: NDArray[np.float16] = np.maximum(largest / most, smallest).astype(np.float16)
    return scales


def int8_rows(weight: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Integers and one fp16 scale a row: weight is about rows * scale[:, None]."""
    _, exact = quantised_rows(weight, INT8_MOST)
    scale = _scales(exact * INT8_MOST, INT8_MOST)
    rows = np.rint(weight / scale[:, None].astype(np.float32))
    return np.clip(rows, -INT8_MOST, INT8_MOST).astype(np.int8), scale


def linear_inputs(model: onnx.ModelProto) -> dict[str, str]:
    """Linear layer to the tensor it reads, of a graph in fp16."""
    return {
        node.input[1].removesuffix("/weight"): node.input[0]
        for node in model.graph.node
        if node.op_type == "MatMul" and node.input[1].endswith("/weight")
    }


def with_outputs(model: onnx.ModelProto, names: list[str]) -> onnx.ModelProto:
    """The graph with tensors from its middle among its outputs."""
    copied = onnx.ModelProto()
    copied.CopyFrom(model)
    known = {output.name for output in model.graph.output}
    for name in dict.fromkeys(names):
        if name not in known:
            copied.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT16, None))
    return copied
