"""Where Sightline keeps its files: the system's own folders, or all below one folder of the user's choice."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from engines.card_libraries import libraries_folder
from engines.errors import StorageError

PROGRAM = "sightline"
OWNER_ONLY = 0o700
"""History and settings are private: no other account of the computer may look into these folders."""


@dataclass(frozen=True, slots=True)
class Paths:
    """Absolute paths. The folders exist once `find_paths` has returned; the files need not."""

    settings_file: Path
    history_file: Path
    speed_file: Path
    models_dir: Path
    cache_dir: Path
    log_dir: Path

    @property
    def libraries_dir(self) -> Path:
        """TensorRT and what goes with it, where they were got: engines.card_libraries."""
        return libraries_folder(self.models_dir.parent)

    @property
    def figures_file(self) -> Path:
        """What the latest run cost: app.figures."""
        return self.speed_file.with_name("figures.json")


def find_paths(data_dir: Path | None = None) -> Paths:
    """The paths of this user, below `data_dir` if given; makes the folders. Raises StorageError."""
    paths = locate(data_dir)
    for folder in (
        paths.settings_file.parent,
        paths.history_file.parent,
        paths.models_dir,
        paths.cache_dir,
        paths.log_dir,
    ):
        _make_private(folder)
    return paths


def locate(data_dir: Path | None = None) -> Paths:
    """The same paths; touches nothing on the disk."""
    if data_dir is not None:
        top = data_dir.expanduser().absolute()
        return Paths(
            settings_file=top / "settings.json",
            history_file=top / "history.sqlite3",
            speed_file=top / "speed.json",
            models_dir=top / "models",
            cache_dir=top / "cache",
            log_dir=top / "log",
        )
    folders = platformdirs.PlatformDirs(PROGRAM, appauthor=False)
    data = Path(folders.user_data_dir)
    return Paths(
        settings_file=Path(folders.user_config_dir) / "settings.json",
        history_file=data / "history.sqlite3",
        speed_file=data / "speed.json",
        models_dir=data / "models",
        cache_dir=Path(folders.user_cache_dir),
        log_dir=Path(folders.user_log_dir),
    )


def _make_private(folder: Path) -> None:
    """Make `folder` and the missing ones above it, for the owner only; one that exists is left as it is."""
    missing = []
    step = folder
    try:
        while not step.exists() and step != step.parent:
            missing.append(step)
            step = step.parent
        # Path.mkdir(parents=True) gives `mode` to the last folder only, so each is made by itself.
        for each in reversed(missing):
            each.mkdir(mode=OWNER_ONLY, exist_ok=True)
        if not folder.is_dir():
            raise NotADirectoryError(20, os.strerror(20))
    except OSError as error:
        raise StorageError(
            f"The folder {_shortened(folder)} cannot be made ({(error.strerror or str(error)).lower()}).",
            "Give one you may write to with --data-dir DIR.",
        ) from error


def _shortened(folder: Path) -> str:
    text = str(folder)
    return text if len(text) <= 200 else f"{text[:100]}...{text[-40:]}"
