"""The H200's stage of single nodes: what of a batched step or encoder takes ONNX Runtime long, at 64 rows."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from stages import Record, device

from engines.runtime.card_graph import Replay
from engines.runtime.onnx_card import OnnxCardGraph

F, H, L = TensorProto.FLOAT, TensorProto.FLOAT16, TensorProto.INT64
TYPES: dict[int, Any] = {F: np.float32, H: np.float16, L: np.int64}
Value = tuple[str, int, list[int]]


def node(
    kind: str,
    inputs: list[Value],
    outputs: list[Value],
    constants: dict[str, Any] | None = None,
    **attributes: Any,
) -> tuple[onnx.ModelProto, list[Value], list[Value]]:
    """A graph of one node."""
    domain = attributes.pop("domain", "")
    named = [name for name, *_ in inputs] + list(constants or {})
    made = helper.make_node(kind, named, [name for name, *_ in outputs], domain=domain, **attributes)
    initializers = [numpy_helper.from_array(array, name) for name, array in (constants or {}).items()]
    graph = helper.make_graph(
        [made],
        "probe",
        [helper.make_tensor_value_info(*each) for each in inputs],
        [helper.make_tensor_value_info(*each) for each in outputs],
        initializers,
    )
    opsets = [helper.make_opsetid("", 24), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=11), inputs, outputs


def probes(n: int) -> dict[str, Any]:
    v, mel, both = 51865, [n, 80, 1000], np.array([1, 2], np.int64)
    one = np.array([1], np.int64)
    weight = np.zeros((512, 80, 3), np.float16)
    chunk = [n * 51, 1024]
    found = {
        "ArgMax of the vocabulary": node(
            "ArgMax", [("x", F, [n, v])], [("y", L, [n, 1])], axis=1, keepdims=1
        ),
        "ReduceMax of the vocabulary": node(
            "ReduceMax", [("x", F, [n, v])], [("y", F, [n, 1])], {"axes": one}, keepdims=1
        ),
        "ReduceSum of the vocabulary": node(
            "ReduceSum", [("x", F, [n, v])], [("y", F, [n, 1])], {"axes": one}, keepdims=1
        ),
        "LogSoftmax of the vocabulary": node("LogSoftmax", [("x", F, [n, v])], [("y", F, [n, v])], axis=1),
        "TopK of the vocabulary": node(
            "TopK", [("x", F, [n, v])], [("y", F, [n, 1]), ("i", L, [n, 1])], {"k": one}, axis=1
        ),
        "TopK of chunks": node(
            "TopK", [("x", F, chunk)], [("y", F, [chunk[0], 1]), ("i", L, [chunk[0], 1])], {"k": one}, axis=1
        ),
        "ReduceMax of the log-mel": node(
            "ReduceMax", [("x", F, mel)], [("y", F, [n, 1, 1])], {"axes": both}, keepdims=1
        ),
        "Conv 80 to 512, fp16": node("Conv", [("x", H, mel)], [("y", H, [n, 512, 998])], {"w": weight}),
        "Conv of the window, fp32": node(
            "Conv", [("x", F, [n, 1, 160240])], [("y", F, [n, 402, 1000])],
            {"w": np.zeros((402, 1, 400), np.float32)}, strides=[160],
        ),
        "scores of a step": node(
            "FusedMatMul", [("x", H, [n, 8, 1, 64]), ("k", H, [n, 8, 448, 64])], [("y", H, [n, 8, 1, 448])],
            transB=1, domain="com.microsoft",
        ),
        "values of a step": node(
            "MatMul", [("x", H, [n, 8, 1, 448]), ("k", H, [n, 8, 448, 64])], [("y", H, [n, 8, 1, 64])]
        ),
        "product with the vocabulary": node(
            "Gemm", [("x", H, [n, 512])], [("y", H, [n, v])], {"w": np.zeros((v, 512), np.float16)}, transB=1
        ),
    }  # fmt: skip
    return found


def probe(arguments: argparse.Namespace, record: Record) -> None:
    for n in (2,) if arguments.quick else (2, 64):
        for name, made in probes(n).items():
            ms = record.attempt(f"{name} {n}", partial(one, arguments, *made))
            if ms is not None:
                record.row(what=name, rows=n, device_ms=ms)


def one(
    arguments: argparse.Namespace, model: onnx.ModelProto, inputs: list[Value], outputs: list[Value]
) -> float:
    memory = device(arguments)
    try:
        with memory.current():
            stream = memory.stream()
            graph = OnnxCardGraph(
                model.SerializeToString(), stream, device=arguments.provider, capture="stream"
            )
            placed = {}
            for name, kind, shape in (*inputs, *outputs):
                n_bytes = int(np.prod(shape)) * np.dtype(TYPES[kind]).itemsize
                buffer = memory.allocate(n_bytes)
                memory.clear(buffer.address, n_bytes, stream)
                placed[name] = (buffer.address, tuple(shape))
            run = Replay(memory, stream, graph.bind(placed).enqueue)
            if graph.can_capture:
                run.capture()
            first, second = memory.event(), memory.event()
            memory.record(first, stream)
            for _ in range(50):
                run.enqueue()
            memory.record(second, stream)
            memory.wait(second)
            ms = round(memory.elapsed_ms(first, second) / 50, 4)
            graph.close()
            return ms
    finally:
        memory.close()
