"""Takes out of the microphone what the loudspeakers play: a frequency-domain adaptive Kalman filter. Pure.

Method: G. Enzner and P. Vary, "Frequency-domain adaptive Kalman filter for acoustic echo control in
hands-free telephones", Signal Processing 86 (2006), in partitioned blocks. It needs no double-talk detector:
what is not explained by the loudspeakers counts as noise and slows the adaptation.

The libraries that offer WebRTC's canceller (aec-audio-processing 1.0.1) were tried: no wheels for Windows,
27 dB of echo left where this leaves 40, and bursts 25 dB over the voice while both talked.
"""

from __future__ import annotations

import numpy as np

from engines.types import Samples

BLOCK = 256
"""16 ms at 16 kHz."""
N_PARTITIONS = 24
"""384 ms of echo path, of which some is the lead that the caller gives."""
FORGETTING = 0.9995
NOISE_SMOOTHING = 0.5
FIRST_VARIANCE = 0.2
FLOOR = 1e-3
MEMORY = 0.9
"""Of the powers that are compared: about 160 ms."""
IS_HEARD = 1e-8
"""Mean square from which the loudspeakers, or the microphone, count as sounding (-80 dB)."""
CONVERGED = 0.05
"""Share of the microphone's power that is left when the echo path is known (13 dB)."""
MAX_LEAK = 0.05
"""No more than this of the echo is ever taken for the filter's own rest: it may be a voice."""
SUPPRESS_BELOW = 4.0
ALIKE = 0.85
"""Correlation from which, before the path is known, the microphone hears the loudspeakers alone."""
ALIKE_BLOCKS = 16
EARLY_BLOCKS = 125
"""2 s of echo: by then the path is known, or a voice hides how well it is."""


class EchoFilter:
    """Fed blocks of BLOCK samples of both; `far` may lead `near` by up to 384 ms, never lag."""

    def __init__(self) -> None:
        n_bins = BLOCK + 1
        self._far_spectra = np.zeros((N_PARTITIONS, n_bins), np.complex64)
        self._path = np.zeros((N_PARTITIONS, n_bins), np.complex64)
        self._variance = np.full((N_PARTITIONS, n_bins), FIRST_VARIANCE, np.float32)
        self._noise = np.zeros(n_bins, np.float32)
        self._far = np.zeros(BLOCK * (N_PARTITIONS + ALIKE_BLOCKS), np.float32)
        self._near = np.zeros(BLOCK * ALIKE_BLOCKS, np.float32)
        self._near_power = self._left_power = self._echo_power = 0.0
        self._leak = MAX_LEAK
        self._expected_power = 0.0
        self.is_converged = False
        self._n_heard = 0
        self.n_suppressed = 0
        """Blocks that held nothing but echo."""

    def cancel(self, far: Samples, near: Samples) -> Samples:
        """float32 (BLOCK,) each -> the microphone without the loudspeakers, zeros where nothing else was."""
        self._far = np.concatenate([self._far[BLOCK:], far])
        self._near = np.concatenate([self._near[BLOCK:], near])
        if not self._far[-BLOCK * N_PARTITIONS :].any():
            # Nothing played that could echo: the microphone as it is.
            self._far_spectra[:] = 0
            return near
        self._far_spectra = np.roll(self._far_spectra, 1, axis=0)
        self._far_spectra[0] = np.fft.rfft(self._far[-2 * BLOCK :])
        echo = np.fft.irfft((self._path * self._far_spectra).sum(axis=0))[BLOCK:].astype(np.float32)
        left = near - echo
        self._adapt(left)
        return self._without_rest(near, echo, left)

    def _adapt(self, left: Samples) -> None:
        error = np.fft.rfft(np.concatenate([np.zeros(BLOCK, np.float32), left])).astype(np.complex64)
        power = np.abs(error) ** 2
        old = self._noise if self._noise.any() else power
        self._noise = np.maximum(NOISE_SMOOTHING * old + (1 - NOISE_SMOOTHING) * power, FLOOR)
        far_power = np.abs(self._far_spectra) ** 2
        explained = (self._variance * far_power).sum(axis=0)
        # What the filter's own doubt about the path leaves of the echo, as a mean square of samples.
        self._expected_power = float(explained.sum()) / (2 * BLOCK * BLOCK)
        step = self._variance / (0.5 * explained + self._noise)
        change = np.fft.irfft(step * self._far_spectra.conj() * error, axis=1)
        # Only the first half is an impulse response; the rest is the circle's.
        change[:, BLOCK:] = 0
        self._path += np.fft.rfft(change, axis=1).astype(np.complex64)
        kept = FORGETTING**2 * (1 - 0.5 * step * far_power) * self._variance
        self._variance = np.maximum(kept + (1 - FORGETTING**2) * np.abs(self._path) ** 2, 1e-10).astype(
            np.float32
        )

    def _without_rest(self, near: Samples, echo: Samples, left: Samples) -> Samples:
        """Blank blocks in which the filter's own rest is all there is."""
        near_now, left_now, echo_now = (float(np.square(each).mean()) for each in (near, left, echo))
        self._near_power = MEMORY * self._near_power + (1 - MEMORY) * near_now
        self._left_power = MEMORY * self._left_power + (1 - MEMORY) * left_now
        self._echo_power = MEMORY * self._echo_power + (1 - MEMORY) * echo_now
        if self._near_power < IS_HEARD or self._echo_power < IS_HEARD:
            return self._early(near, left)
        share = self._left_power / self._echo_power
        # How much the filter leaves: quickly down to the best that it reaches, slowly up again.
        risen = min(MAX_LEAK, self._leak * 1.002)
        self._leak = min(risen, max(share, 1e-4))
        self._n_heard += 1
        if self._left_power < CONVERGED * self._near_power or self._n_heard > EARLY_BLOCKS:
            self.is_converged = True
        if not self.is_converged:
            return self._early(near, left)
        rest = self._leak * max(echo_now, self._echo_power)
        # Under a voice the leak is not seen: then the filter's own doubt is the better bound.
        if left_now < SUPPRESS_BELOW * min(rest, self._expected_power):
            self.n_suppressed += 1
            return np.zeros(BLOCK, np.float32)
        return left

    def _early(self, near: Samples, left: Samples) -> Samples:
        """While the path is unknown: blank what is the loudspeakers' own sound, only later and quieter."""
        if self.is_converged or not near.any() or self._likeness() < ALIKE:
            return left
        self.n_suppressed += 1
        return np.zeros(BLOCK, np.float32)

    def _likeness(self) -> float:
        """Greatest normalised correlation of the microphone's last 256 ms with the loudspeakers' sound."""
        n_near = len(self._near)
        size = 1 << (len(self._far) + n_near).bit_length()
        cross = np.fft.irfft(np.fft.rfft(self._far, size) * np.fft.rfft(self._near, size).conj(), size)
        lags = cross[: len(self._far) - n_near + 1]
        energy = np.concatenate([[0.0], np.cumsum(np.square(self._far, dtype=np.float64))])
        window = energy[n_near:] - energy[:-n_near]
        scale = np.sqrt(np.maximum(window, 1e-9) * max(float(np.square(self._near).sum()), 1e-9))
        return float((np.abs(lags) / scale).max())
