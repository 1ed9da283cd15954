"""The warning at the top of a page: is it there, in whose words, in what colour, how set, and what stands above it. 54-124(a)."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz

from pipeline.geometry import Box, union
from pipeline.model.reading import Seen
from pipeline.model.section import LetterColourMeasured, TypeMeasured, WarningFacts
from pipeline.model.sought import Sought
from pipeline.model.text import TextLine, Word
from pipeline.model.wording import Wording
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.ink import darkest, letter_mask
from pipeline.pages.view import PageView
from pipeline.section.above import printed_above
from pipeline.section.lettercolour import colour_of
from pipeline.section.tokens import pieces
from pipeline.section.typeset import type_of
from pipeline.section.wording import Compared, compare

# From this share of the words on it is the warning beyond doubt; below, certainty falls with the share.
SURE_SHARE = 0.55
# A heading that says WARNING with a sentence about the law under it is a warning, though not in the ordinance's words.
PARAPHRASE = ("against the law", "unlawful", "it is a crime", "felony", "misdemeanor", "do not sign")
PARAPHRASE_LIKENESS = 85
# A band with no more ink than this share of its area is blank (dust, the ghost of red letters).
BLANK_SHARE = 0.004
# A blank top of a page higher than this, in points, where no margin of the page is, may have borne red print (the shortest warning
# of ten points in a wide page is 60 points high).
BLANK_TOP_PT = 75.0


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
    return _paraphrase(view)


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
        band = next((b for b in boxes if b is not None and _is_blank(view, b) and _print_below(view, b)), None)
        certainty = 0.8
        if band is None and not boxes:
            band, certainty = _empty_top(view), 0.6
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


def _is_blank(view: PageView, band: Box) -> bool:
    inner = band.grown(-2.0)
    pixels = darkest(view.raster, inner)
    if pixels.size == 0 or any(inner.contains(*w.box.middle) and w.certainty > 0.5 for w in view.text.words):
        return False
    return float(letter_mask(pixels).mean()) <= BLANK_SHARE


def _print_below(view: PageView, band: Box) -> bool:
    return any(w.box.y0 >= band.y1 - 2 and w.certainty > 0.5 for w in view.text.words)


def _empty_top(view: PageView) -> Box | None:
    """An empty band between the top margin (or what stands in its corners) and the first print, high enough for a warning."""
    words = [w for w in view.text.words if w.certainty > 0.5]
    if not words:
        return None
    width = view.page.size[0]
    body = [w for w in words if not (w.box.y1 < 60 and len(_on_line(words, w)) <= 8)]
    if not body:
        return None
    top = min(w.box.y0 for w in body)
    margin = min(max(min(w.box.x0 for w in body), 18.0), 72.0)
    corner = max((w.box.y1 for w in words if w.box.y1 < top), default=margin)
    if top - corner < BLANK_TOP_PT:
        return None
    band = Box(margin, corner + 2, width - margin, top - 2)
    return band if _is_blank(view, band) else None


def _on_line(words: Sequence[Word], word: Word) -> list[Word]:
    return [w for w in words if w.box.y0 < word.box.middle[1] < w.box.y1]
