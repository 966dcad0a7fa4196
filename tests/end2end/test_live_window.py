"""The whole way: sound played by another program, PulseAudio's loopback, the window on a composited screen.

Needs the Debian packages pulseaudio, pulseaudio-utils, xvfb, picom, xdotool and imagemagick; openbox manages
the windows where there is one. Without them these tests are skipped and say so.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import jiwer
import numpy as np
import pytest
from numpy.typing import NDArray
from whisper_normalizer.english import EnglishTextNormalizer

from tests.end2end.pulse import PulseServer
from tests.end2end.screen import ROOT, SAMPLE, Captions, Screen, missing_tools, wait_for

MISSING = missing_tools()
pytestmark = [
    pytest.mark.desktop,
    pytest.mark.skipif(bool(MISSING), reason=f"LIVE WINDOW NOT TESTED: apt install {' '.join(MISSING)}"),
]
MEMORY_LIMIT_MB = 700
WHITE = 240
"""Committed words are whiter than this; the box, its status row and its first message are not."""
STATUS_ROW_PX = 44
SPOKEN_LIMIT_S = 90.0
normalised: Callable[[str], str] = EnglishTextNormalizer()


@dataclass(frozen=True)
class Stage:
    """A sound server and a screen with a landscape that has the keyboard."""

    pulse: PulseServer
    screen: Screen
    backdrop: str
    data_dir: Path

    def has_focus(self) -> bool:
        return self.screen.xdotool("getwindowfocus") == self.backdrop

    def history(self, *words: str) -> str:
        """What `sightline history` prints about this data folder."""
        command = [sys.executable, "-m", "app", "--data-dir", str(self.data_dir), "history", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("live")
    with PulseServer() as pulse, Screen(folder, pulse.env) as screen:
        yield Stage(pulse, screen, screen.show_backdrop(), folder / "data")


def caption_area(grey: NDArray[np.uint8], box: tuple[int, int, int, int]) -> NDArray[np.uint8]:
    """The box without its rounded edge and its status row."""
    x, y, width, height = box
    return grey[y + 8 : y + height - STATUS_ROW_PX, x + 16 : x + width - 16]


def written_rows(area: NDArray[np.uint8]) -> list[bool]:
    """For the upper and the lower half: are there letters, that is white pixels over a good part of it?"""
    halves = np.array_split(area, 2)
    return [int((half > WHITE).any(axis=0).sum()) > 40 for half in halves]


def clips_to_play() -> list[tuple[Path, str]]:
    """The bundled clip, and an old recording of a person where the shared clips are there."""
    clips = [(SAMPLE, SAMPLE.with_suffix(".txt").read_text(encoding="utf-8"))]
    folder = Path(os.environ.get("SIGHTLINE_SPEECH") or ROOT.parent / "shared" / "speech")
    if (folder / "manifest.json").is_file():
        known = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        clips += [(folder / each["file"], each["text"]) for each in known if each["file"] == "jfk.flac"]
    return clips


def test_history_outlives_a_kill_in_mid_caption(stage: Stage) -> None:
    captions = Captions(stage.screen, stage.data_dir, "killed")
    captions.window()
    captions.wait_until_listening(stage.pulse.pactl)
    player = stage.pulse.play(SAMPLE)

    def is_in_second_caption() -> bool:
        shown = captions.captions
        return len(shown) > 1 and shown[0]["final"] and len(shown[-1]["text"].split()) > 2

    wait_for(is_in_second_caption, "a second caption", SPOKEN_LIMIT_S)
    finals = [caption["text"].strip() for caption in captions.captions[:-1]]
    # The first start builds the graphs, which takes the most memory.
    assert captions.peak_mb < MEMORY_LIMIT_MB
    captions.process.kill()
    assert captions.process.wait(20) == -signal.SIGKILL
    player.kill()
    kept = stage.history("export", "--format", "txt", "--plain").splitlines()
    assert [line for line in kept if line.strip()][: len(finals)] == finals
    assert "morning" in stage.history("search", "morning")


def test_sound_of_the_computer_is_shown_on_two_lines(stage: Stage) -> None:
    screen = stage.screen
    captions = Captions(screen, stage.data_dir)
    window = captions.window()
    captions.wait_until_listening(stage.pulse.pactl)
    box = screen.geometry(window)
    assert stage.has_focus(), "the captions took the keyboard"
    before = screen.folder / "before.png"
    area = caption_area(screen.picture(before), box)
    assert np.median(area) < 60, f"no dark box: {before}"
    assert written_rows(area) == [False, False], f"words before anyone spoke: {before}"

    during = screen.folder / "two-lines.png"
    spoken = []
    for clip, text in clips_to_play():
        spoken.append(text)
        n_before = len(captions.captions)
        player = stage.pulse.play(clip)
        if len(spoken) == 1:
            wait_for(
                lambda: all(written_rows(caption_area(screen.picture(during), box))),
                f"two lines of words in {during}",
                SPOKEN_LIMIT_S,
            )
            area = caption_area(screen.picture(during), box)
            assert np.median(area) < 60, f"no dark box: {during}"
        assert player.wait(SPOKEN_LIMIT_S) == 0
        wait_for(lambda n=n_before: len(captions.captions) > n, "its words", SPOKEN_LIMIT_S)
        wait_for(lambda: is_quiet(captions), "its end", SPOKEN_LIMIT_S)

    heard = captions.text
    wer = float(jiwer.wer(normalised(" ".join(spoken)), normalised(heard)))
    assert wer <= 0.2, f"word error rate {wer:.2f}: {heard}"
    assert {caption["source"] for caption in captions.captions} == {"loopback"}
    assert screen.geometry(window) == box, "the box moved"
    assert stage.has_focus(), "the captions took the keyboard"
    peak_mb = captions.peak_mb
    print(f"word error rate {wer:.3f}, peak memory {peak_mb:.0f} MB, picture {during}")
    assert peak_mb < MEMORY_LIMIT_MB

    captions.process.terminate()
    assert captions.process.wait(20) == 0, screen.log("sightline")
    assert "Traceback" not in screen.log("sightline")
    assert captions.events[-1]["type"] == "summary"
    kept = [
        line for line in stage.history("export", "--format", "txt", "--plain").splitlines() if line.strip()
    ]
    finals = [caption["text"].strip() for caption in captions.captions]
    assert kept[-len(finals) :] == finals


def is_quiet(captions: Captions) -> bool:
    """Everything shown is final, and stays the last for a while."""
    n_events = len(captions.events)
    time.sleep(1.5)
    return len(captions.events) == n_events and captions.all_final()
