"""Raises quiet speech to an ordinary level before it is recognised: slow upward, at once downward. Pure."""

from __future__ import annotations

import numpy as np

from engines.types import SAMPLE_RATE_HZ, Samples

TARGET = 0.05
"""Root mean square that speech is raised to (-26 dB), as of the clips that models were trained on."""
MAX_GAIN = 300.0
"""50 dB: speech at PulseAudio's 25 % of volume (-36 dB) and soft besides."""
RISE_DB_PER_S = 20.0
MEMORY_S = 10.0
"""How long the loudest recent moment counts, so that pauses do not raise the gain."""
SPEECH_OVER_FLOOR = 6.0
"""A moment this much (16 dB) over the quietest is taken for sound worth raising, not for the room's noise."""
FLOOR = 3e-6
PIECE_S = 0.03
N_PIECES = int(MEMORY_S / PIECE_S)


class AutoGain:
    """A stream of pieces in, the same length out; never quieter than it came."""

    def __init__(self) -> None:
        self._loud: list[float] = []
        self.gain = 1.0

    def apply(self, samples: Samples) -> Samples:
        """float32 (n,) -> float32 (n,), within -1..1."""
        if not len(samples) or not samples.any():
            return samples
        power = float(np.sqrt(np.square(samples).mean()))
        self._loud = [*self._loud[-N_PIECES + 1 :], power]
        loud, floor = max(self._loud), max(min(self._loud), FLOOR)
        wanted = self.gain
        if loud > SPEECH_OVER_FLOOR * floor:
            wanted = min(MAX_GAIN, max(1.0, TARGET / loud))
        peak = float(np.abs(samples).max())
        rise = 10 ** (RISE_DB_PER_S * len(samples) / SAMPLE_RATE_HZ / 20)
        after = min(wanted, self.gain * rise, max(1.0, 0.95 / peak))
        if after <= 1.0 and self.gain <= 1.0:
            return samples
        # A slope within the piece, so that a step is not heard as a click.
        start = min(self.gain, max(1.0, 0.95 / peak))
        slope = np.linspace(start, after, len(samples), dtype=np.float32)
        self.gain = after
        out: Samples = np.clip(samples * slope, -1.0, 1.0)
        return out
