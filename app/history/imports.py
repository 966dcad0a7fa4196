"""Captions of files into the history: its own exports, `transcribe`'s JSON lines, SRT, WebVTT. Any thread."""

from __future__ import annotations

import csv
import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from app.captions.types import CaptionUpdate
from app.history import moments
from app.history.store import HistoryStore
from engines.errors import InputFileError

FORMATS = ("jsonl", "csv", "srt", "vtt")

_TIMES = re.compile(r"^\s*(?:(\d+):)?(\d\d):(\d\d)[.,](\d{3})\s+-->\s+(?:(\d+):)?(\d\d):(\d\d)[.,](\d{3})")
MOST_S = 1e8
"""Three years: no session is longer."""
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]*>")


@dataclass(frozen=True, slots=True)
class ImportedCaption:
    """A caption of a file; session: what the file tells sessions apart by; started_ms: None if unknown."""

    text: str
    start_s: float
    duration_s: float
    source: str = "file"
    language: str = ""
    session: str = ""
    started_ms: int | None = None
    is_starred: bool = False


def import_file(store: HistoryStore, path: Path) -> int:
    """Add a file's captions, all or none; returns how many. Raises InputFileError, StorageError."""
    form = path.suffix.lstrip(".").lower()
    if form not in FORMATS:
        raise InputFileError(
            f"{path} cannot be imported.", f"Its name must end in one of: {', '.join(FORMATS)}."
        )
    try:
        text = path.read_bytes().decode("utf-8-sig")
        began_ms = round(path.stat().st_mtime * 1000)
        captions = [_likely(each) for each in {"jsonl": _jsonl, "csv": _csv}.get(form, _subtitles)(text)]
    except OSError as error:
        raise InputFileError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError, csv.Error) as error:
        raise InputFileError(f"{path} is not a {form} file of captions ({error}).") from error
    if not captions:
        raise InputFileError(f"{path} holds no captions.")
    sessions: dict[str, tuple[int, int]] = {}
    n_added = 0
    with store.batch():
        for number, caption in enumerate(captions):
            if caption.session not in sessions:
                known_ms = caption.started_ms
                start_ms = began_ms if known_ms is None else known_ms - _ms(caption.start_s)
                session_id = store.start_session(moments.to_iso(start_ms), path.stem)
                sessions[caption.session] = (session_id, start_ms)
            session_id, start_ms = sessions[caption.session]
            moment = start_ms + _ms(caption.start_s) if caption.started_ms is None else caption.started_ms
            update = CaptionUpdate(
                number,
                caption.source,
                caption.text,
                "",
                True,
                caption.start_s,
                caption.start_s + caption.duration_s,
                caption.language,
            )
            entry_id = store.append(update, session_id, moments.to_iso(moment))
            if entry_id is not None:
                n_added += 1
                if caption.is_starred:
                    store.set_star(entry_id, True)
        for session_id, start_ms in sessions.values():
            store.end_at_last_caption(session_id, start_ms)
    return n_added


def _likely(caption: ImportedCaption) -> ImportedCaption:
    """The caption, with nothing in it that the history cannot keep. Raises ValueError, OverflowError."""
    if not (abs(caption.start_s) < MOST_S and abs(caption.duration_s) < MOST_S):
        raise ValueError("a time in it cannot be")
    words = (caption.text, caption.source, caption.language)
    if not all(isinstance(each, str) for each in words):
        raise ValueError("a line of it is too short")
    if caption.started_ms is not None:
        moments.to_iso(caption.started_ms - _ms(caption.start_s))
        moments.to_iso(caption.started_ms + _ms(caption.start_s + caption.duration_s))
    # Half a character is no text that SQLite takes, and a terminal would obey control characters.
    kept = (_CONTROLS.sub("\ufffd", each) for each in words)
    text, source, language = (each.encode("utf-8", "replace").decode("utf-8") for each in kept)
    return replace(caption, text=text, source=source, language=language)


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


def _jsonl(text: str) -> Iterator[ImportedCaption]:
    for line in text.split("\n"):
        if not line.strip():
            continue
        fields = json.loads(line)
        if not isinstance(fields, dict):
            raise ValueError("a line of it is no object")
        if fields.get("type", "caption") != "caption" or not fields.get("final", True):
            continue
        if "started_at_utc" in fields:
            yield ImportedCaption(
                str(fields["text"]),
                float(fields.get("offset_s", 0.0)),
                float(fields["duration_s"]),
                str(fields["source"]),
                str(fields["language"]),
                str(fields["session_id"]),
                moments.to_ms(fields["started_at_utc"]),
                bool(fields.get("starred", False)),
            )
        else:
            start_s = float(fields["start"])
            yield ImportedCaption(
                str(fields["text"]),
                start_s,
                max(0.0, float(fields["end"]) - start_s),
                str(fields.get("source", "file")),
                str(fields.get("language") or ""),
            )


def _csv(text: str) -> Iterator[ImportedCaption]:
    starts: dict[str, int] = {}
    for row in csv.DictReader(text.splitlines(keepends=True)):
        started_ms = moments.to_ms(row["started_at_utc"])
        first_ms = starts.setdefault(row["session_id"], started_ms)
        yield ImportedCaption(
            row["text"],
            max(0, started_ms - first_ms) / 1000,
            float(row["duration_s"]),
            row["source"],
            row["language"],
            row["session_id"],
            started_ms,
            row["starred"] == "1",
        )


def _subtitles(text: str) -> Iterator[ImportedCaption]:
    is_webvtt = text.startswith("WEBVTT")
    for block in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n").replace("\r", "\n")):
        lines = block.strip("\n").split("\n")
        for at, line in enumerate(lines):
            if match := _TIMES.match(line):
                start_s, end_s = _seconds(match.groups()[:4]), _seconds(match.groups()[4:])
                said = _TAG.sub("", " ".join(lines[at + 1 :])).strip()
                if said:
                    said = html.unescape(said) if is_webvtt else said
                    yield ImportedCaption(said, start_s, max(0.0, end_s - start_s))
                break


def _seconds(parts: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, ms = (int(part or 0) for part in parts)
    return hours * 3600 + minutes * 60 + seconds + ms / 1000
