"""What a run of captions costs and loses, as figures alone: never text or sound. No Qt. Any thread.

`Metrics` is told by the pipeline, and read as a frozen `Snapshot` by whatever shows or judges it: the rules
that give up quality, `doctor`, the window's figures, the Prometheus endpoint.
"""

from __future__ import annotations

import math
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from engines.runtime.card_state import CardState

Stage = Literal["queue", "encode", "decode", "end_to_end"]
"""queue: the newest sound of a pass is captured -> the pass begins. encode: the encoder's part of it. decode:
the rest. end_to_end: the newest sound is captured -> its words are handed on."""
STAGES: tuple[Stage, ...] = get_args(Stage)
Outcome = Literal["heard", "rejected", "failed"]
Loss = Literal["source", "late"]
"""Dropped by the sound source, or let go because its captions would have come too late."""

BOUNDS_S = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0)
"""Upper bounds of the histograms; one more bucket holds what is longer."""
WINDOW_S = 60.0
MOST_PASSES = 2000
"""Of the window: more than two sources run in it."""
FALLBACKS = frozenset({"engine-lost", "engine-distrusted", "model-faster"})
"""Codes of the notices that say that something less is used than was asked for."""


@dataclass(frozen=True, slots=True)
class Latency:
    """One stage. n_within: how often it took at most BOUNDS_S[i], and at the end how often at all, since the
    start; sum_s likewise. p50_s, p95_s, most_s: of the window; None where it holds nothing."""

    n_within: tuple[int, ...]
    sum_s: float
    p50_s: float | None = None
    p95_s: float | None = None
    most_s: float | None = None

    @property
    def n(self) -> int:
        return self.n_within[-1]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The figures at one moment; counts and sums since the start, `recent_` and percentiles of the window.

    passes: by outcome. audio_s: sound by source. lost_s: speech by reason. notices: by code, which counts
    every fallback and every step that is given up. real_time_factor: seconds of computing a second of sound
    (of the source that delivered most), None before any. lag_s: of the latest pass.
    """

    stages: Mapping[Stage, Latency]
    passes: Mapping[Outcome, int]
    audio_s: Mapping[str, float]
    lost_s: Mapping[Loss, float]
    notices: Mapping[str, int]
    compute_s: float = 0.0
    real_time_factor: float | None = None
    recent_real_time_factor: float | None = None
    recent_passes: int = 0
    recent_failed: int = 0
    lag_s: float = 0.0
    engine: str = ""
    model: str = ""
    cards: tuple[CardState, ...] = ()

    @property
    def n_passes(self) -> int:
        return sum(self.passes.values())

    @property
    def n_fallbacks(self) -> int:
        return sum(n for code, n in self.notices.items() if code in FALLBACKS)


@dataclass(frozen=True, slots=True)
class _Pass:
    """One pass of the window. audio_s: sound that had come by then. took_s: by stage, where it is known."""

    ended_s: float
    outcome: Outcome
    compute_s: float
    audio_s: float
    took_s: Mapping[Stage, float]


@dataclass(slots=True)
class _Histogram:
    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS_S) + 1))
    sum_s: float = 0.0

    def add(self, took_s: float) -> None:
        self.counts[next((i for i, bound_s in enumerate(BOUNDS_S) if took_s <= bound_s), -1)] += 1
        self.sum_s += took_s

    def n_within(self) -> tuple[int, ...]:
        total = 0
        return tuple(total := total + count for count in self.counts)


class Metrics:
    """The counters. clock_s: a monotonic clock, for the window."""

    def __init__(self, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._clock_s = clock_s
        self._lock = threading.Lock()
        self._stages = {stage: _Histogram() for stage in STAGES}
        self._passes: Counter[Outcome] = Counter()
        self._audio_s: defaultdict[str, float] = defaultdict(float)
        self._lost_s: defaultdict[Loss, float] = defaultdict(float)
        self._notices: Counter[str] = Counter()
        self._compute_s = self._lag_s = 0.0
        self._used = ("", "")
        self._cards: tuple[CardState, ...] = ()
        self._recent: deque[_Pass] = deque(maxlen=MOST_PASSES)

    def passed(
        self, outcome: Outcome, took_s: Mapping[Stage, float], *, compute_s: float, engine: str, model: str
    ) -> None:
        """A pass has ended. took_s: each stage that could be told apart. compute_s: its share, where several
        passes were one computation."""
        with self._lock:
            self._passes[outcome] += 1
            self._compute_s += compute_s
            self._lag_s = took_s.get("end_to_end", self._lag_s)
            # "cpu (card lost: ...)": the reason is said by a notice.
            self._used = (engine.partition(" ")[0], model)
            for stage, seconds in took_s.items():
                self._stages[stage].add(seconds)
            audio_s = max(self._audio_s.values(), default=0.0)
            self._recent.append(_Pass(self._clock_s(), outcome, compute_s, audio_s, took_s))

    def heard(self, source: str, seconds: float) -> None:
        """So much sound came from a source."""
        with self._lock:
            self._audio_s[source] += seconds

    def lost(self, reason: Loss, seconds: float) -> None:
        """So much sound will not be captioned."""
        with self._lock:
            self._lost_s[reason] += seconds

    def noticed(self, code: str) -> None:
        """The user was told: the code of a notice."""
        with self._lock:
            self._notices[code] += 1

    def set_cards(self, cards: Sequence[CardState]) -> None:
        """What the cards said of themselves last; empty when they can no longer be asked."""
        with self._lock:
            self._cards = tuple(cards)

    def snapshot(self, window_s: float = WINDOW_S) -> Snapshot:
        """The figures now; window_s: how far back `recent_` figures and percentiles reach."""
        now_s = self._clock_s()
        with self._lock:
            recent = [each for each in self._recent if now_s - each.ended_s <= window_s]
            audio_s = max(self._audio_s.values(), default=0.0)
            new_audio_s = audio_s - recent[0].audio_s if recent else 0.0
            # Of the first, the sound came before: it is where the window begins.
            recent_compute_s = sum(each.compute_s for each in recent[1:])
            return Snapshot(
                stages={stage: _latency(stage, self._stages[stage], recent) for stage in STAGES},
                passes={outcome: self._passes[outcome] for outcome in get_args(Outcome)},
                audio_s=dict(self._audio_s),
                lost_s={reason: self._lost_s[reason] for reason in get_args(Loss)},
                notices=dict(self._notices),
                compute_s=self._compute_s,
                real_time_factor=self._compute_s / audio_s if audio_s else None,
                recent_real_time_factor=recent_compute_s / new_audio_s if new_audio_s > 0 else None,
                recent_passes=len(recent),
                recent_failed=sum(each.outcome == "failed" for each in recent),
                lag_s=self._lag_s,
                engine=self._used[0],
                model=self._used[1],
                cards=self._cards,
            )


def _latency(stage: Stage, histogram: _Histogram, recent: Sequence[_Pass]) -> Latency:
    took_s = sorted(each.took_s[stage] for each in recent if stage in each.took_s)
    n_within = histogram.n_within()
    if not took_s:
        return Latency(n_within, histogram.sum_s)
    return Latency(n_within, histogram.sum_s, _nearest(took_s, 0.5), _nearest(took_s, 0.95), took_s[-1])


def _nearest(ordered: Sequence[float], part: float) -> float:
    """The nearest-rank percentile: a value that was measured."""
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]
