"""The approved form as a template: pages, words, grids, blanks. Plain values: measured, nothing judged."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.geometry import Box
from pipeline.model.scan import ScanFacts
from pipeline.model.section import LinesFacts
from pipeline.model.text import PageText


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPage:
    """One page of the approved form. Boxes are points of the form's own upright page."""

    number: int
    """Place in the form, from 1."""
    size: tuple[float, float]
    exact: bool
    """True on a born-digital page: words, sizes and colours are the file's own."""
    text: PageText
    """Its words; boxes close around their ink."""
    lines: tuple[LinesFacts, ...]
    """Blocks of signer lines: the grid, the cells with their meaning, the printed numbers."""
    blanks: tuple[tuple[str, Box], ...]
    """Places where something is to be written, with what: `name`, `street`, `date`, `signature`, `seal`, `notary` …"""
    varying: tuple[Box, ...]
    """Where the print of two copies may differ: serial number, page number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormTemplate:
    """The approved form, read once."""

    file: str
    sha256: str
    pages: tuple[FormPage, ...]
    """Pages with anything on them, in order."""
    facts: ScanFacts
    """What the finders measured on the blank form."""
    unusable: tuple[str, ...] = ()
    """Why scans cannot be laid on it; empty where they can."""

    def page(self, number: int) -> FormPage:
        """Page `number` of the form.

        Raises:
            KeyError: when the template has no such page.
        """
        for page in self.pages:
            if page.number == number:
                return page
        raise KeyError(f"the form has no page {number}")
