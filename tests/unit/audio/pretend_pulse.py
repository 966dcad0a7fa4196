"""A pretended pulsectl, as its 24.12 behaves: objects with its field names, errors of its own."""

from __future__ import annotations

import time
from types import ModuleType, SimpleNamespace
from typing import Any


class PulseLoopStop(Exception):
    """Ends event_listen from its callback."""


class PulseError(Exception):
    """The server does not answer."""


def device(index: int, name: str, description: str, **changes: Any) -> SimpleNamespace:
    """A sink (monitor_source_name) or a source (monitor_of_sink_name)."""
    made = SimpleNamespace(
        index=index,
        name=name,
        description=description,
        driver="module-alsa-card.c",
        mute=0,
        volume=SimpleNamespace(value_flat=1.0),
        sample_spec=SimpleNamespace(rate=44_100, channels=2),
        monitor_source_name=f"{name}.monitor",
        monitor_of_sink_name=None,
        proplist={},
    )
    vars(made).update(changes)
    return made


def stream(index: int, application: str, sink: int, **changes: Any) -> SimpleNamespace:
    made = SimpleNamespace(
        index=index,
        name="playback",
        sink=sink,
        corked=0,
        mute=0,
        proplist={"application.name": application},
    )
    vars(made).update(changes)
    return made


class PretendPulsectl(ModuleType):
    """What `import pulsectl` gives; its fields are the server's."""

    PulseLoopStop = PulseLoopStop
    PulseError = PulseError

    def __init__(self) -> None:
        super().__init__("pulsectl")
        self.sinks = [device(0, "speakers", "Speakers"), device(1, "hdmi", "Screen")]
        self.sources = [
            device(0, "speakers.monitor", "Monitor of Speakers", monitor_of_sink_name="speakers"),
            device(1, "hdmi.monitor", "Monitor of Screen", monitor_of_sink_name="hdmi"),
            device(2, "mic", "Desk Mic"),
        ]
        self.streams: list[SimpleNamespace] = []
        self.peaks: dict[int, float] = {}
        self.default_sink, self.default_source = "speakers", "mic"
        self.server_name, self.is_down = "pulseaudio", False
        self.connections: list[Any] = []
        server = self

        class Pulse:
            def __init__(self, name: str, connect: bool = True) -> None:
                self.connected: bool | None = None
                self.is_closed = False
                self.callback: Any = None
                server.connections.append(self)

            def _pulse_state_cb(self, context: Any, userdata: Any) -> None:
                self.connected = True

            def connect(self, timeout: float | None = None) -> None:
                self._check()
                self._pulse_state_cb(None, None)

            def _check(self) -> None:
                if server.is_down:
                    raise PulseError("no answer")

            def server_info(self) -> SimpleNamespace:
                self._check()
                return SimpleNamespace(
                    server_name=server.server_name,
                    server_version="16.1",
                    default_sink_name=server.default_sink,
                    default_source_name=server.default_source,
                )

            def sink_list(self) -> list[SimpleNamespace]:
                return list(server.sinks)

            def source_list(self) -> list[SimpleNamespace]:
                return list(server.sources)

            def sink_input_list(self) -> list[SimpleNamespace]:
                return list(server.streams)

            def event_callback_set(self, callback: Any) -> None:
                self.callback = callback

            def event_mask_set(self, *masks: str) -> None:
                self._check()

            def event_listen(self, timeout: float) -> None:
                self._check()
                time.sleep(min(timeout, 0.02))

            def close(self) -> None:
                self.is_closed = True

        self.Pulse = Pulse

    def change(self) -> None:
        """Tell every subscriber that something changed, as libpulse does in the middle of any call."""
        for connection in self.connections:
            if connection.callback is not None:
                try:
                    connection.callback(None)
                except PulseLoopStop:
                    connection.has_stopped = True
