"""When each token was spoken, from cross-attention; the method of openai/whisper's timing.py, in numpy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engines.types import SAMPLE_RATE_HZ, Samples, Word

MEDIAN_WIDTH = 7
"""Frames of the median filter over time (openai/whisper)."""

FRAME_S = 0.02
"""One encoder frame."""

LAG_S = 0.12
"""How much later than the word attention moves on. Against the word ends of the shared English clips
(tests/bench/word_times.py) it is 0.16 s late; the sound itself dies away about 0.1 s after those ends."""

DROP_DB = 20.0
"""What is this much quieter than a word's loudest 20 ms is the pause after it."""

ABOVE_FLOOR_DB = 6.0
"""Nor is a pause louder than this above the quietest twentieth of the sound."""


def token_starts(attention: NDArray[np.float32], n_frames: int, first_row: int = 0) -> NDArray[np.float64]:
    """attention: float32 (n_heads, n_tokens, n_ctx); n_frames: those with sound in them; first_row: the row
    whose attention chose the first token to be timed (those before it only steady the z-score).

    Returns the time in s at which the path reaches each row from first_row on, (n_tokens - first_row,).
    Method: attention within the sound alone, z-score over tokens, median filter over time, mean over heads,
    then the monotonic path of least cost (dynamic time warping).
    """
    weights = attention[:, :, : max(1, n_frames)]
    # The softmax over the sound alone, as if the silence after it had not been attended to.
    weights = weights / np.maximum(weights.sum(axis=2, keepdims=True), 1e-9)
    deviation = weights.std(axis=1, keepdims=True)
    weights = (weights - weights.mean(axis=1, keepdims=True)) / np.maximum(deviation, 1e-9)
    return path_starts(-median_filtered(weights[:, first_row:]).mean(axis=0)) * FRAME_S


def median_filtered(weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Running median over the last axis, MEDIAN_WIDTH wide, ends reflected; the shape stays."""
    half = MEDIAN_WIDTH // 2
    n = weights.shape[-1]
    if n <= half:
        return weights
    padded = np.pad(weights, [(0, 0), (0, 0), (half, half)], mode="reflect")
    shifted = [padded[..., i : i + n].copy() for i in range(MEDIAN_WIDTH)]
    # A sorting network for the median of seven (N. Devillard, Fast median search, 1998): whole arrays at a
    # time, several times faster than a partition of every window.
    for low, high in _MEDIAN_OF_SEVEN:
        smaller = np.minimum(shifted[low], shifted[high])
        np.maximum(shifted[low], shifted[high], out=shifted[high])
        shifted[low] = smaller
    return shifted[half]


_MEDIAN_OF_SEVEN = (
    (0, 5), (0, 3), (1, 6), (2, 4), (0, 1), (3, 5), (2, 6), (2, 3), (3, 6), (4, 5), (1, 4), (1, 3), (3, 4),
)  # fmt: skip


def path_starts(cost: NDArray[np.float32]) -> NDArray[np.float64]:
    """First frame of each token on the cheapest monotonic path through cost (n_tokens, n_frames).

    Within a row, total[j] = cost[j] + min(above[j], total[j - 1]) unrolls to a running minimum of
    above[k] less the row's cost before k, so that numpy does a row at a time.
    """
    n, m = cost.shape
    total = np.full((n + 1, m + 1), np.inf)
    total[0, 0] = 0.0
    for i in range(1, n + 1):
        so_far = np.cumsum(cost[i - 1], dtype=np.float64)
        above = np.minimum(total[i - 1, :-1], total[i - 1, 1:])
        before = np.concatenate(([0.0], so_far[:-1]))
        total[i, 1:] = so_far + np.minimum.accumulate(above - before)
    starts = np.zeros(n, np.float64)
    i, j = n, m
    while i > 0:
        starts[i - 1] = max(0, j - 1)
        if j <= 1:
            i -= 1
            continue
        both, down, right = total[i - 1, j - 1], total[i - 1, j], total[i, j - 1]
        if both <= down and both <= right:
            i, j = i - 1, j - 1
        elif down <= right:
            i -= 1
        else:
            j -= 1
    return starts


def said_times(words: Sequence[Word], samples: Samples, start_sample: int) -> tuple[Word, ...]:
    """The words of a window with times for subtitles: LAG_S earlier, and without the pause after each.

    Attention gives the pause after a word to it where no mark was written; its end is then the last 20 ms
    that are as loud as speech. samples: float32 (n_samples,) of the window that begins at start_sample.
    """
    offset_s = start_sample / SAMPLE_RATE_HZ
    level = _levels_db(samples)
    floor = float(np.percentile(level, 5)) + ABOVE_FLOOR_DB if len(level) else 0.0
    moved = []
    for word in words:
        start_s = max(word.start_s - LAG_S, min(word.start_s, offset_s))
        end_s = max(word.end_s - LAG_S, start_s)
        first = int((start_s - offset_s) / FRAME_S)
        part = level[first : max(first + 1, round((end_s - offset_s) / FRAME_S))]
        if len(part):
            limit = min(max(part.max() - DROP_DB, floor), part.max())
            last = int(np.flatnonzero(part >= limit)[-1])
            end_s = min(end_s, max(start_s, offset_s + (first + last + 1) * FRAME_S))
        moved.append(replace(word, start_s=round(start_s, 3), end_s=round(end_s, 3)))
    return tuple(moved)


def _levels_db(samples: Samples) -> NDArray[np.float32]:
    """Mean power of every 20 ms, float32 (n_frames,)."""
    n = round(FRAME_S * SAMPLE_RATE_HZ)
    padded = np.zeros(-(-len(samples) // n) * n, np.float32)
    padded[: len(samples)] = samples
    level: NDArray[np.float32] = 10 * np.log10(np.square(padded).reshape(-1, n).mean(axis=1) + 1e-10)
    return level
