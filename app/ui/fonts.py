"""The best sans serif that this computer has. GUI thread."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontDatabase

PREFERRED = (
    "Inter",
    "Noto Sans",
    "Segoe UI",
    "SF Pro Text",
    "Open Sans",
    "Ubuntu",
    "Cantarell",
    "DejaVu Sans",
)


def best_sans() -> str:
    """The first of PREFERRED that is installed, else what the system calls its general font."""
    families = set(QFontDatabase.families())
    for family in PREFERRED:
        if family in families:
            return family
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()


def caption_font(family: str, size_px: int, weight: int) -> QFont:
    """A font in device-independent pixels, without hinting so that text keeps its shape at any scale."""
    font = QFont(family or best_sans())
    font.setStyleHint(QFont.StyleHint.SansSerif)
    font.setPixelSize(size_px)
    font.setWeight(QFont.Weight(weight))
    font.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
    return font
