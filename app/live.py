"""One live run from start to end, whatever shows it: opens the parts, hands captions on, keeps what was said.

Runs on the worker's thread (the window's QThread, or the main thread in a terminal). No Qt.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from app.audio.capture import LiveSource
from app.audio.echo import TappedLoopback
from app.audio.source import AudioSource
from app.captions.types import CaptionUpdate, UserNotice
from app.events import EventWriter, peak_rss_mb
from app.history.writer import HistoryWriter
from app.metrics import Metrics
from app.metrics_watch import watched
from app.notices import notice_for, said, unknown_language_notice
from app.parts import faster_finder, free_memory_mb, make_line, make_recogniser, make_sources, model_watch
from app.paths import Paths
from app.pipeline import CaptionPipeline, PipelineStatus
from app.rules import Limits
from app.settings import Settings
from engines.errors import DeviceError, InputFileError, SightlineError

log = logging.getLogger(__name__)


class LiveView(Protocol):
    """Where a run shows itself; every call comes from the run's thread."""

    def caption(self, update: CaptionUpdate) -> None: ...

    def notice(self, notice: UserNotice) -> None: ...

    def status(self, status: PipelineStatus) -> None: ...

    def preparing(self, what: str, fraction: float) -> None: ...


class LiveRun:
    """Builds the parts, runs the pipeline, closes everything. `exit_code` is set when `run` returns."""

    def __init__(
        self,
        arguments: argparse.Namespace,
        paths: Paths,
        settings: Settings,
        source: str,
        view: LiveView,
        metrics: Metrics | None = None,
    ) -> None:
        self.metrics = metrics or Metrics()
        self._arguments = arguments
        self._paths = paths
        self._settings = settings
        self._source = source
        self._view = view
        self._pipeline: CaptionPipeline | None = None
        # A signal may stop the run while its own thread holds the lock.
        self._lock = threading.RLock()
        self._stop_asked = False
        self._paused = settings.paused_at_start
        self._history: HistoryWriter | None = None
        self._private = False
        self._sources: list[AudioSource] = []
        self.error: SightlineError | None = None

    @property
    def exit_code(self) -> int:
        """0, or the contract's code of the error that ended the run."""
        return self.error.exit_code if self.error is not None else 0

    def stop(self) -> None:
        """End after the pass in hand; any thread."""
        with self._lock:
            self._stop_asked = True
            if self._pipeline is not None:
                self._pipeline.stop()

    def pause(self, paused: bool) -> None:
        """Close the sound sources, or open them again; any thread."""
        with self._lock:
            self._paused = paused
            if self._pipeline is not None:
                self._pipeline.pause(paused)

    def choose_device(self, source: str, device: str) -> None:
        """Listen to another device from now on ("": the default one); any thread. source: a source's name."""
        with self._lock:
            for each in self._sources:
                if isinstance(each, LiveSource | TappedLoopback) and each.name == source:
                    each.choose(device or None)

    def keep_private(self, private: bool) -> None:
        """Keep no captions from now on, or keep them again; any thread."""
        with self._lock:
            self._private = private
            if self._history is not None:
                self._history.is_private = private

    def keep_for(self, retention: str) -> None:
        """How long captions are kept, one of history.store.RETENTIONS; any thread."""
        with self._lock:
            if self._history is not None:
                self._history.set_retention(retention)

    def star(self) -> None:
        """Mark this moment in the history; any thread."""
        with self._lock:
            if self._history is not None:
                self._history.star()

    def run(self) -> None:
        """The whole run. Errors a person can mend end in `error` and a notice; bugs are raised."""
        try:
            with ExitStack() as stack:
                self._run(stack)
        except SightlineError as error:
            log.error("the run ended: %s", type(error).__name__)
            self.error = error
            self._view.notice(notice_for(error))

    def _open_sources(self, stack: ExitStack) -> list[AudioSource]:
        """All of them: where one of two is missing, that is said, and it is waited for."""
        opened: list[AudioSource] = []
        missing: list[tuple[AudioSource, DeviceError]] = []
        sources = make_sources(self._source, self._settings, self._arguments)
        for source in sources:
            stack.callback(source.close)
            try:
                source.open()
            except DeviceError as error:
                missing.append((source, error))
            else:
                opened.append(source)
        if not opened and not any(getattr(source, "is_patient", False) for source in sources):
            raise missing[0][1]
        for source, failure in missing:
            # Not an error, which ends a run and which the terminal says then.
            self._view.notice(replace(notice_for(failure), severity="warning"))
            source.open(wait=True)
            source.take_notices()
        with self._lock:
            self._sources = sources
        return sources

    def _run(self, stack: ExitStack) -> None:
        sources = self._open_sources(stack)
        events = self._events(stack)

        def told(notice: UserNotice) -> None:
            self._view.notice(notice)
            if events is not None:
                # Whoever cannot write is told with the first caption.
                with contextlib.suppress(OSError):
                    events.notice(notice, 0.0)

        port: int | None = getattr(self._arguments, "metrics_port", None)
        stack.enter_context(watched(self.metrics, self._paths.figures_file, port, told))
        recogniser = make_recogniser(
            self._arguments,
            self._paths,
            self._settings,
            progress=self._view.preparing,
            wait=False,
            on_notice=self._view.notice,
        )
        # The one that is in use at the end: the pipeline closes what another takes the place of.
        held = [recogniser]
        stack.callback(lambda: held[-1].close())
        language = self._settings.language
        if not self._arguments.language and language not in ("auto", *recogniser.languages):
            self._view.notice(unknown_language_notice(recogniser.model, language))
        for source in sources:
            if source.name == "file":
                # A file begins to play now, not while the model was being loaded.
                source.close()
                source.open()
        history: HistoryWriter | None = None
        if self._settings.keep_history:
            history = HistoryWriter(self._paths.history_file, self._view.notice)
            stack.callback(history.close)
            with self._lock:
                self._history = history
                history.is_private = self._private

        n_failed = 0

        def kept(write: Callable[[], None]) -> None:
            # Captions go on when the disk is full; what is wrong is said once.
            nonlocal n_failed
            try:
                write()
            except OSError as error:
                n_failed += 1
                if n_failed == 1:
                    path = self._arguments.events
                    self._view.notice(
                        UserNotice(
                            "events-not-written",
                            "warning",
                            f"{path} cannot be written: {error.strerror or error}.",
                            "Make room on its disk. Captions go on.",
                        )
                    )

        def on_update(update: CaptionUpdate, wall_s: float) -> None:
            self._view.caption(update)
            if events is not None:
                kept(lambda: events.caption(update, wall_s))
            if history is not None and update.is_final:
                history.append(update)

        def on_notice(notice: UserNotice, wall_s: float) -> None:
            self._view.notice(notice)
            if events is not None:
                kept(lambda: events.notice(notice, wall_s))

        lines = [make_line(s, self._arguments, self._paths, recogniser, self._settings) for s in sources]
        pipeline = CaptionPipeline(
            lines,
            recogniser,
            on_update=on_update,
            on_notice=on_notice,
            on_status=self._view.status,
            find_faster=faster_finder(self._arguments, self._paths, recogniser),
            metrics=self.metrics,
            limits=Limits(
                slow_s=self._settings.limit_slow_ms / 1000,
                hot_c=self._settings.limit_hot_c,
                memory_mb=self._settings.limit_memory_mb,
                errors=self._settings.limit_errors,
            ),
            free_mb=free_memory_mb,
            on_replaced=held.append,
        )
        watch = model_watch(
            self._arguments,
            self._paths,
            self._settings,
            recogniser.model,
            offer=pipeline.offer,
            on_notice=pipeline.tell,
        )
        stack.callback(watch.close)
        with self._lock:
            self._pipeline = pipeline
            pipeline.pause(self._paused)
            if self._stop_asked:
                return
        pipeline.run()
        if events is not None:
            totals = pipeline.totals
            summary = {
                "audio_seconds": round(totals.audio_s, 2),
                "compute_seconds": round(totals.compute_s, 3),
                "passes": totals.n_passes,
                "engine": held[-1].engine,
                "model": held[-1].model,
                "peak_rss_mb": peak_rss_mb(),
            }
            kept(lambda: events.summary(**summary))

    def _events(self, stack: ExitStack) -> EventWriter | None:
        path: Path | None = self._arguments.events
        if path is None:
            return None
        try:
            stream = path.open("w", encoding="utf-8", newline="\n")
        except OSError as error:
            raise InputFileError(
                f"{path} cannot be written: {error.strerror or error}.", "Choose another place with --events."
            ) from error

        def close() -> None:
            # Whatever could not be written has been told.
            with contextlib.suppress(OSError):
                stream.close()

        stack.callback(close)
        return EventWriter(stream)


def in_terminal(run_of: Callable[[LiveView], LiveRun]) -> int:
    """Captions in the terminal: committed text as it grows, a line a caption."""
    run = run_of(_Terminal())
    # Asked to end (SIGTERM): what was being said is completed and kept first.
    before = signal.signal(signal.SIGTERM, lambda *_: run.stop())
    try:
        run.run()
    except KeyboardInterrupt:
        run.stop()
        raise
    finally:
        signal.signal(signal.SIGTERM, before)
    if run.error is not None:
        raise run.error
    return 0


class _Terminal:
    """Prints each caption once, when it is final; notices go to standard error."""

    def caption(self, update: CaptionUpdate) -> None:
        if update.is_final and update.text.strip():
            label = "You: " if update.source == "microphone" else ""
            print(label + update.text.strip(), flush=True)

    def notice(self, notice: UserNotice) -> None:
        if notice.severity != "error":
            print(said(notice), file=sys.stderr, flush=True)

    def status(self, status: PipelineStatus) -> None:
        pass

    def preparing(self, what: str, fraction: float) -> None:
        pass
