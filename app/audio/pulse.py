"""What the Linux sound service (PulseAudio, or PipeWire's pulse server) says: devices, applications, changes.

Asked through pulsectl, over a connection of its own, so that it cannot disturb a recording. One thread a
connection; a service that hangs makes the asking thread hang, never the one that captures.
"""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from engines.errors import DeviceError

log = logging.getLogger(__name__)

CONNECT_LIMIT_S = 2.0
LOW_VOLUME = 0.15
"""PulseAudio's cubic scale: 0.15 is 49 dB down."""
SERVICE_ADVICE = (
    "Start the sound service (Linux: `systemctl --user start pipewire-pulse` or `pulseaudio --start`), "
    "or give Sightline a file."
)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An output (sink) or an input (source). volume: 1.0 is 100 %, on the service's cubic scale.

    record_id: the source that hears it: an output's monitor, an input itself. is_dummy: stands in when the
    computer has no output at all. is_suspended: it gives no sound, as when nobody has used it for a while.
    """

    id: str
    name: str
    record_id: str
    rate_hz: int
    n_channels: int
    is_muted: bool
    volume: float
    is_dummy: bool = False
    is_suspended: bool = False


@dataclass(frozen=True, slots=True)
class Stream:
    """What one application plays. is_playing: neither held (corked) nor muted by the application."""

    index: int
    application: str
    output_id: str
    is_playing: bool


@dataclass(frozen=True, slots=True)
class ServerState:
    """A look at the whole service. outputs and inputs: without monitors."""

    server: str
    default_output_id: str
    default_input_id: str
    outputs: tuple[Endpoint, ...]
    inputs: tuple[Endpoint, ...]
    streams: tuple[Stream, ...]

    def output(self, id: str) -> Endpoint | None:
        return next((each for each in self.outputs if each.id == id), None)

    def heard_by(self, record_id: str) -> Endpoint | None:
        """The output or input behind a recorded source."""
        return next((each for each in (*self.outputs, *self.inputs) if each.record_id == record_id), None)

    @property
    def default_output(self) -> Endpoint | None:
        return self.output(self.default_output_id)

    @property
    def default_input(self) -> Endpoint | None:
        """The default microphone, else the first: a monitor that is the default source is none."""
        named = (each for each in self.inputs if each.id == self.default_input_id)
        return next(named, next(iter(self.inputs), None))


def is_used() -> bool:
    """True on the system that has such a service."""
    return sys.platform == "linux"


class SoundServer:
    """One connection to the service. Raises DeviceError whenever the service does not answer."""

    def __init__(self) -> None:
        with _translated():
            import pulsectl

            class Connection(pulsectl.Pulse):  # type: ignore[misc]
                """WORKAROUND https://github.com/mk-fg/python-pulse-control: 24.12 waits the whole timeout."""

                def _pulse_state_cb(self, context: Any, userdata: Any) -> None:
                    super()._pulse_state_cb(context, userdata)
                    if self.connected:
                        self._loop_stop = True

            self._stop_loop: type[Exception] = pulsectl.PulseLoopStop
            self._pulse: Any = Connection("Sightline watch", connect=False)
            try:
                self._pulse.connect(timeout=CONNECT_LIMIT_S)
            except Exception:
                self.close()
                raise
        self._has_changed = False

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self._pulse.close()

    def __enter__(self) -> SoundServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def state(self) -> ServerState:
        """Devices and streams as they are now."""
        with _translated():
            info = self._pulse.server_info()
            sinks = self._pulse.sink_list()
            outputs = tuple(_endpoint(sink, sink.monitor_source_name) for sink in sinks)
            inputs = tuple(
                _endpoint(source, source.name)
                for source in self._pulse.source_list()
                if source.monitor_of_sink_name is None
            )
            names = {sink.index: str(sink.name) for sink in sinks}
            streams = tuple(_stream(each, names) for each in self._pulse.sink_input_list())
            return ServerState(
                _server_name(info),
                str(info.default_sink_name or ""),
                str(info.default_source_name or ""),
                outputs,
                inputs,
                streams,
            )

    def wait(self, timeout_s: float) -> bool:
        """True as soon as a device, a default or a stream has changed; False after timeout_s."""
        with _translated():
            if not self._has_changed:
                self._pulse.event_listen(timeout=timeout_s)
        changed, self._has_changed = self._has_changed, False
        return changed

    def subscribe(self) -> None:
        """Have `wait` know of every change from now on."""
        with _translated():
            self._pulse.event_callback_set(self._note)
            self._pulse.event_mask_set("server", "sink", "source", "sink_input")

    def _note(self, event: object) -> None:
        """Called while the connection is used in any way, also while `state` asks."""
        self._has_changed = True
        raise self._stop_loop


def look_once() -> ServerState:
    """The state over a connection made for it. Raises DeviceError."""
    with SoundServer() as server:
        return server.state()


def rate_of(record_id: str) -> int | None:
    """The rate at which the service runs a source, None when it cannot be told."""
    if not is_used():
        return None
    try:
        endpoint = look_once().heard_by(record_id)
    except DeviceError:
        return None
    return endpoint.rate_hz if endpoint is not None else None


def find(endpoints: tuple[Endpoint, ...], wanted: str) -> Endpoint | None:
    """An endpoint by id, the id of what records it, name, or part of a name."""
    folded = wanted.casefold()
    for each in endpoints:
        if wanted in (each.id, each.record_id) or each.name.casefold() == folded:
            return each
    return next((each for each in endpoints if folded in each.name.casefold()), None)


def streams_of(state: ServerState, application: str) -> list[Stream]:
    """An application's streams by (part of) its name, those that play first, the newest first."""
    folded = application.casefold()
    named = [each for each in state.streams if folded in each.application.casefold()]
    return sorted(named, key=lambda each: (not each.is_playing, -each.index))


def fault_of(endpoint: Endpoint, kind: Literal["loopback", "microphone"]) -> tuple[str, str] | None:
    """(what, advice) when nothing, or hardly anything, can be heard from it as it is set; else None."""
    if kind == "microphone":
        if endpoint.is_muted or endpoint.volume == 0:
            return (
                f"{endpoint.name} is muted.",
                "Switch it on in the sound settings, or with its own switch or key.",
            )
        return None
    if endpoint.is_dummy:
        return (
            "The sound service has no real output (it shows a dummy).",
            "Connect or switch on speakers, headphones or a screen with sound; captions then go on.",
        )
    if endpoint.is_muted or endpoint.volume == 0:
        return (
            f"{endpoint.name} is muted, and muted sound may not reach the captions.",
            "Switch the mute off in the sound settings; where it must be quiet, plug in headphones.",
        )
    if endpoint.volume < LOW_VOLUME:
        return (
            f"{endpoint.name} is set very low ({endpoint.volume:.0%}), which may be too quiet for captions.",
            "Raise its volume; where it must be quiet, plug in headphones.",
        )
    return None


def _server_name(info: Any) -> str:
    """PipeWire calls itself "PulseAudio (on PipeWire 1.0.5)"; PulseAudio "pulseaudio"."""
    name = str(info.server_name)
    if "pipewire" in name.casefold():
        return name
    return f"PulseAudio {info.server_version}"


def _endpoint(raw: Any, record_id: str) -> Endpoint:
    driver = str(raw.driver or "")
    return Endpoint(
        str(raw.name),
        str(raw.description),
        str(record_id),
        int(raw.sample_spec.rate),
        int(raw.sample_spec.channels),
        bool(raw.mute),
        float(raw.volume.value_flat),
        str(raw.name) == "auto_null" or ("null" in driver and str(raw.description) == "Dummy Output"),
        getattr(raw, "state", "") == "suspended",
    )


def _stream(raw: Any, outputs: dict[int, str]) -> Stream:
    properties = raw.proplist
    name = properties.get("application.name") or properties.get("application.process.binary") or raw.name
    return Stream(int(raw.index), str(name), outputs.get(raw.sink, ""), not raw.corked and not raw.mute)


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    """pulsectl raises PulseError, its own CallError, OSError without libpulse, and more: all mean silence."""
    try:
        yield
    except DeviceError:
        raise
    except Exception as error:
        log.info("the sound service does not answer (%s: %s)", type(error).__name__, error)
        raise DeviceError("No sound service (PulseAudio or PipeWire) answers.", SERVICE_ADVICE) from error
