"""`sightline engine verify`: a card's engine against the processor's on the sample clip, as a table."""

from __future__ import annotations

import argparse
import sys

from app.audio.file_source import read_whole
from app.model_choice import expected
from app.parts import sample_clip
from app.paths import Paths
from app.settings import load as load_settings
from engines import choice
from engines.errors import EngineDistrustedError, EngineError
from engines.trust import BUDGET_MS, TOLERANCE, Verdict


def run_verify(arguments: argparse.Namespace, paths: Paths) -> int:
    """Examine, remember, print. Raises EngineError where there is nothing to examine, or no trust."""
    asked: str = arguments.model or load_settings(paths.settings_file)[0].model
    model = expected(asked, paths.models_dir, paths.speed_file)
    place = choice.Place(model, paths.models_dir, paths.cache_dir)
    engine = arguments.engine or _best(place)
    choice.find_candidate(place, engine)
    with sample_clip() as clip:
        samples = read_whole(clip)
    host = choice.start_host(place, engine)
    try:
        verdict = choice.examine(place, engine, host, samples)
    finally:
        host.close()
    print(table(verdict, model))
    sys.stdout.flush()
    if verdict.reason:
        raise EngineDistrustedError(
            f"The engine {engine} is not used: {verdict.reason}.",
            "Captions run on the processor. Close other programs that use the card, and try again.",
        )
    return 0


def _best(place: choice.Place) -> str:
    """The best engine that could run here, whatever has been found out about it."""
    reasons = []
    for engine in choice.CARD_ENGINES:
        try:
            choice.find_candidate(place, engine)
        except EngineError as error:
            reasons.append(f"{engine}: {str(error).rstrip('.')}")
        else:
            return engine
    raise EngineError(
        f"There is no engine to examine ({'; '.join(reasons)}).", "Captions run on the processor."
    )


def table(verdict: Verdict, model: str) -> str:
    """What was found and what is allowed, a line each."""
    identity = verdict.identity
    rows = [
        ("words", "the same" if verdict.same_words else "others", "the same", verdict.same_words),
        (
            "mean log-probability, largest difference",
            f"{verdict.difference:.4f}",
            f"{TOLERANCE:.4f}",
            verdict.difference <= TOLERANCE,
        ),
        (
            "pass, 95 of 100 within",
            f"{verdict.p95_ms:.0f} ms",
            f"{BUDGET_MS:.0f} ms",
            verdict.p95_ms <= BUDGET_MS,
        ),
    ]
    parts = (identity.library, identity.card, identity.driver and f"driver {identity.driver}")
    fits = "Trusted, until the model, the card, its driver or a library changes."
    return "\n".join(
        [
            f"{model} on {identity.engine}, against the processor",
            ", ".join(part for part in parts if part),
            f"{verdict.n_windows} windows of the sample clip compared, {verdict.n_passes} passes timed, "
            f"median {verdict.median_ms:.0f} ms",
            "",
            f"{'':40}  {'found':>10}  {'allowed':>10}",
            *(
                f"{what:40}  {found:>10}  {most:>10}  {'ok' if ok else 'NO'}"
                for what, found, most, ok in rows
            ),
            "",
            f"Not used: {verdict.reason}." if verdict.reason else fits,
        ]
    )
