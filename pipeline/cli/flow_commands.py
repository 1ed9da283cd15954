"""The commands that run flows, and their options. Prefect is imported when one of them runs, by no other command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Jobs = Annotated[int, typer.Option(max=64, help="Scans read side by side; 0 takes what the computer has.")]
Port = Annotated[int | None, typer.Option(help="Port of Prefect's screen of runs on this computer; default 4200, or a free one.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    for command in (watch, runs):
        app.command()(command)


def watch(
    petition: Annotated[
        list[Path] | None, typer.Option(metavar="F", help="A petition file to take scans for; may be given several times.")
    ] = None,
    jobs: Jobs = 0,
    port: Port = None,
    until_idle: Annotated[bool, typer.Option("--until-idle", help="Stop when nothing is left to do, with exit code 0.")] = False,
) -> None:
    """Serve the intake folder: what is dropped there is taken in, read and reported, until the program is stopped.

    Folders: intake/, taken/, duplicate/, problem/ and reports/, in $PETITION_INBOX, else $PETITION_HOME/inbox.
    """
    from pipeline.cli.watch import watch_folder

    raise typer.Exit(watch_folder(petition or [], jobs=_jobs(jobs), port=port, until_idle=until_idle))


def runs(port: Port = None) -> None:
    """Show the runs of watch and reprocess in a browser, on Prefect's screen, until the program is stopped."""
    from pipeline.cli.runs import show_runs

    raise typer.Exit(show_runs(port))


def _jobs(given: int) -> int:
    import os

    return given if given > 0 else min(2, os.cpu_count() or 1)
