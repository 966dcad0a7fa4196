"""A model out of a folder or zip that the user has: only its own files, no links, no bombs. Any thread."""

from __future__ import annotations

import contextlib
import lzma
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from engines.errors import ModelDamagedError, ModelMissingError, UsageError
from engines.models import BytesDone, FileSpec, ModelSpec, sha256_of

MOST_ENTRIES = 10_000
MOST_RATIO = 100
"""Weights shrink by a tenth; what shrinks a hundredfold is there to fill a disk."""
SMALL_BYTES = 1 << 20
"""Below this nothing is called a bomb."""

_TAKEN = re.compile(
    r"model\.(safetensors|bin|safetensors\.index\.json)|model-\d{5}-of-\d{5}\.safetensors|pytorch_model\.bin"
    r"|(config|generation_config|tokenizer|vocab)\.json|[^/]{1,100}\.pt"
)
"""Names of the files of a model that engines.own_models reads; all else is left behind."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """One file of the source: its name, its size, how it is opened."""

    name: str
    n_bytes: int
    open: Callable[[], IO[bytes]]


def own_spec(name: str) -> ModelSpec:
    """A model that is none of the registry's. Raises UsageError for what is no plain name."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", name):
        raise UsageError(
            f"{name!r} cannot be the name of a model.",
            "Use letters, digits, dots and dashes, no more than 64.",
        )
    return ModelSpec(name, "own", "", (), "", ())


def bring(
    source: Path,
    into: Path,
    wanted: Sequence[FileSpec],
    check_room: Callable[[int], None],
    progress: BytesDone,
) -> dict[str, str]:
    """Copy the files of a model from a folder or zip; returns the sha256 of each.

    wanted: what the registry asks for, each checked; empty for a model of the user's own, of which all that
    can belong to one is taken. Raises ModelMissingError, ModelDamagedError, OSError.
    """
    with _entries(source) as entries:
        names = {file.name for file in wanted}
        taken = [e for e in entries if (e.name in names if wanted else _TAKEN.fullmatch(e.name))]
        missing = names - {entry.name for entry in taken}
        if missing or not taken:
            what = ", ".join(sorted(missing)) or "a model's files"
            raise ModelMissingError(
                f"There is no {what} in {source}.", "Name the folder or zip with the model in it."
            )
        total = sum(entry.n_bytes for entry in taken)
        check_room(total)
        done = 0
        for entry in taken:
            with _private(into / entry.name) as write:
                for chunk in _chunks(entry, source):
                    write.write(chunk)
                    done += len(chunk)
                    progress(done, total)
    sums = {entry.name: sha256_of(into / entry.name) for entry in taken}
    for file in wanted:
        if file.sha256 and sums[file.name] != file.sha256:
            raise ModelDamagedError(
                f"{file.name} in {source} is not the file that belongs to the model (its sha256 differs).",
                "Get the model anew, or name it otherwise to use it as one of your own.",
            )
    return sums


def _chunks(entry: _Entry, source: Path) -> Iterator[bytes]:
    left = entry.n_bytes
    with _reading(source):
        read = entry.open()
    with read:
        while left:
            with _reading(source):
                chunk = read.read(min(1 << 20, left))
            if not chunk:
                raise ModelDamagedError(f"{entry.name} in {source} is cut off.", "Copy it again.")
            left -= len(chunk)
            yield chunk


def check(folder: Path, spec: ModelSpec, models_dir: Path) -> None:
    """That a model which was brought without a known sha256 can be used. Raises ModelError."""
    from engines import own_models

    if not (spec.files and spec.is_pinned) and not own_models.verify_own(str(folder), models_dir):
        raise ModelMissingError(
            "There are no weights in what was named.", "Name a folder or zip with a model."
        )


_ZIP_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    IndexError,
    OverflowError,
    OSError,
)
"""What zipfile raises for a damaged zip, as fuzzing found: OSError for a place before the file's start."""


@contextmanager
def _entries(source: Path) -> Iterator[list[_Entry]]:
    if source.is_dir():
        try:
            yield _folder(source)
        except PermissionError as error:
            raise ModelMissingError(
                f"{source} cannot be read ({error.strerror}).", "Give access to it."
            ) from error
        return
    try:
        file = source.open("rb")
    except OSError as error:
        raise ModelMissingError(
            f"There is nothing to be read at {source} ({error.strerror}).",
            "Name a folder or a zip with a model.",
        ) from error
    with file, contextlib.ExitStack() as stack:
        with _reading(source):
            archive = stack.enter_context(zipfile.ZipFile(file))
            entries = _zipped(archive, source)
        yield entries


@contextmanager
def _reading(source: Path) -> Iterator[None]:
    """Errors of a zip in a person's words."""
    try:
        yield
    except _ZIP_ERRORS as error:
        raise ModelDamagedError(
            f"{source} is no zip, or a damaged one.", "Copy or download it again."
        ) from error


def _folder(source: Path) -> list[_Entry]:
    entries = []
    for path in sorted(source.iterdir()):
        about = path.lstat()
        if stat.S_ISREG(about.st_mode):
            entries.append(_Entry(path.name, about.st_size, lambda path=path: _plainly(path)))  # type: ignore[misc]
        elif stat.S_ISLNK(about.st_mode) and _TAKEN.fullmatch(path.name):
            raise ModelDamagedError(
                f"{path} is a link.", "Put the file itself there: links are not followed."
            )
    return entries


def _plainly(path: Path) -> IO[bytes]:
    """Without following a link that came meanwhile."""
    return os.fdopen(
        os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)), "rb"
    )


def _zipped(archive: zipfile.ZipFile, source: Path) -> list[_Entry]:
    infos = archive.infolist()
    if len(infos) > MOST_ENTRIES:
        raise ModelDamagedError(f"{source} has {len(infos)} files in it.", "Name a zip of one model alone.")
    entries: dict[str, _Entry] = {}
    for info in infos:
        path = PurePosixPath(info.filename.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or ":" in info.filename or "\0" in info.filename:
            raise ModelDamagedError(f"{source} wants to write outside of its folder.", "Do not use it.")
        if stat.S_ISLNK(info.external_attr >> 16):
            raise ModelDamagedError(f"{source} holds a link ({path.name}).", "Zip the files themselves.")
        if not info.filename or info.is_dir() or not _TAKEN.fullmatch(path.name):
            continue
        if info.flag_bits & 1:
            raise ModelDamagedError(f"{source} needs a password.", "Unpack it, then name the folder.")
        if info.file_size > max(SMALL_BYTES, MOST_RATIO * info.compress_size):
            raise ModelDamagedError(
                f"{source} unpacks to far more than a model ({path.name}).", "Do not use it."
            )
        if path.name in entries:
            raise ModelDamagedError(
                f"{source} holds {path.name} more than once.", "Name a zip of one model alone."
            )
        entries[path.name] = _Entry(path.name, info.file_size, lambda info=info: archive.open(info))  # type: ignore[misc]
    return list(entries.values())


@contextmanager
def _private(path: Path) -> Iterator[IO[bytes]]:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(descriptor, "wb") as file:
        yield file
