"""Takes out of a frozen program what this one never uses, where the libraries leave no choice of files.

Some is large and linked in: the tables of ICU, which Qt brings for every language's calendars, currencies
and old encodings; FFmpeg's video encoders, though only sound is ever decoded; a database behind JACK's
library, which speaks to no other JACK than the one it was built with. Linux; needs icupkg (Debian:
icu-devtools) and a C compiler on the machine that builds.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

ICU_UNUSED = re.compile(
    r"(brkitr|curr|lang|rbnf|region|translit|unit|zone)/.*|.*\.cnv|cnvalias\.icu"
    r"|(?!res_)[a-z]{2,3}(_\w+)?\.res"
)
"""Qt asks ICU for sorting, the case of letters and the names of time zones; the last nothing here shows."""
EMPTIED = ("libx265", "libSvtAv1Enc", "libjack")
"""The encoders have 20 and 7 MB; what else libavcodec is linked to also decodes, or is small."""


def thin(program: Path) -> None:
    """All of it, in the folder that PyInstaller has made."""
    for library in _files(program, "libicudata.so.*"):
        thin_icu(library)
    for name in EMPTIED:
        for library in _files(program, f"{name}*.so.*"):
            leave_functions(library, program)


def thin_icu(library: Path) -> None:
    """Write ICU's data library anew without ICU_UNUSED."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        symbol = _functions(library, "R")[0]
        # The name of its file, with the byte order at the end ("l"), is in all names of the data.
        whole = folder / f"{symbol.removesuffix('_dat')}l.dat"
        kept = folder / "kept" / whole.name
        kept.parent.mkdir()
        _run("objcopy", "-O", "binary", "--only-section=.rodata", str(library), str(whole))
        items = _run("icupkg", "-l", str(whole)).split()
        unused = folder / "unused.txt"
        unused.write_text("\n".join(item for item in items if ICU_UNUSED.fullmatch(item)), encoding="ascii")
        _run("icupkg", "-r", str(unused), str(whole), str(kept))
        source = folder / "data.S"
        source.write_text(
            f".section .rodata\n.balign 16\n.globl {symbol}\n.type {symbol}, STT_OBJECT\n{symbol}:\n"
            f'.incbin "{kept}"\n.size {symbol}, . - {symbol}\n.section .note.GNU-stack\n',
            encoding="utf-8",
        )
        _link(source, library)


def leave_functions(library: Path, program: Path) -> None:
    """Put a library in `library`'s place whose functions, those that others ask it for, all answer 0.

    FFmpeg takes that for "no such encoder" or "done", PortAudio for "JACK does not run".
    """
    has = set(_functions(library, "T"))
    needed = {
        function
        for other in _files(program, "lib*.so*")
        if other != library and library.name in _run("readelf", "-d", str(other))
        for function in _functions(other, "U")
    }
    with tempfile.TemporaryDirectory() as name:
        source = Path(name) / "functions.c"
        lines = [f"void *{function}(void) {{ return 0; }}\n" for function in sorted(has & needed)]
        source.write_text("".join(lines), encoding="ascii")
        _link(source, library)


def _files(program: Path, pattern: str) -> list[Path]:
    # PyInstaller links to many a library from the top of its folder.
    return [path for path in program.rglob(pattern) if not path.is_symlink()]


def _functions(library: Path, kind: str) -> list[str]:
    """The names in a library's table, of a kind as nm marks it: T functions, R data, U asked of others."""
    lines = [line.split() for line in _run("nm", "-D", str(library)).splitlines()]
    return [words[-1].split("@")[0] for words in lines if words[-2] == kind]


def _link(source: Path, library: Path) -> None:
    _run("cc", "-shared", "-nostdlib", "-s", f"-Wl,-soname,{library.name}", "-o", str(library), str(source))


def _run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
