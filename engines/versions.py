"""Which versions go together: the least NVIDIA driver of each library that uses a card. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engines.cards import Card
from engines.errors import CardDriverError

DRIVER_OF_CUDA = {12: 525, 13: 580}
"""Least driver branch by the CUDA major version that a library was built with; within a major version newer
libraries run on older drivers. docs.nvidia.com/deploy/cuda-compatibility, "Minor Version Compatibility"; 580
also in docs.nvidia.com/deeplearning/tensorrt, "Prerequisites" (read on 2026-12-01)."""

CUDA_OF = {"tensorrt_rtx": 13, "tensorrt": 12, "onnxruntime-gpu": 13, "cuda-bindings": 13}
"""What `engine get` or the extra `rtx` installs: TensorRT for RTX comes as tensorrt_rtx_cu13. The wheel of
onnxruntime-gpu 1.31.1 asks for libcublas.so.13 and libcudart.so.13; full TensorRT comes for 12 and 13."""

ONNX_OPSET = 20
"""What our graphs are written in: TensorRT for RTX 1.7.1 parses it (tests/models/test_tensorrt_build.py), and
ONNX Runtime runs it since 1.17 (onnxruntime.ai/docs/reference/compatibility)."""


@dataclass(frozen=True, slots=True)
class Need:
    """A library, the CUDA it was built with, and the least driver for that."""

    library: str
    cuda: int
    driver: int


def need_of(library: str, version: str = "") -> Need | None:
    """What a library needs; None for one that uses no card. cuda-bindings' version is that of its CUDA."""
    cuda = CUDA_OF.get(library)
    if cuda is None:
        return None
    first = re.match(r"\d+", version)
    if library == "cuda-bindings" and first is not None:
        cuda = int(first[0])
    return Need(library, cuda, DRIVER_OF_CUDA.get(cuda, max(DRIVER_OF_CUDA.values())))


def check_driver(card: Card, library: str, version: str = "") -> None:
    """Raises CardDriverError where the card's driver is older than the library needs."""
    need = need_of(library, version)
    branch = re.match(r"\d+", card.driver)
    if need is None or branch is None or int(branch[0]) >= need.driver:
        return
    raise CardDriverError(
        f"The NVIDIA driver {card.driver} is too old: {library} {version}".rstrip()
        + f" needs {need.driver} or newer (CUDA {need.cuda}).",
        "Install the newest NVIDIA driver, or use --engine cpu.",
    )


def chosen_card(cards: list[Card], visible: str | None) -> Card | None:
    """The first card that CUDA_VISIBLE_DEVICES leaves, as CUDA reads it: indices or beginnings of UUIDs.

    A MIG slice stands for its card, with the slice's UUID. None where the first entry names no card.
    """
    if visible is None:
        return cards[0] if cards else None
    first = visible.split(",")[0].strip()
    if first.isdecimal():
        return cards[int(first)] if int(first) < len(cards) else None
    if first.startswith("MIG-"):
        return Card(f"{cards[0].name} (MIG)", cards[0].driver, cards[0].capability, first) if cards else None
    found = [card for card in cards if first.startswith("GPU-") and card.uuid.startswith(first)]
    return found[0] if len(found) == 1 else None
