"""Why a sound library refuses a device, read from its own words, for a person to act on. Pure."""

from __future__ import annotations

_REASONS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        # AUDCLNT_E_DEVICE_IN_USE; AUDCLNT_E_EXCLUSIVE_MODE_NOT_ALLOWED; paDeviceUnavailable; EBUSY.
        ("0x8889000a", "0x8889000e", "-9985", "device unavailable", "resource busy"),
        "Another program uses it alone.",
        "Close that program, or switch off exclusive use in the device's properties (Windows: Advanced).",
    ),
    (
        # E_ACCESSDENIED; EACCES; pulse's PA_ERR_ACCESS.
        ("0x80070005", "access denied", "permission denied"),
        "The system refuses it.",
        "Allow the microphone for desktop programs in the system's privacy settings.",
    ),
    (
        # AUDCLNT_E_DEVICE_INVALIDATED; AUDCLNT_E_RESOURCES_INVALIDATED; E_NOTFOUND.
        ("0x88890004", "0x88890026", "0x80070490"),
        "It was unplugged or switched off.",
        "Connect it again, or choose another device.",
    ),
    (
        # AUDCLNT_E_SERVICE_NOT_RUNNING.
        ("0x88890010",),
        "The Windows audio service does not run.",
        "Start the service Windows Audio, or restart the computer.",
    ),
    (
        # AUDCLNT_E_UNSUPPORTED_FORMAT as soundcard puts it; paInvalidSampleRate.
        ("unsupported format", "-9997", "invalid sample rate"),
        "It offers a sound format that cannot be recorded.",
        "Choose another format in the device's properties, for example 48000 Hz.",
    ),
)


def reason_for(error: BaseException | None) -> tuple[str, str] | None:
    """(why, what to do) when the error's text tells, else None.

    soundcard's WASAPI part raises RuntimeError("Error 0x..."), sounddevice "... [PaErrorCode -9985]".
    """
    words = str(error).casefold()
    for marks, why, advice in _REASONS:
        if any(mark in words for mark in marks):
            return why, advice
    return None
