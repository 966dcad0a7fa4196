"""The real tiny.en and Silero, loaded once for every test here, with one cache of graphs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.audio.file_source import FileSource
from app.transcribe import FileTranscriber
from engines.models import find_silero
from engines.recogniser import Recogniser, load_recogniser
from engines.speech.detector import Detector, DetectorSettings
from engines.speech.silero import SileroVad
from engines.types import Samples, Word

Transcribe = Callable[[Path], list[Word]]


@pytest.fixture(scope="session")
def models_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Empty: what comes with Sightline is enough."""
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="session")
def cache_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def recogniser(models_dir: Path, cache_dir: Path) -> Recogniser:
    return load_recogniser("tiny.en", engine="cpu", models_dir=models_dir, cache_dir=cache_dir)


@pytest.fixture(scope="session")
def silero_path(models_dir: Path) -> Path:
    return find_silero(models_dir)


@pytest.fixture(scope="session")
def manifest(speech_dir: Path) -> dict[str, dict[str, Any]]:
    """Entries of the shared clips by file name."""
    entries = json.loads((speech_dir / "manifest.json").read_text(encoding="utf-8"))
    return {entry["file"]: entry for entry in entries}


@pytest.fixture(scope="session")
def transcribe(recogniser: Recogniser, silero_path: Path) -> Transcribe:
    """A file to words as `sightline transcribe` does it: detector, windows, recogniser."""

    def run(path: Path) -> list[Word]:
        vad = SileroVad(silero_path)
        detector = Detector(vad.probability, DetectorSettings(max_speech_s=28.0), vad.reset)
        source = FileSource(path)
        source.open()
        try:
            captions = list(FileTranscriber(source, detector, recogniser).captions())
        finally:
            source.close()
        return [word for caption in captions for word in caption.words]

    return run


@pytest.fixture(scope="session")
def read_sound() -> Callable[[Path], Samples]:
    """A whole file as samples."""

    def read(path: Path) -> Samples:
        source = FileSource(path)
        source.open()
        blocks = []
        while not source.ended:
            block = source.read(1.0)
            if block is not None:
                blocks.append(block.samples)
        source.close()
        return np.ascontiguousarray(np.concatenate(blocks))

    return read
