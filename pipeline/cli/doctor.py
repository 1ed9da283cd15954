"""`petition doctor`: is everything here that the program needs? One line each, and what to do where something is not."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version

from rich.console import Console
from rich.text import Text

from pipeline.errors import ExitCode, PetitionError
from pipeline.law import loader
from pipeline.ocr.hand import PpocrHand
from pipeline.ocr.print import TesseractPrint


def look() -> int:
    """Print what is found; the exit code of the gravest thing missing, 0 where nothing is."""
    console = Console(highlight=False)
    worst = int(ExitCode.NOTHING_FOUND)
    for what, probe in _PROBES:
        try:
            console.print(Text(f"ok       {what}: {probe()}"))
        except PetitionError as error:
            worst = max(worst, int(error.exit_code))
            console.print(Text(f"missing  {what}: {error}", style="red"))
    return worst


def _ordinances() -> str:
    return ", ".join(loader.load(name).short for name in loader.available())


_PROBES: tuple[tuple[str, Callable[[], str]], ...] = (
    ("petition", lambda: version("petition")),
    ("print", lambda: TesseractPrint().stamp),
    ("handwriting", lambda: PpocrHand().stamp),
    ("ordinances", _ordinances),
)
