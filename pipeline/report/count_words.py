"""The words for a count: one voice on the terminal, in the statement and in letters."""

from __future__ import annotations

from pipeline.model.count import PetitionCount, PetitionFinding, Verdict
from pipeline.report.plain_text import plain
from pipeline.report.words import check_title

VERDICTS: dict[Verdict, str] = {"sufficient": "Sufficient", "insufficient": "Insufficient", "undecided": "Undecided"}
REASONS = {
    "decided-by-a-person": "A person decided that the line does not count",
    "other-petition": "The section seems to be of another petition",
}


def reason_title(reason: str) -> str:
    """The reason of a line in words."""
    return REASONS.get(reason, check_title(reason))


def status_words(tally: PetitionCount) -> str:
    """Whether a person has decided, and who."""
    if tally.status == "decided" and tally.adopted is not None:
        return f"decided by {plain(tally.adopted.by)} on {tally.adopted.at:%Y-%m-%d}"
    return "a recommendation; no person has decided it"


def margin_words(tally: PetitionCount) -> str:
    """How far the numbers are from the least that is needed."""
    if tally.margin is None:
        return "How far the count is from it cannot be said."
    sure, most = tally.margin
    said = f"Counted lines are {_over(sure)}; with those for review {_over(most)}."
    return f"{said} That is advice: which signatures are valid, the election authorities say." if tally.by_authorities else said


def _over(margin: int) -> str:
    if margin == 0:
        return "exactly what is needed"
    return f"{abs(margin):,} {'over' if margin > 0 else 'under'}"


def finding_named(told: PetitionFinding) -> str:
    """A finding in one line: check, section, page, line."""
    finding = told.finding
    where = [f"section {plain(told.serial)}" if told.serial else (told.section or "the petition")]
    where += [f"page {finding.page}"] if finding.page is not None else []
    where += [f"line {finding.line}"] if finding.line is not None else []
    return f"{finding.check}: {', '.join(where)}"
