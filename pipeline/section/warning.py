"""The warning at the top of a page: is it there, in whose words, in what colour, how set, and what stands above it. 54-124(a)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from pipeline.geometry import Box, union
from pipeline.model.reading import Seen
from pipeline.model.section import LetterColourMeasured, TypeMeasured, WarningFacts
from pipeline.model.sought import Sought
from pipeline.model.text import TextLine, Word
from pipeline.model.wording import Wording
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.view import PageView
from pipeline.section.above import printed_above
from pipeline.section.ghost import empty_top, is_blank, with_ghost
from pipeline.section.lettercolour import colour_of
from pipeline.section.tokens import pieces
from pipeline.section.typeset import type_of
from pipeline.section.wording import Compared, compare

# From this share of the words on it is the warning beyond doubt; below, certainty falls with the share.
SURE_SHARE = 0.55
# A heading that says WARNING with a sentence about the law under it is a warning, though not in the ordinance's words.
PARAPHRASE = ("against the law", "unlawful", "it is a crime", "felony", "misdemeanor", "do not sign")
PARAPHRASE_LIKENESS = 85


def find_all(
    views: Sequence[PageView], sought: Sought, print_engine: PrintEngine, hand_engine: HandEngine
) -> tuple[WarningFacts, ...]:
    """The warnings of a section, one a page at most, with those that the scanner seems to have dropped.

    Args:
        views: pages of one section, in order.
        sought: `warning` is the wording of the law; None where the ordinance asks for none.
        print_engine: for second readings.
        hand_engine: the other recogniser.
    """
    if sought.warning is None:
        return ()
    found = [w for view in views if (w := find(view, sought, print_engine, hand_engine)) is not None]
    return tuple(sorted([*found, *dropped_out(views, found, sought)], key=lambda w: w.page))


def find(view: PageView, sought: Sought, print_engine: PrintEngine, hand_engine: HandEngine | None) -> WarningFacts | None:
    """The warning on one page, measured; None where nothing like it stands there."""
    if sought.warning is None or view.page.blank:
        return None
    compared = compare(sought.warning, [view], print_engine=print_engine, hand_engine=hand_engine)
    if compared is not None:
        return _facts(view, compared)
    return _ghost(view, sought.warning, print_engine, hand_engine) or _paraphrase(view)


def _ghost(view: PageView, known: str, print_engine: PrintEngine, hand_engine: HandEngine | None) -> WarningFacts | None:
    """A warning that red dropped out of, but that can still be read in the empty top of a scanned page."""
    band = None if view.page.born_digital else empty_top(view)
    seen = None if band is None else with_ghost(view, band, print_engine)
    if seen is None:
        return None
    compared = compare(known, [seen], print_engine=print_engine, hand_engine=hand_engine)
    if compared is None:
        return None
    found = _facts(seen, compared)
    faint = Seen(present=None, certainty=0.5, detail="only a ghost of the letters is left on the scan")
    return replace(
        found,
        certainty=min(found.certainty, 0.9),
        # What differs in so faint an image proves nothing.
        wording=replace(
            found.wording,
            differences=tuple(
                replace(d, kind="ocr" if d.kind == "changed" else d.kind, certainty=min(d.certainty, 0.5), confirmed=False)
                for d in found.wording.differences
            ),
        ),
        colour=replace(found.colour, answer="unknown", certainty=0.9),
        type=TypeMeasured(size=None, exact=False, bold=faint, plain=faint),
    )


def _facts(view: PageView, compared: Compared) -> WarningFacts:
    box = compared.boxes[0][1]
    words = _words_of(compared, view.page.number)
    share = compared.wording.coverage
    return WarningFacts(
        page=view.page.number,
        box=box,
        certainty=round(min(0.99, 0.75 + 0.24 * min(1.0, share / SURE_SHARE)), 3),
        wording=compared.wording,
        colour=colour_of(view, words, box),
        type=type_of(compared.matched, [view]),
        above=printed_above(view, box),
    )


def _words_of(compared: Compared, page: int) -> list[Word]:
    seen: dict[int, Word] = {}
    for match in compared.matched:
        if match.token.page == page:
            seen[id(match.token.word)] = match.token.word
    return list(seen.values())


def _paraphrase(view: PageView) -> WarningFacts | None:
    """A warning in other words, or too damaged to be matched: a heading WARNING in the upper half, and what stands under it."""
    lines = sorted(view.text.lines, key=lambda line: line.box.y0)
    head = next((line for line in lines if _is_heading(line) and line.box.y0 < 0.5 * view.page.size[1]), None)
    if head is None:
        return None
    block = [head, *_under(head, lines)]
    said = " ".join(line.text for line in block).lower()
    if max(fuzz.partial_ratio(phrase, said) for phrase in PARAPHRASE) < PARAPHRASE_LIKENESS:
        return None
    box = union(line.box for line in block)
    words = [w for line in block for w in line.words]
    unknown = Seen(present=None, certainty=0.5, detail="the words are not the known ones, so their letters were not measured")
    return WarningFacts(
        page=view.page.number,
        box=box,
        certainty=0.7,
        wording=Wording(coverage=0.0, differences=(), read=" ".join(line.text for line in block)),
        colour=colour_of(view, words, box),
        type=TypeMeasured(size=None, exact=view.page.born_digital, bold=unknown, plain=unknown),
        above=printed_above(view, box),
    )


def _is_heading(line: TextLine) -> bool:
    first = pieces(line.text)[:2]
    return bool(first) and fuzz.ratio(first[0], "warning") >= 85


def _under(head: TextLine, lines: Sequence[TextLine]) -> list[TextLine]:
    """Lines that follow the heading without a gap of more than a line."""
    block: list[TextLine] = []
    bottom = head.box.y1
    for line in lines:
        if line is head or line.box.y0 < head.box.y0:
            continue
        if line.box.y0 - bottom > 1.6 * max(head.box.height, 8.0) or pieces(line.text)[:1] == ["summary"]:
            break
        block.append(line)
        bottom = max(bottom, line.box.y1)
    return block


def dropped_out(views: Sequence[PageView], found: Sequence[WarningFacts], sought: Sought) -> list[WarningFacts]:
    """Blank bands where the sibling pages bear the warning, or where nothing else explains an empty top: red lost in scanning.

    Only where the band holds no ink and other print begins below it. A page that bears print there simply lacks the warning.
    """
    with_warning = {w.page for w in found}
    lost: list[WarningFacts] = []
    for view in views:
        if view.page.number in with_warning or view.page.blank or view.page.born_digital or sought.warning is None:
            continue
        boxes = [view.page.box.intersection(w.box) for w in found if w.certainty >= 0.7]
        band = next((b for b in boxes if b is not None and is_blank(view, b) and _print_below(view, b)), None)
        certainty = 0.8
        if band is None and not boxes:
            band, certainty = empty_top(view), 0.6
        if band is not None:
            lost.append(_dropped(view, band, certainty))
    return lost


def _dropped(view: PageView, band: Box, certainty: float) -> WarningFacts:
    unknown = Seen(present=None, certainty=0.5, detail="nothing is left to measure")
    return WarningFacts(
        page=view.page.number,
        box=band,
        certainty=certainty,
        wording=Wording(coverage=0.0, differences=(), read=""),
        colour=LetterColourMeasured(answer="dropped-out", certainty=certainty, hue=None, share=0.0, colour_elsewhere=False),
        type=TypeMeasured(size=None, exact=False, bold=unknown, plain=unknown),
        above=(),
    )


def _print_below(view: PageView, band: Box) -> bool:
    return any(w.box.y0 >= band.y1 - 2 and w.certainty > 0.5 for w in view.text.words)
