"""When a pass is believed, and what is kept of one that loops."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.types import Word
from engines.whisper import guards
from engines.whisper.decoder import Decoding
from engines.whisper.guards import before_loop, says_hot_words_alone, verdict, without_crammed_words


def words_of(text: str, *, each_s: float = 0.4) -> tuple[Word, ...]:
    return tuple(Word(f" {word}", i * each_s, (i + 1) * each_s, 0.9) for i, word in enumerate(text.split()))


def decoding(
    average: float = -0.2, *, no_speech: float = 0.0, looped: bool = False, n_tokens: int = 4
) -> Decoding:
    attention = np.zeros((1, 1, 1), np.float32)
    return Decoding((1,) * n_tokens, (average,) * n_tokens, attention, no_speech, looped, not looped)


SPEECH = "and so my fellow Americans ask not what your country can do for you"


def test_plain_speech_is_believed() -> None:
    assert verdict(words_of(SPEECH), decoding(), 5.0) == ""


def test_nothing_heard_is_believed() -> None:
    assert verdict((), decoding(), 3.0) == ""


def test_a_stopped_loop_is_repetition() -> None:
    assert verdict(words_of(SPEECH), decoding(looped=True), 5.0) == "repetition"


def test_text_that_compresses_too_well() -> None:
    looped = words_of("the people of the world and " * 8, each_s=0.5)
    assert verdict(looped, decoding(), 30.0) == "compression"


def test_short_repetition_is_speech() -> None:
    assert verdict(words_of("no no no no"), decoding(), 2.0) == ""


def test_more_words_than_anyone_says() -> None:
    assert verdict(words_of(SPEECH), decoding(), 1.0) == "too-many-words"
    assert verdict(words_of("one two three four"), decoding(), 0.3) == ""


def test_doubt_with_no_speech_is_no_speech() -> None:
    assert verdict(words_of(SPEECH), decoding(-1.2, no_speech=0.8), 5.0) == "no-speech"
    assert verdict(words_of(SPEECH), decoding(-1.2, no_speech=0.1), 5.0) == ""
    assert verdict(words_of(SPEECH), decoding(-0.3, no_speech=0.8), 5.0) == ""


@pytest.mark.parametrize("text", ["...", "♪ ♪", "- -"])
def test_marks_alone_are_no_words(text: str) -> None:
    assert verdict(words_of(text), decoding(), 3.0) == "no-words"


@pytest.mark.parametrize("text", ["Thank you.", "You", "Thanks for watching!", "Bye."])
def test_phrases_of_silence_need_certainty(text: str) -> None:
    assert verdict(words_of(text), decoding(-0.9), 3.0) == "silence-phrase"
    assert verdict(words_of(text), decoding(-0.3, no_speech=0.7), 3.0) == "silence-phrase"
    assert verdict(words_of(text), decoding(-0.2), 3.0) == ""


def test_a_phrase_within_speech_is_speech() -> None:
    assert verdict(words_of("I said thank you to them"), decoding(-0.9), 3.0) == ""


def test_a_guess_is_not_believed() -> None:
    assert verdict(words_of(SPEECH), decoding(-2.1), 5.0) == "low-confidence"


def test_letters_of_other_scripts_are_words() -> None:
    assert verdict(words_of("これは 日本語"), decoding(), 3.0) == ""


def test_every_retry_is_a_verdict() -> None:
    assert set(guards.WORTH_ANOTHER_PASS) == {"repetition", "compression", "too-many-words"}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("it was late we went home we went home we went home", "it was late we went home"),
        ("Go on. go on, Go on! go on", "Go on."),
        ("we went home we went home", "we went home we went home"),
        ("no no no no no", "no"),
        (SPEECH, SPEECH),
        ("word", "word"),
        ("", ""),
    ],
)
def test_one_copy_of_a_loop_is_kept(text: str, kept: str) -> None:
    assert before_loop(words_of(text)) == words_of(text)[: len(kept.split())]


@given(
    st.lists(st.integers(100, 200), max_size=6, unique=True),
    st.lists(st.integers(0, 50), min_size=1, max_size=6, unique=True),
    st.integers(3, 5),
)
def test_what_is_kept_of_a_loop_ends_with_its_first_copy(before: list[int], gram: list[int], n: int) -> None:
    words = words_of(" ".join(str(x) for x in [*before, *gram * n]))
    assert before_loop(words) == words[: len(before) + len(gram)]


def test_words_crammed_into_the_end_are_dropped() -> None:
    said = words_of("we went home")
    crammed = tuple(Word(f" {i}", 1.2 + i * 0.01, 1.21 + i * 0.01, 0.5) for i in range(4))
    assert without_crammed_words((*said, *crammed)) == said
    assert without_crammed_words((*said, *crammed[:2])) == (*said, *crammed[:2])
    assert without_crammed_words(said) == said
    assert without_crammed_words(words_of(SPEECH, each_s=0.1)) == words_of(SPEECH, each_s=0.1)
    assert without_crammed_words(()) == ()


NAMES = ("Dr. Okonkwo", "metoprolol")


@pytest.mark.parametrize("text", ["Okonkwo.", "Metoprolol, Dr. Okonkwo,", "Dr."])
@pytest.mark.parametrize(("average", "no_speech"), [(-0.7, 0.1), (-0.2, 0.4)])
def test_hot_words_alone_that_are_not_sure_are_read_from_the_prompt(
    text: str, average: float, no_speech: float
) -> None:
    assert says_hot_words_alone(words_of(text), NAMES, decoding(average, no_speech=no_speech))


def test_hot_words_that_are_said_are_believed() -> None:
    assert not says_hot_words_alone(words_of("Okonkwo."), NAMES, decoding(-0.3, no_speech=0.2))
    assert not says_hot_words_alone(words_of("Ask Okonkwo."), NAMES, decoding(-0.9, no_speech=0.5))
    assert not says_hot_words_alone((), NAMES, decoding(-0.9, no_speech=0.5))
    assert not says_hot_words_alone(words_of("Hello."), (), decoding(-0.9, no_speech=0.5))
