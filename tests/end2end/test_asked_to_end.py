"""Asked to end (SIGTERM) at any moment of a start, the program ends in order: 130, or 0 once captions run."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.end2end.program import LIMIT_S, ROOT, Program

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to catch")

STARTED = """
import os, sys
import app.__main__ as program
take = program._take_requests_to_end
def take_and_tell():
    asked = take()
    os.write(2, b"!")
    return asked
program._take_requests_to_end = take_and_tell
sys.exit(program.main())
"""


@pytest.mark.parametrize("after_s", [0.0, 0.1, 0.2, 0.35])
def test_a_start_is_ended_in_order(tmp_path: Path, after_s: float) -> None:
    clip = ROOT / "resources" / "clips" / "sample.flac"
    words = ["--data-dir", str(tmp_path), "run", "--no-window", "--source", str(clip)]
    program = subprocess.Popen(
        [sys.executable, "-c", STARTED, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stderr is not None
    assert program.stderr.read(1) == b"!"
    # Wherever in the start that is: the result is the same.
    time.sleep(after_s)
    program.send_signal(signal.SIGTERM)
    _, errors = program.communicate(timeout=LIMIT_S)
    assert program.returncode in (0, 130)
    assert b"Traceback" not in errors


def test_a_command_ends_as_by_ctrl_c(tmp_path: Path) -> None:
    """Under way, what was transcribed stays, and the code says that it was interrupted."""
    clip = ROOT / "resources" / "clips" / "sample.flac"
    command = Program(tmp_path).command("transcribe", "--realtime", clip, "--format", "jsonl")
    program = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdout is not None
    assert program.stdout.readline().startswith(b'{"type"')
    program.send_signal(signal.SIGTERM)
    _, errors = program.communicate(timeout=LIMIT_S)
    assert program.returncode == 130
    assert errors == b""
