"""Tells a screen reader or braille display each committed piece, once; never the tail. GUI thread."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from app.captions.types import CaptionUpdate


class Announcer:
    """The captions' live region."""

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget
        self._said: dict[str, tuple[int, int]] = {}
        """By source: the caption that was said last, and how many of its characters."""

    def take(self, caption: CaptionUpdate) -> None:
        """Say what is committed and has not been said, politely: after what is being read."""
        committed = caption.text if caption.is_final else caption.committed
        number, n_said = self._said.get(caption.source, (caption.caption_id, 0))
        if number > caption.caption_id:
            return
        if number != caption.caption_id:
            n_said = 0
        added = committed[n_said:]
        self._said[caption.source] = (caption.caption_id, max(n_said, len(committed)))
        if added.strip() and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._widget, added.strip()))
