"""Precisions: what eight bits do to the card's graphs and how activations are calibrated, on few weights."""

from pathlib import Path
from typing import get_args

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from test_card_graphs import BIAS, CONFIG, FIRST_TIME, NO_SPEECH, TOKENS, Arrays, prompt, session, sound
from tiny_whisper import random_variables

from engines.errors import UsageError
from engines.runtime import precision
from engines.runtime.calibration import METHODS, Ranges
from engines.runtime.precision import Measured, Precision, check_precision
from engines.whisper import card_calibration, card_graphs
from engines.whisper.card_calibration import Calibration
from engines.whisper.card_layers import HALF, Quantisation, int8_rows, linear_inputs, with_outputs

LINEAR = {
    *(f"encoder/layer_{i}/{name}" for i in range(2) for name in ("self_attention/linear_0", "ffn/linear_1")),
    *(f"decoder/layer_{i}/attention/linear_{j}" for i in range(2) for j in range(3)),
}
WIDE = 6.0


def ranges_of(quantisation: Quantisation) -> dict[str, float]:
    models = [graph(part, quantisation) for part in ("encoder", "prefill", "step")]
    return {name: WIDE for model in models for name in linear_inputs(model)}


def graph(part: str, quantisation: Quantisation) -> onnx.ModelProto:
    variables = random_variables()
    if part == "encoder":
        return card_graphs.encoder_graph(variables, CONFIG, quantisation=quantisation)
    if part == "step":
        return card_graphs.step_graph(variables, CONFIG, first_time=FIRST_TIME, quantisation=quantisation)
    return card_graphs.prefill_graph(
        variables, CONFIG, first_time=FIRST_TIME, no_speech=NO_SPEECH, quantisation=quantisation
    )


def quantisation_of(kind: Precision) -> Quantisation:
    return Quantisation(kind, ranges_of(HALF) if kind in ("fp8", "int8-qdq") else {})


def passed(quantisation: Quantisation) -> tuple[Arrays, Arrays, Arrays]:
    """Outputs of the three graphs, the step reading what prefill chose in fp16."""

    def run(part: str, inputs: Arrays) -> Arrays:
        model = graph(part, quantisation)
        names = [output.name for output in model.graph.output]
        return dict(zip(names, session(model).run(names, inputs), strict=True))

    encoder = run("encoder", {"samples": sound(20)[None]})
    prefill = run("prefill", {**prompt(TOKENS), **encoder})
    cache = {name: prefill[name] for name in prefill if name.startswith("self_")}
    at = {"token": np.array([[5]]), "position": np.array([len(TOKENS)]), "bias": BIAS}
    return encoder, prefill, run("step", {**at, **cache, **encoder})


@pytest.fixture(scope="module")
def exact() -> tuple[Arrays, Arrays, Arrays]:
    return passed(HALF)


@pytest.mark.parametrize(("kind", "tolerance"), [("int8", 0.05), ("fp8", 0.25), ("int8-qdq", 0.25)])
def test_eight_bits_are_close_to_sixteen(
    exact: tuple[Arrays, Arrays, Arrays], kind: Precision, tolerance: float
) -> None:
    off = []
    for expected, found in zip(exact, passed(quantisation_of(kind)), strict=True):
        for name in {"cross_k_1", "cross_v_1", "self_v_1", "new_self_k_1", "attention"} & expected.keys():
            wanted = expected[name].astype(np.float64)
            off.append(float(np.sqrt(((found[name] - wanted) ** 2).mean() / (wanted**2).mean())))
    assert len(off) == 6
    assert 1e-4 < max(off) < tolerance


@pytest.mark.parametrize("kind", get_args(Precision)[1:])
@pytest.mark.parametrize("part", ["encoder", "prefill", "step"])
def test_each_linear_layer_is_quantised_but_those_left(kind: Precision, part: str) -> None:
    all_of_it = quantisation_of(kind)
    names = set(linear_inputs(graph(part, HALF)))
    left = sorted(names)[0]
    for left_out in (frozenset[str](), frozenset({left})):
        model = graph(part, Quantisation(kind, all_of_it.ranges, left_out))
        onnx.checker.check_model(model, full_check=True)
        kinds = {tensor.name: tensor.data_type for tensor in model.graph.initializer}
        wanted = onnx.TensorProto.FLOAT8E4M3FN if kind == "fp8" else onnx.TensorProto.INT8
        for name in names:
            expected = onnx.TensorProto.FLOAT16 if name in left_out else wanted
            assert kinds[f"{name}/weight"] == expected, name
        quantised = [node for node in model.graph.node if node.op_type == "QuantizeLinear"]
        assert bool(quantised) is (kind != "int8")


def test_integers_are_within_half_a_step() -> None:
    weight = np.random.default_rng(1).normal(size=(7, 30)).astype(np.float32)
    weight[2] = 0.0
    weight[3] *= 1e-6
    rows, scale = int8_rows(weight)
    assert rows.dtype == np.int8
    assert scale.dtype == np.float16
    assert (scale > 0).all()
    off = np.abs(rows * scale[:, None].astype(np.float32) - weight)
    assert (off <= scale[:, None].astype(np.float32) * 0.51).all()


@pytest.mark.parametrize("method", METHODS)
def test_ranges_leave_out_what_is_rare(method: str) -> None:
    rng = np.random.default_rng(0)
    ranges = Ranges(method)  # type: ignore[arg-type]
    for _ in range(4):
        values = rng.normal(size=50_000).astype(np.float16)
        ranges.collect({"usual": values, "zero": np.zeros(8, np.float32)})
        ranges.collect({"rare": np.append(values, np.float16(40.0)).reshape(1, -1)})
    found = ranges.largest()
    assert 2.5 < found["usual"] < 5.0
    assert 2.5 < found["rare"] < 20.0
    assert 0 < found["zero"] < 1e-3


def test_ranges_without_observations_are_our_fault() -> None:
    with pytest.raises(ValueError, match="not been collected"):
        Ranges("percentile").largest()


def test_a_layer_that_suffers_is_left(tmp_path: Path) -> None:
    calibration = Calibration(
        "percentile", 2, {"a": 1.0, "b": 2.0}, {"a": 0.01, "b": 0.4}, {"a": 0.3, "b": 0.01}
    )
    assert calibration.quantisation("int8-qdq").left == {"b"}
    assert calibration.quantisation("fp8").left == {"a"}
    path = tmp_path / "deep" / "calibration.json"
    card_calibration.write_calibration(calibration, path)
    assert card_calibration.read_calibration(path) == calibration
    for text in ("", "{}", "[1]"):
        path.write_text(text)
        assert card_calibration.read_calibration(path) is None


def test_errors_of_a_layer_are_small_and_grow_with_outliers() -> None:
    rng = np.random.default_rng(2)
    weight, x = (rng.normal(size=shape).astype(np.float32) for shape in ((16, 32), (50, 32)))
    int8, fp8 = card_calibration.layer_errors(weight, x, float(np.abs(x).max()))
    assert 0 < int8 < 0.03
    assert 0 < fp8 < 0.06
    x[0, 0] = 500.0
    assert card_calibration.layer_errors(weight, x[1:], 500.0)[0] > 5 * int8


def test_tensors_from_the_middle_can_be_seen() -> None:
    model = graph("encoder", HALF)
    inputs = linear_inputs(model)
    assert set(inputs) >= {name for name in LINEAR if name.startswith("encoder")}
    name = inputs["encoder/layer_0/ffn/linear_1"]
    seen: NDArray[np.float16] = session(with_outputs(model, [name, name])).run(
        [name], {"samples": sound(20)[None]}
    )[0]
    assert seen.shape == (1, 20, 4 * CONFIG.n_state)
    assert name not in {output.name for output in model.graph.output}


@pytest.mark.parametrize(
    ("kind", "library", "capabilities", "said"),
    [
        ("fp8", "tensorrt_rtx", ("8.6", "8.9"), "8.6 have no fp8"),
        ("int8", "tensorrt_rtx", ("7.5",), "7.5 have no int8"),
        ("int8-qdq", "tensorrt_rtx", ("8.9",), "computes in sixteen"),
    ],
)
def test_what_cards_or_libraries_lack_is_refused(
    kind: Precision, library: str, capabilities: tuple[str, ...], said: str
) -> None:
    with pytest.raises(UsageError, match=said) as refused:
        check_precision(kind, "any", library, capabilities)
    assert "--precision" in refused.value.advice or "--library" in refused.value.advice


def row(wer: float) -> Measured:
    return Measured(wer, 6.0, 900, "2026-12-01", 0.02, 0.001)


def test_a_precision_that_hears_badly_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precision, "table", lambda: {"tiny.en": {"int8": row(7.1), "fp8": row(6.9)}})
    with pytest.raises(UsageError, match=r"7\.1 % wrong words, and 6\.0 % in full precision"):
        check_precision("int8", "tiny.en", "tensorrt_rtx", ("8.9",), unmeasured=True)
    check_precision("fp8", "tiny.en", "tensorrt_rtx", ("8.9",))


def test_a_precision_that_was_not_measured_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precision, "table", lambda: {"tiny.en": {"int8": row(6.0)}})
    check_precision("fp16", "base", "tensorrt_rtx", ("8.9",))
    for model, kind in (("base", "int8"), ("tiny.en", "fp8")):
        with pytest.raises(UsageError, match=f"{model} hears in {kind} has not been measured") as refused:
            check_precision(kind, model, "tensorrt_rtx", ("8.9",))  # type: ignore[arg-type]
        assert "--unmeasured" in refused.value.advice
        check_precision(kind, model, "tensorrt_rtx", ("8.9",), unmeasured=True)  # type: ignore[arg-type]


def test_the_table_that_comes_with_sightline_can_be_read() -> None:
    for rows in precision.table().values():
        assert set(rows) <= set(precision.PRECISIONS)
        assert all(0 <= row.wer <= 100 and row.n_words > 0 for row in rows.values())


def test_fp16_is_within_the_tolerance_that_is_stated() -> None:
    for rows in precision.table().values():
        assert rows["fp16"].worst_logit <= precision.WORST_LOGIT
        assert rows["fp16"].mean_logit <= precision.MEAN_LOGIT
