"""Finds utterances in a stream of sound from a speech probability per frame; pure, one thread."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engines.types import SAMPLE_RATE_HZ, AudioBlock, Samples, SpeechChunk

FRAME_SAMPLES = 512
"""One detector frame: 32 ms, what Silero VAD takes at 16 kHz."""

SILENT_PEAK = 1e-4
"""A frame whose peak is below this (-80 dBFS) is silence without asking the model."""


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """When speech starts and ends.

    start_probability / end_probability: hysteresis, as Silero's own examples use (0.5 and 0.15 below).
    start_frames: frames that must follow one another before an utterance opens (64 ms: one is a click).
    pre_roll_s: sound kept from before the start so that the first word is whole.
    end_silence_s: silence that closes an utterance. tail_s: how much of that silence is handed on.
    max_speech_s: None for live captions: speech is handed on block by block, and the caption policy trims
    its window. Otherwise an utterance is handed on whole, and one longer than this is closed at its
    quietest recent frame.
    """

    start_probability: float = 0.5
    end_probability: float = 0.35
    start_frames: int = 2
    pre_roll_s: float = 0.4
    end_silence_s: float = 0.5
    tail_s: float = 0.3
    max_speech_s: float | None = None


class Detector:
    """Turns AudioBlocks into SpeechChunks. `probability` maps float32 (512,) to 0..1."""

    def __init__(
        self,
        probability: Callable[[Samples], float],
        settings: DetectorSettings | None = None,
        reset: Callable[[], None] | None = None,
    ) -> None:
        self._probability = probability
        self._reset_model = reset
        self.settings = settings or DetectorSettings()
        n_pre_roll = max(1, round(self.settings.pre_roll_s * SAMPLE_RATE_HZ / FRAME_SAMPLES))
        self._pre_roll: deque[Samples] = deque(maxlen=n_pre_roll + self.settings.start_frames)
        self._rest: Samples = np.zeros(0, np.float32)
        self._position = 0
        self._utterance_id = 0
        self._in_speech = False
        self._n_voiced_in_row = 0
        self._n_silent_in_row = 0
        self._held: list[Samples] = []
        self._held_start = 0
        self._utterance_start = 0
        self._recent: deque[tuple[float, int]] = deque(maxlen=200)

    @property
    def in_speech(self) -> bool:
        return self._in_speech

    @property
    def position(self) -> int:
        """Index of the next sample to be judged."""
        return self._position

    def feed(self, block: AudioBlock) -> list[SpeechChunk]:
        """Judge a block; return the speech it brought, at most one chunk an utterance."""
        chunks: list[SpeechChunk] = []
        expected = self._position + len(self._rest)
        if block.start_sample != expected:
            # Sound was lost or capture was paused: close what was being said and start afresh there.
            chunks += self.flush(block.captured_ns)
            self._position = block.start_sample
            self._rest = np.zeros(0, np.float32)
        samples = np.concatenate([self._rest, block.samples]) if len(self._rest) else block.samples
        n_frames = len(samples) // FRAME_SAMPLES
        for i in range(n_frames):
            chunks += self._judge(samples[i * FRAME_SAMPLES : (i + 1) * FRAME_SAMPLES], block.captured_ns)
        self._rest = samples[n_frames * FRAME_SAMPLES :].copy()
        if self._in_speech and self._held and self.settings.max_speech_s is None:
            chunks.append(self._take(is_last=False, captured_ns=block.captured_ns))
        return chunks

    def flush(self, captured_ns: int = 0) -> list[SpeechChunk]:
        """The source has ended (or jumped): close the open utterance, if any."""
        chunks: list[SpeechChunk] = []
        if self._in_speech:
            if len(self._rest):
                self._held.append(self._rest)
            chunks.append(self._take(is_last=True, captured_ns=captured_ns))
        self._in_speech = False
        self._pre_roll.clear()
        self._n_voiced_in_row = 0
        self._position += len(self._rest)
        self._rest = np.zeros(0, np.float32)
        if self._reset_model is not None:
            self._reset_model()
        return chunks

    def restart(self) -> None:
        """Forget everything: another sound begins at sample 0."""
        self.flush()
        self._position = 0

    def _judge(self, frame: Samples, captured_ns: int) -> list[SpeechChunk]:
        settings = self.settings
        silent = float(np.abs(frame).max()) < SILENT_PEAK
        probability = 0.0 if silent else self._probability(frame)
        self._position += FRAME_SAMPLES
        if not self._in_speech:
            self._pre_roll.append(frame)
            self._n_voiced_in_row = (
                self._n_voiced_in_row + 1 if probability >= settings.start_probability else 0
            )
            if self._n_voiced_in_row >= settings.start_frames:
                self._open()
            return []
        if not self._held:
            self._held_start = self._position - FRAME_SAMPLES
        self._held.append(frame)
        self._recent.append((probability, self._position))
        self._n_silent_in_row = 0 if probability >= settings.end_probability else self._n_silent_in_row + 1
        if self._n_silent_in_row * FRAME_SAMPLES >= settings.end_silence_s * SAMPLE_RATE_HZ:
            return [self._close(captured_ns)]
        if settings.max_speech_s is not None:
            length_s = (self._position - self._utterance_start) / SAMPLE_RATE_HZ
            if length_s >= settings.max_speech_s:
                return self._cut(captured_ns)
        return []

    def _open(self) -> None:
        self._in_speech = True
        self._utterance_id += 1
        self._n_silent_in_row = 0
        self._held = list(self._pre_roll)
        self._held_start = self._position - FRAME_SAMPLES * len(self._held)
        self._utterance_start = self._held_start
        self._recent.clear()
        self._pre_roll.clear()

    def _close(self, captured_ns: int) -> SpeechChunk:
        """End the utterance; silence beyond tail_s that is still in hand becomes pre-roll of the next."""
        n_tail = round(self.settings.tail_s * SAMPLE_RATE_HZ / FRAME_SAMPLES)
        n_spare = min(max(0, self._n_silent_in_row - n_tail), len(self._held))
        spare = self._held[len(self._held) - n_spare :] if n_spare else []
        self._held = self._held[: len(self._held) - n_spare]
        self._in_speech = False
        self._n_voiced_in_row = 0
        delivered_to = self._position - n_spare * FRAME_SAMPLES
        chunk = self._take(is_last=True, captured_ns=captured_ns, end_sample=delivered_to)
        self._pre_roll.extend(spare)
        return chunk

    def _cut(self, captured_ns: int) -> list[SpeechChunk]:
        """Split an over-long utterance at the quietest frame of its last third; both parts go on."""
        newest = list(self._recent)
        _, cut_at = min(newest[: max(1, len(newest) - 3)], key=lambda pair: (pair[0], -pair[1]))
        sound = np.concatenate(self._held)
        n_first = max(0, min(len(sound), cut_at - self._held_start))
        self._held = [sound[:n_first]] if n_first else []
        first = self._take(is_last=True, captured_ns=captured_ns)
        rest = sound[n_first:]
        self._utterance_id += 1
        self._held = [rest] if len(rest) else []
        self._held_start = self._position - len(rest)
        self._utterance_start = self._held_start
        self._recent = deque((pair for pair in newest if pair[1] > cut_at), maxlen=200)
        return [first]

    def _take(self, *, is_last: bool, captured_ns: int, end_sample: int | None = None) -> SpeechChunk:
        samples = np.concatenate(self._held) if self._held else np.zeros(0, np.float32)
        start = self._held_start if self._held else end_sample or self._position
        self._held = []
        return SpeechChunk(
            utterance_id=self._utterance_id,
            samples=samples,
            start_sample=start,
            is_last=is_last,
            captured_ns=captured_ns,
        )
