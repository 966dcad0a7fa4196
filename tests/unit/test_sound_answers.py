"""The windows' questions about sound are answered from other threads, whatever fails."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from app import sound_answers
from app.audio import devices, pulse, sound_test
from app.audio.devices import DeviceInfo
from app.sound_answers import SoundAnswers, SoundChoices
from engines.errors import DeviceError

SPEAKERS = DeviceInfo("Speakers", "speakers.monitor", "loopback", 48_000, 2, True)


def answer_to(ask: str, *arguments: str) -> tuple[Any, str]:
    """(the answer, the name of the thread that gave it)"""
    given: list[tuple[Any, str]] = []
    is_given = threading.Event()

    def take(value: Any) -> None:
        given.append((value, threading.current_thread().name))
        is_given.set()

    getattr(SoundAnswers(take, take), ask)(*arguments)
    assert is_given.wait(10)
    return given[0]


def test_devices_and_applications_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    streams = tuple(
        pulse.Stream(i, name, "speakers", True) for i, name in enumerate(("Film", "Film", "Call"))
    )
    state = pulse.ServerState("PulseAudio 16.1", "speakers", "", (), (), streams)
    monkeypatch.setattr(devices, "list_loopbacks", lambda: [SPEAKERS])
    monkeypatch.setattr(pulse, "is_used", lambda: True)
    monkeypatch.setattr(pulse, "look_once", lambda: state)

    def none() -> list[DeviceInfo]:
        raise DeviceError("no sound service")

    monkeypatch.setattr(devices, "list_microphones", none)
    choices, thread = answer_to("list_devices")
    assert choices == SoundChoices((SPEAKERS,), (), ("Call", "Film"))
    assert thread == "sound-answer"


def test_the_test_sound_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []

    def play(device: str | None) -> sound_test.SoundTest:
        asked.append(device)
        return sound_test.SoundTest(True, 0.2, "Speakers", "Heard.")

    monkeypatch.setattr(sound_answers.sound_test, "play_and_listen", play)
    assert answer_to("test_sound", "usb")[0].is_heard
    assert answer_to("test_sound", "")[0].is_heard
    assert asked == ["usb", None]
