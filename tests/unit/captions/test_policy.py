"""Local agreement: what is committed never changes, and the tail stays calm."""

from hypothesis import given, settings
from hypothesis import strategies as st

from app.captions.policy import AlignAtt, LocalAgreement, PolicySettings, make_policy
from app.captions.text import joined, n_agreeing, normalised
from engines.types import SAMPLE_RATE_HZ, Hypothesis, Word


def words(text: str, step_s: float = 0.3) -> tuple[Word, ...]:
    return tuple(Word(" " + w, i * step_s, (i + 1) * step_s, 0.9) for i, w in enumerate(text.split()))


def heard(
    text: tuple[Word, ...] | str,
    until_s: float,
    *,
    is_final: bool = False,
    attended_s: tuple[float, ...] = (),
) -> Hypothesis:
    """A pass over sound that ends at until_s."""
    said = words(text) if isinstance(text, str) else text
    return Hypothesis(1, 1, said, is_final, "en", round(until_s * SAMPLE_RATE_HZ), 1.0, attended_s=attended_s)


def test_a_word_is_committed_when_two_passes_agree_and_it_is_away_from_the_edge() -> None:
    policy = LocalAgreement(PolicySettings(commit_guard_s=0.3))
    assert policy.decide(heard("it was the", 1.0)).committed == ()
    decision = policy.decide(heard("it was the best", 1.25))
    assert joined(decision.committed) == " it was the"


def test_nothing_is_committed_where_passes_differ() -> None:
    policy = LocalAgreement()
    policy.decide(heard("eye was the", 2.0))
    assert policy.decide(heard("I was the", 2.0)).committed == ()


def test_case_and_punctuation_do_not_count_as_a_difference() -> None:
    policy = LocalAgreement()
    policy.decide(heard("Times it", 2.0))
    assert joined(policy.decide(heard("times, it was", 3.0)).committed) == " times, it"


def test_the_mark_at_the_edge_waits_for_the_next_word() -> None:
    policy = LocalAgreement()
    policy.decide(heard("all men.", 2.0))
    decision = policy.decide(heard("all men.", 2.0))
    assert (joined(decision.committed), joined(decision.tentative)) == (" all", " men")
    decision = policy.decide(heard("men. They", 2.0))
    assert (joined(decision.committed), joined(decision.tentative)) == (" men.", " They")


def test_the_final_pass_commits_everything() -> None:
    policy = LocalAgreement()
    policy.decide(heard("all", 2.0))
    decision = policy.decide(heard("all men.", 2.0, is_final=True))
    assert (joined(decision.committed), decision.tentative) == (" all men.", ())


def test_passes_that_disagree_change_the_tail_late() -> None:
    policy = LocalAgreement()
    policy.decide(heard("the boat sank", 1.2))
    for _ in range(2):
        shown = policy.decide(heard("a coat sank fast", 1.2)).tentative
        assert joined(shown) == " the boat sank"
    decision = policy.decide(heard("a coat sank fast", 1.2))
    assert joined(decision.committed + decision.tentative) == " a coat sank fast"


def test_steady_shows_no_tail() -> None:
    policy = LocalAgreement(PolicySettings(steady=True))
    assert policy.decide(heard("one two three", 5.0)).tentative == ()


vocabulary = st.sampled_from(["it", "was", "the", "best", "of", "times,", "Times.", "$5", "五"])


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(vocabulary, max_size=8), min_size=1, max_size=12))
def test_committed_words_were_heard_twice_in_a_row(passes: list[list[str]]) -> None:
    policy = LocalAgreement()
    previous: tuple[Word, ...] = ()
    for i, texts in enumerate(passes):
        said = words(" ".join(texts))
        decision = policy.decide(heard(said, 10.0 + i))
        n = len(decision.committed)
        assert n <= n_agreeing(said, previous)
        assert [normalised(w.text) for w in decision.committed] == [normalised(w.text) for w in said[:n]]
        previous = said[n:]


def test_align_att_commits_in_one_pass_what_was_heard_away_from_the_newest_sound() -> None:
    policy = AlignAtt(PolicySettings(name="align-att", attention_guard_s=0.5))
    decision = policy.decide(heard("it was the best of", 2.0, attended_s=(0.3, 0.6, 1.4, 1.6, 1.9)))
    assert joined(decision.committed) == " it was the"


def test_align_att_waits_for_a_word_after_the_last() -> None:
    policy = AlignAtt()
    assert joined(policy.decide(heard("it was", 5.0, attended_s=(0.3, 0.6))).committed) == " it"
    assert policy.decide(heard("was", 5.0, attended_s=(0.6,))).committed == ()
    assert joined(policy.decide(heard("was", 5.0, is_final=True)).committed) == " was"


def test_align_att_takes_nothing_from_a_pass_whose_attention_jumped_back() -> None:
    policy = AlignAtt()
    policy.decide(heard("one two three", 9.0, attended_s=(6.0, 7.0, 8.0)))
    assert policy.decide(heard("one two three", 12.0, attended_s=(0.1, 8.0, 9.0))).committed == ()
    # Then it starts anew.
    assert joined(policy.decide(heard("three four", 12.5, attended_s=(8.0, 9.0))).committed) == " three"


def test_align_att_without_attention_goes_by_the_ends_of_words() -> None:
    policy = AlignAtt(PolicySettings(commit_guard_s=1.0))
    assert joined(policy.decide(heard("one two three four", 1.65)).committed) == " one two"
    assert joined(policy.decide(heard("three four", 9.0, is_final=True)).committed) == " three four"


def test_the_settings_name_the_policy() -> None:
    assert isinstance(make_policy(PolicySettings(name="align-att")), AlignAtt)
    assert isinstance(make_policy(PolicySettings(name="local-agreement")), LocalAgreement)
    assert isinstance(make_policy(PolicySettings()), AlignAtt)
