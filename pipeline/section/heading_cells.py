"""Where does a caption in a ruled cell leave room for what it asks: in its own cell, the cell beside or the one below?"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.geometry import Box
from pipeline.pages.view import PageView

# A cell is found where its sides reach its corners within so many points.
CORNER_PT = 4.0
# Room for writing is so high and so wide at least, in points; a value's cell is not higher than so.
LEAST_HEIGHT_PT, LEAST_WIDTH_PT, MOST_HEIGHT_PT = 10.0, 45.0, 60.0
# A caption that begins its cell stands so near to its left side, in points.
AT_LEFT_PT = 14.0
# Borders and the feet of print are kept out of a place, in points.
INSET_PT = 1.2


def places(view: PageView, caption: Box, others: Sequence[Box]) -> tuple[Box, ...]:
    """Places for the value of a caption that stands in a cell, likeliest first; empty where it stands in none.

    Args:
        view: the page, with its ruled lines.
        caption: box of the caption's words, points.
        others: boxes of other captions; a cell that holds one is nobody's value.
    """
    cell = cell_at(view, *caption.middle)
    if cell is None:
        return ()
    out: list[Box] = []
    if cell.y1 - caption.y1 >= LEAST_HEIGHT_PT:
        out.append(_inset(Box(cell.x0, caption.y1, cell.x1, cell.y1)))
    # Captions that share the cell end each other's room.
    right = min([cell.x1, *(o.x0 - 3 for o in others if cell.contains(*o.middle) and o.x0 > caption.x1)])
    if caption.x0 - cell.x0 <= AT_LEFT_PT and right - caption.x1 >= LEAST_WIDTH_PT:
        out.append(_inset(Box(caption.x1 + 1, cell.y0, right, cell.y1)))
    below = cell_at(view, caption.middle[0], cell.y1 + 5)
    if below is not None and (below.height < LEAST_HEIGHT_PT or _holds(below, others)):
        below = None
    beside = cell_at(view, cell.x1 + 6, caption.middle[1])
    # In a row of heads the cell beside is another one's, whether or not its words were made out.
    if (
        beside is not None
        and beside.width >= LEAST_WIDTH_PT
        and not _holds(beside, others)
        and not (below and _heads(cell, others))
    ):
        out.append(_inset(beside))
    if below is not None:
        out.append(_inset(_own_share(below, caption, [o for o in others if cell.contains(*o.middle)])))
    return tuple(out)


def _own_share(below: Box, caption: Box, beside: Sequence[Box]) -> Box:
    """The part of the cell below that is the caption's own where others share its cell: a wall between them was not seen."""
    left = max((o.x1 for o in beside if o.x1 <= caption.x0), default=None)
    right = min((o.x0 for o in beside if o.x0 >= caption.x1), default=None)
    x0 = below.x0 if left is None else max(below.x0, (left + caption.x0) / 2)
    x1 = below.x1 if right is None else min(below.x1, (right + caption.x1) / 2)
    return Box(x0, below.y0, x1, below.y1) if x1 - x0 >= LEAST_WIDTH_PT else below


def _heads(cell: Box, others: Sequence[Box]) -> bool:
    """Whether other captions stand in cells of the same row."""
    return any(cell.y0 <= o.middle[1] <= cell.y1 and not cell.contains(*o.middle) for o in others)


def under_heads(view: PageView, caption: Box, others: Sequence[Box]) -> bool:
    """Whether a caption's cell stands right under one that holds another caption, in a row of several: then it is a value."""
    cell = cell_at(view, *caption.middle)
    above = cell_at(view, caption.middle[0], cell.y0 - 5) if cell is not None else None
    if cell is None or above is None or not _heads(above, others):
        return False
    row = [o for o in others if cell.y0 <= o.middle[1] <= cell.y1]
    heads = [o for o in others if above.y0 <= o.middle[1] <= above.y1]
    return len(heads) > len(row) + 1


def cell_at(view: PageView, x: float, y: float) -> Box | None:
    """The ruled cell around a point, None where no rules close one of a value's height there."""
    upright = [r for r in view.rules if r.direction == "vertical" and r.start - CORNER_PT <= y <= r.end + CORNER_PT]
    left = max((r.at for r in upright if r.at <= x), default=None)
    right = min((r.at for r in upright if r.at > x), default=None)
    if left is None or right is None:
        return None
    # Feet of bold letters look like a rule that ends within the cell.
    level = [r for r in view.rules if r.direction == "horizontal"]
    across = [r for r in level if r.start <= left + CORNER_PT and r.end >= right - CORNER_PT]
    top = max((r.at for r in across if r.at <= y), default=None)
    foot = min((r.at for r in across if r.at > y), default=None)
    if top is None or foot is None or not LEAST_HEIGHT_PT <= foot - top <= MOST_HEIGHT_PT or right - left < 12:
        return None
    return Box(left, top, right, foot)


def _holds(cell: Box, others: Sequence[Box]) -> bool:
    return any(cell.contains(*o.middle) for o in others)


def _inset(box: Box) -> Box:
    return box.grown(-INSET_PT)
