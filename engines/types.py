"""The values that flow from sound to words: frozen, pure, shared by every room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE_HZ = 16_000
"""Every sample count and index in Sightline is at this rate."""

Samples = NDArray[np.float32]
"""Mono sound, float32 (n_samples,), C-contiguous, -1..1; never written after it is handed on."""

Task = Literal["transcribe", "translate"]


@dataclass(frozen=True, slots=True)
class AudioBlock:
    """A piece of sound as a source delivers it.

    samples: float32 (n_samples,) mono 16 kHz. start_sample: index of the first sample in that source's
    audio. n_lost: samples dropped just before this block. captured_ns: time.monotonic_ns() at capture of
    the last sample.
    """

    samples: Samples
    start_sample: int
    n_lost: int
    captured_ns: int


@dataclass(frozen=True, slots=True)
class SpeechChunk:
    """New speech of one utterance, found by the detector. `is_last` closes the utterance."""

    utterance_id: int
    samples: Samples
    start_sample: int
    is_last: bool
    captured_ns: int


@dataclass(frozen=True, slots=True)
class Word:
    """One word, with its own leading space where the language writes one; times in s of the source."""

    text: str
    start_s: float
    end_s: float
    probability: float


@dataclass(frozen=True, slots=True)
class RecognitionRequest:
    """One pass of a recogniser over a window of sound.

    samples: float32 (n_samples,) 16 kHz. start_sample: index of samples[0] in the source.
    prefix: committed words inside the window, forced and not recognised again.
    context: text said before the window (prompt). hot_words: names to favour.
    language: code such as "en", or None to detect. check_language: detect it beside a given one, too.
    is_final: the utterance has ended, nothing follows.
    quick: no second pass, however bad the first.
    full_context: True to use the model's whole context whatever the length of the sound.
    with_times: let the model write segment times, for whole windows of a file; never with a prefix.
    source: whose utterance it is, where several sources count their own.
    """

    samples: Samples
    start_sample: int
    utterance_id: int = 0
    revision: int = 0
    prefix: tuple[Word, ...] = ()
    context: str = ""
    hot_words: tuple[str, ...] = ()
    language: str | None = None
    check_language: bool = False
    task: Task = "transcribe"
    is_final: bool = False
    full_context: bool = False
    with_times: bool = False
    quick: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """What one pass heard. words: the words after the request's prefix, times in s of the source.

    heard_until_sample: what comes after it in the request was not listened to.

    rejected: "" or why the pass is not to be believed ("repetition", "no-speech", "compression", ...).
    avg_log_probability: mean over the new tokens (natural log). no_speech_probability: 0..1.
    language: what the words were recognised in. detected_language: what the sound is in, with
    language_probability, where that was asked for; else "" and 1.0. attended_s: for each word the latest
    sound that attention found its tokens in, s of the source; empty when the recogniser does not know.
    encode_ms: the encoder's part of compute_ms, 0 where it is not told apart.
    """

    utterance_id: int
    revision: int
    words: tuple[Word, ...]
    is_final: bool
    language: str
    heard_until_sample: int
    compute_ms: float
    avg_log_probability: float = 0.0
    no_speech_probability: float = 0.0
    language_probability: float = 1.0
    rejected: str = ""
    detected_language: str = ""
    attended_s: tuple[float, ...] = ()
    encode_ms: float = 0.0
