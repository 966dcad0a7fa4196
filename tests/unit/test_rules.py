"""The rules that give up quality: each cause, the order of the steps, the way back, and no flapping."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rules import Ladder, Limits, Pace, Readings, Step, causes

QUIET = Readings(p95_s=0.3, hottest_c=50, free_mb=4000.0)
LIMITS = Limits(slow_s=2.0, hot_c=85, memory_mb=200, errors=3)
PACE = Pace(after_s=5, back_after_s=30, most_back_s=120, relapse_s=60)


@pytest.mark.parametrize(
    ("cause", "over", "between", "below"),
    [
        ("slow", Readings(p95_s=2.1), Readings(p95_s=1.8), Readings(p95_s=1.5)),
        ("hot", Readings(hottest_c=86), Readings(hottest_c=82), Readings(hottest_c=79)),
        ("memory", Readings(free_mb=150), Readings(free_mb=250), Readings(free_mb=400)),
        ("errors", Readings(n_failed=3), Readings(n_failed=1), Readings(n_failed=0)),
    ],
)
def test_a_cause_begins_over_its_limit_and_ends_clearly_below(
    cause: str, over: Readings, between: Readings, below: Readings
) -> None:
    assert causes(LIMITS, between, frozenset()) == frozenset()
    began = causes(LIMITS, over, frozenset())
    assert began == {cause}
    assert causes(LIMITS, between, began) == {cause}
    assert causes(LIMITS, below, began) == frozenset()
    off = Limits(slow_s=0, hot_c=0, memory_mb=0, errors=0)
    assert causes(off, over, frozenset()) == frozenset()


def test_nothing_is_done_about_what_cannot_be_measured() -> None:
    ladder = Ladder(LIMITS, PACE)
    for second in range(100):
        assert ladder.note(second, Readings(), has_smaller=True) == Step.NONE


def test_heat_takes_one_step_after_another_and_each_is_taken_back() -> None:
    ladder = Ladder(LIMITS, PACE)
    hot = Readings(hottest_c=90, on_card=True)
    steps = [ladder.note(second, hot, has_smaller=True) for second in range(20)]
    assert steps[4] == Step.NONE
    assert (steps[5], steps[10], steps[15]) == (Step.SELDOM, Step.SMALLER, Step.PROCESSOR)
    assert ladder.cause == "hot"
    cool = [ladder.note(20 + second, QUIET, has_smaller=True) for second in range(100)]
    assert (cool[29], cool[30], cool[60], cool[90]) == (
        Step.PROCESSOR,
        Step.SMALLER,
        Step.SELDOM,
        Step.NONE,
    )


def test_failing_passes_leave_the_card_at_once() -> None:
    ladder = Ladder(LIMITS, PACE)
    assert ladder.note(0, Readings(n_failed=3, on_card=True), has_smaller=True) == Step.PROCESSOR
    assert ladder.cause == "errors"
    # On the processor there is nowhere to go.
    assert Ladder(LIMITS, PACE).note(0, Readings(n_failed=9), has_smaller=True) == Step.NONE


def test_full_memory_takes_a_smaller_model_at_once_or_leaves_the_card() -> None:
    full = Readings(free_mb=20, on_card=True)
    assert Ladder(LIMITS, PACE).note(0, full, has_smaller=True) == Step.SMALLER
    assert Ladder(LIMITS, PACE).note(0, full, has_smaller=False) == Step.PROCESSOR


def test_what_comes_again_soon_waits_longer_for_the_way_back() -> None:
    ladder = Ladder(LIMITS, PACE)
    slow = Readings(p95_s=3.0)
    now = 0.0
    waits = []
    for _ in range(4):
        while ladder.note(now, slow, has_smaller=False) == Step.NONE:
            now += 1
        began = now
        while ladder.note(now, QUIET, has_smaller=False) != Step.NONE:
            now += 1
        waits.append(now - began)
        now += 1
    assert waits == [30, 60, 120, 120]
    now += 1000
    while ladder.note(now, slow, has_smaller=False) == Step.NONE:
        now += 1
    began = now
    while ladder.note(now, QUIET, has_smaller=False) != Step.NONE:
        now += 1
    assert now - began == 30


readings = st.builds(
    Readings,
    p95_s=st.none() | st.floats(0, 10),
    hottest_c=st.none() | st.integers(20, 110),
    free_mb=st.none() | st.floats(0, 5000),
    n_failed=st.integers(0, 5),
    on_card=st.booleans(),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(readings, st.floats(0.2, 20), st.booleans()), max_size=60))
def test_whatever_happens_steps_are_bounded_and_all_is_taken_back(
    seen: list[tuple[Readings, float, bool]],
) -> None:
    ladder = Ladder(LIMITS, PACE)
    now, before = 0.0, Step.NONE
    for reading, later_s, has_smaller in seen:
        now += later_s
        step = ladder.note(now, reading, has_smaller=has_smaller)
        if step > before:
            assert ladder.cause is not None
            assert step != Step.PROCESSOR or reading.on_card
            assert step != Step.SMALLER or has_smaller
        else:
            skips = before == Step.PROCESSOR and not has_smaller
            assert before - step <= 1 + skips, "one step back at a time"
        before = step
    for _ in range(4 * int(PACE.most_back_s)):
        now += 1
        step = ladder.note(now, QUIET, has_smaller=True)
    assert step == Step.NONE


@settings(max_examples=100, deadline=None)
@given(
    cure=st.sampled_from([Step.SELDOM, Step.SMALLER, Step.PROCESSOR]),
    over=st.sampled_from(
        [Readings(p95_s=9), Readings(hottest_c=99), Readings(free_mb=1), Readings(n_failed=9)]
    ),
    has_smaller=st.booleans(),
)
def test_what_a_step_cures_only_while_it_lasts_does_not_flap(
    cure: Step, over: Readings, has_smaller: bool
) -> None:
    ladder = Ladder(LIMITS, PACE)
    steps = [Step.NONE]
    hour_s = 3600
    for second in range(hour_s):
        on_card = steps[-1] < Step.PROCESSOR
        now = replace(over if steps[-1] < cure else QUIET, on_card=on_card)
        steps.append(ladder.note(second, now, has_smaller=has_smaller))
    n_changes = sum(before != after for before, after in pairwise(steps))
    n_relapses = 3 + hour_s / PACE.most_back_s
    assert n_changes <= 3 + 2 * n_relapses
    for second in range(4 * int(PACE.most_back_s)):
        step = ladder.note(hour_s + second, QUIET, has_smaller=has_smaller)
    assert step == Step.NONE


def test_the_way_back_leads_over_no_model_that_is_not_there() -> None:
    ladder = Ladder(LIMITS, PACE)
    assert ladder.note(0, Readings(n_failed=3, on_card=True), has_smaller=False) == Step.PROCESSOR
    back = [ladder.note(1 + second, QUIET, has_smaller=False) for second in range(70)]
    assert list(dict.fromkeys(back)) == [Step.PROCESSOR, Step.SELDOM, Step.NONE]
