"""How long a start takes: from the command to the window on the screen, and to the first sound being heard.

    python tests/bench/start.py [--times 5] [--program PATH_OF_A_PACKED_SIGHTLINE]

The screen is Xvfb with a compositor, the sound PulseAudio's null output; the model's graphs are in the cache
from a start before. "Ready" is when the recogniser is loaded and the sound is open: the history file is made
then.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from Xlib import display

from tests.end2end.pulse import PulseServer
from tests.end2end.screen import Screen

TITLE = "Sightline captions"
LOOK_EVERY_S = 0.01
LIMIT_S = 120.0


def is_shown(connection: display.Display) -> bool:
    """Whether the captions' window is mapped."""
    to_see = [connection.screen().root]
    while to_see:
        window = to_see.pop()
        if window.get_wm_name() == TITLE and window.get_attributes().map_state == 2:
            return True
        to_see += window.query_tree().children
    return False


def one_start(screen: Screen, command: list[str], data_dir: Path) -> tuple[float, float]:
    """Seconds to the window, and until ready."""
    history = data_dir / "history.sqlite3"
    history.unlink(missing_ok=True)
    connection = display.Display(screen.env["DISPLAY"])
    started = time.perf_counter()
    process = screen.start("start", command)
    shown_s = ready_s = 0.0
    while not (shown_s and ready_s):
        passed_s = time.perf_counter() - started
        if passed_s > LIMIT_S or process.poll() is not None:
            sys.exit(f"it did not start: {screen.log('start')[-2000:]}")
        shown_s = shown_s or (passed_s if is_shown(connection) else 0.0)
        ready_s = ready_s or (passed_s if history.exists() else 0.0)
        time.sleep(LOOK_EVERY_S)
    connection.close()
    process.terminate()
    process.wait(30)
    return shown_s, ready_s


def main() -> None:
    """See the first lines of this file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--program", type=Path, help="a packed program in place of this one")
    options = parser.parse_args()
    program = [str(options.program)] if options.program else [sys.executable, "-m", "app"]
    with (
        tempfile.TemporaryDirectory() as name,
        PulseServer() as pulse,
        Screen(Path(name), pulse.env) as screen,
    ):
        data_dir = Path(name) / "data"
        data_dir.mkdir()
        (data_dir / "settings.json").write_text('{"first_run_done": true}', encoding="utf-8")
        command = [*program, "run", "--source", "loopback", "--data-dir", str(data_dir)]
        cold = one_start(screen, command, data_dir)
        runs = [one_start(screen, command, data_dir) for _ in range(options.times)]
    load = subprocess.run(["uptime"], capture_output=True, text=True).stdout.strip()
    print(f"first start, graphs built: window {cold[0]:.2f} s, ready {cold[1]:.2f} s")
    for i, what in enumerate(("window", "ready")):
        values = [run[i] for run in runs]
        print(f"{what}: median {statistics.median(values):.2f} s, worst {max(values):.2f} s of {len(values)}")
    print(load)


if __name__ == "__main__":
    main()
