"""TensorRT played by ONNX Runtime: engines are ONNX files, contexts run them over the addresses given.

The calls are those of tensorrt_rtx 1.7; what a real context refuses, this one refuses. On a card it runs by
the CUDA provider on the same device pointers: the code around TensorRT is tried over real memory.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import onnx

from engines.runtime.device_memory import Stream
from engines.runtime.onnx_card import OnnxCardGraph

SCRATCH_BYTES = 4096


class _Abstract:
    pass


class PlayedTensorRt:
    """Stands for the module. stream: sessions are opened on it; do: queues work on a played card."""

    __name__ = "tensorrt_rtx"
    ExecutionContextAllocationStrategy = SimpleNamespace(USER_MANAGED="user", STATIC="static")
    DynamicShapesKernelSpecializationStrategy = SimpleNamespace(EAGER="eager", LAZY="lazy", NONE="none")
    CudaGraphStrategy = SimpleNamespace(DISABLED="disabled", WHOLE_GRAPH_CAPTURE="whole")
    TensorIOMode = SimpleNamespace(INPUT="input", OUTPUT="output")

    class ILogger(_Abstract):
        Severity = SimpleNamespace(ERROR="error", INTERNAL_ERROR="internal", WARNING="warning", INFO="info")

    class IProfiler(_Abstract):
        pass

    def __init__(self, stream: Stream, *, device: str = "cpu", capture: Any = "none", do: Any = None) -> None:
        self.stream, self.device, self.capture = stream, device, capture
        self.do = do or (lambda work: work())
        self.capturable = True
        self.configs: list[Any] = []
        self.contexts: list[PlayedContext] = []
        self.caches: list[PlayedCache] = []
        self.fail_with = ""

    def Runtime(self, logger: Any) -> Any:
        def deserialize(plan: bytes) -> PlayedEngine | None:
            try:
                return PlayedEngine(self, bytes(plan), logger)
            except Exception as error:
                logger.log(
                    self.ILogger.Severity.ERROR, f"Serialized engine is damaged ({type(error).__name__})"
                )
                return None

        return SimpleNamespace(deserialize_cuda_engine=deserialize)


class PlayedCache:
    def __init__(self) -> None:
        self.data = b"kernels"
        self.loaded = b""

    def deserialize(self, data: bytes) -> bool:
        self.loaded = data
        return data.startswith(b"kernels")

    def serialize(self) -> bytes:
        return self.data

    def reset(self) -> None:
        self.loaded = b""


class PlayedEngine:
    def __init__(self, library: PlayedTensorRt, plan: bytes, logger: Any) -> None:
        model = onnx.load_from_string(plan)
        onnx.checker.check_model(model)
        self.library, self.logger = library, logger
        # A real engine's context is what can be captured; here the session is.
        capture = library.capture if model.graph.name != "whisper_card_prefill" else "none"
        self.graph = OnnxCardGraph(plan, library.stream, device=library.device, capture=capture)
        self.modes = {v.name: "input" for v in model.graph.input} | {
            v.name: "output" for v in model.graph.output
        }
        self.shapes = {
            v.name: tuple(d.dim_value or -1 for d in v.type.tensor_type.shape.dim) for v in model.graph.input
        }
        self.num_io_tensors = len(self.modes)
        self.device_memory_size_v2 = SCRATCH_BYTES

    def get_tensor_name(self, i: int) -> str:
        return list(self.modes)[i]

    def get_tensor_mode(self, name: str) -> str:
        return self.modes[name]

    def get_aliased_input_tensor(self, name: str) -> str | None:
        return name.removeprefix("new_") if name.startswith("new_self") else None

    def create_runtime_config(self) -> Any:
        library = self.library

        class Config(SimpleNamespace):
            dynamic_shapes_kernel_specialization_strategy = "lazy"
            cuda_graph_strategy = "disabled"

            def set_execution_context_allocation_strategy(self, strategy: str) -> None:
                self.allocation = strategy

            def create_runtime_cache(self) -> PlayedCache:
                library.caches.append(PlayedCache())
                return library.caches[-1]

            def set_runtime_cache(self, cache: PlayedCache) -> None:
                self.cache = cache

        config = Config()
        library.configs.append(config)
        return config

    def create_execution_context(self, config: Any) -> PlayedContext:
        context = PlayedContext(self, config)
        self.library.contexts.append(context)
        return context


class PlayedContext:
    def __init__(self, engine: PlayedEngine, config: Any) -> None:
        self.engine, self.config = engine, config
        self.scratch = 0
        self.addresses: dict[str, int] = {}
        self.given: dict[str, tuple[int, ...]] = {}
        self.profiler: Any = None
        self.runs: dict[Any, Any] = {}

    def set_device_memory(self, address: int, n_bytes: int) -> None:
        assert address % 256 == 0
        assert n_bytes >= self.engine.device_memory_size_v2
        self.scratch = address

    def set_input_shape(self, name: str, shape: tuple[int, ...]) -> bool:
        asked = self.engine.shapes[name]
        fits = len(asked) == len(shape) and all(a in (-1, b) for a, b in zip(asked, shape, strict=True))
        if fits:
            self.given[name] = shape
        else:
            self.engine.logger.log("error", f"setInputShape: {name} does not fit the profile")
        return fits

    def set_tensor_address(self, name: str, address: int) -> bool:
        assert address % 256 == 0
        self.addresses[name] = address
        return True

    def infer_shapes(self) -> list[str]:
        return sorted(self.engine.shapes.keys() - self.given.keys())

    def is_stream_capturable(self, stream: int) -> bool:
        library = self.engine.library
        possible = library.device == "cpu" or self.engine.graph.can_capture
        return library.capturable and library.capture != "none" and possible

    def execute_async_v3(self, stream: int) -> bool:
        library = self.engine.library
        assert stream == library.stream.handle
        assert self.scratch, "no scratch memory"
        if library.fail_with:
            self.engine.logger.log("error", library.fail_with)
            return False
        # Outputs whose length follows an input's are as long as that input says.
        key = (tuple(self.addresses.items()), tuple(self.given.items()))
        if key not in self.runs:
            self.runs[key] = self.engine.graph.bind(
                {name: (address, self._shape(name)) for name, address in self.addresses.items()}
            )
        library.do(self.runs[key].enqueue)
        if self.profiler:
            for layer in ("first", "second"):
                self.profiler.report_layer_time(layer, 0.5)
        return True

    def _shape(self, name: str) -> tuple[int, ...]:
        if name in self.given:
            return self.given[name]
        symbols: dict[str, int] = {}
        session = self.engine.graph._session
        for value in session.get_inputs():
            symbols.update(
                {d: n for d, n in zip(value.shape, self.given[value.name], strict=True) if isinstance(d, str)}
            )
        if "n_samples" in symbols:
            symbols["n_ctx"] = symbols["n_samples"] // 320
        (found,) = (value.shape for value in session.get_outputs() if value.name == name)
        return tuple(symbols[d] if isinstance(d, str) else int(np.int64(d)) for d in found)
