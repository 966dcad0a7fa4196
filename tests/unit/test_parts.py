"""What the flags and the settings make of the parts."""

from argparse import Namespace

import pytest

from app.parts import hot_words
from app.settings import Settings


@pytest.mark.parametrize(
    ("flag", "setting", "expected"),
    [
        (None, "", ()),
        (None, "Okonkwo,  Dr.  Szabo ,, Okonkwo", ("Okonkwo", "Dr. Szabo")),
        ("Zwicky", "Okonkwo", ("Zwicky",)),
        ("", "Okonkwo", ()),
    ],
)
def test_names_to_expect(flag: str | None, setting: str, expected: tuple[str, ...]) -> None:
    assert hot_words(Namespace(hot_words=flag), Settings(hot_words=setting)) == expected
