"""Where print and known wording part, and of which of the four classes each place is; confirmed by second readings or not.

Source: requirements.md, "Words"; classes in `pipeline.model.wording`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from pipeline.geometry import Box, union
from pipeline.model.page import ProblemKind
from pipeline.model.wording import Difference, DifferenceKind
from pipeline.pages.ink import blotted, ink_left, ink_taken
from pipeline.pages.view import PageView
from pipeline.section.alignment import Pair
from pipeline.section.rereading import AROUND_LINE_PT, SecondReader, speaks_for
from pipeline.section.tokens import KnownToken, PageToken, folded, pieces

# A sentence or more is a block; where no stop tells, this many pieces in a row are one.
BLOCK_PIECES = 7
SENTENCE_PIECES = 4
# Letters of known words taken to either side when a place is read again: enough to stand only there on its line.
CONTEXT_LETTERS = 14
# A piece of print among the known words is as tall as they are; stamps and writing are not (tried on the made-up stamps
# and hands).
HEIGHT_LEAST, HEIGHT_MOST = 0.55, 1.7
# Certainty that the paper differs: both readers agree; they could not be asked; one spoke against it.
AGREED, UNASKED, DENIED = 0.97, 0.5, 0.1
# On blurred or lossy bitonal pages both readers may fall for the same shape.
AGREED_ON_BAD_PAGE = 0.6
# Ink without words, in squares of the line's height, that a skipped word would leave: a word of five letters leaves
# about 0.9.
UNREAD_INK = 0.7
# More places than this in one part is a page that cannot be read, not one that was changed so often.
ASKED_AT_MOST = 40

# Pairs of ink colours that one printing has not: a stamp or a pen went over the words.
STRANGE_INK: tuple[set[str], ...] = ({"other", "none"}, {"other", "red"}, {"red", "none"})

BAD_PAGE: tuple[ProblemKind, ...] = ("blur", "lossy-bitonal", "low-resolution", "unreadable")


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


def differences(
    tokens: Sequence[KnownToken],
    read: Sequence[PageToken],
    pairs: Sequence[Pair],
    views: Mapping[int, PageView],
    reader: SecondReader,
) -> tuple[Difference, ...]:
    """All differences in the order of the known wording; spacing between two equal pieces is passed over.

    Args:
        tokens: the known pieces.
        read: the pieces of the pages.
        pairs: from `alignment.align`.
        views: pages by number.
        reader: second readings; not used for born-digital pages.
    """
    found: list[Difference] = []
    places = [(gap, there) for gap in gaps(tokens, pairs) if (there := _standing_in(gap, read)) or gap.k1 > gap.k0]
    for page, boxes in _doubtful_lines(places, tokens, read, views).items():
        reader.prepare(views[page], boxes)
    for gap, there in places:
        difference = _judged(gap, there, tokens, read, views, reader, ask=len(found) < ASKED_AT_MOST)
        if difference is not None:
            found.append(difference)
    found.extend(_spacing(tokens, read, pairs))
    return tuple(found)


def _doubtful_lines(
    places: Sequence[tuple[Gap, Sequence[PageToken]]],
    tokens: Sequence[KnownToken],
    read: Sequence[PageToken],
    views: Mapping[int, PageView],
) -> dict[int, list[Box]]:
    """Places that want a second reading, by page of a scan."""
    wanted: dict[int, list[Box]] = {}
    for gap, there in places:
        letters = "".join(t.text for t in tokens[gap.k0 : gap.k1]), "".join(t.text for t in there)
        if folded(letters[0]) == folded(letters[1]):
            continue
        for page, box in _spots(gap, there, read):
            if not views[page].page.born_digital:
                wanted.setdefault(page, []).append(box)
    return wanted


def _standing_in(gap: Gap, read: Sequence[PageToken]) -> list[PageToken]:
    """Read pieces that stand, as print of the same lines, where the gap is: paired ones, and others between its neighbours."""
    paired = {p for pair in gap.pairs for p in range(pair.p0, pair.p1)}
    before = read[gap.p_before] if gap.p_before is not None else None
    after = read[gap.p_after] if gap.p_after is not None else None
    if before is None or after is None:
        if not paired:
            return []
        lo, hi = min(paired), max(paired) + 1
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


def _judged(
    gap: Gap,
    there: Sequence[PageToken],
    tokens: Sequence[KnownToken],
    read: Sequence[PageToken],
    views: Mapping[int, PageView],
    reader: SecondReader,
    *,
    ask: bool,
) -> Difference | None:
    expected = [t.text for t in tokens[gap.k0 : gap.k1]]
    found = [t.text for t in there]
    page, box = _place(gap, there, read)
    view = views[page]
    wanted, had = "".join(expected), "".join(found)
    kind: DifferenceKind
    certainty, confirmed = UNASKED, False
    if wanted == had:
        return None
    if view.page.born_digital:
        kind, certainty, confirmed = _kind(gap, tokens, expected, found), 1.0, True
    elif folded(wanted) == folded(had) or (len(expected) < SENTENCE_PIECES and _covered(gap, there, read, view)):
        kind, certainty = "ocr", DENIED
    else:
        kind = _kind(gap, tokens, expected, found)
        answers = _asked(gap, there, tokens, read, views, reader) if ask else []
        if not there and "expected" not in answers and len(expected) >= SENTENCE_PIECES:
            answers = ["found", "found"] if _nothing_unread(gap, read, views) else []
        if "expected" in answers:
            kind, certainty = "ocr", DENIED
        elif len(answers) == 2 and set(answers) == {"found"}:
            bad = view.page.has_problem(*BAD_PAGE)
            certainty, confirmed = (AGREED_ON_BAD_PAGE, False) if bad else (AGREED, True)
        elif _misread(wanted, had, there) or not ask:
            kind, certainty = "ocr", 0.3
    return Difference(
        kind=kind,
        expected=" ".join(t.raw for t in tokens[gap.k0 : gap.k1]),
        found=" ".join(t.raw for t in there),
        context=" ".join(t.raw for t in tokens[max(0, gap.k0 - 4) : gap.k1 + 4]),
        page=page,
        box=box,
        certainty=certainty,
        confirmed=confirmed,
    )


def _covered(gap: Gap, there: Sequence[PageToken], read: Sequence[PageToken], view: PageView) -> bool:
    """Whether a blot, or ink of another colour than the words beside, lies over the place: its words prove nothing."""
    page, box = _place(gap, there, read)
    beside = [read[p] for p in (gap.p_before, gap.p_after) if p is not None and read[p].page == page]
    if box is None or not beside:
        return False
    height = beside[0].word.box.height
    if not there and len({t.line for t in beside}) > 1:
        # Between two lines there is no one place; look at the end of the one and the beginning of the other.
        return any(blotted(view.raster, t.word.box, height) for t in beside)
    if blotted(view.raster, box, height):
        return True
    here, near = ink_taken(view.raster, box), ink_taken(view.raster, beside[0].word.box)
    return here is not None and near is not None and {here.colour, near.colour} in STRANGE_INK and here.colour != near.colour


def _kind(gap: Gap, tokens: Sequence[KnownToken], expected: Sequence[str], found: Sequence[str]) -> DifferenceKind:
    """`missing-block` where a sentence, or as much, has nothing like it in the print; else `changed`."""
    paired = sum(p.k1 - p.k0 for p in gap.pairs)
    absent = len(expected) - paired
    if absent < SENTENCE_PIECES or len(found) - sum(p.p1 - p.p0 for p in gap.pairs) > 0.5 * absent:
        return "changed"
    whole = gap.k0 == 0 or tokens[gap.k0 - 1].ends_sentence
    sentence = whole and tokens[gap.k1 - 1].ends_sentence
    return "missing-block" if sentence or absent >= BLOCK_PIECES else "changed"


def _misread(wanted: str, had: str, there: Sequence[PageToken]) -> bool:
    """Whether an unconfirmed difference looks like the engine's own error: nearly the same letters, or read without trust."""
    if wanted and had and Levenshtein.normalized_similarity(wanted, had) >= 0.5:
        return True
    return bool(there) and min(t.word.certainty for t in there) < 0.5


def _place(gap: Gap, there: Sequence[PageToken], read: Sequence[PageToken]) -> tuple[int, Box | None]:
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


def _asked(
    gap: Gap,
    there: Sequence[PageToken],
    tokens: Sequence[KnownToken],
    read: Sequence[PageToken],
    views: Mapping[int, PageView],
    reader: SecondReader,
) -> list[str]:
    """What the second readings say: print at twice the size first; the other recogniser only if that does not deny it."""
    spots = _spots(gap, there, read)
    if not spots:
        return []
    expected = [t.text for t in tokens[gap.k0 : gap.k1]]
    found = [t.text for t in there]
    pages = {page for page, _ in spots}
    left = _letters([t.text for t in tokens[max(0, gap.k0 - 5) : gap.k0]])[-CONTEXT_LETTERS:] if gap.p_before is not None else ""
    right = _letters([t.text for t in tokens[gap.k1 : gap.k1 + 5]])[:CONTEXT_LETTERS] if gap.p_after is not None else ""
    if len(pages) > 1 or not (left or right):
        return []
    printed = " ".join(line.text for page, box in spots for line in reader.lines(views[page], box))
    first = speaks_for(printed, expected, found, left, right)
    if first == "expected":
        return [first]
    other = " ".join(reader.other(views[page], box) for page, box in spots)
    return [first, speaks_for(other, expected, found, left, right)]


def _nothing_unread(gap: Gap, read: Sequence[PageToken], views: Mapping[int, PageView]) -> bool:
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


def _letters(texts: Sequence[str]) -> str:
    return "".join(texts)


def _spots(gap: Gap, there: Sequence[PageToken], read: Sequence[PageToken]) -> list[tuple[int, Box]]:
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


def _spacing(tokens: Sequence[KnownToken], read: Sequence[PageToken], pairs: Sequence[Pair]) -> list[Difference]:
    """Words run together or split, hyphens at line ends: told, never a fault."""
    found: list[Difference] = []
    for pair in pairs:
        if not pair.same or (pair.k1 - pair.k0 == 1 and pair.p1 - pair.p0 == 1):
            continue
        there = read[pair.p0 : pair.p1]
        found.append(
            Difference(
                kind="spacing",
                expected=" ".join(t.raw for t in tokens[pair.k0 : pair.k1]),
                found=" ".join(t.raw for t in there),
                context=" ".join(t.raw for t in tokens[max(0, pair.k0 - 4) : pair.k1 + 4]),
                page=there[0].page,
                box=union(t.box for t in there if t.page == there[0].page),
                certainty=0.9,
                confirmed=False,
            )
        )
    return found


def same_letters(one: str, other: str) -> bool:
    """Whether two strings are the same but for case, spacing, quotes, dashes and hyphens."""
    return "".join(pieces(one)) == "".join(pieces(other))
