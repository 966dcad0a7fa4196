"""Finding captions: words, phrases, beginnings, pieces; newest first, by pages. On a reader's thread."""

from __future__ import annotations

from dataclasses import dataclass

from app.history import schema
from app.history.query import Query, find_spans, parse_query
from app.history.reader import Filter, HistoryReader, HistoryRow

MAX_PIECES = 200
"""Triples a short piece may stand for; a piece in more of them is common, so that a scan finds it soon."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A caption that matches; spans are (first, after last) characters of its text."""

    row: HistoryRow
    spans: tuple[tuple[int, int], ...]


class HistorySearch:
    """Searches over a reader's connection. Any text is a valid search; raises StorageError only."""

    def __init__(self, reader: HistoryReader) -> None:
        self._reader = reader

    def find(
        self,
        typed: str | Query,
        where: Filter | None = None,
        *,
        limit: int = 50,
        before: int | None = None,
        after: int | None = None,
    ) -> list[Hit]:
        """The newest `limit` hits, newest first; before an entry_id for the next page.

        With `after`: the `limit` hits that follow that entry_id, oldest first.
        """
        query = parse_query(typed) if isinstance(typed, str) else typed
        built = self._build(query, where or Filter())
        if built is None:
            return []
        tables, key, conditions, values = built
        order = "DESC"
        if before is not None:
            conditions += f" AND {key} < ?"
            values.append(before)
        if after is not None:
            conditions += f" AND {key} > ?"
            values.append(after)
            order = "ASC"
        rows = self._reader.rows(
            f"{self._reader.select(tables)}WHERE 1{conditions} ORDER BY {key} {order} LIMIT ?",
            [*values, limit],
        )
        return [Hit(row, tuple(find_spans(row.entry.text, query))) for row in rows]

    def count(self, typed: str | Query, where: Filter | None = None, *, at_most: int = 10_000) -> int:
        """How many captions match; `at_most` means that many or more."""
        query = parse_query(typed) if isinstance(typed, str) else typed
        where = where or Filter()
        built = self._build(query, where)
        if built is None:
            return 0
        tables, _, conditions, values = built
        if "c." not in conditions and tables.endswith("= hit.rowid"):
            tables = tables.split(" hit ")[0] + " hit"
        with schema.translated(self._reader.path):
            row = self._reader.connection.execute(
                f"SELECT count(*) FROM (SELECT 1 FROM {tables} WHERE 1{conditions} LIMIT ?)",
                [*values, at_most],
            ).fetchone()
        return int(row[0])

    def _build(self, query: Query, where: Filter) -> tuple[str, str, str, list[object]] | None:
        """(tables, key column, conditions, values), or None where nothing can match."""
        if not query.terms:
            return None
        conditions, values = where.conditions()
        if where.since_ms is not None or where.until_ms is not None:
            # Bounds on the number let the index skip what is outside; the clock may have been set back, so
            # the times are compared as well.
            first, last = self._bounds(where)
            if first is None:
                return None
            values += [first, last]
        parts_match: list[str] = []
        scans = query.of_kind("sign")
        for text in query.of_kind("part"):
            match = self._part_match(text)
            if match is None:
                scans.append(text)
            elif not match:
                return None
            else:
                parts_match.append(f"({match})")
        words_match = query.words_match
        tables, key = "caption c", "c.entry_id"
        matches: list[tuple[str, str]] = []
        if words_match:
            matches.append(("caption_words", words_match))
        if parts_match:
            matches.append(("caption_parts", " AND ".join(parts_match)))
        match_values: list[object] = []
        match_conditions = ""
        if matches:
            table, match = matches[0]
            tables, key = f"{table} hit CROSS JOIN caption c ON c.entry_id = hit.rowid", "hit.rowid"
            match_conditions = f" AND {table} MATCH ?"
            match_values.append(match)
        for table, match in matches[1:]:
            match_conditions += f" AND hit.rowid IN (SELECT rowid FROM {table} WHERE {table} MATCH ?)"
            match_values.append(match)
        if where.since_ms is not None or where.until_ms is not None:
            conditions += f" AND {key} BETWEEN ? AND ?"
        for text in scans:
            conditions += " AND instr(c.text, ?)"
            values.append(text)
        return tables, key, match_conditions + conditions, [*match_values, *values]

    def _bounds(self, where: Filter) -> tuple[int | None, int | None]:
        with schema.translated(self._reader.path):
            first, last = self._reader.connection.execute(
                "SELECT min(entry_id), max(entry_id) FROM caption WHERE started_ms >= ? AND started_ms < ?",
                (
                    -(2**62) if where.since_ms is None else where.since_ms,
                    2**62 if where.until_ms is None else where.until_ms,
                ),
            ).fetchone()
        return first, last

    def _part_match(self, text: str) -> str | None:
        """The FTS5 expression for a piece of text; "" when nowhere; None when it is quicker to scan."""
        if len(text) >= 3:
            return _quote(text)
        lowered = text.lower()
        with schema.translated(self._reader.path):
            rows = self._reader.connection.execute(
                "SELECT term FROM temp.caption_part_terms WHERE term >= ? AND term < ? LIMIT ?",
                (lowered, lowered + "\U0010ffff", MAX_PIECES + 1),
            ).fetchall()
        if len(rows) > MAX_PIECES:
            return None
        return " OR ".join(_quote(row[0]) for row in rows)


def _quote(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
