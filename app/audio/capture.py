"""What the live sources share: the working thread, the bounded queue, notices, following and recovery.

Threads: the library's own thread (in a Recording) copies and queues; one worker resamples, queues blocks
and mends what breaks; one watcher asks every second for the default device; the reader calls `read`.
"""

from __future__ import annotations

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from app.audio.resample import Resampler
from engines.errors import DeviceError
from engines.types import SAMPLE_RATE_HZ, AudioBlock, Samples

log = logging.getLogger(__name__)

Notice = tuple[str, str, str]

QUEUE_LIMIT_S = 10.0
FILL_AFTER_S = 0.3
"""Nothing delivered for this long: silence fills the time, so that captions can end and time goes on."""
STALL_S = 1.0
"""A device that delivers nothing for this long is opened again (suspend, a lost Bluetooth link)."""
FIRST_STALL_S = 3.0
"""The same before the first delivery: a PulseAudio output that was idle may take 2 s to wake (measured)."""
TELL_AFTER_S = 0.7
"""An outage shorter than this is mended without a word."""
WATCH_EVERY_S = 0.5
RETRY_S = (0.1, 0.25, 0.5, 1.0, 2.0)
HUNG_AFTER_S = 4.0
CLOSE_LIMIT_S = 2.0
LOST_NOTICE_EVERY_S = 10.0

RESUME_ADVICE = "Captions go on by themselves when the device is back; check the cable or the sound settings."


class Captured(NamedTuple):
    """frames: float32 (n_frames, n_channels) at the recording's rate. captured_ns: monotonic, last frame.

    is_gap: the library says that sound was lost just before these frames, without saying how much.
    n_lost_frames: frames known to be lost just before these.
    """

    frames: NDArray[np.float32]
    captured_ns: int
    is_gap: bool = False
    n_lost_frames: int = 0


class Recording(Protocol):
    """One open device. A library's errors have become DeviceError."""

    device_id: str
    device_name: str
    rate_hz: int
    n_channels: int

    def read(self, timeout_s: float) -> Captured | None:
        """What the device delivered, or None within timeout_s. Raises DeviceError when it has failed."""
        ...

    def close(self) -> None:
        """Stop; never raises and returns within about a second."""
        ...


class LiveSource(ABC):
    """A source that captures a device on threads of its own; subclasses say how to connect."""

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._blocks: deque[tuple[Samples, int, int]] = deque()
        self._n_queued = 0
        self._next_sample = 0
        self._read_end = 0
        self._notices: list[Notice] = []
        self._level = 0.0
        self._device_name = ""
        self._stop: threading.Event | None = None
        self._worker: threading.Thread | None = None
        self._beat_s = 0.0
        self._is_hung_told = False
        self._lost_told_s = float("-inf")
        self._n_lost_untold = 0

    @property
    @abstractmethod
    def name(self) -> str: ...

    @abstractmethod
    def _connect(self) -> Recording:
        """Open the device to record. Raises DeviceError."""

    @abstractmethod
    def _wanted_id(self) -> str | None:
        """The id that `_connect` would record now, None when unknown. Called by the watcher; may block."""

    @property
    def device(self) -> str:
        """The device being recorded, in the system's own words; "" before open."""
        return self._device_name

    @property
    def level(self) -> float:
        """Peak of the latest captured block, 0..1; 0 while nothing is captured."""
        return self._level

    @property
    def ended(self) -> bool:
        return False

    def open(self) -> None:
        """Start, at the sample index where `close` left off. Raises DeviceError when there is no device."""
        if self._worker is not None:
            return
        recording = self._connect()
        self._device_name = recording.device_name
        self._beat_s = time.monotonic()
        self._is_hung_told = False
        stop = self._stop = threading.Event()
        watch = _Watch(self._wanted_id, stop)
        self._worker = threading.Thread(
            target=self._work, args=(recording, watch, stop), name=f"capture-{self.name}", daemon=True
        )
        self._worker.start()
        watch.start()

    def read(self, timeout_s: float) -> AudioBlock | None:
        """The next block, or None within timeout_s.

        start_sample is the end of the block before plus n_lost, so that times stay true when sound is lost.
        """
        with self._lock:
            if not self._blocks:
                self._lock.wait(max(0.0, timeout_s))
            if not self._blocks:
                self._tell_if_hung()
                return None
            samples, start, captured_ns = self._blocks.popleft()
            self._n_queued -= len(samples)
            n_lost = start - self._read_end
            self._read_end = start + len(samples)
        return AudioBlock(samples, start, n_lost, captured_ns)

    def take_notices(self) -> list[Notice]:
        with self._lock:
            taken, self._notices = self._notices, []
        return taken

    def close(self) -> None:
        """Stop capture (also: pause). What was not read is dropped; the next `open` goes on from there."""
        worker, self._worker = self._worker, None
        if worker is None or self._stop is None:
            return
        self._stop.set()
        worker.join(CLOSE_LIMIT_S)
        if worker.is_alive():
            log.warning("the %s capture thread did not stop in time and was left behind", self.name)
        with self._lock:
            self._stop = None
            self._blocks.clear()
            self._n_queued = 0
            self._next_sample = self._read_end
            self._level = 0.0
            self._lock.notify_all()

    # The worker's thread from here on.

    def _work(self, recording: Recording, watch: _Watch, stop: threading.Event) -> None:
        session = _Session(self, recording, watch, stop)
        try:
            session.run()
        except Exception:
            log.exception("the %s capture thread failed", self.name)
            self._note("capture-stopped", f"Capture of the {self.name} failed.", "Start Sightline again.")
        finally:
            session.drop()

    def _push(self, samples: Samples, captured_ns: int, stop: threading.Event, n_lost: int = 0) -> None:
        """Queue samples after n_lost lost ones; the oldest go when the queue is full."""
        limit = int(QUEUE_LIMIT_S * SAMPLE_RATE_HZ)
        with self._lock:
            if self._stop is not stop:
                return
            self._next_sample += n_lost
            n_dropped = 0
            if len(samples):
                self._blocks.append((samples, self._next_sample, captured_ns))
                self._next_sample += len(samples)
                self._n_queued += len(samples)
                while self._n_queued > limit and len(self._blocks) > 1:
                    n_old = len(self._blocks.popleft()[0])
                    self._n_queued -= n_old
                    n_dropped += n_old
                self._lock.notify_all()
            self._n_lost_untold += n_lost + n_dropped
            now_s = time.monotonic()
            if self._n_lost_untold and now_s - self._lost_told_s >= LOST_NOTICE_EVERY_S:
                lost_s = self._n_lost_untold / SAMPLE_RATE_HZ
                self._lost_told_s = now_s
                self._n_lost_untold = 0
                self._notices.append(
                    (
                        "sound-lost",
                        f"{lost_s:.2f} s of {self.name} sound was lost: the computer could not keep up.",
                        "Choose a smaller model or close other programs.",
                    )
                )

    def _note(self, code: str, what: str, advice: str) -> None:
        with self._lock:
            self._notices.append((code, what, advice))

    def _tell_if_hung(self) -> None:
        """The worker itself is stuck in a library (caller holds the lock)."""
        if self._worker is None:
            return
        if not self._is_hung_told and time.monotonic() - self._beat_s > HUNG_AFTER_S:
            self._is_hung_told = True
            self._notices.append(
                (
                    "capture-stopped",
                    f"The {self.name} does not answer.",
                    "Check the computer's sound service.",
                )
            )


class _Watch:
    """Asks for the wanted device every half second, on a thread of its own since the question may hang."""

    def __init__(self, ask: Callable[[], str | None], stop: threading.Event) -> None:
        self._ask = ask
        self._stop = stop
        self.wanted_id: str | None = None

    def start(self) -> None:
        threading.Thread(target=self._run, name="capture-watch", daemon=True).start()

    def _run(self) -> None:
        while not self._stop.wait(WATCH_EVERY_S):
            try:
                self.wanted_id = self._ask()
            except DeviceError:
                self.wanted_id = None
            except Exception:
                log.exception("the watch over the sound devices failed")
                self.wanted_id = None


class _Session:
    """One stretch from open to close: reads the recording, fills silence, follows, mends. Worker's thread."""

    def __init__(
        self, source: LiveSource, recording: Recording, watch: _Watch, stop: threading.Event
    ) -> None:
        self._source = source
        self._watch = watch
        self._stop = stop
        self._recording: Recording | None = None
        self._resampler: Resampler | None = None
        self._last_id = recording.device_id
        self._is_stop_told = False
        self._n_tries = 0
        self._next_try_s = 0.0
        self._data_s = self._opened_s = self._clock_s = time.monotonic()
        """When a device last delivered, when the present one was opened, when the queue's time began."""
        self._n_clock = 0
        """Samples queued since clock_s."""
        self._adopt(recording)

    def run(self) -> None:
        while not self._stop.is_set():
            self._source._beat_s = time.monotonic()
            if self._recording is None:
                self._try_connect()
                continue
            try:
                captured = self._recording.read(0.1)
            except DeviceError as error:
                log.warning("recording of the %s failed: %s", self._source.name, error)
                self._fail()
                continue
            if captured is not None:
                self._take(captured)
            else:
                self._fill()
                if self._is_stalled():
                    log.warning("the %s delivers nothing; opening it again", self._source.name)
                    self._tell_stop()
                    self._fail()
                    continue
            wanted = self._watch.wanted_id
            if wanted is not None and self._recording is not None and wanted != self._recording.device_id:
                self._fail()

    def _is_stalled(self) -> bool:
        now_s = time.monotonic()
        if self._data_s > self._opened_s:
            return now_s - self._data_s > STALL_S
        return now_s - self._opened_s > FIRST_STALL_S

    def drop(self) -> None:
        if self._recording is not None:
            self._recording.close()
            self._recording = None

    def _adopt(self, recording: Recording) -> None:
        self._recording = recording
        # The format is read anew each time: a Bluetooth link may come back at another rate.
        self._resampler = Resampler(recording.rate_hz, recording.n_channels)
        self._opened_s = time.monotonic()
        # What the watcher knew is older than this choice.
        self._watch.wanted_id = None

    def _fail(self) -> None:
        self.drop()
        self._n_tries = 0
        self._next_try_s = 0.0

    def _try_connect(self) -> None:
        now_s = time.monotonic()
        if now_s >= self._next_try_s:
            try:
                recording = self._source._connect()
            except DeviceError as error:
                log.info("the %s cannot be opened yet: %s", self._source.name, error)
                self._next_try_s = time.monotonic() + RETRY_S[min(self._n_tries, len(RETRY_S) - 1)]
                self._n_tries += 1
            else:
                self._adopt(recording)
                self._tell_change(recording)
                return
        if now_s - self._data_s > TELL_AFTER_S:
            self._tell_stop()
        self._fill()
        self._stop.wait(0.05)

    def _tell_stop(self) -> None:
        if self._is_stop_told:
            return
        self._is_stop_told = True
        self._source._level = 0.0
        what = f"No sound comes from {self._source.device or 'the ' + self._source.name}."
        self._source._note("capture-stopped", what, RESUME_ADVICE)

    def _tell_change(self, recording: Recording) -> None:
        if recording.device_id == self._last_id:
            return
        before = self._source.device
        self._last_id = recording.device_id
        self._source._device_name = recording.device_name
        self._source._note(
            "device-changed",
            f"Now listening to {recording.device_name} instead of {before}.",
            "Nothing to do; choose a fixed device in the settings if this is not the one you want.",
        )

    def _take(self, captured: Captured) -> None:
        """Resample what the device delivered and queue it."""
        assert self._recording is not None
        assert self._resampler is not None
        self._data_s = time.monotonic()
        if self._is_stop_told or self._source._is_hung_told:
            self._is_stop_told = self._source._is_hung_told = False
            what = f"Sound comes again from {self._recording.device_name}."
            self._source._note("capture-resumed", what, "Nothing to do.")
        samples = self._resampler.push(captured.frames)
        n_lost = captured.n_lost_frames * SAMPLE_RATE_HZ // self._recording.rate_hz
        if captured.is_gap and not n_lost:
            n_lost = max(0, self._n_behind() - len(samples))
        if len(samples) or n_lost:
            self._source._level = float(np.abs(samples).max(initial=0.0))
            self._source._push(samples, captured.captured_ns, self._stop, n_lost)
            self._n_clock += len(samples) + n_lost
            if self._n_behind() < 0:
                # Ahead of the clock: a burst after a fill, or a device that runs fast. Time starts here.
                self._clock_s, self._n_clock = time.monotonic(), 0

    def _n_behind(self) -> int:
        """Samples that the clock is ahead of the queue."""
        return int((time.monotonic() - self._clock_s) * SAMPLE_RATE_HZ) - self._n_clock

    def _fill(self) -> None:
        """Silence for the time in which nothing came."""
        now_s = time.monotonic()
        if now_s - self._data_s < FILL_AFTER_S:
            return
        n = min(self._n_behind(), int((now_s - self._data_s) * SAMPLE_RATE_HZ))
        if n < SAMPLE_RATE_HZ // 50:
            return
        self._n_clock += n
        self._source._push(np.zeros(n, np.float32), time.monotonic_ns(), self._stop)
