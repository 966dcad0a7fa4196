"""The sample index stays with the clock: over hours, through bursts, losses and sleep."""

from __future__ import annotations

import numpy as np
import pytest

from app.audio.timeline import Timeline

BLOCK_S = 0.03


def play(
    timeline: Timeline, seconds: float, rate: float, *, start_s: float = 0.0, loudness: float = 0.1
) -> tuple[int, float]:
    """Deliver blocks of a device that runs at `rate` times the clock; (samples queued, worst error in s)."""
    noise = np.random.default_rng(1)
    tone = loudness * np.sin(np.arange(int(16_000 * BLOCK_S)) / 5).astype(np.float32)
    queued, worst, at_s = 0, 0.0, start_s
    while at_s < start_s + seconds:
        at_s += BLOCK_S / rate
        late_s = float(noise.exponential(0.004))
        samples, n_lost = timeline.place(tone, at_s + late_s)
        queued += len(samples) + n_lost
        if at_s > start_s + 60:
            worst = max(worst, abs(timeline.behind(at_s)) / 16_000)
    return queued, worst


@pytest.mark.parametrize("parts_per_million", [-300, -100, 0, 100, 300])
def test_a_device_that_drifts_stays_in_time_for_hours(parts_per_million: int) -> None:
    timeline = Timeline(0.0)
    _, worst = play(timeline, 3600.0, 1 + parts_per_million * 1e-6)
    # Without correction 300 parts in a million would be 1.1 s by now.
    assert worst < 0.05


def test_a_true_clock_leaves_the_samples_alone() -> None:
    timeline = Timeline(0.0)
    block = np.random.default_rng(2).normal(0, 0.1, 480).astype(np.float32)
    for index in range(1, 2000):
        samples, n_lost = timeline.place(block, index * BLOCK_S)
        assert samples is block
        assert n_lost == 0


def test_a_burst_after_silence_loses_no_sound_and_is_made_up_for_in_silence() -> None:
    timeline = Timeline(0.0)
    # Two seconds filled with silence; then what was late comes after all.
    timeline.advance(32_000)
    loud = np.full(480, 0.3, np.float32)
    queued = 0
    for _ in range(66):
        samples, _ = timeline.place(loud, 2.0)
        queued += len(samples)
    assert queued > 66 * 480 * 0.99
    assert timeline.behind(2.0) < -30_000
    now_s = 2.0
    for _ in range(150):
        now_s += BLOCK_S
        timeline.place(np.zeros(480, np.float32), now_s)
    assert abs(timeline.behind(now_s)) < 4_500


def test_a_loss_that_nobody_reports_moves_the_index() -> None:
    timeline = Timeline(0.0)
    tone = np.full(480, 0.1, np.float32)
    lost = 0
    for index in range(1, 1200):
        skipped_s = 2.0 if index > 500 else 0.0
        _, n_lost = timeline.place(tone, index * BLOCK_S + skipped_s)
        lost += n_lost
    assert lost == pytest.approx(32_000, abs=600)


def test_a_reported_gap_is_as_long_as_the_clock_says() -> None:
    timeline = Timeline(0.0)
    block = np.full(480, 0.1, np.float32)
    timeline.place(block, 0.03)
    _, n_lost = timeline.place(block, 1.06, is_gap=True)
    assert n_lost == 16_000
    _, n_lost = timeline.place(block, 1.12, n_lost=480)
    assert n_lost == 480


def test_sleep_does_not_count() -> None:
    timeline = Timeline(0.0)
    block = np.full(480, 0.1, np.float32)
    timeline.place(block, 0.03)
    timeline.restart(3600.0)
    samples, n_lost = timeline.place(block, 3600.03)
    assert (len(samples), n_lost) == (480, 0)
