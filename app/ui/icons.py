"""The program's own icon, drawn by code so that it is crisp at any size. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap


def _draw(size_px: int, paused: bool) -> QPixmap:
    pixmap = QPixmap(size_px, size_px)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    unit = size_px / 16
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#14171c"))
    painter.drawRoundedRect(QRectF(0.5 * unit, 2 * unit, 15 * unit, 12 * unit), 3 * unit, 3 * unit)
    painter.setBrush(QColor("#ffffff"))
    if paused:
        painter.drawRect(QRectF(5 * unit, 5 * unit, 2 * unit, 6 * unit))
        painter.drawRect(QRectF(9 * unit, 5 * unit, 2 * unit, 6 * unit))
    else:
        painter.drawRoundedRect(QRectF(3 * unit, 5.2 * unit, 10 * unit, 1.8 * unit), unit, unit)
        painter.drawRoundedRect(QRectF(3 * unit, 8.8 * unit, 4.4 * unit, 1.8 * unit), unit, unit)
        painter.setBrush(QColor("#9aa3ad"))
        painter.drawRoundedRect(QRectF(8.4 * unit, 8.8 * unit, 4.6 * unit, 1.8 * unit), unit, unit)
    painter.end()
    return pixmap


def sightline_icon(paused: bool = False) -> QIcon:
    """Two caption lines in a dark box; two bars when paused."""
    icon = QIcon()
    for size_px in (16, 22, 24, 32, 48, 64, 128, 256):
        icon.addPixmap(_draw(size_px, paused))
    return icon
