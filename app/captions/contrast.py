"""How readable text is on a see-through box over any desktop: WCAG 2.2 contrast. Pure."""

from __future__ import annotations

from collections.abc import Sequence

Rgb = tuple[float, float, float]
"""sRGB, each part 0..1."""

Layer = tuple[str, float]
"""("#rrggbb", opacity 0..1)"""


def parse_colour(colour: str) -> Rgb:
    """ "#rrggbb" as three parts 0..1. Raises ValueError."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"not a colour: {colour!r}")
    value = int(colour[1:], 16)
    return (value >> 16) / 255, (value >> 8 & 255) / 255, (value & 255) / 255


def over(top: Rgb, opacity: float, below: Rgb) -> Rgb:
    """`top` composited over `below` in sRGB, as window managers do."""
    red, green, blue = (
        part * opacity + under * (1 - opacity) for part, under in zip(top, below, strict=True)
    )
    return red, green, blue


def luminance(colour: Rgb) -> float:
    """Relative luminance (WCAG 2.2)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(first: Rgb, second: Rgb) -> float:
    """Contrast ratio 1..21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def worst_ratio(text: Layer, boxes: Sequence[Layer]) -> float:
    """The lowest contrast of `text` on `boxes` (bottom first) over any grey desktop, black to white."""
    worst = 21.0
    for step in range(17):
        grey = step / 16
        below: Rgb = (grey, grey, grey)
        for colour, opacity in boxes:
            below = over(parse_colour(colour), opacity, below)
        worst = min(worst, ratio(over(parse_colour(text[0]), text[1], below), below))
    return worst


def is_large(size_px: float, weight: int) -> bool:
    """Large text by WCAG: from 24 px, or 18.7 px when bold."""
    return size_px >= 24 or (size_px >= 18.7 and weight >= 700)


def nearest_text_colour(text: Layer, boxes: Sequence[Layer], needed: float) -> str | None:
    """The colour nearest to the text's own, on its way to white or black, that reaches `needed`."""
    own = parse_colour(text[0])
    for step in range(65):
        share = step / 64
        for end in ((1.0, 1.0, 1.0), (0.0, 0.0, 0.0)):
            colour = as_hex(over(end, share, own))
            if worst_ratio((colour, text[1]), boxes) >= needed:
                return colour
    return None


def least_opacity(text: Layer, boxes: Sequence[Layer], needed: float) -> float | None:
    """The lowest opacity of the top box, in steps of 0.01 from its own up, that reaches `needed`."""
    colour, own = boxes[-1]
    for percent in range(round(own * 100), 101):
        if worst_ratio(text, [*boxes[:-1], (colour, percent / 100)]) >= needed:
            return percent / 100
    return None


def as_hex(colour: Rgb) -> str:
    """ "#rrggbb"."""
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour)
