"""Builds the program with PyInstaller and packs it with what a desktop wants: python packaging/build.py

Linux: build/package/sightline-VERSION-linux-MACHINE.tar.gz. Windows: the folder that installer.iss packs.
Needs an environment in which Sightline is installed without its developers' extras, and PyInstaller 6; on
Linux also binutils, a C compiler and icu-devtools (thin.py).
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import shutil
import struct
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING

from thin import thin

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

ROOT = Path(__file__).resolve().parents[1]
METAINFO = "io.github.sightline.Sightline.metainfo.xml"
UNSTRIPPED = ("numpy.libs",)
"""strip damages these (ELF load command not page-aligned)."""
MOST_BYTES = 350_000_000
"""The program's folder, with tiny.en; whoever installs it may have a slow line and a small disk."""


def write_icons(folder: Path) -> None:
    """The icon at every size below `folder`, as the icon theme specification lays them out, and an .ico."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.path.insert(0, str(ROOT))
    from PySide6.QtGui import QGuiApplication

    from app.ui.icons import SIZES_PX, icon_image

    application = QGuiApplication([])
    for size_px in SIZES_PX:
        target = folder / "hicolor" / f"{size_px}x{size_px}" / "apps" / "sightline.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        if not icon_image(size_px).save(str(target)):
            raise OSError(f"{target} could not be written")
    scalable = folder / "hicolor" / "scalable" / "apps"
    scalable.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "resources" / "icons" / "sightline.svg", scalable)
    pictures = [_as_ico(icon_image(size_px)) for size_px in SIZES_PX if size_px <= 256]
    (folder / "sightline.ico").write_bytes(join_icos(pictures))
    del application


def _as_ico(image: QImage) -> bytes:
    from PySide6.QtCore import QBuffer

    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "ICO"):  # type: ignore[call-overload]  # a QIODevice, says Qt's own manual
        raise OSError("the .ico could not be written")
    return bytes(buffer.data().data())


def join_icos(icons: list[bytes]) -> bytes:
    """One .ico of many sizes, from .ico files of one picture each: Qt writes no others.

    Layout: a header of 6 bytes (0, 1, the number of pictures), 16 bytes for each picture that end in its
    length and place, then the pictures (Microsoft, "Icons", ICONDIR and ICONDIRENTRY).
    """
    place = 6 + 16 * len(icons)
    entries, pictures = b"", b""
    for icon in icons:
        picture = icon[6 + 16 :]
        entries += icon[6 : 6 + 8] + struct.pack("<II", len(picture), place + len(pictures))
        pictures += picture
    return struct.pack("<HHH", 0, 1, len(icons)) + entries + pictures


def freeze(work: Path) -> Path:
    """Run PyInstaller; returns the program's folder."""
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(work / "dist"), "--workpath", str(work / "pyinstaller")]
    environment = {**os.environ, "SIGHTLINE_ICON": str(work / "icons" / "sightline.ico")}
    subprocess.run(
        [*command, str(ROOT / "packaging" / "sightline.spec")], check=True, cwd=ROOT, env=environment
    )
    return work / "dist" / "sightline"


def strip(folder: Path) -> None:
    """Take what only debuggers read out of the libraries."""
    libraries = [path for path in folder.rglob("*.so*") if path.is_file() and not path.is_symlink()]
    chosen = [str(path) for path in libraries if not set(UNSTRIPPED) & set(path.parts)]
    subprocess.run(["strip", "--strip-unneeded", *chosen], check=True)


def pack(program: Path, work: Path) -> Path:
    """The archive: the program, the menu's files, install.sh and uninstall.sh."""
    version = importlib.metadata.version("sightline")
    name = f"sightline-{version}-linux-{platform.machine()}"
    linux = ROOT / "packaging" / "linux"
    layout = {
        program: "sightline",
        work / "icons" / "hicolor": "share/icons/hicolor",
        linux / "sightline.desktop": "share/applications/sightline.desktop",
        linux / METAINFO: f"share/metainfo/{METAINFO}",
        linux / "install.sh": "install.sh",
        linux / "uninstall.sh": "uninstall.sh",
    }
    target = work / "package" / f"{name}.tar.gz"
    target.parent.mkdir(parents=True, exist_ok=True)

    def owned_by_root(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        return member

    with tarfile.open(target, "w:gz", compresslevel=9) as archive:
        for source, inside in layout.items():
            archive.add(source, f"{name}/{inside}", filter=owned_by_root)
    return target


def n_bytes(folder: Path) -> int:
    """Of all files below it."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def main() -> None:
    """See the first lines of this file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=ROOT / "build", help="everything is built below it")
    options = parser.parse_args()
    work: Path = options.work.absolute()
    write_icons(work / "icons")
    program = freeze(work)
    if sys.platform == "linux":
        thin(program)
        strip(program)
    print(f"{program}: {n_bytes(program) / 1e6:.1f} MB")
    if sys.platform == "linux" and n_bytes(program) > MOST_BYTES:
        sys.exit("build: that is too large; `find -size +1M` there shows what came along")
    if sys.platform == "linux":
        archive = pack(program, work)
        print(f"{archive}: {archive.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
