"""`transcribe`: captions of files, without a window."""

from __future__ import annotations

import argparse
import contextlib
import io
import logging
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from app.audio.file_source import FileSource
from app.captions.types import CaptionUpdate, UserNotice
from app.events import EventWriter, peak_rss_mb
from app.history.writer import HistoryWriter
from app.notices import language_notice, one_line, said
from app.parts import faster_finder, hot_words, language_code, make_detector, make_line, make_recogniser
from app.paths import Paths
from app.pipeline import CaptionPipeline, engine_notices
from app.settings import load as load_settings
from app.subtitles import CaptionWriter, JsonLinesWriter, SubtitleWriter, TextWriter
from app.transcribe import FileTranscriber
from engines.errors import InputFileError, SightlineError, UsageError
from engines.recogniser import Recogniser

log = logging.getLogger(__name__)

SUFFIXES = {"text": ".txt", "srt": ".srt", "vtt": ".vtt", "jsonl": ".jsonl"}


def run_transcribe(arguments: argparse.Namespace, paths: Paths) -> int:
    """Every file in turn; one that fails does not stop the others. Returns the first failure's code."""
    files: list[Path] = arguments.files
    several = len(files) > 1
    if arguments.steady and not arguments.realtime:
        raise UsageError(
            "--steady is about captions that grow, which only --realtime has.", "Add --realtime."
        )
    if several and arguments.output is not None and arguments.output.is_file():
        raise UsageError(
            f"--output {arguments.output} is a file, and there are several inputs.", "Name a folder."
        )
    _check_outputs(arguments)
    if not several:
        # A file that cannot be read is said before a model is loaded for it.
        probe = FileSource(files[0])
        probe.open()
        probe.close()
    recogniser = make_recogniser(arguments, paths)
    code = 0
    try:
        language_code(arguments, recogniser)
        for file in files:
            try:
                with _output(arguments, file) as stream:
                    if several and arguments.format == "text" and arguments.output is None:
                        stream.write(f"{file}:\n")
                    _transcribe_file(arguments, paths, file, recogniser, stream, several)
            except SightlineError as error:
                print(one_line(error), file=sys.stderr)
                code = code or error.exit_code
    finally:
        recogniser.close()
    return code


def _target(arguments: argparse.Namespace, file: Path) -> Path:
    """The file that `--output` means for one input."""
    target: Path = arguments.output
    if len(arguments.files) > 1 or target.is_dir():
        target = target / (file.stem + SUFFIXES[arguments.format])
    return target


def _check_outputs(arguments: argparse.Namespace) -> None:
    """No input is overwritten by captions, and no captions by those of another input."""
    if arguments.output is None:
        return
    inputs: list[Path] = arguments.files
    targets: dict[Path, Path] = {}
    for file in inputs:
        target = _target(arguments, file)
        for other in inputs:
            with contextlib.suppress(OSError):
                if target.is_file() and target.samefile(other):
                    raise UsageError(f"--output would overwrite the input {other}.", "Name another file.")
        other = targets.setdefault(target, file)
        if other is not file:
            raise UsageError(
                f"The captions of {other} and {file} would both be {target}.", "Give them one at a time."
            )


@contextlib.contextmanager
def _output(arguments: argparse.Namespace, file: Path) -> Iterator[TextIO]:
    """Standard output, or a file that appears whole when its captions are complete."""
    if arguments.output is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            # A file name need not be text; in JSON what it then becomes is an escape.
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
        yield sys.stdout
        return
    target = _target(arguments, file)
    # A pipe or a device, such as /dev/stdout, is written to: replacing it would take it away.
    in_place = target.is_symlink() or (target.exists() and not target.is_file())
    partial = target if in_place else target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
            yield stream
        if not in_place:
            os.replace(partial, target)
    except OSError as error:
        raise InputFileError(
            f"{target} cannot be written: {error.strerror or error}.", "Choose another place with --output."
        ) from error
    finally:
        # Where a folder of the path is a file, there is nothing to remove and even this fails.
        with contextlib.suppress(OSError):
            if not in_place:
                partial.unlink(missing_ok=True)


def _writer(arguments: argparse.Namespace, stream: TextIO, events: EventWriter) -> CaptionWriter:
    if arguments.format == "jsonl":
        return JsonLinesWriter(events)
    if arguments.format == "text":
        return TextWriter(stream)
    return SubtitleWriter(stream, webvtt=arguments.format == "vtt")


def _transcribe_file(
    arguments: argparse.Namespace,
    paths: Paths,
    file: Path,
    recogniser: Recogniser,
    stream: TextIO,
    several: bool,
) -> None:
    events = EventWriter(stream, str(file) if several else None)
    writer = _writer(arguments, stream, events)
    source = FileSource(file, realtime=arguments.realtime)
    source.open()
    started = time.monotonic()

    def on_notice(notice: UserNotice, wall_s: float) -> None:
        print(said(notice), file=sys.stderr)
        if arguments.format == "jsonl":
            events.notice(notice, wall_s)

    history = (
        HistoryWriter(paths.history_file, lambda notice: on_notice(notice, 0.0))
        if arguments.history
        else None
    )

    def show(update: CaptionUpdate, wall_s: float) -> None:
        writer.write(update, wall_s)
        if history is not None:
            history.append(update)

    try:
        with _progress(file, source.duration_s) as advance:
            if arguments.realtime:
                line = make_line(source, arguments, paths, recogniser)
                pipeline = CaptionPipeline(
                    [line],
                    recogniser,
                    on_update=show,
                    on_notice=on_notice,
                    on_status=lambda status: advance(pipeline.totals.audio_s),
                    find_faster=faster_finder(arguments, paths, recogniser),
                )
                pipeline.run()
                totals = pipeline.totals
                audio_s, compute_s, n_passes = totals.audio_s, totals.compute_s, totals.n_passes
            else:
                transcriber = FileTranscriber(
                    source,
                    make_detector(paths, live=False),
                    recogniser,
                    language=language_code(arguments, recogniser),
                    task=arguments.task,
                    hot_words=hot_words(arguments, load_settings(paths.settings_file)[0]),
                    on_progress=advance,
                )
                for update in transcriber.captions():
                    show(update, time.monotonic() - started)
                for finding in transcriber.take_findings():
                    told = language_notice(finding, transcriber.language, recogniser.model)
                    if told is not None:
                        on_notice(told, time.monotonic() - started)
                for notice in engine_notices(recogniser):
                    on_notice(notice, time.monotonic() - started)
                for code, title, advice in source.take_notices():
                    on_notice(UserNotice(code, "warning", title, advice), time.monotonic() - started)
                figures = transcriber.totals
                audio_s, compute_s, n_passes = figures.audio_s, figures.compute_s, figures.n_passes
    finally:
        source.close()
        if history is not None:
            history.close()
    if arguments.format == "jsonl":
        events.summary(
            audio_seconds=round(audio_s, 2),
            compute_seconds=round(compute_s, 3),
            passes=n_passes,
            engine=recogniser.engine,
            model=recogniser.model,
            peak_rss_mb=peak_rss_mb(),
        )


class _Progress:
    """A bar in seconds of sound; silent where standard error is not a terminal."""

    def __init__(self, file: Path, total: float | None) -> None:
        self._bar = None
        if sys.stderr.isatty():
            from tqdm import tqdm

            self._bar = tqdm(total=round(total, 1) if total else None, unit="s", desc=file.name, leave=False)

    def __call__(self, audio_s: float) -> None:
        if self._bar is not None:
            self._bar.update(round(audio_s - self._bar.n, 1))

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


@contextlib.contextmanager
def _progress(file: Path, duration_s: float | None) -> Iterator[_Progress]:
    progress = _Progress(file, duration_s)
    try:
        yield progress
    finally:
        progress.close()
