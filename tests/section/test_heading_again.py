"""A cell of a heading that the page's reading lost is read by itself."""

from __future__ import annotations

from pipeline.geometry import Box
from pipeline.model.text import PageText, TextLine, Word
from pipeline.section.heading_again import cells_again, lost_cells
from tests.section.printed_page import Sheet


def row_of_heads(third: str | None = None) -> Sheet:
    sheet = Sheet()
    for y in (70, 95, 118):
        sheet.rule(40, 560, y)
    for x in (40, 180, 300, 430, 560):
        sheet.upright(x, 70, 118)
    heads = [(44, "NAME OF CANDIDATE"), (184, "PLACE OF RESIDENCE"), (434, "OFFICE TITLE")]
    for x, head in heads + ([(304, third)] if third else []):
        sheet.print(x, 79, head, 7)
    for x, text in ((46, "Alma Baines"), (186, "12 Alder St"), (306, "Orchard"), (436, "Mayor")):
        sheet.print(x, 101, text)
    return sheet


class Reads:
    """An engine that reads one word, as surely as it is told."""

    stamp = "test"

    def __init__(self, certainty: float) -> None:
        self.certainty = certainty

    def read_region(self, crop: object, px_per_pt: float, *, page: int, origin: tuple[float, float], scale: float) -> PageText:
        x, y = origin
        word = Word(text="PARTY", box=Box(x + 3, y + 3, x + 30, y + 10), certainty=self.certainty)
        return PageText(page=page, lines=(TextLine(words=(word,)),), exact=False, engine="test")


def test_a_cell_without_words_beside_one_that_has_them_is_lost() -> None:
    view = row_of_heads().view()
    lost = lost_cells(view, view.page.box)
    assert len(lost) == 1
    assert lost[0].contains(365, 82)
    full = row_of_heads("PARTY").view()
    assert lost_cells(full, full.page.box) == ()


def test_what_is_read_surely_joins_the_page_and_a_doubtful_reading_does_not() -> None:
    view = row_of_heads().view()
    lost = lost_cells(view, view.page.box)
    surely = cells_again(view, lost, Reads(0.95))  # type: ignore[arg-type]
    assert "PARTY" in [w.text for w in surely.text.words]
    assert {w.text for w in view.text.words} <= {w.text for w in surely.text.words}
    assert [w.text for w in cells_again(view, lost, Reads(0.4)).text.words] == [w.text for w in view.text.words]  # type: ignore[arg-type]
