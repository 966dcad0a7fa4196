"""Starting with the desktop: the file that desktops look for, and who changes it."""

from __future__ import annotations

import configparser
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import autostart, main
from app.captions.types import UserNotice
from app.settings import Settings
from app.ui.bridge import Bridge

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps it in the registry")


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def test_it_is_set_twice_and_taken_back_twice(config: Path) -> None:
    assert not autostart.is_autostart()
    autostart.set_autostart(True)
    autostart.set_autostart(True)
    assert autostart.is_autostart()
    entry = configparser.RawConfigParser()
    entry.optionxform = str  # type: ignore[method-assign,assignment]
    entry.read(config / "autostart" / "sightline.desktop", encoding="utf-8")
    assert entry["Desktop Entry"]["Type"] == "Application"
    assert _words(entry["Desktop Entry"]["Exec"]) == autostart.command()
    autostart.set_autostart(False)
    autostart.set_autostart(False)
    assert not autostart.is_autostart()


@pytest.mark.parametrize("line", ["Hidden=true", "X-GNOME-Autostart-enabled=false"])
def test_the_desktops_own_list_may_switch_it_off(line: str) -> None:
    autostart.set_autostart(True)
    with autostart.autostart_file().open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    assert not autostart.is_autostart()
    autostart.set_autostart(True)
    assert autostart.is_autostart()


@pytest.mark.parametrize("content", [b"", b"\xff", b"[Other]\nExec=x\n", b"no section", b"[Desktop Entry\n"])
def test_an_entry_that_no_desktop_reads_is_none(content: bytes) -> None:
    autostart.set_autostart(True)
    autostart.autostart_file().write_bytes(content)
    assert not autostart.is_autostart()


def _words(line: str) -> list[str]:
    """By the desktop entry specification: the value's escapes first, then those in the quotes."""
    text = line.replace("\\\\", "\\")
    words, word, i = [], "", 0
    while i < len(text):
        assert text[i] == '"'
        i += 1
        while text[i] != '"':
            i += text[i] == "\\"
            i += text[i] == "%"
            word += text[i]
            i += 1
        words.append(word)
        word, i = "", i + 2
    return words


@given(st.lists(st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1), min_size=1))
def test_any_path_is_written_so_that_desktops_read_it_back(words: list[str]) -> None:
    line = next(line for line in autostart._entry(words).splitlines() if line.startswith("Exec="))
    assert _words(line.removeprefix("Exec=")) == words


def test_a_packaged_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert autostart.command() == [sys.executable, "run"]


def test_the_window_changes_it_and_says_when_that_fails(config: Path) -> None:
    bridge = Bridge()
    told: list[UserNotice] = []
    bridge.noticeRaised.connect(told.append)
    main._follow_autostart(Settings(start_with_desktop=True), bridge)
    assert autostart.is_autostart()
    main._follow_autostart(Settings(start_with_desktop=False), bridge)
    assert not autostart.is_autostart()
    (config / "autostart").rmdir()
    (config / "autostart").touch()
    main._follow_autostart(Settings(start_with_desktop=True), bridge)
    assert [notice.code for notice in told] == ["autostart-not-set"]
