"""Which columns only make sense together? Parts of one date, the one heading that was lost, two readings of one head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.model.line import ColumnMeaning
from pipeline.section.column_words import tokens
from pipeline.section.columns import NUMBER_WIDTH_PT, Column
from pipeline.section.grid import Slot

# Month, day and year cells are no wider than this.
DATE_PART_PT = 52.0
_LATER_PARTS = {"day", "year", "yr", "dd", "yy", "yyyy"}
# Names, addresses and signatures want so much width.
LEAST_WRITING_PT = 80.0
# A date takes less room than a signature: on forms seen, a third to three quarters of it.
NARROWER = 0.8


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
    _narrow_signature(out)
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


def _narrow_signature(columns: list[Column]) -> None:
    """Of two columns for a signature, where none is for the date, the clearly narrower one is the date's: its heading says
    `Date of signature`, and lost its first words.
    """
    signed = [i for i, c in enumerate(columns) if c.meaning == "signature"]
    if len(signed) != 2 or any(c.meaning == "date" for c in columns):
        return
    narrow, wide = sorted(signed, key=lambda i: columns[i].slot.x1 - columns[i].slot.x0)
    width = columns[narrow].slot.x1 - columns[narrow].slot.x0
    if width <= NARROWER * (columns[wide].slot.x1 - columns[wide].slot.x0):
        columns[narrow] = replace(columns[narrow], meaning="date", certainty=0.6)


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
