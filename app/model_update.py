"""A model that is replaced on the disk while captions run: loaded beside the old one, tried, then offered.

A thread of its own looks at the model's files now and then. What it offers is taken into use by the pipeline
between utterances; what cannot be loaded, or does not hear the bundled clip, is refused with a notice, and
the model that is in memory goes on.
"""

from __future__ import annotations

import difflib
import logging
import re
import threading
from collections.abc import Callable
from pathlib import Path

from app.captions.types import UserNotice
from engines.errors import EngineError, SightlineError
from engines.recogniser import Recogniser
from engines.types import RecognitionRequest, Samples

log = logging.getLogger(__name__)

LOOK_EVERY_S = 2.0
LEAST_ALIKE = 0.6
"""Part of the clip's words that an English model must hear; tiny.en hears all of them."""

Fingerprint = tuple[tuple[str, int, int], ...]


def fingerprint(folder: Path) -> Fingerprint:
    """Name, size in bytes and time of change in ns of each file below a folder, or of one; () for none."""
    try:
        files = [folder] if folder.is_file() else sorted(path for path in folder.rglob("*") if path.is_file())
        return tuple((path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in files)
    except OSError:
        return ()


def try_out(recogniser: Recogniser, clip: Samples, said: str) -> None:
    """Raises EngineError where a recogniser that knows English does not hear what is said in the clip.

    One of another language need only get through it.
    """
    heard = recogniser.recognise(
        RecognitionRequest(clip, 0, 1, is_final=True, language="en" if "en" in recogniser.languages else None)
    )
    if "en" not in recogniser.languages:
        return
    words = _letters("".join(word.text for word in heard.words))
    if difflib.SequenceMatcher(None, words, _letters(said)).ratio() < LEAST_ALIKE:
        raise EngineError("It does not hear what is said in the test clip.")


def _letters(text: str) -> list[str]:
    return re.findall(r"[a-z]+", text.lower())


class ModelWatch:
    """From the constructor to `close`. folder: the model's, which need not exist. load: the same model anew.

    offer: told the new recogniser, which is then its. Both callbacks come on the watch's thread.
    """

    def __init__(
        self,
        folder: Path,
        load: Callable[[], Recogniser],
        clip: Callable[[], tuple[Samples, str]],
        *,
        offer: Callable[[Recogniser], None],
        on_notice: Callable[[UserNotice], None],
        look_every_s: float = LOOK_EVERY_S,
    ) -> None:
        self._folder = folder
        self._load = load
        self._clip = clip
        self._offer = offer
        self._on_notice = on_notice
        self._look_every_s = look_every_s
        self._closing = threading.Event()
        self._known = fingerprint(folder)
        self._thread = threading.Thread(target=self._watch, name="model-watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Look no more; a model that is being loaded is let go of when it is there."""
        self._closing.set()

    def _watch(self) -> None:
        before = self._known
        while not self._closing.wait(self._look_every_s):
            now = fingerprint(self._folder)
            # Not while it is still being written; a model that was only removed stays in memory.
            if now == before and now != self._known and now:
                self._known = now
                self._take()
            before = now

    def _take(self) -> None:
        log.info("the model's files have changed")
        try:
            recogniser = self._load()
            try:
                try_out(recogniser, *self._clip())
            except BaseException:
                recogniser.close()
                raise
        except SightlineError as error:
            log.warning("the changed model is refused: %s", type(error).__name__)
            self._on_notice(
                UserNotice(
                    "model-update-refused",
                    "warning",
                    f"The changed model {self._folder.name} is not used: {str(error).rstrip('.')}.",
                    "Captions go on with the model as it was. Put the files there anew.",
                )
            )
            return
        except Exception:
            # A bug of ours must not end captions that run.
            log.exception("the changed model")
            return
        if self._closing.is_set():
            recogniser.close()
            return
        self._offer(recogniser)
