"""Tensors of a file that torch.save wrote, read without torch and without running any of it; any thread.

Such a file (PyTorch, "Serialization semantics") is an uncompressed zip: NAME/data.pkl is a pickle whose
tensors refer to storages by key, NAME/data/KEY the bytes of each. A pickle is a program that can call any
function of the interpreter. Here its opcodes are only parsed (pickletools), and the few that plain data needs
are carried out by hand; whatever else a file asks for is refused.
"""

from __future__ import annotations

import math
import pickletools
import struct
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

MAX_PICKLE_BYTES = 4 << 20
"""The pickle of a Whisper of 64 layers has less than 1 MB."""

_DTYPES: dict[str, np.dtype[Any]] = {
    "FloatStorage": np.dtype(np.float32),
    "HalfStorage": np.dtype(np.float16),
    "BFloat16Storage": np.dtype(ml_dtypes.bfloat16),
}
_LITERALS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}
_NUMBERS_AND_TEXT = frozenset({"BININT", "BININT1", "BININT2", "LONG1", "BINFLOAT", "BINUNICODE"})
_EMPTY = {"EMPTY_DICT": dict, "EMPTY_LIST": list, "EMPTY_TUPLE": tuple}


@dataclass(frozen=True, slots=True)
class _Global:
    """A name of Python's that the pickle asks for; nothing is imported."""

    name: str


@dataclass(frozen=True, slots=True)
class _Storage:
    key: str
    dtype: np.dtype[Any]
    n_items: int


@dataclass(frozen=True, slots=True)
class TorchTensor:
    """Where one tensor lies. offset, strides: in items of the storage."""

    storage: _Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


class _Marker:
    """What MARK leaves on the stack."""


class _Unpickler:
    """Carries out the opcodes of plain data. Raises ValueError at any other."""

    def __init__(self) -> None:
        self._stack: list[Any] = []
        self._memo: dict[int, Any] = {}

    def load(self, data: bytes) -> Any:
        operations = pickletools.genops(data)
        while True:
            try:
                opcode, argument, _ = next(operations)
            except (ValueError, struct.error) as error:
                raise ValueError("its pickle is damaged") from error
            if opcode.name == "STOP":
                return self._result()
            self._step(opcode.name, argument)

    def _result(self) -> Any:
        if len(self._stack) != 1 or self._stack[0] is _Marker:
            raise ValueError("its pickle is damaged")
        return self._stack[0]

    def _step(self, name: str, argument: Any) -> None:
        stack = self._stack
        if name in _NUMBERS_AND_TEXT:
            stack.append(argument)
        elif name in _LITERALS:
            stack.append(_LITERALS[name])
        elif name in _EMPTY:
            stack.append(_EMPTY[name]())
        elif name in ("BINPUT", "LONG_BINPUT"):
            self._memo[argument] = stack[-1]
        elif name in ("BINGET", "LONG_BINGET"):
            stack.append(self._memo[argument])
        elif name == "MARK":
            stack.append(_Marker)
        elif name == "TUPLE":
            stack.append(tuple(self._since_mark()))
        elif name in ("TUPLE1", "TUPLE2", "TUPLE3"):
            stack.append(tuple(self._popped(int(name[-1]))))
        elif name in ("SETITEM", "SETITEMS"):
            self._set_items(self._popped(2) if name == "SETITEM" else self._since_mark())
        elif name in ("APPEND", "APPENDS"):
            items = self._popped(1) if name == "APPEND" else self._since_mark()
            _as(list, stack[-1]).extend(items)
        elif name == "GLOBAL":
            stack.append(_Global(str(argument).replace(" ", ".")))
        elif name == "BINPERSID":
            stack.append(_storage(stack.pop()))
        elif name == "REDUCE":
            function, arguments = self._popped(2)
            stack.append(_called(function, _as(tuple, arguments)))
        elif name == "BUILD":
            # Attributes of a dictionary (a state_dict's _metadata), which nobody asks for.
            _as(dict, stack.pop())
            _as(dict, stack[-1])
        elif name != "PROTO":
            raise ValueError(f"it holds more than data ({name})")

    def _popped(self, n: int) -> list[Any]:
        if len(self._stack) < n:
            raise ValueError("its pickle is damaged")
        items = self._stack[-n:]
        del self._stack[-n:]
        return items

    def _since_mark(self) -> list[Any]:
        at = len(self._stack) - 1
        while self._stack[at] is not _Marker:
            at -= 1
            if at < 0:
                raise ValueError("its pickle is damaged")
        items = self._stack[at + 1 :]
        del self._stack[at:]
        return items

    def _set_items(self, items: list[Any]) -> None:
        target = _as(dict, self._stack[-1])
        if len(items) % 2:
            raise ValueError("its pickle is damaged")
        for key, value in zip(items[::2], items[1::2], strict=True):
            # Names and numbers alone: the hash of a tuple of tuples of tuples may take years.
            if not isinstance(key, str | int):
                raise ValueError("a key in it is no name")
            target[key] = value


def _as(kind: type[Any], value: Any) -> Any:
    if not isinstance(value, kind):
        raise ValueError("its pickle is damaged")
    return value


def _storage(identity: Any) -> _Storage:
    """The persistent id of a storage: ("storage", type, key, device, number of items)."""
    match identity:
        case ("storage", _Global(name=name), str(key), str(), int(n_items)) if n_items >= 0:
            kind = name.removeprefix("torch.")
            if kind not in _DTYPES:
                raise ValueError(f"its numbers are of the kind {name}, which no model here has")
            return _Storage(key, _DTYPES[kind], n_items)
    raise ValueError("its pickle is damaged")


def _called(function: Any, arguments: tuple[Any, ...]) -> Any:
    """What the three functions that a file of tensors calls would give. Raises ValueError at any other."""
    match function, arguments:
        case _Global(name="collections.OrderedDict"), ():
            return {}
        case _Global(name="torch._utils._rebuild_parameter"), (TorchTensor() as tensor, *_):
            return tensor
        case _Global(name="torch._utils._rebuild_tensor_v2"), (
            _Storage() as storage,
            int(offset),
            tuple(shape),
            tuple(strides),
            *_,
        ):
            return _tensor(storage, offset, shape, strides)
        case _Global(name=name), _:
            raise ValueError(f"it asks to run {name}, which is not data")
    raise ValueError("its pickle is damaged")


def _tensor(storage: _Storage, offset: int, shape: tuple[Any, ...], strides: tuple[Any, ...]) -> TorchTensor:
    numbers = all(isinstance(n, int) and n >= 0 for n in (offset, *shape, *strides))
    if not numbers or len(shape) != len(strides):
        raise ValueError("its pickle is damaged")
    last = offset + sum((n - 1) * step for n, step in zip(shape, strides, strict=True))
    # As many items as it has itself, too: a stride of 0 would make terabytes of one number.
    if math.prod(shape) > storage.n_items or (math.prod(shape) and last >= storage.n_items):
        raise ValueError("a tensor in it is larger than its numbers")
    return TorchTensor(storage, offset, shape, strides)


class TorchFile:
    """A file of torch.save, open for reading. `content`: dictionaries, lists, numbers, text, TorchTensor.

    Raises ValueError, which says what is wrong, for whatever is not such a file; OSError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with zipfile.ZipFile(path) as archive:
                self._n_bytes = {info.filename: _stored_size(info) for info in archive.infolist()}
                pickles = [name for name in self._n_bytes if name.endswith("/data.pkl")]
                if len(pickles) != 1:
                    raise ValueError("it is no checkpoint of PyTorch")
                self._folder = pickles[0].removesuffix("data.pkl")
                if self._n_bytes[pickles[0]] > MAX_PICKLE_BYTES:
                    raise ValueError("its pickle is far too large")
                order = f"{self._folder}byteorder"
                if order in self._n_bytes and archive.read(order) != b"little":
                    raise ValueError("it was written on a big-endian computer")
                data = archive.read(pickles[0])
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            raise ValueError("it is cut off, or no checkpoint of PyTorch 1.6 or later") from error
        try:
            self.content: Any = _Unpickler().load(data)
        except (IndexError, KeyError) as error:
            raise ValueError("its pickle is damaged") from error
        self._last: tuple[str, NDArray[Any]] | None = None

    def check(self, tensor: TorchTensor) -> None:
        """Raises ValueError when the file does not hold the numbers of a tensor."""
        storage = tensor.storage
        n_bytes = self._n_bytes.get(f"{self._folder}data/{storage.key}")
        if n_bytes != storage.n_items * storage.dtype.itemsize:
            raise ValueError(f"its part data/{storage.key} is missing or cut off")

    def array(self, tensor: TorchTensor) -> NDArray[Any]:
        """The numbers of one tensor, in their own type. Raises ValueError when they are damaged, OSError."""
        self.check(tensor)
        storage = tensor.storage
        name = f"{self._folder}data/{storage.key}"
        # Many tensors may share a storage; one is kept.
        if self._last is None or self._last[0] != name:
            try:
                with zipfile.ZipFile(self.path) as archive:
                    self._last = name, np.frombuffer(archive.read(name), storage.dtype)
            except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
                raise ValueError(f"its part data/{storage.key} is damaged") from error
        numbers = self._last[1]
        if not math.prod(tensor.shape):
            return np.zeros(tensor.shape, storage.dtype)
        strides = tuple(step * storage.dtype.itemsize for step in tensor.strides)
        return np.lib.stride_tricks.as_strided(
            numbers[tensor.offset :], tensor.shape, strides, writeable=False
        )


def _stored_size(info: zipfile.ZipInfo) -> int:
    if info.compress_type != zipfile.ZIP_STORED:
        raise ValueError("it is compressed, which no checkpoint of PyTorch is")
    return info.file_size
