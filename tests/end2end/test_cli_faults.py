"""What a stranger does to the program: dead displays, closed streams, pipes, outputs over inputs."""

from __future__ import annotations

import os
import subprocess
import sys
import wave
from pathlib import Path

import pytest

from tests.end2end.program import LIMIT_S, ROOT, Program


@pytest.fixture(scope="module")
def sightline(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return Program(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def clips(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clips")
    with wave.open(str(folder / "good.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes(bytes(16_000))
    return folder


def test_a_model_of_one_language_does_not_translate(sightline: Program, clips: Path) -> None:
    result = sightline("transcribe", "--task", "translate", clips / "good.wav")
    assert result.code == 2
    assert "translate" in result.line


def test_captions_do_not_overwrite_an_input_or_each_other(
    sightline: Program, clips: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "good.flac"
    copy.write_bytes((clips / "good.wav").read_bytes())
    result = sightline("transcribe", copy, "--output", copy)
    assert result.code == 2
    assert "overwrite" in result.line
    assert copy.read_bytes() == (clips / "good.wav").read_bytes()
    result = sightline("transcribe", copy, clips / "good.wav", "--output", tmp_path / "captions")
    assert result.code == 2
    assert "good.txt" in result.line


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
def test_a_pipe_is_refused_and_not_waited_for(sightline: Program, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.wav")
    result = sightline("transcribe", tmp_path / "pipe.wav")
    assert result.code == 3
    assert "pipe" in result.line


@pytest.mark.skipif(sys.platform != "linux", reason="X is asked for on Linux only")
@pytest.mark.parametrize(
    "display",
    [
        {"QT_QPA_PLATFORM": "", "DISPLAY": ":7777"},
        {"QT_QPA_PLATFORM": "", "DISPLAY": "", "WAYLAND_DISPLAY": "wayland-77"},
    ],
)
def test_a_dead_display_means_captions_in_the_terminal(
    sightline: Program, clips: Path, display: dict[str, str]
) -> None:
    result = sightline("run", "--source", clips / "good.wav", "--exit-at-end", data_dir=None, **display)
    assert result.code == 0
    assert "no display" in result.line


@pytest.mark.skipif(sys.platform != "linux", reason="a shell's words")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_as_dev_null(sightline: Program, clips: Path, closed: str) -> None:
    words = sightline.command("transcribe", clips / "good.wav", "--format", "jsonl")
    done = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *words],
        cwd=ROOT,
        env=sightline.environment,
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT_S,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert bool(done.stdout) == (" >&-" not in f" {closed}")
