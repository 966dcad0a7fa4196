"""JSON lines for what is shown: captions, notices and a summary; one writer a thread."""

from __future__ import annotations

import json
import sys
from typing import Any, TextIO

from app.captions.types import CaptionUpdate, UserNotice


class EventWriter:
    """Writes one JSON object a line and flushes it, so that a reader sees it at once.

    `file` names the input in every line when several files share one stream.
    """

    def __init__(self, stream: TextIO, file: str | None = None) -> None:
        self._stream = stream
        self._file = file

    def _write(self, line: dict[str, Any]) -> None:
        if self._file is not None:
            line["file"] = self._file
        self._stream.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._stream.flush()

    def caption(self, update: CaptionUpdate, wall_s: float) -> None:
        """`wall_s`: seconds since the first sample was available."""
        line: dict[str, Any] = {
            "type": "caption",
            "id": update.caption_id,
            "source": update.source,
            "text": update.text,
            "final": update.is_final,
            "start": round(update.start_s, 3),
            "end": round(update.end_s, 3),
            "wall": round(wall_s, 3),
            "language": update.language,
        }
        if update.is_final:
            line["words"] = [
                {
                    "text": word.text.strip(),
                    "start": round(word.start_s, 3),
                    "end": round(word.end_s, 3),
                    "probability": round(word.probability, 3),
                }
                for word in update.words
            ]
        self._write(line)

    def notice(self, notice: UserNotice, wall_s: float) -> None:
        """A notice's text is what happened and what to do."""
        text = " ".join(part for part in (notice.title, notice.advice) if part)
        self._write({"type": "notice", "code": notice.code, "text": text, "wall": round(wall_s, 3)})

    def summary(self, **figures: Any) -> None:
        """audio_seconds, compute_seconds, passes, engine, model, peak_rss_mb."""
        self._write({"type": "summary", **figures})


def peak_rss_mb() -> int:
    """The largest resident memory of this process so far, in MB (10^6 bytes); 0 where unknown."""
    if sys.platform == "win32":
        import ctypes
        from ctypes import wintypes

        class Counters(ctypes.Structure):
            # PROCESS_MEMORY_COUNTERS of psapi.h
            _fields_ = (
                ("cb", wintypes.DWORD),
                ("page_faults", wintypes.DWORD),
                ("peak_working_set", ctypes.c_size_t),
                ("others", ctypes.c_size_t * 7),
            )

        counters = Counters(cb=ctypes.sizeof(Counters))
        process = ctypes.windll.kernel32.GetCurrentProcess()
        ok = ctypes.windll.psapi.GetProcessMemoryInfo(process, ctypes.byref(counters), counters.cb)
        return round(counters.peak_working_set / 1e6) if ok else 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / 1e6) if sys.platform == "darwin" else round(peak * 1024 / 1e6)
