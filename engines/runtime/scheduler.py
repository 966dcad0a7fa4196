"""Many streams on one engine, or several: threads that take batches from the queue and answer each request.

Any thread may submit. Each engine's work runs on a thread of its own, one batch after another; answers are
set there, too.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Generic, TypeVar

from engines.runtime.batching import Batching, BatchSettings, Clock, Counts, LetGo, Reason, Waiting

log = logging.getLogger(__name__)

Request = TypeVar("Request")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Dropped:
    """The answer to a request that was let go, and why."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class _Asked(Generic[Request, Answer]):
    request: Request
    answer: Future[Answer | Dropped]


class Scheduler(Generic[Request, Answer]):
    """work: a bucket's requests, at most most_together of them, to their answers in the same order.
    others: the same of further engines, beside the first.

    Whatever `work` raises answers the requests of that batch, and the next batch goes on.
    """

    def __init__(
        self,
        work: Callable[[Sequence[Request]], Sequence[Answer]],
        settings: BatchSettings | None = None,
        *,
        others: Sequence[Callable[[Sequence[Request]], Sequence[Answer]]] = (),
        clock_ns: Clock = time.monotonic_ns,
    ) -> None:
        self._clock_ns = clock_ns
        self._batching: Batching[_Asked[Request, Answer]] = Batching(settings)
        self._changed = threading.Condition()
        self._closing = False
        self._threads = [
            threading.Thread(target=self._run, args=(each,), name=f"scheduler-{i}", daemon=True)
            for i, each in enumerate((work, *others))
        ]
        for thread in self._threads:
            thread.start()

    def submit(
        self,
        stream: Hashable,
        request: Request,
        *,
        bucket: Hashable = None,
        is_live: bool = True,
        deadline_ms: float | None = None,
    ) -> Future[Answer | Dropped]:
        """Queue one request of a stream. deadline_ms: from now; later nobody wants the answer."""
        asked: _Asked[Request, Answer] = _Asked(request, Future())
        now_ns = self._clock_ns()
        deadline_ns = None if deadline_ms is None else now_ns + round(deadline_ms * 1e6)
        with self._changed:
            gone = self._batching.add(
                stream, asked, now_ns, bucket=bucket, is_live=is_live, deadline_ns=deadline_ns
            )
            self._changed.notify()
        _answer_dropped(gone)
        return asked.answer

    def forget(self, stream: Hashable) -> None:
        """The stream has ended."""
        with self._changed:
            gone = self._batching.forget(stream)
            self._changed.notify()
        _answer_dropped(gone)

    @property
    def counts(self) -> Counts:
        """What became of the requests so far; read for display."""
        return self._batching.counts

    def close(self) -> None:
        """Let go of what waits and end the threads, after the batches in hand."""
        with self._changed:
            self._closing = True
            gone = self._batching.close()
            self._changed.notify_all()
        _answer_dropped(gone)
        for thread in self._threads:
            thread.join()

    def _run(self, work: Callable[[Sequence[Request]], Sequence[Answer]]) -> None:
        while True:
            with self._changed:
                batch, gone = self._batching.take(self._clock_ns())
                if not batch and not gone:
                    if self._closing:
                        return
                    self._changed.wait(self._wait_s())
            _answer_dropped(gone)
            if batch:
                self._answer(work, batch)
                with self._changed:
                    self._batching.done(batch)
                    # What waited for these streams may be another thread's.
                    self._changed.notify()

    def _wait_s(self) -> float | None:
        """Until the next batch is ready by itself; None: until someone asks."""
        now_ns = self._clock_ns()
        ready_ns = self._batching.ready_ns(now_ns)
        return None if ready_ns is None else max(0.0, (ready_ns - now_ns) / 1e9)

    def _answer(
        self,
        work: Callable[[Sequence[Request]], Sequence[Answer]],
        batch: Sequence[Waiting[_Asked[Request, Answer]]],
    ) -> None:
        asked = [each.payload for each in batch]
        try:
            answers = work([each.request for each in asked])
            if len(answers) != len(asked):
                raise RuntimeError(f"{len(asked)} requests had {len(answers)} answers")
        except Exception as error:
            log.error("a batch of %d failed: %s", len(asked), type(error).__name__)
            for each in asked:
                if each.answer.set_running_or_notify_cancel():
                    each.answer.set_exception(error)
            return
        for each, answer in zip(asked, answers, strict=True):
            _settle(each.answer, answer)


def _answer_dropped(gone: Sequence[LetGo[_Asked[Request, Answer]]]) -> None:
    for each, reason in gone:
        _settle(each.payload.answer, Dropped(reason))


def _settle(answer: Future[Answer | Dropped], value: Answer | Dropped) -> None:
    """Unless whoever asked has cancelled meanwhile."""
    if answer.set_running_or_notify_cancel():
        answer.set_result(value)
