"""How warm, full and busy the NVIDIA cards are, by their driver's NVML library. Any thread."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class CardState:
    """One card at one moment; None where it does not say (a MIG slice, a small laptop card).

    load: part of the last moment in which it computed, 0..1. memory_used_bytes: of all programs, and what the
    driver keeps for itself (0.6 GB of an idle H200): the rest is free.
    """

    uuid: str
    name: str
    temperature_c: int | None = None
    memory_used_bytes: int | None = None
    memory_total_bytes: int | None = None
    load: float | None = None


class CardWatcher:
    """Asks the driver's library; keeps it open between questions. One thread at a time.

    A driver that hangs blocks the call: ask on a thread that nothing waits for.
    """

    def __init__(self) -> None:
        self._is_open = False
        self._is_missing = False

    def read(self) -> tuple[CardState, ...]:
        """Every card of this computer; none where nvidia-ml-py, the driver or a card is missing."""
        if self._is_missing:
            return ()
        try:
            import pynvml
        except ImportError:
            self._is_missing = True
            return ()
        try:
            if not self._is_open:
                pynvml.nvmlInit()
                self._is_open = True
            states = [_state(pynvml, i) for i in range(pynvml.nvmlDeviceGetCount())]
            return tuple(state for state in states if state is not None)
        except pynvml.NVMLError as error:
            # Without a driver it stays so; a card that was lost may come back after another start.
            self._is_missing = error.value == pynvml.NVML_ERROR_LIBRARY_NOT_FOUND
            self.close()
            return ()

    def close(self) -> None:
        """Give the library back."""
        if not self._is_open:
            return
        import pynvml

        self._is_open = False
        with contextlib.suppress(pynvml.NVMLError):
            pynvml.nvmlShutdown()


def _state(pynvml: Any, i: int) -> CardState | None:
    """Of the i-th card; None where it is lost."""

    def said(ask: Callable[[Any], Any]) -> Any:
        # What a card does not know is no reason to know nothing of it.
        try:
            return ask(handle)
        except pynvml.NVMLError:
            return None

    try:
        handle = pynvml.nvmlDeviceGetHandleByIndex(i)
        uuid, name = _text(pynvml.nvmlDeviceGetUUID(handle)), _text(pynvml.nvmlDeviceGetName(handle))
    except pynvml.NVMLError:
        return None
    memory, load = said(pynvml.nvmlDeviceGetMemoryInfo), said(pynvml.nvmlDeviceGetUtilizationRates)
    return CardState(
        uuid,
        name,
        temperature_c=said(lambda of: pynvml.nvmlDeviceGetTemperature(of, pynvml.NVML_TEMPERATURE_GPU)),
        memory_used_bytes=memory.used if memory is not None else None,
        memory_total_bytes=memory.total if memory is not None else None,
        load=load.gpu / 100 if load is not None else None,
    )


def _text(raw: str | bytes) -> str:
    # Bytes before nvidia-ml-py 11.510.
    return raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw
