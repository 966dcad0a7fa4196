"""One page of the settings: labelled rows that change one setting each and follow it. GUI thread."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QFormLayout, QFrame, QLabel, QLineEdit, QScrollArea, QWidget

from app.settings import Settings
from app.ui.settings_controls import Choice, ColourButton, Number, PercentSlider


class SettingsForm(QScrollArea):
    """Rows below each other, scrolled where the screen is small. Emits `changed` with the new settings."""

    changed = Signal(object)

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self._followers: list[Callable[[Settings], None]] = []
        page = QWidget()
        self.form = QFormLayout(page)
        self.form.setContentsMargins(14, 14, 14, 14)
        self.form.setVerticalSpacing(9)
        self.form.setHorizontalSpacing(16)
        self.form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # Large text on a small screen.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def showEvent(self, event: QShowEvent) -> None:
        """Nothing is cut off at the side."""
        super().showEvent(event)
        bar = self.verticalScrollBar().sizeHint().width()
        page = self.widget()
        if page is not None:
            self.setMinimumWidth(page.minimumSizeHint().width() + bar)

    @property
    def settings(self) -> Settings:
        """As shown."""
        return self._settings

    def show_settings(self, settings: Settings) -> None:
        """Follow a change made elsewhere."""
        self._settings = settings
        for follow in self._followers:
            follow(settings)

    def follow(self, follower: Callable[[Settings], None]) -> None:
        """Call `follower` with the settings whenever they change."""
        self._followers.append(follower)

    def put(self, settings: Settings) -> None:
        """Take a change made on this page."""
        self._settings = settings
        self.changed.emit(settings)

    def put_value(self, name: str, value: object) -> None:
        """The same for one setting."""
        self.put(replace(self._settings, **{name: value}))  # type: ignore[arg-type]

    def choice(self, label: str, name: str, items: Sequence[tuple[object, str]]) -> Choice:
        """A row with a list of (value, text)."""
        control = Choice(plain(label), items, getattr(self._settings, name))
        control.valueChosen.connect(lambda value: self.put_value(name, value))
        self.follow(lambda settings: control.show_value(getattr(settings, name)))
        self.form.addRow(label, control)
        return control

    def number(self, label: str, name: str, low: int, high: int, unit: str, per: float = 1) -> Number:
        """A row with a whole number; the setting is that number divided by `per`."""
        control = Number(plain(label), round(getattr(self._settings, name) * per), low, high, unit)
        if per == 1:
            control.valueChosen.connect(lambda value: self.put_value(name, value))
        else:
            control.valueChosen.connect(lambda value: self.put_value(name, value / per))
        self.follow(lambda settings: control.show_value(round(getattr(settings, name) * per)))
        self.form.addRow(label, control)
        return control

    def percent(self, label: str, name: str, least: float) -> PercentSlider:
        """A row with a slider from `least` to 1."""
        control = PercentSlider(plain(label), getattr(self._settings, name), least)
        control.valueChosen.connect(lambda value: self.put_value(name, value))
        self.follow(lambda settings: control.show_value(getattr(settings, name)))
        self.form.addRow(label, control)
        return control

    def colour(self, label: str, name: str) -> ColourButton:
        """A row with a colour."""
        control = ColourButton(plain(label), getattr(self._settings, name))
        control.setAutoDefault(False)
        control.colourChosen.connect(lambda value: self.put_value(name, value))
        self.follow(lambda settings: control.show_colour(getattr(settings, name)))
        self.form.addRow(label, control)
        return control

    def check(self, label: str, name: str) -> QCheckBox:
        """A row with a tick."""
        control = QCheckBox(label)
        control.setAccessibleName(plain(label))
        control.setChecked(getattr(self._settings, name))
        control.clicked.connect(lambda checked: self.put_value(name, checked))
        self.follow(lambda settings: control.setChecked(getattr(settings, name)))
        self.form.addRow(control)
        return control

    def text(self, label: str, name: str, example: str) -> QLineEdit:
        """A row with a line of text, taken when it is finished."""
        control = QLineEdit(getattr(self._settings, name), placeholderText=example)
        control.setAccessibleName(plain(label))
        control.editingFinished.connect(lambda: self._take_text(name, control.text()))
        self.follow(lambda settings: control.setText(getattr(settings, name)))
        self.form.addRow(label, control)
        return control

    def _take_text(self, name: str, text: str) -> None:
        # Leaving the field finishes it too, changed or not.
        if text != getattr(self._settings, name):
            self.put_value(name, text)

    def note(self, text: str) -> QLabel:
        """A sentence over the whole width."""
        label = QLabel(text)
        label.setWordWrap(True)
        self.form.addRow(label)
        return label


def plain(label: str) -> str:
    """Without the mark of its key, which Japanese and Chinese have in brackets after the word."""
    return re.sub(r"\(&.\)|&", "", label)
