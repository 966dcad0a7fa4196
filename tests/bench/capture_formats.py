"""Word error rate through sinks of every rate and channel count, against the file's own.

python tests/bench/capture_formats.py [--quick]      # needs PulseAudio's programs and $SIGHTLINE_SPEECH
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

from app.audio.loopback import LoopbackSource
from tests.bench.listening import SPEECH, heard_in, listen, read_clip, reference, transcribed, wer, write_wav
from tests.end2end.pulse import PulseServer

CLIP = "jfk.flac"
RATES_HZ = (8_000, 16_000, 44_100, 48_000, 96_000, 192_000)
CHANNELS = (1, 2, 6, 8)


def narrow_wer(spoken: str) -> float:
    """Word error rate of the clip as a file at 8 kHz."""
    import soxr

    with tempfile.TemporaryDirectory() as folder:
        samples = soxr.resample(read_clip(SPEECH / CLIP), 16_000, 8_000)
        return wer(spoken, transcribed(write_wav(Path(folder) / "narrow.wav", samples, 8_000)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="stereo and 7.1 at three rates")
    parser.add_argument("--rates", type=int, nargs="*", default=RATES_HZ)
    parser.add_argument("--channels", type=int, nargs="*", default=CHANNELS)
    arguments = parser.parse_args()
    quick = arguments.quick
    spoken = reference(CLIP)
    of_file = wer(spoken, transcribed(SPEECH / CLIP))
    print(f"{CLIP}: the file itself {of_file:.1f} %", flush=True)
    worst = 0.0
    narrow = narrow_wer(spoken)
    print(f"{CLIP}: the file at 8 kHz {narrow:.1f} %", flush=True)
    with PulseServer() as server:
        os.environ.update(server.changes)
        for rate_hz in RATES_HZ[::2] if quick else arguments.rates:
            for n_channels in (2, 8) if quick else arguments.channels:
                name = f"sink_{rate_hz}_{n_channels}"
                module = server.pactl(
                    "load-module", "module-null-sink", "norewinds=1", f"sink_name={name}",
                    f"rate={rate_hz}", f"channels={n_channels}",
                )  # fmt: skip
                server.pactl("set-default-sink", name)
                source = LoopbackSource()
                source.open()
                time.sleep(0.3)
                player = server.play(SPEECH / CLIP, sink=name)
                end_s = [0.0]

                def over(player=player, end_s=end_s) -> bool:  # type: ignore[no-untyped-def]
                    if player.poll() is not None and not end_s[0]:
                        end_s[0] = time.monotonic()
                    return bool(end_s[0]) and time.monotonic() - end_s[0] > 0.7

                heard = listen(source, over)
                notices = [what for _, what, _ in source.take_notices()]
                source.close()
                server.pactl("unload-module", module.strip())
                rate = wer(spoken, heard_in(heard))
                # 8 kHz carry less of a voice, whoever plays it: compared with the file at 8 kHz.
                worst = max(worst, rate - (narrow if rate_hz == 8_000 else of_file))
                print(f"{rate_hz:>7} Hz {n_channels} ch: {rate:5.1f} %  notices {notices}", flush=True)
    print(f"worst difference from the file: {worst:+.1f} points")


if __name__ == "__main__":
    main()
