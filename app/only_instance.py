"""One caption window for each user: a second start brings the first one's forward. GUI thread, or before it.

The first holds a lock; the second leaves a request beside it, which the first looks for. Files in the user's
own folder need no socket, and no other user can ask. No Qt.
"""

from __future__ import annotations

import contextlib
import logging
import time
from pathlib import Path

from filelock import FileLock, Timeout

log = logging.getLogger(__name__)

ANSWER_S = 5.0
"""How long the first may take to answer: it looks several times a second, but a busy machine may be slow."""


class OnlyInstance:
    """The right to be the one window, from `claim` to `release`. folder: the user's own, which exists."""

    def __init__(self, folder: Path) -> None:
        self._lock = FileLock(folder / "window.lock", timeout=0, mode=0o600, thread_local=False)
        self._request = folder / "window.request"

    def claim(self) -> bool:
        """Whether this is the only one now. Where locks do not work, everybody is."""
        try:
            self._lock.acquire()
        except Timeout:
            return False
        except (OSError, NotImplementedError) as error:
            log.warning("no lock for the window: %s", type(error).__name__)
            return True
        with contextlib.suppress(OSError):
            self._request.unlink(missing_ok=True)
        return True

    def ask(self) -> bool:
        """Ask the one that holds the lock to come forward; whether it has."""
        try:
            self._request.touch(mode=0o600)
        except OSError:
            return False
        end_s = time.monotonic() + ANSWER_S
        while time.monotonic() < end_s:
            if not self._request.exists():
                return True
            time.sleep(0.05)
        with contextlib.suppress(OSError):
            self._request.unlink(missing_ok=True)
        return False

    def is_asked(self) -> bool:
        """Whether another start has asked since the last call."""
        if not self._request.exists():
            return False
        with contextlib.suppress(OSError):
            self._request.unlink(missing_ok=True)
        return True

    def release(self) -> None:
        """Another may be the one from now on."""
        self._lock.release()
