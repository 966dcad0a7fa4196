"""`python -m app` and the console script `sightline`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


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
    try:
        from app.cli import run_command

        return run_command(words)
    except KeyboardInterrupt:
        # Before or after the command itself, while modules are imported.
        return 130


def _open_closed_streams() -> None:
    """Started with `>&-` there is no sys.stdout, and the next file opened would get its number."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            mode = "r" if number == 0 else "w"
            # Closed by the interpreter's end, as the streams that it opens itself are.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


if __name__ == "__main__":
    sys.exit(main())
