"""The history window's parts and where they are. GUI thread."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.ui.history_bars import ActivityBars
from app.ui.history_list import CaptionList
from app.ui.history_sessions import SessionList
from app.ui.language import tr


class HistoryParts(QWidget):
    """Everything that is seen; HistoryWindow makes it work."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Sightline history"))
        self.resize(1000, 700)
        self._build()

    def _build(self) -> None:
        self.search_field = QLineEdit(
            placeholderText=tr('Search: words, "a phrase", the beginning of a word')
        )
        self.search_field.setAccessibleName(tr("Search the captions"))
        self.search_field.setClearButtonEnabled(True)
        self.source_box = self._choice(tr("Source"), tr("Any source"))
        self.language_box = self._choice(tr("Language"), tr("Any language"))
        self.date_box = self._choice(tr("Date"), tr("Any time"))
        for name, n_days in (
            (tr("Today"), 0),
            (tr("Last 7 days"), 7),
            (tr("Last 30 days"), 30),
            (tr("Last year"), 365),
        ):
            self.date_box.addItem(name, n_days)
        self.starred_box = QCheckBox(tr("Starred only"))
        self.count_label = QLabel("")
        self.count_label.setAccessibleName(tr("Matches"))
        filters = QHBoxLayout()
        for widget in (
            self.source_box,
            self.language_box,
            self.date_box,
            self.starred_box,
            self.count_label,
        ):
            filters.addWidget(widget)
        filters.addStretch()

        self.sessions = SessionList()
        self.timeline = CaptionList(tr("Captions"))
        self.results = CaptionList(tr("Search results"))
        self.stack = QStackedWidget()
        self.stack.addWidget(self.timeline)
        self.stack.addWidget(self.results)
        self.bars = ActivityBars()
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack, 1)
        column.addWidget(self.bars)
        splitter = QSplitter()
        splitter.addWidget(self.sessions)
        splitter.addWidget(right)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([240, 760])

        self.private_label = QLabel(tr("Private: captions are not being kept (Ctrl+P)"))
        self.private_label.setStyleSheet(
            "background: #7a1f1f; color: #ffffff; padding: 4px; font-weight: bold"
        )
        self.private_label.hide()
        self.status_label = QLabel("")
        self.status_label.setAccessibleName(tr("Status"))
        self.status_label.setWordWrap(True)
        self.new_button = QPushButton("")
        self.new_button.setAccessibleName(tr("Go to the newest captions"))
        self.new_button.hide()
        self.bottom = QHBoxLayout()
        self.bottom.addWidget(self.status_label, 1)
        self.bottom.addWidget(self.new_button)
        layout = QVBoxLayout(self)
        layout.addWidget(self.private_label)
        layout.addWidget(self.search_field)
        layout.addLayout(filters)
        layout.addWidget(splitter, 1)
        layout.addLayout(self.bottom)

    def _choice(self, name: str, first: str) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(name)
        box.addItem(first, None)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        return box
