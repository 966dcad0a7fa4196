"""An engine's process for tests: a request's context says what befalls it ("crash", "hang", "memory", ..)."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from engines.errors import EngineError
from engines.recogniser import Progress
from engines.runtime.host_child import main
from engines.runtime.host_protocol import Load
from engines.types import Hypothesis, RecognitionRequest, Word

COMMAND = [sys.executable, __file__]


def befall(what: str) -> None:
    """What the first word of a context asks for; anything else is only context."""
    if what == "crash":
        ctypes.string_at(0)
    elif what == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif what == "exit":
        os._exit(3)
    elif what == "stop":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif what == "hang":
        time.sleep(600)
    elif what == "hold":
        # The C function keeps the interpreter's lock, as a library may.
        ctypes.PyDLL(None).sleep(600)
    elif what == "memory":
        raise EngineError("CUDA ran out of memory.", "Close other programs that use the card.")
    elif what == "bug":
        raise ZeroDivisionError("what was said")
    elif what == "print":
        print("from python")
        os.write(1, b"from a library\n")
        os.write(2, b"from a library's errors\n")


class Scripted:
    """Hears how many samples there are and what they add up to."""

    model, engine, languages = "tiny.en", "scripted", ("en", "de")

    def recognise(self, request: RecognitionRequest) -> Hypothesis:
        befall(request.context)
        text = f" {len(request.samples)} {float(request.samples.sum()):.1f}"
        end = request.start_sample + len(request.samples)
        return Hypothesis(
            request.utterance_id,
            request.revision,
            (*request.prefix, Word(text, 0.0, 1.0, 0.5)),
            request.is_final,
            "en",
            end,
            1.0,
        )

    def close(self) -> None:
        """Nothing to give back."""


def load(what: Load, report: Progress) -> Scripted:
    report("Loading", 0.5)
    befall(what.engine)
    return Scripted()


if __name__ == "__main__":
    sys.exit(main(load=load))
