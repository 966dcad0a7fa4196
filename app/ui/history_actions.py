"""What the history window does to captions and sessions: copy, star, export, merge, delete. GUI thread."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox, QPushButton

from app.history.export import FORMATS, as_text, export_to_file
from app.history.reader import HistoryReader, HistoryRow
from app.history.search import HistorySearch
from app.history.store import RETENTIONS, HistoryStore
from app.ui.history_keys import HISTORY_SPECS
from app.ui.keys_window import shown
from app.ui.language import mark, tr

if TYPE_CHECKING:
    from app.ui.history_window import HistoryWindow

_KEPT = {
    "never": mark("&Do not keep captions"),
    "day": mark("One &day"),
    "30 days": mark("30 da&ys"),
    "always": mark("&Always"),
}


class HistoryActions(QObject):
    """Adds its buttons and keys to the window."""

    def __init__(self, window: HistoryWindow) -> None:
        super().__init__(window)
        self._window = window
        for view in (window.timeline, window.results):
            view.starAsked.connect(self.toggle_stars)
            view.deleteAsked.connect(self.delete_captions)
        window.sessions.renameAsked.connect(self._rename)
        window.sessions.mergeAsked.connect(self.merge)
        window.sessions.deleteAsked.connect(self.delete_sessions)
        self._is_stopped = False
        menu = QMenu(tr("More"), window)
        self.by_name: dict[str, QAction] = {}
        """Those that have keys, by the name of their spec (app.ui.actions)."""
        self.retention_actions: dict[str, QAction] = {}
        self._add(menu, tr("&Copy text"), "history_copy", lambda: self.copy(is_plain=True))
        self._add(menu, tr("Copy with &times and labels"), "history_copy_times", lambda: self.copy())
        self._add(menu, tr("Copy as &Markdown"), "history_copy_markdown", lambda: self.copy(is_markdown=True))
        self._add(menu, tr("&Export…"), "history_export", self.ask_export)
        menu.addSeparator()
        self._add(menu, tr("&Name the session…"), "history_name", window.sessions.ask_name)
        self._add(menu, tr("&Private: pause keeping captions"), "history_private", window.toggle_private)
        kept = menu.addMenu(tr("&Keep captions"))
        group = QActionGroup(kept)
        for retention in RETENTIONS:
            action = QAction(tr(_KEPT[retention]), kept, checkable=True)
            action.triggered.connect(lambda _=False, chosen=retention: self._choose_retention(chosen))
            group.addAction(action)
            kept.addAction(action)
            self.retention_actions[retention] = action
        menu.addSeparator()
        self._add(menu, tr("Delete &all captions…"), "", self.delete_all)
        menu.addSeparator()
        self._add(menu, tr("Keyboard &help"), "history_help", self.show_keys)
        menu.aboutToShow.connect(self._read_retention)
        self.menu = menu
        self.more_button = QPushButton(tr("&More"))
        self.more_button.setMenu(menu)
        self.stop_button = QPushButton(tr("Stop the export"))
        self.stop_button.clicked.connect(self._stop)
        self.stop_button.hide()
        keys_button = QPushButton(tr("Keys (F1)"))
        keys_button.clicked.connect(self.show_keys)
        for button in (self.stop_button, keys_button, self.more_button):
            window.bottom.addWidget(button)

    def _add(self, menu: QMenu, text: str, name: str, done: object) -> None:
        action = QAction(text, self._window)
        if name:
            self.by_name[name] = action
        action.triggered.connect(done)
        menu.addAction(action)
        self._window.addAction(action)

    # --- captions ---

    def copy(self, *, is_plain: bool = False, is_markdown: bool = False) -> None:
        """The selected captions to the clipboard."""
        field = self._window.search_field
        if field.hasFocus() and field.hasSelectedText():
            field.copy()
            return
        rows = self._window.view().selected()
        if rows:
            rows.sort(key=lambda row: row.entry.entry_id)
            QGuiApplication.clipboard().setText(as_text(rows, plain=is_plain, markdown=is_markdown))
            self._window.say(tr(f"{_n_captions(len(rows))} copied."))

    def toggle_stars(self) -> None:
        """Star the selected captions; where all are starred, take the stars away."""
        window = self._window
        rows = window.view().selected() or [row for row in [window.view().current()] if row is not None]
        is_starred = not all(row.is_starred for row in rows)
        ids = [row.entry.entry_id for row in rows]

        def change(store: HistoryStore) -> None:
            for entry_id in ids:
                store.set_star(entry_id, is_starred)

        def put(_: object) -> None:
            for row in rows:
                changed = HistoryRow(row.entry, row.started_ms, row.offset_ms, is_starred)
                window.timeline.captions.replace(changed)
                window.results.captions.replace(changed)
            window.say(tr("Starred.") if is_starred else tr("Star taken away."))

        if rows:
            window.worker.change("star", change, put)

    def delete_captions(self) -> None:
        """The selected captions, when the user says so."""
        ids = [row.entry.entry_id for row in self._window.view().selected()]
        if ids and self._is_sure(tr(f"Delete {_n_captions(len(ids))} for good?")):
            self._delete(lambda store: store.delete_captions(ids))

    def delete_all(self) -> None:
        """Everything, when the user says so."""
        if self._is_sure(tr("Delete all captions of all sessions for good?")):
            self._delete(lambda store: store.delete_all())

    def _delete(self, change: object) -> None:
        window = self._window
        window.say(tr("Deleting…"))

        def put(n_erased: int) -> None:
            window.refresh()
            window.read_sessions()
            window.say(tr(f"{_n_captions(n_erased)} deleted."))

        window.worker.change("delete", change, put)  # type: ignore[arg-type]

    def _is_sure(self, question: str) -> bool:
        box = QMessageBox(QMessageBox.Icon.Warning, tr("Delete"), question, parent=self._window)
        box.setInformativeText(tr("This cannot be undone."))
        delete = box.addButton(tr("&Delete"), QMessageBox.ButtonRole.DestructiveRole)
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(cancel)
        box.exec()
        return box.clickedButton() is delete

    # --- sessions ---

    def _rename(self, session_id: int, name: str) -> None:
        window = self._window
        window.worker.change(
            "rename",
            lambda store: store.rename_session(session_id, name),
            lambda _: window.read_sessions(),
        )

    def merge(self, session_ids: list[int]) -> None:
        """Make one session of several."""
        window = self._window

        def put(_: object) -> None:
            window.read_sessions()
            window.refresh()
            window.say(tr(f"{len(session_ids)} sessions merged."))

        window.worker.change("merge", lambda store: store.merge_sessions(session_ids), put)

    def delete_sessions(self, session_ids: list[int]) -> None:
        """Sessions with their captions, when the user says so."""
        n = len(session_ids)
        if self._is_sure(
            tr(f"Delete {n} sessions with all captions for good?")
            if n > 1
            else tr("Delete this session with all captions for good?")
        ):
            self._delete(lambda store: sum(store.delete_session(number) for number in session_ids))

    # --- how long captions are kept ---

    def _read_retention(self) -> None:
        def read(reader: HistoryReader, search: HistorySearch) -> str:
            row = reader.connection.execute("SELECT value FROM setting WHERE key = 'retention'").fetchone()
            return row[0] if row else "always"

        def put(retention: str) -> None:
            if retention in self.retention_actions:
                self.retention_actions[retention].setChecked(True)

        self._window.worker.read("retention", read, put)

    def _choose_retention(self, retention: str) -> None:
        if retention == "never" and not self._is_sure(tr("Delete all captions, and keep none from now on?")):
            self._read_retention()
            return

        def change(store: HistoryStore) -> int:
            store.set_retention(retention)
            return store.apply_retention()

        def put(n_erased: int) -> None:
            self._window.refresh()
            self._window.read_sessions()
            self._window.retentionChosen.emit(retention)
            self._window.say(tr(f"{_n_captions(n_erased)} deleted.") if n_erased else "")

        self._window.worker.change("retention", change, put)

    # --- export ---

    def ask_export(self) -> None:
        """Let the user choose a file, and write what the filter shows to it."""
        names = {
            "txt": tr("Text"),
            "md": tr("Markdown"),
            "srt": tr("SubRip"),
            "vtt": tr("WebVTT"),
            "jsonl": "JSON lines",
            "csv": "CSV",
        }
        filters = ";;".join(f"{names[form]} (*.{form})" for form in FORMATS)
        file, chosen = QFileDialog.getSaveFileName(
            self._window, tr("Export captions"), "captions.txt", filters
        )
        if file:
            target = Path(file)
            form = target.suffix.lstrip(".").lower()
            if form not in FORMATS:
                form = next(form for form in FORMATS if f"(*.{form})" in chosen)
            self.export(target, form)

    def export(self, target: Path, form: str) -> None:
        """Write what the filter shows to `target`."""
        window = self._window
        where = window.where()
        self._is_stopped = False
        self.stop_button.show()
        window.say(tr(f"Writing {target.name}…"))

        def write(reader: HistoryReader, search: HistorySearch) -> int:
            return export_to_file(reader, form, target, where, advance=lambda _: not self._is_stopped)

        def put(n_rows: int) -> None:
            self.stop_button.hide()
            window.say(tr(f"{_n_captions(n_rows)} written to {target}."))

        window.worker.read("export", write, put)

    def _stop(self) -> None:
        self._is_stopped = True
        self.stop_button.hide()

    def show_keys(self) -> None:
        """What the keys do."""
        box = QMessageBox(self._window)
        box.setWindowTitle(tr("Keys of the history window"))
        rows = "".join(
            f"<tr><td><b>{shown(self._window.keys_of(spec.name))}</b></td><td>{tr(spec.text)}</td></tr>"
            for spec in HISTORY_SPECS
        )
        box.setText(f"<table cellspacing=4>{rows}</table>")
        box.exec()


def _n_captions(n: int) -> str:
    return tr("1 caption") if n == 1 else tr(f"{n:,} captions")
