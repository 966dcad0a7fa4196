"""The card graphs for several windows at once: the contract of card_graphs.py with a first dimension n_batch.

What differs from it:

encoder   samples (n_batch, n_samples) -> cross_k_i, cross_v_i (n_batch, n_heads, n_ctx, d_head)
prefill   tokens (n_batch, n_tokens): prompts of different lengths, filled up behind with any token; lengths
          int64 (n_batch,); start_index int64 (n_batch,); at_start float32 (n_batch, 1); bias (1, n_vocab),
          one for all -> next_token (n_batch, 1), next_position, log_probability and
          no_speech_probability (n_batch,); attention fp16 (n_batch,
          n_alignment_heads, n_tokens, n_ctx); language_probabilities (n_batch, n_languages); self_k_i,
          self_v_i (n_batch, ...), which beyond a prompt hold what its filling left: each step overwrites the
          first of it and looks at nothing later
step      token (n_batch, 1), position int64 (n_batch,): each row has its own; finished int64 (n_batch,): 1
          for a row whose text has ended, which then says nothing but its end and stays where it is
          -> also next_finished (n_batch,); attention (n_batch, n_alignment_heads, 1, n_ctx)

One encoder length for the whole batch; no times are written. next_finished is computed from next_token, so it
is ready last.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Sequence

import numpy as np
import onnx
from onnx import TensorProto, ValueInfoProto, helper

from engines.whisper import card_graphs
from engines.whisper.card_graphs import (
    CONTRIB,
    Decoder,
    bias_against,
    cache_values,
    cross_values,
    value,
)
from engines.whisper.card_layers import CardBuilder, linear_weights
from engines.whisper.card_step_onnx import StepLayers
from engines.whisper.log_mel import HOP, N_FFT, mel_filters
from engines.whisper.weights import Variables, WhisperConfig, dense

BATCH = "n_batch"


def source_digest() -> str:
    """A change of the code that writes the graphs makes engines stale."""
    text = inspect.getsource(sys.modules[__name__]) + inspect.getsource(StepLayers)
    return hashlib.sha256((card_graphs.source_digest() + text).encode()).hexdigest()[:16]


def batched_encoder_graph(variables: Variables, config: WhisperConfig) -> onnx.ModelProto:
    """In nodes that every runtime knows."""
    return card_graphs.encoder_graph(variables, config, batch=BATCH)


def fused_encoder_graph(
    variables: Variables, config: WhisperConfig, *, on_cuda: bool = True
) -> onnx.ModelProto:
    """The same for ONNX Runtime alone, with fewer reads and writes, which are most of what many windows cost:
    convolutions as products, sums with norms and biases in one node; on_cuda, attention and Gelu, too."""
    build = CardBuilder(variables, config)
    x = _log_mel_rows(build, config.n_mels)
    for name, stride in (("conv1", 1), ("conv2", 2)):
        x = _convolved(build, x, f"encoder/{name}", stride)
        x = _activated(build, x, f"encoder/{name}/bias", on_cuda)
    positions = build.half(dense(variables, "encoder/position_encodings/encodings"), "encoder/positions")
    length = build.op("Shape", [x], start=1, end=2)
    x = build.op("Add", [x, build.op("Slice", [positions, build.ints(0), length, build.ints(0)])])
    normed = build.layer_norm(x, "encoder/layer_0/self_attention/layer_norm")
    for i in range(config.n_encoder_layers):
        name = f"encoder/layer_{i}"
        attended = _attended(build, normed, f"{name}/self_attention/linear_0", on_cuda)
        product, bias = _product(build, attended, f"{name}/self_attention/linear_1")
        x, normed = _sum_and_norm(build, x, product, bias, f"{name}/ffn/layer_norm")
        product, _ = _product(build, normed, f"{name}/ffn/linear_0")
        inner = _activated(build, product, f"{name}/ffn/linear_0/bias", on_cuda)
        product, bias = _product(build, inner, f"{name}/ffn/linear_1")
        is_last = i == config.n_encoder_layers - 1
        following = "encoder/layer_norm" if is_last else f"encoder/layer_{i + 1}/self_attention/layer_norm"
        x, normed = _sum_and_norm(build, x, product, bias, following)
    for i in range(config.n_decoder_layers):
        joint = build.linear(normed, f"decoder/layer_{i}/attention/linear_1")
        k, v = build.split(joint, 2, axis=2)
        build.heads(k, config, output=f"cross_k_{i}")
        build.heads(v, config, output=f"cross_v_{i}")
    samples = value("samples", TensorProto.FLOAT, [BATCH, "n_samples"])
    model = build.model("whisper_card_encoder_fused", [samples], cross_values(config, BATCH))
    model.opset_import.append(helper.make_opsetid(CONTRIB, 1))
    return model


def _log_mel_rows(build: CardBuilder, n_mels: int) -> str:
    """samples (n_batch, n_samples) to fp16 (n_batch, n_frames, n_mels), a product of windows and waves."""
    half = N_FFT // 2
    padded = build.op("Pad", ["samples", build.ints(0, half, 0, half - HOP)], mode="reflect")
    # The last window is shorter than three hops by what is added here.
    padded = build.op("Pad", [padded, build.ints(0, 0, 0, 3 * HOP - N_FFT)])
    hops = build.op("Reshape", [padded, build.ints(0, -1, HOP)])
    end = build.op("Shape", [hops], start=1, end=2)
    parts = []
    for i in range(3):
        until = build.op("Sub", [end, build.ints(2 - i)])
        part = build.op("Slice", [hops, build.ints(i), until, build.ints(1)])
        if i == 2:
            part = build.op("Slice", [part, build.ints(0), build.ints(N_FFT - 2 * HOP), build.ints(2)])
        parts.append(part)
    windows = build.op("Concat", parts, axis=2)
    spectrum = build.op("MatMul", [windows, build.constant(card_graphs.fourier_basis().T)])
    real, imaginary = build.split(spectrum, 2, axis=2)
    power = build.op("Add", [build.op("Mul", [real, real]), build.op("Mul", [imaginary, imaginary])])
    mel = build.op("MatMul", [power, build.constant(mel_filters(n_mels).T)])
    return build.halved(card_graphs.scaled_log(build, mel))


def _convolved(build: CardBuilder, x: str, name: str, stride: int) -> str:
    """x (n_batch, n, n_in), three neighbours at a time, without the bias; n is even for a stride of two."""
    weight = dense(build.variables, f"{name}/weight")
    n_out, n_in, kernel = weight.shape
    matrix = weight.transpose(2, 1, 0).reshape(kernel * n_in, n_out)
    n = build.op("Shape", [x], start=1, end=2)
    padded = build.op("Pad", [x, build.ints(0, 1, 0, 0, 1, 0)])
    total, at = "", 0
    for i in range(0, kernel, stride):
        end = build.op("Add", [n, build.ints(i)])
        if i + stride <= kernel:
            part = build.op("Slice", [padded, build.ints(i), end, build.ints(1)])
            part = build.op("Reshape", [part, build.ints(0, -1, stride * n_in)])
            rows = stride * n_in
        else:
            part = build.op("Slice", [padded, build.ints(i), end, build.ints(1), build.ints(stride)])
            rows = n_in
        product = build.op("MatMul", [part, build.half(matrix[at : at + rows])])
        total = build.op("Add", [total, product]) if total else product
        at += rows
    return total


def _activated(build: CardBuilder, x: str, bias: str, on_cuda: bool) -> str:
    added = build.half(dense(build.variables, bias), bias)
    if on_cuda:
        return build.op("BiasGelu", [x, added], domain=CONTRIB)
    return build.op("Gelu", [build.op("Add", [x, added])])


def _product(build: CardBuilder, x: str, name: str) -> tuple[str, str]:
    """x @ W.T, and the bias that is yet to be added."""
    weight, bias = linear_weights(build.variables, build.config, name)
    return build.op("MatMul", [x, build.half(weight.T, f"{name}/weight")]), build.half(bias, f"{name}/bias")


def _attended(build: CardBuilder, x: str, name: str, on_cuda: bool) -> str:
    """Values weighed, (n_batch, n, n_state)."""
    config = build.config
    joint = build.linear(x, name, n_scaled=config.n_state)
    parts = build.split(joint, 3, axis=2)
    if on_cuda:
        # The queries carry the scale.
        return build.op("MultiHeadAttention", parts, domain=CONTRIB, num_heads=config.n_heads, scale=1.0)
    q, k, v = (build.heads(part, config) for part in parts)
    return build.joined(build.attend(q, k, v)[0], config)


def _sum_and_norm(build: CardBuilder, x: str, addend: str, bias: str, name: str) -> tuple[str, str]:
    """x + addend + bias, and its LayerNorm."""
    gamma, beta = (
        build.half(dense(build.variables, f"{name}/{part}"), f"{name}/{part}") for part in ("gamma", "beta")
    )
    normed, total = f"{name}/normed", f"{name}/sum"
    build.nodes.append(
        helper.make_node(
            "SkipLayerNormalization",
            [x, addend, gamma, beta, bias],
            [normed, "", "", total],
            domain=CONTRIB,
            epsilon=1e-5,
        )
    )
    return total, normed


def batched_prefill_graph(
    variables: Variables,
    config: WhisperConfig,
    *,
    first_time: int,
    no_speech: int,
    languages: Sequence[int] = (),
) -> onnx.ModelProto:
    """Prompts in one call; arguments as of card_graphs.prefill_graph."""
    decoder = Decoder(variables, config, first_time, one_token=False, batched=True)
    build = decoder.build
    x, _ = card_graphs.through_layers(decoder)
    build.halved(build.op("Concat", decoder.attended, axis=1), output="attention")
    last = build.op("Sub", ["lengths", build.ints(1)])
    rows = [
        build.op("GatherND", [x, build.op("Unsqueeze", [row, build.ints(1)])], batch_dims=1)
        for row in ("start_index", last)
    ]
    starts, ends = build.split(decoder.logits(build.op("Concat", rows, axis=0), -1), 2, axis=0)
    at_start = build.constant(bias_against(config.n_vocab, config.suppressed_at_start), "suppressed_at_start")
    scores = build.op("Add", [ends, "bias"])
    scores = build.op("Add", [scores, build.op("Mul", [at_start, "at_start"])])
    _choose(build, scores, last)
    probabilities = build.op("Softmax", [starts], axis=1)
    silence = build.op("Gather", [probabilities, build.ints(no_speech)], axis=1)
    build.reshaped(silence, -1, output="no_speech_probability")
    outputs = [
        *_choice_values(config, "n_tokens"),
        value("no_speech_probability", TensorProto.FLOAT, [BATCH]),
    ]
    if languages:
        spoken = build.op("Gather", [starts, build.ints(*languages)], axis=1)
        build.op("Softmax", [spoken], axis=1, output="language_probabilities")
        outputs.append(value("language_probabilities", TensorProto.FLOAT, [BATCH, len(languages)]))
    inputs = [
        value("tokens", TensorProto.INT64, [BATCH, "n_tokens"]),
        value("lengths", TensorProto.INT64, [BATCH]),
        value("start_index", TensorProto.INT64, [BATCH]),
        value("at_start", TensorProto.FLOAT, [BATCH, 1]),
        value("bias", TensorProto.FLOAT, [1, config.n_vocab]),
        *cross_values(config, BATCH),
    ]
    outputs += cache_values(config, batch=BATCH)
    return build.model("whisper_card_prefill_batched", inputs, outputs)


def batched_step_graph(
    variables: Variables, config: WhisperConfig, *, first_time: int, end: int, fused: bool
) -> onnx.ModelProto:
    """One token a row. end: the end of text. fused: sums and norms in one node each, which only ONNX Runtime
    knows."""
    decoder = Decoder(variables, config, first_time, one_token=True, batched=True)
    build = decoder.build
    layers = StepLayers(build, config, fused=fused)
    embedded = build.reshaped(build.looked_up("token"), -1, config.n_state)
    x = build.op("Add", [embedded, build.op("Gather", [decoder.positions, "position"], axis=0)])
    counted = build.constant(np.arange(config.n_text_ctx, dtype=np.int64))
    open_, closed = (build.constant(np.array(each, np.float16)) for each in (0.0, -np.inf))
    until = build.op("Unsqueeze", ["position", build.ints(1, 2, 3)])
    mask = build.op("Where", [build.op("LessOrEqual", [counted, until]), open_, closed])
    normed, _ = layers.decode(x, mask, decoder.attended)
    build.op("Concat", decoder.attended, axis=1, output="attention")
    _choose(build, build.op("Add", [build.logits(normed), "bias"]), "position", end=end, finished="finished")
    inputs = [
        value("token", TensorProto.INT64, [BATCH, 1]),
        value("position", TensorProto.INT64, [BATCH]),
        value("finished", TensorProto.INT64, [BATCH]),
        value("bias", TensorProto.FLOAT, [1, config.n_vocab]),
        *cache_values(config, batch=BATCH),
        *cross_values(config, BATCH),
    ]
    outputs = [
        *_choice_values(config, 1),
        value("next_finished", TensorProto.INT64, [BATCH]),
        *cache_values(config, "new_", BATCH),
    ]
    model = build.model("whisper_card_step_batched", inputs, outputs)
    if fused:
        model.opset_import.append(helper.make_opsetid(CONTRIB, 1))
    return model


def _choose(build: CardBuilder, scores: str, position: str, *, end: int = -1, finished: str = "") -> None:
    """The best of scores fp32 (n_batch, n_vocab), the first of equals, as of Decoder.choose. finished: rows
    that get `end` and stay where they are.

    No ReduceMax: over several rows of a whole vocabulary it took ONNX Runtime 2.5 ms on an H200.
    """
    last = build.config.n_text_ctx - 1
    logs = build.op("LogSoftmax", [scores], axis=1)
    free = build.op("ArgMax", [scores], axis=1, keepdims=1)
    build.reshaped(build.op("GatherElements", [logs, free], axis=1), -1, output="log_probability")
    zero = build.ints(0)
    if finished:
        is_over = build.op("Cast", [build.op("Unsqueeze", [finished, build.ints(1)])], to=TensorProto.BOOL)
        token = build.op("Where", [is_over, build.ints(end), free], output="next_token")
        ended = build.op("Equal", [build.reshaped(token, -1), build.ints(end)])
        build.op("Cast", [ended], output="next_finished", to=TensorProto.INT64)
    else:
        token = build.op("Add", [free, zero], output="next_token")
    more = build.op(
        "Cast", [build.op("GreaterOrEqual", [build.reshaped(token, -1), zero])], to=TensorProto.INT64
    )
    step = build.op("Sub", [more, finished]) if finished else more
    build.op("Min", [build.op("Add", [position, step]), build.ints(last)], output="next_position")


def _choice_values(config: WhisperConfig, n_tokens: int | str) -> list[ValueInfoProto]:
    return [
        value("next_token", TensorProto.INT64, [BATCH, 1]),
        value("next_position", TensorProto.INT64, [BATCH]),
        value("log_probability", TensorProto.FLOAT, [BATCH]),
        value("attention", TensorProto.FLOAT16, [BATCH, len(config.alignment_heads), n_tokens, "n_ctx"]),
    ]
