"""Where each new token was heard, as AlignAtt asks: the frame that the alignment heads attend to most.

Papi et al. 2023 (arXiv 2305.11408), for Whisper in SimulStreaming (ufal): a token that attends to the newest
sound may change with the sound to come, one that attends further back will not.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.whisper.alignment import median_filtered


def attended_frames(attention: NDArray[np.float32], n_frames: int, first_row: int = 0) -> NDArray[np.int64]:
    """attention: float32 (n_heads, n_rows, n_ctx); n_frames: those with sound in them; first_row: the row
    that chose the first token asked about. Returns a frame for each row from first_row on.

    Each row is taken as it looked when it was the newest: z-score over the rows until then, median filter
    over time, mean over heads, and the greatest.
    """
    weights = attention[:, :, : max(1, n_frames)]
    rows = slice(first_row, None)
    counts = np.arange(1, weights.shape[1] + 1, dtype=np.float32)[None, rows, None]
    means = weights.cumsum(axis=1)[:, rows] / counts
    variances = np.square(weights).cumsum(axis=1)[:, rows] / counts - np.square(means)
    scores = (weights[:, rows] - means) / np.sqrt(np.maximum(variances, 1e-12))
    frames: NDArray[np.int64] = (
        median_filtered(scores.astype(np.float32, copy=False)).mean(axis=0).argmax(axis=1)
    )
    return frames
