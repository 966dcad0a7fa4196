"""Loudspeaker echo goes, a voice over it stays, whatever the two sources' clocks and blocks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from app.audio.capture import LiveSource
from app.audio.echo import EchoFreeMicrophone, TappedLoopback, pair
from app.audio.echo_filter import BLOCK, EchoFilter
from app.audio.file_source import FileSource
from app.audio.recording import Recording
from app.audio.source import AudioSource
from engines.types import AudioBlock

RATE_HZ = 16_000
SECOND = 1_000_000_000
SAMPLE = Path(__file__).parents[3] / "resources" / "clips" / "sample.flac"


@pytest.fixture(scope="module")
def speech() -> NDArray[np.float32]:
    source = FileSource(SAMPLE)
    source.open()
    parts = []
    while not source.ended:
        block = source.read(0.5)
        if block is not None:
            parts.append(block.samples)
    source.close()
    samples = np.concatenate(parts)[: 12 * RATE_HZ]
    return (samples * (0.05 / samples.std())).astype(np.float32)


def delayed(samples: NDArray[np.float32], seconds: float) -> NDArray[np.float32]:
    n = int(seconds * RATE_HZ)
    return np.concatenate([np.zeros(n, np.float32), samples])[: len(samples)]


def power_db(samples: NDArray[np.float32], of: NDArray[np.float32]) -> float:
    return float(10 * np.log10(np.square(samples).mean() / np.square(of).mean() + 1e-12))


def through(far: NDArray[np.float32], near: NDArray[np.float32]) -> tuple[NDArray[np.float32], EchoFilter]:
    cancelling = EchoFilter()
    starts = range(0, len(near) - BLOCK, BLOCK)
    return np.concatenate(
        [cancelling.cancel(far[at : at + BLOCK], near[at : at + BLOCK]) for at in starts]
    ), cancelling


@pytest.mark.parametrize("delay_s", [0.02, 0.1, 0.3])
def test_echo_alone_is_silenced(speech: NDArray[np.float32], delay_s: float) -> None:
    echo = 0.7 * delayed(speech, delay_s)
    out, cancelling = through(speech, echo)
    assert cancelling.is_converged
    assert power_db(out, echo[: len(out)]) < -20
    late = slice(4 * RATE_HZ, len(out))
    assert power_db(out[late], echo[late]) < -20


def test_a_voice_over_the_echo_is_kept(speech: NDArray[np.float32]) -> None:
    echo = 0.7 * delayed(speech, 0.03)
    voice = np.concatenate([np.zeros(5 * RATE_HZ, np.float32), speech[::-1]])[: len(speech)]
    out, _ = through(speech, echo + voice)
    talking = slice(6 * RATE_HZ, len(out))
    # Of the echo less than a twentieth, of the voice nearly all.
    assert power_db(out[talking] - voice[talking], voice[talking]) < -13
    assert abs(power_db(out[talking], voice[talking])) < 1


def test_a_soft_voice_from_the_first_moment_on_is_not_blanked(speech: NDArray[np.float32]) -> None:
    """Both talk before the echo's path is known, so that how much of the echo is left is never seen."""
    voice = 0.35 * np.roll(speech, 5 * RATE_HZ)
    out, _ = through(speech, 0.7 * delayed(speech, 0.03) + voice)
    # A quarter, were the worst assumed of the filter.
    blocks = [slice(at, at + BLOCK) for at in range(3 * RATE_HZ, len(out) - BLOCK, BLOCK)]
    spoken = [each for each in blocks if np.square(voice[each]).mean() > 0.03 * np.square(voice).mean()]
    blanked = [each for each in spoken if not out[each].any()]
    assert len(blanked) < 0.18 * len(spoken)


def test_a_voice_without_loudspeakers_is_untouched(speech: NDArray[np.float32]) -> None:
    out, cancelling = through(np.zeros_like(speech), speech)
    assert np.array_equal(out, speech[: len(out)])
    assert cancelling.n_suppressed == 0


def test_a_voice_that_is_not_the_loudspeakers_is_kept(speech: NDArray[np.float32]) -> None:
    voice = np.ascontiguousarray(speech[::-1])
    out, _ = through(speech, voice)
    assert power_db(out - voice[: len(out)], voice) < -6


class Script(LiveSource):
    """Delivers blocks once the pretended clock has reached the moment of their capture."""

    now_ns = 0

    def __init__(self, name: str, blocks: list[AudioBlock]) -> None:
        super().__init__()
        self._label = name
        self._script = blocks

    @property
    def name(self) -> str:
        return self._label

    def _connect(self) -> Recording:
        raise NotImplementedError

    def _wanted_id(self) -> str | None:
        return None

    def read(self, timeout_s: float) -> AudioBlock | None:
        if self._script and self._script[0].captured_ns <= Script.now_ns:
            return self._script.pop(0)
        return None


def script(samples: NDArray[np.float32], n: int, first_ns: int, seed: int = 0) -> list[AudioBlock]:
    """Blocks of n samples, each delivered up to 8 ms late."""
    late_ns = np.random.default_rng(seed).uniform(0, 8e6, len(samples) // n + 1)
    blocks = []
    for number, at in enumerate(range(0, len(samples) - n, n)):
        end_ns = first_ns + (at + n) * SECOND // RATE_HZ
        blocks.append(AudioBlock(samples[at : at + n], at, 0, int(end_ns + late_ns[number])))
    return blocks


def run(loopback: AudioSource, microphone: AudioSource, seconds: float) -> list[AudioBlock]:
    """Read both as the pipeline does, every 20 ms; what the microphone gave."""
    out = []
    for step in range(int(seconds * 50)):
        Script.now_ns = 5 * SECOND + step * SECOND // 50
        while loopback.read(0.0) is not None:
            pass
        while (block := microphone.read(0.0)) is not None:
            out.append(block)
    return out


@pytest.mark.parametrize("started_s", [-0.2, 0.0, 0.2])
def test_sources_that_started_apart_are_lined_up(speech: NDArray[np.float32], started_s: float) -> None:
    n_apart = int(started_s * RATE_HZ)
    echo = 0.7 * delayed(speech, 0.03)
    # The microphone opened started_s after the loopback: the same moments, other indices.
    near = echo[n_apart:] if n_apart >= 0 else np.concatenate([np.zeros(-n_apart, np.float32), echo])
    out = run(
        *pair(
            Script("loopback", script(speech, 480, 5 * SECOND)),
            Script("microphone", script(near, 320, int((5 + started_s) * SECOND), seed=1)),
        ),
        seconds=12.5,
    )
    end = 0
    for block in out:
        assert block.start_sample == end + block.n_lost
        end = block.start_sample + len(block.samples)
    heard = np.concatenate([block.samples for block in out])
    assert len(heard) > len(near) - RATE_HZ
    late = slice(5 * RATE_HZ, len(heard))
    assert power_db(heard[late], near[late]) < -20


def test_without_the_loudspeakers_side_the_microphone_still_comes(speech: NDArray[np.float32]) -> None:
    out = run(
        *pair(Script("loopback", []), Script("microphone", script(speech, 320, 5 * SECOND))), seconds=12.5
    )
    joined = np.concatenate([block.samples for block in out])
    assert len(joined) > len(speech) - RATE_HZ
    assert np.array_equal(joined, speech[: len(joined)])


def test_the_pair_looks_like_its_sources(speech: NDArray[np.float32]) -> None:
    microphone = Script("microphone", [])
    microphone.is_patient = True
    first, second = pair(Script("loopback", []), microphone)
    assert isinstance(first, TappedLoopback)
    assert isinstance(second, EchoFreeMicrophone)
    assert (first.name, second.name) == ("loopback", "microphone")
    assert (first.is_patient, second.is_patient) == (False, True)
    second.choose("desk")
    assert microphone._wanted == "desk"
