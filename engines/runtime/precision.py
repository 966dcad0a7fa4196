"""Precisions of a card's engines: what each is, on which cards, and whether it hears well enough. Pure."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal, get_args

from engines.errors import UsageError

Precision = Literal["fp16", "int8", "fp8", "int8-qdq"]
"""int8: weights of eight bits, products in fp16. fp8: weights and activations E4M3. int8-qdq: weights and
activations int8 by explicit QuantizeLinear and DequantizeLinear."""

PRECISIONS: tuple[Precision, ...] = get_args(Precision)

LEAST_CAPABILITY: dict[Precision, float] = {"fp16": 7.5, "int8": 8.0, "fp8": 8.9, "int8-qdq": 7.5}
"""By the support matrices of TensorRT for RTX and TensorRT."""

MOST_ERRORS_MORE = 1.0
"""Points of word error rate by which a precision may be worse than fp32 to be offered."""

WORST_LOGIT, MEAN_LOGIT = 0.03, 0.002
"""How far fp16's logits may be from fp32's, over their mean magnitude: any one of them, and the mean over a
clip's tokens. tests/bench/card_graph_text.py measures all shared clips, tests/models/test_card_text.py two,
on ONNX Runtime's processor, which computes most of fp16 in fp32. With every result rounded, as a card may do,
the worst was 0.035 (tiny.en) and 0.043 (base) on 2026-12-01: these limits say nothing of a card."""

LOG_PROBABILITY = 0.15
"""How far a window's mean log-probability may be from the processor's, in nats, for an engine to be trusted.
The processor's own int8 and fp32 graphs differ by up to 0.03 (tiny.en) and 0.08 (base) over the same windows
of the sample clip (2026-12-01), and fp16 lies closer to fp32 than int8 does."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Over the shared English clips, by tests/bench/card_graph_text.py: word error rates in per cent, errors
    of the logits over their mean magnitude (worst of all, mean of all clips)."""

    wer: float
    fp32_wer: float
    n_words: int
    measured: str
    worst_logit: float
    mean_logit: float

    @property
    def offered(self) -> bool:
        return self.wer - self.fp32_wer <= MOST_ERRORS_MORE


@lru_cache(maxsize=1)
def table() -> dict[str, dict[str, Measured]]:
    """Model to precision to what was measured, of resources/precisions.toml."""
    raw = tomllib.loads((files("resources") / "precisions.toml").read_text(encoding="utf-8"))
    return {
        model: {precision: Measured(**row) for precision, row in rows.items()} for model, rows in raw.items()
    }


def check_precision(
    precision: Precision, model: str, library: str, capabilities: Sequence[str], *, unmeasured: bool = False
) -> None:
    """Raises UsageError for a precision that the cards or the library lack, that hears too badly, or whose
    errors nobody has counted with this model (fp16 excepted, the usual one).

    unmeasured: True to allow the last, so that it can be measured on a card.
    """
    too_old = [each for each in capabilities if float(each) < LEAST_CAPABILITY[precision]]
    if too_old:
        raise UsageError(
            f"Cards of compute capability {', '.join(too_old)} have no {precision}.",
            f"It begins with {LEAST_CAPABILITY[precision]}; use --precision fp16.",
        )
    if precision == "int8-qdq" and library == "tensorrt_rtx":
        raise UsageError(
            "TensorRT for RTX keeps weights in eight bits, but computes in sixteen.",
            "Use --precision int8, or full TensorRT: --library tensorrt.",
        )
    found = table().get(model, {}).get(precision)
    if found is None and precision != "fp16" and not unmeasured:
        raise UsageError(
            f"How well {model} hears in {precision} has not been measured.",
            "Use --precision fp16; to measure it, build with --unmeasured.",
        )
    if found is not None and not found.offered:
        raise UsageError(
            f"{model} in {precision} hears too badly to be offered: {found.wer:.1f} % wrong words, "
            f"and {found.fp32_wer:.1f} % in full precision.",
            "Use --precision fp16.",
        )
