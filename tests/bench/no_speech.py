"""What live captions write where nobody speaks, and what listening to silence costs; prints a table.

    python tests/bench/no_speech.py [--model tiny.en] [--minutes 10] [--silence-s 30]

The shared clips without speech, then so many minutes of digital silence and of pink noise at -40 dBFS, on a
virtual clock; then the processor time of the real loop in digital silence, at the pace of real time.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import soundfile

from app.audio.file_source import FileSource
from app.captions.session import CaptionSession, SessionSettings
from app.captions.types import CaptionUpdate
from app.paths import find_paths
from app.pipeline import CaptionPipeline, SourceLine
from engines import models
from engines.recogniser import Recogniser, load_recogniser
from engines.speech.detector import Detector, DetectorSettings
from engines.speech.silero import SileroVad
from engines.types import SAMPLE_RATE_HZ, Samples
from tests.bench.virtual_live import (
    TimedRecogniser,
    VirtualClock,
    VirtualSource,
    manifest,
    read_clip,
    run_live,
)

PINK_DBFS = -40.0


def pink_noise(seconds: float, dbfs: float = PINK_DBFS) -> Samples:
    """Noise of power 1/f from 20 Hz up, its RMS at `dbfs` of full scale, float32 (n_samples,)."""
    n = round(seconds * SAMPLE_RATE_HZ)
    spectrum = np.fft.rfft(np.random.default_rng(40).standard_normal(n))
    frequencies = np.fft.rfftfreq(n, 1 / SAMPLE_RATE_HZ)
    spectrum *= np.where(frequencies >= 20, 1 / np.sqrt(np.maximum(frequencies, 20)), 0.0)
    noise = np.fft.irfft(spectrum, n)
    noise *= 10 ** (dbfs / 20) / np.sqrt(np.mean(noise**2))
    return np.asarray(noise, np.float32)


def words_in(samples: Samples, recogniser: Recogniser, vad: SileroVad) -> tuple[list[str], int]:
    """Every word that was ever on show, and the number of passes."""
    clock = VirtualClock()
    shown: list[str] = []

    def on_update(update: CaptionUpdate, wall_s: float) -> None:
        shown.extend(word for word in update.text.split() if word not in shown)

    settings = SessionSettings(language="en")
    timed = TimedRecogniser(recogniser, clock)
    totals = run_live(VirtualSource(samples, clock), timed, vad, settings, clock, on_update)
    return shown, totals.n_passes


def share_in_silence(seconds: float, recogniser: Recogniser, vad: SileroVad) -> float:
    """Processor time over time of the pipeline on digital silence as it plays; 0.05 is 5 % of a core."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "silence.wav"
        soundfile.write(path, np.zeros(round(seconds * SAMPLE_RATE_HZ), np.float32), SAMPLE_RATE_HZ)
        source = FileSource(path, realtime=True)
        source.open()
        detector = Detector(vad.probability, DetectorSettings(), vad.reset)
        line = SourceLine(source, detector, CaptionSession("file", SessionSettings(language="en")))
        pipeline = CaptionPipeline([line], recogniser, on_update=lambda update, wall_s: None)
        used, started = time.process_time(), time.monotonic()
        pipeline.run()
        share = (time.process_time() - used) / (time.monotonic() - started)
        source.close()
    return share


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--silence-s", type=float, default=30.0, help="of the last measurement")
    parser.add_argument("--data-dir", type=Path)
    args = parser.parse_args()
    paths = find_paths(args.data_dir)
    recogniser = load_recogniser(args.model, models_dir=paths.models_dir, cache_dir=paths.cache_dir)
    vad = SileroVad(models.find_silero(paths.models_dir))
    n_samples = round(args.minutes * 60 * SAMPLE_RATE_HZ)
    sounds = {c["file"]: read_clip(c) for c in manifest() if c["language"] is None}
    sounds[f"{args.minutes:g} min of digital silence"] = np.zeros(n_samples, np.float32)
    sounds[f"{args.minutes:g} min of pink noise at {PINK_DBFS:g} dBFS"] = pink_noise(args.minutes * 60)
    n_words = 0
    for name, samples in sounds.items():
        words, n_passes = words_in(samples, recogniser, vad)
        n_words += len(words)
        print(f"{name:40} {n_passes:4} passes  {len(words)} words  {' '.join(words)}", flush=True)
    share = share_in_silence(args.silence_s, recogniser, vad)
    print(f"processor in digital silence: {100 * share:.2f} % of a core")
    return int(n_words > 0 or share >= 0.05)


if __name__ == "__main__":
    sys.exit(main())
