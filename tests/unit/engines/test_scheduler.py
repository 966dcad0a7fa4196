"""The scheduler's thread: answers reach whoever asked, whatever becomes of the work."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import wait

import pytest

from engines.errors import EngineError
from engines.runtime.batching import BatchSettings
from engines.runtime.scheduler import Dropped, Scheduler

LIMIT_S = 60.0


class Held:
    """An engine that works when it is let."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.started, self.go_on = threading.Event(), threading.Event()

    def work(self, requests: Sequence[int]) -> list[int]:
        self.batches.append(list(requests))
        self.started.set()
        assert self.go_on.wait(LIMIT_S)
        if any(request < 0 for request in requests):
            raise EngineError("A pass failed.")
        return [10 * request for request in requests]


@pytest.fixture
def held() -> Iterator[tuple[Held, Scheduler[int, int]]]:
    engine = Held()
    scheduler: Scheduler[int, int] = Scheduler(engine.work, BatchSettings(window_ms=0.0, most_together=4))
    yield engine, scheduler
    engine.go_on.set()
    scheduler.close()


def test_what_comes_while_the_engine_works_is_done_together(held: tuple[Held, Scheduler[int, int]]) -> None:
    engine, scheduler = held
    first = scheduler.submit("a", 1)
    assert engine.started.wait(LIMIT_S)
    others = [scheduler.submit(stream, n) for n, stream in enumerate("bcd", 2)]
    engine.go_on.set()
    assert [f.result(LIMIT_S) for f in (first, *others)] == [10, 20, 30, 40]
    assert engine.batches == [[1], [2, 3, 4]]
    assert scheduler.counts.batches == 2


def test_a_newer_request_answers_the_older_as_dropped(held: tuple[Held, Scheduler[int, int]]) -> None:
    engine, scheduler = held
    scheduler.submit("a", 1)
    assert engine.started.wait(LIMIT_S)
    older, newer = scheduler.submit("b", 2), scheduler.submit("b", 3)
    assert older.result(LIMIT_S) == Dropped("replaced")
    engine.go_on.set()
    assert newer.result(LIMIT_S) == 30


def test_a_late_request_is_answered_as_dropped(held: tuple[Held, Scheduler[int, int]]) -> None:
    engine, scheduler = held
    scheduler.submit("a", 1)
    assert engine.started.wait(LIMIT_S)
    late = scheduler.submit("b", 2, deadline_ms=-1.0)
    engine.go_on.set()
    assert late.result(LIMIT_S) == Dropped("late")
    assert scheduler.counts.let_go["late"] == 1


def test_a_failure_answers_its_batch_alone(held: tuple[Held, Scheduler[int, int]]) -> None:
    engine, scheduler = held
    engine.go_on.set()
    with pytest.raises(EngineError):
        scheduler.submit("a", -1).result(LIMIT_S)
    assert scheduler.submit("a", 2).result(LIMIT_S) == 20


def test_whoever_cancels_holds_nobody_up(held: tuple[Held, Scheduler[int, int]]) -> None:
    engine, scheduler = held
    scheduler.submit("a", 1)
    assert engine.started.wait(LIMIT_S)
    cancelled, other = scheduler.submit("b", 2), scheduler.submit("c", 3)
    assert cancelled.cancel()
    engine.go_on.set()
    assert other.result(LIMIT_S) == 30


def test_closing_answers_what_waits(held: tuple[Held, Scheduler[int, int]]) -> None:
    engine, scheduler = held
    first = scheduler.submit("a", 1)
    assert engine.started.wait(LIMIT_S)
    second = scheduler.submit("b", 2)
    closing = threading.Thread(target=scheduler.close)
    closing.start()
    assert second.result(LIMIT_S) == Dropped("closed")
    engine.go_on.set()
    closing.join(LIMIT_S)
    assert not closing.is_alive()
    assert first.result(LIMIT_S) == 10
    assert scheduler.submit("a", 3).result(LIMIT_S) == Dropped("closed")


def test_two_engines_work_side_by_side_and_never_on_one_stream() -> None:
    first, second = Held(), Held()
    scheduler: Scheduler[int, int] = Scheduler(
        first.work, BatchSettings(window_ms=0.0, most_together=1), others=[second.work]
    )
    answers = [scheduler.submit("a", 1, is_live=False), scheduler.submit("a", 2, is_live=False)]
    answers.append(scheduler.submit("b", 3))
    assert first.started.wait(LIMIT_S)
    assert second.started.wait(LIMIT_S)
    assert sorted([*first.batches, *second.batches]) == [[1], [3]]
    for engine in (first, second):
        engine.go_on.set()
    assert [answer.result(LIMIT_S) for answer in answers] == [10, 20, 30]
    scheduler.close()


@pytest.mark.parametrize("n_engines", [1, 3])
def test_many_threads_at_once(n_engines: int) -> None:
    def work(requests: Sequence[int]) -> list[int]:
        return [request + 1 for request in requests]

    settings = BatchSettings(window_ms=1.0, most_together=8)
    scheduler: Scheduler[int, int] = Scheduler(work, settings, others=[work] * (n_engines - 1))
    answers: dict[int, list[int]] = {}

    def stream(name: int) -> None:
        answers[name] = [
            answer
            for n in range(50)
            if isinstance(answer := scheduler.submit(name, n, is_live=False).result(LIMIT_S), int)
        ]

    threads = [threading.Thread(target=stream, args=(name,)) for name in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT_S)
    scheduler.close()
    assert answers == {name: list(range(1, 51)) for name in range(12)}
    done, waiting = wait([scheduler.submit("x", 1)], LIMIT_S)
    assert done
    assert not waiting
