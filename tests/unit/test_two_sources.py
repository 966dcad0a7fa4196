"""Two sources share one engine: each has its utterances, and neither waits for the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.captions.session import CaptionSession, SessionSettings
from app.captions.types import CaptionUpdate
from app.pipeline import CaptionPipeline, SourceLine
from engines.speech.detector import Detector
from engines.types import SAMPLE_RATE_HZ, AudioBlock, Hypothesis, RecognitionRequest, Samples
from tests.unit.test_load import Clock, Slow, Talk

LENGTH_S = 60.0
NAMES = ("loopback", "microphone")


class Side(Talk):
    """A talk that is there when the clock says so; reading it does not wait."""

    def __init__(self, name: str, clock: Clock) -> None:
        super().__init__(clock, LENGTH_S)
        self.name = name

    def read(self, timeout_s: float) -> AudioBlock | None:
        ready_ns = (self.at + 512) * 1_000_000_000 // SAMPLE_RATE_HZ
        if ready_ns > self.clock.now_ns and timeout_s == 0.0:
            return None
        return super().read(timeout_s)


class Together(Slow):
    """Hears two windows in the time of one."""

    most_together = 2

    def __init__(self, clock: Clock, busy: Callable[[float], float]) -> None:
        super().__init__(clock, busy)
        self.batches: list[int] = []

    def bucket(self, request: RecognitionRequest) -> int:
        return 0

    def recognise_together(self, requests: Sequence[RecognitionRequest]) -> list[Hypothesis]:
        self.batches.append(len(requests))
        begun_ns = self.clock.now_ns
        heard = []
        for request in requests:
            self.clock.now_ns = begun_ns
            heard.append(self.recognise(request))
        return heard


def caption(busy: float) -> tuple[list[tuple[float, CaptionUpdate]], int]:
    """Both talk all the time; (updates with their moments, passes)."""
    clock = Clock()
    engine = Slow(clock, lambda at_s: busy)
    return captioned(clock, engine), len(engine.at_s)


def captioned(clock: Clock, engine: Slow) -> list[tuple[float, CaptionUpdate]]:
    updates: list[tuple[float, CaptionUpdate]] = []

    def probability(frame: Samples) -> float:
        return float(frame.max() > 0.1)

    lines = [
        SourceLine(
            Side(name, clock),
            Detector(probability),
            CaptionSession(name, SessionSettings(language="en", can_tell_language=False)),
        )
        for name in NAMES
    ]
    pipeline = CaptionPipeline(
        lines, engine, on_update=lambda update, wall_s: updates.append((wall_s, update)), clock_ns=clock
    )
    pipeline.run()
    return updates


def late_s(updates: list[tuple[float, CaptionUpdate]], source: str) -> float:
    """The greatest age of a source's newest word when it was shown."""
    return max(at - update.end_s for at, update in updates if update.source == source and update.text)


def n_updates(updates: list[tuple[float, CaptionUpdate]], source: str) -> int:
    return sum(update.source == source for _, update in updates)


def test_two_talkers_are_served_alike() -> None:
    updates, n_passes = caption(1.0)
    assert n_passes > 60
    shown = [n_updates(updates, name) for name in NAMES]
    assert min(shown) > 0.8 * max(shown)
    for name in NAMES:
        assert late_s(updates, name) < 2.5
        finals = [update.text for _, update in updates if update.source == name and update.is_final]
        assert len(" ".join(finals).split()) > 100


def test_a_busy_machine_starves_neither() -> None:
    updates, _ = caption(4.0)
    shown = [n_updates(updates, name) for name in NAMES]
    assert min(shown) > 0.6 * max(shown)
    assert abs(late_s(updates, NAMES[0]) - late_s(updates, NAMES[1])) < 4


def test_each_source_has_captions_of_its_own() -> None:
    updates, _ = caption(1.0)
    for name in NAMES:
        ids = [update.caption_id for _, update in updates if update.source == name and update.is_final]
        assert ids == sorted(set(ids))


def words_of(updates: list[tuple[float, CaptionUpdate]], source: str) -> list[str]:
    return " ".join(u.text for _, u in updates if u.source == source and u.is_final).split()


def test_two_talkers_are_heard_together_where_the_engine_can() -> None:
    clock = Clock()
    engine = Together(clock, lambda at_s: 1.0)
    updates = captioned(clock, engine)
    assert sum(n == 2 for n in engine.batches) > 0.8 * len(engine.batches)
    for name in NAMES:
        assert late_s(updates, name) < 2.5
        assert len(words_of(updates, name)) > 100, "and nothing is left waiting at the end"
    assert [u.is_final for _, u in updates if u.source == NAMES[1]][-1]
