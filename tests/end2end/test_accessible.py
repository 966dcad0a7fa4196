"""What a screen reader is told: a name and a role for every control, and committed text only.

Needs the Debian packages of tests/end2end/screen.py, dbus-daemon and at-spi2-core; without them these tests
are skipped and say so.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end2end import accessible
from tests.end2end.screen import Screen, missing_tools, wait_for

MISSING = missing_tools() + accessible.missing_tools()
pytestmark = [
    pytest.mark.desktop,
    pytest.mark.skipif(bool(MISSING), reason=f"ACCESSIBILITY NOT TESTED: apt install {' '.join(MISSING)}"),
]
UNNAMED_ROLES = {
    "scroll bar",
    "frame",
    "filler",
    "page tab list",
    "panel",
    "layered pane",
    "viewport",
    "scroll pane",
}
"""Parts of a control that has a name itself, and what only holds others."""


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH", "LANG") if name in os.environ}
    with Screen(tmp_path, {**kept, "XDG_RUNTIME_DIR": str(tmp_path)}) as made:
        yield made


@pytest.fixture
def reader(screen: Screen, tmp_path: Path) -> Iterator[accessible.Session]:
    session = accessible.Session(tmp_path, screen.env)
    yield session
    session.close()


def test_every_control_of_every_window_has_a_name_and_a_role(
    screen: Screen, reader: accessible.Session, tmp_path: Path
) -> None:
    screen.stage("error", "--data-dir", str(tmp_path / "data"), **reader.env)
    screen.window("Sightline captions")
    titles = {
        "ctrl+comma": "Sightline settings",
        "F1": "Sightline keys",
        "shift+F1": "Sightline: first steps",
        "ctrl+h": "Sightline history",
    }
    for key, title in titles.items():
        screen.xdotool("key", "super+alt+j")
        wait_for(lambda: screen.focused() == "Sightline captions", "the keyboard in the captions")
        screen.xdotool("key", key)
        screen.window(title)
    windows = reader.windows()
    assert {"Live captions", *titles.values()} <= {window.name for window in windows}
    nodes = [node for window in windows for node in window.walk()]
    controls = [node for node in nodes if node.is_focusable]
    assert len(controls) > 60
    assert all(node.role not in ("", "invalid", "unknown") for node in nodes)
    nameless = [
        f"{node.role} in {parent.role} {parent.name!r}"
        for window in windows
        for parent in window.walk()
        for node in parent.children
        if node.is_focusable
        and not node.name.strip()
        and node.role not in UNNAMED_ROLES
        # the list that drops down belongs to its box
        and parent.role != "combo box"
    ]
    assert nameless == []


@pytest.mark.parametrize("is_asked", [True, False])
def test_committed_text_is_announced_once_when_asked_for(
    screen: Screen, reader: accessible.Session, tmp_path: Path, is_asked: bool
) -> None:
    settings = '{"announce_captions": true}' if is_asked else "{}"
    screen.stage("paused", "--data-dir", str(tmp_path / "data"), "--settings", settings, **reader.env)
    screen.window("Sightline captions")
    reader.windows()
    reader.listen()
    screen.xdotool("key", "super+alt+j")
    wait_for(lambda: screen.focused() == "Sightline captions", "the keyboard in the captions")
    screen.xdotool("key", "ctrl+shift+s")
    expected = ["it was", "the best", "of times."] if is_asked else []
    assert reader.announced(4.0) == expected
