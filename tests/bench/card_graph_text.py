"""The card's graphs in each precision against the fp32 graphs, on every shared English clip; Markdown tables.

    python tests/bench/card_graph_text.py [--model tiny.en] [--precisions fp16 int8 fp8 int8-qdq] [--write]

All on ONNX Runtime's CPU provider, with the encoder lengths of a card for both: whether the text is the same
word for word, how far the logits are from fp32's while both read the same tokens (worst and mean error over
the mean magnitude), and the word error rate (jiwer after OpenAI's English normaliser, all clips together).
Activations are calibrated on what is not scored: the sample clip, other languages, music and noise.
--write puts the rates into resources/precisions.toml, which `engine build --precision` asks.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jiwer
import numpy as np
from numpy.typing import NDArray
from whisper_normalizer.english import EnglishTextNormalizer

from app.audio.file_source import FileSource
from app.parts import make_detector
from app.paths import Paths, find_paths
from app.transcribe import FileTranscriber
from engines import models
from engines.runtime.calibration import METHODS
from engines.runtime.onnx import OnnxGraph
from engines.runtime.onnx_card import OnnxCardGraph
from engines.runtime.precision import MEAN_LOGIT, WORST_LOGIT
from engines.types import Samples
from engines.whisper import graphs
from engines.whisper.card_calibration import calibrate
from engines.whisper.card_decoder import CardGraphs, CardNetwork
from engines.whisper.card_graphs import CARD_CONTEXTS_S, samples_of
from engines.whisper.card_layers import Quantisation, with_outputs
from engines.whisper.card_recogniser import graph_writers
from engines.whisper.log_mel import HOP, log_mel
from engines.whisper.network import Encoded, GraphNetwork, WhisperNetwork
from engines.whisper.recogniser import WhisperRecogniser
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import read_weights

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "unit" / "engines"))
from host_memory import HostMemory  # noqa: E402

SPEECH = Path(os.environ.get("SIGHTLINE_SPEECH", ROOT.parent / "shared" / "speech"))
SPOKEN_DIGITS = ("digits.flac", "stereo_24bit_44k1.wav", "test_count.mp3")
TABLE = ROOT / "resources" / "precisions.toml"
COMPARED_TOKENS = 30


class CardLengths(GraphNetwork):
    """The fp32 graphs with the encoder lengths of a card."""

    def encode(self, samples: Samples, n_frames: int) -> Encoded:
        lengths = [samples_of(seconds) // HOP for seconds in CARD_CONTEXTS_S]
        return super().encode(samples, next(length for length in lengths if length >= n_frames))


class Model:
    """One model, in fp32 and in each precision asked for."""

    def __init__(self, name: str, paths: Paths, threads: int) -> None:
        files = models.find_model(name, paths.models_dir)
        self.name, self.threads = name, threads
        self.variables, self.config = read_weights(files)
        self.tokens = WhisperTokens(files.tokenizer, self.config.n_vocab)
        self.encoder, self.decoder = (
            OnnxGraph(write(self.variables, self.config).SerializeToString(), n_threads=threads)
            for write in (graphs.encoder_graph, graphs.decoder_graph)
        )

    def fp32(self) -> WhisperNetwork:
        return CardLengths(self.config, self.tokens, self.encoder, self.decoder)

    def card(self, quantisation: Quantisation) -> WhisperNetwork:
        memory = HostMemory()
        stream = memory.stream()
        writers = graph_writers(self.variables, self.config, self.tokens, quantisation=quantisation)
        opened = [
            OnnxCardGraph(write().SerializeToString(), stream, device="cpu", capture="none")
            for write in writers.values()
        ]
        return CardNetwork(self.config, self.tokens, CardGraphs(*opened), memory, stream, device="cpu")

    def with_logits(self, quantisation: Quantisation) -> list[OnnxGraph]:
        writers = graph_writers(self.variables, self.config, self.tokens, quantisation=quantisation)
        return [OnnxGraph(logits_too(write()), n_threads=self.threads) for write in writers.values()]

    def logit_errors(self, card: list[OnnxGraph], samples: Samples) -> tuple[float, float]:
        """Worst and mean error of the logits over their mean magnitude, along fp32's own tokens."""
        encoder, prefill, step = card
        n = samples_of(CARD_CONTEXTS_S[0])
        padded = np.zeros((1, n), np.float32)
        padded[0, : min(n, len(samples))] = samples[:n]
        layers = range(self.config.n_decoder_layers)
        names = [f"cross_{kind}_{i}" for i in layers for kind in "kv"]
        exact = self.encoder.run({"mel": log_mel(padded[0], self.config.n_mels, n // HOP)}, names)
        cross = encoder.run({"samples": padded}, names)
        language = "en" if self.tokens.multilingual else None
        prompt = self.tokens.start_sequence(language, "transcribe")
        bias = np.zeros((1, self.config.n_vocab), np.float32)
        caches = [f"{kind}_{i}" for i in layers for kind in "kv"]
        past: dict[str, Any] = {
            f"past_{name}": np.zeros((1, self.config.n_heads, 0, self.config.d_head), np.float32)
            for name in caches
        }
        found = prefill.run(
            {
                "tokens": np.array([prompt], np.int64),
                "start_index": np.zeros(1, np.int64),
                "at_start": np.ones(1, np.float32),
                "bias": bias,
                **cross,
            },
            ["logits", *(f"self_{name}" for name in caches)],
        )
        at, tokens, errors = len(prompt), prompt, []
        cache = {f"self_{name}": found[f"self_{name}"] for name in caches}
        for _ in range(COMPARED_TOKENS):
            inputs = {
                "tokens": np.array([tokens], np.int64),
                "rows": np.array([len(tokens) - 1]),
                **past,
                **exact,
            }
            expected = self.decoder.run(inputs, ["logits", *(f"present_{name}" for name in caches)])
            wanted = self.decoder.array(expected["logits"])[0, 0]
            got = step.array(found["logits"])[-1]
            off = np.abs(got - wanted) / np.abs(wanted).mean()
            errors.append((float(off.max()), float(off.mean())))
            chosen = int(wanted.argmax())
            if chosen == self.tokens.end:
                break
            past = {f"past_{name}": expected[f"present_{name}"] for name in caches}
            at_token = {"token": np.array([[chosen]]), "position": np.array([at]), "bias": bias}
            inputs = {**at_token, **cache, **cross}
            found = step.run(inputs, ["logits", *(f"new_self_{name}" for name in caches)])
            cache = {f"self_{name}": found[f"new_self_{name}"] for name in caches}
            tokens, at = [chosen], at + 1
        return max(worst for worst, _ in errors), float(np.mean([mean for _, mean in errors]))


def logits_too(model: Any) -> bytes:
    observed = with_outputs(model, ["logits"] if "encoder" not in model.graph.name else [])
    for output in observed.graph.output:
        if output.name == "logits":
            output.type.tensor_type.elem_type = 1
    data: bytes = observed.SerializeToString()
    return data


def read(path: Path) -> NDArray[np.float32]:
    source = FileSource(path)
    source.open()
    blocks = []
    while not source.ended:
        block = source.read(1.0)
        if block is not None:
            blocks.append(block.samples)
    source.close()
    return np.concatenate(blocks)


def transcriber(model: Model, network: WhisperNetwork, paths: Paths) -> Callable[[Path], str]:
    detector = make_detector(paths, live=False)
    recogniser = WhisperRecogniser(model.name, model.config, model.tokens, network)

    def transcribe(path: Path) -> str:
        source = FileSource(path)
        source.open()
        detector.restart()
        try:
            captions = FileTranscriber(source, detector, recogniser, language="en").captions()
            return " ".join(update.text for update in captions)
        finally:
            source.close()

    return transcribe


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--precisions", nargs="*", default=["fp16", "int8", "fp8", "int8-qdq"])
    parser.add_argument("--method", choices=METHODS, default="percentile")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--clips", nargs="*", help="only these files")
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    paths = find_paths(args.data_dir)
    manifest = json.loads((SPEECH / "manifest.json").read_text(encoding="utf-8"))
    clips = [clip for clip in manifest if clip["language"] == "en" and clip.get("text")]
    if args.clips:
        clips = [clip for clip in clips if clip["file"] in args.clips]
    model = Model(args.model, paths, args.threads)
    reference = transcriber(model, model.fp32(), paths)
    measured: dict[str, tuple[float, float]] = {}
    texts = {"fp32": {clip["file"]: reference(SPEECH / clip["file"]) for clip in clips}}
    others = [SPEECH / c["file"] for c in manifest if c["language"] != "en"]
    heard = [read(path) for path in (ROOT / "resources" / "clips" / "sample.flac", *others)]
    calibration = None
    print(f"# {args.model}, {datetime.date.today()}\n")
    for precision in args.precisions:
        started = time.perf_counter()
        quantisation = Quantisation(precision)
        if quantisation.with_activations:
            calibration = calibration or calibrate(
                model.variables, model.config, model.tokens, heard, method=args.method, n_threads=args.threads
            )
            quantisation = calibration.quantisation(precision)
            print(f"{precision}: left in fp16: {', '.join(sorted(quantisation.left)) or 'none'}\n")
        transcribe = transcriber(model, model.card(quantisation), paths)
        texts[precision] = {clip["file"]: transcribe(SPEECH / clip["file"]) for clip in clips}
        same = sum(texts[precision][clip["file"]] == texts["fp32"][clip["file"]] for clip in clips)
        with_logits = model.with_logits(quantisation)
        errors = [model.logit_errors(with_logits, read(SPEECH / clip["file"])) for clip in clips]
        worst, mean = max(each[0] for each in errors), float(np.mean([each[1] for each in errors]))
        measured[precision] = worst, mean
        allowed = ""
        if precision == "fp16":
            within = worst <= WORST_LOGIT and max(each[1] for each in errors) <= MEAN_LOGIT
            allowed = f", {'within' if within else 'NOT within'} {WORST_LOGIT} and {MEAN_LOGIT} a clip"
        print(
            f"{precision}: same text on {same} of {len(clips)} clips; logits: worst error {worst:.4f}, "
            f"mean {mean:.5f} of the mean magnitude{allowed} ({time.perf_counter() - started:.0f} s)\n",
            flush=True,
        )
        if args.write:
            # After each: the next one may take minutes.
            write_table(args.model, word_error_rates(texts, clips), measured)
        for clip in clips if precision == "fp16" else ():
            exact, rounded = (texts[name][clip["file"]] for name in ("fp32", precision))
            if exact != rounded:
                print(f"- {clip['file']}:\n  - fp32: {exact}\n  - {precision}: {rounded}")
    report(word_error_rates(texts, clips), measured)


def word_error_rates(
    texts: dict[str, dict[str, str]], clips: list[dict[str, Any]]
) -> dict[str, tuple[float, int]]:
    """Word error rate in per cent and number of words, of each precision."""
    normalise = EnglishTextNormalizer()
    scored = [clip for clip in clips if clip["file"] not in SPOKEN_DIGITS]
    said = [normalise(clip["text"]) for clip in scored]
    rates = {}
    for precision, by_clip in texts.items():
        heard = [normalise(by_clip[clip["file"]]) for clip in scored]
        counted = jiwer.process_words(said, heard)
        n_words = counted.hits + counted.substitutions + counted.deletions
        rates[precision] = (100 * float(counted.wer), n_words)
    return rates


def report(rates: dict[str, tuple[float, int]], measured: dict[str, tuple[float, float]]) -> None:
    print("| precision | words | wrong words | more than fp32 | worst logit | mean logit |")
    print("|---|---|---|---|---|---|")
    for precision, (wer, n_words) in rates.items():
        more = wer - rates["fp32"][0]
        worst, mean = measured.get(precision, (0.0, 0.0))
        print(f"| {precision} | {n_words} | {wer:.2f} % | {more:+.2f} | {worst:.4f} | {mean:.5f} |")


def write_table(
    model: str, rates: dict[str, tuple[float, int]], measured: dict[str, tuple[float, float]]
) -> None:
    table = tomllib.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}
    for precision, (wer, n_words) in rates.items():
        if precision != "fp32":
            table.setdefault(model, {})[precision] = {
                "wer": round(wer, 2),
                "fp32_wer": round(rates["fp32"][0], 2),
                "n_words": n_words,
                "measured": str(datetime.date.today()),
                "worst_logit": round(measured[precision][0], 4),
                "mean_logit": round(measured[precision][1], 5),
            }
    lines = ["# Errors of words and logits by precision, written by tests/bench/card_graph_text.py --write."]
    for name, rows in table.items():
        for precision, row in rows.items():
            lines += ["", f'["{name}"."{precision}"]']
            lines += [f"{key} = {json.dumps(value)}" for key, value in row.items()]
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
