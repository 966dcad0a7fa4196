"""Words compared, joined and cut into sentences; pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engines.types import Hypothesis, Word

SENTENCE_ENDS = ".?!…。！？؟۔।॥။።"
_SYLLABLE_STARTS = (("ก", "ฮ"), ("เ", "ไ"), ("ກ", "ຮ"), ("ເ", "ໄ"), ("က", "ဪ"))
"""Thai, Lao and Burmese letters that can begin a syllable; their words have no spaces between them."""
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_CLOSERS = "\"'”’)]»」』"


def normalised(text: str) -> str:
    """`text` without case, white space and punctuation: what must agree for two passes to agree."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    kept = "".join(c for c in folded if unicodedata.category(c)[0] in "LNM" or c in "$€£%&+")
    return kept or folded.strip()


def harmless(text: str) -> str:
    """`text` with a mark in place of every control character: a terminal would obey it."""
    return _CONTROLS.sub("\ufffd", text)


def without_controls(hypothesis: Hypothesis) -> Hypothesis:
    """The same words, each harmless: a model can spell control characters, and whoever trained it chose."""
    if not any(_CONTROLS.search(word.text) for word in hypothesis.words):
        return hypothesis
    words = tuple(replace(word, text=harmless(word.text)) for word in hypothesis.words)
    return replace(hypothesis, words=words)


def joined(words: Iterable[Word]) -> str:
    """The words as one text, each with its own leading space."""
    return "".join(word.text for word in words)


def is_punctuation(text: str) -> bool:
    """True when `text` has no letter, figure or symbol of its own."""
    stripped = text.strip()
    return bool(stripped) and all(unicodedata.category(c)[0] == "P" for c in stripped)


def ends_sentence(text: str) -> bool:
    """True when `text` ends in a full stop, question or exclamation mark (quotes and brackets aside)."""
    stripped = text.rstrip().rstrip(_CLOSERS)
    return bool(stripped) and stripped[-1] in SENTENCE_ENDS


def without_closing_punctuation(text: str) -> str:
    """`text` less the punctuation at its end, as it stands before the next word is known."""
    end = len(text)
    while end > 0 and unicodedata.category(text[end - 1])[0] == "P" and text[end - 1] not in "%&":
        end -= 1
    return text[:end] if text[:end].strip() else text


def n_agreeing(first: Sequence[Word], second: Sequence[Word]) -> int:
    """How many words both passes begin with, case and punctuation aside."""
    n = 0
    for a, b in zip(first, second, strict=False):
        if normalised(a.text) != normalised(b.text):
            break
        n += 1
    return n


def last_words(text: str, max_characters: int) -> str:
    """The end of `text`, at most max_characters long, beginning at a word."""
    if len(text) <= max_characters:
        return text
    cut = text[-max_characters:]
    space = cut.find(" ")
    return cut[space + 1 :] if 0 <= space < len(cut) - 1 else cut


def n_columns(text: str) -> int:
    """The length of `text` in columns of a fixed-width font: wide characters take two, marks none."""
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me") else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def can_break_before(text: str) -> bool:
    """True when a caption or line may begin with `text`: it has a space before it, or is written without."""
    if not text:
        return False
    if text[0].isspace():
        return True
    wide = unicodedata.east_asian_width(text[0]) in "WF" and not is_punctuation(text[0])
    return wide or any(first <= text[0] <= last for first, last in _SYLLABLE_STARTS)
