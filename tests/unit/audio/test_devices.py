"""Devices, loopback and microphone against pretended soundcard and sounddevice modules."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from app.audio import devices, pulse
from app.audio.loopback import LoopbackSource
from app.audio.microphone import MicrophoneSource, PortAudioRecording
from engines.errors import DeviceError


class PretendRecorder:
    def __init__(self, device: PretendDevice, n_channels: int, n_frames: int) -> None:
        self.device, self.n_channels, self.n_frames = device, n_channels, n_frames

    def __enter__(self) -> PretendRecorder:
        if self.device.refusal:
            raise RuntimeError(self.device.refusal)
        return self

    def __exit__(self, *_: object) -> None:
        self.device.n_closed += 1

    def record(self, n_frames: int | None) -> np.ndarray[Any, Any]:
        time.sleep(0.02)
        while self.device.is_dry:
            time.sleep(0.02)
        if self.device.is_gone:
            # What soundcard 0.4.6 really raises when a stream dies under it.
            raise TypeError("object of type 'NoneType' has no len()")
        return np.full((self.n_frames, self.n_channels), self.device.value, np.float32)


class PretendDevice:
    channels = 2

    def __init__(self, id: str, name: str, *, isloopback: bool, value: float = 0.0) -> None:
        self.id, self.name, self.isloopback, self.value = id, name, isloopback, value
        self.is_gone = self.is_dry = False
        self.refusal = ""
        self.n_closed = 0

    def recorder(self, rate_hz: int, channels: int, blocksize: int) -> PretendRecorder:
        return PretendRecorder(self, channels, blocksize)


class PretendSoundcard(ModuleType):
    def __init__(self) -> None:
        super().__init__("soundcard")
        self.monitor = PretendDevice("out.monitor", "Monitor of Out", isloopback=True, value=0.5)
        self.other = PretendDevice("usb.monitor", "Monitor of USB", isloopback=True, value=0.1)
        self.mic = PretendDevice("mic", "Desk Mic", isloopback=False, value=0.25)
        self.everything = [self.mic, self.monitor, self.other]
        self.speaker_id = "out"
        self.source_id = "mic"

    def default_speaker(self) -> Any:
        if not self.speaker_id:
            raise KeyError("default sink id")
        return SimpleNamespace(id=self.speaker_id)

    def default_microphone(self) -> Any:
        return next(device for device in self.everything if device.id == self.source_id)

    def all_microphones(self, include_loopback: bool = False) -> list[PretendDevice]:
        return [device for device in self.everything if include_loopback or not device.isloopback]


@pytest.fixture
def soundcard(monkeypatch: pytest.MonkeyPatch) -> PretendSoundcard:
    module = PretendSoundcard()
    monkeypatch.setitem(sys.modules, "soundcard", module)
    monkeypatch.delitem(sys.modules, "soundcard.pulseaudio", raising=False)
    # As on a system without PulseAudio, or nothing here would be pretended.
    monkeypatch.setattr(pulse, "is_used", lambda: False)
    return module


@pytest.fixture
def no_soundcard(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise DeviceError("No sound service answers.", "start it")

    monkeypatch.setattr(devices, "soundcard_library", refuse)


class PretendStream:
    def __init__(self, library: PretendSounddevice, **settings: Any) -> None:
        self.settings = settings
        self.active = False
        self.is_closed = False
        library.streams.append(self)

    def start(self) -> None:
        self.active = True

    def abort(self) -> None:
        self.active = False

    def close(self) -> None:
        self.is_closed = True

    def deliver(self, value: float, *, overflow: bool = False, n_frames: int | None = None) -> None:
        n = n_frames or self.settings["blocksize"]
        frames = np.full((n, self.settings["channels"]), value, np.float32)
        self.settings["callback"](frames, n, None, SimpleNamespace(input_overflow=overflow))
        frames[:] = 9.0


class PretendSounddevice(ModuleType):
    def __init__(self) -> None:
        super().__init__("sounddevice")
        self.streams: list[PretendStream] = []
        self.is_broken = False
        self.default = SimpleNamespace(device=[0, 0])

    def query_devices(self, device: Any = None, kind: str | None = None) -> Any:
        info = {"name": "ALSA mic", "default_samplerate": 44_100.0, "max_input_channels": 32}
        return info if kind else [info, {"name": "out", "default_samplerate": 1.0, "max_input_channels": 0}]

    def InputStream(self, **settings: Any) -> PretendStream:
        if self.is_broken:
            raise OSError("PortAudioError: Invalid device")
        return PretendStream(self, **settings)

    def _terminate(self) -> None: ...
    def _initialize(self) -> None: ...


@pytest.fixture
def sounddevice(monkeypatch: pytest.MonkeyPatch) -> PretendSounddevice:
    module = PretendSounddevice()
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    return module


def test_the_default_outputs_own_monitor_is_taken(soundcard: PretendSoundcard) -> None:
    assert devices.default_loopback() is soundcard.monitor
    soundcard.speaker_id = "usb"
    assert devices.default_loopback() is soundcard.other


@pytest.mark.parametrize("speaker_id", ["", "mic", "unheard"])
def test_a_microphone_never_stands_in_for_the_output(soundcard: PretendSoundcard, speaker_id: str) -> None:
    soundcard.speaker_id = speaker_id
    with pytest.raises(DeviceError) as caught:
        LoopbackSource().open()
    assert caught.value.advice
    assert caught.value.exit_code == 5


def test_a_monitor_never_stands_in_for_a_microphone(soundcard: PretendSoundcard) -> None:
    soundcard.source_id = "out.monitor"
    assert devices.default_microphone() is soundcard.mic
    soundcard.everything.remove(soundcard.mic)
    with pytest.raises(DeviceError, match="no microphone"):
        MicrophoneSource().open()


def test_lists(soundcard: PretendSoundcard) -> None:
    assert [(d.id, d.is_default, d.kind) for d in devices.list_loopbacks()] == [
        ("out.monitor", True, "loopback"),
        ("usb.monitor", False, "loopback"),
    ]
    (mic,) = devices.list_microphones()
    assert (mic.name, mic.n_channels, mic.rate_hz, mic.is_default) == ("Desk Mic", 2, 48_000, True)


def test_find_by_id_name_or_part(soundcard: PretendSoundcard) -> None:
    assert devices.find("usb", "loopback") is soundcard.other
    assert devices.find("monitor of usb", "loopback") is soundcard.other
    assert devices.find("desk", "microphone") is soundcard.mic
    with pytest.raises(DeviceError, match='no microphone "usb"') as caught:
        devices.find("usb", "microphone")
    assert "Desk Mic" in caught.value.advice


def hear(source: LoopbackSource | MicrophoneSource, value: float, limit_s: float = 3.0) -> list[str]:
    codes: list[str] = []
    stop_s = time.monotonic() + limit_s
    while time.monotonic() < stop_s:
        block = source.read(0.1)
        codes += [notice[0] for notice in source.take_notices()]
        if block is not None and len(block.samples) > 50 and abs(float(block.samples[-1]) - value) < 0.02:
            return codes
    raise AssertionError(f"{value} was not heard; {codes}")


def test_loopback_hears_follows_and_mends(soundcard: PretendSoundcard) -> None:
    source = LoopbackSource()
    source.open()
    try:
        assert hear(source, 0.5) == []
        soundcard.speaker_id = "usb"
        assert hear(source, 0.1) == ["device-changed"]
        soundcard.other.is_gone = True
        soundcard.speaker_id = "out"
        assert "device-changed" in hear(source, 0.5)
    finally:
        source.close()
    assert soundcard.other.n_closed == 1


def test_loopback_that_cannot_start_is_a_device_error(soundcard: PretendSoundcard) -> None:
    soundcard.monitor.refusal = "stream creation failed"
    with pytest.raises(DeviceError):
        LoopbackSource().open()


def test_portaudio_recording(no_soundcard: None, sounddevice: PretendSounddevice) -> None:
    recording = PortAudioRecording(None, "", "")
    (stream,) = sounddevice.streams
    assert (recording.rate_hz, recording.n_channels) == (44_100, 2)
    assert recording.read(0.0) is None
    stream.deliver(0.5)
    stream.deliver(0.25, overflow=True)
    first, second = recording.read(0.1), recording.read(0.1)
    assert first is not None
    assert second is not None
    # Copied in the callback: PortAudio uses its buffer again.
    assert float(first.frames.max()) == 0.5
    assert second.is_gap or first.is_gap
    for _ in range(100):
        stream.deliver(0.1)
    stream.deliver(0.1)
    n = 0
    while recording.read(0.0) is not None:
        n += 1
    assert n == 66
    stream.deliver(0.2)
    late = recording.read(0.1)
    assert late is not None
    assert late.n_lost_frames == 35 * len(late.frames)
    stream.active = False
    with pytest.raises(DeviceError):
        recording.read(0.1)
    recording.close()
    assert stream.is_closed


def test_microphone_without_a_sound_service_uses_portaudio(
    no_soundcard: None, sounddevice: PretendSounddevice
) -> None:
    source = MicrophoneSource()
    source.open()
    try:
        assert source.device == "ALSA mic"
        sounddevice.streams[0].deliver(0.5)
        sounddevice.streams[0].deliver(0.5)
        assert hear(source, 0.5) == []
        sounddevice.streams[0].active = False
        stop_s = time.monotonic() + 2
        while len(sounddevice.streams) < 2 and time.monotonic() < stop_s:
            source.read(0.05)
        sounddevice.streams[1].deliver(0.25)
        sounddevice.streams[1].deliver(0.25)
        hear(source, 0.25)
    finally:
        source.close()
    assert all(stream.is_closed for stream in sounddevice.streams)


def test_other_systems_prefer_portaudio_and_fall_back(
    soundcard: PretendSoundcard, sounddevice: PretendSounddevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    source = MicrophoneSource()
    source.open()
    assert len(sounddevice.streams) == 1
    assert source.device == "Desk Mic"
    source.close()
    sounddevice.is_broken = True
    source.open()
    hear(source, 0.25)
    source.close()


def test_nothing_at_all_is_said(no_soundcard: None, sounddevice: PretendSounddevice) -> None:
    sounddevice.is_broken = True
    with pytest.raises(DeviceError) as caught:
        MicrophoneSource().open()
    assert caught.value.advice
    assert [info.name for info in devices.list_microphones()] == ["ALSA mic"]


def test_portaudio_missing(no_soundcard: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(DeviceError, match="PortAudio"):
        MicrophoneSource().open()


def test_soundcard_that_hangs_or_fails_on_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "soundcard", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(devices, "IMPORT_LIMIT_S", 0.1)
    release = threading.Event()

    def hang(name: str) -> None:
        release.wait(5)
        raise ImportError(name)

    monkeypatch.setattr(devices.importlib, "import_module", hang)
    with pytest.raises(DeviceError, match="sound service"):
        devices.soundcard_library()
    release.set()
    with pytest.raises(DeviceError, match="sound service"):
        devices.soundcard_library()


def test_discontinuities_are_counted_and_not_printed(recwarn: pytest.WarningsRecorder) -> None:
    counter = devices.Discontinuities()
    counter.warn("data discontinuity in recording", RuntimeWarning)
    assert counter.n == 1
    assert len(recwarn) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        # As soundcard's _COMLibrary.check_error and sounddevice's _check word them.
        ("Error 0x8889000a", "Another program"),
        ("Error opening InputStream: Device unavailable [PaErrorCode -9985]", "Another program"),
        ("Error 0x80070005", "refuses"),
        ("Error 0x88890004", "unplugged"),
        ("Error 0x88890010", "audio service"),
        ("unsupported format", "format"),
    ],
)
def test_a_refusal_is_given_its_reason(soundcard: PretendSoundcard, words: str, said: str) -> None:
    soundcard.monitor.refusal = words
    with pytest.raises(DeviceError, match=said) as caught:
        LoopbackSource().open()
    assert caught.value.advice.endswith(".")


def test_a_format_that_soundcard_does_not_know_is_taken_as_stereo(soundcard: PretendSoundcard) -> None:
    class Odd(PretendDevice):
        @property
        def channels(self) -> int:  # type: ignore[override]
            raise AssertionError

    odd = Odd("out.monitor", "Odd", isloopback=True, value=0.5)
    soundcard.everything[1] = odd
    assert devices.n_channels_of(odd) == 2
    source = LoopbackSource()
    source.open()
    try:
        hear(source, 0.5)
    finally:
        source.close()


def test_on_windows_com_outlives_the_importing_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []
    ole32 = SimpleNamespace(CoIncrementMTAUsage=calls.append)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(ole32=ole32), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(devices.importlib, "import_module", lambda name: SimpleNamespace(name=name))
    monkeypatch.delitem(sys.modules, "soundcard", raising=False)
    assert devices.soundcard_library().name == "soundcard"
    assert len(calls) == 1


def test_a_wasapi_loopback_that_delivers_nothing_keeps_time(soundcard: PretendSoundcard) -> None:
    """Windows: nothing plays, so nothing comes, and the read blocks."""
    soundcard.monitor.is_dry = True
    source = LoopbackSource()
    source.open()
    try:
        started_s, n = time.monotonic(), 0
        while time.monotonic() - started_s < 1.5:
            block = source.read(0.1)
            n += len(block.samples) if block is not None else 0
        assert n / 16_000 == pytest.approx(time.monotonic() - started_s, abs=0.5)
    finally:
        source.close()
        soundcard.monitor.is_dry = False
