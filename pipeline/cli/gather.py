"""The sections of a petition for the count: scans are checked, result lines are read; what cannot be read is told, the rest
counted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from pipeline import run
from pipeline.cli.roll import ready
from pipeline.count.decisions import Decisions, read_decisions
from pipeline.count.filed import from_scan
from pipeline.count.form_defects import printed
from pipeline.count.result_lines import read_results
from pipeline.count.returns import AuthorityReturn, read_return
from pipeline.count.rivals import Rival
from pipeline.count.total import Beside, count
from pipeline.errors import ExitCode, PetitionError, WrongUse
from pipeline.form.approval import last_approval
from pipeline.law import loader, petition_file
from pipeline.law.city_holidays import city_calendar
from pipeline.law.ordinance import Ordinance
from pipeline.model.count import FiledSection, PetitionCount
from pipeline.model.finding import Finding
from pipeline.model.petition import PetitionFile
from pipeline.report.plain_text import file_name
from pipeline.settings import petition_home

SCANS, RESULTS, RETURNS = "scans", "results", "returns"
RESULT_ENDINGS = frozenset({".jsonl", ".ndjson"})
SCAN_ENDINGS = frozenset({".pdf", ".tif", ".tiff", ".png", ".jpg", ".jpeg"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
    """The sections that came, what is said of files that could not be read, and the highest of their exit codes."""

    sections: tuple[FiledSection, ...]
    problems: tuple[str, ...]
    code: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedPetition:
    """A petition with its count."""

    petition: PetitionFile
    ordinance: Ordinance
    tally: PetitionCount
    sources: tuple[Path, ...]
    """The files that were counted, to take pages from."""
    code: int
    """Highest exit code of a file that could not be read, 0 where all could."""


def counted(path: Path, given: Sequence[Path], jobs: int = 0) -> CountedPetition:
    """Load the petition file, gather its sections, count.

    Raises:
        WrongUse: for a petition, decisions or holidays file that cannot be used, and where there is nothing to count.
    """
    petition = _as_approved(petition_file.load(path))
    ordinance = loader.load(petition.ordinance)
    decisions = read_decisions(petition.decisions, petition.timezone)
    office = city_calendar(petition.holidays)
    sources = sources_of(petition, given)
    came = gather(petition, sources, jobs)
    rivals, told = rivals_of(petition, jobs)
    form, unread = form_of(petition)
    beside = Beside(
        decisions=decisions,
        rivals=rivals,
        returns=returns_of(petition, came.sections),
        office=office,
        form=form,
        problems=(*came.problems, *told, *unread),
    )
    tally = count(petition, ordinance, came.sections, beside)
    return CountedPetition(petition=petition, ordinance=ordinance, tally=tally, sources=sources, code=came.code)


def sources_of(petition: PetitionFile, given: Sequence[Path]) -> tuple[Path, ...]:
    """The files named in the call; with none, those in `scans/` and `results/` beside the petition file.

    Raises:
        WrongUse: where nothing is named and nothing lies there.
    """
    if given:
        return tuple(file for path in given for file in (_in(path) if path.is_dir() else (path,)))
    assert petition.path is not None
    found = tuple(file for folder in (SCANS, RESULTS) for file in _in(petition.path.parent / folder))
    if not found:
        raise WrongUse(
            f"There is nothing to count: no scan or result is named, and {petition.path.name} has neither {SCANS}/ nor "
            f"{RESULTS}/ beside it. For example: petition count petition.toml scan1.pdf scan2.pdf"
        )
    return found


def pages_from(done: CountedPetition) -> dict[str, Path]:
    """Where a section's pages can be taken from, by the scan's name: files of the call, else `scans/` beside the petition file.

    Result lines name their scan, but do not hold its pages.
    """
    assert done.petition.path is not None
    return {p.name: p for p in (*_in(done.petition.path.parent / SCANS), *done.sources)}


def _in(folder: Path) -> tuple[Path, ...]:
    """Scans and result files of a folder, in order of name."""
    if not folder.is_dir():
        return ()
    return tuple(sorted(f for f in folder.iterdir() if f.is_file() and f.suffix.lower() in SCAN_ENDINGS | RESULT_ENDINGS))


def gather(petition: PetitionFile, sources: Sequence[Path], jobs: int = 0) -> Came:
    """The sections of all files. A file that cannot be read is told, and the others are counted."""
    sections: list[FiledSection] = []
    problems: list[str] = []
    codes = [0]
    if any(p.suffix.lower() not in RESULT_ENDINGS for p in sources):
        ready(petition)
    scans = [p for p in sources if p.suffix.lower() not in RESULT_ENDINGS]
    workers = jobs if jobs > 0 else min(2, os.cpu_count() or 1)
    threads = max(1, workers // max(1, len(scans)))
    with ThreadPoolExecutor(max_workers=workers) as pool:
        running = {path: pool.submit(run.check, path, petition, threads=threads) for path in scans}
        try:
            for path in sources:
                if path in running:
                    codes.append(_take(path, running[path], sections, problems))
                    continue
                results = read_results(path)
                sections += results.sections
                problems += results.problems
                codes.append(int(ExitCode.NOT_A_DOCUMENT) if not results.sections else 0)
        except KeyboardInterrupt:
            # The children die with this process; waiting for them would keep the clerk waiting.
            print("petition: interrupted. Nothing was counted; run the command again.", file=sys.stderr)
            os._exit(ExitCode.INTERRUPTED)
    return Came(sections=tuple(sections), problems=tuple(problems), code=max(codes))


def _take(path: Path, running: Future[run.Checked], sections: list[FiledSection], problems: list[str]) -> int:
    """Wait for one scan and take its sections; what went wrong is told. Its exit code, 0 where it could be read."""
    name = file_name(path.name)
    print(f"petition: reading {name}", file=sys.stderr)
    try:
        result = running.result().result
    except PetitionError as error:
        problems.append(f"{name}: {error} It is not counted.")
        return int(error.exit_code)
    sections += from_scan(result)
    problems += [f"{name}: {p}" for p in result.problems]
    if not result.sections:
        problems.append(f"{name}: no petition section was found in this scan. Look at it by eye.")
    if result.unplaced:
        pages = ", ".join(map(str, result.unplaced))
        problems.append(f"{name}: pages that belong to no section that was found: {pages}. Look at them.")
    return 0


def _as_approved(petition: PetitionFile) -> PetitionFile:
    """The petition with who approved its form, and when, as the state folder has it, where its file does not say."""
    if petition.form is None or petition.approved_by is not None:
        return petition
    found = last_approval(petition_home(), petition.form)
    return petition if found is None else replace(petition, approved_by=found.by, approved_on=found.at.date())


def form_of(petition: PetitionFile) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """Defects of the approved form's print, and what is said where it could not be read."""
    if petition.form is None:
        return (), ()
    try:
        result = run.check_form(petition.form, petition).result
    except PetitionError as error:
        return (), (f"The approved form could not be read: {error} What it bears itself is laid on the sections.",)
    return printed(f for section in result.sections for f in section.findings), ()


def rivals_of(petition: PetitionFile, jobs: int) -> tuple[tuple[Rival, ...], tuple[str, ...]]:
    """The rival petitions, each counted by itself, and what is said of those that could not be."""
    out: list[Rival] = []
    problems: list[str] = []
    for path in petition.rivals:
        try:
            other = petition_file.load(path)
            ordinance = loader.load(other.ordinance)
            came = gather(other, sources_of(other, ()), jobs)
            decisions = read_decisions(other.decisions, other.timezone)
        except PetitionError as error:
            problems.append(f"The rival petition {file_name(path.name)} could not be counted: {error}")
            continue
        own = count(other, ordinance, came.sections, Beside(decisions=decisions, office=city_calendar(other.holidays)))
        out.append(
            Rival(
                petition=other,
                sections=tuple(s.section for s in own.sections),
                standing=_standing(own, decisions),
                place={(p.section, p.page, p.row): p.place for p in own.places},
            )
        )
    return tuple(out), tuple(problems)


def _standing(own: PetitionCount, decisions: Decisions) -> str:
    decided = next((d for d in decisions.in_force.values() if d.target == "petition"), None)
    if decided is not None:
        return decided.decision
    refused = any(f.finding.scope == "petition" and f.consequence == "refuse" for f in own.findings)
    return "refused" if refused else "stands"


def returns_of(petition: PetitionFile, sections: Sequence[FiledSection]) -> tuple[AuthorityReturn, ...]:
    """The returns in `returns/` beside the petition file, one CSV an authority, named after it."""
    if petition.path is None or not petition.authorities:
        return ()
    folder = petition.path.parent / RETURNS
    out = []
    for authority in petition.authorities:
        file = folder / f"{file_stem(authority.name)}.csv"
        if not file.is_file():
            continue
        try:
            text = file.read_bytes().decode("utf-8-sig")
        except (OSError, UnicodeDecodeError):
            problem = f"{authority.name}: the return {file.name} cannot be read as text. Nothing of it was taken."
            out.append(AuthorityReturn(name=authority.name, lines=(), problems=(problem,)))
            continue
        out.append(read_return(authority.name, text, sections))
    return tuple(out)


def file_stem(name: str) -> str:
    """A name as part of a file's name: letters and digits, the rest as dashes."""
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split()) or "authority"
