"""CTranslate2 files written here: what is read from them, and every way they can be damaged."""

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from engines.errors import ModelDamagedError
from engines.whisper.weights import Array, dense, read_config, read_ctranslate2

DTYPE_IDS = {"float32": 0, "int8": 1, "int16": 2, "int32": 3, "float16": 4}


def string(text: str) -> bytes:
    data = text.encode() + b"\0"
    return struct.pack("<H", len(data)) + data


def ct2_bytes(
    variables: dict[str, Array], aliases: dict[str, str], *, spec: str = "WhisperSpec", version: int = 6
) -> bytes:
    """A model.bin as CTranslate2's converters write it."""
    out = [struct.pack("<I", version), string(spec), struct.pack("<II", 3, len(variables))]
    for name, array in variables.items():
        out += [string(name), struct.pack("<B", array.ndim), struct.pack(f"<{array.ndim}I", *array.shape)]
        out += [struct.pack("<BI", DTYPE_IDS[array.dtype.name], array.nbytes), array.tobytes()]
    out.append(struct.pack("<I", len(aliases)))
    out += [string(alias) + string(name) for alias, name in aliases.items()]
    return b"".join(out)


def small_variables() -> dict[str, Array]:
    rng = np.random.default_rng(0)
    return {
        "encoder/num_heads": np.array(2, np.int16),
        "encoder/conv1/weight": rng.normal(size=(4, 3, 3)).astype(np.float16),
        "encoder/position_encodings/encodings": rng.normal(size=(6, 4)).astype(np.float16),
        "encoder/layer_norm/gamma": np.ones(4, np.float32),
        "encoder/layer_0/ffn/linear_0/weight": np.arange(-8, 8, dtype=np.int8).reshape(4, 4),
        "encoder/layer_0/ffn/linear_0/weight_scale": np.array([1, 2, 4, 8], np.float32),
        "decoder/layer_0/ffn/linear_0/weight": np.zeros((4, 4), np.float32),
        "decoder/layer_1/ffn/linear_0/weight": np.zeros((4, 4), np.float32),
        "decoder/position_encodings/encodings": np.zeros((7, 4), np.float32),
        "decoder/embeddings/weight": np.zeros((11, 4), np.float32),
    }


ALIASES = {"decoder/projection/weight": "decoder/embeddings/weight"}


@pytest.fixture
def model_bin(tmp_path: Path) -> Path:
    path = tmp_path / "model.bin"
    path.write_bytes(ct2_bytes(small_variables(), ALIASES))
    return path


def write_config(folder: Path, **changes: object) -> Path:
    values: dict[str, object] = {
        "alignment_heads": [[1, 0], [1, 1]],
        "suppress_ids": [-1, 3, 4],
        "suppress_ids_begin": [5],
    }
    values.update(changes)
    path = folder / "config.json"
    path.write_text(json.dumps(values))
    return path


def test_every_variable_is_read_with_its_shape_and_type(model_bin: Path) -> None:
    expected = small_variables()
    found = read_ctranslate2(model_bin)
    assert set(found) == set(expected) | set(ALIASES)
    for name, array in expected.items():
        assert found[name].dtype == array.dtype
        np.testing.assert_array_equal(found[name], array)


def test_an_alias_is_the_same_array(model_bin: Path) -> None:
    found = read_ctranslate2(model_bin)
    assert found["decoder/projection/weight"] is found["decoder/embeddings/weight"]


@pytest.mark.parametrize("version", [3, 4, 5, 6])
def test_known_format_versions(tmp_path: Path, version: int) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(ct2_bytes(small_variables(), ALIASES, version=version))
    assert "encoder/num_heads" in read_ctranslate2(path)


def test_dense_of_fp16_and_of_int8_rows_with_scales(model_bin: Path) -> None:
    found = read_ctranslate2(model_bin)
    conv = dense(found, "encoder/conv1/weight")
    assert conv.dtype == np.float32
    np.testing.assert_array_equal(conv, small_variables()["encoder/conv1/weight"].astype(np.float32))
    rows = dense(found, "encoder/layer_0/ffn/linear_0/weight")
    assert rows.dtype == np.float32
    np.testing.assert_allclose(rows[0], [-8, -7, -6, -5])
    np.testing.assert_allclose(rows[3], np.array([4, 5, 6, 7]) / 8)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_a_number_that_is_none_is_damage(value: float, dtype: type) -> None:
    gamma = np.array([1, value, 1], dtype)
    with pytest.raises(ModelDamagedError, match="no numbers"):
        dense({"norm/gamma": gamma}, "norm/gamma")
    rows = {
        "w": np.ones((3, 4), np.int8),
        "w_scale": np.array([1, np.nan if value > 0 else 0, 1], np.float32),
    }
    with pytest.raises(ModelDamagedError, match="no numbers"):
        dense(rows, "w")


def test_a_file_cut_anywhere_is_damaged(tmp_path: Path) -> None:
    whole = ct2_bytes(small_variables(), ALIASES)
    path = tmp_path / "cut.bin"
    for n_bytes in [*range(200), *range(200, len(whole), 7), len(whole) - 1]:
        path.write_bytes(whole[:n_bytes])
        with pytest.raises(ModelDamagedError, match="cut\\.bin") as caught:
            read_ctranslate2(path)
        assert caught.value.advice


@pytest.mark.parametrize(
    "data",
    [
        ct2_bytes(small_variables(), ALIASES, spec="TransformerSpec"),
        ct2_bytes(small_variables(), ALIASES, version=2),
        ct2_bytes(small_variables(), ALIASES, version=7),
        ct2_bytes(small_variables(), {"alias": "no such variable"}),
        b"\xff" * 4096,
        b"<html>not found</html>" * 50,
    ],
    ids=["spec", "too-old", "too-new", "alias", "noise", "html"],
)
def test_what_is_no_whisper_model_is_damaged(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(data)
    with pytest.raises(ModelDamagedError):
        read_ctranslate2(path)


def test_an_unknown_data_type_is_damaged(tmp_path: Path) -> None:
    data = bytearray(ct2_bytes({"a": np.zeros(1, np.float32)}, {}))
    at = data.index(string("a")) + len(string("a")) + 1 + 4
    data[at] = 9
    path = tmp_path / "model.bin"
    path.write_bytes(data)
    with pytest.raises(ModelDamagedError):
        read_ctranslate2(path)


def test_a_file_that_is_not_there_is_damaged(tmp_path: Path) -> None:
    with pytest.raises(ModelDamagedError):
        read_ctranslate2(tmp_path / "model.bin")


def test_sizes_come_from_the_shapes(model_bin: Path) -> None:
    config = read_config(read_ctranslate2(model_bin), write_config(model_bin.parent))
    assert (config.n_mels, config.n_audio_ctx, config.n_text_ctx) == (3, 6, 7)
    assert (config.n_state, config.n_heads, config.d_head, config.n_vocab) == (4, 2, 2, 11)
    assert (config.n_encoder_layers, config.n_decoder_layers) == (1, 2)
    assert config.alignment_heads == ((1, 0), (1, 1))
    assert config.suppressed == (3, 4)
    assert config.suppressed_at_start == (5,)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"alignment_heads": 3}', "\x00"])
def test_a_config_without_what_is_needed_is_damaged(model_bin: Path, text: str) -> None:
    path = model_bin.parent / "config.json"
    path.write_text(text)
    with pytest.raises(ModelDamagedError):
        read_config(read_ctranslate2(model_bin), path)


def test_weights_without_what_is_needed_are_damaged(model_bin: Path) -> None:
    config = write_config(model_bin.parent)
    for name in ("encoder/conv1/weight", "encoder/num_heads", "decoder/embeddings/weight"):
        variables = read_ctranslate2(model_bin)
        del variables[name]
        with pytest.raises(ModelDamagedError):
            read_config(variables, config)
        variables[name] = np.array([[3, 4]], np.int16)[0, 0]
        if name != "encoder/num_heads":
            with pytest.raises(ModelDamagedError):
                read_config(variables, config)
