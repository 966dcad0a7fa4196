"""CTC models as they run on a card, on the host's memory: what the plain graphs say, for several sounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
from host_memory import HostMemory
from random_ctc import RandomDeepSpeech2, RandomWav2Vec2

from engines.ctc import card, deepspeech2, wav2vec2
from engines.ctc.deepspeech2 import deepspeech2_graph
from engines.ctc.wav2vec2 import wav2vec2_graph
from engines.errors import CardLostError
from engines.runtime.card_session import MOST_KEPT, CardSession

SMALL = {
    "conv_dim": [32] * 7,
    "conv_kernel": [10, 3, 3, 3, 3, 2, 2],
    "conv_stride": [5, 2, 2, 2, 2, 2, 2],
    "feat_extract_norm": "group",
    "hidden_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 96,
    "num_conv_pos_embeddings": 12,
    "num_conv_pos_embedding_groups": 4,
    "vocab_size": 11,
}
LAYER = {"feat_extract_norm": "layer", "conv_bias": True}
KINDS: list[dict[str, Any]] = [{}, {"conv_bias": True}, LAYER, {"do_stable_layer_norm": True}]
KINDS.append({**LAYER, "do_stable_layer_norm": True, "num_conv_pos_embeddings": 13})
DEEP = {
    "rnn_type": "gru", "hidden_size": 24, "num_hidden_layers": 2, "vocab_size": 9, "bidirectional": True,
    "normalization": "none",
}  # fmt: skip


def opened(weights: card.Weights, folder: Path) -> tuple[CardSession, HostMemory]:
    memory = HostMemory()
    session = card.open_session(weights, key="random", cache_dir=folder, memory=memory, provider="cpu")
    return session, memory


def sounds(n_batch: int, n_samples: int) -> np.ndarray:
    # A mean beside zero, which the norm over time has to take away.
    return np.random.default_rng(n_samples).normal(0.3, 1.0, (n_batch, n_samples)).astype(np.float32)


@pytest.mark.parametrize("kind", KINDS)
def test_wav2vec2_says_what_the_plain_graph_says(tmp_path: Path, kind: dict[str, Any]) -> None:
    weights = RandomWav2Vec2(wav2vec2.read_config({**SMALL, **kind}))
    session, memory = opened(weights, tmp_path)
    plain = onnxruntime.InferenceSession(wav2vec2_graph(weights).SerializeToString())
    several = onnxruntime.InferenceSession(wav2vec2_graph(weights, batch="n_batch").SerializeToString())
    for n_batch, n_samples in ((1, 16000), (3, 400), (2, 23457), (1, 16000), (2, 5003)):
        samples = sounds(n_batch, n_samples)
        found = session.run({"samples": samples}, ("log_probabilities",))["log_probabilities"]
        expected = np.concatenate(
            [plain.run(None, {"samples": row[None]})[0] for row in samples], dtype=np.float32
        )
        assert found.shape == expected.shape
        assert np.allclose(found, expected, atol=2e-5)
        assert np.allclose(several.run(None, {"samples": samples})[0], expected, atol=2e-5)
    assert memory.depth == 0


def test_the_norm_over_time_survives_silence(tmp_path: Path) -> None:
    weights = RandomWav2Vec2(wav2vec2.read_config(SMALL))
    session, _ = opened(weights, tmp_path)
    silent = np.zeros((1, 8000), np.float32)
    found = session.run({"samples": silent}, ("log_probabilities",))["log_probabilities"]
    plain = onnxruntime.InferenceSession(wav2vec2_graph(weights).SerializeToString())
    assert np.allclose(found, plain.run(None, {"samples": silent})[0], atol=2e-5)


@pytest.mark.parametrize("rnn", ["gru", "lstm"])
def test_deepspeech2_hears_pieces_of_any_length(tmp_path: Path, rnn: str) -> None:
    weights = RandomDeepSpeech2(deepspeech2.read_config({**DEEP, "rnn_type": rnn}))
    session, _ = opened(weights, tmp_path)
    plain = onnxruntime.InferenceSession(deepspeech2_graph(weights).SerializeToString())
    for n_columns in (60, 61, 200):
        features = sounds(161, n_columns)[None, None]
        found = session.run({"features": features}, ("log_probabilities",))["log_probabilities"]
        expected = plain.run(None, {"features": features})[0]
        assert found.shape == expected.shape
        assert np.allclose(found, expected, atol=1e-5)


@pytest.mark.parametrize("rnn", ["gru", "lstm"])
def test_deepspeech2_hears_several_pieces_at_once(rnn: str) -> None:
    weights = RandomDeepSpeech2(deepspeech2.read_config({**DEEP, "rnn_type": rnn}))
    plain = onnxruntime.InferenceSession(deepspeech2_graph(weights).SerializeToString())
    several = onnxruntime.InferenceSession(deepspeech2_graph(weights, batch="n_batch").SerializeToString())
    features = np.stack([sounds(161, 60)[None], sounds(161, 61)[None, :, :60], sounds(161, 62)[None, :, :60]])
    found = several.run(None, {"features": features})[0]
    for i, each in enumerate(features):
        expected = plain.run(None, {"features": each[None]})[0]
        assert found[:, i].shape == expected.shape
        assert np.allclose(found[:, i], expected, atol=1e-5)


def test_the_states_of_a_streamed_model_are_of_one_sound() -> None:
    config = {**DEEP, "bidirectional": False, "lookahead_context": 4}
    with pytest.raises(ValueError, match="of one sound"):
        deepspeech2_graph(RandomDeepSpeech2(deepspeech2.read_config(config)), batch=2)


def test_a_length_asked_for_again_allocates_nothing(tmp_path: Path) -> None:
    weights = RandomWav2Vec2(wav2vec2.read_config(SMALL))
    session, memory = opened(weights, tmp_path)
    first = session.run({"samples": sounds(1, 9000)}, ("log_probabilities",))["log_probabilities"]
    kept = first.copy()
    n_before = memory.n_allocations
    for n_samples in range(4000, 4000 + 40 * (MOST_KEPT + 3), 40):
        session.run({"samples": sounds(1, n_samples)}, ("log_probabilities",))
    assert memory.n_allocations == n_before, "what is shorter needs no more room"
    assert len(session._bound) == MOST_KEPT
    assert np.array_equal(first, kept), "a result is the caller's own"
    session.run({"samples": sounds(2, 16000)}, ("log_probabilities",))
    assert memory.n_allocations == n_before + 4
    assert len(memory.buffers) == 4, "the smaller ones were given back"
    session.close()
    session.close()
    assert not memory.buffers


def test_a_lost_card_is_told(tmp_path: Path) -> None:
    session, memory = opened(RandomWav2Vec2(wav2vec2.read_config(SMALL)), tmp_path)
    memory.lost = True
    with pytest.raises(CardLostError):
        session.run({"samples": sounds(1, 9000)}, ("log_probabilities",))
