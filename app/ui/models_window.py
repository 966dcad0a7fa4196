"""The speech models: what there is, getting, stopping, removing, using one; all by keyboard. GUI thread."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QInputDialog,
    QLabel,
    QMessageBox,
    QProgressBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.settings import Settings
from app.ui.bridge import Bridge, Progress
from app.ui.buttons import text_button
from app.ui.icons import sightline_icon
from app.ui.language import mark, tr

if TYPE_CHECKING:
    from app.model_list import ModelRow

_NAME = Qt.ItemDataRole.UserRole
_COLUMNS = (mark("Model"), mark("State"), mark("Size"), mark("Languages"), mark("Licence"))


class ModelsWindow(QDialog):
    """Asks the bridge for everything that takes time, and follows what it answers."""

    def __init__(self, bridge: Bridge, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Speech models"))
        self.setWindowIcon(sightline_icon())
        self.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
        self._bridge = bridge
        self._settings = settings
        self._rows: dict[str, ModelRow] = {}
        self._getting = ""
        self._failed = ""
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("Speech models"))
        self.tree.setHeaderLabels([tr(column) for column in _COLUMNS])
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setAllColumnsShowFocus(True)
        self.about = _words(tr("About the model"))
        self.said = _words(tr("What is going on"))
        self.progress = QProgressBar()
        self.progress.setAccessibleName(tr("Progress"))
        self.progress.setRange(0, 1000)
        self.progress.hide()
        self.get = text_button(tr("&Get"), self._get)
        self.stop = text_button(tr("&Stop"), lambda: bridge.modelStopped.emit(self._getting))
        self.use = text_button(tr("&Use"), self._use)
        self.remove = text_button(tr("&Remove"), self._remove)
        self.from_folder = text_button(tr("From a &folder…"), lambda: self._import(is_zip=False))
        self.from_zip = text_button(tr("From a &zip…"), lambda: self._import(is_zip=True))
        self.advise = text_button(tr("Which one suits this &computer?"), self._advise)
        close = text_button(tr("C&lose"), self.close)
        first, second = QHBoxLayout(), QHBoxLayout()
        for button in (self.get, self.stop, self.use, self.remove):
            first.addWidget(button)
        first.addStretch()
        for button in (self.from_folder, self.from_zip, self.advise):
            second.addWidget(button)
        second.addStretch()
        second.addWidget(close)
        layout = QVBoxLayout(self)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.about)
        layout.addLayout(first)
        layout.addWidget(self.progress)
        layout.addWidget(self.said)
        layout.addLayout(second)
        self.resize(820, 620)
        self.tree.currentItemChanged.connect(lambda *_: self._show_current())
        self.tree.itemActivated.connect(lambda *_: self._get() if self.get.isEnabled() else self._use())
        bridge.modelsListed.connect(self.show_rows)
        bridge.modelProgressed.connect(self._on_progress)
        bridge.adviceGiven.connect(self._on_advice)
        bridge.settingsChanged.connect(self._follow)
        self._enable()

    def showEvent(self, event: QShowEvent) -> None:
        """Models come and go: they are looked at when one looks."""
        super().showEvent(event)
        if not event.spontaneous():
            if not self._rows:
                self.said.setText(tr("Looking at the models on this computer…"))
            self._bridge.modelsRequested.emit()
            self.tree.setFocus()

    # --- what is shown

    def show_rows(self, rows: tuple[ModelRow, ...]) -> None:
        """The list anew; the current model stays the current one."""
        current = self._current_name() or self._settings.model
        self._rows = {row.name: row for row in rows}
        self.tree.clear()
        for row in rows:
            about = "" if row.is_exact else tr("about ")
            state = tr(row.status_in_words) + (tr(", in use") if row.name == self._settings.model else "")
            words = [row.name, state, f"{about}{row.megabytes} MB", tr(row.languages_in_words), row.licence]
            item = QTreeWidgetItem(words)
            item.setData(0, _NAME, row.name)
            self.tree.addTopLevelItem(item)
            if row.name == current:
                self.tree.setCurrentItem(item)
        first = self.tree.topLevelItem(0)
        if self.tree.currentItem() is None and first is not None:
            self.tree.setCurrentItem(first)
        for column in range(len(_COLUMNS)):
            self.tree.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        if self.said.text() == tr("Looking at the models on this computer…"):
            self.said.setText("")
        self._show_current()

    def _current_name(self) -> str:
        item = self.tree.currentItem()
        return str(item.data(0, _NAME)) if item is not None else ""

    def _current(self) -> ModelRow | None:
        return self._rows.get(self._current_name())

    def _show_current(self) -> None:
        row = self._current()
        if row is not None:
            rest = [
                tr(f"Needs {row.needs}.") if row.needs else "",
                tr(f"Licence {row.licence}.") if row.licence else "",
            ]
            if not row.is_own and not row.comes_installed:
                rest.append(tr(f"From {row.source}."))
            if not row.is_exact:
                rest.append(tr("Its checksum is the one that the hub states, since none was known before."))
            self.about.setText(f"{row.title}. " + " ".join(each for each in rest if each))
        self._enable()

    def _enable(self) -> None:
        row = self._current()
        is_here = row is not None and row.status == "installed"
        self.get.setEnabled(row is not None and not is_here and not row.is_own and not self._getting)
        self.get.setText(tr("Try a&gain") if row is not None and row.name == self._failed else tr("&Get"))
        self.stop.setEnabled(bool(self._getting))
        self.use.setEnabled(row is not None and is_here and row.name != self._settings.model)
        has_own_copy = row is not None and (row.status != "missing" or row.n_begun > 0)
        self.remove.setEnabled(has_own_copy and row is not None and not row.comes_installed)
        for button in (self.from_folder, self.from_zip):
            button.setEnabled(not self._getting)

    def _follow(self, settings: Settings) -> None:
        if settings.model != self._settings.model:
            self._settings = settings
            self.show_rows(tuple(self._rows.values()))
        self._settings = settings

    # --- what is done

    def _get(self) -> None:
        name = self._current_name()
        if name and self.get.isEnabled():
            self._begin(name)
            self._bridge.modelWanted.emit(name)

    def _begin(self, name: str) -> None:
        self._getting, self._failed = name, ""
        self.progress.setValue(0)
        self.progress.show()
        self._enable()
        self.stop.setFocus()

    def _use(self) -> None:
        if self.use.isEnabled():
            self._bridge.settingsChanged.emit(replace(self._settings, model=self._current_name()))

    def _remove(self) -> None:
        row = self._current()
        if row is None:
            return
        question = tr(f"Remove {row.name} ({row.megabytes} MB) from this computer?")
        if QMessageBox.question(self, tr("Remove a model"), question) == QMessageBox.StandardButton.Yes:
            self._bridge.modelRemoved.emit(row.name)

    def _import(self, *, is_zip: bool) -> None:
        if is_zip:
            path, _ = QFileDialog.getOpenFileName(self, tr("A zip with a model"), "", tr("Zip files (*.zip)"))
        else:
            path = QFileDialog.getExistingDirectory(self, tr("A folder with a model"))
        if not path:
            return
        current = self._current()
        offered = current.name if current is not None and current.status == "missing" else "my-model"
        name, is_well = QInputDialog.getText(
            self,
            tr("Name of the model"),
            tr("What is it? A name of the list is checked to be that model:"),
            text=offered,
        )
        if is_well and name:
            self._begin(name)
            self._bridge.modelImportWanted.emit(name, path)

    def _advise(self) -> None:
        self.advise.setEnabled(False)
        self.said.setText(tr("Measuring this computer, which takes a few seconds…"))
        self._bridge.adviceRequested.emit(
            "" if self._settings.language == "auto" else self._settings.language
        )

    def _on_advice(self, model: str, sentence: str) -> None:
        self.advise.setEnabled(True)
        self.said.setText(tr(sentence))
        for row in range(self.tree.topLevelItemCount()):
            item = self.tree.topLevelItem(row)
            if item is not None and item.data(0, _NAME) == model:
                self.tree.setCurrentItem(item)

    def _on_progress(self, progress: Progress) -> None:
        # Also of what was asked for elsewhere, such as by the button beside a notice.
        self._getting = "" if progress.is_done else progress.model
        if progress.is_done and not progress.is_well:
            self._failed = progress.model
        self.progress.setVisible(not progress.is_done)
        self.progress.setValue(round(progress.fraction * 1000))
        self.said.setText(tr(progress.sentence))
        self._enable()


def _words(name: str) -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setAccessibleName(name)
    label.setMinimumHeight(label.fontMetrics().lineSpacing() * 2)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label
