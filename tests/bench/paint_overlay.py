"""How long a frame of the captions takes, how often one is drawn, and what live captions cost the window.

    python tests/bench/paint_overlay.py [--json] [--with-engine]

Paints the captions of a 3840x2160 screen (docked over its width, every edge) into an image; then runs live
captions of the bundled clip's words, in real time, in the window of the platform in use. The times are CPU
time of the GUI thread. With --with-engine a recogniser works all the while in another thread. late_ms is how
much later than asked for a 10 ms timer of the GUI thread fires, in real time: what one sees as stutter.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QImage, QPainter, QRegion
from PySide6.QtWidgets import QApplication, QWidget

from app.audio.file_source import read_whole
from app.captions.types import CaptionUpdate
from app.parts import make_recogniser, sample_clip
from app.paths import find_paths
from app.settings import EDGES, Settings
from app.ui.bridge import Bridge, OverlayStatus
from app.ui.overlay import OverlayWindow
from engines.types import SAMPLE_RATE_HZ, RecognitionRequest

STORY = (Path(__file__).resolve().parents[2] / "resources" / "clips" / "sample.txt").read_text(
    encoding="utf-8"
)
WIDTH_PX, HEIGHT_PX = 3840, 2160
N_FRAMES = 30
WORDS_A_MINUTE = 170


def caption(words: list[str], n_tentative: int = 4, number: int = 1) -> CaptionUpdate:
    fixed, tail = words[: len(words) - n_tentative], words[len(words) - n_tentative :]
    text = " ".join(fixed)
    return CaptionUpdate(number, "loopback", text, " " + " ".join(tail), False, 0.0, 1.0, "en")


class Paints(QObject):
    """Counts the frames of a window."""

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        self.count = 0
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def frame_times_ms(edge: str, n_lines: int, size_px: int) -> dict[str, float]:
    """Whole frames of captions as wide as a 4K screen: with lines laid out anew, and with the same lines."""
    look = Settings(
        edge=edge, line_count=n_lines, font_size_px=size_px, line_length=60, reading_wpm=0, min_show_s=0
    )
    window = OverlayWindow(Bridge(), look)
    window.setMinimumSize(0, 0)
    window.setMaximumSize(WIDTH_PX, HEIGHT_PX)
    window.resize(WIDTH_PX, window.wanted_height())
    words = STORY.split() * 20
    image = QImage(window.size(), QImage.Format.Format_ARGB32_Premultiplied)
    new_ms, same_ms = [], []
    for frame in range(N_FRAMES):
        window.show_caption(caption(words[: 300 + frame]))
        for times in (new_ms, same_ms):
            image.fill(0)
            painter = QPainter(image)
            # the thread's own time: a busy machine does not make a frame dearer
            started = time.thread_time()
            window.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawWindowBackground)
            times.append((time.thread_time() - started) * 1000)
            painter.end()
    window.deleteLater()
    return {
        "new_words_ms": round(statistics.median(new_ms), 2),
        "same_words_ms": round(statistics.median(same_ms), 2),
        "slowest_ms": round(max(new_ms[1:]), 2),
    }


def live(application: QApplication, seconds: float) -> dict[str, float]:
    """Words at the pace of speech, a hypothesis and a status every 250 ms; the thread's share of a core."""
    bridge = Bridge()
    window = OverlayWindow(bridge, Settings())
    window.show()
    status = OverlayStatus(engine="cpu", model="tiny.en", lag_s=0.5, state="speaking")
    words = STORY.split() * 20
    paints = Paints(window)
    started = time.perf_counter()

    def step() -> None:
        n_said = int((time.perf_counter() - started) * WORDS_A_MINUTE / 60)
        if n_said > 4:
            bridge.captionUpdated.emit(caption(words[:n_said]))
        bridge.statusChanged.emit(replace(status, level=0.3 + 0.05 * (n_said % 5)))

    late_ms: list[float] = []
    due = time.perf_counter() + 0.01

    def tick() -> None:
        nonlocal due
        now = time.perf_counter()
        late_ms.append(max(0.0, (now - due) * 1000))
        due = now + 0.01

    ticks = QTimer(timerType=Qt.TimerType.PreciseTimer)
    ticks.timeout.connect(tick)
    ticks.start(10)
    timer = QTimer()
    timer.timeout.connect(step)
    timer.start(250)
    QTimer.singleShot(round(seconds * 1000), lambda: application.exit(0))
    cpu_before = time.thread_time()
    application.exec()
    spent_s = time.thread_time() - cpu_before
    timer.stop()
    ticks.stop()
    QTimer.singleShot(500, lambda: application.exit(0))
    application.exec()
    n_live = paints.count
    late_ms.sort()
    # and now nothing changes
    QTimer.singleShot(3000, lambda: application.exit(0))
    cpu_before = time.thread_time()
    application.exec()
    idle_s = time.thread_time() - cpu_before
    window.hide()
    window.deleteLater()
    return {
        "seconds": seconds,
        "frames": n_live,
        "gui_cpu_percent": round(100 * spent_s / seconds, 2),
        "late_ms_median": round(late_ms[len(late_ms) // 2], 2),
        "late_ms_99_percent": round(late_ms[len(late_ms) * 99 // 100], 2),
        "late_ms_most": round(late_ms[-1], 2),
        "frames_when_idle": paints.count - n_live,
        "idle_cpu_percent": round(100 * idle_s / 3, 2),
    }


@contextlib.contextmanager
def engine_at_work() -> Iterator[list[int]]:
    """tiny.en on the processor recognises the bundled clip again and again; yields the count of passes."""
    arguments = argparse.Namespace(model="tiny.en", engine="cpu", language=None, threads=None)
    n_passes, stopping = [0], threading.Event()
    with tempfile.TemporaryDirectory() as folder:
        recogniser = make_recogniser(arguments, find_paths(Path(folder)))
        with sample_clip() as clip:
            samples = read_whole(clip)[: 8 * SAMPLE_RATE_HZ]

        def work() -> None:
            while not stopping.is_set():
                recogniser.recognise(RecognitionRequest(samples, 0, revision=n_passes[0], language="en"))
                n_passes[0] += 1

        worker = threading.Thread(target=work)
        worker.start()
        try:
            yield n_passes
        finally:
            stopping.set()
            worker.join()
            recogniser.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--with-engine", action="store_true")
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args()
    application = QApplication(sys.argv[:1])
    figures: dict[str, object] = {"platform": application.platformName(), "load": os.getloadavg()[0]}
    frames = {f"{edge}, 2 lines of 64 px": frame_times_ms(edge, 2, 64) for edge in EDGES}
    frames["none, 5 lines of 64 px"] = frame_times_ms("none", 5, 64)
    figures["frames_at_3840x2160"] = frames
    figures["live"] = live(application, options.seconds)
    if options.with_engine:
        with engine_at_work() as n_passes:
            figures["live_with_engine"] = {**live(application, options.seconds), "passes": n_passes[0]}
    if options.json:
        print(json.dumps(figures))
        return 0
    print(f"platform {figures['platform']}, load average {figures['load']:.1f}")
    for what, row in frames.items():
        print(
            f"{what:26s} new words {row['new_words_ms']:6.2f} ms, same words {row['same_words_ms']:6.2f} ms, "
            f"slowest {row['slowest_ms']:6.2f} ms (CPU)"
        )
    for name in ("live", "live_with_engine"):
        if name in figures:
            print(name.replace("_", " ") + ":", json.dumps(figures[name]).strip("{}").replace('"', ""))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
