"""Writes what of the guide is made from the program: the page of keys, and the pictures.

python docs/make_guide.py keys        # docs/keys.md
python docs/make_guide.py pictures    # docs/pictures, needs xvfb, xdotool, picom, imagemagick, pulseaudio
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

DOCS = ROOT / "docs"
HEADING = """# Keys

Written from the program by `docs/make_guide.py keys`. Every key can be changed: press F1 in the captions or
the history, choose an action and press the new key. "Meta" is the Windows key.
"""


def keys_page() -> str:
    """The page, in Markdown."""
    from app.ui.actions import GROUPS, SPECS

    lines = [HEADING]
    for group in GROUPS:
        specs = [spec for spec in SPECS if spec.group == group]
        where = "in the history window" if group == "History" else "in the caption window"
        lines += [f"## {group}", "", f"| action | {where} | in every program |", "|---|---|---|"]
        for spec in specs:
            here = ", ".join(f"`{key}`" for key in spec.keys) or "none"
            everywhere = "no" if spec.global_key is None else "yours to choose"
            if spec.global_key:
                everywhere = f"`{spec.global_key}`"
            lines.append(f"| {spec.text.rstrip('…')} | {here} | {everywhere} |")
        lines.append("")
    return "\n".join(lines)


def pictures() -> Iterator[Path]:
    """Each picture as it is taken: the real program, on real sound, with its windows opened by their keys."""
    from tests.end2end.pulse import PulseServer
    from tests.end2end.screen import SAMPLE, Captions, Screen, wait_for

    with (
        tempfile.TemporaryDirectory() as name,
        PulseServer() as pulse,
        Screen(Path(name), pulse.env) as screen,
    ):
        screen.show_backdrop()
        captions = Captions(screen, Path(name) / "data")
        window = captions.window()
        captions.wait_until_listening(pulse.pactl)
        pulse.play(SAMPLE)
        wait_for(lambda: len(captions.captions) > 1, "captions", 60)
        time.sleep(1.5)
        yield taken(screen.picture, "captions")
        wait_for(captions.all_final, "the end of the clip", 60)
        for what, title, keys in (
            ("settings", "Settings", "ctrl+comma"),
            ("history", "History", "ctrl+h"),
            ("keys", "Keys", "F1"),
            ("models", "Speech models", "ctrl+shift+m"),
        ):
            screen.xdotool("windowfocus", "--sync", window)
            screen.xdotool("key", "--clearmodifiers", keys)
            opened = screen.window(title)
            time.sleep(3)
            yield taken(screen.picture, what)
            screen.xdotool("windowclose", opened)
            time.sleep(1)


def taken(take: Callable[[Path], object], name: str) -> Path:
    """The screen now, as docs/pictures/NAME.png."""
    path = DOCS / "pictures" / f"{name}.png"
    take(path)
    shrink = ["-strip", "-resize", "960x540", "-colors", "256", "-define", "png:compression-level=9"]
    subprocess.run(["convert", str(path), *shrink, str(path)], check=True)
    return path


def main() -> None:
    """See the first lines of this file."""
    what = sys.argv[1:]
    if what == ["keys"]:
        (DOCS / "keys.md").write_text(keys_page(), encoding="utf-8")
    elif what == ["pictures"]:
        for path in pictures():
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
