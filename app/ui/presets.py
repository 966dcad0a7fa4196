"""Ready-made looks, and how readable a look is. Pure but for its place beside the settings window."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.captions.contrast import is_large, worst_ratio
from app.settings import Settings

_LOOK = {
    "text_opacity": 1.0,
    "background_opacity": 0.80,
    "window_opacity": 0.0,
    "edge": "none",
    "font_weight": 500,
}

PRESETS: dict[str, dict[str, object]] = {
    "White on black": {**_LOOK, "text_color": "#ffffff", "background_color": "#000000"},
    "Yellow on black": {**_LOOK, "text_color": "#ffe14d", "background_color": "#000000"},
    "Black on white": {
        **_LOOK,
        "text_color": "#000000",
        "background_color": "#ffffff",
        "background_opacity": 0.90,
    },
    "Green on black": {**_LOOK, "text_color": "#6dff8f", "background_color": "#000000"},
    "High contrast": {
        **_LOOK,
        "text_color": "#ffffff",
        "background_color": "#000000",
        "background_opacity": 1.0,
        "font_weight": 700,
    },
    "Soft": {
        **_LOOK,
        "text_color": "#e9e4d8",
        "background_color": "#1c2026",
        "background_opacity": 0.88,
        "font_weight": 400,
    },
    "Large print": {
        **_LOOK,
        "text_color": "#ffffff",
        "background_color": "#000000",
        "background_opacity": 0.90,
        "font_size_px": 56,
        "font_weight": 600,
        "line_length": 32,
    },
}


def with_preset(settings: Settings, name: str) -> Settings:
    """`settings` in another look; size and length stay unless the look is about them."""
    return replace(settings, **PRESETS[name])  # type: ignore[arg-type]


def matching_preset(settings: Settings) -> str:
    """The name of the look in force, or ""."""
    for name in reversed(PRESETS):
        if with_preset(settings, name) == settings:
            return name
    return ""


@dataclass(frozen=True, slots=True)
class Readability:
    """ratio: contrast over the worst desktop; is_enough: WCAG 2.2 AA for this size; sentence for the user."""

    ratio: float
    is_enough: bool
    sentence: str


def readability(settings: Settings) -> Readability:
    """Contrast of the captions over the worst desktop, and what to do when it is too low."""
    boxes = (
        (settings.window_color, settings.window_opacity),
        (settings.background_color, settings.background_opacity),
    )
    value = worst_ratio((settings.text_color, settings.text_opacity), boxes)
    needed = 3.0 if is_large(settings.font_size_px, settings.font_weight) else 4.5
    start = f"Contrast at worst {value:.1f} : 1"
    if value >= 7:
        return Readability(value, True, f"{start}. Very readable over any desktop.")
    if value >= 4.5:
        return Readability(value, True, f"{start}. Readable over any desktop.")
    if value >= needed:
        return Readability(value, True, f"{start}. Enough for this large text; more would be easier to read.")
    advice = "Make the background less see-through or choose another colour."
    return Readability(value, False, f"{start}, below {needed:g} : 1. {advice}")
