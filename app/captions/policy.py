"""What is committed when, over successive passes of one utterance: two policies behind one interface; pure.

Two zones: committed words never change; the tentative tail after them may, but calmly (tail.py).

LocalAgreement commits what two passes in a row agree on (Liu et al. 2020; Machacek et al. 2023, arXiv
2307.14743), with a guard at the newest sound, where a word may still be half spoken. AlignAtt commits what
one pass heard away from the newest sound, going by the recogniser's attention (Papi et al. 2023, arXiv
2305.11408; for Whisper, ufal/SimulStreaming).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from app.captions.tail import CalmTail, TailSettings, open_ended
from app.captions.text import n_agreeing
from engines.types import SAMPLE_RATE_HZ, Hypothesis, Word

PolicyName = Literal["local-agreement", "align-att"]

DEFAULT_POLICY: PolicyName = "align-att"
"""Of ten shared clips (tests/bench/live_policy.py) it gets 5.5 % of the words wrong and takes back 6.4 %;
LocalAgreement 7.3 and 7.5 %, and what it commits is half a second later."""

MAX_REWIND_S = 4.0
"""Attention that jumps back further than this has lost its place (SimulStreaming: 200 frames)."""


@dataclass(frozen=True, slots=True)
class PolicySettings:
    """commit_guard_s: LocalAgreement commits no word that ends within this of the newest sound.
    attention_guard_s: AlignAtt commits no word that was heard within this of it; where the recogniser does
    not know where it heard a word, the end of the word and commit_guard_s count.
    steady: show committed words only. tail: how calm the rest is.
    """

    name: PolicyName = DEFAULT_POLICY
    commit_guard_s: float = 1.3
    attention_guard_s: float = 0.8
    steady: bool = False
    tail: TailSettings = field(default_factory=TailSettings)


@dataclass(frozen=True, slots=True)
class Decision:
    """committed: words to add to what never changes. tentative: the tail to show after them."""

    committed: tuple[Word, ...]
    tentative: tuple[Word, ...]


class Policy(Protocol):
    """The policy for one utterance. The words it is given are those after the committed ones."""

    @property
    def shown(self) -> tuple[Word, ...]:
        """The tentative words on show."""
        ...

    def decide(self, hypothesis: Hypothesis) -> Decision:
        """Take one pass; one that is final commits all it heard."""
        ...


def make_policy(settings: PolicySettings) -> Policy:
    """The policy that the settings name."""
    return AlignAtt(settings) if settings.name == "align-att" else LocalAgreement(settings)


class LocalAgreement:
    """Words that two passes in a row begin with, away from the newest sound."""

    def __init__(self, settings: PolicySettings | None = None) -> None:
        self.settings = settings or PolicySettings()
        self._previous: tuple[Word, ...] = ()
        self._tail = CalmTail(self.settings.tail)

    @property
    def shown(self) -> tuple[Word, ...]:
        return self._tail.shown

    def decide(self, hypothesis: Hypothesis) -> Decision:
        words = hypothesis.words
        if hypothesis.is_final:
            self._previous = ()
            self._tail.clear()
            return Decision(committed=words, tentative=())
        heard_until_s = hypothesis.heard_until_sample / SAMPLE_RATE_HZ
        n_agreed = n_agreeing(words, self._previous)
        n_commit = 0
        while n_commit < n_agreed and words[n_commit].end_s <= heard_until_s - self.settings.commit_guard_s:
            n_commit += 1
        n_commit = _n_closed(words, n_commit)
        self._previous = words[n_commit:]
        tail = self._tail.follow(words[:n_commit], words[n_commit:], heard_until_s)
        return Decision(words[:n_commit], () if self.settings.steady else tail)


class AlignAtt:
    """Words that one pass heard away from the newest sound, and that others follow."""

    def __init__(self, settings: PolicySettings | None = None) -> None:
        self.settings = settings or PolicySettings(name="align-att")
        self._last_s = 0.0
        self._tail = CalmTail(self.settings.tail)

    @property
    def shown(self) -> tuple[Word, ...]:
        return self._tail.shown

    def decide(self, hypothesis: Hypothesis) -> Decision:
        words = hypothesis.words
        if hypothesis.is_final:
            self._last_s = 0.0
            self._tail.clear()
            return Decision(committed=words, tentative=())
        heard_until_s = hypothesis.heard_until_sample / SAMPLE_RATE_HZ
        guard_s, heard_s = self.settings.attention_guard_s, hypothesis.attended_s
        if not heard_s:
            guard_s, heard_s = self.settings.commit_guard_s, tuple(word.end_s for word in words)
        n_commit = 0
        # The last word is never sure: nothing says yet that it is whole.
        for attended_s in heard_s[: max(0, len(words) - 1)]:
            if attended_s < self._last_s - MAX_REWIND_S:
                self._last_s, n_commit = 0.0, 0
                break
            if attended_s > heard_until_s - guard_s:
                break
            self._last_s = attended_s
            n_commit += 1
        tail = self._tail.follow(words[:n_commit], words[n_commit:], heard_until_s)
        return Decision(words[:n_commit], () if self.settings.steady else tail)


def _n_closed(words: Sequence[Word], n_commit: int) -> int:
    """n_commit, less the last word heard if a mark closes it: the next word tells whether that is right."""
    return n_commit - (0 < n_commit == len(words) and open_ended(words[-1]) != words[-1])
