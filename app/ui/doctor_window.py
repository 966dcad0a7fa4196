"""What works on this computer and how to mend the rest, with a report to send to someone. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.ui.bridge import Bridge, DoctorsWords
from app.ui.buttons import text_button
from app.ui.icons import sightline_icon
from app.ui.language import tr


class DoctorWindow(QDialog):
    """Looks again each time it is opened. The report is shown before it is copied: nothing is sent."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Check this computer"))
        self.setWindowIcon(sightline_icon())
        self.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
        self._bridge = bridge
        self._report = ""
        self.said = QLabel()
        self.said.setWordWrap(True)
        self.said.setAccessibleName(tr("Result"))
        self.findings = QListWidget()
        self.findings.setAccessibleName(tr("Findings"))
        self.findings.setWordWrap(True)
        self.findings.setAlternatingRowColors(True)
        self.report = QPlainTextEdit()
        self.report.setReadOnly(True)
        self.report.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.report.setTabChangesFocus(True)
        self.report.setAccessibleName(tr("Report without names, paths and captions"))
        self.report.hide()
        self.again = text_button(tr("&Check again"), self._ask)
        self.show_report = text_button(tr("&Report to send…"), self._toggle_report)
        self.copy = text_button(tr("C&opy the report"), self._copy)
        self.copy.hide()
        close = text_button(tr("C&lose"), self.close)
        row = QHBoxLayout()
        for button in (self.again, self.show_report, self.copy):
            row.addWidget(button)
        row.addStretch()
        row.addWidget(close)
        layout = QVBoxLayout(self)
        layout.addWidget(self.said)
        layout.addWidget(self.findings, 1)
        layout.addWidget(self.report, 1)
        layout.addLayout(row)
        self.resize(760, 600)
        bridge.doctorAnswered.connect(self._on_answer)

    def showEvent(self, event: QShowEvent) -> None:
        """Look when one looks."""
        super().showEvent(event)
        if not event.spontaneous():
            self._ask()
            self.findings.setFocus()

    def _ask(self) -> None:
        self.again.setEnabled(False)
        self.show_report.setEnabled(False)
        self.said.setText(tr("Looking, which takes a few seconds…"))
        self._bridge.doctorAsked.emit()

    def _on_answer(self, words: DoctorsWords) -> None:
        self.again.setEnabled(True)
        self.show_report.setEnabled(True)
        row = self.findings.currentRow()
        self.findings.clear()
        n_problems = 0
        for name, mark, sentence, mend in words.findings:
            n_problems += mark == "PROBLEM"
            text = f"{tr(mark)}  {name}: {tr(sentence)}" + (f"\n     → {tr(mend)}" if mend else "")
            self.findings.addItem(QListWidgetItem(text))
        self.findings.setCurrentRow(max(0, row))
        found = tr(f"{n_problems} problems found; what to do stands after each arrow.")
        if n_problems == 1:
            found = tr("1 problem found; what to do stands after the arrow.")
        self.said.setText(found if n_problems else tr("No problems found."))
        self._report = words.report
        self.report.setPlainText(words.report)

    def _toggle_report(self) -> None:
        is_shown = not self.report.isVisible()
        self.report.setVisible(is_shown)
        self.copy.setVisible(is_shown)
        self.show_report.setText(tr("Hide the &report") if is_shown else tr("&Report to send…"))
        if is_shown:
            self.report.setFocus()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._report)
        self.said.setText(tr("The report is copied. It holds no names, paths, devices or captions."))
