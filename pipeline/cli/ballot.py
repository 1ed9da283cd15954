"""`petition ballot`: the recall ballot as a PDF ready to print."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from pipeline.cli.statement import write_octets
from pipeline.errors import ExitCode, WrongUse
from pipeline.law import loader, petition_file
from pipeline.report.ballot import ballot_html
from pipeline.report.pdf import pdf
from pipeline.report.plain_text import file_name


def write_ballot(path: Path, out: Path) -> int:
    """Write the ballot to `out`.

    Raises:
        WrongUse: where the petition is no recall, names no official, or its ordinance gives no ballot.
    """
    petition = petition_file.load(path)
    then = loader.load(petition.ordinance).then
    if then is None:
        raise WrongUse(f"{petition.ordinance} gives no recall ballot.")
    write_octets(out, pdf(ballot_html(petition, loader.load(then))))
    Console(highlight=False).print(Text(f"Ballot: {file_name(str(out))}"))
    return ExitCode.NOTHING_FOUND
