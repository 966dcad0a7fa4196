"""What NVML says of the cards, and what happens where it says nothing: a stand-in at the library's edge."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from engines.runtime.card_state import CardState, CardWatcher

pynvml = pytest.importorskip("pynvml", reason="nvidia-ml-py is missing: run.py setup installs it")


class Nvml:
    """The functions of pynvml that are used, over cards of its own; the errors are the library's."""

    NVMLError = pynvml.NVMLError
    NVML_ERROR_LIBRARY_NOT_FOUND = pynvml.NVML_ERROR_LIBRARY_NOT_FOUND
    NVML_TEMPERATURE_GPU = pynvml.NVML_TEMPERATURE_GPU

    def __init__(self, *cards: dict[str, Any]) -> None:
        self.cards = cards
        self.n_opened = self.n_closed = 0
        self.fails: int | None = None

    def nvmlInit(self) -> None:
        if self.fails is not None:
            raise pynvml.NVMLError(self.fails)
        self.n_opened += 1

    def nvmlShutdown(self) -> None:
        self.n_closed += 1

    def nvmlDeviceGetCount(self) -> int:
        if self.fails is not None:
            raise pynvml.NVMLError(self.fails)
        return len(self.cards)

    def nvmlDeviceGetHandleByIndex(self, i: int) -> dict[str, Any]:
        if self.cards[i].get("lost"):
            raise pynvml.NVMLError(pynvml.NVML_ERROR_GPU_IS_LOST)
        return self.cards[i]

    def _said(self, card: dict[str, Any], name: str) -> Any:
        if name not in card:
            raise pynvml.NVMLError(pynvml.NVML_ERROR_NOT_SUPPORTED)
        return card[name]

    def nvmlDeviceGetUUID(self, card: dict[str, Any]) -> Any:
        return self._said(card, "uuid")

    def nvmlDeviceGetName(self, card: dict[str, Any]) -> Any:
        return self._said(card, "name")

    def nvmlDeviceGetTemperature(self, card: dict[str, Any], sensor: int) -> Any:
        assert sensor == pynvml.NVML_TEMPERATURE_GPU
        return self._said(card, "temperature")

    def nvmlDeviceGetMemoryInfo(self, card: dict[str, Any]) -> Any:
        return SimpleNamespace(used=self._said(card, "used"), total=card["total"])

    def nvmlDeviceGetUtilizationRates(self, card: dict[str, Any]) -> Any:
        return SimpleNamespace(gpu=self._said(card, "load"))


WHOLE = {
    "uuid": "GPU-1",
    "name": b"RTX 4070",
    "temperature": 61,
    "used": 2 << 30,
    "total": 12 << 30,
    "load": 37,
}
SLICE = {"uuid": "MIG-2", "name": "H200 MIG 1g", "used": 1 << 30, "total": 18 << 30}


def watch(monkeypatch: pytest.MonkeyPatch, *cards: dict[str, Any]) -> Nvml:
    library = Nvml(*cards)
    monkeypatch.setitem(sys.modules, "pynvml", library)
    return library


def test_the_stand_in_has_what_the_library_has() -> None:
    assert all(hasattr(pynvml, name) for name in vars(Nvml) if name.startswith(("nvml", "NVML")))


def test_cards_say_how_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    library = watch(monkeypatch, WHOLE, SLICE, {**WHOLE, "lost": True})
    watcher = CardWatcher()
    expected = (
        CardState("GPU-1", "RTX 4070", 61, 2 << 30, 12 << 30, 0.37),
        CardState("MIG-2", "H200 MIG 1g", None, 1 << 30, 18 << 30, None),
    )
    assert watcher.read() == watcher.read() == expected
    watcher.close()
    watcher.close()
    assert (library.n_opened, library.n_closed) == (1, 1)


def test_without_a_driver_it_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    library = watch(monkeypatch, WHOLE)
    library.fails = pynvml.NVML_ERROR_LIBRARY_NOT_FOUND
    watcher = CardWatcher()
    assert watcher.read() == ()
    library.fails = None
    assert watcher.read() == ()
    assert library.n_opened == 0


def test_a_driver_that_fails_is_asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    library = watch(monkeypatch, WHOLE)
    watcher = CardWatcher()
    assert len(watcher.read()) == 1
    library.fails = pynvml.NVML_ERROR_UNKNOWN
    assert watcher.read() == ()
    library.fails = None
    assert len(watcher.read()) == 1
    assert (library.n_opened, library.n_closed) == (2, 1)


def test_without_the_library_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pynvml", None)
    assert CardWatcher().read() == ()


def test_the_real_library_answers_or_says_that_there_is_no_driver() -> None:
    watcher = CardWatcher()
    assert all(state.uuid and state.name for state in watcher.read())
    watcher.close()
