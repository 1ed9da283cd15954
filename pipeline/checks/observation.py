"""What is seen and no clause of the petition's ordinance attaches anything to: told, without consequence."""

from __future__ import annotations

from pipeline.checks.answer import answer
from pipeline.checks.case import Case
from pipeline.checks.official_form import form_observations
from pipeline.checks.words import and_list
from pipeline.model.finding import Observation


def observations(case: Case) -> tuple[Observation, ...]:
    """All observations, in order of pages."""
    seen: list[Observation] = form_observations(case.facts.form)
    for serial in case.facts.serials:
        if serial.value is not None and serial.value.text is None:
            seen.append(
                Observation(
                    fact=f"The serial number on page {serial.page} is written and could not be read.",
                    page=serial.page,
                    box=serial.box,
                )
            )
    for page in case.facts.pages:
        if page.has_problem("hidden-text-differs"):
            seen.append(
                Observation(
                    fact=f"The file hides other words behind page {page.number} than the page shows; the page was believed.",
                    page=page.number,
                )
            )
    seen += _ditto_marks(case)
    if case.ordinance.check("line-not-ink", case.petition.kind) is None:
        for grid in case.facts.lines:
            pencil = [line for line in grid.lines if answer(line.graphite) == "yes"]
            if pencil:
                numbers = and_list(str(line.display_number) for line in pencil)
                many = len(pencil) > 1
                seen.append(
                    Observation(
                        fact=f"Line{'s' if many else ''} {numbers} on page {grid.page} look{'' if many else 's'} written in "
                        f"pencil, which {case.ordinance.short} does not forbid.",
                        page=grid.page,
                        box=pencil[0].box,
                    )
                )
    return tuple(sorted(seen, key=lambda o: (o.page or 0, o.fact)))


def _ditto_marks(case: Case) -> list[Observation]:
    """Which lines say something by ditto marks, and what they were read as."""
    if case.readings.chosen("ditto") == "review":
        return []
    seen = []
    for line, state in case.written_lines():
        for what, read in (("address", line.address), ("date", line.date)):
            if state != "struck" and read is not None and read.above is not None:
                seen.append(
                    Observation(
                        fact=f"Line {line.display_number} on page {line.page} has ditto marks in its {what}, which were read as "
                        f"what stands above, in row {read.above}.",
                        page=line.page,
                        box=read.box,
                    )
                )
    return seen
