"""Which language is spoken: found out, remembered, asked again, changed on good evidence only; pure.

Whisper's own guess (the language token after the start) was measured with base on 14 shared clips of eight
languages: below 1.5 s of speech it is wrong as often as right, with probabilities up to 0.6; from 2 s on it
was right wherever its probability was 0.5 or more, English in noise of equal loudness included.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Literal

from engines.types import SAMPLE_RATE_HZ, Hypothesis, RecognitionRequest

LEAST_S = 1.5
"""Speech below which a guess says nothing."""
CHECK_EVERY_S = 2.0
"""New speech between two questions of one utterance, and what a guess needs to count against a language."""
SURE = 0.8
LIKELY = 0.5
LIKELY_AFTER_S = 3.0
"""Sure enough at once; sure enough with this much speech."""
GUESSED_S = 4.0
"""With that much speech the best guess is shown, sure or not."""
N_TO_CHANGE = 2
N_TO_COMPLAIN = 3
"""Guesses in a row for another language before it is taken, or before a chosen one is doubted."""
PLENTY_S = 6.0
"""A guess over that much speech is enough by itself."""
LONG_SILENCE_S = 30.0
"""After that, somebody else may be speaking: one guess is enough."""
LOW_LOG_PROBABILITY = -1.0
"""Of 30 passes of base in the wrong language 17 were below this, and none in the right one; with tiny.en
all of 10 that were not English (best -1.17), and none of 20 that were (worst -0.63)."""
GOOD_LOG_PROBABILITY = -0.8
UNCLEAR_S = 8.0
"""Speech that an English-only model could not make out before that is said."""

Finding = Literal["changed", "mismatch", "unclear"]


@dataclass(frozen=True, slots=True)
class LanguageFinding:
    """changed: another language is spoken from now on. mismatch: the chosen language is not the spoken one.
    unclear: a model that cannot tell languages hears nothing it knows; `language` is "" then.
    """

    kind: Finding
    language: str


class SpokenLanguage:
    """The language of one source. chosen: a code, or None to find out. can_tell: the model can detect.

    One thread.
    """

    def __init__(self, chosen: str | None = None, *, can_tell: bool = True) -> None:
        self.chosen = chosen
        self._can_tell = can_tell
        self._language = chosen
        self._utterance: int | None = None
        self._asked_at_s = 0.0
        self._votes: deque[str] = deque(maxlen=N_TO_COMPLAIN)
        self._complained_of = ""
        self._unclear_s = 0.0
        self._counted_to_s = 0.0
        self._spoke_until_s = 0.0
        self._doubtful = False

    @property
    def language(self) -> str | None:
        """What to recognise in; None while it is not known yet."""
        return self._language

    def is_a_guess(self, hypothesis: Hypothesis, length_s: float) -> bool:
        """Whether a pass over length_s was recognised in a language that may well be wrong."""
        return self._language is None and hypothesis.detected_language != "" and length_s < GUESSED_S

    def should_check(self, utterance_id: int, start_s: float, end_s: float) -> bool:
        """Whether the next pass, over start_s..end_s of the source, should detect the language too."""
        if not self._can_tell:
            return False
        if utterance_id != self._utterance:
            self._utterance = utterance_id
            self._asked_at_s = start_s
            if start_s - self._spoke_until_s > LONG_SILENCE_S:
                self._votes.clear()
                self._doubtful = True
        return end_s - max(start_s, self._asked_at_s) >= CHECK_EVERY_S

    def heard(self, request: RecognitionRequest, hypothesis: Hypothesis) -> LanguageFinding | None:
        """Take what a pass found; says when something about the language is new."""
        end_s = hypothesis.heard_until_sample / SAMPLE_RATE_HZ
        self._spoke_until_s = end_s
        if not self._can_tell:
            return self._judge_unclear(hypothesis, len(request.samples) / SAMPLE_RATE_HZ, end_s)
        if not hypothesis.detected_language:
            return None
        length_s = len(request.samples) / SAMPLE_RATE_HZ
        self._asked_at_s = end_s
        if self._language is None:
            self._settle(hypothesis, length_s)
            return None
        return self._vote(hypothesis, length_s)

    def _settle(self, hypothesis: Hypothesis, length_s: float) -> None:
        certainty = hypothesis.language_probability
        sure = certainty >= SURE and length_s >= LEAST_S
        likely = certainty >= LIKELY and length_s >= LIKELY_AFTER_S
        if not hypothesis.rejected and (sure or likely):
            self._language = hypothesis.detected_language

    def _vote(self, hypothesis: Hypothesis, length_s: float) -> LanguageFinding | None:
        found, certainty = hypothesis.detected_language, hypothesis.language_probability
        if found == self._language:
            if certainty >= LIKELY:
                self._votes.clear()
                self._complained_of = ""
                self._doubtful = False
            return None
        if certainty < SURE or length_s < CHECK_EVERY_S:
            return None
        if self._votes and self._votes[-1] != found:
            self._votes.clear()
        self._votes.append(found)
        if self.chosen is not None:
            if len(self._votes) < N_TO_COMPLAIN or self._complained_of == found:
                return None
            self._complained_of = found
            return LanguageFinding("mismatch", found)
        low = hypothesis.rejected != "" or hypothesis.avg_log_probability < LOW_LOG_PROBABILITY
        plenty = length_s >= PLENTY_S
        if len(self._votes) + low + self._doubtful + plenty < N_TO_CHANGE:
            return None
        self._votes.clear()
        self._doubtful = False
        self._language = found
        return LanguageFinding("changed", found)

    def _judge_unclear(self, hypothesis: Hypothesis, length_s: float, end_s: float) -> LanguageFinding | None:
        """A model of one language can only say that it makes out nothing, over several seconds of speech."""
        new_s = min(length_s, end_s - self._counted_to_s)
        if new_s < CHECK_EVERY_S:
            return None
        average = hypothesis.avg_log_probability
        self._counted_to_s = end_s
        if hypothesis.rejected in ("no-speech", "low-confidence") or average < LOW_LOG_PROBABILITY:
            self._unclear_s += new_s
        elif average > GOOD_LOG_PROBABILITY:
            self._unclear_s = 0.0
            self._complained_of = ""
        if self._unclear_s < UNCLEAR_S or self._complained_of:
            return None
        self._complained_of = "?"
        return LanguageFinding("unclear", "")
