"""Files to windows: what a pass leaves unheard begins the next window, and nothing is heard without end."""

from collections.abc import Iterator, Sequence

import numpy as np

from app.transcribe import FileTranscriber
from engines.types import SAMPLE_RATE_HZ, AudioBlock, Hypothesis, RecognitionRequest, SpeechChunk, Word


class OneBlock:
    """A source that delivers one block."""

    name = "file"

    def __init__(self) -> None:
        self.ended = False

    def open(self) -> None: ...
    def close(self) -> None: ...

    def read(self, timeout_s: float) -> AudioBlock:
        self.ended = True
        return AudioBlock(np.zeros(16, np.float32), 0, 0, 0)


class Utterances:
    """A detector that finds speech at the given places: (start_s, seconds)."""

    def __init__(self, places: Sequence[tuple[float, float]]) -> None:
        self.places = places

    def feed(self, block: AudioBlock) -> Iterator[SpeechChunk]:
        return iter(())

    def flush(self) -> Iterator[SpeechChunk]:
        for i, (start_s, seconds) in enumerate(self.places):
            samples = np.full(round(seconds * SAMPLE_RATE_HZ), 0.1, np.float32)
            yield SpeechChunk(i, samples, round(start_s * SAMPLE_RATE_HZ), True, 0)


class HearsPart:
    """A recogniser that hears so many seconds of each request in turn, then all of them."""

    model, engine, languages = "scripted", "cpu", ("en",)

    def __init__(self, heard_s: Sequence[float]) -> None:
        self.heard_s = list(heard_s)
        self.spans: list[tuple[float, float]] = []

    def recognise(self, request: RecognitionRequest) -> Hypothesis:
        start_s = request.start_sample / SAMPLE_RATE_HZ
        seconds = len(request.samples) / SAMPLE_RATE_HZ
        self.spans.append((round(start_s, 3), round(seconds, 3)))
        heard_s = self.heard_s.pop(0) if self.heard_s else seconds
        word = Word(f" w{len(self.spans)}", start_s, start_s + heard_s, 0.9)
        until = request.start_sample + round(heard_s * SAMPLE_RATE_HZ)
        return Hypothesis(0, 0, (word,), True, "en", until, 1.0)

    def close(self) -> None: ...


def windows(places: Sequence[tuple[float, float]], heard_s: Sequence[float]) -> list[tuple[float, float]]:
    recogniser = HearsPart(heard_s)
    transcriber = FileTranscriber(OneBlock(), Utterances(places), recogniser)  # type: ignore[arg-type]
    captions = list(transcriber.captions())
    assert len(captions) == len(recogniser.spans)
    return recogniser.spans


def test_utterances_close_together_are_one_window() -> None:
    assert windows([(0.5, 4), (5, 3)], []) == [(0.5, 7.5)]


def test_what_was_not_heard_is_heard_again_with_what_follows() -> None:
    assert windows([(0, 20), (20.5, 10)], [15]) == [(0, 20), (15, 15.5)]


def test_what_was_not_heard_at_the_end_is_heard_alone() -> None:
    assert windows([(0, 20)], [15]) == [(0, 20), (15, 5)]


def test_what_was_not_heard_before_a_long_pause_is_heard_alone() -> None:
    assert windows([(0, 20), (30, 5)], [15]) == [(0, 20), (15, 5), (30, 5)]


def test_the_silence_after_the_last_word_is_not_heard_again() -> None:
    assert windows([(0, 20)], [19.2]) == [(0, 20)]


def test_a_window_of_which_nothing_is_heard_is_not_heard_for_ever() -> None:
    assert windows([(0, 20)], [0.0]) == [(0, 20)]
    assert windows([(0, 20)], [1.5] * 50)[-1][1] < 3.0
