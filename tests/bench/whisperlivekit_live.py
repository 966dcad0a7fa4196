"""WhisperLiveKit fed one clip after another at the pace of real time, for compare_live.py; its own Python.

    VENV/bin/python whisperlivekit_live.py JOB.json

JOB.json: {"engine": {arguments of its TranscriptionEngine}, "weights": {"npz": FILE, "pt": FILE, "dims": {}}
or null, "clips": [{"pcm": FILE (s16le, 16 kHz), "events": FILE}], "report": FILE}. Writes for each clip what
it shows and when, one JSON object a line, and what the process used.
"""

import asyncio
import json
import resource
import sys
import time
from pathlib import Path
from typing import Any

STEP_S = 0.1
"""Sound is handed over as often as a browser would send it."""


def write_checkpoint(weights: dict[str, Any]) -> None:
    """Our weights under OpenAI's names, in a file of torch's."""
    import numpy as np
    import torch

    arrays = np.load(weights["npz"])
    state = {name: torch.from_numpy(arrays[name]).half() for name in arrays.files}
    torch.save({"dims": weights["dims"], "model_state_dict": state}, weights["pt"])


async def play(engine: dict[str, Any], clip: dict[str, str]) -> None:
    """One clip; sound that is due while the event loop was busy is handed over late, as it would be."""
    from whisperlivekit.test_harness import TestHarness

    pcm = Path(clip["pcm"]).read_bytes()
    n_step = int(STEP_S * 16000) * 2
    with Path(clip["events"]).open("w", encoding="utf-8") as stream:
        async with TestHarness(**engine) as harness:
            started = time.monotonic()
            shown = ""

            def on_update(state: Any) -> None:
                nonlocal shown
                if state.text != shown:
                    shown = state.text
                    event = {"wall": round(time.monotonic() - started, 3), "displayed": shown}
                    stream.write(json.dumps(event) + "\n")

            harness.on_update(on_update)
            for at in range(0, len(pcm), n_step):
                due = started + min(at + n_step, len(pcm)) / 32000
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                await harness._processor.process_audio(pcm[at : at + n_step])
            await harness.finish(timeout=60.0)


def main() -> None:
    job = json.loads(Path(sys.argv[1]).read_text())
    if job["weights"] and not Path(job["weights"]["pt"]).exists():
        write_checkpoint(job["weights"])
    for clip in job["clips"]:
        asyncio.run(play(job["engine"], clip))
    used = resource.getrusage(resource.RUSAGE_SELF)
    report = {"cpu_s": used.ru_utime + used.ru_stime, "peak_rss_mb": used.ru_maxrss / 1024}
    Path(job["report"]).write_text(json.dumps(report))


if __name__ == "__main__":
    main()
