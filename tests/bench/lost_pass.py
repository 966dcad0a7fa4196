"""What each loss of the engine's process costs a pass: from the request until the processor's words; a table.

The engine is a scripted one that crashes, hangs, stops or runs out of memory in the middle of a pass
(tests/unit/engines/scripted_host.py); the processor's model and every limit are those that people use.

    python tests/bench/lost_pass.py [--model tiny.en] [--data-dir DIR] [--times 5] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.audio.file_source import read_whole  # noqa: E402
from app.paths import find_paths  # noqa: E402
from engines.fallback import FallbackRecogniser, Host  # noqa: E402
from engines.recogniser import load_recogniser  # noqa: E402
from engines.runtime.host import HostedRecogniser  # noqa: E402
from engines.runtime.host_protocol import Load  # noqa: E402
from engines.types import SAMPLE_RATE_HZ, RecognitionRequest  # noqa: E402

SCRIPTED = [sys.executable, str(ROOT / "tests" / "unit" / "engines" / "scripted_host.py")]
FATES = {
    "crash": "SIGSEGV", "kill": "SIGKILL", "exit": "ends by itself", "memory": "out of memory",
    "hang": "hangs in a call", "hold": "hangs and holds Python's lock", "stop": "SIGSTOP",
}  # fmt: skip


def resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    paths = find_paths(arguments.data_dir)
    clip = read_whole(ROOT / "resources" / "clips" / "sample.flac")[: 5 * SAMPLE_RATE_HZ]
    before_mb = resident_mb()
    spare = load_recogniser(
        arguments.model, engine="cpu", models_dir=paths.models_dir, cache_dir=paths.cache_dir
    )
    spare_mb = resident_mb() - before_mb

    def start(cancelled: threading.Event) -> Host:
        what = Load(arguments.model, "scripted", "models", "cache")
        return HostedRecogniser(what, command=SCRIPTED, cancelled=cancelled)

    request = RecognitionRequest(clip, 0, 1, 1, language="en", is_final=True)
    started = time.perf_counter()
    spare.recognise(request)
    alone_ms = (time.perf_counter() - started) * 1000
    rows = []
    for fate, meaning in FATES.items():
        times_ms = []
        for _ in range(arguments.times):
            recogniser = FallbackRecogniser(spare, start, wanted="tensorrt")
            recogniser.wait()
            started = time.perf_counter()
            words = recogniser.recognise(replace(request, context=fate)).words
            times_ms.append((time.perf_counter() - started) * 1000)
            assert "Good" in words[0].text, "the processor did not hear it"
            recogniser.close()
        rows.append({"fate": meaning, "median_ms": round(median(times_ms)), "worst_ms": round(max(times_ms))})
    figures = {
        "model": arguments.model,
        "processor_alone_ms": round(alone_ms),
        "spare_resident_mb": round(spare_mb),
        "load_average": round(os.getloadavg()[0], 1),
        "fates": rows,
    }
    if arguments.json:
        print(json.dumps(figures))
        return 0
    print(f"{arguments.model}: 5 s of sound, from the request until the processor's words")
    for row in rows:
        print(f"{row['fate']:32} median {row['median_ms']:5d} ms  worst {row['worst_ms']:5d} ms")
    for name in ("processor_alone_ms", "spare_resident_mb", "load_average"):
        print(f"{name.replace('_', ' ')}: {figures[name]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
