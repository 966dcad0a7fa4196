"""The window of figures: hidden until its key, asks only while it is open, and keeps a reader's place."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest

from app.paths import find_paths
from app.settings import Settings
from app.ui import figures_window
from app.ui.bridge import Bridge
from app.ui.desktop import Desktop
from app.ui.figures_window import FiguresWindow

ROWS = (("Passes", "3"), ("Encoder", "half within 40 ms"), ("Speech lost", "none"))


@pytest.fixture
def window(bridge: Bridge, monkeypatch: pytest.MonkeyPatch) -> Iterator[FiguresWindow]:
    monkeypatch.setattr(figures_window, "PERIOD_MS", 10)
    made = FiguresWindow(bridge)
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def texts(window: FiguresWindow) -> list[tuple[str, str]]:
    items = (window.rows.topLevelItem(i) for i in range(window.rows.topLevelItemCount()))
    return [(item.text(0), item.text(1)) for item in items if item is not None]


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(6000):
        if condition():
            return
        QTest.qWait(10)
    raise AssertionError("it did not happen in time")


def test_it_asks_only_while_it_is_open(window: FiguresWindow, bridge: Bridge) -> None:
    asked: list[int] = []
    bridge.figuresRequested.connect(lambda: asked.append(1))
    assert not window.isVisible()
    window.show()
    assert asked == [1]
    wait_for(lambda: len(asked) > 3)
    window.close()
    n_asked = len(asked)
    QTest.qWait(50)
    assert len(asked) == n_asked


def test_figures_change_in_their_place(window: FiguresWindow, bridge: Bridge) -> None:
    window.show()
    bridge.figuresListed.emit(ROWS)
    assert tuple(texts(window)) == ROWS
    second = window.rows.topLevelItem(1)
    window.rows.setCurrentItem(second)
    changed = (ROWS[0], ("Encoder", "half within 50 ms"), ROWS[2], ("RTX", "61 °C"))
    bridge.figuresListed.emit(changed)
    assert tuple(texts(window)) == changed
    assert window.rows.currentItem() is second
    bridge.figuresListed.emit(ROWS[:2])
    assert tuple(texts(window)) == ROWS[:2]
    assert window.rows.accessibleName()


def test_its_key_shows_and_hides_it_and_can_be_chosen(
    bridge: Bridge, tmp_path_factory: pytest.TempPathFactory
) -> None:
    desktop = Desktop(bridge, Settings(), find_paths(tmp_path_factory.mktemp("data")))
    desktop.show()
    asked: list[int] = []
    bridge.figuresRequested.connect(lambda: asked.append(1))

    def is_shown() -> bool:
        window = desktop._figures_window
        return window is not None and window.isVisible()

    assert not is_shown(), "hidden until it is wanted"
    action = desktop.overlay.actions_shared.figures
    assert action.shortcut().toString() == "Ctrl+Shift+F"
    action.trigger()
    assert is_shown()
    assert asked
    action.trigger()
    assert not is_shown()
    desktop.overlay.change(keys={"figures": ("Ctrl+G",)})
    assert action.shortcut().toString() == "Ctrl+G"
    desktop.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
