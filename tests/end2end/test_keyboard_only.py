"""The real program from first start to end with no mouse: first steps, settings, history, keys, quit.

Needs the Debian packages of tests/end2end/screen.py, pulseaudio and pulseaudio-utils; without them this test
is skipped and says so.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.end2end.pulse import PulseServer
from tests.end2end.screen import START_LIMIT_S, Screen, missing_tools, wait_for

MISSING = missing_tools()
pytestmark = [
    pytest.mark.desktop,
    pytest.mark.skipif(bool(MISSING), reason=f"KEYBOARD NOT TESTED: apt install {' '.join(MISSING)}"),
]
CAPTIONS = "Sightline captions"


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    with PulseServer() as pulse, Screen(tmp_path, pulse.env) as made:
        yield made


class Typist:
    """Someone who has only a keyboard."""

    def __init__(self, screen: Screen, data_dir: Path) -> None:
        self.screen = screen
        self._settings_file = data_dir / "settings.json"

    def press(self, *keys: str) -> None:
        for key in keys:
            self.screen.xdotool("key", key)
            # a button that is pressed by its key takes a moment before it acts
            time.sleep(0.6)

    def settings(self) -> dict[str, Any]:
        return (
            json.loads(self._settings_file.read_text(encoding="utf-8"))
            if self._settings_file.exists()
            else {}
        )

    def wait_for_setting(self, name: str, value: object) -> None:
        wait_for(lambda: self.settings().get(name) == value, f"{name} {value} in {self.settings()}")

    def wait_for_focus(self, title: str) -> None:
        wait_for(lambda: title in self.screen.focused(), f"the keyboard in {title}", START_LIMIT_S)

    def go_to_captions(self) -> None:
        self.press("super+alt+j")
        self.wait_for_focus(CAPTIONS)


def test_everything_is_reached_with_the_keyboard_alone(screen: Screen, tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    program = screen.start("program", [sys.executable, "-m", "app", "run", "--data-dir", str(data_dir)])
    typist = Typist(screen, data_dir)
    # the first steps: the microphone, a look, the usual model
    typist.wait_for_focus("first steps")
    typist.press("alt+m", "alt+n")
    typist.press("alt+l", "Down", "alt+n", "alt+f")
    typist.wait_for_setting("first_run_done", True)
    typist.wait_for_setting("source", "microphone")
    typist.wait_for_setting("text_color", "#ffe14d")
    # settings: the page on reading, three lines
    typist.go_to_captions()
    typist.press("ctrl+comma")
    typist.wait_for_focus("Sightline settings")
    typist.press("alt+r", "alt+n", "Up", "Escape")
    typist.wait_for_setting("line_count", 3)
    # the history, opened from wherever one is
    typist.press("super+alt+y")
    typist.wait_for_focus("Sightline history")
    typist.press("alt+F4")
    # the list of keys: find one and change it
    typist.go_to_captions()
    typist.press("F1")
    typist.wait_for_focus("Sightline keys")
    screen.xdotool("type", "--delay", "60", "larger")
    typist.press("Return", "Return")
    typist.wait_for_focus("Change a key")
    typist.press("ctrl+l", "Return")
    typist.wait_for_setting("keys", {"bigger": ["Ctrl+L"]})
    typist.press("Escape")
    typist.go_to_captions()
    typist.press("ctrl+l")
    typist.wait_for_setting("font_size_px", 36)
    # what captions cost, and away with it by the same way as all windows
    typist.press("ctrl+shift+f")
    typist.wait_for_focus("Sightline figures")
    typist.press("Escape")
    # and the end
    typist.go_to_captions()
    typist.press("ctrl+q")
    assert program.wait(START_LIMIT_S) == 0, screen.log("program")
    assert "Traceback" not in screen.log("program")
