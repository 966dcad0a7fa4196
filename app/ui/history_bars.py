"""Bars of activity: how much was said when, so that a moment is found by looking. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.language import tr

N_BARS = 120
_HEIGHT_PX = 44


class ActivityBars(QWidget):
    """Left and Right move a mark along the bars, Enter (or a click) goes to the first caption of that bar."""

    moved = Signal(int)
    """The entry_id to go to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: list[tuple[int, int]] = []
        self._labels = ("", "")
        self._at = 0
        self._place: float | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Activity over time"))
        self.setToolTip(tr("How much was said when. Left and Right choose a time, Enter goes there."))

    def sizeHint(self) -> QSize:
        return QSize(400, _HEIGHT_PX)

    def put(self, bars: list[tuple[int, int]], first_label: str, last_label: str) -> None:
        """Show these bars: (amount, entry_id of the first caption, 0 for none)."""
        self._bars = bars
        self._labels = (first_label, last_label)
        self._at = min(self._at, max(0, len(bars) - 1))
        self.update()

    def show_place(self, entry_id: int) -> None:
        """Mark the bar that holds a caption."""
        at = None
        for number, (_, first_id) in enumerate(self._bars):
            if first_id and first_id <= entry_id:
                at = number
        self._place = at
        if at is not None and not self.hasFocus():
            self._at = at
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        palette = self.palette()
        painter.fillRect(self.rect(), palette.color(QPalette.ColorRole.Base))
        ink = palette.color(QPalette.ColorRole.Text)
        text_height = self.fontMetrics().height()
        room = self.height() - text_height - 4
        highest = max((amount for amount, _ in self._bars), default=0)
        width = self.width() / max(1, len(self._bars))
        for number, (amount, _) in enumerate(self._bars):
            is_here = number == self._place
            if amount and highest:
                height = max(2.0, room * amount / highest)
                bar = QRectF(number * width, room - height + 2, max(1.0, width - 1), height)
                colour = palette.color(QPalette.ColorRole.Highlight)
                painter.fillRect(bar, ink if is_here else colour)
            if is_here:
                painter.fillRect(QRectF(number * width, 0, max(2.0, width - 1), 3), ink)
            if number == self._at and self.hasFocus():
                painter.setPen(ink)
                painter.drawRect(QRectF(number * width, 0.5, max(3.0, width - 1), room + 2))
        painter.setPen(ink)
        line = self.rect().adjusted(2, room + 2, -2, 0)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, self._labels[0])
        painter.drawText(line, Qt.AlignmentFlag.AlignRight, self._labels[1])
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(-1 if key == Qt.Key.Key_Left else 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._go()
        else:
            super().keyPressEvent(event)

    def _step(self, step: int) -> None:
        # Silent stretches are stepped over.
        at = self._at + step
        while 0 <= at < len(self._bars) and not self._bars[at][1]:
            at += step
        if 0 <= at < len(self._bars):
            self._at = at
            self.setAccessibleDescription(tr(f"bar {at + 1} of {len(self._bars)}"))
            self.update()

    def _go(self) -> None:
        if 0 <= self._at < len(self._bars) and self._bars[self._at][1]:
            self.moved.emit(self._bars[self._at][1])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._bars:
            self._at = min(
                len(self._bars) - 1, int(event.position().x() * len(self._bars) / max(1, self.width()))
            )
            if not self._bars[self._at][1]:
                self._step(1)
            self._go()
            self.update()
