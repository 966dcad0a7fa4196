"""What an engine's process and its parent say to each other: typed messages on pipes, sound in shared memory.

A message is 4 bytes of length (little endian) and that many bytes of JSON, whose "type" names its class.
Nothing is unpickled, so a damaged message can be refused but never run. The sound lies in memory that has
no name in the file system (Linux), was unlinked at once (macOS) or goes with its last handle (Windows):
none is left behind, however either process ends.
"""

from __future__ import annotations

import json
import mmap
import os
import secrets
import struct
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import IO, Any

import numpy as np

from engines.errors import SightlineBug
from engines.types import SAMPLE_RATE_HZ, Hypothesis, RecognitionRequest, Samples, Word

MOST_SAMPLES = 30 * SAMPLE_RATE_HZ
"""The sound of one pass: what Whisper hears at once."""

MOST_BYTES = 1 << 20
"""Longer than any message; a length above it is damage."""

_LENGTH = struct.Struct("<I")
_NO_SAMPLES = np.zeros(0, np.float32)


@dataclass(frozen=True, slots=True)
class Load:
    """To the child, first: what to load. Folders as text; n_threads None for the engine's own choice."""

    model: str
    engine: str
    models_dir: str
    cache_dir: str
    n_threads: int | None = None


@dataclass(frozen=True, slots=True)
class Recognise:
    """To the child: one pass over the first n_samples of the shared memory; request.samples is empty."""

    number: int
    n_samples: int
    request: RecognitionRequest


@dataclass(frozen=True, slots=True)
class Progress:
    """From the child while it loads: what is being done, fraction 0..1."""

    what: str
    fraction: float


@dataclass(frozen=True, slots=True)
class Ready:
    """From the child: it is loaded and warm."""

    model: str
    engine: str
    languages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """From the child: the outcome of the pass `number`."""

    number: int
    hypothesis: Hypothesis


@dataclass(frozen=True, slots=True)
class Failed:
    """From the child: loading (number 0) or the pass `number` failed. what, advice: as in EngineError."""

    number: int
    what: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Beat:
    """From the child every BEAT_PERIOD_S, whatever its engine does: the process runs."""

    at_ns: int = field(default=0)


Message = Load | Recognise | Progress | Ready | Answer | Failed | Beat

BEAT_PERIOD_S = 0.5


def encode(message: Message) -> bytes:
    """The message as it goes down the pipe."""
    content = {"type": type(message).__name__, **_plain(message)}
    body = json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass")
    if len(body) > MOST_BYTES:
        raise SightlineBug(f"a message of {len(body)} bytes")
    return _LENGTH.pack(len(body)) + body


def read_message(stream: IO[bytes]) -> Message | None:
    """The next message; None when the other side is gone. Raises SightlineBug for what is none."""
    header = stream.read(_LENGTH.size)
    if len(header) < _LENGTH.size:
        return None
    (n_bytes,) = _LENGTH.unpack(header)
    if n_bytes > MOST_BYTES:
        raise SightlineBug(f"a message of {n_bytes} bytes")
    body = stream.read(n_bytes)
    if len(body) < n_bytes:
        return None
    try:
        content = json.loads(body.decode("utf-8", "surrogatepass"))
        return _DECODERS[content.pop("type")](content)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        # Not the content: it may be what somebody said.
        raise SightlineBug(f"a message that cannot be read ({type(error).__name__})") from None


def _plain(value: Any) -> dict[str, Any]:
    """A dataclass's fields, the dataclasses in it too; sound is left out."""
    return {each.name: _plain_value(getattr(value, each.name)) for each in fields(value)}


def _plain_value(value: Any) -> Any:
    if isinstance(value, RecognitionRequest):
        return _plain(replace(value, samples=_NO_SAMPLES))
    if isinstance(value, Hypothesis | Word):
        return _plain(value)
    if isinstance(value, tuple):
        return [_plain_value(each) for each in value]
    if isinstance(value, np.ndarray):
        return None
    return value


def _restored(content: dict[str, Any]) -> dict[str, Any]:
    """Lists become tuples again, and what was a Word one."""
    return {name: _restored_value(value) for name, value in content.items()}


def _restored_value(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_restored_value(each) for each in value)
    return Word(**value) if isinstance(value, dict) else value


def _recognise(content: dict[str, Any]) -> Recognise:
    request = RecognitionRequest(**{**_restored(content.pop("request")), "samples": _NO_SAMPLES})
    return Recognise(request=request, **content)


def _answer(content: dict[str, Any]) -> Answer:
    return Answer(content["number"], Hypothesis(**_restored(content["hypothesis"])))


_DECODERS: dict[str, Callable[[dict[str, Any]], Message]] = {
    "Load": lambda content: Load(**content),
    "Recognise": _recognise,
    "Progress": lambda content: Progress(**content),
    "Ready": lambda content: Ready(**_restored(content)),
    "Answer": _answer,
    "Failed": lambda content: Failed(**content),
    "Beat": lambda content: Beat(**content),
}


class SharedSamples:
    """Memory for MOST_SAMPLES float32 that two processes see: made by the parent, opened by its child.

    `name` goes to the child: the number of an inherited file (`inherited`, for Popen's pass_fds), on
    Windows a name that nobody can guess.
    """

    def __init__(self, memory: mmap.mmap, name: str, file: int | None) -> None:
        self._memory = memory
        self._file = file
        self.name = name

    @classmethod
    def make(cls) -> SharedSamples:
        """Raises OSError where there is no memory for it."""
        n_bytes = MOST_SAMPLES * 4
        if sys.platform == "win32":
            name = f"Local\\sightline-{secrets.token_hex(16)}"
            return cls(mmap.mmap(-1, n_bytes, tagname=name), name, None)
        if sys.platform == "linux":
            file = os.memfd_create("sightline-samples", os.MFD_CLOEXEC)
        else:
            handle, path = tempfile.mkstemp(prefix="sightline-")
            os.unlink(path)
            file = handle
        try:
            os.ftruncate(file, n_bytes)
            return cls(mmap.mmap(file, n_bytes), str(file), file)
        except BaseException:
            os.close(file)
            raise

    @classmethod
    def open(cls, name: str) -> SharedSamples:
        """The child's side of it."""
        n_bytes = MOST_SAMPLES * 4
        if sys.platform == "win32":
            return cls(mmap.mmap(-1, n_bytes, tagname=name), name, None)
        file = int(name)
        return cls(mmap.mmap(file, n_bytes), name, file)

    @property
    def inherited(self) -> tuple[int, ...]:
        """What the child must inherit."""
        return () if self._file is None else (self._file,)

    def write(self, samples: Samples) -> None:
        """Raises ValueError for more than MOST_SAMPLES."""
        if len(samples) > MOST_SAMPLES:
            raise ValueError(f"{len(samples)} samples do not fit into {MOST_SAMPLES}")
        self._memory[: 4 * len(samples)] = np.ascontiguousarray(samples, np.float32).tobytes()

    def read(self, n_samples: int) -> Samples:
        """A copy: the parent may write again when the pass has been given up."""
        return np.frombuffer(self._memory[: 4 * n_samples], np.float32)

    def close(self) -> None:
        """Give the memory back; a second call does nothing."""
        self._memory.close()
        if self._file is not None:
            os.close(self._file)
            self._file = None
