"""Whisper on a card: the card graphs over buffers that are allocated once, tokens chained on the card.

Every token's choice feeds the next step where it lies: two result blocks take turns as input and output, and
step k + 1 is queued before the host has seen token k, so that the card never waits for the host. What comes
back is one block a token. Threads: one at a time; the context is current inside each call, see device_memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.runtime.card_graph import BoundRun, CardGraph, Placed, Replay
from engines.runtime.device_memory import DeviceMemory, Stream
from engines.types import Samples
from engines.whisper.card_graphs import CARD_CONTEXTS_S, SUPPRESSED, bias_against, samples_of
from engines.whisper.decoder import Choice, Collector, Decoding, TimeRules
from engines.whisper.log_mel import HOP
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import WhisperConfig

_ALIGNED = 256
"""Bytes to which a tensor's address is aligned (what TensorRT asks of its inputs and outputs)."""

(
    _TOKEN,
    _POSITION,
    _LOG_PROBABILITY,
    _NO_SPEECH,
    _BEST_TIME,
    _TIME_SHARE,
    _ATTENTION,
) = (i * _ALIGNED for i in range(7))
"""Where each value lies in a result block. Attention comes last, as long as the context is."""

_START_INDEX, _AT_START, _TOKENS = (i * _ALIGNED for i in range(3))
"""Where each value lies in the prompt's buffer."""


@dataclass(frozen=True, slots=True)
class CardGraphs:
    """The three graphs of card_graphs.py, compiled for one card and one stream."""

    encoder: CardGraph
    prefill: CardGraph
    step: CardGraph

    def close(self) -> None:
        for graph in (self.step, self.prefill, self.encoder):
            graph.close()


@dataclass(slots=True)
class _Context:
    """What one encoder length needs. steps[p] reads result block p and writes the other one."""

    n_samples: int
    n_ctx: int
    encode: Replay
    steps: tuple[Replay, Replay]


class CardNetwork:
    """A WhisperNetwork on a card. Takes over memory and graphs: `close` closes them."""

    draws = False

    def __init__(
        self,
        config: WhisperConfig,
        tokens: WhisperTokens,
        graphs: CardGraphs,
        memory: DeviceMemory,
        stream: Stream,
        *,
        device: str,
        contexts_s: Sequence[float] = CARD_CONTEXTS_S,
    ) -> None:
        """device: what `engine` says, "cuda" or "tensorrt". Raises CardMemoryError, EngineError."""
        self.device = device
        self._config = config
        self._languages = tuple(tokens.languages.values()) if tokens.multilingual else ()
        self._end = tokens.end
        self._first_timestamp = tokens.first_timestamp
        self._closed_tokens = [*config.suppressed, *tokens.special()]
        self._graphs = graphs
        self.memory = memory
        self._stream = stream
        self._prefills: dict[tuple[int, int], BoundRun] = {}
        self._first_runs: dict[str, tuple[CardGraph, BoundRun]] = {}
        self._closed = False
        with memory.current():
            self._allocate(samples_of(max(contexts_s)))
            self._contexts = [self._context(samples_of(each)) for each in sorted(contexts_s)]
            self._warm_up()

    # Buffers

    def _allocate(self, n_samples: int) -> None:
        config, memory = self._config, self.memory
        n_ctx = n_samples // (2 * HOP)
        n_align = len(config.alignment_heads)
        half = np.dtype(np.float16).itemsize
        names = [f"{kind}_{i}" for i in range(config.n_decoder_layers) for kind in ("k", "v")]
        state = config.n_heads * config.d_head * half
        self._samples = memory.allocate(n_samples * 4)
        self._cross = self._slices(names, state * n_ctx)
        self._cache = self._slices(names, state * config.n_text_ctx)
        self._block_bytes = _ATTENTION + n_align * n_ctx * 4
        self._blocks = [memory.allocate(self._block_bytes) for _ in range(2)]
        self._slots = [memory.pinned(self._block_bytes).array for _ in range(2)]
        self._prompt = memory.allocate(_TOKENS + config.n_text_ctx * 8)
        self._prompt_host = memory.pinned(_TOKENS + config.n_text_ctx * 8).array
        self._prompt_host[:] = 0
        rows = n_align * (config.n_text_ctx - 1) * n_ctx * 4
        self._prompt_attention = memory.allocate(rows)
        self._prompt_attention_host = memory.pinned(rows).array
        self._language_bytes = max(1, len(self._languages)) * 4
        self._language = memory.allocate(self._language_bytes)
        self._language_host = memory.pinned(self._language_bytes).array
        self._samples_host = memory.pinned(n_samples * 4).array.view(np.float32)
        self._bias = memory.allocate(config.n_vocab * 4)
        self._bias_host = memory.pinned(config.n_vocab * 4).array.view(np.float32)
        self._token_host = memory.pinned(8).array.view(np.int64)
        self._without_times = bias_against(config.n_vocab, self._closed_tokens)[0]
        self._send_bias(self._without_times)
        self._done = [memory.event() for _ in range(2)]
        self._sent = memory.event()
        self._encoding = [memory.event() for _ in range(2)]
        memory.record(self._sent, self._stream)
        for buffer in (*self._blocks, self._prompt, self._samples):
            memory.clear(buffer.address, buffer.n_bytes, self._stream)
        for address in self._cache.values():
            memory.clear(address, state * config.n_text_ctx, self._stream)

    def _slices(self, names: Sequence[str], n_bytes: int) -> dict[str, int]:
        """One buffer, cut into one aligned piece a name."""
        stride = -(-n_bytes // _ALIGNED) * _ALIGNED
        buffer = self.memory.allocate(stride * len(names))
        return {name: buffer.address + i * stride for i, name in enumerate(names)}

    def _cross_tensors(self, n_ctx: int) -> dict[str, Placed]:
        shape = (1, self._config.n_heads, n_ctx, self._config.d_head)
        return {f"cross_{name}": (address, shape) for name, address in self._cross.items()}

    def _cache_tensors(self, prefix: str) -> dict[str, Placed]:
        shape = (1, self._config.n_heads, self._config.n_text_ctx, self._config.d_head)
        return {f"{prefix}self_{name}": (address, shape) for name, address in self._cache.items()}

    def _choice_tensors(self, block: int) -> dict[str, Placed]:
        at = self._blocks[block].address
        return {
            "next_token": (at + _TOKEN, (1, 1)),
            "next_position": (at + _POSITION, (1,)),
            "log_probability": (at + _LOG_PROBABILITY, (1,)),
            "best_time": (at + _BEST_TIME, (1, 1)),
            "time_share": (at + _TIME_SHARE, (1,)),
        }

    def _bias_tensor(self) -> dict[str, Placed]:
        return {"bias": (self._bias.address, (1, self._config.n_vocab))}

    def _send_bias(self, bias: NDArray[np.float32]) -> None:
        """Only when no copy of the last one is still on its way."""
        self._bias_host[:] = bias
        self.memory.to_device(self._bias.address, self._bias_host, self._stream)

    # Runs

    def _context(self, n_samples: int) -> _Context:
        n_ctx = n_samples // (2 * HOP)
        encoder = self._graphs.encoder.bind(
            {"samples": (self._samples.address, (1, n_samples)), **self._cross_tensors(n_ctx)}
        )
        self._first_runs.setdefault("encoder", (self._graphs.encoder, encoder))
        return _Context(
            n_samples,
            n_ctx,
            Replay(self.memory, self._stream, encoder.enqueue),
            (self._step(n_ctx, 0), self._step(n_ctx, 1)),
        )

    def _step(self, n_ctx: int, source: int) -> Replay:
        """The step from block `source` to the other, and the copy of what it chose to the host."""
        target = 1 - source
        at = self._blocks[source].address
        heads = len(self._config.alignment_heads)
        run = self._graphs.step.bind(
            {
                "token": (at + _TOKEN, (1, 1)),
                "position": (at + _POSITION, (1,)),
                **self._bias_tensor(),
                **self._cache_tensors(""),
                **self._cross_tensors(n_ctx),
                **self._choice_tensors(target),
                "attention": (self._blocks[target].address + _ATTENTION, (heads, 1, n_ctx)),
                **self._cache_tensors("new_"),
            }
        )
        self._first_runs.setdefault("step", (self._graphs.step, run))
        return Replay(self.memory, self._stream, self._then_copied(run, target, n_ctx))

    def _then_copied(self, run: BoundRun, block: int, n_ctx: int) -> Callable[[], None]:
        host = self._slots[block][: _ATTENTION + len(self._config.alignment_heads) * n_ctx * 4]
        address = self._blocks[block].address

        def work() -> None:
            run.enqueue()
            self.memory.to_host(host, address, self._stream)

        return work

    def _prefill(self, n_tokens: int, n_ctx: int) -> BoundRun:
        """The prompt's run, kept for the next prompt of the same length."""
        run = self._prefills.get((n_tokens, n_ctx))
        if run is None:
            at = self._prompt.address
            tensors: dict[str, Placed] = {
                "tokens": (at + _TOKENS, (1, n_tokens)),
                "start_index": (at + _START_INDEX, (1,)),
                "at_start": (at + _AT_START, (1,)),
                **self._bias_tensor(),
                **self._cross_tensors(n_ctx),
                **self._choice_tensors(0),
                "no_speech_probability": (self._blocks[0].address + _NO_SPEECH, (1,)),
                "attention": (
                    self._prompt_attention.address,
                    (len(self._config.alignment_heads), n_tokens, n_ctx),
                ),
                **self._cache_tensors(""),
            }
            if self._languages:
                tensors["language_probabilities"] = (self._language.address, (len(self._languages),))
            run = self._prefills[n_tokens, n_ctx] = self._graphs.prefill.bind(tensors)
            self._first_runs.setdefault("prefill", (self._graphs.prefill, run))
        return run

    def _warm_up(self) -> None:
        """Every length once, so that no kernel is chosen and nothing captured while someone speaks."""
        for context in self._contexts:
            context.encode.enqueue()
            self._run_prompt(context, [0], 0, forced=False)
            for replay in (context.encode, *context.steps):
                graph = self._graphs.encoder if replay is context.encode else self._graphs.step
                if graph.can_capture:
                    replay.capture()
                else:
                    replay.enqueue()
            self.memory.synchronise(self._stream)

    def first_runs(self) -> dict[str, tuple[CardGraph, BoundRun]]:
        """One run of each graph, over the shortest context, to be timed; inside `memory.current()`."""
        # Its prompt again: the last pass may have left a longer one.
        self._run_prompt(self._contexts[0], [0], 0, forced=False)
        return dict(self._first_runs)

    @property
    def n_captured(self) -> int:
        """Runs that are launched as one captured graph."""
        return sum(r.captured for c in self._contexts for r in (c.encode, *c.steps))

    def _run_prompt(
        self, context: _Context, prompt: Sequence[int], start_index: int, *, forced: bool
    ) -> None:
        host = self._prompt_host
        host[_START_INDEX : _START_INDEX + 8].view(np.int64)[0] = start_index
        host[_AT_START : _AT_START + 4].view(np.float32)[0] = 0.0 if forced else 1.0
        tokens = host[_TOKENS : _TOKENS + len(prompt) * 8]
        tokens.view(np.int64)[:] = prompt
        self.memory.to_device(self._prompt.address, host[: _TOKENS + len(prompt) * 8], self._stream)
        self._prefill(len(prompt), context.n_ctx).enqueue()

    # The network

    def encode(self, samples: Samples, n_frames: int) -> _Context:
        context = next(each for each in self._contexts if each.n_samples >= n_frames * HOP)
        memory, stream = self.memory, self._stream
        with memory.current():
            # The last pass may still be reading what is about to be written.
            memory.wait(self._sent)
            memory.record(self._encoding[0], stream)
            host = self._samples_host[: len(samples)]
            host[:] = samples
            address = self._samples.address
            if len(samples):
                memory.to_device(address, host, stream)
            memory.record(self._sent, stream)
            if len(samples) < context.n_samples:
                memory.clear(address + len(samples) * 4, (context.n_samples - len(samples)) * 4, stream)
            context.encode.enqueue()
            memory.record(self._encoding[1], stream)
        return context

    def encode_took_ms(self) -> float:
        """As QueueingNetwork says: the card's own time, the copy of the sound included."""
        with self.memory.current():
            return self.memory.elapsed_ms(*self._encoding)

    def decode(
        self,
        encoded: _Context,
        prompt: Sequence[int],
        *,
        start_index: int,
        forced: bool,
        n_most: int,
        n_frames: int,
        looped_over: Sequence[int],
        with_times: bool = False,
        temperature: float = 0.0,
    ) -> Decoding:
        if temperature:
            raise ValueError("the card's graphs choose the likeliest token")
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
        with self.memory.current():
            if times:
                choices = self._choices_with_times(encoded, prompt, start_index, times)
            else:
                choices = self.choices(encoded, prompt, start_index, forced)
            try:
                return collector.take(choices)
            finally:
                if times:
                    self.memory.synchronise(self._stream)
                    self._send_bias(self._without_times)
                    self.memory.synchronise(self._stream)

    def choices(
        self, context: _Context, prompt: Sequence[int], start_index: int, forced: bool
    ) -> Iterator[Choice]:
        """One choice after another without an end, each step queued before the host has seen the token before
        it; to be taken inside `memory.current()`."""
        self._begin(context, prompt, start_index, forced=forced)
        for k in count():
            # Queued before token k is known: if it is the last, one step was for nothing.
            if len(prompt) + k < self._config.n_text_ctx:
                self._queue_step(context, k)
            self.memory.wait(self._done[k % 2])
            yield self._choice(context, len(prompt), k)

    def _choices_with_times(
        self, context: _Context, prompt: Sequence[int], start_index: int, times: TimeRules
    ) -> Iterator[Choice]:
        """What may come next depends on what came, so that each step waits for the host; for files alone."""
        self._send_bias(self._bias_with(times, has_text=False))
        self._begin(context, prompt, start_index, forced=True)
        has_text = False
        for k in range(self._config.n_text_ctx - len(prompt)):
            block = k % 2
            self.memory.wait(self._done[block])
            choice = self._choice(context, len(prompt), k)
            slot = self._slots[block]
            if choice.token < self._first_timestamp and _number(slot, _TIME_SHARE, np.float32) > 1:
                choice = replace(choice, token=int(_number(slot, _BEST_TIME, np.int64)))
                self._token_host[0] = choice.token
                self.memory.to_device(self._blocks[block].address + _TOKEN, self._token_host, self._stream)
            yield choice
            has_text = has_text or choice.token < self._first_timestamp
            self._send_bias(self._bias_with(times, has_text=has_text))
            self._queue_step(context, k)

    def _bias_with(self, times: TimeRules, *, has_text: bool) -> NDArray[np.float32]:
        bias: NDArray[np.float32] = self._without_times.copy()
        bias[self._first_timestamp :] = 0.0
        if not has_text:
            bias[list(self._config.suppressed_at_start)] = SUPPRESSED
        times.close(bias, SUPPRESSED)
        return bias

    def _begin(self, context: _Context, prompt: Sequence[int], start_index: int, *, forced: bool) -> None:
        """The prompt, and the copy of what came of it to the host."""
        memory, stream = self.memory, self._stream
        self._run_prompt(context, prompt, start_index, forced=forced)
        n_rows = len(self._config.alignment_heads) * len(prompt) * context.n_ctx
        memory.to_host(self._prompt_attention_host[: n_rows * 4], self._prompt_attention.address, stream)
        memory.to_host(self._slots[0][:_ATTENTION], self._blocks[0].address, stream)
        memory.record(self._done[0], stream)

    def _queue_step(self, context: _Context, k: int) -> None:
        """The step that reads token k and chooses the next one."""
        context.steps[k % 2].enqueue()
        self.memory.record(self._done[(k + 1) % 2], self._stream)

    def _choice(self, context: _Context, n_prompt: int, k: int) -> Choice:
        """What the host was sent of token k."""
        heads, n_ctx = len(self._config.alignment_heads), context.n_ctx
        slot = self._slots[k % 2]
        if k:
            attention = slot[_ATTENTION : _ATTENTION + heads * n_ctx * 4].view(np.float32)
        else:
            attention = self._prompt_attention_host[: heads * n_prompt * n_ctx * 4].view(np.float32)
        return Choice(
            int(_number(slot, _TOKEN, np.int64)),
            float(_number(slot, _LOG_PROBABILITY, np.float32)),
            attention.reshape(heads, -1, n_ctx).copy(),
            0.0 if k else float(_number(slot, _NO_SPEECH, np.float32)),
        )

    def language_scores(self, encoded: _Context, start: int, languages: Sequence[int]) -> NDArray[np.float32]:
        if tuple(languages) != self._languages:
            raise ValueError("the card's graph knows the model's languages, in their order")
        with self.memory.current():
            self._run_prompt(encoded, [start], 0, forced=False)
            self.memory.to_host(self._language_host, self._language.address, self._stream)
            self.memory.record(self._done[0], self._stream)
            self.memory.wait(self._done[0])
            return self._language_host.view(np.float32).copy()

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        # Runs hold their graphs, and graphs use the stream: in this order.
        self._contexts.clear()
        self._prefills.clear()
        self._first_runs.clear()
        self._graphs.close()
        self.memory.close()


def _number(slot: NDArray[np.uint8], at: int, kind: type[np.generic]) -> Any:
    return slot[at : at + np.dtype(kind).itemsize].view(kind)[0]
