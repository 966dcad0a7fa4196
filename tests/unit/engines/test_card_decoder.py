"""The card's decoder on the host's memory: the processor's tokens, nothing allocated in a pass, faults."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from host_memory import HostMemory
from tiny_whisper import CONFIG, random_variables

from engines.errors import CardLostError, CardMemoryError, EngineError
from engines.runtime.card_graph import BoundRun, CardGraph, Placed, Replay
from engines.runtime.onnx import OnnxGraph
from engines.runtime.onnx_card import OnnxCardGraph, translated
from engines.types import Samples
from engines.whisper.card_decoder import CardGraphs, CardNetwork
from engines.whisper.card_recogniser import graph_writers
from engines.whisper.graphs import decoder_graph, encoder_graph
from engines.whisper.network import GraphNetwork, QueueingNetwork

CONTEXTS_S = (0.2, 0.4)
END, NO_SPEECH = 30, 31
SUPPRESSED = [3, 5, 32, 33, 34, 35, 36]
LANGUAGES = {"en": 34, "de": 35}
CONFIG_HERE = replace(CONFIG, suppressed_at_start=(END, 7))
TOKENS: Any = SimpleNamespace(
    end=END,
    first_timestamp=34,
    no_speech=NO_SPEECH,
    special=lambda: SUPPRESSED,
    multilingual=True,
    languages=LANGUAGES,
)


class OnHost:
    """An OnnxCardGraph whose runs are queued on the played card, so that a capture can hold them."""

    def __init__(self, graph: OnnxCardGraph, memory: HostMemory, *, can_capture: bool) -> None:
        self.graph, self.memory, self.can_capture = graph, memory, can_capture
        self.n_bound = self.n_closed = 0

    def bind(self, tensors: Mapping[str, Placed]) -> BoundRun:
        self.n_bound += 1
        for name, (address, shape) in tensors.items():
            self.memory.view(address, int(np.prod(shape)) * np.dtype(self.graph.types[name]).itemsize)
            assert address % 256 == 0
        run = self.graph.bind(tensors)
        memory = self.memory

        class Queued:
            def enqueue(self) -> None:
                memory.do(run.enqueue)

        return Queued()

    def close(self) -> None:
        self.n_closed += 1


@pytest.fixture(scope="module")
def weights() -> dict[str, Any]:
    return random_variables()


Opened = tuple[CardNetwork, HostMemory, list[OnHost]]


@pytest.fixture
def opened(weights: dict[str, Any]) -> Callable[..., Opened]:
    def build(memory: HostMemory | None = None, *, can_capture: bool = True) -> Opened:
        memory = memory or HostMemory()
        stream = memory.stream()
        graphs = [
            OnHost(
                OnnxCardGraph(write().SerializeToString(), stream, device="cpu"),
                memory,
                can_capture=can_capture and name != "prefill",
            )
            for name, write in graph_writers(weights, CONFIG_HERE, TOKENS).items()
        ]
        network = CardNetwork(
            CONFIG_HERE, TOKENS, CardGraphs(*graphs), memory, stream, device="cuda", contexts_s=CONTEXTS_S
        )
        return network, memory, graphs

    return build


@pytest.fixture(scope="module")
def exact(weights: dict[str, Any]) -> GraphNetwork:
    encoder, decoder = (
        OnnxGraph(write(weights, CONFIG_HERE).SerializeToString(), n_threads=1)
        for write in (encoder_graph, decoder_graph)
    )
    return GraphNetwork(CONFIG_HERE, TOKENS, encoder, decoder)


def sound(n_samples: int, seed: int = 0) -> Samples:
    return np.random.default_rng(seed).normal(0, 0.1, n_samples).astype(np.float32)


HOW: dict[str, Any] = {"start_index": 1, "forced": False, "n_most": 9, "n_frames": 0, "looped_over": ()}


@pytest.mark.parametrize("can_capture", [True, False])
def test_the_card_chooses_what_the_processor_chooses(
    opened: Callable[..., Opened], exact: GraphNetwork, can_capture: bool
) -> None:
    network, memory, _ = opened(can_capture=can_capture)
    assert network.n_captured == (6 if can_capture else 0)
    # The second is shorter, in another context, and the third is the first again.
    for n_samples, n_frames, seed in ((6000, 40, 1), (2500, 20, 2), (6000, 40, 1)):
        samples = sound(n_samples, seed)
        prompt = [36, 34, 8]
        found = network.decode(network.encode(samples, n_frames), prompt, **HOW)
        expected = exact.decode(exact.encode(samples, n_frames), prompt, **HOW)
        assert found.tokens == expected.tokens
        assert len(found.tokens) > 3
        assert found.log_probabilities == pytest.approx(expected.log_probabilities, abs=0.02)
        assert found.no_speech_probability == pytest.approx(expected.no_speech_probability, rel=0.02)
        assert found.attention.shape == expected.attention.shape
        assert np.allclose(found.attention, expected.attention, atol=0.01)
    assert memory.depth == 0


@pytest.mark.parametrize("seed", range(4))
def test_the_card_writes_the_times_that_the_processor_writes(
    opened: Callable[..., Opened], exact: GraphNetwork, seed: int
) -> None:
    network, memory, _ = opened()
    samples, how = sound(6000, seed), {**HOW, "with_times": True}
    n_before = memory.n_allocations
    found = network.decode(network.encode(samples, 40), [36, 8], **how)
    expected = exact.decode(exact.encode(samples, 40), [36, 8], **how)
    assert expected.end_s is not None
    assert found.end_s == expected.end_s
    assert found.tokens == expected.tokens
    assert found.log_probabilities == pytest.approx(expected.log_probabilities, abs=0.03)
    assert np.allclose(found.attention, expected.attention, atol=0.01)
    # Nothing of it is left for the next pass, which writes none.
    plain = [each.decode(each.encode(samples, 40), [36, 34, 8], **HOW) for each in (network, exact)]
    assert plain[0].tokens == plain[1].tokens
    assert plain[0].end_s is None
    assert memory.n_allocations == n_before


def test_what_is_suppressed_at_the_start_may_follow_a_forced_prefix(
    opened: Callable[..., Opened], exact: GraphNetwork
) -> None:
    network, *_ = opened()
    for forced in (False, True):
        for prompt in ([36, 34, n] for n in range(8)):
            how = {**HOW, "forced": forced, "n_most": 1}
            found = network.decode(network.encode(sound(6000), 40), prompt, **how)
            assert found.tokens == exact.decode(exact.encode(sound(6000), 40), prompt, **how).tokens


def test_a_pass_allocates_nothing(opened: Callable[..., Opened]) -> None:
    network, memory, graphs = opened()
    n_before = memory.n_allocations, len(memory.buffers)
    for n_samples in (6000, 100, 0, 6400):
        network.decode(network.encode(sound(n_samples), 40), [36, 34, 8], **HOW)
    assert (memory.n_allocations, len(memory.buffers)) == n_before
    n_bound = [graph.n_bound for graph in graphs]
    network.decode(network.encode(sound(6000), 40), [36, 34, 8], **HOW)
    assert [graph.n_bound for graph in graphs] == n_bound


def test_every_token_is_one_launch_and_one_more_is_queued_ahead(opened: Callable[..., Opened]) -> None:
    network, memory, _ = opened()
    encoded = network.encode(sound(6000), 40)
    n_launches = memory.n_launches
    decoding = network.decode(encoded, [36, 34, 8], **HOW)
    assert memory.n_launches - n_launches == len(decoding.log_probabilities)


def test_the_text_may_fill_the_whole_context(opened: Callable[..., Opened], exact: GraphNetwork) -> None:
    network, *_ = opened()
    prompt = [36, 34, 8]
    how = {**HOW, "n_most": 99, "looped_over": ()}
    found = network.decode(network.encode(sound(6000), 40), prompt, **how)
    assert found.tokens == exact.decode(exact.encode(sound(6000), 40), prompt, **how).tokens
    # The longest prompt that leaves room for one token.
    longest = [36, *([34, 8] * CONFIG.n_text_ctx)][: CONFIG.n_text_ctx - 2]
    found = network.decode(network.encode(sound(6000), 40), longest, **how)
    assert found.tokens == exact.decode(exact.encode(sound(6000), 40), longest, **how).tokens


def test_languages_are_scored_as_on_the_processor(opened: Callable[..., Opened], exact: GraphNetwork) -> None:
    network, *_ = opened()
    languages = list(LANGUAGES.values())
    found = network.language_scores(network.encode(sound(6000), 40), 36, languages)
    expected = exact.language_scores(exact.encode(sound(6000), 40), 36, languages)
    assert np.allclose(found, expected, atol=0.01)
    with pytest.raises(ValueError, match="order"):
        network.language_scores(network.encode(sound(6000), 40), 36, languages[::-1])


def test_a_card_that_is_too_small_says_so(opened: Callable[..., Opened]) -> None:
    with pytest.raises(CardMemoryError):
        opened(HostMemory(n_bytes=10_000))


def test_a_card_that_is_lost_in_a_pass_says_so_and_can_be_closed(opened: Callable[..., Opened]) -> None:
    network, memory, graphs = opened()
    encoded = network.encode(sound(6000), 40)
    memory.lost = True
    with pytest.raises(CardLostError):
        network.decode(encoded, [36, 34, 8], **HOW)
    assert memory.depth == 0
    network.close()
    network.close()
    assert [graph.n_closed for graph in graphs] == [1, 1, 1]
    assert not memory.buffers


def test_work_that_cannot_be_captured_goes_on_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    memory = HostMemory()
    stream = memory.stream()
    runs = []

    def work() -> None:
        if memory._captured is not None:
            raise EngineError("operation not permitted when stream is capturing")
        runs.append(1)

    with memory.current():
        replay = Replay(memory, stream, work)
        assert not replay.capture()
        assert "piece by piece" in caplog.text
        n_runs = len(runs)
        replay.enqueue()
        assert len(runs) == n_runs + 1
        memory.synchronise(stream)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("CUDA failure 2: out of memory ; GPU=0", CardMemoryError),
        ("BFCArena::AllocateRawInternal Failed to allocate memory for requested buffer", CardMemoryError),
        ("CUDA failure 719: unspecified launch failure", CardLostError),
        ("Invalid rank for input: token", EngineError),
    ],
)
def test_onnx_runtime_s_errors_are_told_apart(text: str, kind: type[Exception]) -> None:
    assert type(translated(RuntimeError(text), "A pass failed")) is kind


def test_a_graph_is_a_card_graph(weights: dict[str, Any]) -> None:
    writers = graph_writers(weights, CONFIG_HERE, TOKENS)
    graph: CardGraph = OnnxCardGraph(
        writers["step"]().SerializeToString(), HostMemory().stream(), device="cpu"
    )
    assert not graph.can_capture
    graph.close()


def test_the_cuda_provider_is_asked_for_by_name(weights: dict[str, Any]) -> None:
    from engines.runtime.onnx import available_providers

    if "CUDAExecutionProvider" in available_providers():
        pytest.skip("this ONNX Runtime has CUDA")
    data = graph_writers(weights, CONFIG_HERE, TOKENS)["step"]().SerializeToString()
    with pytest.raises(EngineError, match="no CUDA provider"):
        OnnxCardGraph(data, HostMemory().stream())


def test_the_encoders_part_of_a_pass_is_the_cards_own_time(opened: Callable[..., Opened]) -> None:
    network, memory, _ = opened()
    assert isinstance(network, QueueingNetwork)
    began_s = time.perf_counter()
    network.decode(network.encode(sound(6000), 40), [36, 34, 8], **HOW)
    whole_ms = (time.perf_counter() - began_s) * 1000
    first, last = (mark.owner[-1] for mark in network._encoding)
    assert began_s < first < last
    assert network.encode_took_ms() == pytest.approx((last - first) * 1000)
    assert 0 < network.encode_took_ms() < whole_ms
    assert memory.depth == 0
