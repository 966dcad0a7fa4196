"""Three short steps at the first start: the sound, the look, the model; each can be skipped. GUI thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWizard,
    QWizardPage,
)

from app.captions.types import UserNotice
from app.settings import Settings
from app.ui.bridge import Bridge, OverlayStatus, Progress
from app.ui.icons import sightline_icon
from app.ui.language import mark, tr
from app.ui.overlay import OverlayWindow
from app.ui.presets import PRESETS, matching_preset, with_preset
from app.ui.settings_controls import Choice, Number, Preview
from app.ui.settings_form import plain
from app.ui.settings_pages import ENGINES, MODELS
from app.ui.status_row import left_text

_SOURCES = (
    ("loopback", mark("This &computer's sound: calls, films, lectures")),
    ("microphone", mark("The &microphone: people in the room")),
    ("both", mark("B&oth, each with a label")),
)


class FirstSteps(QWizard):
    """Every choice is tried at once in the captions; skipping a step takes back what was chosen in it."""

    def __init__(
        self, bridge: Bridge, overlay: OverlayWindow, models: Sequence[str], about_models: Mapping[str, str]
    ) -> None:
        super().__init__()
        self.bridge = bridge
        self.overlay = overlay
        self.setWindowTitle(tr("Sightline: first steps"))
        self.setWindowIcon(sightline_icon())
        self.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
        self.setWizardStyle(QWizard.WizardStyle.ModernStyle)
        self.setOption(QWizard.WizardOption.HaveCustomButton1)
        self.setOption(QWizard.WizardOption.NoBackButtonOnStartPage)
        self.setButtonText(QWizard.WizardButton.CustomButton1, tr("&Skip this step"))
        self.setButtonText(QWizard.WizardButton.NextButton, tr("&Next"))
        self.setButtonText(QWizard.WizardButton.BackButton, tr("&Back"))
        self.setButtonText(QWizard.WizardButton.FinishButton, tr("&Finish"))
        self.setButtonText(QWizard.WizardButton.CancelButton, tr("Skip &all"))
        self.customButtonClicked.connect(self._skip)
        self.addPage(_SoundPage(self))
        self.addPage(_LookPage(self))
        self.addPage(_SpeechPage(self, models, about_models))
        self.setMinimumWidth(620)
        self._before = overlay.settings
        self.currentIdChanged.connect(self._remember)

    @property
    def settings(self) -> Settings:
        """As they are now."""
        return self.overlay.settings

    def put(self, settings: Settings) -> None:
        """Take a choice, for all windows."""
        self.bridge.settingsChanged.emit(settings)

    def _remember(self, _: int) -> None:
        self._before = self.overlay.settings

    def _skip(self, _: int) -> None:
        if self._before != self.settings:
            self.put(replace(self._before, geometries=self.settings.geometries))
        if self.nextId() == -1:
            self.accept()
        else:
            self.next()

    def showEvent(self, event: QShowEvent) -> None:
        """At the top of the screen, so that the captions below stay in sight."""
        super().showEvent(event)
        screen = self.screen()
        if screen is not None and not event.spontaneous():
            area = screen.availableGeometry()
            self.move(area.x() + (area.width() - self.width()) // 2, area.y())


class _SoundPage(QWizardPage):
    """What to listen to, with a meter that moves."""

    def __init__(self, steps: FirstSteps) -> None:
        super().__init__()
        self._steps = steps
        self.setTitle(tr("1 of 3: What should be captioned?"))
        self.setSubTitle(tr("Let something be said. The bar moves when Sightline hears it."))
        layout = QVBoxLayout(self)
        self._group = QButtonGroup(self)
        for value, marked in _SOURCES:
            text = tr(marked)
            button = QRadioButton(text)
            button.setAccessibleName(plain(text))
            button.setChecked(steps.settings.source == value)
            button.clicked.connect(lambda _, value=value: steps.put(replace(steps.settings, source=value)))
            self._group.addButton(button)
            layout.addWidget(button)
        self.meter = QProgressBar()
        self.meter.setRange(0, 100)
        self.meter.setTextVisible(False)
        self.meter.setAccessibleName(tr("Loudness of the sound"))
        self._said = QLabel(tr("Starting…"))
        self._said.setWordWrap(True)
        layout.addSpacing(12)
        layout.addWidget(self.meter)
        layout.addWidget(self._said)
        steps.bridge.statusChanged.connect(self._on_status)
        steps.bridge.noticeRaised.connect(self._on_notice)

    def _on_status(self, status: OverlayStatus) -> None:
        value = round(min(1.0, status.level) * 100)
        if value != self.meter.value():
            self.meter.setValue(value)
        text = left_text(status)
        if text != self._said.text() and not (status.level == 0 and self._said.text().startswith("⚠")):
            self._said.setText(text)

    def _on_notice(self, notice: UserNotice) -> None:
        if notice.severity != "info":
            self._said.setText(f"⚠ {tr(notice.title)} {tr(notice.advice)}")


class _LookPage(QWizardPage):
    """A look and a size."""

    def __init__(self, steps: FirstSteps) -> None:
        super().__init__()
        self.setTitle(tr("2 of 3: How should it look?"))
        self.setSubTitle(tr("All of it can be changed later, under Settings."))
        layout = QVBoxLayout(self)
        self._preview = Preview(steps.settings)
        layout.addWidget(self._preview)
        form = QFormLayout()
        looks = [(name, name) for name in PRESETS]
        current = matching_preset(steps.settings) or next(iter(PRESETS))
        look = Choice(tr("Look"), looks, current)
        look.valueChosen.connect(lambda name: steps.put(with_preset(steps.settings, str(name))))
        size = Number(tr("Text size"), steps.settings.font_size_px, 12, 144, " px")
        size.valueChosen.connect(lambda px: steps.put(replace(steps.settings, font_size_px=px)))
        form.addRow(tr("&Look"), look)
        form.addRow(tr("Text si&ze"), size)
        layout.addLayout(form)
        self._look, self._size = look, size
        steps.bridge.settingsChanged.connect(self._follow)

    def _follow(self, settings: Settings) -> None:
        self._preview.show_settings(settings)
        self._size.show_value(settings.font_size_px)
        name = matching_preset(settings)
        if name:
            self._look.show_value(name)


class _SpeechPage(QWizardPage):
    """A model and an engine, fetched and tried."""

    def __init__(self, steps: FirstSteps, models: Sequence[str], about: Mapping[str, str]) -> None:
        super().__init__()
        self._steps = steps
        self.setTitle(tr("3 of 3: How should speech be recognised?"))
        self.setSubTitle(
            tr("A larger model makes fewer mistakes and knows more languages, but needs more computer.")
        )
        layout = QVBoxLayout(self)
        form = QFormLayout()
        names = [
            (name, f"{name} ({about[name]})" if name in about else MODELS.get(name, name)) for name in models
        ]
        self._model = Choice(tr("Model"), names, steps.settings.model)
        self._model.valueChosen.connect(lambda name: steps.put(replace(steps.settings, model=str(name))))
        self._engine = Choice(tr("Run it on"), tuple(ENGINES.items()), steps.settings.engine)
        self._engine.valueChosen.connect(lambda name: steps.put(replace(steps.settings, engine=str(name))))
        form.addRow(tr("&Model"), self._model)
        form.addRow(tr("&Run it on"), self._engine)
        layout.addLayout(form)
        self.get = QPushButton(tr("&Get this model"))
        self.get.clicked.connect(lambda: steps.bridge.modelWanted.emit(steps.settings.model))
        self.try_speed = QPushButton(tr("&Try its speed"))
        self.try_speed.clicked.connect(self._try_speed)
        row = QHBoxLayout()
        row.addWidget(self.get)
        row.addWidget(self.try_speed)
        row.addStretch()
        layout.addLayout(row)
        self.progress = QProgressBar()
        self.progress.setAccessibleName(tr("Progress"))
        self.progress.setRange(0, 100)
        self.progress.hide()
        self.said = QLabel()
        self.said.setWordWrap(True)
        self.said.setMinimumHeight(self.said.fontMetrics().lineSpacing() * 2)
        layout.addWidget(self.progress)
        layout.addWidget(self.said)
        steps.bridge.modelProgressed.connect(self._on_progress)
        steps.bridge.speedMeasured.connect(self._on_speed)
        steps.bridge.settingsChanged.connect(self._follow)
        self._follow(steps.settings)

    def _follow(self, settings: Settings) -> None:
        self._model.show_value(settings.model)
        self.get.setEnabled(settings.model not in MODELS)
        self._engine.show_value(settings.engine)

    def _try_speed(self) -> None:
        self.try_speed.setEnabled(False)
        self.progress.setRange(0, 0)
        self.progress.show()
        self.said.setText(tr("Trying it on a short clip…"))
        self._steps.bridge.speedWanted.emit(self._steps.settings.model, self._steps.settings.engine)

    def _on_progress(self, progress: Progress) -> None:
        self.progress.setRange(0, 100)
        self.progress.setVisible(not progress.is_done)
        self.progress.setValue(round(progress.fraction * 100))
        self.get.setEnabled(progress.is_done and self._steps.settings.model not in MODELS)
        self.said.setText(tr(progress.sentence))

    def _on_speed(self, sentence: str) -> None:
        self.try_speed.setEnabled(True)
        self.progress.hide()
        self.said.setText(tr(sentence))
