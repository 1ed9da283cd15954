"""Is a difference on the paper, or in the reading only? Second readings, blots and ink without words tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.geometry import Box, union
from pipeline.pages.ink import blotted, ink_left, ink_taken
from pipeline.pages.view import PageView
from pipeline.section.gap import Gap, place, spots
from pipeline.section.rereading import SecondReader, speaks_for
from pipeline.section.tokens import KnownToken, PageToken

# Letters of known words taken to either side when a place is read again: enough to stand only there on its line.
CONTEXT_LETTERS = 14
# Ink without words, in squares of the line's height, that a skipped word would leave: a word of five letters leaves about 0.9.
UNREAD_INK = 0.7
# Words read out of their order stand within so many heights of their neighbours; fewer than these may stand anywhere.
MOST_LINES_OFF, LEAST_PIECES, LEAST_LETTERS = 4.0, 2, 6
# Pairs of ink colours that one printing has not: a stamp or a pen went over the words.
STRANGE_INK: tuple[set[str], ...] = ({"other", "none"}, {"other", "red"}, {"red", "none"})


def covered(gap: Gap, there: Sequence[PageToken], read: Sequence[PageToken], view: PageView) -> bool:
    """Whether a blot, or ink of another colour than the words beside, lies over the place: its words prove nothing."""
    page, box = place(gap, there, read)
    beside = [read[p] for p in (gap.p_before, gap.p_after) if p is not None and read[p].page == page]
    if box is None or not beside:
        return False
    height = beside[0].word.box.height
    if not there and len({t.line for t in beside}) > 1:
        # Between two lines there is no one place; look at the end of the one and the beginning of the other, and at the paper
        # beyond, where the missing words may lie under the blot.
        return any(blotted(view.raster, b, height) for t in beside for b in (t.word.box, _beyond(t, gap, read)))
    if blotted(view.raster, box, height):
        return True
    here, near = ink_taken(view.raster, box), ink_taken(view.raster, beside[0].word.box)
    return here is not None and near is not None and {here.colour, near.colour} in STRANGE_INK and here.colour != near.colour


def _beyond(token: PageToken, gap: Gap, read: Sequence[PageToken]) -> Box:
    """The rest of a word's line between it and the edge of its column, on the side where words are missing."""
    height = token.word.box.height
    column = union(t.word.box for t in read if t.page == token.page and abs(t.box.y0 - token.box.y0) < 12 * height)
    box = token.word.box
    after = gap.p_after is not None and read[gap.p_after] is token
    return Box(min(column.x0, box.x0), box.y0, box.x0, box.y1) if after else Box(box.x1, box.y0, max(column.x1, box.x1), box.y1)


def out_of_order(gap: Gap, tokens: Sequence[KnownToken], read: Sequence[PageToken], free: frozenset[int]) -> bool:
    """Whether the words of a gap were read, one after the other, close by: the engine gave a line of them out of its order.

    `free`: places of the read pieces that stand for no other known word.
    """
    expected = [t.text for t in tokens[gap.k0 : gap.k1]]
    beside = [read[p] for p in (gap.p_before, gap.p_after) if p is not None]
    if not beside or len(expected) < LEAST_PIECES or sum(len(t) for t in expected) < LEAST_LETTERS:
        return False
    reach = MOST_LINES_OFF * max(t.word.box.height for t in beside)
    for at in range(len(read) - len(expected) + 1):
        piece = read[at : at + len(expected)]
        if not free.issuperset(range(at, at + len(expected))) or [t.text for t in piece] != expected:
            continue
        if any(t.page == piece[0].page and abs(t.box.middle[1] - piece[0].box.middle[1]) <= reach for t in beside):
            return True
    return False


def nothing_unread(gap: Gap, read: Sequence[PageToken], views: Mapping[int, PageView]) -> bool:
    """Whether there is no ink without words where the missing words of a gap would stand: then they are truly not there."""
    before = read[gap.p_before] if gap.p_before is not None else None
    after = read[gap.p_after] if gap.p_after is not None else None
    rooms: list[tuple[PageToken, Box]] = []
    together = before is not None and after is not None and before.page == after.page
    for token, upward in ((before, False), (after, True)):
        if token is None or (together and token is after):
            continue
        height = token.word.box.height
        column = union(t.word.box for t in read if t.page == token.page and abs(t.box.y0 - token.box.y0) < 12 * height)
        if together and after is not None:
            y0, y1 = token.word.box.y0, max(after.word.box.y1, token.word.box.y1)
        elif upward:
            y0, y1 = max(0.0, token.word.box.y0 - 3 * height), token.word.box.y1
        else:
            y0, y1 = token.word.box.y0, token.word.box.y1 + 3 * height
        rooms.append((token, Box(column.x0, y0, column.x1, y1)))
    for token, room in rooms:
        view = views[token.page]
        if ink_left(view.raster, room, [w.box for w in view.text.words]) > UNREAD_INK * token.word.box.height**2:
            return False
    return bool(rooms)


def asked(
    gap: Gap,
    there: Sequence[PageToken],
    tokens: Sequence[KnownToken],
    read: Sequence[PageToken],
    views: Mapping[int, PageView],
    reader: SecondReader,
) -> list[str]:
    """What the second readings say: print at twice the size first; the other recogniser only if that does not deny it."""
    crops = spots(gap, there, read)
    if not crops:
        return []
    expected = [t.text for t in tokens[gap.k0 : gap.k1]]
    found = [t.text for t in there]
    pages = {page for page, _ in crops}
    left = _letters([t.text for t in tokens[max(0, gap.k0 - 5) : gap.k0]])[-CONTEXT_LETTERS:] if gap.p_before is not None else ""
    right = _letters([t.text for t in tokens[gap.k1 : gap.k1 + 5]])[:CONTEXT_LETTERS] if gap.p_after is not None else ""
    if len(pages) > 1 or not (left or right):
        return []
    printed = " ".join(line.text for page, box in crops for line in reader.lines(views[page], box))
    first = speaks_for(printed, expected, found, left, right)
    if first == "expected":
        return [first]
    other = " ".join(reader.other(views[page], box) for page, box in crops)
    return [first, speaks_for(other, expected, found, left, right)]


def _letters(texts: Sequence[str]) -> str:
    return "".join(texts)
