"""The microphone, recorded with sounddevice (PortAudio), else soundcard; the callback copies and returns."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.audio import devices
from app.audio.capture import Captured, LiveSource, Recording
from app.audio.loopback import SoundcardRecording
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
        with devices.translated("The microphone cannot be opened.", devices.INPUT_ADVICE):
            info = library.query_devices(device, "input")
            self.device_name = device_name or str(info["name"])
            self.rate_hz = int(info["default_samplerate"]) or devices.RECORD_RATE_HZ
            # ALSA's plug-ins offer 32 or more channels for anything; the first two hold the voice.
            n_offered = int(info["max_input_channels"])
            self.n_channels = n_offered if n_offered <= MAX_CHANNELS else 2
            n_frames = round(BLOCK_S * self.rate_hz)
            n_slots = int(RING_S / BLOCK_S)
            self._slots: NDArray[np.float32] = np.zeros((n_slots, n_frames, self.n_channels), np.float32)
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
        self._slots[slot] = frames
        self._times[slot] = time.monotonic_ns()
        self._lost[slot] = self._n_lost
        self._n_lost = 0
        self._n_written += 1


class MicrophoneSource(LiveSource):
    """A microphone. device=None follows the default; else a microphone's id or (part of) its name."""

    def __init__(self, device: str | None = None) -> None:
        super().__init__()
        self._wanted = device
        self._has_opened = False

    @property
    def name(self) -> str:
        return "microphone"

    def _connect(self) -> Recording:
        """PortAudio for the default; soundcard for a chosen one, and where PortAudio is of no use."""
        found, fault = self._find_or_fault()
        if found is None and fault is not None and self._has_opened and sys.platform == "linux":
            # There was a sound service; wait for it rather than record whatever ALSA still offers.
            raise fault
        try:
            recording = self._through_portaudio(found)
        except DeviceError:
            if found is None:
                raise fault or DeviceError("There is no microphone.", devices.INPUT_ADVICE) from None
            recording = SoundcardRecording(found)
        self._has_opened = True
        return recording

    def _through_portaudio(self, found: Any) -> Recording:
        if self._wanted is not None and found is not None:
            # PortAudio under Linux sees ALSA's names only, and Windows' devices several times over.
            return SoundcardRecording(found)
        if found is not None and not _is_default(found):
            return SoundcardRecording(found)
        self._refresh_portaudio()
        device_id, name = (str(found.id), str(found.name)) if found is not None else ("", "")
        return PortAudioRecording(self._wanted, device_id, name)

    def _find_or_fault(self) -> tuple[Any, DeviceError | None]:
        """soundcard's device, or why there is none. Raises DeviceError for no microphone at all."""
        try:
            devices.soundcard_library()
        except DeviceError as fault:
            return None, fault
        return self._find(), None

    def _find(self) -> Any:
        if self._wanted is None:
            return devices.default_microphone()
        return devices.find(self._wanted, "microphone")

    def _wanted_id(self) -> str | None:
        if self._wanted is not None:
            return None
        return str(self._find().id)

    def _refresh_portaudio(self) -> None:
        """PortAudio lists devices once, when it starts; start it again to see what has changed."""
        if not self._has_opened:
            return
        library = devices.sounddevice_library()
        with contextlib.suppress(Exception):
            library._terminate()
        with devices.translated("PortAudio does not start.", devices.INPUT_ADVICE):
            library._initialize()


def _is_default(found: Any) -> bool:
    """True when the system's default input is this microphone (and not a monitor of an output)."""
    library = devices.soundcard_library()
    with devices.translated("There is no microphone.", devices.INPUT_ADVICE):
        return bool(library.default_microphone().id == found.id)
