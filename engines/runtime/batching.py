"""Which of many streams' requests are recognised together, and which are let go; pure, no thread, no clock.

Every call is given the time (ns of one monotonic clock), so that tests need no waiting. Whatever is added is
answered exactly once: it comes out of `take` in a batch, or in the list of what was let go.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

Payload = TypeVar("Payload")

Reason = Literal["replaced", "late", "full", "closed"]
"""Why a request was let go: a newer one of its stream came, its deadline passed, the queue was full, the
scheduler was closed."""

NS_A_MS = 1_000_000


@dataclass(frozen=True, slots=True)
class BatchSettings:
    """window_ms: how long a request waits for others to be recognised with. most_together: requests of one
    batch; 1 for an engine that takes one at a time. most_waiting: requests that may wait. company_s: a stream
    that has asked within that time is company, worth waiting for."""

    window_ms: float = 10.0
    most_together: int = 16
    most_waiting: int = 1024
    company_s: float = 1.0

    def __post_init__(self) -> None:
        if self.window_ms < 0 or self.most_together < 1 or self.most_waiting < 1:
            raise ValueError("a batch holds at least one request, and waits no negative time")


@dataclass(frozen=True, slots=True)
class Waiting(Generic[Payload]):
    """A request in the queue.

    bucket: requests of different buckets (encoder lengths) cannot share a batch. is_live: worth nothing once
    the stream has a newer one. since_ns: when it came, or the one whose place it took. deadline_ns: after
    that nobody wants its answer; None: it is always wanted.
    """

    stream: Hashable
    payload: Payload
    bucket: Hashable
    is_live: bool
    since_ns: int
    deadline_ns: int | None = None
    order: int = 0


LetGo = tuple[Waiting[Payload], Reason]


@dataclass(slots=True)
class Counts:
    """What became of the requests so far."""

    added: int = 0
    taken: int = 0
    batches: int = 0
    let_go: dict[Reason, int] = field(
        default_factory=lambda: {"replaced": 0, "late": 0, "full": 0, "closed": 0}
    )


class Batching(Generic[Payload]):
    """The queue. One thread at a time.

    - A batch has one bucket, and one request of a stream, its oldest, so that answers keep their order.
    - Nothing is taken of a stream whose last batch is not `done`, as where several engines share the queue.
    - The oldest request of the other streams is in the next batch. So each waits at most for those that came
      before it, and no bucket and no stream can starve another; room that is left goes to the streams served
      longest ago.
    - A newer request of a stream takes the place in the queue of its waiting live one, which is let go.
    - When the queue is full, the newest live request of the stream with most waiting makes room; where no
      live one waits, the new one is let go.
    """

    def __init__(self, settings: BatchSettings | None = None) -> None:
        self.settings = settings or BatchSettings()
        self.counts = Counts()
        # By age: a request that takes another's place takes its age, too.
        self._waiting: list[Waiting[Payload]] = []
        self._asked_ns: dict[Hashable, int] = {}
        self._served: dict[Hashable, int] = {}
        self._busy: set[Hashable] = set()
        self._closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def add(
        self,
        stream: Hashable,
        payload: Payload,
        now_ns: int,
        *,
        bucket: Hashable = None,
        is_live: bool = True,
        deadline_ns: int | None = None,
    ) -> list[LetGo[Payload]]:
        """Queue a request; returns those that were let go for it, itself perhaps among them."""
        self.counts.added += 1
        self._asked_ns[stream] = now_ns
        new = Waiting(stream, payload, bucket, is_live, now_ns, deadline_ns, self.counts.added)
        if self._closed:
            return self._let_go([(new, "closed")])
        for i, other in enumerate(self._waiting):
            if other.stream == stream and other.is_live:
                # The place, not the time of asking, so that a stream that asks often is not always last.
                self._waiting[i] = Waiting(
                    stream, payload, bucket, is_live, other.since_ns, deadline_ns, other.order
                )
                return self._let_go([(other, "replaced")])
        if len(self._waiting) < self.settings.most_waiting:
            self._waiting.append(new)
            return []
        victim = self._to_make_room()
        if victim is None:
            return self._let_go([(new, "full")])
        self._waiting.remove(victim)
        self._waiting.append(new)
        return self._let_go([(victim, "full")])

    def _to_make_room(self) -> Waiting[Payload] | None:
        n_waiting: dict[Hashable, int] = {}
        for each in self._waiting:
            n_waiting[each.stream] = n_waiting.get(each.stream, 0) + 1
        live = [each for each in self._waiting if each.is_live]
        return max(live, key=lambda each: (n_waiting[each.stream], each.order), default=None)

    def _let_go(self, gone: list[LetGo[Payload]]) -> list[LetGo[Payload]]:
        for _, reason in gone:
            self.counts.let_go[reason] += 1
        return gone

    def ready_ns(self, now_ns: int) -> int | None:
        """When `take` will give a batch to an idle engine: now or before, later, or None while nothing waits.

        A full batch waits for nothing, nor does one that no other stream could join: each stream that asked
        within company_s waits already or is being served. Else the oldest request waits out the window.
        """
        free = self._free()
        if not free:
            return None
        oldest = free[0]
        if len({w.stream for w in free if w.bucket == oldest.bucket}) >= self.settings.most_together:
            return now_ns
        here = self._busy.union(each.stream for each in free)
        company = round(self.settings.company_s * 1e9)
        if all(stream in here or now_ns - asked_ns > company for stream, asked_ns in self._asked_ns.items()):
            return now_ns
        return oldest.since_ns + round(self.settings.window_ms * NS_A_MS)

    def take(self, now_ns: int) -> tuple[list[Waiting[Payload]], list[LetGo[Payload]]]:
        """The next batch, empty while it is not ready; and the late ones, let go in any case."""
        late = [w for w in self._waiting if w.deadline_ns is not None and w.deadline_ns < now_ns]
        if late:
            self._remove(late)
        gone = self._let_go([(each, "late") for each in late])
        ready_ns = self.ready_ns(now_ns)
        if ready_ns is None or ready_ns > now_ns:
            return [], gone
        batch = self._together()[: self.settings.most_together]
        self._remove(batch)
        self.counts.batches += 1
        self.counts.taken += len(batch)
        for each in batch:
            self._served[each.stream] = self.counts.batches
            self._busy.add(each.stream)
        return batch, gone

    def done(self, batch: list[Waiting[Payload]]) -> None:
        """The batch is answered: more of its streams may be taken."""
        self._busy.difference_update(each.stream for each in batch)

    def _free(self) -> list[Waiting[Payload]]:
        return [each for each in self._waiting if each.stream not in self._busy]

    def _remove(self, gone: list[Waiting[Payload]]) -> None:
        orders = {each.order for each in gone}
        self._waiting = [each for each in self._waiting if each.order not in orders]

    def _together(self) -> list[Waiting[Payload]]:
        """What can share a batch with the oldest request, in the order of who gets a place."""
        free = self._free()
        oldest = free[0]
        first: dict[Hashable, Waiting[Payload]] = {}
        for each in free:
            first.setdefault(each.stream, each)
        others = [w for w in first.values() if w.bucket == oldest.bucket and w is not oldest]
        others.sort(key=lambda each: (self._served.get(each.stream, 0), each.order))
        return [oldest, *others]

    def forget(self, stream: Hashable) -> list[LetGo[Payload]]:
        """The stream has ended: what it has waiting is let go, and nobody waits for its company."""
        gone = [each for each in self._waiting if each.stream == stream]
        self._waiting = [each for each in self._waiting if each.stream != stream]
        self._asked_ns.pop(stream, None)
        self._served.pop(stream, None)
        self._busy.discard(stream)
        return self._let_go([(each, "closed") for each in gone])

    def close(self) -> list[LetGo[Payload]]:
        """Let go of everything that waits; what is added later is let go at once."""
        self._closed = True
        gone, self._waiting = self._waiting, []
        return self._let_go([(each, "closed") for each in gone])


Clock = Callable[[], int]
