"""What to give up, step by step, when the machine cannot keep up, and when to take it back; pure.

Passes are never queued: each hears all that is new. What is left is what is shown between commits, how often
a pass runs, and which model does the work.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Strain(IntEnum):
    """How much is given up; each step includes those before it."""

    NONE = 0
    STEADY = 1
    """Only finished words are shown: late tentative ones would change under the reader's eyes."""
    SELDOM = 2
    """Passes run less often, so that more of the sound is new to each."""


@dataclass(frozen=True, slots=True)
class LoadSettings:
    """late_s / on_time_s: a lag above / below which captions are late / on time (nothing changes between).
    worsen_after_s: being late for so long takes the next step, lighten_after_s: after the last step, the
    model; far_too_late_s: a lag that takes both at once. ease_after_s: being on time for so long takes a step
    back. return_after_s: the same for the model; doubled, up to return_most_s, whenever the model proves too
    slow again within relapse_s.
    """

    late_s: float = 1.5
    on_time_s: float = 1.0
    worsen_after_s: float = 1.0
    lighten_after_s: float = 3.0
    far_too_late_s: float = 4.0
    ease_after_s: float = 1.0
    return_after_s: float = 15.0
    return_most_s: float = 240.0
    relapse_s: float = 60.0


class LoadGovernor:
    """Told the lag after each pass, says how much must be given up. One thread.

    strain: the step. needs_faster: a faster model is called for as well.
    """

    def __init__(self, settings: LoadSettings | None = None) -> None:
        self.settings = settings or LoadSettings()
        self.strain = Strain.NONE
        self.needs_faster = False
        self._late_since_s: float | None = None
        self._on_time_since_s: float | None = None
        self._could_return_since_s: float | None = None
        self._return_after_s = self.settings.return_after_s
        self._returned_at_s: float | None = None

    def note(self, now_s: float, lag_s: float, slower_s: float = 0.0) -> None:
        """lag_s: age of the newest sound when its words came, 0 where nothing is waiting to be heard.
        slower_s: what a pass of the slower model would take now, while a faster one is at work.
        """
        is_late, is_on_time = lag_s > self.settings.late_s, lag_s < self.settings.on_time_s
        if is_late and self._late_since_s is None:
            # It has been late since the lag grew past the limit, not since this pass ended.
            self._late_since_s = now_s - (lag_s - self.settings.late_s)
        if is_on_time and self._on_time_since_s is None:
            self._on_time_since_s = now_s
        self._late_since_s = self._late_since_s if is_late else None
        self._on_time_since_s = self._on_time_since_s if is_on_time else None
        if self._late_since_s is not None:
            self._worsen(now_s, lag_s, now_s - self._late_since_s)
        on_time_since_s = now_s if self._on_time_since_s is None else self._on_time_since_s
        if self.strain and now_s - on_time_since_s >= self.settings.ease_after_s:
            self.strain = Strain(self.strain - 1)
            self._on_time_since_s = now_s
        if self.needs_faster:
            self._consider_return(now_s, is_on_time and slower_s < self.settings.on_time_s)

    def _worsen(self, now_s: float, lag_s: float, late_for_s: float) -> None:
        if lag_s > self.settings.far_too_late_s:
            self.strain = Strain.SELDOM
            late_for_s = max(late_for_s, self.settings.lighten_after_s)
        if self.strain < Strain.SELDOM:
            if late_for_s >= self.settings.worsen_after_s:
                self.strain = Strain(self.strain + 1)
                self._late_since_s = now_s
        elif not self.needs_faster and late_for_s >= self.settings.lighten_after_s:
            self.needs_faster = True
            self._could_return_since_s = None
            relapsed = self._returned_at_s is not None and (
                now_s - self._returned_at_s < self.settings.relapse_s
            )
            doubled_s = min(2 * self._return_after_s, self.settings.return_most_s)
            self._return_after_s = doubled_s if relapsed else self.settings.return_after_s

    def _consider_return(self, now_s: float, could: bool) -> None:
        if not could:
            self._could_return_since_s = None
        elif self._could_return_since_s is None:
            self._could_return_since_s = now_s
        elif now_s - self._could_return_since_s >= self._return_after_s:
            self.needs_faster = False
            self._returned_at_s = now_s
