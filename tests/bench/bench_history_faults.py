"""The faults on real files with 200 kills: python tests/bench/bench_history_faults.py [N]."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    n_kills = sys.argv[1] if len(sys.argv) > 1 else "200"
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-rs", "tests/end2end/test_history_faults.py"]
    sys.exit(subprocess.run(command, cwd=root, env={**os.environ, "SIGHTLINE_KILLS": n_kills}).returncode)
