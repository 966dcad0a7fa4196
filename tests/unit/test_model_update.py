"""A model replaced while captions run: tried first, taken between utterances, refused with a notice."""

from __future__ import annotations

import queue
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from test_load import Clock, Outcome, Slow, Talk

from app.captions.session import CaptionSession, SessionSettings
from app.captions.types import UserNotice
from app.model_update import ModelWatch, fingerprint, try_out
from app.pipeline import CaptionPipeline, SourceLine
from engines.errors import EngineError, ModelDamagedError
from engines.recogniser import Recogniser
from engines.speech.detector import Detector
from engines.types import Hypothesis, RecognitionRequest, Samples, Word

SAID = "Good morning and welcome. These words appear."
PATIENCE_S = 20.0


class Hears:
    """Hears what it is told to."""

    model, engine = "mine", "cpu"

    def __init__(self, text: str, languages: tuple[str, ...] = ("en",)) -> None:
        self.text, self.languages = text, languages
        self.is_closed = False

    def recognise(self, request: RecognitionRequest) -> Hypothesis:
        words = tuple(Word(f" {word}", i, i + 1.0, 0.9) for i, word in enumerate(self.text.split()))
        return Hypothesis(request.utterance_id, request.revision, words, request.is_final, "en", 0, 1.0)

    def close(self) -> None:
        self.is_closed = True


class Watched:
    """A model's folder, what `load` gives next, and what comes of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "mine"
        self.folder.mkdir()
        (self.folder / "model.bin").write_bytes(b"old")
        self.next: Recogniser | Exception = EngineError("nothing was asked for")
        self.came: queue.Queue[Recogniser | UserNotice] = queue.Queue()
        self.watch = ModelWatch(
            self.folder,
            self._load,
            lambda: (np.zeros(16, np.float32), SAID),
            offer=self.came.put,
            on_notice=self.came.put,
            look_every_s=0.02,
        )

    def _load(self) -> Recogniser:
        if isinstance(self.next, Exception):
            raise self.next
        return self.next


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(tmp_path)


def test_a_good_model_is_offered(watched: Watched) -> None:
    watched.next = good = Hears("good morning and welcome these words appear")
    (watched.folder / "model.bin").write_bytes(b"newer")
    assert watched.came.get(timeout=PATIENCE_S) is good
    assert not good.is_closed
    watched.watch.close()


@pytest.mark.parametrize("text", ["", "thank you for watching"])
def test_one_that_does_not_hear_the_clip_is_refused_and_closed(watched: Watched, text: str) -> None:
    watched.next = deaf = Hears(text)
    (watched.folder / "model.bin").write_bytes(b"newer")
    notice = watched.came.get(timeout=PATIENCE_S)
    assert isinstance(notice, UserNotice)
    assert notice.code == "model-update-refused"
    assert "test clip" in notice.title
    assert deaf.is_closed
    watched.watch.close()


def test_a_broken_one_is_refused_once_and_the_next_one_is_tried(watched: Watched) -> None:
    watched.next = ModelDamagedError("The weights are cut short.", "Copy them again.")
    (watched.folder / "model.bin").write_bytes(b"broken")
    refused = watched.came.get(timeout=PATIENCE_S)
    assert isinstance(refused, UserNotice)
    assert "The weights are cut short." in refused.title
    watched.next = good = Hears(SAID)
    (watched.folder / "model.bin").write_bytes(b"good again")
    assert watched.came.get(timeout=PATIENCE_S) is good
    assert watched.came.empty()
    watched.watch.close()


def test_a_bug_in_loading_ends_nothing(watched: Watched) -> None:
    watched.next = ZeroDivisionError()
    (watched.folder / "model.bin").write_bytes(b"odd")
    while watched.watch._known != fingerprint(watched.folder):
        pass
    watched.next = good = Hears(SAID)
    (watched.folder / "model.bin").write_bytes(b"good again")
    assert watched.came.get(timeout=PATIENCE_S) is good
    watched.watch.close()


def test_a_model_of_another_language_need_only_get_through() -> None:
    try_out(Hears("guten Morgen", languages=("de",)), np.zeros(16, np.float32), SAID)


def test_a_folder_that_is_not_there_has_no_fingerprint(tmp_path: Path) -> None:
    assert fingerprint(tmp_path / "none") == ()
    (tmp_path / "a.bin").write_bytes(b"x")
    assert fingerprint(tmp_path) == fingerprint(tmp_path)
    assert fingerprint(tmp_path / "a.bin") != ()


def _captions(clock: Clock, main: Slow, at_s: Callable[[CaptionPipeline, float], None]) -> Outcome:
    def probability(frame: Samples) -> float:
        return float(frame.max() > 0.1)

    line = SourceLine(
        Talk(clock, 40.0, 5.0, 1.0),
        Detector(probability),
        CaptionSession("file", SessionSettings(language="en", can_tell_language=False)),
    )
    outcome = Outcome([], [], [], None)  # type: ignore[arg-type]
    outcome.pipeline = CaptionPipeline(
        [line],
        main,
        on_update=lambda update, wall_s: outcome.updates.append((wall_s, update)),
        on_notice=lambda notice, wall_s: outcome.notices.append((wall_s, notice)),
        on_status=lambda status: at_s(outcome.pipeline, clock.s),
        clock_ns=clock,
    )
    outcome.pipeline.run()
    return outcome


def test_the_new_model_is_taken_between_utterances_and_the_old_one_closed() -> None:
    clock = Clock()
    closed: list[str] = []

    class Model(Slow):
        def close(self) -> None:
            closed.append(self.model)

    old = Model(clock, lambda at_s: 1.0, "old", 0.02, 0.002)
    new = Model(clock, lambda at_s: 1.0, "new", 0.02, 0.002)
    offered_at: list[float] = []

    def offer(pipeline: CaptionPipeline, now_s: float) -> None:
        if now_s > 14 and not offered_at:
            offered_at.append(now_s)
            pipeline.offer(new)

    outcome = _captions(clock, old, offer)
    assert [notice.code for _, notice in outcome.notices] == ["model-updated"]
    (taken_at, _) = outcome.notices[0]
    assert taken_at > offered_at[0]
    assert max(old.at_s) < min(new.at_s)
    # Each utterance is 5 s, and 1 s is quiet: the change was in the quiet.
    assert min(new.at_s) % 6.0 < 1.5
    assert len({update.caption_id for _, update in outcome.updates if update.is_final}) >= 6
    assert "old" in closed


def test_what_is_offered_too_late_is_closed() -> None:
    clock = Clock()
    late = Hears(SAID)
    outcome = _captions(clock, Slow(clock, lambda at_s: 1.0), lambda pipeline, now_s: None)
    outcome.pipeline.offer(late)
    outcome.pipeline._relief.close()
    assert late.is_closed
