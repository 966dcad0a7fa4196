"""Which requests share a batch: the rules one by one, and what must hold whatever comes; our own clock."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.runtime.batching import NS_A_MS, Batching, BatchSettings, Waiting


def ms(value: float) -> int:
    return round(value * NS_A_MS)


def taken(queue: Batching[str], at_ms: float) -> list[str]:
    """A batch that is answered at once."""
    batch, _ = queue.take(ms(at_ms))
    queue.done(batch)
    return [each.payload for each in batch]


def test_alone_nothing_is_waited_for() -> None:
    queue: Batching[str] = Batching()
    queue.add("a", "a1", ms(5))
    assert taken(queue, 5) == ["a1"]


def test_two_streams_wait_for_each_other_and_no_longer() -> None:
    queue: Batching[str] = Batching()
    queue.add("a", "a1", 0)
    queue.add("b", "b1", 0)
    assert taken(queue, 0) == ["a1", "b1"]
    queue.add("a", "a2", ms(250))
    assert taken(queue, 250) == []
    assert queue.ready_ns(ms(250)) == ms(260)
    queue.add("b", "b2", ms(253))
    assert taken(queue, 253) == ["a2", "b2"]


def test_the_window_ends() -> None:
    queue: Batching[str] = Batching()
    for stream in "ab":
        queue.add(stream, stream, 0)
    assert taken(queue, 0) == ["a", "b"]
    queue.add("a", "a2", ms(100))
    assert taken(queue, 109.9) == []
    assert taken(queue, 110) == ["a2"]


def test_a_stream_long_silent_is_no_company() -> None:
    queue: Batching[str] = Batching()
    queue.add("silent", "s", 0)
    assert taken(queue, 0) == ["s"]
    queue.add("a", "a1", ms(1001))
    assert taken(queue, 1001) == ["a1"]


def test_a_full_batch_waits_for_nobody() -> None:
    queue: Batching[str] = Batching(BatchSettings(most_together=2))
    for stream in "abc":
        queue.add(stream, stream, 0)
    assert taken(queue, 0) == ["a", "b"]
    assert taken(queue, 0) == []
    assert taken(queue, 10) == ["c"]


def test_a_newer_request_takes_the_place_of_the_live_one() -> None:
    queue: Batching[str] = Batching(BatchSettings(most_together=1))
    queue.add("a", "a1", 0)
    queue.add("b", "b1", ms(1))
    (gone,) = queue.add("a", "a2", ms(2))
    assert (gone[0].payload, gone[1]) == ("a1", "replaced")
    assert [taken(queue, 3), taken(queue, 3)] == [["a2"], ["b1"]]


def test_the_end_of_an_utterance_is_never_replaced_and_keeps_its_order() -> None:
    queue: Batching[str] = Batching()
    queue.add("a", "final", 0, is_live=False)
    assert queue.add("a", "next", 0) == []
    assert [taken(queue, 0), taken(queue, 0)] == [["final"], ["next"]]


def test_what_is_late_is_let_go() -> None:
    queue: Batching[str] = Batching()
    queue.add("a", "a1", 0, deadline_ns=ms(50))
    batch, gone = queue.take(ms(51))
    assert not batch
    assert [(each.payload, reason) for each, reason in gone] == [("a1", "late")]
    assert queue.counts.let_go["late"] == 1


def test_a_full_queue_lets_a_live_request_go_and_no_final_one() -> None:
    queue: Batching[str] = Batching(BatchSettings(most_waiting=2))
    queue.add("a", "a-final", 0, is_live=False)
    queue.add("b", "b1", 0)
    (gone,) = queue.add("c", "c1", 0)
    assert (gone[0].payload, gone[1]) == ("b1", "full")
    queue.add("c", "c-final", 0, is_live=False)
    (gone,) = queue.add("d", "d1", 0)
    assert (gone[0].payload, gone[1]) == ("d1", "full")


def test_room_goes_to_whoever_was_served_longest_ago() -> None:
    queue: Batching[str] = Batching(BatchSettings(most_together=2))
    for stream in "abc":
        queue.add(stream, f"{stream}1", 0)
    assert taken(queue, 0) == ["a1", "b1"]
    queue.add("a", "a2", 1)
    queue.add("b", "b2", 2)
    assert taken(queue, 20) == ["c1", "a2"]


def test_a_stream_that_ended_is_waited_for_no_more() -> None:
    queue: Batching[str] = Batching()
    for stream in "ab":
        queue.add(stream, stream, 0)
    (gone,) = queue.forget("b")
    assert (gone[0].payload, gone[1]) == ("b", "closed")
    assert taken(queue, 0) == ["a"]


def test_nothing_is_taken_of_a_stream_that_is_being_served() -> None:
    queue: Batching[str] = Batching()
    queue.add("a", "a1", 0)
    batch, _ = queue.take(0)
    queue.add("a", "a2", ms(1))
    assert queue.ready_ns(ms(1)) is None
    queue.add("b", "b1", ms(2))
    assert taken(queue, 2) == ["b1"], "nor is it waited for"
    assert taken(queue, 50) == []
    queue.done(batch)
    assert taken(queue, 50) == ["a2"]


def test_closed_everything_is_answered() -> None:
    queue: Batching[str] = Batching()
    queue.add("a", "a1", 0)
    assert [(each.payload, reason) for each, reason in queue.close()] == [("a1", "closed")]
    assert queue.add("a", "a2", 0)[0][1] == "closed"


EVENTS = st.lists(
    st.tuples(
        st.integers(0, 5),  # stream
        st.integers(0, 2),  # bucket
        st.booleans(),  # is it live
        st.one_of(st.none(), st.integers(0, 80)),  # ms to the deadline
        st.integers(0, 30),  # ms since the last event
        st.booleans(),  # is an engine idle after it
        st.booleans(),  # is what it takes done at once, or with the next
    ),
    max_size=60,
)


@settings(max_examples=60, deadline=None)
@given(events=EVENTS, together=st.integers(1, 5), room=st.integers(1, 8), window=st.integers(0, 20))
def test_whatever_comes(
    events: list[tuple[int, int, bool, int | None, int, bool, bool]], together: int, room: int, window: int
) -> None:
    """Nothing is lost or answered twice, no batch mixes buckets or streams, and nobody starves."""
    queue: Batching[int] = Batching(
        BatchSettings(window_ms=window, most_together=together, most_waiting=room)
    )
    answered: list[int] = []
    added_ms: dict[int, int] = {}
    taken_of: dict[int, list[int]] = {}
    in_hand: list[list[Waiting[int]]] = []
    now = 0

    def take(*, is_quick: bool = True) -> bool:
        busy = {each.stream for batch in in_hand for each in batch}
        oldest = min((each.since_ns for each in queue._waiting if each.stream not in busy), default=None)
        batch, gone = queue.take(ms(now))
        answered.extend(each.payload for each, _ in gone)
        for each, reason in gone:
            assert reason == "late"
            assert each.deadline_ns is not None
            assert each.deadline_ns < ms(now)
        assert len(batch) <= together
        assert len({each.bucket for each in batch}) <= 1
        assert len({each.stream for each in batch}) == len(batch)
        if batch and not gone:
            assert batch[0].since_ns == oldest, "the oldest that can be served is in every batch"
        assert not busy.intersection(each.stream for each in batch)
        for each in batch:
            assert each.deadline_ns is None or each.deadline_ns >= ms(now)
            answered.append(each.payload)
            taken_of.setdefault(each.stream, []).append(each.payload)
        in_hand.append(batch)
        while is_quick and in_hand:
            queue.done(in_hand.pop())
        return bool(batch)

    for n, (stream, bucket, is_live, deadline, pause, idle, is_quick) in enumerate(events):
        now += pause
        added_ms[n] = now
        limit = None if deadline is None else ms(now + deadline)
        gone = queue.add(stream, n, ms(now), bucket=bucket, is_live=is_live, deadline_ns=limit)
        answered.extend(each.payload for each, _ in gone)
        for each, reason in gone:
            assert reason == "replaced" or reason == "full"
            assert each.is_live or each.payload == n, "a final request that waits is kept"
        assert len(queue) <= room
        while idle and take(is_quick=is_quick):
            pass
    for batch in in_hand:
        queue.done(batch)
    in_hand.clear()
    n_left, n_batches = len(queue), 0
    now += window
    while take():
        n_batches += 1
    assert len(queue) == 0, "an idle engine empties the queue once the window is over"
    assert n_batches <= n_left
    assert sorted(answered) == list(range(len(events))), "each is answered exactly once"
    for payloads in taken_of.values():
        assert payloads == sorted(payloads), "a stream's answers keep its order"
    counts = queue.counts
    assert counts.added == counts.taken + sum(counts.let_go.values()) == len(events)
