"""Lines stay long enough to be read, and none waits longer than the limit, whatever is said how fast."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.captions.lines import Line, RollingLines, Run
from app.captions.pacing import MAX_LAG_S, Pacer, n_words
from app.captions.policy import LocalAgreement, PolicySettings
from app.captions.types import CaptionUpdate
from engines.types import SAMPLE_RATE_HZ, Hypothesis, Word


def line(index: int, text: str = "six words stand on this line") -> Line:
    return Line(index, "loopback", (Run(text, True),))


def lines(count: int) -> list[Line]:
    return [line(index) for index in range(count)]


def test_a_slow_speaker_is_never_held_up() -> None:
    pacer = Pacer(2)
    for count in range(1, 30):
        assert pacer.advance(lines(count), max(0, count - 2), count * 2.5) == max(0, count - 2)
        assert not pacer.is_behind


def test_a_burst_leaves_each_line_time_to_be_read() -> None:
    pacer = Pacer(2)
    assert pacer.advance(lines(2), 0, 10.0) == 0
    assert pacer.advance(lines(3), 1, 10.1) == 0
    assert pacer.due_s == pytest.approx(12.0)  # six words at three a second
    assert pacer.advance(lines(3), 1, 11.9) == 0
    assert pacer.advance(lines(3), 1, 12.0) == 1
    assert not pacer.is_behind


def test_a_long_burst_is_caught_up_evenly() -> None:
    pacer = Pacer(2)
    pacer.advance(lines(2), 0, 0.0)
    moves = []
    now_s = 1.0
    pacer.advance(lines(12), 10, now_s)
    while pacer.due_s is not None:
        assert pacer.due_s > now_s
        now_s = pacer.due_s
        moves.append(now_s)
        pacer.advance(lines(12), 10, now_s)
    assert len(moves) == 10
    assert moves[-1] == pytest.approx(1.0 + MAX_LAG_S)
    steps = [after - before for before, after in zip([1.0, *moves], moves, strict=False)]
    assert max(steps) - min(steps) < 0.01


def test_without_pace_nothing_waits() -> None:
    pacer = Pacer(2, 0.0, 0.0)
    assert pacer.advance(lines(9), 7, 0.0) == 7


def test_a_view_that_goes_back_is_followed() -> None:
    pacer = Pacer(2, 0.0, 0.0)
    pacer.advance(lines(9), 7, 0.0)
    assert pacer.advance(lines(4), 2, 0.1) == 2


def test_words_are_counted_in_scripts_without_spaces_too() -> None:
    assert n_words("") == 0
    assert n_words("two words") == 2
    assert n_words("日本語日本") == 2.5
    assert n_words("한국어 문장") == 2.5


WORD = st.text(alphabet="abcdefghij日本é👍🏽\u0301", min_size=1, max_size=9)
"""Latin, ideographs, combining marks, an emoji with a skin tone."""


STEP = st.tuples(
    st.sampled_from([0.05, 0.25, 0.25, 1.0, 3.0]),
    st.integers(0, 3),
    st.lists(WORD, max_size=5),
    st.integers(0, 7).map(lambda drawn: drawn == 0),
)
"""A hypothesis: seconds after the one before, words of its tail it takes back, new words, is it final."""


def width(text: str) -> float:
    return float(sum(2 if ord(char) >= 0x2E80 else 1 for char in text))


N_EXAMPLES, LEAST_N_HYPOTHESES = 550, 10_000
n_tried = 0


class Reader:
    """Looks at the screen at every change and keeps what it saw before."""

    def __init__(self, rolling: RollingLines, pacer: Pacer) -> None:
        self.rolling, self.pacer = rolling, pacer
        self.before: dict[int, str] = {}
        self.waiting_since: dict[int, float] = {}

    def look(self, now_s: float) -> None:
        kept = self.rolling.lines()
        top = self.pacer.advance(kept, self.rolling.top_of(kept), now_s)
        fixed = {
            each.index: "".join(run.text for run in each.runs if run.is_committed).rstrip() for each in kept
        }
        for index, text in self.before.items():
            assert index not in fixed or fixed[index].startswith(text), "a committed word changed or moved"
        self.before = fixed
        for each in kept:
            assert width(each.text.rstrip()) <= self.rolling.width + 2
            if each.index >= top + self.rolling.n_lines and fixed[each.index]:
                waited_s = now_s - self.waiting_since.setdefault(each.index, now_s)
                assert waited_s <= MAX_LAG_S + 0.01, "held back too long"


@settings(max_examples=N_EXAMPLES, deadline=None)
@given(st.lists(STEP, min_size=15, max_size=40), st.integers(1, 4), st.integers(14, 40), st.booleans())
def _keep_the_readers_place(
    talk: list[tuple[float, int, list[str], bool]], n_lines: int, columns: int, is_steady: bool
) -> None:
    """What the reader sees at every change, from the words through policy, wrapping and pacing."""
    global n_tried
    rolling, pacer = RollingLines(width, columns, n_lines), Pacer(n_lines)
    reader = Reader(rolling, pacer)
    settings = PolicySettings(steady=is_steady)
    policy, number, committed, now_s, said_s = LocalAgreement(settings), 0, "", 0.0, 0.0
    tail: list[Word] = []
    for pause_s, n_back, words, is_final in talk:
        while pacer.due_s is not None and pacer.due_s <= said_s + pause_s:
            now_s = pacer.due_s
            reader.look(now_s)
        now_s = said_s = said_s + pause_s
        n_tried += 1
        tail = tail[: max(0, len(tail) - n_back)]
        tail += [Word(f" {word}", now_s, now_s + 0.3, 0.9) for word in words]
        heard_until = round((now_s + 0.5) * SAMPLE_RATE_HZ)
        decision = policy.decide(Hypothesis(1, 1, tuple(tail), is_final, "en", heard_until, 1.0))
        tail = tail[len(decision.committed) :]
        committed += "".join(word.text for word in decision.committed)
        unsure = "".join(word.text for word in decision.tentative)
        rolling.update(CaptionUpdate(number, "loopback", committed, unsure, is_final, 0.0, now_s, "en"))
        reader.look(now_s)
        if is_steady:
            assert all(run.is_committed for each in rolling.lines() for run in each.runs)
        if is_final:
            number, committed, tail, policy = number + 1, "", [], LocalAgreement(settings)


def test_ten_thousand_random_hypotheses_keep_the_readers_place() -> None:
    _keep_the_readers_place()
    assert n_tried >= LEAST_N_HYPOTHESES
