"""What a sound library's open device looks like to Sightline, whatever the library."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray


class Captured(NamedTuple):
    """frames: float32 (n_frames, n_channels) at the recording's rate. captured_ns: monotonic, last frame.

    is_gap: the library says that sound was lost just before these frames, without saying how much.
    n_lost_frames: frames known to be lost just before these.
    """

    frames: NDArray[np.float32]
    captured_ns: int
    is_gap: bool = False
    n_lost_frames: int = 0


class Recording(Protocol):
    """One open device. A library's errors have become DeviceError."""

    device_id: str
    device_name: str
    rate_hz: int
    n_channels: int

    def read(self, timeout_s: float) -> Captured | None:
        """What the device delivered, or None within timeout_s. Raises DeviceError when it has failed."""
        ...

    def close(self) -> None:
        """Stop; never raises and returns within about a second."""
        ...
