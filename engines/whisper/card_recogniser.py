"""Whisper's card graphs built or taken from the cache, opened on the card, and joined to one network."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import onnx

from engines.recogniser import Progress
from engines.runtime.device_memory import DeviceMemory, Stream, open_device
from engines.runtime.onnx import open_cached
from engines.runtime.onnx_card import Capture, OnnxCardGraph
from engines.whisper import card_batch_graphs, card_graphs, card_step_onnx
from engines.whisper.card_batch import BATCH_SIZES, MOST_PROMPT, BatchedCardNetwork
from engines.whisper.card_decoder import CardGraphs, CardNetwork
from engines.whisper.card_layers import HALF, Quantisation
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import Array, WhisperConfig

Network = TypeVar("Network", CardNetwork, BatchedCardNetwork)


def graph_writers(
    variables: Mapping[str, Array],
    config: WhisperConfig,
    tokens: WhisperTokens,
    *,
    fused_attention: bool = False,
    quantisation: Quantisation = HALF,
) -> dict[str, Callable[[], onnx.ModelProto]]:
    """How to write "encoder", "prefill" and "step" of card_graphs.py for this model and its tokens."""
    languages = list(tokens.languages.values()) if tokens.multilingual else []
    return {
        "encoder": lambda: card_graphs.encoder_graph(variables, config, quantisation=quantisation),
        "prefill": lambda: card_graphs.prefill_graph(
            variables,
            config,
            first_time=tokens.first_timestamp,
            no_speech=tokens.no_speech,
            languages=languages,
            fused_attention=fused_attention,
            quantisation=quantisation,
        ),
        "step": lambda: card_graphs.step_graph(
            variables,
            config,
            first_time=tokens.first_timestamp,
            fused_attention=fused_attention,
            quantisation=quantisation,
        ),
    }


def onnx_card_network(
    variables: Mapping[str, Array],
    config: WhisperConfig,
    tokens: WhisperTokens,
    *,
    key: str,
    cache_dir: Path,
    report: Progress,
    memory: DeviceMemory | None = None,
    provider: str = "cuda",
    capture: Capture = "stream",
) -> CardNetwork:
    """The card graphs on ONNX Runtime's CUDA provider. key: what the weights are, for the cache. provider:
    "cpu" runs the same on the host's memory. Raises EngineError, CardDriverError, CardMemoryError."""
    writers = graph_writers(variables, config, tokens)
    writers["step"] = lambda: card_step_onnx.onnx_step_graph(
        variables, config, first_time=tokens.first_timestamp
    )
    code = f"{card_graphs.source_digest()}|{card_step_onnx.source_digest()}"
    version = card_graphs.CARD_GRAPH_VERSION
    return _opened(
        writers,
        memory or open_device(),
        key_of=lambda name: f"card|{name}|{version}|{code}|{key}",
        cache_dir=cache_dir,
        report=report,
        provider=provider,
        capture=capture,
        join=lambda graphs, memory, stream: CardNetwork(
            config, tokens, graphs, memory, stream, device=provider
        ),
    )


def _opened(
    writers: Mapping[str, Callable[[], onnx.ModelProto]],
    memory: DeviceMemory,
    *,
    key_of: Callable[[str], str],
    cache_dir: Path,
    report: Progress,
    provider: str,
    capture: Capture,
    join: Callable[[CardGraphs, DeviceMemory, Stream], Network],
) -> Network:
    """The three graphs opened on one stream, and joined to a network, which owns them and the memory then.

    key_of: a graph's name to its key in the cache.
    """
    opened: list[OnnxCardGraph] = []
    try:
        with memory.current():
            stream = memory.stream()
            for part, (name, write) in enumerate(writers.items()):
                report(f"Preparing the {name}", 0.1 + 0.25 * part)
                # A prompt's length changes from pass to pass; the other two are the same every time.
                own: Capture = "none" if name == "prefill" else capture

                def open_graph(path: Path, own: Capture = own) -> OnnxCardGraph:
                    return OnnxCardGraph(path, stream, device=provider, capture=own)

                opened.append(open_cached(key_of(name), write, cache_dir, open_graph))
        report("Warming up", 0.85)
        return join(CardGraphs(*opened), memory, stream)
    except BaseException:
        for graph in opened:
            graph.close()
        memory.close()
        raise


def batched_graph_writers(
    variables: Mapping[str, Array],
    config: WhisperConfig,
    tokens: WhisperTokens,
    *,
    fused: bool = False,
    on_cuda: bool = False,
) -> dict[str, Callable[[], onnx.ModelProto]]:
    """The same three of card_batch_graphs.py. fused: for ONNX Runtime alone; on_cuda: for its CUDA provider
    alone."""
    languages = list(tokens.languages.values()) if tokens.multilingual else []
    return {
        "encoder": lambda: (
            card_batch_graphs.fused_encoder_graph(variables, config, on_cuda=on_cuda)
            if fused
            else card_batch_graphs.batched_encoder_graph(variables, config)
        ),
        "prefill": lambda: card_batch_graphs.batched_prefill_graph(
            variables,
            config,
            first_time=tokens.first_timestamp,
            no_speech=tokens.no_speech,
            languages=languages,
        ),
        "step": lambda: card_batch_graphs.batched_step_graph(
            variables, config, first_time=tokens.first_timestamp, end=tokens.end, fused=fused
        ),
    }


def onnx_batched_network(
    variables: Mapping[str, Array],
    config: WhisperConfig,
    tokens: WhisperTokens,
    *,
    key: str,
    cache_dir: Path,
    report: Progress,
    memory: DeviceMemory | None = None,
    provider: str = "cuda",
    capture: Capture = "stream",
    contexts_s: Sequence[float] = card_graphs.CARD_CONTEXTS_S,
    sizes: Sequence[int] = BATCH_SIZES,
    most_prompt: int = MOST_PROMPT,
    fused: bool = True,
) -> BatchedCardNetwork:
    """As onnx_card_network, for many streams."""
    code = f"{card_batch_graphs.source_digest()}|{card_step_onnx.source_digest()}"
    version = card_graphs.CARD_GRAPH_VERSION
    return _opened(
        batched_graph_writers(variables, config, tokens, fused=fused, on_cuda=provider == "cuda"),
        memory or open_device(),
        key_of=lambda name: f"card-batched|{name}|{provider}-{fused}|{version}|{code}|{key}",
        cache_dir=cache_dir,
        report=report,
        provider=provider,
        capture=capture,
        join=lambda graphs, memory, stream: BatchedCardNetwork(
            config,
            tokens,
            graphs,
            memory,
            stream,
            device=provider,
            contexts_s=contexts_s,
            sizes=sizes,
            most_prompt=most_prompt,
        ),
    )
