"""Ink: its colour against the paper, stains, and what no word explains."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.geometry import Box
from pipeline.pages.ink import InkTaken, blotted, colour_elsewhere, coloured_ink, ink_left, ink_taken, letter_mask, stem_width
from tests.section.typeset_page import SERIF_BOLD, Paper

LINE = Box(50, 60, 300, 74)


def set_in(colour: tuple[int, int, int], **look) -> Paper:
    paper = Paper(dpi=200, **look)
    paper.set("knowingly sign a petition", 60, face=SERIF_BOLD, colour=colour)
    return paper


@pytest.mark.parametrize(
    ("rgb", "colour"),
    [((200, 0, 0), "red"), ((120, 10, 10), "red"), ((20, 20, 20), "none"), ((30, 60, 160), "other"), ((10, 100, 40), "other")],
)
@pytest.mark.parametrize("tint", [(250, 250, 250), (250, 240, 205)])
def test_colour_is_judged_against_the_paper(rgb, colour, tint):
    taken = ink_taken(set_in(rgb, tint=tint).view(jpeg=45).raster, LINE)
    assert taken is not None and taken.colour == colour


def test_a_page_without_colour_has_no_ink_colour():
    assert ink_taken(set_in((200, 0, 0)).view(colour="gray").raster, LINE) is None


@pytest.mark.parametrize(
    ("hue", "unevenness", "colour"),
    [(0, 0.9, "red"), (348, 0.5, "red"), (24, 0.9, "unsure"), (40, 0.9, "other"), (0, 0.05, "none")],
)
def test_red_ends_where_brown_and_magenta_begin(hue, unevenness, colour):
    assert InkTaken(hue=hue, unevenness=unevenness, weight=1.0).colour == colour


def test_colour_elsewhere_sees_a_pen_and_tinted_paper_but_not_the_letters_themselves():
    alone, signed = set_in((200, 0, 0)), set_in((200, 0, 0))
    signed.stroke([(100, 400), (150, 390), (200, 410)], (30, 60, 170))
    assert not colour_elsewhere(alone.view().raster, [LINE])
    assert colour_elsewhere(signed.view().raster, [LINE])
    assert colour_elsewhere(set_in((200, 0, 0), tint=(250, 240, 205)).view().raster, [LINE])


def test_a_blue_pen_is_found_where_it_went():
    paper = set_in((20, 20, 20))
    paper.stroke([(100, 400), (200, 400)], (30, 60, 170), width=1.5)
    mask = coloured_ink(paper.view().raster.bgr, hue_from=190, hue_to=280)
    rows = np.flatnonzero(mask.any(axis=1)) / paper.px
    assert rows.size and rows.min() > 395 and rows.max() < 405


def test_a_punch_hole_is_a_blot_and_bold_letters_are_none():
    paper = set_in((20, 20, 20))
    paper.blot(400, 67, 6)
    raster = paper.view().raster
    assert blotted(raster, Box(396, 61, 404, 73), 9)
    assert not blotted(raster, LINE, 9)


def test_ink_that_no_word_explains_is_left():
    paper = set_in((20, 20, 20))
    paper.set("a line nobody read", 80, seen=False)
    raster = paper.view().raster
    words = [w.box for w in paper.view().text.words]
    assert ink_left(raster, Box(48, 58, 300, 76), words) < 1
    assert ink_left(raster, Box(48, 58, 300, 94), words) > 20


def test_blank_paper_has_neither_letters_nor_stems():
    raster = Paper(dpi=200).view().raster
    assert not letter_mask(raster.gray_crop(LINE)).any()
    assert stem_width(raster.gray_crop(LINE), raster.px_per_pt) is None
