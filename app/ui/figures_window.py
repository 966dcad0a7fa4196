"""What the captions cost, followed while one looks: hidden until its key is pressed. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.ui.bridge import Bridge
from app.ui.icons import sightline_icon
from app.ui.language import tr

PERIOD_MS = 1000


class FiguresWindow(QDialog):
    """Asks the bridge for figures while it is open, and for none when it is not."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Sightline figures"))
        self.setWindowIcon(sightline_icon())
        self.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
        self.rows = QTreeWidget()
        self.rows.setAccessibleName(tr("Figures"))
        self.rows.setColumnCount(2)
        self.rows.setHeaderLabels([tr("What is measured"), tr("Of the last minute, counts since the start")])
        self.rows.setRootIsDecorated(False)
        self.rows.setAlternatingRowColors(True)
        self.rows.setAllColumnsShowFocus(True)
        self.rows.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        layout = QVBoxLayout(self)
        layout.addWidget(self.rows)
        self.resize(720, 380)
        self._timer = QTimer(self)
        self._timer.timeout.connect(bridge.figuresRequested)
        bridge.figuresListed.connect(self._on_figures)
        self._ask = bridge.figuresRequested.emit

    def showEvent(self, event: QShowEvent) -> None:
        """Figures come when one looks."""
        super().showEvent(event)
        if not event.spontaneous():
            self._ask()
            self._timer.start(PERIOD_MS)
            self.rows.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        """And no longer."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._timer.stop()

    def _on_figures(self, rows: tuple[tuple[str, str], ...]) -> None:
        """Each row stays where it is, so that the one that a screen reader is on goes on being read."""
        while self.rows.topLevelItemCount() > len(rows):
            self.rows.takeTopLevelItem(len(rows))
        for i, row in enumerate(rows):
            item = self.rows.topLevelItem(i)
            if item is None:
                item = QTreeWidgetItem(self.rows)
            for column, text in enumerate(row):
                shown = tr(text)
                if item.text(column) != shown:
                    item.setText(column, shown)
        first = self.rows.topLevelItem(0)
        if first is not None and self.rows.currentItem() is None:
            self.rows.setCurrentItem(first)
