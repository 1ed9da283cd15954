"""Which column of an office's file is which: a mapping in TOML, kept by name once it was used.

name = "larkspur-county"
format = "csv"                # csv, fixed, xlsx; found out where it is not given
delimiter = "|"               # found out where it is not given
header = false                # true: the first row names the columns
[columns]                     # by heading, by number from 1, or in fixed width by place, "1-8"
id = "VOTER_ID"
street_number = ["HOUSE_NUM", "HOUSE_SUFFIX"]    # several are joined with a space
[status]                      # the office's own codes
A = "active"
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from pipeline.errors import WrongUse
from pipeline.law.suggest import did_you_mean
from pipeline.law.toml_values import build, parse
from pipeline.model.roll import ElectorStatus

COLUMNS = (
    "id", "first_name", "middle_name", "last_name", "suffix", "street_number", "street_name", "street_type", "unit", "city",
    "county", "zip", "ward", "registered_on", "status", "birth_year",
)  # fmt: skip
"""The columns that requirements.md names; a file whose header has them needs no mapping."""
MORE_COLUMNS = ("name", "address", "street_direction", "street_direction_after", "district", "party")
"""What a roll may have beside them: the whole name or the whole address in one column, directions, district, party."""
NEEDED = ("id", "first_name", "last_name")

Column = str | int
Format = Literal["csv", "fixed", "xlsx"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RollMapping:
    """One office's layout."""

    columns: dict[str, Column | list[Column]]
    name: str = "standard"
    format: Format | None = None
    delimiter: str | None = None
    encoding: str | None = None
    header: bool = True
    sheet: str | None = None
    date_format: str | None = None
    """As Python's strptime has it; the usual American and ISO forms need none."""
    status: dict[str, ElectorStatus] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Everything that changes what is loaded, as one line of text."""
        return json.dumps(asdict(self) | {"name": ""}, sort_keys=True)


STANDARD = RollMapping(columns={name: name for name in (*COLUMNS, *MORE_COLUMNS)})
"""The columns of requirements.md, and what may stand beside them under its own name."""


def load_mapping(path: Path) -> RollMapping:
    """A mapping file.

    Raises:
        WrongUse: when it is not there, is no TOML, or names something unknown.
    """
    raw = parse(path)
    raw.setdefault("name", path.stem)
    return from_table(raw, path.name)


def from_table(raw: dict[str, Any], where: str) -> RollMapping:
    """A mapping out of the tables of a TOML file; `where` opens every message.

    Raises:
        WrongUse: for an unknown key or column, or a column that every roll needs and none is named for.
    """
    mapping = build(RollMapping, raw, where)
    known = (*COLUMNS, *MORE_COLUMNS)
    for name in mapping.columns:
        if name not in known:
            raise WrongUse(f'{where}: [columns] has no "{name}". {did_you_mean(name, known)}')
    if "name" not in mapping.columns:
        lacking = [name for name in NEEDED if name not in mapping.columns]
        if lacking:
            raise WrongUse(f"{where}: [columns] names no column for {', '.join(lacking)}. Every roll needs {', '.join(NEEDED)}.")
    elif "id" not in mapping.columns:
        raise WrongUse(f"{where}: [columns] names no column for id. Every roll needs one.")
    if mapping.format == "fixed":
        for name, given in mapping.columns.items():
            for place in given if isinstance(given, list) else [given]:
                if not re.fullmatch(r"[1-9]\d*-[1-9]\d*", str(place)):
                    raise WrongUse(f'{where}: "{name}" is {place!r}. In a file of fixed width it wants its places, as "1-8".')
    return mapping


def toml_of(mapping: RollMapping) -> str:
    """The mapping as a TOML file: how it is kept for the office's next roll."""
    lines = [f"name = {_quoted(mapping.name)}"]
    lines += [
        f"{key} = {_quoted(value) if isinstance(value, str) else str(value).lower()}"
        for key in ("format", "delimiter", "encoding", "header", "sheet", "date_format")
        if (value := getattr(mapping, key)) is not None
    ]
    lines.append("\n[columns]")
    lines += [f"{name} = {_value(given)}" for name, given in mapping.columns.items()]
    if mapping.status:
        lines.append("\n[status]")
        lines += [f"{_quoted(code)} = {_quoted(meaning)}" for code, meaning in mapping.status.items()]
    return "\n".join(lines) + "\n"


def _value(given: Column | list[Column]) -> str:
    if isinstance(given, list):
        return "[" + ", ".join(_value(one) for one in given) + "]"
    return str(given) if isinstance(given, int) else _quoted(given)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
