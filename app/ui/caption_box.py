"""The rounded box behind the captions. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.settings import Settings

_RADIUS_PX = 14.0


def draw_box(painter: QPainter, rect: QRectF, settings: Settings, has_focus: bool) -> None:
    """Window colour, then background colour, then a hairline (it shows over black too), blue with focus."""
    box = rect.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(Qt.PenStyle.NoPen)
    is_clear = settings.background_opacity == 0 and settings.window_opacity == 0
    if is_clear:
        # a fully clear window would let the mouse through, and there would be nothing to drag
        painter.setBrush(QColor(0, 0, 0, 1))
        painter.drawRoundedRect(box, _RADIUS_PX, _RADIUS_PX)
    for name, opacity in (
        (settings.window_color, settings.window_opacity),
        (settings.background_color, settings.background_opacity),
    ):
        if opacity > 0:
            fill = QColor(name)
            fill.setAlphaF(opacity)
            painter.setBrush(fill)
            painter.drawRoundedRect(box, _RADIUS_PX, _RADIUS_PX)
    if has_focus or settings.background_opacity >= 0.3:
        rim = QColor("#6db3ff") if has_focus else QColor(255, 255, 255, 26)
        painter.setPen(QPen(rim, 2.0 if has_focus else 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS_PX, _RADIUS_PX)


def draw_strip(painter: QPainter, row: QRectF, on_light: bool) -> None:
    """A ground for the status row where the box is too see-through for small letters."""
    strip = QColor("#ffffff" if on_light else "#000000")
    strip.setAlphaF(0.82)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(strip)
    painter.drawRoundedRect(row.adjusted(-9, -1, 9, 1), 7, 7)
