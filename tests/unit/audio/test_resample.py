"""Downmix and resampling: no voice is lost, lengths and tones are kept, at any rate and channel count."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from app.audio.resample import Downmix, Resampler


def tone(rate_hz: int, seconds: float = 1.0, hz: float = 440.0) -> NDArray[np.float32]:
    return (0.5 * np.sin(2 * np.pi * hz * np.arange(int(rate_hz * seconds)) / rate_hz)).astype(np.float32)


def rms(samples: NDArray[np.float32]) -> float:
    return float(np.sqrt(np.square(samples, dtype=np.float64).mean()))


@pytest.mark.parametrize("rate_hz", [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000])
@pytest.mark.parametrize("n_channels", [1, 2, 6, 8])
def test_tone_keeps_its_length_pitch_and_type(rate_hz: int, n_channels: int) -> None:
    frames = np.zeros((rate_hz, n_channels), np.float32)
    frames[:, 0] = tone(rate_hz)
    resampler = Resampler(rate_hz, n_channels)
    n = rate_hz // 33
    parts = [resampler.push(frames[i : i + n]) for i in range(0, rate_hz, n)] + [resampler.finish()]
    sound = np.concatenate(parts)
    assert all(part.dtype == np.float32 and part.flags.c_contiguous and part.ndim == 1 for part in parts)
    assert len(sound) == pytest.approx(16_000, abs=2)
    spectrum = np.abs(np.fft.rfft(sound[:16_000], 16_000))
    assert int(spectrum.argmax()) == 440
    assert rms(sound) == pytest.approx(rms(tone(16_000)) * min(1, n_channels**-0.5, 1.0), rel=0.35)


def test_one_speaking_channel_of_eight_stays_audible() -> None:
    frames = np.zeros((16_000, 8), np.float32)
    frames[:, 5] = tone(16_000)
    loss_db = 20 * np.log10(rms(Downmix(8).mix(frames)) / rms(frames[:, 5]))
    assert loss_db == pytest.approx(-9.03, abs=0.1)


def test_eight_loud_channels_do_not_clip() -> None:
    frames = np.repeat(tone(16_000)[:, None] * 2, 8, axis=1)
    mixed = Downmix(8).mix(frames)
    assert float(np.abs(mixed).max()) <= 1.0
    assert np.corrcoef(mixed, frames[:, 0])[0, 1] > 0.999


def test_channels_that_cancel_are_still_heard() -> None:
    left = tone(16_000)
    mixed = Downmix(2).mix(np.stack([left, -left], axis=1))
    assert rms(mixed) == pytest.approx(rms(left), rel=0.01)


def test_bad_values_become_sound() -> None:
    frames = np.array([[np.nan], [np.inf], [-np.inf], [7.0]], np.float32)
    assert Downmix(1).mix(frames).tolist() == [0.0, 1.0, -1.0, 1.0]


def test_handed_on_samples_do_not_share_the_callers_memory() -> None:
    frames = np.zeros((160, 1), np.float32)
    out = Resampler(16_000, 1).push(frames)
    frames[:] = 1
    assert not out.any()


@pytest.mark.parametrize(("rate_hz", "n_channels"), [(0, 1), (10, 1), (16_000, 0)])
def test_nonsense_is_refused(rate_hz: int, n_channels: int) -> None:
    with pytest.raises(ValueError, match=r"Hz|channel"):
        Resampler(rate_hz, n_channels)
