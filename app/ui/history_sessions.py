"""The list of sessions: chosen, renamed, merged and deleted with keys. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QInputDialog, QListWidget, QListWidgetItem, QWidget

from app.history import moments
from app.history.reader import SessionRow
from app.ui.history_list import use_strong_selection
from app.ui.language import tr

_MAX_SHOWN = 2000
_N_LETTERS = 40


def _n_sessions(n: int) -> str:
    return tr("1 session") if n == 1 else tr(f"{n:,} sessions")


def _n_captions(n: int) -> str:
    return tr("1 caption") if n == 1 else tr(f"{n:,} captions")


def _beginning(words: str) -> str:
    return words if len(words) <= _N_LETTERS else f"{words[:_N_LETTERS]}…"


class SessionList(QListWidget):
    """The first row is "All sessions"; the newest session follows."""

    sessionChosen = Signal(object)
    """The session_id, None for all."""
    renameAsked = Signal(int, str)
    mergeAsked = Signal(list)
    deleteAsked = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Sessions"))
        use_strong_selection(self)
        self.setSpacing(3)
        self.setAlternatingRowColors(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows: list[SessionRow] = []
        self.put([])
        self.currentItemChanged.connect(self._tell)

    def put(self, rows: list[SessionRow]) -> None:
        """Show these sessions; the choice stays where its session still is."""
        chosen = self.chosen()
        was_blocked = self.blockSignals(True)
        self.clear()
        self.rows = rows[:_MAX_SHOWN]
        n_captions = sum(row.n_captions for row in rows)
        self._add(tr("All sessions"), f"{_n_sessions(len(rows))}, {_n_captions(n_captions)}", None)
        for row in self.rows:
            length = moments.clock(row.ended_ms - row.started_ms)
            first_words = " ".join(row.first_words.split())
            day = moments.to_local(row.started_ms, "%d %b %Y %H:%M")
            title = f"{row.name}\n{day}" if row.name else day
            self._add(
                title,
                f"{length}, {_n_captions(row.n_captions)}\n“{_beginning(first_words)}”",
                row.session_id,
            )
        place = next((i for i, row in enumerate(self.rows, 1) if row.session_id == chosen), 0)
        self.setCurrentRow(place)
        self.blockSignals(was_blocked)
        if self.chosen() != chosen:
            self.sessionChosen.emit(self.chosen())

    def _add(self, title: str, detail: str, session_id: int | None) -> None:
        item = QListWidgetItem(f"{title}\n{detail}")
        item.setData(Qt.ItemDataRole.UserRole, session_id)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}, {detail}".replace("\n", ", "))
        self.addItem(item)

    def chosen(self) -> int | None:
        """The session the captions are shown of; None for all."""
        item = self.currentItem()
        session_id: int | None = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        return session_id

    def selected_ids(self) -> list[int]:
        """Every selected session."""
        ids = [item.data(Qt.ItemDataRole.UserRole) for item in self.selectedItems()]
        return [number for number in ids if number is not None]

    def _tell(self) -> None:
        self.sessionChosen.emit(self.chosen())

    def ask_name(self) -> None:
        """Let the user type a name for the chosen session."""
        session_id = self.chosen()
        row = next((row for row in self.rows if row.session_id == session_id), None)
        if row is None:
            return
        name, is_given = QInputDialog.getText(self, tr("Name of the session"), tr("&Name:"), text=row.name)
        if is_given:
            self.renameAsked.emit(row.session_id, name)
