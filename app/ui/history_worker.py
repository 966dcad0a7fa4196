"""Runs the history window's reads and changes in a thread and on connections of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from app.history.reader import HistoryReader
from app.history.schema import DamagedError
from app.history.search import HistorySearch
from app.history.store import HistoryStore

Read = Callable[[HistoryReader, HistorySearch], Any]
Change = Callable[[HistoryStore], Any]
Done = Callable[[Any], None]

SUPERSEDED = frozenset({"search", "count", "activity", "sessions", "show"})
"""Kinds of which only the latest request matters: typing on makes the older search pointless."""


class HistoryWorker(QObject):
    """Requests come from the GUI's thread, `Done` functions are called there again.

    A failure is told by `failed` (what happened, what to do); then `Done` is not called.
    """

    failed = Signal(str, str)
    mended = Signal()
    """A damaged file was replaced: read again."""
    _asked = Signal(str, int, object, object)
    _answered = Signal(str, int, object, object)

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = _Desk(path, self)
        self._thread = QThread()
        self._thread.setObjectName("history-window")
        self._desk.moveToThread(self._thread)
        self._asked.connect(self._desk.work, Qt.ConnectionType.QueuedConnection)
        self._answered.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._thread.finished.connect(self._desk.close_connections, Qt.ConnectionType.DirectConnection)
        self.latest: dict[str, int] = {}
        self.n_waiting = 0
        self._thread.start()

    def read(self, kind: str, job: Read, done: Done) -> None:
        """Have `job` run with a reader; its result goes to `done`, unless a later request replaced it."""
        self._ask(kind, job, done)

    def change(self, kind: str, job: Change, done: Done) -> None:
        """Have `job` run with a store."""
        self._ask(f"change {kind}", job, done)

    def _ask(self, kind: str, job: object, done: Done) -> None:
        tag = self.latest.get(kind, 0) + 1
        self.latest[kind] = tag
        self.n_waiting += 1
        if kind == "search":
            self._desk.interrupt_search()
        self._asked.emit(kind, tag, job, done)

    def is_stale(self, kind: str, tag: int) -> bool:
        """Whether a later request of the same kind makes this one pointless."""
        return kind in SUPERSEDED and self.latest.get(kind) != tag

    @Slot(str, int, object, object)
    def _deliver(self, kind: str, tag: int, done: Done | None, result: object) -> None:
        self.n_waiting -= 1
        if done is not None and not self.is_stale(kind, tag):
            done(result)

    def stop(self) -> None:
        """End the thread and close its connections."""
        self._desk.interrupt_search()
        self._thread.quit()
        self._thread.wait()


class _Desk(QObject):
    """Lives in the worker's thread."""

    def __init__(self, path: Path, worker: HistoryWorker) -> None:
        super().__init__()
        self._path = path
        self._worker = worker
        self._reader: HistoryReader | None = None
        self._inode = 0
        self._is_searching = False

    def interrupt_search(self) -> None:
        """From the GUI's thread: sqlite3 allows interrupt() from any."""
        reader = self._reader
        if self._is_searching and reader is not None:
            reader.connection.interrupt()

    @Slot(str, int, object, object)
    def work(self, kind: str, tag: int, job: Any, done: Done) -> None:
        worker = self._worker
        if worker.is_stale(kind, tag):
            worker._answered.emit(kind, tag, None, None)
            return
        try:
            if kind.startswith("change"):
                with HistoryStore(self._path) as store:
                    result = job(store)
            elif (reader := self._open()) is None:
                worker._answered.emit(kind, tag, None, None)
                return
            else:
                self._is_searching = kind in ("search", "count")
                result = job(reader, HistorySearch(reader))
        except Exception as error:
            # The edge of the thread: nothing may pass it, the window shows what is wrong.
            self.close_connections()
            if isinstance(error, DamagedError):
                self._mend()
            elif not worker.is_stale(kind, tag):
                worker.failed.emit(str(error), getattr(error, "advice", ""))
            worker._answered.emit(kind, tag, None, None)
            return
        finally:
            self._is_searching = False
        worker._answered.emit(kind, tag, done, result)

    def _mend(self) -> None:
        """Set a damaged file aside and keep what can be read; a writer notices that its file has gone."""
        try:
            with HistoryStore(self._path) as store:
                store.check()
                for notice in store.take_notices():
                    self._worker.failed.emit(notice.title, notice.advice)
            self._worker.mended.emit()
        except Exception as error:
            self._worker.failed.emit(str(error), getattr(error, "advice", ""))

    def _open(self) -> HistoryReader | None:
        """The reader, on the file that is there now; None where there is no history yet."""
        try:
            inode = self._path.stat().st_ino
        except OSError:
            self.close_connections()
            return None
        if self._reader is None or inode != self._inode:
            self.close_connections()
            self._reader = HistoryReader(self._path)
            self._inode = inode
        return self._reader

    def close_connections(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None
