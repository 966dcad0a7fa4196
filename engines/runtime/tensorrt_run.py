"""TensorRT engines run on a card: TensorRT for RTX, or full TensorRT through the same calls.

Rules of threads and contexts:
- One stream a recogniser. Every engine of it, every copy and every captured graph uses that stream, so that
  one scratch buffer serves all contexts of an engine: no two of them run at once.
- An execution context belongs to one set of shapes where runs are captured (a captured graph holds the
  context's state), or to many where they are not; it is never used by two threads.
- Everything happens inside `memory.current()`, on one thread at a time. The library lets go of Python's lock
  while it runs, so other threads go on.
- TensorRT allocates nothing on the card in a run: scratch memory is ours (USER_MANAGED), taken once at the
  largest profile, and kernels are specialised (EAGER) when a run is bound and warmed up.
- An address given to a context is used until it is given another: buffers outlive the contexts.
"""

from __future__ import annotations

import contextlib
import logging
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from engines.errors import CardLostError, CardMemoryError, EngineError, SightlineBug
from engines.runtime.card_graph import BoundRun, Placed
from engines.runtime.device_memory import DeviceBuffer, DeviceMemory, Stream

log = logging.getLogger(__name__)

Specialise = Literal["EAGER", "LAZY", "NONE"]
"""Kernels made for the very shapes: before the first run, meanwhile in the background, or never (what
TensorRT for RTX calls DynamicShapesKernelSpecializationStrategy)."""


class TensorRtRuntime:
    """The library on one card and one stream, with the kernels it has compiled before (the runtime cache)."""

    def __init__(
        self, library: Any, memory: DeviceMemory, stream: Stream, *, jit_cache: Path | None = None
    ) -> None:
        """library: the module tensorrt_rtx or tensorrt. jit_cache: the file of the runtime cache, which only
        TensorRT for RTX has; one that is missing, damaged or of another card costs time, never a failure."""
        self.library = library
        self.memory = memory
        self.stream = stream
        self.errors: list[str] = []
        self._logger = _make_logger(library, self.errors)
        self._runtime = library.Runtime(self._logger)
        self._jit_cache = jit_cache
        self._stored = b""
        with contextlib.suppress(OSError):
            self._stored = jit_cache.read_bytes() if jit_cache else b""
        self.cache: Any = None

    def open(
        self, plan: bytes, *, one_context: bool = False, specialise: Specialise = "EAGER"
    ) -> TensorRtGraph:
        """An engine from its bytes. one_context: its runs take turns in one context and are not captured.
        Raises EngineError for a plan that this library or card does not take."""
        engine = self._runtime.deserialize_cuda_engine(plan)
        if engine is None:
            raise self.error("An engine cannot be opened on this card")
        return TensorRtGraph(self, engine, one_context=one_context, specialise=specialise)

    def config(self, engine: Any, specialise: Specialise, *, own_graphs: bool) -> Any:
        """How a context shall be made. own_graphs: TensorRT for RTX captures runs by itself."""
        library = self.library
        config = engine.create_runtime_config()
        config.set_execution_context_allocation_strategy(
            library.ExecutionContextAllocationStrategy.USER_MANAGED
        )
        if hasattr(config, "dynamic_shapes_kernel_specialization_strategy"):
            config.dynamic_shapes_kernel_specialization_strategy = getattr(
                library.DynamicShapesKernelSpecializationStrategy, specialise
            )
        if hasattr(config, "cuda_graph_strategy"):
            strategies = library.CudaGraphStrategy
            config.cuda_graph_strategy = strategies.WHOLE_GRAPH_CAPTURE if own_graphs else strategies.DISABLED
        if hasattr(config, "create_runtime_cache"):
            if self.cache is None:
                self.cache = config.create_runtime_cache()
                if self._stored and not self.cache.deserialize(self._stored):
                    log.warning("The kernels compiled before do not fit this card, driver or version.")
                    self.cache.reset()
            config.set_runtime_cache(self.cache)
        return config

    def save_jit_cache(self) -> None:
        """Keeps what was compiled since, for the next start. A disk that is full costs time then, no more."""
        if self.cache is None or self._jit_cache is None:
            return
        data = bytes(self.cache.serialize())
        if data == self._stored:
            return
        with contextlib.suppress(OSError):
            self._jit_cache.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._jit_cache.parent, prefix=self._jit_cache.name)
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(data)
                os.replace(name, self._jit_cache)
            except BaseException:
                os.unlink(name)
                raise
            self._stored = data

    def error(self, what: str) -> EngineError:
        """What the library said last, as the error it means."""
        said = self.errors[-1] if self.errors else "TensorRT gives no reason"
        self.errors.clear()
        text = f"{what}: {said.rstrip('.')}."
        lowered = said.lower()
        if "out of memory" in lowered or "outofmemory" in lowered:
            return CardMemoryError(
                text, "Close other programs that use the card, choose a smaller model, or use --engine cpu."
            )
        if any(word in lowered for word in ("illegal memory", "launch failure", "cuda error", "device lost")):
            return CardLostError(text, "Start again, or use --engine cpu.")
        return EngineError(text, "Build it again: sightline engine build, or use --engine cpu.")


class TensorRtGraph:
    """One engine as a CardGraph."""

    def __init__(
        self, runtime: TensorRtRuntime, engine: Any, *, one_context: bool, specialise: Specialise
    ) -> None:
        self.runtime = runtime
        self.engine = engine
        self._one_context = one_context
        self._specialise = specialise
        self._scratch: DeviceBuffer | None = None
        self._shared: _Context | None = None
        self.can_capture = not one_context
        inputs = runtime.library.TensorIOMode.INPUT
        names = [engine.get_tensor_name(i) for i in range(engine.num_io_tensors)]
        self.inputs = {name for name in names if engine.get_tensor_mode(name) == inputs}
        self.outputs = set(names) - self.inputs
        self.aliases = {name: engine.get_aliased_input_tensor(name) for name in self.outputs}

    def bind(self, tensors: Mapping[str, Placed]) -> BoundRun:
        missing = (self.inputs | self.outputs) ^ tensors.keys()
        if missing:
            raise SightlineBug(f"the engine and its caller differ over {', '.join(sorted(missing))}")
        for output, source in self.aliases.items():
            if source and tensors[output][0] != tensors[source][0]:
                raise SightlineBug(f"{output} is written where {source} lies: give them one address")
        if self._one_context:
            self._shared = self._shared or self._context(own_graphs=False)
            return _Run(self, self._shared, tensors)
        context = self._context(own_graphs=False)
        run = _Run(self, context, tensors)
        run.prepare()
        asked = getattr(context.owner, "is_stream_capturable", None)
        if asked is not None and not asked(self.runtime.stream.handle):
            # Then TensorRT for RTX makes the graph itself, where it can.
            self.can_capture = False
            run = _Run(self, self._context(own_graphs=True), tensors)
            run.prepare()
        return run

    def _context(self, *, own_graphs: bool) -> _Context:
        config = self.runtime.config(self.engine, self._specialise, own_graphs=own_graphs)
        owner = self.engine.create_execution_context(config)
        if owner is None:
            raise self.runtime.error("An engine gets no context on this card")
        n_bytes = int(self.engine.device_memory_size_v2)
        if n_bytes:
            self._scratch = self._scratch or self.runtime.memory.allocate(n_bytes)
            owner.set_device_memory(self._scratch.address, n_bytes)
        return _Context(owner)

    def layer_times_ms(self, run: BoundRun, n_runs: int) -> dict[str, float]:
        """Mean time of each layer over n_runs, in the order in which they run (IProfiler)."""
        if not isinstance(run, _Run):
            raise SightlineBug("the run is not of this graph")
        profiler = _make_profiler(self.runtime.library)
        run.enqueue()
        self.runtime.memory.synchronise(self.runtime.stream)
        run.context.owner.profiler = profiler
        for _ in range(n_runs):
            run.enqueue()
            self.runtime.memory.synchronise(self.runtime.stream)
        run.context.owner.profiler = None
        return {name: total / n_runs for name, total in profiler.totals_ms.items()}

    def close(self) -> None:
        """Contexts go before their engine; the scratch buffer goes with the device's memory."""
        self._shared = None
        self.engine = None


class _Context:
    """An execution context and whose addresses it holds."""

    def __init__(self, owner: Any) -> None:
        self.owner = owner
        self.holds: _Run | None = None


class _Run:
    def __init__(self, graph: TensorRtGraph, context: _Context, tensors: Mapping[str, Placed]) -> None:
        self._graph = graph
        self._tensors = dict(tensors)
        self.context = context

    def prepare(self) -> None:
        """Shapes and addresses, where the context holds those of another run."""
        owner = self.context.owner
        for name, (address, shape) in self._tensors.items():
            if name in self._graph.inputs and not owner.set_input_shape(name, shape):
                raise self._graph.runtime.error(f"The engine takes no {name} of shape {shape}")
            owner.set_tensor_address(name, address)
        unset = owner.infer_shapes()
        if unset:
            raise SightlineBug(f"the engine still lacks {', '.join(unset)}")
        self.context.holds = self

    def enqueue(self) -> None:
        if self.context.holds is not self:
            self.prepare()
        if not self.context.owner.execute_async_v3(self._graph.runtime.stream.handle):
            raise self._graph.runtime.error("A recognition pass failed")


def _make_logger(library: Any, errors: list[str]) -> Any:
    """Errors kept for the error that follows, warnings to the log."""

    class Logger(library.ILogger):  # type: ignore[misc]
        def __init__(self) -> None:
            library.ILogger.__init__(self)

        def log(self, severity: Any, message: str) -> None:
            if severity in (library.ILogger.Severity.ERROR, library.ILogger.Severity.INTERNAL_ERROR):
                errors.append(message.strip().splitlines()[0] if message.strip() else message)
                log.error("TensorRT: %s", message)
            elif severity == library.ILogger.Severity.WARNING:
                log.warning("TensorRT: %s", message)

    return Logger()


def _make_profiler(library: Any) -> Any:
    """An IProfiler that adds up: totals_ms by layer."""

    class Profiler(library.IProfiler):  # type: ignore[misc]
        def __init__(self) -> None:
            library.IProfiler.__init__(self)
            self.totals_ms: dict[str, float] = {}

        def report_layer_time(self, layer_name: str, ms: float) -> None:
            self.totals_ms[layer_name] = self.totals_ms.get(layer_name, 0.0) + ms

    return Profiler()
