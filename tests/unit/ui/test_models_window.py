"""The windows on models and on the computer's state: followed, used by keyboard, nothing nameless."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

import huggingface_hub.utils
import pytest
from pretend_hub import PretendHub, serving
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QInputDialog, QMessageBox, QPushButton

from app import doctor
from app.download_pace import DownloadPace, time_in_words
from app.errands import Errands
from app.model_list import ModelRow, list_rows
from app.paths import find_paths
from app.settings import Settings
from app.ui.bridge import Bridge, DoctorsWords, Progress
from app.ui.doctor_window import DoctorWindow
from app.ui.mending import MendButton
from app.ui.models_window import ModelsWindow
from app.ui.overlay import OverlayWindow
from app.ui.settings_window import SettingsWindow
from engines import models
from engines.models import FileSpec, ModelSpec

ROWS = (
    ModelRow("tiny.en", "installed", 78, ("en",), "MIT", "Tiny", "1 GB", "Sightline", comes_installed=True),
    ModelRow("base", "missing", 147, ("all",), "MIT", "Base", "1 GB of memory", "https://hub/base"),
    ModelRow("small", "missing", 486, ("all",), "MIT", "Small", "2 GB", "https://hub", n_begun=9_000_000),
    ModelRow("mine", "installed", 10, (), "", "Your own", "", "yours", is_own=True),
    ModelRow("odd", "damaged", 500, ("en",), "Apache-2.0", "Odd", "2 GB", "https://hub/odd", is_exact=False),
)  # fmt: skip


@pytest.fixture
def window(bridge: Bridge) -> Iterator[ModelsWindow]:
    made = ModelsWindow(bridge, Settings(model="tiny.en"))
    made.show()
    bridge.modelsListed.emit(ROWS)
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def go_to(window: ModelsWindow, name: str) -> None:
    (item,) = window.tree.findItems(name, Qt.MatchFlag.MatchExactly)
    window.tree.setCurrentItem(item)


def can(window: ModelsWindow) -> set[str]:
    buttons = {"get": window.get, "stop": window.stop, "use": window.use, "remove": window.remove}
    return {name for name, button in buttons.items() if button.isEnabled()}


def test_each_model_offers_what_can_be_done_with_it(window: ModelsWindow) -> None:
    assert window.tree.currentItem().text(0) == "tiny.en"
    assert "in use" in window.tree.currentItem().text(1)
    for name, expected in (
        ("tiny.en", set()),
        ("base", {"get"}),
        ("small", {"get", "remove"}),
        ("mine", {"use", "remove"}),
        ("odd", {"get", "remove"}),
    ):
        go_to(window, name)
        assert can(window) == expected, name
    assert "about 500 MB" in window.tree.currentItem().text(2)
    assert "checksum is the one that the hub states" in window.about.text()
    assert "Licence Apache-2.0" in window.about.text()
    go_to(window, "small")
    assert window.tree.currentItem().text(1) == "9 MB have come"


def test_got_by_keyboard_stopped_and_tried_again(window: ModelsWindow, bridge: Bridge) -> None:
    asked: list[str] = []
    bridge.modelWanted.connect(lambda name: asked.append(f"get {name}"))
    bridge.modelStopped.connect(lambda name: asked.append(f"stop {name}"))
    go_to(window, "base")
    window.tree.setFocus()
    QTest.keyClick(window.tree, Qt.Key.Key_Return)
    assert asked == ["get base"]
    bridge.modelProgressed.emit(Progress("base", 0.5, "Getting base: 73 of 147 MB, 2.1 MB/s, 35 s left"))
    assert window.progress.value() == 500
    assert "35 s left" in window.said.text()
    assert can(window) == {"stop"}
    window.stop.click()
    assert asked[-1] == "stop base"
    bridge.modelProgressed.emit(Progress("base", 0.0, "It was stopped.", is_done=True, is_well=False))
    assert not window.progress.isVisible()
    assert window.get.text().replace("&", "") == "Try again"
    window.get.click()
    assert asked[-1] == "get base"
    bridge.modelProgressed.emit(Progress("base", 1.0, "base is ready.", is_done=True))
    assert window.get.text() == "&Get"


def test_one_is_used(window: ModelsWindow, bridge: Bridge) -> None:
    chosen: list[Settings] = []
    bridge.settingsChanged.connect(chosen.append)
    go_to(window, "mine")
    window.use.click()
    assert [each.model for each in chosen] == ["mine"]
    assert can(window) == {"remove"}
    assert "in use" in window.tree.currentItem().text(1)


def test_one_is_removed_after_a_question(
    window: ModelsWindow, bridge: Bridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    removed: list[str] = []
    bridge.modelRemoved.connect(removed.append)
    answers = [QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes]
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.pop(0))
    go_to(window, "mine")
    window.remove.click()
    assert removed == []
    window.remove.click()
    assert removed == ["mine"]


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_one_is_taken_from_a_folder_or_zip(
    window: ModelsWindow, bridge: Bridge, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    wanted: list[tuple[str, str]] = []
    bridge.modelImportWanted.connect(lambda *each: wanted.append(each))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("/a/b.zip", ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "/a/b")
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, text: (text, True))
    go_to(window, "base")
    (window.from_zip if kind == "zip" else window.from_folder).click()
    assert wanted == [("base", "/a/b.zip" if kind == "zip" else "/a/b")]


def test_advice_goes_to_the_model(window: ModelsWindow, bridge: Bridge) -> None:
    asked: list[str] = []
    bridge.adviceRequested.connect(asked.append)
    window.advise.click()
    assert asked == [""]
    assert not window.advise.isEnabled()
    bridge.adviceGiven.emit("base", "base suits this computer best.")
    assert window.tree.currentItem().text(0) == "base"
    assert window.said.text() == "base suits this computer best."


def test_no_key_is_given_twice_and_nothing_is_nameless(window: ModelsWindow, bridge: Bridge) -> None:
    doctors = DoctorWindow(bridge)
    for each in (window, doctors):
        buttons = [b for b in each.findChildren(QPushButton) if b.text()]
        keys = [b.text()[b.text().index("&") + 1].lower() for b in buttons]
        assert len(keys) == len(set(keys)), keys
        assert all(b.text() or b.accessibleName() for b in each.findChildren(QAbstractButton))
    doctors.deleteLater()


def test_the_doctors_findings_and_report(bridge: Bridge) -> None:
    asked: list[int] = []
    bridge.doctorAsked.connect(lambda: asked.append(1))
    window = DoctorWindow(bridge)
    window.show()
    assert asked == [1]
    found = (("gpu", "ok", "A card.", ""), ("display", "PROBLEM", "None.", "Start a desktop."))
    bridge.doctorAnswered.emit(DoctorsWords(found, "the report"))
    assert "→ Start a desktop." in window.findings.item(1).text()
    assert window.said.text().startswith("1 problem found")
    window.show_report.click()
    assert window.report.isVisible()
    assert window.report.toPlainText() == "the report"
    window.copy.click()
    assert QGuiApplication.clipboard().text() == "the report"
    window.again.click()
    assert asked == [1, 1]
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_the_settings_lead_to_the_models(bridge: Bridge) -> None:
    asked: list[int] = []
    bridge.modelsWindowRequested.connect(lambda: asked.append(1))
    settings = SettingsWindow(bridge, Settings())
    (button,) = (b for b in settings.findChildren(QPushButton) if b.text() == "&Browse…")
    button.click()
    assert asked == [1]
    settings.deleteLater()


def wait_for(condition: Callable[[], bool], milliseconds: int = 60_000) -> None:
    for _ in range(milliseconds // 10):
        if condition():
            return
        QTest.qWait(10)
    raise AssertionError("it did not happen in time")


def test_the_errands_answer_what_the_windows_ask(
    bridge: Bridge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = find_paths(tmp_path)
    paths.speed_file.write_text(
        '{"machine": {"processor": "", "n_cores": 2, "engine": "", "n_threads": 0, "version": ""},'
        '"day": "", "was_busy": false, "passes_s": {"tiny.en": 0.1}}'
    )
    monkeypatch.setattr(doctor, "diagnose", lambda _: [])
    heard: dict[str, object] = {}
    bridge.modelsListed.connect(lambda rows: heard.update(rows=rows))
    bridge.adviceGiven.connect(lambda model, sentence: heard.update(advice=(model, sentence)))
    bridge.doctorAnswered.connect(lambda words: heard.update(doctor=words))
    beside = Errands(argparse.Namespace(), paths, bridge)
    bridge.modelsRequested.emit()
    bridge.adviceRequested.emit("en")
    bridge.doctorAsked.emit()
    wait_for(lambda: len(heard) == 3)
    assert heard["rows"] == tuple(list_rows(paths.models_dir))
    model, sentence = heard["advice"]  # type: ignore[misc]
    assert "suits this computer best" in sentence
    assert model in ("small", "small.en", "distil-small.en")
    (paths.models_dir / "mine").mkdir()
    (paths.models_dir / "mine" / "model.safetensors").write_bytes(b"")
    bridge.modelRemoved.emit("mine")
    wait_for(lambda: not (paths.models_dir / "mine").exists())
    wait_for(lambda: not beside._under_way)
    beside.end()


def test_from_the_window_to_the_hub_and_back(
    bridge: Bridge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused, tried again by the button beside the notice, and there."""
    contents = {"model.bin": b"W" * 300_000, "config.json": b"{}", "tokenizer.json": b"[]"}
    files = tuple(
        FileSpec(name, hashlib.sha256(data).hexdigest(), len(data), "", "", "", ())
        for name, data in contents.items()
    )
    toy = ModelSpec("toy", "whisper", "A toy", ("en",), "MIT", files, "maker/toy", "ab" * 20, 1)
    monkeypatch.setattr(models, "registry", lambda: {"toy": toy})
    hub = PretendHub({f"maker/toy/{name}": data for name, data in contents.items()}, codes=[404])
    paths = find_paths(tmp_path)
    said: list[str] = []
    bridge.modelProgressed.connect(lambda progress: said.append(progress.sentence))
    with serving(hub):
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        beside = Errands(argparse.Namespace(), paths, bridge)
        overlay = OverlayWindow(bridge, Settings())
        overlay.show()
        window = ModelsWindow(bridge, Settings())
        window.show()
        wait_for(lambda: window.tree.topLevelItemCount() == 1)
        window.get.click()
        wait_for(lambda: window.get.text().replace("&", "") == "Try again" and not beside._under_way)
        assert "(404)" in window.said.text()
        button = overlay.findChild(MendButton)
        assert button is not None
        wait_for(button.isVisible)
        assert button.text() == "Try again"
        button.click()
        wait_for(lambda: window.tree.topLevelItem(0).text(1) == "on this computer")
        wait_for(lambda: not beside._under_way)
        assert said[-1] == "toy is ready."
        assert not window.get.isEnabled()
        for each in (window, overlay):
            each.close()
            each.deleteLater()
        huggingface_hub.utils.close_session()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_pace_in_words() -> None:
    pace = DownloadPace()
    assert pace.sentence(0.0, 0, 100_000_000) == "0 of 100 MB"
    assert pace.sentence(0.5, 1_000_000, 100_000_000) == "1 of 100 MB"
    assert pace.sentence(2.0, 4_000_000, 100_000_000) == "4 of 100 MB, 2.0 MB/s, 48 s left"
    # It stands still: the speed of long ago is forgotten.
    pace.sentence(12.0, 4_000_000, 100_000_000)
    assert pace.sentence(30.0, 4_000_000, 100_000_000) == "4 of 100 MB"
    assert pace.sentence(31.0, 0, 100_000_000) == "0 of 100 MB"
    assert [time_in_words(s) for s in (0, 89, 240, 7800)] == ["1 s", "89 s", "4 min", "2 h 10 min"]
