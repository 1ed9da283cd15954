"""Our failure to read is never the petitioner's: trouble on a page turns the checks that lean on it to review."""

from __future__ import annotations

from types import MappingProxyType

from pipeline.checks.case import Case
from pipeline.checks.defect import Defect
from pipeline.checks.registry import Leans
from pipeline.geometry import Box
from pipeline.model.page import PageProblem, ProblemKind

# Which trouble harms which kind of evidence. Lossy compression of bitonal pages swaps letters and digits and leaves marks;
# few pixels blunt words and sizes before they hide that something is written.
HARMS: MappingProxyType[Leans, frozenset[ProblemKind]] = MappingProxyType({
    "words": frozenset({"unreadable", "blur", "streak", "cut-edge", "low-resolution", "lossy-bitonal"}),
    "marks": frozenset({"unreadable", "blur", "streak", "cut-edge"}),
    "size": frozenset({"unreadable", "blur", "low-resolution", "streak"}),
    "colour": frozenset({"unreadable"}),
    "place": frozenset({"unreadable", "blur", "cut-edge"}),
    "nothing": frozenset(),
})  # fmt: skip

# A problem this near to a defect may have made it: half the height of a printed line.
NEAR_PT = 6.0

SAYS: MappingProxyType[ProblemKind, str] = MappingProxyType({
    "unreadable": "the page could not be read",
    "blur": "the scan is blurred there",
    "streak": "a streak of the scanner runs through there",
    "cut-edge": "the scan is cut off at an edge",
    "low-resolution": "the scan is too coarse to be sure",
    "lossy-bitonal": "the scan was compressed in a way that may change letters",
})  # fmt: skip


def doubt(case: Case, defect: Defect, leans: Leans) -> str | None:
    """Why the defect may be the scan's and not the paper's, None where nothing speaks for that."""
    harmful = HARMS[leans]
    for page in case.facts.pages:
        if not (defect.elsewhere or page.number == defect.page):
            continue
        for problem in page.problems:
            if problem.kind in harmful and _touches(problem, None if page.number != defect.page else defect.box):
                return SAYS[problem.kind] if page.number == defect.page else f"{SAYS[problem.kind]} (page {page.number})"
    if defect.elsewhere and case.unknown_pages:
        return f"nothing on page {case.unknown_pages[0]} was recognised; it may stand there"
    return None


def _touches(problem: PageProblem, box: Box | None) -> bool:
    """Whether the problem may have made the defect: it is all over the page, or near the defect's box."""
    if problem.box is None:
        return True
    if box is None:
        # Something is missing from the page: a strip cut off or unreadable may have held it, a thin streak may not.
        return problem.kind in ("cut-edge", "unreadable", "blur")
    return problem.box.grown(NEAR_PT).intersection(box) is not None
