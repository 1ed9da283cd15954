"""From a scan file to facts: pages read, sorted into sections, every part found and measured. No judgement.

Runs inside the sandbox's child process, one scan at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from pathlib import Path

from pipeline import sandbox
from pipeline.form.beside import form_facts, with_form
from pipeline.form.book import FormBook
from pipeline.form.given import FormGiven
from pipeline.geometry import Box, union
from pipeline.model.beside import FormFacts
from pipeline.model.page import Page
from pipeline.model.picture import PagePicture
from pipeline.model.scan import Scan, ScanFacts
from pipeline.model.section import AffidavitFacts, LinesFacts, PartFound, SectionFacts, SerialFacts
from pipeline.model.sought import Sought
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.ocr.hand import PpocrHand
from pipeline.ocr.print import TesseractPrint
from pipeline.pages.open import open_scan
from pipeline.pages.picture import page_picture
from pipeline.pages.shelf import Shelf
from pipeline.pages.view import PageView
from pipeline.section import (
    affidavit,
    assembly,
    committee,
    designation,
    figures,
    heading,
    instructions,
    lines,
    page_numbers,
    recall,
    serial,
    signature_blocks,
    summary,
    text,
    warning,
)
from pipeline.section.assembly import Assembled
from pipeline.section.glance import Glance, glance
from pipeline.settings import Limits
from pipeline.signers import marks
from pipeline.signers.read_block import read_block

# A piece of a long scan does not grow beyond so many pages while it waits for its section to end. A choice, not a measurement:
# a section is the text of a measure and its signature pages, a hundred pages are far more than either; what is longer is most
# likely a stack whose beginnings could not be told, and a person is asked. Time, memory and a report grow with it.
SECTION_PAGES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What is known of one scan, or of one piece of a long one, after its pixels were read."""

    facts: ScanFacts
    pictures: tuple[PagePicture, ...]
    next_page: int | None = None
    """Where the next piece begins; None where the scan's last page is in this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Some pages of a long scan, so that a stop loses little and memory stays flat."""

    first: int = 1
    """The page it begins with, from 1: the first of a section."""
    most: int = 0
    """How many pages to read before its last section is left to the next piece; 0: all there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Engines:
    """The recognisers that the finders share."""

    print: PrintEngine
    hand: HandEngine


def measure_scan(
    path: Path,
    sought: Sought,
    *,
    pictures: bool = False,
    threads: int = 1,
    limits: Limits | None = None,
    versions: dict[str, str] | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
    piece: Piece | None = None,
    form: FormGiven | None = None,
) -> Measured:
    """Everything that can be measured on the scan at `path`.

    Args:
        path: the file.
        sought: the wordings of law and petition that finders look for.
        pictures: whether pages are to be kept as JPEG for a report.
        threads: pages read side by side.
        limits: bounds on the file.
        versions: of the program; the engines' are added.
        progress: called with pages done and pages in all.
        piece: which pages of a long scan; None: all.
        form: the approved form, where the petition has one.

    Raises:
        PetitionError: where the file cannot be read.
    """
    limits = limits or Limits()
    piece = piece or Piece()
    with open_scan(path, limits) as opened:
        engines = Engines(print=TesseractPrint(time_limit_s=limits.print_seconds), hand=PpocrHand())
        stamps = {**(versions or {}), "print": engines.print.stamp, "hand": engines.hand.stamp}
        book = (
            None
            if form is None or form.template is None
            else FormBook(form.template, form.path, engines.print, engines.hand, limits)
        )
        shelf = Shelf(path, opened, engines.print, threads=threads, known_print=None if book is None else book.read)
        pages, glances, kept, serials = _leaf_through(shelf, sought, engines, pictures, progress, piece)
        sorted_pages, next_page = _whole_sections(assembly.split(glances), pages[-1].number, shelf.page_count, piece)
        pages = [p for p in pages if next_page is None or p.number < next_page]
        by_page = {g.page: g for g in glances}
        beat = partial(progress, shelf.page_count, shelf.page_count)
        sections = tuple(
            _beside(
                _section(shelf.views(numbers), [by_page[n] for n in numbers], sought, engines, serials, beat, book), book, form
            )
            for numbers in sorted_pages.sections
        )
        facts = ScanFacts(
            schema="facts/1",
            scan=Scan(file=opened.name, sha256=opened.sha256, page_count=opened.page_count),
            pages=tuple(pages),
            sections=sections,
            blank=sorted_pages.blank,
            unplaced=sorted_pages.unplaced,
            problems=(*opened.problems, *_page_problems(pages), *_cut(sorted_pages, next_page)),
            versions=stamps,
        )
    shown = tuple(p for p in kept if next_page is None or p.page < next_page)
    return Measured(facts=facts, pictures=shown, next_page=next_page)


def measure_in_child(
    path: Path,
    sought: Sought,
    pictures: bool,
    threads: int,
    limits: Limits,
    versions: dict[str, str],
    piece: Piece | None = None,
    form: FormGiven | None = None,
) -> Measured:
    """`measure_scan` as the sandbox calls it: progress goes out through its pipe."""
    return measure_scan(
        path,
        sought,
        pictures=pictures,
        threads=threads,
        limits=limits,
        versions=versions,
        progress=sandbox.report,
        piece=piece,
        form=form,
    )


def _beside(facts: SectionFacts, book: FormBook | None, form: FormGiven | None) -> SectionFacts:
    """The section's facts with how its pages lie on the approved form."""
    if book is None:
        if form is None:
            return facts
        return replace(facts, form=FormFacts(file=form.path.name, sha256="", page_count=0, pages=(), not_used=form.why))
    written = [p.number for p in facts.pages if not p.blank]
    return with_form(facts, book.template, form_facts(book.template, book.pages, written))


def _whole_sections(found: Assembled, read: int, count: int, piece: Piece) -> tuple[Assembled, int | None]:
    """The sections that a piece has whole, and where the next piece begins: the last section may go on behind `read`."""
    if read >= count:
        return found, None
    starts = [min(pages) for pages in found.sections]
    begin = max(starts, default=read + 1)
    if begin <= piece.first:
        # One section fills the piece and goes on behind it: it is cut here, which `_cut` tells.
        begin = read + 1
    kept = tuple(pages for pages in found.sections if min(pages) < begin)
    return (
        Assembled(
            sections=kept,
            unplaced=tuple(p for p in found.unplaced if p < begin),
            blank=tuple(p for p in found.blank if p < begin),
        ),
        begin,
    )


def _cut(found: Assembled, next_page: int | None) -> list[str]:
    """Where a section was cut because it had no end that could be seen: the sentence for the person who must look."""
    first = min(found.sections[0]) if len(found.sections) == 1 else None
    if first is None or next_page is None or next_page - first < SECTION_PAGES:
        return []
    return [
        f"From page {first} on no beginning of another section was seen in {next_page - first} pages. They were taken for one "
        f"section and cut before page {next_page}: look where its sections begin, and scan them into files of their own."
    ]


def _leaf_through(
    shelf: Shelf, sought: Sought, engines: Engines, pictures: bool, progress: Callable[[int, int], None], piece: Piece
) -> tuple[list[Page], list[Glance], list[PagePicture], dict[int, SerialFacts]]:
    """Every page of the piece once, in order: what it is at a glance, its section number, its picture.

    Where one section fills the whole piece, the piece grows until a second begins, or until it is longer than any section is.
    """
    pages: list[Page] = []
    kept: list[PagePicture] = []
    glances: list[Glance] = []
    serials: dict[int, SerialFacts] = {}

    def seen(view: PageView) -> None:
        pages.append(view.page)
        if pictures:
            kept.append(page_picture(view.raster, view.page.number))
        found = None if view.page.blank else serial.find(view, engines.print, engines.hand)
        if found is not None:
            serials[view.page.number] = found
        glances.append(glance(view, sought, found, page_numbers.find(view)))

    first, last = piece.first, piece.first + piece.most - 1 if piece.most else None
    longest = piece.first - 1 + max(piece.most, SECTION_PAGES)
    while True:
        for number in shelf.read_all(seen, first, last):
            progress(number, shelf.page_count)
        if last is None or last >= min(shelf.page_count, longest) or len(assembly.split(glances).sections) != 1:
            return pages, glances, kept, serials
        first, last = last + 1, min(last + piece.most, longest)


def _section(
    views: Sequence[PageView],
    glances: Sequence[Glance],
    sought: Sought,
    engines: Engines,
    serials: dict[int, SerialFacts],
    beat: Callable[[], None],
    book: FormBook | None = None,
) -> SectionFacts:
    """Every part of one section, measured. `beat` is called between steps: the watch on progress runs anew."""
    written = [v for v in views if not v.page.blank]
    warnings = warning.find_all(written, sought, engines.print, engines.hand)
    beat()
    summaries = summary.find_all(written, sought, warnings, engines.print, engines.hand)
    beat()
    full_text = text.find(written, sought, summaries, engines.print, engines.hand, warnings)
    beat()
    grids: list[LinesFacts] = []
    for view in written:
        known = None if book is None else book.lines(view.page.number, view.rules)
        for grid in lines.find(view, engines.print, engines.hand) if known is None else known:
            grids.append(_signers(view, grid, sought, engines))
            beat()
    affidavits = affidavit.find(written, sought, figures.Engines(engines.print, engines.hand))
    beat()
    committees = committee.find_all(written, sought, engines.print, engines.hand)
    beat()
    recalls = recall.find_all(written, sought, engines.print, engines.hand, grids, affidavits)
    headings = heading.find_all(written, sought, engines.print, engines.hand, grids, affidavits)
    designations = designation.find_all(written, sought, grids, affidavits, headings)
    beat()
    facts = SectionFacts(
        pages=tuple(v.page for v in views),
        parts=(),
        warnings=tuple(warnings),
        summaries=tuple(summaries),
        text=full_text,
        committees=committees,
        serials=serial.settle(serials[v.page.number] for v in written if v.page.number in serials)
        # Margins are read again only where the ordinance asks for a number.
        or (serial.look_again(written, engines.print, engines.hand) if sought.serial else ()),
        lines=tuple(grids),
        affidavits=affidavits,
        page_numbers=page_numbers.find_all(written, engines.print),
        foreign_pages=assembly.foreign_pages(glances),
        recalls=recalls,
        headings=headings,
        designations=designations,
        signature_blocks=signature_blocks.find(written) if sought.kind == "withdrawal" else (),
    )
    told = instructions.find_all(written, sought, grids, affidavits)
    return replace(facts, parts=_parts(facts, told))


def _signers(view: PageView, grid: LinesFacts, sought: Sought, engines: Engines) -> LinesFacts:
    """Marks on each line, then what its cells say."""
    marked = marks.mark(view, grid)
    first = date.fromisoformat(sought.circulation_from) if sought.circulation_from else None
    last = datetime.fromisoformat(sought.filed).date() if sought.filed else None
    return replace(marked, lines=read_block(view.raster, marked.lines, engines.hand, first=first, last=last))


def _parts(facts: SectionFacts, told: Sequence[PartFound] = ()) -> tuple[PartFound, ...]:
    """All parts found, in page order and from top to bottom. `told`: parts of which only the place is known."""
    # A band that the scanner left blank is where a warning should stand, not a warning.
    seen = [w for w in facts.warnings if w.colour.answer != "dropped-out"]
    found = [PartFound(part="warning", page=w.page, box=w.box, certainty=w.certainty) for w in seen]
    found += [PartFound(part="summary", page=s.page, box=s.box, certainty=s.certainty) for s in facts.summaries]
    if facts.text is not None:
        found += [PartFound(part="text", page=p, box=b, certainty=facts.text.certainty) for p, b in facts.text.boxes]
    found += [PartFound(part="recall-statement", page=r.page, box=r.box, certainty=r.certainty) for r in facts.recalls]
    found += [PartFound(part="nomination-heading", page=h.page, box=h.box, certainty=h.certainty) for h in facts.headings]
    found += told
    found += [PartFound(part="committee", page=c.page, box=c.box, certainty=c.certainty) for c in facts.committees]
    found += [PartFound(part="serial", page=s.page, box=s.box, certainty=_serial_certainty(s)) for s in facts.serials]
    found += _one_a_page(facts.lines)
    for one in facts.affidavits:
        found += _affidavit_parts(one)
    return tuple(sorted(found, key=lambda p: (p.page, p.box.y0, p.box.x0, p.part)))


def _one_a_page(grids: Sequence[LinesFacts]) -> list[PartFound]:
    """The `lines` part of each page: one box around all blocks of the page."""
    boxes: dict[int, list[tuple[Box, float]]] = {}
    for grid in grids:
        boxes.setdefault(grid.page, []).append((grid.box, grid.certainty))
    return [
        PartFound(part="lines", page=page, box=union(b for b, _ in found), certainty=min(c for _, c in found))
        for page, found in boxes.items()
    ]


def _affidavit_parts(one: AffidavitFacts) -> list[PartFound]:
    parts = [PartFound(part="affidavit", page=one.page, box=one.box, certainty=one.certainty)]
    if one.notary is not None:
        act = one.notary
        parts.append(PartFound(part="notary", page=act.page, box=act.box, certainty=act.certainty))
    return parts


def _serial_certainty(found: SerialFacts) -> float:
    return found.value.certainty if found.value is not None else 0.9


def _page_problems(pages: Sequence[Page]) -> list[str]:
    """The problems of all pages as sentences, for the scan's own record."""
    return [f"Page {page.number}: {problem.detail}" for page in pages for problem in page.problems]
