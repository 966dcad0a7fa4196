"""Greedy decoding with a graph that plays a script, and the loops it must stop."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from tiny_whisper import CONFIG

from engines.errors import EngineError
from engines.whisper.decoder import (
    COMPRESSION_LIMIT,
    MAX_NGRAM,
    Decoding,
    GreedyDecoder,
    compression_ratio,
    loop_length,
    sentence_again,
)

N_VOCAB = 20
END, NO_SPEECH, FIRST_TIME = 10, 12, 17
N_CTX = 120
SIZES = replace(CONFIG, n_vocab=N_VOCAB, n_text_ctx=40)


def logits_for(best: Sequence[int]) -> NDArray[np.float32]:
    """The first of `best` scores highest, the next a little less, and so on."""
    row = np.zeros(N_VOCAB, np.float32)
    for rank, token in enumerate(best):
        row[token] = 9.0 - rank
    return row


class ScriptedGraph:
    """Answers the k-th run with the k-th row of a script (the last for ever); keeps what it was given."""

    device = "cpu"

    def __init__(
        self,
        script: Sequence[NDArray[np.float32]],
        first: NDArray[np.float32] | None = None,
        looks_at: Sequence[int] = (),
    ) -> None:
        """looks_at: the frame each run's attention lies on; without it, attention holds the run's number."""
        self.looks_at = looks_at
        self.script = list(script)
        self.first = first if first is not None else np.zeros(N_VOCAB, np.float32)
        self.tokens: list[list[int]] = []
        self.rows: list[list[int]] = []
        self.n_past: list[int] = []

    def run(self, inputs: Mapping[str, Any], outputs: Sequence[str]) -> dict[str, Any]:
        k = len(self.tokens)
        tokens = inputs["tokens"]
        n_past = inputs["past_k_0"].shape[2]
        self.tokens.append(tokens[0].tolist())
        self.rows.append(inputs["rows"].tolist())
        self.n_past.append(n_past)
        assert inputs["cross_k_0"] == "cross"
        row = self.script[min(k, len(self.script) - 1)]
        results: dict[str, Any] = {}
        for name in outputs:
            if name == "logits":
                picked = [self.first, row] if len(inputs["rows"]) == 2 else [row]
                results[name] = np.stack(picked)[None]
            elif name == "attention":
                results[name] = np.full((2, tokens.shape[1], N_CTX), k, np.float32)
                if self.looks_at:
                    results[name][:] = 0.01
                    results[name][:, :, self.looks_at[k] - 3 : self.looks_at[k] + 4] = 1.0
            else:
                shape = (1, SIZES.n_heads, n_past + tokens.shape[1], SIZES.d_head)
                results[name] = np.zeros(shape, np.float32)
        return results

    def tensor(self, array: NDArray[Any]) -> Any:
        return array

    def array(self, tensor: Any) -> NDArray[np.float32]:
        return np.asarray(tensor, np.float32)


CROSS = {f"cross_{kind}_{i}": "cross" for i in range(2) for kind in ("k", "v")}


def decode(
    graph: ScriptedGraph,
    *,
    prompt: Sequence[int] = (15, 16),
    start_index: int = 0,
    forced: bool = False,
    n_most: int = 30,
    looped_over: Sequence[int] = (),
    suppressed: Sequence[int] = (),
    suppressed_at_start: Sequence[int] = (),
    with_times: bool = False,
    temperature: float = 0.0,
) -> Decoding:
    decoder = GreedyDecoder(
        graph,
        SIZES,
        suppressed=suppressed,
        suppressed_at_start=suppressed_at_start,
        end=END,
        no_speech=NO_SPEECH,
        first_timestamp=FIRST_TIME,
    )
    return decoder.decode(
        CROSS,
        prompt,
        start_index=start_index,
        forced=forced,
        n_most=n_most,
        n_frames=N_CTX,
        looped_over=looped_over,
        with_times=with_times,
        temperature=temperature,
    )


def script(*best: int | Sequence[int]) -> list[NDArray[np.float32]]:
    return [logits_for([b] if isinstance(b, int) else b) for b in best]


def test_tokens_until_the_end_of_text() -> None:
    graph = ScriptedGraph(script(3, 4, 5, END))
    result = decode(graph)
    assert result.tokens == (3, 4, 5)
    assert result.ended
    assert not result.looped
    assert graph.tokens == [[15, 16], [3], [4], [5]]
    assert graph.n_past == [0, 2, 3, 4]
    assert graph.rows == [[0, 1], [0], [0], [0]]


def test_rows_asked_for_are_the_start_and_the_last_of_the_prompt() -> None:
    graph = ScriptedGraph(script(3, END))
    decode(graph, prompt=[14, 1, 2, 15, 16, 7], start_index=3)
    assert graph.rows[0] == [3, 5]


def test_a_prompt_of_one_token() -> None:
    graph = ScriptedGraph(script(3, END))
    assert decode(graph, prompt=[15]).tokens == (3,)
    assert graph.rows == [[0, 0], [0]]


def test_attention_covers_the_prompt_and_every_token_that_was_read() -> None:
    attention = decode(ScriptedGraph(script(3, 4, END))).attention
    assert attention.shape == (2, 2 + 2, N_CTX)
    assert attention[0, :, 0].tolist() == [0, 0, 1, 2]


def test_suppressed_tokens_are_never_chosen() -> None:
    result = decode(ScriptedGraph(script([3, 4], [3, 5], [3, END])), suppressed=[3])
    assert result.tokens == (4, 5)


def test_tokens_suppressed_at_the_start_may_come_later() -> None:
    result = decode(ScriptedGraph(script([END, 3, 4], [3, 5], END)), suppressed_at_start=[END, 3])
    assert result.tokens == (4, 3)


def test_after_forced_text_the_end_may_follow_at_once() -> None:
    graph = ScriptedGraph(script([END, 4], END))
    result = decode(graph, forced=True, suppressed_at_start=[END])
    assert result.tokens == ()
    assert result.ended
    assert len(result.log_probabilities) == 1


@pytest.mark.parametrize("n_most", [1, 2, 7])
def test_at_most_so_many_tokens(n_most: int) -> None:
    result = decode(ScriptedGraph(script(*range(9), END)), n_most=n_most)
    assert result.tokens == tuple(range(n_most))
    assert not result.ended


def test_never_more_tokens_than_the_model_has_positions() -> None:
    graph = ScriptedGraph(script(*[i % 9 for i in range(100)]))
    result = decode(graph, prompt=list(range(5)) * 5, n_most=1000)
    assert 25 + len(result.tokens) < SIZES.n_text_ctx
    assert max(past + len(step) for past, step in zip(graph.n_past, graph.tokens, strict=True)) <= 40


def test_log_probabilities_are_those_of_the_choice_among_what_is_allowed() -> None:
    row = np.linspace(0, 2, N_VOCAB).astype(np.float32)
    row[3] = 4.0
    result = decode(ScriptedGraph([row, logits_for([END])]), suppressed=[1, 2])
    allowed = np.delete(row.astype(np.float64), [1, 2])
    expected = 4.0 - np.log(np.exp(allowed).sum())
    assert result.log_probabilities[0] == pytest.approx(expected, abs=1e-5)
    assert len(result.log_probabilities) == 2
    assert result.avg_log_probability == pytest.approx(sum(result.log_probabilities) / 2)


def test_large_logits_do_not_overflow() -> None:
    row = np.full(N_VOCAB, 1e4, np.float32)
    row[3] = 2e4
    result = decode(ScriptedGraph([row, logits_for([END])]))
    assert result.log_probabilities[0] == pytest.approx(0.0)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_network_that_gives_no_number_writes_no_words(value: float) -> None:
    row = logits_for([3])
    row[4] = value
    with pytest.raises(EngineError, match="no number"), np.errstate(invalid="ignore"):
        decode(ScriptedGraph([logits_for([3]), row]))


def test_no_speech_probability_is_that_at_the_start_token() -> None:
    first = np.zeros(N_VOCAB, np.float32)
    first[NO_SPEECH] = np.log(19.0)
    result = decode(ScriptedGraph(script(3, END), first))
    assert result.no_speech_probability == pytest.approx(0.5, abs=1e-5)


def test_nothing_decoded_has_an_average() -> None:
    empty = Decoding((), (), np.zeros((1, 1, 1), np.float32), 0.0, False, True)
    assert empty.avg_log_probability == 0.0


def test_a_loop_is_stopped() -> None:
    result = decode(ScriptedGraph(script(*[1, 2, 3] * 20)))
    assert result.looped
    assert not result.ended
    assert result.tokens == (1, 2, 3) * 3


def test_a_loop_that_began_in_the_forced_text_is_stopped() -> None:
    result = decode(ScriptedGraph(script(1, 2, 3, 4)), looped_over=[1, 2, 3, 1, 2, 3], forced=True)
    assert result.looped
    assert result.tokens == (1, 2, 3)


SENTENCE = [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_sentence_begun_again_without_sound_for_it_is_cut_off() -> None:
    looks_at = [*range(5, 110, 13), *[116] * 20]
    result = decode(ScriptedGraph(script(*SENTENCE * 3), looks_at=looks_at))
    assert result.tokens == tuple(SENTENCE)
    assert result.ended
    assert not result.looped
    assert len(result.log_probabilities) == len(SENTENCE) + 1
    assert result.attention.shape[1] == 2 + len(SENTENCE)


def test_a_sentence_said_twice_is_kept_twice() -> None:
    looks_at = range(4, 120, 6)
    result = decode(ScriptedGraph(script(*SENTENCE * 2, END), looks_at=looks_at))
    assert result.tokens == (*SENTENCE, *SENTENCE)
    assert result.ended
    assert result.attention.shape[1] == 2 + 2 * len(SENTENCE)


@given(st.lists(st.integers(0, 9), max_size=12), st.lists(st.integers(10, 99), min_size=7, max_size=40))
def test_a_sentence_that_comes_again_is_found(before: list[int], sentence: list[int]) -> None:
    found = sentence_again([*before, *sentence, *sentence])
    assert MAX_NGRAM < found <= len(sentence)


@given(st.lists(st.integers(), max_size=60, unique=True))
def test_no_sentence_comes_again_among_tokens_that_differ(tokens: list[int]) -> None:
    assert sentence_again(tokens) == 0
    assert sentence_again([*tokens[:6], *tokens[:6]]) == 0


def test_three_times_no_is_speech() -> None:
    assert decode(ScriptedGraph(script(4, 4, 4, END))).tokens == (4, 4, 4)


def test_times_are_written_but_are_no_text() -> None:
    graph = ScriptedGraph(script(FIRST_TIME, 3, 4, FIRST_TIME + 2, END))
    result = decode(graph, with_times=True)
    assert result.tokens == (3, 4)
    assert result.end_s == pytest.approx(0.04)
    assert result.ended
    assert graph.tokens == [[15, 16], [17], [3], [4], [19]]
    # The prompt but its last row, then the rows that chose 3, 4 and the time that closed them.
    assert result.attention[0, :, 0].tolist() == [0, 1, 2, 3]
    assert len(result.log_probabilities) == 3


def test_a_time_opens_the_text_and_comes_within_a_second() -> None:
    graph = ScriptedGraph(script([3, FIRST_TIME], 3, [END]))
    assert decode(graph, with_times=True).tokens == (3,)
    assert graph.tokens[1] == [FIRST_TIME]


def test_times_come_in_pairs_and_never_go_back() -> None:
    # 4 is likeliest after the closing time, where only another time or the end may follow.
    rows = script(FIRST_TIME, 3, FIRST_TIME + 1, [4, FIRST_TIME, FIRST_TIME + 1, END], 5, FIRST_TIME + 2, END)
    graph = ScriptedGraph(rows)
    result = decode(graph, with_times=True)
    assert result.tokens == (3, 5)
    assert [step[0] for step in graph.tokens[1:]] == [17, 3, 18, 18, 5, 19]


def test_a_time_is_written_where_all_times_together_are_likelier_than_any_word() -> None:
    spread = np.zeros(N_VOCAB, np.float32)
    spread[4] = 5.0
    spread[FIRST_TIME:] = 4.5
    result = decode(ScriptedGraph([*script(FIRST_TIME, 3), spread, *script(END)]), with_times=True)
    assert result.tokens == (3,)
    assert result.end_s is not None


def test_without_times_none_is_told() -> None:
    assert decode(ScriptedGraph(script(3, END))).end_s is None


def test_a_temperature_draws_the_same_in_every_run_and_not_only_the_likeliest() -> None:
    rows = [np.linspace(0, 0.5, N_VOCAB).astype(np.float32)]
    drawn = [decode(ScriptedGraph(rows), temperature=1.0, n_most=8).tokens for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 1


def test_languages_are_scored_among_themselves() -> None:
    row = np.zeros(N_VOCAB, np.float32)
    row[[4, 5, 6]] = np.log([1.0, 2.0, 5.0])
    row[0] = 50.0
    graph = ScriptedGraph([row])
    decoder = GreedyDecoder(
        graph,
        SIZES,
        suppressed=[5],
        suppressed_at_start=[],
        end=END,
        no_speech=NO_SPEECH,
        first_timestamp=FIRST_TIME,
    )
    np.testing.assert_allclose(decoder.language_scores(CROSS, 15, [4, 5, 6]), [0.125, 0.25, 0.625], rtol=1e-5)
    assert graph.tokens == [[15]]


@given(
    before=st.lists(st.integers(100, 200), max_size=20),
    gram=st.lists(st.integers(0, 50), min_size=1, max_size=MAX_NGRAM),
)
def test_an_n_gram_that_repeats_often_is_always_found(before: list[int], gram: list[int]) -> None:
    n = loop_length([*before, *gram * 6])
    assert 1 <= n <= len(gram)
    assert (gram * 6)[-n:] == (gram * 6)[-2 * n : -n]


@given(st.lists(st.integers(0, 3), max_size=40))
def test_what_is_found_does_repeat(tokens: list[int]) -> None:
    n = loop_length(tokens)
    if n:
        repeats = 6 if n <= 2 else 3
        assert tokens[-n * repeats :] == tokens[-n:] * repeats


@given(st.lists(st.integers(), max_size=60, unique=True))
def test_tokens_that_differ_are_no_loop(tokens: list[int]) -> None:
    assert loop_length(tokens) == 0


@given(st.lists(st.integers(0, 50), min_size=3, max_size=6, unique=True), st.integers(100, 200))
def test_two_copies_or_a_tail_that_differs_are_no_loop(gram: list[int], other: int) -> None:
    assert loop_length(gram * 2) == 0
    assert loop_length([*gram * 3, other]) == 0


def test_compression_ratio_tells_loops_from_speech() -> None:
    speech = (
        "Your computer listens to the sound, and writes down what it hears. Nothing that is said here ever "
        "leaves this machine, and these words appear as soon as they are spoken."
    )
    assert compression_ratio(speech) < COMPRESSION_LIMIT
    assert compression_ratio("and the people " * 12) > COMPRESSION_LIMIT
    assert compression_ratio("") < 1.0
