"""The real overlay on a real X server: seen, on top, never in the way of the keyboard.

Needs the Debian packages xvfb, xdotool and imagemagick; openbox or xfwm4 manages the windows if found.
Without them these tests are skipped and say so.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

STAGE = Path(__file__).with_name("overlay_stage.py")
MISSING = [tool for tool in ("Xvfb", "xdotool", "import", "convert") if shutil.which(tool) is None]
pytestmark = [
    pytest.mark.desktop,
    pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)} (apt: xvfb xdotool imagemagick)"),
]


def wait_for(condition, what: str, seconds: float = 15.0):  # type: ignore[no-untyped-def]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.1)
    raise AssertionError(f"{what}: did not happen within {seconds} s")


@contextlib.contextmanager
def running(command: list[str], environment: dict[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as stream:
        process = subprocess.Popen(command, env=environment, stdout=stream, stderr=subprocess.STDOUT)
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


class Desktop:
    """An X server of our own with a window manager if there is one."""

    def __init__(self, display: str, folder: Path, has_manager: bool) -> None:
        self.folder = folder
        self.has_manager = has_manager
        self.environment = {
            **os.environ,
            "DISPLAY": display,
            "QT_QPA_PLATFORM": "xcb",
            "XDG_RUNTIME_DIR": str(folder),
        }

    def xdotool(self, *arguments: str) -> str:
        command = ["xdotool", *arguments]
        return subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False
        ).stdout.strip()

    def shot(self, name: str, crop: str) -> list[int]:
        """Grey values of a part of the screen, row by row; also kept as a picture for people to look at."""
        picture = self.folder / f"{name}.png"
        subprocess.run(["import", "-window", "root", str(picture)], env=self.environment, check=True)
        part = ["convert", str(picture), "-crop", crop, "-depth", "8", "gray:-"]
        return list(subprocess.run(part, env=self.environment, capture_output=True, check=True).stdout)

    def overlay(self) -> str:
        return str(
            wait_for(
                lambda: self.xdotool("search", "--onlyvisible", "--name", "Sightline captions"), "a window"
            )
        ).split()[0]

    def geometry(self, window: str) -> tuple[int, int, int, int]:
        pairs = [
            line.split("=") for line in self.xdotool("getwindowgeometry", "--shell", window).splitlines()
        ]
        found = {key: int(value) for key, value in pairs}
        return found["X"], found["Y"], found["WIDTH"], found["HEIGHT"]

    @contextlib.contextmanager
    def stage(self, scene: str, *options: str) -> Iterator[Path]:
        log = self.folder / f"{scene}.log"
        command = [sys.executable, "-W", "error", str(STAGE), scene, *options]
        with running(command, self.environment, log) as process:
            wait_for(lambda: "ready" in log.read_text() or process.poll() is not None, "ready", 30)
            assert process.poll() is None, log.read_text()
            yield log
            assert "Traceback" not in log.read_text()


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    folder = tmp_path_factory.mktemp("desktop")
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as stream:
            number = stream.readline().strip()
        assert number, "Xvfb did not start"
        manager = next((name for name in ("openbox", "xfwm4") if shutil.which(name)), None)
        found = Desktop(f":{number}", folder, manager is not None)
        with contextlib.ExitStack() as stack:
            if manager is not None:
                stack.enter_context(running([manager], found.environment, folder / "manager.log"))
                time.sleep(1)
            yield found
    finally:
        server.terminate()
        server.wait(10)


OTHER = """
import sys
from PySide6.QtWidgets import QApplication, QLineEdit
application = QApplication(sys.argv)
field = QLineEdit()
field.setWindowTitle("Another program")
field.textChanged.connect(lambda text: print(text, flush=True))
field.setGeometry(*map(int, sys.argv[1:5]))
field.showFullScreen() if "full" in sys.argv else field.show()
field.activateWindow()
application.exec()
"""


@contextlib.contextmanager
def another_program(desktop: Desktop, *arguments: str) -> Iterator[Path]:
    log = desktop.folder / "other.log"
    with running([sys.executable, "-c", OTHER, *arguments], desktop.environment, log):
        window = wait_for(
            lambda: desktop.xdotool("search", "--onlyvisible", "--name", "Another program"), "other"
        )
        desktop.xdotool("windowfocus", "--sync", window.split()[0])
        yield log


def rows_with_text(grey: list[int], width: int) -> list[bool]:
    """For each row of pixels: is there anything bright?"""
    return [max(grey[start : start + width]) > 200 for start in range(0, len(grey), width)]


def test_two_lines_of_text_show_above_another_window(desktop: Desktop) -> None:
    with another_program(desktop, "0", "0", "1280", "760"), desktop.stage("story"):
        x, y, width, height = desktop.geometry(desktop.overlay())
        assert (width, height) == (685, 126)
        assert y + height <= 800
        # the part with the captions, without the status row
        grey = desktop.shot("story", f"{width - 40}x{82}+{x + 20}+{y + 12}")
        rows = rows_with_text(grey, width - 40)
        lines = sum(1 for before, after in zip([False, *rows], rows, strict=False) if after and not before)
        # letters with gaps (i, j) may split a line, but two lines have at least one gap
        assert lines >= 2
        assert any(rows[: len(rows) // 2])
        assert any(rows[len(rows) // 2 :])


def test_the_keyboard_stays_with_the_other_program(desktop: Desktop) -> None:
    with another_program(desktop, "100", "100", "400", "60") as log, desktop.stage("roll"):
        desktop.xdotool("type", "--delay", "20", "still mine")
        wait_for(lambda: "still mine" in log.read_text(), "typing into the other window")
        assert desktop.xdotool("getwindowfocus") != desktop.overlay()


def test_after_a_click_the_keys_work_and_the_text_grows(desktop: Desktop) -> None:
    with desktop.stage("story") as log:
        window = desktop.overlay()
        x, y, width, height = desktop.geometry(window)
        desktop.xdotool("mousemove", str(x + width // 2), str(y + height // 2), "click", "1")
        wait_for(lambda: desktop.xdotool("getwindowfocus") == window, "focus after a click")
        desktop.xdotool("key", "ctrl+plus")
        wait_for(lambda: "size 36" in log.read_text(), "larger text")
        assert wait_for(lambda: desktop.geometry(window)[3] > height, "a higher window")
        desktop.xdotool("key", "ctrl+0")
        wait_for(lambda: "size 32" in log.read_text(), "usual text")
        desktop.xdotool("key", "space")
        wait_for(lambda: "paused True" in log.read_text(), "pause")
        desktop.xdotool("key", "ctrl+comma")
        wait_for(lambda: "settings" in log.read_text(), "settings")


def test_dragging_moves_it_and_is_remembered(desktop: Desktop) -> None:
    with desktop.stage("story") as log:
        window = desktop.overlay()
        x, y, width, height = desktop.geometry(window)
        start = (x + width // 2, y + 40)
        desktop.xdotool("mousemove", str(start[0]), str(start[1]), "mousedown", "1")
        for step in range(1, 11):
            desktop.xdotool("mousemove", str(start[0] - 10 * step), str(start[1] - 20 * step))
            time.sleep(0.03)
        desktop.xdotool("mouseup", "1")
        wait_for(lambda: desktop.geometry(window)[1] < y - 120, "the move")
        wait_for(lambda: "places [(" in log.read_text(), "remembering")
        assert desktop.geometry(window)[2:] == (width, height)


def test_it_stays_above_a_full_screen_window_when_asked_to(desktop: Desktop) -> None:
    options = ("--settings", '{"above_fullscreen": true}')
    with desktop.stage("story", *options), another_program(desktop, "0", "0", "1280", "800", "full"):
        time.sleep(1.0)
        x, y, width, _ = desktop.geometry(desktop.overlay())
        grey = desktop.shot("full", f"{width - 40}x82+{x + 20}+{y + 12}")
        # the other window is white; the box is dark
        assert sorted(grey)[len(grey) // 2] < 128
