"""The cache of graphs: built once, rebuilt when damaged or out of date, never a reason to fail."""

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from engines.errors import EngineError
from engines.runtime import onnx as runtime
from engines.runtime.onnx import (
    UNUSED_DAYS,
    OnnxGraph,
    available_providers,
    default_threads,
    int8_limit,
    load_cached,
    runtime_version,
)


def plus(number: float) -> onnx.ModelProto:
    """y = x + number."""
    constant = numpy_helper.from_array(np.array([number], np.float32), "number")
    graph = helper.make_graph(
        [helper.make_node("Add", ["x", "number"], ["y"])],
        "plus",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1])],
        [constant],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)


class Builder:
    """Counts how often the graph is built."""

    def __init__(self, number: float = 1.0) -> None:
        self.number = number
        self.n_built = 0

    def __call__(self) -> onnx.ModelProto:
        self.n_built += 1
        return plus(self.number)


def result(graph: OnnxGraph, x: float = 1.0) -> float:
    y = graph.run({"x": np.array([x], np.float32)}, ["y"])["y"]
    return float(graph.array(y)[0])


def only(folder: Path, ending: str) -> Path:
    (path,) = folder.glob(f"*{ending}")
    return path


def test_built_once_then_loaded(tmp_path: Path) -> None:
    build = Builder()
    folder = tmp_path / "not" / "yet"
    assert result(load_cached("key", build, folder)) == 2.0
    assert result(load_cached("key", build, folder)) == 2.0
    assert build.n_built == 1
    graph = only(folder, ".onnx")
    assert only(folder, ".sha256").read_text() == hashlib.sha256(graph.read_bytes()).hexdigest()
    assert len(list(folder.iterdir())) == 2


def test_another_key_is_another_graph(tmp_path: Path) -> None:
    first, second = Builder(1.0), Builder(2.0)
    assert result(load_cached("one", first, tmp_path)) == 2.0
    assert result(load_cached("two", second, tmp_path)) == 3.0
    assert result(load_cached("one", first, tmp_path)) == 2.0
    assert (first.n_built, second.n_built) == (1, 1)


def test_another_runtime_builds_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = Builder()
    load_cached("key", build, tmp_path)
    monkeypatch.setattr(runtime, "runtime_version", lambda: "999.0")
    load_cached("key", build, tmp_path)
    assert build.n_built == 2


def truncated(folder: Path) -> None:
    path = only(folder, ".onnx")
    path.write_bytes(path.read_bytes()[:-7])


def one_bit(folder: Path) -> None:
    path = only(folder, ".onnx")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def empty(folder: Path) -> None:
    only(folder, ".onnx").write_bytes(b"")


def no_graph(folder: Path) -> None:
    only(folder, ".onnx").unlink()


def no_digest(folder: Path) -> None:
    only(folder, ".sha256").unlink()


def digest_not_text(folder: Path) -> None:
    only(folder, ".sha256").write_bytes(b"\xff\xfe\x00\x80")


def whole_but_no_graph(folder: Path) -> None:
    """The hash fits, ONNX Runtime cannot load it."""
    only(folder, ".onnx").write_bytes(b"nothing")
    only(folder, ".sha256").write_text(hashlib.sha256(b"nothing").hexdigest())


@pytest.mark.parametrize(
    "damage", [truncated, one_bit, empty, no_graph, no_digest, digest_not_text, whole_but_no_graph]
)
def test_a_damaged_cache_is_built_again(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    build = Builder()
    load_cached("key", build, tmp_path)
    damage(tmp_path)
    assert result(load_cached("key", build, tmp_path)) == 2.0
    assert build.n_built == 2
    assert result(load_cached("key", build, tmp_path)) == 2.0
    assert build.n_built == 2


def test_what_nobody_used_for_long_is_removed_when_another_is_built(tmp_path: Path) -> None:
    load_cached("old", Builder(), tmp_path)
    load_cached("used", Builder(), tmp_path)
    long_ago = time.time() - (UNUSED_DAYS + 1) * 24 * 3600
    for path in tmp_path.iterdir():
        os.utime(path, (long_ago, long_ago))
    load_cached("used", Builder(), tmp_path)
    load_cached("new", Builder(), tmp_path)
    assert len(list(tmp_path.glob("*.onnx"))) == 2
    assert len(list(tmp_path.iterdir())) == 4
    rebuilt = Builder()
    load_cached("old", rebuilt, tmp_path)
    assert rebuilt.n_built == 1


def test_a_cache_folder_that_cannot_be_made_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    build = Builder()
    for _ in range(2):
        assert result(load_cached("key", build, tmp_path / "file" / "cache")) == 2.0
    assert build.n_built == 2


def test_a_disk_that_is_full_costs_only_time_and_keeps_no_scraps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: str, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(runtime.os, "replace", full)
    assert result(load_cached("key", Builder(), tmp_path)) == 2.0
    assert list(tmp_path.iterdir()) == []


def test_a_build_that_fails_is_not_hidden(tmp_path: Path) -> None:
    def build() -> onnx.ModelProto:
        raise KeyError("weight")

    with pytest.raises(KeyError):
        load_cached("key", build, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_cuda_where_there_is_none_is_an_engine_error(tmp_path: Path) -> None:
    if "CUDAExecutionProvider" in available_providers():
        pytest.skip("this ONNX Runtime has CUDA")
    with pytest.raises(EngineError) as caught:
        load_cached("key", Builder(), tmp_path, device="cuda")
    assert "--engine cpu" in caught.value.advice


def test_a_graph_from_bytes_and_tensors_kept_in_the_runtime() -> None:
    graph = OnnxGraph(plus(3.0).SerializeToString(), n_threads=1)
    assert graph.device == "cpu"
    once = graph.run({"x": graph.tensor(np.array([1.0], np.float32))}, ["y"])["y"]
    assert graph.array(graph.run({"x": once}, ["y"])["y"]).tolist() == [7.0]


def test_what_is_known_of_the_runtime() -> None:
    assert "CPUExecutionProvider" in available_providers()
    assert runtime_version().count(".") >= 1
    assert 1 <= default_threads() <= 4
    assert int8_limit() in (63, 127)


def test_importing_the_runtime_does_not_load_onnx_runtime() -> None:
    code = "import sys, engines.runtime.onnx; sys.exit('onnxruntime' in sys.modules or 'onnx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0
