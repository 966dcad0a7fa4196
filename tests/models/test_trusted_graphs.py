"""The examination of engines, on real graphs: fp32 passes against int8, spoilt weights do not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.audio.file_source import read_whole
from app.parts import sample_clip
from engines import trust
from engines.recogniser import Recogniser, load_recogniser
from engines.runtime import onnx
from engines.trust import TOLERANCE, Identity, examine
from engines.types import SAMPLE_RATE_HZ, Hypothesis, RecognitionRequest, Samples

IDENTITY = Identity("cuda", "sha", "graphs", "card", "driver", "library")


@pytest.fixture(scope="module")
def clip() -> Samples:
    """The first two sentences of the sample, and the silence after them: quicker than the whole."""
    with sample_clip() as path:
        return read_whole(path)[: 5 * SAMPLE_RATE_HZ]


@pytest.fixture(scope="module")
def exact(models_dir: Path, cache_dir: Path) -> Recogniser:
    """fp32, which is what a card's fp16 comes close to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(onnx, "int8_limit", lambda: 0)
        return load_recogniser("tiny.en", engine="cpu", models_dir=models_dir, cache_dir=cache_dir)


@pytest.fixture(autouse=True)
def few_timed_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here is about time."""
    monkeypatch.setattr(trust, "TIMED_STEP_S", 10.0)
    monkeypatch.setattr(trust, "N_WARM", 0)
    monkeypatch.setattr(trust, "BUDGET_MS", 1e9)


class Hard:
    """Hears through a wall: what an engine with wrong numbers may come to."""

    def __init__(self, inner: Recogniser) -> None:
        self.model, self.engine, self.languages = inner.model, "cuda", inner.languages
        self._inner = inner

    def recognise(self, request: RecognitionRequest) -> Hypothesis:
        noise = np.random.default_rng(1).normal(0, 0.05, len(request.samples)).astype(np.float32)
        spoilt = RecognitionRequest(
            request.samples + noise, request.start_sample, language="en", is_final=request.is_final
        )
        return self._inner.recognise(spoilt)

    def close(self) -> None:
        """Not its own."""


def test_other_arithmetic_is_trusted(recogniser: Recogniser, exact: Recogniser, clip: Samples) -> None:
    verdict = examine(exact, recogniser, clip, IDENTITY)
    assert verdict.reason == ""
    assert 0 < verdict.difference < TOLERANCE / 2
    assert verdict.n_windows >= 2


def test_another_hearing_is_not(recogniser: Recogniser, clip: Samples) -> None:
    verdict = examine(Hard(recogniser), recogniser, clip, IDENTITY)
    assert verdict.reason
    assert verdict.lasts
