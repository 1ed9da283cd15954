"""Where are the signer lines of a page, what does each column hold, which number is printed on each line?

Every ruled thing that repeats is a candidate (pipeline/section/tables.py, blanks.py). A candidate is the signers' when its
headings or labels ask for a signature, or when its rows are numbered and nothing says that they are for somebody else.
What is written on the lines is measured later, by pipeline/signers/marks.py; until then every cell answers "cannot tell".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from rapidfuzz import fuzz

from pipeline.geometry import Box
from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.reading import Seen
from pipeline.model.section import LinesFacts
from pipeline.model.text import Word
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.ruling import RuledLine
from pipeline.pages.view import PageView
from pipeline.section import columns as headings
from pipeline.section import numbers
from pipeline.section.bars import bar_edges
from pipeline.section.blanks import find_blanks
from pipeline.section.columns import Column
from pipeline.section.grid import Grid
from pipeline.section.ruling_again import rules_within
from pipeline.section.tables import find_tables

# Words in the caption or headings of ruled blocks that are for somebody else than signers.
_OTHERS = (
    "committee",
    "represent",
    "representative",
    "representatives",
    "proponent",
    "proponents",
    "candidate",
    "vacancies",
    "occupation",
)
# Caption of a block: what stands so far above its headings.
CAPTION_PT = 42.0
LEAST_ROWS_UNTOLD = 5
# From this share of labelled lines on, a first line with such words is a line too.
LABELLED_SHARE = 0.2
UNSEEN = Seen(present=None, certainty=0.0)


@dataclass(frozen=True, slots=True)
class _Candidate:
    grid: Grid
    columns: tuple[Column, ...]
    numbers: numbers.Numbers
    certainty: float


def find(view: PageView, print_engine: PrintEngine | None = None, hand: HandEngine | None = None) -> tuple[LinesFacts, ...]:
    """Blocks of signer lines on one page from top to bottom; empty where there is none.

    The engines, where given, read headings again that the page's words lack, and the printed numbers.
    """
    words = view.text.words
    bars = bar_edges(view.raster)
    rules = (*_without_letters(rules_within(view.raster, view.raster.box), words), *bars)
    tables = [_under_bar(g, bars) for g in find_tables(rules)]
    grids = [*tables, *find_blanks(rules, [_reach(g) for g in tables])]
    found = []
    for grid in grids:
        candidate = _weigh(grid, view, print_engine, hand)
        if candidate is not None:
            found.append(candidate)
    found = _apart(found)
    return tuple(_facts(view, c) for c in sorted(found, key=lambda c: (c.grid.rows[0].top, c.grid.x0)))


def _under_bar(grid: Grid, bars: Sequence[RuledLine]) -> Grid:
    """The grid with the filled bar straight above it as its head, where its own ruling has none.

    `bars`: upper and lower edge of each in turn.
    """
    if grid.head is not None:
        return grid
    for upper, lower in zip(bars[::2], bars[1::2], strict=True):
        beside = min(lower.end, grid.x1) - max(lower.start, grid.x0) > 0.5 * (grid.x1 - grid.x0)
        if beside and abs(lower.at - grid.rows[0].top) < 4.0:
            return replace(grid, head=Box(grid.x0, upper.at, grid.x1, grid.rows[0].top))
    return grid


def _reach(grid: Grid) -> Box:
    return grid.box if grid.head is None else Box(grid.x0, grid.head.y0, grid.x1, grid.box.y1)


def _without_letters(rules: Sequence[RuledLine], words: Sequence[Word]) -> tuple[RuledLine, ...]:
    """Rules that are really a printed line of letters are left out: words cover them through the middle of their height."""
    out = []
    for rule in rules:
        if rule.direction == "vertical":
            out.append(rule)
            continue
        hidden = 0.0
        for word in words:
            inside = word.box.y0 + 0.15 * word.box.height < rule.at < word.box.y1 - 0.15 * word.box.height
            if inside and any(c.isalnum() for c in word.text) and word.box.height < 24.0:
                hidden += max(0.0, min(word.box.x1, rule.end) - max(word.box.x0, rule.start))
        if hidden < 0.55 * rule.length:
            out.append(rule)
    return tuple(out)


def _weigh(grid: Grid, view: PageView, print_engine: PrintEngine | None, hand: HandEngine | None) -> _Candidate | None:
    words = view.text.words
    grid = _without_heads(grid, view, words)
    if not grid.rows:
        return None
    grid = _folded(grid, words)
    grid = headings.split_by_heads(grid, words)
    columns = headings.meanings(grid, words)
    if print_engine is not None and len(grid.rows) >= 2 and _unread(grid, columns):
        extra = _head_again(grid, view, print_engine)
        if extra:
            head = headings.head_box(grid)
            again = (*(w for w in words if not head.contains(*w.box.middle)), *extra)
            split = headings.split_by_heads(grid, again)
            if split.slots == grid.slots:
                columns = headings.surer(columns, headings.meanings(grid, again))
            else:
                words, grid, columns = again, split, headings.meanings(split, again)
        columns = _each_again(grid, columns, view, print_engine)
    certainty = _for_signers(grid, columns, words)
    if certainty <= 0.0:
        return None
    printed = numbers.read(grid, columns, words, view.raster, hand, view.page.number)
    columns = _with_number_column(columns, printed)
    told = any(c.meaning == "signature" for c in columns)
    if not told and not printed.printed.present:
        return None
    return _Candidate(grid, columns, printed, certainty)


def _unread(grid: Grid, columns: Sequence[Column]) -> bool:
    """Whether headings seem to have been lost: no column for a signature, or one that nothing tells, the narrow first
    one excepted.
    """
    if not any(c.meaning == "signature" for c in columns):
        return True
    return any(c.certainty == 0.0 and c.slot.x0 > grid.x0 + headings.NUMBER_WIDTH_PT / 2 for c in columns)


def _without_heads(grid: Grid, view: PageView, words: Sequence[Word]) -> Grid:
    """Leading rows that hold headings, a dark bar or running text are the head of the grid."""
    telling = [_telling(grid.row_box(k), words) for k in range(len(grid.rows))]
    counted = [
        sum(1 for w in words if len(w.text) > 2 and w.certainty > 0.6 and grid.row_box(k).contains(*w.box.middle))
        for k in range(len(grid.rows))
    ]
    drop = 0
    for k in range(min(3, len(grid.rows) - 1)):
        rest = telling[k + 1 :]
        # Labels that most lines bear are found on few of them once they are written over; a heading's words are on no line.
        labelled = sum(t >= 2 for t in rest) / max(len(rest), 1)
        heads = telling[k] >= 2 and labelled < LABELLED_SHARE
        prose = not grid.boxed and counted[k] >= 5 and counted[k] > 2.5 * float(np.median(counted[k + 1 :]))
        if heads or prose or _dark(grid.row_box(k), view):
            # What stands above a heading is no line either.
            drop = k + 1
    return grid.without_first(drop)


def _telling(box: Box, words: Sequence[Word]) -> int:
    return headings.telling_words(" ".join(w.text for w in words if box.contains(*w.box.middle)))


def _dark(box: Box, view: PageView) -> bool:
    crop = view.raster.gray_crop(box.grown(-2.0))
    paper = float(np.percentile(view.raster.gray[::16, ::16], 80))
    return bool(crop.size) and float(np.median(crop)) < 0.6 * paper


def _folded(grid: Grid, words: Sequence[Word]) -> Grid:
    """Rows ruled through, of which two or three make one line: printed numbers or labels come round at that period."""
    count = len(grid.rows)
    row_numbers = [
        [n for w in words if _left_part(grid, k).contains(*w.box.middle) and (n := numbers.parse(w.text)) is not None]
        for k in range(count)
    ]
    numbered = [k for k in range(count) if row_numbers[k]]
    for period in (2, 3):
        if count < 2 * period or count % period:
            continue
        # The number stands in the first row of a line or, centred, anywhere in it; but always in the same, and a line
        # farther down
        # is one more: where every second number was not read, it would be two more.
        if len(numbered) >= max(2, 0.5 * count / period) and len({k % period for k in numbered}) == 1:
            steps = list(pairwise(numbered))
            rising = sum(row_numbers[a][0] + (b - a) // period in row_numbers[b] for a, b in steps)
            if rising >= 0.6 * len(steps):
                return grid.folded(period)
        kinds = [_kinds_of_phase(grid, words, period, phase) for phase in range(period)]
        if all(kinds) and not set.intersection(*kinds) and not numbered:
            return grid.folded(period)
    return grid


def _left_part(grid: Grid, row: int) -> Box:
    box = grid.row_box(row)
    return Box(max(box.x0 - numbers.LEFT_OF_GRID_PT, 0.0), box.y0, min(box.x0 + 60.0, box.x1), box.y1)


def _kinds_of_phase(grid: Grid, words: Sequence[Word], period: int, phase: int) -> set[str]:
    rows = range(phase, len(grid.rows), period)
    seen: dict[str, int] = {}
    for k in rows:
        text = " ".join(w.text for w in words if grid.row_box(k).contains(*w.box.middle))
        for kind in {t for t in map(headings.told_by, headings.tokens(text)) if t}:
            seen[kind] = seen.get(kind, 0) + 1
    return {kind for kind, n in seen.items() if n >= max(2, 0.5 * len(rows)) and kind not in ("number", "print")}


def _head_again(grid: Grid, view: PageView, engine: PrintEngine) -> tuple[Word, ...]:
    """The headings read once more, enlarged; white letters on a dark bar turned round."""
    return _read_head(headings.head_box(grid).grown(3.0, 1.0), view, engine)


def _read_head(box: Box, view: PageView, engine: PrintEngine) -> tuple[Word, ...]:
    crop = view.raster.gray_crop(box)
    if min(crop.shape) < 8:
        return ()
    if float(np.median(crop)) < 110:
        crop = 255 - crop
    rows, cols = view.raster.to_px(box)
    s = view.raster.px_per_pt
    text = engine.read_region(
        np.ascontiguousarray(crop), s, page=view.page.number, origin=(cols.start / s, rows.start / s), scale=2.0
    )
    return text.words


def _each_again(grid: Grid, columns: tuple[Column, ...], view: PageView, engine: PrintEngine) -> tuple[Column, ...]:
    """Headings that two readings of the whole head did not tell, each read by itself: words on two lines in a narrow cell."""
    if not grid.boxed or grid.head is None:
        return columns
    out = []
    for column in columns:
        box = Box(column.slot.x0, grid.head.y0, column.slot.x1, grid.head.y1).grown(-1.5)
        untold = column.certainty == 0.0 and column.slot.x0 > grid.x0 + headings.NUMBER_WIDTH_PT / 2 and box.width >= 12.0
        if untold:
            text = " ".join(w.text for w in _read_head(box, view, engine))
            meaning, certainty = headings.meaning_of(text)
            if certainty > 0.3:
                column = replace(column, meaning=meaning, certainty=certainty, label=text)
        out.append(column)
    return headings.bound(out)


def _for_signers(grid: Grid, columns: Sequence[Column], words: Sequence[Word]) -> float:
    """How sure it is that signers write here, 0 to 1; 0 where it is not so."""
    told = {c.meaning for c in columns if c.certainty >= 0.6}
    rows = len(grid.rows)
    head = headings.head_box(grid)
    caption_box = Box(0.0, max(head.y0 - CAPTION_PT, 0.0), grid.x1 + 200.0, head.y1)
    caption = [t for w in words if caption_box.contains(*w.box.middle) for t in headings.tokens(w.text)]
    others = any(fuzz.ratio(t, o) >= 88 for t in caption for o in _OTHERS)
    if "signature" in told:
        if len(told) >= 2 and rows >= 2:
            return 0.97 if rows >= 3 else 0.9
        return 0.75 if rows >= 3 and not others else 0.0
    if others or rows < LEAST_ROWS_UNTOLD:
        return 0.0
    signing = any(headings.told_by(t) == "signature" for t in caption)
    if signing and told:
        return 0.8
    if len(told & {"name", "address", "date"}) >= 2 and "date" in told:
        return 0.7
    return 0.6 if grid.boxed and len(grid.slots) >= 3 and not told else 0.0


def _with_number_column(columns: tuple[Column, ...], printed: numbers.Numbers) -> tuple[Column, ...]:
    """A slot whose place turned out to hold the printed numbers counts lines, whatever its heading."""
    if not printed.printed.present or printed.place is None:
        return columns
    out = []
    for column in columns:
        same = abs(column.slot.x0 - printed.place.x0) < 1.0 and abs(column.slot.x1 - printed.place.x1) < 1.0
        if same and column.meaning in ("other", "number"):
            column = replace(column, meaning="number", certainty=max(column.certainty, printed.printed.certainty))
        out.append(column)
    return tuple(out)


def _apart(found: Sequence[_Candidate]) -> list[_Candidate]:
    """Of candidates over the same place the surest stays, then the one with more rows."""
    kept: list[_Candidate] = []
    for candidate in sorted(found, key=lambda c: (c.certainty, len(c.grid.rows)), reverse=True):
        box = candidate.grid.box
        if not any(
            k.grid.box.intersection(box) and k.grid.box.share_inside(box) + box.share_inside(k.grid.box) > 0.3 for k in kept
        ):
            kept.append(candidate)
    return kept


def _facts(view: PageView, candidate: _Candidate) -> LinesFacts:
    grid, page = candidate.grid, view.page.number
    lines = []
    for k in range(len(grid.rows)):
        number, certainty = candidate.numbers.rows[k]
        cells = tuple(
            CellMarks(meaning=c.meaning, box=grid.cell(k, c.slot), ink=None, written=UNSEEN, struck=UNSEEN, altered=UNSEEN)
            for c in sorted(candidate.columns, key=lambda c: (c.slot.top, c.slot.x0))
        )
        lines.append(
            SignerLine(
                page=page,
                row=k + 1,
                number=number,
                number_certainty=certainty,
                number_box=candidate.numbers.boxes[k] if candidate.numbers.boxes else None,
                box=grid.row_box(k),
                cells=cells,
                signature=UNSEEN,
                struck=UNSEEN,
                outside_block=UNSEEN,
                graphite=UNSEEN,
            )
        )
    shown = []
    for c in candidate.columns:
        top, bottom = grid.cell(0, c.slot).y0, grid.cell(len(grid.rows) - 1, c.slot).y1
        shown.append((str(c.meaning), Box(c.slot.x0, top, c.slot.x1, bottom)))
    return LinesFacts(
        page=page,
        box=grid.box,
        certainty=candidate.certainty,
        columns=tuple(shown),
        numbers_printed=candidate.numbers.printed,
        lines=tuple(lines),
    )
