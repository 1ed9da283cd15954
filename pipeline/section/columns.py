"""What does each column of signer lines hold? Told by its heading, or by the labels printed inside its cells, in any
wording.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from rapidfuzz import fuzz

from pipeline.geometry import Box
from pipeline.model.line import ColumnMeaning
from pipeline.model.text import Word
from pipeline.section.grid import Grid, Slot, clusters

# Words that tell a column, by what they tell. Fuzzy from four letters on: OCR of small or white-on-dark heads loses a
# letter in eight.
_TELLING: dict[str, tuple[str, ...]] = {
    "signature": ("signature", "signatures", "sign", "signed", "autograph"),
    "print": ("printed", "print", "typed", "legibly", "block"),
    "name": ("name", "names"),
    "address": ("address", "residence", "residing", "residential", "street", "rural", "route", "apartment", "domicile"),
    "city": ("city", "town", "township", "village", "municipality", "boro"),
    "county": ("county", "parish"),
    "zip": ("zip", "zipcode", "postal"),
    "date": ("date", "dated", "month", "day", "year", "mo", "yr", "mm", "dd", "yyyy", "yy"),
    "ward": ("ward", "precinct", "district", "division", "dist"),
    "official": ("official", "office", "clerk", "verified", "registrar", "verification", "assessor", "checker"),
    "number": ("no", "number", "line", "num", "nr", "item", "#"),
}
_FUZZY_FROM = 4
_FUZZY_RATIO = 80.0
# A heading stands at most so far above rows that have no heading band of their own.
HEAD_REACH_PT = 34.0
# A number column is at most this wide; wider ones hold writing.
NUMBER_WIDTH_PT = 48.0
# Month, day and year cells are no wider than this.
DATE_PART_PT = 52.0
_LATER_PARTS = {"day", "year", "yr", "dd", "yy", "yyyy"}
# Labels inside cells are read on at least this share of the lines, even where writing covers most of them.
LABELLED_ROWS = 0.25
# Names, addresses and signatures want so much width.
LEAST_WRITING_PT = 80.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A slot of the grid with its meaning."""

    slot: Slot
    meaning: ColumnMeaning
    certainty: float
    label: str
    """The words that told it; empty where none did."""


def tokens(text: str) -> list[str]:
    """Lower-case words of `text`, with `#` kept."""
    return re.findall(r"[a-z]+|#", text.lower())


def told_by(token: str) -> str | None:
    """The kind of thing that one word tells, None where it tells nothing."""
    for kind, words in _TELLING.items():
        if token in words:
            return kind
    if len(token) >= _FUZZY_FROM:
        best, kind_of = 0.0, None
        for kind, words in _TELLING.items():
            for word in words:
                if len(word) >= _FUZZY_FROM and abs(len(word) - len(token)) <= 2:
                    ratio = fuzz.ratio(token, word)
                    if ratio > best:
                        best, kind_of = ratio, kind
        if best >= _FUZZY_RATIO:
            return kind_of
    return None


def meaning_of(text: str) -> tuple[ColumnMeaning, float]:
    """Meaning of one heading or label, with certainty 0 to 1; `other` with 0 where its words tell nothing."""
    words = tokens(text)
    kinds = [k for k in (told_by(w) for w in words) if k]
    has = set(kinds)
    if not has:
        return "other", 0.0
    if "birth" in words:
        return "other", 0.9
    if "official" in has and "signature" not in has and "name" not in has:
        return "official", 0.9
    first = min((kinds.index(k) for k in ("signature", "print", "name", "address", "date") if k in has), default=0)
    if "date" in has and not has & {"address", "name", "print"} and (kinds[first] == "date" or "signature" not in has):
        return "date", 0.95
    if "date" in has and "signature" in has and not has & {"name", "address", "print"}:
        return ("date", 0.9) if words and told_by(words[0]) == "date" else ("signature", 0.8)
    if "signature" in has and not (has & {"print"}) and "address" not in has:
        return "signature", 0.95
    if "signature" in has and "print" in has:
        return ("signature", 0.8) if kinds[first] == "signature" else ("name", 0.8)
    if "address" in has:
        return ("address", 0.95) if "name" not in has or kinds[first] == "address" else ("name", 0.7)
    if "name" in has or "print" in has:
        return "name", 0.95 if "name" in has else 0.7
    for kind, certainty in (("zip", 0.9), ("city", 0.9), ("county", 0.9), ("ward", 0.9), ("signature", 0.9)):
        if kind in has:
            meaning: ColumnMeaning = kind  # type: ignore[assignment]
            return meaning, certainty
    if "number" in has and len(words) <= 3:
        return "number", 0.9
    return "other", 0.3


def telling_words(text: str) -> int:
    """How many different kinds of column the words of `text` tell; the number's own excepted."""
    return len({k for k in (told_by(w) for w in tokens(text)) if k} - {"number", "official"})


def head_box(grid: Grid) -> Box:
    """Where the headings of the columns stand: the band above the first row, or a strip where there is none."""
    top = max(grid.rows[0].top, 0.0)
    if grid.head is not None and grid.head.height >= 6.0:
        return grid.head
    return Box(grid.x0, max(top - HEAD_REACH_PT, 0.0), grid.x1, top)


def meanings(grid: Grid, words: Sequence[Word]) -> tuple[Column, ...]:
    """The meaning of every slot, by labels inside the cells first, else by the heading above."""
    head = [w for w in words if head_box(grid).contains(*w.box.middle)]
    out: list[Column] = []
    for slot in grid.slots:
        label = _label_inside(grid, slot, words)
        meaning, certainty = meaning_of(label)
        if certainty == 0.0:
            label = ""
        out.append(Column(slot=slot, meaning=meaning, certainty=certainty, label=label))
    if sum(c.certainty > 0 for c in out) < 2:
        out = [Column(slot=s, meaning="other", certainty=0.0, label="") for s in grid.slots]
    elif grid.head is None:
        # Labels inside the cells tell the columns: what stands above the block is running text.
        head = []
    for x0, x1 in sorted({(s.x0, s.x1) for s in grid.slots}):
        stack = [i for i, c in enumerate(out) if (c.slot.x0, c.slot.x1) == (x0, x1)]
        untold = [i for i in stack if out[i].certainty == 0.0]
        if not untold:
            continue
        told = _by_head([w for w in head if x0 <= w.box.middle[0] < x1], len(stack))
        for place, i in enumerate(stack):
            if i in untold and place < len(told):
                text = told[place]
                meaning, certainty = meaning_of(text)
                out[i] = Column(slot=out[i].slot, meaning=meaning, certainty=certainty, label=text)
    return bound(out)


def _by_head(words: Sequence[Word], depth: int) -> list[str]:
    """The heading's text for each of `depth` cells below each other."""
    lines = _lines(words)
    text = " ".join(lines)
    if depth == 1 or not lines:
        return [text] if lines else []
    parts: list[str] = []
    for line in lines:
        here, before = meaning_of(line), meaning_of(parts[-1]) if parts else None
        if before and (here[1] == 0.0 or here[0] == before[0]):
            parts[-1] += " " + line
        else:
            parts.append(line)
    if len(parts) == depth:
        return parts
    return [text]


def _lines(words: Sequence[Word]) -> list[str]:
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda w: w.box.middle[1]):
        if rows and word.box.middle[1] - median(w.box.middle[1] for w in rows[-1]) < 0.6 * max(word.box.height, 4.0):
            rows[-1].append(word)
        else:
            rows.append([word])
    return [" ".join(w.text for w in sorted(row, key=lambda w: w.box.x0)) for row in rows]


def _label_inside(grid: Grid, slot: Slot, words: Sequence[Word]) -> str:
    """Telling words that stand in, beside or under the slot in a good share of the rows."""
    seen: dict[str, int] = {}
    order: dict[str, float] = {}
    for k in range(len(grid.rows)):
        area = _label_area(grid, slot, k)
        here: dict[str, float] = {}
        for word in words:
            if area.contains(*word.box.middle):
                for token in tokens(word.text):
                    kind = told_by(token)
                    if kind and kind != "number":
                        here.setdefault(token if len(token) < _FUZZY_FROM else kind + ":" + token[:3], word.box.x0)
        for token, x in here.items():
            seen[token] = seen.get(token, 0) + 1
            order.setdefault(token, x)
    least = max(2.0, LABELLED_ROWS * len(grid.rows))
    kept = sorted((t for t, n in seen.items() if n >= least), key=lambda t: order[t])
    out = []
    for token in kept:
        kind = token.split(":")[0]
        out.append(_TELLING[kind][0] if kind in _TELLING else token)
    return " ".join(out)


def _label_area(grid: Grid, slot: Slot, row: int) -> Box:
    cell = grid.cell(row, slot)
    if not slot.blank:
        return cell
    level = cell.y1
    left = max((s.x1 for s in grid.slots if s is not slot and s.x1 <= slot.x0 and s.bottom == slot.bottom), default=0.0)
    return Box(max(left, slot.x0 - 80.0), max(cell.y0, level - 20.0), slot.x1, level + 5.0)


def surer(first: Sequence[Column], second: Sequence[Column]) -> tuple[Column, ...]:
    """For each column of the first reading of the heads what the surer of two readings tells."""
    by_place = {(c.slot.x0, c.slot.x1, c.slot.top): c for c in second}
    out = []
    for column in first:
        other = by_place.get((column.slot.x0, column.slot.x1, column.slot.top))
        out.append(other if other is not None and other.certainty > column.certainty else column)
    return tuple(out)


def bound(columns: Sequence[Column]) -> tuple[Column, ...]:
    """Heads that only make sense together: month, day, year side by side are one date; a narrow first column counts
    lines.
    """
    out = list(columns)
    for i, column in enumerate(out):
        if column.meaning == "number" and column.slot.x1 - column.slot.x0 > 2 * NUMBER_WIDTH_PT:
            out[i] = replace(column, meaning="other", certainty=0.3)
    # "Date" over "Mo. | Day | Yr.", of which the reader lost one or two: narrow neighbours of like width belong to the date.
    for here, there in pairwise(range(len(out))):
        if out[here].meaning == "date" and out[there].certainty == 0.0 and _parts_of_a_date(out[here].slot, out[there].slot):
            out[there] = replace(out[there], meaning="date", certainty=0.7)
    # The same to the left only of a cell that says it is a later part: what stands left of a whole date is something else.
    for there, here in reversed(list(pairwise(range(len(out))))):
        later = out[here].meaning == "date" and (out[here].certainty == 0.7 or set(tokens(out[here].label)) & _LATER_PARTS)
        if later and there > 0 and out[there].certainty == 0.0 and _parts_of_a_date(out[here].slot, out[there].slot):
            out[there] = replace(out[there], meaning="date", certainty=0.7)
    _by_elimination(out)
    merged: list[Column] = []
    for column in out:
        before = merged[-1] if merged else None
        beside = (
            before is not None
            and before.meaning == column.meaning == "date"
            and (before.slot.top, before.slot.bottom) == (column.slot.top, column.slot.bottom)
            and abs(before.slot.x1 - column.slot.x0) < 16.0
        )
        if before is not None and beside:
            slot = replace(before.slot, x1=column.slot.x1)
            merged[-1] = replace(before, slot=slot, label=f"{before.label} {column.label}".strip())
        else:
            merged.append(column)
    return tuple(merged)


def _parts_of_a_date(one: Slot, other: Slot) -> bool:
    """Whether two cells side by side are narrow, level and of like width."""
    left, right = sorted((one, other), key=lambda s: s.x0)
    widths = left.x1 - left.x0, right.x1 - right.x0
    alike = max(widths) <= min(DATE_PART_PT, 1.7 * min(widths))
    return alike and (one.top, one.bottom) == (other.top, other.bottom) and abs(left.x1 - right.x0) < 4.0


def _by_elimination(columns: list[Column]) -> None:
    """One wide column whose heading was lost, where only one of name and address is missing: it is that one."""
    untold = [
        i
        for i, c in enumerate(columns)
        if c.certainty <= 0.3 and c.meaning == "other" and c.slot.x1 - c.slot.x0 >= LEAST_WRITING_PT
    ]
    told = {c.meaning for c in columns if c.certainty >= 0.6}
    wanted: list[ColumnMeaning] = ["name", "address"]
    missing = [m for m in wanted if m not in told]
    # A heading that was read and tells nothing is something else than a signature; only where none was read may it be one.
    if "signature" not in told and len(untold) == 1 and not columns[untold[0]].label and told & {"name", "address", "date"}:
        missing = ["signature"]
    if len(untold) == 1 and len(missing) == 1:
        columns[untold[0]] = replace(columns[untold[0]], meaning=missing[0], certainty=0.6)


def split_by_heads(grid: Grid, words: Sequence[Word]) -> Grid:
    """A grid of bare rules, cut into columns between its headings. Unchanged where the headings do not tell at least two
    columns.
    """
    if grid.boxed or len(grid.slots) != 1:
        return grid
    head = [w for w in words if head_box(grid).contains(*w.box.middle)]
    phrases = _phrases(head)
    told = [p for p in phrases if meaning_of(p[0])[1] > 0.0]
    if len(told) < 2:
        return _split_by_labels(grid, words)
    slot = grid.slots[0]
    edges = [slot.x0]
    for left, right in pairwise(phrases):
        # Left-aligned heads start their column; between centred ones the middle is as good a guess.
        edges.append(right[1] - 3.0 if _left_aligned(phrases, slot) else (left[2] + right[1]) / 2)
    edges.append(slot.x1)
    cuts = [replace(slot, x0=a, x1=b) for a, b in pairwise(edges) if b - a > 8.0]
    return replace(grid, slots=tuple(cuts))


def _split_by_labels(grid: Grid, words: Sequence[Word]) -> Grid:
    """The same where labels printed on every line, not headings, tell where the columns begin."""
    starts: list[tuple[float, int]] = []
    for k in range(len(grid.rows)):
        here = [w for w in words if grid.row_box(k).contains(*w.box.middle)]
        starts.extend((x0, k) for text, x0, _ in _phrases(here) if meaning_of(text)[1] > 0.0)
    cuts = []
    for group in clusters([x for x, _ in starts], 5.0):
        if len({starts[i][1] for i in group}) >= max(2, 0.4 * len(grid.rows)):
            cuts.append(min(starts[i][0] for i in group) - 2.0)
    slot = grid.slots[0]
    edges = [slot.x0, *(c for c in cuts if c > slot.x0 + 8.0), slot.x1]
    if len(edges) < 3:
        return grid
    return replace(grid, slots=tuple(replace(slot, x0=a, x1=b) for a, b in pairwise(edges)))


def _left_aligned(phrases: Sequence[tuple[str, float, float]], slot: Slot) -> bool:
    return phrases[0][1] - slot.x0 < 6.0


def _phrases(words: Sequence[Word]) -> list[tuple[str, float, float]]:
    """Words joined over small gaps, over all lines of the heading: (text, x0, x1) from left to right."""
    out: list[tuple[str, float, float]] = []
    for word in sorted(words, key=lambda w: w.box.x0):
        if out and word.box.x0 - out[-1][2] < 9.0:
            text, x0, x1 = out[-1]
            out[-1] = (f"{text} {word.text}", x0, max(x1, word.box.x1))
        else:
            out.append((word.text, word.box.x0, word.box.x1))
    return out
