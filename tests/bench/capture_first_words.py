"""Speech that starts at once after silence: is its first word right as often live as from the file?

python tests/bench/capture_first_words.py [--clips 20]      # needs PulseAudio and $SIGHTLINE_SPEECH
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.audio.loopback import LoopbackSource
from app.parts import make_detector
from app.paths import Paths, find_paths
from app.transcribe import FileTranscriber
from engines.recogniser import Recogniser, load_recogniser
from tests.bench.capture_gain import ArraySource
from tests.bench.listening import SPEECH, listen, normalised, read_clip, write_wav
from tests.end2end.pulse import PulseServer

CUT_S = 4.0
SILENCE_S = 2.0
ONSET = 0.02


def from_onset(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """Without the quiet before the first sound that reaches 2 % of full scale, less 5 ms."""
    at = max(0, int(np.argmax(np.abs(samples) > ONSET)) - 80)
    return samples[at : at + int(CUT_S * 16_000)]


def listen_for(source: LoopbackSource, seconds: float) -> NDArray[np.float32]:
    stop_s = time.monotonic() + seconds
    return listen(source, lambda: time.monotonic() > stop_s)


def words(samples: NDArray[np.float32], recogniser: Recogniser, paths: Paths, *, live: bool) -> list[str]:
    source: Any = ArraySource(samples)
    captions = FileTranscriber(source, make_detector(paths, live=live), recogniser, language="en").captions()
    return normalised(" ".join(update.text for update in captions)).split()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clips", type=int, default=20)
    n_clips = parser.parse_args().clips
    known = json.loads((SPEECH / "manifest.json").read_text(encoding="utf-8"))
    english = [each for each in known if each.get("language") in ("en", "english") and each.get("text")]
    folder = Path(tempfile.mkdtemp(prefix="sightline-bench-"))
    paths = find_paths(folder)
    heard: list[tuple[str, str, NDArray[np.float32], NDArray[np.float32]]] = []
    with PulseServer() as server:
        os.environ.update(server.changes)
        source = LoopbackSource()
        source.open()
        for each in english[:n_clips]:
            clip = from_onset(read_clip(SPEECH / each["file"]))
            path = write_wav(folder / "clip.wav", clip)
            before = listen_for(source, SILENCE_S)
            player = server.play(path)
            sound = np.concatenate([before, listen_for(source, CUT_S + 1.5)])
            player.wait()
            heard.append((each["file"], normalised(each["text"]).split()[0], clip, sound))
        notices = [code for code, _, _ in source.take_notices()]
        source.close()
    recogniser = load_recogniser("tiny.en", models_dir=paths.models_dir, cache_dir=paths.cache_dir)
    right = {"file": 0, "live": 0}
    same = 0
    for file, first, clip, sound in heard:
        of_file = words(clip, recogniser, paths, live=False)
        of_live = words(sound, recogniser, paths, live=True)
        right["file"] += of_file[:1] == [first]
        right["live"] += of_live[:1] == [first]
        same += of_file[:1] == of_live[:1]
        print(f"{file:26} said {first!r} file {of_file[:2]} live {of_live[:2]}", flush=True)
    recogniser.close()
    n = len(heard)
    print(f"notices while recording: {notices}")
    print(
        f"first word right: {right['file']} of {n} from the file, {right['live']} live; "
        f"the same first word {same} times"
    )


if __name__ == "__main__":
    main()
