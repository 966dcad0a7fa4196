"""Where the window and the live run are joined: the GUI thread here, the run on a QThread of its own."""

from __future__ import annotations

import argparse
import contextlib
import logging
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread, QTimer, Signal

from app.audio.file_source import FileSource
from app.autostart import is_autostart, set_autostart
from app.captions.types import CaptionUpdate, UserNotice
from app.errands import Errands
from app.figures import figures_of, rows
from app.live import LiveRun, in_terminal
from app.metrics import Metrics
from app.model_choice import AUTO
from app.notices import notice_for, one_line, said
from app.only_instance import OnlyInstance
from app.parts import LIVE_SOURCES, choose_platform, has_display, sample_clip
from app.paths import Paths
from app.pipeline import PipelineStatus
from app.settings import Settings
from app.settings import load as load_settings
from app.sound_answers import SoundAnswers
from app.ui.bridge import Bridge, OverlayStatus, Progress
from app.ui.language import font_notice, mark, tr, use_language
from engines.errors import DisplayError, SightlineError
from engines.models import list_models
from engines.own_models import list_own

if TYPE_CHECKING:
    from app.ui.desktop import Desktop

_SETTLE_MS = 500
_IDS_A_RUN = 1_000_000
_RUN_SETTINGS = (
    "source",
    "model",
    "engine",
    "language",
    "hot_words",
    "loopback_application",
    "cancel_echo",
    "keep_history",
    "limit_slow_ms",
    "limit_hot_c",
    "limit_memory_mb",
    "limit_errors",
)
"""What a run is made of: a change of these begins another."""
_DEVICES = {"loopback": "loopback_device", "microphone": "microphone_device"}
"""These a run changes while it goes on."""

log = logging.getLogger(__name__)

SOUND_IS_GONE = ("capture-stopped", "device-missing", "sound-muted", "sound-silent", "sound-elsewhere")
SOUND_IS_BACK = ("capture-resumed", "device-changed")


def run(arguments: argparse.Namespace, paths: Paths) -> int:
    """`run` and `demo`: captions in the window, or in the terminal where there is no display."""
    settings, notice = load_settings(paths.settings_file)
    with contextlib.ExitStack() as stack:
        if arguments.command == "demo":
            source = str(stack.enter_context(sample_clip()))
        else:
            source = arguments.source or settings.source
        if source not in LIVE_SOURCES:
            # What is wrong with a file is said before a window opens for it.
            probe = FileSource(Path(source))
            probe.open()
            probe.close()
        if not arguments.no_window:
            choose_platform()
        if arguments.no_window or not has_display():
            if not arguments.no_window:
                print("sightline: no display, so the captions come here.", file=sys.stderr)
            if notice is not None:
                print(said(notice), file=sys.stderr)
            return in_terminal(lambda view: LiveRun(arguments, paths, settings, source, view))
        only: OnlyInstance | None = None
        # A file, and the demonstration, may be shown beside live captions.
        if source in LIVE_SOURCES:
            only = OnlyInstance(paths.cache_dir)
            if not only.claim():
                return _bring_forward(only)
            stack.callback(only.release)
        return _run_window(arguments, paths, settings, source, notice, only)


def _bring_forward(only: OnlyInstance) -> int:
    """Another start of this user has a window already."""
    if only.ask():
        print("sightline: captions are running already; their window was brought forward.", file=sys.stderr)
        return 0
    print(
        "sightline: captions are running already, and do not answer. "
        "End that program first, or give this one another folder with --data-dir DIR.",
        file=sys.stderr,
    )
    return DisplayError.exit_code


class _Worker(QThread):
    """The recogniser's thread: one LiveRun from start to end."""

    def __init__(self, live: LiveRun, view: _BridgeView) -> None:
        super().__init__()
        self.live = live
        self.view = view
        self.fault: Exception | None = None

    def run(self) -> None:
        try:
            self.live.run()
        except Exception as error:
            # A fault of ours: captions have ended, and whoever relies on them has to be told.
            log.exception("the run failed")
            self.fault = error
            self.view.notice(notice_for(error))


class _BridgeView:
    """Hands a run's captions, notices and status to the windows; called on the run's thread."""

    def __init__(self, bridge: Bridge, source: str, first_id: int = 0) -> None:
        self._bridge = bridge
        self._first_id = first_id
        file = source not in LIVE_SOURCES
        self._status = OverlayStatus(
            source="file" if file else source, source_name=Path(source).name if file else ""
        )

    def caption(self, update: CaptionUpdate) -> None:
        # every run counts from 1, and the window knows a caption by its number
        self._bridge.captionUpdated.emit(replace(update, caption_id=self._first_id + update.caption_id))

    def notice(self, notice: UserNotice) -> None:
        if notice.code == "engine-back":
            for code in ("engine-lost", "engine-building"):
                self._bridge.noticeCleared.emit(code)
        if notice.code in SOUND_IS_BACK:
            for code in SOUND_IS_GONE:
                self._bridge.noticeCleared.emit(code)
        self._bridge.noticeRaised.emit(notice)

    def status(self, status: PipelineStatus) -> None:
        state = "speaking" if status.speaking else "listening"
        if status.strain and status.speaking:
            state = mark("Busy: finished words only")
        elif status.uses_faster:
            state = mark("Busy: faster model")
        if status.troubles:
            # That nothing is heard matters more than how busy the computer is.
            state = " ".join(what for _, what in status.troubles)
        self._status = replace(
            self._status,
            level=max((level for _, level in status.levels), default=0.0),
            engine=status.engine,
            model=status.model,
            lag_s=status.lag_s,
            paused=status.paused,
            levels=status.levels,
            state="paused" if status.paused else state,
            detail=tr(f"{status.lost_s:.0f} s of speech were lost.") if status.lost_s >= 1 else "",
        )
        self._bridge.statusChanged.emit(self._status)

    def preparing(self, what: str, fraction: float) -> None:
        self._bridge.statusChanged.emit(replace(self._status, state=f"{tr(what)} ({fraction:.0%})"))

    def ended(self) -> None:
        self._bridge.statusChanged.emit(replace(self._status, state="ended", level=0.0))


def _run_window(
    arguments: argparse.Namespace,
    paths: Paths,
    settings: Settings,
    source: str,
    notice: UserNotice | None,
    only: OnlyInstance | None,
) -> int:
    from PySide6.QtWidgets import QApplication

    from app.ui.desktop import Desktop

    application = QApplication(["sightline"])
    application.setApplicationName("Sightline")
    application.setDesktopFileName("sightline")
    application.setQuitOnLastWindowClosed(False)
    use_language(application, settings.interface_language)
    bridge = Bridge()
    # As it is, whoever changed it.
    settings = replace(settings, start_with_desktop=is_autostart())
    names = [AUTO] + [spec.name for spec in list_models()] + [own.name for own in list_own(paths.models_dir)]
    desktop = Desktop(bridge, settings, paths, models=names, about_models=_about_models())
    runs = _Runs(arguments, paths, desktop, bridge)
    errands = Errands(arguments, paths, bridge)
    runs.allEnded.connect(lambda: application.exit(0))
    bridge.modelProgressed.connect(runs.take_model)
    bridge.settingsChanged.connect(lambda changed: _follow_autostart(changed, bridge))
    # quit() would first ask the windows to close, and the captions answer by asking to quit
    bridge.quitRequested.connect(lambda: application.exit(0))
    signal.signal(signal.SIGINT, lambda *_: application.exit(130))
    signal.signal(signal.SIGTERM, lambda *_: application.exit(0))
    # Python's signal handlers run only when the interpreter does: wake it now and then.
    wake = QTimer()
    wake.start(200)
    wake.timeout.connect(lambda: desktop.come_forward() if only and only.is_asked() else None)
    desktop.show()
    for each in (notice, font_notice()):
        if each is not None:
            bridge.noticeRaised.emit(each)
    runs.start(source)
    if arguments.command == "run" and source in LIVE_SOURCES and not settings.first_run_done:
        desktop.open_first_steps()
    code = application.exec()
    errands.end()
    runs.stop()
    desktop.close()
    return code or runs.exit_code


def _follow_autostart(settings: Settings, bridge: Bridge) -> None:
    """Make the desktop start it, or no longer, where that was changed."""
    if settings.start_with_desktop == is_autostart():
        return
    try:
        set_autostart(settings.start_with_desktop)
    except OSError as error:
        bridge.noticeRaised.emit(
            UserNotice(
                "autostart-not-set",
                "warning",
                f"Whether Sightline starts with the desktop could not be changed: {error.strerror or error}.",
                "Change it in the system's own settings.",
            )
        )


def _about_models() -> dict[str, str]:
    """What there is to know before one chooses a model."""
    return {
        spec.name: f"{spec.title}; "
        + ("comes with Sightline" if spec.comes_installed else f"{spec.n_bytes / 1e6:.0f} MB to get once")
        for spec in list_models()
    }


class _Runs(QObject):
    """One run at a time; another begins when the one before has ended, without waiting in the GUI thread."""

    allEnded = Signal()

    def __init__(self, arguments: argparse.Namespace, paths: Paths, desktop: Desktop, bridge: Bridge) -> None:
        super().__init__()
        self._arguments = arguments
        self._paths = paths
        self._desktop = desktop
        self._bridge = bridge
        self._workers: list[_Worker] = []
        self._metrics = Metrics()
        self._next: str | None = None
        self._source = ""
        self._in_force = desktop.settings
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._take_settings)
        bridge.settingsChanged.connect(lambda _: self._later.start(_SETTLE_MS))
        self._answers = SoundAnswers(bridge.devicesListed.emit, bridge.soundTested.emit)
        bridge.devicesRequested.connect(self._answers.list_devices)
        bridge.soundTestRequested.connect(self._answers.test_sound)
        bridge.sampleRequested.connect(self.start_sample)
        bridge.restartRequested.connect(self.restart)
        bridge.figuresRequested.connect(self._list_figures)

    def start(self, source: str) -> None:
        """Begin a run on a live source or a file."""
        self._source, self._next = source, None
        self._in_force = self._desktop.settings
        view = _BridgeView(self._bridge, source, first_id=len(self._workers) * _IDS_A_RUN)
        live = LiveRun(self._arguments, self._paths, self._desktop.settings, source, view, self._metrics)
        worker = _Worker(live, view)
        self._workers.append(worker)
        self._bridge.pauseToggled.connect(live.pause)
        self._bridge.historyPaused.connect(live.keep_private)
        self._bridge.retentionChosen.connect(live.keep_for)
        self._bridge.momentMarked.connect(live.star)
        self._bridge.deviceChosen.connect(live.choose_device)
        status = self._desktop.overlay.status
        live.pause(status.paused)
        live.keep_private(status.private)
        worker.finished.connect(lambda: self._on_ended(worker))
        worker.start()

    def _list_figures(self) -> None:
        self._bridge.figuresListed.emit(tuple(rows(figures_of(self._metrics.snapshot()))))

    def restart(self, source: str = "") -> None:
        """End the run and begin another, with the settings of that moment."""
        self._next = source or self._source
        status = replace(self._desktop.overlay.status, state="starting", level=0.0, lag_s=None)
        self._bridge.statusChanged.emit(status)
        worker = self._workers[-1]
        if worker.isFinished():
            self.start(self._next)
        else:
            worker.live.stop()

    def take_model(self, progress: Progress) -> None:
        """A model was got: begin anew where it is the one that was waited for; other captions go on."""
        asked = self._arguments.model or self._desktop.settings.model
        if progress.is_done and progress.is_well and (progress.model == asked or self.error is not None):
            self.restart()

    def start_sample(self) -> None:
        """The user asked for the bundled clip, such as where no sound could be had."""
        with sample_clip() as clip:
            self.restart(str(clip))

    def _take_settings(self) -> None:
        """Begin anew when what the run is made of was changed; that beats the command line."""
        settings = self._desktop.settings
        changed = {name for name in _RUN_SETTINGS if getattr(settings, name) != getattr(self._in_force, name)}
        for source, name in _DEVICES.items():
            if getattr(settings, name) != getattr(self._in_force, name):
                self._bridge.deviceChosen.emit(source, getattr(settings, name))
        if not changed:
            self._in_force = settings
            return
        for name in changed & {"model", "engine", "language"}:
            setattr(self._arguments, name, None)
        self._in_force = settings
        self.restart(settings.source if "source" in changed else "")

    def _on_ended(self, worker: _Worker) -> None:
        if worker.live.error is not None:
            print(one_line(worker.live.error), file=sys.stderr)
        elif worker.fault is not None:
            print(one_line(worker.fault), file=sys.stderr)
        elif self._next is None:
            worker.view.ended()
        if worker is not self._workers[-1]:
            return
        if self._next is not None:
            self.start(self._next)
        elif self._arguments.exit_at_end:
            self.allEnded.emit()

    def stop(self) -> None:
        """End all, after the pass in hand."""
        self._next = None
        for worker in self._workers:
            worker.live.stop()
        for worker in self._workers:
            worker.wait()

    @property
    def exit_code(self) -> int:
        """Of the last run."""
        worker = self._workers[-1]
        return worker.live.exit_code if worker.fault is None else 1

    @property
    def error(self) -> SightlineError | None:
        """Of the last run."""
        return self._workers[-1].live.error
