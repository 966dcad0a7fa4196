"""Which card is used, and whether its driver fits what is installed."""

from __future__ import annotations

import os

import pytest

from app import doctor
from app.__main__ import main
from engines import choice, versions
from engines.cards import Card
from engines.errors import CardDriverError, EngineError

ONE = Card("NVIDIA GeForce RTX 4070", "580.65.06", 8.9, "GPU-11aa-2222")
OTHER = Card("NVIDIA GeForce RTX 3060", "580.65.06", 8.6, "GPU-11bb-3333")
MIG = "MIG-9f8e7d6c-1111"


@pytest.mark.parametrize(
    ("visible", "expected"),
    [
        (None, ONE),
        ("0", ONE),
        ("1,0", OTHER),
        (" 1 ", OTHER),
        ("GPU-11bb-3333", OTHER),
        ("GPU-11bb", OTHER),
        ("GPU-11", None),
        ("2", None),
        ("", None),
        ("-1", None),
        ("nonsense", None),
        (MIG, Card("NVIDIA GeForce RTX 4070 (MIG)", "580.65.06", 8.9, MIG)),
    ],
)
def test_the_card_is_the_one_that_cuda_would_take(visible: str | None, expected: Card | None) -> None:
    assert versions.chosen_card([ONE, OTHER], visible) == expected
    assert versions.chosen_card([], visible) is None


@pytest.mark.parametrize(
    ("library", "version", "driver", "fits"),
    [
        ("tensorrt_rtx", "1.7.1.116", "580.65.06", True),
        ("tensorrt_rtx", "1.7.1.116", "577.00", False),
        ("cuda-bindings", "12.9.1", "560.35", True),
        ("cuda-bindings", "13.0.0", "560.35", False),
        ("onnxruntime-gpu", "1.31.0", "580.10", True),
        ("onnxruntime-gpu", "1.31.0", "570.82", False),
        ("tensorrt", "10.9", "525.60", True),
        ("cuda-bindings", "14.0", "580.65", True),
        ("numpy", "2.0", "100.1", True),
        ("tensorrt_rtx", "1.7.1", "unknown", True),
    ],
)
def test_a_driver_that_is_too_old_is_said_with_both_versions(
    library: str, version: str, driver: str, fits: bool
) -> None:
    card = Card("a card", driver, 8.9)
    if fits:
        versions.check_driver(card, library, version)
        return
    with pytest.raises(CardDriverError) as caught:
        versions.check_driver(card, library, version)
    for part in (driver, library, version):
        assert part in str(caught.value)
    assert "newest NVIDIA driver" in caught.value.advice


def test_doctor_and_the_choice_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    old = Card("NVIDIA GeForce RTX 4070", "551.23", 8.9, "GPU-1")
    for module in (doctor, choice):
        monkeypatch.setattr(module, "find_cards", lambda: [old])
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    check = doctor._tensorrt()
    assert check.state == "problem"
    assert "551.23" in check.sentence
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3")
    assert doctor._gpu().state == "problem"
    with pytest.raises(EngineError, match="names none of the cards"):
        choice._first_card()
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "GPU-1")
    assert "chooses NVIDIA GeForce RTX 4070" in doctor._gpu().sentence
    assert choice._first_card() == old


def test_doctor_looks_at_the_chosen_card(monkeypatch: pytest.MonkeyPatch) -> None:
    hopper = Card("NVIDIA H200", "580.65", 9.0, "GPU-9")
    monkeypatch.setattr(doctor, "find_cards", lambda: [ONE, hopper])
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "GPU-9")
    assert "none it supports" in doctor._tensorrt().sentence
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    assert doctor._tensorrt().state == "ok"
    for hidden in ("", "-1"):
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", hidden)
        check = doctor._gpu()
        assert (check.state, "hides the cards" in check.sentence) == ("ok", True)


def test_the_flag_reaches_everything_that_is_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: dict[str, str] = {}
    # Set here, so that what the program sets is taken back.
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    monkeypatch.setenv("CUDA_DEVICE_ORDER", "FASTEST_FIRST")
    monkeypatch.delenv("CUDA_DEVICE_ORDER")
    monkeypatch.setattr("app.commands.run_transcribe", lambda *_: seen.update(os.environ) or 0)
    assert main(["transcribe", "x.wav", "--card", MIG, "--data-dir", str(tmp_path)]) == 0
    assert seen["CUDA_VISIBLE_DEVICES"] == MIG
    assert seen["CUDA_DEVICE_ORDER"] == "PCI_BUS_ID"
