"""`petition rules`: what each ordinance asks for, clause by clause, and what its defects bring."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.errors import ExitCode
from pipeline.law import loader
from pipeline.law.ordinance import Ordinance
from pipeline.law.rules import RuleRow, as_markdown, as_objects, rows

# Columns of a terminal narrower than this leave no room for the quotes; a table that is piped into a file gets this much too.
LEAST_WIDTH = 120


def show(ordinances: Sequence[str], form: str, out: TextIO | None = None) -> int:
    """Print the rules of these ordinances (ids, or files ending in `.toml`), of all where none is named.

    Args:
        ordinances: which.
        form: `table`, `json` or `markdown`.
        out: where to; the standard output where None.

    Returns:
        The exit code.

    Raises:
        LawError: where an ordinance is not known, or its file cannot be trusted.
    """
    out = out or sys.stdout
    told = rows(*ordinances)
    if form == "json":
        print(json.dumps({"rules": as_objects(told), "readings": _readings(told)}, indent=1, ensure_ascii=True), file=out)
    elif form == "markdown":
        print(as_markdown(told), end="", file=out)
    else:
        _print_tables(told, out)
    return int(ExitCode.NOTHING_FOUND)


def _laws(told: Sequence[RuleRow]) -> list[Ordinance]:
    """The ordinances of the rows, in their order."""
    return [loader.load(name) for name in dict.fromkeys(row.file for row in told)]


def _readings(told: Sequence[RuleRow]) -> list[dict[str, object]]:
    return [
        {
            "ordinance": law.id,
            "reading": r.name,
            "clause": r.clause,
            "question": r.question,
            "default": r.default,
            "choices": [{"name": c.name, "means": c.means} for c in r.choices],
        }
        for law in _laws(told)
        for r in law.readings
    ]


def _print_tables(told: Sequence[RuleRow], out: TextIO) -> None:
    """One table an ordinance, its readings below."""
    console = Console(file=out, highlight=False)
    if console.width < LEAST_WIDTH:
        console = Console(file=out, highlight=False, width=LEAST_WIDTH)
    for law in _laws(told):
        table = Table(title=Text(f"{law.id}: {law.title}"), title_justify="left", show_lines=False)
        for name in ("check", "clause", "falls", "strict", "by default", "basis"):
            table.add_column(name, no_wrap=name in ("check", "clause"))
        table.add_column("quote", ratio=1)
        last = ""
        for row in (r for r in told if r.ordinance == law.id):
            quote, last = ("" if row.quote == last else _short(row.quote)), row.quote
            kinds = "" if set(row.kinds) == set(law.kinds) else f" ({', '.join(row.kinds)})"
            cells = (row.check + kinds, row.clause, row.scope, row.consequence, row.by_default, row.basis, quote)
            table.add_row(*(Text(c) for c in cells))
        console.print(table)
        for reading in law.readings:
            console.print(Text(f"Reading {reading.name} ({reading.clause}): {reading.question}", style="bold"))
            for choice in reading.choices:
                default = " (default)" if choice.name == reading.default else ""
                console.print(Text(f"  {choice.name}{default}: {choice.means}"))
        console.print()


def _short(words: str, most: int = 160) -> str:
    return words if len(words) <= most else words[:most].rsplit(" ", 1)[0] + " …"
