"""The computer's own sound, or one application's, recorded with soundcard on a thread of its own."""

from __future__ import annotations

import ctypes
import queue
import sys
import threading
import time
from typing import Any

from app.audio import devices, pulse
from app.audio.capture import LiveSource
from app.audio.recording import Captured, Recording
from app.audio.watch import ServiceWatcher, Trouble, Watcher
from engines.errors import DeviceError

BLOCK_S = 0.03
QUEUE_LIMIT_S = 2.0
"""Between soundcard's thread and the worker, which empties it at once unless the machine is overloaded."""
OPEN_LIMIT_S = 5.0
CLOSE_LIMIT_S = 0.5
PEAK_S = 0.4


class SoundcardRecording:
    """A Recording of a soundcard device. Its thread may hang in the library: it is never waited for long."""

    def __init__(self, device: Any, stream: pulse.Stream | None = None) -> None:
        """Open the device, or only one application's `stream` that plays on it. Raises DeviceError."""
        with devices.translated("The sound device has gone.", devices.OUTPUT_ADVICE):
            self.device_id = str(device.id)
            self.device_name = str(device.name)
            self.n_channels = devices.n_channels_of(device)
        # The device's own rate where it is known, so that only soxr converts.
        self.rate_hz = pulse.rate_of(self.device_id) or devices.RECORD_RATE_HZ
        self._stream = stream
        if stream is not None:
            self.device_id = stream_id(stream)
            self.device_name = stream.application
        self._queue: queue.Queue[Captured] = queue.Queue(int(QUEUE_LIMIT_S / BLOCK_S))
        self._stop = threading.Event()
        self._started = threading.Event()
        self._error: BaseException | None = None
        # One for `read`, one for the thread: whichever is done last frees a dead connection.
        self._use, self._thread_use = devices.ConnectionUse(), devices.ConnectionUse()
        self._thread = threading.Thread(
            target=self._record, args=(device,), name="soundcard-record", daemon=True
        )
        self._thread.start()
        if not self._started.wait(OPEN_LIMIT_S):
            self._stop.set()
            self._use.end()
            raise DeviceError(f"{self.device_name} does not start.", devices.OUTPUT_ADVICE)
        if self._error is not None:
            self._use.end()
            self._raise()

    def read(self, timeout_s: float) -> Captured | None:
        try:
            return self._queue.get(timeout=timeout_s)
        except queue.Empty:
            pass
        if self._error is not None or not self._use.is_alive:
            self._raise()
        return None

    def close(self) -> None:
        self._stop.set()
        self._thread.join(CLOSE_LIMIT_S)
        self._use.end()

    def _raise(self) -> None:
        what = f"{self.device_name} stopped."
        raise devices.device_error(what, devices.OUTPUT_ADVICE, self._error) from self._error

    def _record(self, device: Any) -> None:
        """soundcard's thread."""
        try:
            block = round(BLOCK_S * self.rate_hz)
            recorder = device.recorder(self.rate_hz, channels=self.n_channels, blocksize=block)
            _hold_fast(recorder, self._stream.index if self._stream is not None else None)
            with recorder:
                self._started.set()
                self._pump(recorder)
        # Whatever the library raises, in its own words; `read` turns it into DeviceError.
        except Exception as error:
            self._error = error
        finally:
            self._started.set()
            self._thread_use.end()

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


def stream_id(stream: pulse.Stream) -> str:
    """What stands for a device's id where one application's stream is recorded."""
    return f"stream:{stream.index}"


def _hold_fast(recorder: Any, stream_index: int | None) -> None:
    """Have a soundcard recorder (not yet entered) stay on its device, and hear one stream alone if asked.

    Without PA_STREAM_DONT_MOVE, PulseAudio moves a recording whose output vanishes to the default source:
    the microphone would be captured in place of the computer's sound. soundcard sets no such flag, and does
    not offer pa_stream_set_monitor_stream, which goes between making and connecting a stream.
    """
    library = sys.modules.get("soundcard.pulseaudio")
    if library is None:
        return
    pa, ffi = library._pa, library._ffi

    def connect(attributes: Any) -> None:
        if stream_index is not None:
            address = int(ffi.cast("uintptr_t", recorder.stream))
            libpulse = ctypes.CDLL("libpulse.so.0")
            libpulse.pa_stream_set_monitor_stream(ctypes.c_void_p(address), ctypes.c_uint32(stream_index))
        # Kept on the recorder: libpulse calls it for as long as the stream lives.
        recorder._callback = ffi.callback("pa_stream_request_cb_t", lambda *_: recorder._record_event.set())
        flags = pa.PA_STREAM_ADJUST_LATENCY | pa.PA_STREAM_DONT_MOVE
        pulse = library._pulse
        pulse._pa_stream_set_read_callback(recorder.stream, recorder._callback, ffi.NULL)
        pulse._pa_stream_connect_record(recorder.stream, recorder._id.encode(), attributes, flags)

    recorder._connect_stream = connect


def stream_peak(state: pulse.ServerState, stream: pulse.Stream) -> float:
    """Loudest sample 0..1 that an application sends in a moment, before its output's volume. DeviceError.

    Not by pulsectl's get_peak_sample: in 24.12 its callback may be called after it was freed (seen to crash).
    """
    output = state.output(stream.output_id)
    if output is None:
        return 0.0
    recording = SoundcardRecording(devices.find(output.record_id, "loopback"), stream)
    peak = 0.0
    try:
        stop_s = time.monotonic() + PEAK_S
        while time.monotonic() < stop_s:
            captured = recording.read(0.1)
            if captured is not None:
                peak = max(peak, float(abs(captured.frames).max(initial=0.0)))
    finally:
        recording.close()
    return peak


class LoopbackSource(LiveSource):
    """What this computer plays. device=None follows the default output; else an output's id or name."""

    @property
    def name(self) -> str:
        return "loopback"

    def _connect(self) -> Recording:
        return SoundcardRecording(self._find())

    def _wanted_id(self) -> str | None:
        return str(self._find().id)

    def _make_watcher(self) -> Watcher:
        if pulse.is_used():
            return ServiceWatcher(self._target, "loopback", stream_peak)
        return super()._make_watcher()

    def _target(self, state: pulse.ServerState) -> str | None:
        wanted = self._wanted
        output = state.default_output if wanted is None else pulse.find(state.outputs, wanted)
        return output.record_id if output is not None else None

    def _find(self) -> Any:
        if self._wanted is None:
            return devices.default_loopback()
        return devices.find(self._wanted, "loopback")


class ApplicationSource(LiveSource):
    """What one application plays (PulseAudio and PipeWire), whatever output it uses and whatever else sounds.

    The application need not play yet: it is waited for. Of several streams the newest that plays is heard.
    """

    is_patient = True

    def __init__(self, application: str) -> None:
        """application: (part of) its name, as `sightline doctor` lists it. Raises DeviceError elsewhere."""
        super().__init__()
        if not pulse.is_used():
            raise DeviceError(
                "One application's sound can be chosen only with PulseAudio or PipeWire.",
                "Leave --app out to caption all sound.",
            )
        self._application = application

    @property
    def name(self) -> str:
        return "loopback"

    def _connect(self) -> Recording:
        state = pulse.look_once()
        stream = self._stream_in(state)
        output = state.output(stream.output_id) if stream is not None else None
        if stream is None or output is None:
            raise DeviceError(
                f"{self._application} plays nothing yet.", "Captions begin by themselves when it does."
            )
        return SoundcardRecording(devices.find(output.record_id, "loopback"), stream)

    def _wanted_id(self) -> str | None:
        return self._target(pulse.look_once())

    def _make_watcher(self) -> Watcher:
        return ServiceWatcher(self._target, "loopback")

    def _absence(self, failure: DeviceError | None) -> Trouble:
        if failure is None:
            return super()._absence(failure)
        return Trouble("application-silent", str(failure), failure.advice)

    def _target(self, state: pulse.ServerState) -> str | None:
        stream = self._stream_in(state)
        return stream_id(stream) if stream is not None else None

    def _stream_in(self, state: pulse.ServerState) -> pulse.Stream | None:
        return next(iter(pulse.streams_of(state, self._application)), None)
