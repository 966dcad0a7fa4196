"""TensorRT engines on the disk: what they were built from, whether they are whole, why not. Pure; any thread.

One folder holds the engines of one model for a list of compute capabilities, with engine.json beside them:

    engines/tiny.en-fp16-sm86_89_120-1f0c.../encoder.engine prefill.engine step.engine
                                             encoder.layers.json ... engine.json jit-<card>-<driver>.cache

A folder appears whole or not at all (it is built under another name and renamed).
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from filelock import BaseFileLock, FileLock, Timeout

from engines.runtime.precision import Precision

MANIFEST = "engine.json"
STAGING = ".building-"
LOCK = ".lock"
"""In a folder in the making: held by its build, and by the system let go of when that is killed."""
UNLOCKED_S = 60
"""A folder this new may not have got its lock yet."""
ABANDONED_S = 24 * 3600
"""A folder in the making this old was left by a killed build, where locks do not work."""

State = Literal["ready", "missing", "damaged", "truncated", "stale", "foreign"]
"""stale: built from something else than what is here now; foreign: for other cards."""


@dataclass(frozen=True, slots=True)
class EngineKey:
    """Everything an engine depends on. capabilities: ("8.6", "8.9"), sorted; profiles: as text."""

    model: str
    weights_sha256: str
    graphs: str
    library: str
    library_version: str
    precision: Precision
    profiles: str
    capabilities: tuple[str, ...]

    @property
    def folder(self) -> str:
        """The folder's name: readable, and different for different keys."""
        digest = hashlib.sha256(json.dumps(dataclasses.asdict(self), sort_keys=True).encode()).hexdigest()
        cards = "_".join(capability.replace(".", "") for capability in self.capabilities)
        return f"{_slug(self.model)}-{self.precision}-sm{cards}-{digest[:12]}"


@dataclass(frozen=True, slots=True)
class StoredFile:
    """One file as it was written."""

    n_bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class EngineSet:
    """One folder of engines, as its manifest describes it."""

    path: Path
    key: EngineKey
    files: dict[str, StoredFile]
    build_s: float

    @property
    def n_bytes(self) -> int:
        return sum(file.n_bytes for file in self.files.values())

    def engine(self, part: str) -> Path:
        """The engine of "encoder", "prefill" or "step"."""
        return self.path / f"{part}.engine"

    def layers(self, part: str) -> Path:
        """What the builder made of the graph, as JSON (tensorrt_build.layer_report)."""
        return self.path / f"{part}.layers.json"

    def jit_cache(self, card: str, driver: str) -> Path:
        """Where the kernels compiled on the card at hand are kept: they fit this card and driver only."""
        return self.path / f"jit-{_slug(card)}-{_slug(driver)}.cache"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a look for an engine; reason is a sentence for the user, "" when it is ready."""

    state: State
    reason: str = ""

    @property
    def ready(self) -> bool:
        return self.state == "ready"


def engines_dir(cache_dir: Path) -> Path:
    """Where engines are kept below the user's cache."""
    return cache_dir / "engines"


def read_set(path: Path) -> EngineSet | None:
    """The engines of one folder; None when its manifest is missing or not readable."""
    try:
        raw: dict[str, Any] = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
        key = EngineKey(**{**raw["key"], "capabilities": tuple(raw["key"]["capabilities"])})
        files = {str(name): StoredFile(**stored) for name, stored in raw["files"].items()}
        return EngineSet(path, key, files, float(raw["build_s"]))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def list_sets(folder: Path) -> list[tuple[Path, EngineSet | None]]:
    """Every folder of engines, oldest first, with None for one that cannot be read."""
    try:
        found = [path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")]
        found.sort(key=lambda path: (path.stat().st_mtime, path.name))
    except OSError:
        return []
    return [(path, read_set(path)) for path in found]


def check_files(engines: EngineSet) -> Verdict:
    """Whether every file is as long and as it was written (sha256)."""
    for name, stored in engines.files.items():
        path = engines.path / name
        try:
            n_bytes = path.stat().st_size
            if n_bytes < stored.n_bytes:
                return Verdict(
                    "truncated", f"{name} is cut short ({n_bytes} of {stored.n_bytes} bytes are there)."
                )
            with path.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
        except OSError as error:
            return Verdict("damaged", f"{name} cannot be read ({error.strerror or error}).")
        if n_bytes != stored.n_bytes or digest != stored.sha256:
            return Verdict("damaged", f"{name} is not what was written (its sha256 differs).")
    return Verdict("ready")


def difference(found: EngineKey, wanted: EngineKey) -> Verdict:
    """What of the key differs, capabilities aside."""
    if (found.library, found.library_version) != (wanted.library, wanted.library_version):
        return Verdict(
            "stale",
            f"It was built by {found.library} {found.library_version}, and {wanted.library} "
            f"{wanted.library_version} is installed.",
        )
    for name, what in (
        ("weights_sha256", "The model's weights are no longer those it was built from."),
        ("graphs", "It was built by another version of Sightline."),
        ("profiles", "It was built for other lengths of sound."),
    ):
        if getattr(found, name) != getattr(wanted, name):
            return Verdict("stale", what)
    return Verdict("ready")


def find(folder: Path, wanted: EngineKey) -> tuple[EngineSet | None, Verdict]:
    """The engines of `wanted` (model, precision) that serve every capability of it, whole and up to date.

    Otherwise None with the nearest miss: damaged or truncated before foreign before stale before missing.
    """
    misses: dict[State, str] = {}
    for path, engines in reversed(list_sets(folder)):
        if engines is None:
            if path.name.startswith(f"{_slug(wanted.model)}-{wanted.precision}-"):
                misses.setdefault("damaged", f"{MANIFEST} of {path.name} cannot be read.")
            continue
        if (engines.key.model, engines.key.precision) != (wanted.model, wanted.precision):
            continue
        verdict = difference(engines.key, wanted)
        if verdict.ready and not set(wanted.capabilities) <= set(engines.key.capabilities):
            verdict = Verdict(
                "foreign",
                f"It was built for compute capability {_listed(engines.key.capabilities)}, "
                f"and {_listed(wanted.capabilities)} is wanted.",
            )
        if verdict.ready:
            verdict = check_files(engines)
        if verdict.ready:
            return engines, verdict
        misses.setdefault(verdict.state, verdict.reason)
    order: tuple[State, ...] = ("truncated", "damaged", "foreign", "stale")
    state = next((state for state in order if state in misses), None)
    if state is None:
        return None, Verdict("missing", f"There is no engine of {wanted.model} in {wanted.precision}.")
    return None, Verdict(state, misses[state])


def _listed(capabilities: Sequence[str]) -> str:
    return ", ".join(capabilities)


class Staging:
    """A folder in the making: add files, then `finish` puts it in place."""

    def __init__(self, path: Path, key: EngineKey, lock: BaseFileLock) -> None:
        self._path = path
        self._key = key
        self._lock = lock
        self._files: dict[str, StoredFile] = {}
        self._started = time.monotonic()

    def add(self, name: str, data: bytes | memoryview) -> None:
        """One file of the folder."""
        with (self._path / name).open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        self._files[name] = StoredFile(len(data), hashlib.sha256(data).hexdigest())

    def finish(self) -> EngineSet:
        """Write the manifest, put the folder in place of what had its name."""
        build_s = round(time.monotonic() - self._started, 2)
        manifest = {
            "key": dataclasses.asdict(self._key),
            "files": {name: dataclasses.asdict(stored) for name, stored in self._files.items()},
            "build_s": build_s,
        }
        (self._path / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
        self._lock.release()
        (self._path / LOCK).unlink(missing_ok=True)
        target = self._path.parent / self._key.folder
        if target.exists():
            shutil.rmtree(target)
        os.replace(self._path, target)
        return EngineSet(target, self._key, dict(self._files), build_s)


@contextlib.contextmanager
def staging(folder: Path, key: EngineKey) -> Iterator[Staging]:
    """A folder for the engines of `key`; gone unless it was finished. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    remove_abandoned(folder)
    path = Path(tempfile.mkdtemp(dir=folder, prefix=STAGING))
    lock = FileLock(path / LOCK, mode=0o600, thread_local=False)
    try:
        with contextlib.suppress(NotImplementedError):
            lock.acquire()
        yield Staging(path, key, lock)
    finally:
        lock.release()
        shutil.rmtree(path, ignore_errors=True)


def remove_abandoned(folder: Path) -> int:
    """Remove what killed builds left behind, and nothing of a build in progress; returns how many folders."""
    n_removed = 0
    for path in folder.glob(f"{STAGING}*"):
        with contextlib.suppress(OSError):
            if _is_abandoned(path, time.time() - path.stat().st_mtime):
                shutil.rmtree(path)
                n_removed += 1
    return n_removed


def _is_abandoned(path: Path, age_s: float) -> bool:
    """Whether no build holds the folder's lock. Raises OSError."""
    if not (path / LOCK).exists():
        return age_s > UNLOCKED_S
    try:
        with FileLock(path / LOCK, timeout=0, mode=0o600, thread_local=False):
            return True
    except Timeout:
        return False
    except NotImplementedError:
        return age_s > ABANDONED_S


def remove_replaced(folder: Path, kept: EngineSet) -> None:
    """Remove the other folders for the same model, precision and cards: `kept` has taken their place."""
    for path, engines in list_sets(folder):
        if engines is None or path == kept.path:
            continue
        same = ("model", "precision", "capabilities")
        if all(getattr(engines.key, name) == getattr(kept.key, name) for name in same):
            shutil.rmtree(path, ignore_errors=True)


def _slug(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9._]+", "_", text).strip("_.") or "unnamed"
