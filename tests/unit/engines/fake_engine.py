"""An engine for tests that hears a word a second, whatever is said."""

from __future__ import annotations

import time

import numpy as np

from engines.types import SAMPLE_RATE_HZ, Hypothesis, RecognitionRequest, Word

CLIP = np.zeros(6 * SAMPLE_RATE_HZ, np.float32)
TEXT = (" Good", " morning.", " These", " words", " appear.", " Nothing", " else")


class Fake:
    """Hears a word a second; `sure`: its mean log-probability; `text`: what it hears."""

    model, engine, languages = "tiny.en", "fake", ("en",)

    def __init__(self, text: tuple[str, ...] = TEXT, sure: float = -0.1, pass_s: float = 0.0) -> None:
        self.text, self.sure, self.pass_s = text, sure, pass_s
        self.lengths_s: list[float] = []

    def recognise(self, request: RecognitionRequest) -> Hypothesis:
        time.sleep(self.pass_s)
        length_s = len(request.samples) / SAMPLE_RATE_HZ
        self.lengths_s.append(length_s)
        words = tuple(Word(word, i, i + 0.9, 0.9) for i, word in enumerate(self.text) if i < length_s)
        return Hypothesis(0, 0, words, request.is_final, "en", 0, 1.0, avg_log_probability=self.sure)

    def close(self) -> None:
        """Nothing to give back."""
