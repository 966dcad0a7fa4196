"""Which model suits this computer, those that are still to be got included: from one short measurement."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app import model_choice
from app.model_choice import AUTO, BUDGET_S, FALLBACK, SpeedTest
from app.model_list import memory_mb
from engines import models
from engines.models import ModelSpec
from engines.types import Samples

MOST_OF_THE_MEMORY = 0.5
"""Of the computer's memory, for captions: people have other programs open."""


@dataclass(frozen=True, slots=True)
class Advice:
    """model: its name. pass_s: about what it takes for 10 s of speech. is_measured: no estimate."""

    model: str
    pass_s: float
    is_measured: bool
    keeps_up: bool

    def sentence(self, is_here: bool) -> str:
        """For a person."""
        takes = "takes" if self.is_measured else "should take about"
        speed = f"{self.model} {takes} {self.pass_s:.1f} s for 10 s of speech"
        if not self.keeps_up:
            return f"This computer is slow for live captions: {speed}. Nothing faster is to be had."
        here = "It is on this computer" if is_here else f"Get it: sightline models get {self.model}"
        return f"{self.model} suits this computer best: {speed}. {here}."


def measured(
    speed_file: Path,
    engine: str,
    n_threads: int | None,
    load: model_choice.Load,
    speech: Callable[[], Samples],
    *,
    retest: bool = False,
) -> SpeedTest:
    """The speed test of this machine, made in about 3 s of what comes with Sightline where there is none."""
    machine = model_choice.this_machine(engine, n_threads)
    test = model_choice.remembered(speed_file)
    if retest or test is None or test.machine != machine or not test.passes_s:
        spec = models.model_spec(FALLBACK)
        model_choice.choose([spec], machine, speed_file, load, speech, retest=True)
        test = model_choice.remembered(speed_file)
    return test or SpeedTest(machine, "")


def advise(test: SpeedTest, language: str = AUTO, memory_bytes: int | None = None) -> Advice | None:
    """The most accurate model of the language that has time and room here; None where nothing was measured.

    language: a code, or "auto" for models that find it out.
    """
    specs = [spec for spec in models.list_models() if _is_offered(spec, language)]
    known = [(spec, *_pass_s(spec, test)) for spec in specs if test.passes_s]
    if not known:
        return None
    room = memory_bytes if memory_bytes is not None else total_memory_bytes()
    for spec, pass_s, is_measured in reversed(known):
        fits = room is None or memory_mb(spec.parameters_m) * 1e6 <= MOST_OF_THE_MEMORY * room
        if fits and pass_s <= BUDGET_S:
            return Advice(spec.name, pass_s, is_measured, True)
    spec, pass_s, is_measured = min(known, key=lambda each: each[1])
    return Advice(spec.name, pass_s, is_measured, False)


def _is_offered(spec: ModelSpec, language: str) -> bool:
    # Those tuned for short sound are another's weights for the same work: for who knows what they are.
    if spec.name.startswith("acft-"):
        return False
    return "all" in spec.languages or language in spec.languages


def _pass_s(spec: ModelSpec, test: SpeedTest) -> tuple[float, bool]:
    """Measured, or about: the time grows with the parameters (tiny.en to base: 1.9 times as many, and on two
    cores 1.8 times the time)."""
    if spec.name in test.passes_s:
        return test.passes_s[spec.name], True
    sizes = {each.name: each.parameters_m for each in models.list_models()}
    measured = {name: took for name, took in test.passes_s.items() if name in sizes}
    if not measured:
        return float("inf"), False
    nearest = min(measured, key=lambda name: abs(sizes[name] - spec.parameters_m))
    return measured[nearest] * spec.parameters_m / sizes[nearest], False


def total_memory_bytes() -> int | None:
    """Of this computer; None where the system does not say."""
    with suppress(AttributeError, ValueError, OSError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return None
