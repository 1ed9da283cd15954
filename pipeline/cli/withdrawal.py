"""`petition withdrawal`: a scanned request to withdraw a petition, held against its committee and its last day."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from pipeline import run
from pipeline.count.withdrawal import Withdrawal, signed_lines, withdrawal
from pipeline.errors import ExitCode, WrongUse
from pipeline.law import loader, petition_file
from pipeline.law.city_holidays import city_calendar
from pipeline.model.petition import PetitionFile
from pipeline.model.reckoned import Reckoned
from pipeline.report.dates_words import reckoning, when
from pipeline.report.plain_text import plain
from pipeline.report.result_json import finding_object

WITHDRAWAL_SCHEMA = "petition-withdrawal/1"


def check_request(scan: Path, path: Path, *, as_json: bool) -> int:
    """Read the request and print what can be said of it. Returns the exit code: 10 where it does not surely take effect."""
    request = petition_file.load(path)
    target = _target(request)
    own = request.kind == "withdrawal"
    law = loader.load(request.ordinance if own else _then(request))
    reading = request if own else PetitionFile(ordinance=law.id, kind="withdrawal", path=request.path)
    measured = run.measure(scan, reading)
    told = withdrawal(
        signed_lines(measured.facts.sections),
        request.committee or target.committee,
        vote=request.vote or target.vote,
        filed=request.filed if own else None,
        timezone=request.timezone or target.timezone,
        law=law,
        office=city_calendar(request.holidays or target.holidays),
    )
    if as_json:
        sys.stdout.write(json.dumps(withdrawal_object(told), ensure_ascii=True) + "\n")
    else:
        _print(Console(highlight=False), told)
    return ExitCode.NOTHING_FOUND if told.effective else ExitCode.FINDINGS


def _target(request: PetitionFile) -> PetitionFile:
    """The petition that the request would withdraw: the file named in `withdraws`, else the file itself."""
    return petition_file.load(request.withdraws) if request.withdraws is not None else request


def _then(petition: PetitionFile) -> str:
    then = loader.load(petition.ordinance).then
    if then is None:
        raise WrongUse(f"{petition.ordinance} says nothing of withdrawing a petition. Name a petition file of kind withdrawal.")
    return then


def withdrawal_object(told: Withdrawal) -> dict[str, Any]:
    """The contract of requirements.md, and what was added: who is in doubt, why, how the last day was reckoned."""
    last = told.last_day
    return {
        "schema": WITHDRAWAL_SCHEMA,
        "members_signed": list(told.members_signed),
        "filed": told.filed.isoformat() if told.filed else None,
        "last_day": last.day.isoformat() if isinstance(last, Reckoned) else None,
        "effective": told.effective,
        "findings": [finding_object(f) for f in told.findings],
        "in_doubt": list(told.doubtful),
        "why": list(told.why),
        "reckoning": reckoning(last) if isinstance(last, Reckoned) else last.why,
    }


def _print(console: Console, told: Withdrawal) -> None:
    answer = {True: "The request takes effect.", False: "The request does not take effect.", None: "A person must decide."}
    console.print(Text(answer[told.effective], style="bold"))
    console.print(Text(f"Signed by members of the committee: {', '.join(map(plain, told.members_signed)) or 'none for certain'}"))
    if told.doubtful:
        console.print(Text(f"In doubt: {', '.join(map(plain, told.doubtful))}", style="yellow"))
    if isinstance(told.last_day, Reckoned):
        console.print(Text(f"Last day: {when(told.last_day)}. {reckoning(told.last_day)}"))
    for why in told.why:
        console.print(Text(f"{why[:1].upper()}{why[1:]}"))
    for finding in told.findings:
        console.print(Text(f"{finding.check} ({finding.clause}): {plain(finding.message)}"))
