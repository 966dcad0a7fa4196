"""How far a download is, how fast, and how long it will take, in a sentence. Pure; one thread at a time."""

from __future__ import annotations

from collections import deque

WINDOW_S = 8.0
"""The speed is that of so many last seconds: a pause is felt, a hiccup is not."""
FIRST_S = 1.0
"""No speed is said before."""


class DownloadPace:
    """Told of bytes at times in seconds of any clock."""

    def __init__(self) -> None:
        self._came: deque[tuple[float, int]] = deque()

    def sentence(self, now_s: float, done: int, total: int) -> str:
        """Such as "73 of 147 MB, 2.1 MB/s, 35 s left"."""
        if self._came and done < self._came[-1][1]:
            self._came.clear()
        self._came.append((now_s, done))
        while len(self._came) > 2 and self._came[1][0] < now_s - WINDOW_S:
            self._came.popleft()
        parts = [f"{done / 1e6:.0f} of {total / 1e6:.0f} MB"]
        first_s, first = self._came[0]
        if now_s - first_s >= FIRST_S and done > first:
            speed = (done - first) / (now_s - first_s)
            parts.append(f"{speed / 1e6:.1f} MB/s")
            if total > done:
                parts.append(f"{time_in_words((total - done) / speed)} left")
        return ", ".join(parts)


def time_in_words(seconds: float) -> str:
    """Such as "35 s", "4 min", "2 h 10 min"."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
