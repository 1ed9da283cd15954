"""The signer lines of checked scans as a table: what was read, how surely, who of the roll fits, what differs, what was found.

Text cells only, so that nothing that somebody wrote on a petition can become a formula or a link.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.model.finding import Finding
from pipeline.model.line import SignerLine
from pipeline.model.reading import TextRead
from pipeline.model.result import LineVerdict, ScanResult, SectionResult
from pipeline.report.plain_text import file_name
from pipeline.report.spreadsheet import Table, text_cell

HEAD = [
    "scan", "section", "page", "row", "line", "state", "place", "reason", "name", "name certainty", "address",
    "address certainty", "date", "date read", "date certainty", "signature", "roll", "elector", "elector certainty",
    "elector name", "elector address", "ward", "status", "forgiven", "differs", "also possible", "looked for", "findings", "key",
]  # fmt: skip


def lines_of(results: Sequence[ScanResult]) -> Table:
    """Every ruled line, blank ones too, in the order of the scans; the head first."""
    out: Table = [HEAD]
    for result in results:
        for section in result.sections:
            out += _section(section)
    return out


def _section(section: SectionResult) -> Table:
    verdicts = {(v.page, v.row): v for v in section.verdicts}
    serial = max(
        (s.value for s in section.facts.serials if s.value is not None and s.value.text), key=lambda v: v.certainty, default=None
    )
    lines = sorted((line for grid in section.facts.lines for line in grid.lines), key=lambda line: (line.page, line.row))
    out = []
    for line in lines:
        findings = [f for f in section.findings if f.row == line.row and f.page == line.page]
        where = [file_name(section.scan.file), serial.text if serial else "", line.page, line.row, line.display_number]
        key = f"{section.scan.sha256[:12]}:{line.page}:{line.row}"
        row = [*where, *_said(line, verdicts[line.page, line.row]), *_elector(line), _findings(findings), key]
        out.append([text_cell("" if v is None else v) for v in row])
    return out


def _said(line: SignerLine, verdict: LineVerdict) -> list[object]:
    day = line.date
    signed = {True: "yes", False: "no", None: "not certain"}[line.signature.present]
    return [
        verdict.state, verdict.place, verdict.reason, *_read(line.name), *_read(line.address), day.text if day else "",
        day.day.isoformat() if day and day.day else "", f"{day.certainty:.2f}" if day else "", signed,
    ]  # fmt: skip


def _read(read: TextRead | None) -> list[object]:
    if read is None:
        return ["", ""]
    return [read.text if read.text is not None else "(written, not read)", f"{read.certainty:.2f}"]


def _elector(line: SignerLine) -> list[object]:
    match = line.roll
    if match is None:
        return [""] * 11
    best = match.best if match.answer in ("found", "moved") else None
    others = match.candidates[1:] if best is not None else match.candidates
    possible = "; ".join(f"{c.elector.id} {c.elector.name}, {c.elector.address} ({c.certainty:.2f})" for c in others)
    if best is None:
        return [match.answer, "", f"{match.certainty:.2f}", "", "", "", "", "", "", possible, "; ".join(match.searched)]
    e = best.elector
    return [
        match.answer, e.id, f"{best.certainty:.2f}", e.name, e.address, e.ward or e.district, e.status,
        "; ".join(f.what for f in best.forgiven), ", ".join(best.differs), possible, "; ".join(match.searched),
    ]  # fmt: skip


def _findings(findings: Sequence[Finding]) -> str:
    return "; ".join(f"{f.check} ({f.consequence})" for f in findings)
