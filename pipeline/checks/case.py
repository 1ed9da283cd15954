"""What every judge is given: the facts of one section, the petition, its ordinance and the readings in force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.checks.leaves import Sworn, paired
from pipeline.checks.line_state import state
from pipeline.law.ordinance import Ordinance
from pipeline.law.readings import Readings
from pipeline.model.finding import LineState
from pipeline.model.line import SignerLine
from pipeline.model.petition import PetitionFile
from pipeline.model.section import AffidavitFacts, SectionFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Facts and law of one section."""

    facts: SectionFacts
    petition: PetitionFile
    ordinance: Ordinance
    readings: Readings
    unplaced: tuple[int, ...] = ()
    """Pages of the scan that belong to no section that was found: what a section lacks may stand there."""

    @property
    def affidavit(self) -> AffidavitFacts | None:
        """The last affidavit of the section, which is the one that is judged (requirements.md, "One result, in JSON")."""
        return self.facts.affidavits[-1] if self.facts.affidavits else None

    def sworn(self) -> tuple[Sworn, ...]:
        """The affidavits that are judged: all of them where each page must have its own, else the last."""
        if self.ordinance.param("affidavit_each_page"):
            return paired(self.facts)
        return (Sworn(affidavit=self.facts.affidavits[-1], pages=()),) if self.facts.affidavits else ()

    @property
    def lines_pages(self) -> tuple[int, ...]:
        """Pages with ruled signer lines, in order."""
        return tuple(sorted({grid.page for grid in self.facts.lines}))

    @property
    def text_pages(self) -> tuple[int, ...]:
        """Pages that bear some of the full text, in order."""
        return tuple(sorted(self.facts.text.pages)) if self.facts.text else self.facts.pages_with("text")

    @property
    def unknown_pages(self) -> tuple[int, ...]:
        """Pages with something on them of which no part was recognised: of the section, and those that belong to none."""
        known = {p.page for p in self.facts.parts}
        return (*(p.number for p in self.facts.pages if not p.blank and p.number not in known), *self.unplaced)

    def state(self, line: SignerLine) -> LineState:
        """The line's state under this ordinance."""
        return state(line, self.ordinance)

    def written_lines(self) -> Iterator[tuple[SignerLine, LineState]]:
        """Every line with anything written on it, with its state, in order of page and row."""
        for line in sorted((line for grid in self.facts.lines for line in grid.lines), key=lambda line: (line.page, line.row)):
            line_state = self.state(line)
            if line_state != "blank":
                yield line, line_state
