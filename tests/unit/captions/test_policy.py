"""Local agreement: what is committed never changes, and the tail stays calm."""

from hypothesis import given, settings
from hypothesis import strategies as st

from app.captions.policy import LocalAgreement, PolicySettings
from app.captions.text import joined, n_agreeing, normalised
from engines.types import Word


def words(text: str, step_s: float = 0.3) -> tuple[Word, ...]:
    return tuple(Word(" " + w, i * step_s, (i + 1) * step_s, 0.9) for i, w in enumerate(text.split()))


def test_a_word_is_committed_when_two_passes_agree_and_it_is_away_from_the_edge() -> None:
    policy = LocalAgreement(PolicySettings(commit_guard_s=0.3))
    assert policy.decide(words("it was the"), 1.0, is_final=False).committed == ()
    decision = policy.decide(words("it was the best"), 1.25, is_final=False)
    assert joined(decision.committed) == " it was the"


def test_nothing_is_committed_where_passes_differ() -> None:
    policy = LocalAgreement()
    policy.decide(words("eye was the"), 2.0, is_final=False)
    assert policy.decide(words("I was the"), 2.0, is_final=False).committed == ()


def test_case_and_punctuation_do_not_count_as_a_difference() -> None:
    policy = LocalAgreement()
    policy.decide(words("Times it"), 2.0, is_final=False)
    assert joined(policy.decide(words("times, it was"), 3.0, is_final=False).committed) == " times, it"


def test_the_mark_at_the_edge_waits_for_the_next_word() -> None:
    policy = LocalAgreement()
    policy.decide(words("all men."), 2.0, is_final=False)
    decision = policy.decide(words("all men."), 2.0, is_final=False)
    assert (joined(decision.committed), joined(decision.tentative)) == (" all", " men")
    decision = policy.decide(words("men. They"), 2.0, is_final=False)
    assert (joined(decision.committed), joined(decision.tentative)) == (" men.", " They")


def test_the_final_pass_commits_everything() -> None:
    policy = LocalAgreement()
    policy.decide(words("all"), 2.0, is_final=False)
    decision = policy.decide(words("all men."), 2.0, is_final=True)
    assert (joined(decision.committed), decision.tentative) == (" all men.", ())


def test_one_pass_that_disagrees_does_not_change_the_tail() -> None:
    policy = LocalAgreement()
    policy.decide(words("the boat sank"), 1.2, is_final=False)
    shown = policy.decide(words("a coat sank fast"), 1.2, is_final=False).tentative
    assert joined(shown) == " the boat sank"
    decision = policy.decide(words("a coat sank fast"), 1.2, is_final=False)
    assert joined(decision.committed + decision.tentative) == " a coat sank fast"


def test_steady_shows_no_tail() -> None:
    policy = LocalAgreement(PolicySettings(steady=True))
    assert policy.decide(words("one two three"), 5.0, is_final=False).tentative == ()


vocabulary = st.sampled_from(["it", "was", "the", "best", "of", "times,", "Times.", "$5", "五"])


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(vocabulary, max_size=8), min_size=1, max_size=12))
def test_committed_words_were_heard_twice_in_a_row(passes: list[list[str]]) -> None:
    policy = LocalAgreement()
    previous: tuple[Word, ...] = ()
    for i, texts in enumerate(passes):
        heard = words(" ".join(texts))
        decision = policy.decide(heard, 10.0 + i, is_final=False)
        n = len(decision.committed)
        assert n <= n_agreeing(heard, previous)
        assert [normalised(w.text) for w in decision.committed] == [normalised(w.text) for w in heard[:n]]
        previous = heard[n:]
