"""A Whisper's TensorRT engines: what they are built from, found in the cache or built. Any thread."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines import models
from engines.errors import EngineError, SightlineError, UsageError
from engines.recogniser import Progress
from engines.runtime import engine_cache, tensorrt_build
from engines.runtime.calibration import Method
from engines.runtime.engine_cache import EngineKey, EngineSet, Verdict
from engines.runtime.precision import Precision, check_precision
from engines.runtime.tensorrt_build import BuildCancelled, Shapes
from engines.types import Samples
from engines.whisper import card_calibration, card_graphs
from engines.whisper.card_layers import Quantisation
from engines.whisper.card_recogniser import graph_writers
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import Variables, WhisperConfig, read_weights

PARTS = ("encoder", "prefill", "step")
METHOD: Method = "percentile"
"""Entropy cuts the few large values that Whisper's layers depend on: more layers have to be left in fp16."""

USUAL_PROMPT_TOKENS = 32
SAMPLES_A_FRAME = card_graphs.samples_of(1.0) // 50
"""Samples behind one frame of the encoder."""


def profiles(config: WhisperConfig) -> dict[str, dict[str, Shapes]]:
    """Least, usual and largest shapes of what varies: contexts of 6 to 30 s, prompts of any length."""
    longest = config.n_audio_ctx
    shortest, usual = (
        min(longest, card_graphs.samples_of(seconds) // SAMPLES_A_FRAME)
        for seconds in (card_graphs.SHORTEST_CONTEXT_S, card_graphs.CARD_CONTEXTS_S[0])
    )
    contexts = (shortest, usual, longest)

    def shapes(of: Callable[[int], tuple[int, ...]], values: tuple[int, int, int]) -> Shapes:
        least, most_usual, largest = (of(value) for value in values)
        return least, most_usual, largest

    cross = shapes(lambda n: (1, config.n_heads, n, config.d_head), contexts)
    cross_profile = {
        f"cross_{kind}_{i}": cross for i in range(config.n_decoder_layers) for kind in ("k", "v")
    }
    n_prompts = (1, min(USUAL_PROMPT_TOKENS, config.n_text_ctx - 1), config.n_text_ctx - 1)
    return {
        "encoder": {"samples": shapes(lambda n: (1, n * SAMPLES_A_FRAME), contexts)},
        "prefill": {"tokens": shapes(lambda n: (1, n), n_prompts), **cross_profile},
        "step": cross_profile,
    }


def batched_profiles(config: WhisperConfig, rows: tuple[int, int, int]) -> dict[str, dict[str, Shapes]]:
    """The same for the graphs of card_batch_graphs.py. rows: least, usual and largest batch."""

    def with_rows(shapes: Shapes) -> Shapes:
        least, usual, largest = ((n, *shape[1:]) for n, shape in zip(rows, shapes, strict=True))
        return least, usual, largest

    def each(*shape: int) -> Shapes:
        return with_rows((shape, shape, shape))

    found = {
        part: {name: with_rows(shapes) for name, shapes in tensors.items()}
        for part, tensors in profiles(config).items()
    }
    found["prefill"] |= {"lengths": each(1), "start_index": each(1), "at_start": each(1, 1)}
    cache = each(1, config.n_heads, config.n_text_ctx, config.d_head)
    found["step"] |= {"token": each(1, 1), "position": each(1), "finished": each(1)}
    found["step"] |= {
        f"self_{kind}_{i}": cache for i in range(config.n_decoder_layers) for kind in ("k", "v")
    }
    return found


@dataclass(frozen=True, slots=True)
class _Source:
    """One model, read."""

    variables: Variables
    config: WhisperConfig
    tokens: WhisperTokens
    sha256: str


def _read(model: str, models_dir: Path) -> _Source:
    files = models.find_model(model, models_dir)
    variables, config = read_weights(files)
    return _Source(variables, config, WhisperTokens(files.tokenizer, config.n_vocab), files.sha256)


def _key(
    model: str, source: _Source, library: Any, precision: Precision, capabilities: Sequence[str]
) -> EngineKey:
    shapes = repr(sorted((part, sorted(each.items())) for part, each in profiles(source.config).items()))
    return EngineKey(
        model=Path(model).name or model,
        weights_sha256=source.sha256,
        graphs=f"{card_graphs.CARD_GRAPH_VERSION}-{card_graphs.source_digest()}",
        library=library.__name__,
        library_version=tensorrt_build.library_version(library),
        precision=precision,
        profiles=hashlib.sha256(shapes.encode()).hexdigest()[:16],
        capabilities=tuple(capabilities),
    )


def find_engines(
    model: str,
    *,
    models_dir: Path,
    cache_dir: Path,
    capability: str,
    precision: Precision = "fp16",
    library: str = "auto",
) -> tuple[EngineSet | None, Verdict]:
    """The engines of a model for one card, checked against what is here and byte for byte; else why not.

    Raises ModelError, and EngineError where TensorRT is not installed.
    """
    module = tensorrt_build.load_library(library)
    key = _key(model, _read(model, models_dir), module, precision, (capability,))
    return engine_cache.find(engine_cache.engines_dir(cache_dir), key)


def build_engines(
    model: str,
    *,
    models_dir: Path,
    cache_dir: Path,
    capabilities: Sequence[str],
    precision: Precision = "fp16",
    library: str = "auto",
    unmeasured: bool = False,
    recordings: Callable[[], Sequence[Samples]] = tuple,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> EngineSet:
    """Build the encoder, prefill and step engines, and put them in place together.

    capabilities: such as ("8.6", "8.9"). recordings: speech to calibrate with, asked for where a precision
    rounds activations; without any, what was kept of earlier ones serves. unmeasured: allow a precision whose
    errors have not been counted with this model. Raises UsageError, ModelError,
    InputFileError, EngineError, BuildCancelled; whatever is raised, nothing half-built is left.
    """
    report = progress or (lambda what, fraction: None)
    module = tensorrt_build.load_library(library)
    chosen = tensorrt_build.chosen_capabilities(module, capabilities)
    check_precision(precision, model, module.__name__, chosen, unmeasured=unmeasured)
    report("Checking the model", 0.0)
    source = _read(model, models_dir)
    key = _key(model, source, module, precision, chosen)
    quantisation = Quantisation(precision)
    if quantisation.with_activations:
        quantisation = _calibrated(source, precision, cache_dir, recordings, report, cancelled)
    writers = graph_writers(
        source.variables, source.config, source.tokens, fused_attention=True, quantisation=quantisation
    )
    shapes = profiles(source.config)
    folder = engine_cache.engines_dir(cache_dir)
    try:
        with engine_cache.staging(folder, key) as staged:
            for i, part in enumerate(PARTS):
                built = tensorrt_build.build_engine(
                    module,
                    writers[part](),
                    shapes[part],
                    capabilities=chosen,
                    report=_part_of(report, part, i),
                    cancelled=cancelled,
                )
                staged.add(f"{part}.engine", built.plan)
                staged.add(f"{part}.layers.json", built.report.to_json().encode())
            if cancelled():
                raise BuildCancelled
            engines = staged.finish()
    except OSError as error:
        raise EngineError(
            f"The engines could not be stored ({error.strerror or error}).",
            f"Make room or give access to {folder}, then try again.",
        ) from error
    engine_cache.remove_replaced(folder, engines)
    report("Ready", 1.0)
    return engines


def _calibrated(
    source: _Source,
    precision: Precision,
    cache_dir: Path,
    recordings: Callable[[], Sequence[Samples]],
    report: Progress,
    cancelled: Callable[[], bool],
) -> Quantisation:
    """By the recordings, which are kept for the next time; by what was kept where there are none."""
    path = card_calibration.calibration_path(cache_dir, source.sha256, METHOD)
    heard = recordings()
    kept = None if heard else card_calibration.read_calibration(path)
    if kept is not None:
        return kept.quantisation(precision)
    if not heard:
        raise UsageError(
            f"{precision} rounds what flows through the model, and must hear speech first to know how far.",
            "Give some recordings: --calibrate FILE...",
        )
    calibration = card_calibration.calibrate(
        source.variables,
        source.config,
        source.tokens,
        heard,
        method=METHOD,
        progress=report,
        cancelled=cancelled,
    )
    if cancelled():
        raise BuildCancelled
    card_calibration.write_calibration(calibration, path)
    return calibration.quantisation(precision)


def _part_of(report: Progress, part: str, i: int) -> tensorrt_build.Report:
    """One engine's fraction as a part of the whole."""
    return lambda fraction: report(f"Building the {part}", (i + fraction) / len(PARTS))


@dataclass(frozen=True, slots=True)
class Prepared:
    """Engines that may be loaded. rebuilt: why older ones could not be; "" where there was no reason to."""

    engines: EngineSet
    rebuilt: str


def prepare_engines(
    model: str,
    *,
    models_dir: Path,
    cache_dir: Path,
    capability: str,
    precision: Precision = "fp16",
    library: str = "auto",
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Prepared:
    """The engines for one card, built where there are none or those there are cannot be used.

    Raises as build_engines.
    """
    found, verdict = find_engines(
        model,
        models_dir=models_dir,
        cache_dir=cache_dir,
        capability=capability,
        precision=precision,
        library=library,
    )
    if found is not None:
        return Prepared(found, "")
    built = build_engines(
        model,
        models_dir=models_dir,
        cache_dir=cache_dir,
        capabilities=(capability,),
        precision=precision,
        library=library,
        progress=progress,
        cancelled=cancelled,
    )
    return Prepared(built, "" if verdict.state == "missing" else verdict.reason)


def state_of(engines: EngineSet, models_dir: Path) -> Verdict:
    """Whether engines found on the disk would be used here now: up to date, and whole."""
    try:
        module = tensorrt_build.load_library(engines.key.library)
        source = _read(engines.key.model, models_dir)
    except SightlineError as error:
        return Verdict("stale", str(error))
    wanted = _key(engines.key.model, source, module, engines.key.precision, engines.key.capabilities)
    verdict = engine_cache.difference(engines.key, wanted)
    return engine_cache.check_files(engines) if verdict.ready else verdict
