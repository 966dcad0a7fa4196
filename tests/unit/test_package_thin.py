"""What packaging/thin.py takes out of libraries: what asks them still loads, and Qt still sorts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import PySide6
import pytest

PACKAGING = Path(__file__).parents[2] / "packaging"
TOOLS = [tool for tool in ("cc", "nm", "readelf", "objcopy", "icupkg") if shutil.which(tool) is None]

pytestmark = pytest.mark.skipif(
    bool(TOOLS) or sys.platform != "linux", reason=f"THIN PACKAGE NOT TESTED: {' '.join(TOOLS)} missing"
)

ASK = """
import ctypes, sys
other = ctypes.CDLL(sys.argv[1])
print(other.ask(), other.ask_more())
"""
SORT = """
from functools import cmp_to_key
from PySide6.QtCore import QCollator, QLocale
for language in ("de", "sv", "es", "fr", "ja", "zh_CN"):
    words = ["zebra", "Äpfel", "apfel", "öl", "ol", "漢", "一", "い", "あ", "ñu", "nz"]
    print(language, sorted(words, key=cmp_to_key(QCollator(QLocale(language)).compare)))
    print(QLocale(language).toUpper("straße, ıi"))
print(open("/proc/self/maps").read().count("thin/libicudata"))
"""


def _python(code: str, *arguments: str, preload: str = "") -> str:
    environment = {**os.environ, "LD_PRELOAD": preload}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def _thin(folder: Path) -> None:
    subprocess.run(
        [sys.executable, "-c", "import sys, thin; thin.thin(thin.Path(sys.argv[1]))", str(folder)],
        check=True,
        cwd=PACKAGING,
    )


def test_functions_that_are_asked_for_answer_nothing(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.mkdir()
    encoder = program / "libx265-1.so.2"
    for name, code in (
        (encoder, "int level(void) { return 7; } int other(void) { return 8; } char large[1 << 20] = {1};"),
        (
            program / "libasks.so",
            "int level(void); int other(void);"
            "int ask(void) { return level(); } int ask_more(void) { return other(); }",
        ),
    ):
        source = tmp_path / "code.c"
        source.write_text(code, encoding="ascii")
        link = [] if name == encoder else [str(encoder), f"-Wl,-rpath,{program}"]
        command = ["cc", "-shared", "-fPIC", f"-Wl,-soname,{name.name}", "-o", str(name), str(source), *link]
        subprocess.run(command, check=True)
    (tmp_path / "program" / "libx265-1.so").symlink_to(encoder.name)
    assert _python(ASK, str(program / "libasks.so")).split() == ["7", "8"]
    before = encoder.stat().st_size
    _thin(program)
    assert _python(ASK, str(program / "libasks.so")).split() == ["0", "0"]
    assert encoder.stat().st_size < before / 10
    assert (program / "libx265-1.so").is_symlink()


def test_qt_sorts_and_writes_capitals_as_before(tmp_path: Path) -> None:
    (whole,) = (Path(PySide6.__file__).parent / "Qt" / "lib").glob("libicudata.so.*")
    folder = tmp_path / "thin"
    folder.mkdir()
    thinned = Path(shutil.copy(whole, folder))
    _thin(folder)
    assert thinned.stat().st_size < whole.stat().st_size / 4
    *before, _ = _python(SORT).splitlines()
    *after, n_used = _python(SORT, preload=str(thinned)).splitlines()
    assert int(n_used) > 0
    assert after == before
