"""The protocol of every sound source, live or file."""

from __future__ import annotations

from typing import Protocol

from engines.types import AudioBlock


class AudioSource(Protocol):
    """Mono 16 kHz sound in blocks. Opened, read by one thread, closed.

    Live sources capture on a thread of their own into a bounded queue; what is dropped is counted in the
    next block's n_lost. They never fall silent without a word: faults reach `take_notices`.
    """

    @property
    def name(self) -> str:
        """The label in captions: "loopback", "microphone" or "file"."""
        ...

    @property
    def device(self) -> str:
        """The device or file in words a person knows."""
        ...

    @property
    def level(self) -> float:
        """Peak of the latest block, 0..1, for the level meter."""
        ...

    @property
    def trouble(self) -> str:
        """What keeps sound from arriving, in a sentence, for as long as it does; "" while all is well."""
        ...

    def open(self, *, wait: bool = False) -> None:
        """Start. Raises DeviceError or InputFileError; with `wait` a missing device is waited for instead."""
        ...

    def read(self, timeout_s: float) -> AudioBlock | None:
        """The next block, or None when none came within timeout_s or the source has ended."""
        ...

    @property
    def ended(self) -> bool:
        """True when a file is at its end and every block has been read; never for live sources."""
        ...

    def take_notices(self) -> list[tuple[str, str, str]]:
        """(code, what happened, what to do) since the last call."""
        ...

    def close(self) -> None: ...
