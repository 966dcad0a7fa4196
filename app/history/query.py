"""What a user types into the search field, as FTS5 that cannot break, and where it matches. Pure."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_WIDE = re.compile(
    "[\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u1100-\u11ff\u2e80-\u2fdf\u3005-\u30ff"
    "\u3100-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc"
    "\U00020000-\U0003ffff]"
)
_PIECES = re.compile(r'"([^"]*)"?|(\S+)')


def is_wide(text: str) -> bool:
    """True where some of the text is in a script without spaces between words (and for Korean)."""
    return _WIDE.search(text) is not None


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to find. kind: "words" (word or phrase), "part" (substring), "sign" (no letters or digits).

    is_prefix: the last word may go on (search as you type).
    """

    kind: str
    text: str
    is_prefix: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """All terms must be found."""

    terms: tuple[Term, ...]

    @property
    def words_match(self) -> str:
        """The FTS5 expression for caption_words, "" when there is none."""
        return " ".join(_quoted(term) for term in self.terms if term.kind == "words")

    def of_kind(self, kind: str) -> list[str]:
        return [term.text for term in self.terms if term.kind == kind]


def _quoted(term: Term) -> str:
    return '"' + term.text.replace('"', '""') + '"' + ("*" if term.is_prefix else "")


def clean(text: str) -> str:
    """`text` without what SQLite cannot take: lone halves of surrogate pairs become U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def parse_query(typed: str, *, as_you_type: bool = True) -> Query:
    """Words are all needed; "quoted words" are a phrase; word* is a beginning; anything else is plain text.

    as_you_type: the word being typed (the last, with no space after it) is a beginning as well.
    """
    typed = clean(typed).replace("\0", " ")
    terms: list[Term] = []
    for match in _PIECES.finditer(typed):
        is_phrase = match.group(1) is not None
        text = match.group(1) if is_phrase else match.group(2)
        is_open = match.end() == len(typed) and not (
            is_phrase and match.group().endswith('"') and len(match.group()) > 1
        )
        is_prefix = (as_you_type and is_open) or (not is_phrase and text.endswith("*") and len(text) > 1)
        text = text.strip()
        if not text:
            continue
        if not any(_is_word_character(c) for c in text):
            terms.append(Term("sign", text))
        elif is_wide(text):
            terms.append(Term("part", text.rstrip("*") if is_prefix and not is_phrase else text))
        else:
            # A single letter begins too many words to be of use as a beginning.
            letters = [c for c in text if _is_word_character(c)]
            terms.append(
                Term(
                    "words", text, is_prefix and len(letters) > 1 and _is_word_character(text.rstrip("*")[-1])
                )
            )
    return Query(tuple(terms))


def _is_word_character(character: str) -> bool:
    # What unicode61 takes for a part of a word: letters, digits and private use.
    return unicodedata.category(character)[0] in "LN" or unicodedata.category(character) == "Co"


def _folded(text: str) -> tuple[str, list[int]]:
    """`text` without case and accents, and for each of its characters the place it came from."""
    folded: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for part in unicodedata.normalize("NFD", character.casefold()):
            if unicodedata.category(part) != "Mn":
                folded.append(part)
                places.append(place)
    places.append(len(text))
    return "".join(folded), places


def find_spans(text: str, query: Query) -> list[tuple[int, int]]:
    """Where `query` matches in `text`: (first, after last) in characters, in order, none touching another."""
    if text.isascii():
        folded, places = text.lower(), list(range(len(text) + 1))
    else:
        folded, places = _folded(text)
    spans: list[tuple[int, int]] = []
    for term in query.terms:
        spans += [
            (places[match.start()], places[match.end() - 1] + 1)
            for match in _pattern(term).finditer(folded)
            if match.end() > match.start()
        ]
    spans.sort()
    joined: list[tuple[int, int]] = []
    for first, after in spans:
        while after < len(text) and unicodedata.category(text[after]) == "Mn":
            after += 1
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(after, joined[-1][1]))
        else:
            joined.append((first, after))
    return joined


def _pattern(term: Term) -> re.Pattern[str]:
    sought = _folded(term.text)[0]
    if term.kind != "words":
        return re.compile(re.escape(sought))
    words = re.findall(r"[^\W_]+", sought)
    pattern = r"[\W_]+".join(re.escape(word) for word in words)
    return re.compile(r"(?<![^\W_])" + pattern + (r"[^\W_]*" if term.is_prefix else r"(?![^\W_])"))
