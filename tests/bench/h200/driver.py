"""Runs the H200's stages, each in a process and a time limit of its own; prints JSON, then Markdown.

    python3 tests/bench/h200/driver.py STAGE... [--provider cuda|cpu] [--quick] [--out DIR]
    python3 tests/bench/h200/driver.py report --out DIR

`--provider cpu --quick` is the rehearsal on a computer without a card: the same code over the host's memory.
Stages: machine, memory, torch, passes, transcribe, runtime, sanitizer, rival (stages.py, rivals.py), ctc
(ctc.py), streams, small (streams.py), probe, kernels (probe.py).
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LIMITS_S = {
    "machine": 60, "memory": 60, "torch": 330, "passes": 300, "transcribe": 150, "runtime": 130,
    "sanitizer": 250, "rival": 120, "ctc": 68, "streams": 130, "small": 70, "probe": 60, "kernels": 60,
}  # fmt: skip


def cuda_folders() -> list[str]:
    """Where PyTorch's CUDA libraries lie: ONNX Runtime's need them."""
    spec = importlib.util.find_spec("nvidia")
    places = list(spec.submodule_search_locations or ()) if spec else []
    return sorted({str(file.parent) for place in places for file in Path(place).glob("**/lib/lib*.so*")})


def run(stage: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """One stage in a process of its own; whatever becomes of it, there is a record."""
    result = arguments.out / f"{stage}.json"
    result.unlink(missing_ok=True)
    command = [sys.executable, str(HERE / "stages.py"), stage, "--out", str(result)]
    command += ["--provider", arguments.provider, *(["--quick"] if arguments.quick else [])]
    if stage == "sanitizer":
        command[2] = "runtime"
        command += ["--quick"] if not arguments.quick else []
        if arguments.provider == "cuda":
            log = arguments.out / "sanitizer.log"
            command = [
                shutil.which("compute-sanitizer") or "/usr/local/cuda/bin/compute-sanitizer",
                "--tool", "memcheck", "--error-exitcode", "9",
                "--log-file", str(log), *command,
            ]  # fmt: skip
    environment = dict(os.environ)
    paths = [str(ROOT), str(ROOT / "tests/unit/engines"), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    environment["PYTHONUNBUFFERED"] = "1"
    environment["LD_LIBRARY_PATH"] = os.pathsep.join(
        [*cuda_folders(), environment.get("LD_LIBRARY_PATH", "")]
    ).strip(os.pathsep)
    started = time.monotonic()
    try:
        done = subprocess.run(command, env=environment, timeout=LIMITS_S[stage], check=False)
        ended: Any = done.returncode
    except subprocess.TimeoutExpired:
        ended = "time limit"
    except OSError as error:
        ended = str(error)
    # A stage writes after every part, so that its time limit loses only the part it was at.
    record: dict[str, Any] = json.loads(result.read_text()) if result.exists() else {}
    record["exit"] = ended
    record["wall_s"] = round(time.monotonic() - started, 1)
    if stage == "sanitizer" and (arguments.out / "sanitizer.log").exists():
        record["log"] = (arguments.out / "sanitizer.log").read_text(errors="replace").splitlines()[-12:]
    result.write_text(json.dumps(record))
    return record


def markdown(records: dict[str, dict[str, Any]]) -> str:
    lines = [f"H200 run of {time.strftime('%Y-%m-%d')}; no TensorRT engine was run.", ""]
    machine = records.get("machine", {})
    lines += [f"- {name}: {value}" for name, value in machine.items() if name not in ("exit", "wall_s")]
    rows: list[dict[str, Any]] = []
    for stage in ("passes", "torch", "rival"):
        rows += records.get(stage, {}).get("rows", [])
    if rows:
        eager = {r["size"]: r["median_ms"] for r in rows if r["what"] == "transformers, eager fp16"}
        lines += [
            "",
            "| size | what | median ms | p99 ms | p99 / median | encode ms | ms a token | against eager |",
            "|---|---|---|---|---|---|---|---|",
        ]
        for r in sorted(rows, key=lambda row: row["size"]):
            ratio = eager[r["size"]] / r["median_ms"] if r["size"] in eager else 0.0
            lines.append(
                f"| {r['size']} | {r['what']} | {r['median_ms']} | {r['p99_ms']} | "
                f"{r['p99_ms'] / r['median_ms']:.2f} | {r.get('encode_ms', '')} | {r.get('token_ms', '')} | "
                f"{f'{ratio:.1f} x' if ratio else ''} |"
            )
    for row in records.get("passes", {}).get("rows", []):
        if "step_device_ms" in row:
            lines.append(
                f"\n{row['size']}, {row['what']}: a step takes the card {row['step_device_ms']} ms; its "
                f"{row['step_mb']} MB read at the copy's speed would take {row['read_ms']} ms."
            )
    for stage in ("transcribe", "memory", "runtime", "sanitizer", "ctc", "streams", "small", "probe"):
        if stage in records:
            lines += ["", f"### {stage}", "", "```", json.dumps(records[stage], indent=1)[:6000], "```"]
    lines += ["", "| stage | exit | seconds |", "|---|---|---|"]
    lines += [f"| {name} | {r.get('exit')} | {r.get('wall_s')} |" for name, r in records.items()]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("stages", nargs="+", choices=[*LIMITS_S, "report"])
    parser.add_argument("--provider", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--out", type=Path, default=Path(os.environ.get("OUT", "/tmp/h200/out")))
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for stage in arguments.stages:
        if stage != "report":
            print(f"== {stage}", flush=True)
            run(stage, arguments)
    records = {file.stem: json.loads(file.read_text()) for file in arguments.out.glob("*.json")}
    text = markdown(records)
    (arguments.out / "report.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
