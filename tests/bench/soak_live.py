"""Hours of live captions on a virtual clock: does memory grow, do the times of captions drift?

    nice -n 15 python tests/bench/soak_live.py [--hours 2] [--model tiny.en] [CLIP...]

A loop of shared clips with pauses between is captioned over and over; passes count as on a quiet machine, so
that a busy one soaks too. A line a minute of sound: resident memory. At the end: growth after the first ten
minutes (at most 10 MB), and drift: how far the starts of the same words of the last loops lie from those of
the first, each from the start of its loop (at most 0.1 s).
Ends with 1 when either is more.
"""

from __future__ import annotations

import argparse
import difflib
import gc
import os
import resource
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from app.captions.session import SessionSettings
from app.captions.types import CaptionUpdate
from app.paths import find_paths
from engines import models
from engines.recogniser import load_recogniser
from engines.speech.silero import SileroVad
from engines.types import SAMPLE_RATE_HZ, AudioBlock, Samples, Word
from tests.bench.virtual_live import (
    QUIET_COST,
    TimedRecogniser,
    VirtualClock,
    VirtualSource,
    english_clips,
    read_clip,
    run_live,
)

CLIPS = ["weather", "noisy_0db", "spontaneous_pauses", "librivox_dashwood", "kennedy_moon"]
PAUSES_S = (4.0, 11.0, 20.0)
GROWTH_LIMIT_MB = 10.0
DRIFT_LIMIT_S = 0.1
SETTLED_MIN = 10

Loop = list[Word]


class LoopedSource(VirtualSource):
    """The same sound over and over, `seconds` of it in all."""

    def __init__(self, samples: Samples, clock: VirtualClock, seconds: float) -> None:
        super().__init__(samples, clock)
        self._n_all = round(seconds * SAMPLE_RATE_HZ)
        self._n_played = 0

    @property
    def ended(self) -> bool:
        return self._n_played >= self._n_all

    def read(self, timeout_s: float) -> AudioBlock | None:
        if self.ended:
            return None
        n = min(int(0.03 * SAMPLE_RATE_HZ), self._n_all - self._n_played)
        ready_ns = (self._n_played + n) * 1_000_000_000 // SAMPLE_RATE_HZ
        if ready_ns > self._clock.now_ns:
            if ready_ns > self._clock.now_ns + timeout_s * 1e9:
                self._clock.now_ns += int(timeout_s * 1e9)
                return None
            self._clock.now_ns = ready_ns
        at = (self._n_played + np.arange(n)) % len(self._samples)
        block = AudioBlock(self._samples[at], self._n_played, 0, ready_ns)
        self._n_played += n
        return block


def resident_mb() -> float:
    """Resident memory now (Linux), else the most there was."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def drift_s(first: Loop, later: Loop) -> float | None:
    """Median difference of the starts of the words that both loops have; None when they share too few."""
    texts = [[word.text.strip().lower() for word in loop] for loop in (first, later)]
    pairs = [
        (first[block.a + k].start_s, later[block.b + k].start_s)
        for block in difflib.SequenceMatcher(None, *texts, autojunk=False).get_matching_blocks()
        for k in range(block.size)
    ]
    if len(pairs) < len(first) / 2:
        return None
    return statistics.median(b - a for a, b in pairs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clips", nargs="*", default=CLIPS)
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--model", choices=tuple(QUIET_COST), default="tiny.en")
    parser.add_argument("--data-dir", type=Path)
    args = parser.parse_args()
    paths = find_paths(args.data_dir)
    recogniser = load_recogniser(args.model, models_dir=paths.models_dir, cache_dir=paths.cache_dir)
    vad = SileroVad(models.find_silero(paths.models_dir))
    parts: list[Samples] = []
    for i, clip in enumerate(english_clips(args.clips)):
        pause_s = PAUSES_S[i % len(PAUSES_S)]
        parts += [read_clip(clip), np.zeros(round(pause_s * SAMPLE_RATE_HZ), np.float32)]
    sound = np.concatenate(parts)
    loop_s = len(sound) / SAMPLE_RATE_HZ
    clock = VirtualClock()
    loops: dict[int, Loop] = defaultdict(list)
    resident: list[float] = []
    started = time.monotonic()

    def on_update(update: CaptionUpdate, wall_s: float) -> None:
        for word in update.words:
            at = int(word.start_s // loop_s)
            loops[at].append(Word(word.text, word.start_s - at * loop_s, 0.0, 1.0))
        # Of the loops between the first and the last nothing is kept: they would be the growth.
        for at in [at for at in loops if 0 < at < max(loops) - 2]:
            del loops[at]

    class Watched(LoopedSource):
        def read(self, timeout_s: float) -> AudioBlock | None:
            if self._n_played / SAMPLE_RATE_HZ / 60 > len(resident) + 1:
                gc.collect()
                resident.append(resident_mb())
                print(f"{len(resident):4} min  {resident[-1]:7.1f} MB  {len(loops)} loops kept", flush=True)
            return super().read(timeout_s)

    source = Watched(sound, clock, args.hours * 3600)
    run_live(
        source,
        TimedRecogniser(recogniser, clock, cost=QUIET_COST[args.model]),
        vad,
        SessionSettings(language="en"),
        clock,
        on_update,
    )
    growth_mb = max(resident[SETTLED_MIN:], default=0.0) - (
        resident[SETTLED_MIN - 1] if len(resident) >= SETTLED_MIN else 0.0
    )
    found = {at: drift_s(loops[0], loop) for at, loop in loops.items() if 0 < at < max(loops)}
    drifts = {at: drift for at, drift in found.items() if drift is not None}
    worst = max((abs(drift) for drift in drifts.values()), default=None)
    print(
        f"{args.hours:g} h of sound in {(time.monotonic() - started) / 60:.0f} min, loops of {loop_s:.0f} s\n"
        f"growth after {SETTLED_MIN} min: {growth_mb:.1f} MB\n"
        f"drift of loops {sorted(drifts)} against the first: {worst} s"
    )
    return int(growth_mb > GROWTH_LIMIT_MB or worst is None or worst > DRIFT_LIMIT_S)


if __name__ == "__main__":
    sys.exit(main())
