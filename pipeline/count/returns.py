"""Which lines go to which election authority, and do the returns agree with what was sent? 602(c)(5), 602(d)(1).

Under 602 an authority says whether a signature is valid; our own matching is advice. Returns are CSV: one row a line with
`section`, `page`, `row` or `line`, and `valid` (yes or no); `reason` may stand beside it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pipeline.checks.defect import Defect
from pipeline.checks.words import and_list
from pipeline.count.petition_wide import NOTHING, Answer, Whole, asked, told, unchecked
from pipeline.model.count import AuthorityTotal, FiledLine, FiledSection
from pipeline.model.petition import Authority, PetitionFile

_VALID = {
    "yes": True,
    "y": True,
    "true": True,
    "1": True,
    "valid": True,
    "no": False,
    "n": False,
    "false": False,
    "0": False,
    "invalid": False,
}
COLUMNS = ("section", "page", "row", "line", "valid", "reason")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnedLine:
    """What an authority says of one line."""

    section: str
    """Key of the section."""
    page: int
    row: int
    valid: bool
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorityReturn:
    """The return of one authority; `problems` name rows that could not be used."""

    name: str
    lines: tuple[ReturnedLine, ...]
    problems: tuple[str, ...] = ()


def authority_of(line: FiledLine, petition: PetitionFile) -> Authority | None:
    """To whom a line goes: the authority of its elector's county; the only one there is; None where it cannot be told."""
    if len(petition.authorities) == 1:
        return petition.authorities[0]
    county = line.elector.county if line.elector and line.elector.county else None
    if county is None:
        return None
    return next((a for a in petition.authorities if county.casefold() in {c.casefold() for c in a.counties}), None)


def lines_of(
    authority: Authority | None, sections: Iterable[FiledSection], petition: PetitionFile
) -> list[tuple[FiledSection, FiledLine]]:
    """The written lines that go to this authority; for None those of which it cannot be told to whom."""
    return [
        (section, line)
        for section in sections
        for line in section.lines
        if line.state not in ("blank", "struck") and authority_of(line, petition) == authority
    ]


def read_return(name: str, text: str, sections: Sequence[FiledSection]) -> AuthorityReturn:
    """The rows of a returned CSV; a row that names no line of the petition, or says neither yes nor no, is told and left out."""
    problems: list[str] = []
    found: dict[tuple[str, int, int], ReturnedLine] = {}
    rows = csv.DictReader(io.StringIO(text.lstrip("\ufeff")))
    heads = {h.strip().casefold() for h in rows.fieldnames or ()}
    if not {"section", "page", "valid"} <= heads or not heads & {"row", "line"}:
        return AuthorityReturn(
            name=name, lines=(), problems=(f"{name}: the return wants the columns section, page, row (or line) and valid; it has "
                                           f"{', '.join(sorted(heads)) or 'none'}. Nothing of it was taken.",),
        )  # fmt: skip
    known = {(s.key, x.page, x.row) for s in sections for x in s.lines}
    printed = {(s.key, x.page, x.line): x.row for s in sections for x in s.lines}
    for number, raw in enumerate(rows, 2):
        row = {(k or "").strip().casefold(): (v or "").strip() for k, v in raw.items() if isinstance(v, str) or v is None}
        line = _returned(row, known, printed)
        if isinstance(line, str):
            problems.append(f"{name}, row {number}: {line}. It is not counted.")
        elif (key := (line.section, line.page, line.row)) in found:
            problems.append(f"{name}, row {number}: this line was returned before. The first row is kept.")
        else:
            found[key] = line
    return AuthorityReturn(name=name, lines=tuple(found.values()), problems=tuple(problems))


def _returned(
    row: Mapping[str, str], known: set[tuple[str, int, int]], printed: Mapping[tuple[str, int, int], int]
) -> ReturnedLine | str:
    valid = _VALID.get(row.get("valid", "").casefold())
    if valid is None:
        return f'"valid" is "{row.get("valid", "")}"; it wants yes or no'
    section = row.get("section", "")
    try:
        page = int(row.get("page", ""))
        place = int(row["row"]) if row.get("row") else printed.get((section, page, int(row.get("line", ""))), 0)
    except ValueError:
        return "page, row and line want whole numbers"
    if (section, page, place) not in known:
        return "no such line was sent"
    return ReturnedLine(section=section, page=page, row=place, valid=valid, reason=row.get("reason", ""))


def totals(whole: Whole, returns: Sequence[AuthorityReturn]) -> tuple[AuthorityTotal, ...]:
    """What went to each authority and what came back, in the order of the petition file."""
    by_name = {r.name.casefold(): r for r in returns}
    out = []
    for authority in whole.petition.authorities:
        back = by_name.get(authority.name.casefold())
        out.append(
            AuthorityTotal(
                name=authority.name,
                sent=len(lines_of(authority, whole.sections, whole.petition)),
                returned=bool(authority.returned) or back is not None,
                lines_valid=sum(1 for line in back.lines if line.valid) if back is not None and back.lines else None,
                stated_valid=authority.stated_valid,
            )
        )
    return tuple(out)


def returns_missing(whole: Whole, sums: Sequence[AuthorityTotal]) -> Answer:
    """An election authority has not returned its petitions, or not said how many signatures are valid. Review when: always."""
    if not asked(whole, "returns-missing"):
        return NOTHING
    if not sums:
        return unchecked("returns-missing", "no election authorities are given ([[authorities]])")
    out = [s.name for s in sums if not s.returned or valid_of(s) is None]
    if not out:
        return NOTHING
    defect = Defect(
        check="returns-missing",
        message=f"{and_list(out)} {'has' if len(out) == 1 else 'have'} not returned a count of valid signatures.",
        certainty=1.0,
        expected="a return of each election authority",
        found=f"{len(sums) - len(out)} of {len(sums)} returned",
    )
    return told(whole, (None, defect))


def returns_differ(whole: Whole, sums: Sequence[AuthorityTotal]) -> Answer:
    """An authority's stated count of valid signatures is not the count of its returned lines, or is more than were sent.

    Review when: always.
    """
    if not asked(whole, "returns-differ"):
        return NOTHING
    if not sums:
        return unchecked("returns-differ", "no election authorities are given ([[authorities]])")
    defects = []
    for s in sums:
        if s.stated_valid is not None and s.lines_valid is not None and s.stated_valid != s.lines_valid:
            text = (
                f"{s.name} states {s.stated_valid:,} valid signatures; of the lines that it returned {s.lines_valid:,} are valid."
            )
        elif s.stated_valid is not None and s.stated_valid > s.sent:
            text = f"{s.name} states {s.stated_valid:,} valid signatures; {s.sent:,} lines of its counties were read."
        else:
            continue
        defects.append(
            (None, Defect(check="returns-differ", message=text, certainty=1.0, name=s.name, found=str(s.stated_valid)))
        )
    return told(whole, *defects)


def valid_of(s: AuthorityTotal) -> int | None:
    """The valid signatures of one authority: as it states them, else as its lines have them."""
    return s.stated_valid if s.stated_valid is not None else s.lines_valid


def total_valid(sums: Sequence[AuthorityTotal]) -> int | None:
    """Valid signatures over all authorities (602(d)(1)); None while one of them is outstanding."""
    valid = [valid_of(s) if s.returned else None for s in sums]
    return sum(v for v in valid if v is not None) if valid and None not in valid else None
