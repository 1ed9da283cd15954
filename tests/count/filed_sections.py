"""Sections as they come to the count, built in a line, for tests of the count alone."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from pipeline.count.decisions import Decisions, settle
from pipeline.count.filed import key_of
from pipeline.count.total import Beside, count
from pipeline.law import loader, petition_file
from pipeline.model.count import Decision, FiledLine, FiledSection, PetitionCount
from pipeline.model.finding import Finding
from pipeline.model.line import Elector
from pipeline.model.petition import PetitionFile

GIVEN = ("Ada", "Bo", "Cyr", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jud")
FAMILY = ("Quill", "Marsh", "Stone", "Reed", "Thorn", "Vale", "Wicker", "Yarrow", "Zinc", "Oakum")


def line(row: int, *, page: int = 2, elector: str | None = None, sure: float = 0.97, **more: Any) -> FiledLine:
    """A signed line; `elector` is the id of the roll."""
    known = Elector(id=elector, certainty=sure) if elector else None
    plain = FiledLine(
        page=page, row=row, line=row, state="signed", signed=True, elector=known, day=date(2026, 9, 3), day_certainty=0.97
    )
    return replace(plain, **more)


def blank(row: int, page: int = 2) -> FiledLine:
    return FiledLine(page=page, row=row, line=row, state="blank", signed=False)


def finding(
    check: str, consequence: str, scope: str, *, strict: str | None = None, law: str = "colorado-54-124", **more: Any
) -> Finding:
    rule = loader.load(law).check(check)
    clause = rule.clause if rule else "54-124(a)"
    heavy = strict or (rule.consequence if rule else consequence)
    plain = Finding(
        check=check, clause=clause, scope=scope, consequence=consequence, strict=heavy, basis="inferred", certainty=0.95,  # type: ignore[arg-type]
        message=f"{check} was seen.",
    )  # fmt: skip
    return replace(plain, **more)


def of_line(check: str, consequence: str, row: int, page: int = 2, **more: Any) -> Finding:
    return finding(check, consequence, "line", page=page, row=row, line=row, **more)


def section(
    serial: str | None, lines: Sequence[FiledLine] | int = 10, findings: Sequence[Finding] = (), **more: Any
) -> FiledSection:
    """A section of 54-124 with ten signed lines by different people, unless told otherwise."""
    file = more.pop("file", f"section-{serial}.pdf")
    sha = more.pop("sha256", hashlib.sha256(file.encode()).hexdigest())
    pages = more.pop("pages", (1, 2, 3))
    rows = [line(n, name=name(f"{serial}{file}", n)) for n in range(1, lines + 1)] if isinstance(lines, int) else list(lines)
    plain = FiledSection(
        key=key_of(sha, pages), file=file, sha256=sha, pages=pages, serial=serial, serial_certainty=0.97 if serial else 0.0,
        ordinance="colorado-54-124", kind="initiative", lines=tuple(rows),
        findings=tuple(findings), affidavits=1, circulator="Ada Quill", papers=((612.0, 792.0),),
    )  # fmt: skip
    return replace(plain, **more)


def name(seed: str, n: int) -> str:
    """A made-up name, another one for every section and line."""
    digits = int(hashlib.sha256(f"{seed}/{n}".encode()).hexdigest()[:8], 16)
    return f"{GIVEN[digits % 10]} {FAMILY[digits // 10 % 10]}{digits // 100 % 1000}"


def petition(ordinance: str = "colorado-54-124", **more: Any) -> PetitionFile:
    return replace(petition_file.for_ordinance(ordinance), id="test", **more)


def counted(filed: PetitionFile, *sections: FiledSection, decisions: Decisions | None = None, **beside: Any) -> PetitionCount:
    given = Beside(**beside) if decisions is None else Beside(decisions=decisions, **beside)
    return count(filed, loader.load(filed.ordinance), sections, given)


def decided(*rows: tuple[str, str, str]) -> Decisions:
    """Rows of (target, key, decision) by a named person."""
    at = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)
    return settle(Decision(target=t, key=k, decision=d, by="R. Amsel", at=at) for t, k, d in rows)  # type: ignore[arg-type]


def checks(tally: PetitionCount) -> set[str]:
    return {f.finding.check for f in tally.findings}


def one(tally: PetitionCount, check: str) -> Any:
    """The only finding of this check."""
    found = [f for f in tally.findings if f.finding.check == check]
    assert len(found) == 1, [f.key for f in found]
    return found[0]
