"""TensorRT and CUDA's bindings, got when a card wants them and kept in a folder of the user's. Any thread.

pip fetches them, which honours the user's proxies and index and checks each wheel against the index's sha256.
A packaged program brings pip along, and is started by `pip_command` to be it.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from engines.errors import EngineError, NoRoomError

VARIABLE = "SIGHTLINE_LIBRARIES"
"""The folder in use, for the engine's own process."""
EXTRA = "rtx"
WHEELS = {"tensorrt-rtx": ("tensorrt-rtx-cu13-bindings", "tensorrt-rtx-cu13-libs")}
"""tensorrt-rtx itself comes as source, which a packaged program cannot build: all in it is a module that
names the bindings."""
ALIAS = "from tensorrt_rtx_bindings import *\nfrom tensorrt_rtx_bindings import __version__\n"
NEEDED_BYTES = 700_000_000
"""The wheels (about 105 MB) and what they unpack to (275 MB), with room to spare."""


def libraries_folder(data_dir: Path) -> Path:
    """Where they are kept for this version of Python: their modules fit no other."""
    return data_dir / "libraries" / f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}"


def use(folder: Path) -> None:
    """Import from there what is installed nowhere else, here and in processes started from here."""
    if folder.is_dir():
        os.environ[VARIABLE] = str(folder)
        _add(folder)


def use_inherited() -> None:
    """The same in an engine's process: what its parent uses."""
    if folder := os.environ.get(VARIABLE):
        _add(Path(folder))


def _add(folder: Path) -> None:
    if str(folder) not in sys.path:
        # Last: what is installed in the usual way wins.
        sys.path.append(str(folder))


def wanted() -> list[str]:
    """The requirements of the extra `rtx`, as wheels, without their markers. Raises EngineError."""
    try:
        declared = requires("sightline") or []
    except PackageNotFoundError:
        declared = []
    found = [
        line.split(";")[0].strip() for line in declared if re.search(rf"extra == ['\"]{EXTRA}['\"]", line)
    ]
    if not found:
        raise EngineError("Sightline's own description is not installed.", "Install Sightline again.")
    wheels: list[str] = []
    for requirement in found:
        name = re.split(r"[<>=!~ ]", requirement)[0]
        wheels += [f"{wheel}{requirement.removeprefix(name)}" for wheel in WHEELS.get(name, (name,))]
    return wheels


def get(folder: Path) -> int:
    """Fetch them into `folder`, whole or not at all; returns their size in bytes. Raises EngineError."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder.parent).free
    if free < NEEDED_BYTES:
        raise NoRoomError(
            f"The card's libraries need {NEEDED_BYTES / 1e6:.0f} MB and {free / 1e6:.0f} MB are free.",
            f"Make room where {folder.parent} lies.",
        )
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".getting-") as name:
        new = Path(name) / "new"
        command = [*pip_command(), "install", "--quiet", "--only-binary", ":all:", "--no-compile"]
        result = subprocess.run(
            [*command, "--target", str(new), *wanted()],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env={**os.environ, "TMPDIR": name, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        )
        if result.returncode != 0 or not new.is_dir():
            errors = [line for line in result.stderr.splitlines() if line.startswith("ERROR")]
            reason = errors[-1].removeprefix("ERROR: ").rstrip(".") if errors else "pip failed"
            raise EngineError(
                f"The card's libraries could not be fetched: {reason}.",
                "Check the connection, then: sightline engine get",
            )
        (new / "tensorrt_rtx").mkdir(exist_ok=True)
        (new / "tensorrt_rtx" / "__init__.py").write_text(ALIAS, encoding="utf-8")
        remove(folder)
        os.replace(new, folder)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def remove(folder: Path) -> bool:
    """Whether there was something to remove."""
    if not folder.exists():
        return False
    old = folder.with_name(f".old-{folder.name}")
    shutil.rmtree(old, ignore_errors=True)
    with contextlib.suppress(OSError):
        os.replace(folder, old)
    shutil.rmtree(old if old.exists() else folder, ignore_errors=True)
    return True


def pip_command() -> list[str]:
    """How pip is started: by this Python, or by the packaged program in its stead (app/__main__.py)."""
    return [sys.executable, "pip"] if getattr(sys, "frozen", False) else [sys.executable, "-m", "pip"]
