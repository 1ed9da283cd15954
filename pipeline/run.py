"""The stages in their order, as plain functions: measure (scan to facts), judge (facts and law to findings), check (both).

The one place that says the order. `measure` runs in a child process of its own, for its input comes from outside.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline import sandbox
from pipeline.checks.blank_form import judge_blank
from pipeline.checks.judge import judge as judge_section
from pipeline.errors import ExitCode, NotADocument
from pipeline.form.usable import unusable
from pipeline.form.wordings import summary_of, text_of
from pipeline.law import loader
from pipeline.law.sought import sought as sought_for
from pipeline.model.petition import PetitionFile
from pipeline.model.picture import PagePicture
from pipeline.model.result import ScanResult, SectionResult
from pipeline.model.scan import ScanFacts
from pipeline.model.section import SectionFacts
from pipeline.report.html import ReportHead
from pipeline.settings import Limits
from pipeline.template import form_given

if TYPE_CHECKING:
    from pipeline.measure import Measured, Piece

# Raised whenever a finder measures differently: facts kept under an older figure are measured anew.
FINDERS = "4"

Progress = Callable[[str, int, int], None]
"""Called with the file's name, the pages done and the pages there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A scan checked, with its pages' pictures where they were asked for."""

    result: ScanResult
    pictures: Mapping[int, PagePicture]


def measure(
    path: Path,
    petition: PetitionFile,
    *,
    pictures: bool = False,
    threads: int = 1,
    limits: Limits | None = None,
    progress: Progress | None = None,
    piece: Piece | None = None,
) -> Measured:
    """From a scan file to facts, in a child process that cannot outlast its limits. `piece`: which pages of a long scan.

    Raises:
        PetitionError: where the file cannot be read; the message says why and what to do.
    """
    ordinance = loader.load(petition.ordinance)
    sought = sought_for(petition, ordinance)
    versions = {"petition": version("petition"), "finders": FINDERS}
    limits = limits or Limits()
    _expect_readable(path)
    form = form_given(petition, limits, versions)
    if form is not None and form.template is not None:
        versions["form"] = form.template.sha256
        known = replace(
            petition,
            summary=petition.summary or summary_of(form.template),
            text=petition.text or text_of(form.template),
        )
        sought = sought_for(known, ordinance)
    # Imported here: only the child needs the engines, and the function's name to find them by.
    from pipeline.measure import measure_in_child

    return sandbox.call(
        measure_in_child,
        path,
        sought,
        pictures,
        threads,
        limits,
        versions,
        piece,
        form,
        limits=limits,
        progress=None if progress is None else partial(progress, path.name),
    )


def _expect_readable(path: Path) -> None:
    """Say plainly that a file is not there or not ours to read, before a child is started for it."""
    try:
        path.stat()
    except OSError as why:
        raise NotADocument(f"{path.name} cannot be opened: {why.strerror}. Look at the path and the name.") from None
    if not os.access(path, os.R_OK):
        raise NotADocument(f"{path.name} may not be read by this user. Change its permissions, or copy it to your own folder.")


def look_up(facts: ScanFacts, petition: PetitionFile) -> ScanFacts:
    """The facts with who of the petition's roll fits each line; as they are where it names none. Touches no pixel.

    Raises:
        PetitionError: where the roll cannot be read or imported.
    """
    if petition.roll is None:
        return facts
    # Imported here: who has no roll needs no database, and no numpy in this process.
    from pipeline.roll.given import open_roll
    from pipeline.signers.roll_lines import with_roll

    roll = open_roll(petition)
    assert roll is not None
    with roll:
        return with_roll(facts, roll)


def judge(facts: ScanFacts, petition: PetitionFile) -> ScanResult:
    """Facts, roll and law to findings: pure, so that another roll, reading or parameter touches no pixel."""
    facts = look_up(facts, petition)
    ordinance = loader.load(petition.ordinance)
    sections = tuple(
        judge_section(s, facts.scan, _with_words(petition, s), ordinance, facts.versions, facts.unplaced) for s in facts.sections
    )
    return _result(facts, sections)


def _with_words(petition: PetitionFile, section: SectionFacts) -> PetitionFile:
    """The petition with summary and text as its approved form has them, where its file gives none."""
    if section.form is None:
        return petition
    return replace(petition, summary=petition.summary or section.form.summary, text=petition.text or section.form.text)


def _result(facts: ScanFacts, sections: tuple[SectionResult, ...]) -> ScanResult:
    grave = any(f.consequence != "note" for s in sections for f in s.findings)
    return ScanResult(
        scan=facts.scan,
        sections=sections,
        blank=facts.blank,
        unplaced=facts.unplaced,
        problems=facts.problems,
        exit=int(ExitCode.FINDINGS if grave or not sections else ExitCode.NOTHING_FOUND),
    )


def check(
    path: Path,
    petition: PetitionFile,
    *,
    pictures: bool = False,
    threads: int = 1,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Checked:
    """The whole way of one scan.

    Raises:
        PetitionError: where the file cannot be read.
        WrongUse: where the petition file chooses a reading that the ordinance has not.
    """
    measured = measure(path, petition, pictures=pictures, threads=threads, limits=limits, progress=progress)
    return Checked(result=judge(measured.facts, petition), pictures={p.page: p for p in measured.pictures})


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedForm:
    """A blank form checked before it is circulated."""

    result: ScanResult
    pictures: Mapping[int, PagePicture]
    exact: bool
    """Whether all its pages are born digital, so that words, sizes and colours are the file's own."""
    unusable: tuple[str, ...]
    """Why scans cannot be laid on it; empty where they can."""
    ordinance: str


def check_form(path: Path, petition: PetitionFile, *, pictures: bool = False, limits: Limits | None = None) -> CheckedForm:
    """A blank form against the ordinance: every check that needs nothing written. Source: requirements.md, "Before circulation".

    Raises:
        PetitionError: where the file cannot be read.
        WrongUse: where the petition file chooses a reading that the ordinance has not.
    """
    measured = measure(path, replace(petition, form=None), pictures=pictures, limits=limits)
    facts = measured.facts
    ordinance = loader.load(petition.ordinance)
    sections = tuple(judge_blank(s, facts.scan, petition, ordinance, facts.versions, facts.unplaced) for s in facts.sections)
    written = [p for p in facts.pages if not p.blank]
    return CheckedForm(
        result=_result(facts, sections),
        pictures={p.page: p for p in measured.pictures},
        exact=bool(written) and all(p.born_digital for p in written),
        unusable=unusable(facts),
        ordinance=ordinance.id,
    )


def report_head(petition: PetitionFile) -> ReportHead:
    """What stands at the top of a report on this petition, and the clauses that its findings cite."""
    ordinance = loader.load(petition.ordinance)
    return ReportHead(
        title=petition.title or petition.id or "Petition",
        ordinance=ordinance.id,
        ordinance_title=ordinance.title,
        clauses={clause.id: loader.one_space(clause.quote) for clause in ordinance.clauses},
    )
