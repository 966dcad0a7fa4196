"""Every error has words for a person."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

import app
import engines
from app.notices import KINDS, notice_for, one_line
from engines.errors import DisplayError, InputFileError, ModelMissingError, SightlineBug, SightlineError


def _all_classes(top: type[SightlineError]) -> Iterator[type[SightlineError]]:
    yield top
    for each in top.__subclasses__():
        yield from _all_classes(each)


def _import_everything() -> None:
    """Errors may be defined in any module; each must import without a GPU, a display or a sound device."""
    for package in (app, engines):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if not module.name.startswith("app.ui") and not module.name.endswith("__main__"):
                importlib.import_module(module.name)


def test_every_error_has_a_notice_of_its_own() -> None:
    _import_everything()
    ours = [e for e in _all_classes(SightlineError) if e.__module__.startswith(("app.", "engines."))]
    missing = [each.__name__ for each in ours if each not in KINDS]
    assert not missing, f"app/notices.py says nothing about {missing}"


def test_codes_are_different_and_every_notice_says_what_to_do() -> None:
    assert len({kind.code for kind in KINDS.values()}) == len(KINDS)
    for error_type in KINDS:
        notice = notice_for(error_type(""))
        assert notice.title.endswith(".")
        assert notice.advice.endswith((".", "`"))


def test_the_error_speaks_first() -> None:
    notice = notice_for(InputFileError("a.wav has no sound in it", "Choose another file."))
    assert notice.code == "unreadable-input"
    assert notice.title == "a.wav has no sound in it."
    assert notice.advice == "Choose another file."


def test_an_error_without_advice_gets_that_of_its_class() -> None:
    assert "sightline models get" in notice_for(ModelMissingError("base is not here.")).advice


def test_a_subclass_without_an_entry_falls_back_to_the_class_above() -> None:
    class OddDisplayError(DisplayError):
        """Only here."""

    assert notice_for(OddDisplayError("No screen.")).code == "no-display"


@pytest.mark.parametrize("error", [SightlineBug("queue of -1"), ZeroDivisionError("division by zero")])
def test_bugs_are_not_called_the_users(error: Exception) -> None:
    notice = notice_for(error)
    assert notice.code == "unexpected-fault"
    assert type(error).__name__ in notice.title
    assert "--debug" in notice.advice


def test_one_line_is_one_line() -> None:
    line = one_line(InputFileError("first\nsecond.", "Do\r\n this."))
    assert line == "sightline: first second. Do this."


def test_a_terminal_has_nothing_to_obey_in_it() -> None:
    line = one_line(InputFileError("\x1b[31mred\x07.wav \u202egpj \udcff", "Don’t, Zoë 日本."))
    assert line == "sightline: \ufffd[31mred\ufffd.wav \ufffdgpj \ufffd. Don’t, Zoë 日本."
