"""The most attended frame of each token, against the method written out row by row."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engines.whisper.align_att import attended_frames
from engines.whisper.alignment import median_filtered


def attention(centres: list[int], n_ctx: int = 120, n_heads: int = 3) -> NDArray[np.float32]:
    """Each row attends round one frame, with a sink at frame 2 that every row attends to more."""
    frames = np.arange(n_ctx)
    rows = np.stack([np.exp(-(((frames - centre) / 4) ** 2)) for centre in centres])
    rows[:, 2] += 3.0
    rows += np.random.default_rng(3).uniform(0, 0.02, rows.shape)
    rows /= rows.sum(axis=1, keepdims=True)
    return np.repeat(rows[None], n_heads, axis=0).astype(np.float32)


def row_by_row(weights: NDArray[np.float32], n_frames: int, first_row: int) -> list[int]:
    found = []
    for last in range(first_row, weights.shape[1]):
        seen = weights[:, : last + 1, :n_frames].astype(np.float64)
        scores = (seen[:, -1] - seen.mean(axis=1)) / np.maximum(seen.std(axis=1), 1e-6)
        found.append(int(median_filtered(scores[:, None].astype(np.float32))[:, 0].mean(axis=0).argmax()))
    return found


def test_a_token_is_where_its_attention_is_and_not_where_all_attention_is() -> None:
    centres = [10, 20, 40, 60, 80]
    np.testing.assert_allclose(attended_frames(attention(centres), 100, 2), centres[2:], atol=4)


@pytest.mark.parametrize("first_row", [2, 3])
def test_each_row_is_taken_as_it_was_when_it_was_the_newest(first_row: int) -> None:
    weights = attention([10, 25, 30, 55, 70, 90])
    expected = row_by_row(weights, 100, first_row)
    np.testing.assert_array_equal(attended_frames(weights, 100, first_row), expected)


def test_sound_ends_where_it_ends() -> None:
    frames = attended_frames(attention([10, 30, 60, 110]), 80, 1)
    assert frames.shape == (3,)
    assert frames.max() < 80


@pytest.mark.parametrize("n_frames", [0, 1, 3, 9])
def test_very_short_sound_and_no_attention_have_frames(n_frames: int) -> None:
    frames = attended_frames(np.zeros((2, 4, 50), np.float32), n_frames, 1)
    assert frames.shape == (3,)
    assert (frames >= 0).all()
    assert (frames < max(1, n_frames)).all()
