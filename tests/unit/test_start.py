"""What a start loads before there is a window: nothing that only other commands need."""

from __future__ import annotations

import subprocess
import sys

LOADED = """
import sys
from app.cli import make_parser
make_parser()
import app.main
print(*sorted(sys.modules))
"""
LATER = ("av", "onnx", "onnxruntime", "engines.whisper.card_engines", "huggingface_hub", "tokenizers", "tqdm")


def test_heavy_parts_wait_until_they_are_needed() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "app.main" in loaded
    assert [name for name in LATER if name in loaded] == []
