"""What is committed when: guarded local agreement over successive passes of one utterance; pure.

Two zones: committed words never change; the tentative tail after them may, but calmly. The method is the
local agreement of Liu et al. 2020 and Machacek et al. 2023 (arXiv 2307.14743), with a guard at the newest
sound, where a word may still be half spoken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.captions.text import is_punctuation, n_agreeing, without_closing_punctuation
from engines.types import Word


@dataclass(frozen=True, slots=True)
class PolicySettings:
    """commit_guard_s: a word that ends within this of the newest sound is not committed.
    show_guard_s: such a word, heard once only, is not even shown. steady: show committed words only.
    """

    commit_guard_s: float = 1.3
    show_guard_s: float = 0.3
    steady: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """committed: words to add to what never changes. tentative: the tail to show after them."""

    committed: tuple[Word, ...]
    tentative: tuple[Word, ...]


class LocalAgreement:
    """The policy for one utterance. Words it is given are those after the committed ones."""

    def __init__(self, settings: PolicySettings | None = None) -> None:
        self.settings = settings or PolicySettings()
        self._previous: tuple[Word, ...] = ()
        self._shown: tuple[Word, ...] = ()

    @property
    def shown(self) -> tuple[Word, ...]:
        """The tentative words on show."""
        return self._shown

    def decide(self, words: tuple[Word, ...], heard_until_s: float, *, is_final: bool) -> Decision:
        """Take one pass. heard_until_s: end of the sound it heard, in the time of the words."""
        if is_final:
            self._previous, self._shown = (), ()
            return Decision(committed=words, tentative=())
        n_agreed = n_agreeing(words, self._previous)
        n_commit = 0
        while n_commit < n_agreed and words[n_commit].end_s <= heard_until_s - self.settings.commit_guard_s:
            n_commit += 1
        if n_commit and n_commit == len(words) and _open_ended(words[-1]) != words[-1]:
            # Whether the sentence ends here is known only with the word after it.
            n_commit -= 1
        committed = words[:n_commit]
        rest = words[n_commit:]
        self._shown = self._calmed(rest, self._still_shown(committed), n_agreed - n_commit, heard_until_s)
        self._previous = rest
        return Decision(committed=committed, tentative=() if self.settings.steady else self._shown)

    def _still_shown(self, committed: tuple[Word, ...]) -> tuple[Word, ...]:
        """What is left of the shown tail; nothing when what was committed differs from what was shown."""
        if n_agreeing(committed, self._shown) < min(len(committed), len(self._shown)):
            return ()
        return self._shown[len(committed) :]

    def _calmed(
        self, words: tuple[Word, ...], shown: tuple[Word, ...], n_agreed: int, heard_until_s: float
    ) -> tuple[Word, ...]:
        """The tail to show: new words once they are far enough from the edge or heard twice."""
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
        return (*tail[:-1], _open_ended(tail[-1])) if tail and n_show == len(words) else tail


def _open_ended(word: Word) -> Word:
    return word if is_punctuation(word.text) else replace(word, text=without_closing_punctuation(word.text))
