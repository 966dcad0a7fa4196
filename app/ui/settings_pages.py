"""The settings' pages on reading, the window, and sound and speech. GUI thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QLabel

from app.languages import NAMES
from app.settings import Settings
from app.ui.buttons import text_button
from app.ui.language import LANGUAGES as INTERFACE_LANGUAGES
from app.ui.language import mark, tr
from app.ui.settings_form import SettingsForm

if TYPE_CHECKING:
    from app.audio.sound_test import SoundTest
    from app.sound_answers import SoundChoices

_HOLDS = (
    (2.0, mark("2 seconds")),
    (4.0, mark("4 seconds")),
    (8.0, mark("8 seconds")),
    (15.0, mark("15 seconds")),
    (30.0, mark("30 seconds")),
    (60.0, mark("1 minute")),
    (0.0, mark("Never")),
)
_MIN_SHOWN = (
    (0.0, mark("No time")),
    (1.0, mark("1 second")),
    (2.0, mark("2 seconds")),
    (3.0, mark("3 seconds")),
    (4.0, mark("4 seconds")),
)
_PACES = (
    (120, mark("Relaxed, 120 words a minute")),
    (150, mark("Calm, 150 words a minute")),
    (180, mark("Usual, 180 words a minute")),
    (225, mark("Fast, 225 words a minute")),
    (0, mark("As fast as they come")),
)
_DOCKS = (
    ("float", mark("Anywhere, as I put them")),
    ("top", mark("At the top edge, the whole width")),
    ("bottom", mark("At the bottom edge, the whole width")),
)
_SOURCES = (
    ("loopback", mark("This computer's sound")),
    ("microphone", mark("Microphone")),
    ("both", mark("Both, each with a label")),
)
_USUAL = ("", mark("The system's usual one"))
_ALL_SOUND = ("", mark("All applications"))
ENGINES = {
    "auto": mark("Best available"),
    "cpu": mark("Processor (CPU)"),
    "cuda": mark("Graphics card (CUDA)"),
    "tensorrt": mark("Graphics card (TensorRT)"),
}
MODELS = {"auto": mark("Best this computer has time for")}
LANGUAGES = {"auto": mark("Recognise by itself"), **NAMES}


class ReadingPage(SettingsForm):
    """How much is shown and how it moves."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.number(tr("Li&nes"), "line_count", 1, 5, "")
        self.number(tr("Line len&gth"), "line_length", 20, 60, mark(" characters"))
        self.choice(tr("Keep &each line at least"), "min_show_s", _MIN_SHOWN)
        self.choice(tr("&Pace of long bursts"), "reading_wpm", _PACES)
        self.choice(tr("Clear &after silence"), "hold_time_s", _HOLDS)
        self.check(tr("Show words that may s&till change, dimmed"), "show_tentative")
        self.check(tr("Say who speaks when &both sources are on"), "show_labels")
        self.check(tr("Na&me the language where it changes"), "show_language")
        self.check(tr("Scroll smoothl&y"), "smooth_scroll")
        self.check(tr("No movement where the system &is set to less of it"), "follow_system_motion")


class WindowPage(SettingsForm):
    """Where the captions are, and how one works with them."""

    keysWanted = Signal()

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        platform = QGuiApplication.platformName()
        self.choice(tr("&Place"), "dock", _DOCKS)
        languages = (("", mark("The system's usual one")), *INTERFACE_LANGUAGES.items())
        self.choice(tr("Language of the windows, at the next start"), "interface_language", languages)
        self.check(tr("Show the status r&ow"), "show_status")
        if platform not in ("windows", "cocoa"):
            self.check(tr("Also stay above &full-screen windows (X11)"), "above_fullscreen")
        self.check(tr("See-through wh&ile clicks pass and the mouse is below"), "dim_under_pointer")
        if platform == "windows":
            self.check(tr("Leave out of screen sharin&g and screenshots"), "hide_from_capture")
        self.check(tr("Let a screen reader s&ay committed captions"), "announce_captions")
        self.check(tr("Some keys wor&k in every program"), "global_keys_on")
        keys = text_button(tr("Ke&ys…"), self.keysWanted)
        self.form.addRow(tr("All keys, and how to change them"), keys)
        self.check(tr("Start pa&used"), "paused_at_start")
        self.check(tr("S&tart when I log in"), "start_with_desktop")
        self.check(tr("Keep a &history on this computer"), "keep_history")


class SpeechPage(SettingsForm):
    """What is listened to, and what recognises it."""

    shown = Signal()
    soundTestWanted = Signal(str)
    modelsWanted = Signal()

    def __init__(
        self, settings: Settings, models: Sequence[str], engines: Sequence[str], languages: Sequence[str]
    ) -> None:
        super().__init__(settings)
        self.choice(tr("Listen &to"), "source", _SOURCES)
        self._devices = {
            "loopback_device": self.choice(tr("Out&put"), "loopback_device", [_USUAL]),
            "microphone_device": self.choice(tr("Microp&hone"), "microphone_device", [_USUAL]),
            "loopback_application": self.choice(tr("&Only from"), "loopback_application", [_ALL_SOUND]),
        }
        self._test = text_button(tr("Play and hear a test so&und"), self._test_sound)
        self._tested = QLabel()
        self._tested.setWordWrap(True)
        self.form.addRow(self._test, self._tested)
        self.check(tr("T&ake the loudspeakers out of the microphone"), "cancel_echo")
        self.choice(tr("&Model"), "model", [(name, MODELS.get(name, name)) for name in models])
        browse = text_button(tr("&Browse…"), self.modelsWanted, name=tr("Browse the speech models"))
        self.form.addRow(tr("All models, and how to get them"), browse)
        self.choice(tr("&Engine"), "engine", [(name, ENGINES.get(name, name)) for name in engines])
        spoken = [(code, LANGUAGES.get(code, code)) for code in languages]
        self.choice(tr("Lan&guage"), "language", spoken)
        self.text(tr("&Names to expect"), "hot_words", "Okonkwo, metoprolol")
        self.form.addRow(QLabel(tr("Give up quality for a while, 0 for never:")))
        self.number(tr("when words take more than"), "limit_slow_ms", 0, 60_000, " ms")
        self.number(tr("when the card is hotter than"), "limit_hot_c", 0, 120, " °C")
        self.number(tr("when less memory is free than"), "limit_memory_mb", 0, 100_000, " MB")
        self.number(tr("when so many passes fail"), "limit_errors", 0, 100, "")
        self.note(
            tr("Another model, engine, language or source starts the captions again, which takes a moment.")
        )

    def show_devices(self, found: SoundChoices) -> None:
        """Offer what there is now, besides the usual one."""
        for name, items in (
            ("loopback_device", [(device.id, device.name) for device in found.loopbacks]),
            ("microphone_device", [(device.id, device.name) for device in found.microphones]),
            ("loopback_application", [(application, application) for application in found.applications]),
        ):
            first = _ALL_SOUND if name == "loopback_application" else _USUAL
            self._devices[name].show_items([first, *items], getattr(self._settings, name))

    def _test_sound(self) -> None:
        self._test.setEnabled(False)
        self._tested.setText(tr("Listening…"))
        self.soundTestWanted.emit(self._settings.loopback_device)

    def show_sound_test(self, test: SoundTest) -> None:
        """Say whether the test sound was heard."""
        self._test.setEnabled(True)
        self._tested.setText(f"{tr(test.what)} {tr(test.advice)}".strip())

    def showEvent(self, event: QShowEvent) -> None:
        """Devices come and go: they are listed when one looks."""
        super().showEvent(event)
        self.shown.emit()
