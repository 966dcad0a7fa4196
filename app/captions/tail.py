"""The tentative words after the committed ones, shown so that they change as little as they can; pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.captions.text import is_punctuation, n_agreeing, normalised, without_closing_punctuation
from engines.types import Word

N_REPEATED = 4
N_LOOKED_BACK = 24
"""So many words that were said among so many before may be the model's loop."""


@dataclass(frozen=True, slots=True)
class TailSettings:
    """A word heard in one pass only is shown when it ends show_guard_s before the newest sound (last_guard_s
    when no word follows it yet), when its probability is sure_probability or more, and when it does not
    repeat what was just said. A word heard in sure_passes passes in a row is shown anyway. A shown word is
    replaced when replace_passes passes in a row agree on another one.
    """

    show_guard_s: float = 0.0
    last_guard_s: float = 0.3
    sure_probability: float = 0.6
    sure_passes: int = 3
    replace_passes: int = 3


class CalmTail:
    """The tail of one utterance, pass after pass."""

    def __init__(self, settings: TailSettings | None = None) -> None:
        self.settings = settings or TailSettings()
        self.shown: tuple[Word, ...] = ()
        self._before: tuple[Word, ...] = ()
        self._previous: tuple[Word, ...] = ()
        self._n_heard: list[int] = []

    def clear(self) -> None:
        """The utterance is over."""
        self.shown, self._before, self._previous, self._n_heard = (), (), (), []

    def follow(
        self, committed: tuple[Word, ...], words: tuple[Word, ...], heard_until_s: float
    ) -> tuple[Word, ...]:
        """One more pass: the words it commits, and those it heard after them. Returns the tail to show."""
        n_agreed = n_agreeing((*committed, *words), self._previous)
        counts = [n + 1 for n in self._n_heard[:n_agreed]]
        counts += [1] * (len(committed) + len(words) - n_agreed)
        self._n_heard = counts[len(committed) :]
        self._previous = words
        self._before = (*self._before, *committed)[-N_LOOKED_BACK:]
        self.shown = self._calmed(words, self._still_shown(committed), heard_until_s)
        return self.shown

    def _still_shown(self, committed: tuple[Word, ...]) -> tuple[Word, ...]:
        """What is left of the shown tail; nothing when what was committed differs from what was shown."""
        if n_agreeing(committed, self.shown) < min(len(committed), len(self.shown)):
            return ()
        return self.shown[len(committed) :]

    def _calmed(
        self, words: tuple[Word, ...], shown: tuple[Word, ...], heard_until_s: float
    ) -> tuple[Word, ...]:
        n_same = n_agreeing(words, shown)
        if n_same < len(shown) and (
            n_same == len(words) or self._n_heard[n_same] < self.settings.replace_passes
        ):
            return shown
        n_show = n_same
        while n_show < len(words) and self._is_shown(words, n_show, heard_until_s):
            n_show += 1
        tail = words[:n_show]
        return (*tail[:-1], open_ended(tail[-1])) if tail and n_show == len(words) else tail

    def _is_shown(self, words: tuple[Word, ...], i: int, heard_until_s: float) -> bool:
        settings = self.settings
        if self._n_heard[i] >= settings.sure_passes:
            return True
        guard_s = settings.last_guard_s if i + 1 == len(words) else settings.show_guard_s
        return (
            words[i].end_s <= heard_until_s - guard_s
            and words[i].probability >= settings.sure_probability
            and not _repeats((*self._before, *words[: i + 1]))
        )


def _repeats(words: Sequence[Word]) -> bool:
    """Whether the last N_REPEATED words were said, in that order, a little before."""
    texts = [normalised(word.text) for word in words[-N_LOOKED_BACK:]]
    last = texts[-N_REPEATED:]
    return any(texts[i : i + N_REPEATED] == last for i in range(len(texts) - N_REPEATED))


def open_ended(word: Word) -> Word:
    """The word as it stands before the next one is known: without the marks that close it."""
    return word if is_punctuation(word.text) else replace(word, text=without_closing_punctuation(word.text))
