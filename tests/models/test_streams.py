"""Several windows of real speech heard together by tiny.en: each gives the words that it gives alone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "unit" / "engines"))

from host_memory import HostMemory

from engines.models import find_model
from engines.recogniser import TogetherRecogniser
from engines.runtime.batching import BatchSettings
from engines.runtime.scheduler import Dropped, Scheduler
from engines.types import SAMPLE_RATE_HZ, Hypothesis, RecognitionRequest, Samples, Word
from engines.whisper.card_recogniser import onnx_batched_network
from engines.whisper.recogniser import WhisperRecogniser
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import read_weights

ReadSound = Callable[[Path], Samples]


@pytest.fixture(scope="module")
def together(models_dir: Path, cache_dir: Path) -> Iterator[WhisperRecogniser]:
    files = find_model("tiny.en", models_dir)
    variables, config = read_weights(files)
    tokens = WhisperTokens(files.tokenizer, config.n_vocab)
    network = onnx_batched_network(
        variables,
        config,
        tokens,
        key=files.sha256,
        cache_dir=cache_dir,
        report=lambda what, fraction: None,
        memory=HostMemory(),
        provider="cpu",
        contexts_s=(10.0,),
        sizes=(1, 4),
        most_prompt=32,
    )
    recogniser = WhisperRecogniser("tiny.en", config, tokens, network)
    yield recogniser
    recogniser.close()


@pytest.fixture(scope="module")
def requests(speech_dir: Path, read_sound: ReadSound) -> list[RecognitionRequest]:
    """As live captions ask: windows of any length, after committed words, after a text, and neither."""
    jfk, weather = (read_sound(speech_dir / name) for name in ("jfk.flac", "weather.flac"))
    said = (Word(" And", 0.3, 0.6, 1.0), Word(" so", 0.6, 0.9, 1.0))
    return [
        RecognitionRequest(jfk[: 3 * SAMPLE_RATE_HZ], 0, language="en"),
        RecognitionRequest(jfk[: 6 * SAMPLE_RATE_HZ], 0, prefix=said, language="en"),
        RecognitionRequest(weather[: 7 * SAMPLE_RATE_HZ], 0, context="Good evening.", language="en"),
        RecognitionRequest(jfk[: 5 * SAMPLE_RATE_HZ], 0, language="en", revision=4),
    ]


def words(hypothesis: Hypothesis) -> list[str]:
    return [word.text for word in hypothesis.words]


def test_the_words_of_each_are_those_it_has_alone(
    together: WhisperRecogniser, requests: list[RecognitionRequest]
) -> None:
    assert isinstance(together, TogetherRecogniser)
    assert together.most_together == 4
    assert len({together.bucket(request) for request in requests}) == 1
    found = together.recognise_together(requests)
    for hypothesis, request in zip(found, requests, strict=True):
        alone = together.recognise(request)
        assert words(hypothesis) == words(alone)
        assert len(hypothesis.words) > 2
        assert hypothesis.revision == request.revision
        assert [w.start_s for w in hypothesis.words] == pytest.approx(
            [w.start_s for w in alone.words], abs=0.05
        )


def test_streams_are_answered_by_the_scheduler(
    together: WhisperRecogniser, requests: list[RecognitionRequest]
) -> None:
    scheduler: Scheduler[RecognitionRequest, Hypothesis] = Scheduler(
        together.recognise_together, BatchSettings(window_ms=2000.0, most_together=4)
    )
    try:
        answers: list[Future[Hypothesis | Dropped]] = [
            scheduler.submit(i, request, bucket=together.bucket(request))
            for i, request in enumerate(requests)
        ]
        heard = [answer.result(60.0) for answer in answers]
    finally:
        scheduler.close()
    assert [words(each) for each in heard if isinstance(each, Hypothesis)] == [
        words(each) for each in together.recognise_together(requests)
    ]
