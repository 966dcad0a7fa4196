"""What the user has chosen: frozen values, read once at start and written atomically. No Qt. Any thread."""

from __future__ import annotations

import json
import os
import re
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from app.captions.types import UserNotice

SETTINGS_VERSION = 1
MOST_BYTES = 4 << 20

EDGES = ("none", "raised", "depressed", "uniform", "shadow")
ALIGNMENTS = ("left", "center")
SOURCES = ("loopback", "microphone", "both")
DOCKS = ("float", "top", "bottom")
LOOK_FIELDS = (
    "font_family",
    "font_size_px",
    "font_weight",
    "letter_spacing",
    "line_spacing",
    "line_count",
    "line_length",
    "text_color",
    "text_opacity",
    "background_color",
    "background_opacity",
    "window_color",
    "window_opacity",
    "edge",
    "alignment",
)
"""What a look of the user's own holds."""

_CHOICES: dict[str, tuple[str, ...]] = {
    "edge": EDGES,
    "alignment": ALIGNMENTS,
    "source": SOURCES,
    "dock": DOCKS,
}
_RANGES: dict[str, tuple[float, float]] = {
    "font_size_px": (12, 144),
    "font_weight": (100, 900),
    "letter_spacing": (-0.05, 0.3),
    "line_spacing": (1.0, 2.5),
    "line_count": (1, 5),
    "line_length": (20, 60),
    "text_opacity": (0.3, 1.0),
    "background_opacity": (0.0, 1.0),
    "window_opacity": (0.0, 1.0),
    "hold_time_s": (0.0, 600.0),
    "min_show_s": (0.0, 6.0),
    "reading_wpm": (0, 400),
    "limit_slow_ms": (0, 60_000),
    "limit_hot_c": (0, 120),
    "limit_memory_mb": (0, 100_000),
    "limit_errors": (0, 100),
}
MOST_HOT_WORDS = 10_000
"""Letters of the list of names; a recogniser takes in a few hundred."""
MOST_LETTERS = 4096
"""Of any other text; a model may be named by its folder's path."""
_NO_TEXT = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

Geometry = tuple[int, int, int]
"""x, y and width in device-independent pixels; the height follows from font and line count."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All choices. Lengths in device-independent px, times in s, opacities 0..1, colours "#rrggbb"."""

    font_family: str = ""
    """"" for the best sans serif, app.ui.fonts.EASY for one that is made to be easy to read."""
    font_size_px: int = 32
    font_weight: int = 500
    letter_spacing: float = 0.0
    """Added between letters, as a part of the font's size."""
    line_spacing: float = 1.28
    """From baseline to baseline, as a multiple of the font's size."""
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
    min_show_s: float = 1.0
    """A line stays in sight at least this long, however fast the next ones come."""
    reading_wpm: int = 180
    """Lines leave no faster than they can be read at this speed in words a minute; 0 does not wait."""
    show_tentative: bool = True
    show_labels: bool = True
    show_language: bool = False
    """Name the language where it changes."""
    smooth_scroll: bool = True
    follow_system_motion: bool = True
    """No movement where the system is set to less of it, whatever smooth_scroll says."""
    show_status: bool = True
    above_fullscreen: bool = False
    """On X11, also above windows that fill the screen, by going round the window manager."""
    dock: str = "float"
    dim_under_pointer: bool = True
    """See-through while the mouse points at what lies below (only while clicks pass through)."""
    hide_from_capture: bool = False
    """On Windows, leave the captions out of screen sharing and screenshots."""
    announce_captions: bool = False
    """Let a screen reader or braille display say each committed piece."""
    global_keys_on: bool = True
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Keys that the user has chosen, by the name of the action (app.ui.actions); the rest are standard."""
    global_keys: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The same for the keys that work in every program; "" is none."""
    own_looks: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    """Looks that the user has saved, by name: LOOK_FIELDS."""
    first_run_done: bool = False
    source: str = "loopback"
    model: str = "auto"
    engine: str = "auto"
    language: str = "auto"
    hot_words: str = ""
    """Names that the recogniser is to expect, with commas between them."""
    loopback_device: str = ""
    microphone_device: str = ""
    loopback_gain: bool = True
    microphone_gain: bool = True
    """Raise quiet speech."""
    cancel_echo: bool = True
    """With both sources: take what the loudspeakers play out of the microphone."""
    loopback_application: str = ""
    """Caption what this application plays alone; "" for all sound."""
    paused_at_start: bool = False
    start_with_desktop: bool = False
    limit_slow_ms: int = 2500
    limit_hot_c: int = 88
    limit_memory_mb: int = 200
    limit_errors: int = 3
    """app.rules.Limits; 0 switches one off."""
    interface_language: str = ""
    """A code of app.ui.language.LANGUAGES; "" for the system's."""
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


def _clean_keys(raw: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(raw, Mapping):
        return {}
    return {
        name: tuple(key for key in keys if isinstance(key, str))
        for name, keys in raw.items()
        if isinstance(name, str) and isinstance(keys, list | tuple)
    }


def _clean_global_keys(raw: object) -> dict[str, str]:
    if not isinstance(raw, Mapping):
        return {}
    return {name: key for name, key in raw.items() if isinstance(name, str) and isinstance(key, str)}


def clean_look(raw: object) -> dict[str, Any]:
    """The parts of a look that are there, each inside its range."""
    if not isinstance(raw, Mapping):
        return {}
    return {name: _clean(name, raw[name]) for name in LOOK_FIELDS if name in raw}


def _clean_looks(raw: object) -> dict[str, Mapping[str, Any]]:
    if not isinstance(raw, Mapping):
        return {}
    looks = {name: clean_look(look) for name, look in raw.items() if isinstance(name, str) and name.strip()}
    return {name: look for name, look in looks.items() if look}


_MAPPINGS: dict[str, Callable[[object], object]] = {
    "geometries": _clean_geometries,
    "keys": _clean_keys,
    "global_keys": _clean_global_keys,
    "own_looks": _clean_looks,
}


def _clean(name: str, value: object) -> object:
    """The nearest allowed value; the default where the kind is wrong."""
    default = getattr(_DEFAULTS, name)
    if name in _MAPPINGS:
        return _MAPPINGS[name](value)
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
    if name == "hot_words":
        return value.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")[:MOST_HOT_WORDS]
    if len(value) > MOST_LETTERS or _NO_TEXT.search(value):
        # No name of a font, a device or a model; libraries fail over it.
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
        written[name] = dict(value) if name in _MAPPINGS else value
    return written


def load(path: Path) -> tuple[Settings, UserNotice | None]:
    """The settings in `path`, or the defaults.

    A file that cannot be understood is set aside beside itself, and the notice says where.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        # Far more than anybody chooses is no settings.
        text = data.decode("utf-8") if len(data) <= MOST_BYTES else ""
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
    # Half a character, from a damaged file or a name that is no text, must not keep all else from being kept.
    text = text.encode("utf-8", "replace").decode("utf-8")
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
