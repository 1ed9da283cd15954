"""Faults that only the petition as a whole shows: what no section has right, papers that differ, sections of another petition."""

from __future__ import annotations

from collections import Counter

from rapidfuzz import fuzz

from pipeline.checks.defect import Defect
from pipeline.checks.nomination import SAME
from pipeline.count.petition_wide import NOTHING, Answer, Whole, asked, told, unchecked
from pipeline.model.count import FiledSection
from pipeline.model.finding import Finding
from pipeline.model.petition import PetitionFile

# Two scans of one paper differ by a scanner's crop and "shrink to fit": letter and A4 are 18 points apart in width, letter and
# legal 216 in height; the same sheets of the made-up scans differed by 6 at most.
SAME_PAPER_PT = 12.0
# A section that bears less of the approved summary and of the filed text than this bears another's: sections of other measures
# of the made-up petitions shared under a third of the words in order, the worst readable scan of the right one over 0.8.
OTHER_WORDING = 0.5


def no_section_has_it(whole: Whole) -> tuple[Finding, ...]:
    """What the ordinance lets fall on the petition where no section has it right (`if_no_section_has_it` of its rules).

    Review where some section's finding is itself doubtful. 54-124(d), 10.3(b).
    """
    out = []
    for rule in whole.ordinance.checks:
        if rule.if_no_section_has_it is None or (rule.kinds and whole.petition.kind not in rule.kinds) or not whole.sections:
            continue
        first = [next((f for f in s.findings if f.check == rule.name and f.consequence != "note"), None) for s in whole.sections]
        found = [f for f in first if f is not None]
        if len(found) < len(whole.sections):
            continue
        certainty = min(f.certainty for f in found)
        doubtful = any("A person must decide" in f.message for f in found)
        elsewhere = rule.if_no_section_has_it
        none = f"None of the {len(found)} sections has it right" if len(found) > 1 else "The only section does not have it right"
        out.append(
            Finding(
                check=rule.name,
                clause=rule.clause,
                also=rule.also,
                scope=elsewhere.scope,
                consequence="review" if doubtful and elsewhere.consequence in ("refuse", "void") else elsewhere.consequence,
                strict=elsewhere.consequence,
                basis=rule.basis,
                certainty=certainty,
                name="no-section",
                message=f"{none}. {found[0].message}",
                expected=found[0].expected,
                found=found[0].found,
            )
        )
    return tuple(out)


def papers_not_uniform(whole: Whole) -> Answer:
    """Papers of one petition differ in size or style. Review when: always; a scanner may have cropped or shrunk one of them.

    Clause: "All papers of a petition shall be uniform in size and style". Style is the order of the columns, where every heading
    was understood; typefaces and ornament are left to the eye.
    """
    if not asked(whole, "papers-not-uniform"):
        return NOTHING
    sizes = [(s, size) for s in whole.sections for size in s.papers]
    if not sizes:
        return unchecked("papers-not-uniform", "no page with signer lines was found")
    kinds: list[tuple[float, float]] = []
    of: Counter[tuple[float, float]] = Counter()
    files: dict[tuple[float, float], str] = {}
    for section, size in sizes:
        known = next((k for k in kinds if all(abs(a - b) <= SAME_PAPER_PT for a, b in zip(k, size, strict=True))), None)
        if known is None:
            kinds.append(size)
            known = size
        of[known] += 1
        files.setdefault(known, section.file)
    if len(kinds) < 2:
        return _style(whole)
    shown = "; ".join(f"{w / 72:.1f} by {h / 72:.1f} in: {n} (first in {files[w, h]})" for (w, h), n in of.most_common())
    defect = Defect(
        check="papers-not-uniform",
        message=f"The pages with signer lines are of {len(kinds)} sizes. {shown}.",
        certainty=1.0,
        expected="papers of one size",
        found=f"{len(kinds)} sizes",
    )
    return told(whole, (None, defect))


def _style(whole: Whole) -> Answer:
    """Papers of one size whose lines have their columns in another order."""
    of: Counter[str] = Counter()
    files: dict[str, str] = {}
    for section in whole.sections:
        for style in section.styles:
            of[style] += 1
            files.setdefault(style, section.file)
    if len(of) < 2:
        return NOTHING
    shown = "; ".join(f"{style}: {n} (first in {files[style]})" for style, n in of.most_common())
    defect = Defect(
        check="papers-not-uniform",
        message=f"The columns of the signer lines stand in {len(of)} orders. {shown}.",
        certainty=0.8,
        expected="papers of one style",
        found=f"{len(of)} orders of columns",
    )
    return told(whole, (None, defect))


def not_one_instrument(whole: Whole) -> Answer:
    """Filed in parts or unbound, as the office recorded it (`filed_as` of the petition file). Review when: always.

    Clause: "All papers of a petition shall be uniform in size and style and shall be assembled as one (1) instrument for filing",
    10.3(b). No scan shows how the papers were bound, so the check runs only on what the office wrote down.
    """
    if not asked(whole, "not-one-instrument"):
        return NOTHING
    recorded = whole.petition.filed_as
    if recorded is None:
        return unchecked(
            "not-one-instrument",
            "a scan does not show how the papers were bound, and the petition file does not say; look at the office's record of "
            'the filing and write it down as "filed_as"',
        )
    if recorded == "one instrument":
        return NOTHING
    defect = Defect(
        check="not-one-instrument",
        message=f"The office recorded that the petition was filed {recorded}.",
        certainty=1.0,
        expected="all papers filed as one instrument",
        found=f"filed {recorded}",
    )
    return told(whole, (None, defect))


def of_another_petition(section: FiledSection, petition: PetitionFile, ordinance_id: str) -> str | None:
    """Why this section seems to be of another petition, in a clause of a sentence; None where nothing says so."""
    if section.ordinance != ordinance_id:
        return f"it was checked under {section.ordinance}, not under {ordinance_id}"
    if section.kind != petition.kind:
        return f"it was checked as a {section.kind}, not as a {petition.kind}"
    if section.wordings and all(share < OTHER_WORDING for _, share in section.wordings):
        return " and ".join(f"of the {part} it bears {share:.0%}" for part, share in section.wordings)
    named = dict(section.heading)
    official = petition.official.name if petition.official else None
    for key, known in (("candidate", petition.candidate), ("official", official)):
        if known and named.get(key) and fuzz.token_set_ratio(named[key].casefold(), known.casefold()) < SAME:
            return f'it names "{named[key]}", not "{known}"'
    return None
