"""How late words are shown when two sources talk at once on one processor's engine, on the virtual clock.

    SIGHTLINE_SPEECH=shared/speech python tests/bench/two_sources.py [--seconds 30]

A pass counts as what it takes on a quiet machine (virtual_live.py): a busy one gives the same figures.
Prints, for one source alone and for each of two, updates and the age of the newest word when it was shown.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import numpy as np
from virtual_live import QUIET_COST, TimedRecogniser, VirtualClock, VirtualSource, manifest, read_clip

from app.captions.session import CaptionSession, SessionSettings
from app.captions.types import CaptionUpdate
from app.pipeline import CaptionPipeline, SourceLine
from engines.models import find_silero
from engines.recogniser import Recogniser, load_recogniser
from engines.speech.detector import Detector, DetectorSettings
from engines.speech.silero import SileroVad
from engines.types import SAMPLE_RATE_HZ, Samples

CLIPS = ("two_cities.flac", "kennedy_moon.flac")


class Named(VirtualSource):
    def __init__(self, name: str, samples: Samples, clock: VirtualClock) -> None:
        super().__init__(samples, clock)
        self.name = name


def captioned(
    recogniser: Recogniser, sounds: dict[str, Samples], silero: Path
) -> dict[str, list[tuple[float, CaptionUpdate]]]:
    """Each source's updates with the moment they were shown."""
    clock = VirtualClock()
    timed = TimedRecogniser(recogniser, clock, cost=QUIET_COST["tiny.en"])
    shown: dict[str, list[tuple[float, CaptionUpdate]]] = {name: [] for name in sounds}
    lines = []
    for name, samples in sounds.items():
        vad = SileroVad(silero)
        session = CaptionSession(name, SessionSettings(language="en"))
        detector = Detector(vad.probability, DetectorSettings(), vad.reset)
        lines.append(SourceLine(Named(name, samples, clock), detector, session))
    pipeline = CaptionPipeline(
        lines,
        timed,
        on_update=lambda update, wall_s: shown[update.source].append((wall_s, update)),
        clock_ns=clock,
    )
    pipeline.run()
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30.0)
    arguments = parser.parse_args()
    entries = {clip["file"]: clip for clip in manifest()}
    n = round(arguments.seconds * SAMPLE_RATE_HZ)
    sounds = {name: np.resize(read_clip(entries[name]), n) for name in CLIPS}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        recogniser = load_recogniser("tiny.en", engine="cpu", models_dir=place, cache_dir=place)
        for chosen in (CLIPS[:1], CLIPS):
            shown = captioned(recogniser, {name: sounds[name] for name in chosen}, find_silero(place))
            for name, updates in shown.items():
                late = [wall_s - update.end_s for wall_s, update in updates if update.text]
                p50, p95 = np.percentile(late, (50, 95))
                print(
                    f"{len(chosen)} talking, {name}: {len(updates)} updates, newest word shown after "
                    f"{p50:.2f} s in the median, p95 {p95:.2f} s",
                    flush=True,
                )


if __name__ == "__main__":
    main()
