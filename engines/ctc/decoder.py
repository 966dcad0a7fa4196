"""Log-probabilities of CTC to words with times: the likeliest path, its spelling, its probabilities; pure.

CTC (Graves et al. 2006) gives each frame one token or a blank; repeats are one token, and blanks vanish.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.types import Word

LogProbabilities = NDArray[np.float32]
"""Natural logarithms, float32 (n_frames, n_tokens)."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What each column spells, "" for what is never written. blank: its column. delimiter: the column that
    parts words, None where every token is a word of its own (as in Chinese)."""

    tokens: tuple[str, ...]
    blank: int
    delimiter: int | None


@dataclass(frozen=True, slots=True)
class SpelledWord:
    """A word without its leading space, from the first frame to before the last one (end). probability: mean
    over its tokens of the largest that each reaches."""

    text: str
    start: int
    end: int
    probability: float


def best_path(log_probabilities: LogProbabilities, vocabulary: Vocabulary) -> list[SpelledWord]:
    """The words of the likeliest token of every frame, the columns that are never written left out."""
    scores = written(log_probabilities, vocabulary)
    best = scores.argmax(axis=1)
    words: list[SpelledWord] = []
    letters: list[str] = []
    peaks: list[float] = []
    start = end = 0

    def close() -> None:
        if letters:
            words.append(SpelledWord("".join(letters), start, end, float(np.mean(peaks))))
            letters.clear()
            peaks.clear()

    edges = np.flatnonzero(np.diff(best)) + 1
    for first, after in zip([0, *edges], [*edges, len(best)], strict=True):
        if first == after or best[first] == vocabulary.blank:
            continue
        token = int(best[first])
        if token == vocabulary.delimiter or vocabulary.delimiter is None:
            close()
        if token != vocabulary.delimiter:
            start = start if letters else int(first)
            end = int(after)
            letters.append(vocabulary.tokens[token])
            peaks.append(float(np.exp(scores[first:after, token].max())))
    close()
    return words


def written(log_probabilities: LogProbabilities, vocabulary: Vocabulary) -> LogProbabilities:
    """The same with the columns that are never written (<s>, <unk>) as good as impossible."""
    never = [
        i
        for i, text in enumerate(vocabulary.tokens)
        if not text and i not in (vocabulary.blank, vocabulary.delimiter)
    ]
    scores = log_probabilities.copy()
    scores[:, never] = -1e4
    return scores


def n_carried(log_probabilities: LogProbabilities, first: int, vocabulary: Vocabulary) -> int:
    """How many frames from `first` on still belong to the token before them, already written."""
    best = written(log_probabilities, vocabulary).argmax(axis=1)
    if not 0 < first < len(best) or best[first - 1] in (vocabulary.blank, vocabulary.delimiter):
        return 0
    differs = np.flatnonzero(best[first:] != best[first - 1])
    return int(differs[0]) if len(differs) else len(best) - first


def probability_of(text: str, scores: LogProbabilities, vocabulary: Vocabulary) -> float:
    """Mean over the tokens of a word of the largest probability that each reaches within its frames."""
    columns = [vocabulary.tokens.index(letter) for letter in text if letter in vocabulary.tokens]
    if not columns or not len(scores):
        return 0.0
    return float(np.exp(scores[:, columns].max(axis=0)).mean())


def timed(words: Sequence[SpelledWord], offset_s: float, frame_s: float, *, spaced: bool) -> tuple[Word, ...]:
    """Words with times in s of the source. offset_s: of frame 0. spaced: they are parted by spaces."""
    return tuple(
        Word(
            text=f" {word.text}" if spaced else word.text,
            start_s=round(offset_s + word.start * frame_s, 3),
            end_s=round(offset_s + word.end * frame_s, 3),
            probability=round(word.probability, 4),
        )
        for word in words
    )
