"""The languages of the windows: complete, up to date, filled in rightly, and with room for every word."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QTabWidget,
    QWidget,
)

from app.paths import locate
from app.settings import Settings
from app.ui import language
from app.ui.bridge import Bridge, DoctorsWords
from app.ui.desktop import Desktop
from app.ui.doctor_window import DoctorWindow
from app.ui.language import LANGUAGES, mark, tr, use_language
from app.ui.settings_form import SettingsForm, plain
from app.ui.settings_window import SettingsWindow

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "resources" / "i18n"
CODES = [code for code in LANGUAGES if code != "en"]


@pytest.fixture
def speaking(application: QApplication) -> Iterator[Callable[[str], None]]:
    locale = QLocale()
    yield lambda code: use_language(application, code)
    use_language(application, "en")
    QLocale.setDefault(locale)


def _messages(code: str) -> list[tuple[str, str, str]]:
    tree = ElementTree.parse(FOLDER / f"sightline_{code}.ts")
    found = []
    for message in tree.iter("message"):
        translation = message.find("translation")
        assert translation is not None
        source = message.findtext("source") or ""
        found.append((source, translation.text or "", translation.get("type", "")))
    return found


@pytest.mark.parametrize("code", CODES)
def test_every_text_is_translated_with_all_that_is_filled_in(code: str) -> None:
    for source, translated, state in _messages(code):
        assert not state, f"{source!r} is {state}"
        assert translated.strip(), source
        places = re.findall(r"\{\d\}", source)
        assert sorted(re.findall(r"\{\d\}", translated)) == sorted(places), source
        if source.startswith(" "):
            assert translated.startswith(" "), source
        for kept in re.findall(r"`[^`]+`|--[a-z][a-z-]+", source):
            assert kept in translated, f"{kept} is missing in {translated!r}"


@pytest.mark.parametrize("code", CODES)
def test_what_has_a_key_has_one_in_every_language(code: str) -> None:
    key = re.compile(r"&\w")
    keyed = [(source, translated) for source, translated, _ in _messages(code) if key.search(source)]
    assert len(keyed) > 90
    without = [translated for _, translated in keyed if not key.search(translated)]
    # French has a page with more rows than the letters of their names.
    assert len(without) <= 3, without


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_no_key_of_a_page_of_the_settings_is_given_twice(
    code: str, speaking: Callable[[str], None], application: QApplication
) -> None:
    speaking(code)
    window = SettingsWindow(Bridge(), Settings())
    tabs = window.findChild(QTabWidget)
    assert tabs is not None
    shared = [tabs.tabText(index) for index in range(tabs.count())]
    shared += [tr("&Close"), tr("Restore standar&d settings")]
    for page in window.findChildren(SettingsForm):
        texts = [label.text() for label in page.findChildren(QLabel) if label.buddy() is not None]
        texts += [button.text() for button in page.findChildren(QAbstractButton)]
        keys = Counter(text[text.index("&") + 1].lower() for text in texts + shared if "&" in text)
        assert [key for key, count in keys.items() if count > 1] == []
    window.deleteLater()


def test_a_screen_reader_is_not_told_the_key_as_part_of_the_name() -> None:
    assert plain("Sa&ve…") == "Save…"
    assert plain("保存(&V)…") == "保存…"


def test_the_files_are_what_the_code_says() -> None:
    command = [sys.executable, str(ROOT / "packaging" / "translations.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_text_is_translated_with_what_is_filled_in(speaking: Callable[[str], None]) -> None:
    assert tr("Copy the text") == "Copy the text"
    speaking("de")
    assert language.language_in_use() == "de"
    assert tr(mark("Copy the text")) == "Text kopieren"
    assert tr("notes.txt cannot be written: No space left on device.") == (
        "notes.txt kann nicht geschrieben werden: No space left on device."
    )
    # What is filled in may be a text of the list itself, and may hold braces.
    assert tr("3 captions written to {x}.txt.") == "3 Untertitel nach {x}.txt geschrieben."
    assert tr("This is in no list.") == "This is in no list."
    assert tr("") == ""
    speaking("fr")
    assert tr("2 sessions merged.") == "2 sessions fusionnées."


def test_texts_that_parts_put_together_are_still_in_the_code() -> None:
    spec = spec_from_file_location("translations", ROOT / "packaging" / "translations.py")
    assert spec is not None
    assert spec.loader is not None
    translations = module_from_spec(spec)
    spec.loader.exec_module(translations)
    # Adjacent strings of the code are one string to Python.
    code = "".join(
        node.value
        for file in (*(ROOT / "app").rglob("*.py"), *(ROOT / "engines").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    for text in translations.COMPOSED:
        for piece in re.split(r"\{\d\}|; | and |\. |\.$", text):
            assert piece.strip(" ,():") in code, text


def test_the_doctor_says_what_it_found_in_the_language_of_the_windows(
    speaking: Callable[[str], None], application: QApplication
) -> None:
    speaking("de")
    bridge = Bridge()
    window = DoctorWindow(bridge)
    finding = (
        "microphone",
        "PROBLEM",
        "Microphones: A, B (default). Listened to: B, silent now. B is muted.",
        "Switch it on in the sound settings, or with its own switch or key.",
    )
    bridge.doctorAnswered.emit(DoctorsWords((finding,), "the report stays English"))
    item = window.findings.item(0)
    assert item.text() == (
        "PROBLEM  microphone: Mikrofone: A, B (default). Angehört: B, jetzt still. B ist stummgeschaltet.\n"
        "     → Schalten Sie es in den Toneinstellungen ein, oder mit seinem Schalter oder seiner Taste."
    )
    assert window.report.toPlainText() == "the report stays English"
    window.deleteLater()


def test_the_systems_language_is_taken_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for system, expected in (
        (["pt-BR", "de-AT"], "de"),
        (["zh-Hant-TW"], "zh_CN"),
        (["zh"], "zh_CN"),
        (["ja-JP", "en"], "ja"),
        (["nl", "sv"], "en"),
        ([], "en"),
    ):

        class System:
            def uiLanguages(self, names: list[str] = system) -> list[str]:
                return names

        monkeypatch.setattr(language.QLocale, "system", staticmethod(System))
        assert language.of_system() == expected, system


def test_windows_are_in_english_where_no_font_has_the_letters(
    speaking: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    systems = language.QFontDatabase.WritingSystem
    fonts = {systems.Japanese: ["A"], systems.SimplifiedChinese: []}
    monkeypatch.setattr(language.QFontDatabase, "families", lambda system: fonts[system])
    for code, in_use, notices in (("zh_CN", "en", 1), ("ja", "ja", 0), ("zh_CN", "en", 1), ("de", "de", 0)):
        speaking(code)
        assert language.language_in_use() == in_use
        notice = language.font_notice()
        assert (notice is not None) == notices
        assert notice is None or tr(notice.title) == notice.title


def test_settings_name_only_languages_that_there_are(application: QApplication) -> None:
    use_language(application, "xx")
    assert language.language_in_use() in LANGUAGES
    use_language(application, "en")


def _windows(tmp_path: Path) -> Iterator[tuple[str, QWidget]]:
    bridge = Bridge()
    desktop = Desktop(bridge, Settings(first_run_done=True), locate(tmp_path))
    try:
        for name in ("settings", "first_steps", "models", "doctor", "keys", "history"):
            getattr(desktop, f"open_{name}")()
            QApplication.processEvents()
            (window,) = (
                each
                for each in QApplication.topLevelWidgets()
                if each.isVisible() and each is not desktop.overlay
            )
            pages = window.findChild(QTabWidget)
            for page in range(pages.count() if pages is not None else 1):
                if pages is not None:
                    pages.setCurrentIndex(page)
                    QApplication.processEvents()
                yield f"{name} {page}", window
            window.close()
            QApplication.processEvents()
    finally:
        desktop.close()


def _cut_off(window: QWidget) -> list[str]:
    """Texts of the window that have less room than they need."""
    cut = []
    for bar in window.findChildren(QTabBar):
        for i in range(bar.count()):
            needed = QFontMetrics(bar.font()).horizontalAdvance(bar.tabText(i).replace("&", ""))
            if bar.isVisible() and bar.tabRect(i).width() < needed:
                cut.append(bar.tabText(i))
    for label in window.findChildren(QLabel):
        if label.isVisible() and label.text() and label.textFormat() != Qt.TextFormat.RichText:
            needed = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().width()
            room = label.height() if label.wordWrap() else label.width()
            if room < needed:
                cut.append(label.text())
    for box in window.findChildren(QComboBox):
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        field = box.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
        )
        if box.isVisible() and field.width() < box.fontMetrics().horizontalAdvance(box.currentText()):
            cut.append(box.currentText())
    for button in window.findChildren(QAbstractButton):
        if isinstance(button, QPushButton | QCheckBox) and button.isVisible() and button.text():
            style, box = button.style(), 0
            if isinstance(button, QCheckBox):
                box = style.pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth)
                box += style.pixelMetric(QStyle.PixelMetric.PM_CheckBoxLabelSpacing)
            needed = box + button.fontMetrics().horizontalAdvance(button.text().replace("&", ""))
            if button.width() < needed:
                cut.append(button.text())
    return cut


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_no_label_is_cut_off_at_twice_the_size(
    code: str, speaking: Callable[[str], None], application: QApplication, tmp_path: Path
) -> None:
    font = application.font()
    larger = application.font()
    larger.setPointSizeF(2 * font.pointSizeF())
    speaking(code)
    application.setFont(larger)
    try:
        cut = {name: found for name, window in _windows(tmp_path) if (found := _cut_off(window))}
        assert cut == {}
    finally:
        application.setFont(font)


def test_windows_are_mirrored_for_languages_from_right_to_left(
    application: QApplication, tmp_path: Path
) -> None:
    application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        for name, window in _windows(tmp_path):
            assert window.layoutDirection() == Qt.LayoutDirection.RightToLeft, name
            assert _cut_off(window) == [], name
            boxes = [box for box in window.findChildren(QDialogButtonBox) if box.isVisible()]
            lists = [box for box in window.findChildren(QComboBox) if box.isVisible()]
            for each in (*boxes, *lists):
                assert each.layoutDirection() == Qt.LayoutDirection.RightToLeft, name
    finally:
        application.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
