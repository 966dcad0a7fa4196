"""Wav2Vec2 and DeepSpeech2 with random weights, the same in every run: for speed, not for words."""

from __future__ import annotations

import zlib

import numpy as np

from engines.ctc import deepspeech2, wav2vec2
from engines.ctc.deepspeech2 import DeepSpeech2Weights
from engines.ctc.wav2vec2 import Wav2Vec2Weights


def random_array(name: str, shape: tuple[int, ...]) -> np.ndarray:
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    array = rng.standard_normal(shape, np.float32) * np.float32(max(1, np.prod(shape[1:])) ** -0.5)
    return np.abs(array) + np.float32(0.5) if name.endswith(("var", "std")) else array


class RandomWav2Vec2(Wav2Vec2Weights):
    def __init__(self, config: wav2vec2.Wav2Vec2Config) -> None:
        self.config, self._position = config, ("size", "direction")

    def __getitem__(self, name: str) -> np.ndarray:
        return random_array(name, self._shapes()[name])


class RandomDeepSpeech2(DeepSpeech2Weights):
    def __init__(self, config: deepspeech2.DeepSpeech2Config) -> None:
        self.config = config

    def __getitem__(self, name: str) -> np.ndarray:
        return random_array(name, self._shapes()[name])
