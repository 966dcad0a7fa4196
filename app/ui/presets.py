"""Ready-made looks, and how readable a look is. Pure but for its place beside the settings window."""

from __future__ import annotations

import json
import stat
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from app.captions.contrast import Layer, is_large, least_opacity, nearest_text_colour, worst_ratio
from app.settings import LOOK_FIELDS, Settings, clean_look
from app.ui.language import mark, tr

_LOOK = {
    "text_opacity": 1.0,
    "background_opacity": 0.80,
    "window_opacity": 0.0,
    "edge": "none",
    "font_weight": 500,
}

PRESETS: dict[str, dict[str, object]] = {
    mark("White on black"): {**_LOOK, "text_color": "#ffffff", "background_color": "#000000"},
    mark("Yellow on black"): {**_LOOK, "text_color": "#ffe14d", "background_color": "#000000"},
    mark("Black on white"): {
        **_LOOK,
        "text_color": "#000000",
        "background_color": "#ffffff",
        "background_opacity": 0.90,
    },
    mark("Green on black"): {**_LOOK, "text_color": "#6dff8f", "background_color": "#000000"},
    mark("High contrast"): {
        **_LOOK,
        "text_color": "#ffffff",
        "background_color": "#000000",
        "background_opacity": 1.0,
        "font_weight": 700,
    },
    mark("Soft"): {
        **_LOOK,
        "text_color": "#e9e4d8",
        "background_color": "#1c2026",
        "background_opacity": 0.88,
        "font_weight": 400,
    },
    mark("Large print"): {
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


def own_look(settings: Settings) -> dict[str, object]:
    """What a look of the user's own keeps of `settings`."""
    return {name: getattr(settings, name) for name in LOOK_FIELDS}


def with_own_look(settings: Settings, name: str) -> Settings:
    """`settings` in a look that was saved; KeyError when there is none of that name."""
    return replace(settings, **clean_look(settings.own_looks[name]))


def matching_own_look(settings: Settings) -> str:
    """The name of the saved look in force, or ""."""
    return next((name for name in settings.own_looks if with_own_look(settings, name) == settings), "")


def export_look(path: Path, name: str, look: Mapping[str, object]) -> None:
    """Write a look as a file that `import_look` reads. Raises OSError."""
    text = json.dumps({"sightline_look": 1, "name": name, "look": dict(look)}, indent=2, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8", errors="replace")


def import_look(path: Path) -> tuple[str, dict[str, object]]:
    """(name, look) of a file; values are clamped. Raises OSError; ValueError for another file."""
    kind = path.stat()
    # To open a pipe would wait for whoever writes to it.
    if not stat.S_ISREG(kind.st_mode) or kind.st_size > 100_000:
        raise ValueError(tr("it is no file, or far too long for a look"))
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raw = None
    look = clean_look(raw.get("look")) if isinstance(raw, dict) and "sightline_look" in raw else {}
    if not isinstance(raw, dict) or not look:
        raise ValueError(tr("it holds no look"))
    return str(raw.get("name") or path.stem).strip()[:40] or path.stem, look


@dataclass(frozen=True, slots=True)
class Remedy:
    """A small change that makes the captions readable; `label` says it on a button."""

    label: str
    settings: Settings


def remedies(settings: Settings) -> list[Remedy]:
    """The nearest readable colours, when the contrast is too low over some desktop; [] when it is enough."""
    if readability(settings).is_enough:
        return []
    needed = 3.0 if is_large(settings.font_size_px, settings.font_weight) else 4.5
    text, boxes = _layers(settings)
    found = []
    colour = nearest_text_colour(text, boxes, needed)
    if colour is not None:
        found.append(Remedy(tr(f"Text {colour}"), replace(settings, text_color=colour)))
    opacity = least_opacity(text, boxes, needed)
    if opacity is not None:
        found.append(Remedy(tr(f"Background {opacity:.0%}"), replace(settings, background_opacity=opacity)))
    if not found:
        solid = replace(settings, background_opacity=1.0, text_opacity=1.0)
        text, boxes = _layers(solid)
        colour = nearest_text_colour(text, boxes, needed)
        assert colour is not None, "black or white reaches 4.5:1 on every solid colour"
        found.append(Remedy(tr(f"Solid, text {colour}"), replace(solid, text_color=colour)))
    return found


def _layers(settings: Settings) -> tuple[Layer, tuple[Layer, Layer]]:
    return (settings.text_color, settings.text_opacity), (
        (settings.window_color, settings.window_opacity),
        (settings.background_color, settings.background_opacity),
    )


@dataclass(frozen=True, slots=True)
class Readability:
    """ratio: contrast over the worst desktop; is_enough: WCAG 2.2 AA for this size; sentence for the user."""

    ratio: float
    is_enough: bool
    sentence: str


def readability(settings: Settings) -> Readability:
    """Contrast of the captions over the worst desktop, and what to do when it is too low."""
    value = worst_ratio(*_layers(settings))
    needed = 3.0 if is_large(settings.font_size_px, settings.font_weight) else 4.5
    start = tr(f"Contrast at worst {value:.1f} : 1")
    if value >= 7:
        return Readability(value, True, tr(f"{start}. Very readable over any desktop."))
    if value >= 4.5:
        return Readability(value, True, tr(f"{start}. Readable over any desktop."))
    if value >= needed:
        return Readability(
            value, True, tr(f"{start}. Enough for this large text; more would be easier to read.")
        )
    advice = tr("Make the background less see-through or choose another colour.")
    return Readability(value, False, tr(f"{start}, below {needed:g} : 1. {advice}"))
