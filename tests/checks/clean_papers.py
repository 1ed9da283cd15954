"""Clean papers of the other ordinances, made from the section under Sec. 54-124: cases change one thing of them."""

from __future__ import annotations

from dataclasses import replace

from pipeline.geometry import Box
from pipeline.model.heading import HeadingFacts, HeadingParticular, RecallFacts
from pipeline.model.petition import PetitionFile
from pipeline.model.reading import Measured
from pipeline.model.section import AffidavitFacts, Particular, SectionFacts
from tests.checks.clean_section import AFFIDAVIT_BOX, GRID_BOX, LAST, affidavit, clean_facts, grid, no, page, part, read, yes

HEADING_BOX = Box(54.0, 40.0, 558.0, 190.0)
BELOW_LINES = Box(54.0, 420.0, 558.0, 600.0)
FIVE = ("circulated-personally", "number-of-signatures", "signed-in-presence", "genuine", "opportunity-to-read")
TWO = ("signed-in-presence", "genuine")


def sworn(number: int, names: tuple[str, ...], count: int | None = None, box: Box = AFFIDAVIT_BOX) -> AffidavitFacts:
    """An affidavit without a notarial act, with these statements and, where given, the number of signatures."""
    plain = affidavit(number)
    where = Box(300.0, 120.0, 340.0, 136.0)
    counted = Particular(name="count", printed=yes(), filled=yes(), value=read(str(count), number, where), page=number, box=where)
    return replace(
        plain,
        box=box,
        statements=tuple(replace(plain.statements[0], name=name) for name in names),
        particulars=(counted,) if count is not None else (),
        notary=None,
    )


def fulton_initiative() -> SectionFacts:
    """Text, two pages of nine signed lines, the affidavit with its five statements and the number nine."""
    facts = clean_facts()
    return replace(
        facts,
        parts=tuple(p for p in facts.parts if p.part in ("text", "lines", "affidavit")),
        warnings=(),
        summaries=(),
        committees=(),
        serials=(),
        affidavits=(sworn(LAST, FIVE, count=9),),
    )


def fulton_recall() -> SectionFacts:
    """As the initiative, with a recall statement of 150 words in the place of the text."""
    facts = fulton_initiative()
    box = Box(54.0, 40.0, 558.0, 400.0)
    words = Measured(value=150.0, low=148.0, high=152.0, unit="1")
    statement = RecallFacts(
        page=1,
        box=box,
        certainty=0.97,
        official=yes(),
        office=yes(),
        official_read=read("Mara Vale", 1, box),
        office_read=read("Council Member", 1, box),
        reasons=read("Failure to perform duties prescribed by law.", 1, box),
        words=words,
        words_hyphened=replace(words, value=153.0, high=155.0),
        grounds=(
            ("misconduct in office", no()),
            ("incompetence", no()),
            ("failure to perform duties prescribed by law", yes()),
        ),
    )
    parts = (part("recall-statement", 1, box), *(p for p in facts.parts if p.part != "text"))
    return replace(facts, parts=parts, text=None, recalls=(statement,))


def heading(number: int) -> HeadingFacts:
    values = {"candidate": "Mara Vale", "address": "7 Mill Rd", "party": "Harvest Party", "office": "Mayor"}
    return HeadingFacts(
        page=number,
        box=HEADING_BOX,
        certainty=0.97,
        particulars=tuple(
            HeadingParticular(name=name, filled=yes(), value=read(value, number, HEADING_BOX), page=number, box=HEADING_BOX)  # type: ignore[arg-type]
            for name, value in values.items()
        ),
    )


def charter_3_06() -> SectionFacts:
    """Two forms, each with heading and lines on one page."""
    pages = (1, 2)
    return SectionFacts(
        pages=tuple(page(n) for n in pages),
        parts=tuple(
            part(name, n, box) for n in pages for name, box in (("nomination-heading", HEADING_BOX), ("lines", GRID_BOX))
        ),
        lines=(grid(1, 1), grid(2, 1, blanks=1)),
        headings=(heading(1), heading(2)),
    )


def charter_602() -> SectionFacts:
    """A page with lines and its affidavit below, then a page with lines whose affidavit is on its back."""
    return SectionFacts(
        pages=tuple(page(n) for n in (1, 2, 3)),
        parts=(
            part("lines", 1, GRID_BOX),
            part("affidavit", 1, BELOW_LINES),
            part("lines", 2, GRID_BOX),
            part("affidavit", 3, AFFIDAVIT_BOX),
        ),
        lines=(grid(1, 1), grid(2, 1, blanks=1)),
        affidavits=(sworn(1, TWO, box=BELOW_LINES), sworn(3, TWO)),
    )


CLEAN = {
    ("colorado-54-124", "initiative"): clean_facts,
    ("fulton-10-3", "initiative"): fulton_initiative,
    ("fulton-10-3", "recall"): fulton_recall,
    ("charter-3-06", "nomination"): charter_3_06,
    ("charter-602", "nomination"): charter_602,
}


def petition_of(ordinance: str, kind: str) -> PetitionFile:
    """A petition file in which everything is known that cases compare with."""
    return PetitionFile(ordinance=ordinance, kind=kind, summary="A summary.", text="A text.")  # type: ignore[arg-type]
