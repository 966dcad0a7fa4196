"""Arguments that no run could make sense of are refused before anything starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli import run_command


@pytest.mark.parametrize(
    ("flag", "value", "says"),
    [
        ("--threads", "257", "at most"),
        ("--threads", "999999", "at most"),
        ("--threads", "0", "not a positive number"),
        ("--hot-words", "x" * 10_001, "10000 at most"),
        ("--hot-words", "\udcff", "no text"),
    ],
)
def test_absurd_values_are_one_line_and_code_2(
    flag: str, value: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["transcribe", "a.wav", "--data-dir", str(tmp_path), flag, value]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.count("\n") == 1
    assert len(err) < 300
