"""A source's session: passes, windows, numbered captions; with scripted hypotheses."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.captions.policy import PolicyName, PolicySettings
from app.captions.session import CaptionSession, SessionSettings
from app.captions.text import joined
from app.captions.types import CaptionUpdate
from engines.types import SAMPLE_RATE_HZ, Hypothesis, RecognitionRequest, SpeechChunk, Word


def speech(utterance: int, start_s: float, length_s: float, *, last: bool = False) -> SpeechChunk:
    n = round(length_s * SAMPLE_RATE_HZ)
    return SpeechChunk(utterance, np.zeros(n, np.float32), round(start_s * SAMPLE_RATE_HZ), last, 0)


def heard(request: RecognitionRequest, script: list[Word], rejected: str = "") -> Hypothesis:
    """What a perfect recogniser hears: the script's words inside the window, after the prefix."""
    end = request.start_sample + len(request.samples)
    start_s, end_s = request.start_sample / SAMPLE_RATE_HZ, end / SAMPLE_RATE_HZ
    inside = [w for w in script if start_s <= w.start_s + 0.01 and w.end_s <= end_s + 0.01]
    words = tuple(inside[len(request.prefix) :])
    return Hypothesis(
        request.utterance_id, request.revision, words, request.is_final, "en", end, 1.0, rejected=rejected
    )


def run(session: CaptionSession, chunks: list[SpeechChunk], script: list[Word]) -> list[CaptionUpdate]:
    updates: list[CaptionUpdate] = []
    for chunk in chunks:
        session.add(chunk)
        while (request := session.next_request()) is not None:
            assert len(request.samples) <= 30 * SAMPLE_RATE_HZ
            updates += session.accept(request, heard(request, script))
    return updates


def long_speech(n_words: int, sentence: int = 9) -> tuple[list[SpeechChunk], list[Word]]:
    script = [
        Word(f" w{i}" + ("." if i % sentence == sentence - 1 else ""), i * 0.4, (i + 1) * 0.4, 0.9)
        for i in range(n_words)
    ]
    n = round(n_words * 0.4 / 0.25)
    return [speech(1, i * 0.25, 0.25, last=i == n - 1) for i in range(n)], script


def test_every_word_of_long_speech_is_shown_once_in_order() -> None:
    chunks, script = long_speech(200)
    updates = run(CaptionSession("file"), chunks, script)
    text = " ".join(u.text.strip() for u in updates if u.is_final)
    assert text.split() == [w.text.strip() for w in script]


def test_committed_text_only_grows_and_final_captions_never_change() -> None:
    chunks, script = long_speech(120)
    latest: dict[int, CaptionUpdate] = {}
    for update in run(CaptionSession("file"), chunks, script):
        before = latest.get(update.caption_id)
        if before is not None:
            assert not before.is_final
            assert update.committed.startswith(before.committed)
        latest[update.caption_id] = update
    assert all(u.is_final for u in latest.values())
    assert sorted(latest) == list(range(1, len(latest) + 1))


def test_captions_close_at_sentences_and_stay_short() -> None:
    chunks, script = long_speech(100)
    finals = [u for u in run(CaptionSession("file"), chunks, script) if u.is_final]
    assert len(finals) > 4
    assert all(u.text.endswith(".") for u in finals[:-1])
    assert max(len(u.text) for u in finals) <= 220


def test_speech_without_sentence_ends_is_cut_at_words() -> None:
    chunks, script = long_speech(150, sentence=10_000)
    finals = [u for u in run(CaptionSession("file"), chunks, script) if u.is_final]
    assert len(finals) > 2
    assert max(len(u.text) for u in finals) <= 210


def test_nothing_heard_shows_nothing() -> None:
    session = CaptionSession("file")
    assert run(session, [speech(1, 0, 1.0), speech(1, 1.0, 1.0, last=True)], []) == []


def test_a_rejected_pass_changes_nothing_and_the_context_is_forgotten() -> None:
    session = CaptionSession("file")
    script = [Word(" hello", 0.1, 0.5, 0.9)]
    run(session, [speech(1, 0, 1.0, last=True)], script)
    session.add(speech(2, 1.5, 1.0))
    request = session.next_request()
    assert request is not None
    assert request.context == "hello"
    assert session.accept(request, heard(request, [], rejected="repetition")) == []
    session.add(speech(2, 2.5, 1.0))
    request = session.next_request()
    assert request is not None
    assert request.context == ""


def test_what_was_shown_and_not_confirmed_is_taken_back_at_the_end() -> None:
    session = CaptionSession("file")
    session.add(speech(1, 0, 1.0))
    request = session.next_request()
    assert request is not None
    shown = session.accept(request, heard(request, [Word(" you", 0.1, 0.4, 0.7)]))
    assert shown[-1].text == "you"
    session.add(speech(1, 1.0, 0.1, last=True))
    request = session.next_request()
    assert request is not None
    ended = session.accept(request, heard(request, [], rejected="no-speech"))
    assert (ended[-1].text, ended[-1].is_final) == ("", True)


def test_a_second_utterance_waits_for_the_first_to_be_finished() -> None:
    session = CaptionSession("file")
    session.add(speech(1, 0, 1.0, last=True))
    session.add(speech(2, 2.0, 1.0))
    first = session.next_request()
    assert first is not None
    assert (first.utterance_id, first.is_final) == (1, True)
    session.accept(first, heard(first, []))
    second = session.next_request()
    assert second is not None
    assert (second.utterance_id, second.start_sample) == (2, 2 * SAMPLE_RATE_HZ)


@pytest.mark.parametrize("name", ["align-att", "local-agreement"])
def test_numbers_sums_and_repeated_words_are_kept(name: PolicyName) -> None:
    text = "it is very very very cold and costs $5.50 or £3 at 20 % off or 20,000 no no no 5 5 5"
    script = [Word(f" {word}", i * 0.4, (i + 1) * 0.4, 0.9) for i, word in enumerate(text.split())]
    chunks = [speech(1, i * 0.25, 0.25, last=i == 39) for i in range(40)]
    session = CaptionSession("file", SessionSettings(language="en", policy=PolicySettings(name=name)))
    updates = run(session, chunks, script)
    assert " ".join(u.text for u in updates if u.is_final) == text
    assert all(text.startswith(u.text) for u in updates)


def two_utterances(
    gap_s: float, **settings: Any
) -> tuple[CaptionSession, RecognitionRequest, list[CaptionUpdate]]:
    """ "hello there." for two seconds, a gap, and the first request of the utterance after it."""
    session = CaptionSession("file", SessionSettings(language="en", **settings))
    script = [Word(" hello", 0.1, 0.5, 0.9), Word(" there.", 0.6, 1.0, 0.9), Word(" You", 2.5, 2.9, 0.9)]
    updates = run(session, [speech(1, 0, 2.0, last=True)], script)
    session.add(speech(2, 2.0 + gap_s, 1.0))
    request = session.next_request()
    assert request is not None
    updates += session.accept(request, heard(request, script))
    return session, request, updates


def test_an_utterance_is_heard_after_the_one_before_it() -> None:
    _, request, updates = two_utterances(0.4)
    assert (request.start_sample, len(request.samples)) == (0, round(3.4 * SAMPLE_RATE_HZ))
    assert joined(request.prefix) == " hello there."
    assert request.context == ""
    assert [(u.caption_id, u.text, u.is_final) for u in updates[-2:]] == [
        (1, "hello there.", True),
        (2, "You", False),
    ]


def test_an_utterance_after_a_long_gap_is_heard_alone() -> None:
    _, request, _ = two_utterances(2.5)
    assert (request.start_sample, len(request.samples)) == (round(4.5 * SAMPLE_RATE_HZ), SAMPLE_RATE_HZ)
    assert request.prefix == ()
    assert request.context == "hello there."


def test_of_the_utterance_before_only_the_newest_words_are_heard_again() -> None:
    _, request, _ = two_utterances(0.4, join_s=1.2)
    assert request.start_sample == round(0.5 * SAMPLE_RATE_HZ)
    assert joined(request.prefix) == " there."
    assert request.context == "hello"


def test_where_the_language_may_change_an_utterance_is_heard_alone() -> None:
    session = CaptionSession("file", SessionSettings(language=None))
    run(session, [speech(1, 0, 5.0, last=True)], [Word(" hello", 0.1, 0.5, 0.9)])
    session.add(speech(2, 5.2, 1.0))
    request = session.next_request()
    assert request is not None
    assert request.prefix == ()


def test_an_utterance_with_no_words_is_not_heard_again() -> None:
    session = CaptionSession("file", SessionSettings(language="en"))
    run(session, [speech(1, 0, 2.0, last=True)], [])
    session.add(speech(2, 2.2, 1.0))
    request = session.next_request()
    assert request is not None
    assert request.start_sample == round(2.2 * SAMPLE_RATE_HZ)


@pytest.mark.parametrize(
    ("last", "expected"), [(" like...", "it's like"), (" like.", "it's like."), ("...", "it's")]
)
def test_dots_at_a_pause_are_left_out(last: str, expected: str) -> None:
    session = CaptionSession("file", SessionSettings(language="en"))
    script = [Word(" it's", 0.1, 0.5, 0.9), Word(last, 0.5, 0.9, 0.9)]
    updates = run(session, [speech(1, 0, 2.0, last=True)], script)
    assert updates[-1].text == expected
    session.add(speech(2, 2.2, 1.0))
    request = session.next_request()
    assert request is not None
    assert joined(request.prefix) == f" {expected}"


def test_language_without_spaces_is_cut_too() -> None:
    script = [Word("字", i * 0.2, (i + 1) * 0.2, 0.9) for i in range(300)]
    chunks = [speech(1, i * 0.25, 0.25, last=i == 239) for i in range(240)]
    finals = [u for u in run(CaptionSession("file"), chunks, script) if u.is_final]
    assert "".join(u.text for u in finals) == "字" * 300
    assert max(len(u.text) for u in finals) <= 210


tokens = st.lists(st.sampled_from([" it", " was", " the", " best.", ",", " $5", "字", " "]), max_size=10)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(tokens, st.booleans(), st.booleans()), min_size=1, max_size=40))
def test_no_hypotheses_break_the_promises(passes: list[tuple[list[str], bool, bool]]) -> None:
    session = CaptionSession("file", SessionSettings(max_window_s=4.0, hard_window_s=8.0))
    latest: dict[int, CaptionUpdate] = {}
    at_s, utterance = 0.0, 1
    for texts, last, rejected in passes:
        session.add(speech(utterance, at_s, 0.5, last=last))
        at_s += 0.5
        if last:
            utterance += 1
            at_s += 1.0
        while (request := session.next_request()) is not None:
            start_s = request.start_sample / SAMPLE_RATE_HZ
            end = request.start_sample + len(request.samples)
            heard_words = tuple(
                Word(t, start_s + i * 0.2, start_s + (i + 1) * 0.2, 0.5) for i, t in enumerate(texts)
            )
            hypothesis = Hypothesis(
                request.utterance_id, request.revision, heard_words, request.is_final, "en", end, 1.0,
                rejected="repetition" if rejected else "",
            )  # fmt: skip
            for update in session.accept(request, hypothesis):
                before = latest.get(update.caption_id)
                assert before is None or not before.is_final
                assert before is None or update.committed.startswith(before.committed)
                if update.is_final:
                    assert update.tentative == ""
                    assert update.text == "".join(w.text for w in update.words)
                latest[update.caption_id] = update


def test_utterances_that_waited_are_heard_together() -> None:
    session = CaptionSession("file")
    session.add(speech(1, 0, 1.0, last=True))
    for i in range(2, 7):
        session.add(speech(i, i * 2.0, 1.0, last=True))
    session.add(speech(7, 40.0, 1.0, last=True))
    script = [Word(f" w{i}", i * 2.0 + 0.1, i * 2.0 + 0.9, 0.9) for i in range(2, 7)]
    seen = []
    updates: list[CaptionUpdate] = []
    while (request := session.next_request()) is not None:
        seen.append((request.utterance_id, request.start_sample / SAMPLE_RATE_HZ, len(request.samples)))
        updates += session.accept(request, heard(request, script))
    assert seen == [(1, 0.0, 16000), (6, 4.0, 9 * SAMPLE_RATE_HZ), (7, 40.0, 16000)]
    words = [word for update in updates if update.is_final for word in update.words]
    assert [(word.text.strip(), word.start_s) for word in words] == [
        (w.text.strip(), w.start_s) for w in script
    ]


def test_speech_longer_than_the_recogniser_hears_is_parted_and_none_is_lost() -> None:
    session = CaptionSession("file")
    chunks, script = long_speech(200)
    for chunk in chunks:
        session.add(chunk)
    lengths = []
    while (request := session.next_request()) is not None:
        lengths.append(len(request.samples) / SAMPLE_RATE_HZ)
        session.accept(request, heard(request, script))
    assert max(lengths) <= 28.0
    assert session.behind_s == 0.0
    assert len([length for length in lengths if length > 20]) >= 3


def test_old_speech_is_let_go_and_counted_but_never_the_newest() -> None:
    session = CaptionSession("file")
    session.add(speech(1, 0, 1.0))
    for i in range(2, 32):
        session.add(speech(i, i * 2.0, 1.0, last=True))
    assert session.behind_s == 31.0
    assert session.shed(40.0) == 0
    assert session.shed(20.0) == 11 * SAMPLE_RATE_HZ
    assert session.behind_s == 20.0
    assert session.shed(0.0) == 18 * SAMPLE_RATE_HZ, "all that waits but the newest"


def test_a_busy_session_shows_finished_words_only_and_asks_for_quick_passes() -> None:
    session = CaptionSession("file")
    session.set_pace(steady=True, quick=True, period_factor=4.0)
    script = [Word(f" w{i}", i * 0.4, (i + 1) * 0.4, 0.9) for i in range(10)]
    updates, n_passes = [], 0
    for i in range(16):
        session.add(speech(1, i * 0.25, 0.25))
        while (request := session.next_request()) is not None:
            assert request.quick
            n_passes += 1
            updates += session.accept(request, heard(request, script))
    assert n_passes == 4
    assert updates
    assert not any(update.tentative for update in updates)
