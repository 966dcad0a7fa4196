"""Captions as subtitles people can read: two lines of 42 columns, a reading speed and a shortest time. Pure.

The figures: 42 columns, 2 lines, 20 characters a second for adults, 5/6 s at least, 2 frames apart (Netflix
Timed Text Style Guide, General Requirements; partnerhelp.netflixstudios.com). Wide characters count as two
columns.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

COLUMNS = 42
LINES = 2
COLUMNS_PER_S = 20
SHORTEST_MS = 833
GAP_MS = 83


@dataclass(frozen=True, slots=True)
class Cue:
    """One or two lines, shown from start_ms to end_ms."""

    start_ms: int
    end_ms: int
    lines: tuple[str, ...]


def n_columns(text: str) -> int:
    """The width of `text`: marks count nothing, wide characters two."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(c) in ("Mn", "Me", "Cf")
        else 2
        if unicodedata.east_asian_width(c) in "WF"
        else 1
        for c in text
    )


def wrap(text: str, columns: int = COLUMNS) -> list[str]:
    """Lines of at most `columns`, cut at spaces, and within a word only where it is wider than a line."""
    lines: list[str] = []
    line, width = "", 0
    for word in text.split():
        for piece in _pieces(word, columns):
            piece_width = n_columns(piece)
            if line and width + 1 + piece_width <= columns:
                line, width = f"{line} {piece}", width + 1 + piece_width
            else:
                if line:
                    lines.append(line)
                line, width = piece, piece_width
    if line:
        lines.append(line)
    return lines


def _pieces(word: str, columns: int) -> list[str]:
    if n_columns(word) <= columns:
        return [word]
    pieces: list[str] = []
    piece, width = "", 0
    for character in word:
        wide = n_columns(character)
        if piece and width + wide > columns:
            pieces.append(piece)
            piece, width = "", 0
        piece += character
        width += wide
    return [*pieces, piece]


def blocks(text: str) -> list[tuple[str, ...]]:
    """`text` as cues of at most LINES lines, the lines of a cue about equally long."""
    lines = wrap(text)
    cut: list[tuple[str, ...]] = []
    for first in range(0, len(lines), LINES):
        some = lines[first : first + LINES]
        if len(some) == 2 and first + LINES >= len(lines):
            joined = " ".join(some)
            for columns in range((n_columns(joined) + 1) // 2, COLUMNS):
                balanced = wrap(joined, columns)
                if len(balanced) == 2:
                    some = balanced
                    break
        cut.append(tuple(some))
    return cut


def cues(captions: Iterable[tuple[int, int, str]]) -> Iterator[Cue]:
    """Cues of captions (start ms, duration ms, text) in order of their start, never over one another.

    A cue stays long enough to be read: into the pause after it if there is one, else the next begins later,
    and pauses make that good.
    """
    free_from = 0
    for start_ms, duration_ms, text in captions:
        parts = blocks(text)
        total = sum(_weight(part) for part in parts)
        spoken = 0
        for part in parts:
            weight = _weight(part)
            wanted = start_ms + duration_ms * spoken // max(1, total)
            spoken += weight
            wanted_end = start_ms + duration_ms * spoken // max(1, total)
            start = max(0, wanted, free_from)
            end = max(wanted_end, start + max(SHORTEST_MS, -(-weight * 1000 // COLUMNS_PER_S)))
            yield Cue(start, end, part)
            free_from = end + GAP_MS


def _weight(lines: tuple[str, ...]) -> int:
    return sum(n_columns(line) for line in lines)
