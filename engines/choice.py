"""Which engine recognises: the one asked for, or the best that has proved itself, and why not a better."""

from __future__ import annotations

import hashlib
import logging
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from engines import models, trust, versions
from engines.cards import Card, find_cards
from engines.errors import EngineDistrustedError, EngineError, EngineLostError, SightlineError
from engines.fallback import EngineNotice, FallbackRecogniser, Host, News
from engines.recogniser import Progress, Recogniser, load_recogniser
from engines.runtime.engine_cache import EngineSet
from engines.runtime.engine_cache import Verdict as EngineState
from engines.runtime.host import HostedRecogniser, HostLimits
from engines.runtime.host_protocol import Load
from engines.types import Samples

log = logging.getLogger(__name__)

HOSTED = {"tensorrt": "tensorrt", "cuda": "cuda", "hosted-cpu": "cpu"}
"""Engines that live in a process of their own, best first, and what that process loads. hosted-cpu is for
developers: it drives the same processes, losses and returns on a computer without a card."""

CARD_ENGINES = ("tensorrt", "cuda")
"""Those that must prove themselves before they are used."""

EXAMINE_AGAIN = "Run `sightline engine verify` to examine it again."

PROCESSOR_LIMITS = HostLimits(pass_s=20.0, long_pass_s=60.0, beat_s=10.0)
"""A busy processor is slow without being stuck."""


@dataclass(frozen=True, slots=True)
class Place:
    """A model, and where models and engines are kept."""

    model: str
    models_dir: Path
    cache_dir: Path


@dataclass(frozen=True, slots=True)
class Candidate:
    """An engine that is here: what a verdict on it is about, and where that is kept, beside the engine."""

    identity: trust.Identity
    verdict_path: Path


@dataclass(frozen=True, slots=True)
class Option:
    """An engine, and why it cannot be used here: "" where it can. proved: it has been examined."""

    engine: str
    why_not: str = ""
    advice: str = ""
    proved: bool = False


@dataclass(frozen=True, slots=True)
class _Found:
    """The card, the TensorRT library, and the engines, or None and the state that says why not."""

    card: Card
    library: Any
    engines: EngineSet | None
    state: EngineState

    @property
    def capability(self) -> str:
        return f"{self.card.capability:.1f}"


def load_engine(
    model: str,
    *,
    engine: str,
    models_dir: Path,
    cache_dir: Path,
    clip: Callable[[], Samples],
    n_threads: int | None = None,
    progress: Progress | None = None,
    wait: bool = True,
) -> Recogniser:
    """`model` on `engine`: "auto", "cpu", "cuda", "tensorrt" or "hosted-cpu".

    A card's engine comes with the processor's, which takes over when the card is lost. clip: speech for the
    examination of an engine that has not had one. wait: return when the card's engine has started or failed
    to; else begin on the processor. Raises ModelError; EngineError where the engine asked for cannot run on
    this computer at all.
    """
    place = Place(model, models_dir, cache_dir)
    if engine == "auto":
        engine = best(survey(place)).engine
        if engine != "tensorrt" and why_rebuild(place):
            engine = "tensorrt"
    elif engine == "tensorrt":
        # Engines that cannot be used are built.
        _look_for_tensorrt(place)
    elif engine in HOSTED:
        find_candidate(place, engine)
    spare = load_recogniser(
        model,
        engine="cpu",
        models_dir=models_dir,
        cache_dir=cache_dir,
        n_threads=n_threads,
        progress=progress,
    )
    if engine == "cpu":
        return spare
    news = News()
    told = progress if wait else None
    start = partial(start_trusted, place, engine, clip, n_threads, news=news, progress=told)
    recogniser = FallbackRecogniser(spare, start, wanted=engine, news=news)
    if wait:
        recogniser.wait()
    return recogniser


def start_host(
    place: Place, engine: str, n_threads: int | None = None, cancelled: threading.Event | None = None
) -> HostedRecogniser:
    """The engine in a process of its own. Raises EngineLostError."""
    what = Load(place.model, HOSTED[engine], str(place.models_dir), str(place.cache_dir), n_threads)
    limits = PROCESSOR_LIMITS if engine == "hosted-cpu" else None
    return HostedRecogniser(what, limits=limits, cancelled=cancelled)


def start_trusted(
    place: Place,
    engine: str,
    clip: Callable[[], Samples],
    n_threads: int | None,
    cancelled: threading.Event,
    news: News | None = None,
    progress: Progress | None = None,
) -> Host:
    """The engine in its process, examined first where it has not been, built anew where it cannot be used.

    Raises EngineError.
    """
    if engine not in CARD_ENGINES:
        return start_host(place, engine, n_threads, cancelled)
    if engine == "tensorrt":
        found = _look_for_tensorrt(place)
        if found.engines is None:
            _rebuild(place, found, cancelled, news or News(), progress)
            found = _look_for_tensorrt(place)
        candidate = _tensorrt_candidate(place, found)
    else:
        candidate = find_candidate(place, engine)
    verdict = _verdict(candidate)
    if verdict is not None and verdict.reason:
        raise EngineDistrustedError(verdict.reason, EXAMINE_AGAIN)
    host = start_host(place, engine, n_threads, cancelled)
    try:
        if verdict is None:
            verdict = examine(place, engine, host, clip(), cancelled)
        if verdict.reason:
            raise EngineDistrustedError(verdict.reason, EXAMINE_AGAIN)
    except BaseException:
        host.close()
        raise
    return host


def _verdict(candidate: Candidate) -> trust.Verdict | None:
    """What is known of the engine; None where it has to be examined."""
    identity = candidate.identity
    verdict = trust.recall(candidate.verdict_path)
    if verdict is None:
        log.info("the engine %s has not been examined", identity.engine)
    elif verdict.identity != identity:
        changed = ", ".join(identity.changed(verdict.identity))
        log.info("the engine %s is to be examined again, for its %s changed", identity.engine, changed)
    elif verdict.lasts:
        return verdict
    return None


def examine(
    place: Place,
    engine: str,
    host: Recogniser,
    clip: Samples,
    cancelled: threading.Event | None = None,
) -> trust.Verdict:
    """Compare a hosted engine with the processor's, and remember the verdict. Raises EngineError."""
    candidate = find_candidate(place, engine)
    # Not the spare, which may be busy with captions.
    reference = load_recogniser(
        place.model, engine="cpu", models_dir=place.models_dir, cache_dir=place.cache_dir
    )
    try:
        verdict = trust.examine(host, reference, clip, candidate.identity, cancelled)
    finally:
        reference.close()
    trust.remember(verdict, candidate.verdict_path)
    return verdict


def why_rebuild(place: Place) -> str:
    """Why the TensorRT engines that are here cannot be used though the card and the library are there.

    "" where they can, where there are none, or nothing can be done about it. Raises ModelError.
    """
    try:
        found = _look_for_tensorrt(place)
    except EngineError:
        return ""
    return "" if found.engines is not None or found.state.state == "missing" else found.state.reason


def _rebuild(
    place: Place, found: _Found, cancelled: threading.Event, news: News, progress: Progress | None
) -> None:
    """Build the engines; captions go on on the processor. Raises EngineError."""
    from engines.runtime.tensorrt_build import BuildCancelled
    from engines.whisper.card_engines import prepare_engines

    title = f"The TensorRT engine is being built for your card. {found.state.reason}"
    advice = "This takes a minute or two; captions run on the processor meanwhile."
    news.notices.put(EngineNotice("engine-building", "info", title, advice))

    def report(what: str, fraction: float) -> None:
        news.doing = f"tensorrt: {what[:1].lower()}{what[1:]}, {fraction:.0%}"
        if progress is not None:
            progress(what, fraction)

    try:
        prepare_engines(
            place.model,
            models_dir=place.models_dir,
            cache_dir=place.cache_dir,
            capability=found.capability,
            progress=report,
            cancelled=cancelled.is_set,
        )
        news.built = True
    except BuildCancelled:
        raise EngineLostError("it is no longer wanted") from None
    except EngineError as error:
        # The same would happen the next time, and a build keeps the processor busy.
        why_not = f"it could not be built: {str(error).rstrip('.')}"
        raise EngineDistrustedError(why_not, error.advice) from error
    finally:
        news.doing = ""


def survey(place: Place) -> tuple[Option, ...]:
    """Every engine, best first, and why it cannot be used. Starts none."""
    return (*(_option(place, engine) for engine in CARD_ENGINES), Option("cpu", proved=True))


def best(options: tuple[Option, ...]) -> Option:
    """The first that can be used; the processor always can."""
    return next(option for option in options if not option.why_not)


def _option(place: Place, engine: str) -> Option:
    try:
        candidate = find_candidate(place, engine)
    except SightlineError as error:
        return Option(engine, str(error).rstrip("."), error.advice)
    verdict = _verdict(candidate)
    if verdict is None:
        return Option(engine)
    return Option(engine, verdict.reason, EXAMINE_AGAIN if verdict.reason else "", proved=not verdict.reason)


def find_candidate(place: Place, engine: str) -> Candidate:
    """The engine of the model on this computer; starts nothing.

    Raises ModelError; EngineError where the computer lacks what the engine cannot do without.
    """
    if engine == "tensorrt":
        return _tensorrt_candidate(place, _look_for_tensorrt(place))
    from engines.runtime.onnx import available_providers, runtime_version
    from engines.whisper.card_graphs import source_digest

    card = None
    if engine == "cuda":
        if "CUDAExecutionProvider" not in available_providers():
            raise EngineError(
                "This ONNX Runtime has no CUDA provider.",
                "Install onnxruntime-gpu and an NVIDIA driver, or use --engine cpu.",
            )
        card = _first_card()
        versions.check_driver(card, "onnxruntime-gpu", runtime_version())
    identity = trust.Identity(
        engine=engine,
        model=models.find_model(place.model, place.models_dir).sha256,
        graphs=source_digest(),
        card=f"{card.name} {card.uuid}" if card else "",
        driver=card.driver if card else "",
        library=f"onnxruntime {runtime_version()}",
    )
    name = "".join(c if c.isalnum() or c in ".-" else "_" for c in place.model)
    return Candidate(identity, place.cache_dir / f"{name}.{engine}.verdict.json")


def _tensorrt_candidate(place: Place, found: _Found) -> Candidate:
    engines = found.engines
    if engines is None:
        raise EngineError(found.state.reason, f"Run `sightline engine build --model {place.model}`.")
    files = sorted((name, file.sha256) for name, file in engines.files.items())
    identity = trust.Identity(
        engine="tensorrt",
        model=engines.key.weights_sha256,
        graphs=hashlib.sha256(repr(files).encode()).hexdigest(),
        card=f"{found.card.name} {found.card.uuid}",
        driver=found.card.driver,
        library=f"{found.library.__name__} {engines.key.library_version}",
    )
    return Candidate(identity, engines.path / "verdict.json")


def _look_for_tensorrt(place: Place) -> _Found:
    """Reads the model and the engines whole. Raises ModelError; EngineError without a card or the library."""
    from engines.runtime.tensorrt_build import load_library
    from engines.whisper.card_engines import find_engines

    # First what is quick to find out: loading the library is not.
    card = _first_card()
    library = load_library("auto")
    versions.check_driver(card, library.__name__, str(getattr(library, "__version__", "")))
    engines, state = find_engines(
        place.model,
        models_dir=place.models_dir,
        cache_dir=place.cache_dir,
        capability=f"{card.capability:.1f}",
    )
    return _Found(card, library, engines, state)


def _first_card() -> Card:
    """The card that engines run on. Raises EngineError."""
    cards = find_cards()
    if not cards:
        raise EngineError(
            "The NVIDIA driver is missing or finds no card.", "Run `sightline doctor`, or use --engine cpu."
        )
    card = versions.chosen_card(cards, os.environ.get("CUDA_VISIBLE_DEVICES"))
    if card is None:
        raise EngineError(
            f"CUDA_VISIBLE_DEVICES ({os.environ['CUDA_VISIBLE_DEVICES']}) names none of the cards here.",
            "`nvidia-smi -L` lists them; unset it, or give one with --card.",
        )
    return card
