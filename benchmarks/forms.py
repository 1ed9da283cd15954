"""How well do pages lie on the approved form, and what of changed print is found?

    python -m benchmarks.forms --seed 41 --petitions 5 [--ordinance ID] [--changes 2] [--dir FOLDER]

Makes petitions of the develop side (or takes those of --dir), lays every page of their scans on the form, then changes one
letter on copies of each page of the blank form and scans them at 300 dpi in colour and at 200 dpi in black and white.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from pipeline.form.book import FormBook, OnForm
from pipeline.form.differences import mapped
from pipeline.form.given import FormGiven
from pipeline.geometry import Box
from pipeline.law import loader, petition_file
from pipeline.law.sought import sought
from pipeline.measure import measure_scan
from pipeline.measure_form import measure_form
from pipeline.model.form import FormTemplate
from pipeline.model.page import Page
from pipeline.ocr.hand import PpocrHand
from pipeline.ocr.print import TesseractPrint
from pipeline.pages.open import open_scan
from pipeline.pages.raster import Raster
from pipeline.pages.raw import RawPage
from pipeline.pages.upright import upright
from samples.factory.batch import make
from samples.factory.forms import BlankForm, scanned

MODES = {"300 dpi colour": ("colour", 300), "200 dpi bitonal": ("bitonal", 200)}
# A line's cell is right when its edges lie within this of where they were printed.
CELL_PT = 2.0
# Findings that are of the print: pages of scans with one of them may differ from the form.
OF_PRINT = (
    "warning", "summary", "text", "lines", "affidavit-statement", "affidavit-not-sworn", "committee", "heading", "party", "form",
    "recall", "section",
)  # fmt: skip


@dataclass(slots=True)
class Tally:
    """What was counted over all pages."""

    pages: int = 0
    registered: int = 0
    refused: list[str] = field(default_factory=list)
    residuals: list[float] = field(default_factory=list)
    lines: int = 0
    lines_right: int = 0
    clean_pages: int = 0
    false_alarms: list[str] = field(default_factory=list)
    strangers: int = 0
    strangers_refused: int = 0
    changed: dict[str, list[bool]] = field(default_factory=dict)
    missed: list[str] = field(default_factory=list)
    other_alarms: dict[str, list[str]] = field(default_factory=dict)
    cpu: list[tuple[int, float, float]] = field(default_factory=list)


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.forms", description="Measure the way with the approved form.")
    parser.add_argument("--seed", type=int, default=41)
    parser.add_argument("--petitions", type=int, default=5)
    parser.add_argument("--ordinance", default="colorado-54-124")
    parser.add_argument("--changes", type=int, default=2, help="changed copies of each page of a form, per mode")
    parser.add_argument("--dir", type=Path, help="a folder that the factory has written")
    parser.add_argument("--timed", type=int, default=1, help="scans measured whole, for the time")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as made:
        folder = given.dir or Path(made)
        if given.dir is None:
            make(
                side="develop",
                seed=given.seed,
                count=2 * given.petitions,
                out=folder,
                with_defects=True,
                ordinances=(given.ordinance,),
            )
        tally = Tally()
        for n, petition in enumerate(sorted(folder.glob("*/petition-form.toml"))[: given.petitions]):
            _petition(petition, folder, tally, random.Random(f"{given.seed}/{n}"), given.changes, given.timed)
            _print(tally, after=petition.parent.name)


def _petition(path: Path, folder: Path, tally: Tally, rng: random.Random, changes: int, timed: int) -> None:
    given = petition_file.load(path)
    assert given.form is not None
    wanted = sought(replace(given, form=None), loader.load(given.ordinance))
    template = measure_form(given.form, wanted)
    book = FormBook(template, given.form, TesseractPrint(), PpocrHand())
    own, others = _scans(path.parent, folder)
    for scan, truth in own:
        for page, raster in _pages(scan):
            _made(book, template, page, raster, truth, tally, f"{scan.name} p{page.number}")
    for scan, _ in others[:1]:
        for page, raster in list(_pages(scan))[:2]:
            tally.strangers += 1
            tally.strangers_refused += book.lay(page, raster).facts.lies != "registered"
    blank = BlankForm(given.form.read_bytes())
    for page_number in range(1, len(blank.pages) + 1):
        for mode, (colour, dpi) in MODES.items():
            for k in range(changes):
                _change(
                    book,
                    blank,
                    page_number,
                    mode,
                    colour,
                    dpi,
                    rng,
                    tally,
                    f"{path.parent.name} p{page_number}",
                    digit=k % 2 == 1,
                )
    for scan, _ in own[:timed]:
        _time(scan, given.form, template, wanted, tally)


def _scans(petition: Path, folder: Path) -> tuple[list[tuple[Path, dict]], list[tuple[Path, dict]]]:
    own, others = [], []
    for file in sorted(folder.glob("*.truth.json")):
        truth = json.loads(file.read_text())
        mine = Path(truth["petition"]).parts[0] == petition.name
        (own if mine else others).append((folder / truth["file"], truth))
    return own, others


def _pages(scan: Path) -> Iterator[tuple[Page, Raster]]:
    with open_scan(scan) as opened:
        for raw in opened.pages():
            page, raster = upright(raw, raw.number)
            if not page.blank:
                yield page, raster


def _made(book: FormBook, template: FormTemplate, page: Page, raster: Raster, truth: dict, tally: Tally, name: str) -> None:
    section = next((s for s in truth["sections"] if page.number in s["pages"]), None)
    if section is None:
        return
    found = book.lay(page, raster)
    planted = section["planted"]
    tally.pages += 1
    if found.facts.lies == "registered":
        tally.registered += 1
        tally.residuals.append(found.facts.residual_pt or 0.0)
    else:
        tally.refused.append(f"{name}: {found.facts.lies}, {found.facts.why}; planted {planted}")
    lines = [line for line in section["lines"] if line["page"] == page.number]
    if found.lines is not None and found.text is not None:
        boxes = {line.row: (line.box, line.number) for grid in found.lines for line in grid.lines}
        for line in lines:
            tally.lines += 1
            box, number = boxes.get(line["row"], (None, None))
            right = box is not None and max(abs(a - b) for a, b in zip(box.rounded(), line["box"], strict=True)) <= CELL_PT
            tally.lines_right += right and (number == line["line"] or number is None)
    if not any(p.startswith(OF_PRINT) for p in planted):
        tally.clean_pages += 1
        if found.facts.changes:
            told = [(c.kind, c.expected, c.found) for c in found.facts.changes]
            tally.false_alarms.append(f"{name}: {told}")


def _change(
    book: FormBook,
    blank: BlankForm,
    number: int,
    mode: str,
    colour: str,
    dpi: int,
    rng: random.Random,
    tally: Tally,
    name: str,
    *,
    digit: bool,
) -> None:
    copy = blank.changed(number, rng, digit=digit) or blank.changed(number, rng)
    if copy is None:
        return
    page, raster = _upright(scanned(copy.pixels, rng, colour=colour, dpi=dpi)[0], dpi)
    found = book.lay(page, raster)
    at = Box(*copy.box)
    if found.facts.page_from_form is None:
        tally.changed.setdefault(mode, []).append(False)
        tally.missed.append(f"{mode} {name}: not registered, {found.facts.why}")
        return
    place = mapped(found.facts.page_from_form, at)
    hits = [c for c in found.facts.changes if c.box.grown(3.0).contains(*place.middle)]
    varies = any(b.contains(*at.middle) for b in book.template.page(number).varying)
    if varies:
        hits = hits or [c for c in (_read_there(found, place),) if c]
    tally.changed.setdefault(mode, []).append(bool(hits))
    if not hits:
        tally.missed.append(f"{mode} {name}: {copy.word!r} {copy.old}->{copy.new}")
    others = [c for c in found.facts.changes if not c.box.grown(3.0).contains(*place.middle)]
    tally.other_alarms.setdefault(mode, []).extend(f"{name}: {(c.kind, c.expected, c.found)}" for c in others)


def _read_there(found: OnForm, place: Box) -> object:
    """Where print may vary, what stands there is read on the scan, which is all that is asked."""
    return found.text is not None and any(w.box.grown(2.0).contains(*place.middle) for w in found.text.words)


def _upright(pixels: np.ndarray, dpi: int) -> tuple[Page, Raster]:
    if pixels.dtype == bool:
        gray, bgr = np.where(pixels, 0, 255).astype(np.uint8), None
    elif pixels.ndim == 3:
        bgr = np.ascontiguousarray(pixels[..., ::-1])
        gray = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    else:
        gray, bgr = pixels, None
    height, width = gray.shape
    raw = RawPage(number=1, gray=gray, bgr=bgr, size=(width * 72 / dpi, height * 72 / dpi), bits=1 if pixels.dtype == bool else 8)
    return upright(raw, 1)


def _time(scan: Path, form: Path, template: FormTemplate, wanted: object, tally: Tally) -> None:
    before = _cpu()
    found = measure_scan(scan, wanted, form=FormGiven(path=form, template=template))  # type: ignore[arg-type]
    after = _cpu()
    pages = sum(1 for p in found.facts.pages if not p.blank)
    tally.cpu.append((pages, after[0] - before[0], after[1] - before[1]))


def _cpu() -> tuple[float, float]:
    """CPU seconds of this process, and of the OCR engine's that it started."""
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime, children.ru_utime + children.ru_stime


def _print(t: Tally, after: str) -> None:
    """The sums so far: a run that is broken off has said what it found."""
    print(f"--- after {after}", flush=True)
    print(f"pages laid on their form      {t.registered} of {t.pages} registered, {len(t.refused)} not")
    for line in t.refused:
        print(f"    {line}")
    if t.residuals:
        print(f"residual                      median {median(t.residuals):.3f} pt, largest {max(t.residuals):.3f} pt")
    print(f"lines in place and numbered   {t.lines_right} of {t.lines}")
    print(f"false alarms                  {len(t.false_alarms)} on {t.clean_pages} pages without a defect of print")
    for line in t.false_alarms:
        print(f"    {line}")
    print(f"pages of another petition     {t.strangers_refused} of {t.strangers} refused")
    for mode, hits in t.changed.items():
        alarms = t.other_alarms.get(mode, [])
        print(f"changed words, {mode:<15} {sum(hits)} of {len(hits)} found, {len(alarms)} false alarms on {len(hits)} pages")
        for line in alarms:
            print(f"    false: {line}")
    for line in t.missed:
        print(f"    missed: {line}")
    pages = sum(p for p, _, _ in t.cpu)
    if pages:
        own, ocr = sum(a for _, a, _ in t.cpu), sum(b for _, _, b in t.cpu)
        print(f"CPU seconds a page with form  {(own + ocr) / pages:.2f}, of which Tesseract {ocr / pages:.2f} ({pages} pages)")


if __name__ == "__main__":
    main()
