"""A graph that runs on a card over addresses it is given, and work captured so that it is launched as one.

What drives a card knows only this: TensorRT's execution contexts stand behind it (tensorrt_run.py), and so
does ONNX Runtime (onnx_card.py), with the same names at the same addresses. Threads: everything of one graph
happens on one thread at a time, inside `memory.current()`, queued on the stream it was opened with.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Mapping
from typing import Protocol

from engines.errors import EngineError
from engines.runtime.device_memory import CapturedGraph, DeviceMemory, Stream

log = logging.getLogger(__name__)

Placed = tuple[int, tuple[int, ...]]
"""Where a tensor lies on the card, and its shape."""

N_WARM_UPS = 2
"""Runs before a capture: the first chooses kernels and takes scratch memory, the second finds it there."""


class BoundRun(Protocol):
    """One graph over fixed addresses and shapes."""

    def enqueue(self) -> None:
        """Queue one run. Raises EngineError."""
        ...


class CardGraph(Protocol):
    """A compiled graph on a card."""

    can_capture: bool
    """Whether a run may be captured from the stream."""

    def bind(self, tensors: Mapping[str, Placed]) -> BoundRun:
        """Prepare runs over these inputs and outputs; every one of the graph's that is wanted, by name."""
        ...

    def close(self) -> None: ...


class Replay:
    """Work that is queued many times: run as it is until `capture`, then launched as one captured graph."""

    def __init__(self, memory: DeviceMemory, stream: Stream, work: Callable[[], None]) -> None:
        self._memory = memory
        self._stream = stream
        self._work = work
        self._graph: CapturedGraph | None = None

    @property
    def captured(self) -> bool:
        return self._graph is not None

    def capture(self) -> bool:
        """Warm up and capture. False, and a line in the log, where the work cannot be captured: then it goes
        on as it is. Raises what the warming up raises."""
        for _ in range(N_WARM_UPS):
            self._work()
        self._memory.synchronise(self._stream)
        self._memory.begin_capture(self._stream)
        try:
            self._work()
            self._graph = self._memory.end_capture(self._stream)
        except EngineError as error:
            log.warning("A step cannot be captured and is queued piece by piece: %s", error)
            if self._graph is None:
                # The stream stays in its capture until it is ended, whatever became of it.
                with contextlib.suppress(EngineError):
                    self._memory.end_capture(self._stream)
        return self.captured

    def enqueue(self) -> None:
        if self._graph is None:
            self._work()
        else:
            self._memory.launch(self._graph, self._stream)
