"""Word error rate of quiet speech with and without gain, and of noisy speech with noise suppression.

    python tests/bench/capture_gain.py [--noise] [--brief]

Noise suppression (--noise) needs `pip install webrtc-noise-gain`; Sightline itself does not.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.audio.gain import AutoGain
from app.parts import make_detector
from app.paths import find_paths
from app.transcribe import FileTranscriber
from engines.recogniser import load_recogniser
from engines.types import AudioBlock
from tests.bench.listening import SPEECH, read_clip, reference, wer

QUIET_CLIPS = ("jfk.flac", "weather.flac", "two_cities.flac")
NOISY_CLIPS = ("noisy_0db.flac", "cold_24bit.wav", "phone_company.flac", "two_cities.flac")
BLOCK = 480
Treatment = Callable[[NDArray[np.float32]], NDArray[np.float32]]


class ArraySource:
    """Samples as a source, as fast as they are read."""

    name = "file"
    device = "clip"
    level = 0.0
    trouble = ""

    def __init__(self, samples: NDArray[np.float32]) -> None:
        self._samples = samples
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
        block = AudioBlock(
            self._samples[self._at : self._at + BLOCK].copy(), self._at, 0, time.monotonic_ns()
        )
        self._at += len(block.samples)
        return block


def in_pieces(make: Callable[[], Treatment]) -> Treatment:
    """Apply a streaming treatment to a whole clip."""

    def whole(samples: NDArray[np.float32]) -> NDArray[np.float32]:
        treat = make()
        return np.concatenate([treat(samples[at : at + BLOCK]) for at in range(0, len(samples), BLOCK)])

    return whole


def suppressed(level: int) -> Treatment:
    """WebRTC's noise suppression, as streamed in 10 ms pieces."""
    from webrtc_noise_gain import AudioProcessor  # type: ignore[import-not-found]

    def whole(samples: NDArray[np.float32]) -> NDArray[np.float32]:
        processor = AudioProcessor(0, level)
        pcm = (np.clip(samples, -1, 1) * 32767).astype("<i2")
        pcm = pcm[: len(pcm) // 160 * 160]
        out = b"".join(
            processor.Process10ms(pcm[at : at + 160].tobytes()).audio for at in range(0, len(pcm), 160)
        )
        return np.frombuffer(out, "<i2").astype(np.float32) / 32767

    return whole


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--noise", action="store_true", help="noise suppression on the noisy clips")
    parser.add_argument("--brief", action="store_true", help="fewer clips and levels")
    args = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="sightline-bench-"))
    paths = find_paths(folder)
    recogniser = load_recogniser("tiny.en", models_dir=paths.models_dir, cache_dir=paths.cache_dir)

    def rate(samples: NDArray[np.float32], file: str) -> float:
        source: Any = ArraySource(samples)
        detector = make_detector(paths, live=False)
        captions = FileTranscriber(source, detector, recogniser, language="en").captions()
        return wer(reference(file), " ".join(update.text for update in captions))

    plain: Treatment = lambda samples: samples  # noqa: E731
    if args.noise:
        treatments = {"none": plain, **{f"level {level}": suppressed(level) for level in (1, 2, 4)}}
        for file in NOISY_CLIPS:
            clip = read_clip(SPEECH / file)
            found = {name: rate(treat(clip), file) for name, treat in treatments.items()}
            print(f"{file:20}" + "  ".join(f"{k} {v:5.1f} %" for k, v in found.items()), flush=True)
        return
    gained = in_pieces(lambda: AutoGain().apply)
    for down_db in (0, 50) if args.brief else (0, 30, 40, 50, 60):
        for file in QUIET_CLIPS[:1] if args.brief else QUIET_CLIPS:
            clip = (read_clip(SPEECH / file) * 10 ** (-down_db / 20)).astype(np.float32)
            print(
                f"{-down_db:>4} dB {file:18} none {rate(clip, file):5.1f} %  "
                f"gain {rate(gained(clip), file):5.1f} %",
                flush=True,
            )
    recogniser.close()


if __name__ == "__main__":
    main()
