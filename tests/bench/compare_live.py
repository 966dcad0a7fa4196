"""Sightline and WhisperLiveKit live, on the same clips, weights, processor threads and pace, in one run.

    python3 -m venv /tmp/wlk && /tmp/wlk/bin/pip install whisperlivekit==0.2.26
    python tests/bench/compare_live.py --rival /tmp/wlk/bin/python --output live.md --json live.json

Each clip is played at the pace of real time, the systems one after another, so that the run takes the length
of the clips times the number of systems: 18 minutes for the four clips and eight systems of the default.
`--clips all --systems tiny.en,tiny.en/steady` plays every English clip to Sightline alone, 18 minutes too.

WER, first_*, stable_* and erasure are those of tools/score_captions.py beside the shared clips. Processor
time and memory are those of the whole process, loading included. WhisperLiveKit runs with its own defaults
(Silero VAD, chunks of 0.1 s; LocalAgreement by faster-whisper with beam 5; SimulStreaming with the encoder in
faster-whisper and the decoder in torch). Nothing of it is kept here.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from app.paths import find_paths
from engines import models
from engines.whisper.checkpoint_layout import OPENAI, parts_of
from engines.whisper.weights import dense, read_weights
from tests.bench.compare_files import with_vocabulary
from tests.bench.virtual_live import SPEECH, english_clips, read_clip, scorer

ROOT = Path(__file__).resolve().parents[2]
CLIPS = "interview_ai,phone_car_loan,spontaneous_pauses,noisy_0db"
SYSTEMS = (
    "tiny.en,tiny.en/steady,base,base/steady,"
    "wlk/tiny.en/localagreement,wlk/tiny.en/simulstreaming,wlk/base/localagreement,wlk/base/simulstreaming"
)
FIGURES = ("wer", "first_p50", "first_p95", "stable_p50", "stable_p95", "erasure")

Run = dict[str, Any]


def sightline(spec: str, clips: list[dict[str, Any]], folder: Path, args: argparse.Namespace) -> Run:
    """`sightline transcribe --realtime` on all clips, one process. spec: MODEL[/steady][/POLICY]."""
    model, *ways = spec.split("/")
    command = [sys.executable, "-m", "app", "transcribe", *(str(SPEECH / c["file"]) for c in clips)]
    command += ["--realtime", "--format", "jsonl", "--language", "en", "--engine", "cpu"]
    command += ["--model", model, "--threads", str(args.threads), "--output", str(folder)]
    command += ["--data-dir", str(args.data_dir)] if args.data_dir else []
    command += ["--steady"] if "steady" in ways else []
    for policy in ("local-agreement", "align-att"):
        command += ["--policy", policy] if policy in ways else []
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, cwd=ROOT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    events = {}
    peaks = []
    for clip in clips:
        lines = (folder / Path(clip["file"]).with_suffix(".jsonl")).read_text().splitlines()
        events[clip["file"]] = [json.loads(line) for line in lines]
        peaks += [event["peak_rss_mb"] for event in events[clip["file"]] if event["type"] == "summary"]
    return {"events": events, "cpu_s": cpu_s, "peak_rss_mb": max(peaks)}


def whisperlivekit(spec: str, clips: list[dict[str, Any]], folder: Path, args: argparse.Namespace) -> Run:
    """WhisperLiveKit in its own Python on all clips, one process. spec: wlk/MODEL/POLICY."""
    _, model, policy = spec.split("/")
    files = models.find_model(model, find_paths(args.data_dir).models_dir)
    in_ctranslate2 = files.weights.parent
    if not list(in_ctranslate2.glob("vocabulary.*")):
        in_ctranslate2 = with_vocabulary(in_ctranslate2)
    engine: dict[str, Any] = {
        "backend_policy": policy, "backend": "faster-whisper", "lan": "en", "warmup_file": "",
        "pcm_input": True,
    }  # fmt: skip
    weights = None
    if policy == "localagreement":
        engine |= {"model_size": model, "model_path": str(in_ctranslate2)}
    else:
        weights = openai_weights(files, folder, model)
        engine |= {"model_size": model, "decoder_model_path": weights["pt"]}
        engine |= {"encoder_model_path": str(in_ctranslate2), "custom_alignment_heads": weights["heads"]}
    played = []
    for clip in clips:
        pcm = folder / f"{clip['file']}.pcm"
        pcm.write_bytes((np.clip(read_clip(clip), -1, 1) * 32767).astype("<i2").tobytes())
        played.append({"pcm": str(pcm), "events": str(folder / f"{clip['file']}.jsonl")})
    job = folder / "job.json"
    report = folder / "report.json"
    job.write_text(json.dumps({"engine": engine, "weights": weights, "clips": played, "report": str(report)}))
    environment = {**os.environ, "OMP_NUM_THREADS": str(args.threads), "HF_HUB_OFFLINE": "1"}
    environment.pop("PYTHONPATH", None)
    script = Path(__file__).with_name("whisperlivekit_live.py")
    with (folder / "log").open("wb") as log:
        # It logs every chunk; what it says is of use only when it fails.
        ended = subprocess.run([args.rival, script, job], env=environment, stdout=log, stderr=log)
    if ended.returncode:
        sys.exit(f"{spec} failed:\n{(folder / 'log').read_text()[-2000:]}")
    events = {}
    for clip in clips:
        lines = (folder / f"{clip['file']}.jsonl").read_text().splitlines()
        events[clip["file"]] = [json.loads(line) for line in lines]
    used: Run = json.loads(report.read_text())
    return {"events": events, **used}


def openai_weights(files: models.WhisperFiles, folder: Path, model: str) -> dict[str, Any]:
    """The model's weights by OpenAI's names in an .npz, and what an OpenAI checkpoint says beside them."""
    variables, config = read_weights(files)
    n_inner = (
        variables["encoder/layer_0/ffn/linear_0/weight"].shape[0],
        variables["decoder/layer_0/ffn/linear_0/weight"].shape[0],
    )
    state = {}
    for ours, parts in parts_of(config, OPENAI, "", n_inner).items():
        rows = dense(variables, ours)
        at = 0
        for name, shape in parts:
            if name:
                state[name] = rows[at : at + shape[0]].reshape(shape)
            at += shape[0]
    np.savez(folder / f"{model}.npz", **state)
    heads = np.zeros((config.n_decoder_layers, config.n_heads), bool)
    for layer, head in config.alignment_heads:
        heads[layer, head] = True
    dims = {
        "n_mels": config.n_mels, "n_vocab": config.n_vocab, "n_audio_ctx": config.n_audio_ctx,
        "n_audio_state": config.n_state, "n_audio_head": config.n_heads,
        "n_audio_layer": config.n_encoder_layers, "n_text_ctx": config.n_text_ctx,
        "n_text_state": config.n_state, "n_text_head": config.n_heads,
        "n_text_layer": config.n_decoder_layers,
    }  # fmt: skip
    return {
        "npz": str(folder / f"{model}.npz"),
        "pt": str(folder / f"{model}.pt"),
        "dims": dims,
        "heads": base64.b85encode(gzip.compress(heads.tobytes())).decode(),
    }


def summed_up(spec: str, runs: list[Run], clips: list[dict[str, Any]]) -> dict[str, Any]:
    """Figures of each clip (medians over the runs), their mean and their worst."""
    score = scorer().score
    by_clip = []
    for clip in clips:
        scored = [score(run["events"][clip["file"]], clip) for run in runs]
        row: dict[str, Any] = {"clip": clip["file"]}
        for key in FIGURES:
            values = [s[key] for s in scored if s.get(key) is not None]
            # A system that showed no word that was said has no latency.
            row[key] = round(statistics.median(values), 3) if values else None
        by_clip.append(row)
    audio_s = sum(clip["seconds"] for clip in clips)
    result: dict[str, Any] = {"system": spec, "clips": by_clip}
    for key in FIGURES:
        values = [row[key] for row in by_clip if row[key] is not None]
        result[key] = round(statistics.mean(values), 3) if values else None
        result[f"worst_{key}"] = max(values) if values else None
    result["cpu_share"] = round(statistics.median(run["cpu_s"] for run in runs) / audio_s, 3)
    result["peak_rss_mb"] = round(max(run["peak_rss_mb"] for run in runs))
    return result


def table(results: list[dict[str, Any]]) -> str:
    """Markdown: the mean over the clips, the worst clip in brackets."""
    lines = [
        "| system | " + " | ".join(FIGURES) + " | processor s a second | peak MB |",
        "|---|" + "---:|" * (len(FIGURES) + 2),
    ]
    for row in results:
        cells = [f"{row[key]} ({row[f'worst_{key}']})" for key in FIGURES]
        lines.append(
            f"| {row['system']} | " + " | ".join(cells) + f" | {row['cpu_share']} | {row['peak_rss_mb']} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clips", default=CLIPS, help=f"names with commas between, or all ({CLIPS})")
    parser.add_argument("--systems", default=SYSTEMS, help="MODEL[/steady][/POLICY] or wlk/MODEL/POLICY")
    parser.add_argument("--rival", help="the Python of a virtual environment with WhisperLiveKit")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--output", type=Path, help="write the Markdown there too")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    clips = english_clips([] if args.clips == "all" else args.clips.split(","))
    systems = [s for s in args.systems.split(",") if args.rival or not s.startswith("wlk/")]
    minutes = sum(clip["seconds"] for clip in clips) * len(systems) * args.repeat / 60
    print(f"{len(systems)} systems, {len(clips)} clips: {minutes:.0f} minutes of sound", file=sys.stderr)
    results = []
    for spec in systems:
        play = whisperlivekit if spec.startswith("wlk/") else sightline
        runs = []
        for _ in range(args.repeat):
            with tempfile.TemporaryDirectory(prefix="sightline-bench-") as folder:
                runs.append(play(spec, clips, Path(folder), args))
        results.append(summed_up(spec, runs, clips))
        print(table(results[-1:]).splitlines()[-1], file=sys.stderr, flush=True)
    machine = f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, {date.today()}"
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    names = ", ".join(clip["file"] for clip in clips)
    text = (
        f"Mean over the clips (worst clip). {machine}, {args.threads} threads, load average at the end "
        f"{load}.\nClips: {names}.\n\n{table(results)}\n"
    )
    print(text)
    if args.output:
        args.output.write_text(text)
    if args.json:
        taken = {"machine": machine, "load": load, "time": time.strftime("%Y-%m-%dT%H:%M:%S")}
        args.json.write_text(json.dumps({**taken, "threads": args.threads, "results": results}, indent=1))


if __name__ == "__main__":
    main()
