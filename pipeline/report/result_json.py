"""A scan's result as JSON Lines: the contract of requirements.md, "One result, in JSON". Same result, same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from typing import Any

from pipeline.checks.answer import answer
from pipeline.checks.signer import CERTAIN
from pipeline.count.filed import heading, styles, wordings
from pipeline.geometry import Box
from pipeline.model.finding import Finding, LineCount
from pipeline.model.line import CellMarks, Elector, SignerLine
from pipeline.model.page import Page
from pipeline.model.reading import DateRead, Seen, TextRead
from pipeline.model.result import LineVerdict, ReadingUsed, ScanResult, SectionResult
from pipeline.model.roll import RollMatch
from pipeline.model.section import AffidavitFacts, NotaryFacts, SectionFacts, SerialFacts

SECTION_SCHEMA = "petition-section/1"
SCAN_SCHEMA = "petition-scan/1"

Json = dict[str, Any]


def json_lines(result: ScanResult) -> Iterator[str]:
    """One line a section, in the order of the scan, and the scan's own line last; without line ends."""
    for section in result.sections:
        yield dump(section_object(section))
    yield dump(scan_object(result))


def dump(value: Json) -> str:
    """One line of ASCII: what a terminal could take for a control or a change of direction stays escaped."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False)


def schema(name: str) -> Json:
    """The JSON Schema of `petition-section/1`, `petition-scan/1`, `petition-count/1` or `petition-withdrawal/1`.

    Raises:
        FileNotFoundError: for another name.
    """
    file = resources.files("pipeline.report") / "schemas" / f"{name.replace('/', '-')}.json"
    loaded: Json = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def scan_object(result: ScanResult) -> Json:
    """The last line of a scan."""
    return {
        "schema": SCAN_SCHEMA,
        "file": result.scan.file,
        "sha256": result.scan.sha256,
        "page_count": result.scan.page_count,
        "blank": list(result.blank),
        "unplaced": list(result.unplaced),
        "problems": list(result.problems),
        "exit": int(result.exit),
    }


def section_object(section: SectionResult) -> Json:
    """The object of one section; the order of keys is fixed."""
    facts = section.facts
    affidavits = [_affidavit(a) for a in facts.affidavits]
    verdicts = {(v.page, v.row): v for v in section.verdicts}
    lines = sorted((line for grid in facts.lines for line in grid.lines), key=lambda line: (line.page, line.row))
    return {
        "schema": SECTION_SCHEMA,
        "scan": {
            "file": section.scan.file,
            "sha256": section.scan.sha256,
            "pages": [p.number for p in facts.pages],
        },
        "ordinance": section.ordinance,
        "kind": section.kind,
        "serial": _serial(facts.serials),
        "pages": [_page(p, facts) for p in facts.pages],
        "committee": _committee(facts),
        "lines": [_line(line, verdicts[line.page, line.row]) for line in lines],
        "affidavit": affidavits[-1] if affidavits else None,
        "affidavits": affidavits,
        "findings": [finding_object(f) for f in section.findings],
        "count": _count(section.count),
        "not_checked": [{"check": n.check, "why": n.why} for n in section.not_checked],
        "observations": [{"fact": o.fact, "page": o.page, "box": _box(o.box)} for o in section.observations],
        "readings": [_reading(r) for r in section.readings],
        # What the count of the whole petition needs beside the contract.
        "printed_pages": _printed_pages(facts),
        "wordings": {part: _hundredth(share) for part, share in wordings(facts)},
        "styles": list(styles(facts)),
        "heading": dict(heading(facts)),
        "fingerprint": section.fingerprint,
        "versions": dict(sorted(section.versions.items())),
    }


def _printed_pages(facts: SectionFacts) -> Json:
    """The printed page numbers, and the N of `page 2 of N`; only what was read with certainty."""
    read = [n for n in facts.page_numbers if n.certainty >= CERTAIN]
    return {"numbers": [n.number for n in read], "of": max((n.of for n in read if n.of is not None), default=None)}


def _count(count: LineCount) -> Json:
    return {"counted": count.counted, "not_counted": count.not_counted, "review": count.review}


def _reading(used: ReadingUsed) -> Json:
    """A reading, with where the section would end under other choices."""
    return {
        "name": used.name,
        "chosen": used.chosen,
        "default": used.default,
        "ends": [{"choice": e.choice, "count": _count(e.count), "changed": list(e.changed)} for e in used.ends],
    }


def _box(box: Box | None) -> list[float] | None:
    return None if box is None else box.rounded()


def _hundredth(value: float) -> float:
    return round(value, 2) + 0.0


def _serial(serials: tuple[SerialFacts, ...]) -> Json | None:
    """The serial number read best, of equals the first; value null for an empty blank, None where there is no place."""
    if not serials:
        return None
    best = min(serials, key=lambda s: (s.value is None, -(s.value.certainty if s.value else 0.0), s.page, s.box.y0))
    value = best.value
    return {
        "value": value.text if value else None,
        "certainty": _hundredth(value.certainty) if value and value.text is not None else 0.0,
        "page": best.page,
        "box": _box(value.box if value else best.box),
    }


def _page(page: Page, facts: SectionFacts) -> Json:
    parts = sorted((p for p in facts.parts if p.page == page.number), key=lambda p: (p.box.y0, p.box.x0, p.part))
    return {
        "page": page.number,
        "rotation": page.rotation,
        "skew": _hundredth(page.skew),
        "colour": page.colour,
        "size": [round(page.size[0], 1), round(page.size[1], 1)],
        "scale": {"px_per_pt": _hundredth(page.scale.px_per_pt), "from": page.scale.source},
        "problems": [{"problem": p.kind, "detail": p.detail, "box": _box(p.box)} for p in page.problems],
        "parts": [{"part": p.part, "box": _box(p.box), "certainty": _hundredth(p.certainty)} for p in parts],
    }


def _committee(facts: SectionFacts) -> list[Json]:
    """The persons of the designation that names most."""
    if not facts.committees:
        return []
    best = max(facts.committees, key=lambda c: (c.count.value, c.certainty, -c.page))
    return [
        {"name": m.name.text if m.name else None, "address": m.address.text if m.address else None, "page": m.page,
         "box": _box(m.box)}
        for m in best.members
    ]  # fmt: skip


def _line(line: SignerLine, verdict: LineVerdict) -> Json:
    return {
        "page": line.page,
        "row": line.row,
        "line": line.display_number,
        "state": verdict.state,
        "box": _box(line.box),
        "signature": {
            "present": line.signature.present,
            "certainty": _hundredth(line.signature.certainty),
            "box": _box(line.signature.box),
        },
        "name": _text(line.name, line.cell("name")),
        "address": _text(line.address, line.cell("address", "street")),
        "date": _date(line.date, line.cell("date")),
        "elector": None if line.elector is None else _elector(line.elector),
        **({} if line.roll is None else {"roll": _roll(line.roll)}),
        "place": verdict.place,
        "reason": verdict.reason,
    }


def _elector(elector: Elector) -> Json:
    """Who signed, by the roll; ward and county only where the roll gives them."""
    more = {"ward": elector.ward, "county": elector.county}
    return {"id": elector.id, "certainty": _hundredth(elector.certainty)} | {k: v for k, v in more.items() if v is not None}


def _roll(match: RollMatch) -> Json:
    """How the line was looked up: the answer, what was searched, and who may have signed."""
    return {
        "answer": match.answer,
        "certainty": _hundredth(match.certainty),
        "searched": list(match.searched),
        "candidates": [
            {
                "id": c.elector.id,
                "certainty": _hundredth(c.certainty),
                "name": c.elector.name,
                "address": c.elector.address,
                "status": c.elector.status or None,
                "forgiven": [{"tolerance": f.tolerance, "what": f.what} for f in c.forgiven],
                "differs": list(c.differs),
            }
            for c in match.candidates
        ],
    }


def _unread(cell: CellMarks | None) -> Json | None:
    """A cell that is written and was not read; None where there is no such column or the cell is empty."""
    if cell is None or answer(cell.written) != "yes":
        return None
    return {"text": None, "certainty": 0.0, "box": _box(cell.ink or cell.box)}


def _text(read: TextRead | None, cell: CellMarks | None) -> Json | None:
    if read is None:
        return _unread(cell)
    certainty = 0.0 if read.text is None else _hundredth(read.certainty)
    return {"text": read.text, "certainty": certainty, "box": _box(read.box), **_above(read)}


def _date(read: DateRead | None, cell: CellMarks | None) -> Json | None:
    if read is None:
        unread = _unread(cell)
        return None if unread is None else {"text": None, "iso": None, "certainty": 0.0, "box": unread["box"]}
    known = read.text is not None or read.day is not None
    return {
        "text": read.text,
        "iso": _iso(read),
        "certainty": _hundredth(read.certainty) if known else 0.0,
        "box": _box(read.box),
        **_above(read),
    }


def _above(read: TextRead | DateRead) -> dict[str, int]:
    """Where ditto marks stand for the entry: the row whose entry it is. Nothing where it is written out."""
    return {} if read.above is None else {"above": read.above}


def _iso(read: DateRead | None) -> str | None:
    return read.day.isoformat() if read is not None and read.day is not None else None


def _affidavit(affidavit: AffidavitFacts) -> Json:
    name, notary = affidavit.particular("name"), affidavit.notary
    stated = affidavit.particular("count")
    places = [affidavit.particular(p) for p in ("street", "municipality", "county")]
    address = [p.value.text for p in places if p is not None and p.value is not None and p.value.text]
    return {
        "page": affidavit.page,
        "circulator": name.value.text if name and name.value else None,
        "address": ", ".join(dict.fromkeys(address)) or None,
        "signed": _yes_no(affidavit.signature),
        "date": _iso(affidavit.date),
        "notarized": _notarized(notary),
        "notary_date": _iso(notary.date) if notary else None,
        "commission_expires": _iso(notary.commission_expires) if notary else None,
        "count_stated": _number(stated.value if stated else None),
        "box": _box(affidavit.box),
        "certainty": _hundredth(affidavit.certainty),
        "date_certainty": _hundredth(affidavit.date.certainty) if affidavit.date else None,
        "notary_date_certainty": _hundredth(notary.date.certainty) if notary and notary.date else None,
        "statements": [
            {"name": s.name, "present": s.found.present, "certainty": _hundredth(s.found.certainty)} for s in affidavit.statements
        ],
    }


def _yes_no(seen: Seen) -> bool | None:
    return {"yes": True, "no": False, "unsure": None}[answer(seen)]


def _notarized(notary: NotaryFacts | None) -> bool | None:
    """Whether there is a notarial act at all: a notary's signature or a seal."""
    if notary is None:
        return False
    seen = {_yes_no(notary.signature), _yes_no(notary.seal)}
    if True in seen:
        return True
    return None if None in seen else False


def _number(read: TextRead | None) -> int | None:
    """A whole number that was read, None where there is none."""
    words = read.text.strip() if read and read.text else ""
    return int(words) if words.isascii() and words.isdigit() else None


def finding_object(finding: Finding) -> Json:
    """One finding, as every result shows it."""
    return {
        "check": finding.check,
        "clause": finding.clause,
        "also": list(finding.also),
        "scope": finding.scope,
        "consequence": finding.consequence,
        "strict": finding.strict,
        "basis": finding.basis,
        "certainty": _hundredth(finding.certainty),
        "page": finding.page,
        "falls_on": list(finding.falls_on),
        "line": finding.line,
        "row": finding.row,
        "box": _box(finding.box),
        "name": finding.name,
        "message": finding.message,
        "expected": finding.expected,
        "found": finding.found,
    }
