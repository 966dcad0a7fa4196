"""The engine's process is killed under the real program: captions go on, and nothing is left behind."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.end2end.program import LIMIT_S, ROOT, Program

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="ENGINE PROCESS NOT TESTED: this system has no /proc"
)


def children(pid: int) -> list[int]:
    """Processes that `pid` started and that run (no zombies)."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # The name, in brackets, may hold anything.
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == pid and state != "Z":
                found.append(int(stat.parent.name))
    return found


def await_child(pid: int, other_than: set[int]) -> int:
    deadline = time.monotonic() + LIMIT_S
    while time.monotonic() < deadline:
        for child in set(children(pid)) - other_than:
            return child
        time.sleep(0.05)
    raise AssertionError("no engine process came")


def test_killing_the_engine_costs_no_words(tmp_path: Path) -> None:
    sightline = Program(tmp_path)
    clip = ROOT / "resources" / "clips" / "sample.flac"
    command = sightline.command(
        "transcribe", "--realtime", "--engine", "hosted-cpu", "--format", "jsonl", clip
    )
    program = subprocess.Popen(
        command,
        cwd=ROOT,
        env=sightline.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    events: list[dict[str, Any]] = []
    killed: set[int] = set()
    with program:
        assert program.stdout is not None
        assert program.stderr is not None
        for line in program.stdout:
            events.append(json.loads(line))
            back = any(event.get("code") == "engine-back" for event in events)
            if events[-1]["type"] == "caption" and len(killed) < (2 if back else 1):
                engine = await_child(program.pid, killed)
                os.kill(engine, signal.SIGKILL)
                killed.add(engine)
        errors = program.stderr.read()
    assert program.returncode == 0
    assert "Traceback" not in errors
    assert "SIGKILL" in errors
    for engine in killed:
        assert not Path(f"/proc/{engine}").exists()
    notices = [event["code"] for event in events if event["type"] == "notice"]
    assert notices.count("engine-lost") == len(killed)
    final = [event for event in events if event["type"] == "caption" and event["final"]]
    said = " ".join(event["text"] for event in final).lower()
    for words in ("good morning", "as soon as they are spoken", "writes down what it hears", "sent anywhere"):
        assert words in said
    assert events[-1]["type"] == "summary"
    assert events[-1]["engine"].startswith(("hosted-cpu", "cpu (card lost: it was ended by SIGKILL"))


def test_the_engine_ends_with_a_program_that_is_killed(tmp_path: Path) -> None:
    sightline = Program(tmp_path)
    clip = ROOT / "resources" / "clips" / "sample.flac"
    command = sightline.command("transcribe", "--realtime", "--engine", "hosted-cpu", clip)
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=sightline.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as program:
        engine = await_child(program.pid, set())
        program.kill()
        program.wait()
    deadline = time.monotonic() + LIMIT_S
    while _runs(engine):
        assert time.monotonic() < deadline, "it outlived its parent"
        time.sleep(0.05)


def _runs(pid: int) -> bool:
    """False for a zombie too: an orphan is its adopter's to wait for, in a container perhaps nobody's."""
    with contextlib.suppress(OSError):
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    return False
