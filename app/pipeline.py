"""The worker loop: sources -> detector -> recogniser -> policy -> updates. No Qt, no SQLite; one thread."""

from __future__ import annotations

import contextlib
import logging
import queue
import time
from collections.abc import Callable
from dataclasses import dataclass

from app.audio.source import AudioSource
from app.captions.session import CaptionSession
from app.captions.types import CaptionUpdate, Severity, UserNotice
from app.load import Strain
from app.metrics import Metrics, Stage
from app.notices import language_notice
from app.relief import FindFaster, Relief
from app.rules import Limits, Readings
from engines.errors import SightlineError
from engines.fallback import FallbackRecogniser
from engines.recogniser import Recogniser, TogetherRecogniser
from engines.runtime.batching import NS_A_MS, Batching, BatchSettings
from engines.speech.detector import Detector
from engines.types import SAMPLE_RATE_HZ, AudioBlock, Hypothesis, RecognitionRequest

log = logging.getLogger(__name__)

IDLE_WAIT_S = 0.02
STATUS_PERIOD_S = 0.25
GOOD_NEWS = ("capture-resumed", "computer-slept", "device-changed")
N_FAULTS_BEFORE_NOTICE = 3
JUDGE_PERIOD_S, JUDGE_WINDOW_S = 1.0, 10.0


@dataclass(frozen=True, slots=True)
class PipelineStatus:
    """What the status line says. level: 0..1 per source; lag_s: age of what was heard last.

    strain: what is given up on a busy machine; uses_faster: the model, too.
    lost_s: speech that could not be captioned so far.
    """

    levels: tuple[tuple[str, float], ...]
    engine: str
    model: str
    lag_s: float
    speaking: bool
    paused: bool = False
    strain: Strain = Strain.NONE
    uses_faster: bool = False
    lost_s: float = 0.0
    troubles: tuple[tuple[str, str], ...] = ()
    """(source, what keeps its sound from arriving) for as long as it does."""


def engine_notices(recogniser: Recogniser) -> list[UserNotice]:
    """What has happened to the engine since the last call: the card was lost, or works again."""
    if not isinstance(recogniser, FallbackRecogniser):
        return []
    return [UserNotice(n.code, n.severity, n.title, n.advice) for n in recogniser.take_notices()]


@dataclass(frozen=True, slots=True)
class Totals:
    """Figures since the start. audio_s: sound of the source that delivered most. n_lost: samples lost, by
    the source or because they waited too long.
    """

    audio_s: float
    compute_s: float
    n_passes: int
    n_rejected: int
    n_lost: int


@dataclass(slots=True)
class SourceLine:
    """One source with its own detector and captions."""

    source: AudioSource
    detector: Detector
    session: CaptionSession
    n_samples: int = 0
    flushed: bool = False
    is_queued: bool = False


_AskedOf = tuple[SourceLine, RecognitionRequest]


class CaptionPipeline:
    """Runs until its sources end or `stop` is asked. Callbacks come on the thread that calls `run`."""

    def __init__(
        self,
        lines: list[SourceLine],
        recogniser: Recogniser,
        *,
        on_update: Callable[[CaptionUpdate, float], None],
        on_notice: Callable[[UserNotice, float], None] = lambda notice, wall_s: None,
        on_status: Callable[[PipelineStatus], None] = lambda status: None,
        clock_ns: Callable[[], int] = time.monotonic_ns,
        find_faster: FindFaster = lambda language: None,
        metrics: Metrics | None = None,
        limits: Limits | None = None,
        free_mb: Callable[[], float | None] = lambda: None,
        on_replaced: Callable[[Recogniser], None] = lambda newer: None,
    ) -> None:
        self._lines = lines
        self.metrics = metrics or Metrics(lambda: clock_ns() / 1e9)
        self._recogniser = recogniser
        self._relief = Relief(
            recogniser,
            [line.session for line in lines],
            find_faster,
            self._tell,
            limits=limits,
            on_step=self.metrics.noticed,
        )
        self._free_mb = free_mb
        self._on_replaced = on_replaced
        self._to_tell: queue.SimpleQueue[UserNotice] = queue.SimpleQueue()
        self._judge_at_ns = 0
        self._language: str | None = None
        self._on_update = on_update
        self._on_notice = on_notice
        self._on_status = on_status
        self._clock_ns = clock_ns
        self._first_sample_ns: int | None = None
        self._stopping = False
        self._pause_asked = False
        together = recogniser.most_together if isinstance(recogniser, TogetherRecogniser) else 1
        self._turns: Batching[SourceLine] = Batching(BatchSettings(most_together=together))
        self._compute_s = 0.0
        self._n_passes = 0
        self._n_rejected = 0
        self._n_lost = 0
        self._n_faults = 0
        self._lag_s = 0.0
        self._status_at_ns = 0

    def stop(self) -> None:
        """Ask the loop to end after the pass in hand; any thread."""
        self._stopping = True

    def pause(self, paused: bool) -> None:
        """Close the sources, or open them again; any thread."""
        self._pause_asked = paused

    @property
    def wall_s(self) -> float:
        """Seconds since the first sample was available."""
        if self._first_sample_ns is None:
            return 0.0
        return (self._clock_ns() - self._first_sample_ns) / 1e9

    @property
    def totals(self) -> Totals:
        audio_s = max((line.n_samples for line in self._lines), default=0) / SAMPLE_RATE_HZ
        return Totals(
            audio_s, self._compute_s, self._n_passes, self._n_rejected, self._n_lost + self._relief.n_lost
        )

    def run(self) -> None:
        """Caption until every source has ended or `stop`; what was being said is then completed."""
        while not self._stopping:
            if self._pause_asked:
                self._rest()
                continue
            n_blocks = sum(self._drain(line) for line in self._lines)
            self._shed()
            passed = self._one_pass()
            self._tell_of_engine()
            self._judge()
            self._take_offer()
            self._report_status()
            if passed or n_blocks:
                continue
            if not self._is_behind:
                self._relief.rested(self.wall_s, self._language)
            if all(line.flushed for line in self._lines):
                break
            self._wait()
        for line in self._lines:
            self._flush(line)
        while self._one_pass(waits=False):
            pass
        self._tell_of_engine()
        self._relief.close()

    def _shed(self) -> None:
        n_before = self._relief.n_lost
        self._relief.shed(self.wall_s)
        if self._relief.n_lost > n_before:
            self.metrics.lost("late", (self._relief.n_lost - n_before) / SAMPLE_RATE_HZ)

    def offer(self, recogniser: Recogniser) -> None:
        """A newer one of the same model: taken into use between utterances, and closed by the pipeline when
        it is not; any thread."""
        self._relief.offer(recogniser)

    def tell(self, notice: UserNotice) -> None:
        """Pass a notice on from the pipeline's own thread; any thread."""
        self._to_tell.put(notice)

    def _take_offer(self) -> None:
        if all(line.session.is_idle for line in self._lines):
            newer = self._relief.take_offer()
            if newer is not None:
                self._recogniser = newer
                self._on_replaced(newer)

    def _judge(self) -> None:
        """Hold what is measured against the limits of the settings."""
        now_ns = self._clock_ns()
        if now_ns - self._judge_at_ns < JUDGE_PERIOD_S * 1e9:
            return
        self._judge_at_ns = now_ns
        seen = self.metrics.snapshot(JUDGE_WINDOW_S)
        on_card = self._relief.current.engine.split(" ")[0] in ("cuda", "tensorrt")
        free_mb = [self._free_mb()]
        if on_card:
            free_mb += [
                (card.memory_total_bytes - card.memory_used_bytes) / 1e6
                for card in seen.cards
                if card.memory_total_bytes is not None and card.memory_used_bytes is not None
            ]
        readings = Readings(
            p95_s=seen.stages["end_to_end"].p95_s,
            hottest_c=max((c.temperature_c for c in seen.cards if c.temperature_c is not None), default=None),
            free_mb=min((each for each in free_mb if each is not None), default=None),
            n_failed=seen.recent_failed,
            on_card=on_card,
        )
        self._relief.judge(self.wall_s, readings, self._language)

    def _tell_of_engine(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                self._tell(self._to_tell.get_nowait())
        for notice in engine_notices(self._recogniser):
            self._tell(notice)

    def _tell(self, notice: UserNotice) -> None:
        self.metrics.noticed(notice.code)
        self._on_notice(notice, self.wall_s)

    @property
    def _is_behind(self) -> bool:
        return any(line.session.behind_s > 0 for line in self._lines)

    def _rest(self) -> None:
        """Complete what was being said, close the sources, and sleep until resumed."""
        lines = [line for line in self._lines if not line.flushed]
        for line in lines:
            for chunk in line.detector.flush(self._clock_ns()):
                line.session.add(chunk)
        while self._one_pass(waits=False):
            pass
        for line in lines:
            line.source.close()
        while self._pause_asked and not self._stopping:
            self._tell_of_engine()
            self._report_status()
            time.sleep(IDLE_WAIT_S)
        for line in lines:
            if not self._stopping:
                # A device that went away meanwhile is waited for.
                line.source.open(wait=True)

    def _wait(self) -> None:
        for line in self._lines:
            if not line.flushed:
                self._take(line, self._wait_s())
                return

    def _wait_s(self) -> float:
        """No longer than until a pass that waits for another source's is run without it."""
        now_ns = self._clock_ns()
        ready_ns = self._turns.ready_ns(now_ns)
        return IDLE_WAIT_S if ready_ns is None else min(IDLE_WAIT_S, max(0.0, (ready_ns - now_ns) / 1e9))

    def _drain(self, line: SourceLine) -> int:
        """Take every block that was captured by now; returns how many.

        A file that is read faster than it plays is not taken whole before the first pass.
        """
        n_blocks = 0
        now_ns, captured_ns = self._clock_ns(), 0
        while not line.flushed and captured_ns < now_ns and (block := self._take(line, 0.0)) is not None:
            captured_ns = block.captured_ns
            n_blocks += 1
        for code, title, advice in line.source.take_notices():
            severity: Severity = "info" if code in GOOD_NEWS else "warning"
            self._tell(UserNotice(code, severity, title, advice))
        if line.source.ended:
            self._flush(line)
        return n_blocks

    def _take(self, line: SourceLine, timeout_s: float) -> AudioBlock | None:
        block = line.source.read(timeout_s)
        if block is None:
            return None
        if self._first_sample_ns is None:
            self._first_sample_ns = block.captured_ns - len(block.samples) * 1_000_000_000 // SAMPLE_RATE_HZ
        if block.n_lost:
            self._n_lost += block.n_lost
            self.metrics.lost("source", block.n_lost / SAMPLE_RATE_HZ)
            log.warning("%s: %d samples lost", line.source.name, block.n_lost)
        line.n_samples += len(block.samples) + block.n_lost
        self.metrics.heard(line.source.name, (len(block.samples) + block.n_lost) / SAMPLE_RATE_HZ)
        for chunk in line.detector.feed(block):
            line.session.add(chunk)
        return block

    def _flush(self, line: SourceLine) -> None:
        if not line.flushed:
            line.flushed = True
            for chunk in line.detector.flush(self._clock_ns()):
                line.session.add(chunk)

    def _one_pass(self, *, waits: bool = True) -> bool:
        """Run the next due pass, or those of several sources together where the recogniser can; False when
        none is due. The source that has waited longest comes first. waits: a moment, for another source's."""
        now_ns = self._clock_ns()
        for line in self._lines:
            if not line.is_queued and line.session.is_due:
                line.is_queued = True
                self._turns.add(id(line), line, now_ns)
        window_ns = 0 if waits else round(self._turns.settings.window_ms * NS_A_MS)
        batch, _ = self._turns.take(now_ns + window_ns)
        self._turns.done(batch)
        asked: list[_AskedOf] = []
        for waiting in batch:
            waiting.payload.is_queued = False
            request = waiting.payload.session.next_request()
            if request is not None:
                asked.append((waiting.payload, request))
        for group in self._groups(asked):
            started_ns = self._clock_ns()
            hypotheses = self._recognise([request for _, request in group])
            compute_s = (self._clock_ns() - started_ns) / 1e9 / len(group)
            for (line, request), hypothesis in zip(group, hypotheses, strict=True):
                queued_s = (started_ns - line.session.captured_ns) / 1e9
                self._passed(line, request, hypothesis, started_ns)
                self._measure(hypothesis, queued_s, compute_s)
        return bool(asked)

    def _groups(self, asked: list[_AskedOf]) -> list[list[_AskedOf]]:
        """What is recognised at once."""
        recogniser, requests = self._relief.current, [request for _, request in asked]
        if isinstance(recogniser, TogetherRecogniser) and len(set(map(recogniser.bucket, requests))) == 1:
            return [asked]
        return [[each] for each in asked]

    def _passed(
        self, line: SourceLine, request: RecognitionRequest, hypothesis: Hypothesis, started_ns: int
    ) -> None:
        self._n_passes += 1
        self._language = request.language
        self._lag_s = max(0.0, (self._clock_ns() - line.session.captured_ns) / 1e9)
        wall_s = self.wall_s
        self._relief.passed(wall_s, self._lag_s, (self._clock_ns() - started_ns) / 1e9, request.language)
        for update in line.session.accept(request, hypothesis):
            self._on_update(update, wall_s)
        for finding in line.session.take_findings():
            log.info("%s: language %s %s", line.source.name, finding.kind, finding.language)
            told = language_notice(finding, request.language, self._relief.current.model)
            if told is not None:
                self._tell(told)

    def _measure(self, hypothesis: Hypothesis, queued_s: float, compute_s: float) -> None:
        """compute_s: its share of what was computed at once."""
        took_s: dict[Stage, float] = {"queue": max(0.0, queued_s), "end_to_end": self._lag_s}
        if hypothesis.encode_ms:
            took_s["encode"] = hypothesis.encode_ms / 1000
            took_s["decode"] = max(0.0, hypothesis.compute_ms - hypothesis.encode_ms) / 1000
        rejected = hypothesis.rejected
        self.metrics.passed(
            "failed" if rejected == "fault" else "rejected" if rejected else "heard",
            took_s,
            compute_s=compute_s,
            engine=self._relief.current.engine,
            model=self._relief.current.model,
        )

    def _recognise(self, requests: list[RecognitionRequest]) -> list[Hypothesis]:
        """Of one request, or of several that the recogniser hears together."""
        started = time.perf_counter()
        recogniser = self._relief.recogniser_for(requests[0].language)
        try:
            if len(requests) > 1 and isinstance(recogniser, TogetherRecogniser):
                hypotheses = recogniser.recognise_together(requests)
            else:
                hypotheses = [recogniser.recognise(request) for request in requests]
            self._n_faults = 0
        except SightlineError as error:
            hypotheses = self._after_fault(requests, error)
        self._compute_s += time.perf_counter() - started
        for hypothesis in hypotheses:
            if hypothesis.rejected:
                self._n_rejected += 1
                log.info("pass %d rejected: %s", self._n_passes + 1, hypothesis.rejected)
        return hypotheses

    def _after_fault(self, requests: list[RecognitionRequest], error: SightlineError) -> list[Hypothesis]:
        """A pass that failed counts as one that heard nothing; the user is told when it goes on failing."""
        self._n_faults += 1
        log.error("a pass failed: %s", type(error).__name__)
        if self._n_faults == N_FAULTS_BEFORE_NOTICE:
            self._tell(UserNotice("engine-failing", "error", str(error), error.advice))
        return [
            Hypothesis(
                utterance_id=request.utterance_id,
                revision=request.revision,
                words=(),
                is_final=request.is_final,
                language=request.language or "",
                heard_until_sample=request.start_sample + len(request.samples),
                compute_ms=0.0,
                rejected="fault",
            )
            for request in requests
        ]

    def _report_status(self) -> None:
        now = self._clock_ns()
        if now - self._status_at_ns < STATUS_PERIOD_S * 1e9:
            return
        self._status_at_ns = now
        speaking = any(line.detector.in_speech for line in self._lines)
        levels = tuple((line.source.name, line.source.level) for line in self._lines)
        troubles = tuple(
            (line.source.name, line.source.trouble) for line in self._lines if line.source.trouble
        )
        used = self._relief.current
        self._on_status(
            PipelineStatus(
                levels=levels,
                troubles=troubles,
                engine=used.engine,
                model=used.model,
                lag_s=self._lag_s if speaking or self._is_behind else 0.0,
                speaking=speaking,
                paused=self._pause_asked,
                strain=self._relief.strain,
                uses_faster=self._relief.uses_faster,
                lost_s=(self._n_lost + self._relief.n_lost) / SAMPLE_RATE_HZ,
            )
        )
