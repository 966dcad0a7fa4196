"""A Whisper on TensorRT: engines from the cache opened on the card at hand and joined to one network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engines import models
from engines.errors import EngineError
from engines.recogniser import Progress
from engines.runtime.device_memory import DeviceMemory, open_device
from engines.runtime.engine_cache import EngineSet
from engines.runtime.tensorrt_build import load_library
from engines.runtime.tensorrt_run import Specialise, TensorRtGraph, TensorRtRuntime
from engines.whisper.card_decoder import CardGraphs, CardNetwork
from engines.whisper.card_engines import PARTS, find_engines
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import WhisperConfig, read_weights


def tensorrt_network(
    model: str,
    config: WhisperConfig,
    tokens: WhisperTokens,
    *,
    models_dir: Path,
    cache_dir: Path,
    report: Progress,
) -> CardNetwork:
    """The engines that were built for this card. Raises ModelError; EngineError where there are none or they
    do not fit, CardDriverError, CardMemoryError."""
    library = load_library("auto")
    memory = open_device()
    try:
        with memory.current():
            capability = ".".join(map(str, memory.properties().compute_capability))
        engines, verdict = find_engines(
            model, models_dir=models_dir, cache_dir=cache_dir, capability=capability
        )
        if engines is None:
            raise EngineError(verdict.reason, f"Run `sightline engine build --model {model}`.")
        return open_engines(engines, library, memory, config, tokens, report=report)
    except BaseException:
        memory.close()
        raise


def open_engines(
    engines: EngineSet,
    library: Any,
    memory: DeviceMemory,
    config: WhisperConfig,
    tokens: WhisperTokens,
    *,
    report: Progress,
) -> CardNetwork:
    """The three engines on one stream; what was compiled for this card is kept beside them."""
    with memory.current():
        stream = memory.stream()
        card = memory.properties()
        jit_cache = engines.jit_cache(card.name, ".".join(map(str, card.driver)))
        runtime = TensorRtRuntime(library, memory, stream, jit_cache=jit_cache)
        graphs: list[TensorRtGraph] = []
        for i, part in enumerate(PARTS):
            report(f"Opening the {part}", 0.1 + 0.2 * i)
            # A prompt's length changes from pass to pass: compiling for each would take longer than it saves.
            changes = part == "prefill"
            how: Specialise = "NONE" if changes else "EAGER"
            plan = engines.engine(part).read_bytes()
            graphs.append(runtime.open(plan, one_context=changes, specialise=how))
    report("Compiling for this card", 0.7)
    network = CardNetwork(config, tokens, CardGraphs(*graphs), memory, stream, device="tensorrt")
    runtime.save_jit_cache()
    return network


def layer_times_ms(network: CardNetwork, n_runs: int) -> dict[str, dict[str, float]]:
    """Mean time of each layer of each engine (IProfiler), the shortest context and a short prompt."""
    times: dict[str, dict[str, float]] = {}
    with network.memory.current():
        for part, (graph, run) in network.first_runs().items():
            if isinstance(graph, TensorRtGraph):
                times[part] = graph.layer_times_ms(run, n_runs)
    return times


def measured_layers_ms(
    model: str, models_dir: Path, cache_dir: Path, n_runs: int
) -> dict[str, dict[str, float]]:
    """Opens the model's engines on the card and times their layers. Raises ModelError, EngineError."""
    files = models.find_model(model, models_dir)
    _, config = read_weights(files)
    network = tensorrt_network(
        model,
        config,
        WhisperTokens(files.tokenizer, config.n_vocab),
        models_dir=models_dir,
        cache_dir=cache_dir,
        report=lambda what, fraction: None,
    )
    try:
        return layer_times_ms(network, n_runs)
    finally:
        network.close()
