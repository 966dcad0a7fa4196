"""What the live sources share: the working thread, the bounded queue, notices, following and recovery.

Threads: the library's own thread (in a Recording) copies and queues; one worker resamples, queues blocks
and mends what breaks; one watcher (app.audio.watch) looks after the devices; the reader calls `read`.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from app.audio.resample import Resampler
from app.audio.timeline import Timeline
from app.audio.watch import PollWatcher, Trouble, Watch, Watcher
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
RETRY_S = (0.1, 0.25, 0.5, 1.0, 2.0)
HUNG_AFTER_S = 4.0
CLOSE_LIMIT_S = 2.0
LOST_NOTICE_EVERY_S = 10.0
SLEPT_S = 5.0
"""A jump of the clocks from which the computer is taken to have slept."""

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

    is_patient = False
    """True when a device that is missing at the start is to be waited for, even as the only one."""

    def __init__(self, device: str | None = None) -> None:
        """device: None follows the system's default, else an id or (part of) a name."""
        self._wanted = device
        self._lock = threading.Condition()
        self._blocks: deque[tuple[Samples, int, int]] = deque()
        self._n_queued = 0
        self._next_sample = 0
        self._read_end = 0
        self._notices: list[Notice] = []
        self._level = 0.0
        self._device_name = ""
        self._trouble: Trouble | None = None
        self._stop: threading.Event | None = None
        self._worker: threading.Thread | None = None
        self._beat_s = 0.0
        self._is_hung_told = False
        self._is_chosen_anew = False
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

    def _make_watcher(self) -> Watcher:
        """Called by the watch's thread, again after a failure. Raises DeviceError."""
        return PollWatcher(self._wanted_id, "microphone" if self.name == "microphone" else "loopback")

    def _absence(self, failure: DeviceError | None) -> Trouble:
        """What to say when nothing comes. failure: why it cannot be opened; None: it is open, and stalled."""
        if failure is not None and self._wanted is not None:
            return Trouble(
                "device-missing",
                f"{self.device or self._wanted} is not there; the captions wait for it.",
                "It is used as soon as it is back. To go on now, choose the default device in the settings.",
            )
        what = f"No sound comes from {self.device or 'the ' + self.name}."
        return Trouble("capture-stopped", what, RESUME_ADVICE)

    @property
    def device(self) -> str:
        """The device being recorded, in the system's own words; "" before open."""
        return self._device_name

    @property
    def level(self) -> float:
        """Peak of the latest captured block, 0..1; 0 while nothing is captured."""
        return self._level

    @property
    def trouble(self) -> str:
        """What keeps sound from arriving, in a sentence, for as long as it does; "" while all is well."""
        trouble = self._trouble
        return trouble.what if trouble is not None else ""

    @property
    def ended(self) -> bool:
        return False

    def open(self, *, wait: bool = False) -> None:
        """Start, at the sample index where `close` left off.

        Raises DeviceError when there is no device; with `wait` such a device is waited for instead.
        """
        if self._worker is not None:
            return
        recording: Recording | None = None
        failure: DeviceError | None = None
        try:
            recording = self._connect()
        except DeviceError as error:
            if not wait:
                raise
            failure = error
        else:
            self._device_name = recording.device_name
        self._beat_s = time.monotonic()
        self._is_hung_told = self._is_chosen_anew = False
        stop = self._stop = threading.Event()
        session = _Session(self, recording, failure, stop)
        self._worker = threading.Thread(
            target=self._work, args=(session,), name=f"capture-{self.name}", daemon=True
        )
        self._worker.start()
        session.watch.start()

    def choose(self, device: str | None) -> None:
        """Record another device from now on (None: follow the default); any thread. It may be missing yet."""
        self._wanted = device
        self._is_chosen_anew = True

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
            self._trouble = None
            self._lock.notify_all()

    # The worker's thread from here on.

    def _work(self, session: _Session) -> None:
        try:
            session.run()
        except Exception:
            log.exception("the %s capture thread failed", self.name)
            what = f"Capture of the {self.name} failed."
            self._fall(Trouble("capture-stopped", what, "Start Sightline again."))
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

    def _fall(self, trouble: Trouble) -> None:
        """Show a fault until it is over, and say it once."""
        self._trouble = trouble
        self._level = 0.0
        self._note(trouble.code, trouble.what, trouble.advice)

    def _tell_if_hung(self) -> None:
        """The worker itself is stuck in a library (caller holds the lock)."""
        if self._worker is None:
            return
        if not self._is_hung_told and time.monotonic() - self._beat_s > HUNG_AFTER_S:
            self._is_hung_told = True
            trouble = Trouble(
                "capture-stopped", f"The {self.name} does not answer.", "Check the computer's sound service."
            )
            self._trouble = trouble
            self._notices.append((trouble.code, trouble.what, trouble.advice))


class _Session:
    """One stretch from open to close: reads the recording, fills silence, follows, mends. Worker's thread."""

    def __init__(
        self,
        source: LiveSource,
        recording: Recording | None,
        failure: DeviceError | None,
        stop: threading.Event,
    ) -> None:
        """failure: why there is no recording yet."""
        self._source = source
        self._stop = stop
        self.watch = Watch(source._make_watcher, self._silence, stop)
        self._recording: Recording | None = None
        self._resampler: Resampler | None = None
        self._last_id = recording.device_id if recording is not None else ""
        self._is_stop_told = recording is None
        self._silent_told = ""
        self._failure = failure
        self._n_tries = 0
        self._next_try_s = 0.0
        now_s = time.monotonic()
        self._data_s = self._opened_s = self._sounded_s = now_s
        """When a device last delivered, when the present one was opened, when it last was not all zeros."""
        self._loop_s = now_s
        self._sleep_offset_s = _sleep_clock_s() - now_s
        self._timeline = Timeline(now_s)
        if recording is not None:
            self._adopt(recording)
        else:
            source._fall(source._absence(failure))

    def run(self) -> None:
        while not self._stop.is_set():
            self._source._beat_s = time.monotonic()
            self._look_for_sleep()
            if self._source._is_chosen_anew:
                self._source._is_chosen_anew = False
                self.watch.wanted_id = None
                self._fail()
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
                    self._tell_stop(None)
                    self._fail()
                    continue
            self._look_for_silence()
            wanted = self.watch.wanted_id
            if wanted is not None and self._recording is not None and wanted != self._recording.device_id:
                self._fail()

    def drop(self) -> None:
        if self._recording is not None:
            self._recording.close()
            self._recording = None

    def _silence(self) -> tuple[str, float]:
        """What the watch asks about; read from its thread."""
        recording = self._recording
        if recording is None:
            return "", 0.0
        return recording.device_id, time.monotonic() - self._sounded_s

    def _is_stalled(self) -> bool:
        now_s = time.monotonic()
        if self._data_s > self._opened_s:
            return now_s - self._data_s > STALL_S
        return now_s - self._opened_s > FIRST_STALL_S

    def _look_for_sleep(self) -> None:
        """After suspend a stream may look open and be dead: open it again."""
        now_s = time.monotonic()
        offset_s = _sleep_clock_s() - now_s
        slept_s = max(offset_s - self._sleep_offset_s, now_s - self._loop_s)
        self._loop_s, self._sleep_offset_s = now_s, offset_s
        if slept_s < SLEPT_S:
            return
        log.info("the computer slept for %.0f s; opening the %s again", slept_s, self._source.name)
        self._source._note(
            "computer-slept", f"The {self._source.name} is listened to again after sleep.", "Nothing to do."
        )
        self._timeline.restart(now_s)
        self._data_s = now_s
        self._fail()

    def _look_for_silence(self) -> None:
        """Only zeros though there should be sound: say so for as long as it lasts."""
        trouble = self.watch.trouble
        code = trouble.code if trouble is not None else ""
        if code == self._silent_told or self._is_stop_told:
            return
        self._silent_told = code
        if trouble is not None:
            self._source._fall(trouble)
            if code == "sound-silent":
                # Once: a new stream may bring what the old one does not.
                self._fail()
        elif self._data_s - self._sounded_s < 1.0:
            self._resume()
        else:
            # Nothing plays any more, so silence is as it should be.
            self._source._trouble = None

    def _resume(self) -> None:
        self._source._trouble = None
        name = self._source.device
        self._source._note("capture-resumed", f"Sound comes again from {name}.", "Nothing to do.")

    def _adopt(self, recording: Recording) -> None:
        self._recording = recording
        # The format is read anew each time: a Bluetooth link may come back at another rate.
        self._resampler = Resampler(recording.rate_hz, recording.n_channels)
        self._opened_s = time.monotonic()
        # What the watcher knew is older than this choice.
        self.watch.wanted_id = None

    def _fail(self) -> None:
        if self._recording is not None:
            # On a thread of its own, since a library may take long over it and the next device waits.
            threading.Thread(target=self._recording.close, name="capture-close", daemon=True).start()
            self._recording = None
        self._n_tries = 0
        self._next_try_s = 0.0

    def _try_connect(self) -> None:
        now_s = time.monotonic()
        if now_s >= self._next_try_s:
            try:
                recording = self._source._connect()
            except DeviceError as error:
                self._failure = error
                log.info("the %s cannot be opened yet: %s", self._source.name, error)
                self._next_try_s = time.monotonic() + RETRY_S[min(self._n_tries, len(RETRY_S) - 1)]
                self._n_tries += 1
            else:
                self._adopt(recording)
                self._tell_change(recording)
                return
        if now_s - self._data_s > TELL_AFTER_S:
            self._tell_stop(self._failure)
        self._fill()
        self._stop.wait(0.05)

    def _tell_stop(self, failure: DeviceError | None) -> None:
        """failure: why it cannot be opened; None when it is open and delivers nothing."""
        if self._is_stop_told:
            return
        self._is_stop_told = True
        self._source._fall(self._source._absence(failure))

    def _tell_change(self, recording: Recording) -> None:
        if recording.device_id == self._last_id:
            return
        before = self._source.device
        self._last_id = recording.device_id
        self._sounded_s = time.monotonic()
        self._source._device_name = recording.device_name
        instead = f" instead of {before}" if before and before != recording.device_name else ""
        self._source._note(
            "device-changed",
            f"Now listening to {recording.device_name}{instead}.",
            "Nothing to do; choose a fixed device in the settings if this is not the one you want.",
        )

    def _take(self, captured: Captured) -> None:
        """Resample what the device delivered and queue it."""
        assert self._recording is not None
        assert self._resampler is not None
        now_s = time.monotonic()
        is_first = self._source._next_sample == self._source._read_end == 0
        self._data_s = now_s
        if self._is_stop_told or self._source._is_hung_told:
            self._is_stop_told = self._source._is_hung_told = False
            self._silent_told = ""
            self._resume()
        samples = self._resampler.push(captured.frames)
        if is_first:
            # Nothing was queued yet: time begins with what comes now.
            self._timeline.restart(now_s - len(samples) / SAMPLE_RATE_HZ)
        if samples.any():
            self._sounded_s = now_s
        n_lost = captured.n_lost_frames * SAMPLE_RATE_HZ // self._recording.rate_hz
        samples, n_lost = self._timeline.place(samples, now_s, is_gap=captured.is_gap, n_lost=n_lost)
        if len(samples) or n_lost:
            self._source._level = float(np.abs(samples).max(initial=0.0))
            self._source._push(samples, captured.captured_ns, self._stop, n_lost)

    def _fill(self) -> None:
        """Silence for the time in which nothing came (WASAPI's loopback, a device that is away)."""
        now_s = time.monotonic()
        if now_s - self._data_s < FILL_AFTER_S:
            return
        n = min(self._timeline.behind(now_s), int((now_s - self._data_s) * SAMPLE_RATE_HZ))
        if n < SAMPLE_RATE_HZ // 50:
            return
        self._source._level = 0.0
        self._timeline.advance(n)
        self._source._push(np.zeros(n, np.float32), time.monotonic_ns(), self._stop)


def _sleep_clock_s() -> float:
    """A clock that goes on while the computer sleeps, where the monotonic one may not."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.time()
