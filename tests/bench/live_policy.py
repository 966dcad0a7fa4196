"""Live latency, stability and accuracy over the shared clips, on a virtual clock; prints a table.

`sightline transcribe --realtime` on the same clip is the truth (compare_live.py); this finds settings
quickly.

    python tests/bench/live_policy.py [CLIP...] [--model tiny.en] [--set period_s=0.3 ...] [--remember DIR]
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.captions.session import SessionSettings
from app.captions.types import CaptionUpdate
from app.paths import find_paths
from engines import models
from engines.recogniser import Recogniser, load_recogniser
from engines.speech.silero import SileroVad
from tests.bench.virtual_live import (
    QUIET_COST,
    RememberedPasses,
    TimedRecogniser,
    VirtualClock,
    VirtualSource,
    english_clips,
    read_clip,
    run_live,
    scorer,
)

FIGURES = ("wer", "first_p50", "first_p95", "stable_p50", "stable_p95", "erasure")


def with_override(settings: Any, name: str, text: str) -> Any:
    """The settings with that one changed, of session, policy or tail; None when there is no such."""
    for item in fields(settings):
        present = getattr(settings, item.name)
        if item.name == name:
            return replace(
                settings, **{name: text if isinstance(present, str) else type(present)(float(text))}
            )
        if is_dataclass(present):
            changed = with_override(present, name, text)
            if changed is not None:
                return replace(settings, **{item.name: changed})
    return None


def run_clip(
    clip: dict[str, Any],
    recogniser: Recogniser,
    vad: SileroVad,
    settings: SessionSettings,
    args: argparse.Namespace,
    remembered: RememberedPasses,
) -> dict[str, Any]:
    """The clip's figures."""
    clock = VirtualClock()
    events: list[dict[str, Any]] = []

    def on_update(update: CaptionUpdate, wall_s: float) -> None:
        events.append(
            {"id": update.caption_id, "text": update.text, "final": update.is_final, "wall": wall_s}
        )
        if args.verbose:
            print(f"{wall_s:6.2f} #{update.caption_id} {update.committed!r} + {update.tentative!r}")

    cost = QUIET_COST[args.model] if args.quiet_cost else None
    timed = TimedRecogniser(
        recogniser, clock, slowdown=args.slowdown, cost=cost, remembered=remembered, verbose=args.verbose
    )
    totals = run_live(VirtualSource(read_clip(clip), clock), timed, vad, settings, clock, on_update)
    result: dict[str, Any] = scorer().score(events, clip) if events else {"clip": clip["file"]}
    result.update(passes=totals.n_passes, rejected=totals.n_rejected, compute_s=round(timed.cost_s, 2))
    return result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("clips", nargs="*")
    parser.add_argument("--model", choices=tuple(QUIET_COST), default="tiny.en")
    parser.add_argument("--set", action="append", default=[], dest="overrides", metavar="NAME=VALUE")
    parser.add_argument("--slowdown", type=float, default=1.0, help="as if passes took so much longer")
    parser.add_argument(
        "--quiet-cost", action="store_true", help="count passes as a quiet machine takes them"
    )
    parser.add_argument("--remember", type=Path, metavar="DIR", help="keep passes there; with --quiet-cost")
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--brief", action="store_true", help="the last table only")
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    if args.remember and not args.quiet_cost:
        parser.error("--remember needs --quiet-cost: a pass that is remembered takes no time")
    paths = find_paths(args.data_dir)
    recogniser = load_recogniser(
        args.model, models_dir=paths.models_dir, cache_dir=paths.cache_dir, n_threads=args.threads
    )
    vad = SileroVad(models.find_silero(paths.models_dir))
    settings = SessionSettings(language="en")
    for override in args.overrides:
        name, _, text = override.partition("=")
        settings = with_override(settings, name, text) or parser.error(f"there is no setting {name}")
    remembered = RememberedPasses(args.remember, args.model)
    rows = []
    for clip in english_clips(args.clips):
        row = run_clip(clip, recogniser, vad, settings, args, remembered)
        rows.append(row)
        if not args.brief:
            shown = (*FIGURES, "compute_s", "passes", "rejected")
            print(f"{row['clip']:28}" + "  ".join(f"{key} {row.get(key)}" for key in shown), flush=True)
    n_words = sum(row["final_words"] for row in rows)
    for key in FIGURES:
        found = [row for row in rows if row.get(key) is not None]
        if found:
            worst = max(found, key=lambda row: float(row[key]))
            print(
                f"{key:12} mean {mean(row[key] for row in found):.3f}  "
                f"by words {sum(row[key] * row['final_words'] for row in found) / n_words:.3f}  "
                f"worst {worst[key]:.3f} ({worst['clip']})"
            )


if __name__ == "__main__":
    main()
