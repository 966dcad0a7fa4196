"""ONNX Runtime sends nothing to its maker, and keeps nothing that is to be sent."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_importing_it_through_us_leaves_no_device_id(tmp_path: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if k != "ORT_DISABLE_TELEMETRY"}
    # It makes an id for the device here when it is imported, unless it is told not to.
    environment |= {"XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    code = "import engines.runtime.onnx, onnxruntime"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)
    assert list(tmp_path.rglob("*")) == []
