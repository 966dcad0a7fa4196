"""Answers the windows' questions about sound, on threads of its own, since a library may hang. No Qt."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from app.audio import devices, pulse, sound_test
from app.audio.devices import DeviceInfo
from app.audio.sound_test import SoundTest
from engines.errors import DeviceError

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SoundChoices:
    """What can be chosen now. applications: names of those that play, where one alone can be captioned."""

    loopbacks: tuple[DeviceInfo, ...]
    microphones: tuple[DeviceInfo, ...]
    applications: tuple[str, ...]


class SoundAnswers:
    """Each method returns at once; the answer is handed over from another thread."""

    def __init__(self, listed: Callable[[SoundChoices], None], tested: Callable[[SoundTest], None]) -> None:
        self._listed = listed
        self._tested = tested

    def list_devices(self) -> None:
        """Hands a SoundChoices to `listed`; what cannot be found out is empty there."""
        self._start(lambda: self._listed(choices()))

    def test_sound(self, device: str = "") -> None:
        """Plays the test sound on an output ("": the default one) and hands the SoundTest to `tested`."""
        self._start(lambda: self._tested(sound_test.play_and_listen(device or None)))

    def _start(self, work: Callable[[], None]) -> None:
        def guarded() -> None:
            try:
                work()
            except Exception:
                log.exception("a question about sound could not be answered")

        threading.Thread(target=guarded, name="sound-answer", daemon=True).start()


def choices() -> SoundChoices:
    """Blocks; may hang as long as the sound service does."""
    return SoundChoices(
        tuple(_or_none(devices.list_loopbacks)), tuple(_or_none(devices.list_microphones)), _applications()
    )


def _or_none(ask: Callable[[], list[DeviceInfo]]) -> list[DeviceInfo]:
    try:
        return ask()
    except DeviceError as error:
        log.info("devices not listed: %s", error)
        return []


def _applications() -> tuple[str, ...]:
    if not pulse.is_used():
        return ()
    try:
        streams = pulse.look_once().streams
    except DeviceError:
        return ()
    return tuple(sorted({each.application for each in streams}))
