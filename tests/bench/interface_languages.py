"""Pictures of every window in every language, twice as large, and from right to left.

    xvfb-run -a python tests/bench/interface_languages.py FOLDER

Text is twice its usual size, as in tests/unit/ui/test_language.py, whose measure says what is cut off: the
last line counts it, and the exit code is 1 where there is any. What a measure cannot see is for eyes.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "unit" / "ui"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
if not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from test_language import _cut_off, _windows

from app.ui.language import LANGUAGES, use_language


def main() -> int:
    """See the first lines of this file."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication(["sightline"])
    font = application.font()
    font.setPointSizeF(2 * font.pointSizeF())
    application.setFont(font)
    n_pictures, n_cut = 0, 0
    for code in (*LANGUAGES, "rtl"):
        is_rtl = code == "rtl"
        use_language(application, "en" if is_rtl else code)
        direction = Qt.LayoutDirection.RightToLeft if is_rtl else Qt.LayoutDirection.LeftToRight
        application.setLayoutDirection(direction)
        with tempfile.TemporaryDirectory() as name:
            for window_name, window in _windows(Path(name)):
                for text in _cut_off(window):
                    n_cut += 1
                    print(f"{code} {window_name}: {text!r} is cut off")
                window.grab().save(str(folder / f"{code}_{window_name.replace(' ', '_')}.png"))
                n_pictures += 1
    print(f"{n_pictures} pictures, {n_cut} texts cut off")
    return 1 if n_cut else 0


if __name__ == "__main__":
    sys.exit(main())
