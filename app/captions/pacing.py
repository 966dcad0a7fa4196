"""Lines roll no faster than they can be read, and are never held back for long. Pure; one thread."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.captions.lines import Line

MAX_LAG_S = 4.0
"""No line waits longer than this below the view: 5 s is the most people can take part with (Glasser 2017)."""
_TICK_S = 1e-6


def n_words(text: str) -> float:
    """Words to read; two ideographs or kana count as one."""
    count = 0.0
    for word in text.split():
        n_wide = sum(unicodedata.east_asian_width(char) in "WF" for char in word)
        count += max(1.0, n_wide / 2)
    return count


@dataclass(slots=True)
class Pacer:
    """Decides which line is the top one on screen, given all lines and the one that the newest words ask for.

    min_show_s: a line is in sight at least this long. words_per_minute: and long enough to be read at this
    speed; 0 for no such wait. Both give way, evenly, when lines would wait below the view for longer than
    MAX_LAG_S.
    """

    n_lines: int
    min_show_s: float = 1.0
    words_per_minute: float = 180.0
    top: int = 0
    due_s: float | None = None
    """When `advance` wants to be called again, on its own clock; None while nothing waits."""
    _seen_s: dict[int, float] = field(default_factory=dict)
    _waiting_s: dict[int, float] = field(default_factory=dict)
    _moved_s: float = 0.0

    def reset(self, top: int = 0) -> None:
        """Another layout or an empty screen: start from `top`."""
        self.top = top
        self.due_s = None
        self._seen_s.clear()
        self._waiting_s.clear()

    @property
    def is_behind(self) -> bool:
        """Lines wait below the view."""
        return self.due_s is not None

    def advance(self, lines: Sequence[Line], wanted_top: int, now_s: float) -> int:
        """The top line's index now. `lines`: all that are kept, oldest first, with consecutive indices."""
        self.due_s = None
        first = lines[0].index if lines else wanted_top
        self.top = min(max(self.top, min(first, wanted_top)), wanted_top)
        self._note(lines, now_s)
        while self.top < wanted_top:
            leaves_s = self._leaves_s(lines[self.top - first], wanted_top)
            if leaves_s > now_s + _TICK_S:
                self.due_s = leaves_s
                break
            self.top += 1
            self._moved_s = now_s
            self._note(lines, now_s)
        self._forget(first)
        return self.top

    def _note(self, lines: Sequence[Line], now_s: float) -> None:
        """When each line came into sight, and since when those below it wait."""
        for line in lines:
            if line.index >= self.top + self.n_lines:
                self._waiting_s.setdefault(line.index, now_s)
            elif line.index >= self.top:
                self._seen_s.setdefault(line.index, now_s)

    def _leaves_s(self, line: Line, wanted_top: int) -> float:
        """When the top line may make room."""
        seen_s = self._seen_s[line.index]
        read_s = n_words(line.text) * 60 / self.words_per_minute if self.words_per_minute else 0.0
        leaves_s = seen_s + max(self.min_show_s, read_s)
        first_waiting = self.top + self.n_lines
        started_s = max(self._moved_s, self._waiting_s.get(first_waiting, self._moved_s))
        for place, index in enumerate(range(first_waiting, wanted_top + self.n_lines), start=1):
            if index in self._waiting_s:
                spare_s = self._waiting_s[index] + MAX_LAG_S - started_s
                leaves_s = min(leaves_s, started_s + max(0.0, spare_s) / place)
        return leaves_s

    def _forget(self, first: int) -> None:
        least = min(first, self.top)
        for seen in (self._seen_s, self._waiting_s):
            for index in [index for index in seen if index < least]:
                del seen[index]
        for index in [index for index in self._waiting_s if index < self.top + self.n_lines]:
            del self._waiting_s[index]
