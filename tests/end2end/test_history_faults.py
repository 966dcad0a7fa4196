"""Faults on real files: kill -9, a full disk, a read-only disk, damaged pages, two processes at once.

SIGHTLINE_KILLS=200 for the full run (tests/bench/bench_history_faults.py).
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.captions.types import CaptionUpdate, UserNotice
from app.history import writer as writer_module
from app.history.reader import HistoryReader
from app.history.search import HistorySearch
from app.history.store import HistoryStore
from app.history.writer import HistoryWriter
from engines.errors import StorageError

N_KILLS = int(os.environ.get("SIGHTLINE_KILLS", "6"))
AT = "2026-12-01T10:00:00Z"
ROOT = Path(__file__).resolve().parents[2]

# Prints each entry_id when the caption is committed; every tenth time it also stars, merges and deletes.
CHILD = """
import sys
from pathlib import Path
from app.captions.types import CaptionUpdate
from app.history.store import HistoryStore
path, name = Path(sys.argv[1]), sys.argv[2]
AT = "2026-12-01T10:00:00Z"
with HistoryStore(path, busy_timeout_s=30) as store:
    session = store.start_session(AT, name)
    n = 0
    while n < int(sys.argv[3]):
        text = f"{name} {n} said something about the budget 日本語 " + "word " * (n % 40)
        entry = store.append(CaptionUpdate(n, name, text, "", True, n, n + 1.0, "en"), session, AT)
        print(entry, n, flush=True)
        if n % 10 == 9:
            store.set_star(entry, True)
            other = store.start_session(AT)
            store.append(CaptionUpdate(n, "gone", "goner", "", True, n, n + 1.0, "en"), other, AT)
            store.delete_session(other)
        n += 1
"""


def start_child(path: Path, name: str, n_captions: int = 10**9) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path), name, str(n_captions)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def check_whole(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for index in ("caption_words", "caption_parts"):
            connection.execute(f"INSERT INTO {index}({index}, rank) VALUES ('integrity-check', 1)")


def caption(number: int, text: str = "") -> CaptionUpdate:
    return CaptionUpdate(
        number, "loopback", text or f"caption {number}", "", True, number * 4.0, number * 4 + 3.0, "en"
    )


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_kill_9_loses_nothing_that_was_committed(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite3"
    rng = random.Random(5)
    committed: dict[int, str] = {}
    for round_ in range(N_KILLS):
        name = f"round{round_}"
        child = start_child(path, name)
        assert child.stdout is not None
        first = child.stdout.readline()
        assert first
        time.sleep(rng.uniform(0.0, 0.15))
        child.send_signal(signal.SIGKILL)
        rest = child.stdout.read()
        child.stdout.close()
        child.wait()
        # The last line may be cut by the kill: it only counts when it is whole.
        for line in (first + rest).split("\n")[:-1]:
            entry_id, n = line.split()
            committed[int(entry_id)] = f"{name} {n} said"
        check_whole(path)
        with HistoryReader(path) as reader:
            kept = {row.entry.entry_id: row.entry.text for row in reader.all()}
            assert HistorySearch(reader).find(f"{name} said", limit=1)
        assert all(kept.get(number, "").startswith(text) for number, text in committed.items())
        # Of what was not reported as committed at most the caption in hand is there.
        extra = [number for number in kept if number not in committed and kept[number] != "goner"]
        assert len(extra) <= round_ + 1
    print(f"{N_KILLS} kills, {len(committed)} captions committed, none lost")


def test_two_processes_at_once(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite3"
    children = [start_child(path, name, 60) for name in ("one", "two")]
    reported = set()
    for child in children:
        assert child.stdout is not None
        reported |= {int(line.split()[0]) for line in child.stdout}
        child.stdout.close()
        assert child.wait() == 0
    with HistoryReader(path) as reader:
        kept = {row.entry.entry_id: row.entry for row in reader.all()}
        assert len(reader.sessions()) == 2
    assert set(kept) == reported
    assert len(reported) == 120
    check_whole(path)


@contextlib.contextmanager
def small_disk(folder: Path, size: str) -> Iterator[None]:
    folder.mkdir()
    mounted = os.name == "posix" and os.geteuid() == 0
    if mounted:
        command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
        mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    if not mounted:
        pytest.skip("needs root to mount a small disk")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_stops_no_captions_and_is_made_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "RETRY_S", 0.05)
    folder = tmp_path / "disk"
    notices: list[UserNotice] = []
    with small_disk(folder, "4m"):
        ballast = folder / "ballast"
        ballast.write_bytes(b"x" * 2_000_000)
        path = folder / "history.sqlite3"
        writer = HistoryWriter(path, notices.append)
        n = 0
        while not notices and n < 20_000:
            writer.append(caption(n, f"caption {n} " + "words of some length " * 20), AT)
            n += 1
            if n % 50 == 0:
                writer.flush(0.5)
        assert [notice.code for notice in notices] == ["history-unavailable"]
        assert "disk is full" in notices[0].title
        check_whole(path)
        ballast.unlink()
        assert writer.flush(10)
        assert notices[-1].code == "history-resumed"
        with HistoryReader(path) as reader:
            kept = [row.entry.text.split()[1] for row in reader.all()]
        assert kept == [str(number) for number in range(n)]
        writer.close()
        check_whole(path)


def test_a_read_only_disk_can_be_read_and_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    notices: list[UserNotice] = []
    with small_disk(folder, "4m"):
        path = folder / "history.sqlite3"
        with HistoryStore(path) as store:
            store.append(caption(1), store.start_session(AT), AT)
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        with pytest.raises(StorageError, match="cannot be written"):
            HistoryStore(path)
        writer = HistoryWriter(path, notices.append)
        writer.append(caption(2), AT)
        assert not writer.flush(0.3)
        writer.close()
        with HistoryReader(path) as reader:
            assert len(HistorySearch(reader).find("caption")) == 1
    assert [notice.code for notice in notices] == ["history-unavailable", "history-lost"]


@pytest.mark.parametrize(
    "part", ["header", "beginning", "middle", "end", "everywhere", "cut short", "all of it"]
)
def test_damage_is_set_aside_and_the_rest_salvaged(tmp_path: Path, part: str) -> None:
    path = tmp_path / "history.sqlite3"
    n_captions = 1500
    with HistoryStore(path) as store:
        store.set_retention("30 days")
        session_id = store.start_session(AT, "Named")
        store._connection.execute("BEGIN")
        for n in range(n_captions):
            store.append(caption(n, f"caption {n} " + "some more words " * 5 + "日本語"), session_id, AT)
        store._connection.execute("COMMIT")
    raw = bytearray(path.read_bytes())
    n_pages = len(raw) // 4096
    pages = {
        "header": [0],
        "beginning": range(1, 8),
        "middle": range(n_pages // 2, n_pages // 2 + 6),
        "end": range(n_pages - 6, n_pages),
        "everywhere": range(1, n_pages, 40),
        "cut short": [],
        "all of it": range(n_pages),
    }[part]
    rng = random.Random(3)
    for page in pages:
        raw[page * 4096 : (page + 1) * 4096] = rng.randbytes(4096)
    if part == "cut short":
        del raw[n_pages * 4096 * 2 // 3 + 100 :]
    path.write_bytes(raw)
    damaged = path.read_bytes()
    notices: list[UserNotice] = []
    writer = HistoryWriter(path, notices.append)
    for n in range(30):
        writer.append(caption(n, f"after {n}"), AT)
    assert writer.flush(60)
    writer.close()
    with HistoryStore(path) as store:
        # Damage that writing does not meet is met by whoever reads.
        store.check()
        notices += store.take_notices()
    check_whole(path)
    with HistoryReader(path) as reader:
        kept = [row.entry.text.split(" some")[0] for row in reader.all()]
    assert [text for text in kept if text.startswith("after")] == [f"after {n}" for n in range(30)]
    n_salvaged = sum(text.startswith("caption") for text in kept)
    assert [notice.code for notice in notices] == ["history-damaged"]
    (aside,) = [file for file in tmp_path.glob("history.damaged-*") if file.suffix == ".sqlite3"]
    if part == "all of it":
        assert aside.read_bytes() == damaged
        assert n_salvaged == 0
    else:
        assert n_salvaged >= n_captions * {"header": 1, "cut short": 0.5}.get(part, 0.9)
    print(f"{part}: {n_salvaged} of {n_captions} salvaged")
