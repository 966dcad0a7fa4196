"""Models with a CTC head behind the Recogniser protocol; no sound is heard again but for its context."""

from __future__ import annotations

import hashlib
import inspect
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from engines import models
from engines.checkpoints.tensors import damaged, json_object, read_tensors
from engines.ctc import card, deepspeech2, network, wav2vec2
from engines.ctc.beam_search import BeamSearch, find_language_model, is_available
from engines.ctc.decoder import LogProbabilities, SpelledWord, Vocabulary, best_path, n_carried, timed
from engines.ctc.network import CtcNetwork, FrameStream
from engines.errors import EngineError
from engines.models import WhisperFiles
from engines.recogniser import Progress
from engines.runtime import graph_builder
from engines.runtime.card_session import CardSession
from engines.runtime.graph import Graph
from engines.types import SAMPLE_RATE_HZ, Hypothesis, RecognitionRequest, Samples, Word

Weights = wav2vec2.Wav2Vec2Weights | deepspeech2.DeepSpeech2Weights

DEFAULT_LANGUAGE = "en"
"""Checkpoints do not say theirs; `"language": "de"` in config.json does."""


@dataclass(slots=True)
class _Heard:
    """The utterance being heard. samples, fixed: from start_sample on, a frame every frame_samples."""

    stream: FrameStream
    start_sample: int
    samples: Samples
    fixed: LogProbabilities
    ended: bool = False

    @property
    def end_sample(self) -> int:
        return self.start_sample + len(self.samples)


@dataclass(frozen=True, slots=True)
class Spelling:
    """How the tokens of a model are written. lowered: they are capitals alone and shown as small letters."""

    vocabulary: Vocabulary
    lowered: bool
    capitals: bool


class CtcRecogniser:
    """One CTC model on one runtime. One thread at a time."""

    def __init__(
        self,
        model: str,
        network: CtcNetwork,
        spelling: Spelling,
        *,
        language: str = DEFAULT_LANGUAGE,
        search: BeamSearch | None = None,
        searches_always: bool = False,
        on_close: Callable[[], None] = lambda: None,
    ) -> None:
        self._model, self._network, self._spelling = model, network, spelling
        self._language, self._search, self._always = language, search, searches_always
        self._heard: _Heard | None = None
        self._on_close = on_close

    @property
    def model(self) -> str:
        return self._model

    @property
    def engine(self) -> str:
        return self._network.device

    @property
    def languages(self) -> tuple[str, ...]:
        return (self._language,)

    def close(self) -> None:
        """Forgets what was heard, and gives back what the runtime holds."""
        self._heard = None
        self._on_close()

    def recognise(self, request: RecognitionRequest) -> Hypothesis:
        """One pass; only what is new of the window goes through the network. Raises EngineError."""
        started = time.perf_counter()
        frames, offset_s = self._frames(request)
        encoded = time.perf_counter()
        words = self._words(request, frames, offset_s)
        certain = [max(word.probability, 1e-9) for word in words]
        return Hypothesis(
            utterance_id=request.utterance_id,
            revision=request.revision,
            words=words,
            is_final=request.is_final,
            language=self._language,
            heard_until_sample=request.start_sample + len(request.samples),
            compute_ms=(time.perf_counter() - started) * 1000,
            avg_log_probability=float(np.log(certain).mean()) if certain else 0.0,
            # A token was found in its last frame; nothing later was needed for it.
            attended_s=tuple(word.end_s for word in words),
            encode_ms=(encoded - started) * 1000,
        )

    def _frames(self, request: RecognitionRequest) -> tuple[LogProbabilities, float]:
        """Log-probabilities of the window, and when its first frame begins, s of the source."""
        step = self._network.frame_samples
        heard = self._continued(request) or _Heard(
            self._network.begin(),
            request.start_sample,
            np.zeros(0, np.float32),
            np.zeros((0, len(self._spelling.vocabulary.tokens)), np.float32),
        )
        new = request.samples[heard.end_sample - request.start_sample :]
        fixed, volatile = heard.stream.feed(new, is_last=request.is_final)
        if np.isnan(fixed).any() or np.isnan(volatile).any():
            raise EngineError(
                "The model answers with what is no number.",
                "Its weights are damaged, or too large for this precision. Get it again, or choose another.",
            )
        n_cut = (request.start_sample - heard.start_sample) // step
        heard.samples = np.concatenate([heard.samples, new])[n_cut * step :]
        heard.fixed = np.concatenate([heard.fixed, fixed])[n_cut:]
        heard.start_sample += n_cut * step
        heard.ended = request.is_final
        self._heard = heard
        first = int(heard.start_sample < request.start_sample)
        frames = np.concatenate([heard.fixed, volatile])[first:]
        return frames, (heard.start_sample + first * step) / SAMPLE_RATE_HZ

    def _continued(self, request: RecognitionRequest) -> _Heard | None:
        """What was heard, where the window is the same sound and goes on from it."""
        heard = self._heard
        if heard is None or heard.ended or request.start_sample < heard.start_sample:
            return None
        n_cut, n_same = (
            request.start_sample - heard.start_sample,
            heard.end_sample - request.start_sample,
        )
        if n_cut > len(heard.fixed) * self._network.frame_samples or not 0 < n_same <= len(request.samples):
            return None
        same = np.array_equal(request.samples[:n_same], heard.samples[n_cut:])
        return heard if same else None

    def _words(
        self, request: RecognitionRequest, frames: LogProbabilities, offset_s: float
    ) -> tuple[Word, ...]:
        """The words after the prefix: its frames, and repeats of its last token, are not spelled."""
        frame_s = self._network.frame_samples / SAMPLE_RATE_HZ
        vocabulary = self._spelling.vocabulary
        first = 0
        if request.prefix:
            first = min(len(frames), max(0, round((request.prefix[-1].end_s - offset_s) / frame_s)))
            first += n_carried(frames, first, vocabulary)
        rest = frames[first:]
        hot_words = [self._as_spelled(word) for word in request.hot_words]
        if self._search is not None and (self._always or hot_words):
            spelled = self._search.words(rest, hot_words)
        else:
            spelled = best_path(rest, vocabulary)
        if self._spelling.lowered:
            spelled = [replace(word, text=word.text.lower()) for word in spelled]
        spaced = vocabulary.delimiter is not None
        return timed(_whole(spelled), offset_s + first * frame_s, frame_s, spaced=spaced)

    def _as_spelled(self, text: str) -> str:
        return text.upper() if self._spelling.capitals else text.lower()


def _whole(words: list[SpelledWord]) -> list[SpelledWord]:
    return [word for word in words if word.text]


def read_spelling(files: WhisperFiles, n_tokens: int) -> Spelling:
    """vocab.json and tokenizer_config.json of transformers' Wav2Vec2CTCTokenizer. Raises ValueError."""
    columns = json_object(files.tokenizer)
    if not all(isinstance(i, int) and i >= 0 for i in columns.values()):
        raise ValueError("its vocab.json is not of one language, or damaged")
    said_file = files.tokenizer.with_name("tokenizer_config.json")
    said = json_object(said_file) if said_file.is_file() else {}
    pad = said.get("pad_token") or "<pad>"
    blank = columns.get(
        str(pad.get("content") if isinstance(pad, dict) else pad),
        json_object(files.config).get("pad_token_id"),
    )
    if not isinstance(blank, int) or not 0 <= blank < n_tokens:
        raise ValueError("its blank is not said (pad_token in tokenizer_config.json)")
    delimiter = said.get("word_delimiter_token", "|" if "|" in columns else " ")
    tokens = [""] * n_tokens
    for token, i in columns.items():
        special = token.startswith("<") and token.endswith(">")
        if i < n_tokens and i != blank and token != delimiter and not special:
            tokens[i] = token
    if not any(tokens):
        raise ValueError("its vocab.json spells nothing")
    parted = columns.get(delimiter)
    letters = "".join(tokens)
    capitals = letters.upper() == letters != letters.lower()
    in_range = parted if parted is not None and parted < n_tokens else None
    return Spelling(Vocabulary(tuple(tokens), blank, in_range), capitals, capitals)


def read_weights(files: WhisperFiles) -> tuple[Weights, dict[str, Any]]:
    """Weights with their sizes, and config.json, names and shapes checked. Raises ModelDamagedError."""
    try:
        values = json_object(files.config)
        tensors = read_tensors(files.weights)
        weights: Weights
        if values.get("model_type") == "deepspeech2":
            weights = deepspeech2.DeepSpeech2Weights(tensors, deepspeech2.read_config(values))
        else:
            weights = wav2vec2.Wav2Vec2Weights(tensors, wav2vec2.read_config(values))
        read_spelling(files, weights.config.n_tokens)
        return weights, values
    except (OSError, ValueError) as error:
        raise damaged(files.weights, error) from error


def verify(files: WhisperFiles) -> None:
    """Read every weight. Raises ModelDamagedError."""
    weights, _ = read_weights(files)
    try:
        for name in weights.names():
            weights[name]
    except (OSError, ValueError) as error:
        raise damaged(files.weights, error) from error


def load_ctc(
    model: str,
    *,
    engine: str = "cpu",
    models_dir: Path,
    cache_dir: Path,
    n_threads: int | None = None,
    progress: Progress | None = None,
) -> CtcRecogniser:
    """A Wav2Vec2 or DeepSpeech2 on "cpu" (INT8) or "cuda" (fp16). Raises ModelError, EngineError."""
    from engines.runtime.onnx import int8_limit, load_cached

    if engine == "tensorrt":
        raise EngineError(
            f"{Path(model).name or model} has no TensorRT engine: these are for Whisper.",
            "Use --engine cuda or --engine cpu.",
        )
    report = progress or (lambda what, fraction: None)
    report("Checking the model", 0.0)
    files = models.find_model(model, models_dir)
    weights, values = read_weights(files)
    device = "cuda" if engine == "cuda" else "cpu"
    limit = 0 if device == "cuda" else int8_limit()
    report("Preparing the model", 0.3)
    on_card: CardSession | None = None
    try:
        graph: Graph
        if device == "cuda" and card.takes(weights):
            graph = on_card = card.open_session(weights, key=files.sha256, cache_dir=cache_dir)
        else:
            graph = load_cached(
                f"ctc|{files.sha256}|{source_digest()}|int8-{limit}|{device}",
                graph_of(weights, int8_limit=limit, half=device == "cuda"),
                cache_dir,
                n_threads=n_threads,
                device=device,
            )
        spelling = read_spelling(files, weights.config.n_tokens)
        said_file = files.config.with_name("preprocessor_config.json")
        said = json_object(said_file) if said_file.is_file() else None
        running: CtcNetwork
        if isinstance(weights, deepspeech2.DeepSpeech2Weights):
            running = deepspeech2.DeepSpeech2Network(weights, graph)
        else:
            running = wav2vec2.Wav2Vec2Network(weights.config, graph, scaled=wav2vec2.wants_scaled(said))
    except (OSError, ValueError) as error:
        if on_card is not None:
            on_card.close()
        raise damaged(files.weights, error) from error
    language_model = find_language_model(files.config.parent)
    search = None
    if language_model is not None or is_available():
        search = BeamSearch(spelling.vocabulary, language_model)
    recogniser = CtcRecogniser(
        Path(model).name or model,
        running,
        spelling,
        language=str(values.get("language") or DEFAULT_LANGUAGE),
        search=search,
        searches_always=language_model is not None,
        on_close=on_card.close if on_card is not None else lambda: None,
    )
    report("Warming up", 0.9)
    recogniser.recognise(RecognitionRequest(np.zeros(SAMPLE_RATE_HZ, np.float32), 0, is_final=True))
    report("Ready", 1.0)
    return recogniser


def graph_of(weights: Weights, *, int8_limit: int = 0, half: bool = False) -> Callable[[], onnx.ModelProto]:
    """What writes the graph of the weights."""
    if isinstance(weights, deepspeech2.DeepSpeech2Weights):
        # Recurrent layers stay fp32: their products are small, and their state would lose bits at each step.
        return lambda: deepspeech2.deepspeech2_graph(weights)
    return lambda: wav2vec2.wav2vec2_graph(weights, int8_limit=int8_limit, half=half)


def source_digest() -> str:
    """A change of the code that writes the graphs rebuilds them."""
    parts = (graph_builder, wav2vec2, deepspeech2, network, sys.modules[__name__])
    return hashlib.sha256("".join(map(inspect.getsource, parts)).encode()).hexdigest()[:16]
