"""The speech models: what there is, where it lies, whether it is whole, and getting it. Any thread."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import tomllib
import zipfile
import zlib
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


@dataclass(frozen=True, slots=True)
class FileSpec:
    """One file of a model. Either in an installed package, or joined from parts inside wheels."""

    name: str
    sha256: str
    n_bytes: int
    package: str
    path: str
    distribution: str
    parts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """One model of the registry."""

    name: str
    family: str
    title: str
    languages: tuple[str, ...]
    licence: str
    files: tuple[FileSpec, ...]

    @property
    def n_bytes(self) -> int:
        return sum(file.n_bytes for file in self.files)

    @property
    def comes_installed(self) -> bool:
        return all(file.package for file in self.files)


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
            sha256=item["sha256"],
            n_bytes=item["bytes"],
            package=item.get("package", ""),
            path=item.get("path", ""),
            distribution=item.get("distribution", ""),
            parts=tuple((part["distribution"], part["path"]) for part in item.get("parts", ())),
        )
        for file, item in entry["files"].items()
    )
    return ModelSpec(
        name, entry["family"], entry["title"], tuple(entry["languages"]), entry["licence"], specs
    )


def list_models() -> list[ModelSpec]:
    """The speech recognisers a person can choose, smallest first."""
    return sorted((m for m in registry().values() if m.family != "silero"), key=lambda m: m.n_bytes)


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
    try:
        whole = path.stat().st_size == file.n_bytes and sha256_of(path) == file.sha256
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
    weights = next(file for file in spec.files if file.name == "model.bin")
    return WhisperFiles(found["model.bin"], found["config.json"], found["tokenizer.json"], weights.sha256)


def find_silero(models_dir: Path) -> Path:
    """The verified file of the speech detector."""
    return verify_model("silero", models_dir)["silero_vad.onnx"]


def remove_model(name: str, models_dir: Path) -> bool:
    """Remove the user's copy; False when there is none. What came with Sightline stays."""
    spec = model_spec(name)
    folder = models_dir / spec.name
    if not folder.exists():
        return False
    shutil.rmtree(folder)
    return True


def get_model(name: str, models_dir: Path, progress: BytesDone = lambda done, total: None) -> None:
    """Fetch a model's wheels from PyPI, take its files out, check them, put them in place at once.

    Raises UsageError, ModelMissingError when it cannot be fetched, ModelDamagedError when a hash differs.
    """
    spec = model_spec(name)
    if model_status(name, models_dir) == "installed":
        progress(spec.n_bytes, spec.n_bytes)
        return
    if spec.comes_installed:
        remove_model(name, models_dir)
        verify_model(name, models_dir)
        return
    try:
        models_dir.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=models_dir, prefix=f".{name}-") as folder:
            _fetch(spec, Path(folder), progress)
            target = models_dir / spec.name
            if target.exists():
                shutil.rmtree(target)
            os.replace(Path(folder) / "whole", target)
    except OSError as error:
        raise ModelMissingError(
            f"The model {name} could not be stored ({error.strerror or error}).",
            f"Make room or give access to {models_dir}, then try again.",
        ) from error


def _fetch(spec: ModelSpec, folder: Path, progress: BytesDone) -> None:
    wheels: dict[str, Path] = {}
    distributions = list(dict.fromkeys(d for file in spec.files for d, _ in file.parts))
    for distribution in distributions:
        into = folder / f"wheel-{len(wheels)}"
        into.mkdir()
        before = sum(wheel.stat().st_size for wheel in wheels.values())
        wheels[distribution] = _download(spec, distribution, into, before, progress)
    whole = folder / "whole"
    whole.mkdir()
    for file in spec.files:
        path = whole / file.name
        with path.open("wb") as out, contextlib.suppress(zipfile.BadZipFile, zlib.error, KeyError):
            # What is no wheel, or lacks the file, fails the hash.
            for distribution, inside in file.parts:
                with zipfile.ZipFile(wheels[distribution]) as wheel, wheel.open(inside) as part:
                    shutil.copyfileobj(part, out, 1 << 20)
        if sha256_of(path) != file.sha256:
            raise ModelDamagedError(
                f"What was fetched for the model {spec.name} is not what it should be ({file.name}).",
                "Try again; if it stays so, the package index serves a different file.",
            )
    progress(spec.n_bytes, spec.n_bytes)


def _download(spec: ModelSpec, distribution: str, into: Path, n_before: int, progress: BytesDone) -> Path:
    """One wheel by pip, which honours the user's proxies and index; progress from the growing file."""
    done = threading.Event()

    def watch() -> None:
        most = 0
        while not done.wait(0.2):
            with contextlib.suppress(OSError):
                # pip copies the finished file once more: the largest is what has come, and it never shrinks.
                most = max([most, *(path.stat().st_size for path in into.rglob("*") if path.is_file())])
                progress(min(n_before + most, spec.n_bytes), spec.n_bytes)

    watcher = threading.Thread(target=watch, name="download-progress", daemon=True)
    watcher.start()
    try:
        result = subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "download",
                "--no-deps",
                "--quiet",
                "--dest",
                str(into),
                distribution,
            ],
            capture_output=True,
            text=True,
            env={**os.environ, "TMPDIR": str(into), "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        )
    finally:
        done.set()
        watcher.join()
    wheel = next(into.glob("*.whl"), None)
    if result.returncode != 0 or wheel is None:
        errors = [line for line in result.stderr.splitlines() if line.startswith("ERROR")]
        reason = errors[-1].removeprefix("ERROR: ").rstrip(".") if errors else "pip failed"
        raise ModelMissingError(
            f"The model {spec.name} could not be fetched: {reason}.",
            f"Check the connection, then: sightline models get {spec.name}",
        )
    return wheel
