"""Wav2Vec2 with a CTC head as one ONNX graph, from a checkpoint of Hugging Face; any size, any thread.

The layers are those of transformers' modeling_wav2vec2.py: convolutions over raw samples (320 samples a
frame, 400 heard by each), a grouped convolution for positions, blocks, and the projection to the tokens.
Two families differ in what is easily confused: feat_extract_norm "group" normalises the first convolution
alone, over time, "layer" each one over its channels; do_stable_layer_norm puts the norms of a block before
its parts and not after them. Half precision keeps the norms and softmax in fp32.
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
from engines.runtime.graph import Graph
from engines.runtime.graph_builder import GraphBuilder
from engines.types import Samples

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Wav2Vec2Config:
    """Sizes and kinds of one model. convolutions: (channels, kernel, stride) of each."""

    convolutions: tuple[tuple[int, int, int], ...]
    conv_bias: bool
    group_norm: bool
    norm_first: bool
    n_state: int
    n_layers: int
    n_heads: int
    n_inner: int
    n_positions: int
    n_position_groups: int
    n_tokens: int
    epsilon: float

    @property
    def frame_samples(self) -> int:
        return int(np.prod([stride for _, _, stride in self.convolutions]))

    def n_frames(self, n_samples: int) -> int:
        """Frames that so much sound gives; 0 for less than one hears."""
        for _, kernel, stride in self.convolutions:
            n_samples = max(0, (n_samples - kernel) // stride + 1)
        return n_samples


def read_config(values: Mapping[str, Any]) -> Wav2Vec2Config:
    """The sizes that a config.json says. Raises ValueError for a model with other layers."""
    values = dict(values)
    lists = [values.get(name) for name in ("conv_dim", "conv_kernel", "conv_stride")]
    if not all(isinstance(each, list) and each and all(isinstance(n, int) for n in each) for each in lists):
        raise ValueError("its conv_dim, conv_kernel and conv_stride are no lists of numbers")
    if len({len(each) for each in lists if each}) != 1:
        raise ValueError("its conv_dim, conv_kernel and conv_stride differ in length")
    for name in ("hidden_act", "feat_extract_activation"):
        if values.get(name, "gelu") != "gelu":
            raise ValueError(f"its {name} is {values[name]} and not gelu")
    if values.get("feat_extract_norm") not in ("group", "layer"):
        raise ValueError(f"its feat_extract_norm is {values.get('feat_extract_norm')}")
    if values.get("add_adapter") or values.get("adapter_attn_dim"):
        raise ValueError("it has adapters, which are not known here")
    config = Wav2Vec2Config(
        convolutions=tuple(zip(*lists, strict=True)),
        conv_bias=bool(values.get("conv_bias")),
        group_norm=values["feat_extract_norm"] == "group",
        norm_first=bool(values.get("do_stable_layer_norm")),
        n_state=integer(values, "hidden_size"),
        n_layers=integer(values, "num_hidden_layers"),
        n_heads=integer(values, "num_attention_heads"),
        n_inner=integer(values, "intermediate_size"),
        n_positions=integer(values, "num_conv_pos_embeddings"),
        n_position_groups=integer(values, "num_conv_pos_embedding_groups"),
        n_tokens=integer(values, "vocab_size"),
        epsilon=float(values.get("layer_norm_eps", 1e-5)),
    )
    if config.n_state % config.n_heads or config.n_state % config.n_position_groups:
        raise ValueError("its hidden_size does not fit its heads or groups")
    return config


class Wav2Vec2Weights:
    """Weights by the names after "wav2vec2.", as float32; the position's weight norm is multiplied out.

    Names and shapes are checked at once. Raises ValueError: what is missing or of another shape.
    """

    def __init__(self, tensors: Tensors, config: Wav2Vec2Config) -> None:
        self._tensors = tensors
        self.config = config
        old = "encoder.pos_conv_embed.conv.weight"
        new = "encoder.pos_conv_embed.conv.parametrizations.weight.original"
        # torch's weight_norm was renamed; 0 is the size, 1 the direction.
        self._position = (
            (f"{new}0", f"{new}1") if tensors.shape(self._full(f"{new}0")) else (f"{old}_g", f"{old}_v")
        )
        for name, shape in self._shapes().items():
            found = tensors.shape(self._full(name))
            if found is None:
                raise ValueError(f"it lacks {self._full(name)}")
            if found != shape:
                raise ValueError(f"{self._full(name)} has the shape {list(found)} and not {list(shape)}")

    @staticmethod
    def _full(name: str) -> str:
        return name if name.startswith("lm_head.") else f"wav2vec2.{name}"

    def _shapes(self) -> dict[str, Shape]:
        c = self.config
        n = c.n_state
        shapes: dict[str, Shape] = {}

        def both(name: str, *shape: int) -> None:
            shapes[f"{name}.weight"], shapes[f"{name}.bias"] = shape, shape[:1]

        n_in = 1
        for i, (n_out, kernel, _) in enumerate(c.convolutions):
            name = f"feature_extractor.conv_layers.{i}"
            shapes[f"{name}.conv.weight"] = (n_out, n_in, kernel)
            if c.conv_bias:
                shapes[f"{name}.conv.bias"] = (n_out,)
            if i == 0 or not c.group_norm:
                both(f"{name}.layer_norm", n_out)
            n_in = n_out
        both("feature_projection.layer_norm", n_in)
        both("feature_projection.projection", n, n_in)
        shapes[self._position[0]] = (1, 1, c.n_positions)
        shapes[self._position[1]] = (n, n // c.n_position_groups, c.n_positions)
        shapes["encoder.pos_conv_embed.conv.bias"] = (n,)
        both("encoder.layer_norm", n)
        for i in range(c.n_layers):
            name = f"encoder.layers.{i}"
            for part in ("q_proj", "k_proj", "v_proj", "out_proj"):
                both(f"{name}.attention.{part}", n, n)
            both(f"{name}.layer_norm", n)
            both(f"{name}.feed_forward.intermediate_dense", c.n_inner, n)
            both(f"{name}.feed_forward.output_dense", n, c.n_inner)
            both(f"{name}.final_layer_norm", n)
        both("lm_head", c.n_tokens, n)
        return shapes

    def __getitem__(self, name: str) -> Array:
        return np.ascontiguousarray(self._tensors.read(self._full(name)), dtype=np.float32)

    def names(self) -> Iterable[str]:
        return self._shapes()

    def position_kernel(self) -> Array:
        """g * v / |v|, the length taken over all but the last axis (torch's weight_norm with dim=2)."""
        size, direction = (self[name] for name in self._position)
        length = np.sqrt(np.square(direction, dtype=np.float64).sum(axis=(0, 1), keepdims=True))
        kernel: Array = (size * direction / length).astype(np.float32)
        return kernel


class _Builder(GraphBuilder):
    def __init__(self, weights: Wav2Vec2Weights, *, int8_limit: int, half: bool) -> None:
        super().__init__(int8_limit)
        self.weights, self.config, self.half = weights, weights.config, half

    def weight(self, array: Array) -> str:
        return self.constant(array.astype(np.float16) if self.half else array)

    def cast(self, x: str, to: int) -> str:
        return self.op("Cast", [x], to=to) if self.half else x

    def norm(self, x: str, name: str) -> str:
        """Over the last axis; its statistics are fp32 (stash_type 1, the default) in half precision, too."""
        gamma, beta = (self.weight(self.weights[f"{name}.{part}"]) for part in ("weight", "bias"))
        return self.op("LayerNormalization", [x, gamma, beta], axis=-1, epsilon=self.config.epsilon)

    def projected(self, x: str, *names: str) -> str:
        """x @ W.T + b; of several layers at once, beside each other."""
        weight = np.concatenate([self.weights[f"{name}.weight"] for name in names])
        bias = self.weight(np.concatenate([self.weights[f"{name}.bias"] for name in names]))
        if self.half:
            return self.op("Add", [self.op("MatMul", [x, self.weight(weight.T)]), bias])
        return self.matmul(x, weight, bias)

    def features(self, x: str) -> str:
        """(1, 1, n_samples) to (1, n_frames, n_channels)."""
        c = self.config
        for i, (_, kernel, stride) in enumerate(c.convolutions):
            name = f"feature_extractor.conv_layers.{i}"
            inputs = [x, self.weight(self.weights[f"{name}.conv.weight"])]
            if c.conv_bias:
                inputs.append(self.weight(self.weights[f"{name}.conv.bias"]))
            x = self.op("Conv", inputs, kernel_shape=[kernel], strides=[stride])
            if c.group_norm and i == 0:
                # As many groups as channels: each channel over time.
                scale, bias = (
                    self.constant(self.weights[f"{name}.layer_norm.{part}"]) for part in ("weight", "bias")
                )
                exact = self.cast(x, TensorProto.FLOAT)
                normed = self.op("InstanceNormalization", [exact, scale, bias], epsilon=1e-5)
                x = self.cast(normed, TensorProto.FLOAT16)
            elif not c.group_norm:
                turned = self.op("Transpose", [x], perm=[0, 2, 1])
                gamma, beta = (
                    self.weight(self.weights[f"{name}.layer_norm.{part}"]) for part in ("weight", "bias")
                )
                normed = self.op("LayerNormalization", [turned, gamma, beta], axis=-1, epsilon=1e-5)
                x = self.op("Transpose", [normed], perm=[0, 2, 1])
            x = self.op("Gelu", [x])
        return self.op("Transpose", [x], perm=[0, 2, 1])

    def positioned(self, x: str) -> str:
        c = self.config
        inputs = [
            self.op("Transpose", [x], perm=[0, 2, 1]),
            self.weight(self.weights.position_kernel()),
            self.weight(self.weights["encoder.pos_conv_embed.conv.bias"]),
        ]
        # An even kernel gives one frame too many, and the last goes; so less is put after the sound.
        before, after = c.n_positions // 2, (c.n_positions - 1) // 2
        found = self.op(
            "Conv", inputs, kernel_shape=[c.n_positions], pads=[before, after], group=c.n_position_groups
        )
        turned = self.op("Transpose", [self.op("Gelu", [found])], perm=[0, 2, 1])
        return self.op("Add", [x, turned])

    def heads(self, x: str, perm: list[int]) -> str:
        apart = self.op(
            "Reshape", [x, self.ints(0, -1, self.config.n_heads, self.config.n_state // self.config.n_heads)]
        )
        return self.op("Transpose", [apart], perm=perm)

    def attention(self, x: str, name: str) -> str:
        c = self.config
        joined = self.projected(x, *(f"{name}.{part}_proj" for part in "qkv"))
        q, k, v = self.split(joined, 3, axis=2)
        if self.int8:
            found = self.op("MultiHeadAttention", [q, k, v], domain="com.microsoft", num_heads=c.n_heads)
        else:
            scale = self.weight(np.array((c.n_state // c.n_heads) ** -0.5, np.float32))
            queries = self.heads(self.op("Mul", [q, scale]), [0, 2, 1, 3])
            scores = self.op("MatMul", [queries, self.heads(k, [0, 2, 3, 1])])
            shares = self.op("Softmax", [self.cast(scores, TensorProto.FLOAT)], axis=-1)
            found = self.op("MatMul", [self.cast(shares, TensorProto.FLOAT16), self.heads(v, [0, 2, 1, 3])])
            found = self.op("Transpose", [found], perm=[0, 2, 1, 3])
            found = self.op("Reshape", [found, self.ints(0, -1, c.n_state)])
        return self.projected(found, f"{name}.out_proj")

    def block(self, x: str, name: str) -> str:
        first = self.config.norm_first
        heard = self.attention(self.norm(x, f"{name}.layer_norm") if first else x, f"{name}.attention")
        x = self.op("Add", [x, heard])
        x = x if first else self.norm(x, f"{name}.layer_norm")
        inner = self.norm(x, f"{name}.final_layer_norm") if first else x
        inner = self.op("Gelu", [self.projected(inner, f"{name}.feed_forward.intermediate_dense")])
        x = self.op("Add", [x, self.projected(inner, f"{name}.feed_forward.output_dense")])
        return x if first else self.norm(x, f"{name}.final_layer_norm")


def wav2vec2_graph(
    weights: Wav2Vec2Weights, *, int8_limit: int = 0, half: bool = False, batch: int | str = 1
) -> onnx.ModelProto:
    """samples float32 (batch, n_samples), of at least one frame, to log_probabilities float32 (batch,
    n_frames, n_tokens), natural logarithms. half: fp16 weights and activations, not with INT8. batch: a name
    where it may differ from run to run."""
    build = _Builder(weights, int8_limit=int8_limit, half=half)
    x = build.op("Unsqueeze", [build.cast("samples", TensorProto.FLOAT16), build.ints(1)])
    x = build.norm(build.features(x), "feature_projection.layer_norm")
    x = build.positioned(build.projected(x, "feature_projection.projection"))
    if not build.config.norm_first:
        x = build.norm(x, "encoder.layer_norm")
    for i in range(build.config.n_layers):
        x = build.block(x, f"encoder.layers.{i}")
    if build.config.norm_first:
        x = build.norm(x, "encoder.layer_norm")
    scores = build.cast(build.projected(x, "lm_head"), TensorProto.FLOAT)
    build.op("LogSoftmax", [scores], axis=-1, output="log_probabilities")
    shape: list[int | str | None] = [batch, "n_frames", build.config.n_tokens]
    return build.model(
        "wav2vec2",
        [helper.make_tensor_value_info("samples", TensorProto.FLOAT, [batch, "n_samples"])],
        [helper.make_tensor_value_info("log_probabilities", TensorProto.FLOAT, shape)],
    )


class Wav2Vec2Network:
    """A graph of `wav2vec2_graph` on a runtime. scaled: the checkpoint wants sound of mean 0, variance 1."""

    def __init__(self, config: Wav2Vec2Config, graph: Graph, *, scaled: bool) -> None:
        self.config, self._graph, self._scaled = config, graph, scaled
        self.frame_samples, self.n_tokens = config.frame_samples, config.n_tokens

    @property
    def device(self) -> str:
        return self._graph.device

    def begin(self) -> WindowStream:
        """A new utterance."""
        return WindowStream(self, scale=RunningScale() if self._scaled else None)

    def log_probabilities(self, samples: Samples) -> LogProbabilities:
        """See WholeNetwork. Raises EngineError."""
        if not self.config.n_frames(len(samples)):
            return np.zeros((0, self.n_tokens), np.float32)
        outputs = self._graph.run({"samples": samples[None]}, ("log_probabilities",))
        found: LogProbabilities = self._graph.array(outputs["log_probabilities"])[0]
        return found


def wants_scaled(values: Mapping[str, Any] | None) -> bool:
    """What a preprocessor_config.json says of it; where there is none, transformers scales."""
    return bool((values or {}).get("do_normalize", True))
