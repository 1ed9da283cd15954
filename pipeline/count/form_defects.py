"""Defects that the approved form bears too: one finding on the petition, for review, instead of one on every section.

Signers are not made to pay for the clerk's own form. Source: requirements.md, "Consequences".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from rapidfuzz import fuzz

from pipeline.model.count import FiledSection, PetitionFinding
from pipeline.model.finding import Finding
from pipeline.model.petition import PetitionFile

# What is printed on a form before anybody writes on it; that a blank form bears no number, signature or date is no defect.
PRINTED = (
    "warning-missing", "warning-not-red", "warning-not-plain", "warning-misplaced", "warning-too-small", "warning-not-bold",
    "warning-wording", "summary-*", "text-*", "lines-missing", "lines-unnumbered", "lines-misnumbered", "affidavit-misplaced",
    "affidavit-statement-missing", "affidavit-not-sworn", "recall-*", "party-designation",
)  # fmt: skip
# Two readings of one printed departure score above it; another word changed scores less.
SAME_WORDS = 85.0


@dataclass(frozen=True, slots=True, kw_only=True)
class OfForm:
    """Section findings with those of the form told as notes, and the one finding of the petition for each."""

    sections: Mapping[str | None, tuple[PetitionFinding, ...]]
    petition: tuple[Finding, ...]


def printed(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings of a blank form that are defects of its print."""
    return tuple(f for f in findings if f.consequence != "note" and any(fnmatchcase(f.check, p) for p in PRINTED))


def laid_on_the_form(
    own: Mapping[str | None, tuple[PetitionFinding, ...]],
    form: Sequence[Finding],
    sections: Sequence[FiledSection],
    petition: PetitionFile,
) -> OfForm:
    """Move what the form bears too from the sections to the petition.

    Args:
        own: findings of each section, by its key.
        form: defects of the approved form's print.
        sections: all of them.
        petition: says who approved the form, and when.
    """
    out: dict[str | None, tuple[PetitionFinding, ...]] = {}
    borne: dict[tuple[str, str | None], list[PetitionFinding]] = {}
    for key, findings in own.items():
        moved = []
        for told in findings:
            bears = any(same(told.finding, f) for f in form) and told.consequence != "note" and told.decision is None
            if bears:
                borne.setdefault((told.finding.check, told.finding.name), []).append(told)
            moved.append(replace(told, consequence="note") if bears else told)
        out[key] = tuple(moved)
    whole = tuple(_whole(group, len(sections), petition) for _, group in sorted(borne.items(), key=str))
    return OfForm(sections=out, petition=whole)


def same(one: Finding, of_form: Finding) -> bool:
    """Whether a section's finding is the form's own: the same check and statement, and of wordings the same words."""
    if (one.check, one.name) != (of_form.check, of_form.name):
        return False
    if not one.check.endswith("-wording"):
        return True
    return fuzz.ratio(one.found or "", of_form.found or "") >= SAME_WORDS


def _whole(group: Sequence[PetitionFinding], sections: int, petition: PetitionFile) -> Finding:
    first = group[0].finding
    many = len({f.section for f in group})
    by = f" by {petition.approved_by}" if petition.approved_by else ""
    on = f" on {petition.approved_on.isoformat()}" if petition.approved_on else ""
    who = f"approved{by}{on}" if by or on else "approved; by whom and when is not given in the petition file"
    return replace(
        first,
        scope="petition",
        consequence="review",
        page=None,
        falls_on=(),
        line=None,
        row=None,
        box=None,
        message=f"The approved form bears this too ({who}), and {many} of {sections} sections: {first.message}",
    )
