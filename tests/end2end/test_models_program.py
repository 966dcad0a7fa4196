"""`sightline models` as a person runs it: what there is, what is missing, what is no model."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from program import Program


@pytest.fixture(scope="module")
def sightline(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return Program(tmp_path_factory.mktemp("data"))


def test_models_are_listed_and_verified(sightline: Program) -> None:
    listed = sightline("models", "list")
    assert (listed.code, listed.err) == (0, "")
    # What each needs stands below it.
    lines = [line for line in listed.out.splitlines() if not line.startswith(" ")]
    states = {line.split()[0]: line.split()[1] for line in lines}
    assert states["tiny.en"] == "installed"
    assert states["base"] == "missing"
    rows = json.loads(sightline("models", "list", "--json").out)
    assert {row["name"]: row["status"] for row in rows} == states
    verified = sightline("models", "verify")
    assert (verified.code, verified.err) == (0, "")
    assert "tiny.en" in verified.out
    missing = sightline("models", "verify", "base")
    assert missing.code == 4
    assert "models get base" in missing.line


def test_what_a_model_needs_is_said(sightline: Program) -> None:
    rows = {row["name"]: row for row in json.loads(sightline("models", "list", "--json").out)}
    assert "graphics card" in rows["large-v3"]["needs"]
    assert rows["large-v3"]["licence"] == "MIT"
    assert rows["distil-small.en"]["languages"] == ["en"]
    assert not rows["distil-small.en"]["is_exact"]


def test_a_zip_that_is_no_model_is_one_line(sightline: Program, tmp_path: Path) -> None:
    path = tmp_path / "mine.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../../model.bin", b"x")
    result = sightline("models", "get", "base", "--from", path)
    assert result.code == 4
    assert "outside of its folder" in result.line
    result = sightline("models", "get", "base", "small", "--from", path)
    assert result.code == 2
    assert "one model" in result.line


def test_nobody_to_get_it_from(sightline: Program) -> None:
    result = sightline("models", "get", "small", HF_ENDPOINT="http://127.0.0.1:9", NO_PROXY="*")
    assert result.code == 4
    assert "http://127.0.0.1:9 could not be reached" in result.line
