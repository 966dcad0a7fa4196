"""Files that others may have written are read or refused: whatever is in them, nothing else happens."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hostile_files import TARGETS, try_bytes
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

# What pickletools thinks of an escape in a hostile pickle: nothing that anybody is shown.
pytestmark = pytest.mark.filterwarnings("ignore:invalid escape sequence:DeprecationWarning")

SEEDS = sorted((Path(__file__).parents[1] / "data" / "hostile").glob("*/*"))


@pytest.fixture(autouse=True)
def nothing_runs() -> Iterator[None]:
    """No program is started, no module of the file's choice imported, no code made, while a file is read."""
    yield
    assert not _SEEN, _SEEN


_SEEN: list[str] = []


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if _IS_READING and event in (
        "subprocess.Popen",
        "os.system",
        "os.exec",
        "os.posix_spawn",
        "pickle.find_class",
    ):
        _SEEN.append(f"{event} {arguments!r}"[:200])
    if _IS_READING and event.startswith("socket."):
        _SEEN.append(event)


_IS_READING: list[bool] = []
sys.addaudithook(_watch)


def _read(name: str, data: bytes, folder: Path) -> None:
    _IS_READING.append(True)
    try:
        try_bytes(name, data, folder)
    finally:
        _IS_READING.pop()


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_a_good_file_is_read(name: str, tmp_path: Path) -> None:
    _read(name, TARGETS[name].good(), tmp_path)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: f"{seed.parent.name}-{seed.name}")
def test_what_once_was_a_finding_is_none(seed: Path, tmp_path: Path) -> None:
    _read(seed.parent.name, seed.read_bytes(), tmp_path)


@pytest.mark.parametrize("name", sorted(TARGETS))
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_damaged_file_is_read_or_refused(
    name: str, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = bytearray(TARGETS[name].good())
    places = st.integers(0, max(0, len(content) - 1))
    for place, value in data.draw(st.lists(st.tuples(places, st.integers(0, 255)), max_size=6)):
        content[place] = value
    for place, more in data.draw(st.lists(st.tuples(places, st.binary(max_size=8)), max_size=2)):
        content[place:place] = more
    cut = data.draw(st.one_of(st.just(len(content)), places))
    _read(name, bytes(content[:cut]), tmp_path_factory.mktemp("any"))


@pytest.mark.parametrize("name", sorted(TARGETS))
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(content=st.binary(max_size=300))
def test_any_bytes_are_refused(name: str, tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    _read(name, content, tmp_path_factory.mktemp("any"))
