"""Where the captions are: docked or floating, by mouse or keys, always wholly in sight. GUI thread."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, QTimer
from PySide6.QtGui import QGuiApplication, QScreen

from app.ui import window_flags
from app.ui.drag import DragHandler

if TYPE_CHECKING:
    from app.ui.overlay import OverlayWindow

_STEP_PX = 16
_SCREENS_SETTLE_MS = 300
_LATER_CHECKS_MS = (1000, 3000)
_USER_SETTLE_MS = 500


class Placement(QObject):
    """Moves the window, remembers where the user put it on each arrangement of screens, brings it back."""

    def __init__(self, window: OverlayWindow) -> None:
        super().__init__(window)
        self._window = window
        self.drag = DragHandler(window)
        self._settle = self._timer(self._on_settled)
        self._screens_settle = self._timer(self._on_screens_settled)
        self._n_checks = 0
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.screenAdded.connect(self._on_screen_added)
        application.screenRemoved.connect(self._on_screens_changed)
        application.primaryScreenChanged.connect(self._on_screens_changed)
        for screen in application.screens():
            screen.availableGeometryChanged.connect(self._on_screens_changed)

    def _timer(self, slot: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(slot)
        return timer

    def _on_screen_added(self, screen: QScreen) -> None:
        screen.availableGeometryChanged.connect(self._on_screens_changed)
        self._on_screens_changed()

    def _on_screens_changed(self, *_: object) -> None:
        # several changes arrive together when a monitor comes or goes
        self._n_checks = 0
        self._screens_settle.start(_SCREENS_SETTLE_MS)

    def _on_screens_settled(self) -> None:
        """Back to its place; then look again, as Qt may not tell of the last of several changes."""
        areas = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        if not self._n_checks or not any(area.contains(self._window.geometry()) for area in areas):
            self.restore()
        if self._n_checks < len(_LATER_CHECKS_MS):
            self._screens_settle.start(_LATER_CHECKS_MS[self._n_checks])
            self._n_checks += 1

    # --- where

    @staticmethod
    def layout_key() -> str:
        """Names the arrangement of screens there is now."""
        return window_flags.layout_key(QGuiApplication.screens())

    def _saved(self) -> tuple[int, int, int] | None:
        return self._window.settings.geometries.get(self.layout_key())

    def area(self) -> QRect:
        """The room on the screen that the captions are on, or are to be on."""
        saved = self._saved()
        areas = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        if saved is not None and areas:
            place = QRect(saved[0], saved[1], max(1, saved[2]), 1)
            inside = window_flags.clamp_rect(place, areas)
            return next((area for area in areas if area.contains(inside)), areas[0])
        primary = QGuiApplication.primaryScreen()
        return primary.availableGeometry() if primary is not None else QRect(0, 0, 1280, 800)

    def _put(self, rect: QRect) -> None:
        areas = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        rect = window_flags.clamp_rect(rect, areas)
        self._window.setMinimumSize(min(240, rect.width()), rect.height())
        self._window.setMaximumSize(16_777_215, rect.height())
        self._window.setGeometry(rect)

    def restore(self) -> None:
        """Where the user last put it on these screens, else bottom centre; always wholly visible."""
        window, area = self._window, self.area()
        window.fit_lines()
        height = window.wanted_height()
        saved = self._saved()
        if window.settings.dock != "float":
            y = area.y() if window.settings.dock == "top" else area.y() + area.height() - height
            self._put(QRect(area.x(), y, area.width(), height))
        elif saved is not None:
            x, y, width = saved
            self._put(QRect(x, y, width or window.natural_width(), height))
        else:
            self._put(window_flags.default_rect(window.natural_width(), height, area))

    def reset(self) -> None:
        """Back to bottom centre of the main screen, with the usual width, and raised."""
        kept = {
            key: place for key, place in self._window.settings.geometries.items() if key != self.layout_key()
        }
        self._window.change(geometries=kept, dock="float")
        self.restore()
        self._window.raise_()

    def without_widths(self) -> dict[str, tuple[int, int, int]]:
        """The remembered places with the width that the text's length asks for."""
        return {key: (x, y, 0) for key, (x, y, _) in self._window.settings.geometries.items()}

    def resize_to_text(self) -> None:
        """Another font or line count: grow away from the nearer screen edge, about the same centre."""
        window = self._window
        if window.settings.dock != "float":
            self.restore()
            return
        window.fit_lines()
        old = window.geometry()
        saved = self._saved()
        width = saved[2] if saved is not None and saved[2] else window.natural_width()
        screen = window.screen()
        is_low = screen is not None and old.center().y() > screen.availableGeometry().center().y()
        height = window.wanted_height()
        y = old.y() + old.height() - height if is_low else old.y()
        self._put(QRect(old.center().x() - width // 2 + 1, y, width, height))

    # --- by the user

    def dock(self, where: str) -> None:
        """To the top or bottom edge of the screen it is on, over the whole width; or "float" again."""
        self._window.change(dock=where)

    def step(self, x: int, y: int) -> None:
        """Move by keys; what is docked comes off its edge."""
        rect = self._window.geometry().translated(x * _STEP_PX, y * _STEP_PX)
        self._move_by_key(rect)

    def widen(self, steps: int) -> None:
        """Wider or narrower by keys, about the same centre."""
        grow = steps * _STEP_PX
        rect = self._window.geometry().adjusted(-grow, 0, grow, 0)
        if rect.width() >= self._window.minimumWidth():
            self.drag.was_resized = True
            self._move_by_key(rect)

    def to_next_screen(self) -> None:
        """The same place on the next screen."""
        screens = QGuiApplication.screens()
        if len(screens) < 2:
            return
        now = self._window.screen()
        at = screens.index(now) if now in screens else 0
        old, new = screens[at].availableGeometry(), screens[(at + 1) % len(screens)].availableGeometry()
        rect = QRect(self._window.geometry())
        center_x = new.x() + (rect.center().x() - old.x()) * new.width() // max(1, old.width())
        center_y = new.y() + (rect.center().y() - old.y()) * new.height() // max(1, old.height())
        rect.moveTo(center_x - rect.width() // 2, center_y - rect.height() // 2)
        self._move_by_key(rect)
        self._on_settled()

    def _move_by_key(self, rect: QRect) -> None:
        self._put(rect)
        self._settle.start(_USER_SETTLE_MS)

    def on_moved(self) -> None:
        """The window has another place or width; remembered when the user did it."""
        if self.drag.is_by_user:
            self._settle.start(_USER_SETTLE_MS)

    def _on_settled(self) -> None:
        """The user has stopped moving it: remember."""
        self._settle.stop()
        window = self._window
        rect = window_flags.clamp_rect(
            window.geometry(), [screen.availableGeometry() for screen in QGuiApplication.screens()]
        )
        if rect != window.geometry():
            # let go half outside: back in sight, since what is out of sight cannot be read
            window.setGeometry(rect)
        saved = self._saved()
        was_docked = window.settings.dock != "float"
        has_own_width = self.drag.was_resized or (saved is not None and saved[2] > 0)
        place = (rect.x(), rect.y(), rect.width() if has_own_width else 0)
        self.drag.forget()
        if saved != place or was_docked:
            geometries = {**window.settings.geometries, self.layout_key(): place}
            window.adopt(replace(window.settings, geometries=geometries, dock="float"))
        window.fit_lines()
        if was_docked or window.height() != window.wanted_height():
            self.restore()
        window.geometrySettled.emit(rect)
