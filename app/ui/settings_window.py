"""Settings that take effect at once: looks, behaviour, sound and speech. All by keyboard. GUI thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFontDatabase, QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QLabel,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.languages import NAMES
from app.settings import Settings
from app.ui.bridge import Bridge
from app.ui.fonts import best_sans
from app.ui.icons import sightline_icon
from app.ui.presets import PRESETS, matching_preset, readability, with_preset
from app.ui.settings_controls import Choice, ColourButton, Number, PercentSlider, Preview

_DEBOUNCE_MS = 60
_WEIGHTS = ((400, "Regular"), (500, "Medium"), (600, "Semi-bold"), (700, "Bold"), (800, "Extra bold"))
_EDGES = (
    ("none", "None"),
    ("uniform", "Outline"),
    ("shadow", "Shadow"),
    ("raised", "Raised"),
    ("depressed", "Depressed"),
)
_HOLDS = (
    (2.0, "2 seconds"),
    (4.0, "4 seconds"),
    (8.0, "8 seconds"),
    (15.0, "15 seconds"),
    (30.0, "30 seconds"),
    (60.0, "1 minute"),
    (0.0, "Never"),
)
_SOURCES = (
    ("loopback", "This computer's sound"),
    ("microphone", "Microphone"),
    ("both", "Both, each with a label"),
)
_ENGINES = {
    "auto": "Best available",
    "cpu": "Processor (CPU)",
    "cuda": "Graphics card (CUDA)",
    "tensorrt": "Graphics card (TensorRT)",
}
_LANGUAGES = {"auto": "Recognise by itself", **NAMES}


class SettingsWindow(QDialog):
    """Emits bridge.settingsChanged a moment after each change, and follows changes made elsewhere."""

    def __init__(
        self,
        bridge: Bridge,
        settings: Settings,
        *,
        models: Sequence[str] = ("tiny.en",),
        engines: Sequence[str] = ("auto", "cpu", "cuda", "tensorrt"),
        languages: Sequence[str] = tuple(_LANGUAGES),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Sightline settings")
        self.setWindowIcon(sightline_icon())
        # the captions are above every window; their settings must not end up below them
        self.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
        self._bridge = bridge
        self._settings = settings
        self._followers: list[Callable[[Settings], None]] = []
        self._emit_later = QTimer(self)
        self._emit_later.setSingleShot(True)
        self._emit_later.timeout.connect(self._emit)

        self._preview = Preview(settings)
        self._contrast = QLabel()
        self._contrast.setWordWrap(True)
        self._contrast.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._tabs = QTabWidget()
        self._tabs.setAccessibleName("Groups of settings")
        self._tabs.addTab(self._look_tab(), "&Look")
        self._tabs.addTab(self._behaviour_tab(), "&Behaviour")
        self._tabs.addTab(self._speech_tab(models, engines, languages), "&Sound and speech")
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addWidget(self._preview)
        layout.addWidget(self._contrast)
        layout.addWidget(self._tabs)
        layout.addWidget(self._button_row())
        self.setMinimumWidth(620)
        bridge.settingsChanged.connect(self._follow)
        bridge.settingsReplaced.connect(self._follow)
        self._show(settings)

    @property
    def settings(self) -> Settings:
        """As chosen so far."""
        return self._settings

    # --- tabs

    def _form(self) -> tuple[QWidget, QFormLayout]:
        page = QWidget()
        form = QFormLayout(page)
        form.setContentsMargins(14, 14, 14, 14)
        form.setVerticalSpacing(9)
        form.setHorizontalSpacing(16)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        return page, form

    def _look_tab(self) -> QWidget:
        page, form = self._form()
        form.addRow("Ready-made looks", self._preset_grid())
        families: list[tuple[object, str]] = [("", f"Best sans serif ({best_sans()})")]
        families += [(name, name) for name in QFontDatabase.families() if QFontDatabase.isScalable(name)]
        self._choice(form, "&Font", "font_family", families)
        self._number(form, "Text si&ze", "font_size_px", 12, 144, " px")
        self._choice(form, "&Weight", "font_weight", _WEIGHTS)
        self._colour(form, "&Text colour", "text_color")
        self._percent(form, "Text opacity", "text_opacity", 0.3)
        self._colour(form, "Bac&kground colour", "background_color")
        self._percent(form, "Background &opacity", "background_opacity", 0.0)
        self._choice(form, "&Edge of letters", "edge", _EDGES)
        self._choice(form, "&Alignment", "alignment", (("left", "Left"), ("center", "Centre")))
        return page

    def _behaviour_tab(self) -> QWidget:
        page, form = self._form()
        self._number(form, "&Lines", "line_count", 1, 5, "")
        self._number(form, "Line le&ngth", "line_length", 20, 60, " characters")
        self._choice(form, "&Clear after silence", "hold_time_s", _HOLDS)
        self._check(form, "Show words that may &still change, dimmed", "show_tentative")
        self._check(form, "Scroll s&moothly", "smooth_scroll")
        self._check(form, "Show the status &row", "show_status")
        self._check(form, "Say &who speaks when both sources are on", "show_labels")
        if QGuiApplication.platformName() != "windows":
            self._check(form, "Also stay above &full-screen windows (X11)", "above_fullscreen")
        self._check(form, "Start &paused", "paused_at_start")
        self._check(form, "&Keep a history on this computer", "keep_history")
        return page

    def _speech_tab(self, models: Sequence[str], engines: Sequence[str], languages: Sequence[str]) -> QWidget:
        page, form = self._form()
        self._choice(form, "&Listen to", "source", _SOURCES)
        self._choice(form, "&Model", "model", [(name, name) for name in models])
        self._choice(form, "&Engine", "engine", [(name, _ENGINES.get(name, name)) for name in engines])
        spoken = [(code, _LANGUAGES.get(code, code)) for code in languages]
        self._choice(form, "Lan&guage", "language", spoken)
        note = QLabel("Changes on this page take effect when the captions start again.")
        note.setWordWrap(True)
        form.addRow(note)
        return page

    def _preset_grid(self) -> QWidget:
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(6)
        self._presets: dict[str, QPushButton] = {}
        for place, name in enumerate(PRESETS):
            button = QPushButton(name)
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setAccessibleName(f"Look: {name}")
            button.clicked.connect(lambda _, name=name: self._take(with_preset(self._settings, name)))
            grid.addWidget(button, place // 4, place % 4)
            self._presets[name] = button
        self._followers.append(self._show_preset)
        return holder

    def _show_preset(self, settings: Settings) -> None:
        current = matching_preset(settings)
        for name, button in self._presets.items():
            button.setChecked(name == current)

    def _button_row(self) -> QDialogButtonBox:
        row = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        restore = row.addButton("Restore standard settings", QDialogButtonBox.ButtonRole.ResetRole)
        restore.setAutoDefault(False)
        restore.clicked.connect(self._restore)
        row.rejected.connect(self.close)
        return row

    def _restore(self) -> None:
        self._take(Settings(geometries=self._settings.geometries, unknown=self._settings.unknown))

    # --- rows

    def _set(self, name: str, value: object) -> None:
        self._take(replace(self._settings, **{name: value}))  # type: ignore[arg-type]

    def _choice(self, form: QFormLayout, label: str, name: str, items: Sequence[tuple[object, str]]) -> None:
        control = Choice(_plain(label), items, getattr(self._settings, name))
        control.valueChosen.connect(lambda value: self._set(name, value))
        self._followers.append(lambda settings: control.show_value(getattr(settings, name)))
        form.addRow(label, control)

    def _number(self, form: QFormLayout, label: str, name: str, low: int, high: int, unit: str) -> None:
        control = Number(_plain(label), getattr(self._settings, name), low, high, unit)
        control.valueChosen.connect(lambda value: self._set(name, value))
        self._followers.append(lambda settings: control.show_value(getattr(settings, name)))
        form.addRow(label, control)

    def _percent(self, form: QFormLayout, label: str, name: str, least: float) -> None:
        control = PercentSlider(_plain(label), getattr(self._settings, name), least)
        control.valueChosen.connect(lambda value: self._set(name, value))
        self._followers.append(lambda settings: control.show_value(getattr(settings, name)))
        form.addRow(label, control)

    def _colour(self, form: QFormLayout, label: str, name: str) -> None:
        control = ColourButton(_plain(label), getattr(self._settings, name))
        control.setAutoDefault(False)
        control.colourChosen.connect(lambda value: self._set(name, value))
        self._followers.append(lambda settings: control.show_colour(getattr(settings, name)))
        form.addRow(label, control)

    def _check(self, form: QFormLayout, label: str, name: str) -> None:
        control = QCheckBox(label)
        control.setAccessibleName(_plain(label))
        control.setChecked(getattr(self._settings, name))
        control.clicked.connect(lambda checked: self._set(name, checked))
        self._followers.append(lambda settings: control.setChecked(getattr(settings, name)))
        form.addRow(control)

    # --- values

    def _take(self, settings: Settings) -> None:
        self._show(settings)
        # one redraw of the captions for a whole drag of a slider step, not one for each pixel
        self._emit_later.start(_DEBOUNCE_MS)

    def _emit(self) -> None:
        self._bridge.settingsChanged.emit(self._settings)

    def _follow(self, settings: Settings) -> None:
        if settings == self._settings:
            return
        if self._emit_later.isActive():
            # a choice made here is on its way; only the captions' place can have changed meanwhile
            self._settings = replace(self._settings, geometries=settings.geometries)
            return
        self._show(settings)

    def _show(self, settings: Settings) -> None:
        self._settings = settings
        for follow in self._followers:
            follow(settings)
        self._preview.show_settings(settings)
        judged = readability(settings)
        self._contrast.setText(judged.sentence if judged.is_enough else f"⚠ {judged.sentence}")
        self._contrast.setStyleSheet("" if judged.is_enough else "color: #c62828; font-weight: 600;")

    def showEvent(self, event: QShowEvent) -> None:
        """At the top of the screen, so that the captions below stay in sight."""
        super().showEvent(event)
        screen = self.screen()
        if screen is not None and not event.spontaneous():
            area = screen.availableGeometry()
            self.move(area.x() + (area.width() - self.width()) // 2, area.y())

    def done(self, result: int) -> None:
        """Hand on a change that is still waiting."""
        if self._emit_later.isActive():
            self._emit_later.stop()
            self._emit()
        super().done(result)


def _plain(label: str) -> str:
    return label.replace("&", "")
