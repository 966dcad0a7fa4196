"""Writes the settings and history that an earlier version leaves: python tests/data/earlier/make.py COMMIT...

Each file is written by the code of its commit, taken from git into a folder of its own. Run from the
project's folder with the Python of its environment, when the form of either file has changed; what is there
already is not written twice.
"""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).parent

# In the earlier version: every setting at another value than its default, as far as that version had it.
SETTINGS = """
import dataclasses, sys
from pathlib import Path
from app import settings
written = {
    "source": "both", "edge": "shadow", "alignment": "center", "dock": "top", "model": "base",
    "engine": "cpu",
    "language": "de", "font_family": "DejaVu Sans", "hot_words": "Okonkwo, metoprolol",
    "loopback_device": "speakers.monitor", "microphone_device": "headset", "loopback_application": "Browser",
    "text_color": "#ffe14d", "background_color": "#101020", "window_color": "#202010",
    "geometries": {"0,0,1280x800": (10, 20, 600)}, "keys": {"pause": ("Ctrl+P",)},
    "global_keys": {"pause": "Meta+F9"}, "own_looks": {"Evening": {"font_size_px": 40}},
}
for field in dataclasses.fields(settings.Settings):
    default = getattr(settings.Settings(), field.name)
    if isinstance(default, bool):
        written[field.name] = not default
    elif isinstance(default, int):
        written[field.name] = default + 1
    elif isinstance(default, float):
        down = field.name.endswith("_opacity") and default > 0
        written[field.name] = round(default + (-0.25 if down else 0.25), 2)
written["line_spacing"], written["letter_spacing"] = 1.5, 0.1
known = {field.name for field in dataclasses.fields(settings.Settings)}
chosen = settings.Settings(**{name: value for name, value in written.items() if name in known})
settings.save(Path(sys.argv[1]), chosen)
"""

# Ended by a kill: the last captions are in the log beside the file, as after a power cut.
HISTORY = """
import os, signal, sys
from pathlib import Path
from app.captions.types import CaptionUpdate
from app.history.store import HistoryStore
store = HistoryStore(Path(sys.argv[1]))
store.set_retention("30 days")
texts = ["good morning", "die Straße ist naß", "お元気ですか", "take one tablet twice a day"]
first = store.start_session("2026-12-01T10:00:00Z", "Doctor")
for number, text in enumerate(texts):
    language = {1: "de", 2: "ja"}.get(number, "en")
    update = CaptionUpdate(number, "loopback", text, "", True, number * 4.0, number * 4.0 + 3, language)
    kept = store.append(update, first, "2026-12-01T10:00:%02dZ" % (number * 4))
store.set_star(kept, True)
store.end_session(first, "2026-12-01T10:01:00Z")
store.close()
store = HistoryStore(Path(sys.argv[1]))
second = store.start_session("2026-12-01T11:00:00Z")
update = CaptionUpdate(1, "microphone", "and one more", "", True, 0.0, 2.0, "en")
store.append(update, second, "2026-12-01T11:00:00Z")
os.kill(os.getpid(), signal.SIGKILL)
"""


def run(code: str, source: Path, target: Path) -> None:
    """Run `code` with the modules of an earlier version."""
    environment = {**os.environ, "PYTHONPATH": str(source)}
    subprocess.run([sys.executable, "-P", "-c", code, str(target)], env=environment, cwd=source, check=False)


def keep(commit: str) -> None:
    """Write what the version of `commit` leaves."""
    archive = subprocess.run(["git", "archive", commit, "app", "engines"], capture_output=True, check=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
            tar.extractall(folder / "source", filter="data")
        settings = folder / "settings.json"
        run(SETTINGS, folder / "source", settings)
        text = settings.read_text(encoding="utf-8")
        if all(text != file.read_text(encoding="utf-8") for file in HERE.glob("settings-*.json")):
            (HERE / f"settings-{commit}.json").write_text(text, encoding="utf-8")
        if (folder / "source" / "app" / "history" / "store.py").exists():
            run(HISTORY, folder / "source", folder / "history.sqlite3")
            for end in ("", "-wal"):
                target = HERE / f"history-{commit}.sqlite3{end}.gz"
                if not target.exists():
                    written = (folder / f"history.sqlite3{end}").read_bytes()
                    target.write_bytes(gzip.compress(written, mtime=0))


if __name__ == "__main__":
    for each in sys.argv[1:]:
        keep(each)
