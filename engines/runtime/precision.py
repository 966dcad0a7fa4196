"""Precisions of a card's engines: what each is, and which are offered."""

from __future__ import annotations

PRECISIONS = ("fp16",)
