"""The default output changed in mid-speech, with the real program: what is captioned, and how soon again.

python tests/bench/capture_switch.py [--pipewire]      # needs PulseAudio's programs and $SIGHTLINE_SPEECH
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.bench.listening import ROOT, SPEECH, normalised, reference, transcribed, wer
from tests.end2end.pipewire import PipewireServer
from tests.end2end.pulse import PulseServer

CLIP = "weather.flac"
SWITCH_AT = 0.45
"""Of the clip's length."""


def events_in(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.endswith("}")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pipewire", action="store_true")
    server_kind = PipewireServer if parser.parse_args().pipewire else PulseServer
    folder = Path(tempfile.mkdtemp(prefix="sightline-bench-"))
    log = folder / "events.jsonl"
    known = json.loads((SPEECH / "manifest.json").read_text(encoding="utf-8"))
    seconds = next(float(each["seconds"]) for each in known if each["file"] == CLIP)
    with server_kind() as server:
        program = subprocess.Popen(
            [
                sys.executable, "-m", "app", "--data-dir", str(folder / "data"), "run",
                "--source", "loopback", "--no-window", "--model", "tiny.en", "--events", str(log),
            ],
            cwd=ROOT, env=server.env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
        while "source-output" not in server.pactl("list", "source-outputs").lower().replace(" ", "-"):
            time.sleep(0.2)
        # The recogniser is loaded while sound already flows.
        time.sleep(12)
        # With no output named, the service moves the stream with the default.
        player = subprocess.Popen(["paplay", "--latency-msec=200", str(SPEECH / CLIP)], env=server.env)
        time.sleep(seconds * SWITCH_AT)
        n_before = len(events_in(log))
        switched_s = time.monotonic()
        server.pactl("set-default-sink", "headphones")
        while not any(event["type"] == "caption" for event in events_in(log)[n_before:]):
            if time.monotonic() - switched_s > 30:
                break
            time.sleep(0.02)
        resumed_s = time.monotonic() - switched_s
        player.wait(60)
        time.sleep(6)
        program.terminate()
        program.wait(30)
    finals = {event["id"]: event["text"] for event in events_in(log) if event["type"] == "caption"}
    notices = [event["text"] for event in events_in(log) if event["type"] == "notice"]
    heard = " ".join(finals.values())
    words = normalised(reference(CLIP)).split()
    n_first = int(len(words) * SWITCH_AT * 0.8)
    before = " ".join(words[:n_first])
    print(f"next caption {resumed_s:.2f} s after the switch; notices {notices}")
    print(
        f"words before the switch: {wer(before, ' '.join(normalised(heard).split()[:n_first])):.1f} % wrong"
    )
    of_file = wer(reference(CLIP), transcribed(SPEECH / CLIP))
    print(f"the whole: {wer(reference(CLIP), heard):.1f} % (the file itself {of_file:.1f} %)")


if __name__ == "__main__":
    main()
