"""What the passes of live captions ask of a network: lengths alone, from the shared English clips by base.

    python tests/bench/h200/trace.py --models DATA_DIR/models --out tests/bench/h200/passes.json

Each pass is [ms of sound, tokens of the prompt, tokens chosen]; one list a clip, in the order of the passes.
The streams of stages.py ask for the same.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from virtual_live import (
    QUIET_COST,
    TimedRecogniser,
    VirtualClock,
    VirtualSource,
    english_clips,
    read_clip,
    run_live,
)

from app.captions.session import SessionSettings
from engines.models import find_silero
from engines.recogniser import load_recogniser
from engines.speech.silero import SileroVad


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--model", default="base")
    parser.add_argument("--seconds", type=float, default=150.0, help="sound to be heard, at least")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    clips: list[list[list[int]]] = []
    heard_s = 0.0
    with tempfile.TemporaryDirectory() as folder:
        recogniser: Any = load_recogniser(
            arguments.model, engine="cpu", models_dir=arguments.models, cache_dir=Path(folder)
        )
        network = recogniser._network
        encode, decode = network.encode, network.decode
        lengths = [0]

        def encoded(samples: Any, n_frames: int) -> Any:
            lengths[0] = len(samples)
            return encode(samples, n_frames)

        def decoded(cross: Any, prompt: Any, **rest: Any) -> Any:
            decoding = decode(cross, prompt, **rest)
            clips[-1].append([lengths[0] // 16, len(prompt), len(decoding.tokens) + decoding.ended])
            return decoding

        network.encode, network.decode = encoded, decoded
        vad = SileroVad(find_silero(arguments.models))
        for clip in english_clips([]):
            if heard_s >= arguments.seconds:
                break
            samples = read_clip(clip)
            heard_s += len(samples) / 16_000
            clips.append([])
            clock = VirtualClock()
            timed = TimedRecogniser(recogniser, clock, cost=QUIET_COST[arguments.model])
            settings = SessionSettings(language="en")
            run_live(VirtualSource(samples, clock), timed, vad, settings, clock, lambda update, wall_s: None)
            print(clip["file"], len(clips[-1]), f"{heard_s:.0f} s", flush=True)
    arguments.out.write_text(json.dumps(clips, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
