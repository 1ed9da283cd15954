"""Upright pages: the turn, the lean, the scale, the colour, and the way back to the scan's own pixels."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.geometry import Affine
from pipeline.model.page import Page
from pipeline.pages.raster import Raster
from pipeline.pages.raw import RawPage, Turn
from pipeline.pages.upright import upright
from tests.pages import damage, drawing

DPI = 150


@pytest.fixture(scope="module")
def sheet() -> drawing.Sheet:
    return drawing.signature_page(DPI)


def straightened(
    gray: np.ndarray, *, dpi: float | None = DPI, turn: Turn = 0, bgr: np.ndarray | None = None, bits: int = 8
) -> tuple[Page, Raster]:
    height, width = gray.shape if turn in (0, 180) else gray.shape[::-1]
    size = None if dpi is None else (width * 72 / dpi, height * 72 / dpi)
    return upright(RawPage(number=1, gray=gray, bgr=bgr, size=size, turn=turn, bits=1 if bits == 1 else 8), 1)


# --- turn and lean ---


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
@pytest.mark.parametrize("lean", [-6.8, -1.3, 0.0, 3.7])
def test_turn_and_lean_are_found_and_undone(sheet: drawing.Sheet, turned: int, lean: float) -> None:
    page, raster = straightened(damage.leaning(damage.turned(sheet.gray, turned), lean))
    assert page.rotation == (360 - turned) % 360
    assert page.skew == pytest.approx(lean, abs=0.1)
    assert page.size == pytest.approx((612, 792), abs=0.5)
    y, x0, x1 = sheet.horizontal[3]
    strip = raster.gray_crop(raster.box.clipped(raster.box))[
        round((y - 1.5) * raster.px_per_pt) : round((y + 1.5) * raster.px_per_pt),
        round((x0 + 40) * raster.px_per_pt) : round((x1 - 40) * raster.px_per_pt),
    ]
    assert float(strip.min(axis=0).mean()) < 150, "the rule is not where the drawing has it"


@pytest.mark.parametrize("kind", ["serif", "sans", "bold", "mono"])
@pytest.mark.parametrize("turned", [90, 180])
def test_pages_of_text_alone_are_turned_in_any_face(kind: str, turned: int) -> None:
    gray = drawing.text_page(200, kind=kind).gray
    noisy = damage.jpeg(damage.noisy(damage.blurred(damage.turned(gray, turned), 0.7), 8), 40)
    assert straightened(noisy, dpi=200)[0].rotation == (360 - turned) % 360


def test_a_bitonal_page_is_turned_and_deskewed() -> None:
    gray = damage.turned(drawing.signature_page(200).gray, 270)
    page, _ = straightened(damage.bitonal(damage.noisy(damage.leaning(gray, -2.4), 15)), dpi=200)
    assert (page.rotation, page.skew) == (90, pytest.approx(-2.4, abs=0.1))


def test_a_page_without_straight_marks_is_left_as_it_is() -> None:
    gray = drawing.blank_page(DPI)
    cv2.line(gray, (300, 400), (700, 470), 120, 2, cv2.LINE_AA)
    page, _ = straightened(gray)
    assert (page.rotation, page.skew, page.blank) == (0, 0.0, False)


def test_the_files_own_turn_comes_first_and_is_not_reported(sheet: drawing.Sheet) -> None:
    page, raster = straightened(damage.turned(sheet.gray, 270), turn=90)
    assert page.rotation == 0
    assert np.array_equal(raster.gray, sheet.gray)
    assert page.raw_from_upright.apply(0, 0) == pytest.approx((0, sheet.gray.shape[1]), abs=0.1)


# --- the way back ---


@settings(max_examples=12, deadline=None)
@given(
    turned=st.sampled_from([0, 90, 180, 270]),
    asked=st.sampled_from([0, 90, 180, 270]),
    lean=st.floats(-6.5, 6.5),
    x=st.floats(60, 550),
    y=st.floats(60, 730),
)
def test_every_point_leads_back_to_its_pixel(turned: int, asked: Turn, lean: float, x: float, y: float) -> None:
    sheet = drawing.signature_page(DPI)
    shown = damage.leaning(damage.turned(sheet.gray, turned), lean)
    stored = damage.turned(shown, (360 - asked) % 360)
    page, _ = straightened(stored, turn=asked)
    assert page.rotation == (360 - turned) % 360
    # The same damage, done to the point.
    px, (height, width) = DPI / 72, sheet.gray.shape
    point = turned_point(turned, width, height).apply(x * px, y * px)
    width, height = shown.shape[::-1]
    point = damage.where_leaning_goes(*point, lean, width, height)
    back = (360 - asked) % 360
    expected = turned_point(back, width, height).apply(*point)
    found = page.raw_from_upright.apply(x, y)
    assert np.hypot(found[0] - expected[0], found[1] - expected[1]) < 2.0


def turned_point(clockwise: int, width: int, height: int) -> Affine:
    return {
        0: Affine(1, 0, 0, 0, 1, 0),
        90: Affine(0, -1, height, 1, 0, 0),
        180: Affine(-1, 0, width, 0, -1, height),
        270: Affine(0, 1, 0, -1, 0, width),
    }[clockwise]


def test_a_finer_scan_is_averaged_and_still_leads_back() -> None:
    sheet = drawing.signature_page(600)
    page, raster = straightened(sheet.gray, dpi=600)
    assert raster.px_per_pt == pytest.approx(300 / 72)
    assert page.raw_from_upright.apply(306, 396) == pytest.approx((2550, 3300), abs=1)


def test_pixels_that_are_not_square_are_made_so(sheet: drawing.Sheet) -> None:
    height, width = sheet.gray.shape
    fax = np.asarray(cv2.resize(sheet.gray, (width, height // 2), interpolation=cv2.INTER_AREA))
    page, raster = upright(RawPage(number=1, gray=fax, bgr=None, size=(612.0, 792.0)), 1)
    assert page.size == pytest.approx((612, 792), abs=1)
    assert raster.gray.shape == pytest.approx((height, width), abs=2)
    assert page.raw_from_upright.apply(612, 792) == pytest.approx((width, height // 2), abs=1)


# --- scale ---


@pytest.mark.parametrize("dpi", [150, 200, 300])
@pytest.mark.parametrize("tag", [1, 72, 9999, None])
def test_a_wrong_or_missing_dpi_tag_changes_no_size(dpi: int, tag: float | None) -> None:
    page, _ = straightened(drawing.signature_page(dpi, rows=5).gray, dpi=tag)
    assert page.size == pytest.approx((612, 792), abs=1)
    assert page.scale.source == "assumed"
    assert page.scale.error >= 0.05


@pytest.mark.parametrize("size", [(612, 792), (612, 1008), (595, 842), (792, 612), (792, 1224)])
def test_a_known_paper_at_the_files_dpi_is_believed(size: tuple[float, float]) -> None:
    page, _ = straightened(drawing.text_page(100, size=size).gray, dpi=100)
    assert (page.scale.source, page.size) == ("file", pytest.approx(size, abs=1))
    assert page.scale.error < 0.01


def test_a_cropped_page_keeps_the_files_dpi_with_more_doubt() -> None:
    gray = drawing.signature_page(200).gray[40:-60, 50:-40]
    page, _ = straightened(np.ascontiguousarray(gray), dpi=200)
    assert page.scale.source == "file"
    assert page.scale.px_per_pt == pytest.approx(200 / 72)
    assert page.scale.error >= 0.02


@pytest.mark.parametrize("tag", [200, 72])
def test_the_edge_of_the_paper_on_a_dark_bed_gives_the_scale(tag: int) -> None:
    sheet = drawing.signature_page(200).gray
    height, width = sheet.shape
    bed = np.full((height + 200, width + 180), 45, np.uint8)
    bed[90 : 90 + height, 70 : 70 + width] = sheet
    page, _ = straightened(damage.noisy(bed, 4), dpi=tag)
    assert page.scale.source == "paper"
    assert page.scale.px_per_pt == pytest.approx(200 / 72, rel=0.01)


# --- colour ---


def in_colour(gray: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR))


def test_gray_saved_as_colour_is_gray_and_its_channels_go(sheet: drawing.Sheet) -> None:
    page, raster = straightened(sheet.gray, bgr=damage.jpeg(in_colour(damage.noisy(sheet.gray, 5)), 40))
    assert page.colour == "gray"
    assert raster.bgr is None


def test_noise_of_the_sensor_is_no_colour(sheet: drawing.Sheet) -> None:
    bgr = damage.jpeg(damage.noisy(in_colour(sheet.gray), 8), 50)
    assert straightened(sheet.gray, bgr=bgr)[0].colour == "gray"


@pytest.mark.parametrize(
    "ink", [(40, 30, 190), (170, 90, 60), (120, 120, 200)], ids=["red header", "blue ballpoint", "faded red"]
)
def test_a_little_coloured_ink_makes_a_colour_page(sheet: drawing.Sheet, ink: tuple[int, int, int]) -> None:
    bgr = in_colour(sheet.gray)
    cv2.putText(bgr, "Pat Sample", (300, 900), cv2.FONT_HERSHEY_SIMPLEX, 0.8, ink, 2, cv2.LINE_AA)
    page, raster = straightened(sheet.gray, bgr=damage.jpeg(bgr, 60))
    assert page.colour == "colour"
    assert raster.bgr is not None and raster.bgr.shape[:2] == raster.gray.shape


def test_tinted_paper_is_colour(sheet: drawing.Sheet) -> None:
    tinted = np.minimum(in_colour(sheet.gray), np.array([205, 235, 240], np.uint8))
    assert straightened(sheet.gray, bgr=tinted)[0].colour == "colour"


def test_two_levels_are_bitonal_and_soft_edges_are_gray(sheet: drawing.Sheet) -> None:
    two = damage.bitonal(sheet.gray)
    assert straightened(two)[0].colour == "bitonal"
    assert straightened(damage.blurred(two, 0.6))[0].colour == "gray"


# --- odd pages ---


@pytest.mark.parametrize("shape", [(1, 1), (3, 500), (16, 16), (40, 1200)])
def test_tiny_pictures_do_not_stop_the_file(shape: tuple[int, int]) -> None:
    gray = np.random.default_rng(3).integers(0, 255, shape).astype(np.uint8)
    page, raster = upright(RawPage(number=7, gray=gray, bgr=None, size=None), 7)
    assert page.number == 7
    assert raster.gray.size >= 1


def test_a_negative_is_read_as_dark_on_light(sheet: drawing.Sheet) -> None:
    _, raster = straightened(255 - sheet.gray)
    assert float(np.median(raster.gray)) > 200


def test_the_same_pixels_give_the_same_page(sheet: drawing.Sheet) -> None:
    gray = damage.noisy(damage.leaning(sheet.gray, 1.1), 9)
    first, second = straightened(gray), straightened(gray)
    assert first[0] == second[0]
    assert np.array_equal(first[1].gray, second[1].gray)
