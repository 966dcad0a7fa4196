"""Which model `auto` means: the best for the language that this machine has time for, from a test of 3 s.

The test is remembered for this machine, engine and version, and made again when one of them changes, when a
model was added, or when it was made on a busy machine.
"""

from __future__ import annotations

import json
import logging
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

from engines import models
from engines.errors import SightlineError
from engines.models import ModelSpec
from engines.recogniser import Recogniser
from engines.types import SAMPLE_RATE_HZ, RecognitionRequest, Samples, Task

log = logging.getLogger(__name__)

AUTO = "auto"
FALLBACK = "tiny.en"
"""Comes with Sightline."""
TEST_S = 3.0
"""For all models together, loading left out."""
TESTED_S = 10.0
"""Sound of one pass of the test."""
BUDGET_S = 0.6
"""Most that such a pass may take: one over 14 s, the longest usual window, is then done within a second, the
lag from which app.load counts captions as on time, and a first word is shown within a second of its end."""
HOPELESS = 4.0
"""A first pass of so many times the budget, warming up included, needs no second."""
FILE_BUDGET_S = TESTED_S / 3
"""The same for files, which need not keep up with anybody: three times as fast as they play."""
BUSY_LOAD = 0.75
"""Processes that want a core, for each core: above this the figures are another program's as well."""

Load = Callable[[str], Recogniser]


@dataclass(frozen=True, slots=True)
class Machine:
    """What the figures hold for."""

    processor: str
    n_cores: int
    engine: str
    n_threads: int
    version: str


@dataclass(frozen=True, slots=True)
class SpeedTest:
    """passes_s: median seconds of a pass over TESTED_S by model. day: ISO date. was_busy: the machine was."""

    machine: Machine
    day: str
    was_busy: bool = False
    passes_s: Mapping[str, float] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Choice:
    """model: its name. pass_s: what was measured, None where there was nothing to choose between.
    keeps_up: False when even this one is too slow. is_new: measured just now.
    """

    model: str
    pass_s: float | None = None
    keeps_up: bool = True
    is_new: bool = False


def this_machine(engine: str, n_threads: int | None) -> Machine:
    """The machine as it is now."""
    n_cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    try:
        ours = version("sightline")
    except PackageNotFoundError:
        ours = ""
    return Machine(processor_name(), n_cores, engine, n_threads or 0, ours)


def processor_name() -> str:
    """As its maker calls it; on some systems only the kind."""
    if sys.platform == "linux":
        with suppress(OSError):
            for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def is_busy(n_cores: int) -> bool:
    """Whether other programs want much of the processor; False where the system cannot say."""
    try:
        return os.getloadavg()[0] > BUSY_LOAD * n_cores
    except (AttributeError, OSError):
        return False


def remembered(path: Path) -> SpeedTest | None:
    """The last test, None when there is none that can be read."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        passes = {str(name): float(took) for name, took in raw["passes_s"].items()}
        return SpeedTest(Machine(**raw["machine"]), str(raw["day"]), bool(raw["was_busy"]), passes)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def remember(path: Path, test: SpeedTest) -> None:
    """Write the test, whole or not at all; a disk that is full costs another test, no more."""
    with suppress(OSError):
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(asdict(test), stream, indent=2)
        os.replace(temporary, path)


def candidates(models_dir: Path, language: str, task: Task) -> list[ModelSpec]:
    """The models on this computer that can do it, best first.

    language "auto": it has to be found out, so those of many languages come first.
    """
    able = [
        spec
        for spec in models.list_models()
        if models.is_present(spec.name, models_dir)
        and (task == "transcribe" or _is_multilingual(spec))
        and (language == AUTO or language in spec.languages or _is_multilingual(spec))
    ]
    finds_out = [spec for spec in able if language == AUTO and _is_multilingual(spec)]
    return [*reversed(finds_out), *reversed([spec for spec in able if spec not in finds_out])]


def expected(asked: str, models_dir: Path, speed_file: Path, language: str = AUTO) -> str:
    """`asked`, and for `auto` the model that it will mean as far as is known; measures nothing."""
    if asked != AUTO:
        return asked
    names = [spec.name for spec in candidates(models_dir, language, "transcribe")]
    test = remembered(speed_file)
    passes = test.passes_s if test is not None else {}
    fast = [name for name in names if passes.get(name, BUDGET_S + 1) <= BUDGET_S]
    return (fast or names[-1:] or [FALLBACK])[0]


def _is_multilingual(spec: ModelSpec) -> bool:
    return "all" in spec.languages


def choose(
    specs: Sequence[ModelSpec],
    machine: Machine,
    test_file: Path,
    load: Load,
    speech: Callable[[], Samples],
    *,
    retest: bool = False,
    budget_s: float = BUDGET_S,
    clock: Callable[[], float] = time.perf_counter,
) -> Choice:
    """The first of `specs`, best first, that keeps up; the fastest where none does.

    speech: gives sound for the test. budget_s: most that a pass of the test may take. Nothing is measured
    where there is nothing to choose.
    """
    names = [spec.name for spec in specs]
    if len(names) < 2 and not (retest and names):
        return Choice(names[0] if names else FALLBACK)
    test, is_new = _current(test_file, machine, retest=retest), False
    missing = [name for name in names if test is None or name not in test.passes_s]
    if test is None or missing:
        busy = is_busy(machine.n_cores)
        measured = dict(test.passes_s) if test is not None else {}
        for name in missing:
            with suppress(SightlineError):
                measured[name] = measure(load, name, speech(), TEST_S / len(missing), clock)
        test = SpeedTest(machine, time.strftime("%Y-%m-%d"), busy, measured)
        remember(test_file, test)
        log.info("speed test (busy: %s): %s", busy, measured)
        is_new = True
    known = [name for name in names if name in test.passes_s]
    if not known:
        return Choice(names[-1], is_new=is_new)
    for name in known:
        if test.passes_s[name] <= budget_s:
            return Choice(name, test.passes_s[name], True, is_new)
    fastest = min(known, key=lambda name: test.passes_s[name])
    return Choice(fastest, test.passes_s[fastest], False, is_new)


def _current(test_file: Path, machine: Machine, *, retest: bool) -> SpeedTest | None:
    """The remembered test where it still holds."""
    test = None if retest else remembered(test_file)
    if test is None or test.machine != machine or (test.was_busy and not is_busy(machine.n_cores)):
        return None
    return test


def measure(
    load: Load,
    name: str,
    samples: Samples,
    limit_s: float,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Median seconds of passes over TESTED_S of speech, as many as limit_s allows, the first left out
    unless it is the only one. Raises SightlineError when the model cannot be loaded.
    """
    recogniser = load(name)
    try:
        request = RecognitionRequest(samples[: round(TESTED_S * SAMPLE_RATE_HZ)], 0, language="en")
        times: list[float] = []
        began = clock()
        while len(times) < 2 or clock() - began + times[-1] < limit_s:
            started = clock()
            recogniser.recognise(request)
            times.append(clock() - started)
            if times[0] > HOPELESS * BUDGET_S:
                break
        return round(median(times[1:] or times), 3)
    finally:
        recogniser.close()
