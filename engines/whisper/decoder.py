"""Greedy decoding with the cache of keys and values kept in the runtime, stopped before it can loop."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.runtime.graph import Graph, Tensor
from engines.whisper.alignment import token_starts
from engines.whisper.weights import WhisperConfig

MAX_NGRAM = 6
N_REPEATS = 3
MAX_SENTENCE = 40
"""Tokens of the longest sentence whose repetition is noticed at once."""

COMPRESSION_LIMIT = 2.4
"""Text that zlib shrinks more than this is a loop (openai/whisper, transcribe.py)."""


@dataclass(frozen=True, slots=True)
class Decoding:
    """Tokens after the prompt, the end of text left out.

    log_probabilities: one a token, natural log. attention: float32 (n_heads, n_prompt + n_tokens, n_ctx) of
    the alignment heads; row j is what the model looked at while it read token j (and chose token j + 1).
    no_speech_probability: 0..1 at the start token. looped: stopped because an n-gram repeated. ended: the
    model said so itself.
    """

    tokens: tuple[int, ...]
    log_probabilities: tuple[float, ...]
    attention: NDArray[np.float32]
    no_speech_probability: float
    looped: bool
    ended: bool

    @property
    def avg_log_probability(self) -> float:
        return sum(self.log_probabilities) / max(1, len(self.log_probabilities))


@dataclass(frozen=True, slots=True)
class Choice:
    """What a decoder chose after one run. attention: float32 (n_heads, n_rows, n_ctx), a row for each token
    that the run read. no_speech_probability: 0..1, of the first run alone."""

    token: int
    log_probability: float
    attention: NDArray[np.float32]
    no_speech_probability: float = 0.0


def collect(
    choices: Iterable[Choice],
    *,
    end: int,
    n_prompt: int,
    start_index: int,
    n_most: int,
    n_frames: int = 0,
    looped_over: Sequence[int] = (),
) -> Decoding:
    """Takes choices until the text ends, loops or has n_most tokens; GreedyDecoder.decode says the rest."""
    tokens: list[int] = []
    log_probabilities: list[float] = []
    attention: list[NDArray[np.float32]] = []
    no_speech = 0.0
    ended = looped = False
    for choice in choices:
        attention.append(choice.attention)
        log_probabilities.append(choice.log_probability)
        no_speech = no_speech or choice.no_speech_probability
        if choice.token == end:
            ended = True
            break
        tokens.append(choice.token)
        if len(tokens) >= n_most:
            break
        if loop_length([*looped_over, *tokens]):
            looped = True
            break
        n_again = sentence_again(tokens) if n_frames else 0
        if n_again and _without_time(np.concatenate(attention, axis=1), n_again, start_index, n_frames):
            # The sentence is over, and where the encoder's context is short the model begins it again
            # instead of ending the text.
            n_kept = len(tokens) - n_again
            del tokens[n_kept:], log_probabilities[n_kept + 1 :]
            attention = [np.concatenate(attention, axis=1)[:, : n_prompt + n_kept]]
            ended = True
            break
    return Decoding(
        tuple(tokens),
        tuple(log_probabilities),
        np.concatenate(attention, axis=1),
        no_speech,
        looped,
        ended,
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
    ) -> None:
        self._graph = graph
        self._config = config
        self._end = end
        self._no_speech = no_speech
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
    ) -> Decoding:
        """cross: the encoder's cross_k_i and cross_v_i. start_index: where in the prompt the start token is.
        forced: the prompt ends in text, so that the end of text may follow at once. n_most: most new tokens.
        n_frames: encoder frames with sound in them; 0 when not known: then no sentence said
        again is looked for.
        looped_over: text tokens before the new ones in which a loop may have begun.
        """
        n_most = max(1, min(n_most, self._config.n_text_ctx - len(prompt) - 1))
        return collect(
            self._choices(cross, prompt, start_index, forced),
            end=self._end,
            n_prompt=len(prompt),
            start_index=start_index,
            n_most=n_most,
            n_frames=n_frames,
            looped_over=looped_over,
        )

    def _choices(
        self, cross: dict[str, Tensor], prompt: Sequence[int], start_index: int, forced: bool
    ) -> Iterator[Choice]:
        """One choice after another, each fed to the next run."""
        cache: dict[str, Tensor] = {f"past_{name}": self._empty for name in self._cache_names}
        rows = np.array([start_index, len(prompt) - 1], np.int64)
        step = np.array([prompt], np.int64)
        bias = self._bias if forced else self._start_bias
        while True:
            results = self._graph.run({"tokens": step, "rows": rows, **cache, **cross}, self._outputs)
            logits = self._graph.array(results["logits"])[0]
            no_speech = 0.0
            if len(rows) == 2:
                no_speech = float(np.exp(logits[0, self._no_speech] - _log_sum_exp(logits[0])))
                rows = np.zeros(1, np.int64)
            scores = logits[-1] + bias
            chosen = int(scores.argmax())
            log_probability = float(scores[chosen] - _log_sum_exp(scores))
            yield Choice(chosen, log_probability, self._graph.array(results["attention"]), no_speech)
            bias = self._bias
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
