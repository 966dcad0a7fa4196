"""Names the user lists are won in speech, and never read into silence or noise."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engines.recogniser import Recogniser
from engines.types import SAMPLE_RATE_HZ, RecognitionRequest, Samples

ReadSound = Callable[[Path], Samples]

SAID = {
    "Metoprolol": "Take the Metoprolol in the morning with water.",
    "Dr. Szabo": "Your appointment with Doctor Szabo is on Tuesday.",
}
NAMES = ("Metoprolol", "Dr. Szabo", "Zwicky")


@pytest.fixture(scope="module")
def say(tmp_path_factory: pytest.TempPathFactory, read_sound: ReadSound) -> Callable[[str], Samples]:
    """A sentence in the voice of flite (a Debian package that run.py installs for the checks)."""
    assert shutil.which("flite"), "flite is missing: apt-get install flite"
    folder = tmp_path_factory.mktemp("said")

    def spoken(text: str) -> Samples:
        path = folder / "said.wav"
        subprocess.run(["flite", "-voice", "slt", "-t", text, "-o", path], check=True)
        return read_sound(path)

    return spoken


def heard(recogniser: Recogniser, sound: Samples, hot_words: tuple[str, ...] = ()) -> str:
    request = RecognitionRequest(sound, 0, hot_words=hot_words, is_final=True)
    return "".join(word.text for word in recogniser.recognise(request).words).strip()


def plain(text: str) -> list[str]:
    return [word.strip(",.").lower() for word in text.split()]


@pytest.mark.parametrize("name", SAID)
def test_a_rare_name_is_won(recogniser: Recogniser, say: Callable[[str], Samples], name: str) -> None:
    sound = say(SAID[name])
    assert name not in heard(recogniser, sound)
    assert name in heard(recogniser, sound, (name,))
    assert name in heard(recogniser, sound, NAMES)


def test_a_name_that_is_said_alone_is_heard(recogniser: Recogniser, say: Callable[[str], Samples]) -> None:
    assert heard(recogniser, say("Zwicky."), ("Zwicky",)) == "Zwicky."


def test_names_that_are_not_said_change_nothing(
    recogniser: Recogniser, speech_dir: Path, read_sound: ReadSound
) -> None:
    sound = read_sound(speech_dir / "weather.flac")
    assert plain(heard(recogniser, sound, NAMES)) == plain(heard(recogniser, sound))


@pytest.mark.parametrize("names", [NAMES, ("Zwicky",)])
@pytest.mark.parametrize("seconds", [1.5, 5.0])
def test_no_name_is_read_into_silence_or_noise(
    recogniser: Recogniser, speech_dir: Path, read_sound: ReadSound, names: tuple[str, ...], seconds: float
) -> None:
    n = round(seconds * SAMPLE_RATE_HZ)
    sounds = [np.zeros(n, np.float32), np.random.default_rng(1).normal(0, 0.02, n).astype(np.float32)]
    files = ("noise_1.flac", "noise_steady.flac", "silence_10s_it.flac", "music_outfoxing.flac")
    sounds += [read_sound(speech_dir / file)[:n] for file in files]
    for sound in sounds:
        text = heard(recogniser, sound, names)
        assert not any(part in text for name in names for part in name.split() if part != "Dr."), text
