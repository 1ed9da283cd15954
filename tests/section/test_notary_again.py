"""A notarial act that print OCR left out: read anew where it can be, told as a doubt where it cannot, absent where nothing is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pipeline.model.text import PageText, TextLine
from pipeline.pages.view import PageView
from pipeline.section import affidavit
from pipeline.section.figures import Engines
from tests.section.oath_sheet import SOUGHT, act
from tests.section.oath_sheet import affidavit as draw
from tests.section.printed_page import ReadsAs, Sheet


class Reads(ReadsAs):
    """Print OCR that gives these lines for every region."""

    def __init__(self, lines: tuple[TextLine, ...]) -> None:
        super().__init__(None)
        self._lines = lines

    def read_region(
        self,
        gray: NDArray[np.uint8],
        px_per_pt: float,
        *,
        page: int,
        origin: tuple[float, float] = (0.0, 0.0),
        scale: float = 1.0,
    ) -> PageText:
        return PageText(page=page, lines=self._lines, exact=False, engine="test")


def lost_act() -> tuple[PageView, tuple[TextLine, ...]]:
    """A page whose act was not read, and the lines that were not."""
    sheet = Sheet()
    below = draw(sheet)
    act(sheet, below, stamp=False)
    view = sheet.view()
    lost = tuple(line for line in view.text.lines if line.box.y0 >= below - 2)
    kept = tuple(line for line in view.text.lines if line not in lost)
    return replace(view, text=replace(view.text, lines=kept)), lost


def test_an_act_that_was_not_read_is_read_by_itself() -> None:
    view, lost = lost_act()
    (found,) = affidavit.find([view], SOUGHT, Engines(printed=Reads(lost), hand=ReadsAs("9/3/26")))
    assert found.notary is not None and found.notary.signature.present
    assert found.perhaps_act is None


def test_an_act_that_cannot_be_read_is_a_doubt() -> None:
    view, _ = lost_act()
    (found,) = affidavit.find([view], SOUGHT, Engines(printed=Reads(()), hand=ReadsAs("9/3/26")))
    assert found.notary is None
    assert found.perhaps_act is not None and found.perhaps_act.present is None


def test_one_row_of_an_act_is_a_doubt() -> None:
    sheet = Sheet()
    below = draw(sheet)
    sheet.print(50, below + 40, "Notary stamp", 8)
    (found,) = affidavit.find([sheet.view()], SOUGHT, Engines())
    assert found.notary is None and found.perhaps_act is not None


def test_nothing_below_the_affidavit_but_the_number_of_the_page_is_no_act() -> None:
    sheet = Sheet()
    draw(sheet)
    sheet.print(280, 760, "Page 4 of 4", 8)
    (found,) = affidavit.find([sheet.view()], SOUGHT, Engines(printed=Reads(())))
    assert found.notary is None and found.perhaps_act is None
