"""Joins the actions to the captions, and keeps a way back from all that hides them. GUI thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu

from app.settings import Settings
from app.ui import window_flags
from app.ui.actions import CaptionActions
from app.ui.bridge import Bridge
from app.ui.pointer_watch import PointerWatch

if TYPE_CHECKING:
    from app.ui.overlay import OverlayWindow

_SIZE_STEP = 1.125


class CaptionCommands(QObject):
    """What the actions do. Clicks pass and the window hides only while a tray or a key can undo it."""

    def __init__(self, window: OverlayWindow, bridge: Bridge, actions: CaptionActions) -> None:
        super().__init__(window)
        self._window = window
        self._bridge = bridge
        self._actions = actions
        self._tray_available = False
        self._global_keys: frozenset[str] = frozenset()
        self._is_hidden_by_user = False
        self._pointer = PointerWatch(window)
        self._connect(actions)
        self._offer_ways_back()

    def _connect(self, actions: CaptionActions) -> None:
        window, bridge, place = self._window, self._bridge, self._window.placement
        window.addActions(actions.all())
        for name, done in (
            ("pause", window.toggle_pause),
            ("visible", self.toggle_visible),
            ("keyboard", window.take_keyboard),
            ("mend", window.mend),
            ("dismiss", window.dismiss_notice),
            ("menu", lambda: self.open_menu(window.mapToGlobal(window.rect().center()))),
            ("bigger", lambda: self._scale_text(_SIZE_STEP)),
            ("smaller", lambda: self._scale_text(1 / _SIZE_STEP)),
            ("usual_size", lambda: window.change(font_size_px=Settings().font_size_px)),
            ("left", lambda: place.step(-1, 0)),
            ("right", lambda: place.step(1, 0)),
            ("up", lambda: place.step(0, -1)),
            ("down", lambda: place.step(0, 1)),
            ("wider", lambda: place.widen(1)),
            ("narrower", lambda: place.widen(-1)),
            ("dock_top", lambda: place.dock("top")),
            ("dock_bottom", lambda: place.dock("bottom")),
            ("next_screen", place.to_next_screen),
            ("reset_position", place.reset),
        ):
            actions.by_name[name].triggered.connect(done)
        actions.settings.triggered.connect(bridge.settingsRequested)
        actions.history.triggered.connect(bridge.historyRequested)
        actions.help.triggered.connect(bridge.keysRequested)
        actions.setup.triggered.connect(bridge.setupRequested)
        actions.models.triggered.connect(bridge.modelsWindowRequested)
        actions.doctor.triggered.connect(bridge.doctorRequested)
        actions.figures.triggered.connect(bridge.figuresToggled)
        actions.star.triggered.connect(bridge.momentMarked)
        actions.private.toggled.connect(bridge.historyPaused)
        actions.sample.triggered.connect(bridge.sampleRequested)
        actions.click_through.toggled.connect(self.set_click_through)
        actions.quit.triggered.connect(bridge.quitRequested)
        actions.show_paused(window.status.paused)
        self.apply(window.settings)

    def apply(self, settings: Settings) -> None:
        """Take other keys."""
        self._actions.apply_keys(settings.keys)
        self._pointer.is_wanted = settings.dim_under_pointer

    def _scale_text(self, factor: float) -> None:
        size = self._window.settings.font_size_px
        scaled = round(size * factor)
        if scaled == size:
            scaled += 1 if factor > 1 else -1
        self._window.change(font_size_px=min(144, max(12, scaled)))

    # --- ways back

    def set_tray_available(self, available: bool) -> None:
        """The tray is one way back to captions that are hidden or let clicks through."""
        self._tray_available = available
        self._offer_ways_back()

    def set_global_keys(self, held: frozenset[str]) -> None:
        """The keys that work in every program are the other; names of the actions that have one."""
        self._global_keys = held
        self._offer_ways_back()

    def _offer_ways_back(self) -> None:
        """Nothing that locks the user out is offered, or stays on, without a way to undo it."""
        actions = self._actions
        for action, name in ((actions.click_through, "click_through"), (actions.visible, "visible")):
            has_way = self._tray_available or name in self._global_keys
            action.setEnabled(has_way)
            action.setVisible(has_way)
        if actions.click_through.isChecked() and not actions.click_through.isEnabled():
            actions.click_through.setChecked(False)
        if self._is_hidden_by_user and not actions.visible.isEnabled():
            self.toggle_visible()

    def toggle_visible(self) -> None:
        """Hide the captions, or show them again; they go on meanwhile."""
        self._is_hidden_by_user = self._window.isVisible()
        self._window.setVisible(not self._is_hidden_by_user)

    def bring_back(self) -> None:
        """Show captions that were hidden, on top."""
        if self._is_hidden_by_user:
            self.toggle_visible()
        self._window.raise_()

    def set_click_through(self, enabled: bool) -> None:
        """Let the mouse reach the windows below; only where there is a way to turn it off again."""
        enabled = enabled and self._actions.click_through.isEnabled()
        handle = self._window.windowHandle()
        if handle is not None:
            window_flags.set_click_through(handle, enabled)
        self._pointer.watch(enabled)
        self._window.show_clicks_pass(enabled)

    def open_menu(self, place: QPoint) -> None:
        """All actions, with their keys."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._actions.fill(menu)
        menu.popup(place)
