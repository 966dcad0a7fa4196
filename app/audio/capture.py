"""What the live sources share: threads, the bounded queue, notices and the state that is shown.

Threads: the library's own thread (in a Recording) copies and queues; one worker (app.audio.upkeep) resamples,
queues blocks and mends what breaks; one watcher (app.audio.watch) looks after the devices; the reader calls
`read`.
"""

from __future__ import annotations

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections import deque

from app.audio.gain import AutoGain
from app.audio.recording import Recording
from app.audio.upkeep import Upkeep
from app.audio.watch import PollWatcher, Trouble, Watcher
from engines.errors import DeviceError
from engines.types import SAMPLE_RATE_HZ, AudioBlock, Samples

log = logging.getLogger(__name__)

Notice = tuple[str, str, str]

QUEUE_LIMIT_S = 10.0
HUNG_AFTER_S = 4.0
CLOSE_LIMIT_S = 2.0
LOST_NOTICE_EVERY_S = 10.0

RESUME_ADVICE = "Captions go on by themselves when the device is back; check the cable or the sound settings."


class LiveSource(ABC):
    """A source that captures a device on threads of its own; subclasses say how to connect."""

    is_patient = False
    """True when a device that is missing at the start is to be waited for, even as the only one."""

    def __init__(self, device: str | None = None) -> None:
        """device: None follows the system's default, else an id or (part of) a name."""
        self._wanted = device
        self.gain: AutoGain | None = None
        """Raises quiet speech in what is read; `level` stays that of the device. Set before `open`."""
        self._lock = threading.Condition()
        self._blocks: deque[tuple[Samples, int, int]] = deque()
        self._n_queued = 0
        self._next_sample = 0
        self._read_end = 0
        self._notices: list[Notice] = []
        self._level = 0.0
        self._device_name = ""
        self._trouble: Trouble | None = None
        self._said: Trouble | None = None
        self._stop: threading.Event | None = None
        self._worker: threading.Thread | None = None
        self._session: Upkeep | None = None
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
        session = self._session = Upkeep(self, recording, failure, stop)
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
        if self.gain is not None:
            samples = self.gain.apply(samples)
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
            if self._session is not None:
                self._session.abandon()
        self._session = None
        with self._lock:
            self._stop = None
            self._blocks.clear()
            self._n_queued = 0
            self._next_sample = self._read_end
            self._level = 0.0
            self._trouble = self._said = None
            self._lock.notify_all()

    # The worker's thread from here on.

    def _work(self, session: Upkeep) -> None:
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
        if trouble.code != "sound-silent" or trouble != self._said:
            # a stream that was opened again because of silence may only bring the same
            self._said = trouble
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
