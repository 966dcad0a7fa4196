"""The history file: what is kept, sessions, stars, deletion down to the bytes, retention, migrations."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.captions.types import CaptionUpdate
from app.history import moments, schema
from app.history.query import clean
from app.history.reader import Filter, HistoryReader
from app.history.search import HistorySearch
from app.history.store import HistoryStore
from engines.errors import StorageError

AT = "2026-12-01T10:00:00Z"


def caption(text: str, number: int = 0, source: str = "loopback", *, final: bool = True) -> CaptionUpdate:
    return CaptionUpdate(number, source, text, "", final, number * 4.0, number * 4 + 3.0, "en")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "history.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[HistoryStore]:
    with HistoryStore(path) as store:
        yield store


def texts(path: Path, where: Filter | None = None) -> list[str]:
    with HistoryReader(path) as reader:
        return [row.entry.text for row in reader.all(where)]


def file_bytes(path: Path) -> bytes:
    return b"".join(
        file.read_bytes() for suffix in ("", "-wal") if (file := Path(f"{path}{suffix}")).exists()
    )


def is_whole(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as connection:
        for index in ("caption_words", "caption_parts"):
            connection.execute(f"INSERT INTO {index}({index}, rank) VALUES ('integrity-check', 1)")
        connection.rollback()
        return bool(connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok")


def test_a_final_caption_is_there_for_another_connection_at_once(store: HistoryStore, path: Path) -> None:
    session_id = store.start_session(AT)
    entry_id = store.append(caption(" Hello there."), session_id, "2026-12-01T10:00:01.25Z")
    with HistoryReader(path) as reader:
        (row,) = reader.before(None, 10)
    assert row.entry.entry_id == entry_id
    assert row.entry.text == " Hello there."
    assert row.entry.started_at_utc == "2026-12-01T10:00:01.250Z"
    assert row.entry.duration_s == 3.0


def test_what_is_not_final_or_blank_is_not_kept(store: HistoryStore, path: Path) -> None:
    session_id = store.start_session(AT)
    assert store.append(caption("half a sent", final=False), session_id, AT) is None
    assert store.append(caption("  \n"), session_id, AT) is None
    assert texts(path) == []


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_only_the_owner_can_read(store: HistoryStore, path: Path) -> None:
    store.append(caption("x"), store.start_session(AT), AT)
    for file in [path.parent, *path.parent.iterdir()]:
        assert file.stat().st_mode & 0o077 == 0, file


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(min_size=1), min_size=1, max_size=8))
def test_any_text_comes_back_byte_for_byte(store: HistoryStore, path: Path, given_texts: list[str]) -> None:
    store.delete_all()
    session_id = store.start_session(AT)
    for text in given_texts:
        store.append(caption(text), session_id, AT)
    assert texts(path) == [clean(text) for text in given_texts if text.strip()]


def test_the_clock_set_back_changes_no_order(store: HistoryStore, path: Path) -> None:
    session_id = store.start_session(AT)
    for hour, text in ((12, "first"), (9, "second"), (11, "third")):
        store.append(caption(text), session_id, f"2026-12-01T{hour:02d}:00:00Z")
    assert texts(path) == ["first", "second", "third"]
    at_nine = moments.to_ms("2026-12-01T09:00:00Z")
    with HistoryReader(path) as reader:
        found = HistorySearch(reader).find("second", Filter(since_ms=at_nine, until_ms=at_nine + 1))
        assert [hit.row.entry.text for hit in found] == ["second"]
        assert reader.sessions()[0].n_captions == 3


def test_sessions_are_listed_with_length_and_first_words(store: HistoryStore, path: Path) -> None:
    first = store.start_session(AT, "Choir")
    store.append(caption("La la la", 1), first, AT)
    store.end_session(first, "2026-12-01T11:00:00Z")
    cut_short = store.start_session("2026-12-02T10:00:00Z")
    store.append(caption("Then it crashed", 1), cut_short, "2026-12-02T10:00:04Z")
    empty = store.start_session(AT)
    store.end_session(empty, AT)
    with HistoryReader(path) as reader:
        late, early = reader.sessions()
    assert (early.name, early.ended_ms - early.started_ms, early.first_words) == (
        "Choir",
        3_600_000,
        "La la la",
    )
    assert (late.session_id, late.ended_ms - late.started_ms) == (cut_short, 7000)


def test_rename_and_merge(store: HistoryStore, path: Path) -> None:
    ids = []
    for hour in (10, 12, 9):
        ids.append(store.start_session(f"2026-12-01T{hour:02d}:00:00Z"))
        store.append(caption(f"at {hour}", 1), ids[-1], f"2026-12-01T{hour:02d}:00:04Z")
    store.rename_session(ids[1], " Board ")
    assert store.merge_sessions(ids) == ids[0]
    with HistoryReader(path) as reader:
        (session,) = reader.sessions()
        offsets = [row.offset_ms for row in reader.all()]
    assert (session.name, session.n_captions) == ("Board", 3)
    assert offsets[:2] == [4000, 7_204_000]
    assert offsets == sorted(offsets)


def test_stars(store: HistoryStore, path: Path) -> None:
    session_id = store.start_session(AT)
    ids = [store.append(caption(f"c{n}"), session_id, AT) or 0 for n in range(6)]
    for entry_id in (ids[1], ids[4]):
        store.set_star(entry_id, True)
    with HistoryReader(path) as reader:
        assert reader.star(0, 1) == ids[1]
        assert reader.star(ids[1], 1) == ids[4]
        assert reader.star(ids[4], -1) == ids[1]
        assert reader.star(ids[4], 1) is None
        assert reader.count(Filter(starred_only=True)) == 2


@pytest.mark.parametrize("way", ["one", "range", "session", "all", "retention"])
def test_deletion_really_deletes(store: HistoryStore, path: Path, way: str) -> None:
    session_id = store.start_session(AT)
    for n in range(60):
        store.append(caption(f"Common words number {n}", n), session_id, f"2026-12-01T10:00:{n:02d}Z")
    secret = store.start_session("2026-11-01T10:00:00Z")
    entry_id = (
        store.append(caption("The xylophonequokka 秘密暗号文 sings"), secret, "2026-11-01T10:00:00Z") or 0
    )
    for n in range(60):
        store.append(caption(f"More words {n} 日本語", n), session_id, f"2026-12-01T10:02:{n:02d}Z")
    assert b"xylophonequokka" in file_bytes(path)
    if way == "one":
        assert store.delete_captions([entry_id, 999_999]) == 1
    elif way == "range":
        at = moments.to_ms("2026-11-01T10:00:00Z")
        assert store.delete_range(at, at + 1) == 1
    elif way == "session":
        assert store.delete_session(secret) == 1
    elif way == "all":
        assert store.delete_all() == 121
    else:
        store.set_retention("30 days")
        assert store.apply_retention(moments.to_ms("2026-12-02T00:00:00Z")) == 1
    left = file_bytes(path)
    for trace in ("xylophonequokka", "ophonequok", "秘密暗", "暗号文"):
        assert trace.encode() not in left, trace
    assert len(texts(path)) == (0 if way == "all" else 120)
    assert is_whole(path)
    with HistoryReader(path) as reader:
        assert HistorySearch(reader).find("xylophonequokka") == []
        assert len(HistorySearch(reader).find("日本")) == (0 if way == "all" else 50)


def test_an_erasure_cut_short_is_finished_when_opened_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with HistoryStore(path) as store:
        session_id = store.start_session(AT)
        for n in range(30):
            store.append(caption(f"plain {n}"), session_id, AT)
        entry_id = store.append(caption("gnulliverish"), session_id, AT) or 0
        monkeypatch.setattr("app.history.erasing.Eraser.finish", lambda *_: None)
        store.delete_captions([entry_id])
    assert b"gnulliverish" in file_bytes(path)
    monkeypatch.undo()
    with HistoryStore(path) as store:
        store.apply_retention()
    assert b"gnulliverish" not in file_bytes(path)


def test_retention_never_and_always(store: HistoryStore, path: Path) -> None:
    store.append(caption("x"), store.start_session(AT), AT)
    assert store.apply_retention() == 0
    store.set_retention("day")
    assert store.apply_retention(moments.to_ms("2026-12-02T09:00:00Z")) == 0
    store.set_retention("never")
    assert store.apply_retention() == 1
    assert texts(path) == []


def test_an_entry_number_is_never_used_again(store: HistoryStore) -> None:
    session_id = store.start_session(AT)
    first = store.append(caption("a"), session_id, AT)
    store.delete_all(keep_session=session_id)
    second = store.append(caption("b"), session_id, AT)
    assert first is not None
    assert second is not None
    assert second > first


def test_a_newer_file_is_refused_and_left_alone(path: Path) -> None:
    with HistoryStore(path) as store:
        store.append(caption("x"), store.start_session(AT), AT)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(StorageError, match="newer Sightline"):
        HistoryStore(path)
    with pytest.raises(StorageError, match="newer Sightline"):
        HistoryReader(path)
    assert path.read_bytes() == before


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cookies.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE cookie(x)")
    with pytest.raises(StorageError, match="not a Sightline history"):
        HistoryStore(path)


def test_migrations_number_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with HistoryStore(path) as store:
        store.append(caption("old"), store.start_session(AT), AT)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, ("CREATE TABLE extra(x)",)))
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    with HistoryStore(path) as store:
        store.append(caption("new"), store.start_session(AT), AT)
    assert texts(path) == ["old", "new"]


def test_a_failed_migration_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    HistoryStore(path).close()
    broken = (*schema.MIGRATIONS, ("CREATE TABLE extra(x)", "CREATE TABLE extra(x)"))
    monkeypatch.setattr(schema, "MIGRATIONS", broken)
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    with pytest.raises(StorageError):
        HistoryStore(path)
    monkeypatch.undo()
    HistoryStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'extra'").fetchone() is None


def test_activity_of_a_session(store: HistoryStore, path: Path) -> None:
    session_id = store.start_session(AT)
    for n in (0, 1, 2, 50, 99):
        store.append(caption("words", n), session_id, AT)
    with HistoryReader(path) as reader:
        bars, low, high = reader.activity(Filter(session_id=session_id), 10)
        assert (low, high) == (0, 396_000)
        assert [amount for amount, _ in bars] == [15, 0, 0, 0, 0, 5, 0, 0, 0, 5]
        assert bars[5][1] == 4
        assert reader.activity(Filter(source="nowhere"), 4)[0] == [(0, 0)] * 4
