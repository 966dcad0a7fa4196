"""Sound from a file, decoded with PyAV on the reading thread, at once or at the pace of real time."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.audio.resample import Resampler
from engines.errors import InputFileError
from engines.types import SAMPLE_RATE_HZ, AudioBlock, Samples

Notice = tuple[str, str, str]

FORMATS_ADVICE = "Use a sound or video file such as WAV, FLAC, MP3, M4A, OGG or MP4."
LOCAL_PROTOCOLS = "file,data,crypto"
"""FFmpeg may open nothing else: a playlist file must not reach the network."""
EXACT_DURATION_FORMATS = ("flac", "mov")
"""Formats whose header states the true length, so that a shorter decode means a cut file."""
SHORT_BY_S = 0.25
N_SAFE_PLANES = 8


class FileSource:
    """An AudioSource that reads a sound file, or the sound of a video.

    realtime=False hands blocks over as fast as they are read. realtime=True hands block k over when its last
    sample would have been captured had the sound begun at `open`; a late reader loses nothing.
    After `close`, `open` goes on where reading stopped.
    """

    name = "file"

    def __init__(self, path: str | Path, realtime: bool = False, block_s: float = 0.05) -> None:
        if block_s <= 0:
            raise ValueError("block_s must be positive")
        self._path = Path(path)
        self._realtime = realtime
        self._n_block = max(1, round(block_s * SAMPLE_RATE_HZ))
        self._blocks: Iterator[Samples] | None = None
        self._pending: Samples | None = None
        self._n_read = 0
        self._started_ns = 0
        self._level = 0.0
        self._ended = False
        self._notices: list[Notice] = []
        self._closed = threading.Event()
        self._stack = contextlib.ExitStack()

    @property
    def device(self) -> str:
        return self._path.name

    @property
    def level(self) -> float:
        return self._level

    @property
    def ended(self) -> bool:
        return self._ended

    @property
    def duration_s(self) -> float | None:
        """Length in s as the file states it (for a progress bar), None when it does not; known after open."""
        return self._duration_s

    _duration_s: float | None = None

    @property
    def trouble(self) -> str:
        return ""

    def open(self, *, wait: bool = False) -> None:
        """Open the file and decode its beginning. Raises InputFileError."""
        if self._blocks is not None:
            return
        self._closed.clear()
        reader = _Reader(self._path, self._note)
        try:
            reader.open()
            self._duration_s = reader.duration_s
            self._blocks = _in_blocks(reader.chunks(), self._n_block, skip=self._n_read)
            if not self._ended:
                self._fetch()
        except BaseException:
            self._blocks = None
            reader.close()
            raise
        self._stack.callback(reader.close)
        self._started_ns = time.monotonic_ns() - self._n_read * 1_000_000_000 // SAMPLE_RATE_HZ

    def read(self, timeout_s: float) -> AudioBlock | None:
        """The next block, or None within timeout_s (realtime) or at the end. Raises InputFileError."""
        if self._blocks is None or self._pending is None:
            return None
        end = self._n_read + len(self._pending)
        captured_ns = time.monotonic_ns()
        if self._realtime:
            due_ns = self._started_ns + end * 1_000_000_000 // SAMPLE_RATE_HZ
            wait_s = (due_ns - captured_ns) / 1e9
            if wait_s > 0 and (self._closed.wait(min(wait_s, max(0.0, timeout_s))) or wait_s > timeout_s):
                return None
            captured_ns = due_ns
        samples = self._pending
        block = AudioBlock(samples, self._n_read, 0, captured_ns)
        self._level = float(np.abs(samples).max(initial=0.0))
        self._n_read = end
        self._fetch()
        return block

    def take_notices(self) -> list[Notice]:
        taken, self._notices = self._notices, []
        return taken

    def close(self) -> None:
        self._closed.set()
        self._blocks = None
        self._pending = None
        self._stack.close()

    def _fetch(self) -> None:
        assert self._blocks is not None
        self._pending = next(self._blocks, None)
        self._ended = self._pending is None

    def _note(self, code: str, what: str, advice: str) -> None:
        self._notices.append((code, what, advice))


def read_whole(path: str | Path, note: Callable[[str, str, str], None] | None = None) -> Samples:
    """All of a file's sound, float32 (n_samples,) mono 16 kHz. `note` gets notices. Raises InputFileError."""
    reader = _Reader(Path(path), note or (lambda code, what, advice: None))
    try:
        reader.open()
        parts = list(reader.chunks())
    finally:
        reader.close()
    return np.concatenate(parts) if parts else np.zeros(0, np.float32)


class _Reader:
    """One pass over a file; the edge at which PyAV's errors become ours."""

    def __init__(self, path: Path, note: Callable[[str, str, str], None]) -> None:
        self._path = path
        self._note = note
        self._stack = contextlib.ExitStack()
        self._container: Any = None
        self._stream: Any = None
        self._is_damaged = False
        self.duration_s: float | None = None

    def open(self) -> None:
        import av

        # FFmpeg's messages do not belong on a person's stderr; faults come back as exceptions.
        av.logging.set_level(None)
        path = self._path
        try:
            if path.is_dir():
                raise InputFileError(f"{path} is a folder, not a sound file.", FORMATS_ADVICE)
            if path.is_fifo():
                # It is opened more than once and may never have a writer.
                raise InputFileError(
                    f"{path} is a pipe, not a sound file.", "Write the sound to a file first."
                )
            file = self._stack.enter_context(path.open("rb"))
            n_bytes = path.stat().st_size
        except FileNotFoundError as error:
            raise InputFileError(f"{path} does not exist.", "Check the name and the folder.") from error
        except PermissionError as error:
            raise InputFileError(f"{path} may not be read.", "Check the file's permissions.") from error
        except (OSError, ValueError) as error:
            raise InputFileError(f"{path} cannot be read ({_first_line(error)}).", FORMATS_ADVICE) from error
        if n_bytes == 0 and path.is_file():
            raise InputFileError(f"{path} is empty.", "Copy or record the file again.")
        try:
            container = av.open(file, mode="r", options={"protocol_whitelist": LOCAL_PROTOCOLS})
        except (av.FFmpegError, OSError, ValueError) as error:
            raise InputFileError(f"{path} is not a sound file that can be read.", FORMATS_ADVICE) from error
        self._container = self._stack.enter_context(container)
        if not container.streams.audio:
            raise InputFileError(f"{path} holds no sound.", FORMATS_ADVICE)
        # The one FFmpeg thinks best (language and default flags) where several are there.
        self._stream = container.streams.best("audio") or container.streams.audio[0]
        if self._stream.duration and self._stream.time_base:
            self.duration_s = float(self._stream.duration * self._stream.time_base)
        elif container.duration:
            self.duration_s = container.duration / 1e6

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self._stack.close()

    def chunks(self) -> Iterator[Samples]:
        """Mono 16 kHz pieces of any length. Raises InputFileError when nothing at all can be decoded."""
        resampler: Resampler | None = None
        n_out = 0
        for rate_hz, frames in self._frames():
            if resampler is None or (resampler.rate_hz, resampler.n_channels) != (rate_hz, frames.shape[1]):
                if resampler is not None:
                    rest = resampler.finish()
                    n_out += len(rest)
                    yield rest
                try:
                    resampler = Resampler(rate_hz, frames.shape[1])
                except ValueError as error:
                    raise InputFileError(f"{self._path}: {error}.", FORMATS_ADVICE) from error
            piece = resampler.push(frames)
            n_out += len(piece)
            if len(piece):
                yield piece
        if resampler is None:
            raise InputFileError(f"{self._path} holds no sound that can be decoded.", FORMATS_ADVICE)
        rest = resampler.finish()
        n_out += len(rest)
        if len(rest):
            yield rest
        heard_s = n_out / SAMPLE_RATE_HZ
        if self._is_damaged or self._is_short(heard_s):
            self._note(
                "file-truncated",
                f"{self._path.name} is cut off or damaged: {heard_s:.1f} s could be read.",
                "Captions cover what could be read. Copy or record the file again for the rest.",
            )

    def _is_short(self, heard_s: float) -> bool:
        is_exact = any(name in self._container.format.name for name in EXACT_DURATION_FORMATS)
        return is_exact and self.duration_s is not None and heard_s < self.duration_s - SHORT_BY_S

    def _frames(self) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """(rate, float32 (n_frames, n_channels)) of each decoded frame; passes over what is damaged."""
        import av

        packer: Any = None
        packets = self._container.demux(self._stream)
        while True:
            try:
                packet = next(packets, None)
            except (av.FFmpegError, OSError, ValueError):
                self._is_damaged = True
                return
            if packet is None:
                return
            if packet.is_corrupt:
                self._is_damaged = True
            try:
                frames = packet.decode()
            except av.EOFError:
                return
            except (av.FFmpegError, ValueError):
                self._is_damaged = True
                continue
            for frame in frames:
                if not frame.samples:
                    continue
                rate_hz = int(frame.sample_rate)
                if frame.format.is_planar and frame.layout.nb_channels >= N_SAFE_PLANES:
                    # PyAV 14-18 looks for the end of a frame's planes past FFmpeg's array of 8 pointers and
                    # crashes; a packed frame has one plane. None: same layout and rate.
                    if packer is None:
                        packer = av.AudioResampler(format="flt")
                    for packed in packer.resample(frame):
                        yield rate_hz, _as_float(packed)
                else:
                    yield rate_hz, _as_float(frame)


def _as_float(frame: Any) -> NDArray[np.float32]:
    """A PyAV frame's samples, float32 (n_frames, n_channels)."""
    values: NDArray[Any] = frame.to_ndarray()
    n_channels = frame.layout.nb_channels
    values = values.T if frame.format.is_planar else values.reshape(-1, n_channels)
    if values.dtype == np.uint8:
        return (values.astype(np.float32) - 128.0) / np.float32(128.0)
    if values.dtype.kind == "i":
        return values.astype(np.float32) / np.float32(2.0 ** (8 * values.dtype.itemsize - 1))
    with np.errstate(over="ignore"):  # a double too large becomes inf, which is dealt with as any inf is
        return np.asarray(values, dtype=np.float32)


def _in_blocks(chunks: Iterator[Samples], n_block: int, skip: int = 0) -> Iterator[Samples]:
    """Re-cut pieces into blocks of n_block samples (the last may be shorter), after `skip` samples."""
    held: list[Samples] = []
    n_held = 0
    for chunk in chunks:
        if skip:
            n_skipped = min(skip, len(chunk))
            chunk = chunk[n_skipped:]
            skip -= n_skipped
        held.append(chunk)
        n_held += len(chunk)
        if n_held < n_block:
            continue
        whole = np.concatenate(held)
        n_full = len(whole) // n_block * n_block
        for start in range(0, n_full, n_block):
            yield whole[start : start + n_block].copy()
        held = [whole[n_full:]]
        n_held = len(whole) - n_full
    if n_held:
        yield np.concatenate(held)


def _first_line(error: BaseException) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
