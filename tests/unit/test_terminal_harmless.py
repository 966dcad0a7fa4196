"""Nothing that a stranger named or spoke steers a terminal: captions, notices, doctor, models, history."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.captions.session import CaptionSession
from app.captions.text import harmless
from app.captions.types import UserNotice
from app.doctor import Check, render_text
from app.history.imports import import_file
from app.history.reader import HistoryReader
from app.history.store import HistoryStore
from app.model_list import ModelRow, in_lines
from app.notices import said
from engines.types import Word
from tests.unit.captions.test_session import run, speech

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\rhello"


def is_harmless(text: str) -> bool:
    return not any((ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160 for c in text)


def test_letters_of_every_script_stay() -> None:
    # Persian's and emoji's joiners are no letters either, and have to stay.
    for text in ("می\u200cخواهم", "👨\u200d👩", "空\u3000白", "a\tb\nc"):
        assert harmless(text) == text
    assert is_harmless(harmless(EVIL))


def test_captions_hold_no_control_characters() -> None:
    script = [Word(f" {EVIL}{i}", i * 0.4, (i + 1) * 0.4, 0.9) for i in range(4)]
    chunks = [speech(1, i * 0.4, 0.4, last=i == 3) for i in range(4)]
    updates = run(CaptionSession("loopback"), chunks, script)
    assert updates
    assert all(is_harmless(update.text) for update in updates)
    assert "hello" in updates[-1].text


def test_notices_doctor_and_models_are_harmless() -> None:
    assert is_harmless(said(UserNotice("device-changed", "info", f"Listening to {EVIL}.", EVIL)))
    assert is_harmless(render_text([Check("loopback", "problem", f"Outputs: {EVIL}.", EVIL)]))
    row = ModelRow(EVIL, "missing", 1, ("en",), EVIL, EVIL, EVIL, EVIL, is_own=True)
    assert is_harmless("\n".join(in_lines([row])))


@pytest.mark.parametrize("form", ["srt", "vtt"])
def test_an_imported_caption_is_harmless(tmp_path: Path, form: str) -> None:
    point = "," if form == "srt" else "."
    captions = tmp_path / f"c.{form}"
    head = "WEBVTT\n\n" if form == "vtt" else "1\n"
    captions.write_text(f"{head}00:00:01{point}000 --> 00:00:02{point}000\n{EVIL.strip()}\n", "utf-8")
    with HistoryStore(tmp_path / "h.db") as store:
        assert import_file(store, captions) >= 1
    with HistoryReader(tmp_path / "h.db") as reader:
        texts = [row.entry.text for row in reader.all()]
    assert texts
    assert all(is_harmless(text.replace("\r", "")) for text in texts)
