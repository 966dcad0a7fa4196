"""Wav2Vec2 and DeepSpeech2 behind the Recogniser protocol: files, pieces against the whole, captions."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file
from tone_speller import RATE_HZ, TOKENS, tones, write_speller

from app.captions.session import CaptionSession, SessionSettings
from engines.ctc import deepspeech2, recogniser, wav2vec2
from engines.ctc.network import RunningScale, WindowStream
from engines.ctc.recogniser import CtcRecogniser, load_ctc
from engines.ctc.spectrogram import Spectrogram
from engines.errors import EngineError, ModelDamagedError, ModelError
from engines.models import find_model
from engines.own_models import list_own, own_status, verify_own
from engines.recogniser import load_recogniser
from engines.runtime.onnx import OnnxGraph
from engines.types import RecognitionRequest, Samples, SpeechChunk
from engines.whisper.weights import read_weights as read_whisper

TEXT = "hello my dear little bees all is well"


@pytest.fixture(scope="module")
def speller(tmp_path_factory: pytest.TempPathFactory) -> CtcRecogniser:
    top = tmp_path_factory.mktemp("ctc")
    write_speller(top / "models" / "speller")
    loaded = load_recogniser("speller", engine="cpu", models_dir=top / "models", cache_dir=top / "cache")
    assert isinstance(loaded, CtcRecogniser)
    return loaded


def text_of(words: Any) -> str:
    return "".join(word.text for word in words).strip()


def test_tones_spell_words_with_times(speller: CtcRecogniser) -> None:
    assert (speller.model, speller.engine, speller.languages) == ("speller", "cpu", ("en",))
    heard = speller.recognise(RecognitionRequest(tones(TEXT), RATE_HZ, is_final=True))
    assert text_of(heard.words) == TEXT
    assert heard.words[0].start_s == pytest.approx(1.06, abs=0.03)
    assert heard.words[0].end_s == pytest.approx(1.42, abs=0.03)
    assert all(word.probability > 0.9 for word in heard.words)
    assert heard.attended_s == tuple(word.end_s for word in heard.words)
    assert heard.heard_until_sample == RATE_HZ + len(tones(TEXT))


def test_a_model_whose_weights_are_no_numbers_is_refused(tmp_path: Path) -> None:
    folder = write_speller(tmp_path / "models" / "broken")
    state = load_file(folder / "model.safetensors")
    state["lm_head.bias"][3] = np.nan
    save_file(state, folder / "model.safetensors")
    with pytest.raises(EngineError, match="no number"):
        load_ctc("broken", models_dir=tmp_path / "models", cache_dir=tmp_path / "cache")


@pytest.mark.parametrize("n", [0, 1, 399, 400])
def test_sound_too_short_for_a_word_gives_none(speller: CtcRecogniser, n: int) -> None:
    assert speller.recognise(RecognitionRequest(np.zeros(n, np.float32), 0, is_final=True)).words == () or n


def test_a_prefix_is_not_spelled_again(speller: CtcRecogniser) -> None:
    sound = tones(TEXT)
    whole = speller.recognise(RecognitionRequest(sound, 0, is_final=True)).words
    for n in range(1, len(whole)):
        rest = speller.recognise(RecognitionRequest(sound, 0, prefix=whole[:n], is_final=True))
        assert rest.words == whole[n:]


def test_only_what_is_new_is_heard_again(speller: CtcRecogniser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Growing windows, one of them trimmed, give what the whole gives, from pieces with context alone."""
    sizes: list[int] = []
    run = wav2vec2.Wav2Vec2Network.log_probabilities

    def counted(self: wav2vec2.Wav2Vec2Network, samples: Samples) -> Any:
        sizes.append(len(samples))
        return run(self, samples)

    monkeypatch.setattr(wav2vec2.Wav2Vec2Network, "log_probabilities", counted)
    text = " ".join([TEXT] * 4)
    sound = tones(text)
    start, heard = 0, None
    for end in [*range(8000, len(sound), 4000), len(sound)]:
        start = 5000 if end > 60_000 else 0
        heard = speller.recognise(RecognitionRequest(sound[start:end], start, is_final=end == len(sound)))
    assert heard is not None
    assert text.endswith(text_of(heard.words[1:]))
    assert len(sound) > 10 * RATE_HZ
    assert max(sizes) <= round((4.0 + 0.6 + 0.25 + 0.1) * RATE_HZ)


def test_captions_come_live(speller: CtcRecogniser) -> None:
    """The session commits words before the end, takes none back, and ends with the whole text."""
    session = CaptionSession("file", SessionSettings(language="en"))
    text = " ".join([TEXT] * 3)
    sound = tones(text)
    committed: list[str] = []
    for at in range(0, len(sound), 3200):
        end = at + 3200
        session.add(SpeechChunk(1, sound[at:end], at, end >= len(sound), 0))
        request = session.next_request()
        if request is not None:
            for update in session.accept(request, speller.recognise(request)):
                if update.caption_id == 1:
                    assert not committed or update.committed.startswith(committed[-1])
                    committed.append(update.committed)
    assert committed[len(committed) // 2]
    assert committed[-1] == text[: len(committed[-1])]
    assert len(committed[-1]) > 30


def test_hot_words_are_favoured_in_the_case_of_the_model(speller: CtcRecogniser) -> None:
    pytest.importorskip("ctc_beam_decoder", reason="BEAM SEARCH NOT TESTED: pip install ctc-beam-decoder")
    heard = speller.recognise(RecognitionRequest(tones(TEXT), 0, hot_words=("Hello", "Bees"), is_final=True))
    assert text_of(heard.words) == TEXT


def test_it_is_listed_and_verified(tmp_path: Path) -> None:
    write_speller(tmp_path / "speller")
    (own,) = list_own(tmp_path)
    assert (own.name, own_status(own, tmp_path)) == ("speller", "installed")
    assert verify_own("speller", tmp_path)
    with pytest.raises(ModelDamagedError, match="no Whisper"):
        read_whisper(find_model("speller", tmp_path))
    with pytest.raises(EngineError, match="no TensorRT engine"):
        load_ctc("speller", engine="tensorrt", models_dir=tmp_path, cache_dir=tmp_path)


def rewritten(**tensors: Any) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        state = load_file(folder / "model.safetensors")
        for name, array in tensors.items():
            key = next(key for key in state if key.endswith(name.replace("__", ".")))
            if array is None:
                del state[key]
            else:
                state[key] = array
        save_file(state, folder / "model.safetensors")

    return spoil


def saying(file: str, value: Any) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        said = json.loads((folder / file).read_text()) if isinstance(value, dict) else {}
        (folder / file).write_text(json.dumps({**said, **value} if isinstance(value, dict) else value))

    return spoil


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (rewritten(lm_head__bias=None), "lacks lm_head.bias"),
        (rewritten(lm_head__bias=np.zeros(3, np.float32)), r"shape \[3\] and not \[28\]"),
        (lambda folder: (folder / "vocab.json").unlink(), "no vocab.json"),
        (saying("vocab.json", [1]), "vocab.json is damaged"),
        (saying("vocab.json", {"eng": {}}), "not of one language"),
        (saying("config.json", {"conv_dim": 3}), "no lists of numbers"),
        (saying("config.json", {"conv_dim": [3, 4]}), "differ in length"),
        (saying("config.json", {"hidden_act": "relu"}), "hidden_act is relu"),
        (saying("config.json", {"feat_extract_norm": "batch"}), "feat_extract_norm is batch"),
        (saying("config.json", {"adapter_attn_dim": 16}), "adapters"),
        (saying("config.json", {"hidden_size": 33}), "does not fit"),
        (lambda folder: (folder / "model.safetensors").write_bytes(b"x"), "cut off or damaged"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, spoil: Callable[[Path], None], said: str) -> None:
    spoil(write_speller(tmp_path / "speller"))
    with pytest.raises(ModelError, match=said):
        load_recogniser("speller", engine="cpu", models_dir=tmp_path, cache_dir=tmp_path / "cache")


def test_running_scale_is_that_of_the_whole_in_the_end() -> None:
    rng = np.random.default_rng(0)
    sound = rng.normal(0.3, 0.2, 9000).astype(np.float32)
    scale = RunningScale()
    for at in range(0, 9000, 700):
        scale.add(sound[at : at + 700])
    whole = (sound - sound.mean()) / np.sqrt(sound.var() + 1e-7)
    np.testing.assert_allclose(scale.applied(sound), whole, atol=1e-4)


DEEP = {"model_type": "deepspeech2", "vocab_size": len(TOKENS), "pad_token_id": 0, "hidden_size": 24}
DEEP |= {"num_hidden_layers": 2, "lookahead_context": 6, "language": "de"}


def write_deep(folder: Path, **kind: Any) -> Path:
    """Random weights in every tensor that the model needs."""
    rng = np.random.default_rng(4)
    config = deepspeech2.read_config({**DEEP, **kind})
    probe = deepspeech2.DeepSpeech2Weights.__new__(deepspeech2.DeepSpeech2Weights)
    probe.config = config
    state = {}
    for name, shape in probe._shapes().items():
        array = rng.normal(0, 1 / np.sqrt(max(1, np.prod(shape[1:]))), shape)
        state[name] = (np.abs(array) + 0.5 if name.endswith(("var", "std")) else array).astype(np.float32)
    folder.mkdir(parents=True)
    save_file(state, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps({**DEEP, **kind}))
    (folder / "vocab.json").write_text(json.dumps({token: i for i, token in enumerate(TOKENS)}))
    return folder


@pytest.mark.parametrize("rnn", ["gru", "lstm"])
@pytest.mark.parametrize("seed", [0, 1])
def test_deepspeech2_hears_the_same_in_pieces_as_at_once(tmp_path: Path, rnn: str, seed: int) -> None:
    weights, _ = recogniser.read_weights(
        find_model(
            str(write_deep(tmp_path / "m", rnn_type=rnn, bidirectional=False, normalization="fixed")),
            tmp_path,
        )
    )
    assert isinstance(weights, deepspeech2.DeepSpeech2Weights)
    network = deepspeech2.DeepSpeech2Network(
        weights, OnnxGraph(deepspeech2.deepspeech2_graph(weights).SerializeToString(), n_threads=1)
    )
    rng = np.random.default_rng(seed)
    sound = rng.normal(0, 0.1, 20_000 + 160 * seed).astype(np.float32)
    whole, rest = network.begin().feed(sound, is_last=True)
    n_columns = (len(sound) - 320) // 160 + 1
    assert len(whole) == -(-n_columns // 2)
    assert not len(rest)
    assert np.ptp(whole, axis=0).max() > 0.1
    stream, parts = network.begin(), []
    at = 0
    while at < len(sound):
        n = int(rng.integers(1, 3000))
        fixed, volatile = stream.feed(sound[at : at + n], is_last=at + n >= len(sound))
        parts.append(fixed)
        at += n
        n_fixed = sum(map(len, parts))
        heard = max(0, (min(at, len(sound)) - 320) // 160 + 1) if at >= 320 else 0
        assert n_fixed + len(volatile) == -(-heard // 2)
    np.testing.assert_allclose(np.concatenate(parts), whole, atol=2e-5)


def test_deepspeech2_both_ways_is_heard_in_windows(tmp_path: Path) -> None:
    folder = write_deep(tmp_path / "deep", rnn_type="gru", bidirectional=True, normalization="utterance")
    loaded = load_recogniser(str(folder), engine="cpu", models_dir=tmp_path, cache_dir=tmp_path / "cache")
    assert loaded.languages == ("de",)
    network = loaded._network  # type: ignore[attr-defined]
    assert isinstance(network.begin(), WindowStream)
    sound = np.random.default_rng(1).normal(0, 0.1, 24_000).astype(np.float32)
    assert len(network.begin().feed(sound, is_last=True)[0]) == 75
    assert loaded.recognise(RecognitionRequest(sound, 0, is_final=True)).heard_until_sample == 24_000


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ({"rnn_type": "rnn"}, "neither gru nor lstm"),
        ({"rnn_type": "gru", "normalization": "batch"}, "normalization is batch"),
        ({"rnn_type": "gru", "lookahead_context": 0}, "lookahead_context is 0"),
    ],
)
def test_what_is_wrong_with_a_deepspeech2_is_said(kind: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        deepspeech2.read_config({**DEEP, **kind})


def test_a_spectrogram_in_pieces_is_that_of_the_whole() -> None:
    sound = np.random.default_rng(2).normal(0, 0.1, 5000).astype(np.float32)
    pieces = Spectrogram()
    parts = [pieces.columns(sound[at : at + 333]) for at in range(0, 5000, 333)]
    np.testing.assert_allclose(np.concatenate(parts), Spectrogram().columns(sound), atol=1e-6)
