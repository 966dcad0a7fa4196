"""The one interface of every runtime: named tensors in, named tensors out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Tensor = Any
"""A tensor that lives in the runtime, as `run` returned it; only the graph it came from looks inside."""


class Graph(Protocol):
    """A compiled graph. One thread at a time."""

    @property
    def device(self) -> str:
        """ "cpu" or "cuda"."""
        ...

    def run(self, inputs: Mapping[str, Tensor], outputs: Sequence[str]) -> dict[str, Tensor]:
        """Run once. Inputs are arrays or tensors; outputs stay in the runtime until `array` fetches them."""
        ...

    def tensor(self, array: NDArray[Any]) -> Tensor:
        """Hand an array to the runtime; without a copy where memory is shared."""
        ...

    def array(self, tensor: Tensor) -> NDArray[np.float32]:
        """A tensor as an array; without a copy where memory is shared."""
        ...
