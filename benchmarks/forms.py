"""How well do pages lie on the approved form, and what of changed print is found?

    python -m benchmarks.forms --seed 41 --petitions 8 [--side develop] [--ordinance all] [--copies 2] [--keep FILE.json]

Makes petitions with their scans (or takes those of --dir). Every page of the scans is laid on the form: is it registered, are its
cells where they are, is a change told that is not there? Then copies of each page of the blank form are made with words changed,
scanned in each mode with what befalls pages in an office, and laid on it. No judge, no reading of handwriting: only --timed
scans are measured whole, for the time.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from benchmarks.form_figures import Figures
from pipeline.form.book import FormBook, OnForm
from pipeline.form.given import FormGiven
from pipeline.form.ink import mapped
from pipeline.form.plainly import plain
from pipeline.geometry import Box
from pipeline.law import loader, petition_file
from pipeline.law.sought import sought
from pipeline.measure import measure_scan
from pipeline.measure_form import measure_form
from pipeline.model.beside import PrintChange
from pipeline.model.form import FormTemplate
from pipeline.model.page import Page
from pipeline.model.sought import Sought
from pipeline.ocr.hand import PpocrHand
from pipeline.ocr.print import TesseractPrint
from pipeline.pages.open import open_scan
from pipeline.pages.raster import Raster
from pipeline.pages.raw import RawPage
from pipeline.pages.upright import upright
from samples.factory.batch import make
from samples.factory.form_changes import KINDS, WordChange
from samples.factory.forms import MODES, BlankForm, Mode, mishap, scanned

ORDINANCES = ("colorado-54-124", "fulton-10-3", "charter-3-06", "charter-602")
# A cell is right when its edges lie within this of where they were printed.
CELL_PT = 2.0
CHANGES_A_PAGE = 2
"""On one copy, on lines apart: fewer than make a page look set anew, so that each is found or missed by itself."""
# Findings that are of the print: pages of scans with one of them may differ from the form.
OF_PRINT = (
    "warning", "summary", "text", "lines", "affidavit-statement", "affidavit-not-sworn", "affidavit-missing", "committee",
    "heading", "party", "form", "recall", "section",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What one petition's pages are measured with."""

    name: str
    book: FormBook
    figures: Figures
    rng: random.Random


def main() -> None:
    """Run, print, and keep the figures where asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.forms", description="Measure the way with the approved form.")
    parser.add_argument("--side", choices=("develop", "measure"), default="develop")
    parser.add_argument("--seed", type=int, default=41)
    parser.add_argument("--petitions", type=int, default=4)
    parser.add_argument("--ordinance", default="all")
    parser.add_argument("--copies", type=int, default=1, help="changed copies of each page of a form, per mode")
    parser.add_argument("--modes", default="", help="only modes with this in their name")
    parser.add_argument("--dir", type=Path, help="a folder that the factory has written")
    parser.add_argument("--timed", type=int, default=0, help="scans of each petition measured whole, for the time")
    parser.add_argument("--keep", type=Path, help="a file for the figures")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as made:
        folder = given.dir or Path(made)
        if given.dir is None:
            ordinances = ORDINANCES if given.ordinance == "all" else (given.ordinance,)
            make(
                side=given.side, seed=given.seed, count=2 * given.petitions, out=folder, with_defects=True, ordinances=ordinances
            )
        figures = Figures()
        before: tuple[FormBook, Path] | None = None
        for n, path in enumerate(sorted(folder.glob("*/petition-form.toml"))[: given.petitions]):
            before = _petition(path, folder, figures, random.Random(f"{given.seed}/{n}"), given, before)
            figures.print(after=path.parent.name)
            if given.keep is not None:
                told = {"side": given.side, "seed": given.seed, "petitions": n + 1, **figures.told()}
                given.keep.write_text(json.dumps(told, indent=1) + "\n")


def _petition(
    path: Path,
    folder: Path,
    figures: Figures,
    rng: random.Random,
    given: argparse.Namespace,
    before: tuple[FormBook, Path] | None,
) -> tuple[FormBook, Path]:
    petition = petition_file.load(path)
    assert petition.form is not None
    wanted = sought(replace(petition, form=None), loader.load(petition.ordinance))
    template = measure_form(petition.form, wanted)
    book = FormBook(template, petition.form, TesseractPrint(), PpocrHand())
    bench = Bench(name=f"{path.parent.name} {petition.ordinance}", book=book, figures=figures, rng=rng)
    own = _scans(path.parent, folder)
    for scan, truth in own:
        for page, raster in _pages(scan):
            _filled_in(bench, page, raster, truth, f"{scan.name} p{page.number}")
            if before is not None and page.number not in truth["scan"]["blank"]:
                _stranger(figures, before[0], page, raster, f"{scan.name} p{page.number} on the form of {before[1]}")
    blank = BlankForm(petition.form.read_bytes())
    modes = [m for m in MODES if given.modes in m.name]
    for number in sorted(p.number for p in template.pages):
        for mode in modes:
            for _ in range(given.copies):
                _copy(bench, blank, number, mode)
    for scan, _ in own[: given.timed]:
        _time(scan, petition.form, template, wanted, figures)
    return book, Path(path.parent.name)


def _scans(petition: Path, folder: Path) -> list[tuple[Path, dict]]:
    own = []
    for file in sorted(folder.glob("*.truth.json")):
        truth = json.loads(file.read_text())
        if Path(truth["petition"]).parts[0] == petition.name:
            own.append((folder / truth["file"], truth))
    return own


def _pages(scan: Path) -> Iterator[tuple[Page, Raster]]:
    with open_scan(scan) as opened:
        for raw in opened.pages():
            page, raster = upright(raw, raw.number)
            if not page.blank:
                yield page, raster


def _laid(bench: Bench, page: Page, raster: Raster, name: str) -> OnForm:
    before = _cpu()
    found = bench.book.lay(page, raster)
    after = _cpu()
    bench.figures.laying.append(sum(after) - sum(before))
    bench.figures.pages += 1
    if found.facts.lies == "registered":
        bench.figures.registered += 1
        bench.figures.residuals.append(found.facts.residual_pt or 0.0)
    else:
        bench.figures.refused.append(f"{name}: {found.facts.lies}, {found.facts.why}")
    return found


def _filled_in(bench: Bench, page: Page, raster: Raster, truth: dict, name: str) -> None:
    """A page of a scan, filled in by its signers."""
    section = next((s for s in truth["sections"] if page.number in s["pages"]), None)
    if section is None or page.number in truth["scan"]["blank"]:
        return
    scanned_as = truth["scan"]["pages"][page.number - 1]
    found = _laid(bench, page, raster, f"{bench.name} {name}, planted {section['planted']}")
    if found.lines is not None and found.text is not None:
        _cells(bench.figures, found, [line for line in section["lines"] if line["page"] == page.number])
    if not any(p.startswith(OF_PRINT) for p in section["planted"]):
        told = [f"{bench.name} {name}: {(c.kind, c.expected, c.found)}" for c in found.facts.changes]
        bench.figures.page(f"filled in, {scanned_as['dpi']} dpi {scanned_as['colour']}", told)


def _cells(figures: Figures, found: OnForm, lines: list[dict]) -> None:
    rows = {line.row: line for grid in found.lines or () for line in grid.lines}
    for line in lines:
        there = rows.get(line["row"])
        figures.lines += 1
        figures.lines_right += there is not None and _near(there.box, line["box"]) and there.number in (None, line["line"])
        boxes: dict[str, list[Box]] = {}
        for cell in there.cells if there is not None else ():
            boxes.setdefault(cell.meaning, []).append(cell.box)
        for meaning, box in _as_cells(line.get("cells", {}), boxes).items():
            figures.cells += 1
            figures.cells_right += any(_near(b, box) for b in boxes.get(meaning, ()))


def _as_cells(true: dict[str, list[float]], found: dict[str, list[Box]]) -> dict[str, list[float]]:
    """The cells as they were printed; where the date has three, they may be told as one."""
    days = [box for meaning, box in true.items() if meaning.startswith("date-")]
    if not days or any(meaning.startswith("date-") for meaning in found):
        return true
    whole = [min(b[0] for b in days), min(b[1] for b in days), max(b[2] for b in days), max(b[3] for b in days)]
    return {**{m: b for m, b in true.items() if not m.startswith("date-")}, "date": whole}


def _near(found: Box, true: list[float]) -> bool:
    return max(abs(a - b) for a, b in zip(found.rounded(), true, strict=True)) <= CELL_PT


def _stranger(figures: Figures, book: FormBook, page: Page, raster: Raster, name: str) -> None:
    figures.strangers += 1
    facts = book.lay(page, raster).facts
    if facts.lies == "registered":
        figures.accepted.append(f"{name}: taken for page {facts.form_page}")


def _copy(bench: Bench, blank: BlankForm, number: int, mode: Mode) -> None:
    """A copy of a blank page with words changed, scanned, laid on the form."""
    rng = bench.rng
    pixels, planted = blank.changed(number, rng.sample(KINDS, CHANGES_A_PAGE), rng)
    what = mishap(rng)
    page, raster = upright(_raw(scanned(pixels, rng, mode, what), mode, what.turn), 1)
    name = f"{bench.name} p{number} {mode.name}, {what.told}"
    found = _laid(bench, page, raster, name)
    left = list(found.facts.changes)
    varying = bench.book.template.page(number).varying
    for one in planted:
        if any(b.contains(*Box(*one.box).middle) for b in varying):
            # Serial and page number may differ from copy to copy: nothing is told of them, and nothing asked.
            left = [c for c in left if c.box.intersection(_place(found, one)) is None]
            continue
        told, named = _told(found, one)
        left = [c for c in left if c not in told]
        bench.figures.change(mode.name, one.kind, found=bool(told), named=named)
        if not told:
            bench.figures.missed.append(f"{name}: {one.kind} {one.expected!r} -> {one.found!r}")
        elif not named:
            said = [(c.expected, c.found) for c in told]
            bench.figures.misnamed.append(f"{name}: {one.kind} {one.expected!r} -> {one.found!r} told as {said}")
    bench.figures.page(mode.name, [f"{name}: {(c.kind, c.expected, c.found)}" for c in left])


def _place(found: OnForm, one: WordChange) -> Box:
    """Where the change lies on the scan."""
    return Box(*one.box) if found.facts.page_from_form is None else mapped(found.facts.page_from_form, Box(*one.box))


def _told(found: OnForm, one: WordChange) -> tuple[list[PrintChange], bool]:
    """The differences told where the change was planted, and whether one names just the two words."""
    if found.facts.page_from_form is None or found.facts.lies != "registered":
        return [], False
    place = _place(found, one)
    told = [
        c
        for c in found.facts.changes
        if c.box.grown(4.0, 1.0).contains(*place.middle) or place.share_inside(c.box.grown(2.0)) > 0.3
    ]
    wanted = (plain(one.expected), plain(one.found))
    return told, any(_apart(c.expected.split(), c.found.split()) == wanted for c in told)


def _apart(expected: list[str], found: list[str]) -> tuple[str, str]:
    """What differs between two runs of words, the words that both begin and end with left out."""
    a, b = [plain(w) for w in expected], [plain(w) for w in found]
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    return "".join(a), "".join(b)


def _raw(pixels: np.ndarray, mode: Mode, turn: int) -> RawPage:
    bits = 1 if pixels.dtype == bool else 8
    if bits == 1:
        gray, bgr = np.where(pixels, 0, 255).astype(np.uint8), None
    elif pixels.ndim == 3:
        bgr = np.ascontiguousarray(pixels[..., ::-1])
        gray = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    else:
        gray, bgr = pixels, None
    across, down = mode.dpi, mode.lines or mode.dpi
    height, width = gray.shape
    if turn % 180:
        across, down = down, across
    return RawPage(number=1, gray=np.asarray(gray, np.uint8), bgr=bgr, size=(width * 72 / across, height * 72 / down), bits=bits)


def _time(scan: Path, form: Path, template: FormTemplate, wanted: Sought, figures: Figures) -> None:
    before = _cpu()
    found = measure_scan(scan, wanted, form=FormGiven(path=form, template=template))
    after = _cpu()
    pages = sum(1 for p in found.facts.pages if not p.blank)
    figures.cpu.append((pages, after[0] - before[0], after[1] - before[1]))


def _cpu() -> tuple[float, float]:
    """CPU seconds of this process, and of the OCR engine's that it started."""
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime, children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
