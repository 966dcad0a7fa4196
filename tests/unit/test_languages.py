"""Names and codes of languages as a person may write them, and what is refused."""

import pytest

from app.cli import make_parser, run_command
from app.languages import NAMES, code_of, name_of


@pytest.mark.parametrize(
    ("written", "code"),
    [("de", "de"), ("German", "de"), ("DE-at", "de"), ("pt_BR", "pt"), ("mandarin", "zh"),
     ("zh-Hant-TW", "zh"), ("haitian  creole", "ht"), ("Yue", "yue"), ("jv", "jw"), ("Flemish", "nl")],
)  # fmt: skip
def test_names_and_codes_are_understood(written: str, code: str) -> None:
    assert code_of(written) == code


@pytest.mark.parametrize("written", ["", "klingon", "d", "de-", "-de", "deu1", "xx-DE", "auto"])
def test_anything_else_is_not(written: str) -> None:
    assert code_of(written) is None


def test_every_name_leads_to_its_code() -> None:
    assert len(NAMES) == 100
    assert all(code_of(name) == code and name_of(code) == name for code, name in NAMES.items())
    assert name_of("tlh") == "tlh"


def test_an_unknown_language_is_refused_before_anything_is_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["transcribe", "--language", "klingon", "none.wav"]) == 2
    error = capsys.readouterr().err
    assert "klingon" in error
    assert error.count("\n") == 1


def test_the_command_line_hands_on_a_code() -> None:
    parse = make_parser().parse_args
    assert parse(["run", "--language", "Japanese", "--task", "translate"]).language == "ja"
    assert parse(["run", "--language", "AUTO"]).language == "auto"
