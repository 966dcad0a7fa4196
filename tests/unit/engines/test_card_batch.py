"""Several windows decoded together on the host's memory: each row's tokens are those it has alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from host_memory import HostMemory
from test_card_decoder import CONFIG_HERE, CONTEXTS_S, TOKENS, OnHost, sound
from tiny_whisper import random_variables

from engines.errors import CardLostError
from engines.runtime.onnx_card import OnnxCardGraph
from engines.whisper.card_batch import BatchedCardNetwork
from engines.whisper.card_decoder import CardGraphs, CardNetwork
from engines.whisper.card_graphs import samples_of
from engines.whisper.card_recogniser import batched_graph_writers, graph_writers
from engines.whisper.decoder import Decoding
from engines.whisper.network import Window

PROMPTS = ([36, 34, 8], [36, 34], [36, 34, 8, 1, 2], [34], [36, 34, 9, 9, 9, 4])


def batched(
    *, fused: bool = True, can_capture: bool = True, sizes: tuple[int, ...] = (1, 2, 4)
) -> tuple[BatchedCardNetwork, HostMemory, list[OnHost]]:
    memory = HostMemory()
    stream = memory.stream()
    writers = batched_graph_writers(random_variables(), CONFIG_HERE, TOKENS, fused=fused)
    graphs = [
        OnHost(
            OnnxCardGraph(write().SerializeToString(), stream, device="cpu"),
            memory,
            can_capture=can_capture and name != "prefill",
        )
        for name, write in writers.items()
    ]
    network = BatchedCardNetwork(
        CONFIG_HERE,
        TOKENS,
        CardGraphs(*graphs),
        memory,
        stream,
        device="cuda",
        contexts_s=CONTEXTS_S,
        sizes=sizes,
        most_prompt=8,
    )
    return network, memory, graphs


@pytest.fixture(scope="module")
def alone() -> CardNetwork:
    memory = HostMemory()
    stream = memory.stream()
    graphs = [
        OnHost(OnnxCardGraph(write().SerializeToString(), stream, device="cpu"), memory, can_capture=False)
        for write in graph_writers(random_variables(), CONFIG_HERE, TOKENS).values()
    ]
    return CardNetwork(
        CONFIG_HERE, TOKENS, CardGraphs(*graphs), memory, stream, device="cuda", contexts_s=CONTEXTS_S
    )


def window(seed: int, n_samples: int, *, forced: bool = False, n_most: int = 7) -> Window:
    prompt = PROMPTS[seed % len(PROMPTS)]
    start = min(1, len(prompt) - 1)
    return Window(sound(n_samples, seed), prompt, start, forced, n_most, 0)


def by_itself(network: CardNetwork, each: Window, n_frames: int) -> Decoding:
    return network.decode(
        network.encode(each.samples, n_frames),
        each.prompt,
        start_index=each.start_index,
        forced=each.forced,
        n_most=each.n_most,
        n_frames=each.n_frames,
        looped_over=each.looped_over,
    )


@pytest.mark.parametrize("fused", [True, False])
@pytest.mark.parametrize("can_capture", [True, False])
def test_a_row_says_what_it_says_alone(alone: CardNetwork, fused: bool, can_capture: bool) -> None:
    network, memory, _ = batched(fused=fused, can_capture=can_capture)
    assert network.n_captured == (18 if can_capture else 0)
    lengths = [0, 900, 2500, 6000, 6400]
    n_tokens = []
    # Full batches, batches with idle rows, and a context after another; the last is the first again.
    for n_rows, n_frames, first in ((4, 40, 0), (3, 20, 4), (1, 40, 9), (2, 20, 11), (4, 40, 0)):
        windows = [
            window(seed, min(lengths[seed % 5], n_frames * 160), forced=bool(seed % 2), n_most=2 + seed % 6)
            for seed in range(first, first + n_rows)
        ]
        found = network.decode_together(windows, network.n_samples_of(n_frames))
        for each, decoding in zip(windows, found, strict=True):
            expected = by_itself(alone, each, n_frames)
            assert decoding.tokens == expected.tokens
            assert (decoding.ended, decoding.looped) == (expected.ended, expected.looped)
            assert decoding.log_probabilities == pytest.approx(expected.log_probabilities, abs=0.02)
            assert decoding.no_speech_probability == pytest.approx(expected.no_speech_probability, rel=0.03)
            assert decoding.attention.shape == expected.attention.shape
            assert np.allclose(decoding.attention, expected.attention, atol=0.01)
            n_tokens.append(len(decoding.tokens))
    assert len(set(n_tokens)) > 2, "rows end at different steps"
    assert memory.depth == 0


def test_a_pass_allocates_nothing() -> None:
    network, memory, graphs = batched()
    network.decode_together([window(seed, 3000) for seed in range(4)], network.n_samples_of(40))
    before = memory.n_allocations, len(memory.buffers), [graph.n_bound for graph in graphs]
    for n_rows in (4, 3, 4):
        network.decode_together([window(seed, 3000) for seed in range(n_rows)], network.n_samples_of(40))
    assert (memory.n_allocations, len(memory.buffers), [graph.n_bound for graph in graphs]) == before


def test_what_does_not_fit_is_refused() -> None:
    network, _, graphs = batched()
    n_samples = network.n_samples_of(40)
    assert n_samples == samples_of(0.4)
    assert network.decode_together([], n_samples) == []
    too_long: list[Any] = [
        [window(0, 100)] * 5,
        [window(0, 7000)],
        [Window(sound(10), [1] * 9, 0, False, 3, 0)],
        [Window(sound(10), [], 0, False, 3, 0)],
    ]
    for windows in too_long:
        with pytest.raises(ValueError, match="do not fit"):
            network.decode_together(windows, n_samples)
    with pytest.raises(ValueError, match="no encoder length"):
        network.n_samples_of(41)
    network.close()
    network.close()
    assert [graph.n_closed for graph in graphs] == [1, 1, 1]


def test_a_lost_card_is_told() -> None:
    network, memory, _ = batched()
    memory.lost = True
    with pytest.raises(CardLostError):
        network.decode_together([window(0, 100)], network.n_samples_of(40))
    assert memory.depth == 0
