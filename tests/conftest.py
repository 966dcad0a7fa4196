"""What every test may ask for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def speech_dir() -> Path:
    """The shared speech clips: $SIGHTLINE_SPEECH, else ../shared/speech. Skips loudly without them."""
    folder = Path(os.environ.get("SIGHTLINE_SPEECH") or Path(__file__).parents[2] / "shared" / "speech")
    if not (folder / "manifest.json").is_file():
        pytest.skip(f"SPEECH CLIPS NOT TESTED: no manifest.json in {folder}; set SIGHTLINE_SPEECH")
    return folder
