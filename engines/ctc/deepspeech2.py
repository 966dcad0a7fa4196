"""DeepSpeech2 (Amodei et al. 2016) as one ONNX graph: spectrogram, convolutions, recurrent layers, CTC.

The layers are those of deepspeech.pytorch (model.py of its releases to 2.x). One that looks ahead only so far
(bidirectional false) is truly streamed: every call takes the state of the one before and gives the next,
and pieces give what the whole gives. One that looks both ways hears windows, as Wav2Vec2 does. Any thread.

The checkpoint is a folder: vocab.json (token to column; a blank of columns[pad_token_id]; " " or "|" parts
words), model.safetensors, and config.json:

    {"model_type": "deepspeech2", "vocab_size": 29, "pad_token_id": 0, "rnn_type": "gru" | "lstm",
     "hidden_size": 1024, "num_hidden_layers": 5, "bidirectional": false, "lookahead_context": 20,
     "normalization": "fixed" | "utterance" | "none"}

Sound: 16 kHz; Hamming windows of 20 ms (320 samples) every 10 ms, not padded; log(1 + magnitude) of 161 bins.
"fixed" takes tensors features.mean, features.std (161,) from each bin and divides; "utterance" takes one mean
and deviation over the utterance so far (bidirectional: the window). Two columns, 20 ms, are one frame.
Tensors, by deepspeech.pytorch's names: conv.seq_module.{0,3}.{weight,bias} (32, 1, 41, 11), (32, 32, 21, 11),
stride (2, 2), (2, 1); their norms conv.seq_module.{1,4}.{weight,bias,running_mean,running_var}; per layer i
rnns.i.rnn.{weight_ih,weight_hh,bias_ih,bias_hh}_l0, with _reverse beside them if bidirectional (the two
directions are added), and from the second layer on a norm rnns.i.batch_norm.module.*; lookahead.0.conv.weight
(hidden, 1, lookahead_context) if not bidirectional; fc.0.module.0.* a norm, fc.0.module.1.weight.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper

from engines.checkpoints.tensors import Shape, Tensors, integer
from engines.ctc.decoder import LogProbabilities
from engines.ctc.network import RunningScale, WindowStream
from engines.ctc.spectrogram import HOP, N_BINS, Spectrogram
from engines.runtime.graph import Graph
from engines.runtime.graph_builder import GraphBuilder
from engines.types import Samples

Array = NDArray[np.float32]

FRAME_SAMPLES = 2 * HOP
N_CHANNELS = 32
KERNELS = ((41, 11), (21, 11))
STRIDES = ((2, 2), (2, 1))
PADS = (20, 10)
"""Of the bins; the columns are padded by HALF_WIDTH on each side."""
HALF_WIDTH = 5
HIGHEST = 20.0
"""Of the clipped activation (Hardtanh 0..20)."""
EPSILON = 1e-5
GATES = {"gru": (3, (1, 0, 2)), "lstm": (4, (0, 3, 1, 2))}
"""Number of gates, and torch's order (r z n; i f g o) put into ONNX's (z r h; i o f c)."""


@dataclass(frozen=True, slots=True)
class DeepSpeech2Config:
    """Sizes and kinds of one model. lookahead: frames of the future that each takes, itself included."""

    rnn: str
    n_hidden: int
    n_layers: int
    bidirectional: bool
    lookahead: int
    n_tokens: int
    normalization: str

    @property
    def n_features(self) -> int:
        """Of a frame after the convolutions: 32 channels of 41 bins."""
        n = N_BINS
        for (kernel, _), (stride, _), pad in zip(KERNELS, STRIDES, PADS, strict=True):
            n = (n + 2 * pad - kernel) // stride + 1
        return N_CHANNELS * n

    @property
    def n_conv_bins(self) -> int:
        return (N_BINS + 2 * PADS[0] - KERNELS[0][0]) // STRIDES[0][0] + 1


def read_config(values: Mapping[str, Any]) -> DeepSpeech2Config:
    """The sizes that a config.json says. Raises ValueError."""
    values = dict(values)
    if values.get("rnn_type") not in GATES:
        raise ValueError(f"its rnn_type is {values.get('rnn_type')} and neither gru nor lstm")
    normalization = values.get("normalization", "utterance")
    if normalization not in ("fixed", "utterance", "none"):
        raise ValueError(f"its normalization is {normalization}")
    both = bool(values.get("bidirectional"))
    return DeepSpeech2Config(
        rnn=values["rnn_type"],
        n_hidden=integer(values, "hidden_size"),
        n_layers=integer(values, "num_hidden_layers"),
        bidirectional=both,
        lookahead=1 if both else integer(values, "lookahead_context"),
        n_tokens=integer(values, "vocab_size"),
        normalization=normalization,
    )


def n_frames(n_columns: int) -> int:
    """Frames that so many columns give one that hears them as a whole."""
    return (n_columns + 2 * HALF_WIDTH - KERNELS[0][1]) // STRIDES[0][1] + 1


class DeepSpeech2Weights:
    """Weights by their names, as float32. Raises ValueError: what is missing or of another shape."""

    def __init__(self, tensors: Tensors, config: DeepSpeech2Config) -> None:
        self._tensors, self.config = tensors, config
        for name, shape in self._shapes().items():
            found = tensors.shape(name)
            if found is None:
                raise ValueError(f"it lacks {name}")
            if found != shape:
                raise ValueError(f"{name} has the shape {list(found)} and not {list(shape)}")

    def __getitem__(self, name: str) -> Array:
        return np.ascontiguousarray(self._tensors.read(name), dtype=np.float32)

    def names(self) -> Iterable[str]:
        return self._shapes()

    def _shapes(self) -> dict[str, Shape]:
        c = self.config
        shapes: dict[str, Shape] = {}

        def norm(name: str, n: int) -> None:
            for part in ("weight", "bias", "running_mean", "running_var"):
                shapes[f"{name}.{part}"] = (n,)

        for i, n_in in ((0, 1), (3, N_CHANNELS)):
            shapes[f"conv.seq_module.{i}.weight"] = (N_CHANNELS, n_in, *KERNELS[i // 3])
            shapes[f"conv.seq_module.{i}.bias"] = (N_CHANNELS,)
            norm(f"conv.seq_module.{i + 1}", N_CHANNELS)
        n_rows = GATES[c.rnn][0] * c.n_hidden
        for i in range(c.n_layers):
            n_in = c.n_hidden if i else c.n_features
            if i:
                norm(f"rnns.{i}.batch_norm.module", n_in)
            for way in ("", "_reverse") if c.bidirectional else ("",):
                shapes[f"rnns.{i}.rnn.weight_ih_l0{way}"] = (n_rows, n_in)
                shapes[f"rnns.{i}.rnn.weight_hh_l0{way}"] = (n_rows, c.n_hidden)
                shapes[f"rnns.{i}.rnn.bias_ih_l0{way}"] = shapes[f"rnns.{i}.rnn.bias_hh_l0{way}"] = (n_rows,)
        if not c.bidirectional:
            shapes["lookahead.0.conv.weight"] = (c.n_hidden, 1, c.lookahead)
        norm("fc.0.module.0", c.n_hidden)
        shapes["fc.0.module.1.weight"] = (c.n_tokens, c.n_hidden)
        if c.normalization == "fixed":
            shapes["features.mean"] = shapes["features.std"] = (N_BINS,)
        return shapes

    def norm(self, name: str) -> tuple[Array, Array]:
        """A batch norm as a factor and what is added."""
        factor = self[f"{name}.weight"] / np.sqrt(self[f"{name}.running_var"] + EPSILON)
        return factor, self[f"{name}.bias"] - self[f"{name}.running_mean"] * factor


class _Builder(GraphBuilder):
    def __init__(self, weights: DeepSpeech2Weights) -> None:
        super().__init__(0)
        self.weights, self.config = weights, weights.config
        self.inputs: list[onnx.ValueInfoProto] = []
        self.outputs: list[onnx.ValueInfoProto] = []

    def given(self, name: str, shape: list[Any]) -> str:
        self.inputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))
        return name

    def gives(self, name: str, shape: list[Any]) -> str:
        self.outputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))
        return name

    def newest(self, x: str, n: str, axis: int, output: str) -> None:
        """From n on; n is a number of one."""
        end = self.ints(1 << 40)
        self.op("Slice", [x, n, end, self.ints(axis)], output=output)

    def length(self, x: str, axis: int) -> str:
        return self.op("Shape", [x], start=axis, end=axis + 1)

    def convolved(self, x: str, i: int, pad: int) -> str:
        """A convolution with its norm folded in, and the clipped activation. pad: of the columns."""
        factor, added = self.weights.norm(f"conv.seq_module.{3 * i + 1}")
        weight = self.weights[f"conv.seq_module.{3 * i}.weight"] * factor[:, None, None, None]
        bias = self.weights[f"conv.seq_module.{3 * i}.bias"] * factor + added
        inputs = [x, self.constant(weight), self.constant(bias)]
        x = self.op(
            "Conv",
            inputs,
            kernel_shape=list(KERNELS[i]),
            strides=list(STRIDES[i]),
            pads=[PADS[i], pad, PADS[i], pad],
        )
        bounds = [self.constant(np.array(bound, np.float32)) for bound in (0.0, HIGHEST)]
        return self.op("Clip", [x, *bounds])

    def recurrent(self, x: str, i: int) -> str:
        """x (n_frames, batch, n_in) to (n_frames, batch, n_hidden). The weights hold the norm before it."""
        c = self.config
        n_gates, order = GATES[c.rnn]
        ways = ("", "_reverse") if c.bidirectional else ("",)
        stacked: dict[str, list[Array]] = {"w": [], "r": [], "b": []}
        for way in ways:
            name = f"rnns.{i}.rnn."
            w = self.weights[f"{name}weight_ih_l0{way}"]
            b = self.weights[f"{name}bias_ih_l0{way}"]
            if i:
                factor, added = self.weights.norm(f"rnns.{i}.batch_norm.module")
                b = b + w @ added
                w = w * factor
            several = (w, self.weights[f"{name}weight_hh_l0{way}"], b, self.weights[f"{name}bias_hh_l0{way}"])
            w, r, b, rb = (
                np.concatenate([each.reshape(n_gates, c.n_hidden, *each.shape[1:])[k] for k in order])
                for each in several
            )
            stacked["w"].append(w)
            stacked["r"].append(r)
            stacked["b"].append(np.concatenate([b, rb]))
        inputs = [x, *(self.constant(np.stack(stacked[kind])) for kind in "wrb"), ""]
        kinds = ("hidden", "cell") if c.rnn == "lstm" else ("hidden",)
        results = [self._name("sequence")]
        if not c.bidirectional:
            shape = [1, 1, c.n_hidden]
            inputs += [self.given(f"{kind}_{i}", shape) for kind in kinds]
            results += [self.gives(f"new_{kind}_{i}", shape) for kind in kinds]
        attributes: dict[str, Any] = {"hidden_size": c.n_hidden}
        attributes["direction"] = "bidirectional" if c.bidirectional else "forward"
        if c.rnn == "gru":
            attributes["linear_before_reset"] = 1
        self.nodes.append(helper.make_node(c.rnn.upper(), inputs, results, **attributes))
        # (n_frames, n_ways, batch, n_hidden): the ways are added.
        return self.op("ReduceSum", [results[0], self.ints(1)], keepdims=0)


def deepspeech2_graph(weights: DeepSpeech2Weights, *, batch: int | str = 1) -> onnx.ModelProto:
    """features float32 (1, 1, 161, n_columns) to log_probabilities (n_frames, n_tokens).

    Bidirectional: a whole piece, a frame for two columns. Else also state in and out, and the zeros that
    follow the end, of length 0 before it: columns_kept (1, 1, 161, n) to new_columns_kept; conv_kept to
    new_conv_kept, conv_end (1, 32, 81, n); hidden_i, and cell_i of an LSTM, (1, 1, n_hidden); ahead_kept,
    ahead_end (n, 1, n_hidden). A new utterance begins with HALF_WIDTH columns of zeros in columns_kept and
    conv_kept, none in ahead_kept. batch, of one that hears pieces as a whole: other than 1, or a name where
    it may differ from run to run; then features (batch, ...) to (n_frames, batch, n_tokens).
    """
    if batch != 1 and not weights.config.bidirectional:
        raise ValueError("the states of a streamed model are of one sound")
    build = _Builder(weights)
    c = build.config
    x = build.given("features", [batch, 1, N_BINS, "n_columns"])
    pad = HALF_WIDTH if c.bidirectional else 0
    for i, name in enumerate(("columns", "conv")):
        if not c.bidirectional:
            shape: list[Any] = [1, N_CHANNELS if i else 1, c.n_conv_bins if i else N_BINS, f"n_{name}_kept"]
            parts = [build.given(f"{name}_kept", shape), x]
            if i:
                parts.append(build.given("conv_end", [*shape[:3], "n_conv_end"]))
            x = build.op("Concat", parts, axis=3)
        found = build.convolved(x, i, pad)
        if not c.bidirectional:
            n_used = build.op("Mul", [build.length(found, 3), build.ints(STRIDES[i][1])])
            build.newest(x, n_used, 3, build.gives(f"new_{name}_kept", [*shape[:3], f"n_new_{name}_kept"]))
        x = found
    # (batch, channels, bins, n_frames) to (n_frames, batch, channels * bins).
    x = build.op("Transpose", [x], perm=[3, 0, 1, 2])
    x = build.op("Reshape", [x, build.ints(0, 0, c.n_features)])
    for i in range(c.n_layers):
        x = build.recurrent(x, i)
    if not c.bidirectional:
        shape = ["n_ahead_kept", 1, c.n_hidden]
        parts = [
            build.given("ahead_kept", shape),
            x,
            build.given("ahead_end", ["n_ahead_end", 1, c.n_hidden]),
        ]
        x = build.op("Concat", parts, axis=0)
        turned = build.op("Transpose", [x], perm=[1, 2, 0])
        kernel = build.constant(build.weights["lookahead.0.conv.weight"])
        found = build.op("Conv", [turned, kernel], kernel_shape=[c.lookahead], group=c.n_hidden)
        kept = build.gives("new_ahead_kept", ["n_new_ahead_kept", 1, c.n_hidden])
        build.newest(x, build.length(found, 2), 0, kept)
        bounds = [build.constant(np.array(bound, np.float32)) for bound in (0.0, HIGHEST)]
        x = build.op("Transpose", [build.op("Clip", [found, *bounds])], perm=[2, 0, 1])
    if batch == 1:
        x = build.op("Reshape", [x, build.ints(-1, c.n_hidden)])
    factor, added = build.weights.norm("fc.0.module.0")
    weight = build.weights["fc.0.module.1.weight"]
    scores = build.matmul(x, weight * factor, build.constant(weight @ added))
    given = ["n_frames", c.n_tokens] if batch == 1 else ["n_frames", batch, c.n_tokens]
    build.op("LogSoftmax", [scores], axis=-1, output=build.gives("log_probabilities", given))
    return build.model("deepspeech2", build.inputs, build.outputs)


class DeepSpeech2Network:
    """A graph of `deepspeech2_graph` on a runtime."""

    frame_samples = FRAME_SAMPLES

    def __init__(self, weights: DeepSpeech2Weights, graph: Graph) -> None:
        self.config, self._graph = weights.config, graph
        self.n_tokens = self.config.n_tokens
        self._fixed = None
        if self.config.normalization == "fixed":
            self._fixed = weights["features.mean"], weights["features.std"]

    @property
    def device(self) -> str:
        return self._graph.device

    def begin(self) -> WindowStream | StateStream:
        """A new utterance."""
        if self.config.bidirectional:
            return WindowStream(self, scale=None)
        return StateStream(self)

    def columns(self, spectrogram: Array, scale: RunningScale) -> Array:
        """log(1 + magnitude) (n_columns, 161) as the model wants it, (1, 1, 161, n_columns)."""
        if self._fixed is not None:
            spectrogram = (spectrogram - self._fixed[0]) / self._fixed[1]
        elif self.config.normalization == "utterance":
            scale.add(spectrogram.ravel())
            spectrogram = scale.applied(spectrogram)
        return np.ascontiguousarray(spectrogram.T[None, None], dtype=np.float32)

    def log_probabilities(self, samples: Samples) -> LogProbabilities:
        """A whole piece, both ways. See WholeNetwork. Raises EngineError."""
        columns = Spectrogram().columns(samples)
        if not len(columns):
            return np.zeros((0, self.n_tokens), np.float32)
        return self.run({"features": self.columns(columns, RunningScale())}, ())["log_probabilities"]

    def run(self, inputs: Mapping[str, Array], states: Iterable[str]) -> dict[str, Array]:
        """One call: what it gives, by name. Raises EngineError."""
        outputs = self._graph.run(inputs, ("log_probabilities", *states))
        return {name: self._graph.array(tensor) for name, tensor in outputs.items()}


class StateStream:
    """One utterance through a model that looks ahead only so far: no sound goes through it twice.

    The volatile frames are those that the model gives if the utterance ended here.
    """

    def __init__(self, network: DeepSpeech2Network) -> None:
        c = network.config
        self._network = network
        self._spectrogram, self._scale = Spectrogram(), RunningScale()
        self._waiting: Array = np.zeros((1, 1, N_BINS, 0), np.float32)
        self._state: dict[str, Array] = {
            "columns_kept": np.zeros((1, 1, N_BINS, HALF_WIDTH), np.float32),
            "conv_kept": np.zeros((1, N_CHANNELS, c.n_conv_bins, HALF_WIDTH), np.float32),
            "ahead_kept": np.zeros((0, 1, c.n_hidden), np.float32),
        }
        for i in range(c.n_layers):
            for kind in ("hidden", "cell") if c.rnn == "lstm" else ("hidden",):
                self._state[f"{kind}_{i}"] = np.zeros((1, 1, c.n_hidden), np.float32)

    def feed(self, samples: Samples, *, is_last: bool) -> tuple[LogProbabilities, LogProbabilities]:
        """See FrameStream. Raises EngineError."""
        spectrogram = self._spectrogram.columns(samples)
        new = self._network.columns(spectrogram, self._scale)
        waiting = np.concatenate([self._waiting, new], axis=3)
        fixed = np.zeros((0, self._network.n_tokens), np.float32)
        n_all = waiting.shape[3]
        # The graph wants enough columns for a frame to come out of every layer, and two columns to a frame.
        n_ready = n_all - n_all % 2
        if self._n_frames_out(n_ready) > 0:
            fixed, self._state = self._call(waiting[..., :n_ready], ends=False)
            waiting = waiting[..., n_ready:]
        self._waiting = waiting
        volatile, state = self._call(waiting, ends=True)
        if is_last:
            self._state = state
            return np.concatenate([fixed, volatile]), volatile[:0]
        return fixed, volatile

    def _n_frames_out(self, n_columns: int) -> int:
        n = (n_columns + self._state["columns_kept"].shape[3] - 2 * HALF_WIDTH - 1) // 2 + 1
        n = max(0, n) + self._state["conv_kept"].shape[3] - 2 * HALF_WIDTH
        n_ahead = self._state["ahead_kept"].shape[0]
        return int(max(0, n) + n_ahead - (self._network.config.lookahead - 1))

    def _call(self, columns: Array, *, ends: bool) -> tuple[LogProbabilities, dict[str, Array]]:
        c = self._network.config
        if ends:
            columns = np.concatenate([columns, np.zeros((1, 1, N_BINS, HALF_WIDTH), np.float32)], axis=3)
        inputs = {
            "features": columns,
            "conv_end": np.zeros((1, N_CHANNELS, c.n_conv_bins, HALF_WIDTH * ends), np.float32),
            "ahead_end": np.zeros(((c.lookahead - 1) * ends, 1, c.n_hidden), np.float32),
            **self._state,
        }
        if ends and columns.shape[3] + self._state["columns_kept"].shape[3] <= 2 * HALF_WIDTH:
            return np.zeros((0, c.n_tokens), np.float32), self._state
        given = self._network.run(inputs, [f"new_{name}" for name in self._state])
        return given["log_probabilities"], {name: given[f"new_{name}"] for name in self._state}
