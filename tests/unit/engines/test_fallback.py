"""Captions go on when the card is lost, and go back to it between utterances only."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing

import numpy as np
import pytest

from engines.errors import EngineDistrustedError, EngineError
from engines.fallback import FallbackRecogniser
from engines.types import Hypothesis, RecognitionRequest, Word

PATIENCE_S = 20.0


class Fake:
    """A recogniser that says who it is; `faults` are raised one a pass."""

    model, languages = "tiny.en", ("en",)

    def __init__(self, engine: str) -> None:
        self.engine = engine
        self.faults: list[EngineError] = []
        self.lives = True
        self.ended = ""

    def recognise(self, request: RecognitionRequest) -> Hypothesis:
        if self.faults:
            raise self.faults.pop()
        word = Word(f" {self.engine}", 0.0, 1.0, 1.0)
        return Hypothesis(request.utterance_id, request.revision, (word,), request.is_final, "en", 0, 1.0)

    def alive(self) -> bool:
        return self.lives

    def cause(self) -> str:
        return "it was ended by SIGKILL"

    def kill(self) -> None:
        self.ended = "killed"

    def close(self) -> None:
        self.ended = "closed"


class Card:
    """Starts what the test puts into `next`, once it is there."""

    def __init__(self) -> None:
        self.next: queue.Queue[Fake | Exception] = queue.Queue()
        self.n_starts = 0

    def start(self, cancelled: threading.Event) -> Fake:
        self.n_starts += 1
        while not cancelled.is_set():
            try:
                given = self.next.get(timeout=0.02)
            except queue.Empty:
                continue
            if isinstance(given, Exception):
                raise given
            return given
        raise EngineError("it is no longer wanted")


@pytest.fixture
def card() -> Card:
    return Card()


@pytest.fixture
def spare() -> Fake:
    return Fake("cpu")


@pytest.fixture
def recogniser(card: Card, spare: Fake) -> Iterator[FallbackRecogniser]:
    with closing(FallbackRecogniser(spare, card.start, wanted="cuda", back_off_s=(0.01,))) as made:
        yield made


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.01)


def heard(
    recogniser: FallbackRecogniser,
    utterance: int,
    revision: int = 1,
    *,
    is_final: bool = False,
    source: str = "loopback",
) -> str:
    sound = np.zeros(16, np.float32)
    request = RecognitionRequest(sound, 0, utterance, revision, is_final=is_final, source=source)
    return recogniser.recognise(request).words[0].text.strip()


def arrives(card: Card, recogniser: FallbackRecogniser) -> Fake:
    """A card that is ready, though not yet in use."""
    host = Fake("cuda in its process")
    card.next.put(host)
    wait_until(lambda: recogniser._host is host)
    return host


def codes(recogniser: FallbackRecogniser) -> list[str]:
    return [notice.code for notice in recogniser.take_notices()]


def test_captions_begin_on_the_processor_and_move_between_utterances(
    card: Card, recogniser: FallbackRecogniser
) -> None:
    assert recogniser.engine == "cpu (cuda is starting)"
    assert heard(recogniser, 1) == "cpu"
    arrives(card, recogniser)
    assert recogniser.engine == "cpu (cuda is ready)"
    assert heard(recogniser, 1, 2) == "cpu"
    assert heard(recogniser, 1, 3, is_final=True) == "cpu"
    assert recogniser.engine == "cuda"
    assert heard(recogniser, 2) == "cuda in its process"
    assert recogniser.engine == "cuda"
    assert codes(recogniser) == []


def test_the_other_speaker_keeps_the_processor_until_she_has_finished(
    card: Card, recogniser: FallbackRecogniser
) -> None:
    assert heard(recogniser, 1) == "cpu"
    arrives(card, recogniser)
    assert heard(recogniser, 2) == "cpu"
    assert heard(recogniser, 2, 2, is_final=True) == "cpu"
    assert heard(recogniser, 1, 2, is_final=True) == "cpu"
    assert heard(recogniser, 3) == "cuda in its process"


def test_two_sources_whose_utterances_have_the_same_number_are_two(
    card: Card, recogniser: FallbackRecogniser
) -> None:
    assert heard(recogniser, 1) == "cpu"
    arrives(card, recogniser)
    assert heard(recogniser, 1, source="microphone") == "cpu"
    assert heard(recogniser, 1, 2, is_final=True, source="microphone") == "cpu"
    assert heard(recogniser, 1, 2) == "cpu"
    assert heard(recogniser, 1, 3, is_final=True) == "cpu"
    assert heard(recogniser, 2, source="microphone") == "cuda in its process"


def test_a_pass_that_the_card_loses_is_made_again_at_once(card: Card, recogniser: FallbackRecogniser) -> None:
    host = arrives(card, recogniser)
    host.faults = [EngineError("CUDA ran out of memory.", "Close other programs that use the card.")]
    assert heard(recogniser, 1) == "cpu"
    assert host.ended == "killed"
    assert recogniser.engine == "cpu (card lost: CUDA ran out of memory)"
    (notice,) = recogniser.take_notices()
    assert notice.code == "engine-lost"
    assert "CUDA ran out of memory" in notice.title
    assert notice.advice == "Close other programs that use the card."


def test_a_card_that_comes_back_waits_for_the_end_of_the_utterance(
    card: Card, recogniser: FallbackRecogniser
) -> None:
    arrives(card, recogniser).faults = [EngineError("it was ended by SIGKILL")]
    assert heard(recogniser, 1) == "cpu"
    arrives(card, recogniser)
    assert heard(recogniser, 1, 2) == "cpu"
    assert heard(recogniser, 1, 3, is_final=True) == "cpu"
    assert heard(recogniser, 2) == "cuda in its process"
    assert codes(recogniser) == ["engine-lost", "engine-back"]


def test_death_between_passes_costs_none(card: Card, recogniser: FallbackRecogniser) -> None:
    host = arrives(card, recogniser)
    assert heard(recogniser, 1, is_final=True) == "cuda in its process"
    host.lives = False
    wait_until(lambda: host.ended == "killed")
    assert recogniser.n_losses == 1
    assert recogniser.engine == "cpu (card lost: it was ended by SIGKILL)"
    assert heard(recogniser, 2) == "cpu"


def test_what_cannot_start_is_said_once_and_tried_again(card: Card, recogniser: FallbackRecogniser) -> None:
    for _ in range(3):
        card.next.put(EngineError("no memory is free", "Close a game."))
    recogniser.wait()
    wait_until(lambda: card.n_starts == 4)
    assert codes(recogniser) == ["engine-lost"]
    assert recogniser.engine == "cpu (cannot start: no memory is free)"
    arrives(card, recogniser)
    assert codes(recogniser) == ["engine-back"]


def test_an_engine_that_hears_wrong_is_not_tried_again(card: Card, recogniser: FallbackRecogniser) -> None:
    card.next.put(EngineDistrustedError("other words", "Run `sightline engine verify`."))
    recogniser.wait()
    wait_until(lambda: not recogniser._keeper.is_alive())
    assert recogniser.engine == "cpu (not trusted: other words)"
    assert codes(recogniser) == ["engine-distrusted"]
    assert card.n_starts == 1
    assert heard(recogniser, 1) == "cpu"


def test_a_bug_in_starting_does_not_end_the_tries(card: Card, recogniser: FallbackRecogniser) -> None:
    card.next.put(ZeroDivisionError())
    wait_until(lambda: card.n_starts == 2)
    assert recogniser.engine == "cpu (cannot start: ZeroDivisionError)"


def test_waits_grow_until_the_card_has_settled(spare: Fake, card: Card) -> None:
    for _ in range(3):
        card.next.put(EngineError("no"))
    with closing(FallbackRecogniser(spare, card.start, wanted="cuda", back_off_s=(0.01, 600.0))) as made:
        wait_until(lambda: card.n_starts == 2)
        wait_until(lambda: card.next.qsize() == 1)
        time.sleep(0.1)
        assert card.n_starts == 2
        assert made.engine.startswith("cpu")


def test_a_fault_of_the_processor_is_the_callers(
    card: Card, spare: Fake, recogniser: FallbackRecogniser
) -> None:
    arrives(card, recogniser).faults = [EngineError("lost")]
    spare.faults = [EngineError("the processor too")]
    with pytest.raises(EngineError, match="the processor too"):
        heard(recogniser, 1)


def test_close_ends_whatever_there_is(card: Card, spare: Fake) -> None:
    recogniser = FallbackRecogniser(spare, card.start, wanted="cuda")
    host = arrives(card, recogniser)
    recogniser.close()
    assert (host.ended, spare.ended) == ("closed", "closed")
    starting = FallbackRecogniser(Fake("cpu"), card.start, wanted="cuda")
    starting.close()
    assert not starting._keeper.is_alive()


def test_a_card_that_rests_is_left_alone_between_utterances_and_used_again(
    card: Card, recogniser: FallbackRecogniser
) -> None:
    host = arrives(card, recogniser)
    assert heard(recogniser, 1) == "cuda in its process"
    recogniser.rest("the card is too hot")
    assert heard(recogniser, 1, 2) == "cuda in its process", "not midway"
    assert heard(recogniser, 1, 3, is_final=True) == "cuda in its process"
    assert heard(recogniser, 2) == "cpu"
    assert recogniser.engine == "cpu (the card is too hot)"
    recogniser.rest("")
    assert heard(recogniser, 2, 2, is_final=True) == "cpu"
    assert heard(recogniser, 3) == "cuda in its process"
    assert recogniser.engine == "cuda"
    assert host.ended == ""
    assert codes(recogniser) == []
