"""What the user has chosen: frozen values, read once at start and written atomically. No Qt. Any thread."""

from __future__ import annotations

import json
import os
import re
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from app.captions.types import UserNotice

SETTINGS_VERSION = 1

EDGES = ("none", "raised", "depressed", "uniform", "shadow")
ALIGNMENTS = ("left", "center")
SOURCES = ("loopback", "microphone", "both")

_CHOICES: dict[str, tuple[str, ...]] = {"edge": EDGES, "alignment": ALIGNMENTS, "source": SOURCES}
_RANGES: dict[str, tuple[float, float]] = {
    "font_size_px": (12, 144),
    "font_weight": (100, 900),
    "line_count": (1, 5),
    "line_length": (20, 60),
    "text_opacity": (0.3, 1.0),
    "background_opacity": (0.0, 1.0),
    "window_opacity": (0.0, 1.0),
    "hold_time_s": (0.0, 600.0),
}
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

Geometry = tuple[int, int, int]
"""x, y and width in device-independent pixels; the height follows from font and line count."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All choices. Lengths in device-independent px, times in s, opacities 0..1, colours "#rrggbb"."""

    font_family: str = ""
    font_size_px: int = 32
    font_weight: int = 500
    line_count: int = 2
    line_length: int = 42
    text_color: str = "#ffffff"
    text_opacity: float = 1.0
    background_color: str = "#000000"
    background_opacity: float = 0.80
    window_color: str = "#000000"
    window_opacity: float = 0.0
    edge: str = "none"
    alignment: str = "left"
    hold_time_s: float = 8.0
    """Captions stay this long after the last word; 0 keeps them for good."""
    show_tentative: bool = True
    show_labels: bool = True
    smooth_scroll: bool = True
    show_status: bool = True
    above_fullscreen: bool = False
    """On X11, also above windows that fill the screen, by going round the window manager."""
    source: str = "loopback"
    model: str = "tiny.en"
    engine: str = "auto"
    language: str = "auto"
    loopback_device: str = ""
    microphone_device: str = ""
    loopback_application: str = ""
    """Caption what this application plays alone; "" for all sound."""
    paused_at_start: bool = False
    keep_history: bool = True
    geometries: Mapping[str, Geometry] = field(default_factory=dict, hash=False)
    """Where the captions were, for each arrangement of screens (app.ui.window_flags.layout_key)."""
    unknown: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Keys of a newer version: kept as they are, so that going back and forth loses nothing."""


_KNOWN = {item.name for item in fields(Settings)} - {"unknown"}
_DEFAULTS = Settings()


def _clean_geometries(raw: object) -> dict[str, Geometry]:
    kept: dict[str, Geometry] = {}
    if isinstance(raw, Mapping):
        for key, value in raw.items():
            if (
                isinstance(key, str)
                and isinstance(value, list | tuple)
                and len(value) == 3
                and all(isinstance(part, int) and abs(part) < 100_000 for part in value)
            ):
                kept[key] = (value[0], value[1], value[2])
    return kept


def _clean(name: str, value: object) -> object:
    """The nearest allowed value; the default where the kind is wrong."""
    default = getattr(_DEFAULTS, name)
    if name == "geometries":
        return _clean_geometries(value)
    if isinstance(default, bool):
        return value if isinstance(value, bool) else default
    if isinstance(default, int | float):
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
            return default
        low, high = _RANGES[name]
        clamped = min(max(value, low), high)
        return int(clamped) if isinstance(default, int) else float(clamped)
    if not isinstance(value, str):
        return default
    if name in _CHOICES and value not in _CHOICES[name]:
        return default
    if name.endswith("_color") and not _COLOUR.fullmatch(value):
        return default
    return value


def from_mapping(raw: Mapping[str, Any]) -> Settings:
    """Settings from parsed JSON; values out of range are clamped, unknown keys kept."""
    known = {name: _clean(name, raw[name]) for name in _KNOWN if name in raw}
    unknown = {key: value for key, value in raw.items() if key not in _KNOWN and key != "version"}
    return Settings(**known, unknown=unknown)  # type: ignore[arg-type]


def clamped(settings: Settings) -> Settings:
    """The same settings with every value inside its range."""
    return replace(settings, **{name: _clean(name, getattr(settings, name)) for name in _KNOWN})  # type: ignore[arg-type]


def to_mapping(settings: Settings) -> dict[str, Any]:
    """What is written to the file."""
    written: dict[str, Any] = dict(settings.unknown)
    written["version"] = SETTINGS_VERSION
    for name in sorted(_KNOWN):
        value = getattr(settings, name)
        written[name] = {key: list(item) for key, item in value.items()} if name == "geometries" else value
    return written


def load(path: Path) -> tuple[Settings, UserNotice | None]:
    """The settings in `path`, or the defaults.

    A file that cannot be understood is set aside beside itself, and the notice says where.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings(), None
    except UnicodeDecodeError:
        text = ""
    except OSError as error:
        return Settings(), UserNotice(
            "settings-unreadable",
            "warning",
            "Your settings could not be read, so the standard ones are used.",
            f"Check that you may read {path} ({error.strerror}).",
        )
    try:
        raw = json.loads(text)
        if not isinstance(raw, dict):
            raise ValueError("not an object")
    except (ValueError, RecursionError):
        return Settings(), _set_aside(path)
    return from_mapping(raw), None


def _set_aside(path: Path) -> UserNotice:
    aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%dT%H%M%S')}")
    try:
        os.replace(path, aside)
        advice = f"The damaged file is kept as {aside.name}. Choose your settings again."
    except OSError:
        advice = f"Remove or rename {path}, then choose your settings again."
    return UserNotice(
        "settings-damaged",
        "warning",
        "Your settings were damaged, so the standard ones are used.",
        advice,
    )


def save(path: Path, settings: Settings) -> None:
    """Write atomically, readable by the owner only. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    text = json.dumps(to_mapping(settings), indent=2, ensure_ascii=False) + "\n"
    # mkstemp makes the file owner-only from its first byte on
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
