"""Keys of every program under X11: passive grabs over a connection of their own (python-xlib). GUI thread."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from PySide6.QtCore import QSocketNotifier
from Xlib import XK, X, display, error

from app.ui.key_names import Combination

log = logging.getLogger(__name__)

_LOCKS = (0, X.LockMask, X.Mod2Mask, X.LockMask | X.Mod2Mask)
"""Caps Lock and Num Lock count as modifiers for a grab, so each key is grabbed with and without them."""
_MODIFIERS = X.ControlMask | X.ShiftMask | X.Mod1Mask | X.Mod4Mask


class X11Keys:
    """See global_keys.Grabber."""

    def __init__(self, pressed: Callable[[str], None]) -> None:
        self._pressed = pressed
        self._display = display.Display()
        self._root = self._display.screen().root
        self._names: dict[tuple[int, int], str] = {}
        self._released = (0, 0)
        self._notifier = QSocketNotifier(self._display.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._read)

    def grab(self, wanted: Mapping[str, Combination]) -> list[str]:
        """Grab these and let go of all before; the names of those that another program has."""
        self._let_go()
        refused = []
        for name, keys in wanted.items():
            keysym = XK.string_to_keysym(keys.x11_name)
            code = self._display.keysym_to_keycode(keysym) if keysym else 0
            held = (
                (X.ControlMask if keys.ctrl else 0)
                | (X.Mod1Mask if keys.alt else 0)
                | (X.ShiftMask if keys.shift else 0)
                | (X.Mod4Mask if keys.meta else 0)
            )
            if not code or not self._grab(code, held):
                refused.append(name)
            else:
                self._names[code, held] = name
        # events that arrived with the answers are in the queue already, and the socket stays silent for them
        self._read()
        return refused

    def _grab(self, code: int, held: int) -> bool:
        caught = error.CatchError(error.BadAccess)
        for lock in _LOCKS:
            self._root.grab_key(code, held | lock, True, X.GrabModeAsync, X.GrabModeAsync, onerror=caught)
        self._display.sync()
        if caught.get_error() is None:
            return True
        for lock in _LOCKS:
            self._root.ungrab_key(code, held | lock)
        self._display.sync()
        return False

    def _let_go(self) -> None:
        for code, held in self._names:
            for lock in _LOCKS:
                self._root.ungrab_key(code, held | lock)
        self._names.clear()
        self._display.sync()

    def _is_repeat(self, code: int, at_ms: int) -> bool:
        """A key that is held repeats as a release and a press at the same moment."""
        return self._released[0] == code and at_ms - self._released[1] <= 1

    def _read(self, *_: object) -> None:
        try:
            while self._display.pending_events():
                event = self._display.next_event()
                if event.type == X.KeyRelease:
                    self._released = (event.detail, event.time)
                elif event.type == X.KeyPress and not self._is_repeat(event.detail, event.time):
                    name = self._names.get((event.detail, event.state & _MODIFIERS))
                    if name is not None:
                        self._pressed(name)
                elif event.type == X.MappingNotify:
                    self._display.refresh_keyboard_mapping(event)
        except error.ConnectionClosedError:
            # the X server ends, and so does the program
            self._notifier.setEnabled(False)

    def close(self) -> None:
        """Let go of all."""
        self._notifier.setEnabled(False)
        try:
            self._let_go()
            self._display.close()
        except error.ConnectionClosedError:
            log.info("the X server has gone")
