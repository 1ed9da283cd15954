"""Printed words against known words: which differences are defects, and how they are told to a person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pipeline.checks.answer import EVEN_ODDS
from pipeline.checks.defect import Defect
from pipeline.geometry import union
from pipeline.model.wording import Difference, Wording

# A clerk compares a few places at a glance; the rest are in the report's full comparison.
PLACES_TOLD = 4
# Longer pieces are cut in the middle: a whole missing page is not retyped in a sentence.
LONGEST_PIECE = 160


def defects(check: str, what: str, wording: Wording, pages: frozenset[int], doubts: dict[int, str]) -> Iterator[Defect]:
    """One defect a page with changed, missing or added words; spacing and likely misreadings are none.

    Args:
        check: name of the check.
        what: how a sentence names the part ("the warning").
        wording: the comparison.
        pages: pages that are judged.
        doubts: page, why a person must decide there.
    """
    places: dict[int, list[Difference]] = defaultdict(list)
    for difference in wording.of_kind("changed", "missing-block"):
        if difference.certainty >= EVEN_ODDS and difference.page in pages:
            places[difference.page].append(difference)
    for page, found in sorted(places.items()):
        sure = [d for d in found if d.confirmed]
        told = sure or found
        boxes = [d.box for d in told if d.box is not None]
        doubt = doubts.get(page)
        if doubt is None and not sure:
            doubt = "a second reading of the place did not confirm the difference"
        more = f" There are {len(told) - PLACES_TOLD} more places." if len(told) > PLACES_TOLD else ""
        yield Defect(
            check=check,
            page=page,
            box=union(boxes) if boxes else None,
            certainty=max(d.certainty for d in told),
            message=f"On page {page} the words of {what} are not those required: "
            + "; ".join(_told(d) for d in told[:PLACES_TOLD])
            + "."
            + more,
            expected=" … ".join(_short(d.expected) for d in told if d.expected) or "no such words",
            found=" … ".join(_short(d.found) for d in told if d.found) or "these words are not there",
            block=any(d.kind == "missing-block" for d in told),
            doubt=doubt,
        )


def _told(difference: Difference) -> str:
    """One difference in words, marked."""
    near = f' (near "{_short(difference.context)}")' if difference.context else ""
    if not difference.found:
        return f'"[{_short(difference.expected)}]" is missing{near}'
    if not difference.expected:
        return f'"[{_short(difference.found)}]" is added{near}'
    return f'"[{_short(difference.found)}]" stands for "[{_short(difference.expected)}]"{near}'


def _short(words: str) -> str:
    """The words, cut in the middle where they are long."""
    flat = " ".join(words.split())
    if len(flat) <= LONGEST_PIECE:
        return flat
    half = LONGEST_PIECE // 2
    return f"{flat[:half].rstrip()} … {flat[-half:].lstrip()}"
