"""What `nvidia-smi` prints becomes cards; what goes wrong with it becomes none."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from engines import cards
from engines.cards import Card, find_cards

RTX = Card("NVIDIA GeForce RTX 4070", "580.65", 8.9, "GPU-1234")


@pytest.fixture(autouse=True)
def asked_anew() -> Iterator[None]:
    find_cards.cache_clear()
    yield
    find_cards.cache_clear()


def test_it_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    _smi(monkeypatch, "NVIDIA GeForce RTX 4070, 580.65, 8.9, GPU-1234\n", 0)
    assert find_cards() == [RTX]
    monkeypatch.setattr(cards.shutil, "which", lambda name: None)
    assert find_cards() == [RTX]


def _smi(monkeypatch: pytest.MonkeyPatch, output: str, code: int) -> None:
    monkeypatch.setattr(cards.shutil, "which", lambda name: "/usr/bin/nvidia-smi")
    answer = SimpleNamespace(returncode=code, stdout=output)
    monkeypatch.setattr(cards.subprocess, "run", lambda *_, **__: answer)


@pytest.mark.parametrize(
    ("output", "code", "expected"),
    [
        ("NVIDIA GeForce RTX 4070, 580.65, 8.9, GPU-1234\n", 0, [RTX]),
        ("NVIDIA-SMI has failed\n", 9, []),
        ("odd line\n", 0, []),
        ("Old card, 390.1, [N/A], GPU-5\n", 0, [Card("Old card", "390.1", 0.0, "GPU-5")]),
    ],
)
def test_reading_nvidia_smi(
    monkeypatch: pytest.MonkeyPatch, output: str, code: int, expected: list[Card]
) -> None:
    _smi(monkeypatch, output, code)
    assert find_cards() == expected


def test_without_a_driver_there_is_nothing_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards.shutil, "which", lambda name: None)
    assert find_cards() is None


def test_a_driver_that_hangs_offers_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("nvidia-smi", 10)

    monkeypatch.setattr(cards.shutil, "which", lambda name: "/usr/bin/nvidia-smi")
    monkeypatch.setattr(cards.subprocess, "run", hangs)
    assert find_cards() == []
