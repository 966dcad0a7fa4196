"""Word error rate and time of short encoder contexts against Whisper's full 30 s, utterance by utterance.

    python tests/bench/short_context.py [--model tiny.en] [--data-dir DIR] [--threads 2]

Every utterance that the live detector finds in the shared clips of the model's languages is recognised both
ways, alone, as a last pass is; prints a Markdown table. Errors are pooled over a clip; a rejected pass has no
words. Chinese and Japanese are scored by character.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

import jiwer
import numpy as np
from whisper_normalizer.basic import BasicTextNormalizer
from whisper_normalizer.english import EnglishTextNormalizer

from app.audio.file_source import FileSource
from app.parts import make_detector
from app.paths import find_paths
from engines.recogniser import load_recogniser
from engines.types import SAMPLE_RATE_HZ, RecognitionRequest, SpeechChunk

SPEECH = Path(os.environ.get("SIGHTLINE_SPEECH", Path(__file__).resolve().parents[3] / "shared" / "speech"))
LONGEST_S = 29.0
BY_CHARACTER = ("zh", "ja")


def utterances(path: Path, detector: Any) -> list[list[SpeechChunk]]:
    """The chunks of each utterance."""
    detector.restart()
    source = FileSource(path)
    source.open()
    chunks: list[SpeechChunk] = []
    while not source.ended:
        block = source.read(1.0)
        if block is not None:
            chunks += detector.feed(block)
    chunks += detector.flush()
    source.close()
    groups: dict[int, list[SpeechChunk]] = {}
    for chunk in chunks:
        groups.setdefault(chunk.utterance_id, []).append(chunk)
    return list(groups.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    paths = find_paths(args.data_dir)
    recogniser = load_recogniser(
        args.model,
        engine="cpu",
        models_dir=paths.models_dir,
        cache_dir=paths.cache_dir,
        n_threads=args.threads,
    )
    detector = make_detector(paths, live=True)
    clips = [
        clip for clip in json.loads((SPEECH / "manifest.json").read_text())
        if clip.get("text") and clip["language"] in recogniser.languages
    ]  # fmt: skip
    totals = {True: [0, 0, 0.0, 0], False: [0, 0, 0.0, 0]}
    print("| clip | words | short % | full % | short s | full s |\n|---|---|---|---|---|---|")
    for clip in clips:
        english = clip["language"] == "en"
        normalise = EnglishTextNormalizer() if english else BasicTextNormalizer()
        score = jiwer.process_characters if clip["language"] in BY_CHARACTER else jiwer.process_words
        reference = normalise(clip["text"])
        if clip["language"] in BY_CHARACTER:
            reference = reference.replace(" ", "")
        heard = utterances(SPEECH / clip["file"], detector)
        shown: dict[bool, tuple[float, float]] = {}
        n_words = 0
        for full in (False, True):
            texts, seconds = [], 0.0
            for chunks in heard:
                samples = np.concatenate([chunk.samples for chunk in chunks])
                request = RecognitionRequest(
                    samples[: int(LONGEST_S * SAMPLE_RATE_HZ)],
                    chunks[0].start_sample,
                    language=clip["language"],
                    is_final=True,
                    full_context=full,
                )
                hypothesis = recogniser.recognise(request)
                totals[full][3] += bool(hypothesis.rejected)
                seconds += hypothesis.compute_ms / 1000
                texts.append("".join(word.text for word in hypothesis.words))
            text = normalise(" ".join(texts))
            if clip["language"] in BY_CHARACTER:
                text = text.replace(" ", "")
            result = score(reference, text or " ")
            n_wrong = result.substitutions + result.deletions + result.insertions
            n_words = result.substitutions + result.deletions + result.hits
            totals[full][0] += n_wrong
            totals[full][1] += n_words
            totals[full][2] += seconds
            shown[full] = (100 * n_wrong / max(1, n_words), seconds)
        print(
            f"| {clip['file']} | {n_words} | {shown[False][0]:.1f} | {shown[True][0]:.1f} | "
            f"{shown[False][1]:.2f} | {shown[True][1]:.2f} |",
            flush=True,
        )
    for full, (n_wrong, n_words, seconds, n_rejected) in totals.items():
        name = "full 30 s" if full else "short"
        print(
            f"{name} context: {100 * n_wrong / n_words:.2f} % of {n_words:.0f} words, "
            f"{seconds:.2f} s, {n_rejected} passes rejected"
        )
    print(f"{args.model}, {args.threads} threads, {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
