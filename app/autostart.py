"""Starting with the desktop: a file as the XDG autostart specification wants it; Windows has its Run key."""

from __future__ import annotations

import configparser
import contextlib
import os
import sys
from pathlib import Path

RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"
NAME = "Sightline"


def command() -> list[str]:
    """How this program is started: the packaged one, the script beside this Python, or the module."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "run"]
    name = "sightline.exe" if sys.platform == "win32" else "sightline"
    script = Path(sys.executable).with_name(name)
    return [str(script), "run"] if script.exists() else [sys.executable, "-m", "app", "run"]


def set_autostart(wanted: bool) -> None:
    """Start with the desktop from now on, or no longer. Raises OSError."""
    if sys.platform == "win32":
        _set_run_key(wanted)
        return
    file = autostart_file()
    if not wanted:
        file.unlink(missing_ok=True)
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_entry(command()), encoding="utf-8")


def is_autostart() -> bool:
    """Whether it starts with the desktop, whoever chose it: this program or the desktop's own list."""
    if sys.platform == "win32":
        return _has_run_key()
    parser = configparser.RawConfigParser(strict=False, delimiters=("=",), comment_prefixes=("#",))
    try:
        parser.read_string(autostart_file().read_text(encoding="utf-8"))
        entry = parser["Desktop Entry"]
    except (OSError, UnicodeDecodeError, configparser.Error, KeyError):
        return False
    # "Hidden" is the specification's; GNOME's own list writes the other.
    hidden, enabled = entry.get("Hidden", "false"), entry.get("X-GNOME-Autostart-enabled", "true")
    return hidden.strip() != "true" and enabled.strip() != "false"


def autostart_file() -> Path:
    """Where the desktop looks for it."""
    config = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(config).expanduser() / "autostart" / "sightline.desktop"


def _entry(words: list[str]) -> str:
    quoted = " ".join(_quoted(word) for word in words)
    return (
        "[Desktop Entry]\nType=Application\nVersion=1.5\nName=Sightline\nComment=Live captions\n"
        f"Exec={quoted}\nIcon=sightline\nTerminal=false\n"
    )


def _quoted(word: str) -> str:
    """By the desktop entry specification: in double quotes, with what is special there escaped twice."""
    for special in ("\\", '"', "`", "$"):
        word = word.replace(special, "\\\\" + special if special != "\\" else "\\\\\\\\")
    return '"' + word.replace("%", "%%") + '"'


def _set_run_key(wanted: bool) -> None:
    import subprocess
    import winreg

    with winreg.OpenKey(winreg.HKEY_CURRENT_USER, RUN_KEY, 0, winreg.KEY_SET_VALUE) as key:  # type: ignore[attr-defined,unused-ignore]
        if wanted:
            line = subprocess.list2cmdline(command())
            winreg.SetValueEx(key, NAME, 0, winreg.REG_SZ, line)  # type: ignore[attr-defined,unused-ignore]
            return
        with contextlib.suppress(FileNotFoundError):
            winreg.DeleteValue(key, NAME)  # type: ignore[attr-defined,unused-ignore]


def _has_run_key() -> bool:
    import winreg

    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, RUN_KEY) as key:  # type: ignore[attr-defined,unused-ignore]
            winreg.QueryValueEx(key, NAME)  # type: ignore[attr-defined,unused-ignore]
    except FileNotFoundError:
        return False
    return True
