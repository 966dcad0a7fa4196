"""Draws caption lines: one text layout a line, kept while the line stays the same. GUI thread."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from app.captions.contrast import parse_colour, worst_ratio
from app.captions.lines import Line
from app.settings import Settings
from app.ui.fonts import caption_font
from app.ui.letter_edges import LetterEdges
from app.ui.status_row import SEVERITY_COLOURS, severity_colour

_TENTATIVE_OPACITY = 0.70
_TENTATIVE_CONTRAST = 4.5


def tentative_opacity(settings: Settings) -> float:
    """The dimmest tail from 70 % up that keeps 4.5:1 on the worst desktop; undimmed if none does."""
    boxes = (
        (settings.window_color, settings.window_opacity),
        (settings.background_color, settings.background_opacity),
    )
    opacity = _TENTATIVE_OPACITY
    while opacity < 1.0:
        if worst_ratio((settings.text_color, settings.text_opacity * opacity), boxes) >= _TENTATIVE_CONTRAST:
            return opacity
        opacity += 0.05
    return 1.0


def status_needs_strip(settings: Settings) -> bool:
    """Whether the row, at 70 % of the text's colour, or a notice would be hard to read on the box alone."""
    boxes = (
        (settings.window_color, settings.window_opacity),
        (settings.background_color, settings.background_opacity),
    )
    on_light = not is_light(settings.text_color)
    notices = [(severity_colour(severity, on_light), 1.0) for severity in SEVERITY_COLOURS]
    letters = [(settings.text_color, 0.70), *notices]
    return any(worst_ratio(letter, boxes) < 4.5 for letter in letters)


def is_light(colour: str) -> bool:
    """Whether dark edges stand out better than light ones."""
    red, green, blue = parse_colour(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5


def is_right_to_left(text: str) -> bool:
    """Whether the first letter with a direction is read from right to left."""
    for char in text:
        direction = unicodedata.bidirectional(char)
        if direction in ("R", "AL"):
            return True
        if direction == "L":
            return False
    return False


class CaptionPainter:
    """Measures and draws lines in one appearance."""

    def __init__(self, settings: Settings) -> None:
        self._layouts: dict[Line, QTextLayout] = {}
        self._edges = LetterEdges()
        self.apply(settings)

    def apply(self, settings: Settings) -> None:
        """Take another appearance."""
        self._settings = settings
        self.font: QFont = caption_font(
            settings.font_family, settings.font_size_px, settings.font_weight, settings.letter_spacing
        )
        self._metrics = QFontMetricsF(self.font)
        self.line_height = float(round(settings.font_size_px * settings.line_spacing))
        # leading is shared above and below, so that the first and the last line sit evenly in the box
        self.baseline = round((self.line_height + self._metrics.ascent() - self._metrics.descent()) / 2)
        self._text = QColor(settings.text_color)
        self._text.setAlphaF(settings.text_opacity)
        self._dim = QColor(settings.text_color)
        self._dim.setAlphaF(settings.text_opacity * tentative_opacity(settings))
        self._edges.apply(settings, QColor("#000000" if is_light(settings.text_color) else "#ffffff"))
        self.needs_strip = status_needs_strip(settings)
        self._layouts.clear()

    def measure(self, text: str) -> float:
        """Advance in px."""
        return self._metrics.horizontalAdvance(text)

    def typical_width(self, n_characters: int) -> float:
        """Width of a usual English line of so many characters."""
        sample = "it was the age of wisdom, it was the age of foolishness"
        return self.measure(sample) / len(sample) * n_characters

    def _layout(self, line: Line, width: float) -> QTextLayout:
        layout = self._layouts.get(line)
        if layout is not None:
            return layout
        if len(self._layouts) > 64:
            self._layouts.clear()
        layout = QTextLayout(line.text, self.font)
        is_rtl = is_right_to_left("".join(run.text for run in line.runs if not run.is_label))
        option = QTextOption()
        if self._settings.alignment == "center":
            option.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        else:
            # "left" means the side where reading starts
            option.setAlignment(Qt.AlignmentFlag.AlignRight if is_rtl else Qt.AlignmentFlag.AlignLeft)
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        direction = Qt.LayoutDirection.RightToLeft if is_rtl else Qt.LayoutDirection.LeftToRight
        option.setTextDirection(direction)
        layout.setTextOption(option)
        ranges = []
        start = 0
        for run in line.runs:
            # Qt counts UTF-16 units
            length = len(run.text.encode("utf-16-le")) // 2
            item = QTextLayout.FormatRange()
            item.start = start
            item.length = length
            form = QTextCharFormat()
            form.setForeground(self._text if run.is_committed and not run.is_label else self._dim)
            item.format = form
            ranges.append(item)
            start += length
        layout.setFormats(ranges)
        layout.beginLayout()
        row = layout.createLine()
        row.setLineWidth(width)
        layout.endLayout()
        self._layouts[line] = layout
        return layout

    def forget_layouts(self) -> None:
        """Call when the width changes."""
        self._layouts.clear()

    def draw(self, painter: QPainter, lines: Sequence[Line], top: float, area: QRectF) -> None:
        """Draw `lines`; the one with index `top` (may lie between two) starts at the area's top edge."""
        for line in lines:
            y = area.top() + (line.index - top) * self.line_height
            if y <= area.top() - self.line_height or y >= area.bottom():
                continue
            layout = self._layout(line, area.width())
            row = layout.lineAt(0)
            place = QPointF(area.left(), y + self.baseline - row.ascent())
            self._edges.draw(painter, layout, place)
            layout.draw(painter, place)
