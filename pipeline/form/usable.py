"""Can this file serve as the approved form that scans are compared with? What, why, what to do."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.model.page import Page
from pipeline.model.scan import ScanFacts

# The scale's doubt from which no known paper has the page's shape (pages/scale.py): a photograph, or a part of a page.
NO_PAPER_ERROR = 0.15
# Paper photographed by hand leans and narrows; a scanner's glass keeps a page's lean under this.
PHOTO_SKEW_DEG = 6.0


def unusable(facts: ScanFacts) -> tuple[str, ...]:
    """Sentences on why the file cannot be the form that scans are laid on; empty where it can."""
    said: list[str] = []
    written = [p for p in facts.pages if not p.blank]
    if not written:
        return ("The form has no page with anything on it. Give the blank form as the printer has it.",)
    if photographed(written):
        said.append(
            "The form looks like a photograph: its pages have the shape of no paper, so nothing on them can be measured. "
            "Scan the form on a flatbed at 300 dpi, or give the PDF it was printed from."
        )
    if not any(section.lines for section in facts.sections):
        said.append(
            "No signer lines were found on the form: no ruled lines with a place for a signature. "
            "Look whether this is the form with the signature pages; a form in several files must be joined to one."
        )
    broken = [p.number for p in written if p.has_problem("unreadable", "empty")]
    if broken:
        pages = ", ".join(map(str, broken))
        said.append(f"These pages of the form could not be read: {pages}. Save the form as PDF again, or scan it.")
    return tuple(said)


def photographed(pages: Sequence[Page]) -> bool:
    """Whether the pages look taken with a camera, not scanned or born digital."""
    return any(
        not p.born_digital and (p.scale.error >= NO_PAPER_ERROR or abs(p.skew) > PHOTO_SKEW_DEG) for p in pages if not p.blank
    )
