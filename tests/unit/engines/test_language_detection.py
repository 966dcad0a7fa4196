"""When the recogniser asks its network for the language, and what it does with the answer."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tiny_whisper import CONFIG

from engines.types import RecognitionRequest
from engines.whisper.decoder import Decoding
from engines.whisper.recogniser import WhisperRecogniser

SOUND = np.zeros(32_000, np.float32)
LANGUAGES = {"en": 11, "de": 12, "fr": 13}


class Network:
    """Hears German, 0.7 sure, and no words; keeps the prompts and counts the questions."""

    device = "cpu"
    writes_times = False

    def __init__(self) -> None:
        self.prompts: list[list[int]] = []
        self.most: list[int] = []
        self.n_asked = 0

    def encode(self, samples: object, n_frames: int) -> str:
        return "encoded"

    def decode(self, encoded: str, prompt: Sequence[int], *, n_most: int, **_: Any) -> Decoding:
        self.prompts.append(list(prompt))
        self.most.append(n_most)
        return Decoding((), (-0.5,), np.zeros((1, len(prompt), 20), np.float32), 0.1, False, True)

    def language_scores(self, encoded: str, start: int, languages: Sequence[int]) -> NDArray[np.float32]:
        self.n_asked += 1
        return np.array([0.2, 0.7, 0.1], np.float32)

    def close(self) -> None:
        pass


def recogniser(network: Network, *, multilingual: bool = True) -> WhisperRecogniser:
    def start_sequence(language: str | None, task: str, **_: object) -> list[int]:
        return [10, *([LANGUAGES[language]] if language else []), 20 if task == "transcribe" else 21]

    tokens = SimpleNamespace(
        multilingual=multilingual,
        languages=LANGUAGES if multilingual else {"en": -1},
        start=10,
        previous=9,
        start_sequence=start_sequence,
        encode=lambda text: [],
        words=lambda tokens, language: [],
    )
    return WhisperRecogniser("tiny", CONFIG, tokens, network)  # type: ignore[arg-type]


def test_a_language_that_is_not_given_is_found_out() -> None:
    network = Network()
    hypothesis = recogniser(network).recognise(RecognitionRequest(SOUND, 0))
    assert (hypothesis.language, hypothesis.detected_language) == ("de", "de")
    assert hypothesis.language_probability == pytest.approx(0.7)
    assert network.prompts == [[10, 12, 20]]


def test_a_given_language_is_kept_and_no_question_asked() -> None:
    network = Network()
    hypothesis = recogniser(network).recognise(RecognitionRequest(SOUND, 0, language="fr"))
    assert (hypothesis.language, hypothesis.detected_language) == ("fr", "")
    assert hypothesis.language_probability == 1.0
    assert network.n_asked == 0


def test_a_given_language_is_checked_on_demand_and_kept_all_the_same() -> None:
    network = Network()
    request = RecognitionRequest(SOUND, 0, language="fr", check_language=True, task="translate")
    hypothesis = recogniser(network).recognise(request)
    assert (hypothesis.language, hypothesis.detected_language) == ("fr", "de")
    assert hypothesis.language_probability == pytest.approx(0.7)
    assert network.prompts == [[10, 13, 21]]


def test_a_model_of_one_language_is_never_asked() -> None:
    network = Network()
    request = RecognitionRequest(SOUND, 0, language="de", check_language=True)
    hypothesis = recogniser(network, multilingual=False).recognise(request)
    assert (hypothesis.language, hypothesis.detected_language) == ("en", "")
    assert network.n_asked == 0


def test_scripts_of_many_tokens_a_character_get_more_tokens() -> None:
    network = Network()
    one = recogniser(network)
    one.recognise(RecognitionRequest(SOUND, 0, language="en"))
    one.recognise(RecognitionRequest(SOUND, 0, language="de"))
    english, other = network.most
    assert other >= 2 * english
