"""What the doctor finds, on computers made up here and on this one."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from app import doctor
from app.doctor import Check, diagnose, exit_code, render_json, render_text
from app.paths import Paths, find_paths
from engines.cards import Card
from engines.choice import Option
from engines.errors import DeviceError


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return find_paths(tmp_path / "data")


def _gpus(monkeypatch: pytest.MonkeyPatch, gpus: list[Card] | None) -> None:
    monkeypatch.setattr(doctor, "find_cards", lambda: gpus)


def _installed(monkeypatch: pytest.MonkeyPatch, **versions: str) -> None:
    named = {name.replace("_", "-"): number for name, number in versions.items()}

    def found(*packages: str) -> tuple[str, str] | None:
        return next(((each, named[each]) for each in packages if each in named), None)

    monkeypatch.setattr(doctor, "_version", found)
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: object())


RTX = Card("NVIDIA GeForce RTX 4070", "580.65", 8.9)
HOPPER = Card("NVIDIA H200", "580.65", 9.0)


def test_this_computer_gives_every_finding_and_never_raises(paths: Paths) -> None:
    checks = diagnose(paths)
    assert [check.id for check in checks] == [
        "python", "platform", "processor", "gpu", "cuda", "tensorrt", "onnxruntime", "models", "engine",
        "speed", "sound-service", "loopback", "microphone", "applications", "display", "settings",
        "history", "disk",
    ]  # fmt: skip
    for check in checks:
        assert check.sentence.endswith((".", ")."))
        assert check.state != "problem" or check.mend, f"{check.id} does not say what to do"
    assert exit_code(checks) == 0
    assert not paths.history_file.exists()


def test_no_card_is_no_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    _gpus(monkeypatch, None)
    _installed(monkeypatch)
    assert doctor._gpu().state == "warning"
    assert doctor._tensorrt().state == "ok"


def test_a_card_without_tensorrt_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    _gpus(monkeypatch, [RTX])
    _installed(monkeypatch)
    check = doctor._tensorrt()
    assert check.state == "warning"
    assert "sightline engine get" in check.mend


def test_a_card_that_tensorrt_supports(monkeypatch: pytest.MonkeyPatch) -> None:
    _gpus(monkeypatch, [RTX])
    _installed(monkeypatch, tensorrt_rtx="1.7.1")
    assert doctor._tensorrt() == Check("tensorrt", "ok", "tensorrt-rtx 1.7.1 is installed.")
    assert "RTX 4070" in doctor._gpu().sentence


def test_a_card_that_tensorrt_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    _gpus(monkeypatch, [HOPPER])
    _installed(monkeypatch, tensorrt_rtx="1.7.1")
    check = doctor._tensorrt()
    assert check.state == "warning"
    assert "--engine" in check.mend


def test_a_driver_without_a_card_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    _gpus(monkeypatch, [])
    assert doctor._gpu().state == "problem"


def test_no_engine_at_all_is_exit_5(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_version", lambda *packages: None)
    check = doctor._onnxruntime()
    assert check.state == "problem"
    assert exit_code([check]) == 5
    assert exit_code([check, Check("tensorrt", "ok", "x.")]) == 0


@pytest.mark.parametrize(
    ("states", "state", "said"),
    [
        ({"tiny.en": "installed", "base": "missing", "silero": "installed"}, "ok", "tiny.en"),
        ({"tiny.en": "missing", "base": "missing", "silero": "installed"}, "problem", "models get"),
        ({"tiny.en": "installed", "base": "damaged", "silero": "installed"}, "problem", "verify base"),
        ({"tiny.en": "installed", "base": "missing", "silero": "missing"}, "problem", "detector"),
    ],
)
def test_models(
    monkeypatch: pytest.MonkeyPatch, paths: Paths, states: dict[str, str], state: str, said: str
) -> None:
    listed = [SimpleNamespace(name=name) for name in states if name != "silero"]
    monkeypatch.setattr(doctor.models, "list_models", lambda: listed)
    monkeypatch.setattr(doctor.models, "model_status", lambda name, models_dir: states[name])
    check = doctor._models(paths)
    assert check.state == state
    assert said in check.sentence + check.mend


def test_a_device_error_keeps_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Check:
        raise DeviceError("No sound service answers.", "Start it.")

    assert doctor._guarded("loopback", broken) == Check(
        "loopback", "problem", "No sound service answers.", "Start it."
    )


def test_a_foreign_error_is_a_finding() -> None:
    def broken() -> Check:
        raise OSError("libfoo.so.1: cannot open")

    check = doctor._guarded("cuda", broken)
    assert check.state == "warning"
    assert "libfoo.so.1" in check.sentence


@pytest.mark.parametrize(
    ("environment", "state"),
    [
        ({"DISPLAY": ":0"}, "ok"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "ok"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "warning"),
        ({}, "problem"),
    ],
)
def test_display(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], state: str) -> None:
    monkeypatch.setattr(doctor.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert doctor._display().state == state


@pytest.mark.parametrize(
    ("content", "state"), [(None, "ok"), ("{}", "ok"), ("[1]", "problem"), ("{oops", "problem")]
)
def test_settings_file(paths: Paths, content: str | None, state: str) -> None:
    if content is not None:
        paths.settings_file.write_text(content, encoding="utf-8")
    assert doctor._settings(paths.settings_file).state == state


def test_history_file(paths: Paths) -> None:
    assert doctor._history(paths.history_file).state == "ok"
    connection = sqlite3.connect(paths.history_file)
    connection.execute("CREATE TABLE t (x)")
    connection.commit()
    connection.close()
    assert "can be read" in doctor._history(paths.history_file).sentence
    paths.history_file.write_bytes(b"not a database, whatever its name says" * 100)
    check = doctor._history(paths.history_file)
    assert check.state == "problem"
    assert "damaged" in check.sentence


def test_a_full_disk(monkeypatch: pytest.MonkeyPatch, paths: Paths) -> None:
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda path: SimpleNamespace(free=10_000_000))
    assert doctor._disk(paths.models_dir).state == "problem"


def test_rendering() -> None:
    checks = [Check("python", "ok", "Python 3."), Check("display", "problem", "None.", "Start a desktop.")]
    text = render_text(checks)
    assert "PROBLEM  display  None." in text
    assert "-> Start a desktop." in text
    assert text.endswith("1 problem found; what to do stands after each arrow.")
    assert render_text(checks[:1]).endswith("No problems found.")
    content = json.loads(render_json(checks))
    assert content["exit_code"] == 0
    assert content["checks"][1] == {
        "id": "display", "state": "problem", "sentence": "None.", "mend": "Start a desktop.",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "cards", "state", "said"),
    [
        ((Option("cuda", proved=True), Option("cpu", proved=True)), [RTX], "ok", "run on cuda."),
        ((Option("cuda"), Option("cpu", proved=True)), [RTX], "ok", "once it has proved itself"),
        (
            (Option("cuda", "it is slow", "Look again."), Option("cpu", proved=True)),
            [RTX],
            "warning",
            "run on cpu. A graphics card is not used (CUDA: it is slow).",
        ),
        (
            (Option("cuda", "no driver"), Option("cpu", proved=True)),
            None,
            "ok",
            "A graphics card is not used (CUDA: no driver).",
        ),
    ],
)
def test_which_engine_runs_and_why_not_a_better_one(
    paths: Paths,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[Option, ...],
    cards: list[Card] | None,
    state: str,
    said: str,
) -> None:
    _gpus(monkeypatch, cards)
    monkeypatch.setattr(doctor.choice, "survey", lambda place: options)
    check = doctor._engine(paths)
    assert check.state == state
    assert said in check.sentence
    assert check.mend == ("Look again." if state == "warning" else check.mend)


def test_the_processor_that_was_chosen_needs_no_reason(paths: Paths) -> None:
    paths.settings_file.write_text('{"engine": "cpu", "model": "base"}')
    assert doctor._engine(paths).sentence == "Captions of base run on cpu, as the settings say."


@pytest.mark.parametrize("content", ["{", "[]", "\x00"])
def test_damaged_settings_are_left_alone(paths: Paths, content: str) -> None:
    paths.settings_file.write_text(content)
    assert "tiny.en" in doctor._engine(paths).sentence
    assert paths.settings_file.read_text() == content
