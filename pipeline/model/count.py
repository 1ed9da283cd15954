"""The count of a petition: sections as they were filed, lines with their one place, and what follows from all of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

from pipeline.model.finding import Consequence, Finding, LineState, NotChecked
from pipeline.model.line import Elector
from pipeline.model.result import Place, ReadingUsed
from pipeline.model.section import SectionFacts

Verdict = Literal["sufficient", "insufficient", "undecided"]
Status = Literal["recommended", "decided"]
DecisionTarget = Literal["finding", "line", "check", "verdict", "petition"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FiledLine:
    """What the count needs of one ruled line."""

    page: int
    row: int
    line: int
    """Number printed on the form, or the row."""
    state: LineState
    signed: bool | None
    """Whether a signature is there; None where the machine cannot tell."""
    elector: Elector | None = None
    day: date | None = None
    """The date beside the signature."""
    day_certainty: float = 0.0
    name: str | None = None
    """As read; used to tell one section filed twice from two, and never shown in a log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FiledSection:
    """One section of a petition as it came to the count, from a scan or from a result line."""

    key: str
    """Identity: the first digits of the scan's SHA-256 and the section's first page; decisions hang on it."""
    file: str
    sha256: str
    pages: tuple[int, ...]
    serial: str | None
    """None: no number, or not read with certainty."""
    serial_certainty: float
    ordinance: str
    kind: str
    lines: tuple[FiledLine, ...]
    findings: tuple[Finding, ...]
    not_checked: tuple[NotChecked, ...] = ()
    readings: tuple[ReadingUsed, ...] = ()
    circulator: str | None = None
    affidavits: int = 0
    papers: tuple[tuple[float, float], ...] = ()
    """Width and height, in points, of its pages with signer lines."""
    styles: tuple[str, ...] = ()
    """Order of the columns on its pages with signer lines, where every heading was understood: `number, signature, date`."""
    page_numbers: tuple[int, ...] = ()
    """Printed page numbers that were read."""
    pages_due: int | None = None
    """The N of a printed `page 2 of N`."""
    wordings: tuple[tuple[str, float], ...] = ()
    """Share of the approved summary's and filed text's words that was found, by part."""
    heading: tuple[tuple[str, str], ...] = ()
    """What its heading or recall statement names: `candidate`, `office`, `official`; only what was read with certainty."""
    others: tuple[str, ...] = ()
    """Names of further scans whose parts were joined to it."""
    facts: SectionFacts | None = None
    """None where it came as a result line: then it cannot be judged again."""
    versions: dict[str, str] = field(default_factory=dict)

    @property
    def written(self) -> int:
        """Lines with anything written on them."""
        return sum(1 for line in self.lines if line.state != "blank")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a named person decided of one thing. Append-only: a later row stands beside an earlier one, never instead."""

    target: DecisionTarget
    key: str
    """Of the finding or line; name of the check; the verdict."""
    decision: str
    by: str
    at: datetime
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PetitionFinding:
    """A finding with its place in the petition and what a person made of it."""

    key: str
    section: str | None
    """Key of its section; None where it is of the whole petition."""
    finding: Finding
    """As the machine said it."""
    consequence: Consequence
    """What it brings now: the machine's, or the person's."""
    decision: Decision | None = None
    serial: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePlace:
    """Where one line was counted, and by which check."""

    section: str
    page: int
    row: int
    line: int
    state: LineState
    place: Place
    reason: str | None
    behind: tuple[str, ...] = ()
    """Keys of the findings that keep it from being counted, in order."""
    decision: Decision | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequiredNumber:
    """How many signatures the law asks for. None: it is not known, or the law sets no such end."""

    least: int | None
    most: int | None
    reckoning: str
    clause: str | None = None
    why_not: str | None = None
    """Why the least number is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """Three numbers that add up to the written lines."""

    counted: int
    not_counted: int
    review: int

    @property
    def written(self) -> int:
        """Lines with anything written on them."""
        return self.counted + self.not_counted + self.review


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionCount:
    """The three numbers of one section."""

    section: FiledSection
    numbers: Numbers
    falls: str | None
    """The check by which the whole section falls, None where it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """How many lines stand behind the findings of one check."""

    check: str
    consequence: Consequence
    findings: int
    sections: int
    lines: int
    """Lines on which a finding of it falls."""
    alone: int
    """Lines that would be counted if only this check's findings were set aside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """The fewest decisions that could bring the verdict about, in the order in which they count most."""

    to: Verdict
    lines: int
    """How many lines have to change."""
    decisions: tuple[str, ...]
    """Keys of findings, to be set aside (for `sufficient`) or upheld (for `insufficient`)."""
    exact: bool
    """False: too many to prove that no smaller set does it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingEffect:
    """Where the petition would end under another choice of a reading."""

    reading: str
    choice: str
    chosen: str
    numbers: Numbers
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorityTotal:
    """One election authority: what went to it, what came back (602(c)(5), 602(d)(1))."""

    name: str
    sent: int
    """Written lines of its counties."""
    returned: bool
    lines_valid: int | None
    """Valid lines of its return; None where no lines were returned."""
    stated_valid: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PetitionCount:
    """Everything the product says of a whole petition."""

    petition: str
    title: str
    ordinance: str
    kind: str
    required: RequiredNumber
    sections: tuple[SectionCount, ...]
    places: tuple[LinePlace, ...]
    on_form: int
    numbers: Numbers
    reasons: tuple[tuple[str, int], ...]
    """Check and number of lines that it keeps from being counted, in the order of the tables."""
    findings: tuple[PetitionFinding, ...]
    """Of the whole petition and of its sections, those of the petition first."""
    not_checked: tuple[NotChecked, ...]
    verdict: Verdict
    why: tuple[str, ...]
    """Why the verdict is what it is, in sentences."""
    status: Status
    hangs_on: tuple[str, ...]
    """Keys of findings that a person must decide before the verdict can be."""
    adopted: Decision | None
    """By whom the verdict was adopted."""
    behind: tuple[Behind, ...] = ()
    paths: tuple[Path, ...] = ()
    readings: tuple[ReadingUsed, ...] = ()
    effects: tuple[ReadingEffect, ...] = ()
    by_ward: tuple[tuple[str, Numbers], ...] = ()
    by_circulator: tuple[tuple[str, Numbers], ...] = ()
    authorities: tuple[AuthorityTotal, ...] = ()
    by_authorities: bool = False
    """Whether validity is the election authorities' to say, so that the count of our own is advice (602(c)(5))."""
    problems: tuple[str, ...] = ()
    """What is said beside the findings: a section filed twice, a file that could not be read."""
    decisions: tuple[Decision, ...] = ()

    @property
    def margin(self) -> tuple[int, int] | None:
        """Counted lines over the least number, without and with those for review; negative where they are under it."""
        least = self.required.least
        if least is None:
            return None
        return self.numbers.counted - least, self.numbers.counted + self.numbers.review - least
