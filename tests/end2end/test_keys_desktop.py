"""Keys of every program on a real X server: clicks that pass and come back, hiding, the keyboard's way in.

Needs the Debian packages xvfb, picom, xdotool and imagemagick; openbox manages the windows if it is there.
Without them these tests are skipped and say so.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end2end.screen import Screen, end_process, missing_tools, wait_for

MISSING = missing_tools()
pytestmark = [
    pytest.mark.desktop,
    pytest.mark.skipif(bool(MISSING), reason=f"KEYS NOT TESTED: apt install {' '.join(MISSING)}"),
]
BELOW = """
import sys
from PySide6.QtWidgets import QApplication, QPushButton
application = QApplication(sys.argv)
button = QPushButton("below")
button.setWindowTitle("A window below")
button.clicked.connect(lambda: print("clicked", flush=True))
button.setGeometry(0, 0, 1279, 719)
button.show()
application.exec()
"""
CAPTIONS = "Sightline captions"


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    with Screen(
        tmp_path, {"XDG_RUNTIME_DIR": str(tmp_path), "DBUS_SESSION_BUS_ADDRESS": "", **_kept()}
    ) as made:
        yield made


def _kept() -> dict[str, str]:
    return {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH", "LANG") if name in os.environ}


def test_clicks_reach_the_window_below_and_a_key_brings_them_back(screen: Screen, tmp_path: Path) -> None:
    screen.start("below", [sys.executable, "-c", BELOW])
    below = screen.window("A window below")
    stage = screen.stage("story", "--data-dir", str(tmp_path / "data"))
    captions = screen.window(CAPTIONS)
    x, y, width, height = screen.geometry(captions)
    middle = (str(x + width // 2), str(y + height // 2))
    screen.xdotool("windowfocus", "--sync", below)
    screen.xdotool("key", "super+alt+c")
    screen.wait_for_log("clicks pass True")
    screen.xdotool("mousemove", *middle, "click", "1")
    screen.wait_for_log("clicked", "below")
    screen.xdotool("key", "super+alt+c")
    screen.wait_for_log("clicks pass False")
    screen.xdotool("mousemove", *middle, "click", "1")
    wait_for(lambda: screen.focused() == CAPTIONS, "the click in the captions")
    assert screen.log("below").count("clicked") == 1
    end_process(stage)
    assert "Traceback" not in screen.log("stage")


def test_keys_of_every_program_reach_the_captions(screen: Screen, tmp_path: Path) -> None:
    screen.start("below", [sys.executable, "-c", BELOW])
    below = screen.window("A window below")
    screen.stage("story", "--data-dir", str(tmp_path / "data"))
    captions = screen.window(CAPTIONS)
    screen.xdotool("windowfocus", "--sync", below)
    screen.xdotool("key", "super+alt+p")
    screen.wait_for_log("paused True")
    screen.xdotool("key", "super+alt+Prior")
    screen.wait_for_log("size 36")
    screen.xdotool("key", "super+alt+v")
    wait_for(lambda: not screen.xdotool("search", "--onlyvisible", "--name", CAPTIONS), "hiding")
    screen.xdotool("key", "super+alt+v")
    assert screen.window(CAPTIONS) == captions
    assert screen.focused() != CAPTIONS
    screen.xdotool("key", "super+alt+j")
    wait_for(lambda: screen.focused() == CAPTIONS, "the keyboard in the captions")
    x, y, width, height = screen.geometry(captions)
    screen.xdotool("key", "Up", "Up", "Left")
    wait_for(lambda: screen.geometry(captions)[:2] == (x - 16, y - 32), "moving by keys")
    screen.xdotool("key", "ctrl+Up")
    wait_for(lambda: screen.geometry(captions)[:3] == (0, 0, 1280), "docking by key")
    screen.xdotool("key", "Home")
    wait_for(lambda: screen.geometry(captions)[1:] == (y, width, height), "the usual place")
    assert abs(screen.geometry(captions)[0] - x) <= 1


def test_a_key_that_another_program_has_is_said(screen: Screen, tmp_path: Path) -> None:
    screen.stage("story", "--data-dir", str(tmp_path / "one"), name="one")
    screen.stage("story", "--data-dir", str(tmp_path / "two"), name="two")
    screen.wait_for_log("notice key-taken", "two")
    assert "notice" not in screen.log("one")
