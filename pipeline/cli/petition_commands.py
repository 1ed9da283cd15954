"""The commands on a whole petition and their options. What each does stands in a module of its own, imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

PetitionArg = Annotated[Path, typer.Argument(metavar="petition.toml", help="The petition file.")]
Given = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[SCAN|RESULT]…", help="Scans, result lines or folders; default: scans/ beside the petition file."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Jobs = Annotated[int, typer.Option(max=64, help="Scans read side by side; 0 takes what the computer has.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command()(count)
    app.command()(dates)
    app.command()(statement)
    app.command()(withdrawal)


def count(petition: PetitionArg, given: Given = None, as_json: AsJson = False, jobs: Jobs = 0) -> None:
    """Count all sections of a petition: how many lines count, why others do not, and whether they are enough."""
    from pipeline.cli.count import count_petition

    raise typer.Exit(count_petition(petition, given or [], as_json=as_json, jobs=jobs))


def dates(
    petition: PetitionArg,
    as_json: AsJson = False,
    ics: Annotated[Path | None, typer.Option(metavar="F.ics", help="Write the dates as an iCalendar file.")] = None,
) -> None:
    """Print every date that the law sets for a petition, with its reckoning: deadlines, council, vote, withdrawal."""
    from pipeline.cli.dates import print_dates

    raise typer.Exit(print_dates(petition, as_json=as_json, ics=ics))


def withdrawal(
    scan: Annotated[Path, typer.Argument(metavar="SCAN", help="The scanned request.")],
    petition: Annotated[Path, typer.Option(metavar="F", help="Petition file of kind withdrawal, or of the petition itself.")],
    as_json: AsJson = False,
) -> None:
    """Read a request to withdraw a petition: which members of the committee signed, and whether it came in time."""
    from pipeline.cli.withdrawal import check_request

    raise typer.Exit(check_request(scan, petition, as_json=as_json))


def statement(
    petition: PetitionArg,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the statement, the letter and the tables.")],
    given: Given = None,
    jobs: Jobs = 0,
) -> None:
    """Write the statement of sufficiency or insufficiency: PDF, HTML, tables as CSV and XLSX, data as JSON, and the letter."""
    from pipeline.cli.statement import write_statement

    raise typer.Exit(write_statement(petition, given or [], out, jobs=jobs))
