"""All windows of the program joined to one bridge, and the settings written when they change. GUI thread."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.captions.types import UserNotice
from app.paths import Paths
from app.settings import Settings, save
from app.ui import window_flags
from app.ui.actions import global_keys
from app.ui.bridge import Bridge
from app.ui.global_keys import GlobalKeys
from app.ui.icons import sightline_icon
from app.ui.language import tr
from app.ui.overlay import OverlayWindow
from app.ui.system_motion import SystemMotion
from app.ui.tray import Tray

if TYPE_CHECKING:
    # Imported when they are opened: the captions are there sooner.
    from app.ui.doctor_window import DoctorWindow
    from app.ui.figures_window import FiguresWindow
    from app.ui.first_steps import FirstSteps
    from app.ui.history_window import HistoryWindow
    from app.ui.keys_window import KeysWindow
    from app.ui.models_window import ModelsWindow
    from app.ui.settings_window import SettingsWindow

log = logging.getLogger(__name__)

_SAVE_MS = 700


class Desktop(QObject):
    """Builds the windows once; show() opens the captions, close() saves and hides everything."""

    def __init__(
        self,
        bridge: Bridge,
        settings: Settings,
        paths: Paths,
        *,
        models: Sequence[str] = ("tiny.en",),
        about_models: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__()
        self._bridge = bridge
        self._paths = paths
        self._models = models
        self._about_models = about_models or {}
        self._first_steps: FirstSteps | None = None
        self._saved = settings
        self._settings_window: SettingsWindow | None = None
        self._history_window: HistoryWindow | None = None
        self._keys_window: KeysWindow | None = None
        self._models_window: ModelsWindow | None = None
        self._doctor_window: DoctorWindow | None = None
        self._figures_window: FiguresWindow | None = None
        QApplication.setWindowIcon(sightline_icon())
        self.overlay = OverlayWindow(bridge, settings)
        self._tray = Tray(bridge, self.overlay)
        self._save_later = QTimer(self)
        self._save_later.setSingleShot(True)
        self._save_later.timeout.connect(self._save)
        bridge.settingsChanged.connect(lambda _: self._save_later.start(_SAVE_MS))
        bridge.settingsRequested.connect(self.open_settings)
        bridge.historyRequested.connect(self.open_history)
        bridge.keysRequested.connect(self.open_keys)
        bridge.setupRequested.connect(self.open_first_steps)
        bridge.modelsWindowRequested.connect(self.open_models)
        bridge.doctorRequested.connect(self.open_doctor)
        bridge.figuresToggled.connect(self.toggle_figures)
        self._global_keys = GlobalKeys(self)
        self._global_keys.pressed.connect(self._on_global_key)
        self._global_keys.heldChanged.connect(self.overlay.commands.set_global_keys)
        self._global_keys.failed.connect(bridge.noticeRaised)
        bridge.settingsChanged.connect(lambda changed: self._global_keys.apply(global_keys(changed)))
        self._motion = SystemMotion(self)
        self._motion.found.connect(self.overlay.set_motion_reduced)

    @property
    def settings(self) -> Settings:
        """What is in force now."""
        return self.overlay.settings

    def show(self) -> None:
        """Open the captions without taking the keyboard from anyone."""
        self.overlay.show()
        self._motion.ask()
        self._global_keys.apply(global_keys(self.settings))
        notice = window_flags.keep_above_notice()
        if notice is not None:
            self._bridge.noticeRaised.emit(notice)

    def come_forward(self) -> None:
        """Show the captions where they were hidden, and above all else."""
        self.overlay.commands.bring_back()

    def open_settings(self) -> None:
        """Open the settings, or bring them to the front."""
        if self._settings_window is None:
            from app.ui.settings_window import SettingsWindow

            self._settings_window = SettingsWindow(self._bridge, self.settings, models=self._models)
        self._to_front(self._settings_window)

    def open_first_steps(self) -> None:
        """Open the first steps, or bring them to the front."""
        if self._first_steps is None:
            from app.ui.first_steps import FirstSteps

            self._first_steps = FirstSteps(self._bridge, self.overlay, self._models, self._about_models)
            self._first_steps.finished.connect(self._on_first_steps_done)
        self._to_front(self._first_steps)

    def _on_first_steps_done(self) -> None:
        if self._first_steps is not None:
            self._first_steps.deleteLater()
            self._first_steps = None
        if not self.settings.first_run_done:
            self.overlay.change(first_run_done=True)

    def _on_global_key(self, name: str) -> None:
        self.overlay.actions_shared.by_name[name].trigger()

    def open_keys(self) -> None:
        """Open the list of keys, or bring it to the front."""
        if self._keys_window is None:
            from app.ui.keys_window import KeysWindow

            self._keys_window = KeysWindow(self._bridge, self.settings)
        self._to_front(self._keys_window)

    def open_models(self) -> None:
        """Open the list of speech models, or bring it to the front."""
        if self._models_window is None:
            from app.ui.models_window import ModelsWindow

            self._models_window = ModelsWindow(self._bridge, self.settings)
        self._to_front(self._models_window)

    def open_doctor(self) -> None:
        """Look at the computer, and show what was found."""
        if self._doctor_window is None:
            from app.ui.doctor_window import DoctorWindow

            self._doctor_window = DoctorWindow(self._bridge)
        self._to_front(self._doctor_window)

    def toggle_figures(self) -> None:
        """Show what captions cost, or hide it."""
        if self._figures_window is None:
            from app.ui.figures_window import FiguresWindow

            self._figures_window = FiguresWindow(self._bridge)
        if self._figures_window.isVisible():
            self._figures_window.close()
        else:
            self._to_front(self._figures_window)

    @staticmethod
    def _to_front(window: QWidget) -> None:
        window.show()
        window.raise_()
        window.activateWindow()

    def open_history(self) -> None:
        """Open the history, or bring it to the front."""
        if self._history_window is None:
            from app.ui.history_window import HistoryWindow

            self._history_window = HistoryWindow(self._paths.history_file)
            self._history_window.privateToggled.connect(self._bridge.historyPaused)
            self._history_window.retentionChosen.connect(self._bridge.retentionChosen)
            self._bridge.captionUpdated.connect(self._history_window.captionAdded)
            self._bridge.historyPaused.connect(self._history_window.set_private)
            self._history_window.set_private(self.overlay.status.private)
            self._history_window.apply_settings(self.settings)
            self._bridge.settingsChanged.connect(self._history_window.apply_settings)
        self._to_front(self._history_window)

    def _save(self) -> None:
        settings = self.settings
        if settings == self._saved:
            return
        try:
            save(self._paths.settings_file, settings)
        except OSError as error:
            log.warning("settings not saved: %s", error)
            self._bridge.noticeRaised.emit(
                UserNotice(
                    "settings-not-saved",
                    "warning",
                    tr("Your settings could not be saved."),
                    tr(f"Check for room on the disk and that you may write {self._paths.settings_file}."),
                )
            )
            return
        self._saved = settings

    def close(self) -> None:
        """Save what is waiting and take all windows away."""
        if self._history_window is not None:
            self._history_window.close()
            self._history_window.stop()
            self._history_window.deleteLater()
            self._history_window = None
        if self._first_steps is not None:
            self._first_steps.close()
        for window in (
            self._settings_window,
            self._keys_window,
            self._models_window,
            self._doctor_window,
            self._figures_window,
        ):
            if window is not None:
                window.close()
                window.deleteLater()
        self._settings_window = self._keys_window = self._models_window = self._doctor_window = None
        self._figures_window = None
        self._global_keys.close()
        self._save_later.stop()
        self._save()
        self._tray.hide()
        self.overlay.hide()
        self.overlay.deleteLater()
