"""The H200's stage of single nodes: what of a batched step or encoder takes ONNX Runtime long, at 64 rows."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from stages import Record, device, random_model, sound

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


def kernels(arguments: argparse.Namespace, record: Record) -> None:
    """Which kernels take how long, by PyTorch's profiler: Wav2Vec2-base, and Whisper base at 64 rows."""
    import torch
    from ctc import session_of
    from streams import open_network
    from tensorrt_ctc import BASE, DEEP, RandomDeepSpeech2, RandomWav2Vec2

    from engines.ctc import card, deepspeech2, wav2vec2
    from engines.whisper.network import Window

    on_card = arguments.provider == "cuda"
    if on_card:
        torch.cuda.init()
    kind = torch.profiler.ProfilerActivity.CUDA if on_card else torch.profiler.ProfilerActivity.CPU

    def profiled(name: str, work: Callable[[], None], finish: Callable[[], None], n: int) -> None:
        work()
        finish()
        with torch.profiler.profile(activities=[kind]) as profile:
            for _ in range(n):
                work()
            finish()
        rows = sorted(profile.key_averages(), key=lambda row: -row.device_time_total)
        total = sum(row.device_time_total for row in rows) / n
        print(f"{name}: {total:.0f} us, {sum(row.count for row in rows) / n:.0f} kernels")
        for row in rows[:22]:
            print(f"{row.device_time_total / n:8.2f} us {row.count / n:6.1f} x  {row.key[:100]}", flush=True)

    weights = RandomWav2Vec2(wav2vec2.read_config(BASE))
    deep = RandomDeepSpeech2(deepspeech2.read_config({**DEEP, "bidirectional": True}))
    kinds: list[tuple[str, Any, dict[str, Any]]] = [
        ("wav2vec2-base", weights, {"samples": sound(10.0)[None]}),
        ("deepspeech2", deep, {"features": np.zeros((1, 1, 161, 999), np.float32)}),
    ]
    for name, of, given in kinds if on_card else ():
        with session_of(arguments, of, card.graph_of(of), "none") as (session, _):
            session.run(given, ("log_probabilities",))
            (bound,) = session._bound.values()
            finish = partial(session.memory.synchronise, session._stream)
            with session.memory.current():
                profiled(name, bound.replay.enqueue, finish, 10)
    dimensions = (512, 8, 6, 51865) if on_card else (64, 4, 4, 51865)
    network = open_network(arguments, random_model(*dimensions), device(arguments), True, capture="none")
    try:
        n_samples, n_rows = network.n_samples_of(1000), network.most_together
        window = Window(sound(8.0), [1, *range(100, 139)], 0, True, 5, 400)
        network.decode_together([window] * n_rows, n_samples)
        size = network._runs[n_rows, n_samples]
        with network.memory.current():
            finish = partial(network.memory.synchronise, network._stream)
            profiled("encode", size.encode.enqueue, finish, 10)
            profiled("prefill", network._prefill(size, 48).enqueue, finish, 10)
            profiled("step", size.steps[0].enqueue, finish, 20)
    finally:
        network.close()


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
