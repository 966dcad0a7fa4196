"""Figures of a run: they fit what was heard, computed and lost, on a clock that passes move."""

from __future__ import annotations

import pytest

from app.metrics import BOUNDS_S, Metrics
from engines.errors import EngineError
from engines.types import AudioBlock, Hypothesis, RecognitionRequest
from tests.unit import test_load
from tests.unit.test_load import Clock, Slow, Talk, caption, during


def passed(metrics: Metrics, took_s: float, outcome: str = "heard") -> None:
    stages = {"queue": took_s / 4, "encode": took_s / 2, "decode": took_s / 4, "end_to_end": took_s}
    metrics.passed(outcome, stages, compute_s=took_s, engine="cpu (card lost: so)", model="tiny.en")  # type: ignore[arg-type]


def test_nothing_yet_is_no_figure() -> None:
    snapshot = Metrics().snapshot()
    assert snapshot.n_passes == snapshot.n_fallbacks == snapshot.recent_passes == 0
    assert snapshot.real_time_factor is snapshot.recent_real_time_factor is None
    assert all(stage.n == 0 and stage.p95_s is None for stage in snapshot.stages.values())


def test_percentiles_are_of_the_window_and_counts_of_all() -> None:
    clock = Clock()
    metrics = Metrics(lambda: clock.s)
    passed(metrics, 19.0)
    clock.now_ns = 61_000_000_000
    for i in range(1, 101):
        passed(metrics, i / 100)
    snapshot = metrics.snapshot()
    whole = snapshot.stages["end_to_end"]
    assert (whole.p50_s, whole.p95_s, whole.most_s) == (0.5, 0.95, 1.0)
    assert snapshot.stages["encode"].p95_s == pytest.approx(0.475)
    assert whole.n == 101
    assert whole.sum_s == pytest.approx(69.5)
    assert whole.n_within[BOUNDS_S.index(0.2)] == 20, "a bound belongs to its bucket"
    assert whole.n_within[BOUNDS_S.index(20.0)] == 101
    assert snapshot.recent_passes == 100
    assert metrics.snapshot(200.0).stages["end_to_end"].most_s == 19.0
    assert snapshot.engine == "cpu"


def test_longer_than_any_bound_is_counted() -> None:
    metrics = Metrics()
    passed(metrics, 1e6)
    whole = metrics.snapshot().stages["end_to_end"]
    assert whole.n_within[-2:] == (0, 1)


def test_the_real_time_factor_is_of_the_source_that_delivered_most() -> None:
    metrics = Metrics()
    for _ in range(5):
        metrics.heard("loopback", 1.0)
        metrics.heard("microphone", 0.5)
        passed(metrics, 0.2)
    snapshot = metrics.snapshot()
    assert snapshot.real_time_factor == pytest.approx(0.2)
    assert snapshot.recent_real_time_factor == pytest.approx(0.2)
    assert snapshot.audio_s == {"loopback": 5.0, "microphone": 2.5}


def test_fallbacks_and_losses_are_counted_by_reason() -> None:
    metrics = Metrics()
    for code in ("engine-lost", "engine-back", "engine-lost", "model-faster"):
        metrics.noticed(code)
    metrics.lost("late", 2.0)
    metrics.lost("source", 0.5)
    passed(metrics, 0.1, "failed")
    snapshot = metrics.snapshot()
    assert snapshot.n_fallbacks == 3
    assert snapshot.notices["engine-back"] == 1
    assert snapshot.lost_s == {"late": 2.0, "source": 0.5}
    assert (snapshot.passes["failed"], snapshot.recent_failed) == (1, 1)


def test_a_run_measures_itself() -> None:
    outcome = caption(lambda at_s: 1.0, 60.0)
    snapshot, totals = outcome.pipeline.metrics.snapshot(1000.0), outcome.pipeline.totals
    assert snapshot.passes == {"heard": totals.n_passes, "rejected": 0, "failed": 0}
    assert snapshot.audio_s["file"] == pytest.approx(totals.audio_s)
    queue, whole = snapshot.stages["queue"], snapshot.stages["end_to_end"]
    assert queue.n == whole.n == totals.n_passes
    assert whole.sum_s == pytest.approx(queue.sum_s + snapshot.compute_s)
    assert whole.most_s is not None
    assert 0.1 < whole.most_s < 1.2
    assert snapshot.stages["encode"].n == 0, "this recogniser does not tell them apart"
    assert (snapshot.engine, snapshot.model) == ("cpu", "big")


def test_a_busy_machine_shows_in_the_figures() -> None:
    outcome = caption(during(10, 120, 60), 130.0, faster=1.0)
    snapshot = outcome.pipeline.metrics.snapshot(1000.0)
    assert snapshot.lost_s["late"] == pytest.approx(outcome.pipeline.totals.n_lost / 16_000)
    assert snapshot.lost_s["late"] > 0
    assert snapshot.notices["model-faster"] == outcome.codes().count("model-faster") > 0
    assert snapshot.n_fallbacks == snapshot.notices["model-faster"]
    assert snapshot.notices["speech-lost"] == outcome.codes().count("speech-lost")


def test_gaps_faults_and_the_encoders_part_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    class Gaps(Talk):
        def read(self, timeout_s: float) -> AudioBlock | None:
            block = super().read(timeout_s)
            return replace(block, n_lost=160) if block is not None and block.start_sample == 5120 else block

    class Failing(Slow):
        def recognise(self, request: RecognitionRequest) -> Hypothesis:
            answer = super().recognise(request)
            if len(self.at_s) in (3, 4, 5):
                raise EngineError("no more")
            return replace(answer, encode_ms=answer.compute_ms / 4)

    monkeypatch.setattr(test_load, "Talk", Gaps)
    monkeypatch.setattr(test_load, "Slow", Failing)
    outcome = caption(lambda at_s: 1.0, 20.0)
    snapshot = outcome.pipeline.metrics.snapshot(1000.0)
    assert snapshot.lost_s["source"] == pytest.approx(0.01)
    assert snapshot.passes["failed"] == 3
    assert snapshot.notices["engine-failing"] == 1
    encode, decode = snapshot.stages["encode"], snapshot.stages["decode"]
    assert encode.n == decode.n == snapshot.passes["heard"]
    assert decode.sum_s == pytest.approx(3 * encode.sum_s)
