"""Keeps captions on time on a busy machine: paces the sessions, changes to a faster model and back, says so.

Called from the recogniser's thread; the faster model loads on a thread of its own.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import replace

from app.captions.session import CaptionSession
from app.captions.types import UserNotice
from app.load import LoadGovernor, LoadSettings, Strain
from app.notices import (
    model_updated_notice,
    rule_notice,
    speech_lost_notice,
    too_slow_notice,
    using_model_notice,
)
from app.rules import Ladder, Limits, Readings, Step
from engines.errors import SightlineError
from engines.fallback import FallbackRecogniser
from engines.recogniser import Recogniser
from engines.types import SAMPLE_RATE_HZ

log = logging.getLogger(__name__)

SELDOM_FACTOR = 4.0
"""The period is a second then."""
PASS_WEIGHT = 0.3
"""Of the newest pass in the running mean."""
MOST_BEHIND_S = 20.0
"""Older speech that no pass has heard is let go: what is said now matters more."""
SLOW_NOTICE_EVERY_S = 300.0
LOST_NOTICE_EVERY_S = 10.0

FindFaster = Callable[[str | None], Callable[[], Recogniser] | None]
"""A language (None: not known) to what loads a faster model for it; None where there is none."""


class Standby:
    """A faster model: found and loaded when first wanted, kept for the next time."""

    def __init__(self, find: FindFaster) -> None:
        self._find = find
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False
        self.recogniser: Recogniser | None = None

    def want(self, language: str | None) -> bool:
        """Begin to load it; False where there is none for this language."""
        if self.recogniser is not None:
            return self.serves(language)
        if self._thread is None:
            load = self._find(language)
            if load is None:
                return False
            self._thread = threading.Thread(target=self._load, args=(load,), name="faster-model", daemon=True)
            self._thread.start()
        return True

    def is_known(self, language: str | None) -> bool:
        """Whether there is one for this language; loads nothing."""
        return self.recogniser is not None or self._thread is not None or self._find(language) is not None

    def _load(self, load: Callable[[], Recogniser]) -> None:
        try:
            recogniser = load()
        except SightlineError as error:
            log.error("the faster model cannot be used: %s", type(error).__name__)
            return
        with self._lock:
            if not self._closed:
                self.recogniser = recogniser
                return
        recogniser.close()

    def serves(self, language: str | None) -> bool:
        """Whether it is ready and knows the language."""
        ready = self.recogniser
        return ready is not None and (language is not None and language in ready.languages)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            ready, self.recogniser = self.recogniser, None
        if ready is not None:
            ready.close()


class Relief:
    """One a pipeline. `n_lost` counts samples of speech that were let go."""

    def __init__(
        self,
        recogniser: Recogniser,
        sessions: Iterable[CaptionSession],
        find_faster: FindFaster,
        on_notice: Callable[[UserNotice], None],
        settings: LoadSettings | None = None,
        limits: Limits | None = None,
        on_step: Callable[[str], None] = lambda name: None,
    ) -> None:
        self._main = recogniser
        self._sessions = list(sessions)
        self._standby = Standby(find_faster)
        self._on_notice = on_notice
        self._on_step = on_step
        self._governor = LoadGovernor(settings)
        self._ladder = Ladder(limits)
        self._resting = ""
        self._current = recogniser
        self._pass_s = self._main_pass_s = self._first_faster_s = 0.0
        self._slow_said_at_s: float | None = None
        self._lost_said_at_s: float | None = None
        self._n_lost_unsaid = 0
        self.n_lost = 0
        self._offered: Recogniser | None = None
        self._lock = threading.Lock()

    def offer(self, recogniser: Recogniser) -> None:
        """A newer one of the chosen model, to be taken between utterances; any thread."""
        with self._lock:
            older, self._offered = self._offered, recogniser
        if older is not None:
            older.close()

    def take_offer(self) -> Recogniser | None:
        """The one that was offered, from now on the chosen model; None where there is none."""
        with self._lock:
            newer, self._offered = self._offered, None
        if newer is None:
            return None
        older, self._main = self._main, newer
        if self._current is older:
            self._current = newer
        self._rest()
        # Ending a card's process takes a moment, in which captions go on.
        threading.Thread(target=older.close, name="old-model", daemon=True).start()
        self._on_notice(model_updated_notice(newer.model))
        return newer

    @property
    def strain(self) -> Strain:
        """What is given up now, the model aside."""
        return self._governor.strain

    @property
    def current(self) -> Recogniser:
        """The model of the latest pass."""
        return self._current

    @property
    def uses_faster(self) -> bool:
        """Whether a faster model than the chosen one is at work."""
        return self._current is not self._main

    def recogniser_for(self, language: str | None) -> Recogniser:
        """The model for the next pass."""
        wants_faster = self._governor.needs_faster or self._ladder.step >= Step.SMALLER
        faster = self._standby.recogniser if wants_faster else None
        chosen = faster if faster is not None and self._standby.serves(language) else self._main
        if chosen is not self._current:
            if chosen is not self._main:
                self._main_pass_s, self._first_faster_s = self._pass_s, 0.0
            self._current, self._pass_s = chosen, 0.0
            log.info("captions by %s", chosen.model)
            self._on_notice(using_model_notice(chosen.model, self._main.model))
        return chosen

    def passed(self, now_s: float, lag_s: float, pass_s: float, language: str | None) -> None:
        """A pass that took pass_s has ended; lag_s is the age of the newest sound that it heard."""
        self._pass_s += (pass_s - self._pass_s) * (PASS_WEIGHT if self._pass_s else 1.0)
        if self.uses_faster and not self._first_faster_s:
            self._first_faster_s = self._pass_s
        slower_s = 0.0
        if self.uses_faster:
            # The chosen model took so many times as long when the two changed places, and still does.
            slower_s = self._main_pass_s * self._pass_s / max(self._first_faster_s, 1e-3)
        self._note(now_s, lag_s, slower_s, language)

    def rested(self, now_s: float, language: str | None) -> None:
        """Nothing waits to be heard."""
        self._note(now_s, 0.0, 0.0, language)

    def _note(self, now_s: float, lag_s: float, slower_s: float, language: str | None) -> None:
        before, needed = self.strain, self._governor.needs_faster
        self._governor.note(now_s, lag_s, slower_s)
        if self.strain != before:
            log.info("load: %s (lag %.1f s)", self.strain.name.lower(), lag_s)
            self._on_step(f"load-{self.strain.name.lower()}")
            self._set_pace()
        if self.strain > before:
            # Loaded before it is needed: on a busy machine that takes a while.
            self._standby.want(language)
        if self._governor.needs_faster and not needed and not self._standby.want(language):
            self._say_too_slow(now_s)

    def judge(self, now_s: float, readings: Readings, language: str | None) -> None:
        """What the rules of the settings make of the readings, now and then; every step is told."""
        before = self._ladder.step
        if self.strain or self._governor.needs_faster:
            # That words are late is being dealt with.
            readings = replace(readings, p95_s=None)
        step = self._ladder.note(now_s, readings, has_smaller=self._standby.is_known(language))
        if step == before:
            return
        log.info("rules: %s (%s)", step.name.lower(), self._ladder.cause)
        notice = rule_notice(step, self._ladder.cause if step > before else None)
        self._on_notice(notice)
        self._set_pace()
        if step >= Step.SMALLER:
            self._standby.want(language)
        self._resting = notice.title.rstrip(".") if step >= Step.PROCESSOR else ""
        self._rest()

    def _rest(self) -> None:
        """Leave the chosen model's card alone, or use it again, as the rules have it."""
        if isinstance(self._main, FallbackRecogniser):
            self._main.rest(self._resting)

    def _set_pace(self) -> None:
        late = self.strain >= Strain.SELDOM
        seldom = late or self._ladder.step >= Step.SELDOM
        for session in self._sessions:
            session.set_pace(
                steady=self.strain >= Strain.STEADY,
                quick=late,
                period_factor=SELDOM_FACTOR if seldom else 1.0,
            )

    def _say_too_slow(self, now_s: float) -> None:
        if self._slow_said_at_s is None or now_s - self._slow_said_at_s > SLOW_NOTICE_EVERY_S:
            self._slow_said_at_s = now_s
            self._on_notice(too_slow_notice(self._main.model))

    def shed(self, now_s: float) -> None:
        """Let go of speech that is too old to be captioned, and say so now and then."""
        n_lost = sum(session.shed(MOST_BEHIND_S) for session in self._sessions)
        self.n_lost += n_lost
        self._n_lost_unsaid += n_lost
        said = self._lost_said_at_s
        if self._n_lost_unsaid and (said is None or now_s - said > LOST_NOTICE_EVERY_S):
            seconds = self._n_lost_unsaid / SAMPLE_RATE_HZ
            log.warning("%.1f s of speech let go", seconds)
            self._on_notice(speech_lost_notice(seconds))
            self._lost_said_at_s = now_s
            self._n_lost_unsaid = 0

    def close(self) -> None:
        """Give the faster model's memory back."""
        self._standby.close()
        with self._lock:
            unused, self._offered = self._offered, None
        if unused is not None:
            unused.close()
