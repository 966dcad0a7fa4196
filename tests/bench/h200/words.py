"""The H200's stages that hear words: the shared clips by two engines, and the code around TensorRT."""

from __future__ import annotations

import argparse
import io
import json
import lzma
import sys
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from stages import PLACE, Record, device

from engines.runtime.onnx_card import Capture
from engines.types import AudioBlock, RecognitionRequest, Samples
from engines.whisper.card_decoder import CardGraphs, CardNetwork
from engines.whisper.card_recogniser import graph_writers, onnx_card_network
from engines.whisper.weights import WhisperConfig


def clips(arguments: argparse.Namespace) -> tuple[dict[str, Samples], dict[str, str]]:
    texts: dict[str, str] = json.loads((PLACE / "references.json").read_text())
    with np.load(io.BytesIO(lzma.decompress((PLACE / "clips.npz.xz").read_bytes()))) as stored:
        samples = {name: stored[name].astype(np.float32) / 32768 for name in sorted(stored)}
    if arguments.quick:
        shortest = sorted(samples, key=lambda name: len(samples[name]))[:2]
        samples = {name: samples[name] for name in shortest}
    return samples, texts


class BufferSource:
    """A clip's samples as an AudioSource that has been read to its end."""

    name = "file"

    def __init__(self, samples: Samples) -> None:
        self._samples, self._at = samples, 0

    @property
    def ended(self) -> bool:
        return self._at >= len(self._samples)

    def read(self, timeout_s: float) -> Any:
        block = self._samples[self._at : self._at + 800]
        start, self._at = self._at, self._at + len(block)
        return AudioBlock(np.ascontiguousarray(block), start, 0, time.monotonic_ns())


def texts_of(recogniser: Any, samples: dict[str, Samples]) -> tuple[dict[str, str], float]:
    """What `sightline transcribe` hears in each clip, and the seconds spent in passes."""
    from app.transcribe import FileTranscriber
    from engines.models import find_silero
    from engines.speech.detector import Detector, DetectorSettings
    from engines.speech.silero import SileroVad

    vad = SileroVad(find_silero(PLACE / "models"))
    heard, spent = {}, 0.0
    for name, sound_of in samples.items():
        vad.reset()
        detector = Detector(vad.probability, DetectorSettings(max_speech_s=27.0), vad.reset)
        source: Any = BufferSource(sound_of)
        transcriber = FileTranscriber(source, detector, recogniser, language="en")
        heard[name] = " ".join(update.text for update in transcriber.captions())
        spent += transcriber.totals.compute_s
    return heard, spent


def error_rates(heard: dict[str, str], texts: dict[str, str]) -> tuple[float, float]:
    """WER in % after OpenAI's normaliser: all words together, and the mean of the clips."""
    import jiwer
    from whisper_normalizer.english import EnglishTextNormalizer

    normalise = EnglishTextNormalizer()
    names = sorted(heard)
    wanted = [normalise(texts[name]) for name in names]
    found = [normalise(heard[name]) for name in names]
    each = [jiwer.wer(a, b) for a, b in zip(wanted, found, strict=True)]
    return round(100 * jiwer.wer(wanted, found), 2), round(100 * float(np.mean(each)), 2)


DIGITS = ("digits.flac", "stereo_24bit_44k1.wav", "test_count.mp3")
"""Spoken digits against figures: left out of the error rate, as in compare_files.py."""


def transcribe(arguments: argparse.Namespace, record: Record) -> None:
    """The shared clips by --engine cuda and by --engine cpu."""
    samples, texts = clips(arguments)
    models = ["tiny.en"] if arguments.quick else ["tiny.en", "base"]
    for model in models:
        if not (PLACE / "models" / model / "model.bin").exists():
            record.add(**{model: "its weights were not carried"})
            continue
        both: dict[str, dict[str, str]] = {}
        for engine in ("cpu", "cuda"):
            measure = partial(one_engine, arguments, model, engine, samples, texts)
            found = record.attempt(f"{model} {engine}", measure)
            if found:
                both[engine] = found.pop("heard")
                record.row(**found)
        if len(both) == 2:
            differ = [name for name in samples if both["cpu"][name] != both["cuda"][name]]
            record.add(**{f"{model}: clips whose text differs": differ})


def one_engine(
    arguments: argparse.Namespace, model: str, engine: str, samples: dict[str, Samples], texts: dict[str, str]
) -> dict[str, Any]:
    recogniser = load(arguments, model, engine)
    heard, spent = texts_of(recogniser, samples)
    recogniser.close()
    scored = {name: text for name, text in heard.items() if name not in DIGITS}
    together, mean = error_rates(scored, texts)
    seconds = sum(map(len, samples.values())) / 16000
    return {
        "heard": heard,
        "model": model,
        "engine": engine,
        "clips": len(scored),
        "wer": together,
        "mean_wer": mean,
        "audio_s": round(seconds, 1),
        "compute_s": round(spent, 2),
    }


def load(arguments: argparse.Namespace, model: str, engine: str) -> Any:
    from engines.recogniser import load_recogniser

    models_dir, cache_dir = PLACE / "models", PLACE / "cache"
    if engine == "cpu" or arguments.provider == "cuda":
        return load_recogniser(model, engine=engine, models_dir=models_dir, cache_dir=cache_dir)
    from engines.whisper.recogniser import WhisperRecogniser

    variables, config, tokens, key = real_model(model)
    network = onnx_card_network(
        variables, config, tokens, key=key, cache_dir=cache_dir, report=lambda what, fraction: None,
        memory=device(arguments), provider="cpu", capture="none",
    )  # fmt: skip
    return WhisperRecogniser(model, config, tokens, network)


def real_model(model: str) -> tuple[Any, WhisperConfig, Any, str]:
    from engines.models import find_model
    from engines.whisper.tokens import WhisperTokens
    from engines.whisper.weights import read_weights

    files = find_model(model, PLACE / "models")
    variables, config = read_weights(files)
    return variables, config, WhisperTokens(files.tokenizer, config.n_vocab), files.sha256


def runtime(arguments: argparse.Namespace, record: Record) -> None:
    """tensorrt_run.py over real memory, its contexts played by ONNX Runtime on the same addresses."""
    libraries: Sequence[str] = ("pycuda", "cuda-bindings")
    if arguments.provider == "cpu":
        libraries = ("host",)
    elif arguments.quick:
        libraries = libraries[1:]
    variables, config, tokens, _ = real_model("tiny.en")
    samples, _ = clips(argparse.Namespace(quick=True))
    plans = {
        name: write().SerializeToString() for name, write in graph_writers(variables, config, tokens).items()
    }
    from engines.recogniser import load_recogniser

    plain = load_recogniser("tiny.en", engine="cpu", models_dir=PLACE / "models", cache_dir=PLACE / "cache")
    expected = first_words(plain, samples)
    for library in libraries:
        captures: tuple[Capture, ...] = ("stream",) if arguments.quick else ("stream", "none")
        for capture in captures:
            measure = partial(played, arguments, library, capture, plans, config, tokens, samples, expected)
            found = record.attempt(f"{library} {capture}", measure)
            if found:
                record.row(library=library, capture=capture, **found)
        if record.data.get("failures") and arguments.quick:
            sys.exit(1)


def first_words(recogniser: Any, samples: dict[str, Samples]) -> dict[str, str]:
    """One pass over the first 9 s of each clip: the text."""
    return {
        name: "".join(
            word.text for word in recogniser.recognise(RecognitionRequest(heard[: 9 * 16000], 0)).words
        )
        for name, heard in samples.items()
    }


def played(
    arguments: argparse.Namespace, library: str, capture: Any, plans: dict[str, bytes],
    config: WhisperConfig, tokens: Any, samples: dict[str, Samples], expected: dict[str, str],
) -> dict[str, Any]:  # fmt: skip
    from played_tensorrt import PlayedTensorRt

    from engines.runtime.tensorrt_run import TensorRtRuntime
    from engines.whisper.recogniser import WhisperRecogniser

    card = device(arguments, "" if library == "host" else library)
    with card.current():
        stream = card.stream()
        # The host's memory captures only what is queued through it.
        queue = getattr(card, "do", None)
        module = PlayedTensorRt(stream, device=arguments.provider, capture=capture, do=queue)
        runtime_of = TensorRtRuntime(module, card, stream)
        graphs = CardGraphs(
            *(runtime_of.open(plan, one_context=name == "prefill") for name, plan in plans.items())
        )
    contexts = (10.0,) if arguments.quick else (10.0, 20.0, 30.0)
    network = CardNetwork(config, tokens, graphs, card, stream, device="tensorrt", contexts_s=contexts)
    recogniser = WhisperRecogniser("tiny.en", config, tokens, network)
    heard = first_words(recogniser, samples)
    with card.current():
        free = card.free_bytes()
    before = card.n_allocations
    again = first_words(recogniser, samples)
    with card.current():
        taken = free - card.free_bytes()
    found = {
        "same text as the processor": heard == expected,
        "same text again": heard == again,
        "allocations in the second passes": card.n_allocations - before,
        "card memory taken by them": taken,
        "captured": network.n_captured,
        "words": sum(len(text.split()) for text in heard.values()),
    }
    if heard != expected:
        found["differ"] = [name for name in heard if heard[name] != expected[name]]
    recogniser.close()
    return found
