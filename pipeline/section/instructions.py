"""Where does a form tell signers or circulators what to do? Only the place is found: an instruction is no part that a law asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.geometry import Box, union
from pipeline.model.section import AffidavitFacts, LinesFacts, PartFound
from pipeline.model.sought import Sought
from pipeline.pages.view import PageView
from pipeline.section.passages import passage_after

# A heading is a short line; its passage has so many words at least.
HEADING_WORDS, LEAST_WORDS = 8, 6
CERTAINTY = 0.85
# Rows that belong to the lines' table begin so near above it, in points.
NEAR_TABLE_PT = 4.0

_HEADING = re.compile(
    r"^\W*(?:general |important )?(?:instructions?|directions|notice|information) (?:to|for) (?:the )?(?:signers?|circulators?|voters?|electors?|"
    r"petitioners?)\b|^\W*(?:general |important )?(?:instructions?|directions)\W*(?:$|:)",
    re.IGNORECASE,
)  # fmt: skip


def find_all(
    views: Sequence[PageView], sought: Sought, lines: Sequence[LinesFacts], affidavits: Sequence[AffidavitFacts]
) -> tuple[PartFound, ...]:
    """Headed instructions on each page, with the passage under their heading. `lines`, `affidavits`: found already."""
    taken = [(g.page, g.box) for g in lines] + [(a.page, a.box) for a in affidavits]
    return tuple(part for view in views for part in _on_page(view, [box for page, box in taken if page == view.page.number]))


def _on_page(view: PageView, taken: Sequence[Box]) -> list[PartFound]:
    out: list[PartFound] = []
    for line in view.text.lines:
        match = _HEADING.search(line.text)
        if not match or any(box.contains(*line.box.middle) for box in taken):
            continue
        runs_on = line.text[match.end() - 1 : match.end()] == ":"
        if len(line.words) > HEADING_WORDS and not runs_on:
            continue
        floor = min((b.y0 for b in taken if b.y0 > line.box.y1 - 2), default=view.page.size[1])
        passage = [kept for kept in passage_after(view, line) if kept.box.y1 <= floor + NEAR_TABLE_PT]
        if sum(len(kept.words) for kept in passage) >= LEAST_WORDS:
            box = union(kept.box for kept in passage)
            out.append(PartFound(part="instructions", page=view.page.number, box=box, certainty=CERTAINTY))
    return out
