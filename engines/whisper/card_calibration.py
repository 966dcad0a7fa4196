"""Calibration of a Whisper over recordings: how far each layer's input reaches, and which layers suffer.

Needs no card; kept as JSON.

Each recording's first seconds are encoded and decoded greedily by the fp16 graphs on ONNX Runtime's CPU
provider, every linear layer's input is observed, and each layer alone is computed in eight bits: where its
output is off by more than MOST_ERROR it stays fp16.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from engines.recogniser import Progress
from engines.runtime.calibration import Method, Ranges
from engines.runtime.onnx import OnnxGraph
from engines.runtime.precision import Precision
from engines.types import Samples
from engines.whisper import card_graphs
from engines.whisper.card_layers import (
    FP8_MOST,
    INT8_MOST,
    Quantisation,
    int8_rows,
    linear_inputs,
    linear_weights,
    with_outputs,
)
from engines.whisper.card_recogniser import graph_writers
from engines.whisper.tokens import WhisperTokens
from engines.whisper.weights import Variables, WhisperConfig

CONTEXT_S = card_graphs.CARD_CONTEXTS_S[0]
MOST_TOKENS = 40
MOST_ROWS = 64
"""Rows of each layer's input kept from one recording to measure its error by."""

MOST_ERROR = 0.05
"""Root mean square of a layer's error over that of its output, above which it is left in fp16."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """ranges: linear layer to the largest magnitude worth keeping; errors: what eight bits cost it."""

    method: str
    n_recordings: int
    ranges: dict[str, float]
    int8_errors: dict[str, float]
    fp8_errors: dict[str, float]

    def quantisation(self, precision: Precision) -> Quantisation:
        """The layers that suffer left in fp16."""
        errors = self.fp8_errors if precision == "fp8" else self.int8_errors
        left = frozenset(name for name, error in errors.items() if error > MOST_ERROR)
        return Quantisation(precision, self.ranges, left)

    @property
    def digest(self) -> str:
        """For the key of engines built with it."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:16]


class _Observer:
    """The three graphs with every linear layer's input among the outputs."""

    def __init__(
        self, variables: Variables, config: WhisperConfig, tokens: WhisperTokens, n_threads: int | None
    ) -> None:
        self._tokens = tokens
        self._n_vocab = config.n_vocab
        self._never = [*config.suppressed, *tokens.special()]
        self._graphs: dict[str, OnnxGraph] = {}
        self._outputs: dict[str, list[str]] = {}
        self.inputs: dict[str, dict[str, str]] = {}
        for part, write in graph_writers(variables, config, tokens).items():
            model = write()
            self.inputs[part] = linear_inputs(model)
            observed = with_outputs(model, list(self.inputs[part].values()))
            self._outputs[part] = [output.name for output in observed.graph.output]
            self._graphs[part] = OnnxGraph(observed.SerializeToString(), n_threads=n_threads)

    def _run(self, part: str, inputs: dict[str, Any]) -> dict[str, NDArray[Any]]:
        graph = self._graphs[part]
        results = graph.run(inputs, self._outputs[part])
        return {name: graph.array(value) for name, value in results.items()}

    def passes(self, samples: Samples) -> list[tuple[str, dict[str, NDArray[Any]]]]:
        """Every run of one recording's pass: the part, and all its outputs."""
        n_samples = card_graphs.samples_of(CONTEXT_S)
        padded = np.zeros((1, n_samples), np.float32)
        heard = samples[:n_samples]
        padded[0, : len(heard)] = heard
        runs = [("encoder", self._run("encoder", {"samples": padded}))]
        cross = {name: runs[0][1][name] for name in runs[0][1] if name.startswith("cross_")}
        language = "en" if self._tokens.multilingual else None
        prompt = np.array([self._tokens.start_sequence(language, "transcribe")], np.int64)
        bias = card_graphs.bias_against(self._n_vocab, self._never)
        start = {"start_index": np.zeros(1, np.int64), "at_start": np.ones(1, np.float32), "bias": bias}
        found = self._run("prefill", {"tokens": prompt, **start, **cross})
        runs.append(("prefill", found))
        cache = {name: found[name] for name in found if name.startswith("self_")}
        for _ in range(MOST_TOKENS):
            if int(found["next_token"][0, 0]) == self._tokens.end:
                break
            at = {"token": found["next_token"], "position": found["next_position"], "bias": bias}
            found = self._run("step", {**at, **cache, **cross})
            runs.append(("step", found))
            cache = {name: found[f"new_{name}"] for name in cache}
        return runs


def calibrate(
    variables: Variables,
    config: WhisperConfig,
    tokens: WhisperTokens,
    recordings: Sequence[Samples],
    *,
    method: Method = "entropy",
    n_threads: int | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Calibration:
    """Observe the recordings, float32 (n_samples,), 16 kHz. Raises EngineError; ValueError without any."""
    if not recordings:
        raise ValueError("there is nothing to calibrate with")
    report = progress or (lambda what, fraction: None)
    observer = _Observer(variables, config, tokens, n_threads)
    ranges = Ranges(method)
    rows: dict[str, list[NDArray[np.float32]]] = {}
    for i, samples in enumerate(recordings):
        report("Listening to recordings", i / len(recordings))
        if cancelled():
            break
        seen: dict[str, list[NDArray[Any]]] = {}
        for part, found in observer.passes(samples):
            for layer, tensor in observer.inputs[part].items():
                seen.setdefault(layer, []).append(found[tensor].reshape(-1, found[tensor].shape[-1]))
        whole = {layer: np.concatenate(arrays).astype(np.float32) for layer, arrays in seen.items()}
        ranges.collect(whole)
        for layer, array in whole.items():
            every = max(1, len(array) // MOST_ROWS)
            rows.setdefault(layer, []).append(array[::every][:MOST_ROWS])
    report("Finding ranges", 1.0)
    largest = ranges.largest()
    int8, fp8 = {}, {}
    for layer, arrays in rows.items():
        weight, _ = linear_weights(variables, config, layer)
        int8[layer], fp8[layer] = layer_errors(weight, np.concatenate(arrays), largest[layer])
    return Calibration(method, len(recordings), largest, int8, fp8)


def layer_errors(weight: NDArray[np.float32], x: NDArray[np.float32], largest: float) -> tuple[float, float]:
    """Relative root mean square errors of x @ weight.T in int8 and in fp8."""
    exact = x @ weight.T
    integers, scale = int8_rows(weight)
    step = largest / INT8_MOST
    rounded = np.clip(np.rint(x / step), -INT8_MOST, INT8_MOST) * step
    int8 = rounded @ (integers.astype(np.float32) * scale[:, None].astype(np.float32)).T
    fp8 = (
        _eighths(x, largest / FP8_MOST) @ _eighths(weight, np.abs(weight).max(1, keepdims=True) / FP8_MOST).T
    )
    size = max(_rms(exact), 1e-12)
    return _rms(int8 - exact) / size, _rms(fp8 - exact) / size


def _rms(x: NDArray[np.float32]) -> float:
    return float(np.sqrt((x**2).mean()))


def _eighths(x: NDArray[np.float32], scale: NDArray[np.float32] | float) -> NDArray[np.float32]:
    """x as E4M3 times a scale and back, what is too large cut."""
    kept = np.clip(x / scale, -FP8_MOST, FP8_MOST).astype(ml_dtypes.float8_e4m3fn)
    result: NDArray[np.float32] = kept.astype(np.float32) * scale
    return result


def calibration_path(cache_dir: Path, weights_sha256: str, method: Method) -> Path:
    """Where a model's calibration is kept; a change of the graphs asks for another."""
    key = f"{weights_sha256}|{card_graphs.source_digest()}|{method}"
    return cache_dir / "calibration" / f"{hashlib.sha256(key.encode()).hexdigest()[:24]}.json"


def read_calibration(path: Path) -> Calibration | None:
    """A calibration that was kept; None where there is none that can be read."""
    try:
        return Calibration(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_calibration(calibration: Calibration, path: Path) -> None:
    """Keep a calibration, whole or not at all. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(asdict(calibration), stream, indent=1)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
