"""A live run opens what can be heard, says what cannot, and waits for it."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app import live
from app.captions.types import UserNotice
from app.paths import find_paths
from app.settings import Settings
from engines.errors import DeviceError


def source(name: str, *, fails: bool) -> Any:
    waited: list[bool] = []

    def open_(*, wait: bool = False) -> None:
        if fails and not wait:
            raise DeviceError(f"There is no {name}.", "Connect one.")
        waited.append(wait)

    return SimpleNamespace(
        name=name, open=open_, waited=waited, take_notices=lambda: ["told already"], close=lambda: None
    )


def opened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sources: list[Any]
) -> tuple[list[Any], list[Any]]:
    notices: list[UserNotice] = []
    view: Any = SimpleNamespace(notice=notices.append)
    monkeypatch.setattr(live, "make_sources", lambda *_: sources)
    run = live.LiveRun(argparse.Namespace(), find_paths(tmp_path), Settings(), "both", view)
    with ExitStack() as stack:
        return run._open_sources(stack), notices


def test_one_missing_source_of_two_is_a_warning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sources = [source("loopback", fails=False), source("microphone", fails=True)]
    heard, notices = opened(monkeypatch, tmp_path, sources)
    assert heard == sources
    assert [each.waited for each in sources] == [[False], [True]]
    # The terminal leaves out errors, which end a run and are said then.
    assert [notice.severity for notice in notices] == ["warning"]
    assert "microphone" in notices[0].title


def test_no_source_at_all_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="loopback"):
        opened(monkeypatch, tmp_path, [source("loopback", fails=True), source("microphone", fails=True)])
