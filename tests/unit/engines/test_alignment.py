"""Times from attention drawn by hand, and the path against one searched without tricks."""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from engines.types import Samples, Word
from engines.whisper.alignment import (
    FRAME_S,
    LAG_S,
    MEDIAN_WIDTH,
    median_filtered,
    path_starts,
    said_times,
    token_starts,
)


def diagonal(
    starts: list[int], n_frames: int, n_ctx: int, *, n_heads: int = 3, noise: float = 0.0
) -> NDArray[np.float32]:
    """Each token attends to the frames from its start to the next one's."""
    rng = np.random.default_rng(5)
    attention = np.full((n_heads, len(starts), n_ctx), 1e-3)
    for i, (first, last) in enumerate(zip(starts, [*starts[1:], n_frames], strict=True)):
        attention[:, i, first:last] += 1.0
    attention += rng.uniform(0, noise, attention.shape) if noise else 0.0
    return (attention / attention.sum(-1, keepdims=True)).astype(np.float32)


@pytest.mark.parametrize("noise", [0.0, 0.1, 0.3])
def test_tokens_start_where_attention_moves_to_them(noise: float) -> None:
    starts = [0, 20, 45, 60, 110, 150]
    found = token_starts(diagonal(starts, 200, 250, noise=noise), 200)
    np.testing.assert_allclose(found, np.array(starts) * FRAME_S, atol=2 * FRAME_S)


def test_attention_beyond_the_sound_does_not_count() -> None:
    starts = [0, 20, 45, 60]
    attention = diagonal(starts, 100, 200)
    attention[:, 1, 150:] = 0.5
    found = token_starts(attention, 100)
    np.testing.assert_allclose(found, np.array(starts) * FRAME_S, atol=2 * FRAME_S)
    assert found.max() < 100 * FRAME_S


def test_one_blurred_head_is_outvoted() -> None:
    starts = [0, 30, 60, 90]
    attention = diagonal(starts, 120, 120)
    attention[0] = 1 / 120
    np.testing.assert_allclose(token_starts(attention, 120), np.array(starts) * FRAME_S, atol=2 * FRAME_S)


def test_times_from_a_later_row_on() -> None:
    starts = [0, 30, 60, 90, 110]
    attention = diagonal(starts, 140, 140)
    found = token_starts(attention, 140, 2)
    assert found.shape == (3,)
    np.testing.assert_allclose(found[1:], np.array(starts[3:]) * FRAME_S, atol=2 * FRAME_S)


@pytest.mark.parametrize("n_frames", [0, 1, 2, 3, 4, 7])
@pytest.mark.parametrize("n_tokens", [1, 2, 9])
def test_very_short_sound_has_times(n_frames: int, n_tokens: int) -> None:
    rng = np.random.default_rng(0)
    found = token_starts(rng.uniform(0, 1, (2, n_tokens, 20)).astype(np.float32), n_frames)
    assert found.shape == (n_tokens,)
    assert np.isfinite(found).all()
    assert (np.diff(found) >= 0).all()
    assert 0 <= found.min() <= found.max() <= max(1, n_frames) * FRAME_S


def test_no_attention_at_all_has_finite_times() -> None:
    assert np.isfinite(token_starts(np.zeros((2, 4, 50), np.float32), 30)).all()


@pytest.mark.parametrize("n", [1, 3, 4, 7, 50])
def test_the_median_is_numpys(n: int) -> None:
    weights = np.random.default_rng(1).normal(size=(2, 3, n)).astype(np.float32)
    found = median_filtered(weights)
    half = MEDIAN_WIDTH // 2
    if n <= half:
        np.testing.assert_array_equal(found, weights)
        return
    padded = np.pad(weights, [(0, 0), (0, 0), (half, half)], mode="reflect")
    for i in range(n):
        np.testing.assert_array_equal(found[..., i], np.median(padded[..., i : i + MEDIAN_WIDTH], axis=-1))


def least_cost(cost: NDArray[np.float64]) -> float:
    """Of every monotonic path from corner to corner."""

    @cache
    def upto(i: int, j: int) -> float:
        if i < 0 or j < 0:
            return float("inf")
        if i == 0 and j == 0:
            return float(cost[0, 0])
        return float(cost[i, j]) + min(upto(i - 1, j - 1), upto(i - 1, j), upto(i, j - 1))

    return upto(cost.shape[0] - 1, cost.shape[1] - 1)


@given(st.integers(1, 6), st.integers(1, 12), st.integers(0, 10_000))
def test_the_path_costs_least(n: int, m: int, seed: int) -> None:
    cost = np.random.default_rng(seed).integers(-9, 10, (n, m)).astype(np.float32)
    starts = path_starts(cost)
    assert starts.shape == (n,)
    assert (np.diff(starts) >= 0).all()
    assert starts[0] == 0
    assert path_cost(cost, starts.astype(int)) == pytest.approx(least_cost(cost.astype(np.float64)))


def path_cost(cost: NDArray[np.float32], starts: NDArray[np.int64]) -> float:
    """The cheapest path whose rows begin at `starts`: a row ends where the next begins, or one before."""
    n, m = cost.shape
    total = 0.0
    for i in range(n):
        first = starts[i]
        if i == n - 1:
            total += float(cost[i, first:m].sum())
            continue
        following = starts[i + 1]
        whole = float(cost[i, first : following + 1].sum())
        without = whole - float(cost[i, following]) if following > first else whole
        total += min(whole, without)
    return total


def tone(*bursts: tuple[float, float], seconds: float = 4.0, noise: float = 1e-4) -> Samples:
    """Noise with a loud tone from each first to each last second."""
    rng = np.random.default_rng(2)
    samples = rng.normal(0, noise, round(seconds * 16000))
    t = np.arange(len(samples)) / 16000
    for first, last in bursts:
        samples += 0.3 * np.sin(2 * np.pi * 220 * t) * ((t >= first) & (t < last))
    return samples.astype(np.float32)


def test_said_times_end_with_the_sound() -> None:
    """Attention gives the second after the first word to it."""
    words = (Word(" one", 0.12, 1.6, 0.9), Word(" two", 1.6, 2.3, 0.8))
    found = said_times(words, tone((0.0, 0.5), (1.5, 2.4)), 0)
    assert [word.text for word in found] == [" one", " two"]
    assert (found[0].start_s, found[0].probability) == (0.0, 0.9)
    assert found[0].end_s == pytest.approx(0.5, abs=0.021)
    assert (found[1].start_s, found[1].end_s) == pytest.approx((1.6 - LAG_S, 2.3 - LAG_S))


def test_said_times_count_from_the_start_of_the_source() -> None:
    words = (Word(" one", 100.0, 101.6, 0.9), Word(" two", 101.6, 102.3, 0.8))
    found = said_times(words, tone((0.0, 0.5), (1.5, 2.4)), 1_600_000)
    assert found[0].start_s == 100.0
    assert found[0].end_s == pytest.approx(100.5, abs=0.021)
    assert found[1].end_s == pytest.approx(102.3 - LAG_S)


@pytest.mark.parametrize("samples", [np.zeros(0, np.float32), np.zeros(64000, np.float32), tone(noise=0.1)])
def test_said_times_where_nothing_is_louder(samples: Samples) -> None:
    words = (Word(" one", 0.0, 0.0, 0.9), Word(" two", 0.02, 0.05, 0.8), Word(" three", 3.9, 4.0, 0.8))
    found = said_times(words, samples, 0)
    for before, word in zip(words, found, strict=True):
        assert 0 <= word.start_s <= word.end_s <= before.end_s
        assert before.end_s - word.end_s <= LAG_S + 0.1


@given(
    st.lists(st.floats(0, 4), min_size=2, max_size=12),
    st.integers(0, 10**6),
    st.lists(st.floats(0, 4), min_size=2, max_size=2),
)
def test_said_times_keep_their_order(times: list[float], start_sample: int, burst: list[float]) -> None:
    offset = start_sample / 16000
    edges = [offset + t for t in sorted(times)]
    words = [Word(" a", a, b, 1.0) for a, b in pairwise(edges)]
    found = said_times(words, tone((min(burst), max(burst))), start_sample)
    for before, word in zip(words, found, strict=True):
        assert offset - 1e-3 <= word.start_s <= word.end_s + 1e-9
        assert word.end_s <= before.end_s + 1e-3
    for a, b in pairwise(found):
        assert a.end_s <= b.start_s + 1e-3
