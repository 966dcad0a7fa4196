"""A test sound that checks itself: played on an output, and listened for where captions would hear it."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.audio import devices
from app.audio.capture import LiveSource
from app.audio.loopback import LoopbackSource
from engines.errors import DeviceError
from engines.types import SAMPLE_RATE_HZ, Samples

PLAY_RATE_HZ = 48_000
NOTES_HZ = (523.25, 659.26, 783.99, 1046.5)
NOTE_S = 0.2
LOUDNESS = 0.2
LISTEN_FIRST_S = 0.3
LIMIT_S = 6.0
ALIKE = 0.4
"""Normalised correlation from which the sound counts as heard, also below other sound."""


@dataclass(frozen=True, slots=True)
class SoundTest:
    """is_heard: the sound came back. level: its peak as heard, 0..1. output: the device's name.

    what and advice: for a person, in sentences.
    """

    is_heard: bool
    level: float
    output: str
    what: str
    advice: str = ""


def chime(rate_hz: int) -> NDArray[np.float32]:
    """Four rising notes, float32 (n,)."""
    time_s = np.arange(int(NOTE_S * rate_hz)) / rate_hz
    shape = np.sin(np.pi * time_s / NOTE_S) ** 2
    notes = [LOUDNESS * shape * np.sin(2 * np.pi * hz * time_s) for hz in NOTES_HZ]
    return np.concatenate(notes).astype(np.float32)


def play_and_listen(device: str | None = None) -> SoundTest:
    """Play the chime on an output (None: the default one) and hear whether captions would.

    Takes some 2 s; never raises: what fails is what the test found.
    """
    source = LoopbackSource(device)
    try:
        source.open()
    except DeviceError as error:
        return SoundTest(False, 0.0, "", str(error), error.advice)
    try:
        return _test(source, device)
    except DeviceError as error:
        return SoundTest(False, 0.0, source.device, str(error), error.advice)
    finally:
        source.close()


def _test(source: LiveSource, device: str | None) -> SoundTest:
    speaker = _speaker(device)
    heard = [_listen(source, LISTEN_FIRST_S)]
    failure: list[Exception] = []

    def play() -> None:
        use = devices.ConnectionUse()
        try:
            speaker.play(chime(PLAY_RATE_HZ), samplerate=PLAY_RATE_HZ)
        # Whatever the library raises is a finding.
        except Exception as error:
            failure.append(error)
        finally:
            use.end()

    # On a thread of its own: the library may never come back from a device that hangs.
    player = threading.Thread(target=play, name="sound-test", daemon=True)
    player.start()
    wanted = chime(SAMPLE_RATE_HZ)
    stop_s = time.monotonic() + LIMIT_S
    while time.monotonic() < stop_s and not failure:
        heard.append(_listen(source, 0.25))
        sound = np.concatenate(heard)
        if _likeness(sound, wanted) > ALIKE:
            level = float(np.abs(sound).max(initial=0.0))
            return SoundTest(True, level, source.device, f"The test sound was heard from {source.device}.")
        if not player.is_alive() and time.monotonic() > stop_s - LIMIT_S + 2.5:
            break
    level = float(np.abs(np.concatenate(heard)).max(initial=0.0))
    if failure or player.is_alive():
        return SoundTest(
            False,
            level,
            source.device,
            "The test sound could not be played.",
            "Another program may use the output alone: close it, or choose another output.",
        )
    return SoundTest(
        False,
        level,
        source.device,
        f"The test sound was played, but did not arrive from {source.device}.",
        "Look whether that output is muted or its volume very low, or choose another one.",
    )


def _speaker(device: str | None) -> Any:
    """soundcard's output to play on, behind the one that is listened to. Raises DeviceError."""
    library = devices.soundcard_library()
    with devices.translated("There is no sound output to play on.", devices.OUTPUT_ADVICE):
        if device is None:
            return library.default_speaker()
        heard = devices.find(device, "loopback")
        id = str(heard.id).removesuffix(".monitor")
        return next(each for each in library.all_speakers() if str(each.id) == id)


def _listen(source: LiveSource, seconds: float) -> Samples:
    parts = [np.zeros(0, np.float32)]
    stop_s = time.monotonic() + seconds
    while time.monotonic() < stop_s:
        block = source.read(0.05)
        if block is not None:
            parts.append(block.samples)
    return np.concatenate(parts)


def _likeness(heard: Samples, wanted: Samples) -> float:
    """Greatest normalised correlation of `wanted` at any place in `heard`; 0 when that is too short."""
    n = len(wanted)
    if len(heard) < n:
        return 0.0
    size = 1 << (len(heard) + n).bit_length()
    cross = np.fft.irfft(np.fft.rfft(heard, size) * np.fft.rfft(wanted, size).conj(), size)
    energy = np.concatenate([[0.0], np.cumsum(np.square(heard, dtype=np.float64))])
    window = np.maximum(energy[n:] - energy[:-n], 1e-7)
    return float((cross[: len(window)] / np.sqrt(window * float(np.square(wanted).sum()))).max())
