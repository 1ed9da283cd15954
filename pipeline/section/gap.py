"""Places where print and known wording part: what stands there, where that is, and which crops show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.geometry import Box, union
from pipeline.section.alignment import Pair
from pipeline.section.rereading import AROUND_LINE_PT
from pipeline.section.tokens import KnownToken, PageToken

# A piece of print among the known words is as tall as they are; stamps and writing are not (tried on made-up ones).
HEIGHT_LEAST, HEIGHT_MOST = 0.55, 1.7
# Two words of one line stand no further apart than this, in heights of a word; justified lines reach 0.9.
WORD_SPACE = 1.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Known pieces k0 to k1 between two places where print and wording agree letter for letter."""

    k0: int
    k1: int
    p_before: int | None
    """Index of the last read piece before it; None at the start."""
    p_after: int | None
    pairs: tuple[Pair, ...]
    """Pairs inside the gap that are alike, not the same."""


def gaps(tokens: Sequence[KnownToken], pairs: Sequence[Pair]) -> tuple[Gap, ...]:
    """All places, in order, where a known piece has no equal in the print, or print stands between two that have."""
    found: list[Gap] = []
    k, before, inside = 0, None, []
    for pair in pairs:
        if not pair.same:
            inside.append(pair)
            continue
        if pair.k0 > k or inside or (before is not None and pair.p0 > before + 1):
            found.append(Gap(k0=k, k1=pair.k0, p_before=before, p_after=pair.p0, pairs=tuple(inside)))
        k, before, inside = pair.k1, pair.p1 - 1, []
    if k < len(tokens) or inside:
        found.append(Gap(k0=k, k1=len(tokens), p_before=before, p_after=None, pairs=tuple(inside)))
    return tuple(found)


def standing_in(gap: Gap, read: Sequence[PageToken]) -> list[PageToken]:
    """Read pieces that stand, as print of the same lines, where the gap is: paired ones, and others between its neighbours."""
    paired = {p for pair in gap.pairs for p in range(pair.p0, pair.p1)}
    before = read[gap.p_before] if gap.p_before is not None else None
    after = read[gap.p_after] if gap.p_after is not None else None
    if before is None or after is None:
        beside = _beside_the_end(gap, read)
        if not paired and not beside:
            return []
        lo, hi = min(paired | beside), max(paired | beside) + 1
    else:
        lo, hi = (gap.p_before or 0) + 1, gap.p_after or 0
    near = [t for t in (before, after) if t is not None]
    alien = {
        (t.page, t.line)
        for t in read[lo:hi]
        if (t.page, t.line) not in {(n.page, n.line) for n in near} and not _same_print(t, near)
    }
    chosen = [
        p for p in range(lo, hi) if p in paired or ((read[p].page, read[p].line) not in alien and _same_print(read[p], near))
    ]
    return [read[p] for p in chosen]


def _beside_the_end(gap: Gap, read: Sequence[PageToken]) -> set[int]:
    """Read pieces that stand on the line right before the wording's first word that was found, or right after its last, as many
    as are wanted there: a first word that was changed is no missing one.
    """
    at, step = (gap.p_after, -1) if gap.p_before is None else (gap.p_before, 1)
    found: set[int] = set()
    if at is None:
        return found
    while len(found) < gap.k1 - gap.k0 and 0 <= at + step < len(read):
        near, token = read[at], read[at + step]
        left, right = (token, near) if step < 0 else (near, token)
        room = right.box.x0 - left.box.x1
        if (token.page, token.line) != (near.page, near.line) or not -1.0 <= room <= WORD_SPACE * near.word.box.height:
            break
        at += step
        found.add(at)
    return found


def _same_print(token: PageToken, near: Sequence[PageToken]) -> bool:
    """Whether an unpaired piece is print of the lines around: in line with a neighbour or between both, and of their height."""
    if not near or token.word.certainty < 0.3:
        return False
    heights = [n.word.box.height for n in near]
    typical = sum(heights) / len(heights)
    if not HEIGHT_LEAST * min(heights) <= token.word.box.height <= HEIGHT_MOST * max(heights):
        return False
    beside = [n for n in near if n.page == token.page]
    if not beside:
        return False
    y = token.box.middle[1]
    if any(n.box.y0 - 0.2 * typical <= y <= n.box.y1 + 0.2 * typical for n in beside):
        return True
    return len(beside) == 2 and beside[0].box.y0 < y < beside[1].box.y1


def place(gap: Gap, there: Sequence[PageToken], read: Sequence[PageToken]) -> tuple[int, Box | None]:
    """Page and box of the found words, or the place between the neighbours where the missing ones should stand."""
    if there:
        page = there[0].page
        return page, union(t.box for t in there if t.page == page)
    before = read[gap.p_before] if gap.p_before is not None else None
    after = read[gap.p_after] if gap.p_after is not None else None
    anchor = before or after
    if anchor is None:
        raise ValueError("a gap without neighbours: nothing of the wording was found")
    if before is not None and after is not None and before.page == after.page:
        if before.line == after.line and after.box.x0 > before.box.x1:
            return before.page, union((before.box, after.box))
        return before.page, union((before.box, after.box))
    return anchor.page, anchor.box


def spots(gap: Gap, there: Sequence[PageToken], read: Sequence[PageToken]) -> list[tuple[int, Box]]:
    """One crop a line: the words of the place and the neighbours that give it its context, in reading order.

    A crop that holds a line's first or last word reaches to the column's edge: the first reading may have cut letters off.
    """
    wanted: dict[tuple[int, int], list[PageToken]] = {}

    def take(token: PageToken) -> None:
        wanted.setdefault((token.page, token.line), []).append(token)

    if gap.p_before is not None:
        for token in read[max(0, gap.p_before - 4) : gap.p_before + 1]:
            if token.page == read[gap.p_before].page:
                take(token)
    for token in there:
        take(token)
    if gap.p_before is not None and gap.p_after is not None:
        # What was read there but not believed belongs in the crop too: it may be the missing words, misread.
        ends = {(read[p].page, read[p].line) for p in (gap.p_before, gap.p_after)}
        for token in read[gap.p_before + 1 : gap.p_after]:
            if (token.page, token.line) in ends:
                take(token)
    if gap.p_after is not None:
        for token in read[gap.p_after : gap.p_after + 5]:
            if token.page == read[gap.p_after].page:
                take(token)
    if len(wanted) > 4:
        return []
    return [(page, _reaching(tokens, read)) for (page, _), tokens in wanted.items()]


def _reaching(tokens: Sequence[PageToken], read: Sequence[PageToken]) -> Box:
    box = union(t.word.box for t in tokens)
    height = tokens[0].word.box.height
    near = [t for t in read if t.page == tokens[0].page and abs(t.box.y0 - box.y0) < 12 * height]
    line = [t for t in near if t.line == tokens[0].line]
    x0, x1 = box.x0, box.x1
    if all(t.word.box.x0 >= x0 for t in line):
        x0 = min(x0 - 1.5 * height, *(t.word.box.x0 for t in near))
    if all(t.word.box.x1 <= x1 for t in line):
        x1 = max(x1 + 1.5 * height, *(t.word.box.x1 for t in near))
    return Box(max(0.0, x0), box.y0, max(x1, x0), box.y1).grown(3.0, AROUND_LINE_PT)
