"""How long PortAudio's callback takes, and what it allocates, while every core and the interpreter are busy.

python tests/bench/capture_callback.py [--seconds 30]      # needs PulseAudio, libasound2-plugins
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import threading
import time
import tracemalloc
from typing import Any

import numpy as np

from app.audio.microphone import PortAudioRecording
from tests.end2end.pulse import PulseServer


def burn() -> None:
    while True:
        sum(range(10_000))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0)
    seconds = parser.parse_args().seconds
    taken_us: list[float] = []
    inner = PortAudioRecording._callback

    def timed(self: PortAudioRecording, *arguments: Any) -> None:
        started = time.perf_counter_ns()
        inner(self, *arguments)
        taken_us.append((time.perf_counter_ns() - started) / 1e3)

    PortAudioRecording._callback = timed  # type: ignore[method-assign]
    with PulseServer() as server:
        os.environ.update(server.changes)
        recording = PortAudioRecording(None, "", "")
        burners = [multiprocessing.Process(target=burn, daemon=True) for _ in range(os.cpu_count() or 1)]
        for each in burners:
            each.start()
        is_over = threading.Event()

        def hog() -> None:
            """Python code that holds the interpreter's lock as long as it may."""
            while not is_over.is_set():
                sum(range(1000))

        thread = threading.Thread(target=hog, daemon=True)
        thread.start()
        n_blocks = n_lost = n_gaps = 0
        stop_s = time.monotonic() + seconds
        while time.monotonic() < stop_s:
            captured = recording.read(0.1)
            if captured is not None:
                n_blocks += 1
                n_lost += captured.n_lost_frames
                n_gaps += captured.is_gap
        is_over.set()
        thread.join()
        for each in burners:
            each.kill()
        n_timed = len(taken_us)
        # Memory of the callback alone, with the interpreter idle and nothing else traced.
        frames = np.zeros((recording._slots.shape[1], recording.n_channels), np.float32)
        status = type("Status", (), {"input_overflow": False})()
        tracemalloc.start()
        inner(recording, frames, len(frames), None, status)
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        for _ in range(1000):
            recording._n_taken = recording._n_written
            inner(recording, frames, len(frames), None, status)
        after, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        recording.close()
    figures = np.array(taken_us[:n_timed])
    print(f"{n_timed} callbacks, {n_blocks} blocks read, {n_lost} frames lost, {n_gaps} overruns reported")
    print(
        f"a callback takes: median {np.median(figures):.0f} us, 99 % {np.percentile(figures, 99):.0f} us, "
        f"longest {figures.max():.0f} us; over 1 ms: {int((figures > 1000).sum())}"
    )
    print(f"memory kept by 1000 callbacks: {after - before} bytes; largest at once: {peak - before} bytes")


if __name__ == "__main__":
    main()
