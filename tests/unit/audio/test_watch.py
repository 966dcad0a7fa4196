"""What the sound service says, and what the watch makes of it, with a pretended pulsectl."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable

import pytest

from app.audio import pulse, watch
from app.audio.pulse import SoundServer, fault_of, find, look_once, streams_of
from app.audio.watch import PollWatcher, ServiceWatcher, Watch
from engines.errors import DeviceError
from tests.unit.audio.pretend_pulse import PretendPulsectl, device, stream


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> PretendPulsectl:
    module = PretendPulsectl()
    monkeypatch.setitem(sys.modules, "pulsectl", module)
    monkeypatch.setattr(pulse, "is_used", lambda: True)
    return module


def default_target(state: pulse.ServerState) -> str | None:
    output = state.default_output
    return output.record_id if output is not None else None


def measured(service: PretendPulsectl) -> Callable[[pulse.ServerState, pulse.Stream], float]:
    return lambda state, stream: service.peaks.get(stream.index, 0.0)


def test_the_state_leaves_monitors_out(service: PretendPulsectl) -> None:
    service.streams = [stream(7, "Firefox", 1)]
    state = look_once()
    assert state.server == "PulseAudio 16.1"
    assert [each.id for each in state.outputs] == ["speakers", "hdmi"]
    assert [each.id for each in state.inputs] == ["mic"]
    assert state.default_output is not None
    assert state.default_output.record_id == "speakers.monitor"
    assert state.streams == (pulse.Stream(7, "Firefox", "hdmi", True),)
    assert service.connections[-1].is_closed
    service.server_name = "PulseAudio (on PipeWire 1.0.5)"
    assert look_once().server == "PulseAudio (on PipeWire 1.0.5)"


def test_a_monitor_as_default_source_is_no_microphone(service: PretendPulsectl) -> None:
    service.default_source = "speakers.monitor"
    found = look_once().default_input
    assert found is not None
    assert found.id == "mic"
    service.sources.pop()
    assert look_once().default_input is None


def test_no_service_is_a_device_error(service: PretendPulsectl) -> None:
    service.is_down = True
    with pytest.raises(DeviceError, match="sound service") as caught:
        look_once()
    assert caught.value.advice
    assert pulse.rate_of("mic") is None
    service.is_down = False
    assert pulse.rate_of("mic") == 44_100
    assert pulse.rate_of("gone") is None


def test_a_change_during_another_call_is_not_missed(service: PretendPulsectl) -> None:
    with SoundServer() as server:
        server.subscribe()
        assert not server.wait(0.01)
        service.change()
        server.state()
        assert server.wait(5.0)
        assert not server.wait(0.01)


def test_find_and_streams(service: PretendPulsectl) -> None:
    service.streams = [
        stream(3, "Firefox", 0),
        stream(5, "firefox-esr", 1),
        stream(9, "Firefox", 0, corked=1),
    ]
    state = look_once()
    assert [
        each.id for each in (find(state.outputs, "scr"), find(state.outputs, "hdmi.monitor")) if each
    ] == [
        "hdmi",
        "hdmi",
    ]
    assert find(state.outputs, "kitchen") is None
    assert [each.index for each in streams_of(state, "firefox")] == [5, 3, 9]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"mute": 1}, "muted"),
        ({"volume": type("V", (), {"value_flat": 0.0})()}, "muted"),
        ({"volume": type("V", (), {"value_flat": 0.05})()}, "very low"),
        ({"name": "auto_null", "description": "Dummy Output"}, "dummy"),
    ],
)
def test_faults_of_an_output(service: PretendPulsectl, changes: dict[str, object], said: str) -> None:
    assert fault_of(look_once().outputs[0], "loopback") is None
    vars(service.sinks[0]).update(changes)
    fault = fault_of(look_once().outputs[0], "loopback")
    assert fault is not None
    assert said in fault[0]
    assert fault[1].endswith(".")


def test_silence_while_an_application_plays_is_trouble(service: PretendPulsectl) -> None:
    watcher = ServiceWatcher(default_target, "loopback", measured(service))
    assert watcher.silence("speakers.monitor", 60) is None
    service.streams, service.peaks = [stream(3, "Firefox", 0)], {3: 0.0}
    # A stream that is open and silent (a paused film) is no reason for alarm.
    assert watcher.silence("speakers.monitor", 60) is None
    service.peaks = {3: 0.2}
    assert watcher.silence("speakers.monitor", 10) is None
    trouble = watcher.silence("speakers.monitor", 31)
    assert trouble is not None
    assert (trouble.code, "Firefox" in trouble.what) == ("sound-silent", True)


def test_sound_on_another_output_is_said(service: PretendPulsectl) -> None:
    service.streams, service.peaks = [stream(3, "Firefox", 1)], {3: 0.2}
    trouble = ServiceWatcher(default_target, "loopback", measured(service)).silence("speakers.monitor", 31)
    assert trouble is not None
    assert trouble.code == "sound-elsewhere"
    assert "Screen" in trouble.what
    assert "Speakers" in trouble.what


def test_a_muted_output_is_said_soon_and_only_while_something_plays(service: PretendPulsectl) -> None:
    service.sinks[0].mute = 1
    watcher = ServiceWatcher(default_target, "loopback", measured(service))
    assert watcher.silence("speakers.monitor", 4) is None
    service.streams, service.peaks = [stream(3, "Firefox", 0)], {3: 0.2}
    trouble = watcher.silence("speakers.monitor", 4)
    assert trouble is not None
    assert trouble.code == "sound-muted"


def test_a_microphone_that_gives_zeros(service: PretendPulsectl) -> None:
    watcher = ServiceWatcher(lambda state: "mic", "microphone")
    assert watcher.silence("mic", 10) is None
    trouble = watcher.silence("mic", 31)
    assert trouble is not None
    assert "privacy" in trouble.advice
    service.sources[2].mute = 1
    trouble = ServiceWatcher(lambda state: "mic", "microphone").silence("mic", 4)
    assert trouble is not None
    assert trouble.code == "sound-muted"


def test_other_systems_know_only_dead_microphones() -> None:
    assert PollWatcher(lambda: "a", "loopback").silence("a", 100) is None
    assert PollWatcher(lambda: "a", "microphone").silence("a", 100) is not None


def test_the_watch_outlives_the_service(service: PretendPulsectl, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WATCH_EVERY_S", 0.02)
    stop = threading.Event()
    watching = Watch(lambda: ServiceWatcher(default_target, "loopback"), lambda: ("", 0.0), stop)

    def wait_for(wanted: str | None) -> None:
        limit_s = time.monotonic() + 5
        while watching.wanted_id != wanted and time.monotonic() < limit_s:
            time.sleep(0.01)
        assert watching.wanted_id == wanted

    watching.start()
    wait_for("speakers.monitor")
    service.default_sink = "hdmi"
    service.change()
    wait_for("hdmi.monitor")
    service.is_down = True
    wait_for(None)
    service.is_down = False
    wait_for("hdmi.monitor")
    stop.set()
    limit_s = time.monotonic() + 5
    while not all(each.is_closed for each in service.connections) and time.monotonic() < limit_s:
        time.sleep(0.01)
    assert all(each.is_closed for each in service.connections)


def test_an_output_without_a_name_is_described(service: PretendPulsectl) -> None:
    service.sinks.append(device(9, "usb", "USB", driver=None))
    assert look_once().output("usb") is not None
