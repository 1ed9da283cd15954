"""The commands on the store and their options. What each does stands in a module of its own, imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    for command in (verify, backup, restore, delete):
        app.command()(command)
    app.add_typer(inbox)


def verify(
    quick: Annotated[bool, typer.Option("--quick", help="Only the log and the rows; no scan is hashed again.")] = False,
    as_json: AsJson = False,
) -> None:
    """Look whether the store is as it was written: every link of the log, every row, every scan.

    Exit code 0: it is. 11: it is not; the first bad record is named.
    """
    from pipeline.cli.verify import verify_store

    raise typer.Exit(verify_store(quick=quick, as_json=as_json))


def backup(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="New, or with an earlier backup of this store; on another disk.")],
) -> None:
    """Copy the store, while work goes on, to a folder from which it can be restored anywhere."""
    from pipeline.cli.backup import back_up

    raise typer.Exit(back_up(folder))


def restore(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that 'petition backup' wrote.")],
    verify: Annotated[
        bool,
        typer.Option("--verify", help="Prove every record and scan of the backup before, and of the store after; always done."),
    ] = True,
    look: Annotated[bool, typer.Option("--dry-run", help="Only prove the backup; restore nothing.")] = False,
) -> None:
    """Put a backup in the place of the store, proved before and after; the store as it is now is set aside, not deleted."""
    from pipeline.cli.backup import restore_store

    del verify
    raise typer.Exit(restore_store(folder, only_look=look))


def delete(
    petition: Annotated[str, typer.Argument(metavar="PETITION", help="The petition's id.")],
    by: Annotated[str, typer.Option(metavar="NAME", help="Who orders it. This stays in the log.")],
    why: Annotated[str, typer.Option(metavar="REASON", help="Why. This stays in the log.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask again.")] = False,
) -> None:
    """Delete scans, readings and names of one petition for good; who did so, when and why stays."""
    from pipeline.cli.delete import delete_petition

    raise typer.Exit(delete_petition(petition, by=by, why=why, sure=yes))


inbox = typer.Typer(name="inbox", help="The intake folders: how far everything is, and which petitions they are for.")


@inbox.callback(invoke_without_command=True)
def _status(context: typer.Context, as_json: AsJson = False) -> None:
    """Show how far everything is, and what waits for a person."""
    if context.invoked_subcommand is None:
        from pipeline.cli.inbox import show_status

        raise typer.Exit(show_status(as_json=as_json))


@inbox.command("add")
def _add(
    petition: Annotated[list[Path], typer.Argument(metavar="petition.toml…", help="The petition files.")],
) -> None:
    """Tell the program of a petition, and make its folder in the intake."""
    from pipeline.cli.inbox import add

    raise typer.Exit(add(petition))
