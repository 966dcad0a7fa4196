"""Whisper's log-mel spectrogram in numpy: 25 ms Hann windows, 10 ms hop, Slaney mel filters."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engines.types import SAMPLE_RATE_HZ, Samples

N_FFT = 400
HOP = 160
"""Samples between two frames: 100 frames a second."""


ONE_THREAD_PRODUCTS = 65536 * 4
"""Up to as many multiplications OpenBLAS stays on one thread (interface/gemm.c, SMP_THRESHOLD_MIN * 4)."""


@lru_cache(maxsize=4)
def mel_filters(n_mels: int) -> NDArray[np.float32]:
    """Slaney-normalised triangular filters, float32 (n_mels, N_FFT // 2 + 1), 0 to 8000 Hz.

    The mel scale is Slaney's (Auditory Toolbox, 1998): linear to 1 kHz, logarithmic above.
    """
    top_mel = 15.0 + 27.0 * np.log(8000.0 / 1000.0) / np.log(6.4)
    mels = np.linspace(0.0, top_mel, n_mels + 2)
    edges_hz = np.where(mels < 15.0, mels * 200.0 / 3.0, 1000.0 * np.exp(np.log(6.4) / 27.0 * (mels - 15.0)))
    bins_hz = np.linspace(0.0, SAMPLE_RATE_HZ / 2, N_FFT // 2 + 1)
    widths = np.diff(edges_hz)
    ramps = edges_hz[:, None] - bins_hz[None, :]
    rising, falling = -ramps[:-2] / widths[:-1, None], ramps[2:] / widths[1:, None]
    filters = np.maximum(0.0, np.minimum(rising, falling))
    filters *= (2.0 / (edges_hz[2:] - edges_hz[:-2]))[:, None]
    return filters.astype(np.float32)


@lru_cache(maxsize=1)
def _window() -> NDArray[np.float32]:
    return (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(N_FFT) / N_FFT)).astype(np.float32)


def _filtered(power: NDArray[np.float32], n_mels: int) -> NDArray[np.float32]:
    """(n_frames, N_FFT // 2 + 1) to (n_frames, n_mels), in blocks that OpenBLAS does on one thread: its
    threads gain nothing here and wait for each other on a busy computer (40 ms instead of 4)."""
    filters = mel_filters(n_mels).T
    n_block = max(1, ONE_THREAD_PRODUCTS // filters.size)
    n_blocks = -(-len(power) // n_block)
    padded = np.zeros((n_blocks * n_block, power.shape[1]), np.float32)
    padded[: len(power)] = power
    product: NDArray[np.float32] = padded.reshape(n_blocks, n_block, -1) @ filters
    return product.reshape(-1, n_mels)[: len(power)]


def log_mel(samples: Samples, n_mels: int, n_frames: int) -> NDArray[np.float32]:
    """float32 (n_samples,) to (1, n_mels, n_frames), as openai/whisper's audio.log_mel_spectrogram on the
    same sound followed by silence to n_frames * HOP samples.

    Raises ValueError when the sound does not fit.
    """
    n_total = n_frames * HOP
    if len(samples) > n_total:
        raise ValueError(f"{len(samples)} samples do not fit {n_frames} frames")
    # What lies beyond the sound is silence: only the frames that touch it are computed.
    n_loud = min(n_frames, len(samples) // HOP + 3)
    half = N_FFT // 2
    signal = np.zeros(n_loud * HOP, np.float32)
    signal[: len(samples)] = samples
    # torch.stft pads both ends by reflection; where silence follows, the end is silence anyway.
    padded = np.pad(signal, half, mode="reflect")
    if n_loud < n_frames:
        padded[half + len(signal) :] = 0.0
    frames = np.lib.stride_tricks.sliding_window_view(padded, N_FFT)[: n_loud * HOP : HOP]
    spectrum = np.fft.rfft(frames * _window(), axis=1)
    power = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
    logged = np.full((n_mels, n_frames), -10.0, np.float32)
    logged[:, :n_loud] = np.log10(np.maximum(_filtered(power, n_mels).T, 1e-10))
    logged = np.maximum(logged, logged.max() - 8.0)
    return np.ascontiguousarray((logged[None] + 4.0) / 4.0, np.float32)
