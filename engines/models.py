"""The speech models: what there is, where it lies, whether it is whole. Any thread."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from engines.errors import ModelDamagedError, ModelMissingError, UsageError

Status = Literal["installed", "missing", "damaged"]
BytesDone = Callable[[int, int], None]
"""(bytes so far, bytes in all)."""


RECEIPT = "sightline.json"
"""In the folder of a model from the hub: what it came from, and the sha256 of each file."""


@dataclass(frozen=True, slots=True)
class FileSpec:
    """One file of a model: in an installed package, on the hub, or joined from parts inside wheels.

    sha256: "" where only the hub knows it, n_bytes being about right then. repo, revision: of the hub, where
    the file is not of the model's own repository.
    """

    name: str
    sha256: str
    n_bytes: int
    package: str
    path: str
    distribution: str
    parts: tuple[tuple[str, str], ...]
    repo: str = ""
    revision: str = ""


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """One model of the registry."""

    name: str
    family: str
    title: str
    languages: tuple[str, ...]
    licence: str
    files: tuple[FileSpec, ...]
    repo: str = ""
    """On the hub; "" for none."""
    revision: str = ""
    """Its commit; "" for whatever the hub has, which is then kept in the receipt."""
    parameters_m: int = 0
    """Millions, as published."""

    @property
    def n_bytes(self) -> int:
        return sum(file.n_bytes for file in self.files)

    @property
    def comes_installed(self) -> bool:
        return all(file.package for file in self.files)

    @property
    def is_pinned(self) -> bool:
        """Whether every sha256 is known before anything is fetched."""
        return all(file.sha256 for file in self.files)

    @property
    def weights(self) -> FileSpec:
        """The file with the numbers."""
        return next(file for file in self.files if file.name in ("model.bin", "model.safetensors"))


@dataclass(frozen=True, slots=True)
class WhisperFiles:
    """Verified files of a model; sha256 is that of the weights. family: "whisper", or "ctc", whose tokenizer
    is a vocab.json."""

    weights: Path
    config: Path
    tokenizer: Path
    sha256: str
    family: str = "whisper"


@lru_cache(maxsize=1)
def registry() -> dict[str, ModelSpec]:
    """Every model of resources/models.toml by name."""
    raw = tomllib.loads((files("resources") / "models.toml").read_text(encoding="utf-8"))
    return {name: _model_spec(name, entry) for name, entry in raw.items()}


def _model_spec(name: str, entry: dict[str, Any]) -> ModelSpec:
    specs = tuple(
        FileSpec(
            name=file,
            sha256=item.get("sha256", ""),
            n_bytes=item["bytes"],
            package=item.get("package", ""),
            path=item.get("path", ""),
            distribution=item.get("distribution", ""),
            parts=tuple((part["distribution"], part["path"]) for part in item.get("parts", ())),
            repo=item.get("repo", ""),
            revision=item.get("revision", ""),
        )
        for file, item in entry["files"].items()
    )
    return ModelSpec(
        name,
        entry["family"],
        entry["title"],
        tuple(entry["languages"]),
        entry["licence"],
        specs,
        entry.get("repo", ""),
        entry.get("revision", ""),
        entry.get("parameters_m", 0),
    )


def list_models() -> list[ModelSpec]:
    """The speech recognisers a person can choose, the most accurate last."""
    return [model for model in registry().values() if model.family != "silero"]


def model_spec(name: str) -> ModelSpec:
    """Raises UsageError for a name that is not in the registry."""
    spec = registry().get(name)
    if spec is None:
        names = ", ".join(model.name for model in list_models())
        raise UsageError(f"There is no model named {name}.", f"Choose from {names}.")
    return spec


def _mend(spec: ModelSpec, file: FileSpec, path: Path, models_dir: Path) -> str:
    if path.is_relative_to(models_dir):
        again = "" if spec.comes_installed else f", then: sightline models get {spec.name}"
        return f"Remove it: sightline models remove {spec.name}{again}"
    return (
        f"Install it again: {Path(sys.executable).name} -m pip install --force-reinstall {file.distribution}"
    )


def _locate(spec: ModelSpec, file: FileSpec, models_dir: Path) -> Path | None:
    """The user's own copy first, then the installed package's."""
    own = models_dir / spec.name / file.name
    if own.exists():
        return own
    if file.package:
        found = importlib.util.find_spec(file.package)
        if found is not None and found.submodule_search_locations:
            path = Path(found.submodule_search_locations[0]) / file.path
            if path.exists():
                return path
    return None


def sha256_of(path: Path) -> str:
    """Hex digest of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _checked(spec: ModelSpec, file: FileSpec, models_dir: Path) -> Path:
    path = _locate(spec, file, models_dir)
    if path is None:
        advice = (
            f"Install it: {Path(sys.executable).name} -m pip install {file.distribution}"
            if file.package
            else f"Get it: sightline models get {spec.name} ({spec.n_bytes / 1e6:.0f} MB)"
        )
        raise ModelMissingError(f"The model {spec.name} is not on this computer.", advice)
    wanted = file.sha256 or _received(models_dir / spec.name).get(file.name, "")
    try:
        is_size = not file.sha256 or not file.n_bytes or path.stat().st_size == file.n_bytes
        whole = is_size and wanted != "" and sha256_of(path) == wanted
    except OSError as error:
        raise ModelDamagedError(
            f"{path} of the model {spec.name} cannot be read ({error.strerror}).",
            _mend(spec, file, path, models_dir),
        ) from error
    if not whole:
        raise ModelDamagedError(
            f"{path} is not the file that belongs to the model {spec.name} (its sha256 differs).",
            _mend(spec, file, path, models_dir),
        )
    return path


def _received(folder: Path) -> dict[str, str]:
    """sha256 by the name of the file, from the receipt of a model; {} where there is none."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        said = json.loads((folder / RECEIPT).read_text(encoding="utf-8"))
        files = said["files"] if isinstance(said, dict) and isinstance(said.get("files"), dict) else {}
        return {name: sha256 for name, sha256 in files.items() if isinstance(sha256, str)}
    return {}


def verify_model(name: str, models_dir: Path) -> dict[str, Path]:
    """Every file of a model by name, each checked. Raises UsageError, ModelError."""
    spec = model_spec(name)
    return {file.name: _checked(spec, file, models_dir) for file in spec.files}


def is_present(name: str, models_dir: Path) -> bool:
    """Whether every file of a model is there, whole or not; quick."""
    spec = model_spec(name)
    return all(_locate(spec, file, models_dir) is not None for file in spec.files)


def model_status(name: str, models_dir: Path) -> Status:
    """Whether a model is there and whole."""
    try:
        verify_model(name, models_dir)
    except ModelMissingError:
        return "missing"
    except ModelDamagedError:
        return "damaged"
    return "installed"


def find_model(name: str, models_dir: Path) -> WhisperFiles:
    """The verified files of a model: one of the registry, of the models folder, or any path."""
    if name not in registry():
        from engines import own_models

        path = own_models.own_path(name, models_dir)
        if path is not None:
            return own_models.find_own(path, models_dir)
    spec = model_spec(name)
    if spec.family != "whisper":
        raise UsageError(f"{name} is not a speech recogniser.", "See: sightline models list")
    found = verify_model(name, models_dir)
    weights = spec.weights
    sha256 = weights.sha256 or _received(models_dir / name)[weights.name]
    return WhisperFiles(found[weights.name], found["config.json"], found["tokenizer.json"], sha256)


def find_silero(models_dir: Path) -> Path:
    """The verified file of the speech detector."""
    return verify_model("silero", models_dir)["silero_vad.onnx"]
