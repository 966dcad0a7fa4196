"""Sightline and faster-whisper on the same clips, weights and threads, in one run; prints a Markdown table.

    pip install faster-whisper
    python tests/bench/compare_files.py [--threads 2] [--repeats 1] [--json FILE]

WER by jiwer after OpenAI's English normaliser; time is that of the transcription, models being loaded and
warm. Both are greedy, without timestamps in the text; faster-whisper runs int8 with its own defaults.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jiwer
from whisper_normalizer.english import EnglishTextNormalizer

from app.audio.file_source import FileSource
from app.parts import make_detector
from app.paths import find_paths
from app.transcribe import FileTranscriber
from engines import models
from engines.recogniser import load_recogniser

SPEECH = Path(os.environ.get("SIGHTLINE_SPEECH", Path(__file__).resolve().parents[3] / "shared" / "speech"))
SPOKEN_DIGITS = ("digits.flac", "stereo_24bit_44k1.wav", "test_count.mp3")


def sightline(model: str, threads: int) -> Callable[[Path], str]:
    paths = find_paths(None)
    recogniser = load_recogniser(
        model, engine="cpu", models_dir=paths.models_dir, cache_dir=paths.cache_dir, n_threads=threads
    )
    detector = make_detector(paths, live=False)

    def transcribe(path: Path) -> str:
        source = FileSource(path)
        source.open()
        detector.restart()
        transcriber = FileTranscriber(source, detector, recogniser, language="en")
        text = " ".join(update.text for update in transcriber.captions())
        source.close()
        return text

    return transcribe


def faster_whisper(model: str, threads: int) -> Callable[[Path], str]:
    from faster_whisper import WhisperModel

    paths = find_paths(None)
    folder = models.find_model(model, paths.models_dir).weights.parent
    whisper = WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=threads)

    def transcribe(path: Path) -> str:
        segments, _ = whisper.transcribe(str(path), language="en", beam_size=1, temperature=0.0)
        return " ".join(segment.text for segment in segments)

    return transcribe


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    manifest = json.loads((SPEECH / "manifest.json").read_text())
    clips = [
        c for c in manifest
        if c["language"] == "en" and c.get("text") and c["file"] not in SPOKEN_DIGITS
    ]  # fmt: skip
    systems = {
        "sightline": sightline(args.model, args.threads),
        "faster-whisper": faster_whisper(args.model, args.threads),
    }
    normalise = EnglishTextNormalizer()
    rows: list[dict[str, Any]] = []
    for clip in clips:
        row: dict[str, Any] = {"clip": clip["file"], "seconds": clip["seconds"]}
        for name, transcribe in systems.items():
            times = []
            for _ in range(args.repeats + 1):
                started = time.perf_counter()
                text = transcribe(SPEECH / clip["file"])
                times.append(time.perf_counter() - started)
            row[f"{name} s"] = round(statistics.median(times[1:]), 3)
            row[f"{name} wer"] = round(jiwer.wer(normalise(clip["text"]), normalise(text) or " "), 4)
            row[f"{name} text"] = text
        rows.append(row)
        print(
            f"| {row['clip']} | {row['seconds']} | {row['sightline wer'] * 100:.1f} | "
            f"{row['faster-whisper wer'] * 100:.1f} | "
            f"{row['sightline s']:.2f} | {row['faster-whisper s']:.2f} |",
            flush=True,
        )
    for name in systems:
        wer = statistics.mean(row[f"{name} wer"] for row in rows)
        short = sum(row[f"{name} s"] for row in rows if row["seconds"] < 12)
        long = sum(row[f"{name} s"] for row in rows if row["seconds"] >= 12)
        print(f"{name}: mean WER {wer * 100:.2f} %, {short:.2f} s under 12 s, {long:.2f} s on longer clips")
    print(f"{platform.machine()}, {os.cpu_count()} cores, {args.threads} threads, {args.model}")
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
