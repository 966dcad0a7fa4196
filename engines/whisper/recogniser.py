"""Whisper behind the Recogniser protocol: sound to log-mel to words, with guards against invented text."""

from __future__ import annotations

import hashlib
import inspect
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines import models
from engines.recogniser import Progress
from engines.runtime import graph_builder
from engines.types import SAMPLE_RATE_HZ, Hypothesis, RecognitionRequest, Word
from engines.whisper import graphs, guards
from engines.whisper.align_att import attended_frames
from engines.whisper.alignment import FRAME_S, token_starts
from engines.whisper.decoder import Decoding
from engines.whisper.log_mel import HOP
from engines.whisper.network import (
    Encoded,
    GraphNetwork,
    QueueingNetwork,
    TogetherNetwork,
    WhisperNetwork,
    Window,
)
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import Variables, WhisperConfig, read_weights

PADDING_S = 2.0
"""Least silence after the speech. Of 92 growing windows of English clips (tiny.en), 5 looped with
1 s and steps from 4 s, 3 with 2 s and steps from 6 s, in the same time. With 0.2 s many more do."""

CONTEXT_STEPS_S = (6.0, 7.0, 8.0, 10.0, 12.0, 15.0, 18.0, 21.0, 24.0, 27.0, 30.0)
"""Encoder lengths that are used; Whisper was trained on 30 s."""

OTHER_LANGUAGE_CONTEXT_S = 15.0
"""Least encoder length of a last pass in a language other than English, which the models know less well: base
on seven clips of other languages, files: French 31 to 15 % of words wrong, Russian 44 to 11, Chinese 26 to 11
of characters, the others as before."""

FULL_CONTEXT_S = 30.0
FALLBACK_TEMPERATURES = (0.4, 0.8)
"""Tried for files alone when every likeliest text loops; openai/whisper goes up by 0.2 to 1.0."""

MAX_PROMPT_TOKENS = 100
SAMPLES_A_FRAME = 2 * HOP
"""Samples behind one frame of the encoder: 20 ms."""


@dataclass(frozen=True, slots=True)
class _Prompt:
    tokens: tuple[int, ...]
    start_index: int
    n_forced: int


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a network is asked for one request. n_most: tokens."""

    prompt: _Prompt
    language: str
    n_most: int

    @property
    def forced(self) -> tuple[int, ...]:
        return self.prompt.tokens[len(self.prompt.tokens) - self.prompt.n_forced :]

    def window(self, request: RecognitionRequest) -> Window:
        return Window(
            request.samples,
            self.prompt.tokens,
            self.prompt.start_index,
            self.prompt.n_forced > 0,
            self.n_most,
            _n_frames(request),
            self.forced,
        )


class WhisperRecogniser:
    """One Whisper model on one runtime. One thread at a time."""

    def __init__(
        self,
        model: str,
        config: WhisperConfig,
        tokens: WhisperTokens,
        network: WhisperNetwork,
    ) -> None:
        self._model = model
        self._config = config
        self._tokens = tokens
        self._network = network
        self._encode_s = 0.0

    @property
    def model(self) -> str:
        return self._model

    @property
    def engine(self) -> str:
        return self._network.device

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self._tokens.languages)

    def close(self) -> None:
        """Gives back what the runtime holds."""
        self._network.close()

    def recognise(self, request: RecognitionRequest) -> Hypothesis:
        """One pass over at most 30 s. Raises EngineError; ValueError for longer sound."""
        started = time.perf_counter()
        self._encode_s = 0.0
        self._check_length(request)
        outcome = self._pass(request, FULL_CONTEXT_S if request.full_context else self._context_s(request))
        answer = self._answer(request, outcome, started)
        return replace(answer, encode_ms=self._encode_s * 1000)

    @property
    def most_together(self) -> int:
        """Requests that `recognise_together` recognises at once."""
        return self._network.most_together if isinstance(self._network, TogetherNetwork) else 1

    def bucket(self, request: RecognitionRequest) -> int:
        """Requests of one bucket can be recognised together."""
        if not isinstance(self._network, TogetherNetwork):
            return 0
        return self._network.n_samples_of(self._n_frames_of(self._context_s(request)))

    def recognise_together(self, requests: Sequence[RecognitionRequest]) -> list[Hypothesis]:
        """One pass of each, of one bucket, most_together at most; one after another where the runtime takes
        one at a time, or the language is to be found out. Raises as recognise."""
        network = self._network
        if not isinstance(network, TogetherNetwork) or any(
            request.with_times or self._is_asked_for_language(request) or request.full_context
            for request in requests
        ):
            return [self.recognise(request) for request in requests]
        started = time.perf_counter()
        asked = []
        for request in requests:
            self._check_length(request)
            asked.append(self._asked(request, request.language or "en", with_context=True))
        n_samples = self.bucket(requests[0])
        windows = [each.window(request) for each, request in zip(asked, requests, strict=True)]
        decodings = network.decode_together(windows, n_samples)
        return [
            self._answer(request, self._outcome(request, each, decoding, "", 1.0), started)
            for request, each, decoding in zip(requests, asked, decodings, strict=True)
        ]

    def _check_length(self, request: RecognitionRequest) -> None:
        seconds = len(request.samples) / SAMPLE_RATE_HZ
        if seconds > FULL_CONTEXT_S:
            raise ValueError(f"{seconds:.1f} s is more than Whisper hears at once")

    def _answer(self, request: RecognitionRequest, outcome: _Outcome, started: float) -> Hypothesis:
        """With further passes where an utterance is over and the first is not to be believed."""
        seconds = len(request.samples) / SAMPLE_RATE_HZ
        if request.is_final and outcome.rejected in guards.WORTH_ANOTHER_PASS:
            if not request.quick:
                second = self._pass(request, FULL_CONTEXT_S, with_context=False)
                outcome = second if not second.rejected or not outcome.words else outcome
            draws = _with_times(request) and self._network.draws
            for temperature in FALLBACK_TEMPERATURES if draws else ():
                if outcome.rejected not in guards.WORTH_ANOTHER_PASS:
                    break
                another = self._pass(request, FULL_CONTEXT_S, with_context=False, temperature=temperature)
                outcome = another if not another.rejected else outcome
            if outcome.rejected in guards.WORTH_ANOTHER_PASS:
                words = guards.before_loop(outcome.words)
                rejected = guards.verdict(words, replace(outcome.decoding, looped=False), seconds)
                outcome = replace(outcome, words=words, rejected=rejected)
        return Hypothesis(
            utterance_id=request.utterance_id,
            revision=request.revision,
            words=outcome.words if not outcome.rejected else (),
            is_final=request.is_final,
            language=outcome.language,
            heard_until_sample=request.start_sample + _n_heard(request, outcome),
            compute_ms=(time.perf_counter() - started) * 1000,
            avg_log_probability=outcome.decoding.avg_log_probability,
            no_speech_probability=outcome.decoding.no_speech_probability,
            language_probability=outcome.certainty,
            rejected=outcome.rejected,
            detected_language=outcome.detected,
            attended_s=outcome.attended_s[: len(outcome.words)],
        )

    def _context_s(self, request: RecognitionRequest) -> float:
        """The shortest encoder length that leaves PADDING_S after the sound, and suits the language."""
        least = len(request.samples) / SAMPLE_RATE_HZ + PADDING_S
        if request.is_final and self._tokens.multilingual and request.language != "en":
            least = max(least, OTHER_LANGUAGE_CONTEXT_S)
        return next((step for step in CONTEXT_STEPS_S if step >= least), FULL_CONTEXT_S)

    def _pass(
        self,
        request: RecognitionRequest,
        context_s: float,
        *,
        with_context: bool = True,
        temperature: float = 0.0,
    ) -> _Outcome:
        started = time.perf_counter()
        encoded = self._network.encode(request.samples, self._n_frames_of(context_s))
        encode_s = time.perf_counter() - started
        detected, certainty = self._detected(request, encoded)
        language = (request.language or detected) if self._tokens.multilingual else "en"
        asked = self._asked(request, language, with_context=with_context)
        decoding = self._network.decode(
            encoded,
            asked.prompt.tokens,
            start_index=asked.prompt.start_index,
            forced=asked.prompt.n_forced > 0,
            n_most=asked.n_most,
            n_frames=_n_frames(request),
            looped_over=asked.forced,
            with_times=_with_times(request),
            temperature=temperature,
        )
        if isinstance(self._network, QueueingNetwork):
            encode_s = self._network.encode_took_ms() / 1000
        self._encode_s += encode_s
        return self._outcome(request, asked, decoding, detected, certainty)

    def _n_frames_of(self, context_s: float) -> int:
        """Frames of the spectrogram for an encoder length."""
        return min(round(context_s * 100), 2 * self._config.n_audio_ctx)

    def _asked(self, request: RecognitionRequest, language: str, *, with_context: bool) -> _Asked:
        prompt = self._prompt(request, language, with_context)
        seconds = len(request.samples) / SAMPLE_RATE_HZ
        return _Asked(prompt, language, 6 + round(_tokens_a_second(language) * seconds))

    def _outcome(
        self, request: RecognitionRequest, asked: _Asked, decoding: Decoding, detected: str, certainty: float
    ) -> _Outcome:
        seconds = len(request.samples) / SAMPLE_RATE_HZ
        heard, attended_s = self._words(request, asked.prompt, decoding, asked.language)
        words = guards.without_crammed_words(heard)
        rejected = guards.verdict(words, decoding, seconds)
        if heard and not words:
            rejected = "repetition"
        if not rejected and guards.says_hot_words_alone(words, request.hot_words, decoding):
            rejected = "hot-word"
        return _Outcome(words, decoding, asked.language, detected, certainty, rejected, attended_s)

    def _is_asked_for_language(self, request: RecognitionRequest) -> bool:
        return self._tokens.multilingual and (request.language is None or request.check_language)

    def _detected(self, request: RecognitionRequest, encoded: Encoded) -> tuple[str, float]:
        """The language of the sound and how sure that is, where it was asked for; else "" and 1."""
        if not self._is_asked_for_language(request):
            return "", 1.0
        codes = list(self._tokens.languages)
        scores = self._network.language_scores(
            encoded, self._tokens.start, list(self._tokens.languages.values())
        )
        best = int(scores.argmax())
        return codes[best], float(scores[best])

    def _prompt(self, request: RecognitionRequest, language: str, with_context: bool) -> _Prompt:
        tokens = self._tokens
        before: list[int] = []
        if request.hot_words:
            before += tokens.encode(" " + ", ".join(request.hot_words) + ".")[:MAX_PROMPT_TOKENS]
        if with_context and request.context.strip():
            before += tokens.encode(" " + request.context.strip())[-MAX_PROMPT_TOKENS:]
        prompt = [tokens.previous, *before] if before else []
        start_index = len(prompt)
        prompt += tokens.start_sequence(
            language if tokens.multilingual else None, request.task, with_times=_with_times(request)
        )
        text = "".join(word.text for word in request.prefix)
        forced = tokens.encode(text)[-(self._config.n_text_ctx // 2) :] if text else []
        return _Prompt((*prompt, *forced), start_index, len(forced))

    def _words(
        self, request: RecognitionRequest, prompt: _Prompt, decoding: Decoding, language: str
    ) -> tuple[tuple[Word, ...], tuple[float, ...]]:
        """Words after the prefix, timed by attention over the forced and the new tokens, and the latest sound
        each was heard in."""
        if not decoding.tokens:
            return (), ()
        # The row that chose the first token: <|notimestamps|>, or the first time.
        first_row = len(prompt.tokens) - prompt.n_forced - 1
        attention = decoding.attention[:, prompt.start_index :].astype(np.float32, copy=False)
        starts = token_starts(attention, _n_frames(request), first_row - prompt.start_index)[
            prompt.n_forced :
        ]
        seconds = len(request.samples) / SAMPLE_RATE_HZ
        edges = np.append(
            np.minimum(starts[: len(decoding.tokens)], seconds), _end(starts, decoding, seconds)
        )
        offset = request.start_sample / SAMPLE_RATE_HZ
        probabilities = np.exp(np.array(decoding.log_probabilities, np.float64))
        pieces = self._tokens.words(decoding.tokens, language)
        frames = attended_frames(
            attention, _n_frames(request), first_row - prompt.start_index + prompt.n_forced
        )
        attended_s = tuple(
            round(offset + FRAME_S * int(frames[piece.first : max(piece.first + 1, piece.sounded)].max()), 3)
            for piece in pieces
        )
        words = tuple(
            Word(
                text=piece.text,
                start_s=round(offset + float(edges[piece.first]), 3),
                end_s=round(offset + float(edges[piece.sounded]), 3),
                probability=round(float(probabilities[piece.first : piece.last].mean()), 4),
            )
            for piece in pieces
        )
        return words, attended_s


@dataclass(frozen=True, slots=True)
class _Outcome:
    words: tuple[Word, ...]
    decoding: Decoding
    language: str
    detected: str
    certainty: float
    rejected: str
    attended_s: tuple[float, ...]


def _tokens_a_second(language: str) -> int:
    """More than are ever spoken. English has a token a word; other scripts up to three a character."""
    return 8 if language == "en" else 25


def _with_times(request: RecognitionRequest) -> bool:
    return request.with_times and not request.prefix


def _n_heard(request: RecognitionRequest, outcome: _Outcome) -> int:
    """Samples up to the last time the model wrote, all of them where it wrote none or wrote no words."""
    end_s = outcome.decoding.end_s
    if end_s is None or not outcome.words or outcome.rejected:
        return len(request.samples)
    return min(len(request.samples), round(end_s * SAMPLE_RATE_HZ))


def _n_frames(request: RecognitionRequest) -> int:
    """Encoder frames with sound in them."""
    return max(1, -(-len(request.samples) // SAMPLES_A_FRAME))


def _end(starts: NDArray[np.float64], decoding: Decoding, seconds: float) -> float:
    """When the last token ends: where the path reached the end of text, if it was chosen."""
    n = len(decoding.tokens)
    return min(seconds, float(starts[n])) if len(starts) > n else seconds


def _read(
    model: str, models_dir: Path, report: Progress
) -> tuple[models.WhisperFiles, Variables, WhisperConfig, WhisperTokens]:
    """Raises ModelError."""
    report("Checking the model", 0.0)
    files = models.find_model(model, models_dir)
    variables, config = read_weights(files)
    return files, variables, config, WhisperTokens(files.tokenizer, config.n_vocab)


def load_whisper(
    model: str,
    *,
    engine: str = "auto",
    models_dir: Path,
    cache_dir: Path,
    n_threads: int | None = None,
    progress: Progress | None = None,
) -> WhisperRecogniser:
    """Weights found and checked, graphs from the cache or built. Raises ModelError, EngineError."""
    from engines.runtime.onnx import int8_limit, load_cached

    report = progress or (lambda what, fraction: None)
    files, variables, config, tokens = _read(model, models_dir, report)
    if engine == "cuda":
        from engines.whisper.card_recogniser import onnx_card_network

        on_card = onnx_card_network(
            variables, config, tokens, key=files.sha256, cache_dir=cache_dir, report=report
        )
        return _warmed_up(model, config, tokens, on_card, report)
    if engine == "tensorrt":
        from engines.whisper.tensorrt_network import tensorrt_network

        on_card = tensorrt_network(
            model, config, tokens, models_dir=models_dir, cache_dir=cache_dir, report=report
        )
        return _warmed_up(model, config, tokens, on_card, report)
    limit = int8_limit()
    key = f"{files.sha256}|{graphs.GRAPH_VERSION}|{_source_digest()}|int8-{limit}"
    report("Preparing the encoder", 0.2)
    encoder = load_cached(
        f"encoder|{key}",
        lambda: graphs.encoder_graph(variables, config, int8_limit=limit),
        cache_dir,
        n_threads=n_threads,
    )
    report("Preparing the decoder", 0.6)
    decoder = load_cached(
        f"decoder|{key}",
        lambda: graphs.decoder_graph(variables, config, int8_limit=limit),
        cache_dir,
        n_threads=n_threads,
    )
    network = GraphNetwork(config, tokens, encoder, decoder)
    return _warmed_up(model, config, tokens, network, report)


def load_whisper_for_streams(
    model: str, *, models_dir: Path, cache_dir: Path, most_together: int, progress: Progress | None = None
) -> WhisperRecogniser:
    """On a CUDA card, for up to most_together windows at once. Raises ModelError, EngineError."""
    from engines.whisper.card_batch import BATCH_SIZES
    from engines.whisper.card_recogniser import onnx_batched_network

    report = progress or (lambda what, fraction: None)
    files, variables, config, tokens = _read(model, models_dir, report)
    network = onnx_batched_network(
        variables,
        config,
        tokens,
        key=files.sha256,
        cache_dir=cache_dir,
        report=report,
        sizes=[size for size in BATCH_SIZES if size < most_together] + [most_together],
    )
    return _warmed_up(model, config, tokens, network, report)


def _warmed_up(
    model: str, config: WhisperConfig, tokens: WhisperTokens, network: WhisperNetwork, report: Progress
) -> WhisperRecogniser:
    """After a first pass, so that no later one pays for what only the first needs."""
    recogniser = WhisperRecogniser(Path(model).name or model, config, tokens, network)
    report("Warming up", 0.9)
    recogniser.recognise(RecognitionRequest(np.zeros(SAMPLE_RATE_HZ, np.float32), 0, language="en"))
    report("Ready", 1.0)
    return recogniser


def _source_digest() -> str:
    """A change of the code that writes the graphs rebuilds them."""
    text = inspect.getsource(graph_builder) + inspect.getsource(graphs)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
