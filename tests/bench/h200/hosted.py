"""`--engine cuda` in its own process on the H200: examined, timed, killed and back again; prints JSON.

    PYTHONPATH=/tmp/h200/site python3 tests/bench/h200/hosted.py --out /tmp/h200/out/hosted.json

After unpack.py of the parts 1 to 3. `--engine hosted-cpu` rehearses it on a computer without a card.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[2]), str(HERE)]

from driver import cuda_folders  # noqa: E402
from stages import PLACE  # noqa: E402
from words import clips  # noqa: E402

from engines import choice, trust  # noqa: E402
from engines.choice import Place  # noqa: E402
from engines.fallback import FallbackRecogniser  # noqa: E402
from engines.runtime.host import HostedRecogniser  # noqa: E402
from engines.types import SAMPLE_RATE_HZ, RecognitionRequest, Samples  # noqa: E402

BACK_WITHIN_S = 90.0


def heard(recogniser: Any, samples: Samples, number: int) -> tuple[str, float]:
    """The words of one whole utterance, and how long the pass took as seen from here, in ms."""
    request = RecognitionRequest(samples, 0, number, 1, language="en", is_final=True)
    started = time.perf_counter()
    words = recogniser.recognise(request).words
    return "".join(word.text for word in words), (time.perf_counter() - started) * 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="cuda")
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    # The child must find CUDA's libraries; this process is not asked to.
    folders = [*cuda_folders(), os.environ.get("LD_LIBRARY_PATH", "")]
    os.environ["LD_LIBRARY_PATH"] = os.pathsep.join(folder for folder in folders if folder)
    samples, _ = clips(argparse.Namespace(quick=False))
    clip = samples["jfk.flac"]
    place = Place("tiny.en", PLACE / "models", PLACE / "cache")
    hosts: list[HostedRecogniser] = []
    start_host = choice.start_host

    def remembered(*given: Any) -> HostedRecogniser:
        hosts.append(start_host(*given))
        return hosts[-1]

    choice.start_host = remembered
    found: dict[str, Any] = {"options": [asdict(option) for option in choice.survey(place)]}
    started = time.perf_counter()
    recogniser = choice.load_engine(
        place.model, engine=arguments.engine, models_dir=place.models_dir, cache_dir=place.cache_dir,
        clip=lambda: clip,
    )  # fmt: skip
    assert isinstance(recogniser, FallbackRecogniser)
    found["ready_s"] = round(time.perf_counter() - started, 1)
    found["engine"] = recogniser.engine
    verdict = trust.recall(choice.find_candidate(place, arguments.engine).verdict_path)
    if verdict is not None:
        found["verdict"] = {**asdict(verdict), "reason": verdict.reason}
    ten = clip[: 10 * SAMPLE_RATE_HZ]
    times = [heard(recogniser, ten, i)[1] for i in range(60)][10:]
    found["pass_10s_ms"] = {
        "median": round(float(np.median(times)), 2),
        "p99": round(float(np.percentile(times, 99)), 2),
    }
    text = heard(recogniser, ten, 100)[0]
    rows = []
    for i in range(arguments.kills if recogniser.engine == arguments.engine else 0):
        pid = hosts[-1].pid
        os.kill(pid, signal.SIGKILL)
        spoken, took_ms = heard(recogniser, ten, 200 + i)
        killed_at = time.perf_counter()
        while recogniser.engine != arguments.engine and time.perf_counter() - killed_at < BACK_WITHIN_S:
            time.sleep(0.05)
        back_s = time.perf_counter() - killed_at
        rows.append(
            {
                "pass_after_kill_ms": round(took_ms, 1),
                "same_words": spoken == text,
                "back_s": round(back_s, 1),
                "left": Path(f"/proc/{pid}").exists(),
                "same_words_after": heard(recogniser, ten, 300 + i)[0] == text,
                "engine": recogniser.engine,
            }
        )
    found["kills"] = rows
    found["notices"] = [notice.title for notice in recogniser.take_notices()]
    recogniser.close()
    found["processes_left"] = [host.pid for host in hosts if Path(f"/proc/{host.pid}").exists()]
    print(json.dumps(found, indent=1))
    if arguments.out:
        arguments.out.write_text(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
