"""Writes ONNX graphs: nodes and numbers under generated names; products in fp32 or in dynamic INT8.

With an `int8_limit` (127, or 63 where a processor's eight-bit products overflow) the products become
com.microsoft DynamicQuantizeMatMul (weights per channel, activations per call), which only ONNX Runtime's CPU
provider knows; without one (0) the graph is fp32 in standard operators alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from engines.versions import ONNX_OPSET

QUANTISED_ROWS = 4096

OPSET = ONNX_OPSET
IR_VERSION = 10


class GraphBuilder:
    """Collects nodes and initializers under generated names."""

    opset = OPSET
    ir_version = IR_VERSION

    def __init__(self, int8_limit: int) -> None:
        self.int8 = int8_limit > 0
        self.int8_limit = int8_limit
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: list[onnx.TensorProto] = []
        self._n_names = 0

    def constant(self, array: NDArray[Any], name: str = "") -> str:
        name = name or self._name("constant")
        self.initializers.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def ints(self, *values: int) -> str:
        return self.constant(np.array(values, np.int64))

    def _name(self, kind: str) -> str:
        self._n_names += 1
        return f"{kind}_{self._n_names}"

    def op(self, kind: str, inputs: Sequence[str], *, output: str = "", **attributes: Any) -> str:
        output = output or self._name(kind)
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def split(self, x: str, n: int, axis: int) -> list[str]:
        outputs = [self._name("Split") for _ in range(n)]
        self.nodes.append(helper.make_node("Split", [x], outputs, axis=axis, num_outputs=n))
        return outputs

    def matmul(self, x: str, weight: NDArray[np.float32], bias: str = "", *, output: str = "") -> str:
        if self.int8:
            quantised, scale = quantised_rows(weight, self.int8_limit)
            columns = self.constant(quantised.T)
            return self.matmul_int8(x, columns, self.constant(scale), bias, output=output)
        product = self.op("MatMul", [x, self.constant(weight.T)], output="" if bias else output)
        return self.op("Add", [product, bias], output=output) if bias else product

    def matmul_int8(self, x: str, columns: str, scale: str, bias: str, *, output: str = "") -> str:
        inputs = [x, columns, scale, "", bias] if bias else [x, columns, scale]
        return self.op("DynamicQuantizeMatMul", inputs, output=output, domain="com.microsoft")

    def model(self, name: str, inputs: list[Any], outputs: list[Any]) -> onnx.ModelProto:
        graph = helper.make_graph(self.nodes, name, inputs, outputs, self.initializers)
        opsets = [helper.make_opsetid("", self.opset)]
        if self.int8:
            opsets.append(helper.make_opsetid("com.microsoft", 1))
        return helper.make_model(
            graph, opset_imports=opsets, ir_version=self.ir_version, producer_name="sightline"
        )


def quantised_rows(weight: NDArray[np.float32], limit: int) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Integers in -limit..limit with one scale a row: weight is about quantised * scale[:, None]."""
    scale = np.maximum(np.maximum(weight.max(axis=1), -weight.min(axis=1)), 1e-12) / limit
    quantised = np.empty(weight.shape, np.int8)
    # Some rows at a time: the embeddings whole would need four copies in fp32, most of a program's memory.
    for first in range(0, len(weight), QUANTISED_ROWS):
        rows = slice(first, first + QUANTISED_ROWS)
        quantised[rows] = np.clip(np.rint(weight[rows] / scale[rows, None]), -limit, limit)
    return quantised, scale.astype(np.float32)
