"""The fp32 graphs of tiny.en against figures of openai-whisper's with the same weights, without PyTorch.

parity_tiny_en.json was written by `tests/bench/parity_openai.py --write-reference`, which compares whole
tensors, on every shared clip. Here a little of each must agree on the sample clip.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.audio.file_source import read_whole
from engines.models import find_model
from engines.runtime.onnx import OnnxGraph
from engines.whisper.graphs import decoder_graph, encoder_graph
from engines.whisper.log_mel import log_mel
from engines.whisper.network import GraphNetwork
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import WhisperConfig, read_weights

SAMPLE = Path(__file__).parents[2] / "resources" / "clips" / "sample.flac"
LIMIT = 1e-3


@pytest.fixture(scope="module")
def reference() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(__file__).with_name("parity_tiny_en.json").read_text())
    return found


class Networks:
    """fp32 graphs, and the sample clip encoded at the full context."""

    def __init__(self, models_dir: Path) -> None:
        files = find_model("tiny.en", models_dir)
        variables, self.config = read_weights(files)
        self.tokens = WhisperTokens(files.tokenizer, self.config.n_vocab)
        self.encoder = OnnxGraph(encoder_graph(variables, self.config).SerializeToString())
        self.decoder = OnnxGraph(decoder_graph(variables, self.config).SerializeToString())
        mel = log_mel(read_whole(SAMPLE)[: 30 * 16000], self.config.n_mels, 3000)
        self.names = [f"cross_{kind}_{i}" for i in range(self.config.n_decoder_layers) for kind in ("k", "v")]
        self.cross = self.encoder.run({"mel": mel}, self.names)


@pytest.fixture(scope="module")
def networks(models_dir: Path) -> Networks:
    return Networks(models_dir)


def test_cross_keys_and_values(networks: Networks, reference: dict[str, Any]) -> None:
    assert set(reference["cross"]) == set(networks.names)
    for name, expected in reference["cross"].items():
        found = networks.encoder.array(networks.cross[name])
        assert np.linalg.norm(found.astype(np.float64)) == pytest.approx(expected["norm"], rel=LIMIT), name
        numbers = found.ravel()[:: found.size // 16]
        difference = np.linalg.norm(numbers - np.array(expected["numbers"]))
        assert difference < LIMIT * np.linalg.norm(expected["numbers"]), name


def empty_past(config: WhisperConfig) -> dict[str, Any]:
    empty = np.zeros((1, config.n_heads, 0, config.d_head), np.float32)
    return {f"past_{kind}_{i}": empty for i in range(config.n_decoder_layers) for kind in ("k", "v")}


def test_logits(networks: Networks, reference: dict[str, Any]) -> None:
    rows = [entry["row"] for entry in reference["logits"]]
    inputs = {"tokens": np.array([reference["tokens"]]), "rows": np.array(rows)}
    inputs |= empty_past(networks.config) | networks.cross
    logits = networks.decoder.array(networks.decoder.run(inputs, ["logits"])["logits"])[0]
    assert len(rows) > 8
    for found, entry in zip(logits, reference["logits"], strict=True):
        ids, values = zip(*entry["top"], strict=True)
        difference = np.linalg.norm(found[list(ids)] - np.array(values))
        assert difference < LIMIT * np.linalg.norm(values), entry["row"]
        assert np.linalg.norm(found.astype(np.float64)) == pytest.approx(entry["norm"], rel=LIMIT)
        assert found.argmax() == ids[0]


def test_the_same_greedy_text(networks: Networks, reference: dict[str, Any]) -> None:
    tokens = networks.tokens
    greedy = GraphNetwork(networks.config, tokens, networks.encoder, networks.decoder)
    prompt = tokens.start_sequence(None, "transcribe")
    found = greedy.decode(networks.cross, prompt, start_index=0, forced=False, n_most=224)
    assert [*prompt, *found.tokens] == reference["tokens"]
    assert found.ended
