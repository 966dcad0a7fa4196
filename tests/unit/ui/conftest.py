"""Windows without a screen: Qt's offscreen platform, one application for all tests of this folder."""

from __future__ import annotations

import os
from collections.abc import Iterator

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from app.settings import Settings
from app.ui.bridge import Bridge
from app.ui.overlay import OverlayWindow


@pytest.fixture(scope="session")
def application() -> QApplication:
    existing = QApplication.instance()
    running = existing if isinstance(existing, QApplication) else QApplication(["tests"])
    running.setQuitOnLastWindowClosed(False)
    return running


@pytest.fixture
def bridge(application: QApplication) -> Bridge:
    return Bridge()


@pytest.fixture
def overlay(bridge: Bridge) -> Iterator[OverlayWindow]:
    window = OverlayWindow(bridge, Settings())
    window.show()
    QCoreApplication.processEvents()
    yield window
    window.hide()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
