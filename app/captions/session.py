"""One source's speech on its way to captions: its window of sound, its passes, its numbered captions; pure.

Used by one thread. The window is the sound of the utterance being spoken, trimmed as words are committed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from app.captions.policy import PolicySettings, make_policy
from app.captions.spoken_language import LanguageFinding, SpokenLanguage
from app.captions.text import (
    can_break_before,
    ends_sentence,
    is_punctuation,
    joined,
    last_words,
    n_columns,
    without_controls,
)
from app.captions.types import CaptionUpdate
from engines.types import (
    SAMPLE_RATE_HZ,
    Hypothesis,
    RecognitionRequest,
    Samples,
    SpeechChunk,
    Task,
    Word,
)

LONGEST_S = 28.0
"""Whisper hears 30 s at most."""
JOINED_GAP_S = 1.5
"""Utterances further apart are never heard together."""


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """period_s: new speech between two passes. first_s: speech before the first pass of an utterance.
    max_window_s: a longer window is trimmed at committed words; keep_s: committed sound kept when it is.
    hard_window_s: a window that long is trimmed whatever is committed (Whisper hears 30 s at most).
    context_characters: committed text given to the recogniser as its prompt, forgotten after
    forget_after_s without speech. join_s: sound of the utterance before that is kept for the next one, when
    that begins within join_gap_s: a short utterance is heard better after what was said before it.
    sentence_characters / caption_characters: a caption that long is closed at the next sentence end / at any
    word; a wide character, as of Chinese, counts twice.
    language: None to find it out, which can_tell_language says the recogniser can.
    """

    period_s: float = 0.25
    first_s: float = 0.5
    max_window_s: float = 14.0
    keep_s: float = 4.0
    hard_window_s: float = 24.0
    context_characters: int = 200
    forget_after_s: float = 3.0
    join_s: float = 8.0
    join_gap_s: float = 2.0
    sentence_characters: int = 40
    caption_characters: int = 200
    language: str | None = None
    can_tell_language: bool = True
    task: Task = "transcribe"
    hot_words: tuple[str, ...] = ()
    policy: PolicySettings = field(default_factory=PolicySettings)


@dataclass(slots=True)
class _Utterance:
    utterance_id: int
    chunks: deque[SpeechChunk]


@dataclass(frozen=True, slots=True)
class _Before:
    """Sound of finished utterances and the words in it, for the next one to be heard after them."""

    samples: Samples
    start_sample: int
    words: list[Word]


@dataclass(slots=True)
class _Open:
    """A caption on show that is not closed: its number, and its committed and tentative text."""

    caption_id: int
    shown: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class _Caption:
    """Words that belong to one caption."""

    committed: list[Word]
    tentative: list[Word]

    @property
    def text(self) -> str:
        return joined(self.committed) + joined(self.tentative)


class CaptionSession:
    """Give it speech, run the requests it makes, give it the hypotheses, show the updates it returns."""

    def __init__(self, source: str, settings: SessionSettings | None = None) -> None:
        self.source = source
        self.settings = settings or SessionSettings()
        self._waiting: deque[_Utterance] = deque()
        self._next_caption_id = 1
        self._context = ""
        self._last_speech_s = 0.0
        self._spoken = SpokenLanguage(self.settings.language, can_tell=self.settings.can_tell_language)
        self._findings: list[LanguageFinding] = []
        self._is_steady = self._is_quick = False
        self._period_s = self.settings.period_s
        self._text_language = self.settings.language or ""
        self._before: _Before | None = None
        self._begin_window()

    def _begin_window(self) -> None:
        self._samples: Samples = np.zeros(0, np.float32)
        self._window_start = 0
        self._n_heard = 0
        self._n_before = 0
        self._ended = False
        self._revision = 0
        self._active: int | None = None
        self._prefix: list[Word] = []
        self._caption_words: list[Word] = []
        self._open: list[_Open] = []
        self._policy = make_policy(self.settings.policy)
        self._captured_ns = 0

    @property
    def captured_ns(self) -> int:
        """When the newest sound of the current window was captured."""
        return self._captured_ns

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being said, or waits to be heard."""
        return self._active is None and not self._waiting

    @property
    def behind_s(self) -> float:
        """Seconds of speech that no pass has heard yet."""
        n_waiting = sum(len(chunk.samples) for utterance in self._waiting for chunk in utterance.chunks)
        return (n_waiting + max(0, len(self._samples) - self._n_heard)) / SAMPLE_RATE_HZ

    def set_pace(self, *, steady: bool, quick: bool, period_factor: float) -> None:
        """For a busy machine: show committed words only; no second passes; wait longer between passes."""
        self._is_steady, self._is_quick = steady, quick
        self._period_s = self.settings.period_s * period_factor

    def shed(self, most_s: float) -> int:
        """Let go of the oldest waiting speech until at most `most_s` is unheard; returns samples lost."""
        n_lost = 0
        while self._waiting and self.behind_s > most_s:
            oldest = self._waiting[0].chunks
            if len(oldest) == 1 and len(self._waiting) == 1:
                break
            n_lost += len(oldest.popleft().samples)
            if not oldest:
                self._waiting.popleft()
        return n_lost

    def take_findings(self) -> list[LanguageFinding]:
        """What is new about the language since the last call."""
        taken, self._findings = self._findings, []
        return taken

    def add(self, chunk: SpeechChunk) -> None:
        """Take speech from the detector, in order."""
        if not self._waiting or self._waiting[-1].utterance_id != chunk.utterance_id:
            if self._active == chunk.utterance_id and not self._waiting and self._takes(chunk):
                self._append(chunk)
                return
            self._waiting.append(_Utterance(chunk.utterance_id, deque()))
        self._waiting[-1].chunks.append(chunk)
        self._advance()

    def _takes(self, chunk: SpeechChunk) -> bool:
        """Whether the window can hold the chunk. One that passes could not keep short is closed instead."""
        if not self._ended and len(self._samples) + len(chunk.samples) > LONGEST_S * SAMPLE_RATE_HZ:
            self._ended = True
        return not self._ended

    def _advance(self) -> None:
        if self._active is None and self._waiting:
            utterance = self._waiting.popleft()
            self._begin_window()
            self._active = utterance.utterance_id
            self._window_start = utterance.chunks[0].start_sample
            self._take_before()
            if (
                utterance.chunks[0].start_sample / SAMPLE_RATE_HZ - self._last_speech_s
                > self.settings.forget_after_s
            ):
                self._context = ""
            self._fill(utterance)
            while self._ended and self._waiting and self._joins(self._waiting[0]):
                self._fill(self._waiting.popleft())

    def _fill(self, utterance: _Utterance) -> None:
        """Add a waiting utterance to the window; what the window cannot hold goes on waiting."""
        self._active, self._ended = utterance.utterance_id, False
        gap = utterance.chunks[0].start_sample - (self._window_start + len(self._samples))
        if gap > 0:
            self._samples = np.concatenate([self._samples, np.zeros(gap, np.float32)])
        n_new = 0
        while utterance.chunks and (not n_new or self._takes(utterance.chunks[0])):
            n_new += len(utterance.chunks[0].samples)
            self._append(utterance.chunks.popleft())
        if utterance.chunks:
            self._waiting.appendleft(utterance)

    def _joins(self, utterance: _Utterance) -> bool:
        """Whether an utterance that has waited is heard together with the one before: one pass, not two."""
        n_gap = utterance.chunks[0].start_sample - (self._window_start + len(self._samples))
        n_added = n_gap + sum(len(chunk.samples) for chunk in utterance.chunks)
        near = 0 <= n_gap <= self.settings.join_gap_s * SAMPLE_RATE_HZ
        return near and len(self._samples) + n_added <= self.settings.max_window_s * SAMPLE_RATE_HZ

    def _take_before(self) -> None:
        """Begin the window with the sound before it, if that is near; else remember its words alone."""
        before, self._before = self._before, None
        if before is None:
            return
        n_gap = self._window_start - before.start_sample - len(before.samples)
        if not 0 <= n_gap <= self.settings.join_gap_s * SAMPLE_RATE_HZ:
            self._remember(before.words)
            return
        self._samples = np.concatenate([before.samples, np.zeros(n_gap, np.float32)])
        self._window_start = before.start_sample
        self._prefix = before.words
        self._n_heard = self._n_before = len(self._samples)

    def _keep_before(self, request: RecognitionRequest, hypothesis: Hypothesis) -> None:
        """An utterance is over: keep the newest of its sound, from the start of a word on, for the next."""
        can_join = self.settings.language is not None or not self.settings.can_tell_language
        # On a busy machine the same sound is not heard twice.
        can_join = can_join and not self._is_quick
        if not can_join or hypothesis.rejected or not hypothesis.words:
            self._remember(self._prefix)
            return
        end_sample = request.start_sample + len(request.samples)
        from_s = end_sample / SAMPLE_RATE_HZ - self.settings.join_s
        n_old = sum(word.end_s <= from_s for word in self._prefix)
        self._remember(self._prefix[:n_old])
        start = request.start_sample
        if n_old:
            start = min(end_sample, max(start, round(self._prefix[n_old - 1].end_s * SAMPLE_RATE_HZ)))
        self._before = _Before(request.samples[start - request.start_sample :], start, self._prefix[n_old:])

    def _append(self, chunk: SpeechChunk) -> None:
        self._samples = np.concatenate([self._samples, chunk.samples])
        self._ended = chunk.is_last
        self._captured_ns = chunk.captured_ns
        self._last_speech_s = (self._window_start + len(self._samples)) / SAMPLE_RATE_HZ

    @property
    def is_due(self) -> bool:
        """Whether `next_request` has a pass to give."""
        self._advance()
        n_new = len(self._samples) - self._n_heard
        needed_s = self.settings.first_s if self._n_heard == self._n_before else self._period_s
        return self._active is not None and (self._ended or n_new >= needed_s * SAMPLE_RATE_HZ)

    def next_request(self) -> RecognitionRequest | None:
        """The pass that is due, or None while too little is new."""
        if not self.is_due or self._active is None:
            return None
        self._revision += 1
        start_s = self._window_start / SAMPLE_RATE_HZ
        check = self._spoken.should_check(self._active, start_s, self._last_speech_s)
        return RecognitionRequest(
            samples=self._samples,
            start_sample=self._window_start,
            utterance_id=self._active,
            revision=self._revision,
            prefix=tuple(self._prefix),
            context=self._context,
            hot_words=self.settings.hot_words,
            language=self._spoken.language,
            check_language=check,
            task=self.settings.task,
            is_final=self._ended,
            quick=self._is_quick,
            source=self.source,
        )

    def accept(self, request: RecognitionRequest, hypothesis: Hypothesis) -> list[CaptionUpdate]:
        """Take the outcome of a request; return what changed, in order."""
        self._n_heard = len(request.samples)
        finding = self._spoken.heard(request, hypothesis)
        if finding is not None:
            self._findings.append(finding)
            if finding.kind == "changed":
                self._hear_afresh()
                return []
        is_guess = self._spoken.is_a_guess(hypothesis, len(request.samples) / SAMPLE_RATE_HZ)
        if is_guess and not request.is_final:
            return []
        if hypothesis.rejected:
            self._context = ""
        if hypothesis.rejected and not request.is_final:
            return self._trimmed_if_long()
        decision = self._policy.decide(without_controls(hypothesis))
        tentative = () if self._is_steady else decision.tentative
        self._text_language = "en" if self.settings.task == "translate" else hypothesis.language
        committed = _without_last_dots(decision.committed) if request.is_final else decision.committed
        updates = self._shown(committed, tentative, self._text_language, closes=request.is_final)
        if request.is_final:
            self._keep_before(request, hypothesis)
            self._active = None
            self._samples = np.zeros(0, np.float32)
            self._n_heard = self._n_before = 0
            self._advance()
            return updates
        return updates + self._trimmed_if_long()

    def _shown(
        self, committed: Sequence[Word], tentative: Sequence[Word], language: str, *, closes: bool
    ) -> list[CaptionUpdate]:
        """Commit words for good, put the tail after them, and return the captions that changed.

        The tail is parted into captions as committed words are, so that closing one moves no word.
        """
        self._prefix += committed
        captions = self._captions([*self._caption_words, *committed], tentative)
        updates: list[CaptionUpdate] = []
        n_closed = 0
        for i, caption in enumerate(captions):
            closed = closes or (i + 1 < len(captions) and bool(captions[i + 1].committed))
            n_closed += closed
            if i == len(self._open):
                if not caption.committed and not caption.tentative:
                    continue
                self._open.append(_Open(self._next_caption_id))
                self._next_caption_id += 1
            updates += self._updated(self._open[i], caption, language, closed=closed)
        for stale in self._open[len(captions) :]:
            updates += self._updated(stale, _Caption([], []), language, closed=closes)
        self._open = [] if closes else self._open[n_closed:]
        self._caption_words = [] if closes else captions[n_closed].committed
        return updates

    def _captions(self, committed: Sequence[Word], tentative: Sequence[Word]) -> list[_Caption]:
        """Part words into captions: after a sentence that is long enough, else where one is full."""
        captions = [_Caption([], [])]
        for i, word in enumerate((*committed, *tentative)):
            text = captions[-1].text
            complete = ends_sentence(text) and n_columns(text) >= self.settings.sentence_characters
            full = complete or n_columns(text) >= self.settings.caption_characters
            if full and can_break_before(word.text):
                captions.append(_Caption([], []))
                text = ""
            if not text:
                if is_punctuation(word.text):
                    continue
                word = replace(word, text=word.text.lstrip())
            (captions[-1].committed if i < len(committed) else captions[-1].tentative).append(word)
        return captions

    def _updated(
        self, open_caption: _Open, caption: _Caption, language: str, *, closed: bool
    ) -> list[CaptionUpdate]:
        shown = (joined(caption.committed), joined(caption.tentative))
        if shown == open_caption.shown and not closed:
            return []
        open_caption.shown = shown
        words = (*caption.committed, *caption.tentative)
        start_s = words[0].start_s if words else self._window_start / SAMPLE_RATE_HZ
        update = CaptionUpdate(
            caption_id=open_caption.caption_id,
            source=self.source,
            committed=shown[0],
            tentative=shown[1],
            is_final=closed,
            start_s=start_s,
            end_s=max(start_s, words[-1].end_s) if words else start_s,
            language=language,
            words=_with_their_marks(caption.committed) if closed else (),
        )
        return [update]

    def _trimmed_if_long(self) -> list[CaptionUpdate]:
        length_s = len(self._samples) / SAMPLE_RATE_HZ
        if length_s <= self.settings.max_window_s:
            return []
        window_end_s = self._window_start / SAMPLE_RATE_HZ + length_s
        cut = self._cut_after(window_end_s)
        if cut is None and length_s < self.settings.hard_window_s:
            return []
        updates: list[CaptionUpdate] = []
        if cut is None:
            # Nothing could be committed for far too long: keep what is shown, and hear afresh from here.
            updates = self._shown(self._policy.shown, (), self._text_language, closes=False)
            self._policy = make_policy(self.settings.policy)
            n_cut, n_words = len(self._samples), len(self._prefix)
        else:
            n_words = cut
            at_s = self._prefix[cut - 1].end_s
            n_cut = round(at_s * SAMPLE_RATE_HZ) - self._window_start
        n_cut = max(0, min(n_cut, len(self._samples)))
        self._remember(self._prefix[:n_words])
        self._prefix = self._prefix[n_words:]
        self._samples = self._samples[n_cut:].copy()
        self._window_start += n_cut
        self._n_heard = max(0, self._n_heard - n_cut)
        self._n_before = max(0, self._n_before - n_cut)
        return updates

    def _remember(self, words: Sequence[Word]) -> None:
        """Add committed words to what the recogniser is told was said before."""
        text = joined(words)
        if self._context and text and not can_break_before(text):
            text = " " + text
        self._context = last_words((self._context + text).lstrip(), self.settings.context_characters)

    def _hear_afresh(self) -> None:
        """Another language is spoken: recognise again, in it, what comes after the committed words."""
        n_cut = 0
        if self._prefix:
            n_cut = round(self._prefix[-1].end_s * SAMPLE_RATE_HZ) - self._window_start
            n_cut = max(0, min(n_cut, len(self._samples)))
        self._samples = self._samples[n_cut:].copy()
        self._window_start += n_cut
        self._n_heard = self._n_before = 0
        self._prefix = []
        self._context = ""
        self._policy = make_policy(self.settings.policy)

    def _cut_after(self, window_end_s: float) -> int | None:
        """How many committed words to let go: to the newest sentence end, else to keep_s before the end."""
        fit = [i + 1 for i, w in enumerate(self._prefix) if w.end_s <= window_end_s - self.settings.keep_s]
        sentences = [n for n in fit if ends_sentence(self._prefix[n - 1].text)]
        if (
            sentences
            and self._prefix[sentences[-1] - 1].end_s > window_end_s - self.settings.max_window_s / 2
        ):
            return sentences[-1]
        return fit[-1] if fit else (sentences[-1] if sentences else None)


def _without_last_dots(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The three dots that Whisper ends an utterance with come from the cut at the pause, not from speech."""
    if not words or not words[-1].text.endswith(("...", "…")):
        return words
    bare = words[-1].text.rstrip(".…")
    return (*words[:-1], replace(words[-1], text=bare)) if bare.strip() else words[:-1]


def _with_their_marks(words: Sequence[Word]) -> tuple[Word, ...]:
    """A mark that was committed after its word, as "," after " machine" was, belongs to that word."""
    whole: list[Word] = []
    for word in words:
        if whole and is_punctuation(word.text) and not word.text[:1].isspace():
            whole[-1] = replace(whole[-1], text=whole[-1].text + word.text)
        else:
            whole.append(word)
    return tuple(whole)
