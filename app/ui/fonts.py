"""The best sans serif that this computer has. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence

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
EASY = "easy-reading"
"""In place of a family: the first of EASY_FAMILIES that is installed."""
EASY_FAMILIES = (
    "Atkinson Hyperlegible Next",
    "Atkinson Hyperlegible",
    "Luciole",
    "Lexend",
    "Andika",
    "OpenDyslexic",
    "Verdana",
    "Tahoma",
    "DejaVu Sans",
)
"""Made so that no two letters are mistaken for each other, or at least wide and open; best first."""


def _first_of(wanted: Sequence[str]) -> str:
    families = set(QFontDatabase.families())
    for family in wanted:
        if family in families:
            return family
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()


def best_sans() -> str:
    """The first of PREFERRED that is installed, else what the system calls its general font."""
    return _first_of(PREFERRED)


def easy_reading() -> str:
    """The first of EASY_FAMILIES that is installed, else what the system calls its general font."""
    return _first_of(EASY_FAMILIES)


def caption_font(family: str, size_px: int, weight: int, letter_spacing: float = 0.0) -> QFont:
    """A font in device-independent pixels, without hinting so that text keeps its shape at any scale.

    letter_spacing: added after each letter, as a part of size_px.
    """
    font = QFont(easy_reading() if family == EASY else family or best_sans())
    if letter_spacing:
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, letter_spacing * size_px)
    font.setStyleHint(QFont.StyleHint.SansSerif)
    font.setPixelSize(size_px)
    font.setWeight(QFont.Weight(weight))
    font.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
    return font
