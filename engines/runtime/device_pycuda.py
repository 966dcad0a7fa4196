"""A card's memory through pycuda (built from source, preferred where it is installed). See device_memory.py.

pycuda has no graphs and no UUID; for these few calls the driver's own library is called through ctypes.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
import uuid
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.errors import EngineError
from engines.runtime.device_memory import (
    CapturedGraph,
    DeviceBuffer,
    DeviceProperties,
    Event,
    PinnedBuffer,
    Stream,
    card_error,
    no_driver,
)

_THREAD_LOCAL = 1
"""CU_STREAM_CAPTURE_MODE_THREAD_LOCAL: other threads may allocate meanwhile."""

_NON_BLOCKING = 1
"""CU_STREAM_NON_BLOCKING: the stream waits for no other."""


class PycudaMemory:
    """The device's primary context, retained by pycuda."""

    library = "pycuda"

    def __init__(self, index: int = 0) -> None:
        self.n_allocations = 0
        self._context: Any = None
        self._open: dict[int, DeviceBuffer | PinnedBuffer] = {}
        self._graphs: list[CapturedGraph] = []
        try:
            import pycuda.driver
        except ImportError as error:
            raise no_driver(error) from error
        self._cuda: Any = pycuda.driver
        try:
            self._library = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
        except OSError as error:
            raise no_driver(error) from error
        self._index = index
        with self._translated():
            self._cuda.init()
            self._device = self._cuda.Device(index)
            self._context = self._device.retain_primary_context()

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except self._cuda.Error as error:
            what = str(error).partition(" failed: ")[2].partition(" - ")[0] or str(error)
            raise card_error(self._number(what), what) from error

    def _number(self, what: str) -> int:
        """The CUresult that the driver describes so: pycuda keeps its words alone. 999, unknown, for none."""
        words = ctypes.c_char_p()
        for number in range(1, 999):
            known = self._library.cuGetErrorString(number, ctypes.byref(words)) == 0
            if known and words.value == what.encode():
                return number
        return 999

    def _direct(self, name: str, *arguments: Any) -> None:
        code: int = getattr(self._library, name)(*arguments)
        if code:
            raise card_error(code, f"error {code} to {name}")

    def properties(self) -> DeviceProperties:
        number = (ctypes.c_uint8 * 16)()
        self._direct("cuDeviceGetUuid", number, ctypes.c_int(self._index))
        with self._translated():
            version = self._cuda.get_driver_version()
            return DeviceProperties(
                name=self._device.name(),
                uuid=f"GPU-{uuid.UUID(bytes=bytes(number))}",
                compute_capability=tuple(self._device.compute_capability()),
                total_bytes=int(self._device.total_memory()),
                driver=(version // 1000, version % 1000 // 10),
            )

    def free_bytes(self) -> int:
        with self._translated():
            return int(self._cuda.mem_get_info()[0])

    @contextlib.contextmanager
    def current(self) -> Iterator[None]:
        with self._translated():
            self._context.push()
        try:
            yield
        finally:
            with self._translated():
                self._cuda.Context.pop()

    def allocate(self, n_bytes: int) -> DeviceBuffer:
        with self._translated():
            owner = self._cuda.mem_alloc(n_bytes)
        buffer = DeviceBuffer(int(owner), n_bytes, owner)
        self.n_allocations += 1
        self._open[buffer.address] = buffer
        return buffer

    def pinned(self, n_bytes: int) -> PinnedBuffer:
        with self._translated():
            array = self._cuda.pagelocked_empty(n_bytes, np.uint8)
        buffer = PinnedBuffer(array, array.base)
        self.n_allocations += 1
        self._open[array.ctypes.data] = buffer
        return buffer

    def free(self, buffer: DeviceBuffer | PinnedBuffer) -> None:
        at = buffer.address if isinstance(buffer, DeviceBuffer) else buffer.array.ctypes.data
        del self._open[at]
        with self._translated():
            buffer.owner.free()

    def stream(self) -> Stream:
        with self._translated():
            owner = self._cuda.Stream(_NON_BLOCKING)
        return Stream(int(owner.handle), owner)

    def event(self) -> Event:
        with self._translated():
            return Event(self._cuda.Event())

    def to_device(self, target: int, source: NDArray[Any], stream: Stream) -> None:
        with self._translated():
            self._cuda.memcpy_htod_async(target, source, stream.owner)

    def to_host(self, target: NDArray[Any], source: int, stream: Stream) -> None:
        with self._translated():
            self._cuda.memcpy_dtoh_async(target, source, stream.owner)

    def clear(self, target: int, n_bytes: int, stream: Stream) -> None:
        with self._translated():
            self._cuda.memset_d8_async(target, 0, n_bytes, stream.owner)

    def record(self, event: Event, stream: Stream) -> None:
        with self._translated():
            event.owner.record(stream.owner)

    def wait(self, event: Event) -> None:
        with self._translated():
            event.owner.synchronize()

    def elapsed_ms(self, first: Event, second: Event) -> float:
        with self._translated():
            return float(second.owner.time_since(first.owner))

    def synchronise(self, stream: Stream) -> None:
        with self._translated():
            stream.owner.synchronize()

    def begin_capture(self, stream: Stream) -> None:
        self._direct("cuStreamBeginCapture_v2", ctypes.c_void_p(stream.handle), ctypes.c_int(_THREAD_LOCAL))

    def end_capture(self, stream: Stream) -> CapturedGraph:
        graph, instance = ctypes.c_void_p(), ctypes.c_void_p()
        self._direct("cuStreamEndCapture", ctypes.c_void_p(stream.handle), ctypes.byref(graph))
        try:
            self._direct("cuGraphInstantiateWithFlags", ctypes.byref(instance), graph, ctypes.c_ulonglong(0))
        finally:
            self._direct("cuGraphDestroy", graph)
        captured = CapturedGraph(instance)
        self._graphs.append(captured)
        return captured

    def launch(self, graph: CapturedGraph, stream: Stream) -> None:
        self._direct("cuGraphLaunch", graph.owner, ctypes.c_void_p(stream.handle))

    def close(self) -> None:
        if self._context is None:
            return
        # After the card is lost nothing can be given back; the driver does it when the process ends.
        with contextlib.suppress(EngineError), self.current():
            for graph in self._graphs:
                self._direct("cuGraphExecDestroy", graph.owner)
            for buffer in list(self._open.values()):
                self.free(buffer)
        self._graphs.clear()
        self._open.clear()
        with contextlib.suppress(EngineError), self._translated():
            self._context.detach()
        self._context = None
