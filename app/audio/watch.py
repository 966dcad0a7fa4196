"""Watches what is recorded: which device is wanted now, and why only silence arrives. A thread of its own.

Where the system tells of changes (PulseAudio, PipeWire) it is listened to; elsewhere it is asked each 0.5 s.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from app.audio import pulse
from engines.errors import DeviceError

log = logging.getLogger(__name__)

WATCH_EVERY_S = 0.5
LOOK_EVERY_S = 5.0
"""Without an event, the service is asked this often all the same."""
MUTED_AFTER_S = 3.0
SILENT_AFTER_S = 30.0
HEARD = 1e-3
"""Peak from which an application is taken to play something (-60 dB)."""
N_STREAMS_MEASURED = 4

Kind = Literal["loopback", "microphone"]


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault that lasts: shown as a state for as long as it does."""

    code: str
    what: str
    advice: str


class Watcher(Protocol):
    """Answers about one source. Any call may hang or raise DeviceError."""

    def wanted_id(self) -> str | None:
        """The device that should be recorded now, None when unknown."""
        ...

    def silence(self, recorded_id: str, silent_s: float) -> Trouble | None:
        """Why nothing but digital zeros came for silent_s, None when that is as it should be."""
        ...

    def wait(self, stop: threading.Event) -> None:
        """Until something may have changed, half a second at most."""
        ...

    def close(self) -> None: ...


class PollWatcher:
    """Asks `ask` again and again; knows of silence only that a microphone is never digitally silent."""

    def __init__(self, ask: Callable[[], str | None], kind: Kind) -> None:
        self._ask = ask
        self._kind = kind

    def wanted_id(self) -> str | None:
        return self._ask()

    def silence(self, recorded_id: str, silent_s: float) -> Trouble | None:
        if self._kind == "microphone" and silent_s >= SILENT_AFTER_S:
            return _dead_microphone("The microphone")
        return None

    def wait(self, stop: threading.Event) -> None:
        stop.wait(WATCH_EVERY_S)

    def close(self) -> None:
        pass


class ServiceWatcher:
    """Listens to PulseAudio or PipeWire."""

    def __init__(
        self,
        target: Callable[[pulse.ServerState], str | None],
        kind: Kind,
        measure: Callable[[pulse.ServerState, pulse.Stream], float] = lambda state, stream: 0.0,
    ) -> None:
        """target: what a source would record, given the service's state. measure: an application's peak."""
        self._target = target
        self._kind = kind
        self._measure = measure
        self._server = pulse.SoundServer()
        self._server.subscribe()
        self._state = self._server.state()
        self._n_waits = 0

    def wanted_id(self) -> str | None:
        return self._target(self._state)

    def silence(self, recorded_id: str, silent_s: float) -> Trouble | None:
        if silent_s < MUTED_AFTER_S:
            return None
        endpoint = self._state.heard_by(recorded_id)
        if endpoint is None:
            return None
        fault = pulse.fault_of(endpoint, self._kind)
        if self._kind == "microphone":
            if fault is not None:
                return Trouble("sound-muted", *fault)
            return _dead_microphone(endpoint.name) if silent_s >= SILENT_AFTER_S else None
        if fault is None and silent_s < SILENT_AFTER_S:
            return None
        playing = self._playing()
        if playing is None:
            return None
        if playing.output_id != endpoint.id:
            other = self._state.output(playing.output_id)
            return Trouble(
                "sound-elsewhere",
                f"{playing.application} plays on {other.name if other else 'another output'}, "
                f"but {endpoint.name} is listened to.",
                "Choose that output for the captions, or move the sound in the sound settings.",
            )
        if fault is not None:
            return Trouble("sound-muted", *fault)
        return Trouble(
            "sound-silent",
            f"{playing.application} plays, but only silence arrives from {endpoint.name}.",
            "Choose another output for the captions, or run `sightline doctor --sound`.",
        )

    def wait(self, stop: threading.Event) -> None:
        self._n_waits += 1
        if self._server.wait(WATCH_EVERY_S) or self._n_waits * WATCH_EVERY_S >= LOOK_EVERY_S:
            self._n_waits = 0
            self._state = self._server.state()

    def close(self) -> None:
        self._server.close()

    def _playing(self) -> pulse.Stream | None:
        """A stream that sends real sound now, on the output that is listened to if there is one."""
        self._state = self._server.state()
        going = [each for each in self._state.streams if each.is_playing]
        for stream in going[-N_STREAMS_MEASURED:]:
            if self._measure(self._state, stream) > HEARD:
                return stream
        return None


def _dead_microphone(name: str) -> Trouble:
    return Trouble(
        "sound-silent",
        f"{name} delivers only silence.",
        "Look for a switch on it, and allow the microphone in the system's privacy settings.",
    )


class Watch:
    """Runs a watcher on a thread of its own, since any question may hang; the answers are plain fields."""

    def __init__(
        self,
        make_watcher: Callable[[], Watcher],
        silence: Callable[[], tuple[str, float]],
        stop: threading.Event,
    ) -> None:
        """silence: (recorded id, seconds of digital zeros so far) as the capturing thread knows them."""
        self._make_watcher = make_watcher
        self._silence = silence
        self._stop = stop
        self.wanted_id: str | None = None
        self.trouble: Trouble | None = None
        """Why only silence arrives; None while all is well."""

    def start(self) -> None:
        threading.Thread(target=self._run, name="capture-watch", daemon=True).start()

    def _run(self) -> None:
        watcher: Watcher | None = None
        while not self._stop.is_set():
            try:
                if watcher is None:
                    watcher = self._make_watcher()
                self.wanted_id = watcher.wanted_id()
                self.trouble = watcher.silence(*self._silence())
                watcher.wait(self._stop)
            except Exception as error:
                if not isinstance(error, DeviceError):
                    log.exception("the watch over the sound devices failed")
                self.wanted_id = self.trouble = None
                if watcher is not None:
                    watcher.close()
                    watcher = None
                self._stop.wait(WATCH_EVERY_S)
        if watcher is not None:
            watcher.close()
