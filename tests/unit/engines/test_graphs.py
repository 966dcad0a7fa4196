"""The ONNX graphs against the same layers in plain numpy, on a Whisper of a few thousand random weights."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from tiny_whisper import CONFIG, NumpyWhisper, random_variables

from engines.errors import EngineError
from engines.runtime.graph_builder import quantised_rows
from engines.runtime.onnx import OnnxGraph, int8_limit
from engines.whisper.graphs import decoder_graph, encoder_graph
from engines.whisper.weights import dense

LAYERS = range(CONFIG.n_decoder_layers)
CROSS = [f"cross_{kind}_{i}" for i in LAYERS for kind in ("k", "v")]
CACHE = [f"{kind}_{i}" for i in LAYERS for kind in ("k", "v")]
OUTPUTS = ["logits", "attention", *(f"present_{name}" for name in CACHE)]
TOKENS = [3, 36, 0, 17, 17, 5, 29]
Arrays = dict[str, NDArray[np.float32]]


class Pair:
    """Encoder and decoder of one precision."""

    def __init__(self, folder: Path, int8_limit: int) -> None:
        variables = random_variables()
        onnx.save(encoder_graph(variables, CONFIG, int8_limit=int8_limit), folder / "encoder.onnx")
        onnx.save(decoder_graph(variables, CONFIG, int8_limit=int8_limit), folder / "decoder.onnx")
        self.encoder = OnnxGraph(folder / "encoder.onnx", n_threads=1)
        self.decoder = OnnxGraph(folder / "decoder.onnx", n_threads=1)

    def encode(self, mel: NDArray[np.float32]) -> Mapping[str, Any]:
        return self.encoder.run({"mel": mel[None]}, CROSS)

    def decode(
        self, cross: Mapping[str, Any], tokens: list[int], rows: list[int], past: Mapping[str, Any]
    ) -> dict[str, Any]:
        inputs = {
            "tokens": np.array([tokens], np.int64),
            "rows": np.array(rows, np.int64),
            **{f"past_{name}": past[name] for name in CACHE},
            **cross,
        }
        return self.decoder.run(inputs, OUTPUTS)

    def prefill(self, cross: Mapping[str, Any], tokens: list[int]) -> Arrays:
        results = self.decode(cross, tokens, list(range(len(tokens))), empty_cache())
        return {name: self.decoder.array(value) for name, value in results.items()}


def empty_cache() -> Arrays:
    empty = np.zeros((1, CONFIG.n_heads, 0, CONFIG.d_head), np.float32)
    return dict.fromkeys(CACHE, empty)


@pytest.fixture(scope="module")
def fp32(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return Pair(tmp_path_factory.mktemp("fp32"), 0)


@pytest.fixture(scope="module", params=[127, 63])
def int8(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Pair:
    if request.param > int8_limit():
        pytest.skip("this processor's eight-bit products overflow with 127: it runs graphs of 63")
    return Pair(tmp_path_factory.mktemp("int8"), request.param)


@pytest.fixture(scope="module")
def reference() -> NumpyWhisper:
    return NumpyWhisper(random_variables())


def mel_of(n_frames: int, seed: int = 1) -> NDArray[np.float32]:
    return np.random.default_rng(seed).normal(size=(CONFIG.n_mels, n_frames)).astype(np.float32)


def relative_error(found: NDArray[Any], expected: NDArray[Any]) -> float:
    assert found.shape == expected.shape
    return float(np.abs(found - expected).max() / np.abs(expected).max())


def expected_cross(reference: NumpyWhisper, mel: NDArray[np.float32]) -> dict[str, NDArray[np.float64]]:
    """Keys carry the scale of the scores."""
    audio = reference.encode(mel.astype(np.float64))
    out = {}
    for i in LAYERS:
        weight = reference.variables[f"decoder/layer_{i}/attention/linear_1/weight"]
        bias = reference.variables[f"decoder/layer_{i}/attention/linear_1/bias"]
        k, v = np.split(audio @ weight.T + bias, 2, axis=1)
        shape = (len(audio), CONFIG.n_heads, CONFIG.d_head)
        out[f"cross_k_{i}"] = k.reshape(shape).transpose(1, 2, 0)[None] * CONFIG.d_head**-0.5
        out[f"cross_v_{i}"] = v.reshape(shape).transpose(1, 0, 2)[None]
    return out


@pytest.mark.parametrize("n_frames", [40, 24, 2])
def test_encoder_equals_numpy_at_any_length(fp32: Pair, reference: NumpyWhisper, n_frames: int) -> None:
    mel = mel_of(n_frames)
    results = fp32.encode(mel)
    for name, expected in expected_cross(reference, mel).items():
        assert relative_error(fp32.encoder.array(results[name]), expected) < 1e-4


@pytest.mark.parametrize("n_frames", [40, 12])
def test_decoder_equals_numpy(fp32: Pair, reference: NumpyWhisper, n_frames: int) -> None:
    mel = mel_of(n_frames)
    found = fp32.prefill(fp32.encode(mel), TOKENS)
    logits, attention = reference.decode(TOKENS, reference.encode(mel.astype(np.float64)))
    assert relative_error(found["logits"][0], logits) < 1e-4
    assert relative_error(found["attention"], attention) < 1e-4


def test_attention_rows_sum_to_one(fp32: Pair) -> None:
    attention = fp32.prefill(fp32.encode(mel_of(40)), TOKENS)["attention"]
    assert attention.shape == (len(CONFIG.alignment_heads), len(TOKENS), 20)
    np.testing.assert_allclose(attention.sum(-1), 1.0, atol=1e-5)


@pytest.mark.parametrize("n_first", [1, 4])
def test_step_by_step_equals_all_at_once(fp32: Pair, n_first: int) -> None:
    cross = fp32.encode(mel_of(40))
    whole = fp32.prefill(cross, TOKENS)
    cache: Mapping[str, Any] = empty_cache()
    logits, attention = [], []
    for step in [TOKENS[:n_first], *([token] for token in TOKENS[n_first:])]:
        results = fp32.decode(cross, step, list(range(len(step))), cache)
        logits.append(fp32.decoder.array(results["logits"])[0])
        attention.append(fp32.decoder.array(results["attention"]))
        cache = {name: results[f"present_{name}"] for name in CACHE}
    assert relative_error(np.concatenate(logits), whole["logits"][0]) < 1e-5
    assert relative_error(np.concatenate(attention, axis=1), whole["attention"]) < 1e-5
    for name in CACHE:
        assert relative_error(fp32.decoder.array(cache[name]), whole[f"present_{name}"]) < 1e-5


def test_only_the_rows_that_are_asked_for(fp32: Pair) -> None:
    cross = fp32.encode(mel_of(40))
    whole = fp32.prefill(cross, TOKENS)["logits"][0]
    some = fp32.decoder.array(fp32.decode(cross, TOKENS, [2, 6], empty_cache())["logits"])
    assert some.shape == (1, 2, CONFIG.n_vocab)
    np.testing.assert_allclose(some[0], whole[[2, 6]], rtol=1e-5, atol=1e-6)


def test_later_tokens_do_not_change_earlier_ones(fp32: Pair) -> None:
    cross = fp32.encode(mel_of(40))
    one = fp32.prefill(cross, [*TOKENS, 1])["logits"][0]
    other = fp32.prefill(cross, [*TOKENS, 30])["logits"][0]
    np.testing.assert_array_equal(one[:-1], other[:-1])


@pytest.mark.parametrize("limit", [0, 63, 127])
def test_graphs_are_valid_and_stay_within_their_domains(limit: int) -> None:
    variables = random_variables()
    for write in (encoder_graph, decoder_graph):
        model = write(variables, CONFIG, int8_limit=limit)
        onnx.checker.check_model(model)
        domains = {node.domain for node in model.graph.node}
        assert domains == ({"", "com.microsoft"} if limit else {""})
        if not limit:
            onnx.checker.check_model(model, full_check=True)


def test_int8_is_close_and_mostly_chooses_the_same(fp32: Pair, int8: Pair) -> None:
    n_same = n_all = 0
    for seed in range(6):
        mel = mel_of(40, seed)
        exact = fp32.prefill(fp32.encode(mel), TOKENS)["logits"][0]
        rough = int8.prefill(int8.encode(mel), TOKENS)["logits"][0]
        assert relative_error(rough, exact) < 0.15
        n_same += int((exact.argmax(-1) == rough.argmax(-1)).sum())
        n_all += len(TOKENS)
    assert n_same >= 0.8 * n_all


def test_weights_stored_as_int8_build_the_same_graph(tmp_path: Path) -> None:
    """A CTranslate2 file converted to int8 gives what its rows times scales give."""
    variables = random_variables()
    for name in [n for n in variables if n.endswith("/weight") and variables[n].ndim == 2]:
        rows, scale = quantised_rows(np.asarray(variables[name], np.float32), 127)
        variables[name] = rows
        variables[f"{name}_scale"] = 1 / scale
    plain = {name: dense(variables, name) for name in variables if variables[name].ndim}
    onnx.save(encoder_graph(variables, CONFIG), tmp_path / "a.onnx")
    onnx.save(encoder_graph({**variables, **plain}, CONFIG), tmp_path / "b.onnx")
    mel = mel_of(40)[None]
    a, b = (OnnxGraph(tmp_path / f"{x}.onnx", n_threads=1) for x in "ab")
    left, right = a.run({"mel": mel}, CROSS), b.run({"mel": mel}, CROSS)
    for name in CROSS:
        np.testing.assert_allclose(a.array(left[name]), b.array(right[name]), atol=1e-6)


@pytest.mark.parametrize("limit", [63, 127])
def test_quantised_rows_are_within_half_a_step(limit: int) -> None:
    weight = np.random.default_rng(3).normal(size=(9, 33)).astype(np.float32)
    weight[4] = 0.0
    rows, scale = quantised_rows(weight, limit)
    assert rows.dtype == np.int8
    assert np.abs(rows).max() == limit
    assert (np.abs(rows * scale[:, None] - weight) <= scale[:, None] * 0.501).all()


def test_a_pass_with_the_wrong_shape_is_an_engine_error(fp32: Pair) -> None:
    with pytest.raises(EngineError, match="recognition pass failed"):
        fp32.encoder.run({"mel": np.zeros((1, CONFIG.n_mels + 1, 8), np.float32)}, CROSS)


def test_a_file_that_is_no_graph_is_an_engine_error(tmp_path: Path) -> None:
    path = tmp_path / "x.onnx"
    path.write_bytes(b"not a graph")
    with pytest.raises(EngineError, match="cannot be loaded"):
        OnnxGraph(path)
