"""The values that flow from words to the window and the history: frozen and pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engines.types import Word

Severity = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True)
class CaptionUpdate:
    """The state of one caption. `committed` only grows; `tentative` may change until `is_final`.

    caption_id counts up per source ("loopback", "microphone" or "file"). Times in s of that source.
    words: filled when is_final.
    """

    caption_id: int
    source: str
    committed: str
    tentative: str
    is_final: bool
    start_s: float
    end_s: float
    language: str
    words: tuple[Word, ...] = ()

    @property
    def text(self) -> str:
        """All that is shown, committed then tentative."""
        return self.committed + self.tentative


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A final caption as the history keeps it; started_at_utc is ISO 8601 with "Z"."""

    entry_id: int
    session_id: int
    started_at_utc: str
    duration_s: float
    text: str
    language: str
    source: str


@dataclass(frozen=True, slots=True)
class UserNotice:
    """Something the user should know: what happened (title) and what to do (advice)."""

    code: str
    severity: Severity
    title: str
    advice: str
