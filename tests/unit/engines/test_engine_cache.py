"""What becomes of engines on the disk: whole, damaged, cut short, out of date, for other cards."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from engines.runtime import engine_cache
from engines.runtime.engine_cache import EngineKey, EngineSet

KEY = EngineKey(
    model="tiny.en",
    weights_sha256="ab" * 32,
    graphs="2-0123456789abcdef",
    library="tensorrt_rtx",
    library_version="1.7.1.116",
    precision="fp16",
    profiles="0011223344556677",
    capabilities=("8.6", "8.9"),
)
PLAN = bytes(range(256)) * 20


def store(folder: Path, key: EngineKey = KEY) -> EngineSet:
    with engine_cache.staging(folder, key) as staged:
        for part in ("encoder", "prefill", "step"):
            staged.add(f"{part}.engine", PLAN)
        return staged.finish()


def wanted(**changes: object) -> EngineKey:
    return replace(KEY, capabilities=("8.9",), **changes)  # type: ignore[arg-type]


def test_engines_are_found_for_one_of_their_cards(tmp_path: Path) -> None:
    stored = store(tmp_path)
    found, verdict = engine_cache.find(tmp_path, wanted())
    assert verdict == engine_cache.Verdict("ready")
    assert found == stored
    assert found.engine("step").read_bytes() == PLAN
    assert found.n_bytes == 3 * len(PLAN)
    assert found.path.name.startswith("tiny.en-fp16-sm86_89-")


def test_nothing_is_missing(tmp_path: Path) -> None:
    found, verdict = engine_cache.find(tmp_path / "nowhere", wanted())
    assert found is None
    assert verdict.state == "missing"
    assert "tiny.en in fp16" in verdict.reason


@pytest.mark.parametrize(
    ("change", "state", "reason"),
    [
        ({"weights_sha256": "cd" * 32}, "stale", "weights are no longer"),
        ({"graphs": "3-0123456789abcdef"}, "stale", "another version of Sightline"),
        ({"library_version": "1.8.0.1"}, "stale", "1.7.1.116, and tensorrt_rtx 1.8.0.1 is installed"),
        ({"library": "tensorrt"}, "stale", "built by tensorrt_rtx"),
        ({"profiles": "ff"}, "stale", "other lengths"),
        ({"precision": "int8"}, "missing", "no engine of tiny.en in int8"),
        ({"model": "base"}, "missing", "no engine of base"),
    ],
)
def test_what_differs_is_said(tmp_path: Path, change: dict[str, str], state: str, reason: str) -> None:
    store(tmp_path)
    found, verdict = engine_cache.find(tmp_path, wanted(**change))
    assert found is None
    assert verdict.state == state
    assert reason in verdict.reason


def test_another_card_is_foreign(tmp_path: Path) -> None:
    store(tmp_path)
    found, verdict = engine_cache.find(tmp_path, replace(KEY, capabilities=("12.0",)))
    assert found is None
    assert verdict.state == "foreign"
    assert verdict.reason == "It was built for compute capability 8.6, 8.9, and 12.0 is wanted."


def test_a_flipped_bit_is_damage(tmp_path: Path) -> None:
    path = store(tmp_path).engine("prefill")
    data = bytearray(path.read_bytes())
    data[1000] ^= 1
    path.write_bytes(data)
    _, verdict = engine_cache.find(tmp_path, wanted())
    assert verdict == engine_cache.Verdict(
        "damaged", "prefill.engine is not what was written (its sha256 differs)."
    )


@pytest.mark.parametrize("n_bytes", [0, 1, len(PLAN) - 1])
def test_a_cut_file_is_truncated(tmp_path: Path, n_bytes: int) -> None:
    os.truncate(store(tmp_path).engine("step"), n_bytes)
    _, verdict = engine_cache.find(tmp_path, wanted())
    assert verdict.state == "truncated"
    assert f"({n_bytes} of {len(PLAN)} bytes are there)" in verdict.reason


def test_a_longer_file_is_damage(tmp_path: Path) -> None:
    with store(tmp_path).engine("step").open("ab") as stream:
        stream.write(b"more")
    assert engine_cache.find(tmp_path, wanted())[1].state == "damaged"


def test_a_file_that_is_gone_is_damage(tmp_path: Path) -> None:
    store(tmp_path).engine("encoder").unlink()
    assert engine_cache.find(tmp_path, wanted())[1].state == "damaged"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"key": 3}', '{"key": {}, "files": {}, "build_s": 1}'])
def test_a_manifest_that_cannot_be_read_is_damage(tmp_path: Path, text: str) -> None:
    engines = store(tmp_path)
    (engines.path / engine_cache.MANIFEST).write_text(text, encoding="utf-8")
    found, verdict = engine_cache.find(tmp_path, wanted())
    assert found is None
    assert verdict.state == "damaged"
    assert engine_cache.list_sets(tmp_path) == [(engines.path, None)]


def test_whole_engines_win_over_damaged_ones(tmp_path: Path) -> None:
    good = store(tmp_path, replace(KEY, capabilities=("8.9",)))
    os.truncate(store(tmp_path).engine("step"), 3)
    assert engine_cache.find(tmp_path, wanted())[0] == good


def test_a_build_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def fail() -> None:
        with engine_cache.staging(tmp_path, KEY) as staged:
            staged.add("encoder.engine", PLAN)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert list(tmp_path.iterdir()) == []


KILLED_BUILD = """
import os, pathlib, signal, sys
from engines.runtime import engine_cache
with engine_cache.staging(pathlib.Path(sys.argv[1]), engine_cache.EngineKey(*"abcdefg", ("8.9",))) as staged:
    staged.add("encoder.engine", b"half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_what_a_killed_build_left_goes_and_a_build_in_progress_stays(tmp_path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED_BUILD, str(tmp_path)])
    assert killed.returncode == -signal.SIGKILL
    (left,) = tmp_path.iterdir()
    assert (left / "encoder.engine").read_bytes() == b"half"
    with engine_cache.staging(tmp_path, KEY) as staged:
        assert not left.exists()
        staged.add("encoder.engine", PLAN)
        assert engine_cache.remove_abandoned(tmp_path) == 0
        assert len(list(tmp_path.iterdir())) == 1
        engines = staged.finish()
    assert [path.name for path in engines.path.iterdir() if path.name.startswith(".")] == []
    assert engine_cache.check_files(engines).ready


def test_a_folder_in_the_making_without_a_lock_goes_when_it_is_no_longer_new(tmp_path: Path) -> None:
    old, young = (tmp_path / f"{engine_cache.STAGING}{name}" for name in ("old", "young"))
    for each in (old, young):
        each.mkdir()
    then = time.time() - 2 * engine_cache.UNLOCKED_S
    os.utime(old, (then, then))
    store(tmp_path)
    assert not old.exists()
    assert young.exists()
    assert engine_cache.find(tmp_path, wanted())[1].ready


def test_a_rebuild_takes_the_place_of_the_old(tmp_path: Path) -> None:
    old = store(tmp_path, replace(KEY, library_version="1.6.0"))
    other_cards = store(tmp_path, replace(KEY, library_version="1.6.0", capabilities=("7.5",)))
    new = store(tmp_path)
    again = store(tmp_path)
    engine_cache.remove_replaced(tmp_path, again)
    assert new.path == again.path
    assert not old.path.exists()
    assert other_cards.path.exists()
    assert engine_cache.find(tmp_path, wanted())[0] == again


def test_kernels_are_kept_for_one_card_and_driver(tmp_path: Path) -> None:
    engines = store(tmp_path)
    path = engines.jit_cache("NVIDIA GeForce RTX 4070 / Laptop", "580.65.06")
    assert path == engines.path / "jit-NVIDIA_GeForce_RTX_4070_Laptop-580.65.06.cache"
    assert path != engines.jit_cache("NVIDIA GeForce RTX 4070 / Laptop", "581.00")
