"""In this process too, nothing asks for the network but the getting of a model."""

from __future__ import annotations

import importlib
import pkgutil
import socket
from pathlib import Path
from typing import Any

import pytest

import app
import engines
from app import cli

asked: list[str] = []


@pytest.fixture(autouse=True)
def refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """No socket but those of this computer, and no name looked up."""
    asked.clear()
    really = socket.socket

    class Refusing(really):  # type: ignore[valid-type,misc]
        def __init__(self, family: int = -1, *more: Any, **named: Any) -> None:
            if family in (-1, socket.AF_INET, socket.AF_INET6):
                asked.append(f"socket {family}")
                raise OSError("no network in this test")
            super().__init__(family, *more, **named)

    def refuse(*names: Any, **_: Any) -> None:
        asked.append(f"look up {names[:2]}")
        raise socket.gaierror("no network in this test")

    monkeypatch.setattr(socket, "socket", Refusing)
    for name in ("getaddrinfo", "gethostbyname", "create_connection"):
        monkeypatch.setattr(socket, name, refuse)


def test_importing_everything_asks_for_nothing() -> None:
    for package in (app, engines):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    assert asked == []


@pytest.mark.parametrize(
    "words",
    [
        ["models", "list"],
        ["models", "verify"],
        ["engine", "list"],
        ["history", "search", "x"],
        ["doctor", "--json"],
        ["models", "verify", "base"],
    ],
    ids=" ".join,
)
def test_commands_ask_for_nothing(words: list[str], tmp_path: Path) -> None:
    assert cli.run_command(["--data-dir", str(tmp_path), *words]) in (0, 4)
    assert asked == []


def test_a_model_that_is_asked_for_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else the tests above would see nothing either."""
    from engines import hub

    monkeypatch.setattr(hub, "PAUSE_S", 0.0)
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    assert cli.run_command(["--data-dir", str(tmp_path), "models", "get", "small"]) == 4
    assert asked
    assert "could not be reached" in capsys.readouterr().err
