"""Correction fluid on an entry is told on paper that is not bleached; shading, light and bleached paper are nothing."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from pipeline.section import lines
from pipeline.signers import marks
from pipeline.signers.whited import WHITED
from tests.signers.drawn_lines import Drawn, NoHand, grid


def _on_paper(shade: int) -> Drawn:
    page = grid(6)
    for row in range(4):
        page.fill_line(row)
    tinted = np.clip(np.asarray(page.image).astype(int) + shade - 252, 0, 255).astype(np.uint8)
    page.image = Image.fromarray(tinted)
    page.draw = ImageDraw.Draw(page.image)
    return page


def _whited_out(page: Drawn, row: int, name: str, text: str = "") -> None:
    """A few strokes of a brush over an entry, and what was written on them when they had dried."""
    cell = page.cell(row, name)
    edge = [(4, 9), (30, 7), (62, 9), (66, 22), (61, 27), (30, 26), (5, 27), (3, 17)]
    page.draw.polygon([((cell.x0 + x) * page.k, (cell.y0 + y) * page.k) for x, y in edge], fill=(252, 252, 250))
    if text:
        page.written(row, name, text)


def _altered(page: Drawn, colour: str = "colour") -> list[set[str]]:
    view = page.view(colour)  # type: ignore[arg-type]
    (facts,) = lines.find(view, None, NoHand())
    found = marks.mark(view, facts).lines
    return [{c.meaning for c in line.cells if c.altered.present and c.altered.detail == WHITED} for line in found]


@pytest.mark.parametrize("colour", ["colour", "gray"])
@pytest.mark.parametrize(("name", "text"), [("name", "Bo Ray"), ("date", ""), ("address", "9 Birch Ct")])
def test_an_entry_that_was_whited_out_is_told(name: str, text: str, colour: str) -> None:
    page = _on_paper(236)
    _whited_out(page, 2, name, text)
    assert _altered(page, colour) == [set(), set(), {name}, set(), set(), set()]


@pytest.mark.parametrize("shade", [252, 236, 215])
def test_plain_paper_has_no_patches(shade: int) -> None:
    assert not any(_altered(_on_paper(shade)))


def test_on_bleached_paper_nothing_can_be_told() -> None:
    page = _on_paper(252)
    _whited_out(page, 2, "name", "Bo Ray")
    assert not any(_altered(page))


def test_a_column_that_the_form_leaves_white_is_no_patch() -> None:
    page = _on_paper(236)
    pixels = np.asarray(page.image).copy()
    cell = page.cell(0, "date")
    x0, x1 = round(cell.x0 * page.k) + 2, round(cell.x1 * page.k) - 1
    pixels[:, x0:x1] = np.where(pixels[:, x0:x1] > 200, 252, pixels[:, x0:x1])
    page.image = Image.fromarray(pixels)
    assert not any(_altered(page))


def test_light_that_falls_off_slowly_is_no_patch() -> None:
    page = _on_paper(236)
    pixels = np.asarray(page.image).astype(float)
    across = np.linspace(-1, 1, pixels.shape[1])
    pixels += (14 * np.exp(-((across / 0.35) ** 2)) - 8)[None, :, None]
    page.image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    assert not any(_altered(page))
