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


def count(petition: PetitionArg, given: Given = None, as_json: AsJson = False, jobs: Jobs = 0) -> None:
    """Count all sections of a petition: how many lines count, why others do not, and whether they are enough."""
    from pipeline.cli.count import count_petition

    raise typer.Exit(count_petition(petition, given or [], as_json=as_json, jobs=jobs))
