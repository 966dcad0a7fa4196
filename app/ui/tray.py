"""The tray icon: the way to the captions' actions when the window is out of reach. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from app.ui.bridge import Bridge, OverlayStatus
from app.ui.icons import sightline_icon
from app.ui.overlay import OverlayWindow
from app.ui.status_row import left_text


class Tray(QObject):
    """Shows itself where there is a tray; without one the window's own menu and shortcuts do everything."""

    def __init__(self, bridge: Bridge, overlay: OverlayWindow) -> None:
        super().__init__(overlay)
        self._overlay = overlay
        self._was_paused = overlay.status.paused
        self.is_available = QSystemTrayIcon.isSystemTrayAvailable()
        self._menu = QMenu()
        overlay.actions_shared.fill(self._menu)
        self._icon = QSystemTrayIcon(sightline_icon(self._was_paused), self)
        self._icon.setToolTip("Sightline")
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._on_activated)
        bridge.statusChanged.connect(self._on_status)
        bridge.pauseToggled.connect(self._on_paused)
        overlay.commands.set_tray_available(self.is_available)
        if self.is_available:
            self._icon.show()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self._overlay.commands.bring_back()

    def _on_status(self, status: OverlayStatus) -> None:
        text = f"Sightline: {left_text(status)}"
        if text != self._icon.toolTip():
            self._icon.setToolTip(text)
        self._on_paused(status.paused)

    def _on_paused(self, paused: bool) -> None:
        if paused != self._was_paused:
            self._was_paused = paused
            self._icon.setIcon(sightline_icon(paused))

    def hide(self) -> None:
        """Take the icon away at the end."""
        self._icon.hide()
        self._menu.deleteLater()
