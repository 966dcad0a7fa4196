"""Settings: kept, clamped, set aside when damaged, written atomically."""

from __future__ import annotations

import json
import os
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as tried
from hypothesis import strategies as st

from app import settings as module
from app.settings import Settings, clamped, from_mapping, load, save, to_mapping

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


def test_no_file_gives_the_defaults_without_a_notice(tmp_path: Path) -> None:
    assert load(tmp_path / "settings.json") == (Settings(), None)


def test_what_is_saved_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    chosen = Settings(font_size_px=56, text_color="#ffe14d", geometries={"0,0,1280x800": (10, 20, 0)})
    save(path, chosen)
    assert load(path) == (chosen, None)
    assert [child.name for child in path.parent.iterdir()] == ["settings.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_only_the_owner_may_read(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    save(path, Settings())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_newer_versions_keys_survive(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"version": 9, "hologram": {"depth": 3}, "line_count": 3}))
    loaded, notice = load(path)
    assert notice is None
    assert loaded.line_count == 3
    save(path, replace(loaded, line_count=4))
    assert json.loads(path.read_text())["hologram"] == {"depth": 3}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe\x00", b'"text"', b"[" * 100_000])
def test_a_damaged_file_is_set_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    loaded, notice = load(path)
    assert loaded == Settings()
    assert notice is not None
    assert notice.code == "settings-damaged"
    (aside,) = tmp_path.glob("settings.json.damaged-*")
    assert aside.read_bytes() == content
    assert aside.name in notice.advice


@pytest.mark.parametrize(
    ("raw", "name", "value"),
    [
        ({"font_size_px": 4}, "font_size_px", 12),
        ({"font_size_px": 1e9}, "font_size_px", 144),
        ({"line_count": True}, "line_count", 2),
        ({"line_length": 99}, "line_length", 60),
        ({"background_opacity": -1}, "background_opacity", 0.0),
        ({"hold_time_s": float("nan")}, "hold_time_s", 8.0),
        ({"text_color": "red"}, "text_color", "#ffffff"),
        ({"edge": "glow"}, "edge", "none"),
        ({"source": 7}, "source", "loopback"),
        ({"model": "../x\0"}, "model", "auto"),
        ({"font_family": "\x1b[2J"}, "font_family", ""),
        ({"loopback_device": "\ud800"}, "loopback_device", ""),
        ({"language": "x" * 200_000}, "language", "auto"),
        ({"hot_words": "Ada\0Bo"}, "hot_words", "Ada Bo"),
        ({"geometries": {"a": [1, 2], "b": [1, 2, 3], "c": "x"}}, "geometries", {"b": (1, 2, 3)}),
    ],
)
def test_values_out_of_range(raw: dict[str, object], name: str, value: object) -> None:
    assert getattr(from_mapping(raw), name) == value


@tried(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.fixed_dictionaries({}, optional=dict.fromkeys(sorted(module._KNOWN), JSON)))
def test_any_json_gives_settings_that_are_in_range(raw: dict[str, object]) -> None:
    loaded = from_mapping(raw)
    assert clamped(loaded) == loaded
    assert from_mapping(to_mapping(loaded)) == loaded


def test_half_a_character_does_not_keep_the_rest_from_being_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"own_looks": {"\\ud800": {"line_count": 3}}, "hot_words": "Ada \\udfff"}')
    save(path, load(path)[0])
    kept, notice = load(path)
    assert notice is None
    assert kept.hot_words == "Ada ?"
    assert list(kept.own_looks) == ["?"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.json"
    save(path, Settings(line_count=3))

    def fail(_: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        save(path, Settings(line_count=4))
    monkeypatch.undo()
    assert load(path)[0].line_count == 3
    assert len(list(tmp_path.iterdir())) == 1


def test_a_list_of_names_has_an_end() -> None:
    assert from_mapping({"hot_words": "Okonkwo, " * 10_000}).hot_words == ("Okonkwo, " * 10_000)[:10_000]
