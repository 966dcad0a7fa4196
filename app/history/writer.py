"""Keeps captions as they are shown: `append` never blocks or raises; an own thread commits each at once."""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from app.captions.types import CaptionUpdate, UserNotice
from app.history import moments
from app.history.schema import BUSY_TIMEOUT_S, BusyError, DamagedError, GoneError
from app.history.store import HistoryStore
from engines.errors import StorageError

log = logging.getLogger(__name__)

MAX_WAITING = 10_000
"""Captions kept in memory while the file cannot be written: some ten hours of speech."""
RETRY_S = 2.0
RETENTION_CHECK_S = 3600.0

_Task = Callable[[HistoryStore], None]
Notify = Callable[[UserNotice], None]


class HistoryWriter:
    """One session of use. The thread opens the file, and closes it when `close` is called.

    Whatever is wrong with the disk or the file is told through `on_notice` (on the writer's thread), once
    until it is mended; captions wait in memory meanwhile. `is_private` pauses: captions are then not kept.
    """

    def __init__(
        self,
        path: Path,
        on_notice: Notify,
        *,
        retention: str | None = None,
        is_private: bool = False,
        busy_timeout_s: float = BUSY_TIMEOUT_S,
    ) -> None:
        self._path = path
        self._on_notice = on_notice
        self.is_private = is_private
        self._retention = retention
        self._busy_timeout_s = busy_timeout_s
        self._session_id: int | None = None
        self._last_entry_id: int | None = None
        self._star_next = False
        self._failed_code = ""
        self._n_lost = 0
        self._is_closing = False
        self._flushed: list[threading.Event] = []
        self._next_check_s = 0.0
        self._waiting: deque[_Task] = deque()
        self._tasks: queue.SimpleQueue[_Task | threading.Event | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="history-writer", daemon=True)
        self._thread.start()

    def append(self, update: CaptionUpdate, started_at_utc: str | None = None) -> None:
        """Keep a caption if it is final; started_at_utc (ISO 8601) is now less its length when left out."""
        if not update.is_final or self.is_private or not update.text.strip():
            return
        if started_at_utc is None:
            started_at_utc = moments.to_iso(
                moments.now_ms() - max(0, round((update.end_s - update.start_s) * 1000))
            )
        moment = started_at_utc

        def keep(store: HistoryStore) -> None:
            if store.retention == "never":
                return
            session_id = self._session_id
            # All or nothing: what is tried again must not be there twice.
            with store.batch():
                if session_id is None:
                    offset_ms = round(update.start_s * 1000)
                    session_id = store.start_session(moments.to_iso(moments.to_ms(moment) - offset_ms))
                entry_id = store.append(update, session_id, moment)
                if self._star_next and entry_id is not None:
                    store.set_star(entry_id, True)
            self._session_id, self._last_entry_id, self._star_next = session_id, entry_id, False

        self._tasks.put(keep)

    def star(self) -> None:
        """Mark this moment: the caption kept last, or the first one to come."""

        def mark(store: HistoryStore) -> None:
            if self._last_entry_id is None:
                self._star_next = True
            else:
                store.set_star(self._last_entry_id, True)

        self._tasks.put(mark)

    def set_retention(self, retention: str) -> None:
        """One of store.RETENTIONS; takes effect at once."""

        def change(store: HistoryStore) -> None:
            self._retention = retention
            self._next_check_s = 0.0

        self._tasks.put(change)

    def flush(self, timeout_s: float = 10.0) -> bool:
        """Wait until all that was appended is on the disk; False when it is not yet."""
        done = threading.Event()
        self._tasks.put(done)
        return done.wait(timeout_s)

    def close(self, timeout_s: float = 10.0) -> None:
        """End the session. What cannot be written within `timeout_s` is lost, and a notice says so."""
        self._tasks.put(None)
        self._thread.join(timeout_s)

    # --- the writer's thread ---

    def _run(self) -> None:
        store: HistoryStore | None = None
        inode = 0
        while not self._is_closing:
            self._collect(self._pause_s())
            try:
                if store is not None and _inode(self._path) != inode:
                    # Someone removed or replaced the file: what goes on being written to the old one is lost.
                    store.close()
                    store = None
                if store is None:
                    store = HistoryStore(self._path, busy_timeout_s=self._busy_timeout_s)
                    inode = _inode(self._path)
                    self._forget_places()
                self._work(store)
                if self._is_closing and self._session_id is not None:
                    store.end_session(self._session_id, moments.to_iso(moments.now_ms()))
            except StorageError as error:
                self._report(error)
                if store is not None:
                    store = self._after_failure(store, error)
                    inode = _inode(self._path)
            except Exception:
                log.exception("history writer")
                if self._waiting:
                    self._waiting.popleft()
            if store is not None:
                for notice in store.take_notices():
                    self._on_notice(notice)
            if not self._waiting:
                for event in self._flushed:
                    event.set()
                self._flushed.clear()
        if self._waiting or self._n_lost:
            self._on_notice(
                UserNotice(
                    "history-lost",
                    "warning",
                    f"{len(self._waiting) + self._n_lost} captions could not be kept.",
                    f"The history file {self._path} could not be written.",
                )
            )
        if store is not None:
            store.close()

    def _collect(self, timeout_s: float) -> None:
        """Everything that was asked for meanwhile; waits for the first of it."""
        try:
            task = self._tasks.get(timeout=timeout_s) if timeout_s else self._tasks.get_nowait()
            while True:
                if task is None:
                    self._is_closing = True
                elif isinstance(task, threading.Event):
                    self._flushed.append(task)
                else:
                    self._wait_in_line(task)
                task = self._tasks.get_nowait()
        except queue.Empty:
            pass

    def _wait_in_line(self, task: _Task) -> None:
        if len(self._waiting) >= MAX_WAITING:
            self._waiting.popleft()
            self._n_lost += 1
        self._waiting.append(task)

    def _work(self, store: HistoryStore) -> None:
        self._write_waiting(store)
        self._check_retention(store)
        was_told, self._failed_code = self._failed_code not in ("", "busy"), ""
        if was_told:
            self._on_notice(UserNotice("history-resumed", "info", "Captions are being kept again.", ""))

    def _write_waiting(self, store: HistoryStore) -> None:
        while self._waiting:
            self._waiting[0](store)
            self._waiting.popleft()

    def _check_retention(self, store: HistoryStore) -> None:
        if time.monotonic() < self._next_check_s:
            return
        if self._retention is not None:
            store.set_retention(self._retention)
            self._retention = None

        def between() -> None:
            # A long deletion must not keep captions waiting.
            self._collect(0.0)
            self._write_waiting(store)

        store.apply_retention(keep_session=self._session_id, between=between)
        self._next_check_s = time.monotonic() + RETENTION_CHECK_S

    def _pause_s(self) -> float:
        if self._waiting or self._failed_code:
            return RETRY_S
        return min(RETENTION_CHECK_S, max(0.0, self._next_check_s - time.monotonic()))

    def _forget_places(self) -> None:
        self._session_id = None
        self._last_entry_id = None

    def _after_failure(self, store: HistoryStore, error: StorageError) -> HistoryStore | None:
        if isinstance(error, GoneError):
            self._forget_places()
        if type(error) is StorageError:
            # Perhaps a full disk: the WAL's room helps.
            with contextlib.suppress(StorageError):
                store.make_room()
        if isinstance(error, DamagedError):
            try:
                store.salvage()
                self._forget_places()
                return store
            except StorageError as further:
                self._report(further)
                store.close()
                return None
        return store

    def _report(self, error: StorageError) -> None:
        code = type(error).__name__ + str(error)
        if isinstance(error, GoneError | DamagedError):
            # A fresh session or file mends these, and the file's own notice tells of the second.
            return
        if isinstance(error, BusyError) and not self._failed_code:
            code = "busy"  # Another program's moment, not worth a word yet.
        elif code != self._failed_code:
            self._on_notice(UserNotice("history-unavailable", "warning", str(error), error.advice))
        self._failed_code = code


def _inode(path: Path) -> int:
    try:
        return os.stat(path).st_ino
    except OSError:
        return 0
