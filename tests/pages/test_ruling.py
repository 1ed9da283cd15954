"""Ruled lines: all of a grid, none of a text, whatever the scan did to them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from pipeline.pages.raster import Raster
from pipeline.pages.ruling import RuledLine, find_rules
from tests.pages import damage, drawing


def rules_of(gray: np.ndarray, dpi: float) -> tuple[RuledLine, ...]:
    return find_rules(Raster(gray=gray, bgr=None, px_per_pt=dpi / 72))


def found_at(rules: tuple[RuledLine, ...], direction: str, at: float, start: float, end: float, slack: float = 1.2) -> bool:
    """Whether one rule lies there and covers nearly all of the length."""
    return any(
        r.direction == direction and abs(r.at - at) <= slack and abs(r.start - start) <= 6 and abs(r.end - end) <= 6
        for r in rules
    )


def expect_the_grid(rules: tuple[RuledLine, ...], sheet: drawing.Sheet, others: int = 0) -> None:
    for y, x0, x1 in sheet.horizontal:
        assert found_at(rules, "horizontal", y, x0, x1), f"no rule at y {y}"
    for x, y0, y1 in sheet.vertical:
        assert found_at(rules, "vertical", x, y0, y1), f"no rule at x {x}"
    assert len(rules) <= len(sheet.horizontal) + len(sheet.vertical) + others


@pytest.mark.parametrize("dpi", [100, 150, 200, 300])
def test_a_grid_is_found_whole_and_nothing_else(dpi: int) -> None:
    sheet = drawing.signature_page(dpi)
    expect_the_grid(rules_of(sheet.gray, dpi), sheet)


@pytest.mark.parametrize(("shade", "width"), [(0, 0.25), (150, 0.4), (200, 0.6), (0, 2.0)])
def test_hairlines_gray_lines_and_fat_lines(shade: int, width: float) -> None:
    sheet = drawing.signature_page(300, shade=shade, width_pt=width)
    expect_the_grid(rules_of(damage.noisy(sheet.gray, 4), 300), sheet)


def test_bitonal_200_dpi_leaning_a_hair() -> None:
    sheet = drawing.signature_page(200)
    gray = damage.bitonal(damage.noisy(damage.leaning(sheet.gray, 0.08), 20))
    expect_the_grid(rules_of(gray, 200), sheet, others=2)


def test_handwriting_over_the_rules_does_not_break_them() -> None:
    sheet = drawing.signature_page(200)
    gray, px, rng = sheet.gray.copy(), 200 / 72, np.random.default_rng(4)
    for y, x0, _ in sheet.horizontal[1:]:
        points = np.stack([np.linspace(x0 + 30, x0 + 180, 40), y - 9 + 11 * rng.standard_normal(40)], axis=1) * px
        cv2.polylines(gray, [points.astype(np.int32)], False, 40, 3, cv2.LINE_AA)
    rules = rules_of(gray, 200)
    for y, x0, x1 in sheet.horizontal:
        assert found_at(rules, "horizontal", y, x0, x1, slack=1.6), f"no rule at y {y}"


@pytest.mark.parametrize("kind", ["serif", "sans", "bold", "mono"])
@pytest.mark.parametrize("dpi", [150, 300])
def test_text_has_no_rules(kind: str, dpi: int) -> None:
    assert rules_of(damage.blurred(drawing.text_page(dpi, kind=kind).gray, 0.6), dpi) == ()


@pytest.mark.parametrize(("on", "off"), [(2, 5), (8, 6), (16, 10)])
def test_dotted_and_dashed_rules_are_one(on: int, off: int) -> None:
    gray = drawing.blank_page(200)
    for x in range(300, 1300, on + off):
        gray[900:902, x : x + on] = 0
    rules = [r for r in rules_of(gray, 200) if r.length > 300]
    assert len(rules) == 1
    assert rules[0].at == pytest.approx(901 * 72 / 200, abs=0.6)


def test_the_edges_of_a_filled_heading_bar_are_rules() -> None:
    gray = drawing.blank_page(200)
    gray[600:660, 200:1500] = 40
    cv2.putText(gray, "SIGNATURE   PRINTED NAME", (260, 645), cv2.FONT_HERSHEY_SIMPLEX, 1.2, 255, 2, cv2.LINE_AA)
    rules = rules_of(gray, 200)
    assert found_at(rules, "horizontal", 600 * 0.36, 72, 540)
    assert found_at(rules, "horizontal", 660 * 0.36, 72, 540)


def test_blanks_to_fill_in_stay_apart() -> None:
    gray = drawing.blank_page(200)
    gray[900:902, 200:600] = 0
    gray[900:902, 640:1100] = 0
    blanks = sorted((r.start, r.end) for r in rules_of(gray, 200))
    assert blanks == [pytest.approx((72, 216), abs=1), pytest.approx((230.4, 396), abs=1)]


def test_an_empty_picture_has_none() -> None:
    assert rules_of(np.full((2, 3), 255, np.uint8), 200) == ()
