"""The door between the program and its windows: signals that carry frozen values. Any thread may emit."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal


@dataclass(frozen=True, slots=True)
class OverlayStatus:
    """What the quiet row under the captions says.

    state: "starting", "listening", "speaking", "silent", "paused", "ended" or a short sentence of your own.
    level: loudness 0..1 of the last moment;
    levels: the same for each source by its name. lag_s: seconds the captions are behind, None when not known.
    source: "loopback", "microphone", "both" or "file"; source_name: the device's or the file's name.
    detail: why a fallback was taken, shown as the tooltip. private: captions are not kept.
    clicks_pass: the mouse reaches what lies below.
    """

    source: str = "loopback"
    source_name: str = ""
    level: float = 0.0
    engine: str = ""
    model: str = ""
    lag_s: float | None = None
    paused: bool = False
    state: str = "starting"
    detail: str = ""
    private: bool = False
    clicks_pass: bool = False
    levels: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """Of getting a model: fraction 0..1; `is_done` at the end, well or not; sentence for the user."""

    model: str
    fraction: float
    sentence: str
    is_done: bool = False
    is_well: bool = True


@dataclass(frozen=True, slots=True)
class DoctorsWords:
    """findings: (id, mark, sentence, what to do or "") in order. report: what may be sent to someone."""

    findings: tuple[tuple[str, str, str, str], ...]
    report: str


class Bridge(QObject):
    """Signals to the windows come from the worker's thread and are queued by Qt; replies go the other way.

    To the windows: captionUpdated(CaptionUpdate), noticeRaised(UserNotice), noticeCleared(code),
    statusChanged(OverlayStatus), settingsReplaced(Settings), cleared(),
    modelProgressed(Progress), speedMeasured(str).
    From the windows: pauseToggled(bool), settingsChanged(Settings), quitRequested(), historyRequested(),
    settingsRequested(), sampleRequested(), historyPaused(bool), retentionChosen(str),
    momentMarked(), keysRequested(), setupRequested(), restartRequested(), modelWanted(name),
    speedWanted(model, engine), deviceChosen(source name, device id or name, "" for the default one),
    devicesRequested() answered by devicesListed(SoundChoices), soundTestRequested(output's id or "") answered
    by soundTested(SoundTest): see app.sound_answers. Answered by app.errands: modelsRequested() by
    modelsListed(tuple of app.model_list.ModelRow), adviceRequested(language or "") by adviceGiven(model,
    sentence), doctorAsked() by doctorAnswered(DoctorsWords); modelImportWanted(name, folder or zip),
    modelStopped(name), modelRemoved(name), modelRetried() for the one that failed
    last. modelsWindowRequested(), doctorRequested(), figuresToggled() open windows; figuresRequested() is
    answered by figuresListed(tuple of (what, how much)).
    """

    captionUpdated = Signal(object)
    noticeRaised = Signal(object)
    noticeCleared = Signal(str)
    statusChanged = Signal(object)
    settingsReplaced = Signal(object)
    cleared = Signal()
    devicesListed = Signal(object)
    soundTested = Signal(object)
    modelProgressed = Signal(object)
    speedMeasured = Signal(str)
    modelsListed = Signal(object)
    adviceGiven = Signal(str, str)
    doctorAnswered = Signal(object)
    figuresListed = Signal(object)

    pauseToggled = Signal(bool)
    settingsChanged = Signal(object)
    quitRequested = Signal()
    historyRequested = Signal()
    settingsRequested = Signal()
    sampleRequested = Signal()
    historyPaused = Signal(bool)
    retentionChosen = Signal(str)
    momentMarked = Signal()
    keysRequested = Signal()
    setupRequested = Signal()
    restartRequested = Signal()
    modelWanted = Signal(str)
    speedWanted = Signal(str, str)
    deviceChosen = Signal(str, str)
    devicesRequested = Signal()
    soundTestRequested = Signal(str)
    modelsWindowRequested = Signal()
    modelsRequested = Signal()
    modelImportWanted = Signal(str, str)
    modelRetried = Signal()
    modelStopped = Signal(str)
    modelRemoved = Signal(str)
    adviceRequested = Signal(str)
    doctorRequested = Signal()
    doctorAsked = Signal()
    figuresToggled = Signal()
    figuresRequested = Signal()
