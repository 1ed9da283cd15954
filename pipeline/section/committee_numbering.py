"""Where a numbered list of persons ends: its numbers start again, or a row without number and address follows whole rows."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.model.text import TextLine
from pipeline.section.persons import is_address, ordinal, street_at

# Numbers that stand within this many points of each other are of one column.
SAME_COLUMN_PT = 12.0
# So many numbered rows, each with its address, show how the rows of the list look.
LEAST_ROWS = 2


def ends_numbering(kept: Sequence[TextLine], line: TextLine, after: Sequence[TextLine]) -> bool:
    """Whether `line` is no more of the list whose lines so far are `kept`; `after`: the lines that follow it.

    Numbers that do not rise are those of another list ("1. Title." under the representatives). Where all rows had number and
    address beside each other, a row with neither ends them, unless the numbers go on after it: then OCR lost its parts.
    """
    number = _number(line)
    numbered = [(n, row) for row in kept if (n := _number(row)) is not None]
    if number is not None:
        above = [n for n, row in numbered if abs(row.box.x0 - line.box.x0) < SAME_COLUMN_PT]
        return bool(above) and number <= above[-1]
    whole = [row for _, row in numbered if any(street_at(ordinal(k.text)[1]) is not None for k in kept if _level(k, row))]
    if len(whole) < LEAST_ROWS or not all(any(_level(k, row) for row in whole) for k in kept):
        return False
    if _level(line, whole[-1]) or any(is_address(k.text) for k in (line, *(k for k in after if _level(k, line)))):
        return False
    following = next((k for k in after if not _level(k, line)), None)
    goes_on = following is not None and (n := _number(following)) is not None and n > numbered[-1][0]
    return not goes_on


def _level(line: TextLine, row: TextLine) -> bool:
    """Whether the two stand on one row."""
    return abs(line.box.middle[1] - row.box.middle[1]) < 0.6 * max(min(line.box.height, row.box.height), 6.0)


def _number(line: TextLine) -> int | None:
    mark, _ = ordinal(line.text)
    return int(mark) if mark is not None and mark.isdigit() else None
