"""Keys that work while another program has the keyboard: X11, Windows, or the desktop's portal. GUI thread.

Only the chosen combinations are asked for, one by one: no other key that anyone presses is ever seen.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Mapping
from typing import Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from app.captions.types import UserNotice
from app.ui.actions import BY_NAME
from app.ui.key_names import Combination, parse
from app.ui.language import tr

log = logging.getLogger(__name__)


class Grabber(Protocol):
    """A way to get keys from the system. `pressed` is called with the action's name, on any thread."""

    def grab(self, wanted: Mapping[str, Combination]) -> list[str]:
        """Ask for these in place of all before; the names of those that could not be had."""

    def close(self) -> None:
        """Give all back."""


def make_grabber(pressed: Callable[[str], None], bound: Callable[[list[str]], None]) -> Grabber | None:
    """The one for this desktop; None where there is none. bound: names the portal granted, said later."""
    platform = QGuiApplication.platformName()
    if platform.startswith("wayland") or (platform == "xcb" and os.environ.get("WAYLAND_DISPLAY")):
        # under XWayland, X11 keys reach only other X11 programs
        from app.ui.portal_keys import PortalKeys

        return PortalKeys(pressed, bound)
    if platform == "xcb":
        from app.ui.x11_keys import X11Keys

        return X11Keys(pressed)
    if sys.platform == "win32" and platform == "windows":
        from app.ui.windows_keys import WindowsKeys

        return WindowsKeys(pressed)
    return None


class GlobalKeys(QObject):
    """Holds the keys that are chosen now. `pressed(name)`, `heldChanged(names)`, `failed(UserNotice)`."""

    pressed = Signal(str)
    heldChanged = Signal(object)
    failed = Signal(object)
    _granted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.held: frozenset[str] = frozenset()
        self._wanted: dict[str, str] = {}
        self._grabber: Grabber | None = None
        # the portal calls from a thread of its own; signals bring it here
        self._granted.connect(self._set_held)

    def apply(self, keys: Mapping[str, str]) -> None:
        """Hold these keys (action to portable key text) and no others."""
        if dict(keys) == self._wanted:
            return
        self._wanted = dict(keys)
        if not keys and self._grabber is None:
            return
        if self._grabber is None:
            self._grabber = make_grabber(self.pressed.emit, self._granted.emit)
            if self._grabber is None:
                return
        parsed = {name: parse(key) for name, key in keys.items()}
        wanted = {name: key for name, key in parsed.items() if key is not None}
        refused = self._grabber.grab(wanted)
        self._set_held([name for name in wanted if name not in refused])
        if refused:
            said = ", ".join(f"{keys[name]} ({tr(BY_NAME[name].text).rstrip('…')})" for name in refused)
            self.failed.emit(
                UserNotice(
                    "key-taken",
                    "info",
                    tr(f"Another program has the key {said}."),
                    tr("Press F1 in the captions to choose another."),
                )
            )

    def _set_held(self, names: list[str]) -> None:
        held = frozenset(names)
        if held != self.held:
            self.held = held
            self.heldChanged.emit(held)

    def close(self) -> None:
        """Give the keys back."""
        if self._grabber is not None:
            self._grabber.close()
            self._grabber = None
        self._wanted = {}
        self.held = frozenset()
