"""A card graph run by ONNX Runtime over raw addresses: by its CUDA provider, or on the host's memory."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import numpy as np

from engines.errors import CardLostError, CardMemoryError, EngineError
from engines.runtime.card_graph import BoundRun, Placed
from engines.runtime.device_memory import Stream

log = logging.getLogger(__name__)

Capture = Literal["stream", "runtime", "none"]
"""Who makes a CUDA graph of a run: we, from the stream; ONNX Runtime, for each binding; nobody."""

_NO_CAPTURE = "-1"
"""gpu_graph_id of a run that ONNX Runtime shall neither capture nor replay
(https://onnxruntime.ai/docs/execution-providers/CUDA-ExecutionProvider.html, CUDA graphs)."""


_DTYPES = {"tensor(float)": np.float32, "tensor(float16)": np.float16, "tensor(int64)": np.int64}


class OnnxCardGraph:
    """One session. capture: for a static graph whose nodes all run on the card; else it becomes "none"."""

    def __init__(
        self, source: Path | bytes, stream: Stream, *, device: str = "cuda", capture: Capture = "none"
    ) -> None:
        import onnxruntime

        self._ort: Any = onnxruntime
        self._device = device
        self._n_bound = 0
        model = str(source) if isinstance(source, Path) else source
        self.capture: Capture = "none" if device == "cpu" else capture
        if self.capture != "none":
            try:
                self._session: Any = self._open(model, stream, graphs=True)
            except EngineError as error:
                log.warning("ONNX Runtime makes no CUDA graph of this: %s", error)
                self.capture = "none"
        if self.capture == "none":
            self._session = self._open(model, stream, graphs=False)
        self.can_capture = self.capture == "stream"
        self.types: dict[str, Any] = {
            value.name: _DTYPES[value.type]
            for value in (*self._session.get_inputs(), *self._session.get_outputs())
        }
        self._inputs = {value.name for value in self._session.get_inputs()}

    def _open(self, model: str | bytes, stream: Stream, *, graphs: bool) -> Any:
        options = self._ort.SessionOptions()
        options.log_severity_level = 3
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.add_session_config_entry("session.use_env_allocators", "0")
        providers: list[Any] = ["CPUExecutionProvider"]
        if self._device == "cuda":
            if "CUDAExecutionProvider" not in self._ort.get_available_providers():
                raise EngineError(
                    "This ONNX Runtime has no CUDA provider.",
                    "Install onnxruntime-gpu and an NVIDIA driver, or use --engine cpu.",
                )
            self._ort.preload_dlls()
            cuda = {
                "user_compute_stream": str(stream.handle),
                "enable_cuda_graph": "1" if graphs else "0",
                # The log-mel's products need all of fp32; everything large is fp16 anyway.
                "use_tf32": "0",
                "cudnn_conv_algo_search": "HEURISTIC",
                "arena_extend_strategy": "kSameAsRequested",
            }
            providers.insert(0, ("CUDAExecutionProvider", cuda))
        try:
            session = self._ort.InferenceSession(model, options, providers=providers)
        except Exception as error:
            raise translated(error, "A graph cannot be loaded on the card") from error
        if self._device == "cuda" and "CUDAExecutionProvider" not in session.get_providers():
            raise EngineError(
                "ONNX Runtime could not start CUDA on this computer.",
                "Check the NVIDIA driver with: sightline doctor, or use --engine cpu.",
            )
        return session

    def bind(self, tensors: Mapping[str, Placed]) -> BoundRun:
        binding = self._session.io_binding()
        for name, (address, shape) in tensors.items():
            place = (name, self._device, 0, self.types[name], shape, address)
            if name in self._inputs:
                binding.bind_input(*place)
            else:
                binding.bind_output(*place)
        graph_id = str(self._n_bound) if self.capture == "runtime" else _NO_CAPTURE
        self._n_bound += 1
        return _OnnxRun(self._session, binding, self._options(graph_id))

    def _options(self, graph_id: str) -> Any:
        options = self._ort.RunOptions()
        if self._device == "cuda":
            # Whoever reads the results waits for the stream.
            options.add_run_config_entry("disable_synchronize_execution_providers", "1")
            options.add_run_config_entry("gpu_graph_id", graph_id)
        return options

    def close(self) -> None:
        """The session's memory goes with it, once no run holds it."""
        self._session = None


class _OnnxRun:
    def __init__(self, session: Any, binding: Any, options: Any) -> None:
        self._session = session
        self._binding = binding
        self._options = options

    def enqueue(self) -> None:
        try:
            self._session.run_with_iobinding(self._binding, self._options)
        except Exception as error:
            raise translated(error, "A recognition pass failed") from error


def translated(error: Exception, doing: str) -> EngineError:
    """ONNX Runtime tells CUDA's errors apart only by their words."""
    text = str(error)
    what = f"{doing}: {(text.strip().splitlines() or [type(error).__name__])[0].rstrip('.')}."
    if "out of memory" in text or "Failed to allocate memory" in text:
        return CardMemoryError(
            what, "Close other programs that use the card, choose a smaller model, or use --engine cpu."
        )
    if "CUDA failure" in text or "CUDA error" in text or "CUBLAS failure" in text or "CUDNN failure" in text:
        return CardLostError(what, "Start again, or use --engine cpu.")
    return EngineError(what, "Use --engine cpu; `sightline doctor` says more.")
