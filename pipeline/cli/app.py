"""The commands and their options. What a command does stands in a module of its own, imported only when it runs."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli import flow_commands, store_commands
from pipeline.cli.petition_commands import register
from pipeline.errors import ExitCode, PetitionError, WrongUse

app = typer.Typer(
    name="petition",
    help="Reads scanned petition sections and says what the city's ordinance finds wrong with them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def _root(
    show_version: Annotated[bool, typer.Option("--version", help="Print the version and stop.", is_eager=True)] = False,
) -> None:
    if show_version:
        typer.echo(f"petition {version('petition')}")
        raise typer.Exit


@app.command()
def check(
    scans: Annotated[list[Path], typer.Argument(metavar="SCAN…", help="PDF, TIFF, PNG or JPEG files from the scanner.")],
    petition: Annotated[Path | None, typer.Option(metavar="F", help="The petition file, petition.toml.")] = None,
    ordinance: Annotated[str | None, typer.Option(metavar="ID", help="Ordinance, where there is no petition file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON Lines: one object a section, one a scan.")] = False,
    report: Annotated[Path | None, typer.Option(metavar="F.html", help="Write a report that any browser opens.")] = None,
    jobs: Annotated[int, typer.Option(max=64, help="Scans read side by side; 0 takes what the computer has.")] = 0,
) -> None:
    """Check scans of petition sections against the ordinance.

    Exit code 0: nothing found. 10: findings for a person to read. Others: see the README.
    """
    if (petition is None) == (ordinance is None):
        raise WrongUse(
            "Give either --petition petition.toml or --ordinance ID, one of them. "
            "For example: petition check scan.pdf --ordinance colorado-54-124"
        )
    from pipeline.cli.check import check_scans, petition_of

    chosen = petition_of(petition, ordinance)
    raise typer.Exit(
        check_scans(scans, chosen, as_json=as_json, report=report, jobs=jobs if jobs > 0 else min(2, os.cpu_count() or 1))
    )


@app.command()
def doctor() -> None:
    """Look whether everything the program needs is on this computer."""
    from pipeline.cli.doctor import look

    raise typer.Exit(look())


@app.command()
def rules(
    ordinances: Annotated[
        list[str] | None, typer.Argument(metavar="[ORDINANCE…]", help="Ids, or a city's own files ending in .toml.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All ordinances; the same as naming none.")] = False,
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="table, json or markdown.")] = "table",
    new: Annotated[bool, typer.Option("--new", help="Print a commented ordinance file for another city.")] = False,
) -> None:
    """List checks, clauses, quotes, consequences and readings of the ordinances."""
    if form not in ("table", "json", "markdown"):
        raise WrongUse(f'--format is "{form}". It wants one of table, json, markdown.')
    if new:
        from pipeline.law.rules import skeleton

        typer.echo(skeleton(), nl=False)
        raise typer.Exit
    from pipeline.cli.rules import show

    raise typer.Exit(show([] if every else ordinances or [], form))


@app.command("form")
def check_form(
    form: Annotated[Path, typer.Argument(metavar="FORM.pdf", help="The blank form: a PDF, or a scan of the blank paper.")],
    petition: Annotated[Path, typer.Option(metavar="F", help="The petition file, petition.toml.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON Lines: the form, its sections, the scan's last line.")
    ] = False,
    report: Annotated[Path | None, typer.Option(metavar="F.html", help="Write a report that any browser opens.")] = None,
    approve: Annotated[bool, typer.Option("--approve", help="Keep the form as approved by the person that --by names.")] = False,
    by: Annotated[str | None, typer.Option(metavar="NAME", help="Who approves the form: first and family name.")] = None,
) -> None:
    """Check a blank form before it is circulated; a named person may then approve it."""
    from pipeline.cli.form import check_form as checked

    raise typer.Exit(checked(form, petition, as_json=as_json, report=report, approve=approve, by=by))


register(app)
store_commands.register(app)
flow_commands.register(app)


def main() -> None:
    """Entry point of the console script: runs, and turns every error into its sentence and exit code."""
    code: object
    try:
        app()
        code = ExitCode.NOTHING_FOUND
    except SystemExit as stop:  # how Typer ends: after help, after a wrong call (2), with the code that a command raised
        code = stop.code
    except PetitionError as error:
        print(f"petition: {error}", file=sys.stderr)
        code = error.exit_code
    except KeyboardInterrupt:
        print("petition: interrupted. Run the command again.", file=sys.stderr)
        code = ExitCode.INTERRUPTED
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output went away (`| head`): nothing is wrong, and nothing more can be said to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise SystemExit(code)
