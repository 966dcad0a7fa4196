"""Captions as a list: a model of a stretch of the history, how a caption is drawn, the keys. GUI thread."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainter,
    QPalette,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.history import moments
from app.history.query import Query, find_spans
from app.history.reader import HistoryRow
from app.ui.language import mark, tr

AnyIndex = QModelIndex | QPersistentModelIndex

MAX_ROWS = 1000
"""Rows held at once: more are dropped at the far end and read again when they are scrolled to."""

_PADDING_PX = 6
_SOURCE_LABELS = {"loopback": "", "microphone": mark("mic"), "file": mark("file")}
_MARK_TEXT = QColor("#000000")
_MARK_BACKGROUND = QColor("#ffd54a")


class CaptionModel(QAbstractListModel):
    """A stretch of the history in order; `add_before` and `add_after` move it along."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[HistoryRow] = []
        self.query = Query(())
        self.is_at_start = False
        self.is_at_end = False

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.entry.text
        if role == Qt.ItemDataRole.UserRole:
            return row
        if role == Qt.ItemDataRole.AccessibleTextRole:
            star = ", starred" if row.is_starred else ""
            return (
                f"{row.entry.text} ({moments.to_local(row.started_ms, '%H:%M:%S')}, {row.entry.source}{star})"
            )
        return None

    def put(self, rows: list[HistoryRow], *, is_at_start: bool, is_at_end: bool) -> None:
        """Show these rows instead."""
        self.beginResetModel()
        self.rows = rows
        self.is_at_start, self.is_at_end = is_at_start, is_at_end
        self.endResetModel()

    def add_before(self, rows: list[HistoryRow]) -> None:
        """Older rows in front; the far end is dropped when there are too many."""
        if rows:
            self.beginInsertRows(QModelIndex(), 0, len(rows) - 1)
            self.rows[:0] = rows
            self.endInsertRows()
        if len(self.rows) > MAX_ROWS:
            self.beginRemoveRows(QModelIndex(), MAX_ROWS, len(self.rows) - 1)
            del self.rows[MAX_ROWS:]
            self.is_at_end = False
            self.endRemoveRows()

    def add_after(self, rows: list[HistoryRow]) -> None:
        """Newer rows behind."""
        if rows:
            self.beginInsertRows(QModelIndex(), len(self.rows), len(self.rows) + len(rows) - 1)
            self.rows.extend(rows)
            self.endInsertRows()
        if (n_over := len(self.rows) - MAX_ROWS) > 0:
            self.beginRemoveRows(QModelIndex(), 0, n_over - 1)
            del self.rows[:n_over]
            self.is_at_start = False
            self.endRemoveRows()

    def replace(self, row: HistoryRow) -> None:
        """Show a row's new state."""
        at = self.find(row.entry.entry_id)
        if at is not None:
            self.rows[at] = row
            self.dataChanged.emit(self.index(at), self.index(at))

    def find(self, entry_id: int) -> int | None:
        """The place of an entry, None where it is not in the stretch."""
        return next((at for at, row in enumerate(self.rows) if row.entry.entry_id == entry_id), None)

    def set_query(self, query: Query) -> None:
        """What is to be marked."""
        self.query = query
        if self.rows:
            self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1))


class CaptionDelegate(QStyledItemDelegate):
    """Time and source in a narrow column, the text wrapped beside it, matches marked."""

    def __init__(self, view: CaptionList) -> None:
        super().__init__(view)
        self._view = view
        self._heights: dict[tuple[int, int, str], int] = {}

    def forget_sizes(self) -> None:
        """After the font or the width changed."""
        self._heights.clear()

    def _label(self, row: HistoryRow, previous: HistoryRow | None) -> str:
        form = "%H:%M:%S"
        if previous is None or moments.to_local(previous.started_ms, "%F") != moments.to_local(
            row.started_ms, "%F"
        ):
            form = "%d %b %H:%M"
        source = f"  {tr(_SOURCE_LABELS.get(row.entry.source, row.entry.source))}"
        return f"{'★ ' if row.is_starred else ''}{moments.to_local(row.started_ms, form)}{source}"

    def _label_width(self) -> int:
        metrics = self._view.fontMetrics()
        return metrics.horizontalAdvance("★ 30 Nov 00:00  mic") + 2 * _PADDING_PX

    def _layout(self, row: HistoryRow, width: int, font: QFont, query: Query) -> tuple[QTextLayout, int]:
        text = row.entry.text.replace("\n", " ").replace("\r", " ")
        layout = QTextLayout(text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        if query.terms:
            layout.setFormats([_marked(text, first, after) for first, after in find_spans(text, query)])
        layout.beginLayout()
        height = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(40, width))
            line.setPosition(QPointF(0, height))
            height += line.height()
        layout.endLayout()
        return layout, int(height + 0.999)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        row = index.data(Qt.ItemDataRole.UserRole)
        width = self._view.viewport().width()
        key = (row.entry.entry_id, width, row.entry.text)
        height = self._heights.get(key)
        if height is None:
            text_width = width - self._label_width() - 2 * _PADDING_PX
            height = self._layout(row, text_width, self._view.font(), Query(()))[1] + 2 * _PADDING_PX
            if len(self._heights) > 5000:
                self._heights.clear()
            self._heights[key] = height
        return QSize(width, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row: HistoryRow = index.data(Qt.ItemDataRole.UserRole)
        model = index.model()
        assert isinstance(model, CaptionModel)
        previous = model.rows[index.row() - 1] if index.row() else None
        rect: QRect = option.rect
        state = option.state
        palette: QPalette = option.palette
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        if is_selected:
            painter.fillRect(rect, palette.highlight())
        ink = palette.color(QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.Text)
        painter.setPen(ink)
        painter.setFont(self._view.font())
        label_width = self._label_width()
        label = rect.adjusted(_PADDING_PX, _PADDING_PX, 0, -_PADDING_PX)
        label.setWidth(label_width - _PADDING_PX)
        painter.drawText(label, Qt.AlignmentFlag.AlignTop, self._label(row, previous))
        layout, _ = self._layout(
            row, rect.width() - label_width - 2 * _PADDING_PX, self._view.font(), model.query
        )
        layout.draw(painter, QPointF(rect.x() + label_width, rect.y() + _PADDING_PX))
        if state & QStyle.StateFlag.State_HasFocus:
            pen = painter.pen()
            pen.setWidth(2)
            painter.setPen(pen)
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        painter.restore()


def _marked(text: str, first: int, after: int) -> QTextLayout.FormatRange:
    """Qt counts in UTF-16 units, Python in characters."""
    marked = QTextLayout.FormatRange()
    start = len(text[:first].encode("utf-16-le")) // 2
    marked.start = start
    marked.length = len(text[:after].encode("utf-16-le")) // 2 - start
    form = QTextCharFormat()
    form.setForeground(_MARK_TEXT)
    form.setBackground(_MARK_BACKGROUND)
    # Not by colour alone.
    form.setFontUnderline(True)
    marked.format = form
    return marked


def use_strong_selection(view: QWidget) -> None:
    """White on a blue that gives 6.6:1 (WCAG 2.2 asks 4.5:1); many themes' own blue gives less."""
    palette = view.palette()
    palette.setColor(QPalette.ColorRole.Highlight, QColor("#1f5c9e"))
    palette.setColor(QPalette.ColorRole.HighlightedText, QColor("#ffffff"))
    view.setPalette(palette)


class CaptionList(QListView):
    """Letters and keys that mean something here; everything else moves the selection as in any list."""

    jumpAsked = Signal(object)
    starAsked = Signal()
    deleteAsked = Signal()
    startAsked = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        use_strong_selection(self)
        self.captions = CaptionModel(self)
        self.setModel(self.captions)
        self._painter = CaptionDelegate(self)
        self.setItemDelegate(self._painter)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.activated.connect(lambda index: self.jumpAsked.emit(index.data(Qt.ItemDataRole.UserRole)))

    def selected(self) -> list[HistoryRow]:
        """The selected rows in order."""
        places = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.captions.rows[at] for at in places]

    def current(self) -> HistoryRow | None:
        """The row with the focus."""
        index = self.currentIndex()
        return index.data(Qt.ItemDataRole.UserRole) if index.isValid() else None

    def choose(self, at: int, *, centre: bool = False) -> None:
        """Select one row and show it."""
        index = self.captions.index(at)
        self.setCurrentIndex(index)
        hint = QAbstractItemView.ScrollHint
        self.scrollTo(index, hint.PositionAtCenter if centre else hint.EnsureVisible)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self._painter.forget_sizes()
        super().resizeEvent(event)
