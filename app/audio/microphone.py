"""The microphone, recorded with soundcard or sounddevice (PortAudio); the callback copies and returns."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.audio import devices, pulse
from app.audio.capture import LiveSource
from app.audio.loopback import SoundcardRecording
from app.audio.recording import Captured, Recording
from app.audio.watch import ServiceWatcher, Watcher
from engines.errors import DeviceError

BLOCK_S = 0.03
RING_S = 2.0
POLL_S = 0.01
MAX_CHANNELS = 8


class PortAudioRecording:
    """A Recording of the default input through sounddevice.

    The callback runs on PortAudio's thread: it copies into memory set aside beforehand and moves an index. No
    lock, no allocation that lasts, no waiting (https://python-sounddevice.readthedocs.io/, Stream.callback).
    """

    def __init__(self, device: str | None, device_id: str, device_name: str) -> None:
        """Open a device (None: the default input). Raises DeviceError."""
        library = devices.sounddevice_library()
        self.device_id = device_id
        self._n_written = 0
        self._n_taken = 0
        self._n_lost = 0
        self._n_overflows = 0
        self._n_overflows_seen = 0
        with _quiet_stderr(), devices.translated("The microphone cannot be opened.", devices.INPUT_ADVICE):
            info = library.query_devices(device, "input")
            self.device_name = device_name or str(info["name"])
            self.rate_hz = int(info["default_samplerate"]) or devices.RECORD_RATE_HZ
            # ALSA's plug-ins offer 32 or more channels for anything; the first two hold the voice.
            n_offered = int(info["max_input_channels"])
            self.n_channels = n_offered if n_offered <= MAX_CHANNELS else 2
            n_frames = round(BLOCK_S * self.rate_hz)
            n_slots = int(RING_S / BLOCK_S)
            self._slots: NDArray[np.float32] = np.zeros((n_slots, n_frames, self.n_channels), np.float32)
            self._bytes = [slot.data.cast("B") for slot in self._slots]
            self._times = [0] * n_slots
            self._lost = [0] * n_slots
            self._stream = library.InputStream(
                device=device,
                samplerate=self.rate_hz,
                channels=self.n_channels,
                blocksize=n_frames,
                dtype="float32",
                latency="low",
                callback=self._callback,
            )
            try:
                self._stream.start()
            except Exception:
                self._stream.close()
                raise

    def read(self, timeout_s: float) -> Captured | None:
        limit_s = time.monotonic() + timeout_s
        while self._n_taken == self._n_written:
            if not self._stream.active:
                raise DeviceError(f"{self.device_name} stopped.", devices.INPUT_ADVICE)
            if time.monotonic() >= limit_s:
                return None
            # Polling, so that the callback never has a lock to take.
            time.sleep(POLL_S)
        slot = self._n_taken % len(self._slots)
        is_gap = self._n_overflows != self._n_overflows_seen
        self._n_overflows_seen = self._n_overflows
        captured = Captured(self._slots[slot].copy(), self._times[slot], is_gap, self._lost[slot])
        self._n_taken += 1
        return captured

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self._stream.abort()
        with contextlib.suppress(Exception):
            self._stream.close()

    def _callback(self, frames: NDArray[np.float32], n_frames: int, when: Any, status: Any) -> None:
        """PortAudio's thread."""
        if status.input_overflow:
            self._n_overflows += 1
        n_slots, n_slot_frames = len(self._slots), self._slots.shape[1]
        if self._n_written - self._n_taken >= n_slots or n_frames != n_slot_frames:
            self._n_lost += n_frames
            return
        slot = self._n_written % n_slots
        # Not by numpy, which lets go of the interpreter's lock for it and may wait long to have it back.
        self._bytes[slot][:] = frames.data.cast("B")
        self._times[slot] = time.monotonic_ns()
        self._lost[slot] = self._n_lost
        self._n_lost = 0
        self._n_written += 1


class MicrophoneSource(LiveSource):
    """A microphone. device=None follows the default; else a microphone's id or (part of) its name."""

    def __init__(self, device: str | None = None) -> None:
        super().__init__(device)
        self._is_served = False
        self._has_opened = False

    @property
    def name(self) -> str:
        return "microphone"

    def _connect(self) -> Recording:
        """soundcard under Linux' sound service and for a chosen device; else PortAudio, then soundcard.

        PortAudio reaches PulseAudio only through ALSA's plug-in, and when the server dies that combination
        spins and writes to stderr without end (PortAudio 19.6, measured); soundcard talks to the server.
        """
        try:
            devices.soundcard_library()
        except DeviceError:
            if self._is_served:
                # There was a sound service: wait for it rather than record what ALSA still offers.
                raise
            return self._through_portaudio("", "")
        found = self._find()
        if sys.platform == "linux" or self._wanted is not None or not _is_default(found):
            recording: Recording = SoundcardRecording(found)
        else:
            try:
                recording = self._through_portaudio(str(found.id), str(found.name))
            except DeviceError:
                recording = SoundcardRecording(found)
        self._is_served = True
        return recording

    def _through_portaudio(self, device_id: str, device_name: str) -> Recording:
        if self._has_opened:
            self._refresh_portaudio()
        recording = PortAudioRecording(self._wanted, device_id, device_name)
        self._has_opened = True
        return recording

    def _find(self) -> Any:
        if self._wanted is None:
            return devices.default_microphone()
        return devices.find(self._wanted, "microphone")

    def _wanted_id(self) -> str | None:
        return str(self._find().id) if self._is_served else None

    def _make_watcher(self) -> Watcher:
        if pulse.is_used() and self._is_served:
            return ServiceWatcher(self._target, "microphone")
        return super()._make_watcher()

    def _target(self, state: pulse.ServerState) -> str | None:
        wanted = self._wanted
        found = state.default_input if wanted is None else pulse.find(state.inputs, wanted)
        return found.record_id if found is not None else None

    def _refresh_portaudio(self) -> None:
        """PortAudio lists devices once, when it starts; start it again to see what has changed."""
        library = devices.sounddevice_library()
        with contextlib.suppress(Exception):
            library._terminate()
        with devices.translated("PortAudio does not start.", devices.INPUT_ADVICE):
            library._initialize()


@contextlib.contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Keeps what ALSA's and PortAudio's C code print while opening off a person's stderr (Linux).

    sounddevice does the same while PortAudio starts. The whole process is quiet for those milliseconds.
    """
    if sys.platform != "linux":
        yield
        return
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _is_default(found: Any) -> bool:
    """True when the system's default input is this microphone (and not a monitor of an output)."""
    library = devices.soundcard_library()
    with devices.translated("There is no microphone.", devices.INPUT_ADVICE):
        return bool(library.default_microphone().id == found.id)
