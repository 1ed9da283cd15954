"""Did one elector sign twice? One of the lines counts, the first that is otherwise good. 54-124(a), 10.3(a), 3.06, 602(b)."""

from __future__ import annotations

from collections import defaultdict

from pipeline.checks.defect import Defect
from pipeline.checks.registry import THRESHOLD
from pipeline.count.petition_wide import NOTHING, Answer, Whole, asked, told, unchecked
from pipeline.model.count import FiledLine, FiledSection

Signed = tuple[FiledSection, FiledLine]


def line_duplicate(whole: Whole) -> Answer:
    """The same elector stands on another line of the petition; one counts, the first that is otherwise good.

    Of the lines of one elector, in the order of filing, the first counted one keeps its place; where none is counted, the first
    for review, since at most one of them can count. Struck lines, and lines that do not count for another reason, are none.
    Review when: one of the two matches with the roll is under the threshold; such a line never pushes out one that was surely
    matched. Needs electors: names alone prove nothing, since a father and a son at one address may bear one name.
    """
    if not asked(whole, "line-duplicate"):
        return NOTHING
    if whole.sections and not any(line.elector for s in whole.sections for line in s.lines):
        return unchecked("line-duplicate", why_no_electors(whole))
    defects = []
    for group in by_elector(whole).values():
        for (section, line), first in pushed_out(whole, group):
            defects.append((section.key, _defect(section, line, first)))
    return told(whole, *defects)


def why_no_electors(whole: Whole) -> str:
    """Why no line has an elector."""
    return "no roll is given" if whole.petition.roll is None else "no line was matched with an elector of the roll"


def by_elector(whole: Whole) -> dict[str, list[Signed]]:
    """Lines that are or may be counted, by the id of their elector, in the order of filing; electors with one line left out."""
    out: dict[str, list[Signed]] = defaultdict(list)
    for section in whole.sections:
        for line in section.lines:
            if line.elector is not None and whole.place(section, line.page, line.row) in ("counted", "review"):
                out[line.elector.id].append((section, line))
    return {elector: lines for elector, lines in out.items() if len(lines) > 1}


def pushed_out(whole: Whole, group: list[Signed]) -> list[tuple[Signed, Signed]]:
    """Lines of one elector that are duplicates, each with the line that keeps its place before it."""
    sure = [signed for signed in group if _certain(signed)]
    doubtful = [signed for signed in group if not _certain(signed)]
    counted = [signed for signed in (*sure, *doubtful) if _place(whole, signed) == "counted"]
    out: list[tuple[Signed, Signed]] = []
    if counted:
        # A surely matched line comes before one that is perhaps another elector's.
        first = counted[0]
        out += [(signed, first) for signed in doubtful if signed != first]
        if _certain(first):
            return out + [(signed, first) for signed in sure if signed != first]
    # Of lines that all wait, surely of one elector, the first may still count, and no other beside it.
    waiting = [signed for signed in sure if _place(whole, signed) == "review"]
    return out + [(signed, waiting[0]) for signed in waiting[1:]]


def _certain(signed: Signed) -> bool:
    elector = signed[1].elector
    return elector is not None and elector.certainty >= THRESHOLD


def _place(whole: Whole, signed: Signed) -> str:
    section, line = signed
    return whole.place(section, line.page, line.row)


def _defect(section: FiledSection, line: FiledLine, first: Signed) -> Defect:
    other, kept = first
    certainty = min(line.elector.certainty if line.elector else 0.0, kept.elector.certainty if kept.elector else 0.0)
    number = f"section {other.serial}" if other.serial else other.file
    where = "this section" if other is section else number
    return Defect(
        check="line-duplicate",
        message=f"The elector of line {line.line} on page {line.page} also signed line {kept.line} "
        f"on page {kept.page} of {where}.",
        certainty=certainty,
        doubt=None if certainty >= THRESHOLD else "it is not certain that both lines are of one elector",
        page=line.page,
        row=line.row,
        line=line.line,
        expected="one signature of an elector",
        found=f"also on line {kept.line}, page {kept.page}, {where}",
    )
