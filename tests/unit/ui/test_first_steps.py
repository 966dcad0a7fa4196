"""The first steps: tried at once, skipped without a trace; models got and measured with progress."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QRadioButton, QWizard

from app.captions.types import UserNotice
from app.settings import Settings
from app.speed_test import sentence
from app.ui.bridge import Bridge, OverlayStatus, Progress
from app.ui.first_steps import FirstSteps
from app.ui.overlay import OverlayWindow
from app.ui.settings_controls import Choice

SKIP = QWizard.WizardButton.CustomButton1


@pytest.fixture
def steps(overlay: OverlayWindow, bridge: Bridge) -> Iterator[FirstSteps]:
    window = FirstSteps(
        bridge, overlay, ("auto", "tiny.en", "base"), {"base": "99 languages; 147 MB to get once"}
    )
    window.show()
    yield window
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def choose(steps: FirstSteps, name: str, value: object) -> None:
    (control,) = (each for each in steps.currentPage().findChildren(Choice) if each.accessibleName() == name)
    control.show_value(value)
    control.activated.emit(control.currentIndex())


def test_the_meter_shows_the_sound_and_what_is_wrong(steps: FirstSteps, bridge: Bridge) -> None:
    page = steps.currentPage()
    bridge.statusChanged.emit(OverlayStatus(level=0.4, state="listening"))
    assert page.meter.value() == 40
    bridge.noticeRaised.emit(UserNotice("no-sound-device", "error", "No microphone.", "Connect one."))
    assert "Connect one." in page._said.text()


def test_a_source_is_tried_at_once_and_kept(steps: FirstSteps, overlay: OverlayWindow) -> None:
    microphone = steps.currentPage().findChildren(QRadioButton)[1]
    microphone.click()
    assert overlay.settings.source == "microphone"
    steps.next()
    choose(steps, "Look", "Yellow on black")
    steps.next()
    choose(steps, "Model", "base")
    steps.accept()
    assert (overlay.settings.source, overlay.settings.model) == ("microphone", "base")
    assert overlay.settings.text_color == "#ffe14d"


def test_skipping_a_step_takes_back_what_was_chosen_in_it(steps: FirstSteps, overlay: OverlayWindow) -> None:
    steps.currentPage().findChildren(QRadioButton)[2].click()
    steps.button(SKIP).click()
    assert overlay.settings == Settings()
    choose(steps, "Look", "Large print")
    assert overlay.settings.font_size_px == 56
    steps.button(SKIP).click()
    assert overlay.settings.font_size_px == 32
    steps.button(SKIP).click()
    assert not steps.isVisible()
    assert overlay.settings == Settings()


def test_a_model_is_got_and_its_speed_tried(steps: FirstSteps, bridge: Bridge) -> None:
    wanted: list[tuple[str, ...]] = []
    bridge.modelWanted.connect(lambda name: wanted.append((name,)))
    bridge.speedWanted.connect(lambda model, engine: wanted.append((model, engine)))
    steps.next()
    steps.next()
    page = steps.currentPage()
    assert not page.get.isEnabled()  # "auto" is no model that can be got
    choose(steps, "Model", "base")
    page.get.click()
    bridge.modelProgressed.emit(Progress("base", 0.5, "Getting base: 73 of 147 MB"))
    assert (page.progress.value(), page.get.isEnabled()) == (50, False)
    bridge.modelProgressed.emit(Progress("base", 1.0, "base is ready.", is_done=True))
    assert page.get.isEnabled()
    page.try_speed.click()
    assert not page.try_speed.isEnabled()
    bridge.speedMeasured.emit("fast")
    assert (page.said.text(), page.try_speed.isEnabled()) == ("fast", True)
    assert wanted == [("base",), ("base", "auto")]


@pytest.mark.parametrize(
    ("factor", "words"), [(0.1, "as they are said"), (0.4, "good enough"), (1.2, "smaller model")]
)
def test_speed_in_words(factor: float, words: str) -> None:
    row = {"audio_seconds": 5.0, "median_ms": factor * 5000, "real_time_factor": factor}
    other = {"audio_seconds": 20.0, "median_ms": 1, "real_time_factor": 0.0}
    said = sentence({"model": "base", "engine": "cpu", "passes": [other, row]})
    assert words in said
    assert "the processor" in said


def test_settings_change_on_after_the_first_steps_have_gone(overlay: OverlayWindow, bridge: Bridge) -> None:
    window = FirstSteps(bridge, overlay, ("tiny.en",), {})
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    # a slot that outlived its window would raise here
    overlay.change(font_size_px=40)
    bridge.statusChanged.emit(OverlayStatus(level=0.5))
    bridge.speedMeasured.emit("fast")
    assert overlay.settings.font_size_px == 40
