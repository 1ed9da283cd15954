"""The approved form opened beside a scan: every page of the scan is laid on it, and read from it where it lies well."""

from __future__ import annotations

import threading
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pipeline.errors import OverLimit
from pipeline.form import added, differences, letters, reflowed, registration
from pipeline.form.formprint import FormPrint
from pipeline.form.ink import Ink, mapped
from pipeline.form.snap import snapped
from pipeline.geometry import Affine, Box, union
from pipeline.model.beside import PageOnForm
from pipeline.model.form import FormPage, FormTemplate
from pipeline.model.line import SignerLine
from pipeline.model.page import Page
from pipeline.model.section import LinesFacts
from pipeline.model.text import PageText, TextLine, Word
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.ocr.print import EngineFailed
from pipeline.pages.open import open_scan
from pipeline.pages.raster import Raster
from pipeline.pages.ruling import RuledLine
from pipeline.pages.upright import upright
from pipeline.settings import Limits

# Share of the letters that must be found for a page to be the form's, words that are gone or off the page left out: pages
# written all over keep 0.97, a page of another petition under the same law shares its warning, a third of its letters.
REGISTERED_SHARE, NOT_THIS_FORM_SHARE = 0.85, 0.65
# Of print that lies in two parts, where something between them was left out, so much must be found: a made-up affidavit without
# one of its statements kept 0.85.
IN_PARTS_SHARE = 0.7
# Under this share nothing was set again: a page of another petition under one law keeps a third.
LEAST_TO_LOOK = 0.4
# A page of which more than this is gone cannot be told from another page.
MOST_GONE = 0.7
REFLOWED = "its print has moved or is gone in places, so it was read without the form"
# Letters this far from their place on the median lie on another print.
MOST_RESIDUAL_PT = 1.0
# What letters move by is known so well, relative to the page: one pixel at 200 dpi over a page's height.
SCALE_ERROR = 0.0007
# Pages whose letters match as well as the best one's, within this, are the same print.
SAME_PRINT = 0.003
SURE, COVERED_SURE = 0.99, 0.97
# Around the grid, writing in the margins is the lines' own.
LINES_MARGIN_PT = 42.0
BLANK_MARGIN_PT = 2.0
# Where stamps go beside writing: what is added there is read.
STAMPED = ("notary", "seal")
# Of these blanks the form's own words are a part: the whole notarial act.
PRINTED = ("notary", "seal", "notary-date")


@dataclass(frozen=True, slots=True, kw_only=True)
class OnForm:
    """A page of the scan beside the form."""

    facts: PageOnForm
    alike: tuple[int, ...] = ()
    """Pages of the form whose print the page bears as well, in order."""
    text: PageText | None = None
    """Its words, from the form; None where the page must be read without it."""
    lines: tuple[LinesFacts, ...] | None = None
    """Its blocks of signer lines, from the form; None where they must be looked for."""


class FormBook:
    """The form's pages with their pixels, and what was found of each page of the scan."""

    def __init__(
        self, template: FormTemplate, path: Path, print_engine: PrintEngine, hand_engine: HandEngine, limits: Limits | None = None
    ) -> None:
        self.template = template
        self._path = path
        self._limits = limits or Limits()
        self._print = print_engine
        self._hand = hand_engine
        self._prints: tuple[FormPrint, ...] | None = None
        self._opening = threading.Lock()
        self.pages: dict[int, OnForm] = {}
        """By page number of the scan: what `read` found."""

    def read(self, page: Page, raster: Raster) -> PageText | None:
        """The page's words taken from the form, None where it must be read without."""
        found = self.lay(page, raster)
        self.pages[page.number] = found
        return found.text

    def lines(self, page: int, rules: Sequence[RuledLine]) -> tuple[LinesFacts, ...] | None:
        """The blocks of signer lines of a page that was read from the form; None where they must be looked for.

        `rules`: of the scan's page; the grid's edges lie on them.
        """
        found = self.pages.get(page)
        if found is None or found.text is None or found.lines is None:
            return None
        return tuple(snapped(grid, rules) for grid in found.lines)

    def lay(self, page: Page, raster: Raster) -> OnForm:
        """Lay one page of the scan on the form."""
        if not any(same_shape(page, f) for f in self.template.pages):
            return _refused(page, "its paper has another size than the form's")
        tried = [c for c in registration.candidates(raster, self._forms()) if same_shape(page, c.form.page)]
        if not tried:
            return _refused(page, "its print is not that of any page of the form")
        compared = [letters.compare(raster, c) for c in tried]
        scores = [c.median * 0.1 + c.share_found for c in compared]
        best = int(np.argmax(scores))
        alike = tuple(
            sorted(
                c.laid.form.page.number for c, score in zip(compared, scores, strict=True) if scores[best] - score <= SAME_PRINT
            )
        )
        return self._on(page, raster, compared[best], alike)

    def _forms(self) -> tuple[FormPrint, ...]:
        with self._opening:
            if self._prints is None:
                wanted = {p.number: p for p in self.template.pages}
                with open_scan(self._path, self._limits) as opened:
                    self._prints = tuple(
                        FormPrint(wanted[n], upright(opened.page(n), n)[1]) for n in sorted(wanted) if n <= opened.page_count
                    )
            return self._prints

    def _on(self, page: Page, raster: Raster, compared: letters.Compared, alike: tuple[int, ...]) -> OnForm:
        form = compared.laid.form.page
        transform = compared.laid.page_from_form
        ink = Ink(compared)
        boxes = [mapped(transform, w.box) for w in form.text.words]
        off = {n for n, b in enumerate(boxes) if b.share_inside(raster.box) < 0.9}
        gone = {n for n, w in enumerate(form.text.words) if n not in off and ink.gone(w.box) >= differences.GONE_SHARE}
        share, weight = _share(compared, off | gone)
        if LEAST_TO_LOOK <= share < REGISTERED_SHARE:
            # A line set again holds a tenth of the letters of a page with few: what stands elsewhere on its line is there.
            elsewhere = differences.moved_words(compared, off, gone)
            share, weight = _share(compared, off | (gone - elsewhere), elsewhere)
        in_parts = compared.laid.moved is not None and _share_of_both(raster, compared) >= IN_PARTS_SHARE
        facts = PageOnForm(
            page=page.number,
            form_page=form.number,
            lies="registered",
            why="",
            residual_pt=round(compared.residual_pt, 3),
            print_scale=round(compared.laid.scale, 5),
            scale_error=round(SCALE_ERROR + page.scale.error, 5),
            page_from_form=transform,
            certainty=round(min(0.99, share), 3),
        )
        where_written = [g.box.grown(LINES_MARGIN_PT, 2.0) for g in form.lines] + [b for _, b in form.blanks] + list(form.varying)
        if in_parts:
            facts = replace(facts, why=REFLOWED, certainty=IN_PARTS_SHARE)
            return self._reflowed(page, raster, form, facts, where_written, alike)
        why = ""
        if share < NOT_THIS_FORM_SHARE and weight >= 1 - MOST_GONE:
            return _refused(page, "most of its letters are not the form's", facts)
        if share < REGISTERED_SHARE or weight < 1 - MOST_GONE:
            why = "too few of its letters were found where the form has them"
        elif compared.residual_pt > MOST_RESIDUAL_PT:
            why = "its letters do not lie where the form has them"
        if why:
            return OnForm(facts=replace(facts, lies="doubtful", why=why), alike=alike)
        unbound = {n for n in gone if any(form.text.words[n].box.share_inside(b) > 0.5 for b in where_written)}
        varying = [*form.varying, *(b for name, b in form.blanks if name not in PRINTED)]
        printed = [b for name, b in form.blanks if name in PRINTED]
        differing = differences.find(compared, raster, varying, self._print, self._hand, page.number, off, gone, unbound, printed)
        if differing.set_anew:
            return self._reflowed(page, raster, form, replace(facts, why=REFLOWED), where_written, alike)
        facts = replace(facts, changes=differing.changes)
        text = self._text(page, raster, compared, ink, boxes, off, differing)
        return OnForm(facts=facts, alike=alike, text=text, lines=_lines(form, transform, page.number, differing))

    def _reflowed(
        self, page: Page, raster: Raster, form: FormPage, facts: PageOnForm, where_written: Sequence[Box], alike: tuple[int, ...]
    ) -> OnForm:
        """A page that lies on the form's but whose print is not where the form has it: read as any page, then compared."""
        assert facts.page_from_form is not None
        try:
            text = self._print.read_page(raster.gray if raster.bgr is None else raster.bgr, raster.px_per_pt, page=page.number)
        except (OverLimit, EngineFailed):
            return OnForm(facts=replace(facts, lies="doubtful"), alike=alike)
        found = reflowed.changes(form.text, text, facts.page_from_form, where_written, raster, self._hand)
        return OnForm(facts=replace(facts, changes=found), alike=alike, text=text)

    def _text(
        self,
        page: Page,
        raster: Raster,
        compared: letters.Compared,
        ink: Ink,
        boxes: Sequence[Box],
        off: set[int],
        differing: differences.Differing,
    ) -> PageText:
        form = compared.laid.form.page
        leave_out = [g.box.grown(LINES_MARGIN_PT, 2.0) for g in form.lines]
        leave_out += [b.grown(BLANK_MARGIN_PT) for name, b in form.blanks if name not in STAMPED]
        looked = [c.box.grown(3.0) for c in differing.changes] + [b.grown(3.0) for b in differing.moved]
        places = [p for p in added.places(compared, ink, leave_out, raster) if not any(p.share_inside(c) > 0.7 for c in looked)]
        zones = _zones_to_read(compared, places)
        lines: list[TextLine] = []
        n = 0
        for line in form.text.lines:
            words: list[Word] = []
            for word in line.words:
                if any(boxes[n].share_inside(zone) > 0.5 for zone in zones):
                    # What stands here now is read on the scan.
                    pass
                elif n in differing.read:
                    words += differing.read[n]
                elif n not in off:
                    sure = COVERED_SURE if n in differing.covered else SURE
                    size = None if word.size is None or not form.exact else word.size * compared.laid.scale
                    words.append(
                        Word(text=word.text, box=boxes[n].clipped(raster.box), certainty=sure, size=size, font=word.font)
                    )
                n += 1
            if words:
                lines.append(TextLine(words=tuple(words), block=line.block))
        printed = [w.box for line in lines for w in line.words]
        apart = [p for p in places if not any(p.share_inside(zone) > 0.5 for zone in zones)]
        more = added.read(zones, printed, raster, self._print, page.number, least=0.0)
        more += added.read(apart, printed, raster, self._print, page.number)
        engine = f"approved form {self.template.sha256[:12]}, {self._print.stamp}"
        return PageText(page=page.number, lines=added.merged(lines, more), exact=False, engine=engine)


def _zones_to_read(compared: letters.Compared, places: Sequence[Box]) -> list[Box]:
    """Where serial and page number stand and something is not as on the blank form; points of the scan's page."""
    form, transform, s = compared.laid.form.page, compared.laid.page_from_form, compared.letters.px_per_pt
    middles = (compared.letters.boxes[:, :2] + compared.letters.boxes[:, 2:] / 2) / s
    low = compared.scores < differences.bound(compared.scores)
    zones = []
    for box in form.varying:
        inside = (middles[:, 0] >= box.x0) & (middles[:, 0] < box.x1) & (middles[:, 1] >= box.y0) & (middles[:, 1] < box.y1)
        zone = mapped(transform, box)
        near = [p for p in places if p.intersection(zone) is not None and p.height <= 2.5 * zone.height]
        if bool(np.any(low & inside)) or near:
            zones.append(union([zone, *near]))
    return zones


def same_shape(page: Page, form: FormPage) -> bool:
    """Whether the page may be a copy of the form's page: paper of its size, fed in either direction, cut or printed smaller."""
    return all(0.88 <= a / b <= 1.06 for a, b in zip(page.size, form.size, strict=True))


def _refused(page: Page, why: str, facts: PageOnForm | None = None) -> OnForm:
    certainty = 0.9 if facts is None else max(0.9, 1 - facts.certainty)
    return OnForm(
        facts=PageOnForm(
            page=page.number, form_page=None, lies="not-this-form", why=why, residual_pt=None, print_scale=None,
            scale_error=0.0, page_from_form=None, certainty=round(certainty, 3),
        )
    )  # fmt: skip


def _share(compared: letters.Compared, left_out: set[int], elsewhere: Set[int] = frozenset()) -> tuple[float, float]:
    """Share of the letters found where words are not left out, and the share of all letters that these are.

    `elsewhere`: words that were found beside their place, all their letters with them.
    """
    words = compared.letters.words
    if not len(words):
        return 0.0, 0.0
    counts = ~np.isin(words, list(left_out)) if left_out else np.ones(len(words), bool)
    if not counts.any():
        return 0.0, 0.0
    there = (compared.scores >= letters.GOOD) | np.isin(words, list(elsewhere))
    return float(np.mean(there[counts])), float(np.mean(counts))


def _share_of_both(raster: Raster, compared: letters.Compared) -> float:
    """Share of the letters that lie on either part of a print of which a part moved."""
    laid = compared.laid
    assert laid.moved is not None
    other = letters.compare(raster, replace(laid, page_from_form=laid.moved))
    return float(np.mean(np.maximum(compared.scores, other.scores) >= letters.GOOD)) if len(other.scores) else 0.0


def _lines(form: FormPage, transform: Affine, page: int, differing: differences.Differing) -> tuple[LinesFacts, ...] | None:
    """The form's blocks of lines on the scan's page; None where their own print differs."""
    out = []
    for grid in form.lines:
        box = mapped(transform, grid.box)
        if any(box.grown(30.0, 40.0).contains(*c.box.middle) for c in differing.changes):
            return None
        lines = tuple(_line(line, transform, page) for line in grid.lines)
        out.append(
            replace(
                grid,
                page=page,
                box=box,
                columns=tuple((meaning, mapped(transform, b)) for meaning, b in grid.columns),
                numbers_printed=replace(
                    grid.numbers_printed,
                    page=page,
                    box=None if grid.numbers_printed.box is None else mapped(transform, grid.numbers_printed.box),
                ),
                lines=lines,
                outside=(),
            )
        )
    return tuple(out)


def _line(line: SignerLine, transform: Affine, page: int) -> SignerLine:
    return replace(
        line,
        page=page,
        box=mapped(transform, line.box),
        cells=tuple(replace(c, box=mapped(transform, c.box)) for c in line.cells),
        number_box=None if line.number_box is None else mapped(transform, line.number_box),
    )
