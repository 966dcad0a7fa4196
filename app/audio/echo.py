"""Loopback and microphone side by side, with the loudspeakers' sound taken out of the microphone.

Both sources are read by one thread (the recogniser's), which is the only one here.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import numpy as np

from app.audio.capture import LiveSource
from app.audio.echo_filter import BLOCK, EchoFilter
from app.audio.source import AudioSource
from engines.types import SAMPLE_RATE_HZ, AudioBlock, Samples

LEAD_S = 0.08
"""The loudspeakers' sound is taken this much ahead, since a monitor may report later than a microphone."""
HOLD_LIMIT_S = 0.4
"""The microphone waits no longer than this for the loudspeakers' side."""
KEEP_S = 3.0
OFFSET_BLOCKS = 30
MOVED_S = 0.06
"""The two clocks' relation is taken anew when it is off by so much."""


class _Far:
    """The loopback's last seconds, by sample index."""

    def __init__(self) -> None:
        self.samples = np.zeros(0, np.float32)
        self.end = 0

    def add(self, block: AudioBlock) -> None:
        missing = max(0, block.start_sample - self.end) if self.end else 0
        pad = np.zeros(min(missing, int(KEEP_S * SAMPLE_RATE_HZ)), np.float32)
        joined = np.concatenate([self.samples, pad, block.samples])
        self.samples = joined[-int(KEEP_S * SAMPLE_RATE_HZ) :]
        self.end = block.start_sample + len(block.samples)

    def get(self, start: int, n: int) -> Samples:
        """n samples from an index on; zeros where nothing is known."""
        out = np.zeros(n, np.float32)
        first = self.end - len(self.samples)
        low, high = max(start, first), min(start + n, self.end)
        if low < high:
            out[low - start : high - start] = self.samples[low - first : high - first]
        return out


class _Clocks:
    """How the two sources' sample indices relate, from when their blocks were captured."""

    def __init__(self) -> None:
        self._ends: dict[str, deque[float]] = {
            "far": deque(maxlen=OFFSET_BLOCKS),
            "near": deque(maxlen=OFFSET_BLOCKS),
        }
        self.offset: int | None = None
        """Index in the loopback = index in the microphone + offset."""

    def note(self, side: str, block: AudioBlock) -> None:
        end = block.start_sample + len(block.samples)
        self._ends[side].append(end - block.captured_ns * SAMPLE_RATE_HZ / 1e9)

    def update(self) -> bool:
        """True when the relation is taken (anew)."""
        far, near = self._ends["far"], self._ends["near"]
        if not far or not near:
            return False
        # A late delivery makes the index look behind: the greatest is the truest.
        now = round(max(far) - max(near))
        if self.offset is not None and abs(now - self.offset) < MOVED_S * SAMPLE_RATE_HZ:
            return False
        self.offset = now
        return True

    def forget(self) -> None:
        for each in self._ends.values():
            each.clear()
        self.offset = None


class TappedLoopback:
    """The loopback as it is; what is read of it is kept for the microphone's side."""

    def __init__(self, source: LiveSource, far: _Far, clocks: _Clocks) -> None:
        self._source = source
        self._far = far
        self._clocks = clocks
        # A gain that changes would change the echo's path: it comes after.
        self._gain, source.gain = source.gain, None

    def _raised(self, block: AudioBlock) -> AudioBlock:
        return block if self._gain is None else replace(block, samples=self._gain.apply(block.samples))

    @property
    def name(self) -> str:
        return self._source.name

    @property
    def device(self) -> str:
        return self._source.device

    @property
    def level(self) -> float:
        return self._source.level

    @property
    def trouble(self) -> str:
        return self._source.trouble

    @property
    def ended(self) -> bool:
        return self._source.ended

    @property
    def is_patient(self) -> bool:
        return self._source.is_patient

    def choose(self, device: str | None) -> None:
        self._source.choose(device)

    def open(self, *, wait: bool = False) -> None:
        self._clocks.forget()
        self._source.open(wait=wait)

    def read(self, timeout_s: float) -> AudioBlock | None:
        block = self._source.read(timeout_s)
        if block is not None:
            self._far.add(block)
            self._clocks.note("far", block)
            return self._raised(block)
        return None

    def take_notices(self) -> list[tuple[str, str, str]]:
        return self._source.take_notices()

    def close(self) -> None:
        self._source.close()


class EchoFreeMicrophone(TappedLoopback):
    """The microphone without the loudspeakers' sound, up to half a second later than it comes."""

    def __init__(self, source: LiveSource, far: _Far, clocks: _Clocks) -> None:
        super().__init__(source, far, clocks)
        self._filter = EchoFilter()
        self._waiting: deque[AudioBlock] = deque()
        self._held = np.zeros(0, np.float32)
        self._held_start = 0
        self._n_lost = 0
        self._captured_ns = 0

    def read(self, timeout_s: float) -> AudioBlock | None:
        block = self._source.read(timeout_s)
        while block is not None:
            self._clocks.note("near", block)
            if self._clocks.update():
                self._filter = EchoFilter()
            self._hold(block)
            block = self._source.read(0.0)
        return self._release()

    def close(self) -> None:
        super().close()
        self._held = np.zeros(0, np.float32)
        self._held_start = 0
        self._n_lost = 0

    def _hold(self, block: AudioBlock) -> None:
        if not len(self._held):
            self._held_start = block.start_sample
            self._n_lost += block.n_lost
        elif block.n_lost:
            # Rare: the missing stretch becomes silence, so that what is held stays in one piece.
            self._held = np.concatenate([self._held, np.zeros(block.n_lost, np.float32)])
        self._held = np.concatenate([self._held, block.samples])
        self._captured_ns = block.captured_ns

    def _release(self) -> AudioBlock | None:
        """As much as both sides are there for."""
        n_blocks = len(self._held) // BLOCK
        offset = self._clocks.offset
        lead = round(LEAD_S * SAMPLE_RATE_HZ)
        limit = int(HOLD_LIMIT_S * SAMPLE_RATE_HZ)
        out: list[Samples] = []
        start = self._held_start
        for index in range(n_blocks):
            at = start + index * BLOCK
            far_start = at + (offset or 0) + lead
            is_overdue = len(self._held) - index * BLOCK > limit
            if (offset is None or far_start + BLOCK > self._far.end) and not is_overdue:
                break
            near = self._held[index * BLOCK : (index + 1) * BLOCK]
            out.append(near if offset is None else self._filter.cancel(self._far.get(far_start, BLOCK), near))
        if not out:
            return None
        samples = np.concatenate(out)
        self._held = self._held[len(samples) :]
        self._held_start = start + len(samples)
        n_lost, self._n_lost = self._n_lost, 0
        captured_ns = self._captured_ns - len(self._held) * 1_000_000_000 // SAMPLE_RATE_HZ
        return self._raised(AudioBlock(samples, start, n_lost, captured_ns))


def pair(loopback: LiveSource, microphone: LiveSource) -> list[AudioSource]:
    """The two as sources whose echo is taken care of; the loopback has to be read as often as the other."""
    far, clocks = _Far(), _Clocks()
    return [TappedLoopback(loopback, far, clocks), EchoFreeMicrophone(microphone, far, clocks)]
