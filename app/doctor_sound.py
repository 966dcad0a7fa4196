"""The doctor's findings about sound: the service, what can be listened to, how loud it is, what is wrong."""

from __future__ import annotations

import importlib.util
import math
import sys
import time
from collections.abc import Callable
from typing import Literal

from app.audio import devices, pulse, sound_test
from app.audio.capture import LiveSource
from app.audio.loopback import LoopbackSource
from app.audio.microphone import MicrophoneSource
from app.doctor import Check
from app.settings import Settings
from engines.errors import DeviceError

LISTEN_S = 0.7
MACOS_ADVICE = (
    "macOS lets no program hear what others play. Install a loopback driver such as BlackHole, choose it as "
    "output (with a Multi-Output Device to hear it too) and as the captions' microphone."
)


def checks(settings: Settings, *, with_sound: bool) -> list[tuple[str, Callable[[], Check]]]:
    """The checks in order; with_sound also plays the test sound."""
    found: list[tuple[str, Callable[[], Check]]] = [
        ("sound-service", _service),
        ("loopback", lambda: _loopback(settings)),
        ("microphone", lambda: _microphone(settings)),
        ("applications", _applications),
    ]
    if with_sound:
        found.append(("sound-test", lambda: _sound_test(settings)))
    return found


def _service() -> Check:
    if sys.platform != "linux":
        return Check("sound-service", "ok", "This system has its own sound service.")
    if importlib.util.find_spec("pulsectl") is None:
        return Check(
            "sound-service",
            "warning",
            "pulsectl is not installed, so changes of devices are noticed late.",
            "Run `python3 run.py setup` in Sightline's folder.",
        )
    # A service that does not answer raises, and the doctor prints its words.
    return Check("sound-service", "ok", f"{pulse.look_once().server} answers.")


def _loopback(settings: Settings) -> Check:
    if sys.platform == "darwin":
        return Check("loopback", "warning", "macOS offers no loopback of its own.", MACOS_ADVICE)
    found = devices.list_loopbacks()
    if not found:
        return Check("loopback", "problem", "There is no sound output to listen to.", devices.OUTPUT_ADVICE)
    names = _names(found)
    wanted = settings.loopback_device or None
    return _listened("loopback", LoopbackSource(wanted), wanted, f"Sound outputs to listen to: {names}.")


def _microphone(settings: Settings) -> Check:
    found = devices.list_microphones()
    if not found:
        if sys.platform == "linux":
            # A service that does not answer raises, and the doctor prints its words.
            pulse.look_once()
        return Check("microphone", "warning", "There is no microphone.", devices.INPUT_ADVICE)
    wanted = settings.microphone_device or None
    return _listened("microphone", MicrophoneSource(wanted), wanted, f"Microphones: {_names(found)}.")


def _names(found: list[devices.DeviceInfo]) -> str:
    return ", ".join(f"{each.name} (default)" if each.is_default else each.name for each in found)


def _listened(
    kind: Literal["loopback", "microphone"], source: LiveSource, wanted: str | None, listed: str
) -> Check:
    """Opens the device as captions would, for a moment."""
    try:
        source.open()
    except DeviceError as error:
        if wanted is not None:
            return Check(
                kind,
                "warning",
                f'{listed} "{wanted}", which the settings ask for, is not there.',
                "Connect it (captions wait for it), or choose the default device in the settings.",
            )
        if sys.platform == "linux":
            # PortAudio lists devices behind a service that is gone: this raises then.
            pulse.look_once()
        return Check(kind, "problem", f"{listed} {error}", error.advice or devices.OUTPUT_ADVICE)
    peak, is_all_zero, n = 0.0, True, 0
    try:
        stop_s = time.monotonic() + LISTEN_S
        while time.monotonic() < stop_s:
            block = source.read(0.1)
            if block is not None:
                n += len(block.samples)
                peak = max(peak, float(abs(block.samples).max(initial=0.0)))
                is_all_zero = is_all_zero and not block.samples.any()
    finally:
        source.close()
    fault = _fault(kind, source)
    sentence = f"{listed} Listened to: {source.device}, {level_in_words(peak)} now."
    if fault is not None:
        return Check(kind, "problem" if "muted" in fault[0] or "dummy" in fault[0] else "warning",
                     f"{sentence} {fault[0]}", fault[1])  # fmt: skip
    if kind == "microphone" and n and is_all_zero:
        return Check(
            kind,
            "warning",
            f"{sentence} Not even noise arrives from it.",
            "Look for a switch on it, and allow the microphone in the system's privacy settings.",
        )
    return Check(kind, "ok", sentence)


def _fault(kind: Literal["loopback", "microphone"], source: LiveSource) -> tuple[str, str] | None:
    """What the sound service knows to be wrong with a device that was just recorded."""
    if not pulse.is_used():
        return None
    state = pulse.look_once()
    endpoints = state.outputs if kind == "loopback" else state.inputs
    named = next(
        (each for each in endpoints if source.device in (each.name, f"Monitor of {each.name}")), None
    )
    default = state.default_output if kind == "loopback" else state.default_input
    endpoint = named or default
    if endpoint is None:
        return None
    if endpoint.is_suspended:
        # Only because nobody used it? It was recorded just now.
        return (
            f"{endpoint.name} is suspended: it gives no sound.",
            "Choose it anew in the sound settings; where a program uses it alone, end that program.",
        )
    return pulse.fault_of(endpoint, kind)


def level_in_words(peak: float) -> str:
    """A peak 0..1 as "silent" or in dB below full scale."""
    return "silent" if peak < 1e-4 else f"at {20 * math.log10(peak):.0f} dB"


def _applications() -> Check:
    if not pulse.is_used():
        return Check("applications", "ok", "One application alone can be captioned on Linux only.")
    playing = [each for each in pulse.look_once().streams if each.is_playing]
    if not playing:
        return Check("applications", "ok", "No application plays sound now.")
    names = ", ".join(sorted({each.application for each in playing}))
    return Check("applications", "ok", f"Playing now: {names} (--app NAME captions one alone).")


def _sound_test(settings: Settings) -> Check:
    result = sound_test.play_and_listen(settings.loopback_device or None)
    heard = f" It came back at {level_in_words(result.level)[3:]}." if result.is_heard else ""
    return Check("sound-test", "ok" if result.is_heard else "problem", result.what + heard, result.advice)
