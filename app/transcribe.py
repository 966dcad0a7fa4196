"""Files to captions as fast as the machine goes: utterances joined to long windows, then subtitles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from app.audio.source import AudioSource
from app.captions.spoken_language import LanguageFinding, SpokenLanguage
from app.captions.text import can_break_before, ends_sentence, joined, last_words, n_columns
from app.captions.types import CaptionUpdate
from engines.recogniser import Recogniser
from engines.speech.detector import Detector
from engines.types import SAMPLE_RATE_HZ, Hypothesis, RecognitionRequest, Samples, SpeechChunk, Task, Word
from engines.whisper.alignment import said_times

MAX_WINDOW_S = 28.0
"""Whisper hears 30 s; two are left as silence after the speech (short padding makes it loop)."""

MAX_GAP_S = 2.0
"""Utterances further apart than this are not joined to one window."""

MIN_REST_S = 1.0
"""Unheard sound shorter than this is the silence after the last word."""

CONTEXT_CHARACTERS = 200
CAPTION_CHARACTERS = 84
"""Two lines of 42, the line length of CEA-708 captions on a wide screen."""


@dataclass(frozen=True, slots=True)
class FileTotals:
    """audio_s: sound read; compute_s: spent in passes; n_passes; n_rejected: passes not believed."""

    audio_s: float
    compute_s: float
    n_passes: int
    n_rejected: int


@dataclass(slots=True)
class _Window:
    """Sound from start_sample on, silences between utterances included."""

    start_sample: int
    parts: list[Samples]
    n_samples: int

    def joined(self) -> Samples:
        return np.concatenate(self.parts)


def _fits(window: _Window, chunk: SpeechChunk) -> bool:
    """Whether the chunk can join the window."""
    gap = chunk.start_sample - (window.start_sample + window.n_samples)
    n_samples = window.n_samples + gap + len(chunk.samples)
    return gap <= MAX_GAP_S * SAMPLE_RATE_HZ and n_samples <= MAX_WINDOW_S * SAMPLE_RATE_HZ


def _rest(window: _Window, hypothesis: Hypothesis) -> _Window | None:
    """The end of the window that was not heard, where it is long enough to hold words."""
    n_heard = hypothesis.heard_until_sample - window.start_sample
    n_left = window.n_samples - n_heard
    if n_left < MIN_REST_S * SAMPLE_RATE_HZ or n_heard < MIN_REST_S * SAMPLE_RATE_HZ:
        return None
    return _Window(hypothesis.heard_until_sample, [window.joined()[n_heard:]], n_left)


class FileTranscriber:
    """Captions of one source, read to its end. `totals` holds the figures so far."""

    def __init__(
        self,
        source: AudioSource,
        detector: Detector,
        recogniser: Recogniser,
        *,
        language: str | None = None,
        task: Task = "transcribe",
        hot_words: tuple[str, ...] = (),
        on_progress: Callable[[float], None] = lambda audio_s: None,
    ) -> None:
        self._source = source
        self._detector = detector
        self._recogniser = recogniser
        self._spoken = SpokenLanguage(language, can_tell=len(recogniser.languages) > 1)
        self._findings: list[LanguageFinding] = []
        self._task: Task = task
        self._hot_words = hot_words
        self._on_progress = on_progress
        self._context = ""
        self._rest: _Window | None = None
        """What the model left unheard of the last window; it begins the next one."""
        self._next_caption_id = 1
        self._n_samples = 0
        self._compute_s = 0.0
        self._n_passes = 0
        self._n_rejected = 0

    @property
    def totals(self) -> FileTotals:
        return FileTotals(self._n_samples / SAMPLE_RATE_HZ, self._compute_s, self._n_passes, self._n_rejected)

    @property
    def language(self) -> str | None:
        """What is recognised in; None while it is not known yet."""
        return self._spoken.language

    def take_findings(self) -> list[LanguageFinding]:
        """What is new about the language since the last call."""
        taken, self._findings = self._findings, []
        return taken

    def captions(self) -> Iterator[CaptionUpdate]:
        """Final captions in order; each at most two lines long."""
        for window in self._windows():
            hypothesis = self._recognise(window)
            self._rest = _rest(window, hypothesis)
            words = said_times(hypothesis.words, window.joined(), window.start_sample)
            yield from self._split(replace(hypothesis, words=words))

    def _windows(self) -> Iterator[_Window]:
        window: _Window | None = None
        for chunk in self._utterances():
            while window is not None and not _fits(window, chunk):
                yield window
                window, self._rest = self._rest, None
            if window is None:
                window = _Window(chunk.start_sample, [], 0)
            gap = max(0, chunk.start_sample - (window.start_sample + window.n_samples))
            window.parts += [np.zeros(gap, np.float32), chunk.samples]
            window.n_samples += gap + len(chunk.samples)
        while window is not None:
            yield window
            window, self._rest = self._rest, None

    def _utterances(self) -> Iterator[SpeechChunk]:
        while not self._source.ended:
            block = self._source.read(1.0)
            if block is None:
                continue
            self._n_samples += len(block.samples)
            yield from self._detector.feed(block)
            self._on_progress(self._n_samples / SAMPLE_RATE_HZ)
        yield from self._detector.flush()

    def _recognise(self, window: _Window) -> Hypothesis:
        request = RecognitionRequest(
            samples=window.joined(),
            start_sample=window.start_sample,
            utterance_id=self._n_passes + 1,
            context=self._context,
            language=self._spoken.language,
            check_language=True,
            task=self._task,
            hot_words=self._hot_words,
            is_final=True,
            with_times=True,
        )
        hypothesis = self._pass(request)
        finding = self._spoken.heard(request, hypothesis)
        if finding is not None:
            self._findings.append(finding)
            if finding.kind == "changed":
                hypothesis = self._pass(replace(request, language=finding.language, context=""))
        if hypothesis.rejected:
            self._n_rejected += 1
            self._context = ""
        else:
            self._context = last_words(self._context + joined(hypothesis.words), CONTEXT_CHARACTERS)
        return hypothesis

    def _pass(self, request: RecognitionRequest) -> Hypothesis:
        hypothesis = self._recogniser.recognise(request)
        self._n_passes += 1
        self._compute_s += hypothesis.compute_ms / 1000
        return hypothesis

    def _split(self, hypothesis: Hypothesis) -> Iterator[CaptionUpdate]:
        """Cut a window's words into captions: at sentence ends, else before the second line is full."""
        language = "en" if self._task == "translate" else hypothesis.language
        words: list[Word] = []
        for word in hypothesis.words:
            text = joined(words)
            too_long = n_columns(text) + n_columns(word.text) > CAPTION_CHARACTERS
            if words and can_break_before(word.text) and (too_long or ends_sentence(text)):
                yield self._caption(words, language)
                words = []
            if not words:
                word = replace(word, text=word.text.lstrip())
            words.append(word)
        if words:
            yield self._caption(words, language)

    def _caption(self, words: list[Word], language: str) -> CaptionUpdate:
        update = CaptionUpdate(
            caption_id=self._next_caption_id,
            source=self._source.name,
            committed=joined(words),
            tentative="",
            is_final=True,
            start_s=words[0].start_s,
            end_s=words[-1].end_s,
            language=language,
            words=tuple(words),
        )
        self._next_caption_id += 1
        return update
