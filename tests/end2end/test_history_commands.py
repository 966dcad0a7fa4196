"""`sightline history` as a program: search, export, import, clear, and how it says what is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.captions.types import CaptionUpdate
from app.history.reader import HistoryReader
from app.history.store import HistoryStore

ROOT = Path(__file__).resolve().parents[2]
# The parts of the program that other rooms make are not needed here.
PROGRAM = """
import argparse, sys
from pathlib import Path
from app.history_cli import add_history_parser, run_history
from engines.errors import SightlineError
parser = argparse.ArgumentParser()
add_history_parser(parser.add_subparsers(dest="command"))
arguments = parser.parse_args(["history", *sys.argv[2:]])
try:
    sys.exit(run_history(arguments, Path(sys.argv[1])))
except SightlineError as error:
    print(f"{error} {error.advice}", file=sys.stderr)
    sys.exit(error.exit_code)
"""


def history(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM, str(path), *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        env={**os.environ, "TZ": "UTC", "PYTHONIOENCODING": "ascii"},
        check=False,
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "history.sqlite3"
    with HistoryStore(path) as store:
        for day in (1, 2):
            session_id = store.start_session(f"2026-12-0{day}T10:00:00Z", f"Day {day}")
            for n, text in enumerate(("Hello café", "日本語です", "Goodbye")):
                update = CaptionUpdate(n, "loopback", text, "", True, n * 3.0, n * 3 + 2.0, "en")
                store.append(update, session_id, f"2026-12-0{day}T10:00:0{n * 3}Z")
    return path


def test_search(path: Path) -> None:
    done = history(path, "search", "cafe")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "2026-12-02 10:00:00     2  loopback    Hello café",
        "2026-12-01 10:00:00     1  loopback    Hello café",
    ]
    found = history(path, "search", "日本", "--json", "--until", "2026-12-01").stdout.splitlines()
    assert [json.loads(line)["session_id"] for line in found] == [1]
    assert len(history(path, "search", "hel*", "--limit", "1").stdout.splitlines()) == 1
    assert "nothing found" in history(path, "search", "hel").stderr
    assert "nothing found" in history(path, "search", "'; DROP TABLE caption --").stderr


def test_wrong_usage(path: Path) -> None:
    assert history(path, "search", "x", "--since", "yesterday-ish").returncode == 2
    assert history(path, "search", "x", "--limit", "0").returncode == 2
    assert history(path, "clear").returncode == 2
    assert history(path, "export", "--output", str(path.parent)).returncode == 3
    nothing = history(path.parent / "none.sqlite3", "search", "x")
    assert nothing.returncode == 0
    assert "no history yet" in nothing.stderr


@pytest.mark.parametrize("form", ["jsonl", "csv", "srt", "vtt"])
def test_export_and_import_come_back(path: Path, tmp_path: Path, form: str) -> None:
    target = tmp_path / f"all.{form}"
    done = history(path, "export", "--output", str(target))
    assert (done.returncode, done.stdout) == (0, "")
    assert history(path, "export", "--format", form).stdout == target.read_text(encoding="utf-8")
    other = tmp_path / "other.sqlite3"
    done = history(other, "import", str(target))
    assert done.returncode == 0, done.stderr
    with HistoryReader(path) as first, HistoryReader(other) as second:
        rows, again = list(first.all()), list(second.all())
        assert [row.entry.text for row in again] == [row.entry.text for row in rows]
        if form in ("jsonl", "csv"):
            assert [row.entry for row in again] == [row.entry for row in rows]
            assert len(second.sessions()) == 2


def test_import_says_what_is_wrong_and_adds_nothing(path: Path, tmp_path: Path) -> None:
    for name, content in (("a.jsonl", "{"), ("b.csv", "x,y\n1,2\n"), ("c.srt", "nothing"), ("d.doc", "x")):
        (tmp_path / name).write_text(content)
        assert history(path, "import", str(tmp_path / name)).returncode == 3
    with HistoryReader(path) as reader:
        assert reader.count() == 6


def test_clear(path: Path) -> None:
    assert "3 captions deleted" in history(path, "clear", "--before", "2026-12-02", "--yes").stderr
    assert "3 captions deleted" in history(path, "clear", "--yes").stderr
    assert "nothing to delete" in history(path, "clear", "--yes").stderr


def test_a_damaged_file_is_mended_and_searched(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[:4096] = b"\xff" * 4096
    path.write_bytes(raw)
    done = history(path, "search", "cafe")
    assert done.returncode == 0
    assert "6 captions were saved" in done.stderr
    assert len(done.stdout.splitlines()) == 2
