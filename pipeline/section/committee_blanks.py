"""Names and addresses written or typed into the ruled blanks of a list of representatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Literal

from pipeline.geometry import Box, union
from pipeline.model.reading import TextRead
from pipeline.model.text import Word
from pipeline.pages.ruling import RuledLine
from pipeline.pages.view import PageView
from pipeline.section.blank_ink import writing
from pipeline.section.committee_list import Entry
from pipeline.section.figures import Engines
from pipeline.section.persons import is_address, is_label, is_name

# A blank shorter than this holds no name or address, in points.
LEAST_BLANK_PT = 60.0
# Rules within this of each other in height are one row of blanks.
SAME_ROW_PT = 3.5
# Rows of blanks are between so high, in points: room for a line of writing, no more than a table's tall row.
LEAST_ROW_PT, MOST_ROW_PT = 10.0, 48.0
# A typed word under this certainty is taken for handwriting that print OCR made letters of.
TYPED = 0.6

Meaning = Literal["name", "address", "other"]


@dataclass(frozen=True, slots=True)
class _Cell:
    box: Box
    label: str
    meaning: Meaning | None


def in_blanks(view: PageView, region: Box, engines: Engines) -> list[Entry] | None:
    """The persons written into blanks in the region under the caption; None where there are no such blanks."""
    rows = _rows(view, region)
    if len(rows) < 2:
        return None
    head, rows = _without_heading(view, rows)
    meanings = _Meanings(view, head, rows)
    entries: list[Entry] = []
    name: TextRead | None = None
    address: TextRead | None = None
    box: Box | None = None
    for row in rows:
        for cell, meaning in zip(row, meanings(row), strict=True):
            if meaning == "other":
                continue
            read = _read(view, cell, engines)
            starts_anew = meaning == "name" and (name is not None or address is not None)
            if starts_anew and box is not None:
                entries.append(Entry(name=name, address=address, box=box, sure=True))
                name = address = None
                box = None
            box = cell.box if box is None else union((box, cell.box))
            if meaning == "name":
                name = read
            elif read is not None:
                address = read if address is None else _joined(address, read)
        if name is None and address is None:
            box = None
    if box is not None and (name is not None or address is not None):
        entries.append(Entry(name=name, address=address, box=box, sure=True))
    return entries


def _rows(view: PageView, region: Box) -> list[list[_Cell]]:
    across = [
        r
        for r in view.rules
        if r.direction == "horizontal"
        and r.length >= LEAST_BLANK_PT
        and region.y0 < r.at <= region.y1 + 1
        and not _through_letters(view, r)
    ]
    down = [r for r in view.rules if r.direction == "vertical" and r.start < region.y1 and r.end > region.y0]
    levels: list[list[RuledLine]] = []
    for rule in sorted(across, key=lambda r: r.at):
        if levels and rule.at - levels[-1][-1].at <= SAME_ROW_PT:
            levels[-1].append(rule)
        else:
            levels.append([rule])
    rows: list[list[_Cell]] = []
    above = region.y0
    for level in levels:
        at = max(r.at for r in level)
        height = at - above
        if height >= LEAST_ROW_PT:
            top = above if height <= MOST_ROW_PT else at - 20
            rows.append([c for rule in sorted(level, key=lambda r: r.start) for c in _cells(view, rule, top, at, down)])
        above = at
    return [row for row in rows if row]


def _through_letters(view: PageView, rule: RuledLine) -> bool:
    """Whether a rule is in truth a row of letters: it runs through the middle of printed words."""
    through = 0.0
    for word in view.text.words:
        room = 0.2 * word.box.height
        if word.certainty >= TYPED and word.box.y0 + room < rule.at < word.box.y1 - room:
            through += max(0.0, min(word.box.x1, rule.end) - max(word.box.x0, rule.start))
    return through > 0.3 * rule.length


def _cells(view: PageView, rule: RuledLine, top: float, at: float, down: Sequence[RuledLine]) -> list[_Cell]:
    middle = (top + at) / 2
    cuts = sorted({round(v.at, 1) for v in down if v.start <= middle <= v.end and rule.start + 3 < v.at < rule.end - 3})
    edges = [rule.start, *cuts, rule.end]
    cells = []
    for x0, x1 in pairwise(edges):
        if x1 - x0 < LEAST_BLANK_PT:
            continue
        box = Box(x0 + 0.5, top + 0.5, x1 - 0.5, max(at - 0.4, top + 0.6))
        label = _label_of(view, box)
        cells.append(_Cell(box, label, _meaning(label)))
    return cells


def _label_of(view: PageView, box: Box) -> str:
    """The printed label of a blank: within it at its left or top, before it, or under its rule."""
    inside = _printed(view, box)
    words = [w for w in inside if is_label(w.text)]
    if words:
        return " ".join(w.text for w in words)
    before = Box(max(box.x0 - 80, 0), box.y0, box.x0, box.y1)
    beside = [w for w in view.text.words if w.box.share_inside(before) > 0.6 and is_label(w.text)]
    under = Box(box.x0, box.y1, box.x1, box.y1 + 11)
    below = [w for w in view.text.words if w.box.share_inside(under) > 0.6 and is_label(w.text)]
    return " ".join(w.text for w in (beside or below))


def _meaning(label: str) -> Meaning | None:
    text = label.casefold()
    if "address" in text or "street" in text or "residence" in text or "city" in text:
        return "address"
    if "name" in text or "representative" in text:
        return "name"
    return "other" if any(w in text for w in ("phone", "mail", "date", "signature")) else None


def _without_heading(view: PageView, rows: list[list[_Cell]]) -> tuple[list[_Cell] | None, list[list[_Cell]]]:
    first = rows[0]
    words = [_text(_printed(view, c.box)) for c in first]
    if len(rows) > 1 and all(w == "" or is_label(w) for w in words) and any(words) and not _labelled_inside(rows[1:]):
        return first, rows[1:]
    return None, rows


def _labelled_inside(rows: Sequence[Sequence[_Cell]]) -> bool:
    return sum(1 for row in rows for c in row if c.label) > 0.5 * sum(len(row) for row in rows)


class _Meanings:
    """What each cell of a row is for: by its own label, by the column's heading, else name first and address after."""

    def __init__(self, view: PageView, head: list[_Cell] | None, rows: list[list[_Cell]]) -> None:
        self._head = [(c.box, _meaning(_text(_printed(view, c.box)))) for c in head or ()]
        self._alternate = all(len(row) == 1 for row in rows) and self._addresses_on_own_rows(view, rows)
        self._rows = rows

    def __call__(self, row: list[_Cell]) -> list[Meaning]:
        found: list[Meaning] = []
        for place, cell in enumerate(row):
            by_head = next((m for box, m in self._head if m and _over(box, cell.box)), None)
            default: Meaning = "address" if place else "name"
            if len(row) == 1 and self._alternate and self._rows.index(row) % 2:
                default = "address"
            found.append(cell.meaning or by_head or default)
        return found

    @staticmethod
    def _addresses_on_own_rows(view: PageView, rows: list[list[_Cell]]) -> bool:
        odd = [_text(_printed(view, c.box)) for row in rows[1::2] for c in row]
        return sum(1 for text in odd if is_address(text)) > 0.5 * len(odd) if odd else False


def _over(head: Box, cell: Box) -> bool:
    return min(head.x1, cell.x1) - max(head.x0, cell.x0) > 0.5 * min(head.width, cell.width)


def _printed(view: PageView, box: Box) -> list[Word]:
    return [w for w in view.text.words if w.certainty >= TYPED and w.box.share_inside(box.grown(1, 2)) > 0.55]


def _text(words: Sequence[Word]) -> str:
    return " ".join(w.text for w in words)


def _read(view: PageView, cell: _Cell, engines: Engines) -> TextRead | None:
    """What is typed or written in the cell, None where it is empty."""
    page = view.page.number
    inside = _printed(view, cell.box)
    typed = _without_labels([w for w in inside if any(c.isalnum() for c in w.text)])
    text = _text(typed)
    if len(typed) >= 2 and (is_name(text) or is_address(text) or view.text.exact):
        certainty = median(w.certainty for w in typed)
        return TextRead(text=text, certainty=certainty, page=page, box=union(w.box for w in typed), handwritten=False)
    if view.text.exact:
        return None
    ink = writing(view.raster, cell.box.grown(0, -0.6), (w.box for w in inside if is_label(w.text) or len(w.text) < 3))
    if ink is None:
        return None
    if engines.hand is None:
        return TextRead(text=None, certainty=0.0, page=page, box=ink)
    crop = view.raster.gray_crop(ink.grown(3, 2))
    return engines.hand.read(crop, page=page, box=ink)


def _without_labels(words: Sequence[Word]) -> list[Word]:
    """The words after the cell's own label (`Name:`, `Printed name`); a `Street` within an address is no label."""
    if is_label(_text(words)):
        return []
    kept = list(words)
    while kept and is_label(kept[0].text) and (kept[0].text.endswith(":") or not is_name(_text(kept))):
        kept.pop(0)
    return kept


def _joined(first: TextRead, second: TextRead) -> TextRead:
    text = ", ".join(t.text for t in (first, second) if t.text) or None
    certainty = min(first.certainty, second.certainty)
    return TextRead(text=text, certainty=certainty, page=first.page, box=union((first.box, second.box)))
