"""PySide must not lose references: before Python 3.12 the program then soon ends with a fatal error."""

from __future__ import annotations

import subprocess
import sys

PROBE = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage, QPainter

class Sender(QObject):
    sent = Signal(bool)

application = QGuiApplication(["probe"])
image = QImage(8, 8, QImage.Format.Format_ARGB32)
painter = QPainter(image)
sender = Sender()
sender.sent.connect(lambda value: None)

def lost():
    before = sys.getrefcount(None), sys.getrefcount(True)
    for _ in range(300):
        painter.setOpacity(1.0)
        sender.sent.emit(True)
    after = sys.getrefcount(None), sys.getrefcount(True)
    return max(before[0] - after[0], before[1] - after[1])

lost()
print(lost(), flush=True)
os._exit(0)
"""


def test_none_and_true_keep_their_references() -> None:
    """PySide6 6.12.0 loses one with each painter call and each signal on Python 3.11; 6.11.1 does not."""
    command = [sys.executable, "-c", PROBE]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert int(done.stdout) < 20, "this PySide6 loses references: install PySide6-Essentials<6.12"
