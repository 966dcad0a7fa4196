"""The real program while its model is replaced on the disk: by a broken one, then by a good one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
from program import ROOT, Program

from app.audio.file_source import read_whole
from engines.models import find_model

SAMPLE = ROOT / "resources" / "clips" / "sample.flac"
N_TIMES = 12
LIMIT_S = 240.0


def test_captions_go_on_with_the_old_model_and_then_with_the_new_one(tmp_path: Path) -> None:
    program = Program(tmp_path / "data")
    folder = program.data_dir / "models" / "mine"
    folder.mkdir(parents=True)
    weights = find_model("tiny.en", program.data_dir / "models").weights
    for file in weights.parent.iterdir():
        if file.is_file():
            shutil.copy(file, folder)
    sound = np.tile((read_whole(SAMPLE) * 32767).astype("<i2"), N_TIMES)
    with wave.open(str(tmp_path / "long.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes(sound.tobytes())
    events_file = tmp_path / "events.jsonl"
    words = (
        "run",
        "--no-window",
        "--source",
        tmp_path / "long.wav",
        "--model",
        "mine",
        "--events",
        events_file,
    )
    process = subprocess.Popen(
        program.command(*words, "--events", events_file),
        cwd=ROOT,
        env=program.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )

    def events() -> list[dict[str, object]]:
        if not events_file.exists():
            return []
        return [json.loads(line) for line in events_file.read_text(encoding="utf-8").split("\n")[:-1]]

    def finals() -> list[str]:
        return [str(event["text"]) for event in events() if event["type"] == "caption" and event["final"]]

    def wait_until(holds: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + LIMIT_S
        while not holds():
            assert process.poll() is None, f"it ended before {what}"
            assert time.monotonic() < end, what
            time.sleep(0.1)

    def wait_for(what: str) -> None:
        wait_until(lambda: any(what in (each.get("code"), each["type"]) for each in events()), what)

    try:
        wait_for("caption")
        whole = (folder / weights.name).read_bytes()
        (folder / weights.name).write_bytes(whole[: len(whole) // 2])
        wait_for("model-update-refused")
        changed = bytearray(whole)
        changed[len(whole) // 2 & ~1] ^= 1  # The last bit of one weight.
        (folder / "new").write_bytes(changed)
        (folder / "new").replace(folder / weights.name)
        wait_for("model-updated")
        n_before = len(finals())
        wait_until(lambda: len(finals()) > n_before + 2, "captions of the new model")
        process.terminate()
        _, said = process.communicate(timeout=LIMIT_S)
    finally:
        process.kill()
    assert process.returncode == 0, said
    assert "Traceback" not in said
    codes = [event["code"] for event in events() if event["type"] == "notice"]
    assert codes.count("model-update-refused") == 1
    assert codes.count("model-updated") == 1
    # The clip has three sentences; none was missed while models came and went.
    heard = [" ".join(re.findall("[a-z]+", text.lower())) for text in finals()]
    for before, after in (("good morning", "this computer"), ("this computer", "the captions stay")):
        at = [i for i, text in enumerate(heard[:-1]) if before in text and after not in text]
        assert at
        assert all(after in heard[i + 1] or after in heard[i] for i in at), heard
