"""`python -m app` and the console script `sightline`."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run Sightline; returns the exit code of design's contract."""
    from app.cli import run_command

    return run_command(list(sys.argv[1:] if argv is None else argv))


if __name__ == "__main__":
    sys.exit(main())
