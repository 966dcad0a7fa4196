"""Sightline and faster-whisper on the same clips, weights and threads, in one run; prints a Markdown table.

    pip install faster-whisper
    python tests/bench/compare_files.py [--model tiny.en] [--repeats 5] [--json FILE] [--output FILE]

WER by jiwer after OpenAI's English normaliser; time is that of the transcription, models being loaded and
one warm run made. Both are greedy; faster-whisper runs int8 with its own defaults. Each system is a process
of its own and they take turns, clip by clip; processor time and peak memory are those of the whole process.
"""

from __future__ import annotations

import argparse
import atexit
import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import jiwer
from whisper_normalizer.english import EnglishTextNormalizer

from app.audio.file_source import FileSource
from app.parts import make_detector
from app.paths import find_paths
from app.transcribe import FileTranscriber
from engines import models
from engines.recogniser import load_recogniser
from tests.bench.virtual_live import SPEECH, english_clips

SHORT_S = 12


def sightline(model: str, threads: int, data_dir: Path | None) -> Callable[[Path], str]:
    paths = find_paths(data_dir)
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


def faster_whisper(model: str, threads: int, data_dir: Path | None) -> Callable[[Path], str]:
    from faster_whisper import WhisperModel

    paths = find_paths(data_dir)
    folder = models.find_model(model, paths.models_dir).weights.parent
    if not list(folder.glob("vocabulary.*")):
        folder = with_vocabulary(folder)
    whisper = WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=threads)

    def transcribe(path: Path) -> str:
        segments, _ = whisper.transcribe(str(path), language="en", beam_size=1, temperature=0.0)
        return " ".join(segment.text for segment in segments)

    return transcribe


SYSTEMS = {"sightline": sightline, "faster-whisper": faster_whisper}


def with_vocabulary(folder: Path) -> Path:
    """A copy of `folder` by links with the vocabulary.json that CTranslate2 wants, from the tokenizer."""
    from tokenizers import Tokenizer

    copy = Path(tempfile.mkdtemp(prefix="sightline-bench-"))
    atexit.register(shutil.rmtree, copy)
    for file in folder.iterdir():
        (copy / file.name).symlink_to(file)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    words = [tokenizer.id_to_token(i) for i in range(tokenizer.get_vocab_size())]
    # The times, 0.00 to 30.00 s, are not in every tokenizer.json.
    words += [f"<|{i * 0.02:.2f}|>" for i in range(1501)] if words[-1] == "<|notimestamps|>" else []
    (copy / "vocabulary.json").write_text(json.dumps(words))
    return copy


def serve(name: str, args: argparse.Namespace) -> None:
    """One system: a path a line in, a line of JSON out."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    transcribe = SYSTEMS[name](args.model, args.threads, args.data_dir)
    for line in sys.stdin:
        started = time.perf_counter()
        text = transcribe(Path(line.rstrip("\n")))
        used = resource.getrusage(resource.RUSAGE_SELF)
        answer = {
            "text": text,
            "seconds": time.perf_counter() - started,
            "cpu_s": used.ru_utime + used.ru_stime,
            "peak_mb": used.ru_maxrss / 1024,
        }
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


class Served:
    """A system in its own process."""

    def __init__(self, name: str, arguments: list[str]) -> None:
        command = [sys.executable, __file__, "--serve", name, *arguments]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.last: dict[str, Any] = {}

    def transcribe(self, path: Path) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{path}\n")
        self._process.stdin.flush()
        self.last = json.loads(self._process.stdout.readline())
        return self.last

    def close(self) -> None:
        self._process.communicate()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=1, help="timed runs, after one that is not")
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--output", type=Path, help="the Markdown table")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve, args)
        return
    arguments = ["--model", args.model, "--threads", str(args.threads)]
    arguments += ["--data-dir", str(args.data_dir)] if args.data_dir else []
    served = {name: Served(name, arguments) for name in SYSTEMS}
    normalise = EnglishTextNormalizer()
    rows: list[dict[str, Any]] = []
    lines = [
        f"| clip | s | {' | '.join(f'{name} WER %' for name in SYSTEMS)} | "
        f"{' | '.join(f'{name} s' for name in SYSTEMS)} |",
        "|---" * (2 + 2 * len(SYSTEMS)) + "|",
    ]
    for clip in english_clips([]):
        row: dict[str, Any] = {"clip": clip["file"], "seconds": clip["seconds"]}
        answers = {name: [] for name in SYSTEMS}
        for _ in range(args.repeats + 1):
            for name, system in served.items():
                answers[name].append(system.transcribe(SPEECH / clip["file"]))
        for name in SYSTEMS:
            text = answers[name][-1]["text"]
            row[f"{name} text"] = text
            row[f"{name} s"] = statistics.median(answer["seconds"] for answer in answers[name][1:])
            row[f"{name} wer"] = jiwer.wer(normalise(clip["text"]), normalise(text) or " ")
        rows.append(row)
        wers = " | ".join(f"{100 * row[f'{name} wer']:.1f}" for name in SYSTEMS)
        times = " | ".join(f"{row[f'{name} s']:.2f}" for name in SYSTEMS)
        lines.append(f"| {clip['file']} | {clip['seconds']:.0f} | {wers} | {times} |")
        print(lines[-1], flush=True)
    totals = {}
    lines += [
        "",
        f"| {args.model} | mean WER % | clips under {SHORT_S} s | longer clips | processor s | peak MB |",
        "|---" * 6 + "|",
    ]
    for name, system in served.items():
        wer = 100 * statistics.mean(row[f"{name} wer"] for row in rows)
        short = sum(row[f"{name} s"] for row in rows if row["seconds"] < SHORT_S)
        long = sum(row[f"{name} s"] for row in rows if row["seconds"] >= SHORT_S)
        used = system.last
        totals[name] = {
            "wer": wer,
            "short_s": short,
            "long_s": long,
            "cpu_s": used["cpu_s"],
            "peak_mb": used["peak_mb"],
        }
        times = f"{short:.2f} s | {long:.2f} s | {used['cpu_s']:.0f}"
        lines.append(f"| {name} | {wer:.2f} | {times} | {used['peak_mb']:.0f} |")
        system.close()
    machine = (
        f"{platform.machine()}, {os.cpu_count()} cores, {args.threads} threads, {args.model}, medians of "
        f"{args.repeats}, {date.today()}"
    )
    lines += ["", machine]
    print("\n".join(lines[-6:]))
    if args.output:
        args.output.write_text("\n".join(lines) + "\n")
    if args.json:
        args.json.write_text(json.dumps({"machine": machine, "totals": totals, "clips": rows}, indent=1))


if __name__ == "__main__":
    main()
