"""The overlay without a screen: what it shows, when it draws, how it keeps its size."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest

from app.captions.types import CaptionUpdate, UserNotice
from app.settings import Settings
from app.ui.bridge import Bridge, OverlayStatus
from app.ui.caption_painter import is_right_to_left, tentative_opacity
from app.ui.mending import MendButton
from app.ui.overlay import OverlayWindow
from app.ui.status_row import text_px

LIVE = OverlayStatus(level=0.6, engine="cpu", model="tiny.en", lag_s=0.5, state="listening")
STORY = "it was the best of times it was the worst of times it was the age of wisdom it was the age of light"
WORDS = STORY.split(" ")


def caption(committed: str, tentative: str = "", *, number: int = 1, final: bool = False) -> CaptionUpdate:
    return CaptionUpdate(number, "loopback", committed, tentative, final, 0.0, 1.0, "en")


def wait_for(condition: Callable[[], bool], milliseconds: int = 3000) -> None:
    for _ in range(milliseconds // 10):
        if condition():
            return
        QTest.qWait(10)
    raise AssertionError("it did not happen in time")


def grab(window: OverlayWindow) -> QImage:
    return window.grab().toImage().convertToFormat(QImage.Format.Format_ARGB32)


UNPACED = Settings(min_show_s=0.0, reading_wpm=0)
"""Lines roll as soon as words come."""


class PaintCounter(QObject):
    def __init__(self, window: OverlayWindow) -> None:
        super().__init__()
        self.count = 0
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.count += 1
        return False


def test_it_is_an_overlay(overlay: OverlayWindow) -> None:
    flags = overlay.windowFlags()
    assert flags & Qt.WindowType.FramelessWindowHint
    assert flags & Qt.WindowType.WindowStaysOnTopHint
    assert flags & Qt.WindowType.WindowDoesNotAcceptFocus
    assert overlay.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    assert overlay.accessibleName()


def test_text_never_changes_the_size(overlay: OverlayWindow, bridge: Bridge) -> None:
    before = overlay.geometry()
    for count in range(1, len(WORDS) + 1):
        bridge.captionUpdated.emit(caption(" ".join(WORDS[:count]), " and a tail"))
        assert overlay.geometry() == before
    assert len(overlay.lines) == 2


def test_nothing_is_drawn_when_nothing_changes(overlay: OverlayWindow, bridge: Bridge) -> None:
    bridge.statusChanged.emit(LIVE)
    bridge.captionUpdated.emit(caption("it was the best", " of times"))
    QTest.qWait(50)
    counter = PaintCounter(overlay)
    for level in (0.6, 0.61, 0.59, 0.62):
        bridge.statusChanged.emit(replace(LIVE, level=level))
        bridge.captionUpdated.emit(caption("it was the best", " of times"))
    QTest.qWait(300)
    assert counter.count == 0


def test_committed_text_is_brighter_than_the_tail(overlay: OverlayWindow, bridge: Bridge) -> None:
    bridge.statusChanged.emit(LIVE)
    bridge.captionUpdated.emit(caption("MMMMMM", " MMMMMM"))
    image = grab(overlay)
    brightest = [0, 0]
    half = overlay._pad_x() + round(overlay._painter.measure("MMMMMM") + overlay._painter.measure(" ") / 2)
    end = overlay._pad_x() + round(overlay._painter.measure("MMMMMM MMMMMM"))
    row = round(overlay._caption_rect().top() + overlay._painter.line_height / 2)
    for x in range(overlay._pad_x(), end):
        red = image.pixelColor(x, row).red()
        brightest[x > half] = max(brightest[x > half], red)
    assert brightest[0] >= 250
    assert 150 <= brightest[1] <= 215


def test_captions_clear_after_the_hold_time(overlay: OverlayWindow, bridge: Bridge) -> None:
    bridge.settingsChanged.emit(replace(Settings(), hold_time_s=0.05))
    place = overlay.geometry()
    bridge.captionUpdated.emit(caption("gone soon", final=True))
    assert overlay.lines
    wait_for(lambda: not overlay.lines)
    assert overlay.isVisible()
    assert overlay.geometry() == place


def test_zero_keeps_captions_for_good_and_so_does_pausing(overlay: OverlayWindow, bridge: Bridge) -> None:
    bridge.settingsChanged.emit(replace(Settings(), hold_time_s=0.0))
    bridge.captionUpdated.emit(caption("stays", final=True))
    assert not overlay._hold.isActive()
    bridge.settingsChanged.emit(replace(Settings(), hold_time_s=5.0))
    assert overlay._hold.isActive()
    overlay.toggle_pause()
    assert not overlay._hold.isActive()


def test_words_of_a_new_caption_replace_a_fading_one(overlay: OverlayWindow, bridge: Bridge) -> None:
    bridge.captionUpdated.emit(caption("old", final=True))
    overlay._scroller.fade_out()
    QTest.qWait(60)
    bridge.captionUpdated.emit(caption("new", number=2))
    assert [line.text for line in overlay.lines] == ["new"]
    assert overlay._scroller.opacity == 1.0


def test_lines_scroll_smoothly_and_only_while_they_move(overlay: OverlayWindow, bridge: Bridge) -> None:
    bridge.settingsChanged.emit(UNPACED)
    bridge.captionUpdated.emit(caption(" ".join(WORDS[:11])))
    bridge.captionUpdated.emit(caption(" ".join(WORDS)))
    assert overlay._scroller.top_drawn < overlay._scroller.top
    wait_for(lambda: overlay._scroller.top_drawn == overlay._scroller.top)
    counter = PaintCounter(overlay)
    QTest.qWait(200)
    assert counter.count <= 1


def test_reduced_motion_jumps(overlay: OverlayWindow, bridge: Bridge) -> None:
    bridge.settingsChanged.emit(replace(UNPACED, smooth_scroll=False))
    bridge.captionUpdated.emit(caption(" ".join(WORDS)))
    assert overlay._scroller.top_drawn == overlay._scroller.top > 0


def test_the_systems_wish_for_less_movement_is_followed(overlay: OverlayWindow, bridge: Bridge) -> None:
    bridge.settingsChanged.emit(UNPACED)
    overlay.set_motion_reduced(True)
    bridge.captionUpdated.emit(caption(" ".join(WORDS[:12])))
    bridge.captionUpdated.emit(caption(" ".join(WORDS)))
    assert overlay._scroller.top_drawn == overlay._scroller.top > 0
    bridge.settingsChanged.emit(replace(UNPACED, follow_system_motion=False))
    assert overlay._scroller.is_smooth


def test_a_burst_waits_for_the_reader_and_then_catches_up(overlay: OverlayWindow, bridge: Bridge) -> None:
    bridge.settingsChanged.emit(replace(Settings(), smooth_scroll=False, min_show_s=0.0, hold_time_s=0.2))
    now = [100.0]
    overlay._scroller._clock = lambda: now[0]
    bridge.captionUpdated.emit(caption(" ".join(WORDS), final=True))
    assert overlay.lines[0].index == 0
    assert overlay._scroller.is_behind
    overlay._on_hold_over()
    assert overlay.lines, "nothing is cleared before it has been shown"
    now[0] += 5
    overlay._scroller._roll()
    assert overlay.lines[-1].text.endswith("age of light")
    assert not overlay._scroller.is_behind


def test_the_language_is_named_where_it_changes(overlay: OverlayWindow, bridge: Bridge) -> None:
    bridge.settingsChanged.emit(replace(UNPACED, show_language=True))
    bridge.captionUpdated.emit(caption("Good morning.", final=True))
    german = replace(caption("", " Guten Morgen", number=2), language="de")
    bridge.captionUpdated.emit(german)
    assert [line.text for line in overlay.lines] == ["[English] Good morning.", "[German] Guten Morgen"]
    bridge.captionUpdated.emit(replace(german, committed=" Guten Morgen.", tentative="", is_final=True))
    bridge.captionUpdated.emit(replace(caption("Wie geht es?", number=3), language="de"))
    assert overlay.lines[-1].text == "[German] Guten Morgen. Wie geht es?"


def test_no_line_is_cut_off_where_the_screen_is_too_low(overlay: OverlayWindow, bridge: Bridge) -> None:
    area = QGuiApplication.primaryScreen().availableGeometry()
    bridge.settingsChanged.emit(replace(UNPACED, font_size_px=144, line_count=5))
    assert area.contains(overlay.geometry())
    bridge.captionUpdated.emit(caption(" ".join(WORDS)))
    n_shown = len(overlay.lines)
    assert 1 <= n_shown < 5
    assert overlay._caption_rect().height() >= n_shown * overlay._painter.line_height
    assert overlay.lines[-1].text.endswith("light")


def test_docking_keys_and_the_way_back(overlay: OverlayWindow, bridge: Bridge) -> None:
    area = QGuiApplication.primaryScreen().availableGeometry()
    floating = overlay.geometry()
    overlay.placement.dock("top")
    assert (overlay.x(), overlay.y(), overlay.width()) == (area.x(), area.y(), area.width())
    bridge.settingsChanged.emit(replace(overlay.settings, font_size_px=48))
    assert (overlay.y(), overlay.width()) == (area.y(), area.width())
    bridge.settingsChanged.emit(replace(overlay.settings, font_size_px=32))
    overlay.placement.step(0, 3)
    wait_for(lambda: overlay.settings.dock == "float")
    assert overlay.width() == floating.width()
    overlay.placement.widen(2)
    wait_for(lambda: bool(overlay.settings.geometries) and overlay.width() == floating.width() + 64)
    for _ in range(200):
        overlay.placement.step(-9, 9)
    assert area.contains(overlay.geometry())
    overlay.placement.reset()
    assert overlay.geometry() == floating


def test_without_tentative_words_only_final_ones_show(overlay: OverlayWindow, bridge: Bridge) -> None:
    bridge.settingsChanged.emit(replace(Settings(), show_tentative=False))
    bridge.captionUpdated.emit(caption("sure", " perhaps"))
    assert [line.text for line in overlay.lines] == ["sure"]


def test_information_hides_and_errors_stay(
    overlay: OverlayWindow, bridge: Bridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.overlay._NOTICE_MS", {"info": 30})
    bridge.noticeRaised.emit(UserNotice("a", "info", "Now listening to the headset.", ""))
    assert overlay.notice is not None
    wait_for(lambda: overlay.notice is None)
    bridge.noticeRaised.emit(UserNotice("b", "error", "No sound device.", "Connect one."))
    bridge.noticeRaised.emit(UserNotice("c", "info", "Something else.", ""))
    QTest.qWait(60)
    assert overlay.notice is not None
    assert overlay.notice.code == "b"
    assert "No sound device. Connect one." in overlay.accessibleDescription()
    bridge.noticeCleared.emit("b")
    assert overlay.notice is None


def test_keys(overlay: OverlayWindow, bridge: Bridge) -> None:
    asked: list[str] = []
    bridge.pauseToggled.connect(lambda paused: asked.append(f"pause {paused}"))
    bridge.settingsRequested.connect(lambda: asked.append("settings"))
    bridge.historyRequested.connect(lambda: asked.append("history"))
    bridge.quitRequested.connect(lambda: asked.append("quit"))
    overlay.take_keyboard()
    overlay.activateWindow()
    QTest.qWait(50)
    control = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(overlay, Qt.Key.Key_Plus, control)
    assert overlay.settings.font_size_px == 36
    QTest.keyClick(overlay, Qt.Key.Key_Minus, control)
    assert overlay.settings.font_size_px == 32
    QTest.keyClick(overlay, Qt.Key.Key_Minus, control)
    QTest.keyClick(overlay, Qt.Key.Key_0, control)
    assert overlay.settings.font_size_px == 32
    QTest.keyClick(overlay, Qt.Key.Key_Space)
    QTest.keyClick(overlay, Qt.Key.Key_P)
    QTest.keyClick(overlay, Qt.Key.Key_Comma, control)
    QTest.keyClick(overlay, Qt.Key.Key_H, control)
    QTest.keyClick(overlay, Qt.Key.Key_Q, control)
    assert asked == ["pause True", "pause False", "settings", "history", "quit"]


@pytest.mark.parametrize("size_px", [12, 144])
@pytest.mark.parametrize("n_lines", [1, 5])
def test_extreme_sizes_draw(overlay: OverlayWindow, bridge: Bridge, size_px: int, n_lines: int) -> None:
    look = Settings(font_size_px=size_px, line_count=n_lines, edge="uniform", alignment="center")
    bridge.settingsChanged.emit(look)
    bridge.captionUpdated.emit(caption(" ".join(WORDS), " كان 日本語 🎧"))
    assert not grab(overlay).isNull()
    area = QGuiApplication.primaryScreen().availableGeometry()
    assert overlay.x() >= area.x()
    assert overlay.width() <= area.width()


@pytest.mark.parametrize("edge", ["none", "raised", "depressed", "uniform", "shadow"])
def test_edges_draw(overlay: OverlayWindow, bridge: Bridge, edge: str) -> None:
    bridge.settingsChanged.emit(Settings(edge=edge, background_opacity=0.0))
    bridge.captionUpdated.emit(caption("text"))
    assert not grab(overlay).isNull()


def test_the_place_comes_back_and_is_clamped(overlay: OverlayWindow, bridge: Bridge) -> None:
    key = overlay.placement.layout_key()
    area = QGuiApplication.primaryScreen().availableGeometry()
    second = OverlayWindow(bridge, Settings(geometries={key: (5000, -3000, 400)}))
    assert area.contains(second.geometry())
    assert second.width() == 400
    third = OverlayWindow(bridge, Settings(geometries={key: (30, 40, 0)}))
    assert (third.x(), third.y()) == (30, 40)
    third.placement.reset()
    assert third.y() > area.height() / 2
    for window in (second, third):
        window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_dragging_moves_and_remembers(overlay: OverlayWindow, bridge: Bridge) -> None:
    before = overlay.geometry()
    start = overlay.rect().center()
    QTest.mousePress(overlay, Qt.MouseButton.LeftButton, pos=start)
    overlay.placement.drag.is_by_user = True
    overlay.move(before.x() - 20, before.y() - 60)
    QTest.mouseRelease(overlay, Qt.MouseButton.LeftButton, pos=start)
    wait_for(lambda: bool(overlay.settings.geometries))
    assert overlay.settings.geometries == {
        overlay.placement.layout_key(): (before.x() - 20, before.y() - 60, 0)
    }


def test_click_through_needs_the_tray(overlay: OverlayWindow) -> None:
    handle = overlay.windowHandle()
    overlay.actions_shared.click_through.setChecked(True)
    assert not handle.flags() & Qt.WindowType.WindowTransparentForInput
    overlay.actions_shared.click_through.setChecked(False)
    overlay.commands.set_tray_available(True)
    overlay.actions_shared.click_through.setChecked(True)
    assert handle.flags() & Qt.WindowType.WindowTransparentForInput
    overlay.actions_shared.click_through.setChecked(False)
    assert not handle.flags() & Qt.WindowType.WindowTransparentForInput


def test_a_larger_text_grows_away_from_the_screens_edge(overlay: OverlayWindow, bridge: Bridge) -> None:
    before = QRect(overlay.geometry())
    bridge.settingsChanged.emit(Settings(font_size_px=48))
    after = overlay.geometry()
    assert after.height() > before.height()
    assert after.bottom() == before.bottom()


def test_direction_of_reading() -> None:
    assert is_right_to_left("(123) שלום")
    assert not is_right_to_left("… hello שלום")
    assert not is_right_to_left("12")


def test_the_tail_is_never_too_faint() -> None:
    assert tentative_opacity(Settings()) == pytest.approx(0.70)
    assert tentative_opacity(Settings(background_opacity=0.56)) > 0.8
    assert tentative_opacity(Settings(background_opacity=0.0)) == 1.0


def test_what_is_seen_of_a_scripted_recogniser_at_every_change(
    overlay: OverlayWindow, bridge: Bridge
) -> None:
    """Revisions of three sentences: words that stand stay where they are, whole, and nothing else moves."""
    bridge.settingsChanged.emit(replace(UNPACED, smooth_scroll=False))
    seen: list[dict[int, str]] = []

    def look() -> None:
        seen.append(
            {
                line.index: "".join(run.text for run in line.runs if run.is_committed).rstrip()
                for line in overlay.lines
            }
        )

    overlay._scroller.changed.connect(look)
    place = overlay.geometry()
    for number in range(1, 4):
        for count in range(0, len(WORDS) + 1, 2):
            fixed, guess = " ".join(WORDS[:count]), [*WORDS[count : count + 3]]
            for tail in (guess, [word[::-1] for word in guess], guess[:1]):
                bridge.captionUpdated.emit(caption(fixed, " " + " ".join(tail), number=number))
        bridge.captionUpdated.emit(caption(STORY, number=number, final=True))
    assert len(seen) > 60
    for before, after in itertools.pairwise(seen):
        for index, text in before.items():
            assert index not in after or after[index].startswith(text)
    assert all(word in WORDS for lines in seen for text in lines.values() for word in text.split())
    assert overlay.geometry() == place


LOUD = UserNotice(
    "sound-silent", "warning", "The microphone delivers only silence.", "Look for a switch on it."
)


@pytest.mark.parametrize(("caption_px", "letters"), [(12, 13), (24, 13), (40, 14), (72, 26), (120, 28)])
def test_the_row_and_its_button_grow_with_the_captions(
    overlay: OverlayWindow, bridge: Bridge, caption_px: int, letters: int
) -> None:
    assert text_px(caption_px) == letters
    bridge.settingsChanged.emit(replace(overlay.settings, font_size_px=caption_px))
    place = overlay.geometry()
    bridge.noticeRaised.emit(LOUD)
    button = next(each for each in overlay.findChildren(MendButton))
    assert not button.isHidden()
    assert f"font-size: {letters}px" in button.styleSheet()
    assert overlay.rect().contains(button.geometry())
    bridge.captionUpdated.emit(caption(STORY))
    bridge.noticeCleared.emit(LOUD.code)
    assert overlay.geometry() == place


def test_who_speaks_is_said_when_the_command_line_asks_for_both(
    overlay: OverlayWindow, bridge: Bridge
) -> None:
    assert overlay.settings.source == "loopback"
    bridge.statusChanged.emit(replace(LIVE, source="both"))
    bridge.captionUpdated.emit(replace(caption("hello there", final=True), source="microphone"))
    wait_for(lambda: bool(overlay.lines))
    assert overlay.lines[-1].text.startswith("You:")
