"""Whether this computer is set to less movement; asked on a thread, since the answer may take a moment."""

from __future__ import annotations

import ctypes
import logging
import shutil
import subprocess
import sys
import threading
from typing import Any

from PySide6.QtCore import QObject, Signal

log = logging.getLogger(__name__)

_LIMIT_S = 3.0
_SETTINGS = (
    ("org.freedesktop.appearance", "reduced-motion", (1,)),
    ("org.gnome.desktop.interface", "enable-animations", (False,)),
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor", ("0", 0.0)),
)
"""Group, key and the values that ask for less, of org.freedesktop.portal.Settings; the first known counts."""


class SystemMotion(QObject):
    """Emits `found(bool)` once, when the system asks for less movement or says that it does not."""

    found = Signal(bool)

    def ask(self) -> None:
        """Begin; returns at once."""
        threading.Thread(target=self._ask, name="system-motion", daemon=True).start()

    def _ask(self) -> None:
        try:
            is_reduced = is_motion_reduced()
        except Exception as fault:
            log.info("the system does not say whether to move: %s", type(fault).__name__)
            return
        try:
            self.found.emit(is_reduced)
        except RuntimeError:
            # the program has ended meanwhile
            log.debug("nobody waits for the answer")


def is_motion_reduced() -> bool:
    """The system's own setting; False where it has none. May take some seconds, or raise."""
    if sys.platform == "win32":
        shown = ctypes.c_int(1)
        # learn.microsoft.com, "SystemParametersInfoW": SPI_GETCLIENTAREAANIMATION
        ctypes.windll.user32.SystemParametersInfoW(0x1042, 0, ctypes.byref(shown), 0)
        return not shown.value
    if sys.platform == "darwin":
        return _output(["defaults", "read", "com.apple.universalaccess", "reduceMotion"]) == "1"
    asked = _from_portal()
    if asked is None and shutil.which("gsettings"):
        return _output(["gsettings", "get", "org.gnome.desktop.interface", "enable-animations"]) == "false"
    return bool(asked)


def _output(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=_LIMIT_S, check=False)
    return done.stdout.strip()


def _from_portal() -> bool | None:
    """What the desktop's portal says; None where there is no bus, no portal, or none of the settings."""
    from jeepney import DBusAddress, MessageType, new_method_call
    from jeepney.io.blocking import open_dbus_connection

    address = DBusAddress(
        "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Desktop", "org.freedesktop.portal.Settings"
    )
    try:
        connection = open_dbus_connection()
    except (OSError, KeyError, ValueError, RuntimeError):
        return None
    with connection:
        for group, key, less in _SETTINGS:
            call = new_method_call(address, "Read", "ss", (group, key))
            try:
                reply = connection.send_and_get_reply(call, timeout=_LIMIT_S)
            except TimeoutError:
                return None
            if reply.header.message_type == MessageType.method_return:
                return _plain(reply.body[0]) in less
    return None


def _plain(value: Any) -> Any:
    """Without the signatures of variants, of which old portals nest two."""
    while isinstance(value, tuple) and len(value) == 2:
        value = value[1]
    return value
