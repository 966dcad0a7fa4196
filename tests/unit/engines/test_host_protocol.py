"""Messages between the engine's process and its parent survive the pipe; damage is refused."""

from __future__ import annotations

import io
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.errors import SightlineBug
from engines.runtime.host_protocol import (
    MOST_BYTES,
    MOST_SAMPLES,
    Answer,
    Beat,
    Failed,
    Load,
    Message,
    Progress,
    Ready,
    Recognise,
    SharedSamples,
    encode,
    read_message,
)
from engines.types import Hypothesis, RecognitionRequest, Word

WORD = st.builds(
    Word,
    text=st.text(max_size=20),
    start_s=st.floats(allow_nan=False),
    end_s=st.floats(allow_nan=False),
    probability=st.floats(0, 1),
)
WORDS = st.lists(WORD, max_size=4).map(tuple)
NO_SOUND = np.zeros(0, np.float32)
REQUESTS = st.builds(
    RecognitionRequest,
    samples=st.just(NO_SOUND),
    start_sample=st.integers(0, 1 << 48),
    prefix=WORDS,
    context=st.text(max_size=50),
    hot_words=st.lists(st.text(max_size=9), max_size=4).map(tuple),
    language=st.none() | st.just("de"),
    task=st.sampled_from(["transcribe", "translate"]),
    is_final=st.booleans(),
)


def passed_on(message: Message) -> Message | None:
    return read_message(io.BytesIO(encode(message)))


@given(REQUESTS)
def test_a_request_arrives_whole(request: RecognitionRequest) -> None:
    received = passed_on(Recognise(5, 160, request))
    assert isinstance(received, Recognise)
    assert (received.number, received.n_samples) == (5, 160)
    for each in fields(RecognitionRequest):
        if each.name != "samples":
            assert getattr(received.request, each.name) == getattr(request, each.name), each.name


@given(WORDS, st.text(max_size=5))
def test_a_hypothesis_arrives_whole(words: tuple[Word, ...], rejected: str) -> None:
    attended = tuple(word.end_s for word in words)
    hypothesis = Hypothesis(1, 2, words, True, "en", 16_000, 12.5, -0.25, 0.125, 0.5, rejected, attended)
    assert passed_on(Answer(9, hypothesis)) == Answer(9, hypothesis)


@pytest.mark.parametrize(
    "message",
    [
        Load("tiny.en", "cuda", "/models", "/cache", 2),
        Load("tiny.en", "tensorrt", "/m", "/c"),
        Progress("Warming up", 0.9),
        Ready("tiny.en", "cuda", ("en", "de")),
        Failed(3, "out of memory", "Close other programs."),
        Beat(123),
    ],
)
def test_the_others_arrive_whole(message: Message) -> None:
    assert passed_on(message) == message


@given(st.binary(max_size=60))
def test_damage_is_refused_and_never_run(data: bytes) -> None:
    try:
        assert read_message(io.BytesIO(data)) is None
    except SightlineBug:
        return


def test_a_message_that_breaks_off_is_an_end() -> None:
    whole = encode(Failed(3, "out of memory"))
    assert all(read_message(io.BytesIO(whole[:n])) is None for n in range(len(whole)))


@pytest.mark.parametrize("body", [b'{"type":"Reboot"}', b"[]", b'{"type":"Beat","at":1}', b"\xff"])
def test_what_is_no_message_is_said_without_its_content(body: bytes) -> None:
    with pytest.raises(SightlineBug, match="cannot be read"):
        read_message(io.BytesIO(len(body).to_bytes(4, "little") + body))


def test_a_length_beyond_any_message_is_damage() -> None:
    with pytest.raises(SightlineBug, match="bytes"):
        read_message(io.BytesIO((MOST_BYTES + 1).to_bytes(4, "little")))


def test_sound_is_shared() -> None:
    memory = SharedSamples.make()
    sound = np.linspace(-1, 1, MOST_SAMPLES, dtype=np.float32)
    memory.write(sound)
    heard = memory.read(MOST_SAMPLES)
    np.testing.assert_array_equal(heard, sound)
    memory.write(np.zeros(8, np.float32))
    np.testing.assert_array_equal(heard, sound)
    with pytest.raises(ValueError, match="do not fit"):
        memory.write(np.zeros(MOST_SAMPLES + 1, np.float32))
    memory.close()
    memory.close()
