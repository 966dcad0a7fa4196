"""Loudspeaker echo in the microphone: X once, and Y kept while X plays; over a real PulseAudio.

    python tests/bench/capture_echo.py [--cold] [--pairs 0 1 2 3]    # needs PulseAudio and $SIGHTLINE_SPEECH

The loudspeakers play X1, a pause, X2. The microphone hears all that at -3 dB and 30 ms later, and Y over X2.
--cold: the loudspeakers are silent in place of X1, so that both begin to talk with the echo's path unknown.
"moved": how far Y's own words change when it begins 50 to 500 ms later, with no echo at all.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.audio.echo import pair
from app.audio.loopback import LoopbackSource
from app.audio.microphone import MicrophoneSource
from tests.bench.listening import SPEECH, heard_in, normalised, read_clip, reference, wer, write_wav
from tests.end2end.pulse import PulseServer

X1 = "two_cities.flac"
PAIRS = (
    ("phone_company.flac", "cold_24bit.wav"),
    ("kennedy_moon.flac", "weather.flac"),
    ("phone_car_loan.flac", "rainbow.flac"),
    ("interview_ai.flac", "kennedy_moon.flac"),
)
"""X2 and Y."""
MOVES_S = (0.05, 0.15, 0.3, 0.5)
LONGEST_S = 30
ECHO_GAIN = 10 ** (-3 / 20)
ECHO_S = 0.03
PAUSE_S = 2.0
RATE_HZ = 16_000


def levelled(file: str) -> NDArray[np.float32]:
    samples = read_clip(SPEECH / file, LONGEST_S if file != X1 else None)
    return (samples * (0.05 / samples.std())).astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--pairs", type=int, nargs="*", default=range(len(PAIRS)), help="which of PAIRS")
    arguments = parser.parse_args()
    for index in arguments.pairs:
        x2, y = PAIRS[index]
        print(f"{y} over {x2}", flush=True)
        measure(x2, y, is_cold=arguments.cold)


def measure(x2_file: str, y_file: str, *, is_cold: bool) -> None:
    x1, x2, y = levelled(X1), levelled(x2_file), levelled(y_file)
    if is_cold:
        x1 = np.zeros(3 * RATE_HZ, np.float32)
    n = min(len(x2), len(y))
    x2, y = x2[:n], y[:n]
    pause = np.zeros(int(PAUSE_S * RATE_HZ), np.float32)
    speakers = np.concatenate([x1, pause, x2])
    echo = ECHO_GAIN * np.concatenate([np.zeros(int(ECHO_S * RATE_HZ), np.float32), speakers])
    microphone = echo.copy()
    y_at = len(x1) + len(pause)
    microphone[y_at : y_at + n] += y
    folder = Path(tempfile.mkdtemp(prefix="sightline-bench-"))
    files = [write_wav(folder / "speakers.wav", speakers), write_wav(folder / "mic.wav", microphone)]
    alone = {"X1": heard_in(x1), "X2": heard_in(x2), "Y": heard_in(y)}
    with PulseServer() as server:
        os.environ.update(server.changes)
        sources = pair(LoopbackSource(), MicrophoneSource())
        for source in sources:
            source.open()
        heard: list[list[NDArray[np.float32]]] = [[], []]
        late_s: list[float] = []

        def drain(seconds: float) -> None:
            stop_s = time.monotonic() + seconds
            while time.monotonic() < stop_s:
                for parts, source in zip(heard, sources, strict=True):
                    while block := source.read(0.005):
                        parts.append(block.samples)
                        if source is sources[1]:
                            late_s.append((time.monotonic_ns() - block.captured_ns) / 1e9)

        drain(1.5)
        players = [server.play(files[0]), server.play(files[1], sink="mic_feed")]
        starts = [sum(map(len, parts)) for parts in heard]
        drain(len(microphone) / RATE_HZ + 1.5)
        for source in sources:
            source.close()
        for player in players:
            player.kill()
            player.wait()
    # Half-way through the pause; the players take a moment to start.
    cut = len(x1) + len(pause) // 2 + int(0.5 * RATE_HZ)
    loopback, cleaned = (np.concatenate(parts)[at:] for parts, at in zip(heard, starts, strict=True))
    if not is_cold:
        echo_heard = heard_in(cleaned[:cut])
        n_echo_words = len(normalised(echo_heard).split())
        print(f"X1 in the microphone: {n_echo_words} words of {len(normalised(reference(X1)).split())}")
        left = np.square(cleaned[:cut]).mean() / np.square(echo[:cut]).mean()
        print(f"  power left: {10 * np.log10(left):.1f} dB")
    for name, samples, of in (
        *([] if is_cold else [("X1 loopback", loopback[:cut], "X1")]),
        ("X2 loopback", loopback[cut:], "X2"),
        ("Y microphone", cleaned[cut:], "Y"),
    ):
        print(f"{name}: {wer(alone[of], heard_in(samples)):.1f} % away from what is heard alone")
    moved = [
        wer(alone["Y"], heard_in(np.concatenate([np.zeros(int(each * RATE_HZ), np.float32), y])))
        for each in MOVES_S
    ]
    print(f"Y alone, moved: {min(moved):.1f} to {max(moved):.1f} % away")
    print(f"Y with its echo left in: {wer(alone['Y'], heard_in(microphone[y_at:])):.1f} %")
    print(f"microphone held back: median {np.median(late_s):.2f} s, longest {max(late_s):.2f} s")


if __name__ == "__main__":
    main()
