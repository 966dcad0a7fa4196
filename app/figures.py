"""The figures of a run as people and programs read them: rows of text, a JSON object, a file. Any thread."""

from __future__ import annotations

import json
import logging
import os
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from app.metrics import FALLBACKS, Latency, Snapshot, Stage
from engines.runtime.card_state import CardState

log = logging.getLogger(__name__)

MOST_BYTES = 1 << 20
"""A file of figures has a few thousand."""

Figures = dict[str, Any]
Rows = list[tuple[str, str]]
"""What is measured, and how much."""

_STAGES: dict[Stage, str] = {
    "end_to_end": "Captions behind the sound",
    "queue": "Sound waits for a pass",
    "encode": "Encoder",
    "decode": "Decoder",
}
_LOST = {"late": "too late to be captioned", "source": "dropped by the sound system"}


def figures_of(snapshot: Snapshot) -> Figures:
    """As JSON: percentiles of the last minute, the rest since the start."""
    return {
        "engine": snapshot.engine,
        "model": snapshot.model,
        "stages": {stage: _latency(latency) for stage, latency in snapshot.stages.items()},
        "passes": dict(snapshot.passes),
        "audio_seconds": {name: round(seconds, 2) for name, seconds in snapshot.audio_s.items()},
        "compute_seconds": round(snapshot.compute_s, 3),
        "real_time_factor": _rounded(snapshot.real_time_factor, 4),
        "recent_real_time_factor": _rounded(snapshot.recent_real_time_factor, 4),
        "lost_seconds": {reason: round(seconds, 2) for reason, seconds in snapshot.lost_s.items()},
        "fallbacks": {code: n for code, n in snapshot.notices.items() if code in FALLBACKS},
        "cards": [_card(card) for card in snapshot.cards],
    }


def _latency(latency: Latency) -> Figures:
    spread = {"p50_ms": latency.p50_s, "p95_ms": latency.p95_s, "max_ms": latency.most_s}
    mean_s = latency.sum_s / latency.n if latency.n else None
    in_ms = {name: _rounded(_times(value, 1000), 1) for name, value in spread.items()}
    return {"n": latency.n, "mean_ms": _rounded(_times(mean_s, 1000), 1), **in_ms}


def _card(card: CardState) -> Figures:
    return {
        "uuid": card.uuid,
        "name": card.name,
        "temperature_c": card.temperature_c,
        "memory_used_bytes": card.memory_used_bytes,
        "memory_total_bytes": card.memory_total_bytes,
        "load": card.load,
    }


def _times(value: float | None, factor: float) -> float | None:
    return None if value is None else value * factor


def _rounded(value: float | None, n_digits: int) -> float | None:
    return None if value is None else round(value, n_digits)


def rows(figures: Mapping[str, Any]) -> Rows:
    """The figures in words. Raises ValueError for what are none."""
    try:
        return _rows(figures)
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError("these are no figures") from error


def _rows(figures: Mapping[str, Any]) -> Rows:
    said: Rows = [
        ("Recognised by", f"{figures['model']} on {figures['engine']}" if figures["model"] else "–")
    ]
    said += [(words, _spread(figures["stages"][stage])) for stage, words in _STAGES.items()]
    passes = figures["passes"]
    whole = sum(passes.values())
    said.append(("Passes", f"{whole} ({passes['rejected']} not believed, {passes['failed']} failed)"))
    now, since = figures["recent_real_time_factor"], figures["real_time_factor"]
    factors = [f"{now:.2f} in the last minute"] if now is not None else []
    factors += [f"{since:.2f} since the start"] if since is not None else []
    said.append(("Real-time factor", ", ".join(factors) or "–"))
    heard = [f"{name} {seconds:.0f} s" for name, seconds in figures["audio_seconds"].items()]
    said.append(("Sound", ", ".join(heard) or "–"))
    lost = [f"{s:.1f} s {_LOST[reason]}" for reason, s in figures["lost_seconds"].items() if s > 0]
    said.append(("Speech lost", ", ".join(lost) or "none"))
    fallbacks = [f"{code} {n}" for code, n in figures["fallbacks"].items()]
    said.append(("Fallbacks", ", ".join(fallbacks) or "none"))
    return said + [(str(card["name"]), card_in_words(CardState(**card))) for card in figures["cards"]]


def _spread(stage: Mapping[str, Any]) -> str:
    if not stage["n"]:
        return "–"
    if stage["p50_ms"] is None:
        return f"{stage['mean_ms']:.0f} ms on average"
    return (
        f"half within {stage['p50_ms']:.0f} ms, 95 % within {stage['p95_ms']:.0f} ms, "
        f"longest {stage['max_ms']:.0f} ms"
    )


def card_in_words(card: CardState) -> str:
    """Its temperature, memory and load, as far as it says them."""
    said = [f"{card.temperature_c} °C"] if card.temperature_c is not None else []
    if card.memory_used_bytes is not None and card.memory_total_bytes is not None:
        said.append(f"{card.memory_used_bytes / 1e9:.1f} of {card.memory_total_bytes / 1e9:.1f} GB in use")
    if card.load is not None:
        said.append(f"{100 * card.load:.0f} % busy")
    return ", ".join(said) or "–"


def keep(file: Path, snapshot: Snapshot) -> None:
    """Write the figures for `doctor`, readable by the owner only. A disk that is full does no harm."""
    text = json.dumps({"at": time.strftime("%Y-%m-%d %H:%M"), **figures_of(snapshot)}, ensure_ascii=False)
    try:
        # mkstemp makes the file owner-only from its first byte on
        handle, temporary = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(text.encode("utf-8", "replace"))
            os.replace(temporary, file)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as error:
        log.info("figures not kept: %s", error.strerror or error)


def kept(file: Path) -> Figures | None:
    """The figures of the run that goes on, or of the last one; None where there are none. `at`: when."""
    try:
        with file.open("rb") as stream:
            content = json.loads(stream.read(MOST_BYTES))
        if not isinstance(content, dict) or not isinstance(content.get("at"), str):
            return None
        rows(content)
    except (OSError, ValueError, RecursionError):
        return None
    return content
