"""The statement of sufficiency or insufficiency, and the letter to those who represent the signers: HTML, from which the PDF
is made.

Every page says DRAFT until a named person has decided every finding that the verdict hangs on, and has adopted the verdict.
Words of the ordinance are quoted as they stand. No signer is named: lines are told by section, page and number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from jinja2 import Environment, PackageLoader, StrictUndefined

from pipeline.checks.words import page_list
from pipeline.count.threshold import TOO_FEW
from pipeline.law.loader import one_space
from pipeline.law.ordinance import Ordinance
from pipeline.model.count import LinePlace, PetitionCount, PetitionFinding
from pipeline.model.petition import Person, PetitionFile
from pipeline.report import count_words, words
from pipeline.report.dates_words import day_words
from pipeline.report.plain_text import file_name, plain

# A page maker takes about a second for a hundred rows; the tables of a large petition stand whole in the CSV and the XLSX, and
# the statement says so.
MOST_ROWS = 1500
OUT_OF_REACH = (
    "Whether a signature is genuine, and what is not seen on a scan, is outside this statement's reach; every number in it can "
    "be traced to a section, a page and a line."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRow:
    """A line that is not counted, or is for review."""

    section: str
    page: int
    line: int
    place: LinePlace
    reason: str
    clauses: str
    message: str
    own: bool
    """Whether the reason is one of this line, not of its section or page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonRow:
    """A reason for which lines are not counted."""

    title: str
    clause: str
    basis: str
    lines: int


def statement_html(tally: PetitionCount, petition: PetitionFile, ordinance: Ordinance, day: date) -> str:
    """The statement as one HTML document with its style inside.

    Args:
        tally: the count.
        petition: names the city, the kind and the dates.
        ordinance: whose words are quoted.
        day: printed as the day of the statement.
    """
    rows = line_rows(tally)
    fallen = {s.section.key for s in tally.sections if s.falls is not None}
    apart = [r for r in rows if r.place.section in fallen]
    single = grouped([r for r in rows if r.place.section not in fallen])
    return _environment().get_template("statement.html.j2").render(
        tally=tally, petition=petition, ordinance=ordinance, day=day_words(day), draft=tally.status != "decided",
        reasons=reason_rows(tally, ordinance), rows=single[:MOST_ROWS], left_out=max(0, len(single) - MOST_ROWS),
        apart=len(apart), over=[f for f in tally.findings if f.section is None or f.finding.scope == "petition"],
        of_sections=section_findings(tally), quotes=quotes(tally, ordinance), out_of_reach=OUT_OF_REACH,
        blank=tally.on_form - tally.numbers.written, by_key={f.key: f for f in tally.findings},
    )  # fmt: skip


def letter_html(tally: PetitionCount, petition: PetitionFile, ordinance: Ordinance, persons: Sequence[Person], day: date) -> str:
    """The letter to the persons who represent the signers: what was found, by section, and cure only where a law allows it."""
    return _environment().get_template("letter.html.j2").render(
        tally=tally, petition=petition, ordinance=ordinance, persons=persons, day=day_words(day), draft=tally.status != "decided",
        reasons=reason_rows(tally, ordinance), of_sections=section_findings(tally), quotes=quotes(tally, ordinance),
        over=[f for f in tally.findings if (f.section is None or f.finding.scope == "petition") and f.consequence != "note"],
        cure_until=day_words(petition.cure_until) if petition.cure_until else None,
    )  # fmt: skip


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("pipeline.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters.update(
        plain=plain, file_name=file_name, upper_first=lambda t: t[:1].upper() + t[1:], no_stop=lambda t: t.rstrip(".")
    )
    environment.globals.update(words=words, count_words=count_words)
    return environment


def line_rows(tally: PetitionCount) -> list[LineRow]:
    """Every written line that is not counted or is for review, in order of section, page and row, with what speaks against it."""
    by_key = {f.key: f for f in tally.findings}
    named = {s.section.key: s.section.serial or s.section.file for s in tally.sections}
    out = []
    for place in tally.places:
        if place.place not in ("not-counted", "review"):
            continue
        mine = [by_key[k] for k in place.behind]
        first = next((f for f in mine if f.finding.check == place.reason), None)
        out.append(
            LineRow(
                section=plain(named[place.section]),
                page=place.page,
                line=place.line,
                place=place,
                reason=count_words.reason_title(place.reason or ""),
                clauses=first.finding.clause if first else "",
                message=_why(first, place),
                own=first is None or first.finding.scope == "line" or place.decision is not None,
            )
        )
    return out


@dataclass(frozen=True, slots=True, kw_only=True)
class RowGroup:
    """Lines of one page that share their place and their one reason, or a single line."""

    row: LineRow
    lines: str
    """`7`, or `1 to 8` where a finding of the whole section or page holds them all."""


def grouped(rows: Sequence[LineRow]) -> list[RowGroup]:
    """Lines that wait, or fall, by one finding of their section or page as one row; others by themselves."""
    out: list[tuple[LineRow, list[int]]] = []
    for row in rows:
        last = out[-1] if out else None
        if last is not None and not row.own and not last[0].own and _alike(last[0], row):
            last[1].append(row.line)
        else:
            out.append((row, [row.line]))
    return [RowGroup(row=row, lines=page_list(lines)) for row, lines in out]


def _alike(one: LineRow, two: LineRow) -> bool:
    return (one.section, one.page, one.place.place, one.reason, one.message) == (
        two.section, two.page, two.place.place, two.reason, two.message,
    )  # fmt: skip


def _why(first: PetitionFinding | None, place: LinePlace) -> str:
    if place.decision is not None:
        reason = f": {place.decision.reason}" if place.decision.reason else ""
        return plain(f"Decided by {place.decision.by}{reason}.")
    return plain(first.finding.message) if first is not None else ""


def reason_rows(tally: PetitionCount, ordinance: Ordinance) -> list[ReasonRow]:
    """Each reason with its clause and its lines."""
    out = []
    for reason, number in tally.reasons:
        rule = ordinance.check(reason, tally.kind)
        basis = "" if rule is None else ("stated by the clause" if rule.basis == "stated" else "the clause states no consequence")
        out.append(
            ReasonRow(title=count_words.reason_title(reason), clause=rule.clause if rule else "", basis=basis, lines=number)
        )
    return out


def section_findings(tally: PetitionCount) -> list[tuple[str, list[PetitionFinding]]]:
    """Findings by which sections or pages fall or wait, by section."""
    out = []
    for one in tally.sections:
        mine = [
            f for f in tally.findings
            if f.section == one.section.key and f.finding.scope in ("section", "page") and f.consequence != "note"
        ]  # fmt: skip
        if mine:
            named = f"Section {one.section.serial}" if one.section.serial else "A section without a number"
            out.append((f"{plain(named)} ({file_name(one.section.file)})", mine))
    return out


def quotes(tally: PetitionCount, ordinance: Ordinance) -> list[tuple[str, str]]:
    """The words that the findings rest on, in the order of the ordinance: of a long clause the sentence of each check."""
    cited = {(f.finding.clause, f.finding.check) for f in tally.findings if f.consequence != "note"}
    cited |= {(r.clause, "") for r in reason_rows(tally, ordinance) if r.clause}
    if tally.required.clause is not None:
        cited.add((tally.required.clause, TOO_FEW))
    out: dict[tuple[str, str], None] = {}
    for clause in ordinance.clauses:
        for check in sorted(check for id, check in cited if id == clause.id):
            out[clause.id, one_space(ordinance.quote(check, clause.id))] = None
    return list(out)
