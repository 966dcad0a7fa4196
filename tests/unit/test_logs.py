"""The log file."""

from __future__ import annotations

import logging
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.logs import LOG_FILE, MAX_BYTES, start_logging, stop_logging


@pytest.fixture(autouse=True)
def _stopped() -> Iterator[None]:
    yield
    stop_logging()


def test_information_goes_to_the_file_and_nothing_to_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = start_logging(tmp_path)
    logging.getLogger("app.pipeline").info("the source opened")
    logging.getLogger("engines.runtime").warning("slow")
    logging.getLogger("engines.runtime").debug("not kept")
    assert path is not None
    text = path.read_text(encoding="utf-8")
    assert "INFO MainThread app.pipeline: the source opened" in text
    assert "slow" in text
    assert "not kept" not in text
    assert capsys.readouterr().err == ""


def test_debug_shows_warnings_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start_logging(tmp_path, debug=True)
    logging.getLogger("app.x").debug("detail")
    logging.getLogger("app.x").warning("look here")
    assert capsys.readouterr().err == "sightline: WARNING app.x: look here\n"
    assert "detail" in (tmp_path / LOG_FILE).read_text(encoding="utf-8")


def test_three_files_of_a_megabyte_at_most(tmp_path: Path) -> None:
    start_logging(tmp_path)
    line = "x" * 9_900
    for _ in range(500):
        logging.getLogger("app").info(line)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [LOG_FILE, LOG_FILE + ".1", LOG_FILE + ".2"]
    assert all(file.stat().st_size <= MAX_BYTES for file in files)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no mode bits")
def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    path = start_logging(tmp_path)
    assert path is not None
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_folder_that_cannot_be_written_does_not_stop_the_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start_logging(tmp_path / "missing") is None
    logging.getLogger("app").warning("nobody hears")
    assert capsys.readouterr().err == ""


def test_starting_twice_writes_each_line_once(tmp_path: Path) -> None:
    start_logging(tmp_path)
    path = start_logging(tmp_path)
    logging.getLogger("app").info("once")
    assert path is not None
    assert path.read_text(encoding="utf-8").count("once") == 1
