"""The program's own icon, from the drawings in resources/icons, crisp at any size. GUI thread."""

from __future__ import annotations

from importlib.resources import files

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

SIZES_PX = (16, 22, 24, 32, 48, 64, 128, 256, 512)


def icon_image(size_px: int, paused: bool = False) -> QImage:
    """The icon, size_px square, see-through around it."""
    name = "sightline-paused.svg" if paused else "sightline.svg"
    drawing = QSvgRenderer(QByteArray((files("resources") / "icons" / name).read_bytes()))
    image = QImage(size_px, size_px, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    drawing.render(painter)
    painter.end()
    return image


def sightline_icon(paused: bool = False) -> QIcon:
    """Two caption lines in a dark box; two bars when paused."""
    icon = QIcon()
    for size_px in SIZES_PX[:-1]:
        icon.addPixmap(QPixmap.fromImage(icon_image(size_px, paused)))
    return icon
