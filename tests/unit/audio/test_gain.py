"""Quiet speech is raised, ordinary speech and mere noise are left alone, nothing is clipped."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from app.audio.gain import MAX_GAIN, TARGET, AutoGain

PIECE = 480


def talk(loudness: float, seconds: float = 12.0, floor: float = 1e-6) -> NDArray[np.float32]:
    """Noise that comes and goes as syllables and pauses do."""
    noise = np.random.default_rng(3)
    t = np.arange(int(seconds * 16_000)) / 16_000
    envelope = np.where(np.sin(2 * np.pi * t / 3) > -0.5, np.abs(np.sin(2 * np.pi * 2 * t)), 0.0)
    return (noise.normal(0, 1, len(t)) * (loudness * envelope + floor)).astype(np.float32)


def through(samples: NDArray[np.float32]) -> tuple[NDArray[np.float32], AutoGain]:
    gain = AutoGain()
    pieces = [gain.apply(samples[at : at + PIECE]) for at in range(0, len(samples), PIECE)]
    return np.concatenate(pieces), gain


@pytest.mark.parametrize("down_db", [20, 40, 50])
def test_quiet_speech_is_raised(down_db: int) -> None:
    samples = talk(0.1 * 10 ** (-down_db / 20))
    out, _ = through(samples)
    assert len(out) == len(samples)
    loud = out[6 * 16_000 :]
    assert TARGET / 4 < float(loud.std()) < 2 * TARGET
    assert float(np.abs(out).max()) <= 1.0


def test_ordinary_speech_is_left_alone() -> None:
    samples = talk(0.2)
    out, gain = through(samples)
    assert np.array_equal(out, samples)
    assert gain.gain == 1.0


def test_steady_noise_is_not_raised() -> None:
    samples = np.random.default_rng(4).normal(0, 1e-3, 16_000 * 10).astype(np.float32)
    out, gain = through(samples)
    assert gain.gain == 1.0
    assert np.array_equal(out, samples)


def test_a_sudden_shout_is_not_clipped() -> None:
    quiet = talk(1e-3)
    _, gain = through(quiet)
    assert gain.gain > 10
    shout = np.full(PIECE, 0.8, np.float32)
    assert float(gain.apply(shout).max()) <= 1.0
    assert gain.gain < 1.3


def test_silence_stays_silent_and_the_gain_has_an_end() -> None:
    gain = AutoGain()
    assert not gain.apply(np.zeros(PIECE, np.float32)).any()
    assert len(gain.apply(np.zeros(0, np.float32))) == 0
    out, gain = through(talk(2e-6, 20.0, floor=1e-9))
    assert gain.gain <= MAX_GAIN
    assert float(np.abs(out).max()) < TARGET
