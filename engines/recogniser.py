"""The protocol every recogniser serves, and the one place that loads one by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from engines.types import Hypothesis, RecognitionRequest

Progress = Callable[[str, float], None]
"""(what is being done, fraction 0..1); called from the thread that loads."""


class Recogniser(Protocol):
    """Sound in, words out. Not thread-safe: one thread at a time."""

    @property
    def model(self) -> str: ...

    @property
    def engine(self) -> str:
        """What it runs on: "cpu", "cuda" or "tensorrt"."""
        ...

    @property
    def languages(self) -> tuple[str, ...]: ...

    def recognise(self, request: RecognitionRequest) -> Hypothesis:
        """One blocking pass."""
        ...

    def close(self) -> None: ...


@runtime_checkable
class TogetherRecogniser(Protocol):
    """A Recogniser that can also hear several streams at once. Not thread-safe either."""

    @property
    def most_together(self) -> int: ...

    def bucket(self, request: RecognitionRequest) -> int:
        """Requests of one bucket can be recognised together."""
        ...

    def recognise_together(self, requests: Sequence[RecognitionRequest]) -> list[Hypothesis]:
        """One blocking pass of each, of one bucket, most_together at most."""
        ...


def load_for_streams(
    model: str, *, models_dir: Path, cache_dir: Path, most_together: int, progress: Progress | None = None
) -> Recogniser:
    """Load `model` on a CUDA card for many streams; one that cannot hear several at once as load_recogniser.

    Raises ModelMissingError, ModelDamagedError, EngineError.
    """
    from engines.own_models import is_ctc

    if is_ctc(model, models_dir):
        return load_recogniser(
            model, engine="cuda", models_dir=models_dir, cache_dir=cache_dir, progress=progress
        )
    from engines.whisper.recogniser import load_whisper_for_streams

    return load_whisper_for_streams(
        model, models_dir=models_dir, cache_dir=cache_dir, most_together=most_together, progress=progress
    )


def load_recogniser(
    model: str,
    *,
    engine: str = "auto",
    models_dir: Path,
    cache_dir: Path,
    n_threads: int | None = None,
    progress: Progress | None = None,
) -> Recogniser:
    """Load `model` on `engine` ("auto", "cpu", "cuda" or "tensorrt").

    Raises ModelMissingError, ModelDamagedError, EngineError.
    """
    from engines.own_models import is_ctc

    if is_ctc(model, models_dir):
        from engines.ctc.recogniser import load_ctc

        load: Callable[..., Recogniser] = load_ctc
    else:
        from engines.whisper.recogniser import load_whisper

        load = load_whisper
    return load(
        model,
        engine=engine,
        models_dir=models_dir,
        cache_dir=cache_dir,
        n_threads=n_threads,
        progress=progress,
    )
