"""The real program with a Wav2Vec2 whose weights spell tones: files and live, by path and by name."""

from __future__ import annotations

import json
import wave
from pathlib import Path

import numpy as np
import pytest
from program import Program
from tone_speller import RATE_HZ, tones_at, write_speller

from app.audio.file_source import read_whole

SAMPLE = Path(__file__).parents[2] / "resources" / "clips" / "sample.flac"
SAID = ((0.9, "hello my dear bees"), (6.4, "all is well with me"), (11.8, "so long and thanks"))
"""When, in the three utterances of the sample clip."""


@pytest.fixture(scope="module")
def sightline(tmp_path_factory: pytest.TempPathFactory) -> Program:
    program = Program(tmp_path_factory.mktemp("data"))
    write_speller(program.data_dir / "models" / "speller")
    return program


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The voice of the sample clip, for the speech detector, below 3.5 kHz; the tones above it."""
    voice = read_whole(SAMPLE)
    spectrum = np.fft.rfft(voice)
    spectrum[np.fft.rfftfreq(len(voice), 1 / RATE_HZ) > 3500] = 0
    sound = np.fft.irfft(spectrum, len(voice)).astype(np.float32)
    spelled = tones_at(SAID, len(voice))
    path = tmp_path_factory.mktemp("clip") / "tones.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes((np.clip(sound + spelled, -1, 1) * 32767).astype("<i2").tobytes())
    return path


def test_a_file(sightline: Program, clip: Path) -> None:
    result = sightline("transcribe", clip, "--format", "jsonl", "--model", "speller")
    assert result.code == 0, result.err
    *captions, summary = result.events
    assert " ".join(line["text"] for line in captions) == " ".join(text for _, text in SAID)
    assert (summary["engine"], summary["model"]) == ("cpu", "speller")
    words = [word for line in captions for word in line["words"]]
    first = {text.split()[0]: at_s for at_s, text in SAID}
    for word in words:
        if word["text"].strip() in first:
            assert word["start"] == pytest.approx(first[word["text"].strip()], abs=0.3)
    assert all(word["probability"] > 0.5 for word in words)


def test_live(sightline: Program, clip: Path) -> None:
    folder = sightline.data_dir / "models" / "speller"
    result = sightline("transcribe", clip, "--realtime", "--format", "jsonl", "--model", folder)
    assert result.code == 0, result.err
    final = [line["text"] for line in result.events if line.get("final")]
    assert " ".join(final) == " ".join(text for _, text in SAID)
    assert sum(line.get("final") is False for line in result.events) > 3


def test_it_is_listed(sightline: Program) -> None:
    rows = {row["name"]: row for row in json.loads(sightline("models", "list", "--json").out)}
    assert rows["speller"]["status"] == "installed"
    assert sightline("models", "verify", "speller").code == 0


def test_what_it_cannot_do_is_said(sightline: Program, clip: Path) -> None:
    result = sightline("transcribe", clip, "--model", "speller", "--task", "translate")
    assert (result.code, "cannot translate" in result.line) == (2, True)
    result = sightline("engine", "build", "--model", "speller", "--compute-capability", "8.9")
    assert result.code in (4, 5)
    assert "is no Whisper" in result.err.splitlines()[-1]
