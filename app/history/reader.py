"""The history file, to read: pages of captions, sessions, activity. Own connection; one thread at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from app.captions.types import HistoryEntry
from app.history import moments, schema

_COLUMNS = (
    "c.entry_id, c.session_id, c.started_ms, c.offset_ms, c.duration_ms, c.source, c.language,"
    " c.is_starred, c.text"
)
_ROWS_A_READ = 1000


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """An entry and what only the history knows: the ms into its session, and whether it is starred."""

    entry: HistoryEntry
    started_ms: int
    offset_ms: int
    is_starred: bool


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as it is listed. name may be ""; first_words are of its first caption."""

    session_id: int
    name: str
    started_ms: int
    ended_ms: int
    n_captions: int
    first_words: str

    @property
    def title(self) -> str:
        """The name, else the day and time."""
        return self.name or moments.to_local(self.started_ms, "%Y-%m-%d %H:%M")


@dataclass(frozen=True, slots=True)
class Filter:
    """Which captions; None or "" for all. Times in ms, until is exclusive."""

    session_id: int | None = None
    source: str = ""
    language: str = ""
    since_ms: int | None = None
    until_ms: int | None = None
    starred_only: bool = False

    def conditions(self) -> tuple[str, list[object]]:
        """SQL that follows a WHERE (each part begins with AND), and its values."""
        parts: list[str] = []
        values: list[object] = []
        for part, value in (
            ("c.session_id = ?", self.session_id),
            ("c.source = ?", self.source or None),
            ("c.language = ?", self.language or None),
            ("c.started_ms >= ?", self.since_ms),
            ("c.started_ms < ?", self.until_ms),
        ):
            if value is not None:
                parts.append(f" AND {part}")
                values.append(value)
        if self.starred_only:
            parts.append(" AND c.is_starred")
        return "".join(parts), values


class HistoryReader:
    """Reads while another connection writes. Raises StorageError only."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.connection = schema.connect_to_read(path)

    def __enter__(self) -> HistoryReader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """May be called twice."""
        self.connection.close()

    def rows(self, statement: str, values: list[object]) -> list[HistoryRow]:
        """Rows of a statement that selects the columns of `select`."""
        with schema.translated(self.path):
            return [_row(values) for values in self.connection.execute(statement, values)]

    @staticmethod
    def select(tables: str = "caption c") -> str:
        """The beginning of a statement for `rows`."""
        return f"SELECT {_COLUMNS} FROM {tables} "

    def before(self, entry_id: int | None, limit: int, where: Filter | None = None) -> list[HistoryRow]:
        """The `limit` captions before `entry_id` (None: the newest), oldest first."""
        conditions, values = (where or Filter()).conditions()
        if entry_id is not None:
            conditions += " AND c.entry_id < ?"
            values.append(entry_id)
        rows = self.rows(
            f"{self.select()}WHERE 1{conditions} ORDER BY c.entry_id DESC LIMIT ?", [*values, limit]
        )
        return rows[::-1]

    def after(self, entry_id: int, limit: int, where: Filter | None = None) -> list[HistoryRow]:
        """The `limit` captions after `entry_id`, oldest first."""
        conditions, values = (where or Filter()).conditions()
        return self.rows(
            f"{self.select()}WHERE c.entry_id > ?{conditions} ORDER BY c.entry_id LIMIT ?",
            [entry_id, *values, limit],
        )

    def around(self, entry_id: int, limit: int, where: Filter | None = None) -> list[HistoryRow]:
        """Up to `limit` captions before `entry_id`, itself, and up to `limit` after it."""
        return self.before(entry_id, limit, where) + self.after(entry_id - 1, limit + 1, where)

    def all(self, where: Filter | None = None) -> Iterator[HistoryRow]:
        """Every caption, oldest first, read in pages: a million of them need no memory."""
        last = 0
        while rows := self.after(last, _ROWS_A_READ, where):
            yield from rows
            last = rows[-1].entry.entry_id

    def count(self, where: Filter | None = None) -> int:
        """How many captions there are."""
        conditions, values = (where or Filter()).conditions()
        row = self._one(f"SELECT count(*) FROM caption c WHERE 1{conditions}", values)
        return int(row[0]) if row else 0

    def sessions(self) -> list[SessionRow]:
        """Every session with captions, the newest first; one cut short ends with its last caption."""
        with schema.translated(self.path):
            rows = self.connection.execute(
                "WITH extent AS (SELECT session_id, count(*) AS n, min(entry_id) AS first_id,"
                " max(entry_id) AS last_id"
                " FROM caption GROUP BY session_id)"
                " SELECT s.session_id, s.name, s.started_ms,"
                " coalesce(s.ended_ms, last.started_ms + last.duration_ms), extent.n, substr(first.text,"
                " 1, 80)"
                " FROM extent JOIN session s USING (session_id) JOIN caption first ON first.entry_id ="
                " extent.first_id"
                " JOIN caption last ON last.entry_id = extent.last_id ORDER BY extent.first_id DESC"
            ).fetchall()
        return [
            SessionRow(number, name, start, max(start, end), n, words.strip())
            for number, name, start, end, n, words in rows
        ]

    def session(self, session_id: int) -> tuple[str, int] | None:
        """A session's name and beginning in ms."""
        row = self._one("SELECT name, started_ms FROM session WHERE session_id = ?", [session_id])
        return (row[0], row[1]) if row else None

    def sources(self) -> list[str]:
        """Every source there is a caption of."""
        return self._distinct("source")

    def languages(self) -> list[str]:
        """Every language there is a caption in."""
        return self._distinct("language")

    def _distinct(self, column: str) -> list[str]:
        # Of the latest captions: a full scan of a million would be felt; old values still filter.
        with schema.translated(self.path):
            rows = self.connection.execute(
                f"SELECT DISTINCT {column} FROM (SELECT {column} FROM caption ORDER BY entry_id DESC"
                f" LIMIT 20000)"
                " ORDER BY 1"
            ).fetchall()
        return [row[0] for row in rows]

    def star(self, entry_id: int, step: int, where: Filter | None = None) -> int | None:
        """The number of the next (step 1) or previous (-1) starred caption."""
        conditions, values = (where or Filter()).conditions()
        sign, order = (">", "") if step > 0 else ("<", " DESC")
        row = self._one(
            f"SELECT c.entry_id FROM caption c WHERE c.is_starred AND c.entry_id {sign} ?{conditions}"
            f" ORDER BY c.entry_id{order} LIMIT 1",
            [entry_id, *values],
        )
        return int(row[0]) if row else None

    def activity(self, where: Filter, n_bars: int) -> tuple[list[tuple[int, int]], int, int]:
        """How much was said when: per bar an amount and the number of the first caption in it (0: none).

        For one session (where.session_id) bars are equal times into it, and the first and last offset in ms
        are returned with them; else they are equal times by the clock, with the first and last moment in ms.
        """
        conditions, values = where.conditions()
        key = "c.offset_ms" if where.session_id is not None else "c.started_ms"
        low, high = self._one(
            f"SELECT min({key}), max({key}) FROM caption c WHERE 1{conditions}", values
        ) or (None, None)
        if low is None:
            return [(0, 0)] * n_bars, 0, 0
        weight = "sum(length(c.text))" if where.session_id is not None else "count(*)"
        with schema.translated(self.path):
            rows = self.connection.execute(
                f"SELECT min(({key} - ?) * ? / ?, ?) AS bar, {weight}, min(c.entry_id) FROM caption c"
                f" WHERE 1{conditions}"
                " GROUP BY bar",
                [low, n_bars, max(1, high - low), n_bars - 1, *values],
            ).fetchall()
        bars = [(0, 0)] * n_bars
        for bar, amount, entry_id in rows:
            bars[bar] = (amount, entry_id)
        return bars, low, high

    def _one(self, statement: str, values: list[object]) -> tuple[Any, ...] | None:
        with schema.translated(self.path):
            row: tuple[Any, ...] | None = self.connection.execute(statement, values).fetchone()
        return row


def _row(row: tuple[int, int, int, int, int, str, str, int, str]) -> HistoryRow:
    entry_id, session_id, started_ms, offset_ms, duration_ms, source, language, is_starred, text = row
    entry = HistoryEntry(
        entry_id, session_id, moments.to_iso(started_ms), duration_ms / 1000, text, language, source
    )
    return HistoryRow(entry, started_ms, offset_ms, bool(is_starred))
