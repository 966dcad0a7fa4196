"""A card's memory, streams, events and captured graphs behind one small interface; pycuda or cuda-bindings.

Both libraries use the device's primary context, which ONNX Runtime, TensorRT and PyTorch use too, so that an
address means the same to all of them. Threads: a context is current to a thread, so whoever works on the card
does so inside `with memory.current():`, one thread at a time. Every copy and launch only queues its work on
the stream; what it reads or writes on the host must stay as it is until the stream has come that far.
"""

from __future__ import annotations

import importlib.util
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from numpy.typing import NDArray

from engines.errors import CardDriverError, CardLostError, CardMemoryError, EngineError

LIBRARIES = ("pycuda", "cuda-bindings")
"""In the order in which they are preferred."""


@dataclass(frozen=True, slots=True)
class DeviceProperties:
    """One card. compute_capability: (8, 9) for instance. driver: the CUDA version that it serves, (13, 0)."""

    name: str
    uuid: str
    compute_capability: tuple[int, int]
    total_bytes: int
    driver: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DeviceBuffer:
    """Memory of the card, n_bytes at `address`. `owner` is the library's own object."""

    address: int
    n_bytes: int
    owner: Any = None


@dataclass(frozen=True, slots=True)
class PinnedBuffer:
    """Memory of the host that is never paged out, so that copies need not wait. array: uint8 (n_bytes,)."""

    array: NDArray[Any]
    owner: Any = None


@dataclass(frozen=True, slots=True)
class Stream:
    """A queue of work, done in order. handle: its CUstream as a number."""

    handle: int
    owner: Any = None


@dataclass(frozen=True, slots=True)
class Event:
    """A mark in a stream."""

    owner: Any


@dataclass(frozen=True, slots=True)
class CapturedGraph:
    """Work that was captured from a stream and can be launched again as one."""

    owner: Any


class DeviceMemory(Protocol):
    """One card. Raises CardMemoryError, CardLostError, CardDriverError, EngineError."""

    library: str
    n_allocations: int
    """Buffers asked for so far, of the card and pinned; a pass must not raise it."""

    def properties(self) -> DeviceProperties: ...

    def free_bytes(self) -> int:
        """Memory of the card that nobody uses."""
        ...

    def current(self) -> AbstractContextManager[None]:
        """Makes the context current to this thread for the time being; may be nested."""
        ...

    def allocate(self, n_bytes: int) -> DeviceBuffer: ...

    def pinned(self, n_bytes: int) -> PinnedBuffer: ...

    def free(self, buffer: DeviceBuffer | PinnedBuffer) -> None: ...

    def stream(self) -> Stream:
        """A new stream, which waits for no other."""
        ...

    def event(self) -> Event: ...

    def to_device(self, target: int, source: NDArray[Any], stream: Stream) -> None:
        """Queue a copy of a whole C-contiguous array, from pinned memory, to an address of the card."""
        ...

    def to_host(self, target: NDArray[Any], source: int, stream: Stream) -> None:
        """Queue a copy that fills a whole C-contiguous array, in pinned memory, from an address."""
        ...

    def clear(self, target: int, n_bytes: int, stream: Stream) -> None:
        """Queue zeros."""
        ...

    def record(self, event: Event, stream: Stream) -> None: ...

    def wait(self, event: Event) -> None:
        """Block until the stream has passed the event's last record."""
        ...

    def elapsed_ms(self, first: Event, second: Event) -> float:
        """Between two recorded events that the stream has passed."""
        ...

    def synchronise(self, stream: Stream) -> None:
        """Block until the stream is empty."""
        ...

    def begin_capture(self, stream: Stream) -> None:
        """From now on this thread's work on the stream is kept instead of done."""
        ...

    def end_capture(self, stream: Stream) -> CapturedGraph: ...

    def launch(self, graph: CapturedGraph, stream: Stream) -> None: ...

    def close(self) -> None:
        """Gives back every buffer, stream, event and graph that is left, and the context."""
        ...


# Numbers of CUresult (CUDA driver API, "Data types used by CUDA driver").
_OUT_OF_MEMORY = {2}
_NO_DRIVER = {34, 100, 101}
_OLD_DRIVER = {35, 36, 803, 804}
_LOST = {4, 46, 201, 214, 219, 220, 226, 700, 702, 708, 709, 710, 714, 715, 716, 717, 718, 719, 999}


def card_error(code: int, name: str) -> EngineError:
    """The error for a CUresult other than success."""
    what = f"The NVIDIA card answered {name}"
    if code in _OUT_OF_MEMORY:
        return CardMemoryError(
            "The NVIDIA card has too little free memory.",
            "Close other programs that use the card, choose a smaller model, or use --engine cpu.",
        )
    if code in _NO_DRIVER:
        return CardDriverError(
            f"No NVIDIA card can be used ({name}).", "Check the driver with nvidia-smi, or use --engine cpu."
        )
    if code in _OLD_DRIVER:
        return CardDriverError(
            f"The NVIDIA driver does not fit the CUDA libraries ({name}).",
            "Install a newer NVIDIA driver and restart the computer, or use --engine cpu.",
        )
    if code in _LOST:
        return CardLostError(f"{what}: it was reset or its work failed.", "Start again, or use --engine cpu.")
    return EngineError(f"{what}.", "Use --engine cpu; `sightline doctor` says more.")


def no_driver(error: Exception) -> CardDriverError:
    """The error where the driver's library (libcuda, nvcuda.dll) cannot be loaded."""
    detail = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
    return CardDriverError(
        f"There is no NVIDIA driver on this computer ({detail}).", "Install it, or use --engine cpu."
    )


def installed_libraries() -> tuple[str, ...]:
    """Those of LIBRARIES that are installed, without loading them."""
    modules = {"pycuda": "pycuda", "cuda-bindings": "cuda.bindings"}
    return tuple(name for name in LIBRARIES if _is_installed(modules[name]))


def _is_installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def open_device(library: str = "", index: int = 0) -> DeviceMemory:
    """The card with that index through pycuda where it is installed, else cuda-bindings; or the one named.

    Raises EngineError when neither is installed, CardDriverError when there is no driver or no card.
    """
    found = installed_libraries()
    if library not in ("", *LIBRARIES):
        raise ValueError(f"not one of {LIBRARIES}: {library}")
    if library not in ("", *found) or not found:
        raise EngineError(
            f"The library {library or 'for the NVIDIA card'} is not installed.",
            "Get it with `sightline engine get`, or use --engine cpu.",
        )
    if (library or found[0]) == "pycuda":
        from engines.runtime.device_pycuda import PycudaMemory

        return PycudaMemory(index)
    from engines.runtime.device_bindings import BindingsMemory

    return BindingsMemory(index)
