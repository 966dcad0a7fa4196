"""Getting the card's libraries: whole or not at all, found by this program and by an engine's process."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections import namedtuple
from pathlib import Path

import pytest

from app.__main__ import main
from engines import card_libraries, cards
from engines.cards import Card
from engines.errors import EngineError, NoRoomError

MODULES = {
    "tensorrt_rtx_cu13_bindings": ("tensorrt_rtx_bindings", "1.7.9"),
    "tensorrt_rtx_cu13_libs": ("tensorrt_rtx_libs", "1.7.9"),
    "cuda_bindings": ("cuda_of_the_test", "13.0"),
    "nvidia_ml_py": ("nvml_of_the_test", "13.580"),
}


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of wheels that pip takes in place of the package index."""
    folder = tmp_path / "index"
    folder.mkdir()
    for name, (module, version) in MODULES.items():
        info = f"{name}-{version}.dist-info"
        with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{module}/__init__.py", "__version__ = '1.7.9'\nBuilder = 'the builder'\n")
            wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
            wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(f"{info}/RECORD", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    return folder


def test_they_are_got_and_found_by_another_process_too(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = card_libraries.libraries_folder(tmp_path)
    assert card_libraries.get(folder) > 0
    assert card_libraries.get(folder) > 0, "again, over what is there"
    assert [path.name for path in folder.parent.iterdir()] == [folder.name], "nothing else is left"
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delenv(card_libraries.VARIABLE, raising=False)
    card_libraries.use(folder)
    card_libraries.use(folder)
    assert sys.path.count(str(folder)) == 1
    assert sys.path[-1] == str(folder), "what is installed otherwise wins"
    assert importlib.import_module("cuda_of_the_test").Builder == "the builder"
    sys.modules.pop("cuda_of_the_test")
    code = (
        "import sys; from engines import card_libraries; card_libraries.use_inherited(); "
        "sys.path.insert(0, sys.path[-1]); import tensorrt_rtx; print(tensorrt_rtx.Builder)"
    )
    inherited = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert inherited.stdout == "the builder\n"
    assert card_libraries.remove(folder)
    assert not card_libraries.remove(folder)


def test_what_cannot_be_fetched_leaves_what_was_there(index: Path, tmp_path: Path) -> None:
    folder = card_libraries.libraries_folder(tmp_path)
    card_libraries.get(folder)
    next(index.glob("cuda*")).unlink()
    with pytest.raises(EngineError, match="could not be fetched: No matching distribution"):
        card_libraries.get(folder)
    assert (folder / "tensorrt_rtx_bindings" / "__init__.py").exists()
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_a_full_disk_is_said_before_anything_is_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(1, 1, 1000))
    with pytest.raises(NoRoomError, match="700 MB"):
        card_libraries.get(card_libraries.libraries_folder(tmp_path))


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (None, "No NVIDIA card is found"),
        ([Card("GeForce GTX 1080", "580.1", 6.1)], "The card here has compute capability 6.1"),
    ],
)
def test_a_computer_without_an_rtx_card_needs_none(
    found: list[Card] | None,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("app.engine_cli.find_cards", lambda: found)
    assert main(["engine", "get", "--data-dir", str(tmp_path)]) == 5
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1
    assert not card_libraries.libraries_folder(tmp_path).exists()


def test_a_card_gets_them_and_they_are_removed_again(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv(card_libraries.VARIABLE, "")
    monkeypatch.setattr("app.engine_cli.find_cards", lambda: [Card("GeForce RTX 4070", "580.1", 8.9)])
    assert cards.OLDEST_RTX_CAPABILITY <= 8.9
    assert main(["engine", "get", "--data-dir", str(tmp_path)]) == 0
    assert "Next: sightline engine build" in capsys.readouterr().out
    assert main(["engine", "remove", "--libraries", "--data-dir", str(tmp_path)]) == 0
    assert "removed" in capsys.readouterr().out
    assert not card_libraries.libraries_folder(tmp_path).exists()
