"""`bench`: start-up, pass times, real-time factor and memory on this machine, on the bundled clip."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from app.audio.file_source import read_whole
from app.bench_streams import measure_streams, streams_recogniser, streams_table
from app.events import peak_rss_mb
from app.model_choice import AUTO, processor_name
from app.parts import make_recogniser, sample_clip
from app.paths import Paths
from engines.recogniser import Recogniser
from engines.types import SAMPLE_RATE_HZ, RecognitionRequest, Samples

PASS_LENGTHS_S = (2.0, 5.0, 10.0, 20.0)


def run_bench(arguments: argparse.Namespace, paths: Paths) -> int:
    """Measure and print; the figures are medians of `--passes` passes after one to warm up."""
    if arguments.profile:
        from app.engine_profile import run_profile

        return run_profile(arguments, paths)
    if arguments.model == AUTO:
        arguments.retest = True
    started = time.perf_counter()
    recogniser = (streams_recogniser if arguments.streams else make_recogniser)(arguments, paths)
    load_s = time.perf_counter() - started
    with sample_clip() as clip:
        samples = read_whole(clip)
    try:
        figures: dict[str, Any] = {
            "machine": processor_name(),
            "system": platform.system(),
            "processors": os.cpu_count(),
            "engine": recogniser.engine,
            "model": recogniser.model,
            "load_seconds": round(load_s, 3),
        }
        if arguments.streams:
            figures |= measure_streams(recogniser, samples, arguments.streams, arguments.seconds)
        else:
            figures["passes"] = [
                _measure(recogniser, samples, length_s, arguments.passes)
                for length_s in _with_progress(PASS_LENGTHS_S)
            ]
    finally:
        recogniser.close()
    figures["peak_rss_mb"] = peak_rss_mb()
    table = streams_table if arguments.streams else _table
    print(json.dumps(figures) if arguments.json else table(figures))
    return 0


def _with_progress(lengths_s: Sequence[float]) -> Iterator[float]:
    """Says on the terminal what is being measured: a slow computer takes minutes."""
    for length_s in lengths_s:
        if sys.stderr.isatty():
            print(
                f"\rMeasuring passes over {length_s:g} s of speech ... ", end="", file=sys.stderr, flush=True
            )
        yield length_s
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _measure(recogniser: Recogniser, clip: Samples, length_s: float, n_passes: int) -> dict[str, Any]:
    """Passes over the first length_s of the clip, repeated to fill it."""
    samples = np.resize(clip, int(length_s * SAMPLE_RATE_HZ)).astype(np.float32)
    times_ms = []
    n_words = 0
    for i in range(n_passes + 1):
        request = RecognitionRequest(samples, 0, revision=i, language=recogniser.languages[0])
        started = time.perf_counter()
        hypothesis = recogniser.recognise(request)
        if i:
            times_ms.append((time.perf_counter() - started) * 1000)
        n_words = len(hypothesis.words)
    median_ms = float(np.median(times_ms))
    return {
        "audio_seconds": length_s,
        "words": n_words,
        "median_ms": round(median_ms, 1),
        "p95_ms": round(float(np.percentile(times_ms, 95)), 1),
        "real_time_factor": round(median_ms / 1000 / length_s, 4),
    }


def _table(figures: dict[str, Any]) -> str:
    lines = [
        f"{figures['model']} on {figures['engine']}; {figures['machine']}, {figures['processors']} cores",
        f"ready after {figures['load_seconds']:.2f} s, at most {figures['peak_rss_mb']} MB of memory",
        "",
        "sound    words  median    95 of 100 within  real-time factor",
    ]
    lines += [
        f"{row['audio_seconds']:4.0f} s  {row['words']:6d}  {row['median_ms']:5.0f} ms  "
        f"{row['p95_ms']:13.0f} ms  {row['real_time_factor']:16.3f}"
        for row in figures["passes"]
    ]
    return "\n".join(lines)
