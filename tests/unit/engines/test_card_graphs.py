"""The graphs made for a card against the same layers in plain numpy, on a Whisper of few weights."""

from dataclasses import replace
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from numpy.typing import NDArray
from tiny_whisper import CONFIG, NumpyWhisper, random_variables, softmax

from engines.whisper import card_graphs
from engines.whisper.card_step_onnx import onnx_step_graph
from engines.whisper.log_mel import log_mel

N_CTX = 20
TOKENS = [3, 36, 0, 17, 17, 5, 29]
SUPPRESSED, NO_SPEECH, LANGUAGES, FIRST_TIME = (4, 9), 33, (30, 31, 32), 34
BIAS = card_graphs.bias_against(CONFIG.n_vocab, SUPPRESSED)
LAYERS = range(CONFIG.n_decoder_layers)
Arrays = dict[str, NDArray[Any]]
TOLERANCE = 0.01
"""Of the largest value; half precision on weights this random."""


def session(model: onnx.ModelProto) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )


def prompt(tokens: list[int], *, start_index: int = 0, at_start: bool = False) -> Arrays:
    return {
        "tokens": np.array([tokens], np.int64),
        "start_index": np.array([start_index], np.int64),
        "at_start": np.array([at_start], np.float32),
        "bias": BIAS,
    }


class Card:
    """The three graphs on ONNX Runtime's CPU provider."""

    def __init__(self, *, fused_attention: bool) -> None:
        config = replace(CONFIG, suppressed_at_start=(7, 8))
        variables = random_variables()
        self.encoder = session(card_graphs.encoder_graph(variables, config))
        self.prefill = session(
            card_graphs.prefill_graph(
                variables,
                config,
                first_time=FIRST_TIME,
                no_speech=NO_SPEECH,
                languages=LANGUAGES,
                fused_attention=fused_attention,
            )
        )
        self.step = session(
            card_graphs.step_graph(variables, config, first_time=FIRST_TIME, fused_attention=True)
            if fused_attention
            else onnx_step_graph(variables, config, first_time=FIRST_TIME)
        )

    @staticmethod
    def run(graph: onnxruntime.InferenceSession, inputs: Arrays) -> Arrays:
        names = [output.name for output in graph.get_outputs()]
        return dict(zip(names, graph.run(names, inputs), strict=True))

    def encode(self, samples: NDArray[np.float32]) -> Arrays:
        return self.run(self.encoder, {"samples": samples[None]})

    def start(
        self, cross: Arrays, tokens: list[int], *, start_index: int = 0, at_start: bool = False
    ) -> Arrays:
        inputs = prompt(tokens, start_index=start_index, at_start=at_start)
        return self.run(self.prefill, {**inputs, **cross})


@pytest.fixture(scope="module", params=[False, True], ids=["onnxruntime", "tensorrt"])
def card(request: pytest.FixtureRequest) -> Card:
    return Card(fused_attention=request.param)


@pytest.fixture(scope="module")
def reference() -> NumpyWhisper:
    return NumpyWhisper(random_variables())


def sound(n_ctx: int, *, n_silent: int = 0, seed: int = 1) -> NDArray[np.float32]:
    samples = np.random.default_rng(seed).normal(0, 0.1, n_ctx * 320).astype(np.float32)
    samples[len(samples) - n_silent :] = 0
    return samples


def encoded(reference: NumpyWhisper, samples: NDArray[np.float32]) -> NDArray[np.float64]:
    mel = log_mel(samples, CONFIG.n_mels, len(samples) // 160)[0]
    return reference.encode(mel.astype(np.float64))


def error(found: NDArray[Any], expected: NDArray[Any]) -> float:
    assert found.shape == expected.shape
    return float(np.abs(found - expected).max() / np.abs(expected).max())


@pytest.mark.parametrize(("n_ctx", "n_silent"), [(20, 0), (20, 3000), (8, 100), (2, 0)])
def test_encoder_takes_sound_of_any_length(
    card: Card, reference: NumpyWhisper, n_ctx: int, n_silent: int
) -> None:
    samples = sound(n_ctx, n_silent=n_silent)
    audio = encoded(reference, samples)
    cross = card.encode(samples)
    for i in LAYERS:
        weight = reference.variables[f"decoder/layer_{i}/attention/linear_1/weight"]
        bias = reference.variables[f"decoder/layer_{i}/attention/linear_1/bias"]
        for name, part in zip("kv", np.split(audio @ weight.T + bias, 2, axis=1), strict=True):
            found = cross[f"cross_{name}_{i}"]
            assert found.dtype == np.float16
            heads = part.reshape(n_ctx, CONFIG.n_heads, CONFIG.d_head).transpose(1, 0, 2)
            assert error(found[0], heads) < TOLERANCE


def expected_choice(logits: NDArray[np.float64], never: tuple[int, ...]) -> tuple[int, float]:
    scores = logits.copy()
    scores[list(never)] = -np.inf
    return int(scores.argmax()), float(np.log(softmax(scores).max()))


@pytest.mark.parametrize("at_start", [False, True])
def test_prefill_chooses_what_numpy_chooses(card: Card, reference: NumpyWhisper, at_start: bool) -> None:
    samples = sound(N_CTX)
    logits, attention = reference.decode(TOKENS, encoded(reference, samples))
    found = card.start(card.encode(samples), TOKENS, start_index=2, at_start=at_start)
    token, log_probability = expected_choice(logits[-1], (*SUPPRESSED, *((7, 8) if at_start else ())))
    assert found["next_token"].tolist() == [[token]]
    assert found["next_position"].tolist() == [len(TOKENS)]
    assert found["log_probability"] == pytest.approx([log_probability], abs=0.01)
    assert found["no_speech_probability"] == pytest.approx([softmax(logits[2])[NO_SPEECH]], rel=0.02)
    assert found["language_probabilities"] == pytest.approx(softmax(logits[2][list(LANGUAGES)]), rel=0.02)
    assert error(found["attention"], attention) < TOLERANCE
    for name in ("k", "v"):
        cache = found[f"self_{name}_1"]
        assert cache.shape == (1, CONFIG.n_heads, CONFIG.n_text_ctx, CONFIG.d_head)
        assert np.abs(cache[:, :, : len(TOKENS)]).max() > 0
        assert not cache[:, :, len(TOKENS) :].any()


def test_the_second_best_is_chosen_where_the_best_is_suppressed(card: Card, reference: NumpyWhisper) -> None:
    samples = sound(N_CTX)
    logits = reference.decode(TOKENS, encoded(reference, samples))[0][-1]
    best, second = (int(token) for token in np.argsort(-logits)[:2])
    graph = session(
        card_graphs.prefill_graph(random_variables(), CONFIG, first_time=FIRST_TIME, no_speech=NO_SPEECH)
    )
    bias = card_graphs.bias_against(CONFIG.n_vocab, (best,))
    found = card.run(graph, {**prompt(TOKENS), "bias": bias, **card.encode(samples)})
    assert found["next_token"].tolist() == [[second]]


def test_steps_in_place_equal_the_whole_text(card: Card, reference: NumpyWhisper) -> None:
    """The cache's outputs are bound to its inputs' memory, the next token's to the other of two buffers."""
    samples = sound(N_CTX)
    cross = card.encode(samples)
    first = card.start(cross, TOKENS[:3])
    cpu = {"device_type": "cpu", "device_id": 0}
    cache = {name: first[name] for name in first if name.startswith("self_")}
    pairs = [(np.zeros((1, 1), np.int64), np.zeros(1, np.int64)) for _ in range(2)]
    pairs[0][0][:], pairs[0][1][:] = first["next_token"], first["next_position"]
    text = [*TOKENS[:3], int(first["next_token"][0, 0])]
    addresses = {name: array.ctypes.data for name, array in cache.items()}
    for i in range(6):
        token, position = pairs[i % 2]
        next_token, next_position = pairs[(i + 1) % 2]
        binding = card.step.io_binding()
        arrays = {"token": token, "position": position, "bias": BIAS, **cache, **cross}
        for name, array in arrays.items():
            binding.bind_input(
                name, **cpu, element_type=array.dtype, shape=array.shape, buffer_ptr=array.ctypes.data
            )
        outputs = {"next_token": next_token, "next_position": next_position}
        outputs |= {f"new_{name}": array for name, array in cache.items()}
        for name in ("log_probability", "time_share"):
            outputs[name] = np.zeros(1, np.float32)
        outputs["best_time"] = np.zeros((1, 1), np.int64)
        outputs["attention"] = np.zeros((len(CONFIG.alignment_heads), 1, N_CTX), np.float32)
        for name, array in outputs.items():
            binding.bind_output(
                name, **cpu, element_type=array.dtype, shape=array.shape, buffer_ptr=array.ctypes.data
            )
        card.step.run_with_iobinding(binding)
        logits, attention = reference.decode(text, encoded(reference, samples))
        chosen, log_probability = expected_choice(logits[-1], SUPPRESSED)
        assert int(next_token[0, 0]) == chosen
        assert int(next_position[0]) == len(text)
        assert outputs["log_probability"] == pytest.approx([log_probability], abs=0.02)
        shares = np.exp(logits[-1] - logits[-1][chosen])[FIRST_TIME:]
        assert int(outputs["best_time"][0, 0]) == FIRST_TIME + int(shares.argmax())
        assert outputs["time_share"] == pytest.approx([shares.sum()], rel=0.05)
        assert error(outputs["attention"][:, 0], attention[:, -1]) < TOLERANCE
        text.append(chosen)
    assert {name: array.ctypes.data for name, array in cache.items()} == addresses
    assert all(
        array[:, :, len(text) - 2].any() and not array[:, :, len(text) - 1 :].any()
        for array in cache.values()
    )


def test_the_position_never_leaves_the_cache(card: Card) -> None:
    cross = card.encode(sound(N_CTX))
    first = card.start(cross, TOKENS)
    cache = {name: first[name] for name in first if name.startswith("self_")}
    at_end = {"token": np.array([[3]]), "position": np.array([CONFIG.n_text_ctx - 1]), "bias": BIAS}
    assert card.run(card.step, {**at_end, **cache, **cross})["next_position"].tolist() == [
        CONFIG.n_text_ctx - 1
    ]


def test_of_equal_scores_the_first_is_chosen(card: Card) -> None:
    variables = random_variables()
    table = np.array(variables["decoder/embeddings/weight"])
    table[20:] = table[20]
    twin = {**variables, "decoder/embeddings/weight": table}
    graph = session(card_graphs.prefill_graph(twin, CONFIG, first_time=FIRST_TIME, no_speech=NO_SPEECH))
    bias = card_graphs.bias_against(CONFIG.n_vocab, range(20))
    found = card.run(graph, {**prompt(TOKENS), "bias": bias, **card.encode(sound(N_CTX))})
    assert found["next_token"].tolist() == [[20]]
    assert "language_probabilities" not in found


def test_graphs_are_standard_onnx_in_half_precision() -> None:
    variables = random_variables()
    models = {
        "encoder": card_graphs.encoder_graph(variables, CONFIG),
        "prefill": card_graphs.prefill_graph(variables, CONFIG, first_time=FIRST_TIME, no_speech=NO_SPEECH),
        "step": card_graphs.step_graph(variables, CONFIG, first_time=FIRST_TIME),
    }
    for name, model in models.items():
        onnx.checker.check_model(model, full_check=True)
        assert {node.domain for node in model.graph.node} == {""}
        inferred = onnx.shape_inference.infer_shapes(model, check_type=True, strict_mode=True, data_prop=True)
        kinds = {value.name: value.type.tensor_type.elem_type for value in inferred.graph.value_info}
        kinds |= {tensor.name: tensor.data_type for tensor in inferred.graph.initializer}
        half, full = onnx.TensorProto.FLOAT16, onnx.TensorProto.FLOAT
        for node in model.graph.node:
            if node.op_type == "Softmax":
                assert kinds.get(node.output[0], full) == full, node
            if node.op_type in ("MatMul", "Gemm", "Conv") and node.input[1] not in (
                "fourier_basis",
                "mel_filters",
            ):
                assert kinds[node.output[0]] == half, (name, node)
            if node.op_type == "LayerNormalization":
                assert {a.name: a.i for a in node.attribute}["stash_type"] == full


def test_a_change_of_the_code_changes_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = card_graphs.source_digest()
    monkeypatch.setattr(card_graphs.inspect, "getsource", lambda module: "another text")
    assert card_graphs.source_digest() != before


@pytest.mark.parametrize(("context_s", "n_samples"), [(6.0, 96000), (10.0, 160000), (30.0, 480000)])
def test_contexts_are_whole_frames(context_s: float, n_samples: int) -> None:
    assert card_graphs.samples_of(context_s) == n_samples
    assert n_samples % 320 == 0
