"""Settings that take effect at once: looks, reading, the window, speech. All by keyboard. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.settings import Settings
from app.ui.bridge import Bridge
from app.ui.icons import sightline_icon
from app.ui.language import tr
from app.ui.look_page import LookPage
from app.ui.presets import readability, remedies
from app.ui.settings_controls import Preview
from app.ui.settings_form import SettingsForm
from app.ui.settings_pages import LANGUAGES, ReadingPage, SpeechPage, WindowPage

_DEBOUNCE_MS = 60
_N_REMEDIES = 2


class SettingsWindow(QDialog):
    """Emits bridge.settingsChanged a moment after each change, and follows changes made elsewhere."""

    def __init__(
        self,
        bridge: Bridge,
        settings: Settings,
        *,
        models: Sequence[str] = ("tiny.en",),
        engines: Sequence[str] = ("auto", "cpu", "cuda", "tensorrt"),
        languages: Sequence[str] = tuple(LANGUAGES),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Sightline settings"))
        self.setWindowIcon(sightline_icon())
        # the captions are above every window; their settings must not end up below them
        self.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
        self._bridge = bridge
        self._settings = settings
        self._emit_later = QTimer(self)
        self._emit_later.setSingleShot(True)
        self._emit_later.timeout.connect(self._emit)

        self._preview = Preview(settings)
        self._tabs = QTabWidget()
        self._tabs.setAccessibleName(tr("Groups of settings"))
        window_page = WindowPage(settings)
        window_page.keysWanted.connect(bridge.keysRequested)
        self.look_page = LookPage(settings)
        self._pages: list[SettingsForm] = []
        self._add_page(self.look_page, tr("&Look"))
        self._add_page(ReadingPage(settings), tr("&Reading"))
        self._add_page(window_page, tr("&Window"))
        speech_page = SpeechPage(settings, models, engines, languages)
        speech_page.shown.connect(bridge.devicesRequested)
        bridge.devicesListed.connect(speech_page.show_devices)
        speech_page.soundTestWanted.connect(bridge.soundTestRequested)
        speech_page.modelsWanted.connect(bridge.modelsWindowRequested)
        bridge.soundTested.connect(speech_page.show_sound_test)
        self._add_page(speech_page, tr("&Sound and speech"))
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addWidget(self._preview)
        layout.addLayout(self._contrast_row())
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

    def _add_page(self, page: SettingsForm, title: str) -> None:
        self._pages.append(page)
        page.changed.connect(self._take)
        self._tabs.addTab(page, title)

    def _contrast_row(self) -> QHBoxLayout:
        self._contrast = QLabel()
        self._contrast.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(self._contrast, 1)
        self._remedies: list[QPushButton] = []
        for place in range(_N_REMEDIES):
            button = QPushButton(tr("Make it readable"))
            button.setAutoDefault(False)
            button.clicked.connect(lambda _, place=place: self._mend(place))
            row.addWidget(button)
            self._remedies.append(button)
        return row

    def _button_row(self) -> QDialogButtonBox:
        row = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        restore = row.addButton(tr("Restore standar&d settings"), QDialogButtonBox.ButtonRole.ResetRole)
        restore.setAutoDefault(False)
        restore.clicked.connect(self._restore)
        row.rejected.connect(self.close)
        return row

    def _restore(self) -> None:
        kept = self._settings
        self._take(
            Settings(
                geometries=kept.geometries,
                unknown=kept.unknown,
                own_looks=kept.own_looks,
                first_run_done=kept.first_run_done,
            )
        )

    # --- values

    def _set(self, name: str, value: object) -> None:
        self._take(replace(self._settings, **{name: value}))  # type: ignore[arg-type]

    def _mend(self, place: int) -> None:
        found = remedies(self._settings)
        if place < len(found):
            self._take(found[place].settings)

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
        for page in self._pages:
            page.show_settings(settings)
        self._preview.show_settings(settings)
        judged = readability(settings)
        self._contrast.setText(judged.sentence if judged.is_enough else f"⚠ {judged.sentence}")
        is_dark = self.palette().color(QPalette.ColorRole.Window).lightness() < 128
        red = "#ff9a90" if is_dark else "#a31515"
        self._contrast.setStyleSheet("" if judged.is_enough else f"color: {red}; font-weight: 600;")
        found = remedies(settings)
        for place, button in enumerate(self._remedies):
            button.setVisible(place < len(found))
            if place < len(found):
                button.setText(found[place].label)
                button.setAccessibleName(tr(f"Make it readable: {found[place].label}"))

    def showEvent(self, event: QShowEvent) -> None:
        """At the top of the screen, so that the captions below stay in sight."""
        super().showEvent(event)
        screen = self.screen()
        if screen is not None and not event.spontaneous():
            area = screen.availableGeometry()
            self.resize(min(self.width(), area.width()), min(720, area.height() - 190))
            self.move(area.x() + (area.width() - self.width()) // 2, area.y())

    def done(self, result: int) -> None:
        """Hand on a change that is still waiting."""
        if self._emit_later.isActive():
            self._emit_later.stop()
            self._emit()
        super().done(result)
