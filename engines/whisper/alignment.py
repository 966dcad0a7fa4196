"""When each token was spoken, from cross-attention; after openai/whisper's timing.py, in numpy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MEDIAN_WIDTH = 7
"""Frames of the median filter over time (openai/whisper)."""

FRAME_S = 0.02
"""One encoder frame."""


def token_starts(attention: NDArray[np.float32], n_frames: int) -> NDArray[np.float64]:
    """attention: float32 (n_heads, n_tokens, n_ctx); n_frames: those with sound in them.

    Returns the time in s at which the path reaches each token, (n_tokens,). Method: z-score over tokens,
    median filter over time, mean over heads, then the monotonic path of least cost (dynamic time warping).
    """
    weights = attention[:, :, : max(1, n_frames)]
    deviation = weights.std(axis=1, keepdims=True)
    weights = (weights - weights.mean(axis=1, keepdims=True)) / np.maximum(deviation, 1e-6)
    return _path_starts(-_median(weights).mean(axis=0)) * FRAME_S


def _median(weights: NDArray[np.float32]) -> NDArray[np.float32]:
    half = MEDIAN_WIDTH // 2
    if weights.shape[-1] <= half:
        return weights
    padded = np.pad(weights, [(0, 0), (0, 0), (half, half)], mode="reflect")
    windows = np.lib.stride_tricks.sliding_window_view(padded, MEDIAN_WIDTH, axis=-1)
    filtered: NDArray[np.float32] = np.partition(windows, half, axis=-1)[..., half]
    return filtered


def _path_starts(cost: NDArray[np.float32]) -> NDArray[np.float64]:
    """First frame of each token on the cheapest monotonic path through cost (n_tokens, n_frames).

    Anti-diagonals are filled one after another, so that numpy does the inner loop.
    """
    n, m = cost.shape
    total = np.full((n + 1, m + 1), np.inf, np.float64)
    total[0, 0] = 0.0
    trace = np.zeros((n + 1, m + 1), np.int8)
    for diagonal in range(2, n + m + 1):
        i = np.arange(max(1, diagonal - m), min(n, diagonal - 1) + 1)
        j = diagonal - i
        both, down, right = total[i - 1, j - 1], total[i - 1, j], total[i, j - 1]
        step = np.where((both < down) & (both < right), 0, np.where((down < both) & (down < right), 1, 2))
        best = np.where(step == 0, both, np.where(step == 1, down, right))
        total[i, j] = cost[i - 1, j - 1] + best
        trace[i, j] = step
    starts = np.zeros(n, np.float64)
    i, j = n, m
    trace[0, :], trace[:, 0] = 2, 1
    while i > 0 or j > 0:
        if i > 0:
            starts[i - 1] = max(0, j - 1)
        step_here = trace[i, j]
        if step_here != 2:
            i -= 1
        if step_here != 1:
            j -= 1
    return starts
