"""ONNX Runtime on the CPU, or on an NVIDIA card by its CUDA provider; imported only when asked for."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from engines.errors import EngineError
from engines.runtime.graph import Tensor

if TYPE_CHECKING:
    import onnx
    import onnxruntime


Opened = TypeVar("Opened")


UNUSED_DAYS = 60
"""A graph in the cache that no start has used for so long is of an old model or version."""


def available_providers() -> tuple[str, ...]:
    """ONNX Runtime's providers here, such as "CPUExecutionProvider"; empty when it cannot be imported."""
    try:
        import onnxruntime
    except ImportError:
        return ()
    return tuple(onnxruntime.get_available_providers())


def runtime_version() -> str:
    """ONNX Runtime's version, "" when it is not installed."""
    for package in ("onnxruntime", "onnxruntime-gpu"):
        with contextlib.suppress(PackageNotFoundError):
            return version(package)
    return ""


def default_threads() -> int:
    """Threads for recognition: every core up to four; more gain little on models this small."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(4, usable))


@lru_cache(maxsize=1)
def int8_limit() -> int:
    """The largest int8 weight whose products this processor adds without overflow: 127, or 63.

    Without VNNI instructions (Intel before 2019, AMD before Zen 4) ONNX Runtime adds two products of uint8
    and int8 in 16 bits, which 255 * 127 * 2 overflows and 255 * 63 * 2 does not ("reduce_range" in
    https://onnxruntime.ai/docs/performance/model-optimizations/quantization.html). Tried, not read from a
    list of processors. Raises EngineError.
    """
    from onnx import TensorProto, helper, numpy_helper

    weight = numpy_helper.from_array(np.full((64, 32), 127, np.int8), "b")
    graph = helper.make_graph(
        [helper.make_node("MatMulInteger", ["a", "b"], ["y"])],
        "overflow",
        [helper.make_tensor_value_info("a", TensorProto.UINT8, ["n", 64])],
        [helper.make_tensor_value_info("y", TensorProto.INT32, ["n", 32])],
        [weight],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)
    runner = OnnxGraph(model.SerializeToString(), n_threads=1)
    # One row and several take different code.
    for n in (1, 8):
        product = runner.array(runner.run({"a": np.full((n, 64), 255, np.uint8)}, ("y",))["y"])
        if not (product == 255 * 127 * 64).all():
            return 63
    return 127


class OnnxGraph:
    """A graph of ONNX Runtime, from a file or its bytes. Raises EngineError when it cannot load or run."""

    def __init__(self, source: Path | bytes, *, n_threads: int | None = None, device: str = "cpu") -> None:
        try:
            import onnxruntime
        except ImportError as error:
            raise EngineError(
                "ONNX Runtime cannot be loaded.",
                "Install it again: pip install --force-reinstall onnxruntime",
            ) from error
        if device == "cuda" and "CUDAExecutionProvider" not in onnxruntime.get_available_providers():
            raise EngineError(
                "This ONNX Runtime has no CUDA provider.",
                "Install onnxruntime-gpu and an NVIDIA driver, or use --engine cpu.",
            )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = n_threads or default_threads()
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Threads wait awake within a run, which saves a third of a token's time, and asleep between runs.
        options.add_session_config_entry("session.intra_op.allow_spinning", "1")
        options.add_session_config_entry("session.force_spinning_stop", "1")
        options.add_session_config_entry("session.use_env_allocators", "0")
        providers = ["CPUExecutionProvider"]
        if device == "cuda":
            onnxruntime.preload_dlls()
            providers.insert(0, "CUDAExecutionProvider")
        try:
            self._session: onnxruntime.InferenceSession = onnxruntime.InferenceSession(
                str(source) if isinstance(source, Path) else source, options, providers=providers
            )
        except Exception as error:
            name = f"The graph {source.name}" if isinstance(source, Path) else "A graph"
            raise EngineError(f"{name} cannot be loaded: {_first_line(error)}.") from error
        # ONNX Runtime falls back to the CPU without a word when CUDA's libraries or the driver do not load.
        if device == "cuda" and "CUDAExecutionProvider" not in self._session.get_providers():
            raise EngineError(
                "ONNX Runtime could not start CUDA on this computer.",
                "Check the NVIDIA driver with: sightline doctor, or use --engine cpu.",
            )
        self._device = device
        self._value = onnxruntime.OrtValue.ortvalue_from_numpy

    @property
    def device(self) -> str:
        return self._device

    def tensor(self, array: NDArray[Any]) -> Tensor:
        return self._value(array)

    def array(self, tensor: Tensor) -> NDArray[np.float32]:
        fetched: NDArray[np.float32] = tensor.numpy()
        return fetched

    def run(self, inputs: Mapping[str, Tensor], outputs: Sequence[str]) -> dict[str, Tensor]:
        values = {
            name: self._value(value) if isinstance(value, np.ndarray) else value
            for name, value in inputs.items()
        }
        try:
            results = self._session.run_with_ort_values(list(outputs), values)
        except Exception as error:
            raise EngineError(f"A recognition pass failed: {_first_line(error)}.") from error
        return dict(zip(outputs, results, strict=True))


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


def load_cached(
    key: str,
    build: Callable[[], onnx.ModelProto],
    cache_dir: Path,
    *,
    n_threads: int | None = None,
    device: str = "cpu",
) -> OnnxGraph:
    """The graph under `key` from the user's cache; see `open_cached`."""
    return open_cached(
        key, build, cache_dir, lambda path: OnnxGraph(path, n_threads=n_threads, device=device)
    )


def open_cached(
    key: str, build: Callable[[], onnx.ModelProto], cache_dir: Path, opened: Callable[[Path], Opened]
) -> Opened:
    """What `opened` makes of the graph under `key`, built when it is missing, damaged or cannot be opened.

    The file is named by the key's hash and carries its own sha256 beside it; both are written atomically.
    A cache that cannot be written costs time at each start, never a failure.
    """
    name = hashlib.sha256(f"{key}|{runtime_version()}".encode()).hexdigest()[:24]
    path = cache_dir / f"{name}.onnx"
    digest_path = cache_dir / f"{name}.sha256"
    with contextlib.suppress(OSError, EngineError):
        if digest_path.read_bytes() == _digest(path).encode():
            graph = opened(path)
            for used in (path, digest_path):
                used.touch()
            return graph
    _forget_unused(cache_dir)
    data = build().SerializeToString()
    try:
        cache_dir.mkdir(parents=True, exist_ok=True)
        _write(path, data)
        _write(digest_path, hashlib.sha256(data).hexdigest().encode())
    except OSError:
        with tempfile.TemporaryDirectory() as folder:
            elsewhere = Path(folder) / path.name
            elsewhere.write_bytes(data)
            return opened(elsewhere)
    del data  # or it would be in memory twice while it is loaded
    return opened(path)


def _forget_unused(cache_dir: Path) -> None:
    """Graphs of models and versions that nobody has used for so long give their room back."""
    oldest = time.time() - UNUSED_DAYS * 24 * 3600
    for path in cache_dir.glob("*.*"):
        with contextlib.suppress(OSError):
            if path.suffix in (".onnx", ".sha256") and path.stat().st_mtime < oldest:
                path.unlink()


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _write(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
