"""Did a signer also sign a competing candidate's petition, and does a candidate seek two offices? 3.06, 602(d)(2).

Office-wide: run again whenever a petition for the office is added or withdrawn.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC

from rapidfuzz import fuzz

from pipeline.checks.defect import Defect
from pipeline.checks.registry import THRESHOLD
from pipeline.count.duplicates import why_no_electors
from pipeline.count.petition_wide import NOTHING, Answer, Whole, asked, told, unchecked
from pipeline.model.count import FiledLine, FiledSection
from pipeline.model.petition import PetitionFile
from pipeline.model.result import Place

# Spellings of one candidate's name (an initial, a middle name left out) score above this, other names under 70.
SAME_PERSON = 88.0
# Under it a date beside a signature decides nothing between two petitions.
DATE_CERTAIN = 0.9


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """Another petition for the office, with its lines."""

    petition: PetitionFile
    sections: tuple[FiledSection, ...]
    standing: str = "stands"
    """`stands`, `withdrawn` or `refused`."""
    place: dict[tuple[str, int, int], Place]
    """Where its own lines stand, by section, page and row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Signing:
    rival: Rival
    section: FiledSection
    line: FiledLine

    @property
    def place(self) -> Place:
        return self.rival.place[self.section.key, self.line.page, self.line.row]


def same_contest(one: PetitionFile, two: PetitionFile) -> bool:
    """Whether both are for the same office, district and term; what is not given in one of them does not part them."""

    def agree(a: object, b: object) -> bool:
        return a is None or b is None or str(a).casefold() == str(b).casefold()

    return agree(one.office, two.office) and agree(one.district, two.district) and agree(one.term, two.term)


def line_signed_rival(whole: Whole, rivals: tuple[Rival, ...]) -> Answer:
    """The elector signed a rival candidate's petition for the same office, ward and term, and that one was filed earlier.

    Clause: "the signatures on the petitions that have been filed first shall be counted". By the reading `rival-signer` none
    counts, or the earlier signing. Review when: the filing times are equal or not known, the rival was withdrawn or refused,
    the line on the rival is itself for review, or a match with the roll is under the threshold.
    """
    if not asked(whole, "line-signed-rival"):
        return NOTHING
    if not whole.petition.rivals:
        return unchecked("line-signed-rival", "no rival petitions are given (rivals)")
    if whole.sections and not any(line.elector for s in whole.sections for line in s.lines):
        return unchecked("line-signed-rival", why_no_electors(whole))
    signings: dict[str, list[_Signing]] = defaultdict(list)
    for rival in rivals:
        if same_contest(whole.petition, rival.petition):
            for section in rival.sections:
                for line in section.lines:
                    if line.elector is not None:
                        signings[line.elector.id].append(_Signing(rival=rival, section=section, line=line))
    defects = []
    for section in whole.sections:
        for line in section.lines:
            if line.elector is None or whole.place(section, line.page, line.row) not in ("counted", "review"):
                continue
            for other in signings.get(line.elector.id, ()):
                defect = _held_against(whole, line, other)
                if defect is not None:
                    defects.append((section.key, defect))
                    break
    return told(whole, *defects)


def _held_against(whole: Whole, line: FiledLine, other: _Signing) -> Defect | None:
    """What the other signing does to this line: nothing, or a defect, with its doubt."""
    if other.place not in ("counted", "review"):
        return None
    said = {"filed-first": _filed_first, "signed-first": _signed_first}.get(whole.reads("rival-signer") or "filed-first")
    falls, doubt = said(whole, line, other) if said else (True, None)
    if not falls:
        return None
    if other.rival.standing != "stands":
        doubt = f"the other petition was {other.rival.standing}"
    elif other.place == "review":
        doubt = doubt or "it is not decided yet whether the line on the other petition counts"
    mine = line.elector.certainty if line.elector else 0.0
    theirs = other.line.elector.certainty if other.line.elector else 0.0
    if min(mine, theirs) < THRESHOLD:
        doubt = doubt or "it is not certain that both lines are of one elector"
    whose = other.rival.petition.candidate or other.rival.petition.id
    return Defect(
        check="line-signed-rival",
        message=f"The elector of line {line.line} on page {line.page} also signed the petition of {whose} "
        f"({other.section.file}, page {other.line.page}, line {other.line.line}).",
        certainty=min(mine, theirs),
        doubt=doubt,
        page=line.page,
        row=line.row,
        line=line.line,
        expected="one petition signed for this office",
        found=f"also on the petition of {whose}",
    )


def _filed_first(whole: Whole, line: FiledLine, other: _Signing) -> tuple[bool, str | None]:
    mine, theirs = whole.petition.filed, other.rival.petition.filed
    if mine is None or theirs is None:
        return True, "it is not known which petition was filed first"
    mine, theirs = mine.astimezone(UTC), theirs.astimezone(UTC)
    if mine == theirs:
        return True, "both petitions were filed at the same time"
    return theirs < mine, None


def _signed_first(whole: Whole, line: FiledLine, other: _Signing) -> tuple[bool, str | None]:
    if line.day is None or other.line.day is None or min(line.day_certainty, other.line.day_certainty) < DATE_CERTAIN:
        return True, "it is not known which was signed first"
    if line.day == other.line.day:
        return True, "both were signed on the same day"
    return other.line.day < line.day, None


def candidate_twice(whole: Whole, rivals: tuple[Rival, ...]) -> Answer:
    """One candidate seeks two offices on one primary ballot. Review when: always; a name may be borne by two persons.

    Clause: "A person may be on the City primary ballot seeking only one office."
    """
    if not asked(whole, "candidate-twice"):
        return NOTHING
    mine = whole.petition
    if mine.candidate is None or not rivals:
        missing = (
            "the candidate is not given" if mine.candidate is None else "no other petitions for this primary are given (rivals)"
        )
        return unchecked("candidate-twice", missing)
    defects = []
    for rival in rivals:
        other = rival.petition
        if other.candidate is None or (mine.primary and other.primary and mine.primary != other.primary):
            continue
        likeness = fuzz.token_sort_ratio(mine.candidate.casefold(), other.candidate.casefold())
        if likeness >= SAME_PERSON and (other.office, other.district) != (mine.office, mine.district):
            office = " ".join(str(p) for p in (other.office, other.district) if p) or "another office"
            defect = Defect(
                check="candidate-twice",
                message=f"{other.candidate} is also named on the petition {other.id or 'of another office'}, for {office}.",
                certainty=round(likeness / 100, 2),
                expected="one office on one ballot",
                found=office,
            )
            defects.append((None, defect))
    return told(whole, *defects)
