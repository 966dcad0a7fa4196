"""Deletion that really deletes: rows, their words in the indexes, and their bytes in the file and its WAL."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence

from app.history import schema

_ROWS_A_STEP = 2000
_PAGES_A_STEP = 500
_INDEXES = ("caption_words", "caption_parts")


class Eraser:
    """Deletes in short transactions, so that captions can be written in between.

    secure_delete (set when the file is opened) overwrites freed bytes. FTS5 only marks words as deleted, so
    the indexes are then merged into one segment, which drops them (sqlite.org/fts5.html, 'merge' with a
    negative number), and the WAL is written back and cut to nothing. A note in the file ("erasing") outlives
    a crash, and `finish` goes on from there.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.between: Callable[[], None] = lambda: None
        """Called after each step: a writer keeps captions then. What it raises ends the deletion for now."""

    def erase_entries(self, entry_ids: Sequence[int]) -> int:
        """Delete captions by number; returns how many there were."""
        n_erased = 0
        for first in range(0, len(entry_ids), _ROWS_A_STEP):
            some = entry_ids[first : first + _ROWS_A_STEP]
            n_erased += self._delete(f"entry_id IN ({','.join('?' * len(some))})", some)
        self._finish_if(n_erased)
        return n_erased

    def erase_where(self, condition: str, values: Iterable[object], *, session_id: int | None = None) -> int:
        """Delete the captions that meet an SQL condition, and sessions that thereby are empty."""
        values = tuple(values)
        n_erased = 0
        while n := self._delete(
            f"entry_id IN (SELECT entry_id FROM caption WHERE {condition} LIMIT {_ROWS_A_STEP})", values
        ):
            n_erased += n
            self.between()
        if session_id is not None:
            self._connection.execute("DELETE FROM session WHERE session_id = ?", (session_id,))
        self._finish_if(n_erased)
        return n_erased

    def erase_all(self, keep_session: int | None = None) -> int:
        """Delete everything at once, indexes rebuilt from nothing."""
        connection = self._connection
        n_captions = connection.execute("SELECT count(*) FROM caption").fetchone()[0]
        n_sessions = connection.execute(
            "SELECT count(*) FROM session WHERE session_id IS NOT ?", (keep_session,)
        )
        if n_sessions.fetchone()[0] or n_captions:
            with schema.transaction(connection):
                n_captions = connection.execute("SELECT count(*) FROM caption").fetchone()[0]
                connection.execute("DROP TRIGGER caption_deleted")
                for index in _INDEXES:
                    connection.execute(f"INSERT INTO {index}({index}) VALUES ('delete-all')")
                connection.execute("DELETE FROM caption")
                connection.execute("DELETE FROM session WHERE session_id IS NOT ?", (keep_session,))
                connection.execute(schema.TRIGGERS["caption_deleted"])
                self._note()
        if n_captions:
            self._note()
        self.finish(shrink=True)
        return int(n_captions)

    def _delete(self, condition: str, values: Iterable[object]) -> int:
        with schema.transaction(self._connection):
            n = self._connection.execute(f"DELETE FROM caption WHERE {condition}", tuple(values)).rowcount
            if n:
                self._note()
        return n

    def _note(self) -> None:
        self._connection.execute("INSERT OR REPLACE INTO setting(key, value) VALUES ('erasing', '1')")

    def _finish_if(self, n_erased: int) -> None:
        if n_erased:
            # Sessions that a deletion emptied; a session in use is newer than any caption and stays.
            self._connection.execute(
                "DELETE FROM session WHERE ended_ms IS NOT NULL"
                " AND NOT EXISTS (SELECT 1 FROM caption WHERE caption.session_id = session.session_id)"
            )
            self.finish()

    def finish(self, *, shrink: bool = False) -> None:
        """Wipe what deletions have left behind, also those that a crash cut short."""
        connection = self._connection
        if connection.execute("SELECT 1 FROM setting WHERE key = 'erasing'").fetchone() is None:
            return
        for index in _INDEXES:
            n_pages = -_PAGES_A_STEP
            while True:
                before = connection.total_changes
                connection.execute(f"INSERT INTO {index}({index}, rank) VALUES ('merge', ?)", (n_pages,))
                if connection.total_changes - before < 2:
                    break
                n_pages = _PAGES_A_STEP
                self.between()
        if shrink:
            connection.execute("VACUUM")
        connection.execute("DELETE FROM setting WHERE key = 'erasing'")
        # Busy readers may keep the WAL; then the next checkpoint of the last connection removes it.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
