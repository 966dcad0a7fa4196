"""Contrast by WCAG 2.2, with figures worked out elsewhere."""

from __future__ import annotations

import pytest

from app.captions.contrast import is_large, parse_colour, ratio, worst_ratio


def test_known_ratios() -> None:
    assert ratio(parse_colour("#ffffff"), parse_colour("#000000")) == pytest.approx(21)
    assert ratio(parse_colour("#777777"), parse_colour("#ffffff")) == pytest.approx(4.48, abs=0.01)


def test_white_on_a_see_through_black_box_over_a_white_desktop() -> None:
    """Figures of the project's notes: alpha 0.54 is needed for 4.5:1 and 0.66 for 7:1."""
    assert worst_ratio(("#ffffff", 1.0), [("#000000", 0.54)]) >= 4.5
    assert worst_ratio(("#ffffff", 1.0), [("#000000", 0.53)]) < 4.5
    assert worst_ratio(("#ffffff", 1.0), [("#000000", 0.66)]) >= 7


def test_the_usual_look_is_readable_and_so_is_its_tentative_tail() -> None:
    assert worst_ratio(("#ffffff", 1.0), [("#000000", 0.80)]) >= 7
    assert worst_ratio(("#ffffff", 0.70), [("#000000", 0.80)]) >= 4.5


def test_no_box_means_no_contrast() -> None:
    assert worst_ratio(("#ffffff", 1.0), []) == pytest.approx(1.0)


@pytest.mark.parametrize(("size_px", "weight", "large"), [(24, 400, True), (19, 700, True), (20, 400, False)])
def test_large_text(size_px: float, weight: int, large: bool) -> None:
    assert is_large(size_px, weight) is large


@pytest.mark.parametrize("colour", ["", "white", "#fff", "#gggggg"])
def test_not_a_colour(colour: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        parse_colour(colour)
