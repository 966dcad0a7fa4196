"""Runs the packed program on a Debian that has no Python: packaging/smoke_test.py ARCHIVE   (as root)

A minimal Debian is made with debootstrap in a folder that goes afterwards, with the libraries of a desktop
and a screen of its own. There, with no network: install.sh, captions of the sample clip in the window,
captions of a file as text, doctor, the uninstall. Prints what it did; ends with 0 when all of it was well.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SUITE = "bookworm"
DESKTOP = (
    # What the program needs of any Debian desktop: fonts, the X and GL libraries, D-Bus, sound.
    "fonts-dejavu-core", "libasound2", "libdbus-1-3", "libegl1", "libfontconfig1", "libfreetype6", "libgl1",
    "libglib2.0-0", "libpulse0", "libx11-6", "libxcb1",
)  # fmt: skip
TOOLS = ("xvfb", "xdotool", "xkb-data", "pulseaudio", "pulseaudio-utils")
"""For the test alone."""
STAGE = r"""
set -eu
export HOME=/root PATH=/root/.local/bin:/usr/bin:/bin LANG=C.UTF-8 XDG_RUNTIME_DIR=/root/run
mkdir -p -m 700 $XDG_RUNTIME_DIR
if command -v python3; then echo "there is a Python here"; exit 1; fi
cd /root/archive/*
./install.sh
echo "--- version"; sightline --version
echo "--- doctor"; sightline doctor > /root/doctor.txt || true
grep -E " ok +(onnxruntime|models|settings) " /root/doctor.txt
echo "--- transcribe"; sightline transcribe /root/sample.flac | tee /root/text.txt
echo "--- window"
Xvfb :77 -screen 0 1280x720x24 -nolisten tcp > /root/xvfb.log 2>&1 &
export DISPLAY=:77
for i in $(seq 100); do xdotool getmouselocation > /dev/null 2>&1 && break; sleep 0.1; done
sightline demo --exit-at-end --events /root/events.jsonl &
program=$!
# A fresh chroot has slow disks: the window may take a while the first time.
for i in $(seq 600); do
    xdotool search --onlyvisible --name "Sightline captions" > /root/window.txt && break
    sleep 0.1
done
cat /root/window.txt
wait $program
echo "--- engine process"
sightline transcribe /root/sample.flac --engine hosted-cpu | tee /root/hosted.txt
echo "--- live sound, ended by a signal"
pulseaudio --daemonize=no -n --exit-idle-time=-1 --load=module-native-protocol-unix \
    --load="module-null-sink sink_name=speakers" > /root/pulse.log 2>&1 &
for i in $(seq 100); do pactl info > /dev/null 2>&1 && break; sleep 0.1; done
sightline doctor > /root/doctor2.txt || true
grep -E " (loopback|microphone) " /root/doctor2.txt
rm -f /root/.local/share/sightline/history.sqlite3
sightline run --source loopback --events /root/live.jsonl > /root/run.log 2>&1 &
program=$!
for i in $(seq 600); do test -e /root/.local/share/sightline/history.sqlite3 && break; sleep 0.1; done
sleep 1
sightline run --source loopback 2>&1 | grep "their window was brought forward"
paplay /root/sample.flac
sleep 3
kill -TERM $program
wait $program
echo "--- uninstall"; /root/.local/lib/sightline/uninstall.sh < /dev/null
test ! -e /root/.local/bin/sightline; test -e /root/.local/share/sightline/history.sqlite3
"""


def run(command: list[str], **more: object) -> subprocess.CompletedProcess[bytes]:
    print("+", " ".join(command)[:200], flush=True)
    return subprocess.run(command, check=True, **more)  # type: ignore[call-overload,no-any-return]


def words(text: str) -> list[str]:
    return re.findall(r"[a-z']+", text.lower())


def share_missing(said: str, heard: str) -> float:
    """Of the words of `said`, how many `heard` lacks: 0 to 1."""
    found = words(heard)
    return sum(word not in found for word in words(said)) / len(words(said))


def captions(events_file: Path) -> str:
    """The final text of each caption, in order."""
    events = [json.loads(line) for line in events_file.read_text(encoding="utf-8").splitlines()]
    finals = {event["id"]: event["text"] for event in events if event["type"] == "caption" and event["final"]}
    return " ".join(finals.values())


def examine(root: Path, said: str) -> None:
    """What the programs left behind. Raises SystemExit."""
    home = root / "root"
    for what, heard in (
        ("window", captions(home / "events.jsonl")),
        ("live sound", captions(home / "live.jsonl")),
        ("transcribe", (home / "text.txt").read_text(encoding="utf-8")),
        ("engine process", (home / "hosted.txt").read_text(encoding="utf-8")),
    ):
        missing = share_missing(said, heard)
        print(f"{what}: {heard.strip()!r}")
        print(f"{what}: {missing:.0%} of the words missing")
        if missing > 0.1:
            sys.exit(f"smoke_test: {what}: too many words are missing")


def main() -> None:
    """See the first lines of this file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--mirror", default="http://deb.debian.org/debian")
    parser.add_argument("--root", type=Path, help="use this Debian, and keep it")
    options = parser.parse_args()
    clips = Path(__file__).resolve().parents[1] / "resources" / "clips"
    with tempfile.TemporaryDirectory(prefix="sightline-smoke-") as name:
        root: Path = options.root or Path(name) / "debian"
        if not (root / "usr" / "bin" / "paplay").exists():
            packages = ",".join((*DESKTOP, *TOOLS))
            run(
                [
                    "debootstrap",
                    "--variant=minbase",
                    f"--include={packages}",
                    SUITE,
                    str(root),
                    options.mirror,
                ]
            )
        shutil.rmtree(root / "root", ignore_errors=True)
        (root / "root" / "archive").mkdir(parents=True)
        run(["tar", "-xf", str(options.archive), "-C", str(root / "root" / "archive")])
        shutil.copy(clips / "sample.flac", root / "root")
        (root / "root" / "stage.sh").write_text(STAGE, encoding="utf-8")
        # No network at all, processes of its own that end with it, /proc and /dev as any system has them.
        inside = "mount -t proc proc proc; mount -t tmpfs tmpfs dev/shm; exec chroot . sh /root/stage.sh"
        (root / "dev" / "shm").mkdir(exist_ok=True)
        run(["unshare", "--net", "--mount", "--pid", "--fork", "sh", "-c", inside], cwd=root)
        examine(root, (clips / "sample.txt").read_text(encoding="utf-8"))
        print("all is well")


if __name__ == "__main__":
    main()
