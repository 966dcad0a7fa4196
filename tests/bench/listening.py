"""What the figures about capture share: listening to a source, and the word error rate of what was heard."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import wave
from collections.abc import Callable
from pathlib import Path

import jiwer
import numpy as np
from numpy.typing import NDArray
from whisper_normalizer.english import EnglishTextNormalizer

from app.audio.source import AudioSource

ROOT = Path(__file__).parents[2]
SPEECH = Path(os.environ.get("SIGHTLINE_SPEECH") or ROOT.parent / "shared" / "speech")
normalised: Callable[[str], str] = EnglishTextNormalizer()


def reference(file: str) -> str:
    """The words of a shared clip."""
    known = json.loads((SPEECH / "manifest.json").read_text(encoding="utf-8"))
    return next(str(each["text"]) for each in known if each["file"] == file)


def listen(source: AudioSource, until: Callable[[], bool], limit_s: float = 120.0) -> NDArray[np.float32]:
    """Everything an open source delivers until `until` is true."""
    parts = [np.zeros(0, np.float32)]
    stop_s = time.monotonic() + limit_s
    while time.monotonic() < stop_s and not until():
        block = source.read(0.05)
        if block is not None:
            parts.append(block.samples)
    return np.concatenate(parts)


def write_wav(path: Path, samples: NDArray[np.float32], rate_hz: int = 16_000) -> Path:
    """float32 (n,) or (n, channels) -1..1 as 16-bit WAV."""
    pcm = (np.clip(samples, -1, 1) * 32767).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1 if pcm.ndim == 1 else pcm.shape[1])
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        file.writeframes(pcm.tobytes())
    return path


def read_clip(path: Path, seconds: float | None = None) -> NDArray[np.float32]:
    """A clip as float32 (n,) at 16 kHz."""
    from app.audio.file_source import FileSource

    source = FileSource(path)
    source.open()
    samples = listen(source, lambda: source.ended)
    source.close()
    return samples if seconds is None else samples[: int(seconds * 16_000)]


def transcribed(path: Path) -> str:
    """What tiny.en hears in a file, by the program's own `transcribe`."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "app", "--data-dir", folder, "transcribe", "--model", "tiny.en"]
        done = subprocess.run(
            [*command, str(path)], cwd=ROOT, capture_output=True, encoding="utf-8", check=True, timeout=300
        )
    return done.stdout


def wer(spoken: str, heard: str) -> float:
    """Word error rate in per cent, after normalisation."""
    return 100 * float(jiwer.wer(normalised(spoken), normalised(heard) or "-"))


def heard_in(samples: NDArray[np.float32]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        return transcribed(write_wav(Path(folder) / "heard.wav", samples))
