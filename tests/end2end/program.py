"""Runs the real program as a process of its own, and keeps what it left behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
LIMIT_S = 120
"""How long a command may hang before a test gives up; nothing here measures speed."""


@dataclass(frozen=True)
class Result:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """The one line on standard error."""
        lines = self.err.splitlines()
        assert len(lines) == 1, f"not one line on stderr:\n{self.err}"
        assert lines[0].startswith("sightline: "), lines[0]
        return lines[0]

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


class Program:
    """`python -m app` with a data folder of its own."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        self.environment = {**os.environ, "PYTHONUTF8": "1"}

    def command(self, *words: str | Path, data_dir: Path | None = None) -> list[str]:
        where = str(data_dir or self.data_dir)
        return [sys.executable, "-m", "app", "--data-dir", where, *map(str, words)]

    def __call__(self, *words: str | Path, data_dir: Path | None = None, **changes: str) -> Result:
        done = subprocess.run(
            self.command(*words, data_dir=data_dir),
            cwd=ROOT,
            env={**self.environment, **changes},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=LIMIT_S,
        )
        assert "Traceback" not in done.stdout + done.stderr, done.stderr
        return Result(done.returncode, done.stdout, done.stderr)
