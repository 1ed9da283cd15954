"""What cannot be read on a page is told, with its place; a dirty page without writing is blank, a faint line is writing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from pipeline.model.page import Page
from pipeline.pages.raw import RawPage
from pipeline.pages.upright import upright
from tests.pages import damage, drawing

DPI = 200
PX = DPI / 72


def page_of(gray: np.ndarray, dpi: float = DPI, lossy: bool = False) -> Page:
    height, width = gray.shape
    size = (width * 72 / dpi, height * 72 / dpi)
    return upright(RawPage(number=1, gray=gray, bgr=None, size=size, lossy_bitonal=lossy), 1)[0]


def kinds(page: Page) -> list[str]:
    return [p.kind for p in page.problems]


@pytest.fixture(scope="module")
def written() -> np.ndarray:
    return drawing.signature_page(DPI).gray


def test_a_good_page_has_no_problem(written: np.ndarray) -> None:
    assert kinds(page_of(damage.jpeg(damage.noisy(damage.leaning(written, 1.5), 6), 60))) == []


# --- blank ---

PAPER = drawing.blank_page(DPI, paper=240)


@pytest.mark.parametrize(
    "dirty",
    [
        PAPER,
        damage.jpeg(damage.noisy(PAPER, 12), 40),
        damage.punched(damage.noisy(PAPER, 4), PX),
        damage.shaded(damage.noisy(PAPER, 4), PX),
        damage.streaked(damage.noisy(PAPER, 4), 500, 2, 180),
        damage.bitonal(damage.noisy(drawing.blank_page(DPI), 30), 160),
    ],
    ids=["paper", "noise", "punch holes", "shadow", "streak", "bitonal specks"],
)
def test_dirt_alone_is_blank(dirty: np.ndarray) -> None:
    page = page_of(dirty)
    assert page.blank
    assert (page.rotation, page.skew) == (0, 0.0)


def test_print_of_the_other_side_showing_through_is_blank() -> None:
    back = drawing.text_page(DPI).gray
    assert page_of(damage.noisy(damage.showing_through(PAPER, back), 3)).blank


@pytest.mark.parametrize("level", [200, 212])
def test_a_faint_pencil_line_is_not_blank(level: int) -> None:
    gray = PAPER.copy()
    cv2.line(gray, (560, 830), (720, 860), level, 2, cv2.LINE_AA)
    assert not page_of(damage.noisy(gray, 3)).blank


def test_a_label_without_writing_is_not_blank() -> None:
    gray = PAPER.copy()
    gray[800:900, 500:800] = 205
    assert not page_of(gray).blank


# --- streaks ---


@pytest.mark.parametrize("level", [60, 200])
def test_a_streak_is_found_where_it_runs(written: np.ndarray, level: int) -> None:
    page = page_of(damage.streaked(written, round(300 * PX), 2, level))
    (streak,) = [p for p in page.problems if p.kind == "streak"]
    assert streak.box is not None
    assert streak.box.x0 == pytest.approx(300, abs=1) and streak.box.x1 == pytest.approx(301, abs=1)
    assert streak.box.height == pytest.approx(792, abs=1)


def test_a_streak_on_a_turned_leaning_sheet_is_found_there(written: np.ndarray) -> None:
    shown = damage.streaked(damage.leaning(damage.turned(written, 90), 1.0), 900, 2, 80)
    page = page_of(shown)
    (streak,) = [p for p in page.problems if p.kind == "streak"]
    assert streak.box is not None
    # Turned back, the column 900 is a row counted from the bottom.
    assert streak.box.contains(306, 792 - 900 / PX)
    assert streak.box.width > 600


def test_printed_rules_are_no_streaks(written: np.ndarray) -> None:
    gray = written.copy()
    cv2.rectangle(gray, (60, 60), (gray.shape[1] - 60, gray.shape[0] - 60), 0, 3)
    assert "streak" not in kinds(page_of(gray))


# --- cut edges ---


@pytest.mark.parametrize(("side", "box_edge"), [("right", 2), ("left", 0)])
def test_a_page_cut_through_its_lines_is_told_with_the_edge(written: np.ndarray, side: str, box_edge: int) -> None:
    width = written.shape[1]
    gray = written[:, : round(0.86 * width)] if side == "right" else written[:, round(0.14 * width) :]
    page = page_of(np.ascontiguousarray(gray))
    (cut,) = [p for p in page.problems if p.kind == "cut-edge"]
    assert side in cut.detail and cut.box is not None
    assert cut.box.rounded()[box_edge] == pytest.approx((0.0, 0.0, page.size[0])[box_edge], abs=1)


def test_one_stroke_off_the_paper_is_no_cut_edge(written: np.ndarray) -> None:
    gray = written.copy()
    cv2.line(gray, (gray.shape[1] - 200, 800), (gray.shape[1], 700), 30, 4)
    assert "cut-edge" not in kinds(page_of(gray))


def test_a_dark_bed_is_no_cut_edge(written: np.ndarray) -> None:
    height, width = written.shape
    bed = np.full((height + 120, width + 120), 40, np.uint8)
    bed[60:-60, 60:-60] = written
    assert kinds(page_of(damage.noisy(bed, 5))) == []


# --- blur, resolution, JBIG2 ---


@pytest.mark.parametrize("dpi", [150, 200, 300])
def test_blur_is_told_once_letters_run_together(dpi: int) -> None:
    gray = drawing.text_page(dpi).gray
    assert "blur" in kinds(page_of(damage.noisy(damage.blurred(gray, 0.9 * dpi / 72), 3), dpi))
    assert "blur" not in kinds(page_of(damage.noisy(damage.blurred(gray, 0.3 * dpi / 72), 3), dpi))


def test_a_coarse_scan_is_told_and_a_blank_one_is_not() -> None:
    assert "low-resolution" in kinds(page_of(drawing.text_page(100).gray, 100))
    assert "low-resolution" not in kinds(page_of(drawing.text_page(150).gray, 150))
    assert kinds(page_of(drawing.blank_page(100), 100)) == []


def test_jbig2_is_told(written: np.ndarray) -> None:
    assert "lossy-bitonal" in kinds(page_of(damage.bitonal(written), lossy=True))
