"""Which lines are on screen now, and the calm movement from one moment to the next. GUI thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from PySide6.QtCore import QEasingCurve, QObject, QTimer, QVariantAnimation, Signal

from app.captions.lines import Line, Measure, RollingLines
from app.captions.pacing import Pacer
from app.captions.types import CaptionUpdate

_SCROLL_MS = 180
_FADE_MS = 450


class Scroller(QObject):
    """`changed` is emitted only when something looks different, and while lines move or fade."""

    changed = Signal()

    def __init__(
        self,
        measure: Measure,
        n_lines: int,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self.pacer = Pacer(n_lines)
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.timeout.connect(self._roll)
        self.is_smooth = True
        self.is_seen = False
        """Movements are skipped while the window is hidden."""
        self.shown: list[Line] = []
        self.top = 0
        self.top_drawn = 0.0
        self.opacity = 1.0
        self._rolling = RollingLines(measure, 1.0, n_lines)
        self._scroll = QVariantAnimation(self)
        self._scroll.setDuration(_SCROLL_MS)
        self._scroll.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._scroll.valueChanged.connect(self._on_scrolled)
        self._fade = QVariantAnimation(self)
        self._fade.setDuration(_FADE_MS)
        self._fade.setStartValue(1.0)
        self._fade.setEndValue(0.0)
        self._fade.valueChanged.connect(self._on_faded)
        self._fade.finished.connect(self.clear)

    @property
    def is_empty(self) -> bool:
        """No words on screen."""
        return self._rolling.is_empty

    @property
    def lines(self) -> list[Line]:
        """The lines in sight, oldest first."""
        return [line for line in self.shown if self.top <= line.index < self.top + self.pacer.n_lines]

    @property
    def is_behind(self) -> bool:
        """Lines wait for those in sight to be read."""
        return self.pacer.is_behind

    def take(self, caption: CaptionUpdate) -> None:
        """Take in one update; captions that were fading make room at once."""
        if self._fade.state() == QVariantAnimation.State.Running:
            self._fade.stop()
            self.clear()
        self._rolling.update(caption)
        self._roll()

    def _roll(self) -> None:
        """Show the newest lines, as far as those before them have been in sight long enough."""
        lines = self._rolling.lines()
        top = self.pacer.advance(lines, self._rolling.top_of(lines), self._clock())
        if self.pacer.due_s is not None:
            self._due.start(max(1, round((self.pacer.due_s - self._clock()) * 1000)))
        else:
            self._due.stop()
        if lines == self.shown and top == self.top:
            return
        self.shown = lines
        if top != self.top:
            self._start_scroll(top)
        self.changed.emit()

    def _start_scroll(self, top: int) -> None:
        self.top = top
        self._scroll.stop()
        if top == 0 or not self.is_smooth or not self.is_seen:
            self.top_drawn = float(top)
            return
        # a burst of lines must not make the text fly
        self._scroll.setStartValue(max(self.top_drawn, float(top - self._rolling.n_lines)))
        self._scroll.setEndValue(float(top))
        self._scroll.start()

    def _on_scrolled(self, value: object) -> None:
        if isinstance(value, float):
            self.top_drawn = value
            self.changed.emit()

    def _on_faded(self, value: object) -> None:
        if isinstance(value, float):
            self.opacity = value
            self.changed.emit()

    def fade_out(self) -> None:
        """Nothing was said for a while."""
        if self.is_empty:
            return
        if self.is_smooth and self.is_seen:
            self._fade.start()
        else:
            self.clear()

    def clear(self) -> None:
        """An empty box; open captions go on with their next words."""
        self._scroll.stop()
        self._due.stop()
        self.pacer.reset()
        self._rolling.clear()
        self.shown = []
        self.top, self.top_drawn, self.opacity = 0, 0.0, 1.0
        self.changed.emit()

    def reset(self) -> None:
        """As at the start of a session."""
        self._fade.stop()
        self._rolling.reset()
        self.clear()

    def relayout(
        self,
        measure: Measure,
        width: float,
        n_lines: int,
        labels: Mapping[str, str],
        language_name: Callable[[str], str] | None = None,
    ) -> None:
        """Wrap again, without movement."""
        self._rolling.relayout(measure, width, n_lines, labels, language_name)
        self._scroll.stop()
        self._due.stop()
        self.shown = self._rolling.lines()
        self.top = self._rolling.top_of(self.shown)
        self.pacer.n_lines = n_lines
        self.pacer.reset(self.top)
        self.top_drawn = float(self.top)
        self.changed.emit()
