"""What the product says of a scan, and what is so: both as the few values that the comparison needs."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline.geometry import Box
from pipeline.model.reading import DateRead, TextRead
from pipeline.model.result import ScanResult, SectionResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A reading: `value` None where it was sent to a person. Dates as ISO days, text as it was read."""

    value: str | None
    certainty: float
    raw: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    name: str
    page: int
    box: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    page: int
    row: int
    box: Box
    state: str
    signature: bool | None
    reads: dict[str, Read | None]
    """`name`, `address`, `date`; None: no such column or an empty cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One finding, of the product or of the truth."""

    check: str
    page: int | None
    row: int | None
    statement: str | None
    consequence: str
    message: str = ""
    certainty: float = 1.0

    @property
    def unit(self) -> tuple[object, ...]:
        """What is counted once: section findings by check, statements each one, line findings by (page, row)."""
        if self.check.startswith("line-"):
            return (self.check, self.page, self.row)
        return (self.check, self.statement) if self.check == "affidavit-statement-missing" else (self.check,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    pages: tuple[int, ...]
    parts: tuple[Part, ...]
    lines: tuple[Line, ...]
    findings: tuple[Said, ...]
    reads: dict[str, Read | None]
    """Readings of the section: `serial`, `circulator`, `affidavit-date`, `notary-date`, `commission-expires`."""
    committee: tuple[tuple[Read | None, Read | None], ...]
    """Name and address of each representative."""
    allowed: tuple[dict[str, Any], ...] = ()
    allowed_parts: frozenset[tuple[str, int]] = frozenset()
    """(name, page) of parts of which the scanner left a trace: who sees it is right, who does not is right too."""
    colour: bool = True
    """All its pages are in colour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """All of one scan."""

    file: str
    sections: tuple[Section, ...]
    pages: int
    seconds: float = 0.0
    error: str | None = None
    versions: dict[str, str] = field(default_factory=dict)


def of_product(result: ScanResult, seconds: float) -> Answer:
    """The product's result, reduced."""
    versions = dict(result.sections[0].versions) if result.sections else {}
    sections = tuple(_section_said(s) for s in result.sections)
    return Answer(file=result.scan.file, sections=sections, pages=result.scan.page_count, seconds=seconds, versions=versions)


def _section_said(section: SectionResult) -> Section:
    facts = section.facts
    states = {(v.page, v.row): v.state for v in section.verdicts}
    lines = tuple(
        Line(
            page=line.page,
            row=line.row,
            box=line.box,
            state=states.get((line.page, line.row), "?"),
            signature=line.signature.present,
            reads={"name": _text(line.name), "address": _text(line.address), "date": _day(line.date)},
        )
        for grid in facts.lines
        for line in grid.lines
    )
    sworn = facts.affidavits[-1] if facts.affidavits else None
    notary = sworn.notary if sworn else None
    name = sworn.particular("name") if sworn else None
    serials = [s.value for s in facts.serials if s.value is not None]
    members = max(facts.committees, key=lambda c: len(c.members)).members if facts.committees else ()
    return Section(
        pages=tuple(p.number for p in facts.pages),
        parts=tuple(Part(name=p.part, page=p.page, box=p.box) for p in facts.parts),
        lines=lines,
        findings=tuple(
            Said(
                check=f.check,
                page=f.page,
                row=f.row,
                statement=f.name if f.check == "affidavit-statement-missing" else None,
                consequence=f.consequence,
                message=f.message,
                certainty=f.certainty,
            )
            for f in section.findings
        ),
        reads={
            "serial": _text(max(serials, key=lambda s: s.certainty)) if serials else None,
            "circulator": _text(name.value) if name else None,
            "affidavit-date": _day(sworn.date) if sworn else None,
            "notary-date": _day(notary.date) if notary else None,
            "commission-expires": _day(notary.commission_expires) if notary else None,
        },
        committee=tuple((_text(m.name), _text(m.address)) for m in members),
    )


def _text(read: TextRead | None) -> Read | None:
    return None if read is None else Read(value=read.text, certainty=read.certainty, raw=read.text)


def _day(read: DateRead | None) -> Read | None:
    if read is None:
        return None
    return Read(value=read.day.isoformat() if read.day else None, certainty=read.certainty, raw=read.text)


def of_truth(path: Path) -> tuple[Answer, str]:
    """The truth file (`petition-truth/1`), and the petition file it names.

    Raises:
        ValueError: when the file is of another schema.
    """
    raw = json.loads(path.read_text(encoding="utf-8"))
    if raw.get("schema") != "petition-truth/1":
        raise ValueError(f"{path.name}: its schema is {raw.get('schema')!r}, not petition-truth/1. Make the scans anew.")
    colours = {p["page"]: p["colour"] for p in raw["scan"]["pages"]}
    sections = tuple(_section_so(s, colours, set(raw["scan"]["blank"])) for s in raw["sections"])
    return Answer(file=raw["file"], sections=sections, pages=raw["scan"]["page_count"]), raw["petition"]


def _section_so(raw: dict[str, Any], colours: dict[int, str], blank: set[int]) -> Section:
    sworn = raw.get("affidavit") or {}
    written = [p for p in raw["pages"] if p not in blank]
    lines = tuple(
        Line(
            page=line["page"],
            row=line["row"],
            box=Box(*line["box"]),
            state=line["state"],
            signature=line["signature"]["present"] if line["signature"] else False,
            reads={
                "name": _so(line["name"], "text"),
                "address": _so(line["address"], "text"),
                "date": _so(line["date"], "iso"),
            },
        )
        for line in raw["lines"]
    )
    return Section(
        pages=tuple(raw["pages"]),
        parts=tuple(Part(name=p["part"], page=p["page"], box=Box(*p["box"])) for p in raw["parts"]),
        lines=lines,
        findings=tuple(
            Said(
                check=f["check"],
                page=f.get("page"),
                row=f.get("row"),
                statement=f.get("statement"),
                consequence=f["default"],
            )
            for f in raw["findings"]
        ),
        reads={
            "serial": _given(raw.get("serial")),
            "circulator": _given(sworn.get("circulator")),
            "affidavit-date": _given(sworn.get("date")),
            "notary-date": _given(sworn.get("notary_date")),
            "commission-expires": _given(sworn.get("commission_expires")),
        },
        committee=tuple((_given(m["name"]), _given(m["address"])) for m in raw["committee"]),
        allowed=tuple(raw.get("allowed", ())),
        allowed_parts=frozenset((p["part"], p["page"]) for p in raw.get("allowed_parts", ())),
        colour=all(colours.get(p, "colour") == "colour" for p in written),
    )


def _so(raw: dict[str, Any] | None, key: str) -> Read | None:
    return None if raw is None else Read(value=raw.get(key), certainty=1.0, raw=raw.get("text"))


def _given(value: str | None) -> Read | None:
    return None if value is None else Read(value=value, certainty=1.0, raw=value)
