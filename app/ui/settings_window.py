"""Placeholder for the settings window. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QWidget

from app.settings import Settings
from app.ui.bridge import Bridge


class SettingsWindow(QDialog):
    """Changes take effect at once, through bridge.settingsChanged."""

    def __init__(
        self,
        bridge: Bridge,
        settings: Settings,
        *,
        models: Sequence[str] = ("tiny.en",),
        engines: Sequence[str] = ("auto", "cpu", "cuda", "tensorrt"),
        languages: Sequence[str] = ("auto", "en"),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
