"""The sound service killed and started again, over and over: time until sound comes back, and memory.

python tests/bench/capture_recovery.py [--cycles 50]      # needs PulseAudio's programs
"""

from __future__ import annotations

import argparse
import logging
import os
import tempfile
import time
from pathlib import Path

import numpy as np

from app.audio.loopback import LoopbackSource
from app.audio.microphone import MicrophoneSource
from tests.bench.listening import write_wav
from tests.end2end.pulse import PulseServer


def rss_mb() -> float:
    fields = Path("/proc/self/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> None:
    logging.disable(logging.WARNING)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cycles", type=int, default=50)
    n_cycles = parser.parse_args().cycles
    tone = (0.4 * np.sin(np.arange(16_000 * 20) * 0.2)).astype(np.float32)
    path = write_wav(Path(tempfile.mkdtemp(prefix="sightline-bench-")) / "tone.wav", tone)
    times: dict[str, list[float]] = {"loopback": [], "microphone": []}
    memory: list[float] = []
    with PulseServer() as server:
        os.environ.update(server.changes)
        sources = [LoopbackSource(), MicrophoneSource()]
        for source in sources:
            source.open()
        for cycle in range(n_cycles):
            time.sleep(0.3)
            server.kill()
            time.sleep(0.4)
            server.start()
            started_s = time.monotonic()
            players = [server.play(path), server.play(path, sink="mic_feed")]
            waiting = {source.name: source for source in sources}
            while waiting and time.monotonic() - started_s < 20:
                for source in sources:
                    while block := source.read(0.01):
                        if source.name in waiting and float(np.abs(block.samples).max()) > 0.2:
                            times[source.name].append(time.monotonic() - started_s)
                            del waiting[source.name]
                    source.take_notices()
            for player in players:
                player.kill()
                player.wait()
            memory.append(rss_mb())
            if cycle % 10 == 9 or cycle == 0:
                n_threads = len(list(Path("/proc/self/task").iterdir()))
                print(f"after {cycle + 1:>3} cycles: {memory[-1]:.1f} MB, {n_threads} threads", flush=True)
        for source in sources:
            source.close()
    for name, taken in times.items():
        print(
            f"{name}: back {len(taken)} of {n_cycles} times, "
            f"median {np.median(taken):.2f} s, longest {max(taken):.2f} s"
        )
    early = min(4, n_cycles - 1)
    print(f"memory: {memory[early]:.1f} MB after {early + 1} cycles, {memory[-1]:.1f} MB at the end")


if __name__ == "__main__":
    main()
