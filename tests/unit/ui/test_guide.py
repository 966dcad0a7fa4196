"""The guide says what the program does: its keys, commands that exist, links that lead somewhere."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from app.cli import make_parser

ROOT = Path(__file__).parents[3]
PAGES = sorted([*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])
COMMAND = re.compile(r"`(?:\.venv/bin/)?sightline ([^`]*)`|^    \.venv/bin/sightline ([^#\n]*)", re.MULTILINE)
EXAMPLES = {"DIR": "/d", "FILE": "f.wav", "PATH": "p", "FOLDER": "f", "NAME": "base", "CLIP": "c.wav"}


def _name(page: Path) -> str:
    return page.name


def test_the_page_of_keys_is_what_the_program_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    import make_guide

    assert (ROOT / "docs" / "keys.md").read_text(encoding="utf-8") == make_guide.keys_page(), (
        "run: python docs/make_guide.py keys"
    )
    sys.modules.pop("make_guide")


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if target.startswith("http"):
            continue
        path, _, heading = target.partition("#")
        file = (page.parent / path) if path else page
        assert file.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in [title.lower().replace(" ", "-") for title in titles], target


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_commands_are_understood(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for quoted, shown in COMMAND.findall(page.read_text(encoding="utf-8")):
        for line in (quoted or shown).split("&&"):
            words = [EXAMPLES.get(word, word) for word in line.replace(".venv/bin/sightline", "").split()]
            try:
                make_parser().parse_args(words)
            except SystemExit:
                # A command may be named without what it needs.
                said = capsys.readouterr().err
                assert "are required" in said or "expected" in said, f"{line}: {said}"


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_files_that_pages_name_are_there(page: Path) -> None:
    for path in re.findall(
        r"`((?:app|engines|tests|resources|packaging|docs)/[\w/.]+\.\w+)`", page.read_text()
    ):
        assert (ROOT / path).exists(), path
