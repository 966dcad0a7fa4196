"""A second start of the real program: it brings the first one's window forward, and ends."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pulse import PulseServer
from screen import ROOT, Captions, Screen, missing_tools, wait_for

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.skipif(bool(missing_tools()), reason=f"NOT TESTED: apt install {' '.join(missing_tools())}"),
]


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    with PulseServer() as pulse, Screen(tmp_path, pulse.env) as screen:
        yield screen


def _start_again(screen: Screen, data_dir: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "app",
        "run",
        "--source",
        "loopback",
        "--data-dir",
        str(data_dir),
        *words,
    ]
    return subprocess.run(command, cwd=ROOT, env=screen.env, capture_output=True, text=True, timeout=120)


def test_a_second_start_shows_the_first_ones_window(screen: Screen, tmp_path: Path) -> None:
    first = Captions(screen, tmp_path / "data")
    window = first.window()
    screen.xdotool("windowfocus", "--sync", window)
    screen.xdotool("key", "ctrl+w")
    wait_for(lambda: not screen.xdotool("search", "--onlyvisible", "--name", "Sightline captions"), "hidden")
    second = _start_again(screen, first.data_dir)
    assert second.returncode == 0
    assert second.stderr.splitlines() == [
        "sightline: captions are running already; their window was brought forward."
    ]
    assert first.window() == window
    assert first.process.poll() is None

    first.process.send_signal(signal.SIGKILL)
    first.process.wait()
    third = Captions(screen, first.data_dir, "third")
    third.window()
    assert third.process.poll() is None
