"""Where are the signer lines of a page, what does each column hold, which number is printed on each line?

Every ruled thing that repeats is a candidate (pipeline/section/tables.py, blanks.py). A candidate is the signers' when its
headings or labels ask for a signature, or when its rows are numbered and nothing says that they are for somebody else.
What is written on the lines is measured later, by pipeline/signers/marks.py; until then every cell answers "cannot tell".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from pipeline.geometry import Box
from pipeline.model.line import CellMarks, SignerLine
from pipeline.model.reading import Seen
from pipeline.model.section import LinesFacts
from pipeline.model.text import Word
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.ruling import RuledLine
from pipeline.pages.view import PageView
from pipeline.section import numbers
from pipeline.section.bars import bar_edges
from pipeline.section.blanks import find_blanks
from pipeline.section.column_content import by_content
from pipeline.section.column_cuts import split_by_heads
from pipeline.section.column_heads import meanings
from pipeline.section.column_order import surer
from pipeline.section.column_words import tokens, told_by
from pipeline.section.columns import HEADING_WORDS, Column, head_box
from pipeline.section.grid import Grid
from pipeline.section.heads_again import each_again, head_again, unread
from pipeline.section.line_rows import folded_lines, under_bar, without_heads
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
# Caption of a block: what stands so far above its
CAPTION_PT = 42.0
LEAST_ROWS_UNTOLD = 5
# Lists of representatives, candidates and the like have no more rows.
MOST_PERSONS = 5
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
    tables = [under_bar(g, bars) for g in find_tables(rules)]
    grids = [*tables, *find_blanks(rules, [_reach(g) for g in tables])]
    found = []
    for grid in grids:
        candidate = _weigh(grid, view, print_engine, hand)
        if candidate is not None:
            found.append(candidate)
    found = _apart(found)
    return tuple(_facts(view, c) for c in sorted(found, key=lambda c: (c.grid.rows[0].top, c.grid.x0)))


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
    grid = without_heads(grid, view, words)
    if not grid.rows:
        return None
    grid = folded_lines(grid, words)
    grid = split_by_heads(grid, words)
    columns = meanings(grid, words)
    if print_engine is not None and len(grid.rows) >= 2 and unread(grid, columns):
        extra = head_again(grid, view, print_engine)
        if extra:
            head = head_box(grid)
            again = (*(w for w in words if not head.contains(*w.box.middle)), *extra)
            split = split_by_heads(grid, again)
            if split.slots == grid.slots:
                columns = surer(columns, meanings(grid, again))
            else:
                words, grid, columns = again, split, meanings(split, again)
        columns = each_again(grid, columns, view, print_engine, hand)
    certainty = _for_signers(grid, columns, words)
    if hand is not None and (certainty > 0.0 or _may_be_signers(grid)):
        columns = by_content(grid, columns, view, hand)
        certainty = certainty or _by_entries(columns)
    if certainty <= 0.0:
        return None
    printed = numbers.read(grid, columns, words, view.raster, hand, view.page.number)
    columns = _with_number_column(columns, printed)
    told = any(c.meaning == "signature" for c in columns)
    if not told and not printed.printed.present:
        return None
    return _Candidate(grid, columns, printed, certainty)


def _for_signers(grid: Grid, columns: Sequence[Column], words: Sequence[Word]) -> float:
    """How sure it is that signers write here, 0 to 1; 0 where it is not so."""
    told = {c.meaning for c in columns if c.certainty >= 0.6}
    rows = len(grid.rows)
    head = head_box(grid)
    caption_box = Box(0.0, max(head.y0 - CAPTION_PT, 0.0), grid.x1 + 200.0, head.y1)
    caption = [t for w in words if caption_box.contains(*w.box.middle) for t in tokens(w.text)]
    if not grid.boxed:
        # Blanks whose captions stand beside them ("Candidate:", "Residing at:").
        beside = Box(0.0, grid.box.y0, grid.x0, grid.box.y1)
        caption += [t for w in words if beside.contains(*w.box.middle) for t in tokens(w.text)]
        told = {c.meaning for c in columns if c.certainty >= 0.6 and len(tokens(c.label)) <= HEADING_WORDS}
    others = any(fuzz.ratio(t, o) >= 88 for t in caption for o in _OTHERS)
    if "signature" in told:
        if len(told) >= 2 and rows >= 2:
            return 0.97 if rows >= 3 else 0.9
        return 0.75 if rows >= 3 and not others else 0.0
    if others or rows < LEAST_ROWS_UNTOLD:
        return 0.0
    signing = any(told_by(t) == "signature" for t in caption)
    if signing and told:
        return 0.8
    if len(told & {"name", "address", "date"}) >= 2 and "date" in told:
        return 0.7
    return 0.6 if grid.boxed and len(grid.slots) >= 3 and not told else 0.0


def _may_be_signers(grid: Grid) -> bool:
    """Whether a table has as many rows and columns as signer lines have and no list of representatives."""
    return grid.boxed and len(grid.rows) > MOST_PERSONS and len(grid.slots) >= 3


def _by_entries(columns: Sequence[Column]) -> float:
    """How sure it is that signers write here where no heading says so: beside signatures stand names, addresses or dates."""
    told = {c.meaning for c in columns if c.certainty > 0.3}
    return 0.6 if "signature" in told and len(told & {"name", "address", "date"}) >= 2 else 0.0


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
            CellMarks(
                meaning=c.meaning,
                box=grid.cell(k, c.slot),
                ink=None,
                written=UNSEEN,
                struck=UNSEEN,
                altered=UNSEEN,
                told=round(c.certainty, 2),
            )
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
