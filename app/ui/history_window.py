"""The history window: what was said, followed live, searched and kept in order by keyboard. GUI thread.

Nothing here touches the file: every read and change goes through HistoryWorker's thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from app.captions.types import CaptionUpdate
from app.history import moments
from app.history.reader import Filter, HistoryRow
from app.settings import Settings
from app.ui.actions import local_keys
from app.ui.history_actions import HistoryActions
from app.ui.history_bars import N_BARS
from app.ui.history_keys import HistoryKeys
from app.ui.history_list import CaptionList
from app.ui.history_search import FIRST_ROWS, NEAR_END_PX, PAGE, HistoryFinder
from app.ui.language import tr

_TAIL_RETRIES_MS = (40, 150, 600, 2000)


class HistoryWindow(HistoryFinder):
    """Captions of a history file. `captionAdded` tells it of each final caption as it is shown."""

    privateToggled = Signal(bool)
    """The user pauses (True) or resumes the keeping of captions."""
    retentionChosen = Signal(str)

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(path, parent)
        self.worker.failed.connect(self._show_failure)
        self.worker.mended.connect(self.refresh)
        self.worker.mended.connect(self.read_sessions)
        self.is_live = True
        self.n_new = 0
        self._is_loading = False
        self._connect()
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.stop)
        self.actions_ = HistoryActions(self)
        self._settings = Settings()
        self._keys = self._make_keys()
        self._tail_try = 0
        self._tail = QTimer(self, singleShot=True)
        self._tail.timeout.connect(self._read_tail)
        self._sessions_due = QTimer(self, interval=5000, singleShot=True)
        self._sessions_due.timeout.connect(self.read_sessions)

    def _connect(self) -> None:
        for box in (self.source_box, self.language_box, self.date_box):
            box.currentIndexChanged.connect(self.refresh)
        self.starred_box.toggled.connect(self.refresh)
        self.sessions.sessionChosen.connect(lambda _: self.refresh())
        self.timeline.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.timeline.verticalScrollBar().rangeChanged.connect(self._stay_at_end)
        self.results.jumpAsked.connect(self.jump_to_row)
        self.timeline.selectionModel().currentChanged.connect(self._show_place)
        self.timeline.startAsked.connect(self.go_to_start)
        self.bars.moved.connect(self.jump_to)
        self.new_button.clicked.connect(self.go_live)

    def _make_keys(self) -> HistoryKeys:
        done: dict[str, Callable[[], object]] = {
            "search": self.focus_search,
            "around": self._show_around,
            "next": partial(self.next_match, 1),
            "previous": partial(self.next_match, -1),
            "back": self._back,
            "oldest": lambda: self.view().startAsked.emit(),
            "newest": self.go_live,
            "star": lambda: self.view().starAsked.emit(),
            "next_star": partial(self._step_star, 1),
            "previous_star": partial(self._step_star, -1),
            "delete": self._delete,
            "merge": self._merge,
            "next_part": partial(self._cycle_focus, 1),
            "previous_part": partial(self._cycle_focus, -1),
        }
        named = {f"history_{name}": each for name, each in done.items()}
        return HistoryKeys(self, (self.timeline, self.results, self.sessions), named, self.actions_.by_name)

    def apply_settings(self, settings: Settings) -> None:
        """Take the keys that the user has chosen."""
        self._settings = settings
        self._keys.apply(settings)

    def keys_of(self, name: str) -> tuple[str, ...]:
        """The keys of an action."""
        return local_keys(self._settings, name)

    def _show_around(self) -> None:
        row = self.view().current()
        if row is not None:
            self.view().jumpAsked.emit(row)

    def _delete(self) -> None:
        if not self.sessions.hasFocus():
            self.view().deleteAsked.emit()
        elif self.sessions.selected_ids():
            self.sessions.deleteAsked.emit(self.sessions.selected_ids())

    def _merge(self) -> None:
        if len(self.sessions.selected_ids()) > 1:
            self.sessions.mergeAsked.emit(self.sessions.selected_ids())

    # --- opening and closing ---

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.refresh()
            self.read_sessions()
            self.worker.read(
                "choices", lambda reader, _: (reader.sources(), reader.languages()), self._put_choices
            )

    def stop(self) -> None:
        """End the reading thread; call it once before the window is thrown away."""
        self._typing.stop()
        self._tail.stop()
        self._sessions_due.stop()
        self.worker.stop()

    def _put_choices(self, choices: tuple[list[str], list[str]]) -> None:
        for box, values in zip((self.source_box, self.language_box), choices, strict=True):
            known = {box.itemData(i) for i in range(box.count())}
            for value in values:
                if value and value not in known:
                    box.addItem(value, value)

    # --- what is asked for ---

    @Slot()
    def refresh(self) -> None:
        """Read again: the newest captions, or the search's results when there is one."""
        self.go_live()
        where = self.where()
        self.worker.read("activity", lambda reader, _: reader.activity(where, N_BARS), self._put_bars)
        if self._query.terms:
            self.search()

    def read_sessions(self) -> None:
        """Read the list of sessions again."""
        self.worker.read("sessions", lambda reader, _: reader.sessions(), self.sessions.put)

    def _put_bars(self, answer: tuple[list[tuple[int, int]], int, int]) -> None:
        bars, low, high = answer
        if self.sessions.chosen() is not None:
            self.bars.put(bars, moments.clock(low), moments.clock(high))
        else:
            days = [moments.to_local(moment, "%d %b %Y") for moment in (low, high)]
            if days[0] == days[1]:
                days = [moments.to_local(moment, "%d %b %Y %H:%M") for moment in (low, high)]
            self.bars.put(bars, *days)
        self._show_place()

    # --- following live ---

    @Slot(object)
    def captionAdded(self, update: CaptionUpdate) -> None:
        """A caption was shown; when it is final it will be in the file in a moment."""
        if not update.is_final or not update.text.strip() or not self.isVisible():
            return
        if not self.is_live:
            self.n_new += 1
            self._show_new()
        self._tail_try = 0
        self._tail.start(_TAIL_RETRIES_MS[0])
        if not self._sessions_due.isActive():
            self._sessions_due.start()

    def _read_tail(self) -> None:
        if not self.is_live:
            return
        rows = self.timeline.captions.rows
        last = rows[-1].entry.entry_id if rows else 0
        where = self.where()

        def put(new: list[HistoryRow]) -> None:
            if new and self.is_live and self.timeline.captions.rows[-1:] == rows[-1:]:
                self.timeline.captions.add_after(new)
                self._to_bottom()
            elif not new and self._tail_try + 1 < len(_TAIL_RETRIES_MS):
                self._tail_try += 1
                self._tail.start(_TAIL_RETRIES_MS[self._tail_try])

        self.worker.read("tail", lambda reader, _: reader.after(last, PAGE, where), put)

    @Slot()
    def go_live(self) -> None:
        """Show the newest captions, and follow."""
        self.stack.setCurrentWidget(self.timeline)
        self.is_live, self.n_new = True, 0
        self._show_new()
        where = self.where()

        def put(rows: list[HistoryRow]) -> None:
            self.timeline.captions.put(rows, is_at_start=len(rows) < FIRST_ROWS, is_at_end=True)
            self._to_bottom()
            if not rows and not self.status_label.text():
                self.say(tr("No captions here yet."))
            elif rows and self.status_label.text() == "No captions here yet.":
                self.say("")

        self._is_loading = False
        self.worker.read("show", lambda reader, _: reader.before(None, FIRST_ROWS, where), put)

    def go_to_start(self) -> None:
        """Show the oldest captions."""
        self._leave_live()
        where = self.where()

        def put(rows: list[HistoryRow]) -> None:
            self.timeline.captions.put(rows, is_at_start=True, is_at_end=len(rows) < PAGE)
            if rows:
                self.timeline.choose(0)

        self.worker.read("show", lambda reader, _: reader.after(0, PAGE, where), put)

    def _to_bottom(self) -> None:
        n_rows = len(self.timeline.captions.rows)
        if n_rows and not self.timeline.selectionModel().hasSelection():
            self.timeline.setCurrentIndex(self.timeline.captions.index(n_rows - 1))
            self.timeline.clearSelection()
        self.timeline.scrollToBottom()

    def _stay_at_end(self) -> None:
        # The view has another height, or rows were laid out.
        if self.is_live:
            self.timeline.scrollToBottom()

    def _leave_live(self) -> None:
        self.is_live = False
        self._show_new()

    def _show_new(self) -> None:
        self.new_button.setVisible(not self.is_live)
        self.new_button.setText(tr(f"{self.n_new:,} new (End)") if self.n_new else tr("Newest (End)"))

    def _scrolled(self, value: int) -> None:
        bar = self.timeline.verticalScrollBar()
        captions = self.timeline.captions
        is_at_bottom = value >= bar.maximum() - 4
        if self.is_live and not is_at_bottom and bar.maximum() > 0 and not self._is_loading:
            self._leave_live()
        elif (
            not self.is_live and is_at_bottom and captions.is_at_end and not self.n_new and bar.maximum() > 0
        ):
            self.is_live = True
            self._show_new()
        if self._is_loading or not captions.rows:
            return
        where = self.where()
        if value < NEAR_END_PX and not captions.is_at_start:
            self._is_loading = True
            first = captions.rows[0].entry.entry_id
            self.worker.read("page", lambda reader, _: reader.before(first, PAGE, where), self._put_before)
        elif value > bar.maximum() - NEAR_END_PX and not captions.is_at_end:
            self._is_loading = True
            last = captions.rows[-1].entry.entry_id
            self.worker.read("page", lambda reader, _: reader.after(last, PAGE, where), self._put_after)

    def _put_before(self, rows: list[HistoryRow]) -> None:
        captions = self.timeline.captions
        if not rows or (captions.rows and rows[-1].entry.entry_id < captions.rows[0].entry.entry_id):
            with self._held():
                captions.is_at_start = len(rows) < PAGE
                captions.add_before(rows)
        self._is_loading = False

    def _put_after(self, rows: list[HistoryRow]) -> None:
        captions = self.timeline.captions
        if not rows or (captions.rows and rows[0].entry.entry_id > captions.rows[-1].entry.entry_id):
            with self._held():
                captions.is_at_end = len(rows) < PAGE
                captions.add_after(rows)
        self._is_loading = False

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Keep the view where it is: what is read around it moves nothing."""
        view, captions = self.timeline, self.timeline.captions
        top = view.indexAt(view.viewport().rect().topLeft())
        offset_px = view.visualRect(top).top()
        entry_id = captions.rows[top.row()].entry.entry_id if top.isValid() else 0
        yield
        at = captions.find(entry_id)
        if at is not None:
            view.scrollTo(captions.index(at), CaptionList.ScrollHint.PositionAtTop)
            bar = view.verticalScrollBar()
            bar.setValue(bar.value() - offset_px)

    def jump_to_row(self, row: HistoryRow) -> None:
        """Show a caption among what was said around it."""
        if (
            self.stack.currentWidget() is self.timeline
            and self.timeline.captions.find(row.entry.entry_id) is not None
        ):
            self._leave_live()
            self._choose(row.entry.entry_id)
        else:
            self.jump_to(row.entry.entry_id)

    @Slot(int)
    def jump_to(self, entry_id: int) -> None:
        """Show a caption, by number, among what was said around it."""
        self._leave_live()
        where = Filter(session_id=self.sessions.chosen())

        def put(rows: list[HistoryRow]) -> None:
            place = next((i for i, row in enumerate(rows) if row.entry.entry_id >= entry_id), 0)
            self._is_loading = True
            self.timeline.captions.put(
                rows, is_at_start=place < PAGE // 2, is_at_end=len(rows) - place - 1 < PAGE // 2
            )
            self.stack.setCurrentWidget(self.timeline)
            self._choose(entry_id)
            self._is_loading = False
            self.timeline.setFocus(Qt.FocusReason.OtherFocusReason)

        self.worker.read("show", lambda reader, _: reader.around(entry_id, PAGE // 2, where), put)

    def _choose(self, entry_id: int) -> None:
        at = self.timeline.captions.find(entry_id)
        if at is not None:
            self.timeline.choose(at, centre=True)
            self.say("")

    def _step_star(self, step: int) -> None:
        row = self.view().current()
        at_id = row.entry.entry_id if row is not None else (0 if step > 0 else 2**62)
        where = Filter(session_id=self.sessions.chosen())

        def put(entry_id: int | None) -> None:
            if entry_id is None:
                self.say(tr("No later star.") if step > 0 else tr("No earlier star."))
            else:
                self.jump_to(entry_id)

        self.worker.read("star", lambda reader, _: reader.star(at_id, step, where), put)

    # --- around it ---

    def view(self) -> CaptionList:
        """The list that is shown."""
        return self.results if self.stack.currentWidget() is self.results else self.timeline

    def _show_place(self, *_: object) -> None:
        row = self.timeline.current()
        if row is not None:
            self.bars.show_place(row.entry.entry_id)

    def _back(self) -> None:
        if self.stack.currentWidget() is self.timeline and self._query.terms and self.results.captions.rows:
            self.stack.setCurrentWidget(self.results)
            self.results.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif self._query.terms:
            self.search_field.clear()
            self.search()
            self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif not self.is_live:
            self.go_live()
        else:
            self.close()

    def _cycle_focus(self, step: int) -> None:
        places: list[QWidget] = [self.search_field, self.sessions, self.view(), self.bars]
        at = next((i for i, widget in enumerate(places) if widget.hasFocus()), -1 if step > 0 else 0)
        places[(at + step) % len(places)].setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def toggle_private(self) -> None:
        """Pause or resume the keeping of captions."""
        self.set_private(not self.private_label.isVisibleTo(self))
        self.privateToggled.emit(self.private_label.isVisibleTo(self))

    @Slot(bool)
    def set_private(self, is_private: bool) -> None:
        """Show whether captions are being kept."""
        self.private_label.setVisible(is_private)

    def _show_failure(self, what: str, advice: str) -> None:
        self._is_loading = False
        self.say(f"{tr(what)} {tr(advice)}".strip())
