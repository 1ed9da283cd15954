"""The commands that run flows, and their options. Prefect is imported when one of them runs, by no other command."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from pipeline.errors import WrongUse

Jobs = Annotated[int, typer.Option(max=64, help="Scans read side by side; 0 takes what the computer has.")]
Port = Annotated[int | None, typer.Option(help="Port of Prefect's screen of runs on this computer; default 4200, or a free one.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    for command in (watch, reprocess, runs):
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


def reprocess(
    since: Annotated[
        datetime | None,
        typer.Option(metavar="DAY", formats=["%Y-%m-%d"], help="Only scans that came on this day (UTC) or later."),
    ] = None,
    petition: Annotated[str | None, typer.Option(metavar="ID", help="Only scans of this petition.")] = None,
    ordinance: Annotated[str | None, typer.Option(metavar="ID", help="Only scans judged under this ordinance.")] = None,
    only_changed: Annotated[
        bool, typer.Option("--only-changed", help="Only scans whose result was made from something else than lies there now.")
    ] = False,
    jobs: Jobs = 0,
    dask: Annotated[
        str | None, typer.Option(metavar="URL", help="Dask scheduler whose workers do it: tcp://127.0.0.1:8786.")
    ] = None,
    workers: Annotated[int, typer.Option(max=1000, help="Runs to send to Prefect's work pool; 0: work on this computer.")] = 0,
    port: Port = None,
) -> None:
    """Judge archived scans again under program, law, readings, roll and form as they are now; say what changed, and why.

    Results are added, never overwritten. Exit code 0: nothing changed. 10: something did.
    """
    if dask is not None and workers:
        raise WrongUse("Give either --dask or --workers, not both.")
    from pipeline.cli.reprocess import reprocess as again
    from pipeline.work.campaign import Choice

    choice = Choice(since=since.date() if since else None, petition=petition, ordinance=ordinance, only_changed=only_changed)
    raise typer.Exit(again(choice, jobs=_jobs(jobs), port=port, dask=dask, workers=workers))


def runs(port: Port = None) -> None:
    """Show the runs of watch and reprocess in a browser, on Prefect's screen, until the program is stopped."""
    from pipeline.cli.runs import show_runs

    raise typer.Exit(show_runs(port))


def _jobs(given: int) -> int:
    return given if given > 0 else min(2, os.cpu_count() or 1)
