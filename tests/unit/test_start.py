"""What a start loads before there is a window: nothing that only other commands need."""

from __future__ import annotations

import subprocess
import sys

LOADED = """
import sys
from app.cli import make_parser
make_parser()
import app.main, app.ui.desktop
print(*sorted(sys.modules))
"""
LATER = (
    "av",
    "onnx",
    "onnxruntime",
    "engines.whisper.card_engines",
    "huggingface_hub",
    "tokenizers",
    "tqdm",
    "app.doctor",
    "app.ui.doctor_window",
    "app.ui.figures_window",
    "app.ui.first_steps",
    "app.ui.history_window",
    "app.ui.keys_window",
    "app.ui.models_window",
    "app.ui.settings_window",
)


def test_heavy_parts_wait_until_they_are_needed() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "app.main" in loaded
    assert [name for name in LATER if name in loaded] == []
