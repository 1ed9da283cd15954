"""From the approved form to its template: the finders on the blank form, once, for all the scans that are laid on it.

Runs in a child process like the measuring of a scan: a form is a file from outside too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np

from pipeline import sandbox
from pipeline.form.usable import unusable
from pipeline.geometry import Box
from pipeline.measure import measure_scan
from pipeline.model.form import FormPage, FormTemplate
from pipeline.model.page import Page
from pipeline.model.section import SectionFacts
from pipeline.model.sought import Sought
from pipeline.model.text import PageText, TextLine, Word
from pipeline.ocr.print import TesseractPrint
from pipeline.pages.open import open_scan
from pipeline.pages.raster import Raster
from pipeline.pages.shelf import Shelf
from pipeline.settings import Limits

# A number stands beside its label, over or under it, and where it was set the label may have moved to make room: so far, in
# points, print of two copies may differ there.
NUMBER_BESIDE_PT, NUMBER_AROUND_PT = 130.0, 9.0
_DARK = 150


def measure_form(
    path: Path, sought: Sought, *, limits: Limits | None = None, versions: dict[str, str] | None = None
) -> FormTemplate:
    """The template of the blank form at `path`.

    Raises:
        PetitionError: where the file cannot be read.
    """
    limits = limits or Limits()
    facts = measure_scan(path, sought, limits=limits, versions=versions, progress=sandbox.report).facts
    pages = []
    with open_scan(path, limits) as opened:
        shelf = Shelf(path, opened, TesseractPrint(time_limit_s=limits.print_seconds))
        for page in facts.pages:
            if page.blank:
                continue
            view = shelf.view(page.number)
            pages.append(_form_page(page, view.text, view.raster, facts.sections))
            sandbox.report(page.number, len(facts.pages))
    return FormTemplate(file=facts.scan.file, sha256=facts.scan.sha256, pages=tuple(pages), facts=facts, unusable=unusable(facts))


def measure_form_in_child(path: Path, sought: Sought, limits: Limits, versions: dict[str, str]) -> FormTemplate:
    """`measure_form` as the sandbox calls it."""
    return measure_form(path, sought, limits=limits, versions=versions)


def _form_page(page: Page, text: PageText, raster: Raster, sections: Iterable[SectionFacts]) -> FormPage:
    sections = tuple(sections)
    return FormPage(
        number=page.number,
        size=page.size,
        exact=page.born_digital,
        text=_close(text, raster),
        lines=tuple(grid for s in sections for grid in s.lines if grid.page == page.number),
        blanks=tuple(found for s in sections for found in _blanks(s, page.number)),
        varying=tuple(box for s in sections for box in _varying(s, page)),
    )


def _blanks(section: SectionFacts, page: int) -> list[tuple[str, Box]]:
    """Places to be written in, with their meaning: of the affidavit, the notarial act, the heading."""
    found: list[tuple[str, Box]] = []
    for affidavit in section.affidavits:
        found += [(p.name, p.box) for p in affidavit.particulars if p.page == page]
        signature = affidavit.signature
        if signature.box is not None and (signature.page or affidavit.page) == page:
            found.append(("signature", signature.box))
        act = affidavit.notary
        if act is not None and act.page == page:
            found.append(("notary", act.box))
            for name, seen in (("notary-signature", act.signature), ("seal", act.seal), ("notary-date", act.date_blank)):
                if seen.box is not None:
                    found.append((name, seen.box))
    for heading in section.headings:
        found += [(p.name, p.box) for p in heading.particulars if p.page == page and p.filled.present is False]
    return found


def _varying(section: SectionFacts, page: Page) -> list[Box]:
    """Where two copies may differ in print: beside the serial number's label, and the page number."""
    found = []
    for serial in section.serials:
        if serial.page == page.number:
            found.append(serial.box.grown(NUMBER_BESIDE_PT, NUMBER_AROUND_PT).clipped(page.box))
    found += [n.box.grown(2.0) for n in section.page_numbers if n.page == page.number]
    return found


def _close(text: PageText, raster: Raster) -> PageText:
    """The words with boxes close around their ink, as print OCR gives them: those of a file hold the whole line's height."""
    if not text.exact:
        return text
    lines = []
    for line in text.lines:
        lines.append(TextLine(words=tuple(_closed(w, raster) for w in line.words), block=line.block))
    return replace(text, lines=tuple(lines))


def _closed(word: Word, raster: Raster) -> Word:
    rows, columns = raster.to_px(word.box)
    crop = raster.gray[rows, columns]
    ys, xs = np.nonzero(crop < _DARK)
    if not len(ys) or not any(c.isalnum() for c in word.text):
        return word
    s = raster.px_per_pt
    x0, y0 = (columns.start + int(xs.min())) / s, (rows.start + int(ys.min())) / s
    x1, y1 = (columns.start + int(xs.max()) + 1) / s, (rows.start + int(ys.max()) + 1) / s
    return replace(word, box=Box(x0, y0, x1, y1))
