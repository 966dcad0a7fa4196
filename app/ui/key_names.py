"""Key combinations in the words of X11, Windows and the XDG shortcuts specification. GUI thread."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence

_X11_NAMES = {
    "Space": "space",
    "PgUp": "Prior",
    "PgDown": "Next",
    "Return": "Return",
    "Enter": "KP_Enter",
    "Esc": "Escape",
    "Del": "Delete",
    "Ins": "Insert",
    "Backspace": "BackSpace",
    "Tab": "Tab",
    "Print": "Print",
    "Pause": "Pause",
    "+": "plus",
    "-": "minus",
    "=": "equal",
    ",": "comma",
    ".": "period",
    "/": "slash",
}
_WINDOWS_CODES = {
    Qt.Key.Key_Space: 0x20,
    Qt.Key.Key_PageUp: 0x21,
    Qt.Key.Key_PageDown: 0x22,
    Qt.Key.Key_End: 0x23,
    Qt.Key.Key_Home: 0x24,
    Qt.Key.Key_Left: 0x25,
    Qt.Key.Key_Up: 0x26,
    Qt.Key.Key_Right: 0x27,
    Qt.Key.Key_Down: 0x28,
    Qt.Key.Key_Insert: 0x2D,
    Qt.Key.Key_Delete: 0x2E,
    Qt.Key.Key_Return: 0x0D,
    Qt.Key.Key_Tab: 0x09,
    Qt.Key.Key_Plus: 0xBB,
    Qt.Key.Key_Equal: 0xBB,
    Qt.Key.Key_Comma: 0xBC,
    Qt.Key.Key_Minus: 0xBD,
    Qt.Key.Key_Period: 0xBE,
}
"""Virtual-key codes (learn.microsoft.com, "Virtual-Key Codes"); letters, digits and F keys follow a rule."""


@dataclass(frozen=True, slots=True)
class Combination:
    """One key with its modifiers. x11_name: a keysym's name; windows_code: None where there is none."""

    ctrl: bool
    alt: bool
    shift: bool
    meta: bool
    x11_name: str
    windows_code: int | None

    @property
    def xdg(self) -> str:
        """As the XDG shortcuts specification writes it, such as "LOGO+ALT+p"."""
        held = (("CTRL", self.ctrl), ("ALT", self.alt), ("SHIFT", self.shift), ("LOGO", self.meta))
        return "+".join([*(name for name, is_held in held if is_held), self.x11_name])


def parse(keys: str) -> Combination | None:
    """The combination that a portable QKeySequence text names, or None when it holds no usable key."""
    sequence = QKeySequence(keys)
    if sequence.isEmpty():
        return None
    pressed = sequence[0]  # type: ignore[index]  # missing in PySide's stubs
    key, held = pressed.key(), pressed.keyboardModifiers()
    if key == Qt.Key.Key_unknown:
        return None
    name = QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)
    name = _X11_NAMES.get(name, name.lower() if len(name) == 1 else name)
    code = _WINDOWS_CODES.get(key)
    value = key.value
    if code is None and (ord("A") <= value <= ord("Z") or ord("0") <= value <= ord("9")):
        code = value
    if code is None and Qt.Key.Key_F1.value <= value <= Qt.Key.Key_F24.value:
        code = 0x70 + value - Qt.Key.Key_F1.value
    modifier = Qt.KeyboardModifier
    return Combination(
        bool(held & modifier.ControlModifier),
        bool(held & modifier.AltModifier),
        bool(held & modifier.ShiftModifier),
        bool(held & modifier.MetaModifier),
        name,
        code,
    )
