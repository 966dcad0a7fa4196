"""Shows the real overlay with scripted captions, for tests and for looking at it. Run as a program.

    python tests/end2end/overlay_stage.py SCENE [--settings JSON] [--hold SECONDS]

Prints "ready" when the scene stands, and one line for each thing the user does.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QLabel

from app.captions.types import CaptionUpdate, UserNotice
from app.paths import find_paths
from app.settings import from_mapping
from app.ui.bridge import Bridge, OverlayStatus
from app.ui.desktop import Desktop
from app.ui.overlay import OverlayWindow
from app.ui.presets import matching_preset, with_preset
from app.ui.settings_window import SettingsWindow

STORY = (
    "It was the best of times, it was the worst of times, "
    "it was the age of wisdom, it was the age of foolishness"
)
LIVE = OverlayStatus(
    "loopback", level=0.6, engine="tensorrt", model="small.en", lag_s=0.62, state="listening"
)


def caption(committed: str, tentative: str = "", number: int = 1, source: str = "loopback") -> CaptionUpdate:
    return CaptionUpdate(number, source, committed, tentative, False, 0.0, 1.0, "en")


TALK = (
    ("", " it was a"),
    ("", " it was the best"),
    (" it was", " the best of dimes"),
    (" it was the best", " of times it"),
    (" it was the best of times.", ""),
)
"""What a recogniser says of one sentence, step by step, with words that it takes back."""


def talk(bridge: Bridge) -> None:
    """Say TALK, one step in a tenth of a second; the last one is final."""
    for step, (committed, tentative) in enumerate(TALK):
        update = CaptionUpdate(9, "loopback", committed, tentative, step == len(TALK) - 1, 0.0, 1.0, "en")
        QTimer.singleShot(100 * step, bridge, lambda update=update: bridge.captionUpdated.emit(update))


def wear(bridge: Bridge, window: OverlayWindow, file: Path) -> None:
    """Put on the ready-made look that `file` names."""
    name = file.read_text(encoding="utf-8").strip()
    if name and matching_preset(window.settings) != name:
        bridge.settingsChanged.emit(with_preset(window.settings, name))
        QTimer.singleShot(300, lambda: print(f"look {name}", flush=True))


def play(scene: str, bridge: Bridge, window: OverlayWindow) -> None:
    bridge.statusChanged.emit(LIVE)
    if scene == "story":
        bridge.captionUpdated.emit(caption(STORY[:59], STORY[59:77]))
    elif scene == "long":
        bridge.captionUpdated.emit(caption(STORY + ",", " it was the epoch of belief"))
    elif scene == "roll":
        words = STORY.split(" ")
        for count in range(1, len(words) + 1):
            text = " ".join(words[:count])
            QTimer.singleShot(
                100 * count, window, lambda text=text: bridge.captionUpdated.emit(caption(text, ""))
            )
    elif scene == "both":
        bridge.statusChanged.emit(OverlayStatus("both", "", 0.4, "cpu", "tiny.en", 1.4, state="listening"))
        bridge.captionUpdated.emit(caption("Could you send me the numbers?"))
        bridge.captionUpdated.emit(caption("Yes, in a minute,", " I am just", 1, "microphone"))
    elif scene == "wide":
        bridge.captionUpdated.emit(caption(f"{STORY}, {STORY}, {STORY}"))
    elif scene == "japanese":
        bridge.captionUpdated.emit(
            caption(
                "それは最良の時代であり、最悪の時代でもあった。知恵の時代であると同時に", "、「愚かさ」の時代"
            )
        )
    elif scene == "arabic":
        bridge.captionUpdated.emit(
            caption("كان أفضل الأوقات، وكان أسوأ الأوقات، كان عصر الحكمة", " وكان عصر")
        )
    elif scene == "notice":
        bridge.captionUpdated.emit(caption(STORY[:58]))
        bridge.noticeRaised.emit(
            UserNotice(
                "gpu", "warning", "The graphics card ran out of memory.", "Captions go on with the processor."
            )
        )
    elif scene == "error":
        bridge.noticeRaised.emit(
            UserNotice(
                "no-sound-device",
                "error",
                "No sound device was found.",
                "Connect one, or play the sample from the menu.",
            )
        )
    elif scene == "paused":
        bridge.statusChanged.emit(OverlayStatus(paused=True, engine="cpu", model="tiny.en"))
    elif scene == "starting":
        bridge.statusChanged.emit(OverlayStatus())


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("scene")
    parser.add_argument("--settings", default="{}")
    parser.add_argument("--backdrop", help="a picture shown below everything")
    parser.add_argument("--looks", type=Path, help="a file whose content names the look, as it changes")
    parser.add_argument("--data-dir", type=Path, help="all windows of the program, its files kept here")
    options = parser.parse_args()
    application = QApplication(sys.argv[:1])
    application.setQuitOnLastWindowClosed(False)
    bridge = Bridge()
    settings = from_mapping(json.loads(options.settings))
    whole = None
    if options.data_dir:
        whole = Desktop(bridge, settings, find_paths(options.data_dir), models=("tiny.en", "base"))
        window = whole.overlay
    else:
        window = OverlayWindow(bridge, settings)
    bridge.quitRequested.connect(lambda: application.exit(0))
    bridge.pauseToggled.connect(lambda paused: print(f"paused {paused}", flush=True))
    bridge.settingsChanged.connect(
        lambda new: print(f"size {new.font_size_px} places {list(new.geometries.values())}", flush=True)
    )
    bridge.sampleRequested.connect(lambda: talk(bridge))
    bridge.settingsRequested.connect(lambda: print("settings", flush=True))
    bridge.historyRequested.connect(lambda: print("history", flush=True))
    bridge.noticeRaised.connect(lambda notice: print(f"notice {notice.code}", flush=True))
    # said once the X server knows it too
    window.actions_shared.click_through.toggled.connect(
        lambda on: QTimer.singleShot(300, lambda: print(f"clicks pass {on}", flush=True))
    )
    if options.backdrop:
        below = QLabel()
        below.setWindowFlags(Qt.WindowType.BypassWindowManagerHint | Qt.WindowType.FramelessWindowHint)
        below.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        below.setPixmap(QPixmap(options.backdrop))
        below.setGeometry(0, 0, 1280, 800)
        below.show()
        below.lower()
    if whole is not None:
        whole.show()
    else:
        window.show()
    dialog = None
    if options.scene == "settings":
        dialog = SettingsWindow(bridge, settings, models=("tiny.en", "base.en", "small.en"))
        dialog.show()
    play(options.scene, bridge, window)
    looks = QTimer()
    if options.looks:
        looks.timeout.connect(lambda: wear(bridge, window, options.looks))
        looks.start(100)
    QTimer.singleShot(700, lambda: print("ready", flush=True))
    code = application.exec()
    if whole is not None:
        whole.close()
    window.deleteLater()
    return code


if __name__ == "__main__":
    raise SystemExit(main())
