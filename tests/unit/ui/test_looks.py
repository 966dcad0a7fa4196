"""Looks of the user's own, the nearest readable colours, spacing, and the pages that hold them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QTabWidget

from app.settings import LOOK_FIELDS, Settings, from_mapping, to_mapping
from app.ui import presets
from app.ui.bridge import Bridge
from app.ui.caption_painter import CaptionPainter
from app.ui.fonts import EASY, EASY_FAMILIES, caption_font
from app.ui.settings_form import SettingsForm
from app.ui.settings_window import SettingsWindow

COLOURS = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")


@settings(max_examples=60, deadline=None)
@given(COLOURS, COLOURS, COLOURS, *[st.floats(0, 1)] * 2, st.floats(0.3, 1), st.sampled_from([14, 40]))
def test_every_offered_change_makes_it_readable(
    text: str,
    back: str,
    window: str,
    back_opacity: float,
    window_opacity: float,
    text_opacity: float,
    px: int,
) -> None:
    look = Settings(
        text_color=text,
        text_opacity=text_opacity,
        background_color=back,
        background_opacity=back_opacity,
        window_color=window,
        window_opacity=window_opacity,
        font_size_px=px,
    )
    found = presets.remedies(look)
    assert bool(found) == (not presets.readability(look).is_enough)
    for remedy in found:
        assert presets.readability(remedy.settings).is_enough, remedy.label


def test_the_nearest_change_is_a_small_one() -> None:
    grey = Settings(text_color="#808080", background_opacity=1.0, font_size_px=14)
    (first, *_) = presets.remedies(replace(grey, text_color="#606060"))
    assert presets.readability(first.settings).ratio < 5
    see_through = presets.remedies(Settings(background_opacity=0.3))
    assert [remedy.label for remedy in see_through] == ["Background 42%"]


def test_a_look_goes_out_and_comes_back(application: QApplication, tmp_path: Path) -> None:
    own = Settings(font_family=EASY, letter_spacing=0.1, line_spacing=1.6, window_color="#102030")
    path = tmp_path / "calm.json"
    presets.export_look(path, "Calm", presets.own_look(own))
    name, look = presets.import_look(path)
    assert name == "Calm"
    assert set(look) == set(LOOK_FIELDS)
    kept = from_mapping(json.loads(json.dumps(to_mapping(Settings(own_looks={name: look})))))
    assert presets.with_own_look(kept, "Calm").letter_spacing == 0.1
    assert presets.matching_own_look(replace(presets.with_own_look(kept, "Calm"))) == "Calm"


@pytest.mark.parametrize("content", ["", "[]", '{"look": {"font_size_px": 20}}', "\x00\x01", '{"a":' * 2000])
def test_another_file_is_refused_in_one_sentence(bridge: Bridge, tmp_path: Path, content: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(content)
    window = SettingsWindow(bridge, Settings())
    window.look_page.import_from(path)
    assert "not a look of Sightline's" in window.look_page.said.text()
    window.look_page.import_from(tmp_path / "missing.json")
    assert "cannot be read" in window.look_page.said.text()
    window.look_page.export_to(tmp_path / "no" / "such.json", "x")
    assert "cannot be written" in window.look_page.said.text()
    assert window.settings == Settings()
    window.deleteLater()


def test_values_out_of_range_are_clamped_at_import(bridge: Bridge, tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    path.write_text(json.dumps({"sightline_look": 1, "look": {"font_size_px": 9000, "text_color": "red"}}))
    window = SettingsWindow(bridge, Settings())
    window.look_page.import_from(path)
    assert (window.settings.font_size_px, window.settings.text_color) == (144, "#ffffff")
    assert list(window.settings.own_looks) == ["huge"]
    window.deleteLater()


def test_spacing_is_measured_and_drawn(application: QApplication) -> None:
    tight, wide = CaptionPainter(Settings()), CaptionPainter(Settings(letter_spacing=0.1, line_spacing=2.0))
    assert wide.measure("spaced") == pytest.approx(tight.measure("spaced") + 6 * 3.2, abs=0.5)
    assert (tight.line_height, wide.line_height) == (41.0, 64.0)


def test_the_easy_font_is_one_that_is_installed(application: QApplication) -> None:
    assert caption_font(EASY, 20, 400).family() in EASY_FAMILIES


def test_no_key_of_a_page_is_given_twice(bridge: Bridge) -> None:
    window = SettingsWindow(bridge, Settings())
    tabs = window.findChild(QTabWidget)
    assert tabs is not None
    shared = [tabs.tabText(index) for index in range(tabs.count())] + ["&Close", "Restore standar&d settings"]
    for page in window.findChildren(SettingsForm):
        texts = [label.text() for label in page.findChildren(QLabel) if label.buddy() is not None]
        texts += [button.text() for button in page.findChildren(QAbstractButton)]
        keys = Counter(text[text.index("&") + 1].lower() for text in texts + shared if "&" in text)
        assert [key for key, count in keys.items() if count > 1] == []
    window.deleteLater()
