"""The engine's process: loads one recogniser, answers its parent's passes, and ends when the parent does.

The engine lives on the main thread, which alone touches it (a CUDA context belongs to its thread). A second
thread reads the pipe, so that the parent's end is noticed in the middle of a pass; a third sends the beats.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from engines import card_libraries
from engines.errors import SightlineBug, SightlineError
from engines.recogniser import Progress as Report
from engines.recogniser import Recogniser, load_recogniser
from engines.runtime.host_protocol import (
    BEAT_PERIOD_S,
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

STUCK_S = 60.0
"""A pass that long ends the process, from a thread without the interpreter lock: the parent may be gone."""

Loader = Callable[[Load, Report], Recogniser]


def main(arguments: list[str] | None = None, load: Loader | None = None) -> int:
    """Serve the parent behind standard input and output. `arguments`: the name of the shared memory."""
    card_libraries.use_inherited()
    given = sys.argv[1:] if arguments is None else arguments
    try:
        (name,) = given
        samples = SharedSamples.open(name)
    except (OSError, ValueError):
        print("sightline: engine-host is a command of Sightline's own. Run `sightline`.", file=sys.stderr)
        return 2
    # Ctrl+C is for the parent, which then closes this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, answers = _take_streams()
    with contextlib.suppress(OSError, ValueError):
        faulthandler.enable(2)
    with contextlib.suppress(OSError):
        # Where memory runs out, Linux shall end this process, which can be spared, and not the captions.
        Path("/proc/self/oom_score_adj").write_text("500")
    child = _Child(requests, answers, samples)
    threading.Thread(target=child.read, name="requests", daemon=True).start()
    threading.Thread(target=child.beat, name="beats", daemon=True).start()
    child.serve(load or _load)
    return 0


def _load(what: Load, report: Report) -> Recogniser:
    return load_recogniser(
        what.model,
        engine=what.engine,
        models_dir=Path(what.models_dir),
        cache_dir=Path(what.cache_dir),
        n_threads=what.n_threads,
        progress=report,
    )


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Pipes of our own for the messages; whatever a library then prints goes to standard error."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, answers


class _Child:
    def __init__(self, requests: BinaryIO, answers: BinaryIO, samples: SharedSamples) -> None:
        self._requests = requests
        self._answers = answers
        self._samples = samples
        self._asked: queue.SimpleQueue[Load | Recognise] = queue.SimpleQueue()
        self._writing = threading.Lock()

    def read(self) -> None:
        """Hand on what the parent asks; end the process at once when it is gone or talks nonsense."""
        with contextlib.suppress(OSError, SightlineBug):
            while (message := read_message(self._requests)) is not None:
                if isinstance(message, Load | Recognise):
                    self._asked.put(message)
        # Not sys.exit: the main thread may be deep in a library.
        os._exit(0)

    def beat(self) -> None:
        while True:
            self._send(Beat(time.monotonic_ns()))
            time.sleep(BEAT_PERIOD_S)

    def _send(self, message: Message) -> None:
        data = memoryview(encode(message))
        try:
            with self._writing:
                while data:
                    data = data[os.write(self._answers.fileno(), data) :]
        except OSError:
            os._exit(0)

    def serve(self, load: Loader) -> None:
        """Load what the first message names, then answer passes for ever; `read` ends the process."""
        first = self._asked.get()
        if not isinstance(first, Load):
            raise SightlineBug("a pass before anything is loaded")
        try:
            recogniser = load(first, lambda what, fraction: self._send(Progress(what, fraction)))
        except Exception as error:
            self._send(_failure(0, error))
            return
        self._send(Ready(recogniser.model, recogniser.engine, recogniser.languages))
        while True:
            asked = self._asked.get()
            if isinstance(asked, Recognise):
                self._send(self._answer(recogniser, asked))

    def _answer(self, recogniser: Recogniser, asked: Recognise) -> Answer | Failed:
        request = replace(asked.request, samples=self._samples.read(asked.n_samples))
        faulthandler.dump_traceback_later(STUCK_S, exit=True, file=2)
        try:
            return Answer(asked.number, recogniser.recognise(request))
        except Exception as error:
            return _failure(asked.number, error)
        finally:
            faulthandler.cancel_dump_traceback_later()


def _failure(number: int, error: Exception) -> Failed:
    if isinstance(error, SightlineError):
        return Failed(number, str(error), error.advice)
    # A foreign error's text may hold anything; its class is enough for the log.
    return Failed(number, f"Its engine failed ({type(error).__name__}).")


if __name__ == "__main__":
    sys.exit(main())
