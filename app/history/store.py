"""The history file, to write: captions, sessions, stars. One thread at a time; raises StorageError only."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType

from app.captions.types import CaptionUpdate, UserNotice
from app.history import moments, recovery, schema
from app.history.erasing import Eraser
from app.history.query import clean, is_wide

RETENTIONS = ("never", "day", "30 days", "always")
"""How long captions are kept: not at all, 24 hours, 30 days, until they are deleted by hand."""

_DAY_MS = 86_400_000
_KEPT_MS = {"never": 0, "day": _DAY_MS, "30 days": 30 * _DAY_MS}


class HistoryStore:
    """Opens (and makes, migrates or salvages) the file.

    A damaged file is set aside, what can be read of it is kept, and `take_notices` says so.
    """

    def __init__(self, path: Path, *, busy_timeout_s: float = schema.BUSY_TIMEOUT_S) -> None:
        self.path = path
        self._busy_timeout_s = busy_timeout_s
        self._notices: list[UserNotice] = []
        try:
            self._connection = schema.connect_to_write(path, busy_timeout_s)
        except schema.DamagedError:
            self._replace_damaged_file()
        self._eraser = Eraser(self._connection)

    def __enter__(self) -> HistoryStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """May be called twice."""
        self._connection.close()

    def take_notices(self) -> list[UserNotice]:
        """What the user should know since the last call."""
        notices, self._notices = self._notices, []
        return notices

    def salvage(self) -> None:
        """Set the file aside, for it has shown itself damaged, and go on with what can be read of it."""
        self._connection.close()
        self._replace_damaged_file()
        self._eraser = Eraser(self._connection)

    def make_room(self) -> None:
        """On a full disk: write the WAL back, so that its room can be used again."""
        with schema.translated(self.path):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def check(self) -> None:
        """Read the whole file (a second for each 200 MB), and salvage it where it is damaged."""
        try:
            with schema.translated(self.path):
                is_whole = self._connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
        except schema.DamagedError:
            is_whole = False
        if not is_whole:
            self.salvage()

    def _replace_damaged_file(self) -> None:
        result = recovery.replace_damaged(self.path)
        self._connection = schema.connect_to_write(self.path, self._busy_timeout_s)
        self._notices.append(
            UserNotice(
                "history-damaged",
                "warning",
                f"The history file was damaged. {result.n_captions} captions were saved from it.",
                f"The damaged file is kept as {result.set_aside}.",
            )
        )

    @contextlib.contextmanager
    def batch(self) -> Iterator[None]:
        """Many captions in one transaction: all are kept or, after an error, none."""
        with schema.translated(self.path), schema.transaction(self._connection):
            yield

    # --- captions ---

    def append(self, update: CaptionUpdate, session_id: int, started_at_utc: str) -> int | None:
        """Commit a final caption to the disk; returns its entry_id.

        Captions that are not final or hold nothing but space are not kept (None). started_at_utc: ISO 8601,
        when the caption's first word was spoken. Raises StorageError; then nothing of the caption is kept.
        """
        if not update.is_final or not update.text.strip():
            return None
        text = clean(update.text)
        with schema.translated(self.path):
            return self._connection.execute(
                "INSERT INTO caption(session_id, started_ms, offset_ms, duration_ms, source, language,"
                " is_wide, text)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    session_id,
                    moments.to_ms(started_at_utc),
                    round(update.start_s * 1000),
                    max(0, round((update.end_s - update.start_s) * 1000)),
                    clean(update.source),
                    clean(update.language),
                    is_wide(text),
                    text,
                ),
            ).lastrowid

    def set_star(self, entry_id: int, is_starred: bool) -> None:
        """Mark a caption to find it again, or take the mark away."""
        self._run("UPDATE caption SET is_starred = ? WHERE entry_id = ?", (is_starred, entry_id))

    # --- sessions ---

    def start_session(self, started_at_utc: str, name: str = "") -> int:
        """A new session; returns its number."""
        row_id = self._run(
            "INSERT INTO session(name, started_ms) VALUES (?, ?)",
            (clean(name), moments.to_ms(started_at_utc)),
        ).lastrowid
        assert row_id is not None
        return row_id

    def end_session(self, session_id: int, ended_at_utc: str) -> None:
        """Close a session; one without captions is forgotten."""
        with schema.translated(self.path), schema.transaction(self._connection):
            used = self._connection.execute(
                "SELECT 1 FROM caption WHERE session_id = ? LIMIT 1", (session_id,)
            ).fetchone()
            if used:
                self._connection.execute(
                    "UPDATE session SET ended_ms = ? WHERE session_id = ?",
                    (moments.to_ms(ended_at_utc), session_id),
                )
            else:
                self._connection.execute("DELETE FROM session WHERE session_id = ?", (session_id,))

    def end_at_last_caption(self, session_id: int, started_ms: int) -> None:
        """Close a session that was not lived through, such as a file's."""
        self._run(
            "UPDATE session SET ended_ms = ? + (SELECT coalesce(max(offset_ms + duration_ms), 0) FROM caption"
            " WHERE caption.session_id = session.session_id) WHERE session_id = ?",
            (started_ms, session_id),
        )

    def rename_session(self, session_id: int, name: str) -> None:
        """Name a session; "" takes the name away."""
        self._run("UPDATE session SET name = ? WHERE session_id = ?", (clean(name).strip(), session_id))

    def merge_sessions(self, session_ids: list[int]) -> int:
        """Make one session of several; returns the number of the earliest, which keeps its name.

        Times within the session follow the clock; where that had been set back, the later session is put
        after the earlier one.
        """
        marks = ",".join("?" * len(session_ids))
        with schema.translated(self.path), schema.transaction(self._connection):
            rows = self._connection.execute(
                f"SELECT session_id, started_ms, ended_ms, name FROM session WHERE session_id IN"
                f" ({marks}) ORDER BY 1",
                session_ids,
            ).fetchall()
            kept_id, kept_started, _, name = rows[0]
            for session_id, started, ended, other_name in rows[1:]:
                end_ms = self._connection.execute(
                    "SELECT coalesce(max(offset_ms + duration_ms), 0) FROM caption WHERE session_id = ?",
                    (kept_id,),
                ).fetchone()[0]
                self._connection.execute(
                    "UPDATE caption SET session_id = ?, offset_ms = offset_ms + ? WHERE session_id = ?",
                    (kept_id, max(started - kept_started, end_ms), session_id),
                )
                name = name or other_name
                self._connection.execute(
                    "UPDATE session SET name = ?, ended_ms = ? WHERE session_id = ?", (name, ended, kept_id)
                )
                self._connection.execute("DELETE FROM session WHERE session_id = ?", (session_id,))
        return int(kept_id)

    # --- deleting: what is deleted is gone from the file's bytes when these return ---

    def delete_captions(self, entry_ids: list[int]) -> int:
        """Delete captions by number; returns how many there were."""
        with schema.translated(self.path):
            return self._eraser.erase_entries(entry_ids)

    def delete_range(self, since_ms: int, until_ms: int) -> int:
        """Delete what was said from `since_ms` until before `until_ms`."""
        with schema.translated(self.path):
            return self._eraser.erase_where("started_ms >= ? AND started_ms < ?", (since_ms, until_ms))

    def delete_session(self, session_id: int) -> int:
        """Delete a session with its captions."""
        with schema.translated(self.path):
            return self._eraser.erase_where("session_id = ?", (session_id,), session_id=session_id)

    def delete_all(self, *, keep_session: int | None = None) -> int:
        """Delete every caption and every session but the one in use."""
        with schema.translated(self.path):
            return self._eraser.erase_all(keep_session)

    # --- retention ---

    @property
    def retention(self) -> str:
        """One of RETENTIONS; it lives in the file, so that it holds whatever becomes of the settings."""
        with schema.translated(self.path):
            row = self._connection.execute("SELECT value FROM setting WHERE key = 'retention'").fetchone()
        return row[0] if row and row[0] in RETENTIONS else "always"

    def set_retention(self, retention: str) -> None:
        """Takes effect with the next `apply_retention`."""
        if retention not in RETENTIONS:
            raise ValueError(f"no such retention: {retention!r}")
        self._run("INSERT OR REPLACE INTO setting(key, value) VALUES ('retention', ?)", (retention,))

    def apply_retention(
        self,
        now_ms: int | None = None,
        *,
        keep_session: int | None = None,
        between: Callable[[], None] | None = None,
    ) -> int:
        """Delete what is too old, finish a deletion that a crash cut short; returns how many captions went.

        Called when history is opened and once an hour: so it is honoured after a crash too.
        """
        retention = self.retention
        self._eraser.between = between or (lambda: None)
        with schema.translated(self.path):
            if retention == "never":
                return self._eraser.erase_all(keep_session)
            n_erased = 0
            if retention in _KEPT_MS:
                before = (moments.now_ms() if now_ms is None else now_ms) - _KEPT_MS[retention]
                n_erased = self._eraser.erase_where("started_ms < ?", (before,))
            if not n_erased:
                self._eraser.finish()
            return n_erased

    def _run(self, statement: str, values: tuple[object, ...]) -> sqlite3.Cursor:
        with schema.translated(self.path):
            return self._connection.execute(statement, values)
