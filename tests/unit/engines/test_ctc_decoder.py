"""The likeliest path of CTC, its words and times; the beam search with hot words and a language model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engines.ctc.beam_search import BeamSearch, find_language_model
from engines.ctc.decoder import LogProbabilities, Vocabulary, best_path, n_carried, timed
from engines.errors import ModelDamagedError

LETTERS = Vocabulary(("", "", *"abcdt"), blank=0, delimiter=1)


def frames(path: str, sure: float = 0.9) -> LogProbabilities:
    """One frame a character: "_" the blank, " " the delimiter."""
    columns = ["_ abcdt".index(c) for c in path]
    found = np.full((len(path), 7), (1 - sure) / 6, np.float32)
    found[np.arange(len(path)), columns] = sure
    return np.log(found)


def test_repeats_are_one_letter_and_blanks_part_two() -> None:
    words = best_path(frames("__aab_b  cc_dd__"), LETTERS)
    assert [(word.text, word.start, word.end) for word in words] == [("abb", 2, 7), ("cd", 9, 14)]
    assert words[0].probability == pytest.approx(0.9)
    assert best_path(frames("____"), LETTERS) == best_path(frames(""), LETTERS) == []


def test_what_is_never_written_is_left_out() -> None:
    scores = frames("a_b")
    unknown = Vocabulary(("", "", "a", "b", "", "d", "t"), blank=0, delimiter=1)
    scores[1] = np.log([0.2, 0.05, 0.05, 0.05, 0.55, 0.05, 0.05])
    assert [word.text for word in best_path(scores, unknown)] == ["ab"]


def test_without_a_delimiter_each_token_is_a_word() -> None:
    words = best_path(frames("aab_b"), Vocabulary(("", "x", *"abcdt"), blank=0, delimiter=None))
    assert [(word.text, word.end) for word in words] == [("a", 2), ("b", 3), ("b", 5)]


def test_times_are_seconds_of_the_source() -> None:
    (word,) = timed(best_path(frames("_ab_"), LETTERS), 2.0, 0.02, spaced=True)
    assert (word.text, word.start_s, word.end_s, word.probability) == (" ab", 2.02, 2.06, 0.9)


@pytest.mark.parametrize(
    ("path", "first", "expected"),
    [("aab", 1, 1), ("aaa", 1, 2), ("a_a", 1, 0), ("a_a", 2, 0), ("aa", 0, 0), ("aa", 2, 0), ("  a", 1, 0)],
)
def test_the_token_before_is_carried_over(path: str, first: int, expected: int) -> None:
    assert n_carried(frames(path), first, LETTERS) == expected


@pytest.fixture(scope="module", autouse=True)
def library() -> None:
    pytest.importorskip("ctc_beam_decoder", reason="BEAM SEARCH NOT TESTED: pip install ctc-beam-decoder")


def doubtful() -> LogProbabilities:
    """ "cat" or "bat": the first letter is c with 0.4, b with 0.45."""
    scores = frames("__ca_t__")
    scores[2] = np.log([0.03, 0.03, 0.03, 0.45, 0.40, 0.03, 0.03])
    return scores


def test_the_search_finds_the_words_of_the_path_with_its_times() -> None:
    words = BeamSearch(LETTERS).words(frames("__aab_b  cc_dd__"))
    assert [word.text for word in words] == ["abb", "cd"]
    assert [(word.start, word.end) for word in words] == [(2, 7), (9, 14)]
    assert words[1].probability == pytest.approx(0.9)
    assert BeamSearch(LETTERS).words(frames("")) == []


def test_a_hot_word_is_favoured() -> None:
    search = BeamSearch(LETTERS)
    assert [word.text for word in search.words(doubtful())] == ["bat"]
    assert [word.text for word in search.words(doubtful(), ["cat"])] == ["cat"]


ARPA = """\\data\\
ngram 1=4
ngram 2=1

\\1-grams:
-1.0\t<unk>
-1.0\t<s>\t0
-1.0\t</s>
-0.3\tcat\t0

\\2-grams:
-0.1\t<s> cat

\\end\\
"""


def test_a_language_model_is_found_and_used(tmp_path: Path) -> None:
    assert find_language_model(tmp_path) is None
    (tmp_path / "language_model").mkdir()
    file = tmp_path / "language_model" / "3gram.arpa"
    file.write_text(ARPA)
    assert find_language_model(tmp_path) == file
    assert [word.text for word in BeamSearch(LETTERS, file).words(doubtful())] == ["cat"]


def test_a_damaged_language_model_is_said(tmp_path: Path) -> None:
    file = tmp_path / "3gram.arpa"
    file.write_text("no language model")
    with pytest.raises(ModelDamagedError, match=r"3gram\.arpa cannot be used"):
        BeamSearch(LETTERS, file)
