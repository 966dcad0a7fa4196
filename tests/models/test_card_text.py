"""The card's graphs of the real tiny.en in fp16 against fp32: the same log-mel and text, near logits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

from engines.models import find_model
from engines.runtime.onnx import OnnxGraph
from engines.runtime.precision import MEAN_LOGIT, WORST_LOGIT
from engines.types import Samples
from engines.whisper import graphs
from engines.whisper.card_graphs import bias_against, samples_of
from engines.whisper.card_layers import with_outputs
from engines.whisper.card_recogniser import graph_writers
from engines.whisper.log_mel import HOP, log_mel
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import read_weights

CONTEXT_S = 20.0


def open_graph(model: onnx.ModelProto, *seen: str) -> tuple[OnnxGraph, list[str]]:
    observed = with_outputs(model, list(seen))
    for output in observed.graph.output:
        if output.name in seen:
            output.type.tensor_type.elem_type = onnx.TensorProto.FLOAT
    return OnnxGraph(observed.SerializeToString(), n_threads=2), [
        output.name for output in observed.graph.output
    ]


class Both:
    """Both forms of one model, stepped along the same tokens."""

    def __init__(self, models_dir: Path) -> None:
        files = find_model("tiny.en", models_dir)
        variables, self.config = read_weights(files)
        self.tokens = WhisperTokens(files.tokenizer, self.config.n_vocab)
        writers = graph_writers(variables, self.config, self.tokens, fused_attention=True)
        self.card = {
            "encoder": open_graph(writers["encoder"](), "log_mel"),
            "prefill": open_graph(writers["prefill"](), "logits"),
            "step": open_graph(writers["step"](), "logits"),
        }
        self.encoder = open_graph(graphs.encoder_graph(variables, self.config))
        self.decoder = open_graph(graphs.decoder_graph(variables, self.config))

    @staticmethod
    def run(graph: tuple[OnnxGraph, list[str]], inputs: dict[str, Any]) -> dict[str, Any]:
        runner, names = graph
        return {name: runner.array(value) for name, value in runner.run(inputs, names).items()}


@pytest.fixture(scope="module")
def both(models_dir: Path) -> Both:
    return Both(models_dir)


@pytest.mark.parametrize("clip", ["jfk.flac", "weather.flac"])
def test_the_same_words_and_nearly_the_same_logits(
    both: Both, speech_dir: Path, read_sound: Callable[[Path], Samples], clip: str
) -> None:
    config, tokens = both.config, both.tokens
    samples = read_sound(speech_dir / clip)
    padded = np.zeros((1, samples_of(CONTEXT_S)), np.float32)
    padded[0, : len(samples)] = samples
    mel = log_mel(samples, config.n_mels, padded.shape[1] // HOP)
    exact = both.run(both.encoder, {"mel": mel})
    found = both.run(both.card["encoder"], {"samples": padded})
    np.testing.assert_allclose(found["log_mel"], mel, atol=2e-4)
    cross = {name: found[name] for name in found if name.startswith("cross_")}
    prompt = tokens.start_sequence(None, "transcribe")
    layers = [f"{kind}_{i}" for i in range(config.n_decoder_layers) for kind in "kv"]
    empty = np.zeros((1, config.n_heads, 0, config.d_head), np.float32)
    past = {f"past_{name}": empty for name in layers}
    never = [*config.suppressed, *tokens.special()]
    bias = bias_against(config.n_vocab, never)
    start = {"start_index": np.zeros(1, np.int64), "at_start": np.ones(1, np.float32), "bias": bias}
    found = both.run(both.card["prefill"], {"tokens": np.array([prompt], np.int64), **start, **cross})
    cache = {name: found[name] for name in found if name.startswith("self_")}
    step, text, means = list(prompt), [], []
    while True:
        rows = {"tokens": np.array([step], np.int64), "rows": np.array([len(step) - 1])}
        expected = both.run(both.decoder, {**rows, **past, **exact})
        wanted = expected["logits"][0, 0]
        off = np.abs(found["logits"][-1] - wanted) / np.abs(wanted).mean()
        assert off.max() < WORST_LOGIT
        means.append(off.mean())
        np.testing.assert_allclose(found["attention"], expected["attention"], atol=5e-3)
        scores = wanted.copy()
        scores[never] = -np.inf
        if not text:
            scores[list(config.suppressed_at_start)] = -np.inf
        chosen = int(scores.argmax())
        assert found["next_token"].tolist() == [[chosen]]
        certain = float(scores[chosen] - scores.max() - np.log(np.exp(scores - scores.max()).sum()))
        assert found["log_probability"] == pytest.approx([certain], abs=0.02)
        if chosen == tokens.end:
            break
        text.append(chosen)
        past = {f"past_{name}": expected[f"present_{name}"] for name in layers}
        at = {"token": found["next_token"], "position": found["next_position"], "bias": bias}
        found = both.run(both.card["step"], {**at, **cache, **cross})
        cache = {name: found[f"new_{name}"] for name in cache}
        step = [chosen]
    assert len(text) > 10
    assert np.mean(means) < MEAN_LOGIT
