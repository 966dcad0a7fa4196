"""Another source, model or engine begins another run, at once and one at a time; a wrong platform is said."""

from __future__ import annotations

import argparse
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app import errands, main, parts
from app.captions.types import CaptionUpdate
from app.metrics import Metrics
from app.paths import find_paths
from app.settings import Settings
from app.ui.bridge import Bridge, Progress
from app.ui.desktop import Desktop
from engines.errors import DisplayError, ModelMissingError, SightlineError


class ScriptedRun:
    """In place of LiveRun: says one caption, then runs until it is stopped."""

    made: list[ScriptedRun] = []  # noqa: RUF012
    error: SightlineError | None = None
    failing: SightlineError | None = None
    fault: Exception | None = None

    def __init__(
        self,
        arguments: argparse.Namespace,
        paths: Any,
        settings: Settings,
        source: str,
        view: Any,
        metrics: Metrics,
    ) -> None:
        self.model, self.settings, self.source, self.view = arguments.model, settings, source, view
        self.metrics = metrics
        self.paused = self.private = False
        self.devices: dict[str, str] = {}
        self._stopped = threading.Event()
        ScriptedRun.made.append(self)

    def run(self) -> None:
        self.error = ScriptedRun.failing
        if ScriptedRun.fault is not None:
            raise ScriptedRun.fault
        self.view.caption(CaptionUpdate(1, self.source, "one", "", True, 0.0, 1.0, "en"))
        if self.error is None:
            self._stopped.wait(20)

    def stop(self) -> None:
        self._stopped.set()

    def pause(self, paused: bool) -> None:
        self.paused = paused

    def keep_private(self, private: bool) -> None:
        self.private = private

    def keep_for(self, retention: str) -> None: ...

    def choose_device(self, source: str, device: str) -> None:
        self.devices[source] = device

    def star(self) -> None: ...


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        QTest.qWait(10)


@pytest.fixture
def bridge(monkeypatch: pytest.MonkeyPatch) -> Bridge:
    existing = QApplication.instance()
    assert isinstance(existing or QApplication(["tests"]), QApplication)
    monkeypatch.setattr(main, "LiveRun", ScriptedRun)
    monkeypatch.setattr(main, "_SETTLE_MS", 10)
    monkeypatch.setattr(ScriptedRun, "made", [])
    monkeypatch.setattr(ScriptedRun, "failing", None)
    monkeypatch.setattr(ScriptedRun, "fault", None)
    return Bridge()


@pytest.fixture
def runs(bridge: Bridge, tmp_path: Path) -> Iterator[main._Runs]:
    paths = find_paths(tmp_path)
    desktop = Desktop(bridge, Settings(), paths)
    arguments = argparse.Namespace(model="base", engine=None, language=None, exit_at_end=False)
    made = main._Runs(arguments, paths, desktop, bridge)
    yield made
    made.stop()
    desktop.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_change_of_model_beats_the_command_line_and_starts_again(runs: main._Runs, bridge: Bridge) -> None:
    shown: list[int] = []
    bridge.captionUpdated.connect(lambda update: shown.append(update.caption_id))
    runs.start("loopback")
    bridge.settingsChanged.emit(replace(Settings(), font_size_px=50))
    QTest.qWait(60)
    assert len(ScriptedRun.made) == 1
    bridge.settingsChanged.emit(replace(Settings(), model="tiny"))
    wait_for(lambda: len(ScriptedRun.made) == 2)
    assert ScriptedRun.made[0].model == "base"
    assert (ScriptedRun.made[1].model, ScriptedRun.made[1].settings.model) == (None, "tiny")
    bridge.settingsChanged.emit(replace(Settings(), model="tiny", source="microphone"))
    wait_for(lambda: len(ScriptedRun.made) == 3)
    assert ScriptedRun.made[2].source == "microphone"
    assert len({id(run.metrics) for run in ScriptedRun.made}) == 1, "figures are of all runs together"
    wait_for(lambda: len(shown) == 3)
    assert shown == sorted(set(shown)), "captions of different runs must not be taken for one another"


def test_the_figures_of_all_runs_are_listed(runs: main._Runs, bridge: Bridge) -> None:
    runs.start("loopback")
    listed: list[tuple[tuple[str, str], ...]] = []
    bridge.figuresListed.connect(listed.append)
    metrics = ScriptedRun.made[0].metrics
    metrics.passed("heard", {"end_to_end": 0.4}, compute_s=0.2, engine="cpu", model="base")
    bridge.figuresRequested.emit()
    metrics.passed("heard", {"end_to_end": 0.6}, compute_s=0.2, engine="cpu", model="base")
    bridge.figuresRequested.emit()
    assert [dict(rows)["Passes"][0] for rows in listed] == ["1", "2"]
    assert dict(listed[1])["Captions behind the sound"].endswith("longest 600 ms")


def test_another_device_is_used_without_starting_again(runs: main._Runs, bridge: Bridge) -> None:
    runs.start("loopback")
    bridge.settingsChanged.emit(replace(Settings(), loopback_device="hdmi"))
    wait_for(lambda: ScriptedRun.made[0].devices == {"loopback": "hdmi"})
    assert len(ScriptedRun.made) == 1


def test_pause_and_privacy_go_over_to_the_next_run(runs: main._Runs, bridge: Bridge) -> None:
    runs.start("loopback")
    bridge.pauseToggled.emit(True)
    runs._desktop.overlay.show_status(replace(runs._desktop.overlay.status, paused=True))
    bridge.historyPaused.emit(True)
    bridge.restartRequested.emit()
    wait_for(lambda: len(ScriptedRun.made) == 2)
    assert ScriptedRun.made[1].paused
    assert ScriptedRun.made[1].private


def test_a_run_that_failed_starts_again_by_its_button(
    runs: main._Runs, bridge: Bridge, capsys: pytest.CaptureFixture[str]
) -> None:
    ScriptedRun.failing = ModelMissingError("The model base is not here.", "Get it.")
    runs.start("loopback")
    wait_for(lambda: runs._workers[-1].isFinished())
    QTest.qWait(30)
    assert "The model base is not here." in capsys.readouterr().err
    ScriptedRun.failing = None
    bridge.restartRequested.emit()
    wait_for(lambda: len(ScriptedRun.made) == 2)


def test_a_fault_of_ours_is_told_and_can_be_mended_by_the_button(
    runs: main._Runs, bridge: Bridge, capsys: pytest.CaptureFixture[str]
) -> None:
    ScriptedRun.fault = ValueError("embedded null byte")
    told: list[str] = []
    bridge.noticeRaised.connect(lambda notice: told.append(notice.code))
    runs.start("loopback")
    wait_for(lambda: runs._workers[-1].isFinished() and bool(told))
    QTest.qWait(30)
    assert told == ["unexpected-fault"]
    assert "unexpected fault (ValueError)" in capsys.readouterr().err
    assert runs.exit_code == 1
    ScriptedRun.fault = None
    bridge.restartRequested.emit()
    wait_for(lambda: len(ScriptedRun.made) == 2)


def test_only_a_model_that_is_waited_for_interrupts_the_captions(runs: main._Runs, bridge: Bridge) -> None:
    bridge.modelProgressed.connect(runs.take_model)
    runs.start("loopback")
    bridge.modelProgressed.emit(Progress("small", 1.0, "small is ready.", is_done=True))
    bridge.modelProgressed.emit(Progress("base", 0.5, "Half.", is_done=False))
    bridge.modelProgressed.emit(Progress("base", 0.0, "It failed.", is_done=True, is_well=False))
    QTest.qWait(30)
    assert len(ScriptedRun.made) == 1
    bridge.modelProgressed.emit(Progress("base", 1.0, "base is ready.", is_done=True))
    wait_for(lambda: len(ScriptedRun.made) == 2)


def test_a_model_that_cannot_be_got_is_said_with_a_way_out(
    bridge: Bridge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str, folder: Path, progress: Callable[[int, int], None], **_: object) -> None:
        progress(1_000_000, 4_000_000)
        raise ModelMissingError(f"The model {name} could not be fetched.", "Check the connection.")

    monkeypatch.setattr(errands, "fetch_model", fail)
    said: list[Progress] = []
    codes: list[str] = []
    bridge.modelProgressed.connect(said.append)
    bridge.noticeRaised.connect(lambda notice: codes.append(notice.code))
    beside = errands.Errands(argparse.Namespace(), find_paths(tmp_path), bridge)
    beside.get_model("base")
    wait_for(lambda: bool(codes))
    assert [round(each.fraction, 2) for each in said] == [0.0, 0.25, 0.0]
    assert said[-1].is_done
    assert not said[-1].is_well
    assert codes == ["model-not-fetched"]
    wait_for(lambda: not beside._under_way)
    bridge.modelRetried.emit()
    wait_for(lambda: len(codes) == 2)
    wait_for(lambda: not beside._under_way)


@pytest.mark.parametrize("name", ["nonsense", "xcb;nonsense", "eglfs"])
def test_a_platform_that_qt_would_abort_with_is_said_before(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", name)
    with pytest.raises(DisplayError, match="QT_QPA_PLATFORM"):
        parts.choose_platform()
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen:size=800x600")
    parts.choose_platform()
    assert parts.has_display()


def test_under_wayland_the_x_server_is_used_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QT_QPA_PLATFORM")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-9")
    monkeypatch.setenv("DISPLAY", ":9")
    monkeypatch.setattr(parts, "_x_answers", lambda: False)
    parts.choose_platform()
    assert "QT_QPA_PLATFORM" not in os.environ
    monkeypatch.setattr(parts, "_x_answers", lambda: True)
    monkeypatch.setattr(parts.sys, "platform", "linux")
    parts.choose_platform()
    assert os.environ["QT_QPA_PLATFORM"] == "xcb"
