"""The shared clips that are not English: the language that was found, and the errors in files and live.

WER, or CER where words have no spaces between them (zh, ja), by tools/score_captions.py. Live runs on the
virtual clock, where a pass takes what it takes on two quiet cores. The mixed talk joins an English, a German
and a French clip: how long another language is heard in the one before.

    python tests/bench/languages.py [--model base] [--data-dir DIR] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from app.audio.file_source import FileSource
from app.captions.session import SessionSettings
from app.captions.types import CaptionUpdate
from app.parts import make_detector
from app.paths import Paths, find_paths
from app.transcribe import FileTranscriber
from engines import models
from engines.recogniser import Recogniser, load_recogniser
from engines.speech.silero import SileroVad
from engines.types import SAMPLE_RATE_HZ, Samples
from tests.bench.virtual_live import (
    SPEECH,
    Cost,
    TimedRecogniser,
    VirtualClock,
    VirtualSource,
    manifest,
    read_clip,
    run_live,
    scorer,
)

QUIET_COST = Cost(0.05, 0.02, 0.0075)
MIXED = (
    "jfk.flac",
    "de_portal.flac",
    "de_portal.flac",
    "de_portal.flac",
    "fr_consulat.flac",
    "fr_consulat.flac",
)
PAUSE_S = 1.0


def event(update: CaptionUpdate, wall_s: float) -> dict[str, Any]:
    """A caption as the scorer reads it."""
    return {
        "type": "caption",
        "id": update.caption_id,
        "source": "file",
        "text": update.text,
        "final": update.is_final,
        "wall": wall_s,
        "language": update.language,
    }


def live(
    sound: Samples, recogniser: Recogniser, vad: SileroVad, settings: SessionSettings
) -> list[dict[str, Any]]:
    """The captions of a live run, in order."""
    clock = VirtualClock()
    timed = TimedRecogniser(recogniser, clock, cost=QUIET_COST)
    events: list[dict[str, Any]] = []
    run_live(
        VirtualSource(sound, clock),
        timed,
        vad,
        settings,
        clock,
        lambda update, wall_s: events.append(event(update, wall_s)),
    )
    return events


def offline(path: Path, recogniser: Recogniser, paths: Paths) -> list[dict[str, Any]]:
    """The captions of the file."""
    source = FileSource(path)
    source.open()
    try:
        transcriber = FileTranscriber(source, make_detector(paths, live=False), recogniser)
        return [event(update, update.end_s) for update in transcriber.captions()]
    finally:
        source.close()


def languages_of(events: list[dict[str, Any]]) -> str:
    """Of the final captions, each once, in order."""
    return " ".join(dict.fromkeys(each["language"] for each in events if each["final"]))


def clip_row(clip: dict[str, Any], recogniser: Recogniser, vad: SileroVad, paths: Paths) -> dict[str, Any]:
    score = scorer().score
    in_file = offline(SPEECH / clip["file"], recogniser, paths)
    shown = live(read_clip(clip), recogniser, vad, SessionSettings())
    scored = score(shown, clip)
    return {
        "clip": clip["file"],
        "language": clip["language"],
        "found_in_file": languages_of(in_file),
        "found_live": languages_of(shown),
        "measure": "CER" if clip["language"] in ("zh", "ja") else "WER",
        "file": round(score(in_file, clip)["wer"], 3),
        "live": round(scored["wer"], 3),
        "first_shown_s": round(min((e["wall"] for e in shown if e["text"]), default=float("nan")), 2),
        "first_p50": scored.get("first_p50"),
        "erasure": scored["erasure"],
    }


def mixed_rows(recogniser: Recogniser, vad: SileroVad) -> list[dict[str, Any]]:
    """The final captions of the mixed talk, each with what was truly spoken in its middle."""
    clips = {clip["file"]: clip for clip in manifest()}
    parts: list[Samples] = []
    spoken: list[tuple[float, str]] = []
    at_s = 0.0
    for name in MIXED:
        sound = read_clip(clips[name])
        parts += [sound, np.zeros(round(PAUSE_S * SAMPLE_RATE_HZ), np.float32)]
        at_s += len(sound) / SAMPLE_RATE_HZ + PAUSE_S
        spoken.append((at_s, clips[name]["language"]))
    rows = []
    for each in live(np.concatenate(parts), recogniser, vad, SessionSettings()):
        if each["final"] and each["text"].strip():
            truly = next(
                (language for end_s, language in spoken if each["wall"] <= end_s + 1.0), spoken[-1][1]
            )
            rows.append(
                {
                    "wall": round(each["wall"], 1),
                    "spoken": truly,
                    "found": each["language"],
                    "text": each["text"],
                }
            )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", default="base")
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    paths = find_paths(args.data_dir)
    recogniser = load_recogniser(args.model, models_dir=paths.models_dir, cache_dir=paths.cache_dir)
    vad = SileroVad(models.find_silero(paths.models_dir))
    rows = [
        clip_row(clip, recogniser, vad, paths)
        for clip in manifest()
        if clip.get("text") and clip["language"] != "en"
    ]
    mixed = mixed_rows(recogniser, vad)
    if args.json:
        print(json.dumps({"model": args.model, "clips": rows, "mixed": mixed}, ensure_ascii=False))
        return
    print(
        "| clip | language | found: file, live | measure | file | live | first shown | first_p50 | erasure |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for row in rows:
        print(
            f"| {row['clip']} | {row['language']} | {row['found_in_file']}, {row['found_live']} "
            f"| {row['measure']} | {row['file']:.3f} | {row['live']:.3f} | {row['first_shown_s']:.2f} s "
            f"| {row['first_p50']} | {row['erasure']} |"
        )
    print("\nMixed talk, live:")
    for row in mixed:
        print(f"{row['wall']:5.1f} s  spoken {row['spoken']}, found {row['found']}: {row['text']}")


if __name__ == "__main__":
    main()
