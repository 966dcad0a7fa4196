"""The NVIDIA cards of this computer, as their driver's own program lists them; loads no CUDA. Any thread."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from functools import lru_cache

NVIDIA_SMI_LIMIT_S = 10.0
OLDEST_RTX_CAPABILITY = 7.5
"""Turing, the first that TensorRT for RTX knows."""


@dataclass(frozen=True, slots=True)
class Card:
    """driver: its version. capability: compute capability such as 8.9, 0.0 where the driver does not say."""

    name: str
    driver: str
    capability: float
    uuid: str = ""


@lru_cache(maxsize=1)
def find_cards() -> list[Card] | None:
    """The cards that the driver lists, the first is used; None without a driver.

    Asked once a process: a driver may take a second to wake its card for the answer.
    """
    program = shutil.which("nvidia-smi")
    if program is None:
        return None
    try:
        answer = subprocess.run(
            [program, "--query-gpu=name,driver_version,compute_cap,uuid", "--format=csv,noheader"],
            capture_output=True,
            text=True,
            timeout=NVIDIA_SMI_LIMIT_S,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        # A driver that hangs has no card to offer.
        return []
    if answer.returncode != 0:
        return []
    cards = []
    for line in answer.stdout.splitlines():
        fields = [field.strip() for field in line.split(",")]
        if len(fields) == 4:
            cards.append(Card(fields[0], fields[1], _number(fields[2]), fields[3]))
    return cards


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
