"""Keeps a live source going: reads its recording, fills silence, follows the device, mends what breaks.

All of it on the source's own worker thread.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from typing import TYPE_CHECKING

import numpy as np

from app.audio.recording import Captured, Recording
from app.audio.resample import Resampler
from app.audio.timeline import Timeline
from app.audio.watch import Watch
from engines.errors import DeviceError
from engines.types import SAMPLE_RATE_HZ

if TYPE_CHECKING:
    from app.audio.capture import LiveSource

log = logging.getLogger(__name__)

FILL_AFTER_S = 0.3
"""Nothing delivered for this long: silence fills the time, so that captions can end and time goes on."""
STALL_S = 1.0
"""A device that delivers nothing for this long is opened again (suspend, a lost Bluetooth link)."""
FIRST_STALL_S = 3.0
"""The same before the first delivery: a PulseAudio output that was idle may take 2 s to wake (measured)."""
TELL_AFTER_S = 0.7
"""An outage shorter than this is mended without a word."""
RETRY_S = (0.1, 0.25, 0.5, 1.0, 2.0)
SLEPT_S = 5.0
"""A jump of the clocks from which the computer is taken to have slept."""


class Upkeep:
    """One stretch of a source from open to close."""

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
            if self._look_for_sleep():
                # Else the hours would count as sound that was lost.
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

    def abandon(self) -> None:
        """The worker is stuck in a library: what it would keep until the program's end is let go."""
        self._resampler = None

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

    def _look_for_sleep(self) -> bool:
        """After suspend a stream may look open and be dead: open it again. Whether that was so."""
        now_s = time.monotonic()
        offset_s = _sleep_clock_s() - now_s
        slept_s = max(offset_s - self._sleep_offset_s, now_s - self._loop_s)
        self._loop_s, self._sleep_offset_s = now_s, offset_s
        if slept_s < SLEPT_S:
            return False
        log.info("the computer slept for %.0f s; opening the %s again", slept_s, self._source.name)
        if not self._source._is_hung_told:
            # Else it was the sound service that did not answer, and that has been said.
            self._source._note(
                "computer-slept",
                f"The {self._source.name} is listened to again after sleep.",
                "Nothing to do.",
            )
        self._timeline.restart(now_s)
        self._data_s = now_s
        self._fail()
        return True

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
            self._source._trouble = self._source._said = None

    def _resume(self) -> None:
        self._source._trouble = self._source._said = None
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
