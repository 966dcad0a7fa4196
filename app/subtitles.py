"""Captions as text, SubRip, WebVTT or JSON lines; one writer an output."""

from __future__ import annotations

from typing import Protocol, TextIO

from app.captions.types import CaptionUpdate
from app.events import EventWriter

FORMATS = ("text", "srt", "vtt", "jsonl")
LINE_CHARACTERS = 42


class CaptionWriter(Protocol):
    """Takes captions in order; `wall_s` is seconds since the first sample was available."""

    def write(self, update: CaptionUpdate, wall_s: float) -> None: ...


class TextWriter:
    """A caption a line, final ones only."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, update: CaptionUpdate, wall_s: float) -> None:
        if update.is_final and update.text.strip():
            self._stream.write(update.text.strip() + "\n")
            self._stream.flush()


class SubtitleWriter:
    """SubRip (`comma`) or WebVTT cues of at most two lines."""

    def __init__(self, stream: TextIO, *, webvtt: bool) -> None:
        self._stream = stream
        self._webvtt = webvtt
        self._n_cues = 0
        if webvtt:
            stream.write("WEBVTT\n\n")

    def write(self, update: CaptionUpdate, wall_s: float) -> None:
        text = update.text.strip()
        if not update.is_final or not text:
            return
        self._n_cues += 1
        times = f"{_time(update.start_s, self._webvtt)} --> {_time(update.end_s, self._webvtt)}"
        body = "\n".join(two_lines(text))
        if self._webvtt:
            body = body.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            self._stream.write(f"{times}\n{body}\n\n")
        else:
            self._stream.write(f"{self._n_cues}\n{times}\n{body}\n\n")
        self._stream.flush()


class JsonLinesWriter:
    """The contract's JSON lines, tentative captions included."""

    def __init__(self, events: EventWriter) -> None:
        self._events = events

    def write(self, update: CaptionUpdate, wall_s: float) -> None:
        self._events.caption(update, wall_s)


def two_lines(text: str) -> list[str]:
    """`text` on one line when it fits LINE_CHARACTERS, else cut near the middle at a space."""
    if len(text) <= LINE_CHARACTERS or " " not in text:
        return [text]
    spaces = [i for i, c in enumerate(text) if c == " "]
    middle = min(spaces, key=lambda i: abs(i - len(text) / 2))
    return [text[:middle], text[middle + 1 :]]


def _time(seconds: float, webvtt: bool) -> str:
    ms = max(0, round(seconds * 1000))
    point = "." if webvtt else ","
    hours, minutes = ms // 3_600_000, ms // 60_000 % 60
    return f"{hours:02d}:{minutes:02d}:{ms // 1000 % 60:02d}{point}{ms % 1000:03d}"
