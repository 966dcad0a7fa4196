"""The real program gets `base` from a hub on this computer with every fault: killed, cut, full, read-only.

    PYTHONPATH=.:tests/unit/engines python tests/bench/hub_program.py FOLDER

FOLDER: with base's model.bin, config.json and tokenizer.json (a models folder's `base`). Prints what a person
reads, and exits with 1 where something did not end as it must. Full disk and read-only need root (mount).
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pretend_hub import PretendHub, serving

ROOT = Path(__file__).parents[2]
NAMES = ("model.bin", "config.json", "tokenizer.json")
failures: list[str] = []


def start(hub: PretendHub, data: Path, *words: str, shell: str = "") -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "app", "--data-dir", str(data), *(words or ("models", "get", "base"))]
    if shell:
        command = ["unshare", "-m", "sh", "-c", f'{shell} && exec "$@"', "sh", *command]
    environment = {
        **os.environ,
        "HF_ENDPOINT": hub.url,
        "PYTHONPATH": str(ROOT),
        "PIP_INDEX_URL": "http://127.0.0.1:9",
    }
    environment |= {"PIP_RETRIES": "0", "PIP_CONFIG_FILE": os.devnull}
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def ends(what: str, process: subprocess.Popen[str], code: int, words: str = "") -> None:
    said = process.communicate(timeout=600)[0].strip().splitlines()
    is_well = process.returncode == code and words in " ".join(said)
    print(
        f"{'ok ' if is_well else 'BAD'}  {what}: code {process.returncode}; {said[-1] if said else ''}",
        flush=True,
    )
    if not is_well:
        failures.append(what)


def main() -> int:
    folder = Path(sys.argv[1])
    files = {f"Systran/faster-whisper-base/{name}": (folder / name).read_bytes() for name in NAMES}
    total = sum(map(len, files.values()))
    hub = PretendHub(files)
    with serving(hub), tempfile.TemporaryDirectory() as top:
        data = Path(top) / "data"
        part = data / "models" / ".base.part" / "model.bin"

        hub.rate = 40e6
        killed = start(hub, data)
        while not (part.exists() and part.stat().st_size > 40e6):
            time.sleep(0.05)
        killed.kill()
        killed.communicate()
        had = part.stat().st_size
        hub.asked.clear()
        ends("killed after a third, then got again", start(hub, data), 0, "base: ready.")
        went_on = next(range_ for _, path, range_ in hub.gets() if path.endswith("model.bin"))
        print(f"     {had / 1e6:.0f} MB had come; the second try asked for {went_on}")
        ends("verified", start(hub, data, "models", "verify", "base"), 0)
        start(hub, data, "models", "remove", "base").communicate()

        hub.cuts = [30_000_000, 50_000_000]
        ends("cut twice, resumed by itself", start(hub, data), 0, "base: ready.")
        start(hub, data, "models", "remove", "base").communicate()

        hub.asked.clear()
        two = [start(hub, data), start(hub, data)]
        for each in two:
            ends("two at once", each, 0, "base: ready.")
        n = sum(path.endswith("model.bin") for _, path, _ in hub.gets())
        print(f"     model.bin was asked for {n} time(s)")
        if n != 1:
            failures.append("two at once fetched twice")
        start(hub, data, "models", "remove", "base").communicate()

        hub.lies = {"model.bin"}
        ends("wrong hash", start(hub, data), 4, "could not be fetched")
        hub.lies = set()
        hub.codes, hub.headers = [429] * 99, {"Retry-After": "900"}
        ends("asked too often", start(hub, data), 4, "429")
        hub.codes = []
        hub.rate = 0.0
        if os.geteuid() == 0:
            small = Path(top) / "small"
            small.mkdir()
            tmpfs = f"mount -t tmpfs -o size={{}} none {small}"
            ends("a disk that is too small", start(hub, small, shell=tmpfs.format("200m")), 4, "Make room")
            # Room is there when it is looked at, and taken by another while the model comes.
            begun = f"while [ ! -s {small}/models/.base.part/model.bin ]; do sleep 0.1; done"
            other = f"({begun}; head -c 250m /dev/zero > {small}/other) & sleep 0.1"
            hub.rate = 20e6
            full = start(hub, small, shell=f"{tmpfs.format('300m')} && {other}")
            ends("a disk that fills up", full, 4, "The disk is full")
            hub.rate = 0.0
            folders = " ".join(f"{small}/{name}" for name in ("models", "cache", "log"))
            closed = f"{tmpfs.format('300m')} && mkdir -p {folders} && mount -o remount,ro {small}"
            ends("a read-only folder", start(hub, small, shell=closed), 4, "give access")
    print(
        f"{total / 1e6:.0f} MB, sha256 of model.bin {hashlib.sha256(next(iter(files.values()))).hexdigest()}"
    )
    print("failed: " + ", ".join(failures) if failures else "all ended well or in one line")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
