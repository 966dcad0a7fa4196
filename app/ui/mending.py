"""The button beside a notice: what mends it, in one press. GUI thread."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from app.captions.types import UserNotice
from app.settings import Settings
from app.ui.bridge import Bridge
from app.ui.language import mark, tr

Deed = Literal["restart", "model", "processor", "keys", "settings", "retry"]


@dataclass(frozen=True, slots=True)
class Mend:
    """What the button says, and what is done."""

    label: str
    deed: Deed


_MENDS = {
    "no-sound-device": Mend(mark("Try again"), "restart"),
    "model-missing": Mend(mark("Get the model"), "model"),
    "model-damaged": Mend(mark("Get it anew"), "model"),
    "no-engine": Mend(mark("Use the processor"), "processor"),
    "engine-failing": Mend(mark("Use the processor"), "processor"),
    "failed": Mend(mark("Start again"), "restart"),
    "unexpected-fault": Mend(mark("Start again"), "restart"),
    "model-not-fetched": Mend(mark("Try again"), "retry"),
    "key-taken": Mend(mark("Keys…"), "keys"),
    "device-missing": Mend(mark("Choose a device"), "settings"),
    "sound-elsewhere": Mend(mark("Choose a device"), "settings"),
    "sound-silent": Mend(mark("Choose a device"), "settings"),
}


def mend_for(notice: UserNotice | None, settings: Settings) -> Mend | None:
    """The way out of what `notice` says, if one press is enough."""
    if notice is None:
        return None
    mend = _MENDS.get(notice.code)
    if mend is not None and mend.deed == "processor" and settings.engine == "cpu":
        return Mend(tr("Start again"), "restart")
    return mend


def do(mend: Mend, bridge: Bridge, settings: Settings) -> None:
    """Ask the program for it."""
    if mend.deed == "processor":
        bridge.settingsChanged.emit(replace(settings, engine="cpu"))
    elif mend.deed == "model":
        bridge.modelWanted.emit(settings.model)
    elif mend.deed == "keys":
        bridge.keysRequested.emit()
    elif mend.deed == "retry":
        bridge.modelRetried.emit()
    elif mend.deed == "settings":
        bridge.settingsRequested.emit()
    else:
        bridge.restartRequested.emit()


class MendButton(QPushButton):
    """Small, in the captions' own colours, at the right end of the status row."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Mend what the notice says"))
        self.hide()

    def offer(self, mend: Mend | None, notice: UserNotice | None) -> None:
        """Show what mends `notice`, or nothing."""
        self.setVisible(mend is not None)
        if mend is not None:
            self.setText(tr(mend.label))
            self.setAccessibleName(tr(mend.label))
            self.setAccessibleDescription(notice.title if notice is not None else "")
            self.adjustSize()

    def dress(self, on_light: bool, text_px: int) -> None:
        """Take the colours of the captions, and the size of the row's letters."""
        height_px = round(text_px * 24 / 13)
        ground, letters = ("#1b1f24", "#ffffff") if on_light else ("#f2f4f7", "#101318")
        self.setStyleSheet(
            f"QPushButton {{ background: {ground}; color: {letters}; border: 2px solid {ground};"
            f" border-radius: 8px; padding: 0 10px; font-size: {text_px}px; font-weight: 600;"
            f" min-height: {height_px - 4}px; max-height: {height_px - 4}px; }}"
            f" QPushButton:focus {{ border-color: {'#0b5ed7' if on_light else '#2f7fe0'}; }}"
        )
        self.adjustSize()
