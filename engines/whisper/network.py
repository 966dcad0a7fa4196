"""What a Whisper is to the recogniser, whatever runs it: sound encoded once, then tokens with attention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from engines.runtime.graph import Graph, Tensor
from engines.types import Samples
from engines.whisper.decoder import Decoding, GreedyDecoder
from engines.whisper.log_mel import log_mel
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import WhisperConfig

Encoded = Any
"""Encoded sound, valid until the next `encode`; only the network it came from looks inside."""


class WhisperNetwork(Protocol):
    """One Whisper on one runtime. One thread at a time; every call may raise EngineError."""

    @property
    def device(self) -> str:
        """ "cpu", "cuda" or "tensorrt"."""
        ...

    @property
    def draws(self) -> bool:
        """Whether decode can be asked for a temperature."""
        ...

    def encode(self, samples: Samples, n_frames: int) -> Encoded:
        """float32 (n_samples,), 16 kHz, followed by silence up to n_frames of the log-mel spectrogram."""
        ...

    def decode(
        self,
        encoded: Encoded,
        prompt: Sequence[int],
        *,
        start_index: int,
        forced: bool,
        n_most: int,
        n_frames: int,
        looped_over: Sequence[int],
        with_times: bool,
        temperature: float,
    ) -> Decoding:
        """As GreedyDecoder.decode."""
        ...

    def language_scores(self, encoded: Encoded, start: int, languages: Sequence[int]) -> NDArray[np.float32]:
        """Probability of each language token after the start token, float32 (n_languages,)."""
        ...

    def close(self) -> None:
        """Gives back what the runtime holds. Safe to call again."""
        ...


@runtime_checkable
class QueueingNetwork(Protocol):
    """A WhisperNetwork whose `encode` returns before the sound is encoded."""

    def encode_took_ms(self) -> float:
        """Of the latest `encode`, once a decode of it has returned; 0 where it cannot be told apart."""
        ...


@dataclass(frozen=True, slots=True)
class Window:
    """One pass of a batch: the sound, and the arguments of WhisperNetwork.decode."""

    samples: Samples
    prompt: Sequence[int]
    start_index: int
    forced: bool
    n_most: int
    n_frames: int
    looped_over: Sequence[int] = ()


@runtime_checkable
class TogetherNetwork(Protocol):
    """A WhisperNetwork that also decodes several windows at once."""

    @property
    def most_together(self) -> int:
        """Windows of the largest batch."""
        ...

    def n_samples_of(self, n_frames: int) -> int:
        """The encoder length, in samples, that holds so many frames of the spectrogram; a batch has one."""
        ...

    def decode_together(self, windows: Sequence[Window], n_samples: int) -> list[Decoding]:
        """All windows with the encoder length n_samples."""
        ...


class GraphNetwork:
    """The two graphs of graphs.py: log-mel in numpy, tokens chosen in numpy."""

    draws = True

    def __init__(self, config: WhisperConfig, tokens: WhisperTokens, encoder: Graph, decoder: Graph) -> None:
        self._config = config
        self._encoder = encoder
        self._cross_names = [
            f"cross_{kind}_{i}" for i in range(config.n_decoder_layers) for kind in ("k", "v")
        ]
        greedy = GreedyDecoder(
            decoder,
            config,
            suppressed=[*config.suppressed, *tokens.special()],
            suppressed_at_start=config.suppressed_at_start,
            end=tokens.end,
            no_speech=tokens.no_speech,
            first_timestamp=tokens.first_timestamp,
        )
        self.decode = greedy.decode
        self.language_scores = greedy.language_scores

    @property
    def device(self) -> str:
        return self._encoder.device

    def encode(self, samples: Samples, n_frames: int) -> dict[str, Tensor]:
        mel = log_mel(samples, self._config.n_mels, n_frames)
        return self._encoder.run({"mel": mel}, self._cross_names)

    def close(self) -> None:
        """Nothing to give back: the runtime's memory goes with the object."""
