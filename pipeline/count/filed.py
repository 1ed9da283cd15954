"""From a checked section to what the count needs of it."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.checks.answer import answer
from pipeline.checks.signer import CERTAIN
from pipeline.model.count import FiledLine, FiledSection
from pipeline.model.line import SignerLine
from pipeline.model.reading import TextRead
from pipeline.model.result import LineVerdict, ScanResult, SectionResult
from pipeline.model.section import SectionFacts

# A serial number read with less is told, and no section is joined to, or held against, another by it.
SERIAL_CERTAIN = 0.85
_KEY_DIGITS = 12


def key_of(sha256: str, pages: Iterable[int]) -> str:
    """The identity of a section: `4f0c1de2a7b3-p1`."""
    return f"{sha256[:_KEY_DIGITS]}-p{min(pages, default=0)}"


def from_scan(result: ScanResult) -> tuple[FiledSection, ...]:
    """Every section of a checked scan."""
    return tuple(from_section(s) for s in result.sections)


def from_section(section: SectionResult) -> FiledSection:
    """One checked section, with its facts, so that parts of it can be joined and judged again."""
    facts = section.facts
    verdicts = {(v.page, v.row): v for v in section.verdicts}
    lines = sorted((line for grid in facts.lines for line in grid.lines), key=lambda line: (line.page, line.row))
    serial, certainty = _serial(facts)
    pages = tuple(p.number for p in facts.pages)
    return FiledSection(
        key=key_of(section.scan.sha256, pages),
        file=section.scan.file,
        sha256=section.scan.sha256,
        pages=pages,
        serial=serial if certainty >= SERIAL_CERTAIN else None,
        serial_certainty=certainty,
        ordinance=section.ordinance,
        kind=section.kind,
        lines=tuple(_line(line, verdicts[line.page, line.row]) for line in lines),
        findings=section.findings,
        not_checked=section.not_checked,
        readings=section.readings,
        circulator=_circulator(facts),
        affidavits=len(facts.affidavits),
        papers=tuple(p.size for p in facts.pages if any(g.page == p.number for g in facts.lines)),
        styles=styles(facts),
        page_numbers=tuple(n.number for n in facts.page_numbers if n.certainty >= CERTAIN),
        pages_due=max((n.of for n in facts.page_numbers if n.of is not None and n.certainty >= CERTAIN), default=None),
        wordings=wordings(facts),
        heading=heading(facts),
        facts=facts,
        versions=dict(section.versions),
    )


def _line(line: SignerLine, verdict: LineVerdict) -> FiledLine:
    return FiledLine(
        page=line.page,
        row=line.row,
        line=line.display_number,
        state=verdict.state,
        signed={"yes": True, "no": False, "unsure": None}[answer(line.signature)],
        elector=line.elector,
        day=line.date.day if line.date else None,
        day_certainty=line.date.certainty if line.date and line.date.day else 0.0,
        name=line.name.text if line.name else None,
    )


def _serial(facts: SectionFacts) -> tuple[str | None, float]:
    """The number read best over the section's pages."""
    read = [s.value for s in facts.serials if s.value is not None and s.value.text]
    best = max(read, key=lambda v: v.certainty, default=None)
    return (best.text, best.certainty) if best else (None, 0.0)


def _circulator(facts: SectionFacts) -> str | None:
    name = facts.affidavits[-1].particular("name") if facts.affidavits else None
    return name.value.text if name and name.value else None


def styles(facts: SectionFacts) -> tuple[str, ...]:
    """The order of the columns of each block of signer lines; a block with a heading that was not understood says nothing."""
    told = []
    for grid in facts.lines:
        names = [name for name, _ in sorted(grid.columns, key=lambda c: (c[1].x0, c[1].y0))]
        if names and not {"other"} & set(names):
            told.append(", ".join(names))
    return tuple(sorted(set(told)))


def wordings(facts: SectionFacts) -> tuple[tuple[str, float], ...]:
    """How much of the approved summary and of the filed text the section bears, where they are known."""
    out = []
    summaries = [s.wording.coverage for s in facts.summaries if s.wording is not None]
    if summaries:
        out.append(("summary", max(summaries)))
    if facts.text is not None and facts.text.wording is not None:
        out.append(("text", facts.text.wording.coverage))
    return tuple(out)


def heading(facts: SectionFacts) -> tuple[tuple[str, str], ...]:
    """Whom or what the section is about, as far as its heading was read with certainty."""
    out: list[tuple[str, str]] = []
    for one in facts.headings[:1]:
        for name in ("candidate", "office"):
            particular = one.particular(name)
            if particular is not None and _sure(particular.value):
                out.append((name, particular.value.text or ""))  # type: ignore[union-attr]
    for recall in facts.recalls[:1]:
        if _sure(recall.official_read):
            out.append(("official", recall.official_read.text or ""))  # type: ignore[union-attr]
    return tuple(out)


def _sure(read: TextRead | None) -> bool:
    return read is not None and bool(read.text) and read.certainty >= CERTAIN
