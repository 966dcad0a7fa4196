"""Screens that come, go and change, at scales 1 to 2: the captions are wholly in sight, no line is cut.

Needs the Debian packages of tests/end2end/screen.py and x11-xserver-utils; without them these tests are
skipped and say so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.ui.status_row import height_px
from tests.end2end.screen import HEIGHT, WIDTH, Screen, end_process, missing_tools, wait_for

MISSING = missing_tools() + ([] if shutil.which("xrandr") else ["x11-xserver-utils"])
pytestmark = [
    pytest.mark.desktop,
    pytest.mark.skipif(bool(MISSING), reason=f"SCREENS NOT TESTED: apt install {' '.join(MISSING)}"),
]
Box = tuple[int, int, int, int]


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH", "LANG") if name in os.environ}
    with Screen(tmp_path, {**kept, "XDG_RUNTIME_DIR": str(tmp_path)}) as made:
        yield made


def set_monitor(screen: Screen, name: str, box: Box | None, output: str = "none") -> None:
    """Make a part of the screen a monitor of its own, or take it away; no other monitor may overlap."""
    subprocess.run(["xrandr", "--delmonitor", name], env=screen.env, capture_output=True, check=False)
    if box is not None:
        x, y, width, height = box
        geometry = f"{width}/300x{height}/300+{x}+{y}"
        subprocess.run(["xrandr", "--setmonitor", name, geometry, output], env=screen.env, check=True)


def is_inside(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0]
        and inner[1] >= outer[1]
        and inner[0] + inner[2] <= outer[0] + outer[2]
        and inner[1] + inner[3] <= outer[1] + outer[3]
    )


def test_a_monitor_that_goes_takes_nothing_with_it(screen: Screen) -> None:
    left, right = (0, 0, 640, 720), (640, 0, 640, 720)
    set_monitor(screen, "left", left, "screen")
    set_monitor(screen, "right", right)
    place = '{"geometries": {"0,0,640x720;640,0,640x720": [700, 300, 500]}, "font_size_px": 24}'
    screen.stage("story", "--settings", place)
    captions = screen.window("Sightline captions")
    at_right = screen.geometry(captions)
    assert at_right[:3] == (700, 300, 500)
    set_monitor(screen, "right", None)
    wait_for(lambda: is_inside(screen.geometry(captions), left), "moving to the monitor that is left")
    set_monitor(screen, "right", right)
    wait_for(lambda: screen.geometry(captions) == at_right, "going back to its place")
    set_monitor(screen, "right", None)
    small = (0, 0, 420, 300)
    set_monitor(screen, "left", small, "screen")
    wait_for(lambda: is_inside(screen.geometry(captions), small), "fitting a smaller resolution")


def test_keys_take_the_captions_to_the_next_screen(screen: Screen, tmp_path: Path) -> None:
    left, right = (0, 0, 640, 720), (640, 0, 640, 720)
    set_monitor(screen, "left", left, "screen")
    set_monitor(screen, "right", right)
    screen.stage("story", "--data-dir", str(tmp_path / "data"), "--settings", '{"font_size_px": 20}')
    captions = screen.window("Sightline captions")
    assert is_inside(screen.geometry(captions), left)
    for box in (right, left):
        screen.xdotool("key", "super+alt+j")
        wait_for(lambda: screen.focused() == "Sightline captions", "the keyboard in the captions")
        screen.xdotool("key", "n")
        wait_for(lambda box=box: is_inside(screen.geometry(captions), box), "the next screen")
    screen.xdotool("key", "ctrl+Up")
    wait_for(lambda: screen.geometry(captions)[:3] == (0, 0, 640), "docking on its own screen")


@pytest.mark.parametrize("scale", ["1", "1.5", "2"])
def test_no_line_is_cut_off_at_twice_the_size(screen: Screen, scale: str, tmp_path: Path) -> None:
    """Five lines asked for at 200 % of the usual size: as many as there is room for, each of them whole."""
    look = '{"font_size_px": 64, "line_count": 5, "min_show_s": 0, "reading_wpm": 0, "background_opacity": 1}'
    process = screen.stage("wide", "--settings", look, QT_SCALE_FACTOR=scale)
    x, y, width, height = screen.geometry(screen.window("Sightline captions"))
    assert is_inside((x, y, width, height), (0, 0, WIDTH, HEIGHT))
    factor = float(scale)
    seen = screen.picture(tmp_path / "lines.png")[y : y + height, x : x + width]
    line_px = round(64 * 1.28) * factor
    top, status = 23 * factor, (height_px(64) + 12) * factor
    n_lines = round((height - top - status) / line_px)
    assert n_lines >= 2
    rows = (seen[:, round(40 * factor) : -round(40 * factor)] > 240).any(axis=1)
    for line in range(n_lines):
        begin = round(top + line * line_px)
        assert rows[begin : begin + round(line_px)].any(), f"line {line} of {n_lines} is empty"
    # nothing bright touches the upper edge, nor the gap between the last line and the status row
    assert not rows[: round(top * 0.5)].any()
    gap = round(top + n_lines * line_px)
    assert not rows[gap - round(2 * factor) : gap + round(2 * factor)].any()
    assert np.median(seen) < 60
    end_process(process)
    assert "Traceback" not in screen.log("stage"), sys.version
