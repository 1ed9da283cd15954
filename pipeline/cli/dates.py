"""`petition dates`: every date that the law sets for a petition, with its reckoning."""

from __future__ import annotations

import json
import sys
from datetime import UTC, date, datetime
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pipeline.cli.check import write_whole
from pipeline.cli.gather import RESULTS, counted
from pipeline.count.dates import dates
from pipeline.count.earliest import earliest_day
from pipeline.errors import ExitCode
from pipeline.law import loader, petition_file
from pipeline.law.city_holidays import city_calendar
from pipeline.law.ordinance import Ordinance
from pipeline.model.petition import PetitionFile
from pipeline.model.reckoned import NotReckoned
from pipeline.report.dates_words import dates_object, reckoning, when
from pipeline.report.icalendar import calendar_text
from pipeline.report.plain_text import file_name, plain


def print_dates(path: Path, *, as_json: bool, ics: Path | None) -> int:
    """Reckon and print; write the iCalendar file where one is asked for. Returns the exit code."""
    petition = petition_file.load(path)
    ordinance = loader.load(petition.ordinance)
    office = city_calendar(petition.holidays)
    told = dates(petition, ordinance, office, earliest=_earliest(path, petition, ordinance))
    if ics is not None:
        write_whole(ics, calendar_text(petition.id, told, datetime.now(UTC)))
    if as_json:
        sys.stdout.write(json.dumps(dates_object(petition.id, told), ensure_ascii=True) + "\n")
        return ExitCode.NOTHING_FOUND
    console = Console(highlight=False)
    console.print(Text(plain(petition.title or petition.id), style="bold"))
    if not told:
        console.print(Text(f"{ordinance.short} sets no dates for a petition of this kind."))
    for one in told:
        if isinstance(one, NotReckoned):
            console.print(Text(f"{one.name}: not known. {one.why[:1].upper()}{one.why[1:]}. ({one.clause})", style="dim"))
            continue
        console.print(Text(f"{one.name}: {when(one)}", style="bold"))
        for words in (reckoning(one), one.says, f"Clause {one.clause}."):
            if words:
                console.print(Padding(Text(plain(words)), (0, 0, 0, 4)))
        if one.doubt:
            console.print(Padding(Text(f"Look at it: {plain(one.doubt)}.", style="yellow"), (0, 0, 0, 4)))
    if ics is not None:
        console.print(Text(f"Calendar: {file_name(str(ics))}"))
    return ExitCode.NOTHING_FOUND


def _earliest(path: Path, petition: PetitionFile, ordinance: Ordinance) -> date | None:
    """The earliest signature of results that lie beside the petition file; scans are not read for a list of dates."""
    folder = path.parent / RESULTS
    if ordinance.param("filing_days_after_first_signature") is None or not folder.is_dir():
        return None
    return earliest_day(petition, ordinance, counted(path, [folder]).tally)
