"""Named tensors of a checkpoint, whatever file they are in, and what its config.json says; any thread.

Shapes are known without reading a number; the numbers (fp32, fp16 or bf16) are read when asked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.checkpoints.torch_file import TorchFile, TorchTensor
from engines.errors import ModelDamagedError

MOST_JSON_BYTES = 64 << 20
"""The index of the largest checkpoints has less than 1 MB."""

Array = NDArray[np.generic]
Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tensors:
    """What is in the files. shape: None for a name that is not there."""

    shape: Callable[[str], Shape | None]
    read: Callable[[str], Array]


def safetensors_of(path: Path) -> Tensors:
    """One file, or all that an index names."""
    from safetensors import SafetensorError, safe_open

    files, where = [path], dict[str, str]()
    if path.suffix == ".json":
        where = json_object(path).get("weight_map") or {}
        if not isinstance(where, dict) or not all(isinstance(name, str) for name in where.values()):
            raise ValueError("its weight_map is damaged")
        files = [path.with_name(Path(name).name) for name in dict.fromkeys(where.values())]
    shards: dict[str, Any] = {}
    for file in files:
        if not file.is_file():
            raise ValueError(f"{file.name} is missing")
        try:
            shards[file.name] = safe_open(file, framework="np")
        except (SafetensorError, OSError) as error:
            raise ValueError(f"{file.name} is cut off or damaged") from error
    owners = {name: shard for shard in shards.values() for name in shard.keys()}  # noqa: SIM118
    for name, file_name in where.items():
        if name not in owners:
            raise ValueError(f"{file_name} lacks {name}")

    def shape(name: str) -> Shape | None:
        if name not in owners:
            return None
        piece = owners[name].get_slice(name)
        if piece.get_dtype() not in ("F32", "F16", "BF16"):
            raise ValueError(f"{name} is of the kind {piece.get_dtype()}, not F32, F16 or BF16")
        return tuple(piece.get_shape())

    return Tensors(shape, lambda name: np.asarray(owners[name].get_tensor(name)))


def state_tensors(file: TorchFile, state: Any) -> Tensors:
    """The tensors of a state_dict."""
    if not isinstance(state, dict):
        raise ValueError("it holds no weights by name")
    tensors = {name: tensor for name, tensor in state.items() if isinstance(tensor, TorchTensor)}

    def shape(name: str) -> Shape | None:
        if name not in tensors:
            return None
        file.check(tensors[name])
        return tensors[name].shape

    return Tensors(shape, lambda name: file.array(tensors[name]))


def json_object(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > MOST_JSON_BYTES:
            raise ValueError(f"{path.name} is far too large")
        value = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{path.name} cannot be read ({error.strerror})") from error
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path.name} is damaged") from error
    if not isinstance(value, dict):
        raise ValueError(f"{path.name} is damaged")
    return value


def integer(values: dict[str, Any], name: str) -> int:
    value = values.get(name)
    if not isinstance(value, int) or not 0 < value < 1 << 20:
        raise ValueError(f"its {name} is {value}" if name in values else f"its {name} is not said")
    return value


def damaged(path: Path, error: OSError | ValueError) -> ModelDamagedError:
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return ModelDamagedError(
        f"The model {path} cannot be used: {said.rstrip('.')}.", "Copy it again from where it came from."
    )


def read_tensors(path: Path) -> Tensors:
    """The tensors of a .safetensors file, of all that an index names, or of a state_dict that torch.save
    wrote. Raises ValueError, which says what is wrong; OSError."""
    if path.suffix in (".safetensors", ".json"):
        return safetensors_of(path)
    file = TorchFile(path)
    return state_tensors(file, file.content)
