"""blank, signed, incomplete or struck? Source: requirements.md, "Words" and "How some things are measured"."""

from __future__ import annotations

from typing import cast

from pipeline.checks.answer import answer
from pipeline.law.ordinance import Ordinance
from pipeline.model.finding import LineState
from pipeline.model.line import ColumnMeaning, SignerLine


def state(line: SignerLine, ordinance: Ordinance) -> LineState:
    """The state of a line.

    Where a signature may be there the line is signed, for a person to see. Where there is surely none, specks that may be
    writing do not make an entry of an empty row: it could not count either way.
    """
    if answer(line.struck) == "yes":
        return "struck"
    signed = answer(line.signature)
    if signed == "no":
        return "incomplete" if any(answer(c.written) == "yes" for c in line.cells if c.meaning != "number") else "blank"
    for name in ordinance.param("line_cells", ()):
        cell = line.cell(*_columns(name))
        if cell is not None and answer(cell.written) == "no":
            return "incomplete"
    return "signed"


def _columns(name: str) -> tuple[ColumnMeaning, ...]:
    """The columns in which a particular may stand."""
    if name == "address":
        return ("address", "street")
    return (cast(ColumnMeaning, name),)
