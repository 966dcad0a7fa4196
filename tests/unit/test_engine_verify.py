"""`engine verify`: what it prints, what it remembers, and how it ends."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from app import engine_verify
from app.notices import one_line
from app.paths import Paths, find_paths
from engines import choice, trust
from engines.errors import EngineDistrustedError, EngineError
from tests.unit.engines.fake_engine import CLIP, TEXT, Fake


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    monkeypatch.setattr(engine_verify, "read_whole", lambda clip: CLIP)
    monkeypatch.setattr(choice, "load_recogniser", lambda *_, **__: Fake())
    monkeypatch.setattr(choice, "start_host", lambda *_: Fake())
    return find_paths(tmp_path)


def verify(paths: Paths, engine: str | None = "hosted-cpu") -> int:
    return engine_verify.run_verify(argparse.Namespace(model="tiny.en", engine=engine), paths)


def test_a_good_engine_is_trusted(paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(paths) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("tiny.en on hosted-cpu, against the processor\n")
    assert printed.count("  ok\n") == 3
    assert printed.endswith("Trusted, until the model, the card, its driver or a library changes.\n")
    place = choice.Place("tiny.en", paths.models_dir, paths.cache_dir)
    known = trust.recall(choice.find_candidate(place, "hosted-cpu").verdict_path)
    assert known is not None
    assert known.reason == ""


def test_a_bad_one_is_not_and_ends_with_5(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(choice, "start_host", lambda *_: Fake((" Bad", *TEXT[1:])))
    with pytest.raises(EngineDistrustedError) as caught:
        verify(paths)
    assert caught.value.exit_code == 5
    assert "does not hear the words" in one_line(caught.value)
    printed = capsys.readouterr().out
    assert printed.count("  NO\n") == 1
    assert "Not used: it does not hear the words that the processor hears." in printed


def test_with_nothing_to_examine_it_says_why(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    def impossible(place: choice.Place, engine: str) -> None:
        raise EngineError(f"There is no {engine} here.")

    monkeypatch.setattr(choice, "find_candidate", impossible)
    with pytest.raises(
        EngineError, match="tensorrt: There is no tensorrt here; cuda: There is no cuda"
    ) as caught:
        verify(paths, None)
    assert caught.value.exit_code == 5
    assert one_line(caught.value).count("\n") == 0
