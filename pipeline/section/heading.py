"""The heading of a nomination form: who is nominated, living where, by which party, for which office? 3.06 para. 2, 602.

Found by its words above the signer lines, on every page that has it; each thing with whether it is stated, and what was read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.geometry import Box, union
from pipeline.model.heading import HeadingFacts, HeadingName, HeadingParticular
from pipeline.model.section import AffidavitFacts, LinesFacts
from pipeline.model.sought import Sought
from pipeline.model.text import PageText, TextLine
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.view import PageView
from pipeline.section.captions import printed_rows
from pipeline.section.heading_again import cells_again, lost_cells
from pipeline.section.heading_between import between, by_name, party_blanks
from pipeline.section.heading_blanks import on_rule
from pipeline.section.heading_form import Stated, open_form
from pipeline.section.heading_loose import loosely
from pipeline.section.heading_values import stated
from pipeline.section.heading_words import FOLLOWERS, INLINE, LEADING, heading_book, heading_vocabulary

NAMES: tuple[HeadingName, ...] = ("candidate", "address", "party", "office", "district")
# A page without words of nominating has a heading where it asks for candidate and office at least.
SURE, LIKELY = 0.97, 0.8
# The head row of the signer lines stands within so many points above them.
HEAD_ROW_PT = 42.0
# A head row has no more words than this; a heading above it has this much room at least, in points.
HEAD_WORDS, LEAST_ROOM_PT = 20, 30.0
# Rows of the heading lie no further apart, in points.
SAME_BLOCK_PT = 26.0
# So many rows of a sentence at most state nothing at its end.
LAST_ROWS = 2
# The rows of one sentence follow each other within so many points.
GOES_ON_PT, SAME_EDGE_PT = 12.0, 40.0

_NOMINATES = re.compile(r"\bnominat(?:e|es|ing|ion|ed)\b|\bcandidate\b", re.IGNORECASE)
_COLUMN_HEADS = re.compile(
    r"\bsignatures?\b|print(?:ed)? name|\bresidence\b|\baddress\b|\bdate\b|name,? print|\bsigner|\bzip\b|\bno\.|"
    r"\bstreet and number\b",
    re.IGNORECASE,
)
_OF_HEADING = re.compile(r"\bcandidate\b|\boffice\b(?! use)|\bparty\b|\bnominee\b", re.IGNORECASE)
_OPENS = re.compile(r"\bthe undersigned\b|^(?:we|i),", re.IGNORECASE)
_OATH = re.compile(
    r"^\W*(?:affidavit|oath|(?:statement|certificate|certification|declaration|verification) (?:of|by) (?:the )?(?:petition )?"
    r"circulator)|\bduly sworn\b",
    re.IGNORECASE,
)


def find_all(
    views: Sequence[PageView],
    sought: Sought,
    print_engine: PrintEngine | None,
    hand_engine: HandEngine | None,
    lines: Sequence[LinesFacts] = (),
    affidavits: Sequence[AffidavitFacts] = (),
) -> tuple[HeadingFacts, ...]:
    """The heading of each page that has one; nothing where the petition is no nomination.

    Args:
        views: written pages of the section.
        sought: kind of the petition, and what the heading must state.
        print_engine: for a second look at headings of which something was not made out.
        hand_engine: for what is written into blanks.
        lines: grids found; the heading stands above them.
        affidavits: those found; a candidate's name in them is no heading.
    """
    if sought.kind != "nomination":
        return ()
    out = [found for view in views if (found := _on_page(view, sought, print_engine, hand_engine, lines, affidavits))]
    return tuple(out)


def region_of(view: PageView, lines: Sequence[LinesFacts], affidavits: Sequence[AffidavitFacts]) -> Box | None:
    """The part of a page that may hold a heading: above its signer lines and their head row, outside of its affidavit."""
    width, height = view.page.size
    grids = [g for g in lines if g.page == view.page.number]
    oaths = [a for a in affidavits if a.page == view.page.number]
    ends = [_above_head_row(view, min([g.box.y0, *(b.y0 for _, b in g.columns)])) for g in grids]
    ends += [a.box.y0 for a in oaths] + _other_parts(view)
    bottom = min(ends, default=height)
    return Box(0, 0, width, bottom) if bottom > LEAST_ROOM_PT else None


def _other_parts(view: PageView) -> list[float]:
    """Tops of rows that begin another part, whether or not that part was found: a head row of signer lines, an oath."""
    out: list[float] = []
    for row in printed_rows(view.text, view.page.box):
        text, top = " ".join(w.text for w in row), min(w.box.y0 for w in row)
        if (_is_head_row(text) and "signature" in text.lower() and len(row) <= HEAD_WORDS) or _OATH.search(text):
            out.append(top - 1)
    return out


def _is_head_row(text: str) -> bool:
    """Whether a row's words head the columns of signer lines; the cells of a heading speak of candidate and office."""
    return len({m.lower() for m in _COLUMN_HEADS.findall(text)}) >= 2 and not _OF_HEADING.search(text)


def _above_head_row(view: PageView, grid_top: float) -> float:
    """The y over the head row of signer lines that begin at `grid_top`."""
    near = Box(0, max(grid_top - HEAD_ROW_PT, 0), view.page.size[0], grid_top + 2)
    rows = printed_rows(view.text, near)
    heads = [row for row in rows if _is_head_row(" ".join(w.text for w in row))]
    return min((min(w.box.y0 for w in row) for row in heads), default=grid_top) - 1


def _on_page(
    view: PageView,
    sought: Sought,
    print_engine: PrintEngine | None,
    hand: HandEngine | None,
    lines: Sequence[LinesFacts],
    affidavits: Sequence[AffidavitFacts],
) -> HeadingFacts | None:
    region = region_of(view, lines, affidavits)
    if region is None:
        return None
    found = _look(view, region, hand)
    nominates = bool(_NOMINATES.search(" ".join(w.text for w in view.text.words if region.contains(*w.box.middle))))
    if not _is_heading(found, nominates):
        return None
    wanted = sought.heading_particulars or ("candidate", "office")
    best = _best(found)
    if print_engine is not None and not view.text.exact and any(n not in best or not best[n].filled.present for n in wanted):
        again = _look(_read_again(view, region, print_engine), region, hand)
        found = [*found, *again]
        best = _best(found)
        if any(n not in best for n in wanted) and (lost := lost_cells(view, region)):
            best = _best([*found, *_look(cells_again(view, lost, print_engine), region, hand)])
    particulars = tuple(
        HeadingParticular(name=n, filled=best[n].filled, value=best[n].value, page=view.page.number, box=best[n].box)
        for n in NAMES
        if n in best
    )
    return HeadingFacts(
        page=view.page.number, box=_box(view, region, [*best.values()]), certainty=SURE if nominates else LIKELY,
        particulars=particulars,
    )  # fmt: skip


def _look(view: PageView, region: Box, hand: HandEngine | None) -> list[Stated]:
    form = open_form(view, region, heading_book(), heading_vocabulary(), LEADING)
    # The word "party" right behind a blank tells more than the words before it.
    of_party = party_blanks(form)
    form = replace(form, blanks={i: b for i, b in form.blanks.items() if b.caption.name == "party" or b.rule not in of_party})
    found = list(stated(form, INLINE, hand, FOLLOWERS))
    known = {s.name: s for s in found if s.filled.present}
    held = {b.rule for b in form.blanks.values()}
    free = by_name([b for b in between(form) if b.rule not in held], known)
    found += [on_rule(form, b.caption, b.rule, hand) for b in free]
    return found + loosely(form, {s.name for s in found})


def _read_again(view: PageView, region: Box, engine: PrintEngine) -> PageView:
    """The page with the region's print read at twice the size."""
    crop = view.raster.gray_crop(region)
    if crop.size == 0:
        return view
    read = engine.read_region(crop, view.raster.px_per_pt, page=view.page.number, origin=(region.x0, region.y0), scale=2.0)
    rest = tuple(line for line in view.text.lines if not region.contains(*line.box.middle))
    # Blocks of the two readings must not share a number.
    shift = max((line.block for line in view.text.lines), default=0) + 1
    new = tuple(TextLine(words=line.words, block=line.block + shift) for line in read.lines)
    text = PageText(page=view.page.number, lines=(*new, *rest), exact=False, engine=view.text.engine)
    return PageView(page=view.page, raster=view.raster, text=text, rules=view.rules)


def _is_heading(found: Sequence[Stated], nominates: bool) -> bool:
    names = {s.name for s in found}
    if nominates:
        return len(names & {"candidate", "office", "party"}) >= 2
    return {"candidate", "office"} <= names


def _best(found: Sequence[Stated]) -> dict[HeadingName, Stated]:
    """Each particular once: stated before doubtful before blank, read before unread, then the one that stands first."""
    rank = {True: 0, None: 1, False: 2}
    out: dict[HeadingName, Stated] = {}
    for name in NAMES:
        of_name = [s for s in found if s.name == name]
        if of_name:
            out[name] = min(of_name, key=lambda s: (rank[s.filled.present], s.value is None or not s.value.text, s.asked.y0))
    return out


def _box(view: PageView, region: Box, found: Sequence[Stated]) -> Box:
    """Around what is stated and the rows it stands in, from the words that open the heading."""
    core = union([s.box for s in found] + [s.asked for s in found])
    rows = printed_rows(view.text, region)
    said = [(union(w.box for w in row), " ".join(w.text for w in row)) for row in rows]
    inside = [(box, text) for box, text in said if box.y1 > core.y0 - 2 and box.y0 < core.y1 + 2]
    boxes = [core, *(box for box, _ in inside)]
    top, foot = min(b.y0 for b in boxes), max(b.y1 for b in boxes)
    open_end = bool(inside) and inside[-1][1].rstrip()[-1:] not in ".:"
    more = [(box, text) for box, text in said if box.y1 > foot + 2][:LAST_ROWS]
    for box, text in more:
        # The sentence's last rows, at its left edge.
        at_edge = abs(box.x0 - min(b.x0 for b in boxes)) <= SAME_EDGE_PT
        if not (open_end and at_edge and box.y0 - foot <= GOES_ON_PT) or _is_head_row(text):
            break
        boxes.append(box)
        foot, open_end = box.y1, text.rstrip()[-1:] not in ".:"
    for box, text in reversed(said):
        if box.y1 <= top + 2 and top - box.y1 <= SAME_BLOCK_PT and _OPENS.search(text):
            boxes.append(box)
            top = box.y0
    return union(boxes).clipped(region)
