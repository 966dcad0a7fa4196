"""The log file: what happened and when, never caption text and never audio. Any thread."""

from __future__ import annotations

import contextlib
import logging
import logging.handlers
import os
import sys
from io import TextIOWrapper
from pathlib import Path

LOG_FILE = "sightline.log"
MAX_BYTES = 1_000_000
N_OLD_FILES = 2
"""sightline.log, .1 and .2: three files of at most 1 MB."""

FORMAT = "%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"
OURS = ("app", "engines")


class _PrivateFileHandler(logging.handlers.RotatingFileHandler):
    """A rotating file that only its owner may read."""

    def _open(self) -> TextIOWrapper:
        stream = super()._open()
        with contextlib.suppress(OSError):
            os.chmod(self.baseFilename, 0o600)
        return stream

    def handleError(self, record: logging.LogRecord) -> None:
        """A full disk costs log lines; logging's own way is a traceback on stderr for each."""


def start_logging(log_dir: Path, *, debug: bool = False) -> Path | None:
    """Log to a file in `log_dir`; with `debug` also warnings to stderr. A second call replaces the first.

    Returns the file, or None when it cannot be written: captions go on without a log.
    """
    stop_logging()
    level = logging.DEBUG if debug else logging.INFO
    handlers: list[logging.Handler] = []
    path: Path | None = log_dir / LOG_FILE
    try:
        assert path is not None
        file_handler = _PrivateFileHandler(
            path, maxBytes=MAX_BYTES, backupCount=N_OLD_FILES, encoding="utf-8", delay=False
        )
        file_handler.setFormatter(logging.Formatter(FORMAT))
        handlers.append(file_handler)
    except OSError:
        path = None
    if debug:
        to_terminal = logging.StreamHandler(sys.stderr)
        to_terminal.setLevel(logging.WARNING)
        to_terminal.setFormatter(logging.Formatter("sightline: %(levelname)s %(name)s: %(message)s"))
        handlers.append(to_terminal)
    if not handlers:
        # Else logging's last resort would print warnings to stderr.
        handlers.append(logging.NullHandler())
    for name in OURS:
        logger = logging.getLogger(name)
        logger.setLevel(level)
        logger.propagate = False
        for handler in handlers:
            logger.addHandler(handler)
    return path


def stop_logging() -> None:
    """Close the log and give the loggers back as they were."""
    for name in OURS:
        logger = logging.getLogger(name)
        for handler in list(logger.handlers):
            logger.removeHandler(handler)
            handler.close()
        logger.propagate = True
        logger.setLevel(logging.NOTSET)
