"""The quiet row under the captions: source, level, engine, lag; or a plain sentence. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath

from app.captions.types import UserNotice
from app.ui.bridge import OverlayStatus
from app.ui.fonts import caption_font
from app.ui.language import mark, tr

_N_BARS = 5
_SMALLEST_PX, _LARGEST_PX = 13, 28
_OF_CAPTIONS = 0.36
_STATES = {
    "starting": mark("Starting"),
    "listening": mark("Listening"),
    "speaking": mark("Listening"),
    "silent": mark("Listening"),
    "paused": mark("Paused"),
    "ended": mark("Ended"),
}
_SOURCES = {
    "loopback": mark("Computer sound"),
    "microphone": mark("Microphone"),
    "both": mark("Computer sound and microphone"),
    "file": mark("File"),
}
SEVERITY_COLOURS = {"info": "#8ec5ff", "warning": "#ffc857", "error": "#ff8a80"}
SEVERITY_COLOURS_ON_LIGHT = {"info": "#0b4f9e", "warning": "#7a4b00", "error": "#a11212"}


def severity_colour(severity: str, on_light: bool) -> str:
    """The colour of a notice, on a light or a dark ground."""
    return (SEVERITY_COLOURS_ON_LIGHT if on_light else SEVERITY_COLOURS)[severity]


def text_px(font_size_px: int) -> int:
    """Height of the row's letters beside such captions: who needs those large needs this large too."""
    return max(_SMALLEST_PX, min(_LARGEST_PX, round(_OF_CAPTIONS * font_size_px)))


def height_px(font_size_px: int) -> int:
    """Height of the row."""
    return round(text_px(font_size_px) * 20 / _SMALLEST_PX)


def state_text(status: OverlayStatus) -> str:
    """A word or two for the state."""
    return tr("Paused") if status.paused else tr(_STATES.get(status.state, status.state))


def left_text(status: OverlayStatus, said_above: bool = False) -> str:
    """State and source. said_above: what is wrong stands above the row already."""
    name = tr(_SOURCES.get(status.source, status.source))
    if status.source_name and status.source == "file":
        name = status.source_name
    private = tr(" · Private, not kept") if status.private else ""
    clicks = tr(" · Clicks pass through") if status.clicks_pass else ""
    state = "" if said_above and not status.paused and status.state not in _STATES else state_text(status)
    return f"{state}{' · ' if state else ''}{name}{private}{clicks}"


def right_text(status: OverlayStatus) -> str:
    """Model, engine and how far behind the captions are."""
    # Where the processor stands in: "cpu (card lost: it was ended by SIGSEGV)". The notice says the rest.
    engine, _, reason = status.engine.rstrip(")").partition(" (")
    shown = {"auto": "", "cpu": "CPU", "cuda": "GPU (CUDA)", "tensorrt": tr("GPU (TensorRT)")}.get(
        engine, engine
    )
    parts = [status.model, f"{shown} ({reason.partition(':')[0]})" if reason else shown]
    if status.lag_s is not None and not status.paused:
        parts.append(tr(f"{max(0.0, status.lag_s):.1f} s behind"))
    return " · ".join(part for part in parts if part)


def n_bars(level: float) -> int:
    """Loudness 0..1 as a count of bars, so that the row is drawn again only when one changes."""
    return max(0, min(_N_BARS, round(level * _N_BARS)))


class StatusRow:
    """Keeps what was drawn, so that `update` can say whether anything has to be drawn again."""

    def __init__(self) -> None:
        self.status = OverlayStatus()
        self.notice: UserNotice | None = None
        self._drawn: tuple[object, ...] = ()
        self._unit = 0.0
        self.resize(0)

    def resize(self, font_size_px: int) -> None:
        """Follow the captions' size."""
        letters_px = text_px(font_size_px)
        self._unit = letters_px / _SMALLEST_PX
        self._font: QFont = caption_font("", letters_px, 400)
        self._metrics = QFontMetricsF(self._font)

    def update(self, status: OverlayStatus, notice: UserNotice | None) -> bool:
        """True when the row looks different from before."""
        self.status, self.notice = status, notice
        looks = (
            left_text(status),
            right_text(status),
            n_bars(status.level),
            status.paused,
            status.state,
            notice,
        )
        changed = looks != self._drawn
        self._drawn = looks
        return changed

    def accessible_text(self) -> str:
        """The row in words."""
        if self.notice is not None:
            return f"{self.notice.title} {self.notice.advice}"
        return f"{left_text(self.status)}. {right_text(self.status)}"

    def draw(
        self, painter: QPainter, area: QRectF, colour: QColor, on_light: bool, hide_notice: bool = False
    ) -> None:
        """`colour`: the captions' own; the row is drawn at 70 % of it. `hide_notice`: it stands elsewhere."""
        painter.setFont(self._font)
        grey = QColor(colour)
        grey.setAlphaF(0.70)
        baseline = area.top() + (area.height() + self._metrics.ascent() - self._metrics.descent()) / 2
        if self.notice is not None and not hide_notice:
            self._draw_notice(painter, area, baseline, colour, on_light)
            return
        unit = self._unit
        right = right_text(self.status)
        right_width = self._metrics.horizontalAdvance(right)
        x = area.left()
        self._draw_dot(painter, QPointF(x + 4 * unit, area.center().y()), grey, on_light)
        x += 15 * unit
        left = left_text(self.status, hide_notice)
        space = area.right() - right_width - x - 60 * unit
        painter.setPen(grey)
        if space < 60 * unit:
            right, right_width, space = "", 0.0, area.right() - x - 44 * unit
        left = self._metrics.elidedText(left, Qt.TextElideMode.ElideRight, max(0.0, space))
        painter.drawText(QPointF(x, baseline), left)
        x += self._metrics.horizontalAdvance(left) + 10 * unit
        self._draw_bars(painter, QRectF(x, area.center().y() - 5 * unit, 26 * unit, 10 * unit), grey)
        if right:
            painter.setPen(grey)
            painter.drawText(QPointF(area.right() - right_width, baseline), right)

    def _draw_dot(self, painter: QPainter, centre: QPointF, grey: QColor, on_light: bool) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        unit = self._unit
        if self.status.paused:
            painter.setBrush(grey)
            bar = QRectF(centre.x() - 4 * unit, centre.y() - 4.5 * unit, 3 * unit, 9 * unit)
            painter.drawRect(bar)
            painter.drawRect(bar.translated(5 * unit, 0))
            return
        live = self.status.state in ("listening", "speaking", "silent")
        painter.setBrush(QColor("#1d7f3f" if on_light else "#5fd38a") if live else grey)
        painter.drawEllipse(centre, 3.5 * unit, 3.5 * unit)

    def _draw_bars(self, painter: QPainter, area: QRectF, grey: QColor) -> None:
        if self.status.paused:
            return
        lit = n_bars(self.status.level)
        faint = QColor(grey)
        faint.setAlphaF(0.25)
        painter.setPen(Qt.PenStyle.NoPen)
        for bar in range(_N_BARS):
            height = (4 + bar * 1.5) * self._unit
            left = area.left() + bar * 5 * self._unit
            painter.setBrush(grey if bar < lit else faint)
            painter.drawRoundedRect(QRectF(left, area.bottom() - height, 3 * self._unit, height), 1, 1)

    def _draw_notice(
        self, painter: QPainter, area: QRectF, baseline: float, colour: QColor, on_light: bool
    ) -> None:
        assert self.notice is not None
        tint = QColor(severity_colour(self.notice.severity, on_light))
        unit = self._unit
        sign = QRectF(area.left() - unit, area.center().y() - 7 * unit, 14 * unit, 14 * unit)
        draw_sign(painter, sign, self.notice.severity, tint)
        room = area.width() - 22 * unit
        text, font = self._fitted(room)
        painter.setFont(font)
        painter.setPen(tint)
        painter.drawText(QPointF(area.left() + 22 * unit, baseline), text)

    def _fitted(self, room: float) -> tuple[str, QFont]:
        """The notice as it fits into the row: without its advice, then smaller, and only then cut short."""
        assert self.notice is not None
        whole = f"{self.notice.title} {self.notice.advice}".strip()
        if self._metrics.horizontalAdvance(whole) <= room:
            return whole, self._font
        wanted = self._metrics.horizontalAdvance(self.notice.title)
        letters_px = self._font.pixelSize()
        smaller_px = max(_SMALLEST_PX, min(letters_px, int(letters_px * room / max(1.0, wanted))))
        font = caption_font("", smaller_px, 400)
        return QFontMetricsF(font).elidedText(self.notice.title, Qt.TextElideMode.ElideRight, room), font


def draw_sign(painter: QPainter, area: QRectF, severity: str, tint: QColor) -> None:
    """A disc with an i, or a triangle with an exclamation mark: not by colour alone."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint)
    unit = area.width() / 14
    path = QPainterPath()
    if severity == "info":
        path.addEllipse(area)
    else:
        path.moveTo(area.center().x(), area.top())
        path.lineTo(area.right(), area.bottom() - unit)
        path.lineTo(area.left(), area.bottom() - unit)
        path.closeSubpath()
    mark = QPainterPath()
    x = area.center().x() - unit
    if severity == "info":
        mark.addRect(QRectF(x, area.top() + 3 * unit, 2 * unit, 2 * unit))
        mark.addRect(QRectF(x, area.top() + 6 * unit, 2 * unit, 5 * unit))
    else:
        mark.addRect(QRectF(x, area.top() + 4.5 * unit, 2 * unit, 4 * unit))
        mark.addRect(QRectF(x, area.top() + 9.7 * unit, 2 * unit, 1.8 * unit))
    painter.drawPath(path.subtracted(mark))
    painter.restore()
