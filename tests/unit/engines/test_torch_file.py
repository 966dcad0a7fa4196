"""Files of torch.save put together opcode by opcode: what is read, and every way one is refused."""

import pickle
import struct
import zipfile
from collections import OrderedDict
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from checkpoint_files import called, items, number, numbers, tensor, text, write_torch

from engines.checkpoints.torch_file import MAX_PICKLE_BYTES, TorchFile, TorchTensor

NUMBERS = np.arange(6, dtype=np.float32).reshape(2, 3)


def test_a_dictionary_of_tensors(tmp_path: Path) -> None:
    file = TorchFile(write_torch(tmp_path / "a.pt", {"w": NUMBERS, "b": np.ones(3, np.float32)}))
    assert file.content["dims"]["n_vocab"] > 0
    state = file.content["model_state_dict"]
    assert list(state) == ["w", "b"]
    np.testing.assert_array_equal(file.array(state["w"]), NUMBERS)
    np.testing.assert_array_equal(file.array(state["b"]), np.ones(3))


@pytest.mark.parametrize(
    ("storage", "dtype"),
    [("FloatStorage", np.float32), ("HalfStorage", np.float16), ("BFloat16Storage", ml_dtypes.bfloat16)],
)
def test_numbers_keep_their_type(tmp_path: Path, storage: str, dtype: type) -> None:
    file = TorchFile(write_torch(tmp_path / "a.pt", {"w": NUMBERS}, storage=storage, openai=False))
    found = file.array(file.content["w"])
    assert found.dtype == dtype
    np.testing.assert_array_equal(found.astype(np.float32), NUMBERS)


def with_pickle(path: Path, data: bytes) -> Path:
    """A file with one storage of six numbers and any pickle."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/data.pkl", data)
        archive.writestr("a/data/0", NUMBERS.tobytes())
    return path


def read(path: Path, value: bytes) -> object:
    return TorchFile(with_pickle(path, b"\x80\x02" + value + b".")).content


def test_a_view_of_a_storage(tmp_path: Path) -> None:
    """The last column of the transpose: a tensor need not be contiguous nor begin with its storage."""
    identity = (
        b"(" + text("storage") + b"ctorch\nFloatStorage\n" + text("0") + text("cpu") + number(6) + b"tQ"
    )
    view = called(
        "torch._utils._rebuild_tensor_v2", identity + number(1) + numbers((2, 2)) + numbers((1, 3)) + b"\x89N"
    )
    path = with_pickle(tmp_path / "a.pt", b"\x80\x02" + view + b".")
    file = TorchFile(path)
    np.testing.assert_array_equal(file.array(file.content), [[1, 4], [2, 5]])


def test_a_parameter_is_its_tensor(tmp_path: Path) -> None:
    found = read(
        tmp_path / "a.pt",
        called("torch._utils._rebuild_parameter", tensor("FloatStorage", "0", (6,)) + b"\x88N"),
    )
    assert isinstance(found, TorchTensor)


def test_plain_values_and_references(tmp_path: Path) -> None:
    listed = b"](K\x01M\x02\x01J\xff\xff\xff\xff\x8a\x01\x05G" + struct.pack(">d", 0.5) + b"N\x88\x89)e"
    assert read(tmp_path / "a.pt", listed) == [1, 258, -1, 5, 0.5, None, True, False, ()]
    again = text("a") + b"q\x01\x85" + b"h\x01\x86" + b"r\x00\x01\x00\x00" + b"j\x00\x01\x00\x00\x86"
    assert read(tmp_path / "a.pt", again) == ((("a",), "a"), (("a",), "a"))


class Bomb:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return exec, ("raise SystemExit('it ran')",)


@pytest.mark.parametrize("protocol", [0, 1, 2, 3, 4, 5])
def test_what_asks_for_code_is_refused_unrun(tmp_path: Path, protocol: int) -> None:
    with pytest.raises(ValueError, match=r"more than data|to run (builtins|__builtin__)\.exec"):
        TorchFile(with_pickle(tmp_path / "a.pt", pickle.dumps({"w": Bomb()}, protocol)))


@pytest.mark.parametrize(
    "value",
    [
        called("os.system", text("true")),
        called("torch._utils._rebuild_tensor_v3", b""),
        called("collections.OrderedDict", text("a")),
        called("builtins.getattr", text("a") + text("b")),
        b"(ios\nsystem\n",
        b"cos\nsystem\n\x81",
        b"\x8c\x02os\x8c\x06system\x93",
        b"}cos\nsystem\nb",
        text("a") + b"q\x01" + text("b") + b"R",
        pickle.dumps(OrderedDict(a={1, 2}), 2)[2:-1],
        pickle.dumps(b"bytes", 3)[2:-1],
        b"}" + b"))s",
        b"}" + numbers((1, 2)) + b"Ns",
        b"(",
        b"t",
        b"N\x85\x86",
        b"e",
        b"Na",
        b"h\x05",
        b"\x8a\x01",
        b"X\xff\xff\xff\x7fabc",
        b"\xff",
        tensor("FloatStorage", "0", (7,), n_items=6),
        tensor("FloatStorage", "0", (3,), offset=4, n_items=6),
        tensor("LongStorage", "0", (6,)),
        b"(" + text("storage") + b"ctorch\nFloatStorage\n" + text("0") + text("cpu") + number(-1) + b"tQ",
        b"NQ",
    ],
)
def test_what_is_no_plain_data_is_refused(tmp_path: Path, value: bytes) -> None:
    with pytest.raises(ValueError, match=r"^(it holds more|it asks to run|its |a tensor|a key)") as caught:
        read(tmp_path / "a.pt", value)
    assert "\n" not in str(caught.value)


def test_a_stride_of_nothing_makes_no_terabytes(tmp_path: Path) -> None:
    identity = (
        b"(" + text("storage") + b"ctorch\nFloatStorage\n" + text("0") + text("cpu") + number(6) + b"tQ"
    )
    shape = numbers((1 << 30, 1 << 30))
    huge = called(
        "torch._utils._rebuild_tensor_v2", identity + number(0) + shape + numbers((0, 0)) + b"\x89N"
    )
    with pytest.raises(ValueError, match="larger than its numbers"):
        read(tmp_path / "a.pt", huge)


def test_storages_that_are_not_whole(tmp_path: Path) -> None:
    for key, n_items in (("0", 7), ("1", 6), ("../0", 6)):
        path = with_pickle(
            tmp_path / "a.pt", b"\x80\x02" + tensor("FloatStorage", key, (6,), n_items=n_items) + b"."
        )
        file = TorchFile(path)
        with pytest.raises(ValueError, match="missing or cut off"):
            file.array(file.content)


def test_a_flipped_bit_is_damage(tmp_path: Path) -> None:
    path = write_torch(tmp_path / "a.pt", {"w": NUMBERS}, openai=False)
    data = bytearray(path.read_bytes())
    data[data.index(NUMBERS.tobytes()) + 5] ^= 1
    path.write_bytes(data)
    file = TorchFile(path)
    with pytest.raises(ValueError, match="damaged"):
        file.array(file.content["w"])


def test_a_file_cut_anywhere(tmp_path: Path) -> None:
    whole = write_torch(tmp_path / "a.pt", {"w": NUMBERS}).read_bytes()
    path = tmp_path / "cut.pt"
    for n_bytes in [*range(0, len(whole) - 1, 41), len(whole) - 1]:
        path.write_bytes(whole[:n_bytes])
        with pytest.raises(ValueError, match=r"cut off|PyTorch"):
            TorchFile(path)


def test_other_files(tmp_path: Path) -> None:
    path = tmp_path / "a.pt"
    for data in (b"", b"<html>", pickle.dumps({"a": 1}), b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."):
        path.write_bytes(data)
        with pytest.raises(ValueError, match="no checkpoint of PyTorch"):
            TorchFile(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", "<a/>")
    with pytest.raises(ValueError, match="no checkpoint of PyTorch"):
        TorchFile(path)


def test_a_compressed_pickle_may_be_a_bomb(tmp_path: Path) -> None:
    path = write_torch(tmp_path / "a.pt", {"w": NUMBERS}, compression=zipfile.ZIP_DEFLATED)
    with pytest.raises(ValueError, match="compressed"):
        TorchFile(path)


def test_a_pickle_without_measure(tmp_path: Path) -> None:
    path = with_pickle(tmp_path / "a.pt", b"N" * (MAX_PICKLE_BYTES + 1))
    with pytest.raises(ValueError, match="too large"):
        TorchFile(path)


def test_numbers_the_other_way_round(tmp_path: Path) -> None:
    path = with_pickle(tmp_path / "a.pt", b"\x80\x02}.")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("a/byteorder", "big")
    with pytest.raises(ValueError, match="big-endian"):
        TorchFile(path)


def test_a_pickle_of_many_layers_ends_soon(tmp_path: Path) -> None:
    """A tuple of two of the tuple before, forty times: hashed or compared, it would take years."""
    layers = b")" + b"".join(b"q\x00h\x00\x86" for _ in range(40))
    assert isinstance(read(tmp_path / "a.pt", layers), tuple)
    with pytest.raises(ValueError, match="a key in it is no name"):
        read(tmp_path / "a.pt", b"}" + layers + b"Ns")


def test_items_need_values(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="damaged"):
        read(tmp_path / "a.pt", b"}(" + text("a") + b"u")
    assert read(tmp_path / "a.pt", b"}" + items({"a": b"N"})) == {"a": None}
