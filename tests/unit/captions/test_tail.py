"""The tentative tail: sure words at once, doubtful ones when heard again, changes only on good evidence."""

from hypothesis import given, settings
from hypothesis import strategies as st

from app.captions.tail import CalmTail, TailSettings
from app.captions.text import joined
from engines.types import Word

SETTLED_S = 60.0


def words(text: str, probability: float = 0.9) -> tuple[Word, ...]:
    return tuple(Word(" " + w, i * 0.3, (i + 1) * 0.3, probability) for i, w in enumerate(text.split()))


def follow(tail: CalmTail, text: str, *, committed: str = "", until_s: float = SETTLED_S) -> str:
    return joined(tail.follow(words(committed), words(text), until_s))


def test_a_word_at_the_newest_sound_waits_until_it_is_heard_again() -> None:
    tail = CalmTail()
    assert follow(tail, "it was the", until_s=1.0) == " it was"
    assert follow(tail, "it was the", until_s=1.0) == " it was"
    assert follow(tail, "it was the", until_s=1.0) == " it was the"


def test_a_doubtful_word_and_those_after_it_wait_until_they_are_heard_again() -> None:
    tail = CalmTail()
    doubtful = (*words("it"), *words("was", 0.4), *words("the"))
    assert joined(tail.follow((), doubtful, SETTLED_S)) == " it"
    assert joined(tail.follow((), doubtful, SETTLED_S)) == " it"
    assert joined(tail.follow((), doubtful, SETTLED_S)) == " it was the"


def test_a_shown_word_is_replaced_when_three_passes_agree_on_another() -> None:
    tail = CalmTail()
    follow(tail, "the boat sank")
    assert follow(tail, "the coat sank") == " the boat sank"
    assert follow(tail, "the coat sank fast") == " the boat sank"
    assert follow(tail, "the coat sank fast") == " the coat sank fast"


def test_passes_that_differ_from_each_other_change_nothing() -> None:
    tail = CalmTail()
    follow(tail, "the boat sank")
    for other in ("the coat", "the goat", "the coat", "the moat"):
        assert follow(tail, other) == " the boat sank"


def test_the_tail_does_not_shrink() -> None:
    tail = CalmTail()
    follow(tail, "it was the best")
    for _ in range(4):
        assert follow(tail, "it was") == " it was the best"


def test_committed_words_leave_the_tail_and_the_rest_stays() -> None:
    tail = CalmTail()
    follow(tail, "it was the best of")
    assert follow(tail, "the best", committed="it was") == " the best of"


def test_a_tail_that_was_shown_otherwise_than_committed_goes() -> None:
    tail = CalmTail()
    follow(tail, "eye was the best")
    assert follow(tail, "the best", committed="I was") == " the best"


def test_four_words_said_again_at_once_wait_until_they_are_heard_again() -> None:
    tail = CalmTail()
    follow(tail, "and so it begins")
    for _ in range(2):
        assert follow(tail, "and so it begins. And so it begins") == " and so it begins. And so it"
    assert follow(tail, "and so it begins. And so it begins") == " and so it begins. And so it begins"


def test_repeated_words_that_people_say_are_shown_at_once() -> None:
    assert follow(CalmTail(), "it is very very very cold") == " it is very very very cold"


def test_case_and_marks_follow_the_newest_pass() -> None:
    tail = CalmTail()
    follow(tail, "times it was")
    assert follow(tail, "Times, it was") == " Times, it was"


def test_the_mark_after_the_last_word_waits_for_the_next() -> None:
    tail = CalmTail()
    assert follow(tail, "all men.") == " all men"
    assert follow(tail, "all men. They") == " all men. They"


vocabulary = st.sampled_from(["it", "was", "the", "best", "of", "times,", "Times."])
passes = st.lists(st.tuples(st.lists(vocabulary, max_size=8), st.floats(0, 1)), min_size=1, max_size=15)


@settings(max_examples=150, deadline=None)
@given(passes)
def test_nothing_is_shown_that_no_pass_heard(heard: list[tuple[list[str], float]]) -> None:
    tail = CalmTail(TailSettings())
    said: set[str] = {""}
    for texts, probability in heard:
        pass_words = words(" ".join(texts), probability)
        said |= {" ".join(texts[:n]).lower().rstrip(".,") for n in range(len(texts) + 1)}
        shown = joined(tail.follow((), pass_words, 2.0)).strip().lower().rstrip(".,")
        assert shown in said
