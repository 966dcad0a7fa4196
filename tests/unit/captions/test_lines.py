"""Rolling lines: a committed word never changes its line, nothing is lost, nothing is too wide."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.captions.lines import Line, RollingLines, wrap
from app.captions.types import CaptionUpdate

NO_START = "、。，．！？」』）"


def width(text: str) -> float:
    """Ideographs are twice as wide as other characters."""
    return float(sum(2 if ord(char) >= 0x2E80 else 1 for char in text))


def update(
    committed: str, tentative: str = "", *, number: int = 1, source: str = "loopback", final: bool = False
) -> CaptionUpdate:
    return CaptionUpdate(number, source, committed, tentative, final, 0.0, 1.0, "en")


def texts(lines: list[Line]) -> list[str]:
    return [line.text for line in lines]


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("", 10, []),
        ("   ", 10, []),
        ("It was the best of times", 10, ["It was the", "best of", "times"]),
        ("a  b\n c", 10, ["a b c"]),
        ("incomprehensibilities", 8, ["incompre", "hensibil", "ities"]),
        ("an incomprehensible", 8, ["an", "incompre", "hensible"]),
        ("これはテストです。", 8, ["これはテ", "ストで", "す。"]),
        ("「日本」の文", 6, ["「日", "本」の", "文"]),
        ("日本語とEnglish", 10, ["日本語と", "English"]),
        ("كان أفضل الأوقات", 9, ["كان أفضل", "الأوقات"]),
        ("e\u0301" * 3, 4, ["e\u0301" * 2, "e\u0301"]),
    ],
)
def test_wrap(text: str, columns: int, lines: list[str]) -> None:
    assert wrap(text, width, columns) == lines


@given(
    st.text(alphabet=st.sampled_from("ab cde  、。，！？「」日本語のカ\u0301ب"), max_size=60),
    st.integers(8, 30),
)
def test_wrap_keeps_the_text_and_the_width(text: str, columns: int) -> None:
    lines = wrap(text, width, columns)
    assert "".join("".join(lines).split()) == "".join(text.split())
    for line in lines:
        assert line == line.strip()
        assert width(line) <= columns


@given(st.text(alphabet=st.sampled_from("日本語のカナ漢字文章"), min_size=1, max_size=40), st.data())
def test_no_line_starts_with_a_closing_mark(text: str, data: st.DataObject) -> None:
    marked = "".join(char + data.draw(st.sampled_from(["", "", "、", "。", "！」"])) for char in text)
    assert not any(line[0] in NO_START for line in wrap(marked, width, data.draw(st.integers(6, 24))))


def test_a_mark_committed_after_its_full_line_hangs_over_the_edge() -> None:
    lines = RollingLines(width, 8)
    lines.update(update("日本語の"))
    lines.update(update("日本語の。"))
    assert texts(lines.lines()) == ["日本語の。"]


def test_the_tail_rewraps_while_the_committed_words_stay() -> None:
    lines = RollingLines(width, 12)
    lines.update(update("it was the", " bests of"))
    assert texts(lines.lines()) == ["it was the", "bests of"]
    lines.update(update("it was the", " b"))
    assert texts(lines.lines()) == ["it was the b"]
    lines.update(update("it was the", " b"))
    assert [run.is_committed for run in lines.lines()[0].runs] == [True, False]


def test_the_view_does_not_jump_back_when_the_tail_gets_shorter() -> None:
    lines = RollingLines(width, 10)
    lines.update(update("aaaa bbbb cccc dddd", " eeee"))
    top, shown = lines.visible()
    assert (top, texts(shown)) == (1, ["cccc dddd", "eeee"])
    lines.update(update("aaaa bbbb cccc dddd", ""))
    top, shown = lines.visible()
    assert (top, texts(shown)) == (1, ["cccc dddd"])


def test_the_same_source_goes_on_after_a_space() -> None:
    lines = RollingLines(width, 40)
    lines.update(update("Hello.", final=True))
    lines.update(update("How are you?", number=2))
    assert texts(lines.lines()) == ["Hello. How are you?"]


@pytest.mark.parametrize(
    ("first", "second", "line"),
    [
        ("今日は。", "明日も。", "今日は。明日も。"),
        ("今日は", "明日も", "今日は 明日も"),
        ("It is.", "So it is.", "It is. So it is."),
        ("مرحبا؟", "أهلا", "مرحبا؟ أهلا"),
    ],
)
def test_a_caption_follows_another_with_a_space_where_the_script_has_one(
    first: str, second: str, line: str
) -> None:
    lines = RollingLines(width, 40)
    lines.update(update(first, final=True))
    lines.update(update("", second, number=2))
    assert texts(lines.lines()) == [line]
    lines.update(update(second, number=2, final=True))
    assert texts(lines.lines()) == [line]


def test_another_source_gets_its_own_labelled_line() -> None:
    lines = RollingLines(width, 40, labels={"microphone": "You:", "loopback": "Computer:"})
    lines.update(update("Can you hear me?"))
    lines.update(update("Yes,", " I can", source="microphone"))
    lines.update(update("Can you hear me? Good."))
    assert texts(lines.lines()) == ["Computer: Can you hear me? Good.", "You: Yes, I can"]


def test_a_label_counts_for_the_width() -> None:
    lines = RollingLines(width, 12, labels={"loopback": "Computer:", "microphone": "You:"})
    lines.update(update("one two three", source="microphone"))
    assert texts(lines.lines()) == ["You: one two", "three"]


def test_a_repeated_final_caption_is_shown_once() -> None:
    lines = RollingLines(width, 40)
    for _ in range(3):
        lines.update(update("Once.", final=True))
    assert texts(lines.lines()) == ["Once."]


def test_after_clear_an_open_caption_goes_on_with_its_new_words() -> None:
    lines = RollingLines(width, 40)
    lines.update(update("old words", " tail"))
    lines.clear()
    assert lines.is_empty
    lines.update(update("old words new"))
    assert texts(lines.lines()) == ["new"]


def test_relayout_keeps_the_words() -> None:
    lines = RollingLines(width, 10)
    lines.update(update("aaaa bbbb cccc 日本語日本語日本"))
    lines.relayout(width, 60, 2, {})
    assert texts(lines.lines()) == ["aaaa bbbb cccc 日本語日本語日本"]


def test_hours_of_captions_keep_a_bounded_number_of_lines() -> None:
    lines = RollingLines(width, 20)
    for number in range(500):
        lines.update(update("some words that were said", number=number, final=True))
    assert len(lines.lines()) < 40
    assert not lines._open


WORD = st.text(alphabet="abcdefg日本。,", min_size=1, max_size=9)


@st.composite
def conversations(draw: st.DrawFn) -> list[CaptionUpdate]:
    """Interleaved captions of two sources that keep the contract: committed only grows."""
    updates: list[CaptionUpdate] = []
    number = {"loopback": 0, "microphone": 0}
    committed = {"loopback": "", "microphone": ""}
    for _ in range(draw(st.integers(1, 25))):
        source = draw(st.sampled_from(["loopback", "loopback", "microphone"]))
        committed[source] += "".join(f" {word}" for word in draw(st.lists(WORD, max_size=3)))
        tentative = "".join(f" {word}" for word in draw(st.lists(WORD, max_size=4)))
        final = draw(st.integers(0, 4)) == 0
        if final:
            tentative = ""
        updates.append(
            update(committed[source], tentative, number=number[source], source=source, final=final)
        )
        if final:
            number[source] += 1
            committed[source] = ""
    return updates


@settings(max_examples=300, deadline=None)
@given(conversations(), st.integers(10, 30), st.integers(1, 4), st.booleans())
def test_committed_words_never_move(
    updates: list[CaptionUpdate], columns: int, n_lines: int, is_labelled: bool
) -> None:
    labels = {"microphone": "You:", "loopback": "PC:"} if is_labelled else {}
    lines = RollingLines(width, columns, n_lines, labels)
    before: dict[int, tuple[str, str]] = {}
    for caption in updates:
        lines.update(caption)
        top, shown = lines.visible()
        assert len(shown) <= n_lines
        assert all(top <= line.index < top + n_lines for line in shown)
        now: dict[int, tuple[str, str]] = {}
        for line in lines.lines():
            assert line.text.strip()
            assert width(line.text.rstrip()) <= columns + 2
            now[line.index] = (
                line.source,
                "".join(run.text for run in line.runs if run.is_committed and not run.is_label),
            )
        for index, (source, text) in before.items():
            if text and index in now:
                assert now[index][0] == source
                assert now[index][1].startswith(text)
        before = now
    # nothing is lost and nothing is shown twice, as far as lines are kept
    if lines._base == 0:
        for source in ("loopback", "microphone"):
            said: dict[int, str] = {}
            for caption in updates:
                if caption.source == source:
                    said[caption.caption_id] = caption.committed
            expected = "".join("".join(text.split()) for text in said.values())
            rows = "".join(
                run.text
                for line in lines.lines()
                if line.source == source
                for run in line.runs
                if run.is_committed and not run.is_label
            )
            assert "".join(rows.split()) == expected
