"""Whisper as ONNX graphs made for a graphics card: encoder from raw samples, prompt in one call, static step.

Run by TensorRT, TensorRT for RTX and ONNX Runtime (CPU, CUDA) alike. Weights and activations are fp16;
log-mel, LayerNorm's statistics (`stash_type`), softmax and what follows the logits are fp32, by explicit
types, so that a strongly typed runtime has no choice. The projection to the vocabulary is fp16 and then cast,
as in openai/whisper on a GPU (whisper/model.py, TextDecoder.forward).

The contract. i counts decoder layers; each tensor with an i is a slice of one (n_layers, ...) buffer of the
caller (a stack inside the graph would copy the whole cache for every token):

encoder   samples float32 (1, n_samples): a multiple of 320, the silence that fills the context included
          -> cross_k_i, cross_v_i fp16 (1, n_heads, n_ctx, d_head), n_ctx = n_samples / 320
prefill   tokens int64 (1, n_tokens), 1 to n_text_ctx - 1 of them; start_index int64 (1,): where the start
          token is; at_start float32 (1,): 1 when the next token is the first of the text, 0 after a forced
          prefix; bias, cross_k_i, cross_v_i
          -> self_k_i, self_v_i fp16 (1, n_heads, n_text_ctx, d_head), zero beyond the prompt; next_token,
          next_position, log_probability, the times' two and attention (n_tokens rows) as of the step;
          no_speech_probability float32 (1,); language_probabilities float32 (n_languages,) if multilingual
step      token int64 (1, 1); position int64 (1,): where in the cache it goes; bias float32 (1, n_vocab):
          added to the scores, SUPPRESSED for what must not come; self_k_i, self_v_i; cross_k_i, cross_v_i
          -> next_token int64 (1, 1); next_position int64 (1,), never beyond n_text_ctx - 1; log_probability
          float32 (1,) of next_token, natural log after suppression; attention float32 (n_alignment_heads, 1,
          n_ctx), heads in the order of config.alignment_heads, layer by layer; new_self_k_i, new_self_v_i;
          best_time int64 (1, 1), the likeliest time token; time_share float32 (1,), the probability of all
          times over that of next_token. A host that lets the model write times puts best_time in next_token's
          place where time_share is more than 1.

The cache is updated in place: bind new_self_k_i to the address of self_k_i. TensorRT's parser makes
KVCacheUpdate layers of the TensorScatter nodes, whose outputs are aliases and MUST have the input's address;
ONNX Runtime's kernels copy the cache only where the addresses differ. next_token and next_position must not
share an address with token and position: bind two pairs in turn (A to B, B to A), so that the host sends
nothing between two tokens. next_position is computed from next_token, so it is ready last.

Everything in the step is static but n_ctx. Use the few lengths of CARD_CONTEXTS_S, each captured once as a
CUDA graph when the engine is warmed up. One length of 1500 frames with a mask would read 9.2 MB (tiny) or
18.4 MB (base) of cross K/V a token beside 57 or 97 MB of weights; 500 frames are a third, and need no mask.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Sequence

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, ValueInfoProto, helper

from engines.runtime import graph_builder
from engines.types import SAMPLE_RATE_HZ
from engines.whisper import card_layers, graphs
from engines.whisper.card_layers import HALF, CardBuilder, Quantisation
from engines.whisper.log_mel import HOP, N_FFT, mel_filters
from engines.whisper.weights import Variables, WhisperConfig, dense

CARD_GRAPH_VERSION = 3
"""Part of the cache key: raise it whenever an input, an output or the arithmetic changes."""

CARD_CONTEXTS_S = (10.0, 15.0, 20.0, 25.0, 30.0)
"""Encoder lengths used on a card: so few that a kernel and a CUDA graph can be kept for each. With 10, 20 and
30 s alone the shared English clips had 3.10 % of words wrong (tiny.en), with these 2.92, with the eleven
lengths of the processor 2.85."""

CONTRIB = "com.microsoft"
"""The domain of ONNX Runtime's own nodes."""

SHORTEST_CONTEXT_S = 6.0
"""Least encoder length that the engines accept (CONTEXT_STEPS_S in recogniser.py begins there)."""

SUPPRESSED = -1e9
"""Added to the score of what is never chosen; finite, so that no NaN can come of it."""


def value(name: str, kind: int, shape: Sequence[int | str]) -> ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, list(shape))


def cross_values(config: WhisperConfig, batch: int | str = 1) -> list[ValueInfoProto]:
    shape = (batch, config.n_heads, "n_ctx", config.d_head)
    return [
        value(f"cross_{kind}_{i}", TensorProto.FLOAT16, shape)
        for i in range(config.n_decoder_layers)
        for kind in ("k", "v")
    ]


def cache_values(config: WhisperConfig, prefix: str = "", batch: int | str = 1) -> list[ValueInfoProto]:
    shape = (batch, config.n_heads, config.n_text_ctx, config.d_head)
    return [
        value(f"{prefix}self_{kind}_{i}", TensorProto.FLOAT16, shape)
        for i in range(config.n_decoder_layers)
        for kind in ("k", "v")
    ]


def samples_of(context_s: float) -> int:
    """Samples that the encoder wants for a context: a multiple of two hops."""
    return round(context_s * SAMPLE_RATE_HZ / (2 * HOP)) * 2 * HOP


def source_digest() -> str:
    """A change of the code that writes the graphs makes engines stale."""
    text = "".join(
        inspect.getsource(module) for module in (graph_builder, graphs, card_layers, sys.modules[__name__])
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _log_mel(build: CardBuilder, n_mels: int) -> str:
    """samples (1, n_samples) to fp32 (1, n_mels, n_frames), as log_mel.py does.

    Convolutions, because TensorRT for RTX has no fp32 matrix product for Turing.
    """
    half = N_FFT // 2
    # The last frame ends half a window and a hop after the sound's last hop began.
    padded = build.op("Pad", ["samples", build.ints(0, half, 0, half - HOP)], mode="reflect")
    basis = build.constant(fourier_basis()[:, None], "fourier_basis")
    signal = build.op("Unsqueeze", [padded, build.ints(1)])
    spectrum = build.op("Conv", [signal, basis], kernel_shape=[N_FFT], strides=[HOP])
    real, imaginary = build.split(spectrum, 2, axis=1)
    power = build.op("Add", [build.op("Mul", [real, real]), build.op("Mul", [imaginary, imaginary])])
    filters = build.constant(mel_filters(n_mels)[:, :, None], "mel_filters")
    mel = build.op("Conv", [power, filters], kernel_shape=[1])
    return scaled_log(build, mel)


def scaled_log(build: CardBuilder, mel: str) -> str:
    """mel (n_batch, ., .) as the encoder wants it, each sound against its own loudest."""
    log_e = build.op("Log", [build.op("Max", [mel, build.number(1e-10)])])
    logged = build.op("Mul", [log_e, build.number(1 / np.log(10))])
    loudest = build.op("ReduceMax", [logged, build.ints(1, 2)], keepdims=1)
    least = build.op("Sub", [loudest, build.number(8.0)])
    raised = build.op("Add", [build.op("Max", [logged, least]), build.number(4.0)])
    return build.op("Mul", [raised, build.number(0.25)], output="log_mel")


def fourier_basis() -> NDArray[np.float32]:
    """float32 (2 * (N_FFT // 2 + 1), N_FFT): the Hann window times cosines, then times sines."""
    at = np.arange(N_FFT)
    window = 0.5 - 0.5 * np.cos(2 * np.pi * at / N_FFT)
    # Angles by integers modulo N_FFT: exact where the product of two large floats is not.
    angles = 2 * np.pi * (np.outer(np.arange(N_FFT // 2 + 1), at) % N_FFT) / N_FFT
    basis = np.concatenate([np.cos(angles), np.sin(angles)]) * window
    return basis.astype(np.float32)


def encoder_graph(
    variables: Variables,
    config: WhisperConfig,
    *,
    quantisation: Quantisation = HALF,
    batch: int | str = 1,
) -> onnx.ModelProto:
    """Samples to the cross K/V of every decoder layer; see the contract above. batch: the first dimension of
    all, a name where it may differ from run to run."""
    build = CardBuilder(variables, config, quantisation)
    x = build.halved(_log_mel(build, config.n_mels))
    for name, stride in (("conv1", 1), ("conv2", 2)):
        weight = build.half(dense(variables, f"encoder/{name}/weight"), f"encoder/{name}/weight")
        bias = build.half(dense(variables, f"encoder/{name}/bias"), f"encoder/{name}/bias")
        x = build.op("Conv", [x, weight, bias], kernel_shape=[3], pads=[1, 1], strides=[stride])
        x = build.op("Gelu", [x])
    x = build.op("Transpose", [x], perm=[0, 2, 1])
    positions = build.half(dense(variables, "encoder/position_encodings/encodings"), "encoder/positions")
    length = build.op("Shape", [x], start=1, end=2)
    x = build.op("Add", [x, build.op("Slice", [positions, build.ints(0), length, build.ints(0)])])
    for i in range(config.n_encoder_layers):
        name = f"encoder/layer_{i}/self_attention"
        normed = build.layer_norm(x, f"{name}/layer_norm")
        joint = build.linear(normed, f"{name}/linear_0", n_scaled=config.n_state)
        q, k, v = (build.heads(part, config) for part in build.split(joint, 3, axis=2))
        attended = build.joined(build.attend(q, k, v)[0], config)
        x = build.op("Add", [x, build.linear(attended, f"{name}/linear_1")])
        x = build.feed_forward(x, f"encoder/layer_{i}/ffn")
    x = build.layer_norm(x, "encoder/layer_norm")
    for i in range(config.n_decoder_layers):
        joint = build.linear(x, f"decoder/layer_{i}/attention/linear_1")
        k, v = build.split(joint, 2, axis=2)
        build.heads(k, config, output=f"cross_k_{i}")
        build.heads(v, config, output=f"cross_v_{i}")
    samples = value("samples", TensorProto.FLOAT, [batch, "n_samples"])
    return build.model("whisper_card_encoder", [samples], cross_values(config, batch))


class Decoder:
    """What prefill and step have in common."""

    def __init__(
        self,
        variables: Variables,
        config: WhisperConfig,
        first_time: int,
        *,
        one_token: bool,
        fused_attention: bool = False,
        quantisation: Quantisation = HALF,
        batched: bool = False,
    ) -> None:
        self.batched = batched
        self.build = CardBuilder(variables, config, quantisation)
        self.config = config
        self.one_token = one_token
        self.fused_attention = fused_attention
        self.build.embeddings()
        self.positions = self.build.half(
            dense(variables, "decoder/position_encodings/encodings"), "decoder/positions"
        )
        self.first_time = first_time
        self.attended: list[str] = []

    def heads(self, x: str) -> str:
        if self.one_token:
            return self.build.reshaped(x, -1, self.config.n_heads, 1, self.config.d_head)
        return self.build.heads(x, self.config)

    def joined(self, x: str) -> str:
        return (
            self.build.reshaped(x, -1, 1, self.config.n_state)
            if self.one_token
            else self.build.joined(x, self.config)
        )

    def self_attention_inputs(self, x: str, i: int) -> list[str]:
        """Queries, keys and values of the tokens at hand, (1, n_heads, n_tokens, d_head) each."""
        name = f"decoder/layer_{i}/self_attention"
        normed = self.build.layer_norm(x, f"{name}/layer_norm")
        joint = self.build.linear(normed, f"{name}/linear_0", n_scaled=self.config.n_state)
        return [self.heads(part) for part in self.build.split(joint, 3, axis=2)]

    def rest_of_layer(self, x: str, attended: str, i: int) -> str:
        """What follows self-attention: its projection, cross-attention, feed-forward."""
        build, config = self.build, self.config
        projected = build.linear(self.joined(attended), f"decoder/layer_{i}/self_attention/linear_1")
        x = build.op("Add", [x, projected])
        name = f"decoder/layer_{i}/attention"
        normed = build.layer_norm(x, f"{name}/layer_norm")
        q = self.heads(build.linear(normed, f"{name}/linear_0", n_scaled=config.n_state))
        attended, weights = build.attend(q, f"cross_k_{i}", f"cross_v_{i}")
        heads = [head for layer, head in config.alignment_heads if layer == i]
        if heads:
            if self.fused_attention:
                picked = self._weights_again(q, i, heads)
            else:
                picked = build.op("Gather", [weights, build.ints(*heads)], axis=1)
            self.attended.append(picked if self.batched else build.op("Squeeze", [picked, build.ints(0)]))
        x = build.op("Add", [x, build.linear(self.joined(attended), f"{name}/linear_2")])
        return build.feed_forward(x, f"decoder/layer_{i}/ffn")

    def _weights_again(self, q: str, i: int, heads: Sequence[int]) -> str:
        """The alignment heads' attention alone, fp32 (1, n_heads_here, n_tokens, n_ctx)."""
        build = self.build
        q, k = (build.op("Gather", [x, build.ints(*heads)], axis=1) for x in (q, f"cross_k_{i}"))
        if self.one_token:
            # TensorRT makes one kernel of this, and of a matrix product four, with copies of the keys.
            products = build.full(build.op("Mul", [k, q]))
            scores = build.op("ReduceSum", [products, build.ints(3)], keepdims=0)
            return build.op("Softmax", [build.op("Unsqueeze", [scores, build.ints(2)])], axis=-1)
        scores = build.op("MatMul", [q, build.op("Transpose", [k], perm=[0, 1, 3, 2])])
        return build.op("Softmax", [build.full(scores)], axis=-1)

    def attention(self) -> None:
        self.build.op("Concat", self.attended, axis=0, output="attention")

    def logits(self, x: str, n_rows: int) -> str:
        """x fp16 (1, n_rows, n_state) to fp32 (n_rows, n_vocab)."""
        normed = self.build.layer_norm(x, "decoder/layer_norm")
        return self.build.logits(self.build.reshaped(normed, n_rows, self.config.n_state))

    def choose(self, scores: str, position: str) -> None:
        """The best of scores fp32 (1, n_vocab), the first of equals: next_token, log_probability, and
        next_position = position + 1."""
        build = self.build
        best = build.op("ArgMax", [scores], axis=1, keepdims=1, output="next_token")
        top = build.op("ReduceMax", [scores, build.ints(1)], keepdims=1)
        shares = build.op("Exp", [build.op("Sub", [scores, top])])
        total = build.op("ReduceSum", [shares, build.ints(1)], keepdims=0)
        build.op("Neg", [build.op("Log", [total])], output="log_probability")
        first = self.first_time
        times = build.op("Slice", [shares, build.ints(first), build.ints(self.config.n_vocab), build.ints(1)])
        best_time = build.op("ArgMax", [times], axis=1, keepdims=1)
        build.op("Add", [best_time, build.ints(first)], output="best_time")
        build.op("ReduceSum", [times, build.ints(1)], keepdims=0, output="time_share")
        # One more, and ready only after the token: whoever sees it sees the end of the step.
        zero, last = build.ints(0), build.ints(self.config.n_text_ctx - 1)
        chosen = build.op("GreaterOrEqual", [build.reshaped(best, 1), zero])
        after = build.op("Add", [position, build.op("Cast", [chosen], to=TensorProto.INT64)])
        build.op("Min", [after, last], output="next_position")

    def choice_values(self, n_tokens: int | str) -> list[ValueInfoProto]:
        n_align = len(self.config.alignment_heads)
        return [
            value("next_token", TensorProto.INT64, [1, 1]),
            value("next_position", TensorProto.INT64, [1]),
            value("log_probability", TensorProto.FLOAT, [1]),
            value("best_time", TensorProto.INT64, [1, 1]),
            value("time_share", TensorProto.FLOAT, [1]),
            value("attention", TensorProto.FLOAT, [n_align, n_tokens, "n_ctx"]),
        ]


def bias_against(n_vocab: int, tokens: Sequence[int]) -> NDArray[np.float32]:
    """float32 (1, n_vocab): SUPPRESSED for the tokens that must not come, else 0."""
    bias = np.zeros((1, n_vocab), np.float32)
    bias[0, list(tokens)] = SUPPRESSED
    return bias


def through_layers(decoder: Decoder) -> tuple[str, str]:
    """A prompt after all layers, (n_batch, n_tokens, n_state), and its n_tokens. The layers' keys and values
    become self_k_i and self_v_i, filled up to the cache's length."""
    build, config = decoder.build, decoder.config
    n_tokens = build.op("Shape", ["tokens"], start=1, end=2)
    embedded = build.looked_up("tokens")
    positions = build.op("Slice", [decoder.positions, build.ints(0), n_tokens, build.ints(0)])
    x = build.op("Add", [embedded, positions])
    mask = causal_mask(build, n_tokens)
    room = build.op("Sub", [build.ints(config.n_text_ctx), n_tokens])
    pads = build.op("Concat", [build.ints(0, 0, 0, 0, 0, 0), room, build.ints(0)], axis=0)
    for i in range(config.n_decoder_layers):
        q, k, v = decoder.self_attention_inputs(x, i)
        build.op("Pad", [k, pads], output=f"self_k_{i}")
        build.op("Pad", [v, pads], output=f"self_v_{i}")
        attended, _ = build.attend(q, k, v, mask)
        x = decoder.rest_of_layer(x, attended, i)
    return x, n_tokens


def prefill_graph(
    variables: Variables,
    config: WhisperConfig,
    *,
    first_time: int,
    no_speech: int,
    languages: Sequence[int] = (),
    fused_attention: bool = False,
    quantisation: Quantisation = HALF,
) -> onnx.ModelProto:
    """The whole prompt in one call; see the contract above.

    first_time: the first of the time tokens, which are the last; no_speech: the token whose probability at
    the start token says that nobody speaks; languages: the tokens of a multilingual model, in the order
    wanted; fused_attention: as of step_graph.
    """
    decoder = Decoder(
        variables,
        config,
        first_time,
        one_token=False,
        fused_attention=fused_attention,
        quantisation=quantisation,
    )
    build = decoder.build
    x, n_tokens = through_layers(decoder)
    decoder.attention()
    last = build.op("Sub", [n_tokens, build.ints(1)])
    rows = build.op("Concat", ["start_index", last], axis=0)
    logits = decoder.logits(build.op("Gather", [x, rows], axis=1), 2)
    start, end = (
        build.op("Slice", [logits, build.ints(row), build.ints(row + 1), build.ints(0)]) for row in (0, 1)
    )
    at_start = build.constant(bias_against(config.n_vocab, config.suppressed_at_start), "suppressed_at_start")
    scores = build.op("Add", [end, "bias"])
    scores = build.op("Add", [scores, build.op("Mul", [at_start, "at_start"])])
    decoder.choose(scores, last)
    probabilities = build.op("Softmax", [start], axis=1)
    build.op(
        "Gather", [build.reshaped(probabilities, -1), build.ints(no_speech)], output="no_speech_probability"
    )
    outputs = decoder.choice_values("n_tokens")
    outputs.append(value("no_speech_probability", TensorProto.FLOAT, [1]))
    if languages:
        spoken = build.op("Gather", [start, build.ints(*languages)], axis=1)
        build.reshaped(build.op("Softmax", [spoken], axis=1), -1, output="language_probabilities")
        outputs.append(value("language_probabilities", TensorProto.FLOAT, [len(languages)]))
    inputs = [
        value("tokens", TensorProto.INT64, [1, "n_tokens"]),
        value("start_index", TensorProto.INT64, [1]),
        value("at_start", TensorProto.FLOAT, [1]),
        value("bias", TensorProto.FLOAT, [1, config.n_vocab]),
        *cross_values(config),
    ]
    return build.model("whisper_card_prefill", inputs, [*outputs, *cache_values(config)])


def causal_mask(build: CardBuilder, n_tokens: str) -> str:
    """fp32 (n_tokens, n_tokens): 0 where a token may look, SUPPRESSED at what comes after it."""
    n_text_ctx = build.config.n_text_ctx
    counted = build.constant(np.arange(n_text_ctx, dtype=np.int64))
    at = build.op("Slice", [counted, build.ints(0), n_tokens, build.ints(0)])
    allowed = build.op("LessOrEqual", [at, build.op("Unsqueeze", [at, build.ints(1)])])
    return _open_where(build, allowed)


def _open_where(build: CardBuilder, allowed: str) -> str:
    return build.op("Where", [allowed, build.number(0.0), build.number(SUPPRESSED)])


def step_graph(
    variables: Variables,
    config: WhisperConfig,
    *,
    first_time: int,
    fused_attention: bool = False,
    quantisation: Quantisation = HALF,
) -> onnx.ModelProto:
    """One token, the cache updated in place; see the contract above.

    fused_attention: for TensorRT, which makes one kernel of an attention whose weights nobody else reads; the
    alignment heads' are then computed a second time. ONNX Runtime runs fewer kernels without.
    """
    decoder = Decoder(
        variables,
        config,
        first_time,
        one_token=True,
        fused_attention=fused_attention,
        quantisation=quantisation,
    )
    build = decoder.build
    embedded = build.looked_up("token")
    x = build.op("Add", [embedded, build.op("Gather", [decoder.positions, "position"], axis=0)])
    counted = build.constant(np.arange(config.n_text_ctx, dtype=np.int64))
    mask = _open_where(build, build.op("LessOrEqual", [counted, "position"]))
    for i in range(config.n_decoder_layers):
        q, k, v = decoder.self_attention_inputs(x, i)
        keys, values = (
            build.op(
                "TensorScatter", [f"self_{kind}_{i}", new, "position"], axis=2, output=f"new_self_{kind}_{i}"
            )
            for kind, new in (("k", k), ("v", v))
        )
        attended, _ = build.attend(q, keys, values, mask)
        x = decoder.rest_of_layer(x, attended, i)
    decoder.attention()
    decoder.choose(build.op("Add", [decoder.logits(x, 1), "bias"]), "position")
    inputs = [
        value("token", TensorProto.INT64, [1, 1]),
        value("position", TensorProto.INT64, [1]),
        value("bias", TensorProto.FLOAT, [1, config.n_vocab]),
        *cache_values(config),
        *cross_values(config),
    ]
    outputs = [*decoder.choice_values(1), *cache_values(config, "new_")]
    return build.model("whisper_card_step", inputs, outputs)
