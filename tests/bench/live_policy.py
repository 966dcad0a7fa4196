"""Live latency, stability and accuracy over the shared clips, on a virtual clock; prints a table.

Sound arrives on a clock that moves only with the sound itself and with the measured time of each pass
(times --slowdown), so that a minute of speech takes as long as its passes. `sightline transcribe --realtime`
on the same clip is the truth; this finds settings quickly.

    python tests/bench/live_policy.py [CLIP...] [--model tiny.en] [--set period_s=0.3 ...]
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.audio.file_source import read_whole
from app.captions.policy import PolicySettings
from app.captions.session import CaptionSession, SessionSettings
from app.captions.types import CaptionUpdate
from app.paths import find_paths
from app.pipeline import CaptionPipeline, SourceLine
from engines import models
from engines.recogniser import Recogniser, load_recogniser
from engines.speech.detector import Detector, DetectorSettings
from engines.speech.silero import SileroVad
from engines.types import SAMPLE_RATE_HZ, AudioBlock, Hypothesis, RecognitionRequest, Samples

BLOCK_S = 0.03
SPEECH = Path(os.environ.get("SIGHTLINE_SPEECH", Path(__file__).resolve().parents[3] / "shared" / "speech"))


class VirtualClock:
    """Nanoseconds that pass only when someone says so."""

    def __init__(self) -> None:
        self.now_ns = 0

    def __call__(self) -> int:
        return self.now_ns


class VirtualSource:
    """A clip whose sound is there when the virtual clock has reached it."""

    name = "file"
    device = "clip"
    level = 0.0
    trouble = ""

    def __init__(self, samples: Samples, clock: VirtualClock) -> None:
        self._samples = samples
        self._clock = clock
        self._at = 0

    @property
    def ended(self) -> bool:
        return self._at >= len(self._samples)

    def open(self, *, wait: bool = False) -> None:
        pass

    def close(self) -> None:
        pass

    def take_notices(self) -> list[tuple[str, str, str]]:
        return []

    def read(self, timeout_s: float) -> AudioBlock | None:
        if self.ended:
            return None
        n = min(int(BLOCK_S * SAMPLE_RATE_HZ), len(self._samples) - self._at)
        ready_ns = (self._at + n) * 1_000_000_000 // SAMPLE_RATE_HZ
        if ready_ns > self._clock.now_ns:
            if ready_ns > self._clock.now_ns + timeout_s * 1e9:
                self._clock.now_ns += int(timeout_s * 1e9)
                return None
            self._clock.now_ns = ready_ns
        block = AudioBlock(self._samples[self._at : self._at + n].copy(), self._at, 0, ready_ns)
        self._at += n
        return block


class TimedRecogniser:
    """Moves the virtual clock by what each pass took."""

    def __init__(self, recogniser: Recogniser, clock: VirtualClock, slowdown: float) -> None:
        self._recogniser = recogniser
        self._clock = clock
        self._slowdown = slowdown
        self.model, self.engine, self.languages = recogniser.model, recogniser.engine, recogniser.languages
        self.verbose = False

    def recognise(self, request: RecognitionRequest) -> Hypothesis:
        started = time.process_time() if self._slowdown < 0 else time.perf_counter()
        hypothesis = self._recogniser.recognise(request)
        took = time.perf_counter() - started
        self._clock.now_ns += int(took * self._slowdown * 1e9)
        if self.verbose:
            n = len(request.samples) / SAMPLE_RATE_HZ
            text = "".join(w.text for w in hypothesis.words)
            forced = "".join(w.text for w in request.prefix)[-40:]
            print(
                f"  pass {request.start_sample / SAMPLE_RATE_HZ:6.2f}+{n:5.2f}s {took * 1000:4.0f} ms "
                f"{hypothesis.rejected or '-'} ...{forced!r} | {text!r}"
            )
        return hypothesis

    def close(self) -> None:
        pass


def scorer() -> Any:
    spec = importlib.util.spec_from_file_location("score", SPEECH.parent / "tools" / "score_captions.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def with_overrides(settings: SessionSettings, overrides: list[str]) -> SessionSettings:
    for override in overrides:
        name, value = override.split("=")
        if hasattr(settings, name):
            settings = replace(settings, **{name: type(getattr(settings, name))(float(value))})
        else:
            policy = settings.policy
            new = type(getattr(policy, name))(float(value))
            settings = replace(settings, policy=replace(policy, **{name: new}))
    return settings


def run_clip(
    clip: dict[str, Any], recogniser: Recogniser, vad: SileroVad, settings: SessionSettings, args: Any
) -> dict[str, Any]:
    clock = VirtualClock()
    events: list[dict[str, Any]] = []

    def on_update(update: CaptionUpdate, wall_s: float) -> None:
        events.append(
            {
                "type": "caption", "id": update.caption_id, "source": "file", "text": update.text,
                "final": update.is_final, "wall": wall_s,
            }
        )  # fmt: skip
        if args.verbose:
            print(f"{wall_s:6.2f} #{update.caption_id} {update.committed!r} + {update.tentative!r}")

    vad.reset()
    timed = TimedRecogniser(recogniser, clock, args.slowdown)
    timed.verbose = args.verbose
    source = VirtualSource(read_whole(SPEECH / clip["file"]), clock)
    detector = Detector(vad.probability, DetectorSettings(), vad.reset)
    line = SourceLine(source, detector, CaptionSession("file", settings))
    pipeline = CaptionPipeline([line], timed, on_update=on_update, clock_ns=clock)
    pipeline.run()
    result: dict[str, Any] = scorer().score(events, clip) if events else {"clip": clip["file"]}
    totals = pipeline.totals
    result.update(passes=totals.n_passes, rejected=totals.n_rejected, compute_s=round(totals.compute_s, 2))
    return result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("clips", nargs="*")
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--set", action="append", default=[], dest="overrides")
    parser.add_argument("--slowdown", type=float, default=1.0)
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    manifest = json.loads((SPEECH / "manifest.json").read_text())
    skipped = ("digits.flac", "stereo_24bit_44k1.wav", "test_count.mp3")
    clips = [
        c for c in manifest
        if (c["file"].split(".")[0] in args.clips or c["file"] in args.clips)
        or (not args.clips and c["language"] == "en" and c.get("text") and c["file"] not in skipped)
    ]  # fmt: skip
    paths = find_paths(None)
    recogniser = load_recogniser(args.model, models_dir=paths.models_dir, cache_dir=paths.cache_dir)
    vad = SileroVad(models.find_silero(paths.models_dir))
    settings = with_overrides(SessionSettings(language="en", policy=PolicySettings()), args.overrides)
    rows = []
    for clip in clips:
        row = run_clip(clip, recogniser, vad, settings, args)
        rows.append(row)
        keys = (
            "wer",
            "first_p50",
            "first_p95",
            "stable_p50",
            "stable_p95",
            "erasure",
            "compute_s",
            "rejected",
        )
        print(f"{row['clip']:28}" + "  ".join(f"{k} {row.get(k)}" for k in keys), flush=True)
    for key in ("wer", "first_p50", "first_p95", "stable_p50", "stable_p95", "erasure", "compute_s"):
        values = [row[key] for row in rows if row.get(key) is not None]
        if values:
            print(f"{key:12} mean {mean(values):.3f}  worst {max(values):.3f}")


if __name__ == "__main__":
    main()
