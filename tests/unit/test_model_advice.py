"""Which model is advised, and what is said of each."""

from __future__ import annotations

import pytest

from app.model_advice import advise, total_memory_bytes
from app.model_choice import Machine, SpeedTest
from app.model_list import list_rows, needs_in_words
from engines.models import list_models, model_spec

MACHINE = Machine("", 2, "cpu", 0, "")
PLENTY = 64_000_000_000


def test_of(**passes: float) -> SpeedTest:
    return SpeedTest(MACHINE, "2026-12-01", passes_s=passes)


test_of.__test__ = False  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("tiny_s", "language", "expected"),
    [
        (0.5, "en", "tiny.en"),
        (0.25, "en", "base.en"),
        (0.25, "auto", "base"),
        (0.25, "de", "base"),
        (0.09, "en", "small.en"),
        (0.01, "auto", "large-v3"),
        (0.02, "de", "large-v3-turbo"),
    ],
)
def test_the_most_accurate_that_should_keep_up(tiny_s: float, language: str, expected: str) -> None:
    advice = advise(test_of(**{"tiny.en": tiny_s}), language, PLENTY)
    assert advice is not None
    assert (advice.model, advice.keeps_up) == (expected, True)
    assert advice.is_measured == (expected == "tiny.en")
    assert "Get it: sightline models get" in advice.sentence(False)
    assert "on this computer" in advice.sentence(True)


def test_what_was_measured_counts_more_than_an_estimate() -> None:
    advice = advise(test_of(**{"tiny.en": 0.25, "base.en": 0.9, "base": 0.9}), "en", PLENTY)
    assert advice is not None
    assert (advice.model, advice.is_measured) == ("tiny.en", True)


def test_memory_counts_too() -> None:
    advice = advise(test_of(**{"tiny.en": 0.001}), "auto", 2_000_000_000)
    assert advice is not None
    assert advice.model == "base"
    total = total_memory_bytes()
    assert total is None or total > 100_000_000


def test_a_slow_computer_is_told_so() -> None:
    advice = advise(test_of(**{"tiny.en": 3.0}), "en", PLENTY)
    assert advice is not None
    assert not advice.keeps_up
    assert "slow for live captions" in advice.sentence(True)
    assert advise(test_of(), "en") is None


def test_every_row_says_what_one_needs_to_know(tmp_path: object) -> None:
    from pathlib import Path

    rows = list_rows(Path(str(tmp_path)))
    assert [row.name for row in rows] == [spec.name for spec in list_models()]
    for row in rows:
        assert row.licence
        assert row.megabytes > 50
        assert "GB of memory" in row.needs
        assert row.languages_in_words in ("English", "99 languages")
    assert "graphics card" in needs_in_words(model_spec("large-v3"))
    assert "two cores" in needs_in_words(model_spec("tiny.en"))
