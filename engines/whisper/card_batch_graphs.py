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
from engines.whisper.card_layers import CardBuilder
from engines.whisper.card_step_onnx import StepLayers
from engines.whisper.weights import Variables, WhisperConfig

BATCH = "n_batch"


def source_digest() -> str:
    """A change of the code that writes the graphs makes engines stale."""
    text = inspect.getsource(sys.modules[__name__]) + inspect.getsource(StepLayers)
    return hashlib.sha256((card_graphs.source_digest() + text).encode()).hexdigest()[:16]


def batched_encoder_graph(
    variables: Variables, config: WhisperConfig, *, fused: bool = False
) -> onnx.ModelProto:
    """fused: as of card_graphs.encoder_graph."""
    return card_graphs.encoder_graph(variables, config, batch=BATCH, fused=fused)


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
    n_tokens = build.op("Shape", ["tokens"], start=1, end=2)
    positions = build.op("Slice", [decoder.positions, build.ints(0), n_tokens, build.ints(0)])
    x = build.op("Add", [build.looked_up("tokens"), positions])
    mask = card_graphs.causal_mask(build, n_tokens)
    room = build.op("Sub", [build.ints(config.n_text_ctx), n_tokens])
    pads = build.op("Concat", [build.ints(0, 0, 0, 0, 0, 0), room, build.ints(0)], axis=0)
    for i in range(config.n_decoder_layers):
        q, k, v = decoder.self_attention_inputs(x, i)
        build.op("Pad", [k, pads], output=f"self_k_{i}")
        build.op("Pad", [v, pads], output=f"self_v_{i}")
        attended, _ = build.attend(q, k, v, mask)
        x = decoder.rest_of_layer(x, attended, i)
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
