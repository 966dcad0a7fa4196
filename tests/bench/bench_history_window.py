"""The history window on a big file: python tests/bench/bench_history_window.py FILE.

FILE comes from bench_history.py --keep FILE. First screen: from HistoryWindow() and from show() until the
newest captions are painted. Typing: from the last key to painted results, waiting for another key included.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.ui.history_list import CaptionList
from app.ui.history_window import HistoryWindow


class PaintWatch(QObject):
    """Knows when a list with rows was last painted."""

    def __init__(self, view: CaptionList) -> None:
        super().__init__()
        self._view = view
        self.n_paints = 0
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self._view.captions.rows:
            self.n_paints += 1
        return False


def until_painted(watch: PaintWatch, begun: float) -> float:
    """ms from `begun` until the next painting."""
    n_paints = watch.n_paints
    while watch.n_paints == n_paints and time.perf_counter() - begun < 20:
        QApplication.processEvents()
    return (time.perf_counter() - begun) * 1000


def main(path: Path) -> int:
    QApplication([])
    figures: dict[str, object] = {"platform": QApplication.platformName(), "load": os.getloadavg()[0]}
    made, shown, typed = [], [], {}
    for _ in range(5):
        begun = time.perf_counter()
        window = HistoryWindow(path)
        watch = PaintWatch(window.timeline)
        show_begun = time.perf_counter()
        window.show()
        shown.append(until_painted(watch, show_begun))
        made.append((time.perf_counter() - begun) * 1000)
        QTest.qWait(1500)
        if len(made) == 5:
            results = PaintWatch(window.results)
            for text in ("the", "zanz", "the pa", '"the of', chr(0x4E28), chr(0x4E28) + chr(0x4E02)):
                times = []
                for _ in range(5):
                    window.search_field.clear()
                    QTest.qWait(300)
                    window.search_field.setText(text)
                    times.append(until_painted(results, time.perf_counter()))
                typed[text] = sorted(times)[2]
            window.search_field.clear()
            QTest.qWait(300)
            begun = time.perf_counter()
            window.jump_to(100_000)
            figures["jump_ms"] = until_painted(watch, begun)
        window.stop()
        window.close()
        window.deleteLater()
    figures |= {"first_screen_from_start_ms": made, "first_screen_from_show_ms": shown, "typing_ms": typed}
    print(json.dumps(figures, indent=1, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
