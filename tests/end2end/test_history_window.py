"""The whole history window by keyboard on a real file. SIGHTLINE_SHOTS=DIR keeps pictures of each step.

Runs on Qt's offscreen platform unless QT_QPA_PLATFORM says otherwise (xcb under Xvfb shows the real thing).
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from app.captions.types import CaptionUpdate
from app.history.reader import Filter, HistoryReader
from app.history.store import HistoryStore
from app.settings import Settings
from app.ui.history_window import HistoryWindow

SHOTS = os.environ.get("SIGHTLINE_SHOTS")
KEY = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier

SPOKEN = (
    "Good morning everyone, shall we begin with the minutes of the last meeting?",
    "Yes, I sent them round on Friday, together with the budget for the café.",
    "私たちは日本語の字幕も確認しました。",
    "The budget is about four thousand, which is a little more than last year, mostly because the"
    " rent went up and the heating had to be mended twice in the winter.",
    "Does anybody object?",
    "No objection from me.",
    "Then the budget is agreed. Next is the date of the summer party.",
    "Das Sommerfest könnte am zwölften Juli stattfinden.",
)


def update(number: int, text: str, source: str = "loopback") -> CaptionUpdate:
    return CaptionUpdate(number, source, text, "", True, number * 4.0, number * 4 + 3.0, "en")


@pytest.fixture(scope="module")
def application() -> QApplication:
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    with pytest.MonkeyPatch.context() as patch:
        # Only for this: programs that other tests start must not inherit it.
        if "QT_QPA_PLATFORM" not in os.environ:
            patch.setenv("QT_QPA_PLATFORM", "offscreen")
        return QApplication([])


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("history") / "history.sqlite3"
    with HistoryStore(path) as store:
        for day, name in ((28, "Committee"), (29, "")):
            session_id = store.start_session(f"2026-11-{day}T09:00:00Z", name)
            for n in range(400):
                text = (
                    SPOKEN[n % len(SPOKEN)]
                    if n % 50 < 8
                    else f"Point {n} of the agenda was discussed for a while."
                )
                minute, second = n * 4 // 60, n * 4 % 60
                store.append(
                    update(n, text, "microphone" if n % 3 == 1 else "loopback"),
                    session_id,
                    f"2026-11-{day}T09:{minute:02d}:{second:02d}Z",
                )
            store.end_session(session_id, f"2026-11-{day}T09:30:00Z")
    return path


@pytest.fixture
def history(made_once: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made_once, tmp_path / "history.sqlite3"))


@pytest.fixture
def window(application: QApplication, history: Path) -> Iterator[HistoryWindow]:
    window = HistoryWindow(history)
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowActive(window, 2000)
    settle(window)
    yield window
    window.stop()
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QCoreApplication.processEvents()


def settle(window: HistoryWindow) -> None:
    """Until nothing is being typed, read or drawn."""
    wait_for(lambda: window.worker.n_waiting == 0 and not window._typing.isActive())
    QCoreApplication.processEvents()


def wait_for(condition: Callable[[], bool], timeout_s: float = 10.0) -> None:
    until = time.monotonic() + timeout_s
    while True:
        QCoreApplication.processEvents()
        if condition():
            return
        assert time.monotonic() < until, "nothing happened"
        time.sleep(0.005)


def press(
    window: HistoryWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    target = QApplication.focusWidget() or window
    QTest.keyClick(target, key, modifier)
    settle(window)


def shot(window: QWidget, name: str) -> None:
    if SHOTS:
        QTest.qWait(50)
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        screen = window.screen()
        assert screen is not None
        window.grab().save(str(Path(SHOTS) / f"{name}.png"))


def current_text(window: HistoryWindow) -> str:
    row = window.view().current()
    return row.entry.text if row is not None else ""


def test_search_jump_and_step_by_keyboard(window: HistoryWindow) -> None:
    shot(window, "1-live")
    assert window.timeline.captions.rows[-1].entry.text.startswith("Point 399")
    press(window, KEY.Key_F, CONTROL)
    assert window.search_field.hasFocus()
    QTest.keyClicks(window.search_field, "CAFE")
    settle(window)
    assert window.view() is window.results
    assert window.count_label.text() == "16 matches"
    shot(window, "2-results")
    press(window, KEY.Key_Return)
    assert window.results.hasFocus()
    press(window, KEY.Key_Down)
    press(window, KEY.Key_Return)
    assert window.view() is window.timeline
    assert "café" in current_text(window)
    assert window.timeline.hasFocus()
    shot(window, "3-context")
    first = window.timeline.current()
    press(window, KEY.Key_N)
    second = window.timeline.current()
    assert first is not None
    assert second is not None
    assert second.entry.entry_id < first.entry.entry_id
    press(window, KEY.Key_F3, SHIFT)
    assert window.timeline.current() == first
    press(window, KEY.Key_Up)
    assert current_text(window).startswith("Good morning")
    press(window, KEY.Key_Escape)
    assert window.view() is window.results
    press(window, KEY.Key_Escape)
    assert window.search_field.text() == ""
    assert window.view() is window.timeline


def test_pieces_of_japanese_and_strange_searches(window: HistoryWindow) -> None:
    for typed, expected in (
        ("日本", "16 matches"),
        ("字", "16 matches"),
        ('"object', "32 matches"),
        ("';--", "0 matches"),
    ):
        window.search_field.setText(typed)
        settle(window)
        assert window.count_label.text() == expected
        shot(window, f"4-search-{len(typed)}")


def test_scrolling_back_freezes_and_end_returns(window: HistoryWindow, history: Path) -> None:
    window.timeline.setFocus()
    for _ in range(3):
        press(window, KEY.Key_PageUp)
    assert not window.is_live
    top = window.timeline.indexAt(window.timeline.viewport().rect().topLeft()).data()
    with HistoryStore(history) as store:
        session_id = store.start_session("2026-11-30T09:00:00Z")
        for n in range(5):
            store.append(update(n, f"New words {n}"), session_id, "2026-11-30T09:00:00Z")
            window.captionAdded(update(n, f"New words {n}"))
    settle(window)
    assert window.new_button.isVisible()
    assert window.new_button.text() == "5 new (End)"
    assert window.timeline.indexAt(window.timeline.viewport().rect().topLeft()).data() == top
    shot(window, "5-frozen")
    press(window, KEY.Key_End)
    assert window.is_live
    assert not window.new_button.isVisible()
    assert window.timeline.captions.rows[-1].entry.text == "New words 4"
    with HistoryStore(history) as store:
        window.captionAdded(update(9, "Live words"))
        store.append(update(9, "Live words"), session_id, "2026-11-30T09:01:00Z")
    wait_for(lambda: window.timeline.captions.rows[-1].entry.text == "Live words")
    assert window.timeline.verticalScrollBar().value() == window.timeline.verticalScrollBar().maximum()


def test_home_pages_through_everything_and_back(window: HistoryWindow) -> None:
    window.timeline.setFocus()
    press(window, KEY.Key_Home)
    assert window.timeline.captions.rows[0].entry.entry_id == 1
    seen: set[int] = set()
    for _ in range(400):
        seen |= {row.entry.entry_id for row in window.timeline.captions.rows}
        if window.timeline.captions.is_at_end and window.timeline.verticalScrollBar().value() >= (
            window.timeline.verticalScrollBar().maximum() - 4
        ):
            break
        press(window, KEY.Key_PageDown)
    assert seen == set(range(1, 801))


def test_keys_can_be_chosen(window: HistoryWindow, history: Path) -> None:
    """A letter works in the lists and types in the field; with Ctrl it works everywhere."""
    window.apply_settings(Settings(keys={"history_star": ("L",), "history_search": ("Ctrl+J",)}))
    assert window.keys_of("history_star") == ("L",)
    assert window.keys_of("history_back") == ("Esc",)

    def n_starred() -> int:
        with HistoryReader(history) as reader:
            return reader.count(Filter(starred_only=True))

    window.timeline.setFocus()
    press(window, KEY.Key_End)
    press(window, KEY.Key_S)
    assert n_starred() == 0
    press(window, KEY.Key_L)
    assert n_starred() == 1
    press(window, KEY.Key_J, CONTROL)
    assert window.search_field.hasFocus()
    press(window, KEY.Key_L)
    assert window.search_field.text() == "l"
    assert n_starred() == 1
    window.search_field.clear()
    settle(window)
    window.apply_settings(Settings())
    window.timeline.setFocus()
    press(window, KEY.Key_End)
    press(window, KEY.Key_S)
    assert n_starred() == 0


def test_stars(window: HistoryWindow, history: Path) -> None:
    window.timeline.setFocus()
    press(window, KEY.Key_Home)
    press(window, KEY.Key_Down)
    press(window, KEY.Key_S)
    press(window, KEY.Key_End)
    press(window, KEY.Key_B, SHIFT)
    assert window.timeline.current() is not None
    assert current_text(window).startswith("Yes, I sent")
    shot(window, "6-star")
    with HistoryReader(history) as reader:
        assert reader.count(Filter(starred_only=True)) == 1
    window.starred_box.setChecked(True)
    settle(window)
    assert len(window.timeline.captions.rows) == 1


def test_copy_with_and_without_times(window: HistoryWindow) -> None:
    window.timeline.setFocus()
    press(window, KEY.Key_Home)
    press(window, KEY.Key_Down, SHIFT)
    press(window, KEY.Key_C, CONTROL)
    clipboard = QGuiApplication.clipboard()
    assert clipboard.text() == "\n".join(SPOKEN[:2])
    press(window, KEY.Key_C, CONTROL | SHIFT)
    assert clipboard.text().splitlines()[0].endswith(f"loopback] {SPOKEN[0]}")
    press(window, KEY.Key_C, CONTROL | ALT)
    assert clipboard.text().startswith("**")


def test_sessions_filter_rename_merge_and_delete(
    window: HistoryWindow, history: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.sessions.setFocus()
    assert window.sessions.count() == 3
    press(window, KEY.Key_Down)
    press(window, KEY.Key_Down)
    shot(window, "7-session")
    assert {row.entry.session_id for row in window.timeline.captions.rows} == {1}
    monkeypatch.setattr("app.ui.history_sessions.QInputDialog.getText", lambda *_, **__: ("Board ★", True))
    press(window, KEY.Key_F2)
    assert window.sessions.rows[1].name == "Board ★"
    press(window, KEY.Key_Up, SHIFT)
    press(window, KEY.Key_M)
    assert [row.n_captions for row in window.sessions.rows] == [800]
    window.timeline.setFocus()
    press(window, KEY.Key_Home)
    monkeypatch.setattr("app.ui.history_actions.HistoryActions._is_sure", lambda *_: True)
    press(window, KEY.Key_Delete)
    assert window.status_label.text() == "1 caption deleted."
    window.sessions.setFocus()
    window.sessions.setCurrentRow(1)
    settle(window)
    press(window, KEY.Key_Delete)
    with HistoryReader(history) as reader:
        assert reader.count() == 0


def test_a_deletion_asks_first(window: HistoryWindow, history: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.append(box.text()))
    window.timeline.setFocus()
    press(window, KEY.Key_Home)
    press(window, KEY.Key_Delete)
    assert asked == ["Delete 1 caption for good?"]
    with HistoryReader(history) as reader:
        assert reader.count() == 800


def test_bars_go_to_a_moment(window: HistoryWindow) -> None:
    window.sessions.setCurrentRow(2)
    settle(window)
    window.bars.setFocus()
    for _ in range(30):
        press(window, KEY.Key_Left)
    shot(window, "8-bars")
    press(window, KEY.Key_Return)
    assert window.timeline.hasFocus()
    assert window.timeline.current() is not None
    assert not window.is_live


def test_private_is_one_key_and_shown(window: HistoryWindow) -> None:
    told: list[bool] = []
    window.privateToggled.connect(told.append)
    press(window, KEY.Key_P, CONTROL)
    assert window.private_label.isVisible()
    shot(window, "9-private")
    press(window, KEY.Key_P, CONTROL)
    assert not window.private_label.isVisible()
    assert told == [True, False]


def test_export_what_is_shown(window: HistoryWindow, tmp_path: Path) -> None:
    window.source_box.setCurrentText("microphone")
    settle(window)
    window.actions_.export(tmp_path / "a.csv", "csv")
    settle(window)
    assert (tmp_path / "a.csv").read_text(encoding="utf-8").count("\n") == 267
    assert "266 captions written" in window.status_label.text()


def test_focus_reaches_every_part_and_all_have_names(window: HistoryWindow) -> None:
    window.search_field.setFocus()
    seen = set()
    for _ in range(4):
        seen.add(QApplication.focusWidget())
        press(window, KEY.Key_F6)
    assert seen == {window.search_field, window.sessions, window.timeline, window.bars}
    for widget in window.findChildren(QWidget):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
            interface = QAccessible.queryAccessibleInterface(widget)
            assert interface is not None
            assert interface.text(QAccessible.Text.Name), widget


def test_a_missing_and_a_foreign_file_are_said(application: QApplication, tmp_path: Path) -> None:
    for content, expected in ((None, ""), (b"not a database at all" * 100, "damaged")):
        path = tmp_path / "other.sqlite3"
        if content is not None:
            path.write_bytes(content)
        window = HistoryWindow(path)
        window.show()
        settle(window)
        assert expected in window.status_label.text()
        window.stop()
        window.close()
        window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
