"""Which engine is chosen on computers made up here, and that none is used before it has proved itself."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines import choice, trust
from engines.cards import Card
from engines.choice import Option, Place
from engines.errors import EngineDistrustedError, EngineError, EngineLostError
from engines.fallback import FallbackRecogniser
from engines.recogniser import Recogniser
from engines.runtime import onnx
from engines.types import RecognitionRequest
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
    assert not computer.place.verdict_path("cuda").exists()


def test_the_best_engine_runs_with_the_processor_beside_it(computer: Computer) -> None:
    recogniser = computer.load("auto")
    try:
        assert isinstance(recogniser, FallbackRecogniser)
        assert recogniser.engine == "fake (cuda is starting)"
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


def test_models_by_path_have_a_verdict_of_their_own() -> None:
    place = Place("/home/me/my models/small", Path("m"), Path("c"))
    assert place.verdict_path("cuda") == Path("c/_home_me_my_models_small.cuda.verdict.json")
