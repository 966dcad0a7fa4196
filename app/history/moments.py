"""Moments: integer milliseconds since 1970 in UTC inside, ISO 8601 with "Z" outside. Pure."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta

from engines.errors import UsageError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def to_ms(started_at_utc: str) -> int:
    """ "2026-12-01T02:30:26.123Z" -> ms; a moment without a zone is taken as UTC. Raises ValueError."""
    moment = datetime.fromisoformat(started_at_utc)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def to_iso(moment_ms: int) -> str:
    """ms -> "2026-12-01T02:30:26.123Z"."""
    moment = _EPOCH + timedelta(milliseconds=moment_ms)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def now_ms() -> int:
    """The clock on the wall; it may be set back at any time."""
    return time.time_ns() // 1_000_000


def to_local(moment_ms: int, form: str = "%Y-%m-%d %H:%M:%S") -> str:
    """The moment on the user's own clock."""
    return (_EPOCH + timedelta(milliseconds=moment_ms)).astimezone().strftime(form)


def parse_asked(text: str, *, end: bool = False) -> int:
    """A day or a moment that a person typed, on their own clock, as ms.

    `end`: the end of that day instead of its beginning. Raises UsageError.
    """
    try:
        moment = datetime.fromisoformat(text.strip())
        if end and _DAY.fullmatch(text.strip()):
            moment += timedelta(days=1)
        return (moment.astimezone() - _EPOCH) // timedelta(milliseconds=1)
    except (ValueError, OverflowError) as error:
        raise UsageError(f"{text!r} is not a date.", "Write 2026-12-01 or 2026-12-01T14:30.") from error


def clock(offset_ms: int) -> str:
    """Milliseconds into a session as 0:03:07."""
    seconds = max(0, offset_ms) // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
