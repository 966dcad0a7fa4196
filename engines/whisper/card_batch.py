"""Whisper on a card for many streams: several windows of one encoder length decoded together.

As in card_decoder.py everything is allocated once, the tokens stay on the card, two result blocks take turns
and step k + 1 is queued before the host has seen token k; but every value has a row for each window. A batch
is filled up with idle rows to one of a few sizes, so that each size and length can be captured once. Threads:
one at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from engines.runtime.card_graph import BoundRun, Placed, Replay
from engines.runtime.device_memory import DeviceMemory, Stream
from engines.types import Samples
from engines.whisper.card_decoder import CardGraphs
from engines.whisper.card_graphs import CARD_CONTEXTS_S, bias_against, samples_of
from engines.whisper.decoder import Choice, Collector, Decoding
from engines.whisper.log_mel import HOP
from engines.whisper.network import Window
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import WhisperConfig

BATCH_SIZES = (1, 2, 4, 8, 16, 32, 64)
"""Rows that a run may have."""

PROMPT_STEP = 16
"""Prompts are filled up to a multiple of this, so that few runs of the prefill are kept."""

MOST_PROMPT = 224
"""Tokens of a prompt: 100 of what was said before, 100 hot words, and what begins the text."""

_ALIGNED = 256


@dataclass(frozen=True, slots=True)
class _Sound:
    """Sound that is to be encoded with the rest of its batch."""

    samples: Samples
    n_samples: int


@dataclass(slots=True)
class _Size:
    """What one batch size and encoder length need. steps[p] reads result block p and writes the other."""

    n_rows: int
    n_samples: int
    n_ctx: int
    encode: Replay
    steps: tuple[Replay, Replay]


class _Block:
    """Where each value of a result block lies, for n rows at most; attention comes last."""

    def __init__(self, n_rows: int) -> None:
        stride = -(-n_rows * 8 // _ALIGNED) * _ALIGNED
        names = ("token", "position", "finished", "log_probability", "no_speech")
        self.at = {name: i * stride for i, name in enumerate(names)}
        self.attention = len(names) * stride


class BatchedCardNetwork:
    """A WhisperNetwork and a TogetherNetwork. Takes over memory and graphs: `close` closes them.

    most_prompt: tokens of the longest prompt. Raises CardMemoryError, EngineError.
    """

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
        sizes: Sequence[int] = BATCH_SIZES,
        most_prompt: int = MOST_PROMPT,
    ) -> None:
        self.device = device
        self.draws = False
        self.memory = memory
        self.sizes = tuple(sorted(sizes))
        self._config = config
        self._end = tokens.end
        self._languages = tuple(tokens.languages.values()) if tokens.multilingual else ()
        self._graphs = graphs
        self._stream = stream
        self._most_prompt = min(most_prompt, config.n_text_ctx - 1)
        self._prefills: dict[tuple[int, int, int], BoundRun] = {}
        self._closed = False
        with memory.current():
            self._allocate(self.sizes[-1], samples_of(max(contexts_s)))
            bias = bias_against(config.n_vocab, [*config.suppressed, *tokens.special()])[0]
            self._bias_host[:] = bias
            memory.to_device(self._bias, self._bias_host, stream)
            self._runs = {
                (n_rows, n_samples): self._size(n_rows, n_samples)
                for n_samples in sorted(samples_of(each) for each in contexts_s)
                for n_rows in self.sizes
            }
            for size in self._runs.values():
                self._warm_up(size)

    @property
    def most_together(self) -> int:
        """Rows of the largest batch."""
        return self.sizes[-1]

    @property
    def n_captured(self) -> int:
        """Runs that are launched as one captured graph."""
        return sum(run.captured for size in self._runs.values() for run in (size.encode, *size.steps))

    # Buffers

    def _allocate(self, n_rows: int, n_samples: int) -> None:
        config, memory = self._config, self.memory
        n_ctx = n_samples // (2 * HOP)
        self._n_heads = len(config.alignment_heads)
        self._block = _Block(n_rows)
        self._block_bytes = self._block.attention + n_rows * self._n_heads * n_ctx * 2
        names = [f"{kind}_{i}" for i in range(config.n_decoder_layers) for kind in ("k", "v")]
        state = n_rows * config.n_heads * config.d_head * 2
        self._cross = {name: memory.allocate(state * n_ctx).address for name in names}
        self._cache = {name: memory.allocate(state * config.n_text_ctx).address for name in names}
        self._blocks = [memory.allocate(self._block_bytes).address for _ in range(2)]
        self._slots = [memory.pinned(self._block_bytes).array for _ in range(2)]
        self._samples = memory.allocate(n_rows * n_samples * 4).address
        self._samples_host = memory.pinned(n_rows * n_samples * 4).array.view(np.float32)
        self._tokens_at = 4 * (-(-n_rows * 8 // _ALIGNED) * _ALIGNED)
        prompt_bytes = self._tokens_at + n_rows * self._prompt_room * 8
        self._prompt = memory.allocate(prompt_bytes).address
        self._prompt_host = memory.pinned(prompt_bytes).array
        self._prompt_host[:] = 0
        rows = n_rows * self._n_heads * self._prompt_room * n_ctx * 2
        self._prompt_attention = memory.allocate(rows).address
        self._prompt_attention_host = memory.pinned(rows).array
        self._language = memory.allocate(n_rows * max(1, len(self._languages)) * 4).address
        self._language_host = memory.pinned(max(1, len(self._languages)) * 4).array.view(np.float32)
        self._bias = memory.allocate(config.n_vocab * 4).address
        self._bias_host = memory.pinned(config.n_vocab * 4).array.view(np.float32)
        self._finished_host = memory.pinned(n_rows * 8).array.view(np.int64)
        self._done = [memory.event() for _ in range(2)]
        self._sent = memory.event()
        memory.record(self._sent, self._stream)
        for address in self._blocks:
            memory.clear(address, self._block_bytes, self._stream)
        for address in self._cache.values():
            memory.clear(address, state * config.n_text_ctx, self._stream)

    @property
    def _prompt_room(self) -> int:
        """Tokens of the longest prompt with what fills it up."""
        return min(-(-self._most_prompt // PROMPT_STEP) * PROMPT_STEP, self._config.n_text_ctx - 1)

    def _cross_tensors(self, n_rows: int, n_ctx: int) -> dict[str, Placed]:
        shape = (n_rows, self._config.n_heads, n_ctx, self._config.d_head)
        return {f"cross_{name}": (address, shape) for name, address in self._cross.items()}

    def _cache_tensors(self, n_rows: int, prefix: str) -> dict[str, Placed]:
        shape = (n_rows, self._config.n_heads, self._config.n_text_ctx, self._config.d_head)
        return {f"{prefix}self_{name}": (address, shape) for name, address in self._cache.items()}

    def _choice_tensors(self, n_rows: int, block: int) -> dict[str, Placed]:
        address, at = self._blocks[block], self._block.at
        return {
            "next_token": (address + at["token"], (n_rows, 1)),
            "next_position": (address + at["position"], (n_rows,)),
            "log_probability": (address + at["log_probability"], (n_rows,)),
        }

    def _bias_tensor(self) -> dict[str, Placed]:
        return {"bias": (self._bias, (1, self._config.n_vocab))}

    # Runs

    def _size(self, n_rows: int, n_samples: int) -> _Size:
        n_ctx = n_samples // (2 * HOP)
        encoder = self._graphs.encoder.bind(
            {"samples": (self._samples, (n_rows, n_samples)), **self._cross_tensors(n_rows, n_ctx)}
        )
        return _Size(
            n_rows,
            n_samples,
            n_ctx,
            Replay(self.memory, self._stream, encoder.enqueue),
            (self._step(n_rows, n_ctx, 0), self._step(n_rows, n_ctx, 1)),
        )

    def _step(self, n_rows: int, n_ctx: int, source: int) -> Replay:
        """The step from block `source` to the other, and the copy of what it chose to the host."""
        target = 1 - source
        read, written, at = self._blocks[source], self._blocks[target], self._block.at
        run = self._graphs.step.bind(
            {
                "token": (read + at["token"], (n_rows, 1)),
                "position": (read + at["position"], (n_rows,)),
                "finished": (read + at["finished"], (n_rows,)),
                **self._bias_tensor(),
                **self._cache_tensors(n_rows, ""),
                **self._cross_tensors(n_rows, n_ctx),
                **self._choice_tensors(n_rows, target),
                "next_finished": (written + at["finished"], (n_rows,)),
                "attention": (written + self._block.attention, (n_rows, self._n_heads, 1, n_ctx)),
                **self._cache_tensors(n_rows, "new_"),
            }
        )
        host = self._slots[target][: self._block.attention + n_rows * self._n_heads * n_ctx * 2]

        def work() -> None:
            run.enqueue()
            self.memory.to_host(host, written, self._stream)

        return Replay(self.memory, self._stream, work)

    def _prefill(self, size: _Size, n_tokens: int) -> BoundRun:
        key = size.n_rows, n_tokens, size.n_ctx
        run = self._prefills.get(key)
        if run is None:
            n, stride = size.n_rows, self._tokens_at // 4
            tensors: dict[str, Placed] = {
                "lengths": (self._prompt, (n,)),
                "start_index": (self._prompt + stride, (n,)),
                "at_start": (self._prompt + 2 * stride, (n, 1)),
                "tokens": (self._prompt + self._tokens_at, (n, n_tokens)),
                **self._bias_tensor(),
                **self._cross_tensors(n, size.n_ctx),
                **self._choice_tensors(n, 0),
                "no_speech_probability": (self._blocks[0] + self._block.at["no_speech"], (n,)),
                "attention": (self._prompt_attention, (n, self._n_heads, n_tokens, size.n_ctx)),
                **self._cache_tensors(n, ""),
            }
            if self._languages:
                tensors["language_probabilities"] = (self._language, (n, len(self._languages)))
            run = self._prefills[key] = self._graphs.prefill.bind(tensors)
        return run

    def _warm_up(self, size: _Size) -> None:
        """Once each, so that no kernel is chosen and nothing captured while someone speaks."""
        size.encode.enqueue()
        for n_tokens in range(PROMPT_STEP, self._prompt_room + PROMPT_STEP, PROMPT_STEP):
            prompt = [0] * min(n_tokens, self._prompt_room)
            self._begin(size, [Window(np.zeros(0, np.float32), prompt, 0, False, 1, 0)])
        for run in (size.encode, *size.steps):
            graph = self._graphs.encoder if run is size.encode else self._graphs.step
            if graph.can_capture:
                run.capture()
            else:
                run.enqueue()
        self.memory.synchronise(self._stream)

    def _begin(self, size: _Size, windows: Sequence[Window]) -> int:
        """The prompts, and the copies of what came of them to the host. Returns how long they were filled up
        to be. Rows without a window get a prompt of one token and are finished."""
        memory, stream = self.memory, self._stream
        longest = max(len(window.prompt) for window in windows)
        n_tokens = min(-(-longest // PROMPT_STEP) * PROMPT_STEP, self._prompt_room)
        host, n, stride = self._prompt_host, size.n_rows, self._tokens_at // 4
        lengths = host[: n * 8].view(np.int64)
        starts = host[stride : stride + n * 8].view(np.int64)
        at_start = host[2 * stride : 2 * stride + n * 4].view(np.float32)
        used = self._tokens_at + n * n_tokens * 8
        tokens = host[self._tokens_at : used].view(np.int64).reshape(n, n_tokens)
        lengths[:], starts[:], at_start[:], tokens[:] = 1, 0, 0.0, 0
        self._finished_host[:] = 1
        for i, window in enumerate(windows):
            lengths[i], starts[i] = len(window.prompt), window.start_index
            at_start[i] = 0.0 if window.forced else 1.0
            tokens[i, : len(window.prompt)] = window.prompt
            self._finished_host[i] = 0
        memory.to_device(self._prompt, host[:used], stream)
        memory.to_device(
            self._blocks[0] + self._block.at["finished"], self._finished_host[: size.n_rows], stream
        )
        self._prefill(size, n_tokens).enqueue()
        n_bytes = n * self._n_heads * n_tokens * size.n_ctx * 2
        memory.to_host(self._prompt_attention_host[:n_bytes], self._prompt_attention, stream)
        memory.to_host(self._slots[0][: self._block.attention], self._blocks[0], stream)
        memory.record(self._done[0], stream)
        return n_tokens

    def n_samples_of(self, n_frames: int) -> int:
        """The encoder length, in samples, that holds so many frames of the spectrogram; a batch has one.

        Raises ValueError where none does.
        """
        found = [n_samples for _, n_samples in self._runs if n_samples >= n_frames * HOP]
        if not found:
            raise ValueError(f"no encoder length here holds {n_frames} frames")
        return min(found)

    def decode_together(self, windows: Sequence[Window], n_samples: int) -> list[Decoding]:
        """All windows, at most most_together, with the encoder length n_samples. Raises EngineError;
        ValueError for too many, too long sound or prompts."""
        if not windows:
            return []
        if len(windows) > self.most_together or any(
            len(each.samples) > n_samples or not 0 < len(each.prompt) <= self._most_prompt for each in windows
        ):
            raise ValueError("the windows do not fit this batch")
        n_rows = min(size for size in self.sizes if size >= len(windows))
        size = self._runs[n_rows, n_samples]
        with self.memory.current():
            self._encode(size, windows)
            return self._choose(size, windows)

    def encode(self, samples: Samples, n_frames: int) -> _Sound:
        """Nothing yet: it is encoded in the batch that decodes it."""
        return _Sound(samples, self.n_samples_of(n_frames))

    def encode_took_ms(self) -> float:
        """Not told apart."""
        return 0.0

    def decode(
        self,
        encoded: _Sound,
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
        """One window."""
        if with_times or temperature:
            raise ValueError("several windows at once have no times, and the likeliest tokens")
        window = Window(encoded.samples, prompt, start_index, forced, n_most, n_frames, looped_over)
        return self.decode_together([window], encoded.n_samples)[0]

    def language_scores(self, encoded: _Sound, start: int, languages: Sequence[int]) -> NDArray[np.float32]:
        """Probability of each language token after the start token, float32 (n_languages,)."""
        if tuple(languages) != self._languages:
            raise ValueError("the card's graph knows the model's languages, in their order")
        window = Window(encoded.samples, [start], 0, False, 1, 0)
        size = self._runs[self.sizes[0], encoded.n_samples]
        with self.memory.current():
            self._encode(size, [window])
            self._begin(size, [window])
            self.memory.to_host(self._language_host, self._language, self._stream)
            self.memory.synchronise(self._stream)
            return self._language_host.copy()

    def _encode(self, size: _Size, windows: Sequence[Window]) -> None:
        memory, stream = self.memory, self._stream
        # The last pass may still be reading what is about to be written.
        memory.wait(self._sent)
        memory.clear(self._samples, len(windows) * size.n_samples * 4, stream)
        for i, window in enumerate(windows):
            at, n = i * size.n_samples, len(window.samples)
            if n:
                self._samples_host[at : at + n] = window.samples
                memory.to_device(self._samples + at * 4, self._samples_host[at : at + n], stream)
        memory.record(self._sent, stream)
        size.encode.enqueue()

    def _choose(self, size: _Size, windows: Sequence[Window]) -> list[Decoding]:
        n_tokens = self._begin(size, windows)
        collectors = [self._collector(window) for window in windows]
        running = set(range(len(windows)))
        n_rows, heads, n_ctx = size.n_rows, self._n_heads, size.n_ctx
        prompt = self._prompt_attention_host[: n_rows * heads * n_tokens * n_ctx * 2].view(np.float16)
        prompt = prompt.reshape(n_rows, heads, n_tokens, n_ctx)
        at = self._block.at
        for k in count():
            # Queued before token k is known: if it is the last of all, one step was for nothing.
            size.steps[k % 2].enqueue()
            self.memory.record(self._done[(k + 1) % 2], self._stream)
            self.memory.wait(self._done[k % 2])
            slot = self._slots[k % 2]
            tokens = self._row(slot, at["token"], n_rows, np.int64).tolist()
            log_probabilities = self._row(slot, at["log_probability"], n_rows, np.float32).tolist()
            silences = self._row(slot, at["no_speech"], n_rows, np.float32).tolist()
            start = self._block.attention
            attention = slot[start : start + n_rows * heads * n_ctx * 2].view(np.float16)
            attention = attention.reshape(n_rows, heads, 1, n_ctx)
            for i in tuple(running):
                rows = attention[i] if k else prompt[i, :, : len(windows[i].prompt)]
                # The block is written again two steps later, and nobody asks about the silence at the end.
                heard = rows[..., : windows[i].n_frames or n_ctx]
                heard = heard.copy() if k else heard
                choice = Choice(tokens[i], log_probabilities[i], heard, 0.0 if k else silences[i])
                if collectors[i].add(choice):
                    running.remove(i)
            if not running:
                # Which copies the prompts' attention before the next batch writes over it.
                return [collector.decoding() for collector in collectors]
        raise AssertionError("unreachable")

    def _collector(self, window: Window) -> Collector:
        n_most = max(1, min(window.n_most, self._config.n_text_ctx - len(window.prompt) - 1))
        return Collector(
            end=self._end,
            n_prompt=len(window.prompt),
            start_index=window.start_index,
            n_most=n_most,
            n_frames=window.n_frames,
            looped_over=window.looped_over,
        )

    @staticmethod
    def _row(slot: NDArray[np.uint8], at: int, n_rows: int, kind: type[np.generic]) -> NDArray[np.generic]:
        return slot[at : at + n_rows * np.dtype(kind).itemsize].view(kind)

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        # Runs hold their graphs, and graphs use the stream: in this order.
        self._runs.clear()
        self._prefills.clear()
        self._graphs.close()
        self.memory.close()
