"""Pages that are no signature pages, and lines that no recogniser of Latin letters reads: an answer, no guess, and no crash."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from pipeline.ocr.hand import PpocrHand
from pipeline.section import lines
from pipeline.signers import marks
from pipeline.signers.elector import look_up
from pipeline.signers.read_block import read_block
from tests.ocr.lettering import face
from tests.roll.rolls import ADA, roll_of
from tests.signers.drawn_lines import BLUE, Drawn, NoHand, grid


def _photograph() -> Drawn:
    """A landscape: soft light, hills, a fence."""
    page = Drawn()
    height, width = page.image.height, page.image.width
    soft = cv2.GaussianBlur(np.random.default_rng(3).uniform(0, 255, (height, width, 3)).astype(np.uint8), (0, 0), 40)
    soft = cv2.normalize(soft, None, 20, 235, cv2.NORM_MINMAX)
    page.image = Image.fromarray(np.asarray(soft, np.uint8))
    page.draw = ImageDraw.Draw(page.image)
    for x in range(60, 560, 22):
        page.rule(x, 500, x + 3, 640, 3)
    return page


def test_a_photograph_has_no_signer_lines() -> None:
    assert not lines.find(_photograph().view(), None, NoHand())


def test_a_page_without_a_grid_has_none() -> None:
    page = Drawn()
    for n in range(14):
        page.printed(60, 80 + 30 * n, "Shall the council of the city be asked to keep the library open on Sundays")
    assert not lines.find(page.view(), None, NoHand())


def test_a_grid_with_nothing_in_it_is_blank_lines_and_nobody_is_looked_up(tmp_path: Path) -> None:
    view = grid(6).view()
    (facts,) = lines.find(view, None, NoHand())
    marked = marks.mark(view, facts)
    read = read_block(view.raster, marked.lines, PpocrHand())
    assert len(read) == 6
    assert not any(line.written or line.name or line.address or line.date or line.writing for line in read)
    with roll_of(tmp_path, [ADA]) as roll:
        assert all(look_up(line, roll).roll is None for line in read)


def test_another_script_is_a_written_line_that_is_nobodys(tmp_path: Path) -> None:
    page = grid(6)
    page.fill_line(0)
    page.signed(1)
    font = face("dejavu/DejaVuSans.ttf", round(11 * page.k))
    for name, text in (("name", "Жанна Щукина"), ("address", "ул. Цветочная 14"), ("date", "14 июня")):
        cell = page.cell(1, name)
        page.draw.text(((cell.x0 + 5) * page.k, (cell.y1 - 6) * page.k), text, font=font, fill=BLUE, anchor="ls")
    view = page.view()
    (facts,) = lines.find(view, None, NoHand())
    marked = marks.mark(view, facts)
    line = read_block(view.raster, marked.lines, PpocrHand())[1]
    assert line.signature.present
    assert line.name is not None and line.address is not None and line.date is not None
    assert line.name.certainty < 0.8 and line.address.certainty < 0.8
    assert line.date.day is None
    with roll_of(tmp_path, [ADA]) as roll:
        found = look_up(line, roll).roll
    assert found is not None and found.answer != "found"
    assert found.searched
