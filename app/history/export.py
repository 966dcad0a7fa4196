"""The history as TXT, Markdown, SRT, WebVTT, JSON lines or CSV: UTF-8, atomic, streamed. Any thread."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Protocol, TextIO

from app.history import moments
from app.history.cues import Cue, cues
from app.history.reader import Filter, HistoryReader, HistoryRow
from engines.errors import InputFileError

FORMATS = ("txt", "md", "srt", "vtt", "jsonl", "csv")
CSV_COLUMNS = (
    "entry_id",
    "session_id",
    "started_at_utc",
    "duration_s",
    "source",
    "language",
    "starred",
    "text",
)
_ROWS_A_REPORT = 1000

Advance = Callable[[int], bool]
"""Told the number of captions written so far; returns False to stop."""


class Exporter(Protocol):
    """Writes rows, which come oldest first, to a stream that does not translate line ends."""

    def __call__(
        self, rows: Iterable[HistoryRow], stream: TextIO, reader: HistoryReader, *, plain: bool
    ) -> None: ...


def export_history(
    reader: HistoryReader,
    form: str,
    stream: TextIO,
    where: Filter | None = None,
    *,
    plain: bool = False,
    advance: Advance | None = None,
) -> int:
    """Write the captions of `where` to `stream`, opened with newline="" and UTF-8; returns how many.

    plain: TXT and Markdown without times and labels. Raises StorageError, InputFileError.
    """
    if form not in _EXPORTERS:
        raise InputFileError(f"There is no export format {form!r}.", f"Choose from {', '.join(FORMATS)}.")
    counted = _Counted(reader.all(where), advance)
    _EXPORTERS[form](counted, stream, reader, plain=plain)
    return counted.n_rows


def export_to_file(
    reader: HistoryReader,
    form: str,
    target: Path,
    where: Filter | None = None,
    *,
    plain: bool = False,
    advance: Advance | None = None,
) -> int:
    """As `export_history`, to a file that appears, readable by its owner only, when it is whole."""
    partial = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        number = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(number, "w", encoding="utf-8", newline="") as stream:
            n_rows = export_history(reader, form, stream, where, plain=plain, advance=advance)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(partial, target)
    except OSError as error:
        raise InputFileError(
            f"{target} cannot be written: {error.strerror or error}.", "Choose another place with --output."
        ) from error
    finally:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
    return n_rows


class ExportStopped(Exception):
    """The user stopped the export; nothing was left behind."""


class _Counted:
    def __init__(self, rows: Iterable[HistoryRow], advance: Advance | None) -> None:
        self._rows = rows
        self._advance = advance
        self.n_rows = 0

    def __iter__(self) -> Iterator[HistoryRow]:
        for row in self._rows:
            yield row
            self.n_rows += 1
            if (
                self._advance is not None
                and self.n_rows % _ROWS_A_REPORT == 0
                and not self._advance(self.n_rows)
            ):
                raise ExportStopped


def one_line(text: str) -> str:
    """`text` as shown on one line: every run of white space, line ends included, is a space."""
    return " ".join(text.split())


def as_text(rows: Iterable[HistoryRow], *, plain: bool, markdown: bool = False) -> str:
    """Rows for the clipboard: plain text or Markdown, with times and labels unless `plain`."""
    lines = []
    for row in rows:
        text = one_line(row.entry.text)
        if markdown:
            text = escape_markdown(text)
        if not plain:
            label = f"{moments.to_local(row.started_ms, '%H:%M:%S')} {row.entry.source}"
            text = f"**{escape_markdown(label)}** {text}" if markdown else f"[{label}] {text}"
        lines.append(text)
    return ("\n\n" if markdown else "\n").join(lines)


def _write_txt(rows: Iterable[HistoryRow], stream: TextIO, reader: HistoryReader, *, plain: bool) -> None:
    for row, session in _by_session(rows, reader):
        if session is not None and not plain:
            stream.write(f"{session}\n\n")
        if row is not None:
            stream.write(as_text([row], plain=plain) + "\n")


def _write_md(rows: Iterable[HistoryRow], stream: TextIO, reader: HistoryReader, *, plain: bool) -> None:
    for row, session in _by_session(rows, reader):
        if session is not None:
            stream.write(f"# {escape_markdown(session)}\n\n")
        if row is not None:
            stream.write(as_text([row], plain=plain, markdown=True) + "\n\n")


def _by_session(
    rows: Iterable[HistoryRow], reader: HistoryReader
) -> Iterator[tuple[HistoryRow | None, str | None]]:
    """Each row, and before the first of a session (None, its title)."""
    current: int | None = None
    for row in rows:
        if row.entry.session_id != current:
            current = row.entry.session_id
            name, started_ms = reader.session(current) or ("", row.started_ms)
            day = moments.to_local(started_ms, "%Y-%m-%d %H:%M")
            yield None, f"{one_line(name)} ({day})" if name else day
        yield row, None


_MARKDOWN = re.compile(r"([\\`*_\[\]<>#~|&])")


def escape_markdown(text: str) -> str:
    """`text` so that Markdown shows it as it is."""
    text = _MARKDOWN.sub(r"\\\1", text)
    return re.sub(r"^(\d+)([.)])|^([-+])", r"\1\\\2\3", text) if text[:1] in "0123456789-+" else text


def session_times(rows: Iterable[HistoryRow]) -> Iterator[tuple[int, int, str]]:
    """(start ms, duration ms, text) for subtitles: times into the session, further sessions after the first.

    Captions of two sources overlap a little: they are put in order within a small window.
    """
    base_ms = end_ms = 0
    current: int | None = None
    window: list[tuple[int, int, str]] = []
    for row in rows:
        if row.entry.session_id != current:
            yield from sorted(window)
            window.clear()
            current, base_ms = row.entry.session_id, end_ms
        start_ms = base_ms + max(0, row.offset_ms)
        duration_ms = round(row.entry.duration_s * 1000)
        end_ms = max(end_ms, start_ms + duration_ms)
        window.append((start_ms, duration_ms, row.entry.text))
        if len(window) > 16:
            window.sort()
            yield window.pop(0)
    yield from sorted(window)


def _write_srt(rows: Iterable[HistoryRow], stream: TextIO, reader: HistoryReader, *, plain: bool) -> None:
    for number, cue in enumerate(cues(session_times(rows)), 1):
        stream.write(f"{number}\n{_cue_times(cue, ',')}\n{_cue_text(cue)}\n\n")


def _write_vtt(rows: Iterable[HistoryRow], stream: TextIO, reader: HistoryReader, *, plain: bool) -> None:
    stream.write("WEBVTT\n\n")
    for cue in cues(session_times(rows)):
        text = _cue_text(cue).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        stream.write(f"{_cue_times(cue, '.')}\n{text}\n\n")


def _cue_text(cue: Cue) -> str:
    # An arrow would be read as a line of times, NUL ends a file for some players.
    return "\n".join(cue.lines).replace("-->", "→").replace("\0", "\ufffd")


def _cue_times(cue: Cue, point: str) -> str:
    return f"{_stamp(cue.start_ms, point)} --> {_stamp(cue.end_ms, point)}"


def _stamp(ms: int, point: str) -> str:
    return f"{ms // 3_600_000:02d}:{ms // 60_000 % 60:02d}:{ms // 1000 % 60:02d}{point}{ms % 1000:03d}"


# Some readers end a line at these too; as escapes they are the same text in JSON.
_LINE_ENDS = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}


def as_json(row: HistoryRow) -> str:
    """A caption as a line of JSON without its line end."""
    entry = row.entry
    fields = {
        "type": "caption",
        "entry_id": entry.entry_id,
        "session_id": entry.session_id,
        "started_at_utc": entry.started_at_utc,
        "offset_s": row.offset_ms / 1000,
        "duration_s": entry.duration_s,
        "source": entry.source,
        "language": entry.language,
        "starred": row.is_starred,
        "text": entry.text,
    }
    return json.dumps(fields, ensure_ascii=False).translate(_LINE_ENDS)


def _write_jsonl(rows: Iterable[HistoryRow], stream: TextIO, reader: HistoryReader, *, plain: bool) -> None:
    for row in rows:
        stream.write(as_json(row) + "\n")


def _write_csv(rows: Iterable[HistoryRow], stream: TextIO, reader: HistoryReader, *, plain: bool) -> None:
    writer = csv.writer(stream, quoting=csv.QUOTE_ALL)
    writer.writerow(CSV_COLUMNS)
    for row in rows:
        entry = row.entry
        writer.writerow(
            (
                entry.entry_id,
                entry.session_id,
                entry.started_at_utc,
                entry.duration_s,
                entry.source,
                entry.language,
                int(row.is_starred),
                entry.text,
            )
        )


_EXPORTERS: dict[str, Exporter] = {
    "txt": _write_txt,
    "md": _write_md,
    "srt": _write_srt,
    "vtt": _write_vtt,
    "jsonl": _write_jsonl,
    "csv": _write_csv,
}
