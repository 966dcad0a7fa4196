"""Loopback and microphone against a real, private PulseAudio: heard, followed, mended."""

from __future__ import annotations

import threading
import time
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from app.audio import devices
from app.audio.loopback import LoopbackSource
from app.audio.microphone import MicrophoneSource
from app.audio.source import AudioSource
from engines.errors import DeviceError
from tests.end2end.pulse import PulseServer

pytestmark = pytest.mark.desktop

RATE_HZ = 44_100
PATIENCE_S = 30.0
"""How long a busy machine may take; what a quiet one takes is in tests/bench/capture_*.py."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PulseServer]:
    with PulseServer() as started:
        started.patch(monkeypatch)
        yield started


def chirp(path: Path, seconds: float, low_hz: float = 300.0, high_hz: float = 3000.0) -> NDArray[np.float32]:
    """Write a stereo sweep; returns it as it sounds at 16 kHz."""

    def at(rate_hz: int) -> NDArray[np.float64]:
        t = np.arange(int(seconds * rate_hz)) / rate_hz
        return 0.5 * np.sin(2 * np.pi * (low_hz * t + (high_hz - low_hz) * t**2 / (2 * seconds)))

    pcm = np.repeat((at(RATE_HZ) * 32767).astype("<i2")[:, None], 2, axis=1)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(pcm.tobytes())
    return at(16_000).astype(np.float32)


class Ear:
    """Reads a source as the pipeline does, checks each block and keeps the sound and notices."""

    def __init__(self, source: AudioSource) -> None:
        self.source = source
        self.parts: list[NDArray[np.float32]] = []
        self.codes: list[tuple[float, str]] = []
        self.n_lost = 0
        self.end = 0

    def listen(self, seconds: float, until: Callable[[], bool] = lambda: False) -> float:
        """Listen; returns the seconds it took (until `until` was true)."""
        start = time.monotonic()
        while time.monotonic() - start < seconds and not until():
            block = self.source.read(0.1)
            self.codes += [(time.monotonic(), code) for code, what, advice in self.source.take_notices()]
            if block is None:
                continue
            assert block.samples.dtype == np.float32
            assert block.samples.flags.c_contiguous
            assert block.start_sample == self.end + block.n_lost
            self.end = block.start_sample + len(block.samples)
            self.n_lost += block.n_lost
            self.parts.append(block.samples)
        return time.monotonic() - start

    @property
    def sound(self) -> NDArray[np.float32]:
        return np.concatenate([*self.parts, np.zeros(0, np.float32)])

    def loudness(self, seconds: float) -> float:
        return float(np.sqrt(np.square(self.sound[-int(seconds * 16_000) :]).mean()))

    def has(self, code: str) -> bool:
        return any(known == code for _, known in self.codes)


def likeness(heard: NDArray[np.float32], played: NDArray[np.float32]) -> float:
    """Greatest normalised correlation of `played` at any place in `heard`."""
    n = 1 << (len(heard) + len(played)).bit_length()
    cross = np.fft.irfft(np.fft.rfft(heard, n) * np.conj(np.fft.rfft(played, n)))
    place = int(np.argmax(cross[: len(heard)]))
    part = heard[place : place + len(played)]
    return float(cross[place] / (np.linalg.norm(part) * np.linalg.norm(played)))


def test_loopback_hears_what_is_played_and_only_that(server: PulseServer, tmp_path: Path) -> None:
    played = chirp(tmp_path / "chirp.wav", 2.0)
    source = LoopbackSource()
    source.open()
    try:
        assert source.device == "Monitor of Speakers"
        ear = Ear(source)
        ear.listen(0.5)
        assert ear.loudness(0.2) < 1e-4
        server.play(tmp_path / "chirp.wav")
        server.play(tmp_path / "chirp.wav", sink="mic_feed")
        ear.listen(4.0, until=lambda: source.level > 0.4)
        assert source.level == pytest.approx(0.5, abs=0.1)
        ear.listen(2.3)
        assert likeness(ear.sound, played) > 0.97
        assert ear.n_lost == 0
        assert ear.codes == []
    finally:
        source.close()


def test_an_idle_output_takes_its_time_without_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    """A null sink that was idle delivers nothing for about 2 s; that is no fault and time goes on."""
    with PulseServer(is_brisk=False) as server:
        server.patch(monkeypatch)
        source = LoopbackSource()
        source.open()
        try:
            ear = Ear(source)
            ear.listen(3.0)
            assert ear.codes == []
            assert ear.end / 16_000 == pytest.approx(3.0, abs=0.4)
        finally:
            source.close()


def test_microphone_hears_its_feed_and_not_the_speakers(server: PulseServer, tmp_path: Path) -> None:
    played = chirp(tmp_path / "chirp.wav", 2.0)
    chirp(tmp_path / "other.wav", 2.0, 4000.0, 6000.0)
    source = MicrophoneSource()
    source.open()
    try:
        assert source.device == "TestMicrophone"
        ear = Ear(source)
        ear.listen(0.3)
        server.play(tmp_path / "other.wav")
        server.play(tmp_path / "chirp.wav", sink="mic_feed")
        ear.listen(4.0, until=lambda: source.level > 0.4)
        ear.listen(2.3)
        assert likeness(ear.sound, played) > 0.97
        assert ear.n_lost == 0
        assert ear.codes == []
    finally:
        source.close()


def test_microphone_through_portaudio_where_no_sound_service_is_known(
    server: PulseServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """sounddevice, through ALSA's pulse plug-in (libasound2-plugins), hears the default source."""
    sounddevice = pytest.importorskip("sounddevice", reason="PORTAUDIO NOT TESTED: libportaudio2 is missing")
    sounddevice._terminate()
    sounddevice._initialize()
    if not any(info["max_input_channels"] for info in sounddevice.query_devices()):
        pytest.skip("PORTAUDIO NOT TESTED: libasound2-plugins is missing")

    def no_service() -> None:
        raise DeviceError("no sound service")

    monkeypatch.setattr(devices, "soundcard_library", no_service)
    played = chirp(tmp_path / "chirp.wav", 2.0)
    source = MicrophoneSource()
    source.open()
    try:
        ear = Ear(source)
        ear.listen(0.5)
        server.play(tmp_path / "chirp.wav", sink="mic_feed")
        ear.listen(4.0, until=lambda: source.level > 0.4)
        ear.listen(2.3)
        assert likeness(ear.sound, played) > 0.97
        assert ear.n_lost == 0
        assert ear.codes == []
    finally:
        source.close()


def test_chosen_microphone_is_recorded_by_name(server: PulseServer, tmp_path: Path) -> None:
    played = chirp(tmp_path / "chirp.wav", 1.0)
    source = MicrophoneSource("testmicro")
    source.open()
    try:
        ear = Ear(source)
        ear.listen(0.3)
        server.play(tmp_path / "chirp.wav", sink="mic_feed")
        ear.listen(4.0, until=lambda: source.level > 0.4)
        ear.listen(1.3)
        assert likeness(ear.sound, played) > 0.97
    finally:
        source.close()


def test_loopback_follows_the_default_output(server: PulseServer, tmp_path: Path) -> None:
    chirp(tmp_path / "long.wav", 40.0)
    source = LoopbackSource()
    source.open()
    try:
        ear = Ear(source)
        server.play(tmp_path / "long.wav", sink="headphones")
        ear.listen(1.0)
        assert ear.loudness(0.3) < 1e-4
        server.pactl("set-default-sink", "headphones")
        took_s = ear.listen(PATIENCE_S, until=lambda: len(ear.parts) > 9 and ear.loudness(0.1) > 0.2)
        assert ear.loudness(0.1) > 0.2
        assert [code for _, code in ear.codes] == ["device-changed"]
        assert source.device == "Monitor of Headphones"
        print(f"output change followed in {took_s:.2f} s")
    finally:
        source.close()


def test_loopback_survives_the_loss_of_its_output(server: PulseServer, tmp_path: Path) -> None:
    chirp(tmp_path / "long.wav", 40.0)
    source = LoopbackSource()
    source.open()
    try:
        ear = Ear(source)
        server.play(tmp_path / "long.wav", sink="headphones")
        ear.listen(0.5)
        modules = server.pactl("list", "short", "modules").splitlines()
        number = next(line.split("\t")[0] for line in modules if "sink_name=speakers" in line)
        server.pactl("unload-module", number)
        server.pactl("set-default-sink", "headphones")
        took_s = ear.listen(PATIENCE_S, until=lambda: ear.loudness(0.1) > 0.2)
        assert ear.loudness(0.1) > 0.2
        ear.listen(0.2)
        assert ear.has("device-changed")
        print(f"lost output replaced in {took_s:.2f} s")
    finally:
        source.close()


@pytest.mark.parametrize("kind", [LoopbackSource, MicrophoneSource])
def test_capture_comes_back_after_the_server(
    server: PulseServer, tmp_path: Path, kind: type[LoopbackSource] | type[MicrophoneSource]
) -> None:
    chirp(tmp_path / "long.wav", 40.0)
    source = kind()
    source.open()
    sink = "speakers" if kind is LoopbackSource else "mic_feed"
    try:
        ear = Ear(source)
        ear.listen(0.5)
        server.kill()
        ear.listen(2.0)
        assert ear.has("capture-stopped")
        assert source.level == 0.0
        # Time went on, in silence.
        assert ear.end / 16_000 == pytest.approx(2.5, abs=0.6)
        server.start()
        server.play(tmp_path / "long.wav", sink=sink)
        took_s = ear.listen(PATIENCE_S, until=lambda: ear.loudness(0.1) > 0.1)
        assert ear.loudness(0.1) > 0.1
        assert ear.has("capture-resumed")
        print(f"{source.name} back {took_s:.2f} s after the server")
    finally:
        source.close()


@pytest.mark.parametrize("kind", [LoopbackSource, MicrophoneSource])
def test_pause_goes_on_without_a_jump(
    server: PulseServer, kind: type[LoopbackSource] | type[MicrophoneSource]
) -> None:
    source = kind()
    source.open()
    ear = Ear(source)
    ear.listen(0.5)
    source.close()
    assert source.read(0.0) is None
    time.sleep(0.5)
    source.open()
    try:
        before = ear.end
        ear.listen(0.5)
        assert before < ear.end < before + 16_000
        assert ear.n_lost == 0
    finally:
        source.close()


def test_devices_are_listed(server: PulseServer) -> None:
    loopbacks = {info.id: info for info in devices.list_loopbacks()}
    assert set(loopbacks) == {"speakers.monitor", "headphones.monitor", "mic_feed.monitor"}
    assert [info.id for info in loopbacks.values() if info.is_default] == ["speakers.monitor"]
    assert loopbacks["speakers.monitor"].n_channels == 2
    assert [(info.id, info.is_default) for info in devices.list_microphones()] == [("mic", True)]


def test_a_monitor_is_never_taken_for_a_microphone(monkeypatch: pytest.MonkeyPatch) -> None:
    with PulseServer(with_microphone=False) as server:
        server.patch(monkeypatch)
        with pytest.raises(DeviceError, match="no microphone"):
            MicrophoneSource().open()


def test_no_server_at_all_is_said(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    server = PulseServer()
    server.patch(monkeypatch)
    try:
        with pytest.raises(DeviceError) as caught:
            LoopbackSource().open()
        assert "sound service" in str(caught.value)
        assert caught.value.advice
        with pytest.raises(DeviceError):
            MicrophoneSource().open()
        assert capfd.readouterr() == ("", "")
    finally:
        server.close()


def test_no_thread_is_left(server: PulseServer) -> None:
    before = threading.active_count()
    for source in (LoopbackSource(), MicrophoneSource()):
        source.open()
        Ear(source).listen(0.3)
        source.close()
    time.sleep(0.8)
    assert threading.active_count() <= before
