"""The facts of a clean four-page section under Sec. 54-124; cases change one thing of it.

Pages: text, two signature pages, affidavit.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from pipeline.geometry import Affine, Box
from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.page import Page, Scale
from pipeline.model.reading import DateRead, Measured, Seen, TextRead
from pipeline.model.scan import Scan
from pipeline.model.section import (
    AffidavitFacts,
    CommitteeFacts,
    LetterColourMeasured,
    LinesFacts,
    NotaryFacts,
    PartFound,
    Particular,
    Representative,
    SectionFacts,
    SerialFacts,
    StatementFound,
    SummaryFacts,
    TextFacts,
    TypeMeasured,
    WarningFacts,
)
from pipeline.model.wording import Wording

SCAN = Scan(file="section-0017.pdf", sha256="ab" * 32, page_count=4)
TEXT_PAGE, FIRST_LINES, SECOND_LINES, LAST = 1, 2, 3, 4
LINES_A_PAGE = 5
STATEMENTS = ("read-laws", "aged-18", "circulated-personally", "signed-in-presence", "genuine", "registered", "not-paid")
WARNING_BOX = Box(54.0, 36.0, 558.0, 110.0)
SUMMARY_BOX = Box(54.0, 116.0, 558.0, 170.0)
GRID_BOX = Box(54.0, 200.0, 558.0, 400.0)
AFFIDAVIT_BOX = Box(54.0, 60.0, 558.0, 420.0)
NOTARY_BOX = Box(54.0, 440.0, 558.0, 600.0)
SIGNED_DAY, SWORN_DAY, NOTARY_DAY = date(2026, 9, 3), date(2026, 9, 10), date(2026, 9, 11)


def yes(certainty: float = 0.98, **more: object) -> Seen:
    return Seen(present=True, certainty=certainty, **more)  # type: ignore[arg-type]


def no(certainty: float = 0.98, **more: object) -> Seen:
    return Seen(present=False, certainty=certainty, **more)  # type: ignore[arg-type]


def unsure(certainty: float = 0.5, **more: object) -> Seen:
    return Seen(present=None, certainty=certainty, **more)  # type: ignore[arg-type]


def page(number: int, **changed: object) -> Page:
    plain = Page(
        number=number,
        size=(612.0, 792.0),
        rotation=0,
        skew=-0.3,
        colour="colour",
        scale=Scale(px_per_pt=4.17, source="paper", error=0.005),
        born_digital=False,
        blank=False,
        raw_from_upright=Affine(4.17, 0.0, 0.0, 0.0, 4.17, 0.0),
    )
    return replace(plain, **changed)  # type: ignore[arg-type]


def type_(size: tuple[float, float, float] = (10.8, 10.4, 11.2), *, exact: bool = False) -> TypeMeasured:
    value, low, high = size
    return TypeMeasured(size=Measured(value=value, low=low, high=high, unit="pt"), exact=exact, bold=yes(), plain=yes())


def wording() -> Wording:
    return Wording(coverage=1.0, differences=(), read="")


def warning(number: int) -> WarningFacts:
    colour = LetterColourMeasured(answer="red", certainty=0.97, hue=2.0, share=0.96, colour_elsewhere=True)
    return WarningFacts(page=number, box=WARNING_BOX, certainty=0.99, wording=wording(), colour=colour, type=type_(), above=())


def summary(number: int) -> SummaryFacts:
    return SummaryFacts(page=number, box=SUMMARY_BOX, certainty=0.98, wording=wording(), follows_warning=yes())


def read(text: str | None, number: int, box: Box, certainty: float = 0.95) -> TextRead:
    return TextRead(text=text, certainty=certainty, page=number, box=box)


def day(when: date | None, number: int, box: Box, certainty: float = 0.98) -> DateRead:
    return DateRead(text=when.isoformat() if when else None, day=when, certainty=certainty, page=number, box=box)


def line(number: int, row: int, printed: int | None, *, filled: bool = True) -> SignerLine:
    top = GRID_BOX.y0 + (row - 1) * 40.0
    box = Box(GRID_BOX.x0, top, GRID_BOX.x1, top + 40.0)
    edges = {"signature": (84.0, 220.0), "name": (220.0, 340.0), "address": (340.0, 490.0), "date": (490.0, 558.0)}
    cells = tuple(
        CellMarks(
            meaning=meaning,  # type: ignore[arg-type]
            box=Box(x0, top, x1, top + 40.0),
            ink=Box(x0 + 4, top + 8, x1 - 8, top + 30) if filled else None,
            written=yes() if filled else no(),
            struck=no(),
            altered=no(),
        )
        for meaning, (x0, x1) in edges.items()
    )
    return SignerLine(
        page=number,
        row=row,
        number=printed,
        number_certainty=0.97,
        box=box,
        cells=cells,
        signature=(yes if filled else no)(page=number, box=cells[0].box),
        struck=no(),
        outside_block=no(),
        graphite=no(),
        name=read("Ada Quill", number, cells[1].box) if filled else None,
        address=read("12 Elm St", number, cells[2].box) if filled else None,
        date=day(SIGNED_DAY, number, cells[3].box) if filled else None,
    )


def grid(number: int, first: int, blanks: int = 0) -> LinesFacts:
    lines = tuple(line(number, row, first + row - 1, filled=row <= LINES_A_PAGE - blanks) for row in range(1, LINES_A_PAGE + 1))
    return LinesFacts(
        page=number,
        box=GRID_BOX,
        certainty=0.99,
        columns=(("number", Box(54.0, 200.0, 84.0, 400.0)), ("signature", Box(84.0, 200.0, 220.0, 400.0))),
        numbers_printed=yes(),
        lines=lines,
    )


def affidavit(number: int = LAST) -> AffidavitFacts:
    rows = {"name": 260.0, "street": 290.0, "municipality": 320.0, "county": 350.0, "date": 380.0}
    particulars = tuple(
        Particular(
            name=name,  # type: ignore[arg-type]
            printed=yes(),
            filled=yes(),
            value=read("44 Oak Ave" if name == "street" else "Someone", number, Box(200.0, top, 400.0, top + 16)),
            page=number,
            box=Box(200.0, top, 400.0, top + 16.0),
        )
        for name, top in rows.items()
    )
    notary = NotaryFacts(
        page=number,
        box=NOTARY_BOX,
        certainty=0.97,
        signature=yes(page=number, box=Box(60.0, 500.0, 260.0, 530.0)),
        seal=yes(page=number, box=Box(380.0, 480.0, 540.0, 560.0)),
        date=day(NOTARY_DAY, number, Box(200.0, 460.0, 400.0, 476.0)),
        date_blank=no(),
        commission_expires=day(date(2028, 1, 31), number, Box(380.0, 545.0, 500.0, 556.0)),
        name=read("N. Otary", number, Box(60.0, 532.0, 260.0, 545.0)),
    )
    return AffidavitFacts(
        page=number,
        box=AFFIDAVIT_BOX,
        certainty=0.98,
        statements=tuple(
            StatementFound(name=name, found=yes(), sentence=f"I state {name}.", page=number, box=AFFIDAVIT_BOX)
            for name in STATEMENTS
        ),
        unexplained=(),
        particulars=particulars,
        signature=yes(page=number, box=Box(60.0, 395.0, 260.0, 418.0)),
        date=day(SWORN_DAY, number, Box(200.0, 380.0, 400.0, 396.0)),
        sworn=yes(),
        registered_elector=no(),
        alterations=(),
        notary=notary,
    )


def committee(number: int = TEXT_PAGE, members: int = 3) -> CommitteeFacts:
    box = Box(54.0, 640.0, 558.0, 740.0)
    people = tuple(
        Representative(name=read(f"Person {n}", number, box), address=read(f"{n} Elm St", number, box), page=number, box=box)
        for n in range(1, members + 1)
    )
    count = Measured(value=float(members), low=float(members), high=float(members), unit="1")
    return CommitteeFacts(page=number, box=box, certainty=0.97, members=people, count=count)


def serial(number: int, value: str | None = "0017", certainty: float = 0.98) -> SerialFacts:
    box = Box(470.0, 20.0, 558.0, 32.0)
    read_value = read(value, number, box, certainty) if value is not None else None
    return SerialFacts(page=number, box=box, value=read_value, label="Section No.")


def part(name: str, number: int, box: Box) -> PartFound:
    return PartFound(part=name, page=number, box=box, certainty=0.98)  # type: ignore[arg-type]


def clean_facts() -> SectionFacts:
    """A section of which every check of Sec. 54-124 is met: nine signed lines, one blank."""
    bearing = (TEXT_PAGE, FIRST_LINES, SECOND_LINES)
    parts = [part("warning", n, WARNING_BOX) for n in bearing] + [part("summary", n, SUMMARY_BOX) for n in bearing]
    parts += [part("text", TEXT_PAGE, Box(54.0, 180.0, 558.0, 620.0)), part("lines", FIRST_LINES, GRID_BOX)]
    parts += [
        part("lines", SECOND_LINES, GRID_BOX),
        part("affidavit", LAST, AFFIDAVIT_BOX),
        part("notary", LAST, NOTARY_BOX),
    ]
    parts += [part("committee", TEXT_PAGE, Box(54.0, 640.0, 558.0, 740.0))]
    return SectionFacts(
        pages=tuple(page(n) for n in (TEXT_PAGE, FIRST_LINES, SECOND_LINES, LAST)),
        parts=tuple(parts),
        warnings=tuple(warning(n) for n in bearing),
        summaries=tuple(summary(n) for n in bearing),
        text=TextFacts(
            pages=(TEXT_PAGE,),
            boxes=((TEXT_PAGE, Box(54.0, 180.0, 558.0, 620.0)),),
            certainty=0.97,
            wording=wording(),
            type=type_(),
            after_summary=yes(),
        ),
        committees=(committee(),),
        serials=(serial(TEXT_PAGE), serial(FIRST_LINES)),
        lines=(grid(FIRST_LINES, 1), grid(SECOND_LINES, 1 + LINES_A_PAGE, blanks=1)),
        affidavits=(affidavit(),),
    )
