"""Which engine is chosen on computers made up here, and that none is used before it has proved itself."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engines import choice, trust
from engines.cards import Card
from engines.choice import Option, Place
from engines.errors import EngineDistrustedError, EngineError, EngineLostError
from engines.fallback import FallbackRecogniser, News
from engines.recogniser import Recogniser
from engines.runtime import onnx, tensorrt_build
from engines.runtime.engine_cache import EngineKey, EngineSet, StoredFile
from engines.runtime.engine_cache import Verdict as EngineState
from engines.types import RecognitionRequest
from engines.whisper import card_engines
from tests.unit.engines.fake_engine import CLIP, TEXT, Fake

RTX = Card("NVIDIA GeForce RTX 4070", "580.65", 8.9, "GPU-1")


class Hosted(Fake):
    """A fake in the place of an engine's process."""

    def __init__(self, text: tuple[str, ...] = TEXT) -> None:
        super().__init__(text)
        self.closed = False

    def alive(self) -> bool:
        return True

    def cause(self) -> str:
        return "it ended"

    def kill(self) -> None:
        self.closed = True

    def close(self) -> None:
        self.closed = True


class Computer:
    """A computer with a card whose CUDA engine is `hosted`; counts what is started."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.place = Place("tiny.en", folder / "models", folder / "cache")
        self.providers: tuple[str, ...] = ("CUDAExecutionProvider", "CPUExecutionProvider")
        self.cards: list[Card] | None = [RTX]
        self.hosted = Hosted()
        self.fails: EngineError | None = None
        self.n_started = 0
        monkeypatch.setattr(onnx, "available_providers", lambda: self.providers)
        monkeypatch.setattr(choice, "find_cards", lambda: self.cards)
        monkeypatch.setattr(choice, "load_recogniser", lambda *_, **__: Fake())
        monkeypatch.setattr(choice, "start_host", self.start)

    def start(self, *_: object) -> Hosted:
        self.n_started += 1
        if self.fails is not None:
            raise self.fails
        return self.hosted

    def start_trusted(self) -> Recogniser:
        return choice.start_trusted(self.place, "cuda", lambda: CLIP, None, threading.Event())

    def load(self, engine: str) -> Recogniser:
        return choice.load_engine(
            "tiny.en",
            engine=engine,
            models_dir=self.place.models_dir,
            cache_dir=self.place.cache_dir,
            clip=lambda: CLIP,
        )

    @property
    def cuda(self) -> Option:
        return next(option for option in choice.survey(self.place) if option.engine == "cuda")


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Computer:
    return Computer(monkeypatch, tmp_path)


def test_without_a_card_captions_run_on_the_processor(computer: Computer) -> None:
    computer.cards = None
    assert choice.best(choice.survey(computer.place)) == Option("cpu", proved=True)
    assert "driver" in computer.cuda.why_not
    computer.providers = ("CPUExecutionProvider",)
    assert "no CUDA provider" in computer.cuda.why_not
    recogniser = computer.load("auto")
    assert not isinstance(recogniser, FallbackRecogniser)
    assert computer.n_started == 0


def test_an_engine_asked_for_that_cannot_be_here_is_an_error(computer: Computer) -> None:
    computer.cards = []
    with pytest.raises(EngineError, match="finds no card"):
        computer.load("cuda")


def test_a_new_engine_is_examined_once(computer: Computer) -> None:
    assert computer.cuda == Option("cuda")
    assert computer.start_trusted() is computer.hosted
    n_passes = len(computer.hosted.lengths_s)
    assert n_passes > 3
    assert computer.cuda == Option("cuda", proved=True)
    assert choice.best(choice.survey(computer.place)).engine == "cuda"
    computer.start_trusted()
    assert len(computer.hosted.lengths_s) == n_passes


@pytest.mark.parametrize(
    "changed", [replace(RTX, driver="590.1"), replace(RTX, uuid="GPU-2"), replace(RTX, name="RTX 5090")]
)
def test_another_card_or_driver_has_it_examined_again(computer: Computer, changed: Card) -> None:
    computer.start_trusted()
    n_passes = len(computer.hosted.lengths_s)
    computer.cards = [changed]
    assert computer.cuda == Option("cuda")
    computer.start_trusted()
    assert len(computer.hosted.lengths_s) == 2 * n_passes


def test_another_library_too(computer: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
    computer.start_trusted()
    monkeypatch.setattr(onnx, "runtime_version", lambda: "1.99")
    assert computer.cuda == Option("cuda")


def test_an_engine_that_hears_wrong_is_closed_and_not_started_again(computer: Computer) -> None:
    computer.hosted = Hosted((" Good", " evening.", *TEXT[2:]))
    with pytest.raises(EngineDistrustedError, match="words"):
        computer.start_trusted()
    assert computer.hosted.closed
    with pytest.raises(EngineDistrustedError, match="words"):
        computer.start_trusted()
    assert computer.n_started == 1
    assert "words" in computer.cuda.why_not
    assert "engine verify" in computer.cuda.advice
    assert choice.best(choice.survey(computer.place)).engine == "cpu"


def test_a_slow_one_is_examined_again_next_time(computer: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as busy:
        busy.setattr(trust, "BUDGET_MS", 0.0)
        with pytest.raises(EngineDistrustedError, match="a pass takes"):
            computer.start_trusted()
        assert computer.cuda == Option("cuda")
    computer.start_trusted()
    assert computer.cuda == Option("cuda", proved=True)


def test_a_crash_in_the_examination_is_no_verdict(
    computer: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crashes(request: object) -> None:
        raise EngineLostError("it was ended by SIGSEGV")

    monkeypatch.setattr(computer.hosted, "recognise", crashes)
    with pytest.raises(EngineLostError):
        computer.start_trusted()
    assert computer.hosted.closed
    assert not choice.find_candidate(computer.place, "cuda").verdict_path.exists()


def test_the_best_engine_runs_with_the_processor_beside_it(computer: Computer) -> None:
    recogniser = computer.load("auto")
    try:
        assert isinstance(recogniser, FallbackRecogniser)
        assert recogniser.engine == "cuda"
        recogniser.recognise(RecognitionRequest(np.zeros(16, np.float32), 0))
        assert recogniser.engine == "cuda"
    finally:
        recogniser.close()
    assert computer.hosted.closed


def test_an_engine_that_does_not_start_leaves_the_processor(computer: Computer) -> None:
    computer.fails = EngineLostError("no memory is free on the card")
    recogniser = computer.load("cuda")
    assert recogniser.engine == "fake (cannot start: no memory is free on the card)"
    recogniser.close()


def test_models_have_verdicts_of_their_own(computer: Computer, tmp_path: Path) -> None:
    path = choice.find_candidate(computer.place, "cuda").verdict_path
    assert path == tmp_path / "cache" / "tiny.en.cuda.verdict.json"


class Built(Computer):
    """A computer with TensorRT, and what it built for the card."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        super().__init__(monkeypatch, folder)
        key = EngineKey("tiny.en", "sha", "graphs", "tensorrt_rtx", "1.7.1", "fp16", "profiles", ("8.9",))
        files = {"step.engine": StoredFile(10, "abc")}
        (folder / "built").mkdir()
        self.set: EngineSet | None = EngineSet(folder / "built", key, files, 1.0)
        self.state = EngineState("ready")
        self.asked_for: list[str] = []
        monkeypatch.setattr(tensorrt_build, "load_library", self.library)
        monkeypatch.setattr(card_engines, "find_engines", self.find)

    def library(self, choice_of: str) -> object:
        return SimpleNamespace(__name__="tensorrt_rtx")

    def find(self, model: str, *, capability: str, **_: object) -> tuple[EngineSet | None, EngineState]:
        self.asked_for.append(capability)
        return (self.set if self.state.ready else None), self.state


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Built:
    return Built(monkeypatch, tmp_path)


def test_a_built_engine_is_the_best(built: Built, tmp_path: Path) -> None:
    options = choice.survey(built.place)
    assert choice.best(options) == Option("tensorrt")
    assert built.asked_for == ["8.9"]
    choice.start_trusted(built.place, "tensorrt", lambda: CLIP, None, threading.Event())
    assert (tmp_path / "built" / "verdict.json").exists()
    assert choice.best(choice.survey(built.place)) == Option("tensorrt", proved=True)


def test_another_engine_file_is_examined_again(built: Built) -> None:
    choice.start_trusted(built.place, "tensorrt", lambda: CLIP, None, threading.Event())
    assert built.set is not None
    built.set = replace(built.set, files={"step.engine": StoredFile(10, "def")})
    assert choice.best(choice.survey(built.place)) == Option("tensorrt")


def test_a_stale_engine_says_why_and_what_to_do(built: Built) -> None:
    built.state = EngineState("stale", "It was built by another version of Sightline.")
    tensorrt, cuda, _ = choice.survey(built.place)
    assert tensorrt.why_not == "It was built by another version of Sightline"
    assert tensorrt.advice == "Run `sightline engine build --model tiny.en`."
    assert choice.best((tensorrt, cuda)).engine == "cuda"


class Builder:
    """Builds in the place of TensorRT: nothing, or an error; a report on the way."""

    def __init__(self, built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
        self._built = built
        self.fails: Exception | None = None
        self.said: list[str] = []
        self.n_built = 0
        monkeypatch.setattr(card_engines, "prepare_engines", self.prepare)

    def prepare(
        self,
        model: str,
        *,
        capability: str,
        progress: Callable[[str, float], None],
        cancelled: Callable[[], bool],
        **_: object,
    ) -> None:
        assert (model, capability) == ("tiny.en", "8.9")
        progress("Building the encoder", 0.25)
        self.said.append(self.news.doing)
        if cancelled():
            raise tensorrt_build.BuildCancelled
        if self.fails is not None:
            raise self.fails
        self.n_built += 1
        self._built.state = EngineState("ready")

    def start(self, closing: threading.Event | None = None) -> Recogniser:
        self.news = News()
        return choice.start_trusted(
            self._built.place, "tensorrt", lambda: CLIP, None, closing or threading.Event(), self.news
        )


@pytest.mark.parametrize("state", ["stale", "foreign", "damaged", "truncated", "missing"])
def test_an_engine_that_cannot_be_used_is_built_anew_and_says_why(
    built: Built, monkeypatch: pytest.MonkeyPatch, state: Any
) -> None:
    built.state = EngineState(state, "It is of no use.")
    builder = Builder(built, monkeypatch)
    assert builder.start() is built.hosted
    assert builder.n_built == 1
    assert builder.said == ["tensorrt: building the encoder, 25%"]
    assert (builder.news.doing, builder.news.built) == ("", True)
    notice = builder.news.notices.get_nowait()
    assert (notice.code, notice.severity) == ("engine-building", "info")
    assert "It is of no use." in notice.title
    assert builder.start() is built.hosted
    assert builder.n_built == 1


def test_auto_builds_anew_what_was_built_once_but_nothing_new(
    built: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder = Builder(built, monkeypatch)
    builder.news = News()
    built.state = EngineState("missing", "There is none.")
    with contextlib.closing(built.load("auto")) as recogniser:
        assert recogniser.engine == "cuda"
    assert builder.n_built == 0
    built.state = EngineState("stale", "It is old.")
    with contextlib.closing(built.load("auto")) as recogniser:
        assert recogniser.engine == "tensorrt"
        assert isinstance(recogniser, FallbackRecogniser)
        assert [each.code for each in recogniser.take_notices()] == ["engine-building", "engine-back"]
    assert builder.n_built == 1


def test_a_build_that_fails_is_not_tried_again_and_again(
    built: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    built.state = EngineState("stale", "It is old.")
    builder = Builder(built, monkeypatch)
    builder.fails = EngineError("The disk is full.", "Make room.")
    with pytest.raises(EngineDistrustedError, match=r"could not be built: The disk is full") as failed:
        builder.start()
    assert failed.value.advice == "Make room."
    assert (builder.news.doing, builder.news.built) == ("", False)


def test_a_build_ends_when_the_program_does(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    built.state = EngineState("stale", "It is old.")
    builder = Builder(built, monkeypatch)
    closing = threading.Event()
    closing.set()
    with pytest.raises(EngineLostError):
        builder.start(closing)
    assert builder.n_built == 0


def test_without_a_card_nothing_is_built(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    built.state = EngineState("stale", "It is old.")
    built.cards = []
    assert choice.why_rebuild(built.place) == ""
    with pytest.raises(EngineError, match="finds no card"):
        built.load("tensorrt")
