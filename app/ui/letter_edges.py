"""The edge round letters (outline, shadow and so on): drawn once a glyph, then copied. GUI thread."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QRawFont, QTextLayout

from app.settings import Settings

_MOST_GLYPHS = 2000
"""Some thousand ideographs of a long talk must not pile up."""
_SHADOW = ((2.0, 0.25), (1.5, 0.45), (1.0, 0.85))
"""Distance in edge widths and opacity of each layer, the furthest first."""


class LetterEdges:
    """Stroking two wide lines takes 25 ms (tests/bench/paint_overlay.py); copying takes under two."""

    def __init__(self) -> None:
        self._pictures: dict[tuple[object, ...], tuple[QImage, QPointF] | None] = {}
        self._style = "none"
        self._size = 1.0
        self._colour = QColor()

    def apply(self, settings: Settings, colour: QColor) -> None:
        """Take another edge."""
        self._style = settings.edge
        self._size = max(1.0, settings.font_size_px / 20)
        self._colour = colour
        self._pictures.clear()

    def draw(self, painter: QPainter, layout: QTextLayout, place: QPointF) -> None:
        """The edges of all glyphs of `layout`, whose origin is `place`; call it before the text is drawn."""
        if self._style == "none":
            return
        ratio = painter.device().devicePixelRatio()
        for run in layout.glyphRuns():
            raw = run.rawFont()
            font = (raw.familyName(), raw.styleName(), raw.pixelSize(), ratio)
            for glyph, position in zip(run.glyphIndexes(), run.positions(), strict=True):
                picture = self._picture(raw, glyph, font)
                if picture is not None:
                    painter.drawImage(position + place + picture[1], picture[0])

    def _picture(
        self, raw: QRawFont, glyph: int, font: tuple[str, str, float, float]
    ) -> tuple[QImage, QPointF] | None:
        key = (*font, glyph)
        if key not in self._pictures:
            if len(self._pictures) > _MOST_GLYPHS:
                self._pictures.clear()
            self._pictures[key] = self._made(raw.pathForGlyph(glyph), font[3])
        return self._pictures[key]

    def _made(self, path: QPainterPath, ratio: float) -> tuple[QImage, QPointF] | None:
        """The picture, and its corner from the glyph's origin; None for a glyph without an outline."""
        if path.isEmpty():
            return None
        margin = self._size * 2.2 + 1
        bounds = path.boundingRect().adjusted(-margin, -margin, margin, margin)
        corner = QPointF(math.floor(bounds.left()), math.floor(bounds.top()))
        room = QRectF(corner, bounds.bottomRight())
        image = QImage(
            math.ceil(room.width() * ratio),
            math.ceil(room.height() * ratio),
            QImage.Format.Format_ARGB32_Premultiplied,
        )
        image.setDevicePixelRatio(ratio)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-corner)
        self._paint(painter, path)
        painter.end()
        return image, corner

    def _paint(self, painter: QPainter, path: QPainterPath) -> None:
        if self._style == "uniform":
            pen = QPen(self._colour, 2 * self._size)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(path, pen)
            return
        if self._style == "shadow":
            layers = [(distance * self._size, opacity) for distance, opacity in _SHADOW]
        else:
            step = self._size * 0.8
            layers = [(step if self._style == "raised" else -step, 0.9)]
        for distance, opacity in layers:
            shade = QColor(self._colour)
            shade.setAlphaF(opacity)
            painter.fillPath(path.translated(distance, distance), shade)
