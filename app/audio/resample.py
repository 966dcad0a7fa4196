"""Any sound to mono float32 at 16 kHz, as a stream; used by the thread that captures or decodes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.types import SAMPLE_RATE_HZ, Samples

MIN_RATE_HZ = 1_000
MAX_RATE_HZ = 768_000
ANTI_PHASE_RATIO = 0.02
"""Mean of two channels under this share of their energy: the channels cancel (a reversed cable)."""


class Downmix:
    """Mixes channels to one without losing a voice.

    One and two channels: their mean, except two channels that cancel each other, where the first is taken.
    More: sum / sqrt(n), so that one speaking channel of eight stays within 9 dB; when that would pass full
    scale the gain falls, for good, as far as needed (never under the mean's 1/n).
    """

    def __init__(self, n_channels: int) -> None:
        if n_channels < 1:
            raise ValueError("a sound needs a channel")
        self._n = n_channels
        self._gain = 1.0 / n_channels if n_channels <= 2 else n_channels**-0.5
        self._mean_energy = 0.0
        self._channel_energy = 0.0

    def mix(self, frames: NDArray[np.float32]) -> Samples:
        """float32 (n_frames, n_channels) or (n_frames,) -> float32 (n_frames,) within -1..1."""
        if frames.ndim == 1:
            frames = frames.reshape(-1, self._n)
        if not np.isfinite(frames).all():
            frames = np.nan_to_num(frames, nan=0.0, posinf=1.0, neginf=-1.0)
        if self._n == 1:
            mixed = frames[:, 0]
        elif self._n == 2:
            mixed = self._mix_two(frames)
        else:
            mixed = frames.sum(axis=1, dtype=np.float32)
            peak = float(np.abs(mixed).max(initial=0.0))
            if peak * self._gain > 1.0:
                self._gain = max(1.0 / peak, 1.0 / self._n)
            mixed = mixed * np.float32(self._gain)
        return np.ascontiguousarray(np.clip(mixed, -1.0, 1.0), dtype=np.float32)

    def _mix_two(self, frames: NDArray[np.float32]) -> NDArray[np.float32]:
        mean: NDArray[np.float32] = frames.mean(axis=1, dtype=np.float32)
        if len(frames):
            keep = 0.9 ** min(1.0, len(frames) / 1000)
            self._mean_energy = keep * self._mean_energy + float(np.square(mean).mean())
            self._channel_energy = keep * self._channel_energy + float(np.square(frames).mean())
        if self._mean_energy < ANTI_PHASE_RATIO * self._channel_energy:
            return frames[:, 0]
        return mean


class Resampler:
    """Streaming downmix and sample rate conversion (soxr HQ) to mono float32 16 kHz."""

    def __init__(self, rate_hz: int, n_channels: int) -> None:
        """Raises ValueError for a rate outside 1..768 kHz or no channel."""
        if not MIN_RATE_HZ <= rate_hz <= MAX_RATE_HZ:
            raise ValueError(f"a sample rate of {rate_hz} Hz is not sound")
        import soxr

        self.rate_hz = rate_hz
        self.n_channels = n_channels
        self._downmix = Downmix(n_channels)
        self._stream = None
        if rate_hz != SAMPLE_RATE_HZ:
            self._stream = soxr.ResampleStream(rate_hz, SAMPLE_RATE_HZ, 1, dtype="float32", quality="HQ")

    def push(self, frames: NDArray[np.float32], *, is_last: bool = False) -> Samples:
        """float32 (n_frames, n_channels) at rate_hz -> float32 (n,) at 16 kHz; n may be 0 until later.

        `is_last` brings out what the filter still holds; nothing may follow.
        """
        mono = self._downmix.mix(frames)
        if self._stream is None:
            # The mix may be the caller's own memory (one channel): copy, blocks are never written again.
            return mono.copy() if mono.base is not None else mono
        out = self._stream.resample_chunk(mono, last=is_last)
        return np.ascontiguousarray(np.clip(out, -1.0, 1.0), dtype=np.float32)

    def finish(self) -> Samples:
        """What the filter still holds, float32 (n,)."""
        return self.push(np.zeros((0, self.n_channels), np.float32), is_last=True)
