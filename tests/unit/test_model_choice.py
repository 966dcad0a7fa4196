"""Which model `auto` means: by language, by a speed test on a scripted clock, remembered for the machine."""

from __future__ import annotations

import argparse
import dataclasses
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from app import doctor, model_choice, parts
from app.captions.types import UserNotice
from app.model_choice import (
    BUDGET_S,
    FILE_BUDGET_S,
    Choice,
    Machine,
    candidates,
    choose,
    remembered,
    this_machine,
)
from app.paths import find_paths
from app.settings import Settings
from engines.errors import ModelDamagedError
from engines.models import ModelSpec, model_spec

MACHINE = Machine("A processor", 2, "auto", 0, "0.1.0")
SPEECH = np.zeros(160_000, np.float32)


class Bench:
    """Models whose passes take a scripted time on a clock of their own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **passes_s: float) -> None:
        self.passes_s = passes_s
        self.now_s = 0.0
        self.loaded: list[str] = []
        self.busy = False
        monkeypatch.setattr(model_choice, "is_busy", lambda n_cores: self.busy)

    def load(self, name: str) -> Any:
        if name not in self.passes_s:
            raise ModelDamagedError("It is damaged.")
        self.loaded.append(name)
        n_passes = 0

        def recognise(request: object) -> None:
            nonlocal n_passes
            n_passes += 1
            self.now_s += self.passes_s[name] * (3 if n_passes == 1 else 1)

        return SimpleNamespace(recognise=recognise, close=lambda: None)

    def choose(
        self, names: list[str], path: Path, machine: Machine = MACHINE, *, retest: bool = False
    ) -> Choice:
        specs = [named(name) for name in names]
        clock = lambda: self.now_s  # noqa: E731
        return choose(specs, machine, path, self.load, lambda: SPEECH, retest=retest, clock=clock)


def named(name: str, languages: tuple[str, ...] = ("all",)) -> ModelSpec:
    return dataclasses.replace(model_spec("base"), name=name, languages=languages)


def test_the_best_that_keeps_up_is_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bench = Bench(monkeypatch, small=1.5, base=0.4, tiny=0.1)
    choice = bench.choose(["small", "base", "tiny"], tmp_path / "speed.json")
    assert choice == Choice("base", 0.4, True, True)
    assert bench.now_s < 3.0 + 3 * 1.5, "3 s for all, and the first pass of the slowest"


def test_where_none_keeps_up_the_fastest_is_chosen_and_that_is_known(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bench = Bench(monkeypatch, base=2.0, tiny=BUDGET_S + 0.1)
    choice = bench.choose(["base", "tiny"], tmp_path / "speed.json")
    assert (choice.model, choice.keeps_up) == ("tiny", False)


def test_files_may_take_longer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bench = Bench(monkeypatch, base=0.7, tiny=0.1)
    specs, path = [named("base"), named("tiny")], tmp_path / "speed.json"
    for budget_s, expected in ((BUDGET_S, "tiny"), (FILE_BUDGET_S, "base")):
        choice = choose(
            specs, MACHINE, path, bench.load, lambda: SPEECH, budget_s=budget_s, clock=lambda: bench.now_s
        )
        assert (choice.model, choice.keeps_up) == (expected, True)


def test_one_model_is_taken_without_a_test(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bench = Bench(monkeypatch, tiny=9.0)
    assert bench.choose(["tiny"], tmp_path / "speed.json") == Choice("tiny")
    assert bench.choose([], tmp_path / "speed.json") == Choice("tiny.en")
    assert bench.loaded == []
    assert list(tmp_path.iterdir()) == []


def test_the_test_is_remembered_until_something_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bench = Bench(monkeypatch, base=0.4, tiny=0.1, small=2.0)
    path = tmp_path / "speed.json"

    def loaded(names: list[str], machine: Machine = MACHINE, *, retest: bool = False) -> list[str]:
        bench.loaded.clear()
        assert bench.choose(names, path, machine, retest=retest).model == "base"
        return list(bench.loaded)

    assert loaded(["base", "tiny"]) == ["base", "tiny"]
    assert loaded(["base", "tiny"]) == []
    assert loaded(["small", "base", "tiny"]) == ["small"], "only what is new"
    assert loaded(["base", "tiny"], dataclasses.replace(MACHINE, n_cores=4)) == ["base", "tiny"]
    assert loaded(["base", "tiny"], dataclasses.replace(MACHINE, n_cores=4), retest=True) == ["base", "tiny"]
    path.write_text('{"machine": 3}')
    assert loaded(["base", "tiny"]) == ["base", "tiny"]
    assert [each.name for each in tmp_path.iterdir()] == ["speed.json"]


def test_a_test_on_a_busy_machine_is_made_again_when_it_is_calm(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bench = Bench(monkeypatch, base=1.4, tiny=0.4)
    bench.busy = True
    path = tmp_path / "speed.json"
    assert bench.choose(["base", "tiny"], path).model == "tiny"
    bench.passes_s.update(base=0.4)
    assert bench.choose(["base", "tiny"], path).model == "tiny", "still busy: the test stays"
    bench.busy = False
    assert bench.choose(["base", "tiny"], path).model == "base"
    test = remembered(path)
    assert test is not None
    assert not test.was_busy


def test_a_model_that_cannot_be_loaded_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bench = Bench(monkeypatch, tiny=0.1)
    assert bench.choose(["base", "tiny"], tmp_path / "speed.json").model == "tiny"


def test_a_disk_that_cannot_be_written_costs_nothing_but_the_memory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bench = Bench(monkeypatch, base=0.4, tiny=0.1)
    assert bench.choose(["base", "tiny"], tmp_path / "missing" / "speed.json").model == "base"


@pytest.mark.parametrize(
    ("language", "task", "expected"),
    [
        ("auto", "transcribe", ["base", "tiny.en"]),
        ("en", "transcribe", ["base", "tiny.en"]),
        ("de", "transcribe", ["base"]),
        ("en", "translate", ["base"]),
    ],
)
def test_the_language_decides_which_models_can(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str, task: Any, expected: list[str]
) -> None:
    monkeypatch.setattr(model_choice.models, "is_present", lambda name, folder: name in ("tiny.en", "base"))
    assert [spec.name for spec in candidates(tmp_path, language, task)] == expected


def test_only_what_is_here_can_be_chosen(tmp_path: Path) -> None:
    assert [spec.name for spec in candidates(tmp_path, "auto", "transcribe")] == ["tiny.en"]
    assert candidates(tmp_path, "de", "transcribe") == []


def test_the_machine_is_known_by_name() -> None:
    machine = this_machine("auto", None)
    assert machine.processor
    assert machine.n_cores >= 1
    assert machine == this_machine("auto", None)


def test_auto_is_said_once_and_shown_by_doctor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    paths = find_paths(tmp_path)
    bench = Bench(monkeypatch, base=0.7, **{"tiny.en": 0.2})
    monkeypatch.setattr(model_choice.models, "is_present", lambda name, folder: name in ("tiny.en", "base"))
    monkeypatch.setattr(
        parts.model_choice, "choose", lambda *a, **k: choose(*a, **k, clock=lambda: bench.now_s)
    )
    monkeypatch.setattr(parts, "load_engine", lambda name, **_: bench.load(name))
    arguments = argparse.Namespace(model=None, engine=None, threads=None, language=None)
    notices: list[UserNotice] = []
    for _ in range(2):
        bench.loaded.clear()
        parts.make_recogniser(arguments, paths, Settings(), on_notice=notices.append)
        assert bench.loaded[-1] == "tiny.en"
    assert [notice.code for notice in notices] == ["model-chosen"]
    assert "tiny.en" in notices[0].title
    check = doctor._speed(paths)
    assert check.state == "ok"
    assert "tiny.en 0.20 s" in check.sentence
    assert "Too slow for live captions: base" in check.sentence
    assert json.loads(paths.speed_file.read_text())["passes_s"] == {"base": 0.7, "tiny.en": 0.2}
