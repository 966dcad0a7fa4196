"""A million captions: append, search, first screen, export, size; beside a plain LIKE scan of the same file.

python tests/bench/bench_history.py [--captions 1000000] [--keep FILE] [--json]; needs about 1 GB of disk. The
words are drawn from a made-up vocabulary by Zipf's law, one caption in ten is of Chinese characters.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.captions.types import CaptionUpdate
from app.history.export import FORMATS, export_history
from app.history.reader import Filter, HistoryReader
from app.history.schema import transaction
from app.history.search import HistorySearch
from app.history.store import HistoryStore

COMMON = ("the", "of", "and", "to")
RARE = "zanzibar"


def vocabulary(rng: random.Random, n_words: int) -> list[str]:
    """Made-up words, the commonest first, short ones more common than long ones."""
    syllables = [c + v for c in "bcdfghjklmnprstvwz" for v in ("a", "e", "i", "o", "u", "ar", "en", "ou")]
    words = list(COMMON)
    seen = set(words)
    while len(words) < n_words:
        word = "".join(rng.choices(syllables, k=1 + min(4, len(words) // 200 + rng.randrange(2))))
        if word not in seen:
            seen.add(word)
            words.append(word)
    return words


def fill(store: HistoryStore, n_captions: int, rng: random.Random) -> list[str]:
    """Put n_captions into the store in sessions of 1,000; returns a phrase that occurs."""
    words = vocabulary(rng, 30_000)
    weights = [1 / (rank + 2) for rank in range(len(words))]
    characters = [chr(0x4E00 + i) for i in range(3000)]
    character_weights = [1 / (rank + 5) for rank in range(len(characters))]
    stock = rng.choices(words, weights, k=1_000_000)
    wide_stock = rng.choices(characters, character_weights, k=400_000)
    phrase = ""
    connection = store._connection
    session_id = 0
    for first in range(0, n_captions, 10_000):
        with transaction(connection):
            for n in range(first, min(first + 10_000, n_captions)):
                if n % 1000 == 0:
                    session_id = (
                        connection.execute(
                            "INSERT INTO session(started_ms, ended_ms) VALUES (?, ?)",
                            (1_700_000_000_000 + n * 4000, 1_700_000_000_000 + (n + 1000) * 4000),
                        ).lastrowid
                        or 0
                    )
                is_wide = n % 10 == 3
                if is_wide:
                    at = rng.randrange(len(wide_stock) - 30)
                    text = "".join(wide_stock[at : at + rng.randrange(8, 25)])
                else:
                    at = rng.randrange(len(stock) - 30)
                    spoken = stock[at : at + rng.randrange(5, 20)]
                    text = " ".join(spoken)
                    if n == n_captions // 2:
                        phrase = " ".join(spoken[:3])
                if n in (n_captions // 7, n_captions // 3):
                    text, is_wide = f"they sailed to {RARE} and back", False
                connection.execute(
                    "INSERT INTO caption(session_id, started_ms, offset_ms, duration_ms, source, language,"
                    " is_wide, text) VALUES (?, ?, ?, 3500, ?, ?, ?, ?)",
                    (
                        session_id,
                        1_700_000_000_000 + n * 4000,
                        n % 1000 * 4000,
                        "loopback" if n % 3 else "microphone",
                        "zh" if is_wide else "en",
                        is_wide,
                        text,
                    ),
                )
    return phrase


def percentiles(run: Callable[[], object], n: int) -> dict[str, float]:
    """p50 and p99 of n runs in ms, and of the very first one."""
    times = []
    for _ in range(n):
        begun = time.perf_counter()
        run()
        times.append((time.perf_counter() - begun) * 1000)
    ordered = sorted(times)
    return {"first": times[0], "p50": ordered[len(ordered) // 2], "p99": ordered[min(n - 1, int(n * 0.99))]}


def bench(path: Path, n_captions: int) -> dict[str, object]:
    """All figures. Times in ms, sizes in bytes."""
    figures: dict[str, object] = {"captions": n_captions, "load_average": os.getloadavg()[0]}
    rng = random.Random(7)
    with HistoryStore(path) as store:
        begun = time.perf_counter()
        phrase = fill(store, n_captions, rng)
        figures["fill_s"] = time.perf_counter() - begun
        figures["bytes_a_caption"] = path.stat().st_size / n_captions
        session_id = store.start_session("2026-12-01T10:00:00Z")
        n = 0

        def append() -> None:
            nonlocal n
            n += 1
            text = f"The chairman said of item {n} that all of it was agreed, and nobody objected."
            store.append(
                CaptionUpdate(n, "loopback", text, "", True, n * 4.0, n * 4 + 3.5, "en"),
                session_id,
                "2026-12-01T10:00:00Z",
            )

        figures["append"] = percentiles(append, 1000)
    with HistoryReader(path) as reader:
        text_bytes = reader.connection.execute(
            "SELECT sum(length(CAST(text AS BLOB))) FROM caption"
        ).fetchone()[0]
        figures["text_bytes_a_caption"] = text_bytes / (n_captions + 1000)

    def first_screen() -> None:
        with HistoryReader(path) as fresh:
            fresh.before(None, 200)

    figures["first_screen"] = percentiles(first_screen, 20)
    wide = "".join(chr(0x4E00 + i) for i in (40, 2))
    searches = {
        "common word": "the ",
        "two common words": "the of ",
        "rare word": RARE,
        "phrase": f'"{phrase}"',
        "typing z": "z",
        "typing za": "za",
        "typing zanz": "zanz",
        "typing th": "th",
        "typing the pa": "the pa",
        "nothing": "qqqqq",
        "CJK 1 character": wide[:1],
        "CJK 2 characters": wide,
        "CJK 3 characters": "".join(chr(0x4E00 + i) for i in (1, 2, 0)),
        "CJK nowhere": "龘龘龘",
    }
    found: dict[str, object] = {}
    for name, typed in searches.items():
        with HistoryReader(path) as reader:
            search = HistorySearch(reader)
            row: dict[str, object] = dict(percentiles(lambda: search.find(typed), 30))  # noqa: B023
            row["hits"] = len(search.find(typed))
            row["count_ms"] = percentiles(lambda: search.count(typed), 3)["p50"]  # noqa: B023
            sought = typed.strip().strip('"')
            like = percentiles(
                lambda: reader.rows(
                    reader.select() + "WHERE c.text LIKE ? ORDER BY c.entry_id DESC LIMIT 50",
                    [f"%{sought}%"],  # noqa: B023
                ),
                3,
            )["p50"]
            row["like_ms"] = like
            row["times_faster_than_like"] = like / float(str(row["p50"]))
            found[name] = row
    figures["search"] = found
    with HistoryReader(path) as reader:
        search = HistorySearch(reader)
        figures["filtered"] = {
            "source": percentiles(lambda: search.find("the ", Filter(source="microphone")), 10),
            "old day": percentiles(
                lambda: search.find("the ", Filter(since_ms=1_700_100_000_000, until_ms=1_700_186_400_000)),
                10,
            ),
            "language, hardly any": percentiles(lambda: search.find(RARE, Filter(language="zh")), 10),
        }
        figures["around"] = percentiles(lambda: reader.around(n_captions // 3, 100), 20)
        figures["sessions"] = percentiles(reader.sessions, 5)
        figures["activity_session"] = percentiles(lambda: reader.activity(Filter(session_id=5), 200), 5)
        figures["activity_all"] = percentiles(lambda: reader.activity(Filter(), 200), 3)
        exports = {}
        for form in FORMATS:
            begun = time.perf_counter()
            with tempfile.TemporaryFile("w", encoding="utf-8", newline="") as stream:
                assert isinstance(stream, io.TextIOBase | object)
                export_history(reader, form, stream)  # type: ignore[arg-type]
            exports[form] = time.perf_counter() - begun
        figures["export_s"] = exports
    with HistoryStore(path) as store:
        begun = time.perf_counter()
        store.delete_captions([n_captions // 2])
        figures["delete_one_s"] = time.perf_counter() - begun
        begun = time.perf_counter()
        store.delete_captions([n_captions // 2 + 5])
        figures["delete_another_s"] = time.perf_counter() - begun
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--captions", type=int, default=1_000_000)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path: Path = arguments.keep or Path(folder) / "history.sqlite3"
        figures = bench(path, arguments.captions)
    print(json.dumps(figures, indent=None if arguments.json else 1, ensure_ascii=False, default=str))
    return 0


if __name__ == "__main__":
    sys.exit(main())
