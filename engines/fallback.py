"""A recogniser that never stops: the card's engine while it works, the processor's where it does not.

`recognise` is called by one thread. A thread of its own starts the card's engine, notices when it dies
between two passes, and starts it again later and later. The processor's recogniser is loaded all the time,
so that a pass that the card loses is made again there at once, over the same sound.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from engines.errors import EngineDistrustedError, EngineError
from engines.recogniser import Recogniser
from engines.types import Hypothesis, RecognitionRequest

log = logging.getLogger(__name__)

BACK_OFF_S = (2.0, 10.0, 60.0, 300.0)
"""Waits before the card is tried again, one after another; the last for ever."""

SETTLED_S = 20.0
"""An engine that has worked that long is tried again after the first wait."""

CHECK_S = 0.25
TALKING_S = 5.0
"""An utterance without a pass for that long is taken to have ended."""


class Host(Recogniser, Protocol):
    """A recogniser that may be lost: engines.runtime.host.HostedRecogniser."""

    def alive(self) -> bool: ...

    def cause(self) -> str: ...

    def kill(self) -> None: ...


Starter = Callable[[threading.Event], Host]
"""Starts the card's engine, and returns when it is ready and trusted; gives up when the event is set.

Raises EngineError where it cannot be used now, EngineDistrustedError where it is not worth another try.
"""


@dataclass(frozen=True, slots=True)
class EngineNotice:
    """What the user should know of the engine: what happened (title) and what comes of it (advice)."""

    code: str
    severity: Literal["info", "warning"]
    title: str
    advice: str


@dataclass(slots=True)
class News:
    """What a starter tells of its work while it lasts. doing: for the status line; "" for nothing unusual.
    built: it has made the engine, which took a while."""

    doing: str = ""
    built: bool = False
    notices: queue.SimpleQueue[EngineNotice] = field(default_factory=queue.SimpleQueue)


class FallbackRecogniser:
    """Serves the Recogniser protocol with `start`'s engine, else with `spare`. Owns both.

    wanted: the name of the engine that is wanted, such as "tensorrt". news: where `start` tells of its work.
    """

    def __init__(
        self,
        spare: Recogniser,
        start: Starter,
        *,
        wanted: str,
        back_off_s: Sequence[float] = BACK_OFF_S,
        news: News | None = None,
    ) -> None:
        self._spare = spare
        self._start = start
        self._wanted = wanted
        self._back_off_s = tuple(back_off_s)
        self._lock = threading.Lock()
        self._host: Host | None = None
        self._in_use = False
        self._why_not = f"{wanted} is starting"
        self._resting = ""
        self._news = news or News()
        self._n_losses = 0
        self._talking: dict[tuple[str, int], float] = {}
        self._closing = threading.Event()
        self._wake = threading.Event()
        self._tried = threading.Event()
        self._keeper = threading.Thread(target=self._keep, name="engine keeper", daemon=True)
        self._keeper.start()

    @property
    def model(self) -> str:
        return self._spare.model

    @property
    def engine(self) -> str:
        """The engine of the next pass, with the reason where it is not the one that is wanted."""
        with self._lock:
            if self._in_use or (self._host is not None and not self._talking and not self._resting):
                return self._wanted
            return f"{self._spare.engine} ({self._resting or self._news.doing or self._why_not})"

    @property
    def languages(self) -> tuple[str, ...]:
        return self._spare.languages

    @property
    def n_losses(self) -> int:
        """How often the card's engine was lost."""
        return self._n_losses

    def take_notices(self) -> list[EngineNotice]:
        """What has happened since the last call."""
        taken: list[EngineNotice] = []
        with contextlib.suppress(queue.Empty):
            while True:
                taken.append(self._news.notices.get_nowait())
        return taken

    def rest(self, reason: str) -> None:
        """Leave the card alone from the next utterance on, for that reason; "" to use it again."""
        with self._lock:
            self._resting = reason

    def wait(self) -> None:
        """Return when the card's engine has started for the first time, or has failed to."""
        # Not without a limit: Windows would not see Ctrl+C.
        while not self._tried.wait(CHECK_S):
            pass

    def recognise(self, request: RecognitionRequest) -> Hypothesis:
        """One pass, on the processor where the card loses it. Raises EngineError when that fails too."""
        host = self._chosen(request)
        if host is not None:
            try:
                return host.recognise(request)
            except EngineError as error:
                self._lose(host, error)
        return self._spare.recognise(request)

    def close(self) -> None:
        """End the card's engine and its keeper; close the spare."""
        self._closing.set()
        self._wake.set()
        self._keeper.join()
        with self._lock:
            host, self._host = self._host, None
        if host is not None:
            host.close()
        self._spare.close()

    def _chosen(self, request: RecognitionRequest) -> Host | None:
        """The card's engine, taken into use only between utterances: their words must not change midway."""
        now = time.monotonic()
        utterance = request.source, request.utterance_id
        with self._lock:
            talking = {who: at for who, at in self._talking.items() if now - at < TALKING_S}
            begins = utterance not in talking or request.revision <= 1
            others = talking.keys() - {utterance}
            if request.is_final:
                talking.pop(utterance, None)
            else:
                talking[utterance] = now
            self._talking = talking
            if begins and not others and self._resting:
                self._in_use = False
            elif begins and not others and self._host is not None and not self._in_use:
                self._in_use = True
                self._why_not = ""
            return self._host if self._in_use else None

    def _lose(self, host: Host, error: EngineError) -> None:
        """Go on without the card. Called by the thread that noticed; the other may have been faster."""
        with self._lock:
            if self._host is not host:
                return
            self._host = None
            self._in_use = False
            self._n_losses += 1
            self._explain("card lost", error)
        log.warning("the engine %s was lost: %s", self._wanted, error)
        host.kill()
        self._wake.set()

    def _explain(self, what: str, error: EngineError) -> None:
        """Keep the reason for the status line, and say it once. Under the lock."""
        reason = f"{what}: {str(error).rstrip('.')}"
        if reason == self._why_not:
            return
        self._why_not = reason
        distrusted = isinstance(error, EngineDistrustedError)
        default = "" if distrusted else "Captions go on on the processor, and the card is tried again."
        code = "engine-distrusted" if distrusted else "engine-lost"
        title = f"The engine {self._wanted} is not used ({reason})."
        self._news.notices.put(EngineNotice(code, "warning", title, error.advice or default))

    def _keep(self) -> None:
        """Thread: have the card's engine ready, whatever happens to it."""
        n_failures = 0
        while not self._closing.is_set():
            self._wake.clear()
            try:
                host = self._start(self._closing)
            except EngineDistrustedError as error:
                self._fail("not trusted", error)
                return
            except EngineError as error:
                self._fail("cannot start", error)
            except Exception as error:
                # A bug of ours must not end the thread that others wait for.
                log.exception("the engine %s", self._wanted)
                self._fail("cannot start", EngineError(type(error).__name__))
            else:
                n_failures = 0 if self._watch(host) > SETTLED_S else n_failures
            delay_s = self._back_off_s[min(n_failures, len(self._back_off_s) - 1)]
            n_failures += 1
            self._closing.wait(delay_s)

    def _fail(self, what: str, error: EngineError) -> None:
        if self._closing.is_set():
            return
        log.warning("the engine %s %s: %s", self._wanted, what, error)
        with self._lock:
            self._explain(what, error)
        self._tried.set()

    def _watch(self, host: Host) -> float:
        """Offer the engine to `recognise` and return when it is lost; returns how long it was there, in s."""
        began = time.monotonic()
        with self._lock:
            self._host = host
            self._why_not = f"{self._wanted} is ready"
            if self._n_losses or self._tried.is_set() or self._news.built:
                title = f"The engine {self._wanted} works{'' if self._news.built else ' again'}."
                self._news.notices.put(EngineNotice("engine-back", "info", title, ""))
            self._news.built = False
        log.info("the engine %s is ready", self._wanted)
        self._tried.set()
        while not self._closing.is_set() and not self._wake.wait(CHECK_S):
            if not host.alive():
                self._lose(host, EngineError(host.cause()))
        return time.monotonic() - began
