"""While clicks pass through, makes the captions see-through where the mouse is below them. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QWidget

_LOOK_MS = 120
_DIMMED = 0.25


class PointerWatch(QObject):
    """A window that lets clicks through gets no mouse events, so this looks now and then; only meanwhile."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.is_wanted = True
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._is_dimmed = False

    def watch(self, on: bool) -> None:
        """Begin, or end and be opaque again."""
        if on:
            self._timer.start()
        else:
            self._timer.stop()
            self._dim(False)

    def _look(self) -> None:
        # the compositor does it: nothing is drawn again
        self._dim(self.is_wanted and self._window.geometry().contains(QCursor.pos()))

    def _dim(self, dimmed: bool) -> None:
        if dimmed != self._is_dimmed:
            self._is_dimmed = dimmed
            self._window.setWindowOpacity(_DIMMED if dimmed else 1.0)
