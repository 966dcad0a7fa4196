"""Keys of every program under Windows: RegisterHotKey, which tells of the chosen keys only. GUI thread."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray, QCoreApplication

from app.ui.key_names import Combination

_WM_HOTKEY = 0x0312
_ALT, _CONTROL, _SHIFT, _WIN, _NO_REPEAT = 0x1, 0x2, 0x4, 0x8, 0x4000
"""learn.microsoft.com, "RegisterHotKey function (winuser.h)"."""


class WindowsKeys(QAbstractNativeEventFilter):
    """See global_keys.Grabber."""

    def __init__(self, pressed: Callable[[str], None]) -> None:
        super().__init__()
        self._pressed = pressed
        self._names: dict[int, str] = {}
        self._next_id = 1
        application = QCoreApplication.instance()
        assert application is not None
        application.installNativeEventFilter(self)

    def grab(self, wanted: Mapping[str, Combination]) -> list[str]:
        """Register these and no others; the names of those that another program has."""
        self._let_go()
        refused = []
        for name, keys in wanted.items():
            held = _NO_REPEAT
            for is_held, flag in (
                (keys.alt, _ALT),
                (keys.ctrl, _CONTROL),
                (keys.shift, _SHIFT),
                (keys.meta, _WIN),
            ):
                held |= flag if is_held else 0
            if keys.windows_code is None or not _user32().RegisterHotKey(
                None, self._next_id, held, keys.windows_code
            ):
                refused.append(name)
                continue
            self._names[self._next_id] = name
            self._next_id += 1
        return refused

    def nativeEventFilter(self, kind: QByteArray | bytes | bytearray | memoryview, message: int) -> object:
        """Qt hands every message of the thread to this."""
        name = kind.data() if isinstance(kind, QByteArray) else bytes(kind)
        if name == b"windows_generic_MSG":
            sent = _Message.from_address(int(message))
            if sent.message == _WM_HOTKEY and sent.wParam in self._names:
                self._pressed(self._names[sent.wParam])
                return True, 0
        return False, 0

    def _let_go(self) -> None:
        for number in self._names:
            _user32().UnregisterHotKey(None, number)
        self._names.clear()

    def close(self) -> None:
        """Give all back."""
        self._let_go()
        application = QCoreApplication.instance()
        if application is not None:
            application.removeNativeEventFilter(self)


class _Message(ctypes.Structure):
    """The head of a MSG."""

    _fields_ = (("hwnd", ctypes.c_void_p), ("message", ctypes.c_uint), ("wParam", ctypes.c_size_t))


def _user32() -> Any:
    # the attribute exists on Windows only
    return getattr(ctypes, "windll").user32  # noqa: B009
