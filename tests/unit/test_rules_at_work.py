"""The rules of the settings in the whole pipeline: a hot card, a full memory, failing passes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from test_load import WORD_S, Clock, Outcome, Slow, Talk

from app.captions.session import CaptionSession, SessionSettings
from app.pipeline import CaptionPipeline, SourceLine
from app.rules import Limits
from engines.errors import EngineError
from engines.recogniser import Recogniser
from engines.runtime.card_state import CardState
from engines.speech.detector import Detector
from engines.types import Hypothesis, RecognitionRequest, Samples

LENGTH_S = 150.0


@dataclass
class Failing(Slow):
    """Fails its passes for as long as `busy` says more than 1."""

    def recognise(self, request: RecognitionRequest) -> Hypothesis:
        if self.busy(self.clock.s) > 1:
            self.clock.now_ns += 50_000_000
            raise EngineError("A pass failed.")
        return super().recognise(request)


def caption(
    main: Slow,
    *,
    smaller: Slow | None = None,
    hottest_c: Callable[[float], int] = lambda at_s: 50,
    free_mb: Callable[[float], float] = lambda at_s: 4000.0,
    limits: Limits | None = None,
) -> Outcome:
    clock = main.clock

    def probability(frame: Samples) -> float:
        return float(frame.max() > 0.1)

    line = SourceLine(
        Talk(clock, LENGTH_S, 5.0, 1.0),
        Detector(probability),
        CaptionSession("file", SessionSettings(language="en", can_tell_language=False)),
    )
    outcome = Outcome([], [], [], None)  # type: ignore[arg-type]

    def load_smaller() -> Recogniser:
        assert smaller is not None
        return smaller

    def free() -> float:
        outcome.pipeline.metrics.set_cards([CardState("GPU-1", "a card", hottest_c(clock.s))])
        return free_mb(clock.s)

    outcome.pipeline = CaptionPipeline(
        [line],
        main,
        on_update=lambda update, wall_s: outcome.updates.append((wall_s, update)),
        on_notice=lambda notice, wall_s: outcome.notices.append((wall_s, notice)),
        on_status=lambda status: outcome.statuses.append((clock.s, status)),
        clock_ns=clock,
        find_faster=lambda language: load_smaller if smaller else None,
        limits=limits,
        free_mb=free,
    )
    outcome.pipeline.run()
    return outcome


def passes_between(recogniser: Slow, from_s: float, to_s: float) -> int:
    return sum(from_s <= at < to_s for at in recogniser.at_s)


def test_a_hot_card_is_asked_less_often_until_it_is_cool() -> None:
    card = Slow(Clock(), lambda at_s: 1.0, "big", 0.02, 0.002, engine="cuda")
    outcome = caption(card, hottest_c=lambda at_s: 95 if 30 <= at_s < 38.5 else 50)
    assert outcome.codes() == ["rule-seldom", "rule-over"]
    (hot_at, hot), (cool_at, _) = outcome.notices
    assert 36 < hot_at < 41
    assert "hot" in hot.title
    assert cool_at > hot_at + 10
    assert passes_between(card, hot_at, cool_at) / (cool_at - hot_at) < 0.6 * passes_between(card, 0, 30) / 30
    assert passes_between(card, cool_at, 140) / (140 - cool_at) > 0.8 * passes_between(card, 0, 30) / 30
    assert outcome.pipeline.metrics.snapshot().notices["rule-seldom"] == 1
    assert outcome.lag_s(0, 1000) < 3.0


def test_a_full_memory_brings_the_smaller_model_and_the_chosen_one_returns() -> None:
    clock = Clock()
    main = Slow(clock, lambda at_s: 1.0, "big", 0.02, 0.002)
    smaller = Slow(clock, lambda at_s: 1.0, "small", 0.01, 0.001)
    outcome = caption(main, smaller=smaller, free_mb=lambda at_s: 50.0 if 30 <= at_s < 40 else 4000.0)
    codes = outcome.codes()
    assert codes[:2] == ["rule-smaller", "model-faster"]
    assert codes[-1] == "rule-over"
    assert "model-back" in codes
    assert smaller.at_s
    assert outcome.statuses[-1][1].model == "big"


def test_failing_passes_on_the_processor_are_told_and_captions_go_on_after_them() -> None:
    main = Failing(Clock(), lambda at_s: 2.0 if 30 <= at_s < 40 else 1.0, "big", 0.02, 0.002)
    outcome = caption(main)
    assert "engine-failing" in outcome.codes()
    assert not [code for code in outcome.codes() if code.startswith("rule-")], "there is nowhere to go"
    after = {
        word.text for at, update in outcome.updates if update.is_final and at > 50 for word in update.words
    }
    assert len(after) > 0.6 * 100 * 5 / 6 / WORD_S


def test_limits_that_are_switched_off_do_nothing() -> None:
    card = Slow(Clock(), lambda at_s: 1.0, "big", 0.02, 0.002, engine="cuda")
    off = Limits(slow_s=0, hot_c=0, memory_mb=0, errors=0)
    assert caption(card, hottest_c=lambda at_s: 120, free_mb=lambda at_s: 1.0, limits=off).codes() == []


def test_a_budget_below_what_passes_take_makes_them_seldom() -> None:
    main = Slow(Clock(), lambda at_s: 1.0, "big", 0.4, 0.02)
    assert "rule-seldom" in caption(main, limits=Limits(slow_s=0.3)).codes()
    again = Slow(Clock(), lambda at_s: 1.0, "big", 0.4, 0.02)
    assert caption(again, limits=Limits(slow_s=5.0)).codes() == []
