"""Small controls of the settings window, each with a name that a screen reader says. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QColorDialog,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QWidget,
)

from app.captions.lines import RollingLines
from app.captions.types import CaptionUpdate
from app.settings import Settings
from app.ui.caption_painter import CaptionPainter
from app.ui.language import tr

_SAMPLE = ("It was the age of wisdom,", " it was the age of foolishness")


class ColourButton(QPushButton):
    """Shows a colour and its code; opens the colour chooser."""

    colourChosen = Signal(str)

    def __init__(self, name: str, colour: str) -> None:
        super().__init__()
        self._name = name
        self.colour = colour
        self.setAccessibleName(name)
        self.setIconSize(QSize(22, 14))
        self.show_colour(colour)
        self.clicked.connect(self._choose)

    def show_colour(self, colour: str) -> None:
        """Show without telling anyone."""
        self.colour = colour
        swatch = QPixmap(44, 28)
        swatch.fill(Qt.GlobalColor.transparent)
        painter = QPainter(swatch)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(128, 128, 128))
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(QRectF(1, 1, 42, 26), 5, 5)
        painter.end()
        self.setIcon(QIcon(swatch))
        self.setText(colour)

    def _choose(self) -> None:
        chosen = QColorDialog.getColor(QColor(self.colour), self, self._name)
        if chosen.isValid():
            self.show_colour(chosen.name())
            self.colourChosen.emit(self.colour)


class PercentSlider(QWidget):
    """A slider 0..100 % with the figure beside it; value 0..1."""

    valueChosen = Signal(float)

    def __init__(self, name: str, value: float, least: float = 0.0) -> None:
        super().__init__()
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setRange(round(least * 100), 100)
        self._slider.setPageStep(10)
        self._slider.setAccessibleName(name)
        self._figure = QLabel()
        self._figure.setMinimumWidth(44)
        self._figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._slider)
        row.addWidget(self._figure)
        self.setFocusProxy(self._slider)
        self.show_value(value)
        self._slider.valueChanged.connect(self._on_changed)

    def show_value(self, value: float) -> None:
        """Show without telling anyone."""
        blocked = self._slider.blockSignals(True)
        self._slider.setValue(round(value * 100))
        self._slider.blockSignals(blocked)
        self._figure.setText(f"{self._slider.value()} %")

    def _on_changed(self, value: int) -> None:
        self._figure.setText(f"{value} %")
        self.valueChosen.emit(value / 100)


class Choice(QComboBox):
    """A list of (value, text)."""

    valueChosen = Signal(object)

    def __init__(self, name: str, items: Sequence[tuple[object, str]], value: object) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.view().setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        # Room for what is chosen in any language; names of devices may be longer still.
        self.setMinimumContentsLength(min(28, max([18, *(len(tr(text)) for _, text in items)])))
        self._values: list[object] = []
        for item, text in items:
            self._values.append(item)
            self.addItem(tr(text))
        self.show_value(value)
        self.activated.connect(lambda index: self.valueChosen.emit(self._values[index]))

    def show_items(self, items: Sequence[tuple[object, str]], value: object) -> None:
        """Another list; only when it differs is anything done to it."""
        if self._values != [item for item, _ in items]:
            self.clear()
            self._values = [item for item, _ in items]
            self.addItems([tr(text) for _, text in items])
        self.show_value(value)

    def show_value(self, value: object) -> None:
        """Show without telling anyone; a value that is not in the list is added."""
        if value not in self._values:
            self._values.append(value)
            self.addItem(str(value))
        self.setCurrentIndex(self._values.index(value))


class Number(QSpinBox):
    """A whole number with a unit."""

    valueChosen = Signal(int)

    def __init__(self, name: str, value: int, low: int, high: int, unit: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setRange(low, high)
        self.setSuffix(tr(unit))
        self.setValue(value)
        self.valueChanged.connect(self.valueChosen)

    def show_value(self, value: int) -> None:
        """Show without telling anyone."""
        blocked = self.blockSignals(True)
        self.setValue(value)
        self.blockSignals(blocked)


class Preview(QWidget):
    """The captions as they will look, over a desktop that is dark on the left and bright on the right."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.setAccessibleName(tr("Preview"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(140)
        self._settings = settings
        self._painter = CaptionPainter(settings)

    def show_settings(self, settings: Settings) -> None:
        """Take another look."""
        self._settings = settings
        self._painter.apply(settings)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Two lines in their box; larger text than fits is cut, as its size is what matters."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        half = self.width() / 2
        painter.fillRect(QRectF(0, 0, half, self.height()), QColor("#101418"))
        painter.fillRect(QRectF(half, 0, half, self.height()), QColor("#ffffff"))
        n_rows = min(2, self._settings.line_count)
        pad = max(14.0, self._settings.font_size_px * 0.5)
        text_height = self._painter.line_height * n_rows
        height = min(self.height() - 16.0, text_height + pad)
        box = QRectF(16, (self.height() - height) / 2, self.width() - 32, height)
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, opacity in (
            (self._settings.window_color, self._settings.window_opacity),
            (self._settings.background_color, self._settings.background_opacity),
        ):
            fill = QColor(colour)
            fill.setAlphaF(opacity)
            painter.setBrush(fill)
            painter.drawRoundedRect(box, 12, 12)
        area = QRectF(
            box.left() + pad, box.center().y() - text_height / 2, box.width() - 2 * pad, text_height
        )
        lines = RollingLines(self._painter.measure, area.width(), n_rows)
        tail = _SAMPLE[1] if self._settings.show_tentative else ""
        lines.update(CaptionUpdate(1, "loopback", _SAMPLE[0], tail, False, 0.0, 1.0, "en"))
        painter.setClipRect(box)
        self._painter.draw(painter, lines.lines()[:n_rows], 0.0, area)
        painter.end()
