"""The rules of the settings in the whole pipeline: a hot card, a full memory, failing passes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from test_load import WORD_S, Clock, Outcome, Slow, Talk

from app.captions.session import CaptionSession, SessionSettings
from app.pipeline import CaptionPipeline, SourceLine
from app.relief import Relief
from app.rules import Limits, Readings
from engines.errors import EngineError
from engines.fallback import FallbackRecogniser
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


def _with_card(model: str) -> FallbackRecogniser:
    """A model whose card's engine is ready."""
    clock = Clock()
    card = Slow(clock, lambda at_s: 1.0, model, engine="cuda")
    host = OnCard(card)
    spare = Slow(clock, lambda at_s: 1.0, model)
    recogniser = FallbackRecogniser(spare, lambda cancelled: host, wanted="cuda")
    recogniser.wait()
    return recogniser


class OnCard:
    """A card's process that never dies."""

    def __init__(self, recogniser: Slow) -> None:
        self.recognise = recogniser.recognise

    def alive(self) -> bool:
        return True

    def cause(self) -> str:
        return ""

    def kill(self) -> None:
        pass

    def close(self) -> None:
        pass


def test_a_model_taken_up_meanwhile_leaves_the_hot_card_alone_too() -> None:
    notices: list[str] = []
    relief = Relief(_with_card("old"), [], lambda language: None, lambda notice: notices.append(notice.code))
    now_s = 0.0
    while "rule-processor" not in notices:
        relief.judge(now_s, Readings(hottest_c=99, on_card=True), "en")
        now_s += 1
    newer = _with_card("new")
    with closing(newer):
        relief.offer(newer)
        assert relief.take_offer() is newer
        assert newer.engine == "cpu (The graphics card is too hot)"
        while notices[-1] != "rule-over":
            relief.judge(now_s, Readings(hottest_c=50), "en")
            now_s += 1
        assert newer.engine == "cuda"
    # No smaller model is there, so none was spoken of on the way.
    assert notices == [
        "rule-seldom", "rule-processor", "model-updated", "rule-eased", "rule-over",
    ]  # fmt: skip


def test_a_card_that_is_hot_whenever_it_is_used_is_tried_ever_more_seldom() -> None:
    main = _with_card("big")
    notices: list[str] = []
    relief = Relief(main, [], lambda language: None, lambda notice: notices.append(notice.code))
    with closing(main):
        for second in range(3600):
            on_card = main.engine == "cuda"
            relief.judge(second, Readings(hottest_c=95 if on_card else 50, on_card=on_card), "en")
    assert "rule-processor" in notices
    assert len(notices) < 50
