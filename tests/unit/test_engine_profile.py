"""`bench --profile` over engines that a builder described, with and without a card."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from app import engine_profile
from app.engine_profile import run_profile
from app.paths import find_paths
from engines.errors import EngineError
from engines.runtime.engine_cache import EngineKey, engines_dir, staging
from engines.runtime.tensorrt_build import EngineLayer, EngineTensor, LayerReport
from engines.whisper import tensorrt_network
from engines.whisper.card_engines import PARTS

KEY = EngineKey(
    model="tiny.en",
    weights_sha256="w",
    graphs="g",
    library="tensorrt_rtx",
    library_version="1.7.1.116",
    precision="fp16",
    profiles="p",
    capabilities=("8.9",),
)
REPORT = LayerReport(
    (EngineTensor("samples", True, "Float", (1, -1), ((1, 96000), (1, 160000), (1, 480000))),),
    tuple(
        EngineLayer(f"layer_{i}", "gemm", f"tactic_{i}", ("Half",), ("Half",), ("node",)) for i in range(25)
    ),
    19_500_000,
    23_300_000,
)


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    paths = find_paths(tmp_path)
    with staging(engines_dir(paths.cache_dir), KEY) as stage:
        for part in PARTS:
            stage.add(f"{part}.engine", b"plan")
            stage.add(f"{part}.layers.json", REPORT.to_json().encode())
        stage.finish()
    return tmp_path


def profile(data_dir: Path, **how: Any) -> int:
    arguments = argparse.Namespace(model="tiny.en", json=False, **how)
    return run_profile(arguments, find_paths(data_dir))


def test_without_a_card_layers_types_tactics_and_memory(
    data_dir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_card(*_: Any) -> Any:
        raise EngineError("There is no NVIDIA driver on this computer.")

    monkeypatch.setattr(tensorrt_network, "measured_layers_ms", no_card)
    assert profile(data_dir) == 0
    text = capsys.readouterr().out
    assert "encoder: 25 layers, weights 19.5 MB, activations 23.3 MB" in text
    assert "1x96000 .. 1x160000 .. 1x480000" in text
    assert "Half -> Half" in text
    assert "tactic_0" in text
    assert "5 more" in text
    assert "No times of layers: There is no NVIDIA driver" in text


def test_with_a_card_the_slowest_layers_first(
    data_dir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = {"step": {"quick": 0.01, "slow": 0.5}}
    monkeypatch.setattr(tensorrt_network, "measured_layers_ms", lambda *_: times)
    assert profile(data_dir) == 0
    text = capsys.readouterr().out
    assert f"step: 0.510 ms, mean of {engine_profile.N_RUNS}" in text
    assert text.index("slow") < text.index("quick")


def test_as_json_everything(
    data_dir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tensorrt_network, "measured_layers_ms", lambda *_: {})
    run_profile(argparse.Namespace(model="tiny.en", json=True), find_paths(data_dir))
    found = json.loads(capsys.readouterr().out)
    assert len(found["engines"][0]["parts"]["step"]["layers"]) == 25


def test_without_engines_how_to_build_them(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"tiny\.en") as caught:
        profile(tmp_path)
    assert "engine build --model tiny.en" in caught.value.advice


def test_an_account_that_is_gone_is_one_clear_error(data_dir: Path) -> None:
    (path,) = data_dir.rglob("step.layers.json")
    path.write_text("{")
    with pytest.raises(EngineError, match="step"):
        profile(data_dir)
