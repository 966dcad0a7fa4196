"""The tentative words after the committed ones, shown so that they change as little as they can; pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.captions.text import is_punctuation, n_agreeing, without_closing_punctuation
from engines.types import Word


@dataclass(frozen=True, slots=True)
class TailSettings:
    """show_guard_s: a word that ends within this of the newest sound, heard once only, is not shown."""

    show_guard_s: float = 0.3


class CalmTail:
    """The tail of one utterance, pass after pass."""

    def __init__(self, settings: TailSettings | None = None) -> None:
        self.settings = settings or TailSettings()
        self.shown: tuple[Word, ...] = ()
        self._previous: tuple[Word, ...] = ()

    def clear(self) -> None:
        self.shown, self._previous = (), ()

    def follow(
        self, committed: tuple[Word, ...], words: tuple[Word, ...], heard_until_s: float
    ) -> tuple[Word, ...]:
        """One more pass: the words it commits, and those it heard after them. Returns the tail to show."""
        n_agreed = n_agreeing((*committed, *words), self._previous) - len(committed)
        self.shown = self._calmed(words, self._still_shown(committed), n_agreed, heard_until_s)
        self._previous = words
        return self.shown

    def _still_shown(self, committed: tuple[Word, ...]) -> tuple[Word, ...]:
        """What is left of the shown tail; nothing when what was committed differs from what was shown."""
        if n_agreeing(committed, self.shown) < min(len(committed), len(self.shown)):
            return ()
        return self.shown[len(committed) :]

    def _calmed(
        self, words: tuple[Word, ...], shown: tuple[Word, ...], n_agreed: int, heard_until_s: float
    ) -> tuple[Word, ...]:
        """New words once they are far enough from the edge or heard twice."""
        n_same = n_agreeing(words, shown)
        if n_same < len(shown) and n_agreed <= n_same:
            # This pass disagrees with what is shown, and the pass before did not say so: wait for a second.
            return shown
        n_show = n_same
        while n_show < len(words) and (
            n_show < n_agreed or words[n_show].end_s <= heard_until_s - self.settings.show_guard_s
        ):
            n_show += 1
        tail = words[:n_show]
        return (*tail[:-1], open_ended(tail[-1])) if tail and n_show == len(words) else tail


def open_ended(word: Word) -> Word:
    """The word as it stands before the next one is known: without the marks that close it."""
    return word if is_punctuation(word.text) else replace(word, text=without_closing_punctuation(word.text))
