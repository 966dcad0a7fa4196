"""An X server of the test's own with a compositor, a landscape behind the captions, the real program.

Run as a program it is the backdrop's window, or takes the README's picture of the captions of real sound:

    python tests/end2end/screen.py backdrop
    python tests/end2end/screen.py picture resources/screenshot.png
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "resources" / "clips" / "sample.flac"
NEEDED = {
    "Xvfb": "xvfb",
    "xdotool": "xdotool",
    "import": "imagemagick",
    "convert": "imagemagick",
    "picom": "picom",
}
WIDTH, HEIGHT = 1280, 720
START_LIMIT_S = 90.0
"""The first start builds the model's graphs; a machine under load takes its time."""
T = TypeVar("T")


def missing_tools() -> list[str]:
    """The Debian packages of what is not installed."""
    return sorted({package for tool, package in NEEDED.items() if shutil.which(tool) is None})


def wait_for(condition: Callable[[], T], what: str, limit_s: float = 30.0) -> T:
    """The condition's first true value; AssertionError with `what` after limit_s."""
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.1)
    raise AssertionError(f"{what}: did not happen within {limit_s:g} s")


class Screen:
    """Xvfb on a free display, picom, openbox where there is one. `env` is what a client process needs."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self._stack = contextlib.ExitStack()
        reader, writer = os.pipe()
        size = f"{WIDTH}x{HEIGHT}x24"
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", size, "-nolisten", "tcp"]
        server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
        self._stack.callback(end_process, server)
        os.close(writer)
        with os.fdopen(reader) as stream:
            number = stream.readline().strip()
        assert number, "Xvfb did not start"
        self.env = {**environment, "DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
        self.env.pop("WAYLAND_DISPLAY", None)
        if shutil.which("openbox"):
            self.start("openbox", ["openbox"])
            wait_for(lambda: "_NET_SUPPORTING" in self._root_properties() or None, "a window manager")
        self.start("picom", ["picom", "--backend", "xrender", "--config", os.devnull])

    def _root_properties(self) -> str:
        if shutil.which("xprop") is None:
            time.sleep(1)
            return "_NET_SUPPORTING"
        return subprocess.run(["xprop", "-root"], env=self.env, capture_output=True, text=True).stdout

    def start(self, name: str, command: list[str], **changes: str) -> subprocess.Popen[bytes]:
        """A client of this screen; its output goes to NAME.log."""
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                command, cwd=ROOT, env={**self.env, **changes}, stdout=log, stderr=subprocess.STDOUT
            )
        self._stack.callback(end_process, process)
        return process

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")

    def xdotool(self, *words: str) -> str:
        command = ["xdotool", *words]
        return subprocess.run(command, env=self.env, capture_output=True, text=True).stdout.strip()

    def window(self, title: str, limit_s: float = START_LIMIT_S) -> str:
        """The id of the visible window with this title."""
        found = wait_for(
            lambda: self.xdotool("search", "--onlyvisible", "--name", title), f"window {title}", limit_s
        )
        return found.split()[0]

    def geometry(self, window: str) -> tuple[int, int, int, int]:
        """x, y, width, height in px."""
        lines = self.xdotool("getwindowgeometry", "--shell", window).splitlines()
        found = dict(line.split("=") for line in lines)
        return int(found["X"]), int(found["Y"]), int(found["WIDTH"]), int(found["HEIGHT"])

    def show_backdrop(self) -> str:
        """Put a landscape behind everything, give it the keyboard; its window's id."""
        self.start("backdrop", [sys.executable, str(Path(__file__).resolve()), "backdrop"])
        window = self.window("A landscape")
        self.xdotool("windowfocus", "--sync", window)
        return window

    def picture(self, path: Path) -> NDArray[np.uint8]:
        """The screen as people see it, (height, width) grey; kept as a picture at `path`."""
        subprocess.run(["import", "-window", "root", str(path)], env=self.env, check=True)
        command = ["convert", str(path), "-colorspace", "Gray", "-depth", "8", "gray:-"]
        grey = subprocess.run(command, env=self.env, capture_output=True, check=True).stdout
        return np.frombuffer(grey, np.uint8).reshape(HEIGHT, WIDTH)

    def focused(self) -> str:
        """The title of the window that has the keyboard."""
        return self.xdotool("getwindowfocus", "getwindowname")

    def stage(
        self, scene: str, *options: str, name: str = "stage", **changes: str
    ) -> subprocess.Popen[bytes]:
        """overlay_stage.py on this screen, ready; what it prints is in NAME.log."""
        command = [sys.executable, "-W", "error", str(Path(__file__).with_name("overlay_stage.py"))]
        process = self.start(name, [*command, scene, *options], **changes)

        def is_ready() -> bool:
            assert process.poll() is None, self.log(name)
            return "ready" in self.log(name)

        wait_for(is_ready, "the stage", START_LIMIT_S)
        return process

    def wait_for_log(self, words: str, name: str = "stage") -> None:
        """Until the stage has printed `words`."""
        wait_for(lambda: words in self.log(name), f"{words!r} in {self.log(name)[-2000:]!r}")

    def colours(self, path: Path) -> NDArray[np.uint8]:
        """The same, (height, width, 3) red, green and blue."""
        subprocess.run(["import", "-window", "root", str(path)], env=self.env, check=True)
        command = ["convert", str(path), "-depth", "8", "rgb:-"]
        pixels = subprocess.run(command, env=self.env, capture_output=True, check=True).stdout
        return np.frombuffer(pixels, np.uint8).reshape(HEIGHT, WIDTH, 3)

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def end_process(process: subprocess.Popen[bytes]) -> None:
    """Ask it to end, then make it."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Captions:
    """`python -m app run --source loopback` on a screen, as a real process."""

    def __init__(self, screen: Screen, data_dir: Path, name: str = "sightline") -> None:
        self.screen = screen
        self.data_dir = data_dir
        self.name = name
        self.events_file = screen.folder / f"{name}.jsonl"
        data_dir.mkdir(parents=True, exist_ok=True)
        if not (data_dir / "settings.json").exists():
            # the first steps are tested elsewhere
            (data_dir / "settings.json").write_text('{"first_run_done": true}', encoding="utf-8")
        command = [sys.executable, "-m", "app", "run", "--source", "loopback", "--data-dir", str(data_dir)]
        self.process = screen.start(name, [*command, "--events", str(self.events_file)])

    def window(self) -> str:
        """The id of its window, once that is there."""

        def find() -> str:
            assert self.process.poll() is None, f"it ended: {self.screen.log(self.name)}"
            return self.screen.xdotool("search", "--onlyvisible", "--name", "Sightline captions")

        return wait_for(find, "the captions' window", START_LIMIT_S).split()[0]

    def wait_until_listening(self, pactl: Callable[..., str]) -> None:
        """Until it records from PulseAudio and its model is loaded (the history is opened after that)."""
        wait_for(self._is_listening(pactl), "listening", START_LIMIT_S)
        time.sleep(1)

    def _is_listening(self, pactl: Callable[..., str]) -> Callable[[], bool]:
        def check() -> bool:
            assert self.process.poll() is None, f"it ended: {self.screen.log(self.name)}"
            return bool(pactl("list", "short", "source-outputs").strip()) and self.history_file.exists()

        return check

    @property
    def history_file(self) -> Path:
        return self.data_dir / "history.sqlite3"

    @property
    def events(self) -> list[dict[str, Any]]:
        """Every whole line so far."""
        lines = self.events_file.read_text(encoding="utf-8").split("\n")[:-1]
        return [json.loads(line) for line in lines]

    @property
    def captions(self) -> list[dict[str, Any]]:
        """The last line of each caption, in order."""
        last = {event["id"]: event for event in self.events if event["type"] == "caption"}
        return list(last.values())

    @property
    def text(self) -> str:
        return " ".join(caption["text"].strip() for caption in self.captions)

    def all_final(self) -> bool:
        return bool(self.captions) and all(caption["final"] for caption in self.captions)

    @property
    def peak_mb(self) -> float:
        """VmHWM in MB (10^6 bytes)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024 / 1e6


# --- run as a program ---


def ridge(random: np.random.Generator, height: float, roughness: float) -> NDArray[np.float64]:
    """A mountain's outline, (WIDTH + 1,) in px from the top: a sum of waves, finer ones lower."""
    x = np.arange(WIDTH + 1)
    line = np.full(WIDTH + 1, height)
    for octave in range(1, 8):
        length = WIDTH / (0.37 * 2.17**octave)  # Odd numbers, so that no shape comes twice.
        line += 1.5 * roughness / 1.9**octave * np.sin(2 * np.pi * (x / length + random.random()))
    return line


def show_landscape() -> None:
    """A window with mountains at dusk, drawn here so that no picture need be kept."""
    from PySide6.QtCore import QPointF, Qt
    from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPixmap, QPolygonF, QRadialGradient
    from PySide6.QtWidgets import QApplication, QLabel

    application = QApplication(sys.argv)
    random = np.random.default_rng(7)
    picture = QPixmap(WIDTH, HEIGHT)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    sky = QLinearGradient(0, 0, 0, HEIGHT * 0.8)
    for place, colour in ((0, "#28437a"), (0.4, "#7d83b5"), (0.68, "#e8a58c"), (0.9, "#ffd9a0")):
        sky.setColorAt(place, QColor(colour))
    painter.fillRect(picture.rect(), sky)
    glow = QRadialGradient(QPointF(WIDTH * 0.68, HEIGHT * 0.5), HEIGHT * 0.55)
    for place, colour in (
        (0, "#fffff4d8"),
        (0.07, "#fffff0c8"),
        (0.09, "#80ffe2a8"),
        (0.4, "#38ffdca8"),
        (1, "#00ffd9a0"),
    ):
        glow.setColorAt(place, QColor(colour))
    painter.fillRect(picture.rect(), glow)
    layers = ((0.54, 46, "#b98d9d", "#d9a99a"), (0.62, 60, "#7f6f93", "#a98596"))
    layers += ((0.74, 66, "#4b4d74", "#6d6385"), (0.88, 74, "#1f2b47", "#33405f"))
    for height, roughness, top, foot in layers:
        line = ridge(random, HEIGHT * height, roughness)
        shade = QLinearGradient(0, float(line.min()), 0, float(line.max()) + 90)
        shade.setColorAt(0, QColor(top))
        shade.setColorAt(1, QColor(foot))
        painter.setBrush(shade)
        outline = [QPointF(x, float(y)) for x, y in enumerate(line)]
        painter.drawPolygon(QPolygonF([*outline, QPointF(WIDTH, HEIGHT), QPointF(0, HEIGHT)]))
    painter.end()
    label = QLabel()
    label.setWindowFlags(Qt.WindowType.FramelessWindowHint)
    label.setWindowTitle("A landscape")
    label.setPixmap(picture)
    # A window that fills the screen exactly counts as full-screen for openbox, and goes above all others.
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setGeometry(-1, -1, WIDTH + 2, HEIGHT + 2)
    label.show()
    label.activateWindow()
    application.exec()


def take_picture(target: Path, words: str) -> None:
    """The captions of the sample clip, at the moment when `words` have just been shown."""
    from tests.end2end.pulse import PulseServer

    with (
        tempfile.TemporaryDirectory() as name,
        PulseServer() as pulse,
        Screen(Path(name), pulse.env) as screen,
    ):
        screen.show_backdrop()
        captions = Captions(screen, Path(name) / "data")
        captions.window()
        captions.wait_until_listening(pulse.pactl)
        pulse.play(SAMPLE)
        wait_for(lambda: words in captions.text.lower(), words, 60)
        time.sleep(0.8)
        screen.picture(target)
        subprocess.run(
            ["convert", str(target), "-strip", "-define", "png:compression-level=9", str(target)], check=True
        )
    print(f"{target}: {target.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    if sys.argv[1:] == ["backdrop"]:
        show_landscape()
    else:
        take_picture(Path(sys.argv[2]), " ".join(sys.argv[3:]) or "they are spoken")
