"""Runs before the frozen program: libraries that come with it are found where it keeps them."""

import ctypes.util
import sys
from pathlib import Path

_HERE = Path(sys._MEIPASS)  # type: ignore[attr-defined]
_find_in_system = ctypes.util.find_library


def _find(name):  # type: ignore[no-untyped-def]
    """The copy that comes with the program, else the system's."""
    ours = sorted(_HERE.glob(f"lib{name}.so*"))
    return str(ours[0]) if ours else _find_in_system(name)


ctypes.util.find_library = _find
