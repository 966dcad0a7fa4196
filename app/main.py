"""Where the window and the live run are joined: the GUI thread here, the run on a QThread of its own."""

from __future__ import annotations

import argparse
import contextlib
import logging
import signal
import sys
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QThread, QTimer

from app.audio.file_source import FileSource
from app.captions.types import CaptionUpdate, UserNotice
from app.live import LiveRun, in_terminal
from app.notices import one_line
from app.parts import LIVE_SOURCES, has_display, sample_clip
from app.paths import Paths
from app.pipeline import PipelineStatus
from app.settings import Settings
from app.settings import load as load_settings
from app.ui.bridge import Bridge, OverlayStatus
from engines.models import list_models
from engines.own_models import list_own

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
        if arguments.no_window or not has_display():
            if not arguments.no_window:
                print("sightline: no display, so the captions come here.", file=sys.stderr)
            return in_terminal(lambda view: LiveRun(arguments, paths, settings, source, view))
        return _run_window(arguments, paths, settings, source, notice)


class _Worker(QThread):
    """The recogniser's thread: one LiveRun from start to end."""

    def __init__(self, live: LiveRun, view: _BridgeView) -> None:
        super().__init__()
        self.live = live
        self.view = view

    def run(self) -> None:
        self.live.run()


class _BridgeView:
    """Hands a run's captions, notices and status to the windows; called on the run's thread."""

    def __init__(self, bridge: Bridge, source: str) -> None:
        self._bridge = bridge
        file = source not in LIVE_SOURCES
        self._status = OverlayStatus(
            source="file" if file else source, source_name=Path(source).name if file else ""
        )

    def caption(self, update: CaptionUpdate) -> None:
        self._bridge.captionUpdated.emit(update)

    def notice(self, notice: UserNotice) -> None:
        if notice.code in SOUND_IS_BACK:
            for code in SOUND_IS_GONE:
                self._bridge.noticeCleared.emit(code)
        self._bridge.noticeRaised.emit(notice)

    def status(self, status: PipelineStatus) -> None:
        state = "speaking" if status.speaking else "listening"
        if status.strain and status.speaking:
            state = "Busy: finished words only"
        elif status.uses_faster:
            state = "Busy: faster model"
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
            detail=f"{status.lost_s:.0f} s of speech were lost." if status.lost_s >= 1 else "",
        )
        self._bridge.statusChanged.emit(self._status)

    def preparing(self, what: str, fraction: float) -> None:
        self._bridge.statusChanged.emit(replace(self._status, state=f"{what} ({fraction:.0%})"))

    def ended(self) -> None:
        self._bridge.statusChanged.emit(replace(self._status, state="ended", level=0.0))


def _run_window(
    arguments: argparse.Namespace, paths: Paths, settings: Settings, source: str, notice: UserNotice | None
) -> int:
    from PySide6.QtWidgets import QApplication

    from app.ui.desktop import Desktop

    application = QApplication(["sightline"])
    application.setApplicationName("Sightline")
    application.setDesktopFileName("sightline")
    application.setQuitOnLastWindowClosed(False)
    bridge = Bridge()
    names = [spec.name for spec in list_models()] + [own.name for own in list_own(paths.models_dir)]
    desktop = Desktop(bridge, settings, paths, models=names)
    workers: list[_Worker] = []

    def start(what: str) -> None:
        view = _BridgeView(bridge, what)
        live = LiveRun(arguments, paths, desktop.settings, what, view)
        worker = _Worker(live, view)
        workers.append(worker)
        bridge.pauseToggled.connect(live.pause)
        bridge.historyPaused.connect(live.keep_private)
        bridge.retentionChosen.connect(live.keep_for)
        bridge.momentMarked.connect(live.star)
        bridge.deviceChosen.connect(live.choose_device)
        live.keep_private(desktop.overlay.status.private)
        worker.finished.connect(lambda: ended(worker))
        worker.start()

    def ended(worker: _Worker) -> None:
        if worker.live.error is not None:
            print(one_line(worker.live.error), file=sys.stderr)
        else:
            worker.view.ended()
        if arguments.exit_at_end and worker is workers[-1]:
            application.quit()

    def start_sample() -> None:
        """The user asked for the bundled clip, since no sound could be had."""
        stop()
        with sample_clip() as clip:
            start(str(clip))

    def stop() -> None:
        for worker in workers:
            worker.live.stop()
        for worker in workers:
            worker.wait()

    bridge.sampleRequested.connect(start_sample)
    bridge.quitRequested.connect(application.quit)
    signal.signal(signal.SIGINT, lambda *_: application.exit(130))
    signal.signal(signal.SIGTERM, lambda *_: application.quit())
    # Python's signal handlers run only when the interpreter does: wake it now and then.
    wake = QTimer()
    wake.start(200)
    wake.timeout.connect(lambda: None)
    desktop.show()
    if notice is not None:
        bridge.noticeRaised.emit(notice)
    start(source)
    code = application.exec()
    stop()
    desktop.close()
    failure = workers[-1].live.error
    return code or (failure.exit_code if failure is not None else 0)
