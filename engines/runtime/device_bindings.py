"""A card's memory through NVIDIA's cuda-bindings (wheels; no compiler needed). See device_memory.py."""

from __future__ import annotations

import contextlib
import ctypes
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


class BindingsMemory:
    """The driver API of CUDA 12.9 or 13 by cuda.bindings.driver."""

    library = "cuda-bindings"

    def __init__(self, index: int = 0) -> None:
        from cuda.bindings import driver

        self._driver: Any = driver
        self._index = index
        self.n_allocations = 0
        self._open: dict[int, DeviceBuffer | PinnedBuffer] = {}
        self._closers: list[Any] = []
        self._context: Any = None
        try:
            self._call(driver.cuInit, 0)
        except RuntimeError as error:
            raise no_driver(error) from error
        self._device = self._call(driver.cuDeviceGet, index)
        self._context = self._call(driver.cuDevicePrimaryCtxRetain, self._device)

    def _call(self, function: Any, *arguments: Any) -> Any:
        """The function's one result, or its several as a tuple."""
        code, *results = function(*arguments)
        if int(code) != 0:
            raise card_error(int(code), code.name)
        return results[0] if len(results) == 1 else tuple(results)

    def properties(self) -> DeviceProperties:
        d = self._driver
        attribute = d.CUdevice_attribute
        major, minor = (
            self._call(d.cuDeviceGetAttribute, which, self._device)
            for which in (
                attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
            )
        )
        version = self._call(d.cuDriverGetVersion)
        return DeviceProperties(
            name=bytes(self._call(d.cuDeviceGetName, 128, self._device)).split(b"\0")[0].decode(),
            uuid=f"GPU-{uuid.UUID(bytes=bytes(self._call(d.cuDeviceGetUuid, self._device).bytes))}",
            compute_capability=(major, minor),
            total_bytes=int(self._call(d.cuDeviceTotalMem, self._device)),
            driver=(version // 1000, version % 1000 // 10),
        )

    def free_bytes(self) -> int:
        return int(self._call(self._driver.cuMemGetInfo)[0])

    @contextlib.contextmanager
    def current(self) -> Iterator[None]:
        self._call(self._driver.cuCtxPushCurrent, self._context)
        try:
            yield
        finally:
            self._call(self._driver.cuCtxPopCurrent)

    def allocate(self, n_bytes: int) -> DeviceBuffer:
        address = self._call(self._driver.cuMemAlloc, n_bytes)
        buffer = DeviceBuffer(int(address), n_bytes, address)
        self.n_allocations += 1
        self._open[buffer.address] = buffer
        return buffer

    def pinned(self, n_bytes: int) -> PinnedBuffer:
        address = int(self._call(self._driver.cuMemHostAlloc, n_bytes, 0))
        view: Any = (ctypes.c_uint8 * n_bytes).from_address(address)
        buffer = PinnedBuffer(np.frombuffer(view, np.uint8), address)
        self.n_allocations += 1
        self._open[address] = buffer
        return buffer

    def free(self, buffer: DeviceBuffer | PinnedBuffer) -> None:
        if isinstance(buffer, DeviceBuffer):
            del self._open[buffer.address]
            self._call(self._driver.cuMemFree, buffer.owner)
        else:
            del self._open[buffer.owner]
            self._call(self._driver.cuMemFreeHost, buffer.owner)

    def stream(self) -> Stream:
        stream = self._call(self._driver.cuStreamCreate, self._driver.CUstream_flags.CU_STREAM_NON_BLOCKING)
        self._closers.append((self._driver.cuStreamDestroy, stream))
        return Stream(int(stream), stream)

    def event(self) -> Event:
        event = self._call(self._driver.cuEventCreate, self._driver.CUevent_flags.CU_EVENT_DEFAULT)
        self._closers.append((self._driver.cuEventDestroy, event))
        return Event(event)

    def to_device(self, target: int, source: NDArray[Any], stream: Stream) -> None:
        self._call(self._driver.cuMemcpyHtoDAsync, target, source.ctypes.data, source.nbytes, stream.owner)

    def to_host(self, target: NDArray[Any], source: int, stream: Stream) -> None:
        self._call(self._driver.cuMemcpyDtoHAsync, target.ctypes.data, source, target.nbytes, stream.owner)

    def clear(self, target: int, n_bytes: int, stream: Stream) -> None:
        self._call(self._driver.cuMemsetD8Async, target, 0, n_bytes, stream.owner)

    def record(self, event: Event, stream: Stream) -> None:
        self._call(self._driver.cuEventRecord, event.owner, stream.owner)

    def wait(self, event: Event) -> None:
        self._call(self._driver.cuEventSynchronize, event.owner)

    def elapsed_ms(self, first: Event, second: Event) -> float:
        return float(self._call(self._driver.cuEventElapsedTime, first.owner, second.owner))

    def synchronise(self, stream: Stream) -> None:
        self._call(self._driver.cuStreamSynchronize, stream.owner)

    def begin_capture(self, stream: Stream) -> None:
        # Other threads may allocate meanwhile: only this thread is held to what a capture allows.
        mode = self._driver.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL
        self._call(self._driver.cuStreamBeginCapture, stream.owner, mode)

    def end_capture(self, stream: Stream) -> CapturedGraph:
        graph = self._call(self._driver.cuStreamEndCapture, stream.owner)
        try:
            instance = self._call(self._driver.cuGraphInstantiate, graph, 0)
        finally:
            self._call(self._driver.cuGraphDestroy, graph)
        self._closers.append((self._driver.cuGraphExecDestroy, instance))
        return CapturedGraph(instance)

    def launch(self, graph: CapturedGraph, stream: Stream) -> None:
        self._call(self._driver.cuGraphLaunch, graph.owner, stream.owner)

    def close(self) -> None:
        if self._context is None:
            return
        # After the card is lost nothing can be given back; the driver does it when the process ends.
        with contextlib.suppress(EngineError), self.current():
            for destroy, handle in reversed(self._closers):
                self._call(destroy, handle)
            for buffer in list(self._open.values()):
                self.free(buffer)
        self._closers.clear()
        self._open.clear()
        with contextlib.suppress(EngineError):
            self._call(self._driver.cuDevicePrimaryCtxRelease, self._device)
        self._context = None
