"""Searching in the history window: the field, its filters, what was found, match after match. GUI thread."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from app.history.query import Query, parse_query
from app.history.reader import Filter, HistoryReader
from app.history.search import Hit
from app.ui.history_parts import HistoryParts
from app.ui.history_worker import HistoryWorker
from app.ui.language import tr

PAGE = 200
FIRST_ROWS = 60
"""Enough for a screen: more are read when they are scrolled to, so that the first are seen at once."""
NEAR_END_PX = 600
TYPING_PAUSE_MS = 30
COUNT_AT_MOST = 10_000


class HistoryFinder(HistoryParts):
    """The part of the history window that finds captions; the results' jumpAsked tells which to show."""

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.worker = HistoryWorker(path, self)
        self._query = Query(())
        self._n_matches = 0
        self._typing = QTimer(self, interval=TYPING_PAUSE_MS, singleShot=True)
        self._typing.timeout.connect(self.search)
        self.search_field.textChanged.connect(lambda: self._typing.start())
        self.search_field.returnPressed.connect(self._enter_results)
        self.results.verticalScrollBar().valueChanged.connect(self._results_scrolled)
        self.results.startAsked.connect(self._first_result)

    def where(self) -> Filter:
        """The filter the controls stand for."""
        n_days = self.date_box.currentData()
        since_ms = None
        if n_days is not None:
            midnight = datetime.now().replace(hour=0, minute=0, second=0, microsecond=0)
            since_ms = int((midnight - timedelta(days=n_days)).timestamp() * 1000)
        return Filter(
            session_id=self.sessions.chosen(),
            source=self.source_box.currentData() or "",
            language=self.language_box.currentData() or "",
            since_ms=since_ms,
            starred_only=self.starred_box.isChecked(),
        )

    def focus_search(self) -> None:
        """Where Ctrl+F goes."""
        self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_field.selectAll()

    @Slot()
    def search(self) -> None:
        """Search for what the field says."""
        self._typing.stop()
        query = parse_query(self.search_field.text())
        self._query = query
        self.timeline.captions.set_query(query)
        if not query.terms:
            self.count_label.setText("")
            self.stack.setCurrentWidget(self.timeline)
            return
        where = self.where()
        self.worker.read(
            "search", lambda _, search: search.find(query, where, limit=FIRST_ROWS), self._put_hits
        )
        self.worker.read(
            "count", lambda _, search: search.count(query, where, at_most=COUNT_AT_MOST), self._put_count
        )

    def _put_hits(self, hits: list[Hit]) -> None:
        self.results.captions.query = self._query
        self.results.captions.put(
            [hit.row for hit in hits], is_at_start=True, is_at_end=len(hits) < FIRST_ROWS
        )
        self.stack.setCurrentWidget(self.results)
        if hits:
            self.results.choose(0)
        else:
            self.say(tr("Nothing found."))

    def _put_count(self, n_matches: int) -> None:
        self._n_matches = n_matches
        more = "+" if n_matches >= COUNT_AT_MOST else ""
        self.count_label.setText(tr("1 match") if n_matches == 1 else tr(f"{n_matches:,}{more} matches"))

    def _results_scrolled(self, value: int) -> None:
        captions = self.results.captions
        bar = self.results.verticalScrollBar()
        if captions.is_at_end or not captions.rows or value < bar.maximum() - NEAR_END_PX:
            return
        captions.is_at_end = True
        query, where, last = self._query, self.where(), captions.rows[-1].entry.entry_id

        def put(hits: list[Hit]) -> None:
            if captions.rows and captions.rows[-1].entry.entry_id == last:
                captions.add_after([hit.row for hit in hits])
                captions.is_at_end = len(hits) < PAGE

        self.worker.read("hits", lambda _, search: search.find(query, where, limit=PAGE, before=last), put)

    def _enter_results(self) -> None:
        if self._typing.isActive():
            self.search()
        view = self.results if self._query.terms else self.timeline
        view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def next_match(self, step: int) -> None:
        """The next match in the order of the results (older), or the one before (newer)."""
        if not self._query.terms:
            return
        if self.stack.currentWidget() is self.results:
            at = self.results.currentIndex().row() + step
            if 0 <= at < len(self.results.captions.rows):
                self.results.choose(at)
            return
        query, where = self._query, self.where()
        row = self.timeline.current()
        at_id = row.entry.entry_id if row is not None else None

        def find(reader: HistoryReader, search: Any) -> list[Hit]:
            if step > 0:
                hits: list[Hit] = search.find(query, where, limit=1, before=at_id)
            else:
                hits = search.find(query, where, limit=1, after=at_id or 0)
            return hits

        def put(hits: list[Hit]) -> None:
            if hits:
                self.results.jumpAsked.emit(hits[0].row)
            else:
                self.say(tr("No older match.") if step > 0 else tr("No newer match."))

        self.worker.read("next", find, put)

    def _first_result(self) -> None:
        if self.results.captions.rows:
            self.results.choose(0)

    def say(self, text: str) -> None:
        """Put a line into the status bar, and tell a screen reader."""
        self.status_label.setText(text)
        if text and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.status_label, text))
