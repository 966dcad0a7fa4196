"""The doctor's findings to send to someone: no caption, name, path or device is in it. Any thread.

What may be said is listed here; a finding that is not keeps its sentence to itself, and what is said is
looked through once more for this computer's own words.
"""

from __future__ import annotations

import getpass
import os
import platform
import re
import socket
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from app.doctor import Check
from app.logs import LOG_FILE
from app.paths import Paths
from app.settings import Settings
from app.settings import load as load_settings
from engines import models
from engines.errors import StorageError

SAID = ("processor", "platform", "gpu", "cuda", "tensorrt", "onnxruntime", "models", "engine", "speed")
"""Findings about the kind of computer; the words of those about devices, files and programs are not sent."""
KEPT = "(the words stay on this computer)"
MOST_LOG_BYTES = 3_000_000
_PATH = re.compile(r"(?<![\w.])(~?/[^\s,;:()'\"]+|[A-Za-z]:\\[^\s,;()'\"]+|\\\\[^\s,;()'\"]+)")
_LOG_LINE = re.compile(r"^\S+ \S+ (WARNING|ERROR|CRITICAL) .*?((?:app|engines)(?:\.[a-z_0-9]+)+): ")


def make_report(checks: Sequence[Check], settings: Settings, paths: Paths) -> str:
    """A page of text."""
    try:
        ours = version("sightline")
    except PackageNotFoundError:
        ours = "not installed"
    own = _own_words(settings)
    lines = [
        "Sightline report. It holds no captions, and no names, paths or devices of this computer.",
        f"Sightline {ours}, Python {platform.python_version()}",
        f"Settings: {_settings_in_words(settings)}",
        "",
    ]
    width = max((len(check.id) for check in checks), default=0)
    for check in checks:
        sentence = scrub(check.sentence, own) if check.id in SAID else KEPT
        lines.append(f"{check.state:8} {check.id:<{width}}  {sentence}")
    lines += ["", f"Log: {_log_in_words(paths.log_dir)}"]
    return "\n".join(lines) + "\n"


def write_report(file: Path, checks: Sequence[Check], paths: Paths) -> None:
    """Write the report, readable by the owner only. Raises StorageError."""
    report = make_report(checks, load_settings(paths.settings_file)[0], paths)
    try:
        with open(
            file, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)
        ) as stream:
            stream.write(report)
    except OSError as error:
        raise StorageError(
            f"The report {file} cannot be written ({error.strerror or error}).", "Name another file."
        ) from error


def scrub(text: str, own: Iterable[str]) -> str:
    """`text` without paths and without the words in `own`."""
    for word in sorted(own, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "…", text, flags=re.IGNORECASE)
    return _PATH.sub("…", text)


def _own_words(settings: Settings) -> set[str]:
    """What names this person, computer and its devices, as far as the program knows it."""
    words = {socket.gethostname(), platform.node(), Path.home().name, str(Path.home())}
    with suppress(KeyError, OSError, ImportError):
        words.add(getpass.getuser())
    words |= {os.environ.get(name, "") for name in ("USER", "LOGNAME", "USERNAME", "SUDO_USER")}
    words |= {settings.loopback_device, settings.microphone_device, settings.loopback_application}
    words |= {name.strip() for name in settings.hot_words.split(",")}
    if not _is_public(settings.model):
        words |= {settings.model, Path(settings.model).name}
    # "root" or "user" name nobody, and a letter would be everywhere.
    return {word for word in words if len(word) > 2 and word.lower() not in ("root", "user", "localhost")}


def _is_public(model: str) -> bool:
    return model == "auto" or model in models.registry()


def _settings_in_words(settings: Settings) -> str:
    model = settings.model if _is_public(settings.model) else "one of the user's own"
    return ", ".join(
        (
            f"model {model}",
            f"engine {_plain(settings.engine)}",
            f"language {_plain(settings.language)}",
            f"source {_plain(settings.source)}",
            f"echo taken out {_yes(settings.cancel_echo)}",
            f"history kept {_yes(settings.keep_history)}",
        )
    )


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _plain(value: str) -> str:
    return value if re.fullmatch(r"[a-z]{2,12}", value) else "another"


def _log_in_words(log_dir: Path) -> str:
    """How many warnings and errors, and of which part of the program; nothing of what they say."""
    counts: Counter[tuple[str, str]] = Counter()
    try:
        with (log_dir / LOG_FILE).open("rb") as file:
            lines = file.read(MOST_LOG_BYTES).decode("utf-8", "replace").splitlines()
    except OSError:
        return "none"
    for line in lines:
        found = _LOG_LINE.match(line)
        if found:
            counts[found[1].lower(), found[2]] += 1
    said = [f"{n} x {level} of {part}" for (level, part), n in sorted(counts.items())]
    return ", ".join(said) or "no warnings"
