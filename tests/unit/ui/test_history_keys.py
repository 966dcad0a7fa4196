"""Marking a moment and keeping no captions, by key, with the state shown."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.settings import Settings
from app.ui.bridge import Bridge, OverlayStatus
from app.ui.overlay import OverlayWindow
from app.ui.status_row import left_text


@pytest.fixture
def bridge() -> Bridge:
    assert QApplication.instance() is not None or QApplication([]) is not None
    return Bridge()


def test_private_is_shown_and_survives_a_new_status(bridge: Bridge) -> None:
    window = OverlayWindow(bridge, Settings())
    asked: list[bool] = []
    bridge.historyPaused.connect(asked.append)
    window.actions_shared.private.trigger()
    assert asked == [True]
    bridge.statusChanged.emit(OverlayStatus(state="listening"))
    assert "Private" in left_text(window.status)
    window.actions_shared.private.trigger()
    assert asked == [True, False]
    assert "Private" not in left_text(window.status)
    window.deleteLater()


def test_private_chosen_elsewhere_is_shown_here_and_not_sent_again(bridge: Bridge) -> None:
    window = OverlayWindow(bridge, Settings())
    asked: list[bool] = []
    bridge.historyPaused.connect(asked.append)
    bridge.historyPaused.emit(True)
    assert window.actions_shared.private.isChecked()
    assert window.status.private
    assert asked[0] is True
    assert False not in asked
    window.deleteLater()


def test_a_moment_is_marked_by_key(bridge: Bridge) -> None:
    window = OverlayWindow(bridge, Settings())
    marked: list[bool] = []
    bridge.momentMarked.connect(lambda: marked.append(True))
    window.actions_shared.star.trigger()
    assert marked == [True]
    window.deleteLater()
