"""The computer's own sound, recorded with soundcard; its blocking read runs on a thread of its own."""

from __future__ import annotations

import queue
import threading
import time
from typing import Any

from app.audio import devices
from app.audio.capture import Captured, LiveSource, Recording
from engines.errors import DeviceError

BLOCK_S = 0.03
QUEUE_LIMIT_S = 2.0
"""Between soundcard's thread and the worker, which empties it at once unless the machine is overloaded."""
OPEN_LIMIT_S = 5.0
CLOSE_LIMIT_S = 0.5


class SoundcardRecording:
    """A Recording of a soundcard device. Its thread may hang in the library: it is never waited for long."""

    def __init__(self, device: Any) -> None:
        """Open the device. Raises DeviceError."""
        with devices.translated("The sound device has gone.", devices.OUTPUT_ADVICE):
            self.device_id = str(device.id)
            self.device_name = str(device.name)
            self.n_channels = devices.n_channels_of(device)
        self.rate_hz = devices.RECORD_RATE_HZ
        self._queue: queue.Queue[Captured] = queue.Queue(int(QUEUE_LIMIT_S / BLOCK_S))
        self._stop = threading.Event()
        self._started = threading.Event()
        self._error: BaseException | None = None
        self._thread = threading.Thread(
            target=self._record, args=(device,), name="soundcard-record", daemon=True
        )
        self._thread.start()
        if not self._started.wait(OPEN_LIMIT_S):
            self._stop.set()
            raise DeviceError(f"{self.device_name} does not start.", devices.OUTPUT_ADVICE)
        if self._error is not None:
            self._raise()

    def read(self, timeout_s: float) -> Captured | None:
        try:
            return self._queue.get(timeout=timeout_s)
        except queue.Empty:
            pass
        if self._error is not None or not devices.is_connected():
            self._raise()
        return None

    def close(self) -> None:
        self._stop.set()
        self._thread.join(CLOSE_LIMIT_S)

    def _raise(self) -> None:
        raise DeviceError(f"{self.device_name} stopped.", devices.OUTPUT_ADVICE) from self._error

    def _record(self, device: Any) -> None:
        """soundcard's thread."""
        try:
            block = round(BLOCK_S * self.rate_hz)
            with device.recorder(self.rate_hz, channels=self.n_channels, blocksize=block) as recorder:
                self._started.set()
                self._pump(recorder)
        # Whatever the library raises, in its own words; `read` turns it into DeviceError.
        except Exception as error:
            self._error = error
        finally:
            self._started.set()

    def _pump(self, recorder: Any) -> None:
        n_gaps = devices.discontinuities.n
        n_lost_frames = 0
        while not self._stop.is_set():
            frames = recorder.record(None)
            now_ns = time.monotonic_ns()
            is_gap = devices.discontinuities.n != n_gaps
            n_gaps = devices.discontinuities.n
            if not len(frames):
                continue
            try:
                self._queue.put_nowait(Captured(frames, now_ns, is_gap, n_lost_frames))
                n_lost_frames = 0
            except queue.Full:
                n_lost_frames += len(frames)


class LoopbackSource(LiveSource):
    """What this computer plays. device=None follows the default output; else an output's id or name."""

    def __init__(self, device: str | None = None) -> None:
        super().__init__()
        self._wanted = device

    @property
    def name(self) -> str:
        return "loopback"

    def _connect(self) -> Recording:
        return SoundcardRecording(self._find())

    def _wanted_id(self) -> str | None:
        return str(self._find().id) if self._wanted is None else None

    def _find(self) -> Any:
        if self._wanted is None:
            return devices.default_loopback()
        return devices.find(self._wanted, "loopback")
