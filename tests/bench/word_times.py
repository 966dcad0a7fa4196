"""When words end: ours against the word ends of the shared clips, by each method, in one run; a table.

    python tests/bench/word_times.py [--model tiny.en] [--data-dir DIR] [--clip FILE] [--openai]

Rows: attention's monotonic path (dynamic time warping, as openai/whisper's timing.py); the same as
`transcribe` writes it (said_times); where attention peaks, without a path (cheap); with --openai (needs the
extra `parity`) openai-whisper's own word_timestamps with the same weights. Words are matched by their text
after OpenAI's English normaliser; errors are end minus known end. digits.flac is left out: the same words
again and again.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
from numpy.typing import NDArray
from whisper_normalizer.english import EnglishTextNormalizer

from app.audio.file_source import FileSource, read_whole
from app.parts import make_detector
from app.paths import Paths, find_paths
from app.transcribe import FileTranscriber
from engines.models import find_model
from engines.recogniser import load_recogniser
from engines.types import Word
from engines.whisper import alignment
from engines.whisper import recogniser as whisper_recogniser

SPEECH = Path(os.environ.get("SIGHTLINE_SPEECH", Path(__file__).resolve().parents[3] / "shared" / "speech"))
Ends = list[tuple[str, float]]
normalise = EnglishTextNormalizer()


def peaks(attention: NDArray[np.float32], n_frames: int, first_row: int = 0) -> NDArray[np.float64]:
    """As token_starts, but each token where its own filtered attention is highest, never before the last."""
    weights = attention[:, :, : max(1, n_frames)]
    weights = weights / np.maximum(weights.sum(axis=2, keepdims=True), 1e-9)
    deviation = np.maximum(weights.std(axis=1, keepdims=True), 1e-9)
    weights = (weights - weights.mean(axis=1, keepdims=True)) / deviation
    mean = alignment.median_filtered(weights[:, first_row:]).mean(axis=0)
    return np.maximum.accumulate(mean.argmax(axis=1)) * alignment.FRAME_S


def split(words: list[Word]) -> Ends:
    return [(text, word.end_s) for word in words for text in normalise(word.text).split()]


def sightline(model: str, paths: Paths) -> Callable[[dict[str, Any]], dict[str, Ends]]:
    recogniser = load_recogniser(
        model, engine="cpu", models_dir=paths.models_dir, cache_dir=paths.cache_dir, n_threads=2
    )
    detector = make_detector(paths, live=False)
    heard: list[Word] = []
    recognise = recogniser.recognise

    def listening(request: Any) -> Any:
        hypothesis = recognise(request)
        heard.extend(hypothesis.words)
        return hypothesis

    recogniser.recognise = listening  # type: ignore[method-assign]

    def words(clip: dict[str, Any]) -> list[Word]:
        heard.clear()
        source = FileSource(SPEECH / clip["file"])
        source.open()
        detector.restart()
        captions = list(FileTranscriber(source, detector, recogniser, language=clip["language"]).captions())
        source.close()
        return [word for caption in captions for word in caption.words]

    def run(clip: dict[str, Any]) -> dict[str, Ends]:
        said = words(clip)
        found = {"path": split(heard), "path, as transcribe writes it": split(said)}
        with mock.patch.object(whisper_recogniser, "token_starts", peaks):
            words(clip)
        return {**found, "peaks (cheap)": split(heard)}

    return run


def openai(model: str, paths: Paths) -> Callable[[dict[str, Any]], dict[str, Ends]]:
    import torch
    from parity_openai import openai_model

    from engines.whisper.weights import read_weights

    variables, config = read_weights(find_model(model, paths.models_dir))
    whisper = openai_model(variables, config)
    heads = torch.zeros(config.n_decoder_layers, config.n_heads, dtype=torch.bool)
    for layer, head in config.alignment_heads:
        heads[layer, head] = True
    whisper.register_buffer("alignment_heads", heads.to_sparse(), persistent=False)

    def run(clip: dict[str, Any]) -> dict[str, Ends]:
        result = whisper.transcribe(
            read_whole(SPEECH / clip["file"]), language=clip["language"], word_timestamps=True, fp16=False
        )
        words = [
            Word(word["word"], word["start"], word["end"], 1.0)
            for segment in result["segments"]
            for word in segment["words"]
        ]
        return {"openai-whisper": split(words)}

    return run


def errors(found: Ends, clip: dict[str, Any]) -> list[float]:
    known = [(text, word["end"]) for word in clip["words"] for text in normalise(word["w"]).split()]
    matcher = difflib.SequenceMatcher(None, [t for t, _ in known], [t for t, _ in found], autojunk=False)
    return [
        found[block.b + k][1] - known[block.a + k][1]
        for block in matcher.get_matching_blocks()
        for k in range(block.size)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--clip", action="append", help="these clips alone")
    parser.add_argument("--openai", action="store_true")
    args = parser.parse_args()
    paths = find_paths(args.data_dir)
    clips = [
        clip
        for clip in json.loads((SPEECH / "manifest.json").read_text(encoding="utf-8"))
        if clip["language"] == "en" and clip.get("words") and clip["file"] != "digits.flac"
        if not args.clip or clip["file"] in args.clip
    ]
    systems = [sightline(args.model, paths)] + ([openai(args.model, paths)] if args.openai else [])
    found: dict[str, list[float]] = {}
    for clip in clips:
        for system in systems:
            for name, ends in system(clip).items():
                found.setdefault(name, []).extend(errors(ends, clip))
    print(f"{args.model}, {len(clips)} clips\n")
    print("| method | words | mean error | median | 95 of 100 within | over 0.5 s | late by (median) |")
    print("|---|---|---|---|---|---|---|")
    for name, several in found.items():
        late = np.array(several)
        wrong = np.abs(late)
        print(
            f"| {name} | {len(late)} | {wrong.mean() * 1000:.0f} ms | {np.median(wrong) * 1000:.0f} ms | "
            f"{np.percentile(wrong, 95) * 1000:.0f} ms | {(wrong > 0.5).mean() * 100:.1f} % | "
            f"{np.median(late) * 1000:+.0f} ms |"
        )


if __name__ == "__main__":
    main()
