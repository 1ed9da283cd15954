"""The ink of a number: whole, though print OCR cut it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.geometry import union
from pipeline.model.text import TextLine
from pipeline.section.figure_ink import whole_figures
from tests.section.printed_page import Sheet


def page(label_reaches: bool):  # type: ignore[no-untyped-def]
    """A label and wide-set figures `0026`, of which OCR made one word without the first figure."""
    sheet = Sheet()
    label = sheet.print(60, 30, "Section No.")
    figures = [sheet.print(label.x1 + 5 + 9 * n, 30, c) for n, c in enumerate("0026")]
    view = sheet.view()
    words = [w for w in view.text.words if w.box not in figures]
    if label_reaches:
        words[-1] = replace(words[-1], box=union([words[-1].box, figures[0]]))
    number = replace(words[0], text="926", box=union(figures[1:]))
    return replace(view, text=replace(view.text, lines=(TextLine(words=(*words, number)),))), number, figures


@pytest.mark.parametrize("label_reaches", [False, True])
def test_a_figure_that_ocr_left_out_belongs_to_the_number(label_reaches: bool) -> None:
    view, number, figures = page(label_reaches)
    found = whole_figures(view, number)
    assert found.count == 4
    assert found.box.x0 == pytest.approx(figures[0].x0, abs=1)
    assert found.box.x1 == pytest.approx(figures[-1].x1, abs=1)


def test_letters_of_the_label_are_no_figures() -> None:
    sheet = Sheet()
    sheet.print(60, 30, "Section Number 0026")
    view = sheet.view()
    number = view.text.words[-1]
    found = whole_figures(view, number)
    assert found.count == 4
    assert found.box.x0 == pytest.approx(number.box.x0, abs=1)


def test_where_there_is_no_ink_the_word_itself_comes_back() -> None:
    sheet = Sheet()
    box = sheet.print(60, 30, "Section No.")
    view = sheet.view()
    number = replace(view.text.words[-1], text="0026", box=box.moved(200, 300))
    assert whole_figures(view, number).box == number.box
