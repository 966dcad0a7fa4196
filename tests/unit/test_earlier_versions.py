"""Settings and history that earlier versions wrote (tests/data/earlier): nothing of them is lost."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from app.captions.types import CaptionUpdate
from app.history import schema
from app.history.reader import HistoryReader
from app.history.search import HistorySearch
from app.history.store import HistoryStore
from app.settings import Settings, load, save, to_mapping

EARLIER = Path(__file__).parents[1] / "data" / "earlier"
SETTINGS = sorted(EARLIER.glob("settings-*.json"))
HISTORIES = sorted(EARLIER.glob("history-*.sqlite3.gz"))
TEXTS = ["good morning", "die Straße ist naß", "お元気ですか", "take one tablet twice a day", "and one more"]


def test_there_are_files_of_every_earlier_form() -> None:
    assert len(SETTINGS) == 7
    assert len(HISTORIES) == 2


@pytest.mark.parametrize("earlier", SETTINGS, ids=lambda file: file.stem)
def test_each_choice_of_an_earlier_version_holds(earlier: Path, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(earlier.read_bytes())
    written = json.loads(path.read_bytes())
    loaded, notice = load(path)
    assert notice is None
    read = json.loads(json.dumps(to_mapping(loaded)))
    assert {name: read[name] for name in written} == written
    assert loaded.unknown == {}
    # what that version did not know has its usual value
    usual = json.loads(json.dumps(to_mapping(Settings())))
    assert {name: read[name] for name in read.keys() - written.keys()} == {
        name: usual[name] for name in read.keys() - written.keys()
    }
    # every value was another than the usual one: it is these files' that were read
    assert all(written[name] != usual[name] for name in written.keys() - {"version"})

    changed = replace(loaded, line_count=5)
    save(path, changed)
    assert load(path) == (changed, None)


@pytest.fixture(params=HISTORIES, ids=lambda file: file.name.split(".")[0])
def history(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A history as it was found after the program was killed: the newest caption is in the log beside it."""
    packed: Path = request.param
    for end in ("", "-wal"):
        found = gzip.decompress(packed.with_name(packed.name.replace(".gz", f"{end}.gz")).read_bytes())
        (tmp_path / f"history.sqlite3{end}").write_bytes(found)
    return tmp_path / "history.sqlite3"


def test_an_earlier_history_is_read_searched_and_goes_on(history: Path) -> None:
    with HistoryStore(history) as store:
        assert store.take_notices() == []
        assert store.retention == "30 days"
        session = store.start_session("2026-12-02T09:00:00Z")
        store.append(
            CaptionUpdate(1, "loopback", "the next day", "", True, 0.0, 2.0, "en"),
            session,
            "2026-12-02T09:00:00Z",
        )
    with HistoryReader(history) as reader:
        rows = list(reader.all())
        assert [row.entry.text for row in rows] == [*TEXTS, "the next day"]
        assert [row.entry.language for row in rows] == ["en", "de", "ja", "en", "en", "en"]
        assert [row.is_starred for row in rows] == [False, False, False, True, False, False]
        assert [session.n_captions for session in reader.sessions()] == [1, 1, 4]
    with closing(sqlite3.connect(history)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] == schema.VERSION
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


@pytest.mark.parametrize(
    ("words", "text"),
    [("STRAßE", TEXTS[1]), ("元気", TEXTS[2]), ("tablet", TEXTS[3]), ("one more", TEXTS[4])],
)
def test_what_an_earlier_version_kept_is_found(history: Path, words: str, text: str) -> None:
    HistoryStore(history).close()
    with HistoryReader(history) as reader:
        assert [hit.row.entry.text for hit in HistorySearch(reader).find(words)] == [text]
