"""Papers without a text of a measure, sorted into sections: by heading or recall statement, whole on a page or on several."""

from __future__ import annotations

from pipeline.geometry import Box
from pipeline.model.section import PrintedPageNumber
from pipeline.model.sought import Sought
from pipeline.section.assembly import split
from pipeline.section.glance import Glance, glance
from tests.section.printed_page import Sheet


def seen(page: int, *parts: str, begins: bool = False, printed: tuple[int, int] | None = None) -> Glance:
    number = None
    if printed:
        number = PrintedPageNumber(page=page, box=Box(300, 760, 340, 770), number=printed[0], of=printed[1], certainty=0.95)
    return Glance(
        page=page, blank=not parts, parts=frozenset(parts), text_begins=begins, serial=None, number=number, words=()  # type: ignore[arg-type]
    )  # fmt: skip


WHOLE = ("nomination-heading", "lines", "affidavit")


def test_forms_with_heading_lines_and_affidavit_on_one_page_are_each_a_section() -> None:
    assert split([seen(1, *WHOLE), seen(2, *WHOLE), seen(3, *WHOLE)]).sections == ((1,), (2,), (3,))


def test_such_a_form_without_its_affidavit_is_still_one() -> None:
    pages = [seen(1, *WHOLE), seen(2, "nomination-heading", "lines"), seen(3, *WHOLE)]
    assert split(pages).sections == ((1,), (2,), (3,))


def test_blank_backs_stay_with_their_fronts() -> None:
    pages = [seen(1, *WHOLE), seen(2), seen(3, *WHOLE), seen(4)]
    assert split(pages).sections == ((1, 2), (3, 4))


def test_leaves_with_the_affidavit_on_the_back() -> None:
    leaf = [("nomination-heading", "lines"), ("affidavit", "notary")]
    pages = [seen(n + 1, *leaf[n % 2]) for n in range(4)]
    assert split(pages).sections == ((1, 2), (3, 4))


def test_printed_page_numbers_that_go_on_keep_leaves_together() -> None:
    leaf = [("nomination-heading", "lines"), ("affidavit", "notary")]
    pages = [seen(n + 1, *leaf[n % 2], printed=(n + 1, 4)) for n in range(4)]
    assert split(pages).sections == ((1, 2, 3, 4),)


def test_a_page_number_that_was_not_read_is_told_by_those_around_it() -> None:
    leaf = [("nomination-heading", "lines"), ("affidavit", "notary")]
    pages = [seen(n + 1, *leaf[n % 2], printed=None if n == 2 else (n + 1, 4)) for n in range(4)]
    assert split(pages).sections == ((1, 2, 3, 4),)
    pages = [seen(n + 1, *leaf[n % 2], printed=(n % 2 + 1, 2) if n != 2 else None) for n in range(4)]
    assert split(pages).sections == ((1, 2), (3, 4))


def test_a_recall_statement_on_every_page_of_a_paper_does_not_cut_it() -> None:
    paper = [("recall-statement", "lines"), ("recall-statement", "lines"), ("affidavit", "notary", "recall-statement")]
    pages = [seen(n + 1, *paper[n % 3]) for n in range(6)]
    assert split(pages).sections == ((1, 2, 3), (4, 5, 6))


def test_a_text_on_the_back_belongs_to_the_form_on_the_front() -> None:
    front, back = ("lines", "affidavit", "notary"), ("text",)
    pages = [seen(1, *front), seen(2, *back, begins=True), seen(3, *front), seen(4, *back, begins=True)]
    assert split(pages).sections == ((1, 2), (3, 4))


def at_a_glance(kind: str, *lines: str) -> frozenset[str]:
    sheet = Sheet()
    for n, text in enumerate(lines):
        sheet.print(40, 60 + 14 * n, text, size=8)
    return glance(sheet.view(), Sought(ordinance="any", kind=kind), None, None).parts


def test_headings_and_recall_statements_at_a_glance() -> None:
    nominates = "We nominate Alma Baines as a candidate for the office of Mayor"
    assert "nomination-heading" in at_a_glance("nomination", nominates)
    assert "nomination-heading" not in at_a_glance("initiative", nominates)
    recalls = "We demand the recall of Alma Baines, Mayor. Statement of reasons"
    assert "recall-statement" in at_a_glance("recall", recalls)
    assert "recall-statement" not in at_a_glance("referendum", recalls)


def test_lines_are_seen_on_a_page_that_has_its_affidavit_too() -> None:
    parts = at_a_glance(
        "nomination",
        "No.   Signature   Printed name   Residence address",
        "Affidavit of circulator: being duly sworn, each signature was made in my presence",
    )
    assert {"lines", "affidavit"} <= parts


def test_an_oath_that_speaks_of_the_text_bears_none() -> None:
    oath = "Affidavit of circulator, duly sworn: each signer had an opportunity to read the full text of the ordinance"
    assert "text" not in at_a_glance("initiative", oath)
    assert "text" in at_a_glance("initiative", "FULL TEXT OF THE ORDINANCE", "Section 1. Trees are planted.")
