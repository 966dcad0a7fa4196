"""How far activations reach: ONNX Runtime's histogram calibrators over arrays that we collect. Any thread."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Mapping
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from engines.errors import EngineError

Method = Literal["entropy", "percentile"]
METHODS: tuple[Method, ...] = get_args(Method)

N_BINS = {"entropy": 1024, "percentile": 2048}
"""The entropy of 2,048 bins takes four times as long to find, and says the same."""

N_LEVELS = 128
PERCENTILE = 99.99
SMALLEST = 1e-6
"""A tensor of nothing but zeros has a range, too."""


class Ranges:
    """The largest magnitude worth keeping of each of several tensors.

    entropy: where the quantised distribution says most of the real one (Migacz, 2017); percentile: what
    99.99 % of the values stay below.
    """

    def __init__(self, method: Method) -> None:
        try:
            from onnxruntime.quantization.calibrate import HistogramCollector
        except ImportError as error:
            raise EngineError(
                "ONNX Runtime's calibrators cannot be loaded.", "Install it again: pip install onnxruntime"
            ) from error
        self._collector: Any = HistogramCollector(
            method=method,
            symmetric=True,
            num_bins=N_BINS[method],
            num_quantized_bins=N_LEVELS,
            percentile=PERCENTILE,
            scenario="same",
        )

    def collect(self, arrays: Mapping[str, NDArray[np.floating[Any]]]) -> None:
        """One more observation of each tensor, of any shape."""
        singles = {name: np.asarray(array, np.float32) for name, array in arrays.items()}
        with contextlib.redirect_stdout(io.StringIO()):
            self._collector.collect(singles)

    def largest(self) -> dict[str, float]:
        """The magnitude for each tensor that was seen."""
        with contextlib.redirect_stdout(io.StringIO()):
            found = self._collector.compute_collection_result()
        # name to (low, high, ...), either of which may be cut more than the other.
        return {name: max(abs(float(each[0])), abs(float(each[1])), SMALLEST) for name, each in found.items()}
