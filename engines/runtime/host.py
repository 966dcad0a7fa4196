"""A recogniser in a process of its own, so that a crash or hang of its engine cannot take captions along.

The parent's side: starts the child, hands it sound through shared memory, and gives up on it when it dies,
stops beating or takes too long. `recognise` is called by one thread at a time; `close` and `alive` by any.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engines.errors import EngineLostError, SightlineBug
from engines.recogniser import Progress as Report
from engines.runtime.host_protocol import (
    MOST_SAMPLES,
    Answer,
    Beat,
    Failed,
    Load,
    Message,
    Progress,
    Ready,
    Recognise,
    SharedSamples,
    encode,
    read_message,
)
from engines.types import Hypothesis, RecognitionRequest

log = logging.getLogger(__name__)

CHECK_S = 0.2
ENDING_S = 1.0
"""How long a process may take to end by itself before it is killed."""


@dataclass(frozen=True, slots=True)
class HostLimits:
    """pass_s: a pass that takes longer is a hang; long_pass_s: one over a whole window of a file, for which
    nobody waits (request.with_times). beat_s: so long a silence of the process is a hang too. load_s: for
    loading."""

    pass_s: float = 2.0
    long_pass_s: float = 10.0
    beat_s: float = 3.0
    load_s: float = 180.0


def host_command() -> list[str]:
    """How this program starts an engine's process: itself where it is frozen, else this Python.

    The child takes its code from where this code lies, not from the folder it is started in.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, "engine-host"]
    root = str(Path(__file__).parents[2])
    own_code = f"import sys; sys.path.insert(0, {root!r}); "
    code = own_code + "from engines.runtime.host_child import main; sys.exit(main())"
    return [sys.executable, "-P", "-c", code]


class HostedRecogniser:
    """The recogniser that `load` names, in a process that `command` starts. Serves the Recogniser protocol.

    The constructor returns when the engine is ready, and raises EngineLostError when it does not become so
    within limits.load_s or `cancelled` is set first.
    """

    def __init__(
        self,
        load: Load,
        *,
        command: Sequence[str] | None = None,
        limits: HostLimits | None = None,
        progress: Report | None = None,
        cancelled: threading.Event | None = None,
    ) -> None:
        self._limits = limits or HostLimits()
        self._inbox: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._beat_at = time.monotonic()
        self._number = 0
        self._closing = threading.Lock()
        self._closed = False
        try:
            self._samples = SharedSamples.make()
        except OSError as error:
            raise EngineLostError(f"no memory could be shared with it: {error.strerror}") from error
        try:
            self._process = _start([*(command or host_command()), self._samples.name], self._samples)
        except OSError as error:
            self._samples.close()
            raise EngineLostError(f"its process cannot be started: {error.strerror or error}") from error
        self._threads = [
            threading.Thread(target=self._speak, name="engine requests", daemon=True),
            threading.Thread(target=self._listen, name="engine answers", daemon=True),
            threading.Thread(target=self._keep_stderr, name="engine log", daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        try:
            self._ready = self._loaded(load, progress or (lambda what, fraction: None), cancelled)
        except BaseException:
            self.close()
            raise

    @property
    def model(self) -> str:
        return self._ready.model

    @property
    def engine(self) -> str:
        return self._ready.engine

    @property
    def languages(self) -> tuple[str, ...]:
        return self._ready.languages

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._process.pid

    def alive(self) -> bool:
        """False when the child has ended or its heart stopped beating."""
        return self._process.poll() is None and time.monotonic() - self._beat_at < self._limits.beat_s

    def cause(self) -> str:
        """Why it is not alive, as half a sentence."""
        # The pipe may close a moment before the process can be asked how it ended.
        with contextlib.suppress(subprocess.TimeoutExpired):
            return _cause(self._process.wait(ENDING_S))
        return "it stopped answering"

    def recognise(self, request: RecognitionRequest) -> Hypothesis:
        """One pass. Raises EngineLostError (then the process is of no more use); ValueError for over 30 s."""
        if len(request.samples) > MOST_SAMPLES:
            raise ValueError(f"{len(request.samples)} samples are more than an engine hears at once")
        self._number += 1
        with self._closing:
            if self._closed:
                raise EngineLostError("it is closed")
            self._samples.write(request.samples)
        self._send(Recognise(self._number, len(request.samples), request))
        limit_s = self._limits.long_pass_s if request.with_times else self._limits.pass_s
        deadline = time.monotonic() + limit_s
        while True:
            message = self._next(deadline, f"it did not answer within {limit_s:g} s")
            if isinstance(message, Answer) and message.number == self._number:
                return message.hypothesis
            if isinstance(message, Failed):
                raise EngineLostError(message.what, message.advice)

    def close(self) -> None:
        """End the process, wait for it, and give the memory back."""
        self._end(kill=False)

    def kill(self) -> None:
        """The same for a process that is not worth waiting for."""
        self._end(kill=True)

    def _end(self, *, kill: bool) -> None:
        with self._closing:
            if self._closed:
                return
            self._closed = True
            if kill:
                self._process.kill()
            # Its reader sees the end of the pipe, and ends the process.
            self._outbox.put(None)
            try:
                self._process.wait(ENDING_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                # A driver may keep even a killed process; Python reaps it when it has gone.
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(ENDING_S)
            self._samples.close()
        for thread in self._threads:
            thread.join(ENDING_S)

    def _loaded(self, load: Load, report: Report, cancelled: threading.Event | None) -> Ready:
        self._send(load)
        deadline = time.monotonic() + self._limits.load_s
        while True:
            message = self._next(deadline, "it took too long to load", cancelled)
            if isinstance(message, Ready):
                return message
            if isinstance(message, Failed):
                raise EngineLostError(message.what, message.advice)
            if isinstance(message, Progress):
                report(message.what, message.fraction)

    def _next(self, deadline: float, late: str, cancelled: threading.Event | None = None) -> Message:
        """The child's next message. Raises EngineLostError: it ended, or the deadline is over."""
        while True:
            if cancelled is not None and cancelled.is_set():
                raise EngineLostError("it is no longer wanted")
            left_s = deadline - time.monotonic()
            if left_s <= 0:
                raise EngineLostError(late)
            with contextlib.suppress(queue.Empty):
                message = self._inbox.get(timeout=left_s if cancelled is None else min(left_s, CHECK_S))
                if message is None:
                    raise EngineLostError(self.cause())
                return message

    def _send(self, message: Message) -> None:
        self._outbox.put(encode(message))

    def _speak(self) -> None:
        """Thread: what the child is to read. A child that reads no more holds up nobody else."""
        assert self._process.stdin is not None
        with self._process.stdin as stream, contextlib.suppress(OSError):
            while (data := self._outbox.get()) is not None:
                left = memoryview(data)
                while left:
                    left = left[os.write(stream.fileno(), left) :]

    def _listen(self) -> None:
        """Thread: what the child says, until it ends."""
        assert self._process.stdout is not None
        with self._process.stdout as stream, contextlib.suppress(OSError, ValueError, SightlineBug):
            while (message := read_message(stream)) is not None:
                self._beat_at = time.monotonic()
                if not isinstance(message, Beat):
                    self._inbox.put(message)
        self._inbox.put(None)

    def _keep_stderr(self) -> None:
        """Thread: what its libraries print goes to the log, never to the terminal."""
        assert self._process.stderr is not None
        with self._process.stderr as stream, contextlib.suppress(OSError, ValueError):
            for line in stream:
                log.info("engine: %s", line[:300].decode("utf-8", "replace").rstrip())


def _start(command: list[str], samples: SharedSamples) -> subprocess.Popen[bytes]:
    options: dict[str, int | bool | tuple[int, ...]]
    if sys.platform == "win32":
        options = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    else:
        # A session of its own: Ctrl+C in the terminal is for the parent alone.
        options = {"start_new_session": True, "pass_fds": samples.inherited}
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


def _cause(code: int) -> str:
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"it was ended by {signal.Signals(-code).name}"
    # Windows gives a crash's code as an unsigned number: 0xC0000005 is an access violation.
    return f"it ended with code {code:#x}" if code > 255 else f"it ended with code {code}"
