"""The sample index of a live source against the clock: losses, silence, and devices that run fast or slow.

A sound device's clock is off by up to some 100 parts in a million, a second in three hours. The index follows
the system's clock instead, by stretching or shrinking a block by at most 0.5 %, which nobody hears.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from engines.types import SAMPLE_RATE_HZ, Samples

DEAD_ZONE_S = 0.01
"""Nearer to the clock than this is near enough."""
LOST_S = 0.25
"""So far behind for a whole window means that sound was lost without a word from the library."""
WINDOW_S = 10.0
STRETCH = 1 / 200
SILENT = 1e-4
"""Peak under which samples can be taken out or put in freely (-80 dB)."""


class Timeline:
    """Counts samples and compares them with the monotonic clock, in s. One thread."""

    def __init__(self, now_s: float) -> None:
        self._start_s = now_s
        self._n = 0
        self._shifted = 0
        """Samples put in or taken out, which changes how far behind every delivery before was."""
        self._since_s = now_s
        self._usual: float | None = None
        """How far behind a delivery always is, by the device's own latency; known after a window."""
        self._errors: deque[tuple[float, float]] = deque()
        """(when, samples behind at a delivery + _shifted), rising: the least of a window stands first.

        Late deliveries only add, so the least one is the truth.
        """

    def behind(self, now_s: float) -> int:
        """Samples that the clock is ahead of the index; negative when the index is ahead."""
        return round((now_s - self._start_s) * SAMPLE_RATE_HZ) - self._n

    def restart(self, now_s: float) -> None:
        """Time begins anew here: after the computer slept, or with the first sound of a device."""
        self._start_s = now_s - self._n / SAMPLE_RATE_HZ
        self._errors.clear()
        self._since_s = now_s
        self._usual = None

    def advance(self, n: int) -> None:
        """n samples of silence were queued for time in which nothing came."""
        self._n += n

    def place(
        self, samples: Samples, now_s: float, *, is_gap: bool = False, n_lost: int = 0
    ) -> tuple[Samples, int]:
        """Fit what was captured at now_s to the clock. Returns (samples, n_lost before them).

        is_gap: the library says that something is missing before the samples; n_lost: what is known of it.
        """
        before = self.behind(now_s)
        if is_gap and not n_lost:
            n_lost = max(0, before - len(samples))
        self._n += n_lost
        value = float(self.behind(now_s) - len(samples) + self._shifted)
        while self._errors and self._errors[-1][1] >= value:
            self._errors.pop()
        self._errors.append((now_s, value))
        while self._errors[0][0] < now_s - WINDOW_S:
            self._errors.popleft()
        error = self._errors[0][1] - self._shifted - (self._usual or 0.0)
        is_settled = now_s - self._since_s >= WINDOW_S
        if is_settled and self._usual is None and abs(error) < LOST_S * SAMPLE_RATE_HZ:
            self._usual, error = error, 0.0
        is_far_ahead = error < -LOST_S * SAMPLE_RATE_HZ
        if error > LOST_S * SAMPLE_RATE_HZ and is_settled:
            missing = int(error)
            self._n += missing
            self._shifted += missing
            n_lost += missing
        elif abs(error) > DEAD_ZONE_S * SAMPLE_RATE_HZ and len(samples) and (is_far_ahead or is_settled):
            fitted = _fitted(samples, error)
            self._shifted += len(fitted) - len(samples)
            samples = fitted
        self._n += len(samples)
        return samples, n_lost


def _fitted(samples: Samples, error: float) -> Samples:
    """Longer by some of `error` samples (shorter when it is negative); as much as is wanted in silence."""
    n = len(samples)
    is_silent = float(np.abs(samples).max(initial=0.0)) < SILENT
    if is_silent:
        wanted = n + max(-n // 2, min(round(error), n))
        return np.zeros(wanted, np.float32) if wanted > n else samples[:wanted].copy()
    limit = max(1, int(n * STRETCH))
    wanted = n + max(-limit, min(round(error), limit))
    if wanted < 2:
        return samples
    places = np.linspace(0.0, n - 1.0, wanted)
    return np.interp(places, np.arange(n), samples).astype(np.float32)
