"""The sound devices of this computer; the edge at which soundcard's and sounddevice's errors become ours."""

from __future__ import annotations

import atexit
import contextlib
import importlib
import logging
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from app.audio.pulse import SERVICE_ADVICE
from app.audio.reasons import reason_for
from engines.errors import DeviceError

log = logging.getLogger(__name__)

RECORD_RATE_HZ = 48_000
"""The rate asked of soundcard; the system's mixer runs at this rate or converts."""
IMPORT_LIMIT_S = 5.0

OUTPUT_ADVICE = (
    "Connect or switch on a sound output in the system's sound settings, or give Sightline a file."
)
INPUT_ADVICE = "Connect a microphone and allow it in the system's privacy settings."


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """A device that can be recorded. rate_hz: the rate at which Sightline records it."""

    name: str
    id: str
    kind: Literal["loopback", "microphone"]
    rate_hz: int
    n_channels: int
    is_default: bool


class Discontinuities:
    """Stands in for `warnings` inside soundcard: counts "data discontinuity" instead of printing it."""

    def __init__(self) -> None:
        self.n = 0

    def warn(self, message: object, *_: object, **__: object) -> None:
        self.n += 1
        log.info("soundcard: %s", message)

    def __getattr__(self, name: str) -> Any:
        return getattr(warnings, name)


discontinuities = Discontinuities()
_guard = threading.RLock()
_n_uses: dict[int, int] = {}
"""Streams on each of soundcard's connections, by id."""


@contextlib.contextmanager
def translated(what: str, advice: str) -> Iterator[None]:
    """Turns any error of a sound library into DeviceError(what, advice).

    The libraries raise IndexError, KeyError, TypeError, AssertionError, RuntimeError and types of their own
    for a device that went away, so every Exception counts.
    """
    try:
        yield
    except DeviceError:
        raise
    except Exception as error:
        log.info("%s (%s: %s)", what, type(error).__name__, error)
        raise device_error(what, advice, error) from error


def device_error(what: str, advice: str, cause: BaseException | None) -> DeviceError:
    """`what`, with the reason and its own advice where the library's error tells."""
    reason = reason_for(cause)
    if reason is None:
        return DeviceError(what, advice)
    return DeviceError(f"{what} {reason[0]}", reason[1])


def soundcard_library() -> Any:
    """The soundcard module with a live connection. Raises DeviceError when there is no sound service.

    On Linux, importing soundcard connects to PulseAudio: it fails without a server and may hang with one
    that does not answer. Its one connection does not survive the server, so it is made anew here.
    """
    with _guard:
        module = sys.modules.get("soundcard")
        if module is None:
            module = _import_soundcard()
        if sys.platform == "linux":
            pulse = sys.modules.get("soundcard.pulseaudio")
            if pulse is not None and not hasattr(pulse, "_pulse"):
                # Still being imported, since the service has not answered yet.
                raise DeviceError("No sound service (PulseAudio or PipeWire) answers.", SERVICE_ADVICE)
            if pulse is not None:
                _keep_connected(pulse)
        return module


class ConnectionUse:
    """Holds soundcard's present connection to PulseAudio for one stream, so that it is not freed under it."""

    def __init__(self) -> None:
        with _guard:
            pulse = sys.modules.get("soundcard.pulseaudio")
            self._connection: Any = None if pulse is None else pulse._pulse
            if self._connection is not None:
                _n_uses[id(self._connection)] = _n_uses.get(id(self._connection), 0) + 1

    @property
    def is_alive(self) -> bool:
        """False when the connection is known to be broken; only until `end`."""
        connection = self._connection
        return connection is None or _is_ready(sys.modules["soundcard.pulseaudio"], connection)

    def end(self) -> None:
        """The stream is gone. The last use of a dead connection frees it."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        with _guard:
            _n_uses[id(connection)] -= 1
            module = sys.modules["soundcard.pulseaudio"]
            if connection is not module._pulse:
                _free_if_unused(module, connection)


def _free_if_unused(module: Any, connection: Any) -> None:
    """Give a dead connection's thread and memory back (the caller holds _guard)."""
    if _n_uses.get(id(connection), 0):
        return
    _n_uses.pop(id(connection), None)
    if hasattr(connection, "sightline_end"):
        atexit.unregister(connection.sightline_end)
    module._pa.pa_threaded_mainloop_stop(connection.mainloop)
    module._pa.pa_context_unref(connection.context)
    module._pa.pa_threaded_mainloop_free(connection.mainloop)


def _import_soundcard() -> Any:
    if sys.platform != "linux":
        if sys.platform == "win32":
            _keep_com()
        with translated("The computer's sound system does not answer.", OUTPUT_ADVICE):
            module = importlib.import_module("soundcard")
            for name in ("soundcard.mediafoundation", "soundcard.coreaudio"):
                if name in sys.modules:
                    sys.modules[name].warnings = discontinuities  # type: ignore[attr-defined]
        return module
    found: list[Any] = []

    def load() -> None:
        try:
            found.append(importlib.import_module("soundcard"))
        except Exception as error:
            found.append(error)

    thread = threading.Thread(target=load, name="soundcard-import", daemon=True)
    thread.start()
    thread.join(IMPORT_LIMIT_S)
    if not found or isinstance(found[0], Exception):
        cause = found[0] if found else None
        if isinstance(cause, OSError):
            raise DeviceError(
                "PulseAudio's library is missing.", "Install it (Debian: `sudo apt install libpulse0`)."
            ) from cause
        raise DeviceError("No sound service (PulseAudio or PipeWire) answers.", SERVICE_ADVICE) from cause
    return found[0]


def _keep_com() -> None:
    """Keeps COM up for every thread that records: soundcard sets it up for the thread that imports it alone.

    https://learn.microsoft.com/en-us/windows/win32/api/combaseapi/nf-combaseapi-coincrementmtausage
    """
    import ctypes

    cookie = ctypes.c_void_p()
    ctypes.windll.ole32.CoIncrementMTAUsage(ctypes.byref(cookie))  # type: ignore[attr-defined]


def _is_ready(module: Any, connection: Any) -> bool:
    return bool(connection._pa_context_get_state(connection.context) == module._pa.PA_CONTEXT_READY)


def _keep_connected(module: Any) -> None:
    """Replace soundcard's PulseAudio connection when its server went away. Raises DeviceError.

    WORKAROUND https://github.com/bastibe/SoundCard: 0.4.6 has one connection for the life of the process,
    and hands NULL to pa_operation_unref after the server died, which aborts the process.
    """
    connection = module._pulse
    if not _is_ready(module, connection):
        dead, connection = connection, _reconnect(module)
        module._pulse = connection
        # Else its last stream frees it.
        _free_if_unused(module, dead)
    if not hasattr(connection, "sightline_unref"):
        unref = connection._pa_operation_unref
        connection.sightline_unref = unref
        connection._pa_operation_unref = lambda operation: (
            None if operation == module._ffi.NULL else unref(operation)
        )
        # soundcard's own would wait for the server's last word, which may never come.
        atexit.unregister(connection._shutdown)
        connection.sightline_end = partial(module._pa.pa_threaded_mainloop_stop, connection.mainloop)
        atexit.register(connection.sightline_end)


def _reconnect(module: Any) -> Any:
    pa, ffi = module._pa, module._ffi
    connection = module._PulseAudio.__new__(module._PulseAudio)
    connection.mainloop = pa.pa_threaded_mainloop_new()
    connection.mainloop_api = pa.pa_threaded_mainloop_get_api(connection.mainloop)
    connection.context = pa.pa_context_new(connection.mainloop_api, b"Sightline")
    pa.pa_context_connect(connection.context, ffi.NULL, pa.PA_CONTEXT_NOFLAGS, ffi.NULL)
    pa.pa_threaded_mainloop_start(connection.mainloop)
    under_way = (
        pa.PA_CONTEXT_UNCONNECTED,
        pa.PA_CONTEXT_CONNECTING,
        pa.PA_CONTEXT_AUTHORIZING,
        pa.PA_CONTEXT_SETTING_NAME,
    )
    pause = threading.Event()
    for _ in range(int(IMPORT_LIMIT_S / 0.005)):
        state = connection._pa_context_get_state(connection.context)
        if state not in under_way:
            break
        pause.wait(0.005)
    if state == pa.PA_CONTEXT_READY:
        return connection
    pa.pa_threaded_mainloop_stop(connection.mainloop)
    pa.pa_context_disconnect(connection.context)
    pa.pa_context_unref(connection.context)
    pa.pa_threaded_mainloop_free(connection.mainloop)
    raise DeviceError("No sound service (PulseAudio or PipeWire) answers.", SERVICE_ADVICE)


def default_loopback() -> Any:
    """soundcard's microphone object that hears the default output. Raises DeviceError.

    The default output's real id is looked up and only its own monitor will do, never a microphone: see
    https://github.com/LizardByte/Sunshine/issues/127.
    """
    library = soundcard_library()
    with _guard, translated("There is no sound output to listen to.", OUTPUT_ADVICE):
        speaker_id = str(library.default_speaker().id)
        for microphone in library.all_microphones(include_loopback=True):
            if str(microphone.id) in (speaker_id, speaker_id + ".monitor") and microphone.isloopback:
                return microphone
    raise DeviceError(
        "The default sound output cannot be recorded.",
        "On macOS install a loopback driver such as BlackHole; elsewhere choose another output.",
    )


def default_microphone() -> Any:
    """soundcard's object of the default microphone, else the first real one. Raises DeviceError.

    PulseAudio names an output's monitor as the default source when there is no microphone; that is never
    taken.
    """
    library = soundcard_library()
    with _guard, translated("There is no microphone.", INPUT_ADVICE):
        microphones = _real_microphones(library)
        default_id = None
        with contextlib.suppress(Exception):
            default_id = library.default_microphone().id
        for microphone in microphones:
            if microphone.id == default_id:
                return microphone
        if microphones:
            return microphones[0]
    raise DeviceError("There is no microphone.", INPUT_ADVICE)


def find(device: str, kind: Literal["loopback", "microphone"]) -> Any:
    """soundcard's object of a device by its id or (part of) its name. Raises DeviceError."""
    library = soundcard_library()
    with _guard, translated("The sound devices cannot be listed.", SERVICE_ADVICE):
        every = library.all_microphones(include_loopback=True)
        candidates = [m for m in every if bool(m.isloopback) == (kind == "loopback")]
        wanted = device.casefold()
        tests: tuple[Callable[[Any], bool], ...] = (
            lambda m: str(m.id) in (device, device + ".monitor"),
            lambda m: str(m.name).casefold() == wanted,
            lambda m: wanted in str(m.name).casefold(),
        )
        for test in tests:
            for candidate in candidates:
                if test(candidate):
                    return candidate
        names = ", ".join(str(m.name) for m in candidates) or "none"
    called = "sound output" if kind == "loopback" else "microphone"
    raise DeviceError(f'There is no {called} "{device}".', f"Choose one of: {names}.")


def list_loopbacks() -> list[DeviceInfo]:
    """Every output that can be listened to. Raises DeviceError when there is no sound service."""
    library = soundcard_library()
    default_id = None
    with contextlib.suppress(DeviceError):
        default_id = default_loopback().id
    with _guard, translated("The sound outputs cannot be listed.", SERVICE_ADVICE):
        every = library.all_microphones(include_loopback=True)
        return [_describe(m, "loopback", default_id) for m in every if m.isloopback]


def list_microphones() -> list[DeviceInfo]:
    """Every microphone. Without a sound service, those that PortAudio finds. Raises DeviceError."""
    try:
        library = soundcard_library()
    except DeviceError:
        return _list_portaudio()
    default_id = None
    with contextlib.suppress(DeviceError):
        default_id = default_microphone().id
    with _guard, translated("The microphones cannot be listed.", SERVICE_ADVICE):
        return [_describe(m, "microphone", default_id) for m in _real_microphones(library)]


def sounddevice_library() -> Any:
    """The sounddevice module. Raises DeviceError when PortAudio is missing."""
    with translated(
        "PortAudio's library is missing.", "Install it (Debian: `sudo apt install libportaudio2`)."
    ):
        return importlib.import_module("sounddevice")


def n_channels_of(device: Any) -> int:
    """Channels of a soundcard device: a number on Linux and Windows, a list on some systems; at least 1.

    2 where it cannot be told: soundcard's WASAPI part knows one form of a device's format and asserts it.
    """
    try:
        channels = device.channels
    except AssertionError:
        return 2
    n = len(channels) if hasattr(channels, "__len__") else int(channels)
    return max(1, n)


def _real_microphones(library: Any) -> list[Any]:
    return [m for m in library.all_microphones(include_loopback=False) if not m.isloopback]


def _describe(device: Any, kind: Literal["loopback", "microphone"], default_id: object) -> DeviceInfo:
    is_default = default_id is not None and device.id == default_id
    return DeviceInfo(
        str(device.name), str(device.id), kind, RECORD_RATE_HZ, n_channels_of(device), is_default
    )


def _list_portaudio() -> list[DeviceInfo]:
    library = sounddevice_library()
    with translated("The microphones cannot be listed.", INPUT_ADVICE):
        default = library.default.device[0]
        return [
            DeviceInfo(
                str(info["name"]),
                str(info["name"]),
                "microphone",
                int(info["default_samplerate"]),
                int(info["max_input_channels"]),
                index == default,
            )
            for index, info in enumerate(library.query_devices())
            if info["max_input_channels"] > 0
        ]
