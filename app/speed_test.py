"""How fast a model is on this computer, in a sentence; measured in a process of its own, any thread."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from pathlib import Path

_LIMIT_S = 600.0
_EASY, _JUST = 0.25, 0.6
"""Real-time factors: below _EASY words come as they are said; above _JUST captions would lag ever more."""


def _program() -> list[str]:
    """This program, as it was started; a frozen one is its own executable."""
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "app"]


def measure(model: str, engine: str, data_dir: Path | None) -> str:
    """Run `bench` on the bundled clip and say what its figures mean. Takes some seconds; raises nothing."""
    command = [*_program(), "bench", "--json", "--passes", "3", "--model", model, "--engine", engine]
    if data_dir is not None:
        command += ["--data-dir", str(data_dir)]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            encoding="utf-8",
            timeout=_LIMIT_S,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return "The speed could not be measured. Captions may work all the same."
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        return lines[-1].removeprefix("sightline: ") if lines else "The speed could not be measured."
    return sentence(json.loads(done.stdout))


def recommend(language: str, data_dir: Path | None) -> None:
    """Run `models recommend`, which measures this computer and remembers it. Raises nothing."""
    command = [*_program(), "models", "recommend", "--language", language or "auto"]
    if data_dir is not None:
        command += ["--data-dir", str(data_dir)]
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(command, capture_output=True, timeout=_LIMIT_S, check=False, stdin=subprocess.DEVNULL)


def sentence(figures: dict[str, object]) -> str:
    """What the figures of `bench --json` mean for a person who reads captions."""
    passes = figures["passes"]
    assert isinstance(passes, list)
    five = min(passes, key=lambda row: abs(float(row["audio_seconds"]) - 5))
    factor, seconds = float(five["real_time_factor"]), float(five["median_ms"]) / 1000
    engine = {"cpu": "the processor"}.get(str(figures["engine"]), "the graphics card")
    start = (
        f"{figures['model']} on {engine} takes {seconds:.1f} s for {five['audio_seconds']:.0f} s of speech"
    )
    if factor <= _EASY:
        return f"{start}: words appear as they are said."
    if factor <= _JUST:
        return f"{start}: good enough, with short delays."
    return f"{start}: too slow to keep up. Choose a smaller model."
