"""Log spectrograms as DeepSpeech2 hears them, bit by bit; pure, any thread."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.types import Samples

WIDTH = 320
HOP = 160
"""20 ms of sound every 10 ms, at 16 kHz."""
N_BINS = WIDTH // 2 + 1

_WINDOW = np.hamming(WIDTH + 1)[:-1].astype(np.float32)
"""Periodic, as torch.hamming_window and scipy's default are."""


class Spectrogram:
    """The columns of one utterance: pieces give the same as the whole."""

    def __init__(self) -> None:
        self._rest: Samples = np.zeros(0, np.float32)

    def columns(self, samples: Samples) -> NDArray[np.float32]:
        """New samples to the columns they complete: log(1 + magnitude), float32 (n_columns, 161)."""
        sound = np.concatenate([self._rest, samples])
        n = max(0, (len(sound) - WIDTH) // HOP + 1)
        self._rest = sound[n * HOP :]
        if not n:
            return np.zeros((0, N_BINS), np.float32)
        windows = np.lib.stride_tricks.sliding_window_view(sound, WIDTH)[: n * HOP : HOP]
        found: NDArray[np.float32] = np.log1p(np.abs(np.fft.rfft(windows * _WINDOW))).astype(np.float32)
        return found
