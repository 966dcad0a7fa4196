"""The machinery of live sources, with a pretended device: bounded, counted, followed, mended."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from app.audio import capture, upkeep, watch
from app.audio.capture import LiveSource
from app.audio.recording import Captured
from engines.errors import DeviceError
from engines.types import AudioBlock


class PretendRecording:
    """Delivers what the test puts in; 16 kHz, mono."""

    rate_hz = 16_000
    n_channels = 1

    def __init__(self, device_id: str = "a") -> None:
        self.device_id = device_id
        self.device_name = f"Device {device_id}"
        self.waiting: list[Captured] = []
        self.is_flowing = True
        self.is_broken = False
        self.is_closed = False

    def read(self, timeout_s: float) -> Captured | None:
        if self.is_broken:
            raise DeviceError("gone")
        if self.waiting:
            return self.waiting.pop(0)
        time.sleep(0.02)
        if not self.is_flowing:
            return None
        return Captured(np.full((320, 1), 0.25, np.float32), time.monotonic_ns())

    def close(self) -> None:
        self.is_closed = True


class PretendSource(LiveSource):
    name = "loopback"  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.wanted = "a"
        self.is_absent = False
        self.opened: list[PretendRecording] = []

    def _connect(self) -> PretendRecording:
        if self.is_absent:
            raise DeviceError("no device", "plug one in")
        self.opened.append(PretendRecording(self.wanted))
        return self.opened[-1]

    def _wanted_id(self) -> str | None:
        return self.wanted


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch) -> Iterator[PretendSource]:
    monkeypatch.setattr(watch, "WATCH_EVERY_S", 0.05)
    made = PretendSource()
    yield made
    made.close()


class Listener:
    def __init__(self, source: LiveSource) -> None:
        self.source = source
        self.blocks: list[AudioBlock] = []
        self.codes: list[str] = []
        self.end = 0

    def listen(self, limit_s: float, until: Callable[[], bool] = lambda: False) -> None:
        stop_s = time.monotonic() + limit_s
        while time.monotonic() < stop_s and not until():
            block = self.source.read(0.05)
            self.codes += [notice[0] for notice in self.source.take_notices()]
            if block is not None:
                assert block.start_sample == self.end + block.n_lost
                self.end = block.start_sample + len(block.samples)
                self.blocks.append(block)


def test_sound_flows(source: PretendSource) -> None:
    source.open()
    ear = Listener(source)
    ear.listen(2.0, until=lambda: len(ear.blocks) > 5)
    assert source.device == "Device a"
    assert source.level == 0.25
    assert not source.ended
    assert ear.codes == []
    assert ear.blocks[0].start_sample == 0


def test_no_device_at_start_is_an_error(source: PretendSource) -> None:
    source.is_absent = True
    with pytest.raises(DeviceError):
        source.open()
    assert source.read(0.0) is None


def test_an_unread_queue_drops_the_oldest_and_says_so(
    source: PretendSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capture, "QUEUE_LIMIT_S", 0.2)
    source.open()
    time.sleep(0.8)
    block = source.read(0.5)
    assert block is not None
    assert block.n_lost > 0
    assert block.start_sample == block.n_lost
    assert source._n_queued <= 0.2 * 16_000
    assert [notice[0] for notice in source.take_notices()] == ["sound-lost"]


def test_known_and_unknown_losses_move_the_index(source: PretendSource) -> None:
    source.open()
    ear = Listener(source)
    ear.listen(1.0, until=lambda: len(ear.blocks) > 2)
    frames = np.zeros((160, 1), np.float32)
    source.opened[0].waiting.append(Captured(frames, time.monotonic_ns(), False, 500))
    ear.listen(1.0, until=lambda: ear.blocks[-1].n_lost == 500)
    assert ear.blocks[-1].n_lost == 500
    assert "sound-lost" in ear.codes or "sound-lost" in [n[0] for n in source.take_notices()]


def test_default_is_followed(source: PretendSource) -> None:
    source.open()
    ear = Listener(source)
    ear.listen(0.2)
    source.wanted = "b"
    ear.listen(2.0, until=lambda: "device-changed" in ear.codes)
    ear.listen(0.3)
    assert ear.codes == ["device-changed"]
    assert source.device == "Device b"
    assert [recording.device_id for recording in source.opened] == ["a", "b"]
    assert source.opened[0].is_closed


def test_a_lost_device_is_told_and_time_goes_on(source: PretendSource) -> None:
    source.open()
    ear = Listener(source)
    ear.listen(0.2)
    source.is_absent = True
    source.opened[0].is_broken = True
    ear.listen(1.5)
    assert ear.codes == ["capture-stopped"]
    assert source.level == 0.0
    assert ear.end / 16_000 == pytest.approx(1.7, abs=0.3)
    assert not ear.blocks[-1].samples.any()
    source.is_absent = False
    ear.listen(4.0, until=lambda: "capture-resumed" in ear.codes)
    assert ear.codes == ["capture-stopped", "capture-resumed"]


def test_a_short_fault_is_mended_in_silence(source: PretendSource) -> None:
    source.open()
    ear = Listener(source)
    ear.listen(0.2)
    source.opened[0].is_broken = True
    ear.listen(0.5)
    assert len(source.opened) == 2
    assert ear.codes == []


def test_a_stalled_device_is_opened_again(source: PretendSource, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "STALL_S", 0.4)
    source.open()
    ear = Listener(source)
    ear.listen(0.2)
    source.opened[0].is_flowing = False
    ear.listen(3.0, until=lambda: "capture-resumed" in ear.codes)
    assert ear.codes == ["capture-stopped", "capture-resumed"]
    assert len(source.opened) == 2


def test_pause_keeps_the_index(source: PretendSource) -> None:
    source.open()
    ear = Listener(source)
    ear.listen(0.3)
    source.close()
    source.close()
    assert source.level == 0.0
    time.sleep(0.3)
    source.open()
    before = ear.end
    ear.listen(0.2)
    assert before < ear.end < before + 16_000 * 0.5
    assert all(block.n_lost == 0 for block in ear.blocks)


def test_a_hung_library_is_told(source: PretendSource, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "HUNG_AFTER_S", 0.2)
    monkeypatch.setattr(capture, "CLOSE_LIMIT_S", 0.1)
    release = threading.Event()

    def hang(timeout_s: float) -> None:
        release.wait(5)

    source.open()
    source.opened[0].read = hang  # type: ignore[method-assign, assignment]
    ear = Listener(source)
    ear.listen(1.0)
    assert ear.codes == ["capture-stopped"]
    source.close()
    release.set()


def test_threads_end_with_close(source: PretendSource) -> None:
    before = threading.active_count()
    source.open()
    source.close()
    time.sleep(0.2)
    assert threading.active_count() <= before


def test_a_missing_device_is_waited_for(source: PretendSource) -> None:
    source.is_absent = True
    source.open(wait=True)
    ear = Listener(source)
    ear.listen(0.6)
    assert ear.codes == ["capture-stopped"]
    assert source.trouble
    source.is_absent = False
    ear.listen(4.0, until=lambda: "capture-resumed" in ear.codes)
    assert ear.codes == ["capture-stopped", "device-changed", "capture-resumed"]
    assert source.trouble == ""
    assert source.device == "Device a"


def test_another_device_can_be_chosen_while_listening(source: PretendSource) -> None:
    source.open()
    ear = Listener(source)
    ear.listen(0.2)
    source.wanted = "c"
    source.choose("c")
    ear.listen(2.0, until=lambda: "device-changed" in ear.codes)
    assert source.device == "Device c"
    source.opened[-1].is_broken = True
    source.is_absent = True
    ear.listen(3.0, until=lambda: "device-missing" in ear.codes)
    assert "Device c" in source.trouble


def test_sleep_is_noticed_and_capture_opened_again(
    source: PretendSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    source.open()
    ear = Listener(source)
    ear.listen(0.2)
    before = ear.end
    truth = upkeep._sleep_clock_s
    monkeypatch.setattr(upkeep, "_sleep_clock_s", lambda: truth() + 3600)
    ear.listen(2.0, until=lambda: len(source.opened) == 2)
    ear.listen(0.3)
    assert ear.codes == ["computer-slept"]
    assert len(source.opened) == 2
    # An hour of sleep is no hour of sound.
    assert ear.end < before + 4 * 16_000


def test_silence_with_a_reason_is_a_state_until_it_is_over(
    source: PretendSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Muted(watch.PollWatcher):
        def silence(self, recorded_id: str, silent_s: float) -> watch.Trouble | None:
            return watch.Trouble("sound-muted", "Device a is muted.", "Unmute.") if silent_s > 0.2 else None

    monkeypatch.setattr(source, "_make_watcher", lambda: Muted(source._wanted_id, "loopback"))
    source.open()
    ear = Listener(source)
    silent = Captured(np.zeros((320, 1), np.float32), 0)
    recording = source.opened[0]
    sound = recording.read

    def read(timeout_s: float) -> Captured | None:
        time.sleep(0.02)
        return silent

    recording.read = read  # type: ignore[method-assign]
    ear.listen(3.0, until=lambda: bool(source.trouble))
    assert source.trouble == "Device a is muted."
    ear.listen(0.3)
    assert ear.codes == ["sound-muted"]
    recording.read = sound  # type: ignore[method-assign]
    ear.listen(3.0, until=lambda: not source.trouble)
    ear.listen(0.1)
    assert ear.codes == ["sound-muted", "capture-resumed"]
