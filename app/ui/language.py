"""The language of the windows: English in the code, Qt's translations of it in resources/i18n. GUI thread.

Captions, JSON lines, logs and the command line are not translated. A text with something filled in is looked
up by its pattern, so that a notice that was written in English elsewhere can be shown in any language:
"{0} is written." in the list is what "notes.txt is written." is an instance of.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import as_file, files
from xml.etree import ElementTree

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from app.captions.types import UserNotice

LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "ja": "日本語",
    "zh_CN": "简体中文",
}
"""Code to the language's own name."""
CONTEXT = "Sightline"
WRITING = {
    "ja": QFontDatabase.WritingSystem.Japanese,
    "zh_CN": QFontDatabase.WritingSystem.SimplifiedChinese,
}
"""Languages whose letters not every computer has a font for."""
_in_use = "en"
_without_font = False
_installed: list[QTranslator] = []


def mark(text: str) -> str:
    """The same text: one that is put in the list here and translated where it is shown."""
    return text


def tr(text: str) -> str:
    """The text in the language of the windows; as it is where there is no translation."""
    if _in_use == "en" or not text:
        return text
    found = QCoreApplication.translate(CONTEXT, text)
    return found if found != text else _filled_in(text)


def language_in_use() -> str:
    """One of LANGUAGES."""
    return _in_use


def of_system() -> str:
    """The first language of the system's list that there is, else English."""
    for name in QLocale.system().uiLanguages():
        code = name.replace("-", "_")
        if code.startswith("zh"):
            return "zh_CN"
        if code.split("_")[0] in LANGUAGES:
            return code.split("_")[0]
    return "en"


def use_language(application: QApplication, choice: str) -> None:
    """Show windows that are made from now on in that language; "" is the system's.

    English where no font has its letters: boxes in place of letters would help nobody (see `font_notice`).
    """
    global _in_use, _without_font
    while _installed:
        QCoreApplication.removeTranslator(_installed.pop())
    _filled_in.cache_clear()
    _patterns.cache_clear()
    _in_use = choice if choice in LANGUAGES else of_system()
    _without_font = _in_use in WRITING and not QFontDatabase.families(WRITING[_in_use])
    if _without_font:
        _in_use = "en"
    if _in_use != "en":
        qt = QTranslator(application)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if qt.load(f"qtbase_{_in_use}", folder):
            _installed.append(qt)
        ours = QTranslator(application)
        with as_file(files("resources") / "i18n" / f"sightline_{_in_use}.qm") as path:
            if ours.load(str(path)):
                _installed.append(ours)
        for each in _installed:
            QCoreApplication.installTranslator(each)
    if choice in LANGUAGES and not _without_font:
        QLocale.setDefault(QLocale(choice))


def font_notice() -> UserNotice | None:
    """What to say where the language asked for cannot be shown; in English, since it cannot."""
    if not _without_font:
        return None
    return UserNotice(
        "font-missing",
        "warning",
        "No font of this computer has the letters of Japanese or Chinese, so the windows are in English.",
        "Install one, such as Noto Sans CJK (Debian: fonts-noto-cjk), and start Sightline again.",
    )


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Texts with something to fill in, as patterns, the longest first: they are the least mistaken."""
    text = (files("resources") / "i18n" / f"sightline_{_in_use}.ts").read_text(encoding="utf-8")
    sources = [source.text or "" for source in ElementTree.fromstring(text).iter("source")]
    filled = sorted((source for source in sources if "{0}" in source), key=len, reverse=True)
    return tuple((re.compile(pattern_of(source), re.DOTALL), source) for source in filled)


def pattern_of(source: str) -> str:
    """A regular expression with a group for each place."""
    parts = re.split(r"\{\d\}", source)
    return "(.*?)".join(map(re.escape, parts))


@lru_cache(maxsize=512)
def _filled_in(text: str) -> str:
    for pattern, source in _patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            translated = QCoreApplication.translate(CONTEXT, source)
            return translated.format(*(tr(value) for value in match.groups()))
    return text
