"""Live captions while other programs take the processor: lag, what is given up, the time to recover.

Real time, the real model, real burners: child processes that do nothing but count, started and stopped here.

    python tests/bench/live_under_load.py [--model tiny.en] [--burners N] [--nice N] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import wave
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from app.audio.file_source import FileSource, read_whole
from app.captions.session import CaptionSession, SessionSettings
from app.captions.types import CaptionUpdate, UserNotice
from app.parts import faster_finder, make_detector, make_recogniser
from app.paths import find_paths
from app.pipeline import CaptionPipeline, PipelineStatus, SourceLine
from engines.types import SAMPLE_RATE_HZ

SPEECH = Path(os.environ.get("SIGHTLINE_SPEECH", Path(__file__).resolve().parents[3] / "shared" / "speech"))
CLIPS = ("two_cities.flac", "interview_ai.flac", "phone_car_loan.flac", "kennedy_moon.flac")
BURN = "while True: pass"


class Burners:
    """Child processes that take whole cores."""

    def __init__(self, n: int, nice: int) -> None:
        self._n, self._nice = n, nice
        self._running: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        command = [sys.executable, "-S", "-c", f"import os; os.nice({self._nice})\n{BURN}"]
        self._running = [subprocess.Popen(command) for _ in range(self._n)]

    def stop(self) -> None:
        for child in self._running:
            child.kill()
            child.wait()
        self._running = []


def speech(length_s: float, folder: Path) -> Path:
    """The clips one after another, as often as it takes."""
    parts = [read_whole(SPEECH / name) for name in CLIPS]
    whole = np.resize(np.concatenate(parts), round(length_s * SAMPLE_RATE_HZ))
    path = folder / "speech.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE_HZ)
        file.writeframes((whole * 32767).astype("<i2").tobytes())
    return path


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--burners", type=int, default=4 * (os.cpu_count() or 2))
    parser.add_argument("--nice", type=int, default=0, help="of the burners")
    parser.add_argument("--before", type=float, default=20.0, help="seconds before the load")
    parser.add_argument("--load", type=float, default=40.0, help="seconds of it")
    parser.add_argument("--after", type=float, default=40.0, help="seconds after it")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    paths = find_paths(args.data_dir)
    flags = argparse.Namespace(model=args.model, engine=None, threads=None, task="transcribe", language="en")
    recogniser = make_recogniser(flags, paths)
    statuses: list[tuple[float, PipelineStatus]] = []
    updates: list[tuple[float, CaptionUpdate]] = []
    notices: list[tuple[float, UserNotice]] = []
    with tempfile.TemporaryDirectory() as folder:
        source = FileSource(speech(args.before + args.load + args.after, Path(folder)), realtime=True)
        source.open()
        line = SourceLine(
            source,
            make_detector(paths, live=True),
            CaptionSession("file", SessionSettings(language="en", can_tell_language=False)),
        )
        pipeline = CaptionPipeline(
            [line],
            recogniser,
            on_update=lambda update, wall_s: updates.append((wall_s, update)),
            on_notice=lambda notice, wall_s: notices.append((wall_s, notice)),
            on_status=lambda status: statuses.append((pipeline.wall_s, status)),
            find_faster=faster_finder(flags, paths, recogniser),
        )
        burners = Burners(args.burners, args.nice)
        timers = [
            threading.Timer(args.before, burners.start),
            threading.Timer(args.before + args.load, burners.stop),
        ]
        for timer in timers:
            timer.start()
        try:
            pipeline.run()
        finally:
            for timer in timers:
                timer.cancel()
            burners.stop()
        source.close()
    recogniser.close()
    report(args, statuses, updates, notices, pipeline.totals.n_lost / SAMPLE_RATE_HZ)


def report(
    args: Any,
    statuses: list[tuple[float, PipelineStatus]],
    updates: list[tuple[float, CaptionUpdate]],
    notices: list[tuple[float, UserNotice]],
    lost_s: float,
) -> None:
    ends_s = args.before + args.load
    rows = []
    step_s = 5.0
    for from_s in np.arange(0.0, ends_s + args.after, step_s):
        seen = [s for at, s in statuses if from_s <= at < from_s + step_s]
        if seen:
            rows.append(
                {
                    "from_s": float(from_s),
                    "load": bool(args.before <= from_s < ends_s),
                    "lag_s": round(max(s.lag_s for s in seen), 2),
                    "strain": max(s.strain for s in seen).name.lower(),
                    "model": seen[-1].model,
                    "lost_s": round(seen[-1].lost_s, 1),
                }
            )
    usual = [s.lag_s for at, s in statuses if 5 < at < args.before and s.lag_s]
    usual_s = float(np.percentile(usual, 95)) if usual else 0.0
    limit_s = max(1.0, 1.5 * usual_s)
    late = [at for at, s in statuses if at > ends_s and s.lag_s > limit_s and at < ends_s + args.after - 2]
    outcome = {
        "model": args.model,
        "burners": args.burners,
        "usual_lag_s": round(usual_s, 2),
        "most_lag_s": max(row["lag_s"] for row in rows),
        "caught_up_after_s": round(max(late, default=ends_s) - ends_s, 2),
        "lost_s": round(lost_s, 1),
        "captions": sum(u.is_final for _, u in updates),
        "notices": [f"{at:.1f} {notice.code}" for at, notice in notices],
    }
    if args.json:
        print(json.dumps({**outcome, "rows": rows}))
        return
    print("from    load  lag      given up  model     lost")
    for row in rows:
        print(
            f"{row['from_s']:4.0f} s  {'yes' if row['load'] else ' no'}   {row['lag_s']:5.2f} s"
            f"  {row['strain']:8}  {row['model']:8} {row['lost_s']:5.1f} s"
        )
    for key, value in outcome.items():
        print(f"{key}: {value}")
    print(f"load average: {os.getloadavg()}, {time.strftime('%H:%M')}")


if __name__ == "__main__":
    main()
