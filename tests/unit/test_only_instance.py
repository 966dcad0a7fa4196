"""The one caption window of a user: who has it, who asks for it, what a killed one leaves behind."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app import only_instance
from app.only_instance import OnlyInstance

KILLED = """
import os, pathlib, signal, sys
from app.only_instance import OnlyInstance
assert OnlyInstance(pathlib.Path(sys.argv[1])).claim()
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_second_asks_and_the_first_answers(tmp_path: Path) -> None:
    first, second = OnlyInstance(tmp_path), OnlyInstance(tmp_path)
    assert first.claim()
    assert not first.is_asked()
    assert not second.claim()
    answers: list[bool] = []
    asking = threading.Thread(target=lambda: answers.append(second.ask()))
    asking.start()
    while not first.is_asked():
        pass
    asking.join()
    assert answers == [True]
    assert not first.is_asked()
    first.release()
    assert second.claim()
    second.release()


def test_one_that_does_not_answer_is_said_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(only_instance, "ANSWER_S", 0.1)
    first, second = OnlyInstance(tmp_path), OnlyInstance(tmp_path)
    assert first.claim()
    assert not second.claim()
    assert not second.ask()
    assert not first.is_asked()
    first.release()


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_a_killed_one_and_an_old_request_are_in_nobodys_way(tmp_path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)])
    assert killed.returncode == -signal.SIGKILL
    (tmp_path / "window.request").touch()
    only = OnlyInstance(tmp_path)
    assert only.claim()
    assert not only.is_asked()
    only.release()
