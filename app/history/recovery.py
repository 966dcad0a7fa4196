"""A damaged history file: set aside, and all captions that can still be read copied into a new one."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.history import schema
from app.history.recovery_pages import rows_in_pages

_ROWS_A_READ = 500
_SESSION = "session_id, name, started_ms, ended_ms"
_CAPTION = (
    "entry_id, session_id, started_ms, offset_ms, duration_ms, source, language, is_starred, is_wide, text"
)


@dataclass(frozen=True, slots=True)
class Recovery:
    """What became of a damaged file."""

    set_aside: Path
    n_captions: int


def replace_damaged(path: Path) -> Recovery:
    """Set `path` aside with its WAL, put a new history in its place, and fill it with what can be read.

    Raises StorageError.
    """
    with schema.translated(path):
        aside = _free_name(path)
        for suffix in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.replace(f"{path}{suffix}", f"{aside}{suffix}")
    connection = schema.connect_to_write(path)
    try:
        return Recovery(aside, _copy(aside, connection))
    finally:
        connection.close()


def _free_name(path: Path) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for n in range(1000):
        aside = path.with_name(f"{path.stem}.damaged-{stamp}{f'-{n}' if n else ''}{path.suffix}")
        if not aside.exists():
            break
    return aside


def _copy(aside: Path, target: sqlite3.Connection) -> int:
    with contextlib.closing(sqlite3.connect(aside, isolation_level=None)) as damaged:
        damaged.text_factory = lambda raw: raw.decode("utf-8", "replace")
        # The damaged file is evidence: leave it as it is, but for its WAL, which SQLite must be able to read.
        with contextlib.suppress(*schema.FILE_ERRORS):
            damaged.execute("PRAGMA query_only = ON")
            # Else SQLite refuses all of a file that was cut short (lockBtree in its btree.c).
            damaged.execute("PRAGMA writable_schema = ON")
        n_captions = 0
        with schema.transaction(target):
            for row in _readable_rows(damaged, "session", "session_id", _SESSION):
                _insert(target, "session", _SESSION, row)
            for row in _readable_rows(damaged, "caption", "entry_id", _CAPTION):
                n_captions += _put(target, row)
            # Rows that were found already are left as they are.
            for row in rows_in_pages(aside):
                if _is_likely(row):
                    n_captions += _put(target, row)
            # The user's choice of how long captions are kept must outlive the damage.
            with contextlib.suppress(*schema.FILE_ERRORS):
                rows = damaged.execute("SELECT key, value FROM setting WHERE key = 'retention'").fetchall()
                target.executemany("INSERT OR REPLACE INTO setting(key, value) VALUES (?, ?)", rows)
        return n_captions


def _put(target: sqlite3.Connection, row: tuple[object, ...]) -> int:
    """A caption, with a session of its own number where that was lost."""
    target.execute(
        "INSERT OR IGNORE INTO session(session_id, started_ms, ended_ms) VALUES (?, ?, ?)",
        (row[1], row[2], row[2]),
    )
    return _insert(target, "caption", _CAPTION, row)


def _is_likely(row: tuple[object, ...]) -> bool:
    """Whether bytes that have a caption's shape are one: small numbers, marks that are 0 or 1."""
    entry_id, session_id, started_ms, offset_ms, duration_ms, _, _, is_starred, is_wide, _ = row
    return (
        all(isinstance(value, int) for value in (entry_id, session_id, started_ms, offset_ms, duration_ms))
        and is_starred in (0, 1)
        and is_wide in (0, 1)
    )


def _insert(target: sqlite3.Connection, table: str, columns: str, row: tuple[object, ...]) -> int:
    marks = ", ".join("?" * len(row))
    try:
        return target.execute(f"INSERT OR IGNORE INTO {table}({columns}) VALUES ({marks})", row).rowcount
    except sqlite3.IntegrityError:
        return 0


def _readable_rows(
    damaged: sqlite3.Connection, table: str, key: str, columns: str
) -> Iterator[tuple[object, ...]]:
    """Rows in order of their key; where a page is damaged, the nearest readable ones on either side."""
    try:
        highest = _highest(damaged, table, key)
    except schema.FILE_ERRORS:
        return
    spans = [(0, highest)]
    while spans:
        first, last = spans.pop()
        if first > last:
            continue
        at = first
        try:
            while True:
                rows = damaged.execute(
                    f"SELECT {columns} FROM {table} NOT INDEXED WHERE {key} BETWEEN ? AND ?"
                    f" ORDER BY {key} LIMIT {_ROWS_A_READ}",
                    (at, last),
                ).fetchall()
                if not rows:
                    break
                yield from (row for row in rows if None not in row[1:3])
                at = rows[-1][0] + 1
        except schema.FILE_ERRORS:
            if at < last:
                middle = (at + last) // 2
                spans.append((middle + 1, last))
                spans.append((at, middle))


def _highest(damaged: sqlite3.Connection, table: str, key: str) -> int:
    """A number no key exceeds; the counter of AUTOINCREMENT where the table's own end cannot be read."""
    for statement in (
        f"SELECT max({key}) FROM {table} NOT INDEXED",
        f"SELECT seq FROM sqlite_sequence WHERE name = '{table}'",
        f"SELECT max({key}) FROM {table}",
    ):
        with contextlib.suppress(*schema.FILE_ERRORS):
            row = damaged.execute(statement).fetchone()
            if row and row[0] is not None:
                return int(row[0])
    damaged.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone()
    return 0
