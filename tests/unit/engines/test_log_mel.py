"""The log-mel spectrogram against a slow transform written out here and numbers of openai/whisper's own."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engines.types import Samples
from engines.whisper.log_mel import HOP, log_mel, mel_filters

# From openai-whisper 20250625, audio.log_mel_spectrogram of sweep(seconds) and silence to n_frames * 160:
# (seconds, n_mels, n_frames), mean, standard deviation, {(band, frame): value}.
REFERENCES = [
    (
        (30.0, 80, 3000), 0.181561, 0.202854,
        {
            (0, 0): 1.28309, (3, 1): 1.17089, (20, 17): 0.06854, (41, 1499): 0.0189, (79, 2997): 0.10911,
            (60, 2999): 0.05645, (10, 2999): 0.18101, (40, 2999): 0.09779,
        },
    ),
    (
        (1.5, 80, 500), -0.411204, 0.410843,
        {
            (0, 0): 1.2403, (3, 1): 1.30046, (20, 17): 0.75253, (41, 75): 0.19914, (79, 148): 0.17108,
            (60, 150): 0.26446, (10, 151): -0.60237, (40, 499): -0.67052,
        },
    ),
    (
        (2.0, 128, 3000), -0.563593, 0.202927,
        {
            (0, 0): 1.17552, (3, 1): 1.04635, (20, 17): 0.13838, (41, 100): 0.0515, (127, 198): 0.16298,
            (60, 200): 0.20027, (10, 201): -0.61602, (64, 2999): -0.61602,
        },
    ),
]  # fmt: skip


def sweep(seconds: float) -> Samples:
    """100 Hz to 7.1 kHz, with a little noise."""
    t = np.arange(round(seconds * 16000)) / 16000
    tone = 0.3 * np.sin(2 * np.pi * (100 * t + 3500 / seconds * t * t))
    return (tone + np.random.RandomState(7).uniform(-0.02, 0.02, len(t))).astype(np.float32)


def slaney_hz(mel: float) -> float:
    return mel * 200 / 3 if mel < 15 else 1000 * 6.4 ** ((mel - 15) / 27)


def slow_filters(n_mels: int) -> NDArray[np.float64]:
    """One triangle after another, each of area 1 Hz."""
    top = 15 + 27 * np.log(8) / np.log(6.4)
    edges = [slaney_hz(top * i / (n_mels + 1)) for i in range(n_mels + 2)]
    filters = np.zeros((n_mels, 201))
    for m in range(n_mels):
        low, middle, high = edges[m : m + 3]
        for k in range(201):
            hz = k * 40.0
            if low < hz <= middle:
                filters[m, k] = (hz - low) / (middle - low)
            elif middle < hz < high:
                filters[m, k] = (high - hz) / (high - middle)
        filters[m] *= 2 / (high - low)
    return filters


def slow_log_mel(samples: Samples, n_mels: int, n_frames: int) -> NDArray[np.float64]:
    """By the definition of the DFT, in float64, over the whole length."""
    signal = np.zeros(n_frames * 160)
    signal[: len(samples)] = samples
    padded = np.concatenate([signal[200:0:-1], signal, signal[-2:-202:-1]])
    n = np.arange(400)
    hann = np.sin(np.pi * n / 400) ** 2
    turns = np.exp(-2j * np.pi * np.outer(np.arange(201), n) / 400)
    frames = np.stack([padded[f * 160 : f * 160 + 400] * hann for f in range(n_frames)])
    power = np.abs(frames @ turns.T) ** 2
    logged = np.log10(np.maximum(power @ slow_filters(n_mels).T, 1e-10)).T
    return (np.maximum(logged, logged.max() - 8) + 4) / 4


@pytest.mark.parametrize(("case", "mean", "deviation", "points"), REFERENCES)
def test_equals_openai_whisper(
    case: tuple[float, int, int], mean: float, deviation: float, points: dict[tuple[int, int], float]
) -> None:
    seconds, n_mels, n_frames = case
    mel = log_mel(sweep(seconds), n_mels, n_frames)
    assert mel.shape == (1, n_mels, n_frames)
    assert mel.dtype == np.float32
    for (band, frame), value in points.items():
        assert mel[0, band, frame] == pytest.approx(value, abs=1e-4)
    assert float(mel.mean(dtype=np.float64)) == pytest.approx(mean, abs=1e-4)
    assert float(mel.std(dtype=np.float64)) == pytest.approx(deviation, abs=1e-4)


@pytest.mark.parametrize("n_mels", [80, 128])
def test_filters_equal_triangles_drawn_one_by_one(n_mels: int) -> None:
    np.testing.assert_allclose(mel_filters(n_mels), slow_filters(n_mels), atol=1e-7)


@pytest.mark.parametrize("n_mels", [80, 128])
@pytest.mark.parametrize(
    ("n_samples", "n_frames"),
    [
        (480000, 3000),
        (24000, 3000),
        (16000, 100),
        (15999, 100),
        (15840, 100),
        (15500, 100),
        (8001, 200),
        (161, 10),
        (1, 4),
    ],
)
def test_equals_the_slow_transform(n_mels: int, n_samples: int, n_frames: int) -> None:
    samples = sweep(30)[:n_samples]
    expected = slow_log_mel(samples, n_mels, n_frames)
    np.testing.assert_allclose(log_mel(samples, n_mels, n_frames)[0], expected, atol=1e-4)


@pytest.mark.parametrize("offset", [0, 1, 159, 160, 199, 200, 201, 399])
def test_a_click_at_the_very_end_reaches_every_frame_it_touches(offset: int) -> None:
    samples = np.zeros(3200 + offset, np.float32)
    samples[-1] = 1.0
    np.testing.assert_allclose(log_mel(samples, 80, 60)[0], slow_log_mel(samples, 80, 60), atol=1e-4)


def test_no_sound_and_silence_are_flat() -> None:
    for samples in (np.zeros(0, np.float32), np.zeros(16000, np.float32)):
        mel = log_mel(samples, 80, 200)
        np.testing.assert_allclose(mel, np.full((1, 80, 200), -1.5), atol=1e-6)


def test_sound_is_not_written_to_and_the_result_is_contiguous() -> None:
    samples = sweep(1.0)
    samples.flags.writeable = False
    assert log_mel(samples, 80, 200).flags.c_contiguous


def test_sound_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        log_mel(np.zeros(10 * HOP + 1, np.float32), 80, 10)
