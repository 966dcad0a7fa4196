"""CTC models on an NVIDIA card through ONNX Runtime: which graph, over which shapes, with whose memory."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from pathlib import Path

import onnx

from engines.ctc import deepspeech2, wav2vec2_card
from engines.ctc.deepspeech2 import DeepSpeech2Weights, deepspeech2_graph
from engines.ctc.wav2vec2 import Wav2Vec2Weights
from engines.ctc.wav2vec2_card import wav2vec2_card_graph
from engines.runtime import graph_builder
from engines.runtime.card_session import CardSession, Shapes
from engines.runtime.device_memory import DeviceMemory, open_device
from engines.runtime.onnx import open_cached
from engines.runtime.onnx_card import Capture, OnnxCardGraph

Weights = Wav2Vec2Weights | DeepSpeech2Weights


def takes(weights: Weights) -> bool:
    """Whether the model hears pieces as a whole; one that keeps a state between calls goes another way."""
    return isinstance(weights, Wav2Vec2Weights) or weights.config.bidirectional


def results(weights: Weights) -> Callable[[Shapes], Shapes]:
    """The shape of log_probabilities for the inputs' shapes."""
    if isinstance(weights, Wav2Vec2Weights):
        heard = weights.config

        def of_samples(inputs: Shapes) -> Shapes:
            n_batch, n_samples = inputs["samples"]
            return {"log_probabilities": (n_batch, heard.n_frames(n_samples), heard.n_tokens)}

        return of_samples
    n_tokens = weights.config.n_tokens

    def of_columns(inputs: Shapes) -> Shapes:
        return {"log_probabilities": (deepspeech2.n_frames(inputs["features"][-1]), n_tokens)}

    return of_columns


def graph_of(weights: Weights, *, half: bool = True) -> Callable[[], onnx.ModelProto]:
    """What writes the graph. Recurrent layers stay fp32, see recogniser.graph_of."""
    if isinstance(weights, Wav2Vec2Weights):
        return lambda: wav2vec2_card_graph(weights, half=half)
    return lambda: deepspeech2_graph(weights)


def open_session(
    weights: Weights,
    *,
    key: str,
    cache_dir: Path,
    memory: DeviceMemory | None = None,
    provider: str = "cuda",
    capture: Capture = "stream",
) -> CardSession:
    """key: what the weights are, for the cache. provider: "cpu" runs the same, in fp32, on the host's memory.

    Raises EngineError, CardDriverError, CardMemoryError.
    """
    memory = memory or open_device()
    try:
        with memory.current():
            stream = memory.stream()
            graph = open_cached(
                f"ctc-card|{provider}|{source_digest()}|{key}",
                graph_of(weights, half=provider != "cpu"),
                cache_dir,
                lambda path: OnnxCardGraph(path, stream, device=provider, capture=capture),
            )
        return CardSession(graph, memory, stream, device=provider, results=results(weights))
    except BaseException:
        memory.close()
        raise


def source_digest() -> str:
    """A change of the code that writes the graphs rebuilds them."""
    text = "".join(map(inspect.getsource, (graph_builder, deepspeech2)))
    return hashlib.sha256((text + wav2vec2_card.source_digest()).encode()).hexdigest()[:16]
