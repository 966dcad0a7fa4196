"""Searching: what is found, what is marked, and that no text a person can type breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app.captions.types import CaptionUpdate
from app.history.query import find_spans, parse_query
from app.history.reader import Filter, HistoryReader
from app.history.search import HistorySearch
from app.history.store import HistoryStore

CAPTIONS = (
    ("Hello wörld, it was the best of times", "en", "loopback"),
    ("我住在日本", "zh", "loopback"),
    ("日本語を話す", "ja", "microphone"),
    ('say "quote" -- x; DROP TABLE caption', "en", "microphone"),
    ("CAFÉ crème", "fr", "loopback"),
    ("cafe\u0301 noir", "fr", "file"),
    ("a rock-solid plan, 50% off", "en", "file"),
    ("best times of all", "en", "loopback"),
    ("안녕하세요 여러분", "ko", "loopback"),
    ("สวัสดีครับ", "th", "loopback"),
    ("party 🎉 time", "en", "loopback"),
    ("Straße", "de", "loopback"),
)


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HistorySearch]:
    path: Path = tmp_path_factory.mktemp("search") / "history.sqlite3"
    with HistoryStore(path) as store:
        session_id = store.start_session("2026-12-01T10:00:00Z")
        for n, (text, language, source) in enumerate(CAPTIONS):
            store.append(
                CaptionUpdate(n, source, text, "", True, n, n + 1, language),
                session_id,
                f"2026-12-{n + 1:02d}T10:00:00Z",
            )
    with HistoryReader(path) as reader:
        yield HistorySearch(reader)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("world", [0]),
        ("WÖRLD", [0]),
        ("wor", [0]),
        ("best times", [7, 0]),
        ('"best of"', [0]),
        ('"best ti', [7]),
        ("times best", [7, 0]),
        ("cafe", [5, 4]),
        ("café", [5, 4]),
        ("creme", [4]),
        ("日本", [2, 1]),
        ("本", [2, 1]),
        ("話す", [2]),
        ("住在日", [1]),
        ("日本 話", [2]),
        ("하세", [8]),
        ("ดีค", [9]),
        ("🎉", [10]),
        ("party 🎉", [10]),
        ('"quote"', [3]),
        ("--", [3]),
        ("; drop table", [3]),
        ("rock-solid", [6]),
        ("50%", [6]),
        ("%", [6]),
        ("best -times", [7, 0]),
        ("best OR cafe", []),
        ("text:best", []),
        ("^best", [7, 0]),
        ("NEAR(best times)", []),
        ("time", [10, 7, 0]),
        ("time ", [10]),
        ("tim* ", [10, 7, 0]),
        ("", []),
        ('"', []),
        ('""', []),
        ("quokka", []),
        ("紫", []),
    ],
)
def test_what_is_found(search: HistorySearch, typed: str, expected: list[int]) -> None:
    found = search.find(typed)
    assert [CAPTIONS.index(c) for hit in found for c in CAPTIONS if c[0] == hit.row.entry.text] == expected
    assert search.count(typed) == len(expected)
    assert all(hit.spans for hit in found)


def test_filters(search: HistorySearch) -> None:
    assert len(search.find("best", Filter(source="loopback"))) == 2
    assert len(search.find("日本", Filter(language="ja"))) == 1
    assert search.find("best", Filter(source="file")) == []
    assert search.count("best", Filter(source="loopback")) == 2
    assert len(search.find("best", Filter(since_ms=1_796_000_000_000, until_ms=1_796_200_000_000))) == 1
    assert search.find("best", Filter(since_ms=2**50)) == []


def test_pages(search: HistorySearch) -> None:
    (newest,) = search.find("best", limit=1)
    (older,) = search.find("best", limit=1, before=newest.row.entry.entry_id)
    assert search.find("best", limit=1, after=older.row.entry.entry_id) == [newest]
    assert search.find("best", limit=1, before=older.row.entry.entry_id) == []


_ODD = st.text(alphabet=st.sampled_from("\"'-*^():{}+.,;%_\\/\0\n 日本aæÉ\u0301ก안🎉\ud800"), max_size=12)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text(max_size=30)
    | _ODD
    | st.lists(st.sampled_from(["AND", "OR", "NOT", "NEAR", "best", '"', "*"])).map(" ".join)
)
@example('"')
@example("\0")
@example("a" * 5000)
def test_any_search_returns(search: HistorySearch, typed: str) -> None:
    for as_you_type in (True, False):
        query = parse_query(typed, as_you_type=as_you_type)
        assert len(search.find(query, limit=100)) == search.count(query)
        search.find(query, Filter(source="loopback"), limit=3)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40), st.text(max_size=6) | _ODD)
def test_marks_are_inside_the_text_and_in_order(text: str, typed: str) -> None:
    after_last = 0
    for first, after in find_spans(text, parse_query(typed)):
        assert after_last <= first < after <= len(text)
        after_last = after


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(alphabet="日本語中文字", min_size=4, max_size=12), st.data())
def test_any_piece_of_any_length_is_found(
    tmp_path_factory: pytest.TempPathFactory, text: str, data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, len(text) - 1))
    after = data.draw(st.integers(first + 1, len(text)))
    path = tmp_path_factory.getbasetemp() / "pieces.sqlite3"
    with HistoryStore(path) as store:
        store.append(
            CaptionUpdate(0, "file", text, "", True, 0, 1, "zh"),
            store.start_session("2026-12-01T10:00:00Z"),
            "2026-12-01",
        )
    with HistoryReader(path) as reader:
        assert text in [
            hit.row.entry.text for hit in HistorySearch(reader).find(text[first:after], limit=1000)
        ]
