"""What the recogniser saw in a written field, kept small: enough to score any name against it later without a pixel."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.geometry import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """The character probabilities of one cell, line after line (`pipeline.ocr.lattice` packs and unpacks them)."""

    meaning: str
    """The column's meaning: `name`, `address`, `street`, `city`, `county`, `zip`."""
    packed: tuple[str, ...]
    """One text a line of writing, from top to bottom."""
    box: Box
