"""Checkpoints of other programs give the weights they were made from; what is wrong with one is said."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from checkpoint_files import (
    CONFIG,
    hugging_face_state,
    openai_dims,
    openai_state,
    text,
    tiny_variables,
    write_hugging_face,
    write_sizes,
    write_tokenizer,
    write_torch,
)
from safetensors.numpy import save_file

from engines.errors import ModelDamagedError, ModelError, ModelMissingError, UsageError
from engines.models import find_model
from engines.own_models import list_own, own_status, remove_own, verify_own
from engines.recogniser import load_recogniser
from engines.types import RecognitionRequest
from engines.whisper.checkpoints import non_speech_tokens
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import Variables, WhisperConfig, dense, read_weights

GENERATION = {
    "alignment_heads": [[0, 1], [1, 0]],
    "suppress_tokens": [7, 9, CONFIG.n_vocab - 1],
    "begin_suppress_tokens": [32, 256],
}
LAST_HALF = ((1, 0), (1, 1))


def load(path: Path, models_dir: Path | None = None) -> tuple[Variables, WhisperConfig]:
    return read_weights(find_model(str(path), models_dir or path.parent / "models"))


def expect_weights(found: Variables, dtype: Any = np.float32) -> None:
    expected = tiny_variables()
    assert set(found) == set(expected)
    assert len(found) == len(expected)
    for name, array in expected.items():
        rounded = array if name == "encoder/num_heads" else array.astype(dtype).astype(np.float32)
        np.testing.assert_array_equal(dense(found, name), rounded.astype(np.float32), name)


@pytest.mark.parametrize("dtype", [np.float32, np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize("n_shards", [1, 3])
def test_hugging_face_safetensors(tmp_path: Path, dtype: type, n_shards: int) -> None:
    folder = write_hugging_face(tmp_path / "m", dtype=dtype, n_shards=n_shards, generation=GENERATION)
    found, config = load(folder)
    expect_weights(found, dtype)
    assert replace(config, suppressed=(), suppressed_at_start=()) == replace(
        CONFIG, alignment_heads=((0, 1), (1, 0))
    )
    assert config.suppressed == (7, 9, CONFIG.n_vocab - 1)
    assert config.suppressed_at_start == (32, 256)


@pytest.mark.parametrize(
    ("storage", "dtype"),
    [("FloatStorage", np.float32), ("HalfStorage", np.float16), ("BFloat16Storage", ml_dtypes.bfloat16)],
)
def test_openai_pt(tmp_path: Path, storage: str, dtype: type) -> None:
    write_tokenizer(tmp_path)
    found, config = load(write_torch(tmp_path / "own.pt", openai_state(tiny_variables()), storage=storage))
    expect_weights(found, dtype)
    assert config.alignment_heads == LAST_HALF
    assert (config.n_mels, config.n_audio_ctx, config.n_text_ctx) == (CONFIG.n_mels, 1500, CONFIG.n_text_ctx)
    assert config.suppressed_at_start == (220, 256)


def test_hugging_face_of_old_in_a_file_of_pytorch(tmp_path: Path) -> None:
    folder = write_hugging_face(tmp_path / "m")
    (folder / "model.safetensors").unlink()
    write_torch(folder / "pytorch_model.bin", hugging_face_state(tiny_variables()), openai=False)
    found, _ = load(folder)
    expect_weights(found)


def test_whisper_model_alone_without_prefix(tmp_path: Path) -> None:
    folder = write_hugging_face(tmp_path / "m")
    state = {name.removeprefix("model."): a for name, a in hugging_face_state(tiny_variables()).items()}
    save_file(state, folder / "model.safetensors")
    found, _ = load(folder)
    expect_weights(found)


def test_without_generation_config_the_heads_are_of_the_last_half(tmp_path: Path) -> None:
    _, config = load(write_hugging_face(tmp_path / "m"))
    assert config.alignment_heads == LAST_HALF
    assert config.suppressed == non_speech_tokens(
        WhisperTokens(tmp_path / "m/tokenizer.json", CONFIG.n_vocab)
    )
    _, config = load(write_hugging_face(tmp_path / "n", generation={"alignment_heads": None}))
    assert config.alignment_heads == LAST_HALF


def test_a_file_may_be_named_in_place_of_its_folder(tmp_path: Path) -> None:
    folder = write_hugging_face(tmp_path / "m", n_shards=2)
    expect_weights(load(folder / "model.safetensors.index.json")[0])
    expect_weights(load(write_hugging_face(tmp_path / "n") / "model.safetensors")[0])


def test_tokens_never_said_are_those_that_openai_suppresses(tmp_path: Path) -> None:
    """tiny.en's config.json lists them, with the special tokens."""
    files = find_model("tiny.en", tmp_path)
    _, config = read_weights(files)
    tokens = WhisperTokens(files.tokenizer, config.n_vocab)
    assert set(non_speech_tokens(tokens)) == {token for token in config.suppressed if token < tokens.end}


def test_it_runs(tmp_path: Path) -> None:
    folder = write_hugging_face(tmp_path / "my-whisper", dtype=np.float16)
    recogniser = load_recogniser(str(folder), models_dir=tmp_path / "none", cache_dir=tmp_path / "cache")
    assert recogniser.model == "my-whisper"
    sound = np.random.default_rng(0).normal(0, 0.1, 32000).astype(np.float32)
    hypothesis = recogniser.recognise(RecognitionRequest(sound, 0, language="en"))
    assert hypothesis.heard_until_sample == 32000
    assert len(list((tmp_path / "cache").glob("*.onnx"))) == 2
    # Other alignment heads are another graph.
    (folder / "generation_config.json").write_text(json.dumps(GENERATION))
    load_recogniser(str(folder), models_dir=tmp_path / "none", cache_dir=tmp_path / "cache")
    assert len(list((tmp_path / "cache").glob("*.onnx"))) == 4


def without(name: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        (folder / name).unlink()

    return spoil


def cut(name: str, keep: float) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        data = (folder / name).read_bytes()
        (folder / name).write_bytes(data[: int(len(data) * keep)])

    return spoil


def sizes(**changes: Any) -> Callable[[Path], None]:
    return lambda folder: write_sizes(folder, **changes)


def written(name: str, content: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        (folder / name).write_text(content)

    return spoil


def state_without(folder: Path) -> None:
    state = hugging_face_state(tiny_variables())
    del state["model.decoder.layers.1.encoder_attn.k_proj.weight"]
    save_file(state, folder / "model.safetensors")


def of_integers(folder: Path) -> None:
    state = {name: array.astype(np.int8) for name, array in hugging_face_state(tiny_variables()).items()}
    save_file(state, folder / "model.safetensors")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (without("tokenizer.json"), "no tokenizer.json"),
        (without("config.json"), "no config.json"),
        (written("tokenizer.json", "{}"), "tokenizer.json is not a tokenizer"),
        (lambda folder: write_tokenizer(folder, extra=["yue"]), "not the tokenizer of this model"),
        (sizes(vocab_size=CONFIG.n_vocab + 1), r"has the shape \[1765, 16\] and not \[1766, 16\]"),
        (sizes(d_model=18), "has the shape"),
        (sizes(decoder_attention_heads=4), "do not fit together"),
        (sizes(encoder_layers=3), "it lacks model.encoder.layers.2"),
        (sizes(model_type="speech_to_text"), "config.json is not of a Whisper"),
        (sizes(decoder_layers=1_000_000), "it says that it has 1000000 layers"),
        (sizes(activation_function="relu"), "its layers are not Whisper's"),
        (sizes(max_source_positions=750), "it hears 15 s at once and not 30"),
        (sizes(num_mel_bins="80"), "its num_mel_bins is 80"),
        (sizes(d_model=-16), "its d_model is -16"),
        (sizes(alignment_heads=[[2, 0]]), "name a head that it does not have"),
        (sizes(alignment_heads=[1, 2]), "no pairs of numbers"),
        (sizes(suppress_tokens="all"), "suppress_tokens are no tokens"),
        (written("config.json", "{}"), "is not of a Whisper"),
        (written("config.json", "["), "config.json is damaged"),
        (written("config.json", "[]"), "config.json is damaged"),
        (written("generation_config.json", "\0"), "generation_config.json is damaged"),
        (cut("model.safetensors", 0.99), "model.safetensors is cut off or damaged"),
        (cut("model.safetensors", 0), "model.safetensors is cut off or damaged"),
        (written("model.safetensors", "<html>"), "model.safetensors is cut off or damaged"),
        (state_without, "it lacks model.decoder.layers.1.encoder_attn.k_proj.weight"),
        (of_integers, "of the kind I8, not F32, F16 or BF16"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(tmp_path: Path, spoil: Callable[[Path], None], said: str) -> None:
    folder = write_hugging_face(tmp_path / "m")
    spoil(folder)
    with pytest.raises(ModelError, match=said) as caught:
        load(folder)
    assert caught.value.exit_code == 4
    assert caught.value.advice
    assert "\n" not in str(caught.value) + caught.value.advice


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (without("model-00002-of-00003.safetensors"), "model-00002-of-00003.safetensors is missing"),
        (cut("model-00003-of-00003.safetensors", 0.5), "model-00003-of-00003.safetensors is cut off"),
        (written("model.safetensors.index.json", "{}"), "it lacks"),
        (written("model.safetensors.index.json", '{"weight_map": {"a": 1}}'), "weight_map is damaged"),
        (written("model.safetensors.index.json", '{"weight_map": [1]}'), "weight_map is damaged"),
        (written("model.safetensors.index.json", '{"weight_map": {"a": "../../x"}}'), "x is missing"),
        (
            written(
                "model.safetensors.index.json", '{"weight_map": {"a": "model-00001-of-00003.safetensors"}}'
            ),
            "model-00001-of-00003.safetensors lacks a",
        ),
    ],
)
def test_shards_that_are_not_whole(tmp_path: Path, spoil: Callable[[Path], None], said: str) -> None:
    folder = write_hugging_face(tmp_path / "m", n_shards=3)
    spoil(folder)
    with pytest.raises(ModelDamagedError, match=said):
        load(folder)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda data: data.replace(text("n_mels"), text("n_cats")), "its n_mels is not said"),
        (lambda data: data.replace(text("dims"), text("size")), "has no config.json|cannot be read"),
        (lambda data: data.replace(text("model_state_dict"), text("state")), "no Whisper of OpenAI's"),
        (lambda data: data.replace(b"decoder.ln.weight", b"decoder.lm.weight"), "it lacks decoder.ln.weight"),
        (lambda data: data.replace(b"HalfStorage", b"LongStorage"), "which no model here has"),
        (lambda data: data.replace(b"_rebuild_tensor_v2", b"_rebuild_tensor_v9"), "asks to run torch._utils"),
        (
            lambda data: data.replace(b"ccollections\nOrderedDict", b"cos\nsystem\n"),
            "asks to run os.system|damaged",
        ),
        (lambda data: data[: len(data) // 2], "its pickle is damaged"),
    ],
)
def test_what_is_wrong_with_a_pt(tmp_path: Path, spoil: Callable[[bytes], bytes], said: str) -> None:
    write_tokenizer(tmp_path)
    state = openai_state(tiny_variables())
    path = write_torch(tmp_path / "own.pt", state, storage="HalfStorage", spoil=spoil)
    with pytest.raises(ModelDamagedError, match=said) as caught:
        load(path)
    assert "\n" not in str(caught.value)


def test_a_pt_of_whisper_needs_no_tokenizer_beside_it(tmp_path: Path) -> None:
    """The size of the vocabulary says which it is."""
    rng = np.random.default_rng(0)
    state = openai_state(tiny_variables())
    state["decoder.token_embedding.weight"] = rng.normal(size=(51864, CONFIG.n_state)).astype(np.float16)

    def resized(n_vocab: int) -> Callable[[bytes], bytes]:
        before, after = (text("n_vocab") + b"J" + n.to_bytes(4, "little") for n in (CONFIG.n_vocab, n_vocab))
        return lambda data: data.replace(before, after)

    path = write_torch(tmp_path / "own.pt", state, storage="HalfStorage", spoil=resized(51864))
    assert load(path)[1].n_vocab == 51864
    multilingual = write_torch(tmp_path / "many.pt", state, storage="HalfStorage", spoil=resized(51865))
    with pytest.raises(ModelDamagedError, match=r"no tokenizer\.json") as caught:
        load(multilingual)
    assert "sightline models get base" in caught.value.advice


def test_a_pt_cut_off(tmp_path: Path) -> None:
    write_tokenizer(tmp_path)
    path = write_torch(tmp_path / "own.pt", openai_state(tiny_variables()))
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(ModelDamagedError, match="cut off"):
        load(path)


def test_the_models_folder_lists_what_was_placed_there(tmp_path: Path) -> None:
    write_hugging_face(tmp_path / "large one")
    write_hugging_face(tmp_path / "broken")
    (tmp_path / "broken" / "tokenizer.json").unlink()
    write_hugging_face(tmp_path / ".base-half")
    (tmp_path / "empty").mkdir()
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "model.bin").write_bytes(b"x")
    found = list_own(tmp_path)
    assert [model.name for model in found] == ["broken", "large one"]
    assert [own_status(model, tmp_path) for model in found] == ["damaged", "installed"]
    assert found[1].n_bytes == (tmp_path / "large one" / "model.safetensors").stat().st_size
    expect_weights(read_weights(find_model("large one", tmp_path))[0])
    assert verify_own("large one", tmp_path)
    assert not verify_own("base", tmp_path)
    assert not verify_own("no such", tmp_path)
    with pytest.raises(ModelDamagedError):
        verify_own("broken", tmp_path)
    assert remove_own("broken", tmp_path)
    assert not remove_own("broken", tmp_path)
    assert not remove_own("../large one", tmp_path)
    assert not remove_own("base", tmp_path)
    assert (tmp_path / "base").exists()
    assert list_own(tmp_path / "no such") == []


def test_a_flipped_bit_in_a_pt_is_found_by_verify(tmp_path: Path) -> None:
    folder = tmp_path / "m"
    folder.mkdir()
    write_tokenizer(folder)
    state = openai_state(tiny_variables())
    path = write_torch(folder / "own.pt", state)
    data = bytearray(path.read_bytes())
    data[data.index(state["encoder.conv1.weight"].tobytes()) + 9] ^= 1
    path.write_bytes(data)
    with pytest.raises(ModelDamagedError, match="damaged"):
        verify_own("m", tmp_path)


def test_nothing_there(tmp_path: Path) -> None:
    for name in (f"{tmp_path}/none", "none.pt", "./none", "none\\none"):
        with pytest.raises(ModelMissingError, match="There is no speech model at"):
            find_model(name, tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelMissingError, match="no weights in"):
        find_model(str(tmp_path / "empty"), tmp_path)
    with pytest.raises(UsageError, match="There is no model named none"):
        find_model("none", tmp_path)


def test_dims_are_openais() -> None:
    """As whisper.model.ModelDimensions names them (openai-whisper 20250625)."""
    names = {"n_mels", "n_vocab"} | {
        f"n_{side}_{what}" for side in ("audio", "text") for what in ("ctx", "state", "head", "layer")
    }
    assert set(openai_dims()) == names


@pytest.mark.parametrize("name", ["a" * 5000, "~nobody-of-that-name/model", "loop/model", "x" * 300 + ".pt"])
def test_a_place_that_cannot_be_is_one_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(UsageError if name[1:2] == "a" else ModelMissingError):
        find_model(str(tmp_path / name) if name.startswith("loop") else name, tmp_path / "models")
