"""Sound to log-probabilities, once or bit by bit: what every CTC model serves, and windows with context.

A model that looks both ways hears a chunk with sound on both sides of it. Frames with less than RIGHT_S of
sound after them are volatile: they are given, and heard again with more. The others are kept for good.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from engines.ctc.decoder import LogProbabilities
from engines.types import SAMPLE_RATE_HZ, Samples

LEFT_S = 4.0
RIGHT_S = 0.6
"""Context of a chunk: facts.md H (2-4 s and 0.3-0.6 s); the caption policy commits nothing newer."""


class FrameStream(Protocol):
    """One utterance, bit by bit."""

    def feed(self, samples: Samples, *, is_last: bool) -> tuple[LogProbabilities, LogProbabilities]:
        """More sound to (frames that will not change, volatile frames after them)."""
        ...


class CtcNetwork(Protocol):
    """A model on a runtime. frame_samples: samples from one frame to the next. One thread at a time."""

    frame_samples: int

    @property
    def device(self) -> str: ...

    def begin(self) -> FrameStream:
        """A new utterance."""
        ...


class WholeNetwork(Protocol):
    """A model that hears a piece of sound at once."""

    frame_samples: int
    n_tokens: int

    def log_probabilities(self, samples: Samples) -> LogProbabilities:
        """samples float32 (n_samples,), made ready by `prepared`, to (n_frames, n_tokens)."""
        ...


class RunningScale:
    """Mean 0 and variance 1 over all sound of an utterance so far, as such checkpoints were trained on whole
    utterances (transformers' Wav2Vec2FeatureExtractor, do_normalize)."""

    def __init__(self) -> None:
        self._n, self._sum, self._squares = 0, 0.0, 0.0

    def add(self, samples: Samples) -> None:
        self._n += len(samples)
        self._sum += float(samples.sum(dtype=np.float64))
        self._squares += float(np.square(samples, dtype=np.float64).sum())

    def applied(self, samples: Samples) -> Samples:
        mean = self._sum / max(1, self._n)
        variance = max(0.0, self._squares / max(1, self._n) - mean * mean)
        scaled: Samples = ((samples - mean) / np.sqrt(variance + 1e-7)).astype(np.float32)
        return scaled


class WindowStream:
    """An utterance through a model that hears a piece at once, with context on both sides of what is new."""

    def __init__(
        self,
        network: WholeNetwork,
        *,
        scale: RunningScale | None,
        left_s: float = LEFT_S,
        right_s: float = RIGHT_S,
    ) -> None:
        self._network = network
        self._scale = scale
        self._n_left = round(left_s * SAMPLE_RATE_HZ) // network.frame_samples
        self._n_right = round(right_s * SAMPLE_RATE_HZ)
        self._samples: Samples = np.zeros(0, np.float32)
        self._first = 0
        """Frame that self._samples begins with."""
        self._n_fixed = 0

    def feed(self, samples: Samples, *, is_last: bool) -> tuple[LogProbabilities, LogProbabilities]:
        """See FrameStream. Raises EngineError."""
        step = self._network.frame_samples
        self._samples = np.concatenate([self._samples, samples])
        if self._scale is not None:
            self._scale.add(samples)
        n_cut = max(0, self._n_fixed - self._n_left - self._first)
        self._samples, self._first = self._samples[n_cut * step :], self._first + n_cut
        sound = self._samples if self._scale is None else self._scale.applied(self._samples)
        frames = self._network.log_probabilities(sound)[max(0, self._n_fixed - self._first) :]
        n_known = (len(self._samples) - (0 if is_last else self._n_right)) // step + self._first
        n_new = len(frames) if is_last else min(len(frames), max(0, n_known - self._n_fixed))
        self._n_fixed += n_new
        return frames[:n_new], frames[n_new:]
