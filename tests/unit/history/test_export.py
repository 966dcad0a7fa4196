"""Exports: byte for byte where the form can carry it, readable subtitles, atomic files."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.captions.types import CaptionUpdate
from app.history import cues
from app.history.export import FORMATS, ExportStopped, as_text, export_history, export_to_file, one_line
from app.history.query import clean
from app.history.reader import HistoryReader
from app.history.store import HistoryStore
from engines.errors import InputFileError

AT = "2026-12-01T10:00:00Z"


def fill(path: Path, texts: list[str], length_s: float = 3.0) -> None:
    with HistoryStore(path) as store:
        store.delete_all()
        session_id = store.start_session(AT, "A & B")
        for n, text in enumerate(texts):
            update = CaptionUpdate(n, "loopback", text, "", True, n * 4.0, n * 4.0 + length_s, "en")
            store.append(update, session_id, AT)


def exported(path: Path, form: str, *, plain: bool = False) -> str:
    stream = io.StringIO(newline="")
    with HistoryReader(path) as reader:
        export_history(reader, form, stream, plain=plain)
    return stream.getvalue()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(min_size=1), min_size=1, max_size=5))
def test_any_text_through_every_form(tmp_path: Path, texts: list[str]) -> None:
    path = tmp_path / "history.sqlite3"
    fill(path, texts)
    kept = [clean(text) for text in texts if text.strip()]
    lines = exported(path, "jsonl")
    assert [json.loads(line)["text"] for line in lines.splitlines()] == kept
    rows = list(csv.DictReader(io.StringIO(exported(path, "csv"), newline="")))
    assert [row["text"] for row in rows] == kept
    assert exported(path, "txt", plain=True).split("\n")[:-1] == [one_line(text) for text in kept]
    for form in FORMATS:
        exported(path, form).encode("utf-8")


def test_text_and_markdown_as_displayed(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite3"
    fill(path, ["Hello *there*.", "1. no list"])
    assert re.fullmatch(
        r"A & B \([-\d: ]+\)\n\n\[[\d:]{8} loopback\] Hello \*there\*\.\n.*\n", exported(path, "txt")
    )
    assert exported(path, "txt", plain=True) == "Hello *there*.\n1. no list\n"
    assert exported(path, "md", plain=True).endswith(")\n\nHello \\*there\\*.\n\n1\\. no list\n\n")
    with HistoryReader(path) as reader:
        assert as_text(reader.all(), plain=True) == "Hello *there*.\n1. no list"


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 60_000),
            st.integers(0, 9000),
            st.text(max_size=300) | st.text("ab 日 ", max_size=400),
        )
    )
)
def test_subtitles_can_be_read(captions: list[tuple[int, int, str]]) -> None:
    made = list(cues.cues(sorted(captions)))
    end_ms = -cues.GAP_MS
    for cue in made:
        assert 1 <= len(cue.lines) <= cues.LINES
        assert all(cues.n_columns(line) <= cues.COLUMNS for line in cue.lines)
        length_ms = cue.end_ms - cue.start_ms
        assert length_ms >= cues.SHORTEST_MS
        assert sum(cues.n_columns(line) for line in cue.lines) <= length_ms * cues.COLUMNS_PER_S / 1000
        assert cue.start_ms >= end_ms + cues.GAP_MS
        end_ms = cue.end_ms
    said = "".join("".join(text.split()) for _, _, text in sorted(captions))
    assert "".join(part for cue in made for line in cue.lines for part in line.split()) == said


def test_lines_of_a_cue_are_about_equally_long() -> None:
    (lines,) = cues.blocks("The quick brown fox jumps over the lazy dog again")
    assert lines == ("The quick brown fox jumps", "over the lazy dog again")


def test_subtitle_text_cannot_break_the_file(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite3"
    fill(path, ["a --> b\n\n<i>x</i> & y"])
    assert exported(path, "srt").count("-->") == 1
    assert "a --&gt; b" in exported(path, "vtt") or "a → b" in exported(path, "vtt")
    assert "&lt;i&gt;x&lt;/i&gt; &amp; y" in exported(path, "vtt")


@pytest.mark.parametrize("form", ["srt", "vtt"])
def test_other_programs_read_the_subtitles(tmp_path: Path, form: str) -> None:
    path = tmp_path / "history.sqlite3"
    fill(
        path,
        [
            f"Caption number {n}, naïve café 日本語, which is long enough to need two lines."
            for n in range(30)
        ],
    )
    target = tmp_path / f"captions.{form}"
    with HistoryReader(path) as reader:
        assert export_to_file(reader, form, target) == 30
    assert target.stat().st_mode & 0o077 == 0
    if shutil.which("ffmpeg") and shutil.which("ffprobe"):
        command = [
            "ffprobe",
            "-v",
            "error",
            "-count_packets",
            "-show_entries",
            "stream=codec_name,nb_read_packets",
        ]
        shown = subprocess.run(
            [*command, "-of", "csv=p=0", target], capture_output=True, text=True, check=True
        )
        name = {"srt": "subrip", "vtt": "webvtt"}[form]
        assert shown.stdout.strip() == f"{name},{target.read_text(encoding='utf-8').count('-->')}"
        assert shown.stderr == ""
    import av

    with av.open(str(target)) as container:
        packets = [packet for packet in container.demux() if packet.size]
    assert len(packets) == target.read_text(encoding="utf-8").count("-->")


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite3"
    fill(path, [f"c {n}" for n in range(1200)])
    target = tmp_path / "out.txt"
    target.write_text("precious")
    with HistoryReader(path) as reader:
        with pytest.raises(ExportStopped):
            export_to_file(reader, "txt", target, advance=lambda _: False)
        assert target.read_text() == "precious"
        with pytest.raises(InputFileError, match="cannot be written"):
            export_to_file(reader, "txt", tmp_path / "nowhere" / "out.txt")
        with pytest.raises(InputFileError, match="no export format"):
            export_to_file(reader, "doc", target)
    assert sorted(file.name for file in tmp_path.iterdir() if "out" in file.name) == ["out.txt"]
