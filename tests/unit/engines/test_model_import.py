"""Models from a folder or zip of the user's: taken whole, refused safely."""

from __future__ import annotations

import hashlib
import io
import stat
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.notices import one_line
from engines import model_import, model_store, models
from engines.errors import ModelDamagedError, ModelError, ModelMissingError, UsageError
from engines.model_store import get_model
from engines.models import FileSpec, ModelSpec, model_status, registry

CONTENTS = {"model.bin": bytes(range(256)) * 100, "config.json": b"{}", "tokenizer.json": b"[]"}


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    files = tuple(
        FileSpec(name, hashlib.sha256(data).hexdigest(), len(data), "", "", "", ())
        for name, data in CONTENTS.items()
    )
    spec = ModelSpec("toy", "whisper", "A toy", ("en",), "MIT", files, "maker/toy", "ab" * 20, 1)
    monkeypatch.setattr(models, "registry", lambda: {**registry(), "toy": spec})


def folder_of(top: Path, contents: dict[str, bytes] = CONTENTS) -> Path:
    folder = top / "mine"
    folder.mkdir()
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    return folder


def zip_of(top: Path, contents: dict[str, bytes] = CONTENTS, inside: str = "") -> Path:
    path = top / "mine.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            archive.writestr(inside + name, data)
    return path


@pytest.mark.parametrize("kind", ["folder", "zip", "zip with a folder"])
def test_a_model_of_the_registry_from_what_the_user_has(tmp_path: Path, kind: str) -> None:
    source = (
        folder_of(tmp_path) if kind == "folder" else zip_of(tmp_path, inside="a/b/" if "with" in kind else "")
    )
    reports: list[tuple[int, int]] = []
    get_model("toy", tmp_path / "models", lambda *each: reports.append(each), source=source)
    assert model_status("toy", tmp_path / "models") == "installed"
    assert reports[-1][0] == reports[-1][1] == sum(map(len, CONTENTS.values()))
    assert stat.S_IMODE((tmp_path / "models" / "toy" / "model.bin").stat().st_mode) == 0o600
    assert source.exists()


def refused(source: Path, top: Path, name: str = "toy", kind: type[ModelError] = ModelDamagedError) -> str:
    with pytest.raises(kind) as caught:
        get_model(name, top / "models", source=source)
    left = [path.name for path in (top / "models").iterdir() if path.suffix != ".lock"]
    assert left == []
    assert caught.value.advice
    return one_line(caught.value)


@pytest.mark.parametrize("name", list(CONTENTS))
def test_other_bytes_are_refused(tmp_path: Path, name: str) -> None:
    source = folder_of(tmp_path, {**CONTENTS, name: b"other"})
    assert "its sha256 differs" in refused(source, tmp_path)


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    source = folder_of(tmp_path, {"model.bin": b"x"})
    assert "There is no config.json, tokenizer.json in" in refused(source, tmp_path, kind=ModelMissingError)


def test_nothing_there(tmp_path: Path) -> None:
    assert "There is nothing to be read at" in refused(tmp_path / "no.zip", tmp_path, kind=ModelMissingError)


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    source = folder_of(tmp_path, {name: data for name, data in CONTENTS.items() if name != "config.json"})
    secret = tmp_path / "secret"
    secret.write_text("{}")
    (source / "config.json").symlink_to(secret)
    assert "is a link" in refused(source, tmp_path)


@pytest.mark.parametrize(
    "name", ["../model.bin", "/tmp/model.bin", "a/../../model.bin", "..\\model.bin", "C:model.bin"]
)
def test_a_zip_that_would_write_elsewhere(tmp_path: Path, name: str) -> None:
    source = tmp_path / "mine.zip"
    with zipfile.ZipFile(source, "w") as archive:
        archive.writestr(name, b"x")
    assert "outside of its folder" in refused(source, tmp_path)
    assert not (tmp_path.parent / "model.bin").exists()


def test_a_zip_with_a_link(tmp_path: Path) -> None:
    source = tmp_path / "mine.zip"
    with zipfile.ZipFile(source, "w") as archive:
        info = zipfile.ZipInfo("config.json")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    assert "holds a link" in refused(source, tmp_path)


def test_a_zip_that_would_fill_the_disk(tmp_path: Path) -> None:
    source = zip_of(tmp_path, {**CONTENTS, "model.bin": bytes(30_000_000)})
    assert "far more than a model" in refused(source, tmp_path)


def test_a_zip_that_lies_about_its_size(tmp_path: Path) -> None:
    source = zip_of(tmp_path)
    data = bytearray(source.read_bytes())
    n = len(CONTENTS["model.bin"])
    for place in (i for i in range(len(data)) if data[i : i + 4] == n.to_bytes(4, "little")):
        data[place : place + 4] = (n // 2).to_bytes(4, "little")
    source.write_bytes(data)
    refused(source, tmp_path)


def test_the_same_name_twice(tmp_path: Path) -> None:
    source = tmp_path / "mine.zip"
    with zipfile.ZipFile(source, "w") as archive:
        archive.writestr("a/config.json", b"{}")
        archive.writestr("b/config.json", b"{}")
    assert "more than once" in refused(source, tmp_path)


def test_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_import, "MOST_ENTRIES", 2)
    assert "3 files" in refused(zip_of(tmp_path), tmp_path)


@pytest.mark.parametrize("name", ["../up", ".hidden", "a/b", "", "x" * 65, "a b", "-x"])
def test_a_name_that_is_none(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        get_model(name, tmp_path, source=folder_of(tmp_path))


def test_what_is_no_model_is_refused_under_a_name_of_ones_own(tmp_path: Path) -> None:
    source = zip_of(
        tmp_path, {"model.safetensors": b"\xff" * 64, "config.json": b"{}", "tokenizer.json": b"{}"}
    )
    refused(source, tmp_path, "my-own", ModelError)


def test_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_store, "MARGIN_BYTES", 1 << 60)
    assert "Make room" in refused(zip_of(tmp_path), tmp_path, kind=ModelMissingError)


GOOD_ZIP = io.BytesIO()
with zipfile.ZipFile(GOOD_ZIP, "w", zipfile.ZIP_DEFLATED) as _archive:
    for _name, _data in CONTENTS.items():
        _archive.writestr(_name, _data[:300])


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_bytes_are_a_model_or_one_clear_line(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    top = tmp_path_factory.mktemp("any")
    content = bytearray(GOOD_ZIP.getvalue())
    for place, value in data.draw(
        st.lists(st.tuples(st.integers(0, len(content) - 1), st.integers(0, 255)), max_size=8)
    ):
        content[place] = value
    source = top / "mine.zip"
    source.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    with pytest.raises(ModelError) as caught:
        get_model("toy", top / "models", source=source)
    assert "\n" not in one_line(caught.value)
    assert {path.name for path in top.iterdir()} <= {"models", "mine.zip"}
