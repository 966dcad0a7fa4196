"""When each token was spoken, from cross-attention; the method of openai/whisper's timing.py, in numpy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MEDIAN_WIDTH = 7
"""Frames of the median filter over time (openai/whisper)."""

FRAME_S = 0.02
"""One encoder frame."""


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
