"""What the figures cost the captions: a pass counted, a block of sound counted, a snapshot of a full window.

python tests/bench/metrics_cost.py
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.metrics import MOST_PASSES, STAGES, Metrics


def each_us(work: Callable[[], object], n: int) -> float:
    """The best of five, so that other programs count for less."""
    took_s = []
    for _ in range(5):
        started = time.perf_counter()
        for _ in range(n):
            work()
        took_s.append(time.perf_counter() - started)
    return min(took_s) / n * 1e6


def main() -> None:
    metrics, stages = Metrics(), dict.fromkeys(STAGES, 0.1)
    passed = each_us(
        lambda: metrics.passed("heard", stages, compute_s=0.1, engine="cpu", model="base"), MOST_PASSES
    )
    print(f"a pass           {passed:8.1f} us")
    print(f"a block of sound {each_us(lambda: metrics.heard('loopback', 0.03), 10_000):8.1f} us")
    print(f"a snapshot       {each_us(metrics.snapshot, 50):8.1f} us, of {MOST_PASSES} passes")


if __name__ == "__main__":
    main()
