"""When quality is given up although captions are on time, and when it is taken back; pure.

Late captions are app/load.py's. These are limits that a person sets: how long words may take, how hot a card
and how full the memory may get, how many passes may fail. Each step gives up more; all are taken back by
themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, get_args

Cause = Literal["errors", "memory", "hot", "slow"]
"""What is over its limit, the worst first."""
CAUSES: tuple[Cause, ...] = get_args(Cause)


class Step(IntEnum):
    """How much is given up; each step includes those before it."""

    NONE = 0
    SELDOM = 1
    """Passes run less often."""
    SMALLER = 2
    """A smaller model, where there is one."""
    PROCESSOR = 3
    """The processor in place of the card."""


AT_ONCE: dict[Cause, Step] = {"errors": Step.PROCESSOR, "memory": Step.SMALLER}
"""Passing less often helps neither."""


@dataclass(frozen=True, slots=True)
class Limits:
    """0 switches one off. slow_s: for 95 of 100 passes, sound to words. hot_c: of a card, °C. memory_mb:
    what must stay free, of the computer's memory and of the card's. errors: passes that failed lately."""

    slow_s: float = 2.5
    hot_c: int = 88
    memory_mb: int = 200
    errors: int = 3


@dataclass(frozen=True, slots=True)
class Readings:
    """What is measured now; None where it cannot be."""

    p95_s: float | None = None
    hottest_c: int | None = None
    free_mb: float | None = None
    n_failed: int = 0
    on_card: bool = False


@dataclass(frozen=True, slots=True)
class Pace:
    """A cause that lasts for after_s takes a step, and another one after the same time. All quiet for
    back_after_s takes a step back; doubled, up to most_back_s, when a cause comes again within relapse_s
    of a step back.
    """

    after_s: float = 8.0
    back_after_s: float = 15.0
    most_back_s: float = 240.0
    relapse_s: float = 120.0


def causes(limits: Limits, now: Readings, before: frozenset[Cause]) -> frozenset[Cause]:
    """What is over its limit; what was over it `before` stays so until it is clearly below."""
    found: set[Cause] = set()
    if limits.errors and now.n_failed >= (1 if "errors" in before else limits.errors):
        found.add("errors")
    if limits.memory_mb and now.free_mb is not None:
        least_mb = limits.memory_mb * (1.5 if "memory" in before else 1.0)
        if now.free_mb < least_mb:
            found.add("memory")
    if limits.hot_c and now.hottest_c is not None and now.hottest_c > limits.hot_c - 6 * ("hot" in before):
        found.add("hot")
    if limits.slow_s and now.p95_s is not None:
        most_s = limits.slow_s * (0.8 if "slow" in before else 1.0)
        if now.p95_s > most_s:
            found.add("slow")
    return frozenset(found)


class Ladder:
    """Told the readings now and then, says how much is given up, and why. One thread."""

    def __init__(self, limits: Limits | None = None, pace: Pace | None = None) -> None:
        self.limits = limits or Limits()
        self._pace = pace or Pace()
        self.step = Step.NONE
        self.cause: Cause | None = None
        """The one that the last step up was for."""
        self._causes: frozenset[Cause] = frozenset()
        self._since_s: float | None = None
        self._quiet_since_s: float | None = None
        self._back_after_s = self._pace.back_after_s
        self._back_at_s: float | None = None

    def note(self, now_s: float, now: Readings, *, has_smaller: bool) -> Step:
        """The step from now on. has_smaller: whether there is a smaller model to go to."""
        self._causes = causes(self.limits, now, self._causes)
        if not self._causes:
            self._since_s = None
            self._ease(now_s, has_smaller=has_smaller)
            return self.step
        self._quiet_since_s = None
        worst = next(cause for cause in CAUSES if cause in self._causes)
        if self._since_s is None:
            self._since_s = now_s
        wanted = self._next(worst, has_smaller=has_smaller, on_card=now.on_card)
        if wanted > self.step and now_s - self._since_s >= (0.0 if worst in AT_ONCE else self._pace.after_s):
            self._take(now_s, wanted, worst)
        return self.step

    def _next(self, cause: Cause, *, has_smaller: bool, on_card: bool) -> Step:
        """The least step above this one that there is; this one where there is none."""
        there = [Step.SELDOM] + [Step.SMALLER] * has_smaller + [Step.PROCESSOR] * on_card
        least = AT_ONCE.get(cause, Step.SELDOM)
        above = [step for step in there if step > self.step and step >= least]
        return min(above, default=self.step)

    def _take(self, now_s: float, step: Step, cause: Cause) -> None:
        # A step back that did not last, from whichever step: a card may be cool only while it is left alone.
        if self._back_at_s is not None and now_s - self._back_at_s < self._pace.relapse_s:
            self._back_after_s = min(2 * self._back_after_s, self._pace.most_back_s)
        elif self.step == Step.NONE:
            self._back_after_s = self._pace.back_after_s
        self._back_at_s = None
        self.step, self.cause, self._since_s = step, cause, now_s

    def _ease(self, now_s: float, *, has_smaller: bool) -> None:
        if self.step == Step.NONE:
            return
        if self._quiet_since_s is None:
            self._quiet_since_s = now_s
        elif now_s - self._quiet_since_s >= self._back_after_s:
            self.step = Step(self.step - 1)
            if self.step == Step.SMALLER and not has_smaller:
                self.step = Step.SELDOM
            self._quiet_since_s = now_s
            self._back_at_s = now_s
