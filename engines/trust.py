"""Whether a card's engine hears what the processor hears, fast enough: examined once, remembered beside it.

The verdict holds for one engine, model, card, driver and library; when one of them changes it is asked again.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import tempfile
import threading
import time
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np

from engines.errors import EngineError
from engines.recogniser import Recogniser
from engines.runtime.precision import LOG_PROBABILITY
from engines.types import SAMPLE_RATE_HZ, Hypothesis, RecognitionRequest, Samples, Word

BUDGET_MS = 250.0
"""A pass for captions is due after that much new speech (app.captions.session): slower falls behind."""

TOLERANCE = LOG_PROBABILITY
"""Largest difference of a window's mean log-probability, in nats."""

TIMED_STEP_S = 0.5
N_WARM = 3


@dataclass(frozen=True, slots=True)
class Identity:
    """What a verdict is about. model, graphs: digests. card: its name and UUID. library: name and version."""

    engine: str
    model: str
    graphs: str
    card: str
    driver: str
    library: str

    def changed(self, before: Identity) -> tuple[str, ...]:
        """Names of what is not as it was."""
        return tuple(f.name for f in fields(self) if getattr(self, f.name) != getattr(before, f.name))


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of an examination. difference: the largest of mean log-probabilities, in nats.

    n_windows: compared; n_passes: timed. median_ms, p95_ms: of the passes, called from here.
    """

    identity: Identity
    same_words: bool
    difference: float
    median_ms: float
    p95_ms: float
    n_windows: int
    n_passes: int

    @property
    def reason(self) -> str:
        """Why the engine is not to be used, as half a sentence; "" when it is."""
        if not self.same_words:
            return "it does not hear the words that the processor hears"
        if not self.difference <= TOLERANCE:
            return f"its probabilities differ from the processor's by {self.difference:.2f}"
        if not self.p95_ms <= BUDGET_MS:
            return f"a pass takes {self.p95_ms:.0f} ms, more than the {BUDGET_MS:.0f} ms that captions have"
        return ""

    @property
    def lasts(self) -> bool:
        """False where another examination may end otherwise: a card that was slow may have been busy."""
        return not self.reason or not self.same_words or not self.difference <= TOLERANCE


def examine(
    candidate: Recogniser,
    reference: Recogniser,
    clip: Samples,
    identity: Identity,
    cancelled: threading.Event | None = None,
) -> Verdict:
    """Let both hear `clip` (float32, 16 kHz, at most 30 s), whole and to the end of each of its sentences.

    Raises EngineError when the candidate fails, or `cancelled` is set.
    """
    language = reference.languages[0] if len(reference.languages) == 1 else "en"

    def hear(recogniser: Recogniser, end_s: float, *, is_final: bool = True) -> Hypothesis:
        if cancelled is not None and cancelled.is_set():
            raise EngineError("it is no longer wanted")
        samples = clip[: round(end_s * SAMPLE_RATE_HZ)]
        return recogniser.recognise(RecognitionRequest(samples, 0, language=language, is_final=is_final))

    length_s = len(clip) / SAMPLE_RATE_HZ
    whole = hear(reference, length_s)
    # A little more than the sentence: its last sound may go on beyond the word's end.
    ends_s = [word.end_s + 0.2 for word in whole.words if word.text.strip()[-1:] in (".", "!", "?")]
    same = True
    differences = []
    windows = [length_s, *(end_s for end_s in ends_s if end_s < length_s)]
    for end_s in windows:
        expected = whole if end_s == length_s else hear(reference, end_s)
        found = hear(candidate, end_s)
        same = same and bool(found.words) and _spelt(found.words) == _spelt(expected.words)
        differences.append(abs(found.avg_log_probability - expected.avg_log_probability))
    times_ms = []
    for i, end_s in enumerate([1.0] * N_WARM + list(np.arange(1.0, length_s, TIMED_STEP_S))):
        started = time.perf_counter()
        hear(candidate, end_s, is_final=False)
        if i >= N_WARM:
            times_ms.append((time.perf_counter() - started) * 1000)
    return Verdict(
        identity,
        same,
        # NaN stays NaN, as it would not with max().
        round(float(np.max(differences)), 4),
        round(float(np.median(times_ms)), 1),
        round(float(np.percentile(times_ms, 95)), 1),
        len(windows),
        len(times_ms),
    )


def _spelt(words: tuple[Word, ...]) -> list[str]:
    """Words without case and marks, which two precisions may choose differently."""
    bare = (re.sub(r"[^\w']+", "", word.text).casefold() for word in words)
    return [word for word in bare if word]


def remember(verdict: Verdict, path: Path) -> None:
    """Write it, whole or not at all. Where it cannot be written, the engine is examined again next time."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                json.dump(asdict(verdict), stream, indent=1)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise


def recall(path: Path) -> Verdict | None:
    """The verdict in a file; None where there is none that can be read."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        verdict = Verdict(Identity(**content.pop("identity")), **content)
        # Says something only with numbers in it.
        return verdict if isinstance(verdict.reason, str) else None
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
