"""Known words against a page's words: where the known wording stands, how much of it, and how the print differs.

Works on words alone: the alignment tolerates run-together and split words, hyphens at line ends, misreadings, and stamps,
handwriting and other parts in between. What differs is read again before it is called a change (requirements.md, "Words").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pipeline.geometry import Box, union
from pipeline.model.text import PageText, TextLine
from pipeline.model.wording import Difference, Wording
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.view import PageView
from pipeline.section.alignment import Pair, align
from pipeline.section.differences import differences
from pipeline.section.gap import Gap, gaps
from pipeline.section.rereading import SecondReader
from pipeline.section.tokens import KnownToken, PageToken, known_tokens, page_tokens

# A wording is taken as found from this share of its letters on: a page without it shares single words only (0.10 at
# most on the affidavit pages of the made-up forms, which speak of registered electors too).
FOUND_LEAST = 0.30
# Missing pieces that are worth looking for in a line that the engine may have skipped.
LOOK_AGAIN_LETTERS = 6
# A line of print needs at least this much height, in heights of the lines around.
ROOM_FOR_LINE = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """A known piece and the piece on the page that stands for it."""

    known: KnownToken
    token: PageToken


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A known wording found on pages."""

    wording: Wording
    boxes: tuple[tuple[int, Box], ...]
    """(page, box around all its words), in order of pages."""
    matched: tuple[Matched, ...]
    """Pieces paired one to one, for measuring their letters."""
    texts: tuple[PageText, ...]
    """The pages' words, with lines put in that the first reading had skipped."""

    def box(self, page: int) -> Box | None:
        """Its box on this page, None where the page bears none of it."""
        return next((box for number, box in self.boxes if number == page), None)


def compare(
    known: str,
    views: Sequence[PageView],
    *,
    print_engine: PrintEngine,
    hand_engine: HandEngine | None,
    leave_out: Iterable[tuple[int, Box]] = (),
    found_least: float = FOUND_LEAST,
) -> Compared | None:
    """Finds a known wording on pages in order and says how the print differs from it.

    Args:
        known: the wording as it should be.
        views: pages in order; words may run on from one to the next.
        print_engine: for second readings; never called on born-digital pages.
        hand_engine: the other recogniser; None leaves every difference unconfirmed.
        leave_out: (page, box) of regions that belong to other parts.
        found_least: share of the known letters below which the wording is not there at all.

    Returns:
        None where it is not there.
    """
    tokens = known_tokens(known)
    banned = tuple(leave_out)
    texts = tuple(view.text for view in views)
    read = page_tokens(texts, banned)
    pairs = align([t.text for t in tokens], [t.text for t in read])
    if _share(tokens, pairs) < found_least:
        return None
    reader = SecondReader(print_engine, hand_engine)
    completed = _with_skipped_lines(views, texts, tokens, read, pairs, reader)
    if completed is not None:
        texts = completed
        read = page_tokens(texts, banned)
        pairs = align([t.text for t in tokens], [t.text for t in read])
    by_page = {view.page.number: view for view in views}
    found = differences(tokens, read, pairs, by_page, reader)
    return Compared(
        wording=Wording(coverage=_coverage(tokens, pairs, found), differences=found, read=_as_read(read, pairs)),
        boxes=_boxes(read, pairs),
        matched=tuple(
            Matched(known=tokens[p.k0], token=read[p.p0]) for p in pairs if p.k1 - p.k0 == 1 and p.p1 - p.p0 == 1 and p.same
        ),
        texts=texts,
    )


def share_present(known: str, texts: Sequence[PageText]) -> float:
    """Share of a wording's letters that these pages bear, 0 to 1, by the first reading alone."""
    tokens = known_tokens(known)
    return _share(tokens, align([t.text for t in tokens], [t.text for t in page_tokens(texts)]))


def _share(tokens: Sequence[KnownToken], pairs: Iterable[Pair]) -> float:
    total = sum(len(t.text) for t in tokens)
    return sum(len(t.text) for p in pairs for t in tokens[p.k0 : p.k1]) / total if total else 0.0


def _coverage(tokens: Sequence[KnownToken], pairs: Sequence[Pair], found: Sequence[Difference]) -> float:
    """Share of known letters found; a misreading counts as found, a change does not."""
    misread = sum(len(d.expected.replace(" ", "")) for d in found if d.kind in ("ocr", "spacing"))
    total = sum(len(t.text) for t in tokens)
    same = sum(len(t.text) for p in pairs if p.same for t in tokens[p.k0 : p.k1])
    return min(1.0, (same + misread) / total) if total else 0.0


def _as_read(read: Sequence[PageToken], pairs: Sequence[Pair]) -> str:
    """The words between the first and the last that belong to the wording, without long stretches of other parts."""
    if not pairs:
        return ""
    words: list[str] = []
    ordered = sorted(pairs, key=lambda p: p.p0)
    last_word = None
    for before, pair in zip([None, *ordered], ordered, strict=False):
        start = pair.p0
        if before is not None and 0 < pair.p0 - before.p1 <= 6:
            start = before.p1
        for token in read[start : pair.p1]:
            if token.word is not last_word:
                words.append(token.word.text)
                last_word = token.word
    return " ".join(words)


def _boxes(read: Sequence[PageToken], pairs: Sequence[Pair]) -> tuple[tuple[int, Box], ...]:
    """Around all paired words, page by page; a few words that stand far from the rest are left out."""
    pages: dict[int, list[PageToken]] = {}
    for pair in pairs:
        for token in read[pair.p0 : pair.p1]:
            pages.setdefault(token.page, []).append(token)
    found: list[tuple[int, Box]] = []
    for page in sorted(pages):
        tokens = sorted(pages[page], key=lambda t: t.box.y0)
        height = sorted(t.word.box.height for t in tokens)[len(tokens) // 2]
        groups: list[list[PageToken]] = [[tokens[0]]]
        for token in tokens[1:]:
            if token.box.y0 - max(t.box.y1 for t in groups[-1]) > 8 * height:
                groups.append([])
            groups[-1].append(token)
        largest = max(len(g) for g in groups)
        kept = [t for g in groups if len(g) >= 0.15 * largest for t in g]
        found.append((page, union(t.word.box for t in kept)))
    return tuple(found)


def _with_skipped_lines(
    views: Sequence[PageView],
    texts: tuple[PageText, ...],
    tokens: Sequence[KnownToken],
    read: Sequence[PageToken],
    pairs: Sequence[Pair],
    reader: SecondReader,
) -> tuple[PageText, ...] | None:
    """The pages' words with lines added where known words are missing and there is room for a line; None where there is none."""
    lines = {view.page.number: list(text.lines) for view, text in zip(views, texts, strict=True)}
    by_page = {view.page.number: view for view in views if not view.page.born_digital}
    changed = False
    for gap in gaps(tokens, pairs):
        if sum(len(t.text) for t in tokens[gap.k0 : gap.k1]) < LOOK_AGAIN_LETTERS or gap.pairs:
            continue
        for view, box in _rooms(gap, read, by_page):
            again = reader.lines(view, box)
            fresh = [line for line in again if any(c.isalnum() for c in line.text)]
            if fresh:
                lines[view.page.number] = _put_in(lines[view.page.number], fresh, box)
                changed = True
    if not changed:
        return None
    return tuple(replace(text, lines=tuple(lines[text.page])) for text in texts)


def _rooms(gap: Gap, read: Sequence[PageToken], by_page: dict[int, PageView]) -> list[tuple[PageView, Box]]:
    """Where the missing words of a gap would stand: between the lines before and after, or in the rest of one of them."""
    before = read[gap.p_before] if gap.p_before is not None else None
    after = read[gap.p_after] if gap.p_after is not None else None
    near = before or after
    if near is None or near.page not in by_page:
        return []
    view = by_page[near.page]
    mine = [t for t in read if t.page == near.page]
    height = near.word.box.height
    column = union(t.word.box for t in mine if abs(t.box.y0 - near.box.y0) < 12 * height)
    pad = 0.25 * height
    if before is not None and after is not None and before.page == after.page:
        if before.line == after.line:
            room = after.box.x0 - before.box.x1
            return [(view, _line_of(read, before).grown(2.0, pad))] if room > 2.5 * height else []
        if after.box.y0 - before.box.y1 > ROOM_FOR_LINE * height:
            return [(view, Box(column.x0, before.box.y0 - pad, column.x1, after.box.y1 + pad))]
        return [(view, _line_of(read, t).grown(2.0, pad)) for t in (before, after)]
    if before is None and after is not None:
        return [(view, Box(column.x0, max(0.0, after.box.y0 - 3.5 * height), column.x1, after.box.y1 + pad))]
    if before is not None:
        y1 = min(before.box.y1 + 3.5 * height, view.page.size[1])
        return [(view, Box(column.x0, before.box.y0 - pad, column.x1, y1))]
    return []


def _line_of(read: Sequence[PageToken], token: PageToken) -> Box:
    return union(t.word.box for t in read if t.line == token.line and t.page == token.page)


def _put_in(lines: list[TextLine], fresh: Sequence[TextLine], box: Box) -> list[TextLine]:
    """`lines` with those of the re-read region replaced by the second reading of it."""
    kept = [line for line in lines if not _belongs(line, box)]
    place = next((i for i, line in enumerate(kept) if line.box.y0 > box.y0 and line.block == _block_near(lines, box)), None)
    if place is None:
        place = sum(1 for line in kept if line.box.middle[1] < box.middle[1])
    block = _block_near(lines, box)
    return [*kept[:place], *(replace(line, block=block) for line in fresh), *kept[place:]]


def _belongs(line: TextLine, box: Box) -> bool:
    return box.contains(*line.box.middle) and line.box.share_inside(box) > 0.6


def _block_near(lines: Sequence[TextLine], box: Box) -> int:
    if not lines:
        return 0
    return min(lines, key=lambda line: abs(line.box.middle[1] - box.middle[1])).block
