"""Fuzzes the readers of files that others may have written, each for a while.

    PYTHONPATH=.:tests/unit/engines python tests/bench/fuzz_parsers.py [--seconds 40] [TARGET...]

With atheris (PyPI; coverage-guided) where it is installed, else by plain mutation. Prints for each target the
runs and what was found, which is written to --keep, to become a seed in tests/data/hostile.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "unit" / "engines")]

MOST_BYTES = 1 << 16
MEMORY_BYTES = 4 << 30
IN_MEMORY = Path("/dev/shm")


def one(name: str, seconds: int, keep: Path, top: Path) -> None:
    """Fuzz one target in this process, below `top`."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    if importlib.util.find_spec("atheris"):
        _with_atheris(name, seconds, top, keep)
    else:
        _by_mutation(name, seconds, top, keep)


def _try(name: str, data: bytes, top: Path) -> None:
    from hostile_files import try_bytes

    folder = top / "in"
    folder.mkdir()
    try:
        try_bytes(name, data, folder)
    finally:
        shutil.rmtree(folder)


def _with_atheris(name: str, seconds: int, top: Path, keep: Path) -> None:
    import atheris

    with atheris.instrument_imports(include=["app", "engines", "zipfile", "pickletools", "json"]):
        from hostile_files import TARGETS

    corpus = top / "corpus"
    corpus.mkdir()
    (corpus / "good").write_bytes(TARGETS[name].good())
    for seed in _seeds(name):
        shutil.copy(seed, corpus)
    options = [f"-max_total_time={seconds}", f"-max_len={MOST_BYTES}", "-timeout=20", "-rss_limit_mb=4000"]
    options += [f"-artifact_prefix={keep}/{name}-", "-print_final_stats=1", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], lambda data: _try(name, data, top))
    atheris.Fuzz()


def _seeds(name: str) -> list[Path]:
    return sorted((Path(__file__).parents[1] / "data" / "hostile" / name).glob("*"))


def _by_mutation(name: str, seconds: int, top: Path, keep: Path) -> None:
    from hostile_files import TARGETS

    chance = random.Random(0)
    corpus = [TARGETS[name].good(), *(seed.read_bytes() for seed in _seeds(name))]
    n_runs, end_s = 0, time.monotonic() + seconds
    while time.monotonic() < end_s:
        data = bytearray(chance.choice(corpus))
        for _ in range(chance.randint(1, 8)):
            place = chance.randrange(len(data) + 1)
            kind = chance.randrange(3)
            if kind == 0 and place < len(data):
                data[place] = chance.randrange(256)
            elif kind == 1:
                data[place : place + chance.randint(1, 16)] = b""
            else:
                data[place:place] = chance.randbytes(chance.randint(1, 8))
        n_runs += 1
        try:
            _try(name, bytes(data), top)
        except Exception:
            traceback.print_exc()
            (keep / f"{name}-{hashlib.sha1(data).hexdigest()}").write_bytes(data)
            break
    print(f"stat::number_of_executed_units: {n_runs}", file=sys.stderr)


def main() -> int:
    """Every target in a process of its own, since a finding may be a crash."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--seconds", type=int, default=40, help="for each target")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-findings"))
    parser.add_argument("--here", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    arguments.keep.mkdir(exist_ok=True)
    if arguments.here:
        one(arguments.targets[0], arguments.seconds, arguments.keep.resolve(), arguments.here)
        return 0
    from hostile_files import TARGETS

    code = 0
    for name in arguments.targets or list(TARGETS):
        # The folder is the parent's: libFuzzer ends without clearing anything.
        with tempfile.TemporaryDirectory(
            prefix="fuzz-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None
        ) as top:
            command = [sys.executable, __file__, name, "--here", top, "--seconds", str(arguments.seconds)]
            command += ["--keep", str(arguments.keep)]
            done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
        runs = re.findall(r"number_of_executed_units: (\d+)", done.stderr)
        found = [
            line for line in done.stderr.splitlines() if re.match(r"\s*(\w+\.)*\w*(Error|Exception)\b", line)
        ]
        what = "nothing found" if done.returncode == 0 else (found or done.stderr.splitlines()[-3:])[-1]
        print(f"{name:12} {runs[-1] if runs else '?':>9} runs  {what}", flush=True)
        if done.returncode:
            (arguments.keep / f"{name}.log").write_text(done.stderr)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
