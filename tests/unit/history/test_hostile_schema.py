"""A history file that brings programs of its own (triggers, views) is left alone."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from app.captions.types import CaptionUpdate
from app.history.reader import HistoryReader
from app.history.store import HistoryStore
from engines.errors import StorageError

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"


@pytest.mark.parametrize(
    "statements",
    [
        (f"CREATE VIEW mine AS {ENDLESS}",),
        ("ALTER TABLE setting RENAME TO hidden", f"CREATE VIEW setting AS {ENDLESS}"),
    ],
)
def test_what_would_run_for_ever_is_refused(tmp_path: Path, statements: tuple[str, ...]) -> None:
    path = tmp_path / "history.sqlite3"
    HistoryStore(path).close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    before = path.read_bytes()
    for opened in (HistoryStore, HistoryReader):
        with pytest.raises(StorageError, match="another program put there") as caught:
            opened(path)
        assert "captions go on" in caught.value.advice
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.glob("*.sqlite3")] == ["history.sqlite3"]


def test_captions_of_a_file_with_a_strange_trigger_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite3"
    with HistoryStore(path) as store:
        session = store.start_session("2026-12-01T10:00:00.000Z", "file")
        caption = CaptionUpdate(1, "file", "hello", "", True, 0.0, 1.0, "en")
        store.append(caption, session, "2026-12-01T10:00:00.000Z")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"CREATE TRIGGER mine AFTER INSERT ON caption BEGIN {ENDLESS}; END")
        connection.commit()
    with pytest.raises(StorageError, match="was changed"):
        HistoryReader(path)
    with HistoryStore(path) as store:
        assert [notice.code for notice in store.take_notices()] == ["history-damaged"]
        store.append(
            caption, store.start_session("2026-12-01T11:00:00.000Z", "file"), "2026-12-01T11:00:00.000Z"
        )
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM caption").fetchone() == (2,)
