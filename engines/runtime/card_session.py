"""A graph on a card behind the Graph protocol: buffers kept, and what is asked for again launched as one.

For networks that are run once a pass. Every set of input shapes is bound once; at its third run it is
captured as a CUDA graph. Few are kept. One thread at a time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.runtime.card_graph import Placed, Replay
from engines.runtime.device_memory import DeviceBuffer, DeviceMemory, PinnedBuffer, Stream
from engines.runtime.graph import Tensor
from engines.runtime.onnx_card import OnnxCardGraph

Shape = tuple[int, ...]
Shapes = Mapping[str, Shape]

MOST_KEPT = 16
"""Sets of shapes whose runs are kept."""

RUNS_BEFORE_CAPTURE = 2


@dataclass(slots=True)
class _Bound:
    replay: Replay
    outputs: dict[str, Shape]
    n_runs: int = 0


@dataclass(slots=True)
class _Place:
    """A tensor's memory on the card and on the host."""

    device: DeviceBuffer
    host: PinnedBuffer


class CardSession:
    """Takes over memory and graph. results: the outputs' shapes for the inputs'.

    Raises EngineError, CardMemoryError, CardLostError.
    """

    def __init__(
        self,
        graph: OnnxCardGraph,
        memory: DeviceMemory,
        stream: Stream,
        *,
        device: str,
        results: Callable[[Shapes], Shapes],
    ) -> None:
        self._graph, self.memory, self._stream = graph, memory, stream
        self._device, self._results = device, results
        self._places: dict[str, _Place] = {}
        self._bound: OrderedDict[tuple[tuple[str, Shape], ...], _Bound] = OrderedDict()
        self._closed = False

    @property
    def device(self) -> str:
        return self._device

    def tensor(self, array: NDArray[Any]) -> Tensor:
        return array

    def array(self, tensor: Tensor) -> NDArray[np.float32]:
        fetched: NDArray[np.float32] = tensor
        return fetched

    @property
    def n_captured(self) -> int:
        """Sets of shapes that are launched as one captured graph."""
        return sum(bound.replay.captured for bound in self._bound.values())

    def run(self, inputs: Mapping[str, Tensor], outputs: Sequence[str]) -> dict[str, Tensor]:
        """Inputs are arrays; so are the results, which are the caller's own."""
        arrays = {name: np.ascontiguousarray(value) for name, value in inputs.items()}
        with self.memory.current():
            bound = self._bound_for({name: value.shape for name, value in arrays.items()})
            for name, array in arrays.items():
                host = self._on_host(name, array.shape)
                host[...] = array
                self.memory.to_device(self._places[name].device.address, host, self._stream)
            bound.n_runs += 1
            if bound.n_runs == RUNS_BEFORE_CAPTURE + 1 and self._graph.can_capture:
                bound.replay.capture()
            bound.replay.enqueue()
            found = {name: self._on_host(name, bound.outputs[name]) for name in outputs}
            for name, host in found.items():
                self.memory.to_host(host, self._places[name].device.address, self._stream)
            self.memory.synchronise(self._stream)
        return {name: host.copy() for name, host in found.items()}

    def _bound_for(self, shapes: dict[str, Shape]) -> _Bound:
        key = tuple(shapes.items())
        bound = self._bound.get(key)
        if bound is None:
            results = dict(self._results(shapes))
            tensors = {**shapes, **results}
            self._make_room(tensors)
            placed: dict[str, Placed] = {
                name: (self._places[name].device.address, shape) for name, shape in tensors.items()
            }
            run = self._graph.bind(placed)
            bound = self._bound[key] = _Bound(Replay(self.memory, self._stream, run.enqueue), results)
            if len(self._bound) > MOST_KEPT:
                self._bound.popitem(last=False)
        self._bound.move_to_end(key)
        return bound

    def _make_room(self, tensors: Shapes) -> None:
        """Larger buffers where these do not fit; what was bound to the old ones is forgotten."""
        for name, shape in tensors.items():
            n_bytes = max(1, int(np.prod(shape))) * np.dtype(self._graph.types[name]).itemsize
            place = self._places.get(name)
            if place is not None and place.device.n_bytes >= n_bytes:
                continue
            if place is not None:
                self._bound.clear()
                self.memory.synchronise(self._stream)
                self.memory.free(place.device)
                self.memory.free(place.host)
            # Half as much again, so that slowly growing sound does not ask for more every time.
            room = n_bytes + n_bytes // 2
            self._places[name] = _Place(self.memory.allocate(room), self.memory.pinned(room))

    def _on_host(self, name: str, shape: Shape) -> NDArray[Any]:
        dtype = np.dtype(self._graph.types[name])
        n_bytes = int(np.prod(shape)) * dtype.itemsize
        array: NDArray[Any] = self._places[name].host.array[:n_bytes].view(dtype).reshape(shape)
        return array

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        # Runs hold the graph, and the graph uses the stream: in this order.
        self._bound.clear()
        self._graph.close()
        self.memory.close()
