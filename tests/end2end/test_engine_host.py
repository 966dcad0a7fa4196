"""The engine's process is killed under the real program: captions go on, and nothing is left behind."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from engines.runtime.host import HostedRecogniser
from engines.runtime.host_protocol import Load
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
                # On a slow machine it may not be back before the clip ends.
                for engine in set(children(program.pid)) - killed:
                    os.kill(engine, signal.SIGKILL)
                    killed.add(engine)
        errors = program.stderr.read()
    assert program.returncode == 0
    assert "Traceback" not in errors
    assert "SIGKILL" in errors
    for engine in killed:
        assert not Path(f"/proc/{engine}").exists()
    notices = [event["code"] for event in events if event["type"] == "notice"]
    # The last kill may come after the last pass.
    assert 1 <= notices.count("engine-lost") <= len(killed)
    final = [event for event in events if event["type"] == "caption" and event["final"]]
    said = " ".join(event["text"] for event in final).lower()
    for words in ("good morning", "as soon as they are spoken", "writes down what it hears", "sent anywhere"):
        assert words in said
    assert events[-1]["type"] == "summary"
    assert events[-1]["engine"].startswith(("hosted-cpu", "cpu (card lost: it was ended by SIGKILL"))


@pytest.mark.parametrize(("number", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_the_engine_ends_with_the_program(tmp_path: Path, number: int, code: int) -> None:
    """Killed, or interrupted from the keyboard, which signals every process of the terminal."""
    sightline = Program(tmp_path)
    clip = ROOT / "resources" / "clips" / "sample.flac"
    command = sightline.command(
        "transcribe", "--realtime", "--engine", "hosted-cpu", "--format", "jsonl", clip
    )
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=sightline.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        (engine,) = children(program.pid)
        os.killpg(program.pid, number)
        program.communicate(timeout=LIMIT_S)
    assert program.returncode == code
    deadline = time.monotonic() + LIMIT_S
    while _runs(engine):
        assert time.monotonic() < deadline, "it outlived its parent"
        time.sleep(0.05)


def test_the_frozen_programs_way_to_start_an_engine(tmp_path: Path) -> None:
    """What packaging ships starts itself: `sightline engine-host`."""
    what = Load("tiny.en", "cpu", str(tmp_path / "models"), str(tmp_path / "cache"), 1)
    command = [sys.executable, "-m", "app", "engine-host"]
    with contextlib.closing(HostedRecogniser(what, command=command)) as engine:
        assert (engine.model, engine.engine) == ("tiny.en", "cpu")


def _runs(pid: int) -> bool:
    """False for a zombie too: an orphan is its adopter's to wait for, in a container perhaps nobody's."""
    with contextlib.suppress(OSError):
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    return False
