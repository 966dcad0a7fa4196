"""The whole program with no network: every socket call is watched, and only this computer's own are made."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import wave
from pathlib import Path

import av
import numpy as np
import pytest
from program import LIMIT_S, ROOT, Program

SAMPLE = ROOT / "resources" / "clips" / "sample.flac"
WINDOWS = """
import sys
from app import cli
from app.ui.desktop import Desktop

show = Desktop.show

def show_all(desktop):
    show(desktop)
    for each in ("settings", "models", "doctor", "history", "keys", "first_steps"):
        getattr(desktop, f"open_{each}")()
    desktop.toggle_figures()

Desktop.show = show_all
sys.exit(cli.run_command(sys.argv[1:]))
"""
"""The real program, with every window opened as its keys would."""


def _works(*command: str) -> bool:
    try:
        return subprocess.run([*command, "true"], capture_output=True, timeout=60).returncode == 0
    except OSError:
        return False


CAN_TRACE = sys.platform == "linux" and _works("strace", "-f", "-qq", "-e", "trace=socket", "-o", "/dev/null")
ALONE = next(
    (way for way in (["unshare", "-n"], ["unshare", "-rn"]) if sys.platform == "linux" and _works(*way)), []
)


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> tuple[Program, list[list[str]]]:
    """Commands that use all of the program but getting a model."""
    folder = tmp_path_factory.mktemp("offline")
    program = Program(folder / "data")
    program.environment |= {
        "QT_QPA_PLATFORM": "offscreen",
        "XDG_RUNTIME_DIR": str(folder),
        "HF_ENDPOINT": "http://192.0.2.1:9",
    }
    clip = folder / "clip.wav"
    _write_clip(clip)
    words: list[list[str]] = [
        ["transcribe", str(clip), "--history"],
        ["history", "search", "the"],
        ["history", "export", "--format", "jsonl"],
        ["models", "list"],
        ["models", "verify"],
        ["engine", "list"],
        ["doctor", "--report", str(folder / "report.txt")],
        ["run", "--source", str(clip), "--exit-at-end"],
    ]
    commands = [program.command(*each) for each in words]
    # The last one with its windows open.
    commands[-1] = [sys.executable, "-c", WINDOWS, *commands[-1][3:]]
    return program, commands


def _write_clip(path: Path) -> None:
    resampler = av.AudioResampler(format="s16", layout="mono", rate=16_000)
    with av.open(str(SAMPLE)) as container:
        parts = [
            each.to_ndarray()[0] for frame in container.decode(audio=0) for each in resampler.resample(frame)
        ]
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(16_000)
        out.writeframes(np.concatenate(parts)[: 4 * 16_000].tobytes())


def _run(program: Program, command: list[str], *, before: list[str]) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*before, *command],
        cwd=ROOT,
        env=program.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=2 * LIMIT_S,
    )
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done


@pytest.mark.skipif(
    not (CAN_TRACE or ALONE), reason="SOCKETS NOT WATCHED: neither strace nor unshare works here"
)
def test_the_whole_walk_opens_no_socket_to_anywhere(
    walk: tuple[Program, list[list[str]]], tmp_path: Path
) -> None:
    program, commands = walk
    before = list(ALONE)
    trace = tmp_path / "sockets"
    if CAN_TRACE:
        before += ["strace", "-f", "-qq", "-A", "-e", "trace=socket", "-o", str(trace)]
    for command in commands:
        _run(program, command, before=before)
    if CAN_TRACE:
        calls = [line for line in trace.read_text().splitlines() if "socket(" in line]
        assert not [line for line in calls if "AF_UNIX" not in line and "AF_NETLINK" not in line], calls
        assert calls, "the windows ask the desktop and the sound service: nothing was watched"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_what_is_kept_is_the_owners_alone(walk: tuple[Program, list[list[str]]], tmp_path: Path) -> None:
    program, commands = walk
    data = tmp_path / "data"
    program = Program(data)
    program.environment["QT_QPA_PLATFORM"] = "offscreen"
    clip = next(word for word in commands[0] if word.endswith(".wav"))
    umask = os.umask(0)
    try:
        assert program("transcribe", clip, "--history").code == 0
        mine = tmp_path / "mine"
        mine.mkdir()
        for name in ("model.bin", "config.json", "tokenizer.json"):
            _copy_of_tiny(name, mine)
        assert program("models", "get", "tiny.en", "--from", mine).code == 0
        assert program("models", "get", "my-own", "--from", mine).code == 0
        assert program("models", "recommend", "--language", "english").code == 0
    finally:
        os.umask(umask)
    open_to_others = [
        path.relative_to(data)
        for path in [data, *data.rglob("*")]
        if stat.S_IMODE(path.stat().st_mode) & 0o077 and not _is_closed_above(path, data)
    ]
    assert open_to_others == []
    for name in ("history.sqlite3", "log/sightline.log", "models/my-own/model.bin", "speed.json"):
        assert stat.S_IMODE((data / name).stat().st_mode) == 0o600, name


def _is_closed_above(path: Path, top: Path) -> bool:
    """The cache: whoever may not enter its folder sees nothing in it."""
    return path != top and any(
        stat.S_IMODE(each.stat().st_mode) & 0o077 == 0
        for each in path.parents
        if each.is_relative_to(top / "cache")
    )


def _copy_of_tiny(name: str, into: Path) -> None:
    from engines.models import verify_model

    shutil.copyfile(verify_model("tiny.en", into)[name], into / name)
