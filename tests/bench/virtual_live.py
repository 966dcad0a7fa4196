"""The live pipeline on a virtual clock: sound arrives, and passes take their time, without waiting for it.

The clock moves only with the sound and with what each pass took, so that a minute of speech costs its passes
and no more. A pass counts as long as it took, or, with a Cost, as long as its work takes on a quiet machine:
then the same settings give the same figures on a busy one.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import pickle
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.audio.file_source import read_whole
from app.captions.session import CaptionSession, SessionSettings
from app.captions.types import CaptionUpdate
from app.pipeline import CaptionPipeline, SourceLine, Totals
from engines.recogniser import Recogniser
from engines.speech.detector import Detector, DetectorSettings
from engines.speech.silero import SileroVad
from engines.types import SAMPLE_RATE_HZ, AudioBlock, Hypothesis, RecognitionRequest, Samples

BLOCK_S = 0.03
SPEECH = Path(os.environ.get("SIGHTLINE_SPEECH", Path(__file__).resolve().parents[3] / "shared" / "speech"))

NOT_AS_WRITTEN = ("digits.flac", "stereo_24bit_44k1.wav", "test_count.mp3")
"""Clips whose reference spells what Whisper writes in figures, or the other way round."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a pass takes on a quiet machine, in s: a base, and so much a second of window and a word."""

    base_s: float
    window: float
    word: float

    def of(self, request: RecognitionRequest, hypothesis: Hypothesis) -> float:
        n_words = len(request.prefix) / 8 + len(hypothesis.words)
        return self.base_s + self.window * len(request.samples) / SAMPLE_RATE_HZ + self.word * n_words


QUIET_COST = {"tiny.en": Cost(0.03, 0.011, 0.0045), "base": Cost(0.05, 0.02, 0.0075)}
"""On two quiet cores 8 s of speech take tiny.en 115 ms to encode and 3.7 ms a token, base 200 and 6."""


class VirtualClock:
    """Nanoseconds that pass only when someone says so."""

    def __init__(self) -> None:
        self.now_ns = 0

    def __call__(self) -> int:
        return self.now_ns


class VirtualSource:
    """Sound that is there when the virtual clock has reached it. `parts` are played one after another."""

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


class RememberedPasses:
    """Passes kept in a folder, so that a policy that asks for the same ones again need not wait for them.

    Void when the code of the recogniser changes. folder: None to keep none.
    """

    def __init__(self, folder: Path | None, model: str) -> None:
        self._folder = folder
        engines = Path(__file__).resolve().parents[2] / "engines"
        code = [path.read_bytes() for path in sorted((engines / "whisper").glob("*.py"))]
        self._salt = hashlib.sha256(b"\0".join(code)).hexdigest() + model

    def _path(self, folder: Path, request: RecognitionRequest) -> Path:
        rest = (
            self._salt, request.start_sample, [w.text for w in request.prefix], request.context,
            request.hot_words, request.language, request.task, request.is_final, request.full_context,
        )  # fmt: skip
        return folder / hashlib.sha256(repr(rest).encode() + request.samples.tobytes()).hexdigest()

    def get(
        self, request: RecognitionRequest, recognise: Callable[[RecognitionRequest], Hypothesis]
    ) -> Hypothesis:
        """What was heard before, or now."""
        if self._folder is None:
            return recognise(request)
        path = self._path(self._folder, request)
        if path.exists():
            # Written by the lines below, on this machine.
            found: Hypothesis = pickle.loads(path.read_bytes())
            return replace(found, utterance_id=request.utterance_id, revision=request.revision)
        hypothesis = recognise(request)
        self._folder.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{os.getpid()}")
        partial.write_bytes(pickle.dumps(hypothesis))
        os.replace(partial, path)
        return hypothesis


class TimedRecogniser:
    """Moves the virtual clock by what each pass took (times slowdown), or by its cost."""

    def __init__(
        self,
        recogniser: Recogniser,
        clock: VirtualClock,
        *,
        slowdown: float = 1.0,
        cost: Cost | None = None,
        remembered: RememberedPasses | None = None,
        verbose: bool = False,
    ) -> None:
        self._recogniser = recogniser
        self._clock = clock
        self._slowdown = slowdown
        self._cost = cost
        self._remembered = remembered or RememberedPasses(None, "")
        self._verbose = verbose
        self.model, self.engine, self.languages = recogniser.model, recogniser.engine, recogniser.languages
        self.cost_s = 0.0

    def recognise(self, request: RecognitionRequest) -> Hypothesis:
        started = time.perf_counter()
        hypothesis = self._remembered.get(request, self._recogniser.recognise)
        took = time.perf_counter() - started
        if self._cost is not None:
            took = self._cost.of(request, hypothesis)
        self.cost_s += took
        self._clock.now_ns += int(took * self._slowdown * 1e9)
        if self._verbose:
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
    """tools/score_captions.py beside the shared clips, as a module."""
    spec = importlib.util.spec_from_file_location("score", SPEECH.parent / "tools" / "score_captions.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def manifest() -> list[dict[str, Any]]:
    """The entries of the shared clips."""
    entries: list[dict[str, Any]] = json.loads((SPEECH / "manifest.json").read_text(encoding="utf-8"))
    return entries


def english_clips(names: list[str]) -> list[dict[str, Any]]:
    """Entries of the named clips (with or without their suffix); of all English ones when none is named."""
    if names:
        return [c for c in manifest() if c["file"] in names or c["file"].split(".")[0] in names]
    return [
        c for c in manifest() if c["language"] == "en" and c.get("text") and c["file"] not in NOT_AS_WRITTEN
    ]


def read_clip(clip: dict[str, Any]) -> Samples:
    """The clip's sound, float32 (n_samples,) at 16 kHz."""
    return read_whole(SPEECH / clip["file"])


def run_live(
    source: VirtualSource,
    timed: TimedRecogniser,
    vad: SileroVad,
    settings: SessionSettings,
    clock: VirtualClock,
    on_update: Callable[[CaptionUpdate, float], None],
) -> Totals:
    """One run of the pipeline over `source`, to its end."""
    vad.reset()
    detector = Detector(vad.probability, DetectorSettings(), vad.reset)
    line = SourceLine(source, detector, CaptionSession("file", settings))
    pipeline = CaptionPipeline([line], timed, on_update=on_update, clock_ns=clock)
    pipeline.run()
    return pipeline.totals
