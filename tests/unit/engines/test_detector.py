"""The utterance detector: pre-roll, ends, cuts and jumps, with a scripted probability."""

from itertools import pairwise

import numpy as np
import pytest

from engines.speech.detector import FRAME_SAMPLES, Detector, DetectorSettings
from engines.types import AudioBlock, Samples, SpeechChunk


def loud_is_speech(frame: Samples) -> float:
    return 1.0 if float(np.abs(frame).max()) > 0.1 else 0.0


def sound(*parts: tuple[float, int]) -> Samples:
    """Parts of (amplitude, frames)."""
    return np.concatenate([np.full(n * FRAME_SAMPLES, a, np.float32) for a, n in parts])


def feed_all(detector: Detector, samples: Samples, block: int = 480) -> list[SpeechChunk]:
    chunks: list[SpeechChunk] = []
    for start in range(0, len(samples), block):
        piece = samples[start : start + block]
        chunks += detector.feed(AudioBlock(piece, start, 0, 0))
    return chunks + detector.flush()


def test_pre_roll_keeps_the_start_of_the_first_word() -> None:
    detector = Detector(loud_is_speech, DetectorSettings(pre_roll_s=0.32))
    chunks = feed_all(detector, sound((0.01, 30), (0.5, 20), (0.01, 30)))
    assert chunks[0].start_sample == (30 - 10) * FRAME_SAMPLES
    assert chunks[-1].is_last
    assert {c.utterance_id for c in chunks} == {1}


def test_chunks_of_an_utterance_are_gapless_and_equal_the_sound() -> None:
    samples = sound((0.01, 25), (0.5, 40), (0.01, 40))
    samples += np.arange(len(samples), dtype=np.float32) * 1e-9
    chunks = feed_all(Detector(loud_is_speech), samples, block=333)
    position = chunks[0].start_sample
    for chunk in chunks:
        assert chunk.start_sample == position
        np.testing.assert_array_equal(chunk.samples, samples[position : position + len(chunk.samples)])
        position += len(chunk.samples)


def test_silence_ends_an_utterance_and_only_a_tail_is_kept() -> None:
    settings = DetectorSettings(end_silence_s=0.512, tail_s=0.256)
    chunks = feed_all(
        Detector(loud_is_speech, settings), sound((0.01, 5), (0.5, 20), (0.01, 60)), block=40960
    )
    end = chunks[-1].start_sample + len(chunks[-1].samples)
    assert end == (25 + 8) * FRAME_SAMPLES


def test_two_utterances_are_numbered_and_a_click_is_none() -> None:
    samples = sound((0.01, 20), (0.5, 10), (0.01, 40), (0.5, 1), (0.01, 40), (0.5, 10), (0.01, 5))
    chunks = feed_all(Detector(loud_is_speech), samples)
    assert sorted({c.utterance_id for c in chunks}) == [1, 2]
    assert sum(c.is_last for c in chunks) == 2


def test_digital_silence_never_asks_the_model() -> None:
    def fail(frame: Samples) -> float:
        pytest.fail("asked about silence")

    assert feed_all(Detector(fail), np.zeros(16000, np.float32)) == []


def test_a_long_utterance_is_cut_at_its_quietest_frame_and_nothing_is_lost() -> None:
    def probability(frame: Samples) -> float:
        return min(1.0, float(np.abs(frame).max()) * 2)

    settings = DetectorSettings(max_speech_s=2.0, end_silence_s=0.5)
    samples = sound((0.01, 10), (0.5, 40), (0.2, 1), (0.5, 60), (0.01, 30))
    chunks = feed_all(Detector(probability, settings), samples)
    assert len(chunks) >= 2
    assert all(c.is_last for c in chunks)
    for before, after in pairwise(chunks):
        assert before.start_sample + len(before.samples) == after.start_sample
        assert before.utterance_id < after.utterance_id
    first_end = chunks[0].start_sample + len(chunks[0].samples)
    assert first_end == 51 * FRAME_SAMPLES


def test_a_gap_in_the_sound_closes_the_utterance() -> None:
    detector = Detector(loud_is_speech)
    speech = sound((0.5, 10))
    chunks = detector.feed(AudioBlock(speech, 0, 0, 0))
    after = detector.feed(AudioBlock(speech, 50_000, 3, 0))
    assert chunks
    assert after[0].is_last
    assert after[0].utterance_id == 1
    assert after[-1].start_sample >= 50_000
