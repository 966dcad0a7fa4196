"""HistoryWriter: never raises, never blocks, catches up, says what is wrong once."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.captions.types import CaptionUpdate, UserNotice
from app.history import writer as writer_module
from app.history.erasing import Eraser
from app.history.reader import HistoryReader
from app.history.store import HistoryStore
from app.history.writer import HistoryWriter

AT = "2026-12-01T10:00:00Z"
Make = Callable[..., HistoryWriter]


def caption(number: int, text: str = "") -> CaptionUpdate:
    return CaptionUpdate(
        number, "loopback", text or f"caption {number}", "", True, number * 4.0, number * 4 + 3.0, "en"
    )


def texts(path: Path) -> list[str]:
    with HistoryReader(path) as reader:
        return [row.entry.text for row in reader.all()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.sqlite3"


@pytest.fixture
def notices() -> list[UserNotice]:
    return []


@pytest.fixture
def make(path: Path, notices: list[UserNotice], monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    made: list[HistoryWriter] = []

    def make(**options: object) -> HistoryWriter:
        made.append(HistoryWriter(path, notices.append, busy_timeout_s=0.05, **options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for writer in made:
        writer.close()


def test_captions_are_kept_in_one_session(make: Make, path: Path, notices: list[UserNotice]) -> None:
    writer = make()
    for n in range(5):
        writer.append(caption(n), AT)
        writer.append(CaptionUpdate(n, "loopback", "not", " final", False, 0, 1, "en"), AT)
    assert writer.flush()
    assert texts(path) == [f"caption {n}" for n in range(5)]
    writer.close()
    with HistoryReader(path) as reader:
        (session,) = reader.sessions()
    assert session.n_captions == 5
    assert notices == []


def test_no_captions_no_session(make: Make, path: Path) -> None:
    make().close()
    with HistoryReader(path) as reader:
        assert reader.sessions() == []


def test_private_and_never_keep_nothing(make: Make, path: Path) -> None:
    writer = make()
    writer.append(caption(1), AT)
    writer.is_private = True
    writer.append(caption(2), AT)
    writer.is_private = False
    writer.append(caption(3), AT)
    assert writer.flush()
    assert texts(path) == ["caption 1", "caption 3"]
    writer.set_retention("never")
    writer.append(caption(4), AT)
    assert writer.flush()
    assert texts(path) == []


def test_captions_are_kept_while_a_long_deletion_goes_on(
    make: Make, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.history.erasing._ROWS_A_STEP", 2)
    with HistoryStore(path) as store:
        session_id = store.start_session("2020-01-01T10:00:00Z")
        for n in range(20):
            store.append(caption(n, f"old {n}"), session_id, "2020-01-01T10:00:00Z")
    seen: list[int] = []
    writer: HistoryWriter | None = None
    delete = Eraser._delete

    def slow_delete(self: Eraser, condition: str, values: object) -> int:
        seen.append(len([text for text in texts(path) if text.startswith("new")]))
        if writer is not None:
            writer.append(caption(len(seen), f"new {len(seen)}"))
        return delete(self, condition, values)  # type: ignore[arg-type]

    monkeypatch.setattr(Eraser, "_delete", slow_delete)
    writer = make(retention="30 days")
    writer.append(caption(0, "new 0"))
    assert writer.flush()
    assert max(seen) > 5
    assert all(text.startswith("new") for text in texts(path))


def test_a_star_marks_the_last_caption_or_the_first_to_come(make: Make, path: Path) -> None:
    writer = make()
    writer.star()
    for n in range(3):
        writer.append(caption(n), AT)
    writer.star()
    assert writer.flush()
    with HistoryReader(path) as reader:
        assert [row.is_starred for row in reader.all()] == [True, False, True]


def test_a_locked_file_is_waited_for(make: Make, path: Path, notices: list[UserNotice]) -> None:
    HistoryStore(path).close()
    writer = make()
    assert writer.flush()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for n in range(10):
            writer.append(caption(n), AT)
        assert not writer.flush(0.5)
        other.execute("COMMIT")
    assert writer.flush()
    assert texts(path) == [f"caption {n}" for n in range(10)]
    assert [notice.code for notice in notices] == ["history-unavailable", "history-resumed"]
    assert "in use by another program" in notices[0].title


def test_a_session_deleted_meanwhile_is_begun_again(
    make: Make, path: Path, notices: list[UserNotice]
) -> None:
    writer = make()
    writer.append(caption(1), AT)
    assert writer.flush()
    with HistoryStore(path) as store:
        store.delete_all()
    writer.append(caption(2), AT)
    assert writer.flush()
    assert texts(path) == ["caption 2"]
    assert notices == []


def test_a_file_removed_meanwhile_is_made_again(make: Make, path: Path) -> None:
    writer = make()
    writer.append(caption(1), AT)
    assert writer.flush()
    for file in list(path.parent.iterdir()):
        file.unlink()
    writer.append(caption(2), AT)
    assert writer.flush()
    assert texts(path) == ["caption 2"]


def test_damage_while_writing_is_set_aside(make: Make, path: Path, notices: list[UserNotice]) -> None:
    with HistoryStore(path) as store:
        session_id = store.start_session(AT)
        for n in range(2000):
            store._connection.execute(
                "INSERT INTO caption(session_id, started_ms, offset_ms, duration_ms, source, language, text)"
                " VALUES (?, ?, 0, 0, 'file', 'en', ?)",
                (session_id, n, f"old caption {n} with some words to fill pages"),
            ) if n else store._connection.execute("BEGIN")
        store._connection.execute("COMMIT")
    writer = make()
    assert writer.flush()
    raw = bytearray(path.read_bytes())
    for page in range(3, len(raw) // 4096 - 1, 2):
        raw[page * 4096 : page * 4096 + 64] = b"\xa5" * 64
    path.write_bytes(raw)
    for n in range(200):
        writer.append(caption(n), AT)
    assert writer.flush(30)
    kept = texts(path)
    assert [text for text in kept if text.startswith("caption")] == [f"caption {n}" for n in range(200)]
    assert [notice.code for notice in notices] == ["history-damaged"]
    assert len(list(path.parent.glob("history.damaged-*.sqlite3"))) == 1


def test_an_impossible_place_is_said_once_and_loss_at_the_end(
    tmp_path: Path, notices: list[UserNotice], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "RETRY_S", 0.01)
    blocker = tmp_path / "file"
    blocker.write_text("x")
    writer = HistoryWriter(blocker / "history.sqlite3", notices.append)
    for n in range(3):
        writer.append(caption(n), AT)
    assert not writer.flush(0.2)
    writer.close()
    assert [notice.code for notice in notices] == ["history-unavailable", "history-lost"]
    assert notices[1].title == "3 captions could not be kept."


def test_waiting_captions_are_bounded(
    tmp_path: Path, notices: list[UserNotice], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "MAX_WAITING", 10)
    blocker = tmp_path / "file"
    blocker.write_text("x")
    writer = HistoryWriter(blocker / "history.sqlite3", notices.append)
    for n in range(50):
        writer.append(caption(n), AT)
    writer.close()
    assert notices[-1].title == "50 captions could not be kept."
