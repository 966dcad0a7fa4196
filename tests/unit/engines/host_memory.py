"""The card's memory played by the host's: real addresses, work done at once, everything counted."""

from __future__ import annotations

import contextlib
import ctypes
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.errors import CardLostError, CardMemoryError
from engines.runtime.device_memory import (
    CapturedGraph,
    DeviceBuffer,
    DeviceProperties,
    Event,
    PinnedBuffer,
    Stream,
)


class HostMemory:
    """n_bytes: memory of the imagined card. `lost` makes every further call fail as a reset card does."""

    library = "host"

    def __init__(self, n_bytes: int = 1 << 34) -> None:
        self.n_allocations = self.n_launches = self.n_copies = 0
        self.lost = False
        self.depth = 0
        self._n_bytes = n_bytes
        self.buffers: dict[int, DeviceBuffer | PinnedBuffer] = {}
        self._captured: list[Callable[[], None]] | None = None

    def do(self, work: Callable[[], None]) -> None:
        """What a stream does with work: does it, or keeps it while capturing."""
        if self.lost:
            raise CardLostError("The card was reset.")
        assert self.depth, "the context is not current"
        if self._captured is None:
            work()
        else:
            self._captured.append(work)

    def properties(self) -> DeviceProperties:
        return DeviceProperties("Host", "GPU-00000000", (0, 0), self._n_bytes, (0, 0))

    def free_bytes(self) -> int:
        return self._n_bytes - sum(b.n_bytes for b in self.buffers.values() if isinstance(b, DeviceBuffer))

    @contextlib.contextmanager
    def current(self) -> Iterator[None]:
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1

    def allocate(self, n_bytes: int) -> DeviceBuffer:
        if n_bytes > self.free_bytes():
            raise CardMemoryError("No memory is left.")
        # 256 bytes are what cuMemAlloc aligns to; what nobody wrote is never zero.
        memory = np.full(n_bytes + 256, 0xA5, np.uint8)
        address = -(-memory.ctypes.data // 256) * 256
        buffer = DeviceBuffer(address, n_bytes, memory)
        self.buffers[address] = buffer
        self.n_allocations += 1
        return buffer

    def pinned(self, n_bytes: int) -> PinnedBuffer:
        buffer = PinnedBuffer(np.full(n_bytes, 0xA5, np.uint8))
        self.buffers[buffer.array.ctypes.data] = buffer
        self.n_allocations += 1
        return buffer

    def free(self, buffer: DeviceBuffer | PinnedBuffer) -> None:
        at = buffer.address if isinstance(buffer, DeviceBuffer) else buffer.array.ctypes.data
        del self.buffers[at]

    def view(self, address: int, n_bytes: int) -> NDArray[np.uint8]:
        """The bytes at an address of the imagined card."""
        inside = any(
            isinstance(b, DeviceBuffer)
            and b.address <= address
            and address + n_bytes <= b.address + b.n_bytes
            for b in self.buffers.values()
        )
        assert inside, f"{n_bytes} bytes at {address:#x} lie outside every buffer"
        return np.frombuffer((ctypes.c_uint8 * n_bytes).from_address(address), np.uint8)

    def stream(self) -> Stream:
        return Stream(1)

    def event(self) -> Event:
        return Event([])

    def to_device(self, target: int, source: NDArray[Any], stream: Stream) -> None:
        self._copy(self.view(target, source.nbytes), source.view(np.uint8).reshape(-1))

    def to_host(self, target: NDArray[Any], source: int, stream: Stream) -> None:
        self._copy(target.view(np.uint8).reshape(-1), self.view(source, target.nbytes))

    def _copy(self, target: NDArray[np.uint8], source: NDArray[np.uint8]) -> None:
        def work() -> None:
            self.n_copies += 1
            target[:] = source

        self.do(work)

    def clear(self, target: int, n_bytes: int, stream: Stream) -> None:
        memory = self.view(target, n_bytes)
        self.do(lambda: memory.fill(0))

    def record(self, event: Event, stream: Stream) -> None:
        self.do(lambda: event.owner.append(time.perf_counter()))

    def wait(self, event: Event) -> None:
        assert self._captured is None, "a stream that captures cannot be waited for"
        self.do(lambda: None)

    def elapsed_ms(self, first: Event, second: Event) -> float:
        return float(second.owner[-1] - first.owner[-1]) * 1000

    def synchronise(self, stream: Stream) -> None:
        self.wait(Event([]))

    def begin_capture(self, stream: Stream) -> None:
        assert self._captured is None
        self._captured = []

    def end_capture(self, stream: Stream) -> CapturedGraph:
        assert self._captured is not None
        graph, self._captured = CapturedGraph(self._captured), None
        return graph

    def launch(self, graph: CapturedGraph, stream: Stream) -> None:
        self.n_launches += 1
        for work in graph.owner:
            self.do(work)

    def close(self) -> None:
        self.buffers.clear()
