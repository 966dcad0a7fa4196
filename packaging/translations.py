"""Brings the translations of the windows up to date: python packaging/translations.py [--check]

Collects the texts from the code (`tr`, `mark`, notices, actions), lets Qt's lupdate merge them into
resources/i18n/*.ts, where translators work (Qt Linguist), and lrelease make the .qm that the program loads.
`--check` changes nothing and ends with 1 where something is not up to date.
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "i18n"
CODES = ("de", "es", "fr", "ja", "zh_CN")
CONTEXT = "Sightline"
MARKED = {"tr": (0,), "mark": (0,), "ActionSpec": (2,), "_in_history": (1,)}
"""Functions, and which of their arguments are shown to people."""
NOTICES = {
    "UserNotice": (2, 3),
    "_Kind": (2, 3),
    "Trouble": (1, 2),
    "_note": (1, 2),
    "say": (1,),
    "Check": (2, 3),
}
COMPOSED = (
    "99 languages",
    "English",
    "damaged",
    "on this computer",
    "to be got",
    "{0} MB have come",
    "ok",
    "note",
    "PROBLEM",
    "silent",
    "at {0} dB",
    " through XWayland",
    "{0} Listened to: {1}, {2} now. {3}",
    "Not even noise arrives from it.",
    "the processor",
    "CUDA and the processor",
    "No sound service (PulseAudio or PipeWire) answers.",
    "Start the sound service (Linux: `systemctl --user start pipewire-pulse` or `pulseaudio --start`), "
    "or give Sightline a file.",
    # app/audio/pulse.py, fault_of, and app/audio/devices.py
    "{0} is muted.",
    "Switch it on in the sound settings, or with its own switch or key.",
    "{0} is muted, and muted sound may not reach the captions.",
    "Switch the mute off in the sound settings; where it must be quiet, plug in headphones.",
    "The sound service has no real output (it shows a dummy).",
    "Connect or switch on speakers, headphones or a screen with sound; captions then go on.",
    "{0} is set very low ({1}), which may be too quiet for captions.",
    "Raise its volume; where it must be quiet, plug in headphones.",
    "Connect or switch on a sound output in the system's sound settings, or give Sightline a file.",
    "Connect a microphone and allow it in the system's privacy settings.",
    # app/doctor.py, doctor_sound.py
    "Sound outputs to listen to: {0}.",
    "Microphones: {0}.",
    "{0} Listened to: {1}, {2} now.",
    "CUDA's Python bindings are not installed.",
    "CUDA's Python bindings are not installed; without an NVIDIA card it is not needed.",
    "TensorRT for RTX is not installed.",
    "TensorRT for RTX is not installed; without an NVIDIA card it is not needed.",
    "Get it for faster captions: `sightline engine get`.",
    "{0} s of speech take {1} ({2}, {3}).",
    " Too slow for live captions: {0}.",
    "Close other programs, then: sightline bench --model auto",
    "Captions of {0} will run on {1} once it has proved itself.{2}",
    "Captions of {0} run on {1}.{2}",
    " A graphics card is not used ({0}).",
    "{0} GB are free where the models are kept ({1}).",
    # app/notices.py, rule_notice
    "Words take longer than the settings allow.",
    "The graphics card is too hot.",
    "The memory is nearly full.",
    "Passes on the graphics card fail.",
    "Captions come less often for a while.",
    "A smaller model makes the captions for a while.",
    "The processor makes the captions for a while.",
)
"""What parts without Qt put together and windows show."""


def texts() -> list[str]:
    """Every text, once, in the order of the files. What is filled in is {0}, {1} and so on."""
    found: dict[str, None] = dict.fromkeys(COMPOSED)
    for file in sorted((ROOT / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for argument in _arguments(node):
                found.update(dict.fromkeys(_texts_of(argument)))
    return [text for text in found if any(letter.isalpha() for letter in text.replace("{0}", ""))]


def _arguments(node: ast.AST) -> Iterator[ast.expr]:
    if not isinstance(node, ast.Call):
        return
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    for place in {**MARKED, **NOTICES}.get(name, ()):
        if place < len(node.args):
            yield node.args[place]


def _texts_of(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        n_filled = 0
        text = ""
        for part in node.values:
            if isinstance(part, ast.Constant):
                text += str(part.value)
            else:
                text += f"{{{n_filled}}}"
                n_filled += 1
        yield text
    elif isinstance(node, ast.IfExp):
        yield from _texts_of(node.body)
        yield from _texts_of(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for each in node.values:
            yield from _texts_of(each)


def _tool(name: str) -> str:
    """lupdate or lrelease, which come with PySide6."""
    spec = find_spec("PySide6")
    for folder in spec.submodule_search_locations or () if spec else ():
        for place in (
            Path(folder) / name,
            Path(folder) / "Qt" / "libexec" / name,
            Path(folder) / f"{name}.exe",
        ):
            if place.exists():
                return str(place)
    found = shutil.which(name) or shutil.which(f"pyside6-{name}")
    if found is None:
        sys.exit(f"{name} is not there: it comes with PySide6")
    return found


def update(folder: Path) -> None:
    """Write the .ts files below `folder`, and the .qm beside them."""
    with tempfile.TemporaryDirectory() as name:
        listed = Path(name) / "texts.py"
        lines = [f"QCoreApplication.translate({CONTEXT!r}, {_quoted(text)})" for text in texts()]
        listed.write_text("\n".join(lines) + "\n", encoding="utf-8")
        for code in CODES:
            target = folder / f"sightline_{code}.ts"
            options = [
                "-no-obsolete",
                "-locations",
                "none",
                "-source-language",
                "en",
                "-target-language",
                code,
            ]
            run = [_tool("lupdate"), "-silent", *options, str(listed), "-ts", str(target)]
            subprocess.run(run, check=True, cwd=name)
            subprocess.run(
                [_tool("lrelease"), "-silent", str(target), "-qm", str(target.with_suffix(".qm"))], check=True
            )


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def main() -> None:
    """See the first lines of this file."""
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    if not sys.argv[1:]:
        FOLDER.mkdir(exist_ok=True)
        update(FOLDER)
        print(f"{len(texts())} texts")
        return
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / "i18n"
        shutil.copytree(FOLDER, copy)
        update(copy)
        stale = [
            file.name for file in copy.iterdir() if file.read_bytes() != (FOLDER / file.name).read_bytes()
        ]
    if stale:
        sys.exit(f"not up to date: {', '.join(sorted(stale))}; run packaging/translations.py")


if __name__ == "__main__":
    main()
