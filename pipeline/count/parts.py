"""Which of the sections that came are one and the same: filed twice, or parts of one serial number in several scans.

A section that came twice counts once. Parts of one section (pages 1 and 2 in one scan, 3 and 4 in another) are joined and judged
again. Two sections that bear one number stay two: `serial-duplicate`, for a person. Source: requirements.md; faults C1 to C5.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from pipeline.checks.judge import judge
from pipeline.count.filed import from_section
from pipeline.count.pages_joined import joined
from pipeline.count.serials import plain_serial
from pipeline.law.ordinance import Ordinance
from pipeline.model.count import FiledLine, FiledSection
from pipeline.model.finding import Finding
from pipeline.model.petition import PetitionFile
from pipeline.model.scan import Scan

# Two scans of one written line: the recogniser reads names alike, not equal. Of the made-up hands, the same line scanned twice
# scored 85 or more in nine of ten lines, other names under 60.
SAME_NAME = 80.0
# Share of the lines that were read in both scans which must agree; two sheets of one form with other signers agree in none.
SAME_SHEET = 0.7
# With fewer readable lines in common the sheets cannot be told apart by them.
FEWEST_LINES = 2
# Where no number says that the two are one section, more must agree before one of them is left out.
FEWEST_LINES_UNNUMBERED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """The sections of a petition, each once, and what is said of how they came."""

    sections: tuple[FiledSection, ...]
    problems: tuple[str, ...]


def gather(sections: Iterable[FiledSection], petition: PetitionFile, ordinance: Ordinance) -> Gathered:
    """Every section once, in the order of filing: by serial number, then by file and page."""
    problems: list[str] = []
    once = _same_bytes(sorted(sections, key=order), problems)
    by_serial: dict[str, list[FiledSection]] = defaultdict(list)
    out: list[FiledSection] = []
    for section in once:
        if section.serial is None:
            if not _twice(section, out, problems):
                out.append(section)
        else:
            by_serial[plain_serial(section.serial)].append(section)
    for group in by_serial.values():
        out += _one_serial(group, petition, ordinance, problems)
    out = [_parts_missing(s) for s in out]
    return Gathered(sections=tuple(sorted(out, key=order)), problems=tuple(problems))


def order(section: FiledSection) -> tuple[object, ...]:
    """Order of filing, as far as it can be known: numbered sections by their number, then the others by file and page."""
    serial = plain_serial(section.serial) if section.serial else ""
    number = int(serial) if serial.isascii() and serial.isdigit() else 0
    return (not serial, number, serial, section.file, section.sha256, section.pages)


def _same_bytes(sections: Sequence[FiledSection], problems: list[str]) -> list[FiledSection]:
    """Each section of each scan once: the same bytes under two names are one scan."""
    known: dict[str, FiledSection] = {}
    for section in sections:
        first = known.setdefault(section.key, section)
        if first is section:
            continue
        names = section.file if section.file == first.file else f"{first.file} and {section.file}"
        problems.append(f"{_named(section)} came twice, byte for byte ({names}); it is counted once.")
        if first.facts is None and section.facts is not None:
            known[section.key] = section
    return list(known.values())


def _twice(section: FiledSection, known: Sequence[FiledSection], problems: list[str]) -> bool:
    """Whether a section without a number is one of those that came before, scanned again."""
    for other in known:
        if other.serial is None and same_sheet(other, section, FEWEST_LINES_UNNUMBERED):
            problems.append(
                f"{_named(section)} and {_named(other).lower()} were read line by line the same. They are counted once; look at "
                "both if they are two."
            )
            return True
    return False


def _one_serial(
    group: Sequence[FiledSection], petition: PetitionFile, ordinance: Ordinance, problems: list[str]
) -> list[FiledSection]:
    """The sections of one serial number: twice the same counts once, parts are joined, the rest stays apart."""
    out: list[FiledSection] = []
    for section in group:
        for at, other in enumerate(out):
            if same_sheet(other, section):
                problems.append(
                    f"{_named(section)} was scanned twice ({other.file} and {section.file}): line by line the same was read. "
                    f"It is counted once, as it stands in {other.file}; look at both if that is not so."
                )
                break
            if are_parts(other, section):
                if other.facts is None or section.facts is None:
                    continue
                problems.append(
                    f"{_named(section)} came in parts ({other.file} and {section.file}); they were joined and judged again."
                )
                out[at] = join(other, section, petition, ordinance)
                break
        else:
            out.append(section)
    return out


def same_sheet(one: FiledSection, two: FiledSection, fewest: int = FEWEST_LINES) -> bool:
    """Whether the two are one paper scanned twice: the same lines, in the same states, with the same names and dates."""
    mine, theirs = _written(one), _written(two)
    if not mine or len(one.lines) != len(two.lines) or [x.state for x in one.lines] != [x.state for x in two.lines]:
        return False
    pairs = [(a, b) for a, b in zip(mine, theirs, strict=True) if (a.name and b.name) or (a.elector and b.elector)]
    if len(pairs) < fewest:
        return False
    return sum(1 for a, b in pairs if _same_signer(a, b)) >= SAME_SHEET * len(pairs)


def _same_signer(one: FiledLine, two: FiledLine) -> bool:
    if one.elector and two.elector:
        return one.elector.id == two.elector.id
    return fuzz.ratio((one.name or "").casefold(), (two.name or "").casefold()) >= SAME_NAME


def _written(section: FiledSection) -> list[FiledLine]:
    return [line for line in section.lines if line.state != "blank"]


def are_parts(one: FiledSection, two: FiledSection) -> bool:
    """Whether the two can be parts of one section: of different scans, not both with an affidavit, no page or line in both."""
    if one.sha256 == two.sha256 or (one.affidavits and two.affidavits):
        return False
    if set(one.page_numbers) & set(two.page_numbers):
        return False
    return not {x.line for x in one.lines} & {x.line for x in two.lines}


def join(one: FiledSection, two: FiledSection, petition: PetitionFile, ordinance: Ordinance) -> FiledSection:
    """Both parts as one section, judged again. The part with the lower page numbers, then the one without affidavit, is first.

    Raises:
        ValueError: where one of the parts came without its facts.
    """
    first, second = sorted((one, two), key=lambda s: (min(s.page_numbers, default=0), bool(s.affidavits), not s.wordings))
    if first.facts is None or second.facts is None:
        raise ValueError("a part that came as a result line cannot be judged again")
    facts = joined((first.facts, second.facts))
    scan = Scan(file=first.file, sha256=first.sha256, page_count=len(facts.pages))
    again = from_section(judge(facts, scan, petition, ordinance, first.versions))
    return replace(again, others=(*first.others, second.file, *second.others))


def _parts_missing(section: FiledSection) -> FiledSection:
    """A section whose printed page numbers say that pages are missing: what was not found may stand on them, so it is for
    review.
    """
    if section.pages_due is None or not section.page_numbers:
        return section
    missing = sorted(set(range(1, section.pages_due + 1)) - set(section.page_numbers))
    if not missing or len(section.pages) >= section.pages_due:
        return section
    pages = ", ".join(str(n) for n in missing)
    return replace(section, findings=tuple(_doubted(f, pages) for f in section.findings))


def _doubted(finding: Finding, pages: str) -> Finding:
    if not finding.check.endswith("-missing") or finding.scope == "line" or finding.consequence not in ("refuse", "void"):
        return finding
    why = f"A person must decide: by its printed numbers the section lacks its page {pages}, which may be in another scan."
    return replace(finding, consequence="review", message=f"{finding.message} {why}")


def _named(section: FiledSection) -> str:
    return (
        f"Section {section.serial}"
        if section.serial
        else f"The section on page {min(section.pages, default=0)} of {section.file}"
    )
