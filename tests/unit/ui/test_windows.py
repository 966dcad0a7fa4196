"""Settings window, desktop, tray, status row and the placing of windows, without a screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QPushButton,
    QSlider,
    QSpinBox,
    QWidget,
)

from app.audio.devices import DeviceInfo
from app.audio.sound_test import SoundTest
from app.captions.contrast import worst_ratio
from app.captions.types import UserNotice
from app.history.reader import SessionRow
from app.paths import find_paths
from app.settings import Settings, load
from app.sound_answers import SoundChoices
from app.ui import mending, message_panel, status_row
from app.ui.bridge import Bridge, OverlayStatus
from app.ui.caption_painter import is_light, status_needs_strip
from app.ui.desktop import Desktop
from app.ui.history_sessions import SessionList
from app.ui.overlay import OverlayWindow
from app.ui.presets import PRESETS, matching_preset, readability, with_preset
from app.ui.settings_window import SettingsWindow
from app.ui.window_flags import clamp_rect, default_rect, keep_above_notice

SCREEN = QRect(0, 0, 1280, 800)


def test_every_control_has_a_name_for_screen_readers(bridge: Bridge) -> None:
    window = SettingsWindow(bridge, Settings())
    kinds = (QComboBox, QSpinBox, QSlider, QAbstractButton)
    controls = [child for child in window.findChildren(QWidget) if isinstance(child, kinds)]
    nameless = [
        child
        for child in controls
        if not child.accessibleName()
        and not (isinstance(child, QAbstractButton) and child.text())
        and child.focusPolicy() != Qt.FocusPolicy.NoFocus
    ]
    assert len(controls) > 25
    assert nameless == []
    window.deleteLater()


def test_a_change_is_sent_once_and_followed(bridge: Bridge) -> None:
    window = SettingsWindow(bridge, Settings())
    sent: list[Settings] = []
    bridge.settingsChanged.connect(sent.append)
    (size,) = (box for box in window.findChildren(QSpinBox) if box.accessibleName() == "Text size")
    for value in (40, 41, 42):
        size.setValue(value)
    for _ in range(6000):
        if sent:
            break
        QTest.qWait(10)
    assert [item.font_size_px for item in sent] == [42]
    bridge.settingsChanged.emit(replace(window.settings, font_size_px=20))
    assert size.value() == 20
    assert len(sent) == 2
    window.deleteLater()


def test_a_waiting_change_is_sent_at_close(bridge: Bridge) -> None:
    window = SettingsWindow(bridge, Settings())
    sent: list[Settings] = []
    bridge.settingsChanged.connect(sent.append)
    window.show()
    window._set("line_count", 4)
    window.close()
    assert [item.line_count for item in sent] == [4]
    window.deleteLater()


@pytest.mark.parametrize("name", PRESETS)
def test_every_look_is_readable_over_any_desktop(name: str) -> None:
    look = with_preset(Settings(), name)
    assert readability(look).ratio >= 7
    assert matching_preset(look) == name


@pytest.mark.parametrize("name", PRESETS)
def test_the_row_and_notices_of_every_look_are_readable(name: str) -> None:
    settings = with_preset(Settings(), name)
    is_light_text = is_light(settings.text_color)
    boxes = [
        (settings.window_color, settings.window_opacity),
        (settings.background_color, settings.background_opacity),
    ]
    if status_needs_strip(settings):
        boxes.append(("#000000" if is_light_text else "#ffffff", 0.82))
    colours = status_row.SEVERITY_COLOURS if is_light_text else status_row.SEVERITY_COLOURS_ON_LIGHT
    for letters in ((settings.text_color, 0.70), *((colour, 1.0) for colour in colours.values())):
        assert worst_ratio(letters, boxes) >= 4.5


def test_a_bad_look_is_called_so() -> None:
    judged = readability(Settings(background_opacity=0.1))
    assert not judged.is_enough
    assert "less see-through" in judged.sentence


def test_the_desktop_saves_what_was_changed(
    application: QApplication, bridge: Bridge, tmp_path: Path
) -> None:
    paths = find_paths(tmp_path)
    desktop = Desktop(bridge, Settings(), paths)
    desktop.show()
    bridge.settingsRequested.emit()
    bridge.historyRequested.emit()
    assert desktop._history_window is not None
    assert desktop._settings_window is not None
    bridge.settingsChanged.emit(replace(desktop.settings, font_size_px=40))
    assert not paths.settings_file.exists()
    desktop.close()
    assert load(paths.settings_file)[0].font_size_px == 40
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_settings_that_cannot_be_saved_are_said(bridge: Bridge, tmp_path: Path) -> None:
    paths = find_paths(tmp_path)
    paths.settings_file.mkdir()
    notices: list[UserNotice] = []
    bridge.noticeRaised.connect(notices.append)
    desktop = Desktop(bridge, Settings(), paths)
    bridge.settingsChanged.emit(Settings(font_size_px=40))
    desktop.close()
    assert [notice.code for notice in notices] == ["settings-not-saved"]
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.parametrize(
    ("rect", "expected"),
    [
        (QRect(100, 100, 600, 120), QRect(100, 100, 600, 120)),
        (QRect(1200, 790, 600, 120), QRect(680, 680, 600, 120)),
        (QRect(-9000, -9000, 600, 120), QRect(0, 0, 600, 120)),
        (QRect(0, 0, 4000, 120), QRect(0, 0, 1280, 120)),
        (QRect(0, 100, 600, 4000), QRect(0, 0, 600, 4000)),
    ],
)
def test_clamping(rect: QRect, expected: QRect) -> None:
    assert clamp_rect(rect, [SCREEN]) == expected


def test_clamping_chooses_the_screen_that_shows_most_of_it() -> None:
    right = QRect(1280, 0, 1920, 1080)
    assert clamp_rect(QRect(1200, 900, 600, 120), [SCREEN, right]) == QRect(1280, 900, 600, 120)
    assert clamp_rect(QRect(9000, 500, 600, 120), [SCREEN, right]).right() == right.right()
    assert clamp_rect(QRect(1, 2, 3, 4), []) == QRect(1, 2, 3, 4)


def test_the_first_place_is_bottom_centre() -> None:
    rect = default_rect(600, 120, SCREEN)
    assert SCREEN.contains(rect)
    assert abs(rect.center().x() - SCREEN.center().x()) <= 1
    assert default_rect(9000, 120, SCREEN).width() < 1280


def test_status_in_words() -> None:
    status = OverlayStatus("both", "", 0.3, "tensorrt", "small.en", 0.61, state="speaking")
    assert status_row.left_text(status) == "Listening · Computer sound and microphone"
    assert status_row.right_text(status) == "small.en · GPU (TensorRT) · 0.6 s behind"
    assert status_row.left_text(replace(status, paused=True)).startswith("Paused")
    assert status_row.left_text(OverlayStatus("file", "talk.wav", state="Loading")) == "Loading · talk.wav"
    assert status_row.right_text(OverlayStatus(engine="auto")) == ""
    lost = OverlayStatus(model="base", engine="cpu (card lost: it was ended by SIGSEGV)")
    assert status_row.right_text(lost) == "base · CPU (card lost)"


def test_the_row_is_large_beside_large_captions(application: QApplication) -> None:
    sizes = [status_row.text_px(px) for px in (12, 32, 48, 72, 144)]
    assert sizes == [13, 13, 17, 26, 28]
    assert [status_row.height_px(px) for px in (32, 72)] == [20, 40]


def test_a_notice_in_the_row_loses_its_advice_before_its_size(application: QApplication) -> None:
    row = status_row.StatusRow()
    row.resize(72)
    row.update(OverlayStatus(), UserNotice("x", "warning", "The microphone is muted.", "Unmute it there."))
    (whole, large), (title, same), (short, small), (cut, smallest) = (
        row._fitted(room) for room in (900.0, 400.0, 200.0, 60.0)
    )
    assert whole == "The microphone is muted. Unmute it there."
    assert title == short == "The microphone is muted."
    assert large.pixelSize() == same.pixelSize() == 26 > small.pixelSize() > smallest.pixelSize() == 13
    assert cut.endswith("…")


def test_what_stands_in_the_empty_box() -> None:
    notice = UserNotice("x", "error", "No sound.", "Connect a device.")
    listening = OverlayStatus(state="listening")
    assert message_panel.choose(listening, notice, True) == message_panel.Message(
        "No sound.", "Connect a device.", "error"
    )
    paused = message_panel.choose(replace(listening, paused=True), None, True)
    assert paused is not None
    assert paused.title == "Paused"
    assert message_panel.choose(listening, None, False) is not None
    assert message_panel.choose(listening, None, True) is None


def test_devices_are_offered_and_one_that_has_gone_stays_chosen(bridge: Bridge) -> None:
    asked: list[bool] = []
    bridge.devicesRequested.connect(lambda: asked.append(True))
    window = SettingsWindow(bridge, Settings(microphone_device="headset"))
    window.show()
    window._tabs.setCurrentIndex(3)
    assert asked
    television = DeviceInfo("Television", "hdmi.monitor", "loopback", 48_000, 2, True)
    bridge.devicesListed.emit(SoundChoices((television,), (), ("Firefox",)))
    boxes = {box.accessibleName(): box for box in window.findChildren(QComboBox)}
    assert [boxes["Output"].itemText(row) for row in range(2)] == ["The system's usual one", "Television"]
    assert boxes["Microphone"].currentText() == "headset"
    boxes["Output"].activated.emit(1)
    assert window.settings.loopback_device == "hdmi.monitor"
    boxes["Only from"].activated.emit(1)
    assert window.settings.loopback_application == "Firefox"
    window.close()
    window.deleteLater()


@pytest.mark.parametrize("code", sorted(mending._MENDS))
def test_the_button_beside_a_notice_does_what_it_says(bridge: Bridge, code: str) -> None:
    overlay = OverlayWindow(bridge, Settings())
    overlay.show()
    asked: list[str] = []
    bridge.restartRequested.connect(lambda: asked.append("restart"))
    bridge.modelWanted.connect(lambda _: asked.append("model"))
    bridge.modelRetried.connect(lambda: asked.append("retry"))
    bridge.keysRequested.connect(lambda: asked.append("keys"))
    bridge.settingsRequested.connect(lambda: asked.append("settings"))
    bridge.settingsChanged.connect(lambda settings: asked.append(f"engine {settings.engine}"))
    bridge.noticeRaised.emit(UserNotice(code, "error", "Something is wrong.", "Do this."))
    button = overlay.findChild(mending.MendButton)
    assert button is not None
    assert button.isVisible()
    assert overlay.rect().contains(button.geometry())
    button.click()
    deed = mending._MENDS[code].deed
    assert asked == ["engine cpu" if deed == "processor" else deed]
    assert not button.isVisible()
    overlay.hide()
    overlay.deleteLater()


def test_no_button_where_one_press_mends_nothing(bridge: Bridge) -> None:
    assert mending.mend_for(UserNotice("device-changed", "info", "Now the headset.", ""), Settings()) is None
    mend = mending.mend_for(UserNotice("no-engine", "error", "None.", ""), Settings(engine="cpu"))
    assert mend is not None
    assert mend.deed == "restart"


def test_captions_are_see_through_only_while_clicks_pass_and_the_pointer_is_below(
    bridge: Bridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    overlay = OverlayWindow(bridge, Settings())
    overlay.commands.set_tray_available(True)
    watch = overlay.commands._pointer
    monkeypatch.setattr("app.ui.pointer_watch.QCursor.pos", lambda: overlay.geometry().center())
    assert not watch._timer.isActive()
    overlay.actions_shared.click_through.setChecked(True)
    watch._look()
    assert watch._is_dimmed
    bridge.settingsChanged.emit(Settings(dim_under_pointer=False))
    watch._look()
    assert not watch._is_dimmed
    bridge.settingsChanged.emit(Settings())
    watch._look()
    assert watch._is_dimmed
    overlay.actions_shared.click_through.setChecked(False)
    assert not watch._is_dimmed
    assert not watch._timer.isActive()
    overlay.deleteLater()


@pytest.mark.parametrize(
    ("desktop", "words"),
    [("ubuntu:GNOME", "Alt+Space"), ("KDE", "Alt+F3"), ("sway", "sticky"), ("", "XWayland")],
)
def test_wayland_is_told_the_exact_step(monkeypatch: pytest.MonkeyPatch, desktop: str, words: str) -> None:
    assert keep_above_notice() is None
    monkeypatch.setattr("app.ui.window_flags.QGuiApplication.platformName", lambda: "wayland")
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", desktop)
    notice = keep_above_notice()
    assert notice is not None
    assert words in notice.advice


def test_a_test_sound_is_asked_for_and_its_result_said(bridge: Bridge) -> None:
    asked: list[str] = []
    bridge.soundTestRequested.connect(asked.append)
    window = SettingsWindow(bridge, Settings(loopback_device="hdmi.monitor"))
    (button,) = (each for each in window.findChildren(QPushButton) if "test so" in each.text())
    button.click()
    assert asked == ["hdmi.monitor"]
    assert not button.isEnabled()
    bridge.soundTested.emit(SoundTest(False, 0.0, "Television", "Nothing was heard.", "Turn it up."))
    assert button.isEnabled()
    assert any(label.text() == "Nothing was heard. Turn it up." for label in window.findChildren(QLabel))
    window.deleteLater()


def test_one_session_and_one_caption_are_not_called_several(application: QApplication) -> None:
    sessions = SessionList()
    sessions.put([SessionRow(1, "", 0, 4000, 1, "Good morning.")])
    texts = [sessions.item(row).text() for row in range(sessions.count())]
    sessions.deleteLater()
    assert "1 session, 1 caption" in texts[0]
    assert texts[1].endswith("1 caption\n“Good morning.”")
