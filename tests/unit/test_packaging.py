"""What is packed: the installer's scripts do what they say, and the descriptions are valid."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage, QImageReader

ROOT = Path(__file__).parents[2]
LINUX = ROOT / "packaging" / "linux"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
ID = "io.github.sightline.Sightline"

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the installer is for Linux")


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    """An archive's folder with a program that says which it is."""
    folder = tmp_path / "archive"
    for inside in (
        "sightline/_internal",
        "share/applications",
        "share/metainfo",
        "share/icons/hicolor/32x32/apps",
    ):
        (folder / inside).mkdir(parents=True)
    (folder / "sightline" / "sightline").write_text("#!/bin/sh\necho new\n", encoding="utf-8")
    (folder / "sightline" / "sightline").chmod(0o755)
    shutil.copy(LINUX / "sightline.desktop", folder / "share" / "applications")
    shutil.copy(LINUX / f"{ID}.metainfo.xml", folder / "share" / "metainfo")
    (folder / "share/icons/hicolor/32x32/apps/sightline.png").write_bytes(b"icon")
    for script in ("install.sh", "uninstall.sh"):
        shutil.copy(LINUX / script, folder)
    return folder


def _run(script: Path, home: Path, *arguments: str) -> str:
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        ["sh", str(script), *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@on_linux
def test_install_over_an_older_version_and_uninstall(unpacked: Path, tmp_path: Path) -> None:
    home = tmp_path / "my home"
    local = home / ".local"
    (local / "lib" / "sightline").mkdir(parents=True)
    (local / "lib" / "sightline" / "of-the-old-one").touch()
    _run(unpacked / "install.sh", home)
    program = local / "bin" / "sightline"
    assert subprocess.run([program], capture_output=True, text=True).stdout == "new\n"
    assert not (local / "lib" / "sightline" / "of-the-old-one").exists()
    entry = (local / "share" / "applications" / "sightline.desktop").read_text(encoding="utf-8")
    assert f'Exec="{program}" run\n' in entry

    kept = [
        local / "share" / "sightline" / "history.sqlite3",
        home / ".config" / "sightline" / "settings.json",
    ]
    for file in (
        *kept,
        local / "share" / "icons" / "of-another.png",
        home / ".cache" / "sightline" / "graph",
    ):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    said = _run(local / "lib" / "sightline" / "uninstall.sh", home)
    assert "Kept" in said
    assert all(file.exists() for file in kept)
    assert (local / "share" / "icons" / "of-another.png").exists()
    for gone in ("bin/sightline", "lib/sightline", "share/applications/sightline.desktop"):
        assert not os.path.lexists(local / gone)
    assert not (home / ".cache" / "sightline").exists()


@on_linux
def test_uninstall_deletes_what_it_is_told_to(unpacked: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    history = home / ".local" / "share" / "sightline" / "history.sqlite3"
    history.parent.mkdir(parents=True)
    history.touch()
    _run(unpacked / "install.sh", home)
    _run(home / ".local" / "lib" / "sightline" / "uninstall.sh", home, "--delete")
    assert not history.parent.exists()


@on_linux
@pytest.mark.parametrize(("reply", "kept"), [("y", False), ("", True), ("n", True)])
def test_uninstall_asks_at_a_terminal(unpacked: Path, tmp_path: Path, reply: str, kept: bool) -> None:
    home = tmp_path / "home"
    history = home / ".local" / "share" / "sightline" / "history.sqlite3"
    history.parent.mkdir(parents=True)
    history.touch()
    _run(unpacked / "install.sh", home)
    ours, theirs = os.openpty()
    os.write(ours, f"{reply}\n".encode())
    done = subprocess.run(
        ["sh", str(home / ".local" / "lib" / "sightline" / "uninstall.sh")],
        env={"HOME": str(home), "PATH": os.environ["PATH"]},
        stdin=theirs,
        capture_output=True,
        text=True,
    )
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 0, done.stderr
    assert str(history.parent) in done.stdout
    assert "Delete them for good? [y/N]" in done.stdout
    assert history.exists() == kept
    assert not (home / ".local" / "lib" / "sightline").exists()


@on_linux
def test_uninstall_touches_nothing_where_nothing_is_installed(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "sightline").touch()
    script = tmp_path / "uninstall.sh"
    shutil.copy(LINUX / "uninstall.sh", script)
    done = subprocess.run(["sh", str(script), "--delete", str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 2
    assert (tmp_path / "bin" / "sightline").exists()


def test_versions_are_the_projects() -> None:
    description = ElementTree.parse(LINUX / f"{ID}.metainfo.xml").getroot()
    assert description.findtext("id") == ID
    assert next(release.get("version") for release in description.iter("release")) == VERSION
    installer = (ROOT / "packaging" / "windows" / "installer.iss").read_text(encoding="utf-8")
    assert re.findall(r'#define Version "([^"]+)"', installer) == [VERSION]


@pytest.mark.skipif(
    shutil.which("appstreamcli") is None, reason="APPSTREAM NOT TESTED: apt install appstream"
)
def test_the_appstream_description_is_valid() -> None:
    done = subprocess.run(
        ["appstreamcli", "validate", "--no-net", str(LINUX / f"{ID}.metainfo.xml")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def test_the_icon_is_there_at_every_size(tmp_path: Path) -> None:
    write = "import sys, build; from pathlib import Path; build.write_icons(Path(sys.argv[1]))"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    subprocess.run(
        [sys.executable, "-c", write, str(tmp_path)], check=True, cwd=ROOT / "packaging", env=environment
    )
    for size_px in (16, 22, 24, 32, 48, 64, 128, 256, 512):
        picture = QImage(str(tmp_path / f"hicolor/{size_px}x{size_px}/apps/sightline.png"))
        assert (picture.width(), picture.height()) == (size_px, size_px)
    assert (tmp_path / "hicolor/scalable/apps/sightline.svg").is_file()
    reader = QImageReader(str(tmp_path / "sightline.ico"))
    sizes = []
    for number in range(reader.imageCount()):
        assert reader.jumpToImage(number)
        picture = reader.read()
        sizes.append(picture.width())
        expected = QImage(str(tmp_path / f"hicolor/{picture.width()}x{picture.width()}/apps/sightline.png"))
        assert picture.convertToFormat(expected.format()) == expected
    assert sizes == [16, 22, 24, 32, 48, 64, 128, 256]
