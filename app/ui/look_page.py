"""The settings' page of looks: ready-made ones, the user's own, and every part of them. GUI thread."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from app.settings import Settings
from app.ui import presets
from app.ui.fonts import EASY, best_sans, easy_reading
from app.ui.language import mark, tr
from app.ui.settings_controls import Choice
from app.ui.settings_form import SettingsForm

_WEIGHTS = (
    (300, mark("Light")),
    (400, mark("Regular")),
    (500, mark("Medium")),
    (600, mark("Semi-bold")),
    (700, mark("Bold")),
    (800, mark("Extra bold")),
)
_EDGES = (
    ("none", mark("None")),
    ("uniform", mark("Outline")),
    ("shadow", mark("Shadow")),
    ("raised", mark("Raised")),
    ("depressed", mark("Depressed")),
)
_SIZE_STEPS = (50, 75, 100, 125, 150, 175, 200)
_FILTER = mark("Looks (*.json);;All files (*)")


class LookPage(SettingsForm):
    """Letters, colours, spacing."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.form.addRow(tr("Ready-made looks"), self._preset_grid())
        self.form.addRow(tr("My loo&ks"), self._own_looks())
        self._said = self.note("")
        self._said.setVisible(False)
        families: list[tuple[object, str]] = [
            ("", tr(f"Best sans serif ({best_sans()})")),
            (EASY, tr(f"Easy reading ({easy_reading()})")),
        ]
        families += [(name, name) for name in QFontDatabase.families() if QFontDatabase.isScalable(name)]
        self.choice(tr("&Font"), "font_family", families)
        self.number(tr("Text si&ze"), "font_size_px", 12, 144, " px")
        self.form.addRow(tr("Size in steps"), self._size_steps())
        self.choice(tr("Wei&ght"), "font_weight", _WEIGHTS)
        self.number(tr("Letter s&pacing"), "letter_spacing", -5, 30, " %", per=100)
        self.number(tr("Li&ne spacing"), "line_spacing", 100, 250, " %", per=100)
        self.colour(tr("&Text colour"), "text_color")
        self.percent(tr("Text opacit&y"), "text_opacity", 0.3)
        self.colour(tr("&Background colour"), "background_color")
        self.percent(tr("Background &opacity"), "background_opacity", 0.0)
        self.colour(tr("Window colo&ur"), "window_color")
        self.percent(tr("Window op&acity"), "window_opacity", 0.0)
        self.choice(tr("&Edge of letters"), "edge", _EDGES)
        self.choice(tr("Align&ment"), "alignment", (("left", tr("Left")), ("center", tr("Centre"))))
        self.follow(self._show_looks)
        self._show_looks(settings)

    def _preset_grid(self) -> QWidget:
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(6)
        self._presets: dict[str, QPushButton] = {}
        for place, name in enumerate(presets.PRESETS):
            button = _button(tr(name), tr(f"Look: {tr(name)}"))
            button.setCheckable(True)
            button.clicked.connect(lambda _, name=name: self.put(presets.with_preset(self._settings, name)))
            grid.addWidget(button, place // 3, place % 3)
            self._presets[name] = button
        return holder

    def _size_steps(self) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        usual = Settings().font_size_px
        for percent in _SIZE_STEPS:
            button = _button(f"{percent} %", tr(f"Text size {percent} percent"))
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.setMinimumWidth(button.fontMetrics().horizontalAdvance(button.text()) + 12)
            size = round(usual * percent / 100)
            button.clicked.connect(lambda _, size=size: self.put_value("font_size_px", size))
            row.addWidget(button)
        return holder

    # --- looks of the user's own

    def _own_looks(self) -> QWidget:
        self._own = Choice(tr("My looks"), [("", tr("None saved yet"))], "")
        self._own.valueChosen.connect(self._choose_own)
        save = _button(tr("Sa&ve…"), tr("Save this look"))
        save.clicked.connect(self._save_own)
        self._delete = _button(tr("Delete"), tr("Delete this look"))
        self._delete.clicked.connect(self._delete_own)
        export = _button(tr("E&xport…"), tr("Export this look to a file"))
        export.clicked.connect(self._export)
        import_ = _button(tr("&Import…"), tr("Import a look from a file"))
        import_.clicked.connect(self._import)
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(6)
        grid.addWidget(self._own, 0, 0, 1, 4)
        for place, button in enumerate((save, self._delete, export, import_)):
            grid.addWidget(button, 1, place)
        holder.setFocusProxy(self._own)
        return holder

    def _show_looks(self, settings: Settings) -> None:
        current = presets.matching_preset(settings)
        for name, button in self._presets.items():
            button.setChecked(name == current)
        own = presets.matching_own_look(settings)
        names = list(settings.own_looks)
        first = tr("Choose one") if names else tr("None saved yet")
        self._own.show_items([("", first), *((name, name) for name in names)], own)
        self._own.setEnabled(bool(names))
        self._delete.setEnabled(bool(own))

    def _choose_own(self, name: object) -> None:
        if isinstance(name, str) and name in self._settings.own_looks:
            self.put(presets.with_own_look(self._settings, name))

    def _save_own(self) -> None:
        current = presets.matching_own_look(self._settings)
        name, agreed = QInputDialog.getText(self, tr("Save this look"), tr("Name of the look"), text=current)
        if agreed and name.strip():
            self.keep_look(name.strip()[:40], presets.own_look(self._settings))

    def keep_look(self, name: str, look: dict[str, object]) -> None:
        """Add a look to the user's own, in place of one of the same name."""
        self.put_value("own_looks", {**self._settings.own_looks, name: look})
        self.show_settings(self._settings)

    def _delete_own(self) -> None:
        name = presets.matching_own_look(self._settings)
        looks = {key: look for key, look in self._settings.own_looks.items() if key != name}
        self.put_value("own_looks", looks)
        self.show_settings(self._settings)

    def _export(self) -> None:
        name = presets.matching_own_look(self._settings) or presets.matching_preset(self._settings)
        start = f"{name or 'My look'}.json"
        path, _ = QFileDialog.getSaveFileName(self, tr("Export this look"), start, tr(_FILTER))
        if path:
            self.export_to(Path(path), name or Path(path).stem)

    def export_to(self, path: Path, name: str) -> None:
        """Write the look in force to `path` and say so."""
        try:
            presets.export_look(path, name, presets.own_look(self._settings))
        except OSError as error:
            self._say(tr(f"{path} cannot be written: {error.strerror or error}. Choose another folder."))
        else:
            self._say(tr(f"The look is in {path}."))

    def _import(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, tr("Import a look"), "", tr(_FILTER))
        if path:
            self.import_from(Path(path))

    def import_from(self, path: Path) -> None:
        """Take the look in `path` into the user's own and put it on."""
        try:
            name, look = presets.import_look(path)
        except OSError as error:
            self._say(tr(f"{path} cannot be read: {error.strerror or error}."))
        except ValueError as error:
            self._say(
                tr(f"{path} is not a look of Sightline's: {error}. Choose a file that was exported here.")
            )
        else:
            looks = {**self._settings.own_looks, name: look}
            self.put(presets.with_own_look(replace(self._settings, own_looks=looks), name))
            self._say(tr(f"The look “{name}” is now yours."))

    def _say(self, sentence: str) -> None:
        self._said.setText(sentence)
        self._said.setVisible(True)

    @property
    def said(self) -> QLabel:
        """What came of the last export or import."""
        return self._said


def _button(text: str, name: str) -> QPushButton:
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.setAccessibleName(name)
    return button
