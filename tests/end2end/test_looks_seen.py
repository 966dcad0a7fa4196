"""Every ready-made look as it is seen: letters against what shines through, on four backdrops.

Needs the Debian packages of tests/end2end/screen.py; without them these tests are skipped and say so.
"""

from __future__ import annotations

import os
import subprocess
import textwrap
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from app.settings import Settings
from app.ui.presets import PRESETS, readability, with_preset
from tests.end2end.screen import HEIGHT, WIDTH, Screen, missing_tools

MISSING = missing_tools()
pytestmark = [
    pytest.mark.desktop,
    pytest.mark.skipif(bool(MISSING), reason=f"LOOKS NOT SEEN: apt install {' '.join(MISSING)}"),
]
BACKDROPS = ("black", "white", "photograph", "text")
BAND_PX = WIDTH // len(BACKDROPS)
LEAST = 7.0
TEXT = "Minutes of the meeting: the committee agreed on the plan for the coming year and thanked all. " * 12


def photograph(random: np.random.Generator) -> NDArray[np.uint8]:
    """Clouds of colour at every scale, from nearly black to nearly white, (HEIGHT, BAND_PX, 3)."""
    total = np.zeros((HEIGHT, BAND_PX, 3))
    for octave in range(1, 8):
        cells = 2**octave
        coarse = random.random((cells + 1, cells + 1, 3))
        rows = np.linspace(0, cells, HEIGHT, endpoint=False).astype(int)
        columns = np.linspace(0, cells, BAND_PX, endpoint=False).astype(int)
        total += coarse[rows][:, columns] / 1.4**octave
    total -= total.min()
    return (255 * total / total.max()).astype(np.uint8)


def backdrop(folder: Path) -> Path:
    """The four backdrops side by side."""
    picture = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    picture[:, BAND_PX : 2 * BAND_PX] = 255
    picture[:, 2 * BAND_PX : 3 * BAND_PX] = photograph(np.random.default_rng(5))
    command = [
        "convert",
        "-size",
        f"{BAND_PX}x{HEIGHT}",
        "xc:white",
        "-font",
        "DejaVu-Sans",
        "-pointsize",
        "17",
    ]
    lines = "\n".join(textwrap.wrap(TEXT, 36)[:35])
    command += ["-annotate", "+3+18", lines, "-depth", "8", "rgb:-"]
    written = subprocess.run(command, capture_output=True, check=True)
    picture[:, 3 * BAND_PX :] = np.frombuffer(written.stdout, np.uint8).reshape(HEIGHT, BAND_PX, 3)
    path = folder / "backdrop.png"
    command = ["convert", "-size", f"{WIDTH}x{HEIGHT}", "-depth", "8", "rgb:-", str(path)]
    subprocess.run(command, input=picture.tobytes(), check=True)
    return path


def luminance(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Relative luminance (WCAG 2.2) of (..., 3)."""
    part = pixels / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    light: NDArray[np.float64] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return light


def grown(mask: NDArray[np.bool_], by_px: int) -> NDArray[np.bool_]:
    """`mask` and all pixels within by_px of it."""
    wide = mask.copy()
    for _ in range(by_px):
        padded = np.pad(wide, 1)
        wide = (
            padded[1:-1, 1:-1] | padded[:-2, 1:-1] | padded[2:, 1:-1] | padded[1:-1, :-2] | padded[1:-1, 2:]
        )
    return wide


def contrast(area: NDArray[np.uint8], colour: str) -> float:
    """The letters' contrast against the hundredth part of their surround that comes nearest to them."""
    text = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)])
    is_letter = np.abs(area.astype(int) - text).max(axis=2) <= 6
    assert is_letter.sum() > 500, "no letters"
    letters = float(np.median(luminance(area[is_letter])))
    around = luminance(area[~grown(is_letter, 4)])
    nearest = np.quantile(around, 0.99 if letters > np.median(around) else 0.01)
    low, high = sorted((letters, float(nearest)))
    return (high + 0.05) / (low + 0.05)


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH", "LANG") if name in os.environ}
    with Screen(tmp_path, {**kept, "XDG_RUNTIME_DIR": str(tmp_path)}) as made:
        yield made


def test_every_look_has_at_least_the_contrast_it_states(screen: Screen, tmp_path: Path) -> None:
    named = tmp_path / "look"
    named.write_text("")
    settings = '{"dock": "top", "hold_time_s": 0, "line_count": 3, "min_show_s": 0, "reading_wpm": 0}'
    options = ["--settings", settings, "--backdrop", str(backdrop(tmp_path)), "--looks", str(named)]
    screen.stage("wide", *options)
    captions = screen.window("Sightline captions")
    for name in [*reversed(PRESETS)]:
        named.write_text(name)
        screen.wait_for_log(f"look {name}")
        x, y, width, height = screen.geometry(captions)
        assert (x, width) == (0, WIDTH)
        seen = screen.colours(tmp_path / f"{name}.png")[y + 12 : y + height - 40]
        look = with_preset(Settings(), name)
        stated = readability(look).ratio
        measured = {}
        for place, kind in enumerate(BACKDROPS):
            area = seen[:, place * BAND_PX + 16 : (place + 1) * BAND_PX - 16]
            measured[kind] = contrast(area, look.text_color)
        print(
            f"{name}: stated {stated:.1f},",
            ", ".join(f"{kind} {ratio:.1f}" for kind, ratio in measured.items()),
        )
        assert min(measured.values()) >= max(LEAST, 0.97 * stated), measured
