"""Figures for people and programs: in words, in a file of their own, and nothing from a file that is none."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path

import pytest

from app import doctor, figures, metrics_watch
from app.metrics import Metrics
from app.metrics_watch import watched
from engines.runtime.card_state import CardState


def busy() -> Metrics:
    metrics = Metrics()
    for _ in range(20):
        metrics.heard("microphone", 0.5)
        stages = {"queue": 0.1, "encode": 0.2, "decode": 0.1, "end_to_end": 0.4}
        metrics.passed("heard", stages, compute_s=0.3, engine="cuda", model="base")  # type: ignore[arg-type]
    metrics.passed("failed", {}, compute_s=0.3, engine="cuda", model="base")
    metrics.lost("late", 2.0)
    metrics.noticed("engine-lost")
    metrics.noticed("language-mismatch")
    metrics.set_cards([CardState("GPU-1", "RTX", 61, 2_000_000_000, 12_000_000_000, 0.37)])
    return metrics


def test_in_words() -> None:
    said = dict(figures.rows(figures.figures_of(busy().snapshot())))
    assert said["Recognised by"] == "base on cuda"
    assert said["Captions behind the sound"] == "half within 400 ms, 95 % within 400 ms, longest 400 ms"
    assert said["Encoder"].startswith("half within 200 ms")
    assert said["Passes"] == "21 (0 not believed, 1 failed)"
    assert said["Real-time factor"].endswith("0.63 since the start")
    assert said["Sound"] == "microphone 10 s"
    assert said["Speech lost"] == "2.0 s too late to be captioned"
    assert said["Fallbacks"] == "engine-lost 1", "not all that was said is one"
    assert said["RTX"] == "61 °C, 2.0 of 12.0 GB in use, 37 % busy"


def test_nothing_yet_is_said_as_well() -> None:
    said = dict(figures.rows(figures.figures_of(Metrics().snapshot())))
    assert said["Recognised by"] == said["Encoder"] == said["Real-time factor"] == "–"
    assert said["Speech lost"] == said["Fallbacks"] == "none"


def test_a_card_says_what_it_knows() -> None:
    assert figures.card_in_words(CardState("", "")) == "–"
    assert figures.card_in_words(CardState("", "", temperature_c=50)) == "50 °C"


def test_what_is_kept_is_what_doctor_reads(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    snapshot = busy().snapshot()
    figures.keep(file, snapshot)
    content = figures.kept(file)
    assert content is not None
    assert {**content, "at": None} == {**json.loads(json.dumps(figures.figures_of(snapshot))), "at": None}
    if os.name == "posix":
        assert file.stat().st_mode & 0o077 == 0
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
    text = doctor.render_text([doctor.Check("python", "ok", "x")], content)
    assert "95 % within 400 ms" in text
    assert content["at"] in text
    assert json.loads(doctor.render_json([], content))["figures"] == content
    assert json.loads(doctor.render_json([]))["figures"] is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"at": 3}',
        b'{"at": "now"}',
        b'{"at": "now", "model": "x", "engine": "y", "stages": 3}',
        b"[" * 100_000,
        b" " * (2 << 20),
    ],
    ids=range(8),
)
def test_a_file_that_holds_none_is_none(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    file.write_bytes(content)
    assert figures.kept(file) is None


def test_wrong_values_are_none(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    figures.keep(file, busy().snapshot())
    whole = json.loads(file.read_text())
    for name in whole:
        for wrong in (None, "text", 3, [3], {"x": "y"}):
            file.write_text(json.dumps({**whole, name: wrong}))
            content = figures.kept(file)
            assert content is None or doctor.render_text([doctor.Check("a", "ok", "b")], content)


def test_a_disk_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    figures.keep(tmp_path / "absent" / "figures.json", Metrics().snapshot())
    assert figures.kept(tmp_path / "absent" / "figures.json") is None


def until_true(done: threading.Event) -> None:
    assert done.wait(60)


def test_cards_are_looked_at_once_one_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked, state = threading.Event(), CardState("GPU-1", "RTX", 70)

    class Watcher:
        def read(self) -> tuple[CardState, ...]:
            looked.set()
            return (state,)

        def close(self) -> None:
            pass

    monkeypatch.setattr(metrics_watch, "CardWatcher", Watcher)
    monkeypatch.setattr(metrics_watch, "CARD_PERIOD_S", 0.005)
    metrics = Metrics()
    file = tmp_path / "figures.json"
    with watched(metrics, file, None, lambda notice: None):
        metrics.passed("heard", {}, compute_s=0.1, engine="cpu (cuda is starting)", model="base")
        deadline_s = time.monotonic() + 60
        while not file.exists():
            assert time.monotonic() < deadline_s, "kept while captions run"
            time.sleep(0.005)
        assert not looked.is_set()
        metrics.passed("heard", {}, compute_s=0.1, engine="cuda", model="base")
        until_true(looked)
    content = figures.kept(file)
    assert content is not None
    assert [card["temperature_c"] for card in content["cards"]] == [70]


def test_a_driver_that_hangs_does_not_hold_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, released = threading.Event(), threading.Event()

    class Hanging:
        def read(self) -> tuple[CardState, ...]:
            asked.set()
            released.wait()
            return ()

        def close(self) -> None:
            pass

    monkeypatch.setattr(metrics_watch, "CardWatcher", Hanging)
    monkeypatch.setattr(metrics_watch, "CARD_PERIOD_S", 0.005)
    monkeypatch.setattr(metrics_watch, "PATIENCE_S", 0.05)
    metrics = busy()
    with watched(metrics, tmp_path / "figures.json", None, lambda notice: None):
        until_true(asked)
    content = figures.kept(tmp_path / "figures.json")
    released.set()
    assert content is not None
    assert content["passes"]["heard"] == 20
