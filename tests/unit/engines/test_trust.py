"""An engine is trusted that hears the same words, as surely and fast enough; what is known of it lasts."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from engines import trust
from engines.errors import EngineError
from engines.trust import BUDGET_MS, TOLERANCE, Identity, Verdict, examine, recall, remember
from tests.unit.engines.fake_engine import CLIP, TEXT, Fake

IDENTITY = Identity("cuda", "sha", "graphs", "RTX 4070 GPU-1", "580.65", "onnxruntime 1.31.0")
VERDICT = Verdict(IDENTITY, True, 0.01, 12.0, 20.0, 3, 20)


def test_what_hears_the_same_is_trusted() -> None:
    candidate = Fake(sure=-0.11)
    verdict = examine(candidate, Fake(), CLIP, IDENTITY)
    assert verdict.same_words
    assert verdict.difference == pytest.approx(0.01)
    assert verdict.n_windows == 3
    assert verdict.n_passes > 5
    assert verdict.reason == ""
    assert verdict.identity == IDENTITY
    # The whole clip, then to a little after the end of each sentence.
    assert candidate.lengths_s[:3] == pytest.approx([6.0, 2.1, 5.1])


def test_marks_and_case_may_differ() -> None:
    loud = (" good", " Morning", " these", " words,", " appear", " nothing", " Else!")
    assert examine(Fake(loud), Fake(), CLIP, IDENTITY).reason == ""


@pytest.mark.parametrize(
    ("candidate", "said"),
    [
        (Fake((" Good", " evening.", *TEXT[2:])), "words"),
        (Fake(()), "words"),
        (Fake(TEXT[:-2]), "words"),
        (Fake(sure=-0.1 - TOLERANCE - 0.01), "probabilities"),
        (Fake(sure=float("nan")), "probabilities"),
    ],
)
def test_what_hears_something_else_is_not(candidate: Fake, said: str) -> None:
    verdict = examine(candidate, Fake(), CLIP, IDENTITY)
    assert said in verdict.reason
    assert verdict.lasts


def test_silence_from_both_proves_nothing() -> None:
    assert "words" in examine(Fake(()), Fake(()), CLIP, IDENTITY).reason


def test_what_is_slow_is_not_used_but_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trust, "BUDGET_MS", 1.0)
    verdict = examine(Fake(pass_s=0.002), Fake(), CLIP, IDENTITY)
    assert "a pass takes" in verdict.reason
    assert not verdict.lasts
    assert verdict.p95_ms >= verdict.median_ms >= 1.0


def test_it_can_be_called_off() -> None:
    cancelled = threading.Event()
    cancelled.set()
    candidate = Fake()
    with pytest.raises(EngineError, match="no longer wanted"):
        examine(candidate, Fake(), CLIP, IDENTITY, cancelled)
    assert candidate.lengths_s == []


def test_a_verdict_is_remembered_whole(tmp_path: Path) -> None:
    path = tmp_path / "not yet there" / "verdict.json"
    assert recall(path) is None
    remember(VERDICT, path)
    assert recall(path) == VERDICT
    remember(replace(VERDICT, same_words=False), path)
    assert recall(path) == replace(VERDICT, same_words=False)
    assert [each.name for each in path.parent.iterdir()] == ["verdict.json"]


@pytest.mark.parametrize("field", ["engine", "model", "graphs", "card", "driver", "library"])
def test_whatever_changes_is_named(field: str) -> None:
    now = replace(IDENTITY, **{field: "another"})
    assert now != IDENTITY
    assert now.changed(IDENTITY) == (field,)


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "7", "{}", '{"identity": {}}', json.dumps({"identity": {}, "same_words": True})],
)
def test_a_damaged_verdict_is_none(tmp_path: Path, content: str) -> None:
    path = tmp_path / "verdict.json"
    path.write_text(content)
    assert recall(path) is None


def test_numbers_that_are_none_are_damage(tmp_path: Path) -> None:
    path = tmp_path / "verdict.json"
    remember(VERDICT, path)
    path.write_text(path.read_text().replace("20.0", '"fast"'))
    assert recall(path) is None


def test_a_place_that_cannot_be_written_costs_the_memory_only(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    remember(VERDICT, tmp_path / "file" / "verdict.json")
    assert recall(tmp_path / "file" / "verdict.json") is None
    assert VERDICT.p95_ms < BUDGET_MS
