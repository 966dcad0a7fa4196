"""One tree of errors: what a person can mend ends in Error, our own faults in Bug."""

from __future__ import annotations


class SightlineError(Exception):
    """Base of what a person can mend. `str(error)` says what happened; `advice` says what to do."""

    exit_code = 1

    def __init__(self, what: str, advice: str = "") -> None:
        super().__init__(what)
        self.advice = advice


class UsageError(SightlineError):
    """Wrong command line (exit 2)."""

    exit_code = 2


class InputFileError(SightlineError):
    """An input file that cannot be read (exit 3)."""

    exit_code = 3


class ModelError(SightlineError):
    """A model that is missing or damaged (exit 4)."""

    exit_code = 4


class ModelMissingError(ModelError):
    """The model is not on this computer."""


class ModelDamagedError(ModelError):
    """A model file whose size, hash or content is not what it should be."""


class NoRoomError(ModelMissingError):
    """Too little room on the disk for a model."""


class FetchStoppedError(ModelError):
    """The user stopped getting a model; what has come of it is kept."""


class EngineError(SightlineError):
    """No usable engine (exit 5)."""

    exit_code = 5


class CardMemoryError(EngineError):
    """The graphics card has too little free memory."""


class CardLostError(EngineError):
    """The graphics card was reset, or work on it failed: nothing of this process works there any more."""


class CardDriverError(EngineError):
    """The graphics card's driver is missing or too old, or finds no card."""


class EngineLostError(EngineError):
    """An engine in a process of its own crashed, hung, ran out of memory or lost its card."""


class EngineDistrustedError(EngineError):
    """An engine that did not hear what the processor hears, or was too slow: it is not used."""


class DeviceError(SightlineError):
    """No usable sound device (exit 5)."""

    exit_code = 5


class DisplayError(SightlineError):
    """No usable display (exit 5)."""

    exit_code = 5


class StorageError(SightlineError):
    """Settings or history cannot be read or written (captions go on)."""

    exit_code = 3


class SightlineBug(Exception):
    """A fault of Sightline itself; never shown as the user's."""
