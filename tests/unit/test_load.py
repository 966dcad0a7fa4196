"""A machine that cannot keep up, on a clock that passes move: what is given up, and that it comes back."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

from app.captions.session import CaptionSession, SessionSettings
from app.captions.types import CaptionUpdate, UserNotice
from app.load import LoadGovernor, LoadSettings, Strain
from app.pipeline import CaptionPipeline, PipelineStatus, SourceLine
from app.relief import MOST_BEHIND_S, Standby
from engines.errors import ModelMissingError
from engines.recogniser import Recogniser
from engines.speech.detector import Detector
from engines.types import SAMPLE_RATE_HZ, AudioBlock, Hypothesis, RecognitionRequest, Samples, Word

BLOCK_S = 0.032
WORD_S = 0.4


class Clock:
    def __init__(self) -> None:
        self.now_ns = 0

    def __call__(self) -> int:
        return self.now_ns

    @property
    def s(self) -> float:
        return self.now_ns / 1e9


class Talk:
    """A source that says a word every WORD_S, with a pause of `pause_s` after every `said_s`."""

    name = "file"
    device = "talk"
    trouble = ""
    level = 0.5

    def __init__(self, clock: Clock, length_s: float, said_s: float = 5.0, pause_s: float = 1.0) -> None:
        self.clock = clock
        self.n_left = round(length_s / BLOCK_S)
        self.at = 0
        self.said_s, self.pause_s = said_s, pause_s

    @property
    def ended(self) -> bool:
        return self.n_left == 0

    def open(self, *, wait: bool = False) -> None:
        pass

    def close(self) -> None:
        pass

    def take_notices(self) -> list[tuple[str, str, str]]:
        return []

    def read(self, timeout_s: float) -> AudioBlock | None:
        if self.ended:
            return None
        n = round(BLOCK_S * SAMPLE_RATE_HZ)
        ready_ns = (self.at + n) * 1_000_000_000 // SAMPLE_RATE_HZ
        if ready_ns > self.clock.now_ns + timeout_s * 1e9:
            self.clock.now_ns += round(timeout_s * 1e9)
            return None
        self.clock.now_ns = max(self.clock.now_ns, ready_ns)
        speaks = self.at / SAMPLE_RATE_HZ % (self.said_s + self.pause_s) < self.said_s
        block = AudioBlock(np.full(n, 0.5 if speaks else 0.0, np.float32), self.at, 0, ready_ns)
        self.at += n
        self.n_left -= 1
        return block


@dataclass
class Slow:
    """Hears a word every WORD_S; a pass takes `cost_s` and `cost_a_second` of its sound, times `busy`."""

    clock: Clock
    busy: Callable[[float], float]
    model: str = "big"
    cost_s: float = 0.1
    cost_a_second: float = 0.02
    engine: str = "cpu"
    languages: tuple[str, ...] = ("en",)
    at_s: list[float] = field(default_factory=list)

    def recognise(self, request: RecognitionRequest) -> Hypothesis:
        length_s = len(request.samples) / SAMPLE_RATE_HZ
        assert length_s <= 30.0
        took_s = (self.cost_s + self.cost_a_second * length_s) * self.busy(self.clock.s)
        self.clock.now_ns += round(took_s * 1e9)
        self.at_s.append(self.clock.s)
        start_s = request.start_sample / SAMPLE_RATE_HZ
        first = round(start_s / WORD_S + 0.49)
        last = int((start_s + length_s) / WORD_S)
        words = [Word(f" w{i}", i * WORD_S, (i + 1) * WORD_S, 0.9) for i in range(first, last)]
        return Hypothesis(
            request.utterance_id, request.revision, tuple(words[len(request.prefix) :]), request.is_final,
            "en", request.start_sample + len(request.samples), took_s * 1000, -0.3,
        )  # fmt: skip

    def close(self) -> None:
        pass


@dataclass
class Outcome:
    updates: list[tuple[float, CaptionUpdate]]
    notices: list[tuple[float, UserNotice]]
    statuses: list[tuple[float, PipelineStatus]]
    pipeline: CaptionPipeline

    def lag_s(self, from_s: float, to_s: float) -> float:
        """The greatest age of the newest word on show, when there was something new to see."""
        newest_s, lags = 0.0, [0.0]
        for at, update in self.updates:
            newest_s = max(newest_s, update.end_s)
            if from_s <= at <= to_s and update.text:
                lags.append(at - newest_s)
        return max(lags)

    def codes(self) -> list[str]:
        return [notice.code for _, notice in self.notices]


def caption(
    busy: Callable[[float], float],
    length_s: float,
    *,
    faster: float | None = None,
    said_s: float = 5.0,
    pause_s: float = 1.0,
) -> Outcome:
    """Run the talk through the whole pipeline. faster: cost of a faster model's pass, by the big one's."""
    clock = Clock()
    big = Slow(clock, busy)
    small = Slow(clock, busy, "small", big.cost_s * (faster or 1), big.cost_a_second * (faster or 1))

    def probability(frame: Samples) -> float:
        return float(frame.max() > 0.1)

    line = SourceLine(
        Talk(clock, length_s, said_s, pause_s),
        Detector(probability),
        CaptionSession("file", SessionSettings(language="en", can_tell_language=False)),
    )
    outcome = Outcome([], [], [], None)  # type: ignore[arg-type]
    outcome.pipeline = CaptionPipeline(
        [line],
        big,
        on_update=lambda update, wall_s: outcome.updates.append((wall_s, update)),
        on_notice=lambda notice, wall_s: outcome.notices.append((wall_s, notice)),
        on_status=lambda status: outcome.statuses.append((clock.s, status)),
        clock_ns=clock,
        find_faster=lambda language: (lambda: small) if faster else None,
    )
    outcome.pipeline.run()
    return outcome


def during(from_s: float, to_s: float, factor: float) -> Callable[[float], float]:
    return lambda at_s: factor if from_s <= at_s < to_s else 1.0


def spoken_words(length_s: float, said_s: float = 5.0, pause_s: float = 1.0) -> int:
    return int(length_s / (said_s + pause_s) * (said_s + 0.7) / WORD_S)


def test_a_machine_with_time_gives_nothing_up() -> None:
    outcome = caption(lambda at_s: 1.0, 60.0)
    assert {status.strain for _, status in outcome.statuses} == {Strain.NONE}
    assert outcome.notices == []
    assert outcome.lag_s(0, 100) < 1.2
    assert any(update.tentative for _, update in outcome.updates)


def test_under_load_finished_words_only_and_after_it_everything_again() -> None:
    outcome = caption(during(20, 50, 12), 80.0)
    strained = [(at, s) for at, s in outcome.statuses if s.strain >= Strain.STEADY]
    assert strained
    assert min(at for at, _ in strained) > 20
    assert max(at for at, _ in strained) < 60, "it comes back by itself"
    first = min(at for at, _ in strained)
    assert not any(update.tentative for at, update in outcome.updates if first + 2 < at < 50)
    assert any(update.tentative for at, update in outcome.updates if at > 60)
    assert outcome.lag_s(20, 53) < 12
    assert outcome.lag_s(53, 200) < 2.0, "3 s after the load no word waits longer than a finished one must"
    assert outcome.lag_s(56, 200) < 1.2
    assert outcome.pipeline.totals.n_lost == 0


def test_the_lag_does_not_grow_with_the_length_of_the_load() -> None:
    short, long = (caption(during(10, 10 + length, 15), length + 20).lag_s(0, 1000) for length in (30, 300))
    assert long < short + 4.0
    assert long < MOST_BEHIND_S + 8


def test_passes_are_never_queued() -> None:
    outcome = caption(during(0, 1000, 8), 60.0)
    assert outcome.pipeline.totals.n_passes < 60.0 / (8 * 0.1), "each takes 0.8 s at least"
    words = {word.text for _, update in outcome.updates if update.is_final for word in update.words}
    assert len(words) >= 0.8 * spoken_words(60.0), "and each hears all that is new"


def test_a_machine_far_too_slow_loses_old_speech_counts_it_and_says_so() -> None:
    outcome = caption(during(5, 1000, 60), 200.0, said_s=4.0, pause_s=0.6)
    assert outcome.lag_s(0, 1000) < 90, (
        "20 s that wait, 14 s that are heard at once, and 23 s for each of two passes"
    )
    lost_s = outcome.pipeline.totals.n_lost / SAMPLE_RATE_HZ
    assert lost_s > 20
    assert outcome.codes().count("speech-lost") >= 1
    assert outcome.codes().count("too-slow") == 1
    assert outcome.statuses[-1][1].lost_s == pytest.approx(lost_s, abs=15)


def test_speech_without_a_pause_never_outgrows_the_recogniser() -> None:
    outcome = caption(during(5, 60, 30), 150.0, said_s=1000.0, pause_s=0.0)
    finals = [update for _, update in outcome.updates if update.is_final]
    assert finals
    assert outcome.lag_s(85, 1000) < 1.5, "a pass that began in the load took up to 20 s"


def test_the_faster_model_takes_over_and_the_chosen_one_returns() -> None:
    outcome = caption(during(20, 70, 12), 130.0, faster=0.2)
    assert outcome.codes() == ["model-faster", "model-back"]
    (gone_at, gone), (back_at, back) = outcome.notices
    assert 20 < gone_at < 50
    assert "small" in gone.title
    assert "big" in back.title
    assert back_at > gone_at + LoadSettings().return_after_s
    models = {status.model for at, status in outcome.statuses if gone_at + 1 < at < back_at - 1}
    assert models == {"small"}
    assert outcome.statuses[-1][1].model == "big"
    assert outcome.lag_s(gone_at + 15, 70) < 3.0


def test_without_a_faster_model_that_is_said_once() -> None:
    outcome = caption(during(5, 100, 16), 110.0)
    assert outcome.codes().count("too-slow") == 1
    assert "model-faster" not in outcome.codes()


def test_a_moment_of_lateness_changes_nothing() -> None:
    governor = LoadGovernor()
    for i in range(20):
        governor.note(i * 2.0, 2.0)
        governor.note(i * 2.0 + 0.5, 0.3)
    assert governor.strain == Strain.NONE


def noted(governor: LoadGovernor, from_s: float, to_s: float, lag_s: float, slower_s: float = 0.0) -> None:
    for at_s in np.arange(from_s, to_s, 0.5):
        governor.note(float(at_s), lag_s, slower_s)


def test_a_model_that_proves_too_slow_again_returns_later_each_time() -> None:
    governor = LoadGovernor()
    at_s, waits = 0.0, []
    for _ in range(6):
        while not governor.needs_faster:
            governor.note(at_s, 4.0)
            at_s += 0.5
        began_s = at_s
        while governor.needs_faster:
            governor.note(at_s, 0.2)
            at_s += 0.5
        waits.append(round(at_s - began_s))
    assert waits == pytest.approx([15, 30, 60, 120, 240, 240], abs=1)


def test_a_model_that_would_be_late_does_not_return() -> None:
    governor = LoadGovernor()
    noted(governor, 0, 10, 4.0)
    assert governor.needs_faster
    noted(governor, 10, 100, 0.3, slower_s=2.0)
    assert governor.strain == Strain.NONE, "the faster one is on time, with tentative words"
    assert governor.needs_faster
    noted(governor, 100, 120, 0.3, slower_s=0.6)
    assert not governor.needs_faster


def test_between_late_and_on_time_nothing_changes() -> None:
    governor = LoadGovernor()
    noted(governor, 0, 3, 2.0)
    before = governor.strain
    assert before > Strain.NONE
    noted(governor, 3, 60, 1.2)
    assert governor.strain == before
    noted(governor, 60, 100, 0.5)
    assert governor.strain == Strain.NONE


def test_a_faster_model_that_cannot_be_loaded_leaves_the_other_at_work() -> None:
    tried = threading.Event()

    def fails() -> Recogniser:
        tried.set()
        raise ModelMissingError("It is gone.")

    standby = Standby(lambda language: fails)
    assert standby.want("en")
    assert tried.wait(5)
    assert standby.recogniser is None
    assert not standby.serves("en")
    standby.close()
