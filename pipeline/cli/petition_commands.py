"""The commands on a whole petition and their options. What each does stands in a module of its own, imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.errors import WrongUse

PetitionArg = Annotated[Path, typer.Argument(metavar="petition.toml", help="The petition file.")]
Given = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[SCAN|RESULT]…", help="Scans, result lines or folders; default: scans/ beside the petition file."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Jobs = Annotated[int, typer.Option(max=64, help="Scans read side by side; 0 takes what the computer has.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    for command in (count, dates, statement, ballot, withdrawal, sample, lines):
        app.command()(command)
    app.add_typer(authorities)
    app.add_typer(roll)


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


def ballot(
    petition: PetitionArg,
    out: Annotated[Path, typer.Option(metavar="F.pdf", help="Where to write the ballot.")] = Path("ballot.pdf"),
) -> None:
    """Write the recall ballot, word for word as the clause gives it, as a PDF ready to print."""
    from pipeline.cli.ballot import write_ballot

    raise typer.Exit(write_ballot(petition, out))


def sample(
    petition: PetitionArg,
    size: Annotated[int, typer.Option(min=1, help="How many lines are drawn.")],
    seed: Annotated[str, typer.Option(help="Any words or digits; the same seed draws the same lines.")],
    given: Given = None,
    valid: Annotated[int | None, typer.Option(min=0, help="Valid lines found in the sample: adds the estimate.")] = None,
    jobs: Jobs = 0,
) -> None:
    """Draw a random sample of lines, where the petition file names the law that allows it (sampling_clause)."""
    from pipeline.cli.sample import print_sample

    raise typer.Exit(print_sample(petition, given or [], size=size, seed=seed, valid=valid, jobs=jobs))


def lines(
    scans: Annotated[list[Path], typer.Argument(metavar="SCAN…", help="Scanned sections, or signature pages alone.")],
    petition: Annotated[Path | None, typer.Option(metavar="F", help="The petition file; its roll is looked into.")] = None,
    ordinance: Annotated[str | None, typer.Option(metavar="ID", help="Ordinance, where there is no petition file.")] = None,
    csv: Annotated[Path | None, typer.Option(metavar="F.csv", help="Write the lines as CSV.")] = None,
    xlsx: Annotated[Path | None, typer.Option(metavar="F.xlsx", help="Write the lines as a workbook.")] = None,
    crops: Annotated[Path | None, typer.Option(metavar="DIR", help="Write a picture of each written line.")] = None,
) -> None:
    """Read the signer lines: what each says, how sure that is, and who of the roll signed."""
    if (petition is None) == (ordinance is None):
        raise WrongUse("Give either --petition petition.toml or --ordinance ID, one of them.")
    from pipeline.cli.lines import read_lines

    raise typer.Exit(read_lines(scans, petition, ordinance, csv=csv, xlsx=xlsx, folder=crops))


roll = typer.Typer(name="roll", help="The list of registered electors.", no_args_is_help=True)


@roll.command("import")
def _roll_import(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV, TSV, fixed width or .xlsx from the election authority.")],
    mapping: Annotated[
        Path | None, typer.Option(metavar="M.toml", help="Which column is which; or the name of a mapping used before.")
    ] = None,
    as_of: Annotated[str | None, typer.Option(metavar="DATE", help="Day of which the roll is, as 2026-09-01.")] = None,
) -> None:
    """Import a roll, and tell what was odd in it."""
    from pipeline.cli.roll import import_file

    raise typer.Exit(import_file(file, mapping, as_of))


@roll.command("show")
def _roll_show(
    hash: Annotated[str | None, typer.Argument(metavar="[HASH]", help="Beginning of a roll's hash; none: list all.")] = None,
) -> None:
    """List the imported rolls, or tell of one."""
    from pipeline.cli.roll import show

    raise typer.Exit(show(hash))


authorities = typer.Typer(
    name="authorities", help="Packages for the election authorities, and their returns.", no_args_is_help=True
)


@authorities.command("export")
def _export(
    petition: PetitionArg,
    out: Annotated[Path, typer.Option(metavar="DIR", help="A folder for each authority is made in it.")],
    given: Given = None,
    jobs: Jobs = 0,
) -> None:
    """Write a package for each authority: the pages with its lines as PDF, and the lines as CSV to fill in."""
    from pipeline.cli.authorities import export

    raise typer.Exit(export(petition, given or [], out, jobs))


@authorities.command("import")
def _import(
    petition: PetitionArg,
    name: Annotated[str, typer.Argument(metavar="AUTHORITY", help="As the petition file names it.")],
    returned: Annotated[Path, typer.Argument(metavar="RETURN.csv", help="The lines with `valid` filled in.")],
    given: Given = None,
    jobs: Jobs = 0,
) -> None:
    """Prove a return against the lines of the petition, and keep it beside the petition file."""
    from pipeline.cli.authorities import import_return

    raise typer.Exit(import_return(petition, name, returned, given or [], jobs))


@authorities.command("reconcile")
def _reconcile(petition: PetitionArg, given: Given = None, jobs: Jobs = 0) -> None:
    """Print what went to each authority, what came back, and the total of valid signatures."""
    from pipeline.cli.authorities import reconcile

    raise typer.Exit(reconcile(petition, given or [], jobs))


@authorities.command("candidates")
def _candidates(
    petitions: Annotated[list[Path], typer.Argument(metavar="petition.toml…", help="The petitions of all candidates.")],
    jobs: Jobs = 0,
) -> None:
    """Print the list of candidates for the election authorities as CSV, with the verdict on each petition."""
    from pipeline.cli.authorities import candidates

    raise typer.Exit(candidates(petitions, jobs))
