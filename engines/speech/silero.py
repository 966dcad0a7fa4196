"""Silero VAD through ONNX Runtime: the probability of speech in a 32 ms frame. One thread."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engines.runtime.onnx import OnnxGraph
from engines.types import SAMPLE_RATE_HZ, Samples

FRAME_SAMPLES = 512
"""32 ms, the one length the model takes at 16 kHz."""

CONTEXT_SAMPLES = 64
"""Samples of the frame before that the model sees again (snakers4/silero-vad, utils_vad.py, 16 kHz)."""


class SileroVad:
    """Keeps the model's state from frame to frame; `reset` at every break in the sound."""

    def __init__(self, path: Path) -> None:
        self._graph = OnnxGraph(path, n_threads=1)
        self._rate = np.array(SAMPLE_RATE_HZ, np.int64)
        self._input = np.zeros((1, CONTEXT_SAMPLES + FRAME_SAMPLES), np.float32)
        self.reset()

    def reset(self) -> None:
        self._state = np.zeros((2, 1, 128), np.float32)
        self._input[:] = 0.0

    def probability(self, frame: Samples) -> float:
        """float32 (512,) to 0..1."""
        self._input[0, :CONTEXT_SAMPLES] = self._input[0, -CONTEXT_SAMPLES:]
        self._input[0, CONTEXT_SAMPLES:] = frame
        inputs = {"input": self._input, "state": self._state, "sr": self._rate}
        results = self._graph.run(inputs, ("output", "stateN"))
        self._state = self._graph.array(results["stateN"])
        return float(self._graph.array(results["output"])[0, 0])

    def probabilities(self, samples: Samples) -> Samples:
        """Every whole frame of (n_samples,) from a fresh start, float32 (n_samples // 512,)."""
        self.reset()
        frames = samples[: len(samples) // FRAME_SAMPLES * FRAME_SAMPLES].reshape(-1, FRAME_SAMPLES)
        return np.array([self.probability(frame) for frame in frames], np.float32)
