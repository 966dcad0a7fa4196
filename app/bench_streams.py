"""`bench --streams N`: N live streams of the bundled clip on one recogniser, and how long passes take."""

from __future__ import annotations

import argparse
import heapq
import queue
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

import numpy as np

from app.captions.session import CaptionSession, SessionSettings
from app.model_choice import AUTO
from app.parts import make_recogniser
from app.paths import Paths
from engines.errors import UsageError
from engines.recogniser import Recogniser, TogetherRecogniser, load_for_streams
from engines.runtime.batching import BatchSettings, Counts
from engines.runtime.scheduler import Dropped, Scheduler
from engines.types import SAMPLE_RATE_HZ, Hypothesis, RecognitionRequest, Samples, SpeechChunk

PERIOD_S = SessionSettings().period_s
MOST_TOGETHER = 16
"""On an H200 several such batches side by side served more streams than one of 64."""

Answer = Future[Hypothesis | Dropped]


def streams_recogniser(arguments: argparse.Namespace, paths: Paths) -> Recogniser:
    """The one the flags ask for; on a CUDA card one that hears several streams at once. Raises UsageError."""
    if arguments.engine == "tensorrt":
        raise UsageError("Many streams run on cpu and cuda.", "Use --engine cuda or --engine cpu.")
    if arguments.engine != "cuda":
        return make_recogniser(arguments, paths)
    if arguments.model in (None, AUTO):
        raise UsageError("Many streams on a card want a model by name.", "Add for instance --model base.")
    return load_for_streams(
        arguments.model,
        models_dir=paths.models_dir,
        cache_dir=paths.cache_dir,
        most_together=min(MOST_TOGETHER, arguments.streams),
    )


@dataclass(slots=True)
class _Stream:
    """One speaker: the clip from some place on, again and again, a period at a time."""

    session: CaptionSession
    clip: Samples
    at: int
    n_said: int = 0
    utterance_id: int = 1
    waits: bool = False
    n_words: int = 0

    def speak(self) -> None:
        """The next period of sound; the clip's end ends an utterance."""
        piece = self.clip[self.at : self.at + round(PERIOD_S * SAMPLE_RATE_HZ)]
        self.at += len(piece)
        is_last = self.at >= len(self.clip)
        chunk = SpeechChunk(self.utterance_id, piece, self.n_said, is_last, time.monotonic_ns())
        self.n_said += len(piece)
        if is_last:
            self.at = 0
            self.utterance_id += 1
        self.session.add(chunk)


class _Run:
    """The streams, the queue that they share, and what came of it. One thread, and the scheduler's."""

    def __init__(self, recogniser: Recogniser, clip: Samples, n_streams: int) -> None:
        self._recogniser = recogniser
        self._together = recogniser if isinstance(recogniser, TogetherRecogniser) else None
        self.most = min(MOST_TOGETHER, self._together.most_together) if self._together else 1
        language = "en" if "en" in recogniser.languages else recogniser.languages[0]
        settings = SessionSettings(language=language)
        # Not all at the same word.
        self.streams = [
            _Stream(CaptionSession(str(i), settings), clip, i * SAMPLE_RATE_HZ % len(clip))
            for i in range(n_streams)
        ]
        self._scheduler: Scheduler[RecognitionRequest, Hypothesis] = Scheduler(
            self._work, BatchSettings(most_together=self.most, most_waiting=4 * n_streams)
        )
        self._answers: queue.SimpleQueue[tuple[_Stream, RecognitionRequest, float, Answer]] = (
            queue.SimpleQueue()
        )
        self.took_ms: list[float] = []

    def _work(self, requests: Sequence[RecognitionRequest]) -> list[Hypothesis]:
        if self._together is None:
            return [self._recogniser.recognise(request) for request in requests]
        return self._together.recognise_together(requests)

    @property
    def counts(self) -> Counts:
        return self._scheduler.counts

    def speak(self, stream: _Stream) -> None:
        stream.speak()
        self._ask(stream)

    def _ask(self, stream: _Stream) -> None:
        """For the pass that is due, if any; a stream asks for one at a time, as a caption's does."""
        request = None if stream.waits else stream.session.next_request()
        if request is None:
            return
        stream.waits = True
        asked = time.perf_counter()
        bucket = self._together.bucket(request) if self._together else 0
        answer = self._scheduler.submit(id(stream), request, bucket=bucket, is_live=not request.is_final)
        answer.add_done_callback(lambda done: self._answers.put((stream, request, asked, done)))

    def take(self, timeout_s: float) -> None:
        """The next answer, if one comes in time. Raises what the recogniser raised."""
        try:
            stream, request, asked, done = self._answers.get(timeout=max(0.0, timeout_s))
        except queue.Empty:
            return
        answer = done.result()
        stream.waits = False
        if not isinstance(answer, Dropped):
            self.took_ms.append((time.perf_counter() - asked) * 1000)
            for update in stream.session.accept(request, answer):
                stream.n_words += len(update.committed.split()) if update.is_final else 0
        self._ask(stream)

    def close(self) -> None:
        self._scheduler.close()


def measure_streams(recogniser: Recogniser, clip: Samples, n_streams: int, seconds: float) -> dict[str, Any]:
    """n_streams live for `seconds`, evenly apart. A pass's time is from its request to its words, in ms.

    Raises what the recogniser raises.
    """
    run = _Run(recogniser, clip, n_streams)
    begun = time.perf_counter()
    due = [(begun + PERIOD_S * i / n_streams, i) for i in range(n_streams)]
    heapq.heapify(due)
    try:
        while due[0][0] < begun + seconds:
            pause_s = due[0][0] - time.perf_counter()
            if pause_s > 0:
                run.take(pause_s)
                continue
            when, i = heapq.heappop(due)
            run.speak(run.streams[i])
            heapq.heappush(due, (when + PERIOD_S, i))
            run.take(0.0)
        behind_s = max(stream.session.behind_s for stream in run.streams)
    finally:
        run.close()
    p50, p95, p99 = (round(float(ms), 1) for ms in np.percentile(run.took_ms or [0.0], (50, 95, 99)))
    counts = run.counts
    return {
        "streams": n_streams,
        "seconds": seconds,
        "passes": len(run.took_ms),
        "p50_ms": p50,
        "p95_ms": p95,
        "p99_ms": p99,
        "together_at_most": run.most,
        "together_mean": round(counts.taken / max(1, counts.batches), 2),
        "dropped": sum(n for reason, n in counts.let_go.items() if reason != "closed"),
        "behind_seconds": round(behind_s, 2),
        "words": sum(stream.n_words for stream in run.streams),
    }


def streams_table(figures: dict[str, Any]) -> str:
    """The figures for a person."""
    f = figures
    return (
        f"{f['model']} on {f['engine']}; {f['machine']}, {f['processors']} cores\n"
        f"{f['streams']} streams for {f['seconds']:g} s: {f['passes']} passes, half within {f['p50_ms']} ms, "
        f"95 % within {f['p95_ms']} ms, 99 % within {f['p99_ms']} ms\n"
        f"recognised together: {f['together_mean']} in the mean, {f['together_at_most']} at most; "
        f"{f['dropped']} dropped; {f['behind_seconds']} s behind at the end"
    )
