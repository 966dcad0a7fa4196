"""Kills the engine's process again and again under the real program; prints what each kill cost, as a table.

A long clip is put together from the shared ones and captioned at real-time pace with the engine in a
process of its own, which is killed (SIGKILL) in the middle of an utterance each time it has come back. A
second run with the engine in the program itself tells what would have been heard without the kills. Lost are
reference words that this run wrote and the one with kills did not; an utterance (a final caption of the run
without kills) is hurt when such a word lies in it. Half a minute a kill, twice.

    python tests/bench/kill_host.py [--kills 20] [--engine hosted-cpu] [--model tiny.en] [--json]
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import wave
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from whisper_normalizer.basic import BasicTextNormalizer

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.audio.file_source import read_whole  # noqa: E402
from engines.types import SAMPLE_RATE_HZ  # noqa: E402

SPEECH = Path(os.environ.get("SIGHTLINE_SPEECH", ROOT.parent / "shared" / "speech"))
CLIPS = (
    "kennedy_moon.flac", "phone_car_loan.flac", "two_cities.flac", "phone_company.flac", "interview_ai.flac",
    "spontaneous_pauses.flac", "jfk.flac", "ivr_congratulations.flac",
)  # fmt: skip
GAP_S = 1.5
ALIVE_S = 21.0
"""How long an engine works before it is killed: over engines.fallback.SETTLED_S, so that waits stay short."""
KILL_S = 8.0
"""Besides that for each kill: back-off, loading, and waiting for speech."""
AROUND_S = 10.0
"""Words whose end lies that close to a kill are looked at for it: more than most utterances last."""
normalised = BasicTextNormalizer()


@dataclass(frozen=True)
class Said:
    """A reference word and when it ends in the long clip, in s."""

    word: str
    end_s: float


@dataclass
class Kill:
    """at_s: in the clip. next_caption_s: until the next caption line. back_s: until the engine was ready
    again. n_words, n_lost: reference words around it; those that the undisturbed run has and this one has
    not; n_hurt: utterances they lie in."""

    at_s: float
    next_caption_s: float | None = None
    back_s: float | None = None
    n_words: int = 0
    n_lost: int = 0
    n_hurt: int = 0
    zombie: bool = False


def make_clip(path: Path, seconds: float) -> list[Said]:
    """Writes the shared clips one after another until they are long enough; returns what is said when."""
    manifest = {each["file"]: each for each in json.loads((SPEECH / "manifest.json").read_text())}
    said: list[Said] = []
    at_s = 0.0
    with wave.open(str(path), "wb") as out:
        out.setparams((1, 2, SAMPLE_RATE_HZ, 0, "NONE", ""))
        for i in range(10_000):
            if at_s >= seconds:
                return said
            name = CLIPS[i % len(CLIPS)]
            samples = np.concatenate(
                [read_whole(SPEECH / name), np.zeros(int(GAP_S * SAMPLE_RATE_HZ), np.float32)]
            )
            out.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())
            for each in manifest[name]["words"]:
                said += [Said(word, at_s + each["end"]) for word in normalised(each["w"]).split()]
            at_s += len(samples) / SAMPLE_RATE_HZ
    return said


def child_of(pid: int, killed: set[int]) -> int | None:
    """The engine's process: the one child that runs."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            child = int(stat.parent.name)
            if int(parent) == pid and state != "Z" and child not in killed:
                return child
    return None


def resident_mb(pid: int) -> int:
    """Resident memory of a process, in MB (10^6 bytes)."""
    return round(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6)


class Run:
    """One run of the program over the clip, with or without kills."""

    def __init__(self, clip: Path, data_dir: Path, engine: str, model: str, n_kills: int) -> None:
        self.kills: list[Kill] = []
        self.events: list[dict[str, Any]] = []
        self.memory_mb: dict[str, int] = {}
        self._n_kills = n_kills
        self._killed: set[int] = set()
        self._ready_at = time.monotonic()
        self._awaiting: Kill | None = None
        command = [
            sys.executable, "-m", "app", "--data-dir", str(data_dir), "transcribe", "--realtime",
            "--engine", engine, "--model", model, "--format", "jsonl", str(clip),
        ]  # fmt: skip
        with subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
        ) as self._program:
            assert self._program.stdout is not None
            for line in self._program.stdout:
                self._take(json.loads(line))
        self.code = self._program.returncode

    def _take(self, event: dict[str, Any]) -> None:
        now = time.monotonic()
        self.events.append(event)
        last = self.kills[-1] if self.kills else None
        if event["type"] == "caption":
            if last is not None and last.next_caption_s is None:
                last.next_caption_s = event["wall"] - last.at_s
            alive = last is None or last.back_s is not None
            due = alive and now - self._ready_at > ALIVE_S and len(self.kills) < self._n_kills
            if due and not event["final"]:
                self._kill(event["wall"])
        elif event.get("code") == "engine-back" and last is not None:
            last.back_s = event["wall"] - last.at_s
            self._ready_at = now

    def _kill(self, at_s: float) -> None:
        pid = child_of(self._program.pid, self._killed)
        if pid is None:
            return
        if not self.memory_mb:
            self.memory_mb = {"program": resident_mb(self._program.pid), "engine": resident_mb(pid)}
        for earlier, kill in zip(sorted(self._killed), self.kills, strict=False):
            kill.zombie = Path(f"/proc/{earlier}").exists()
        os.kill(pid, signal.SIGKILL)
        self._killed.add(pid)
        self.kills.append(Kill(at_s))
        print(f"killed {len(self.kills)} at {at_s:.1f} s", file=sys.stderr, flush=True)

    def words(self) -> list[str]:
        text = " ".join(event["text"] for event in self.events if event.get("final"))
        return str(normalised(text)).split()

    def utterance_at(self, at_s: float) -> int:
        """The number of the final caption that a word ending then lies in, or nearest to."""
        finals = [event for event in self.events if event.get("final")]
        return min(
            range(len(finals)), key=lambda i: max(finals[i]["start"] - at_s, at_s - finals[i]["end"], 0.0)
        )

    def leftovers(self) -> int:
        """Killed processes that are still there, as zombies or otherwise."""
        return sum(Path(f"/proc/{pid}").exists() for pid in self._killed)


def heard_of(said: list[Said], words: list[str]) -> list[bool]:
    """For each reference word: was it written?"""
    flags = [False] * len(said)
    for block in SequenceMatcher(None, [s.word for s in said], words, autojunk=False).get_matching_blocks():
        flags[block.a : block.a + block.size] = [True] * block.size
    return flags


def shared_memory() -> set[str]:
    return {name for name in os.listdir("/dev/shm") if "sightline" in name or name.startswith("psm_")}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--engine", default="hosted-cpu")
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    before = shared_memory()
    with tempfile.TemporaryDirectory() as folder:
        clip = Path(folder) / "long.wav"
        said = make_clip(clip, arguments.kills * (ALIVE_S + KILL_S) + 15.0)
        data_dir = Path(folder) / "data"
        run = Run(clip, data_dir, arguments.engine, arguments.model, arguments.kills)
        calm = Run(clip, data_dir, "cpu", arguments.model, 0)
    with_kills, without = heard_of(said, run.words()), heard_of(said, calm.words())
    for kill in run.kills:
        near = [i for i, each in enumerate(said) if abs(each.end_s - kill.at_s) < AROUND_S]
        kill.n_words = len(near)
        lost = [i for i in near if without[i] and not with_kills[i]]
        kill.n_lost = len(lost)
        kill.n_hurt = len({calm.utterance_at(said[i].end_s) for i in lost})
    waits = [kill.next_caption_s for kill in run.kills if kill.next_caption_s is not None]
    figures = {
        "kills": [asdict(kill) for kill in run.kills],
        "next_caption_median_s": round(median(waits), 2) if waits else None,
        "next_caption_worst_s": round(max(waits), 2) if waits else None,
        "reference_words": len(said),
        "heard_with_kills": sum(with_kills),
        "heard_without": sum(without),
        "lost_around_kills": sum(kill.n_lost for kill in run.kills),
        "utterances_hurt_a_kill_most": max((kill.n_hurt for kill in run.kills), default=None),
        "kills_that_hurt_none_one_more": [
            sum(n == kill.n_hurt if n < 2 else kill.n_hurt > 1 for kill in run.kills) for n in (0, 1, 2)
        ],
        "exit_code": run.code,
        "zombies": run.leftovers() + sum(kill.zombie for kill in run.kills),
        "shared_memory_left": sorted(shared_memory() - before),
        "resident_mb": run.memory_mb,
        "resident_mb_without_process": calm.events[-1].get("peak_rss_mb"),
        "engine_at_the_end": run.events[-1].get("engine"),
        "load_average": os.getloadavg()[0],
    }
    print(json.dumps(figures) if arguments.json else table(figures))
    return 0 if run.code == 0 and len(run.kills) == arguments.kills else 1


def table(figures: dict[str, Any]) -> str:
    lines = ["kill  at       next caption  engine back  words around  lost  utterances hurt"]
    for i, kill in enumerate(figures.pop("kills"), 1):
        back = "-" if kill["back_s"] is None else f"{kill['back_s']:.1f} s"
        caption = "-" if kill["next_caption_s"] is None else f"{kill['next_caption_s']:.2f} s"
        figures_of_kill = f"{caption:>12}  {back:>11}  {kill['n_words']:12d}  {kill['n_lost']:4d}"
        figures_of_kill += f"  {kill['n_hurt']:15d}"
        lines.append(f"{i:4d}  {kill['at_s']:5.1f} s  {figures_of_kill}")
    return "\n".join([*lines, "", *(f"{name.replace('_', ' ')}: {value}" for name, value in figures.items())])


if __name__ == "__main__":
    sys.exit(main())
