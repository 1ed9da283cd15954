"""`petition form`: the blank form checked before anybody circulates it, and kept once a person has approved it."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from pipeline import run
from pipeline.cli.check import write_whole
from pipeline.cli.printed import print_scan
from pipeline.errors import ExitCode, PetitionError, WrongUse
from pipeline.form import approval
from pipeline.law import petition_file
from pipeline.report.html import ReportedScan, render
from pipeline.report.plain_text import file_name, plain
from pipeline.report.result_json import finding_object, json_lines
from pipeline.settings import petition_home

SCHEMA = "petition-form/1"
WITHOUT_IT = "Scans are checked without the form until it is replaced."


def check_form(path: Path, petition: Path, *, as_json: bool, report: Path | None, approve: bool, by: str | None) -> int:
    """Check the blank form at `path`, print what was found, keep the approval if one is given. Returns the exit code.

    Raises:
        WrongUse: for an approval that names no person, or of a file that cannot serve as a form.
        PetitionError: where the form cannot be read; the message says that scans are checked without it.
    """
    if by is not None and not approve:
        raise WrongUse("--by says who approves the form; give --approve too, or leave --by out.")
    if approve and by is None:
        raise WrongUse('--approve wants the person who approves: for example --approve --by "Dana Whitlock".')
    who = approval.person(by) if by is not None else None
    given = petition_file.load(petition)
    try:
        checked = run.check_form(path, given, pictures=report is not None)
    except PetitionError as error:
        raise type(error)(f"{error} {WITHOUT_IT}") from None
    console = Console(highlight=False, soft_wrap=False)
    known = approval.last_approval(petition_home(), path)
    if who is not None:
        if checked.unusable:
            raise WrongUse(f"{path.name} was not approved. {' '.join(checked.unusable)}")
        known = _approved(path, given.id, checked, who)
    if as_json:
        print(json.dumps(_object(checked, known), ensure_ascii=True))
        print("\n".join(json_lines(checked.result)))
    else:
        _print(console, checked, known)
    if report is not None:
        head = replace(run.report_head(given), blank=True)
        write_whole(report, render(head, [ReportedScan(result=checked.result, pictures=checked.pictures)], []))
        if not as_json:
            console.print(f"Report: {file_name(str(report))}", markup=False)
    return int(ExitCode.FINDINGS) if checked.unusable else checked.result.exit


def _approved(path: Path, petition: str, checked: run.CheckedForm, who: str) -> approval.Approval:
    result = checked.result
    given = approval.Approval(
        form=result.scan.sha256,
        file=result.scan.file,
        petition=petition,
        ordinance=checked.ordinance,
        by=who,
        at=datetime.now().astimezone(),
        findings=tuple(finding_object(f) for section in result.sections for f in section.findings),
        versions=result.sections[0].versions if result.sections else {},
    )
    approval.approve(petition_home(), path, given)
    return given


def _object(checked: run.CheckedForm, known: approval.Approval | None) -> dict[str, Any]:
    """What is said of the form as a whole, before the lines of its sections."""
    return {
        "schema": SCHEMA,
        "file": checked.result.scan.file,
        "sha256": checked.result.scan.sha256,
        "page_count": checked.result.scan.page_count,
        "exact": checked.exact,
        "unusable": list(checked.unusable),
        "approved_by": known.by if known else None,
        "approved_on": known.at.date().isoformat() if known else None,
    }


def _print(console: Console, checked: run.CheckedForm, known: approval.Approval | None) -> None:
    how = "words, sizes and colours are exact" if checked.exact else "a scan: sizes and colours are measured, not exact"
    console.print(Text(f"Blank form {file_name(checked.result.scan.file)} ({how})", style="bold"))
    print_scan(console, checked.result, blank=True)
    for sentence in checked.unusable:
        console.print(Text(f"{plain(sentence)} {WITHOUT_IT}", style="yellow"))
    if known is not None:
        console.print(Text(f"The form was {plain(known.sentence)}."))
    elif not checked.unusable:
        console.print(Text('Nobody has approved this form yet. A person may: petition form … --approve --by "First Family".'))
