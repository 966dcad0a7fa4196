"""Where files are kept."""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from app.paths import Paths, find_paths, locate
from engines.errors import StorageError


def test_everything_lies_below_data_dir(tmp_path: Path) -> None:
    top = tmp_path / "a" / "b"
    paths = find_paths(top)
    for item in fields(Paths):
        assert getattr(paths, item.name).is_relative_to(top)
    assert paths.models_dir.is_dir()
    assert paths.cache_dir.is_dir()
    assert paths.log_dir.is_dir()
    assert not paths.settings_file.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no mode bits")
def test_new_folders_are_private_and_old_ones_untouched(tmp_path: Path) -> None:
    os.chmod(tmp_path, 0o755)
    find_paths(tmp_path / "one" / "two")
    for folder in ("one", "one/two", "one/two/models", "one/two/cache", "one/two/log"):
        assert stat.S_IMODE((tmp_path / folder).stat().st_mode) == 0o700, folder
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


@pytest.mark.skipif(sys.platform != "linux", reason="XDG folders are Linux's")
def test_system_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    paths = find_paths()
    assert paths.settings_file == tmp_path / "config" / "sightline" / "settings.json"
    assert paths.history_file == tmp_path / "data" / "sightline" / "history.sqlite3"
    assert paths.cache_dir == tmp_path / "cache" / "sightline"


def test_locate_touches_nothing(tmp_path: Path) -> None:
    locate(tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_way_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("x")
    with pytest.raises(StorageError, match="cannot be made") as caught:
        find_paths(tmp_path / "taken")
    assert "--data-dir" in caught.value.advice


def test_a_relative_folder_becomes_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert locate(Path("here")).history_file == tmp_path / "here" / "history.sqlite3"


def test_a_name_that_no_disk_can_hold_is_a_storage_error(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be made") as refused:
        find_paths(tmp_path / ("x" * 5000))
    assert len(str(refused.value)) < 300
