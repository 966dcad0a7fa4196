"""TensorRT for RTX, the real library with no card: engines of the real tiny.en, and what is in them."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from app.__main__ import main
from engines.errors import EngineError, UsageError
from engines.models import find_model
from engines.runtime import engine_cache, precision, tensorrt_build
from engines.runtime.engine_cache import EngineSet
from engines.runtime.precision import Precision
from engines.runtime.tensorrt_build import BuildCancelled, build_engine
from engines.whisper import card_engines
from engines.whisper.card_layers import Quantisation, linear_inputs
from engines.whisper.card_recogniser import graph_writers
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import read_weights

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("tensorrt_rtx") is None,
    reason="TENSORRT NOT TESTED: pip install tensorrt-rtx",
)
CARDS = ("8.6", "8.9", "12.0")
LAYERS, HEADS, D_HEAD, N_TEXT, N_ALIGN = 4, 6, 64, 448, 8


@pytest.fixture(scope="module")
def library() -> Any:
    return tensorrt_build.load_library("tensorrt_rtx")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    top = tmp_path_factory.mktemp("engines")
    return {"models_dir": top / "models", "cache_dir": top / "cache"}


@pytest.fixture(scope="module")
def progress() -> list[tuple[str, float]]:
    return []


@pytest.fixture(scope="module")
def engines(folders: dict[str, Path], progress: list[tuple[str, float]]) -> EngineSet:
    return card_engines.build_engines(
        "tiny.en",
        **folders,
        capabilities=CARDS,
        library="tensorrt_rtx",
        progress=lambda what, fraction: progress.append((what, fraction)),
    )


@pytest.fixture(scope="module")
def turing(folders: dict[str, Path]) -> EngineSet:
    return card_engines.build_engines("tiny.en", **folders, capabilities=("7.5",), library="tensorrt_rtx")


def report_of(engines: EngineSet, part: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(engines.layers(part).read_text(encoding="utf-8"))
    return report


def cross(kind: str, i: int) -> tuple[str, tuple[str, list[int]]]:
    return f"cross_{kind}_{i}", ("Half", [1, HEADS, -1, D_HEAD])


def cache(kind: str, i: int, prefix: str = "") -> tuple[str, tuple[str, list[int]]]:
    return f"{prefix}self_{kind}_{i}", ("Half", [1, HEADS, N_TEXT, D_HEAD])


EACH = [(kind, i) for i in range(LAYERS) for kind in ("k", "v")]
CHOICE = {
    "next_token": ("Int64", [1, 1]),
    "next_position": ("Int64", [1]),
    "log_probability": ("Float", [1]),
    "best_time": ("Int64", [1, 1]),
    "time_share": ("Float", [1]),
}
BIAS = {"bias": ("Float", [1, 51864])}
EXPECTED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "encoder": ({"samples": ("Float", [1, -1])}, dict(cross(*each) for each in EACH)),
    "prefill": (
        {
            "tokens": ("Int64", [1, -1]),
            "start_index": ("Int64", [1]),
            "at_start": ("Float", [1]),
            **BIAS,
            **dict(cross(*each) for each in EACH),
        },
        {
            **CHOICE,
            "attention": ("Float", [N_ALIGN, -1, -1]),
            "no_speech_probability": ("Float", [1]),
            **dict(cache(*each) for each in EACH),
        },
    ),
    "step": (
        {
            "token": ("Int64", [1, 1]),
            "position": ("Int64", [1]),
            **BIAS,
            **dict(cross(*each) for each in EACH),
            **dict(cache(*each) for each in EACH),
        },
        {
            **CHOICE,
            "attention": ("Float", [N_ALIGN, 1, -1]),
            **dict(cache(*each, "new_") for each in EACH),
        },
    ),
}
PROFILES = {
    "samples": [[1, 96000], [1, 160000], [1, 480000]],
    "tokens": [[1, 1], [1, 32], [1, N_TEXT - 1]],
    "cross_k_0": [[1, HEADS, n, D_HEAD] for n in (300, 500, 1500)],
}


@pytest.mark.parametrize("part", card_engines.PARTS)
@pytest.mark.parametrize("cards", ["engines", "turing"])
def test_names_types_shapes_and_profiles(request: pytest.FixtureRequest, cards: str, part: str) -> None:
    """By the builder's own account of the engine, which is the inspector's text."""
    report = report_of(request.getfixturevalue(cards), part)
    found = {
        mode: {
            tensor["name"]: (tensor["dtype"], tensor["dimensions"])
            for tensor in report["tensors"]
            if tensor["is_input"] is mode
        }
        for mode in (True, False)
    }
    assert (found[True], found[False]) == EXPECTED[part]
    shapes = {tensor["name"]: tensor["shapes"] for tensor in report["tensors"] if tensor["is_input"]}
    for name in shapes.keys() & PROFILES.keys():
        assert shapes[name] == PROFILES[name]


@pytest.mark.parametrize("part", card_engines.PARTS)
def test_products_are_fp16_and_log_mel_is_fp32(engines: EngineSet, part: str) -> None:
    layers = report_of(engines, part)["layers"]
    products = [layer for layer in layers if layer["kind"] in ("gemm", "runtime_fusion")]
    assert len(products) >= 9
    for product in products:
        assert set(product["reads"]) == {"Half"}
        # The logits leave their product in fp32.
        to_vocabulary = "node_of_logits" in product["nodes"]
        assert set(product["writes"]) == {"Float" if to_vocabulary else "Half"}, product
    if part == "encoder":
        convolutions = [layer for layer in layers if layer["kind"] == "correlation"]
        assert len(convolutions) == 2
        assert {dtype for layer in convolutions for dtype in layer["reads"]} == {"Float"}


@pytest.mark.parametrize(("part", "n"), [("encoder", LAYERS), ("step", 2 * LAYERS)])
def test_each_attention_is_one_kernel(engines: EngineSet, part: str, n: int) -> None:
    """With the fp32 softmax inside: the scores of 1,500 by 1,500 frames are never written."""
    fused = [layer for layer in report_of(engines, part)["layers"] if "_mha_" in layer["tactic"]]
    assert len(fused) == n
    assert all(any("Softmax" in node for node in layer["nodes"]) for layer in fused)


def test_weights_are_kept_in_half(engines: EngineSet) -> None:
    """Of tiny.en's 37.8 million weights the decoder has 28 million; a copy in fp32 would show."""
    assert report_of(engines, "step")["weights_bytes"] < 60e6
    assert report_of(engines, "encoder")["weights_bytes"] < 22e6


@pytest.mark.parametrize(("kind", "dtype"), [("int8", "Half"), ("fp8", "FP8"), ("int8-qdq", "Int8")])
def test_weights_of_eight_bits_are_read_by_the_products(
    library: Any, folders: dict[str, Path], kind: Precision, dtype: str
) -> None:
    """No kernel of the step writes weights out in fp16 first: that would cost more than it saves."""
    files = find_model("tiny.en", folders["models_dir"])
    variables, config = read_weights(files)
    tokens = WhisperTokens(files.tokenizer, config.n_vocab)
    half = graph_writers(variables, config, tokens, fused_attention=True)["step"]()
    ranges = dict.fromkeys(linear_inputs(half), 8.0)
    quantised = graph_writers(
        variables, config, tokens, fused_attention=True, quantisation=Quantisation(kind, ranges)
    )
    profile = card_engines.profiles(config)["step"]
    report = build_engine(library, quantised["step"](), profile, capabilities=("8.9",)).report
    products = [layer for layer in report.layers if layer.kind in ("gemm", "runtime_fusion")]
    eighths = [layer for layer in products if layer.reads == (dtype,)]
    assert len(eighths) >= 6 * config.n_decoder_layers - 1
    before = [layer for layer in report.layers if not layer.reads and "Half" in layer.writes]
    assert not before
    assert report.weights_bytes < 50e6


def test_progress_goes_up_to_the_end(engines: EngineSet, progress: list[tuple[str, float]]) -> None:
    fractions = [fraction for _, fraction in progress]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    assert len(set(fractions)) > 20
    whats = list(dict.fromkeys(what for what, _ in progress))
    assert whats == [
        "Checking the model",
        "Building the encoder",
        "Building the prefill",
        "Building the step",
        "Ready",
    ]


def test_built_engines_are_found_again(
    folders: dict[str, Path], engines: EngineSet, turing: EngineSet
) -> None:
    for capability, expected in (*((card, engines) for card in CARDS), ("7.5", turing)):
        found, verdict = card_engines.find_engines("tiny.en", **folders, capability=capability)
        assert verdict.ready
        assert found == expected
    prepared = card_engines.prepare_engines("tiny.en", **folders, capability="8.9")
    assert prepared == card_engines.Prepared(engines, "")
    _, verdict = card_engines.find_engines("tiny.en", **folders, capability="8.0")
    assert verdict.state == "foreign"


def damage(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0x10
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("spoil", "state", "reason"),
    [
        (lambda found: damage(found.engine("encoder")), "damaged", "sha256 differs"),
        (lambda found: os.truncate(found.engine("encoder"), 5000), "truncated", "cut short"),
        (
            lambda found: (found.path / engine_cache.MANIFEST).write_text(
                (found.path / engine_cache.MANIFEST).read_text().replace('"1.7', '"1.6')
            ),
            "stale",
            "is installed",
        ),
    ],
    ids=["damaged", "truncated", "wrong-version"],
)
def test_what_cannot_be_used_is_said_and_built_anew(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    folders: dict[str, Path],
    engines: EngineSet,
    spoil: Any,
    state: str,
    reason: str,
) -> None:
    folder = engine_cache.engines_dir(tmp_path)
    shutil.copytree(engines.path, folder / engines.path.name)
    copied = engine_cache.read_set(folder / engines.path.name)
    assert copied is not None
    spoil(copied)
    places = {"models_dir": folders["models_dir"], "cache_dir": tmp_path}
    found, verdict = card_engines.find_engines("tiny.en", **places, capability="8.9")
    assert found is None
    assert verdict.state == state
    assert reason in verdict.reason
    built: list[str] = []
    monkeypatch.setattr(
        tensorrt_build,
        "build_engine",
        lambda library, model, profile, **rest: built.append(model.graph.name) or SMALL_ENGINE,
    )
    prepared = card_engines.prepare_engines("tiny.en", **places, capability="8.9")
    assert len(built) == len(card_engines.PARTS)
    assert prepared.rebuilt == verdict.reason
    assert card_engines.find_engines("tiny.en", **places, capability="8.9")[0] == prepared.engines


SMALL_ENGINE = tensorrt_build.BuiltEngine(b"plan", tensorrt_build.layer_report(""))


def graph(*nodes: onnx.NodeProto) -> onnx.ModelProto:
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT16, ["n", 8])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT16, ["n", 8])
    weight = numpy_helper.from_array(np.eye(8, dtype=np.float16), "w")
    body = helper.make_graph(list(nodes), "small", [x], [y], [weight])
    return helper.make_model(body, opset_imports=[helper.make_opsetid("", 24)], ir_version=11)


PROFILE = {"x": ((1, 8), (2, 8), (4, 8))}
PRODUCT = helper.make_node("MatMul", ["x", "w"], ["y"])


def test_every_unknown_operator_is_named(library: Any) -> None:
    model = graph(
        helper.make_node("Bernoulli", ["x"], ["a"]),
        helper.make_node("Optional", ["a"], ["o"]),
        helper.make_node("OptionalGetElement", ["o"], ["b"]),
        helper.make_node("MatMul", ["b", "w"], ["y"]),
    )
    with pytest.raises(EngineError, match=r"Bernoulli, Optional, OptionalGetElement"):
        build_engine(library, model, PROFILE, capabilities=("8.9",))


def test_a_graph_that_is_not_valid_is_refused_before_the_library_sees_it() -> None:
    broken = graph(helper.make_node("MatMul", ["x", "nowhere"], ["y"]))
    with pytest.raises(EngineError, match="not valid ONNX"):
        build_engine(None, broken, PROFILE, capabilities=("8.9",))


def test_what_the_library_refuses_is_its_own_words(library: Any) -> None:
    """TensorRT for RTX has no fp32 matrix product for Turing."""
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", 400]) for name in "xy")
    weight = numpy_helper.from_array(np.random.default_rng(0).normal(size=(400, 400)).astype(np.float32), "w")
    body = helper.make_graph([PRODUCT], "single", [x], [y], [weight])
    single = helper.make_model(body, opset_imports=[helper.make_opsetid("", 24)], ir_version=11)
    with pytest.raises(EngineError, match="FP32 GEMM is not supported"):
        build_engine(library, single, {"x": ((1, 400), (2, 400), (4, 400))}, capabilities=("7.5",))


@pytest.mark.parametrize("n_calls", [0, 1, 5])
def test_a_build_can_be_cancelled_at_any_time(library: Any, n_calls: int) -> None:
    calls: list[None] = []

    def cancelled() -> bool:
        calls.append(None)
        return len(calls) > n_calls

    with pytest.raises(BuildCancelled):
        build_engine(library, graph(PRODUCT), PROFILE, capabilities=("8.9",), cancelled=cancelled)


def test_a_cancelled_build_leaves_nothing(tmp_path: Path, folders: dict[str, Path]) -> None:
    places = {"models_dir": folders["models_dir"], "cache_dir": tmp_path}
    with pytest.raises(BuildCancelled):
        card_engines.build_engines("tiny.en", **places, capabilities=CARDS, cancelled=lambda: True)
    assert list(engine_cache.engines_dir(tmp_path).iterdir()) == []


def test_capabilities_are_chosen_with_care(library: Any) -> None:
    assert tensorrt_build.chosen_capabilities(library, ["12.0", "8.6", "8.6"]) == ("8.6", "12.0")
    assert tensorrt_build.chosen_capabilities(library, ["7.5"]) == ("7.5",)
    with pytest.raises(UsageError, match="no other compute capability"):
        tensorrt_build.chosen_capabilities(library, ["7.5", "8.6"])
    with pytest.raises(UsageError, match=r"no engines for compute capability 9\.0") as refused:
        tensorrt_build.chosen_capabilities(library, ["9.0"])
    assert "7.5, 8.0, 8.6, 8.9, 12.0" in refused.value.advice


def test_a_damaged_header_is_known_without_a_driver(library: Any, engines: EngineSet) -> None:
    n_bytes = tensorrt_build.header_size(library)
    header = engines.engine("step").read_bytes()[:n_bytes]
    assert n_bytes >= 32
    fits, reason = tensorrt_build.engine_validity(library, b"\0" * n_bytes)
    assert not fits
    assert "damaged" in reason
    assert "damaged" not in tensorrt_build.engine_validity(library, header)[1]


def test_a_missing_library_is_said_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tensorrt_rtx", None)
    monkeypatch.setitem(sys.modules, "tensorrt", None)
    with pytest.raises(EngineError) as missing:
        tensorrt_build.load_library()
    assert "sightline engine get" in missing.value.advice


def cli(tmp_path: Path, *arguments: str) -> int:
    return main(["engine", *arguments, "--data-dir", str(tmp_path)])


TINY = ("build", "--model", "tiny.en")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("build", "--model", "tiny.en", "--compute-capability", "9.0"), 2, "Choose from 7.5, 8.0"),
        (("build", "--model", "tiny.en", "--compute-capability", "7.5", "8.9"), 2, "on its own"),
        (("build", "--model", "tiny.en", "--compute-capability", "x"), 2, "no compute capability"),
        (("build", "--model", "nothing", "--compute-capability", "8.9"), 2, "no model named nothing"),
        (("build", "--model", "base", "--compute-capability", "8.9"), 4, "sightline models get base"),
        (("build", "--model", "tiny.en", "--library", "tensorrt"), 5, "pip install tensorrt"),
        ((*TINY, "--compute-capability", "8.6", "8.9", "--precision", "fp8"), 2, "8.6 have no fp8"),
        ((*TINY, "--compute-capability", "8.9", "--precision", "fp8"), 2, "hears too badly to be offered"),
        ((*TINY, "--compute-capability", "8.9", "--precision", "int8-qdq"), 2, "--precision int8"),
        (("remove", "nothing"), 2, "There is no engine named nothing"),
        (("remove",), 2, "--all"),
        (("list",), 0, ""),
    ],
)
def test_the_command_says_what_is_wrong_on_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int, said: str
) -> None:
    assert cli(tmp_path, *arguments) == code
    captured = capsys.readouterr()
    lines = [line for line in captured.err.splitlines() if not line.startswith("Building ")]
    assert len(lines) == (1 if code else 0)
    assert said in captured.err


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        ((), 2, "has not been measured"),
        (("--unmeasured",), 2, "--calibrate FILE"),
        (("--unmeasured", "--calibrate", "nowhere.wav"), 3, "nowhere.wav"),
    ],
)
def test_a_precision_that_nobody_measured_is_for_developers_and_wants_speech(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    more: tuple[str, ...],
    code: int,
    said: str,
) -> None:
    monkeypatch.setattr(precision, "table", dict)
    assert cli(tmp_path, *TINY, "--compute-capability", "8.9", "--precision", "fp8", *more) == code
    assert said in capsys.readouterr().err


def test_engines_are_listed_and_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], engines: EngineSet
) -> None:
    folder = engine_cache.engines_dir(tmp_path / "cache")
    for name in (engines.path.name, f"{engines.path.name}x"):
        shutil.copytree(engines.path, folder / name)
    (folder / f"{engines.path.name}x" / engine_cache.MANIFEST).unlink()
    assert cli(tmp_path, "list", "--json") == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows[engines.path.name]["state"] == "ready"
    assert rows[engines.path.name]["capabilities"] == list(CARDS)
    assert rows[f"{engines.path.name}x"]["state"] == "damaged"
    assert cli(tmp_path, "list") == 0
    assert f"{engines.path.name}  ready  " in capsys.readouterr().out
    assert cli(tmp_path, "remove", "tiny.en") == 0
    assert cli(tmp_path, "remove", "--all") == 0
    assert capsys.readouterr().out.count("removed.") == 2
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_build_that_is_stopped_leaves_nothing(how: signal.Signals, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "app",
        "engine",
        "build",
        "--model",
        "tiny.en",
        "--data-dir",
        str(tmp_path),
    ]
    program = subprocess.Popen(
        [*command, "--compute-capability", "8.9"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    folder = engine_cache.engines_dir(tmp_path / "cache")
    deadline = time.monotonic() + 60
    while not any(folder.glob(f"{engine_cache.STAGING}*")) and time.monotonic() < deadline:
        time.sleep(0.02)
    program.send_signal(how)
    out, err = program.communicate(timeout=60)
    assert program.returncode == 130, err
    assert "Traceback" not in err
    assert out == ""
    assert list(folder.iterdir()) == []
