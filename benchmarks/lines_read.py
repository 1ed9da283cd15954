"""One scan of signature pages read as the product reads it, and held against what is on its lines."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from benchmarks.interval import Share
from benchmarks.line_figures import CERTAIN, Figures, Reading, errors, hand, letters
from benchmarks.line_pages import Made
from benchmarks.matching import same_part
from pipeline.checks.judge import judge
from pipeline.geometry import Box
from pipeline.law import loader
from pipeline.model.line import SignerLine
from pipeline.model.page import Page
from pipeline.model.petition import PetitionFile
from pipeline.model.result import SectionResult
from pipeline.model.roll import RollMatch
from pipeline.model.scan import Scan
from pipeline.model.section import LinesFacts, SectionFacts
from pipeline.ocr.hand import PpocrHand
from pipeline.ocr.print import TesseractPrint
from pipeline.pages.open import open_scan
from pipeline.pages.shelf import Shelf
from pipeline.section import lines
from pipeline.settings import Limits
from pipeline.signers import marks
from pipeline.signers.read_block import read_block

LAW = "colorado-54-124"


def measured(made: Made, roll: Path | None, large: Path | None = None) -> Figures:
    """The figures of one scan. `large`: a larger roll, on which the lines are looked up too."""
    import cv2

    cv2.setNumThreads(1)
    out = Figures()
    pages, grids = _read(made, out)
    facts = SectionFacts(pages=tuple(pages), parts=(), lines=tuple(grids))
    if roll is not None:
        began = time.process_time()
        facts = _looked_up(facts, roll)
        out.match_seconds += time.process_time() - began
    if large is not None:
        began = time.process_time()
        larger = _looked_up(facts, large)
        out.large_seconds += time.process_time() - began
        _electors(made, [line for grid in larger.lines for line in grid.lines], out.large)
    filed = datetime.fromisoformat(f"{made.filed}T15:00:00+00:00")
    petition = PetitionFile(
        ordinance=LAW, kind="initiative", circulation_from=date.fromisoformat(made.first), filed=filed, roll=roll
    )
    scan = Scan(file=made.scan.name, sha256="0" * 64, page_count=len(pages))
    result = judge(facts, scan, petition, loader.load(LAW))
    _compare(made, result, out)
    return out


def _read(made: Made, out: Figures) -> tuple[list[Page], list[LinesFacts]]:
    limits, engine = Limits(), PpocrHand()
    print_engine = TesseractPrint(time_limit_s=limits.print_seconds)
    first, last = date.fromisoformat(made.first), date.fromisoformat(made.filed)
    pages: list[Page] = []
    grids: list[LinesFacts] = []
    with open_scan(made.scan, limits) as opened:
        shelf = Shelf(made.scan, opened, print_engine)
        for number in range(1, opened.page_count + 1):
            view = shelf.view(number)
            pages.append(view.page)
            for grid in lines.find(view, print_engine, engine):
                marked = marks.mark(view, grid)
                began = time.process_time()
                grids.append(replace(marked, lines=read_block(view.raster, marked.lines, engine, first=first, last=last)))
                out.read_seconds += time.process_time() - began
    return pages, grids


def _looked_up(facts: SectionFacts, path: Path) -> SectionFacts:
    from pipeline.roll.database import Roll
    from pipeline.signers.elector import look_up

    with Roll(path) as roll:
        return replace(facts, lines=tuple(replace(g, lines=tuple(look_up(x, roll) for x in g.lines)) for g in facts.lines))


def _compare(made: Made, result: SectionResult, out: Figures) -> None:
    said = [line for grid in result.facts.lines for line in grid.lines]
    states = {(v.page, v.row): v.state for v in result.verdicts}
    reviewed: dict[tuple[int | None, int | None], set[str]] = {}
    for finding in result.findings:
        if finding.row is not None and finding.consequence == "review":
            reviewed.setdefault((finding.page, finding.row), set()).add(finding.check)
    for so in made.lines:
        line = _nearest(so, said)
        out.found += Share(int(line is not None), 1)
        state = states.get((line.page, line.row)) if line is not None else None
        out.state += Share(int(state == so["state"]), 1)
        present = line.signature.present if line is not None else None
        out.signature += Share(int(present == so["signature"]["present"]), 1)
        if so["state"] == "blank":
            continue
        out.lines += 1
        checks = reviewed.get((line.page, line.row), set()) if line is not None else set()
        for check in checks:
            out.reviews[check] += 1
        if _nothing_wrong(so):
            out.asked += Share(int(bool(checks) or line is None), 1)
        if so["state"] != "struck":
            _fields(made, so, line, checks, out)
    _electors(made, said, out.electors)


def _nothing_wrong(so: dict[str, Any]) -> bool:
    """Whether a person who reads the paper would find nothing to ask on this line."""
    fields = [so[name] for name in ("name", "address", "date") if so[name] is not None]
    written = all(told["text"] is not None and not told.get("ditto") for told in fields)
    day = so["date"] is None or so["date"]["iso"] is not None
    return so["state"] == "signed" and written and day and so["elector"] is not None and so["on_roll"] != "moved"


def _nearest(so: dict[str, Any], said: Sequence[SignerLine]) -> SignerLine | None:
    box = Box(*so["box"])
    here = [line for line in said if line.page == so["page"] and same_part(box, line.box)]
    return min(here, key=lambda line: abs(line.box.middle[1] - box.middle[1]), default=None)


def _fields(made: Made, so: dict[str, Any], line: SignerLine | None, checks: set[str], out: Figures) -> None:
    kind, scanned = hand(so), so["scan"]
    for name in ("name", "address", "date"):
        told = so[name]
        if told is None:
            continue
        read = getattr(line, name) if line is not None else None
        certainty = read.certainty if read is not None else 0.0
        text = read.text if read is not None else None
        if told["text"] is None:
            out.scrawled += Share(int(certainty < CERTAIN), 1)
            continue
        ditto = told.get("ditto")
        if name == "date":
            day = read.day.isoformat() if read is not None and read.day else None
            if ditto is not None:
                out.ditto += Share(int(day == ditto), 1)
                continue
            right = day == told["iso"] and (told["iso"] is not None or (read is not None and "year" in read.missing))
            wrong, text = int(not right), f"{text} ({day})"
            known = certainty if day or (read is not None and read.missing) else 0.0
            counts = out.days
            counts[0] += 1
            counts[1] += right
            counts[2] += right and known >= CERTAIN
            bad = not right and known >= CERTAIN and not checks
            counts[3] += bad
            certainty = known
        else:
            want = ditto or told["text"]
            wrong = errors(want, text, begins=name == "address")
            if ditto is not None:
                out.ditto += Share(int(wrong == 0 and read is not None and read.above is not None), 1)
                continue
            right = wrong == 0
            counts = out.edits[f"{name} {kind}"]
            counts[0] += wrong
            counts[1] += len("".join(want.split()))
            counts[2] += 1
            counts[3] += right
            differs = not letters(text).startswith(letters(want)) if name == "address" else letters(text) != letters(want)
            bad = differs and certainty >= CERTAIN and not checks
        out.certain_wrong += Share(int(bad), 1)
        out.said[name].append((certainty, bool(right)))
        if wrong:
            box = told["box"] or so["box"]
            out.readings.append(
                Reading(
                    scan=made.scan.name, page=so["page"], row=so["row"], field=name, hand=f"{kind} ({so['hand']['face']})",
                    bitonal=scanned["colour"] == "bitonal", so=told["text"], said=text, certainty=round(certainty, 3),
                    errors=wrong, reviewed=bool(checks), box=(box[0], box[1], box[2], box[3]),
                )
            )  # fmt: skip


def _electors(made: Made, said: Sequence[SignerLine], out: dict[str, int]) -> None:
    for so in made.lines:
        line = _nearest(so, said) if so["state"] not in ("blank", "struck") else None
        if line is not None and line.roll is not None:
            _elector(so, line.roll, out)


def _elector(so: dict[str, Any], match: RollMatch, out: dict[str, int]) -> None:
    """Whom the roll gave, beside who signed. The roll of a mover holds the old door: for a person in any case."""
    best = match.best.elector.id if match.best is not None else None
    accepted = match.answer == "found"
    plain = so["signature"]["present"] and so["name"] is not None and so["name"]["text"] is not None
    if not plain:
        return
    if so["elector"] is None:
        out["not on the roll"] += 1
        out["not on the roll, accepted"] += accepted
        return
    if so["on_roll"] == "moved":
        out["moved"] += 1
        out["moved, right first"] += best == so["elector"]
        return
    out["on the roll"] += 1
    out["on the roll, right first"] += best == so["elector"]
    out["on the roll, accepted"] += accepted and best == so["elector"]
    out["on the roll, another accepted"] += accepted and best != so["elector"]
