"""A numbered, ruled signer line: what is on it, measured. No verdict here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pipeline.geometry import Box
from pipeline.model.reading import DateRead, Seen, TextRead
from pipeline.model.roll import RollMatch
from pipeline.model.writing import Writing

ColumnMeaning = Literal[
    "number", "signature", "name", "address", "street", "city", "county", "zip", "date", "ward", "official", "other"
]
CellKind = Literal["signature", "name", "address", "city", "county", "zip", "date", "other"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CellMarks:
    """Ink in one cell of a line, print and rules left out."""

    meaning: ColumnMeaning
    box: Box
    """The cell between its rules."""
    ink: Box | None
    """Box around the writing that belongs to this cell; None where nothing is written."""
    written: Seen
    struck: Seen
    """A stroke laid through the writing."""
    altered: Seen
    """Overwritten, whited out or corrected."""
    told: float = 1.0
    """How sure it is that the cell's column means this, 0 to 1: by its heading, or only by its entries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTraits:
    """How the writing of a line looks, in numbers: evidence of a hand, never a verdict about one."""

    stroke: float
    """Width of the strokes, points."""
    slant: float
    """Lean to the right: shift sideways over height."""
    height: float
    """Median height of the strokes that hang together, points."""
    colour: tuple[float, float, float]
    """What the ink takes from the paper's blue, green and red, 0 to 1 each."""
    directions: tuple[float, ...]
    """Shares of the strokes' edges by direction, from lying to upright and back; they sum to 1."""
    letters: int
    """How many separate strokes were measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Elector:
    """The elector of the roll whom a line was matched with."""

    id: str
    certainty: float
    """0 to 1: that this elector is who signed."""
    ward: str | None = None
    county: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignerLine:
    """One ruled line. (page, row) is its identity; `row` is its place on the page, from 1."""

    page: int
    row: int
    number: int | None
    """The number printed on the form, None where none was found printed."""
    number_certainty: float
    box: Box
    cells: tuple[CellMarks, ...]
    signature: Seen
    struck: Seen
    """Crossed out whole."""
    outside_block: Seen
    """Writing of this line in the margin, between lines or over two lines."""
    graphite: Seen
    """Strokes look like ordinary pencil; `present` None on a bitonal page."""
    name: TextRead | None = None
    address: TextRead | None = None
    date: DateRead | None = None
    """None: no such column, or the cell is empty."""
    number_box: Box | None = None
    """Where the number is printed; None where none was found."""
    traits: HandTraits | None = None
    """Of name and address; None where too little is written."""
    signed_traits: HandTraits | None = None
    """Of the signature; None where there is none."""
    elector: Elector | None = None
    """None: no roll was given, or no elector of it fits."""
    writing: tuple[Writing, ...] = ()
    """What the recogniser saw in the cells that name the signer, for whoever looks the line up on a roll."""
    roll: RollMatch | None = None
    """What looking it up gave; None: no roll was given, or the line is blank."""

    @property
    def written(self) -> bool:
        """Whether anything is written on the line."""
        return bool(self.signature.present) or any(c.written.present is not False for c in self.cells)

    def cell(self, *meanings: ColumnMeaning) -> CellMarks | None:
        """The first cell with one of these meanings."""
        return next((c for c in self.cells if c.meaning in meanings), None)

    @property
    def display_number(self) -> int:
        """The printed number, or the row where none is printed (requirements.md, "One result, in JSON")."""
        return self.number if self.number is not None else self.row
