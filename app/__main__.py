"""`python -m app` and the console script `sightline`."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Sequence
from types import FrameType

MOST_TO_END_S = 30.0
"""What was asked to end (SIGTERM) and has not by then is ended."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run Sightline; returns the exit code of design's contract."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["engine-host"]:
        # The frozen program starts itself as the process of an engine: engines/runtime/host.py.
        from engines.runtime.host_child import main as serve

        return serve(words[1:])
    if words[:1] == ["pip"] and getattr(sys, "frozen", False):
        # So it does for pip, which it brings along: engines/card_libraries.py.
        from pip._internal.cli.main import main as pip

        return pip(words[1:])
    _open_closed_streams()
    asked = _take_requests_to_end() if argv is None else []
    try:
        from app.cli import run_command

        code = run_command(words)
    except KeyboardInterrupt:
        # Before or after the command itself, while modules are imported.
        code = 130
    if asked:
        _leave(130)
    return code


def _take_requests_to_end() -> list[int]:
    """SIGTERM is as Ctrl+C, from the first moment on, where a command has no way of its own."""
    asked: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        asked.append(number)
        while frame is not None:
            # An exception in the middle of an import crashes modules in C (numpy, shiboken).
            if frame.f_code.co_filename.startswith("<frozen importlib"):
                os._exit(130)
            frame = frame.f_back
        # Whatever does not take notice of the interruption.
        late = threading.Timer(MOST_TO_END_S, os._exit, (130,))
        late.daemon = True
        late.start()
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, end)
    return asked


def _leave(code: int) -> None:
    """End now, with this code: everything has been closed.

    An import takes an interruption for a failure, and Python ends by SIGINT where one came while a string was
    executed (run_eval_code_obj in CPython's pythonrun.c), as dataclasses do.
    """
    import logging

    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def _open_closed_streams() -> None:
    """Started with `>&-` there is no sys.stdout, and the next file opened would get its number."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            mode = "r" if number == 0 else "w"
            # Closed by the interpreter's end, as the streams that it opens itself are.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


if __name__ == "__main__":
    sys.exit(main())
