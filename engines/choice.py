"""Which engine recognises: the one asked for, or the best that has proved itself, and why not a better."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path

from engines.errors import EngineError
from engines.fallback import FallbackRecogniser, Host
from engines.recogniser import Progress, Recogniser, load_recogniser
from engines.runtime.host import HostedRecogniser, HostLimits
from engines.runtime.host_protocol import Load

HOSTED = {"tensorrt": "tensorrt", "cuda": "cuda", "hosted-cpu": "cpu"}
"""Engines that live in a process of their own, and what that process loads. hosted-cpu is for developers: it
drives the same processes, losses and returns on a computer without a card."""

PROCESSOR_LIMITS = HostLimits(pass_s=20.0, beat_s=10.0)
"""A busy processor is slow without being stuck."""


def load_engine(
    model: str,
    *,
    engine: str,
    models_dir: Path,
    cache_dir: Path,
    n_threads: int | None = None,
    progress: Progress | None = None,
    wait: bool = True,
) -> Recogniser:
    """`model` on `engine`: "auto", "cpu", "cuda", "tensorrt" or "hosted-cpu".

    A card's engine comes with the processor's, which takes over when the card is lost. wait: return when
    the card's engine has started or failed to; else begin on the processor. Raises ModelError; EngineError
    where the engine asked for cannot run on this computer at all.
    """
    load = partial(
        load_recogniser,
        model,
        models_dir=models_dir,
        cache_dir=cache_dir,
        n_threads=n_threads,
        progress=progress,
    )
    if engine not in HOSTED:
        return load(engine=engine)
    check_possible(engine)
    what = Load(model, HOSTED[engine], str(models_dir), str(cache_dir), n_threads)
    limits = PROCESSOR_LIMITS if engine == "hosted-cpu" else None

    def start(cancelled: threading.Event) -> Host:
        return HostedRecogniser(what, limits=limits, cancelled=cancelled)

    recogniser = FallbackRecogniser(load(engine="cpu"), start, wanted=engine)
    if wait:
        recogniser.wait()
    return recogniser


def check_possible(engine: str) -> None:
    """Raises EngineError where this computer lacks what the engine cannot do without."""
    if engine == "tensorrt":
        raise EngineError("There is no TensorRT engine in this version.", "Use --engine cpu or auto.")
    if engine == "cuda":
        from engines.runtime.onnx import available_providers

        if "CUDAExecutionProvider" not in available_providers():
            raise EngineError(
                "This ONNX Runtime has no CUDA provider.",
                "Install onnxruntime-gpu and an NVIDIA driver, or use --engine cpu.",
            )
