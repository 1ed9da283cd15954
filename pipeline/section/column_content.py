"""What does a column hold whose heading tells nothing? Its entries tell: dates, addresses, names; a signature reads badly."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import mean

import numpy as np

from pipeline.geometry import Box
from pipeline.model.line import ColumnMeaning
from pipeline.ocr.engine import HandEngine
from pipeline.pages.raster import Pixels
from pipeline.pages.view import PageView
from pipeline.section.columns import Column
from pipeline.section.grid import Grid

# So many entries of a column are read, and so many of them at least must agree.
SAMPLE, LEAST_ENTRIES, AGREE = 6, 2, 0.6
# What entries tell is never as sure as a heading: what hangs on it is for a person.
TOLD_BY_ENTRIES = 0.6
# Narrower columns hold marks of the office, or parts of a date.
LEAST_COLUMN_PT = 34.0
# Ink of an entry, as shares of the cell's area; its rules are left out by this margin in points.
LEAST_INK, RULE_MARGIN_PT = 0.006, 2.5
# A signature is read so much less surely than a name, on the average of a column.
READS_WORSE = 0.12
# Of entries of a town or a county so many are the same.
SAME_ENTRIES = 0.5

_DATE = re.compile(r"^\W*(\d{1,2}\s*[/\\.,-]\s*\d{1,2}(\s*[/\\.,-]\s*\d{2,4})?|\d{1,2}[/\\.,-]\S*\d)\W*$")
_MONTH = re.compile(r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\W*\d", re.IGNORECASE)
_ZIP = re.compile(r"^\D?\d{5}(-\d{4})?$")
_ADDRESS = re.compile(r"^\W*\d+\W*[A-Za-z].*[A-Za-z]{2}")


@dataclass(frozen=True, slots=True)
class _Entries:
    kind: str
    texts: tuple[str, ...]
    certainty: float
    """Mean certainty of the readings, 0 to 1."""


def by_content(grid: Grid, columns: Sequence[Column], view: PageView, hand: HandEngine) -> tuple[Column, ...]:
    """The columns, those that no heading told by what stands in them, where anything does.

    Read only where no column for a signature is known.
    """
    if any(c.meaning == "signature" for c in columns) or not grid.boxed:
        return tuple(columns)
    out = list(columns)
    read: dict[int, _Entries] = {}
    for i, column in enumerate(out):
        wide = column.slot.x1 - column.slot.x0 >= LEAST_COLUMN_PT
        if wide and (column.certainty <= 0.3 or column.meaning == "name"):
            entries = _entries(grid, column, view, hand)
            if entries is not None:
                read[i] = entries
    told = {c.meaning for c in out if c.certainty > 0.3}
    for i, entries in read.items():
        kinds: dict[str, ColumnMeaning] = {"date": "date", "address": "address", "zip": "zip"}
        meaning = kinds.get(entries.kind)
        if meaning is not None and meaning not in told and out[i].certainty <= 0.3:
            out[i] = replace(out[i], meaning=meaning, certainty=TOLD_BY_ENTRIES)
            told.add(meaning)
    lettered = [i for i, e in read.items() if e.kind == "letters" and (out[i].certainty <= 0.3 or out[i].meaning == "name")]
    _name_and_signature(out, lettered, read)
    return tuple(out)


def _name_and_signature(columns: list[Column], lettered: Sequence[int], read: dict[int, _Entries]) -> None:
    """Of the columns of letters the one that reads worst is the signature's, the next the name's; towns come back."""
    own = []
    for i in lettered:
        most = Counter(t.casefold() for t in read[i].texts).most_common(1)[0][1]
        if len(read[i].texts) > 2 and most > SAME_ENTRIES * len(read[i].texts) and columns[i].meaning != "name":
            town: ColumnMeaning = "county" if any(c.meaning == "city" for c in columns) else "city"
            columns[i] = replace(columns[i], meaning=town, certainty=TOLD_BY_ENTRIES)
        else:
            own.append(i)
    named = [i for i in own if columns[i].meaning == "name" and columns[i].certainty > 0.3]
    free = [i for i in own if i not in named]
    if len(named) > 1 and not free:
        # Two columns for names: where one reads plainly worse than the other, people sign there.
        worst, other = sorted(named, key=lambda i: read[i].certainty)[:2]
        if read[other].certainty - read[worst].certainty >= READS_WORSE:
            columns[worst] = replace(columns[worst], meaning="signature", certainty=TOLD_BY_ENTRIES)
        return
    if not free:
        return
    worst = min(free, key=lambda i: read[i].certainty)
    others = [read[i].certainty for i in own if i != worst]
    if not others or min(others) - read[worst].certainty >= READS_WORSE or named:
        columns[worst] = replace(columns[worst], meaning="signature", certainty=TOLD_BY_ENTRIES)
        rest = [i for i in free if i != worst]
        if len(rest) == 1 and not named:
            columns[rest[0]] = replace(columns[rest[0]], meaning="name", certainty=TOLD_BY_ENTRIES)


def _entries(grid: Grid, column: Column, view: PageView, hand: HandEngine) -> _Entries | None:
    """What a column's first entries are; None where too few are written."""
    texts: list[str] = []
    sure: list[float] = []
    for k in range(len(grid.rows)):
        crop, box = _written(view, grid.cell(k, column.slot))
        if crop is None:
            continue
        read = hand.read(crop, page=view.page.number, box=box)
        texts.append(read.text or "")
        sure.append(read.certainty)
        if len(texts) == SAMPLE:
            break
    if len(texts) < LEAST_ENTRIES:
        return None
    kinds = Counter(_kind(t) for t in texts)
    kind, count = kinds.most_common(1)[0]
    return _Entries(kind if count >= AGREE * len(texts) else "mixed", tuple(texts), mean(sure))


def _kind(text: str) -> str:
    if _ZIP.match(text.strip()):
        return "zip"
    if _DATE.match(text.strip()) or _MONTH.search(text):
        return "date"
    if _ADDRESS.match(text):
        return "address"
    return "letters"


def _written(view: PageView, cell: Box) -> tuple[Pixels | None, Box]:
    """The cell's writing, cut close; None where there is none."""
    inner = cell.grown(-RULE_MARGIN_PT)
    crop = view.raster.gray_crop(inner)
    if crop.size == 0 or min(crop.shape) < 8:
        return None, inner
    paper = float(np.percentile(crop, 80))
    dark = crop < paper - max(0.3 * paper, 40.0)
    if dark.mean() < LEAST_INK:
        return None, inner
    ys, xs = np.nonzero(dark)
    pad = round(2 * view.raster.px_per_pt)
    rows = slice(max(int(ys.min()) - pad, 0), int(ys.max()) + pad + 1)
    columns = slice(max(int(xs.min()) - pad, 0), int(xs.max()) + pad + 1)
    return np.ascontiguousarray(crop[rows, columns]), inner
