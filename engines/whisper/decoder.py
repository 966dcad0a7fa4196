"""Greedy decoding with the cache of keys and values kept in the runtime, stopped before it can loop."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.errors import EngineError
from engines.runtime.graph import Graph, Tensor
from engines.whisper.alignment import FRAME_S, token_starts
from engines.whisper.weights import WhisperConfig

MAX_NGRAM = 6
N_REPEATS = 3
MAX_SENTENCE = 40
"""Tokens of the longest sentence whose repetition is noticed at once."""

MAX_FIRST_TIME = 50
"""The first segment begins within 1 s (openai/whisper, max_initial_timestamp)."""

COMPRESSION_LIMIT = 2.4
"""Text that zlib shrinks more than this is a loop (openai/whisper, transcribe.py)."""


Attention = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Decoding:
    """Tokens after the prompt, the end of text left out.

    log_probabilities: one a token, natural log. attention: (n_heads, n_prompt + n_tokens, n_ctx), float32 or
    float16, of
    the alignment heads; row j is what the model looked at while it read token j (and chose token j + 1).
    no_speech_probability: 0..1 at the start token. looped: stopped because an n-gram repeated. ended: the
    model said so itself. end_s: the last time the model wrote, in s from the window's start; None without
    times. Time tokens are in none of the lists.
    """

    tokens: tuple[int, ...]
    log_probabilities: tuple[float, ...]
    attention: Attention
    no_speech_probability: float
    looped: bool
    ended: bool
    end_s: float | None = None

    @property
    def avg_log_probability(self) -> float:
        return sum(self.log_probabilities) / max(1, len(self.log_probabilities))


@dataclass(frozen=True, slots=True)
class Choice:
    """What a decoder chose after one run. attention: (n_heads, n_rows, n_ctx), a row for each token
    that the run read. no_speech_probability: 0..1, of the first run alone."""

    token: int
    log_probability: float
    attention: Attention
    no_speech_probability: float = 0.0


class Collector:
    """Takes one choice after another until the text ends, loops or has n_most tokens; GreedyDecoder.decode
    says the rest. times: told each choice, where the model writes times."""

    def __init__(
        self,
        *,
        end: int,
        n_prompt: int,
        start_index: int,
        n_most: int,
        n_frames: int = 0,
        looped_over: Sequence[int] = (),
        times: TimeRules | None = None,
    ) -> None:
        self._end, self._n_prompt, self._start_index = end, n_prompt, start_index
        self._n_most, self._n_frames = n_most, n_frames
        self._looped_over, self._times = looped_over, times
        self._tokens: list[int] = []
        self._log_probabilities: list[float] = []
        self._attention: list[Attention] = []
        self._no_speech = 0.0
        self._ended = self._looped = False

    def add(self, choice: Choice) -> bool:
        """Whether it was the last. Raises EngineError where the networks gave no number."""
        tokens, times = self._tokens, self._times
        attended = choice.attention
        if choice.log_probability != choice.log_probability:
            raise EngineError(
                "The model answers with what is no number.",
                "Its weights are damaged, or too large for this precision. Get it again, or choose another.",
            )
        self._no_speech = self._no_speech or choice.no_speech_probability
        if times:
            if choice.token == self._end and times.closing_row is not None:
                attended = times.closing_row
            times.add(choice.token, attended)
            if times.is_time(choice.token):
                # Rows of the prompt steady the z-score; the row that chose a time is no word's.
                if not self._attention:
                    self._attention.append(attended[:, :-1])
                return False
        self._attention.append(attended)
        self._log_probabilities.append(choice.log_probability)
        if choice.token == self._end:
            self._ended = True
            return True
        tokens.append(choice.token)
        if len(tokens) >= self._n_most:
            return True
        if loop_length([*self._looped_over, *tokens]):
            self._looped = True
            return True
        n_again = sentence_again(tokens) if self._n_frames else 0
        if not n_again:
            return False
        attention: Attention = np.concatenate(self._attention, axis=1)
        if not _without_time(
            attention.astype(np.float32, copy=False), n_again, self._start_index, self._n_frames
        ):
            return False
        # The sentence is over, and where the encoder's context is short the model begins it again instead
        # of ending the text.
        n_kept = len(tokens) - n_again
        del tokens[n_kept:], self._log_probabilities[n_kept + 1 :]
        self._attention = [attention[:, : self._n_prompt + n_kept]]
        self._ended = True
        return True

    def take(self, choices: Iterable[Choice]) -> Decoding:
        """A pass's choices, up to the last."""
        for choice in choices:
            if self.add(choice):
                break
        return self.decoding()

    def decoding(self) -> Decoding:
        """What was chosen; after at least one choice."""
        return Decoding(
            tuple(self._tokens),
            tuple(self._log_probabilities),
            np.concatenate(self._attention, axis=1),
            self._no_speech,
            self._looped,
            self._ended,
            self._times.end_s if self._times else None,
        )


class GreedyDecoder:
    """Runs the decoder graph token by token. suppressed: tokens never chosen; at_start: nor as the first."""

    def __init__(
        self,
        graph: Graph,
        config: WhisperConfig,
        *,
        suppressed: Sequence[int],
        suppressed_at_start: Sequence[int],
        end: int,
        no_speech: int,
        first_timestamp: int,
    ) -> None:
        self._graph = graph
        self._config = config
        self._end = end
        self._no_speech = no_speech
        self._first_timestamp = first_timestamp
        self._bias = np.zeros(config.n_vocab, np.float32)
        self._bias[list(suppressed)] = -np.inf
        self._start_bias = self._bias.copy()
        self._start_bias[list(suppressed_at_start)] = -np.inf
        layers = range(config.n_decoder_layers)
        self._cache_names = [f"{kind}_{i}" for i in layers for kind in ("k", "v")]
        self._outputs = ["logits", "attention", *(f"present_{name}" for name in self._cache_names)]
        self._empty = np.zeros((1, config.n_heads, 0, config.d_head), np.float32)

    def decode(
        self,
        cross: dict[str, Tensor],
        prompt: Sequence[int],
        *,
        start_index: int,
        forced: bool,
        n_most: int,
        n_frames: int = 0,
        looped_over: Sequence[int] = (),
        with_times: bool = False,
        temperature: float = 0.0,
    ) -> Decoding:
        """cross: the encoder's cross_k_i and cross_v_i. start_index: where in the prompt the start token is.
        forced: the prompt ends in text, so that the end of text may follow at once. n_most: most new tokens.
        n_frames: encoder frames with sound in them; 0 when not known: then no sentence said
        again is looked for.
        looped_over: text tokens before the new ones in which a loop may have begun.
        with_times: let the model write when each segment begins and ends, which steadies it in long windows
        (openai/whisper, decoding.py, ApplyTimestampRules). temperature: 0 for the likeliest token, else a
        draw that is the same in every run.
        """
        n_most = max(1, min(n_most, self._config.n_text_ctx - len(prompt) - 1))
        times = TimeRules(self._first_timestamp, self._end) if with_times else None
        collector = Collector(
            end=self._end,
            n_prompt=len(prompt),
            start_index=start_index,
            n_most=n_most,
            n_frames=n_frames,
            looped_over=looped_over,
            times=times,
        )
        return collector.take(self._choices(cross, prompt, start_index, forced, times, temperature))

    def _choices(
        self,
        cross: dict[str, Tensor],
        prompt: Sequence[int],
        start_index: int,
        forced: bool,
        times: TimeRules | None,
        temperature: float,
    ) -> Iterator[Choice]:
        """One choice after another, each fed to the next run, until the text has no more room."""
        draw = np.random.default_rng(0)
        has_text = forced
        cache: dict[str, Tensor] = {f"past_{name}": self._empty for name in self._cache_names}
        rows = np.array([start_index, len(prompt) - 1], np.int64)
        step = np.array([prompt], np.int64)
        for _ in range(self._config.n_text_ctx - len(prompt)):
            results = self._graph.run({"tokens": step, "rows": rows, **cache, **cross}, self._outputs)
            logits = self._graph.array(results["logits"])[0]
            no_speech = 0.0
            if len(rows) == 2:
                no_speech = float(np.exp(logits[0, self._no_speech] - _log_sum_exp(logits[0])))
                rows = np.zeros(1, np.int64)
            scores = logits[-1] + (self._bias if has_text else self._start_bias)
            if times:
                times.limit(scores, logits[-1])
            drawn = scores / temperature + draw.gumbel(size=len(scores)) if temperature else scores
            chosen = int(drawn.argmax())
            log_probability = float(scores[chosen] - _log_sum_exp(scores))
            yield Choice(chosen, log_probability, self._graph.array(results["attention"]), no_speech)
            has_text = has_text or times is None or not times.is_time(chosen)
            cache = {f"past_{name}": results[f"present_{name}"] for name in self._cache_names}
            step = np.array([[chosen]], np.int64)

    def language_scores(
        self, cross: dict[str, Tensor], start: int, languages: Sequence[int]
    ) -> NDArray[np.float32]:
        """Probability of each language token after the start token, float32 (n_languages,)."""
        cache: dict[str, Tensor] = {f"past_{name}": self._empty for name in self._cache_names}
        inputs = {"tokens": np.array([[start]], np.int64), "rows": np.zeros(1, np.int64), **cache, **cross}
        logits = self._graph.array(self._graph.run(inputs, self._outputs)["logits"])[0, 0][list(languages)]
        weights = np.exp(logits - logits.max())
        scores: NDArray[np.float32] = weights / weights.sum()
        return scores


class TimeRules:
    """What may follow which time: they come in pairs, never go back, and win where they are likelier
    together than any word (openai/whisper, decoding.py)."""

    def __init__(self, first: int, end: int) -> None:
        self._first = first
        self._end = end
        self._chosen: list[int] = []
        self._last: int | None = None
        self.closing_row: Attention | None = None

    @property
    def end_s(self) -> float | None:
        return None if self._last is None else (self._last - self._first) * FRAME_S

    def is_time(self, token: int) -> bool:
        return token >= self._first

    def add(self, token: int, attended: Attention) -> None:
        """attended: the attention that chose the token; the first time after words shows where they end."""
        if token < self._first:
            self.closing_row = None
        else:
            self._last = token
            if self.closing_row is None and self._chosen:
                self.closing_row = attended
        self._chosen.append(token)

    def limit(self, scores: NDArray[np.float32], logits: NDArray[np.float32]) -> None:
        """Lower in place the scores (n_vocab,) of what may not come now; times are not suppressed in them."""
        scores[self._first :] = logits[self._first :]
        self.close(scores, -np.inf)
        times = scores[self._first :]
        if np.isfinite(times.max()) and _log_sum_exp(times) > float(scores[: self._first].max()):
            scores[: self._first] = -np.inf

    def close(self, scores: NDArray[np.float32], value: float) -> None:
        """Put `value` where a token may not come now: text where a time must, a time where text must."""
        first = self._first
        if not self._chosen:
            scores[:first] = value
            scores[first + MAX_FIRST_TIME + 1 :] = value
            return
        after_time = self._chosen[-1] >= first
        if after_time and (len(self._chosen) < 2 or self._chosen[-2] >= first):
            scores[first:] = value
            return
        if after_time:
            scores[: self._end] = value
        if self._last is not None:
            scores[first : self._last + (0 if after_time else 1)] = value


def _log_sum_exp(values: NDArray[np.float32]) -> float:
    top = float(values.max())
    return top + float(np.log(np.exp(values - top).sum()))


def loop_length(tokens: Sequence[int]) -> int:
    """Length of the n-gram that ends `tokens` N_REPEATS times over, 0 when there is none.

    One token alone must come twice as often: "no, no, no" is speech.
    """
    for n in range(1, MAX_NGRAM + 1):
        repeats = N_REPEATS * 2 if n <= 2 else N_REPEATS
        if len(tokens) < n * repeats:
            continue
        last = list(tokens[-n:])
        if all(list(tokens[-n * (r + 1) : -n * r]) == last for r in range(1, repeats)):
            return n
    return 0


def sentence_again(tokens: Sequence[int]) -> int:
    """Length of the longer n-gram that ends `tokens` twice over, 0 when there is none."""
    for n in range(MAX_NGRAM + 1, min(MAX_SENTENCE, len(tokens) // 2) + 1):
        if tokens[-n:] == tokens[-2 * n : -n]:
            return n
    return 0


def _without_time(attention: NDArray[np.float32], n: int, start_index: int, n_frames: int) -> bool:
    """Whether the last n tokens, the same as the n before, found less than half their time in the sound."""
    starts = token_starts(attention[:, start_index:], n_frames)
    first, second, end = starts[-2 * n], starts[-n], starts[-1]
    return bool(end - second < 0.5 * (second - first))


def compression_ratio(text: str) -> float:
    """UTF-8 bytes over their zlib size."""
    data = text.encode("utf-8")
    return len(data) / max(1, len(zlib.compress(data)))
