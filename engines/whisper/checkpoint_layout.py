"""Where checkpoints of Hugging Face and of OpenAI keep what our graphs need: names and shapes. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.whisper.weights import WhisperConfig

Shape = tuple[int, ...]
Part = tuple[str, Shape]
"""(name in the checkpoint, "" where it has none and zeros stand for it; shape)."""


@dataclass(frozen=True, slots=True)
class Names:
    """What a family of checkpoints calls the parts of a block."""

    blocks: str
    self_attention: str
    self_norm: str
    cross_attention: str
    cross_norm: str
    query: str
    key: str
    value: str
    out: str
    mlp_norm: str
    mlp_in: str
    mlp_out: str
    positions: str
    embeddings: str
    encoder_norm: str
    decoder_norm: str


HUGGING_FACE = Names(
    "layers", "self_attn", "self_attn_layer_norm", "encoder_attn", "encoder_attn_layer_norm",
    "q_proj", "k_proj", "v_proj", "out_proj", "final_layer_norm", "fc1", "fc2",
    "embed_positions.weight", "embed_tokens.weight", "layer_norm", "layer_norm",
)  # fmt: skip
OPENAI = Names(
    "blocks", "attn", "attn_ln", "cross_attn", "cross_attn_ln",
    "query", "key", "value", "out", "mlp_ln", "mlp.0", "mlp.2",
    "positional_embedding", "token_embedding.weight", "ln_post", "ln",
)  # fmt: skip


def parts_of(config: WhisperConfig, names: Names, prefix: str, n_inner: Shape) -> dict[str, tuple[Part, ...]]:
    """Every neutral name but the number of heads. n_inner: width of the feed-forward, encoder and decoder."""
    n = config.n_state
    parts: dict[str, tuple[Part, ...]] = {}

    def linear(ours: str, theirs: Sequence[str], n_out: int, n_in: int) -> None:
        parts[f"{ours}/weight"] = tuple((f"{prefix}{name}.weight", (n_out, n_in)) for name in theirs)
        # Whisper's keys have no bias.
        parts[f"{ours}/bias"] = tuple(
            ("" if name.endswith(f".{names.key}") else f"{prefix}{name}.bias", (n_out,)) for name in theirs
        )

    def norm(ours: str, theirs: str) -> None:
        parts[f"{ours}/gamma"] = ((f"{prefix}{theirs}.weight", (n,)),)
        parts[f"{ours}/beta"] = ((f"{prefix}{theirs}.bias", (n,)),)

    for i, n_in in ((1, config.n_mels), (2, n)):
        parts[f"encoder/conv{i}/weight"] = ((f"{prefix}encoder.conv{i}.weight", (n, n_in, 3)),)
        parts[f"encoder/conv{i}/bias"] = ((f"{prefix}encoder.conv{i}.bias", (n,)),)
    parts["decoder/embeddings/weight"] = ((f"{prefix}decoder.{names.embeddings}", (config.n_vocab, n)),)
    for side, n_layers, n_ctx, n_wide, last in (
        ("encoder", config.n_encoder_layers, config.n_audio_ctx, n_inner[0], names.encoder_norm),
        ("decoder", config.n_decoder_layers, config.n_text_ctx, n_inner[1], names.decoder_norm),
    ):
        parts[f"{side}/position_encodings/encodings"] = ((f"{prefix}{side}.{names.positions}", (n_ctx, n)),)
        norm(f"{side}/layer_norm", f"{side}.{last}")
        for i in range(n_layers):
            ours, theirs = f"{side}/layer_{i}", f"{side}.{names.blocks}.{i}"
            own = f"{theirs}.{names.self_attention}"
            norm(f"{ours}/self_attention/layer_norm", f"{theirs}.{names.self_norm}")
            joined = [f"{own}.{name}" for name in (names.query, names.key, names.value)]
            linear(f"{ours}/self_attention/linear_0", joined, n, n)
            linear(f"{ours}/self_attention/linear_1", [f"{own}.{names.out}"], n, n)
            if side == "decoder":
                cross = f"{theirs}.{names.cross_attention}"
                norm(f"{ours}/attention/layer_norm", f"{theirs}.{names.cross_norm}")
                linear(f"{ours}/attention/linear_0", [f"{cross}.{names.query}"], n, n)
                joined = [f"{cross}.{name}" for name in (names.key, names.value)]
                linear(f"{ours}/attention/linear_1", joined, n, n)
                linear(f"{ours}/attention/linear_2", [f"{cross}.{names.out}"], n, n)
            norm(f"{ours}/ffn/layer_norm", f"{theirs}.{names.mlp_norm}")
            linear(f"{ours}/ffn/linear_0", [f"{theirs}.{names.mlp_in}"], n_wide, n)
            linear(f"{ours}/ffn/linear_1", [f"{theirs}.{names.mlp_out}"], n, n_wide)
    return parts
