"""What may be drawn for papers under the charters? Reads layouts.toml and wording.toml of this folder."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ORDINANCES = ("fulton-10-3", "charter-3-06", "charter-602")


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLayout:
    """How a paper is set; layouts.toml says what each field may be."""

    id: str
    side: str
    ordinance: str
    state: str
    look: str
    paper: str
    landscape: bool
    margins: tuple[float, float, float, float]
    """Top, right, bottom, left, in points."""
    line: str
    columns: tuple[tuple[str, float], ...]
    labels: str
    head: str
    rows: tuple[int, int]
    affidavit: str
    notary: str
    heading: str
    text: str
    instructions: str
    page_number: str
    sign_pages: tuple[int, ...]
    papers: tuple[int, ...]
    """How many papers one file may hold."""
    serial: str = ""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the paper in points."""
        short, long = (612.0, 792.0) if self.paper == "letter" else (612.0, 1008.0)
        return (long, short) if self.landscape else (short, long)

    @property
    def printed_numbers(self) -> bool:
        """Always so for the setting of lines: a paper without a column of numbers has none inside its cells either."""
        return True

    @property
    def cells(self) -> frozenset[str]:
        """What a signer can fill in, a date split in three as one."""
        return frozenset(part.split("-")[0] for name, _ in self.columns for part in name.split(":")) - {"number"}


@cache
def data(name: str) -> dict[str, Any]:
    """One of the TOML files of this folder."""
    return tomllib.loads((HERE / name).read_text())


def layouts(side: str, ordinance: str) -> list[PaperLayout]:
    """The layouts of `side` for `ordinance`."""
    made = []
    for entry in data("layouts.toml")["layout"]:
        if entry["side"] != side or entry["ordinance"] != ordinance:
            continue
        lists = {name: tuple(entry[name]) for name in ("margins", "rows", "sign_pages", "papers")}
        columns = tuple((name, float(width)) for name, width in entry["columns"])
        made.append(PaperLayout(**{**entry, **lists, "columns": columns}))
    return made


def wordings(*path: str, side: str) -> list[dict[str, Any]]:
    """The entries of wording.toml under `path` that `side` may use."""
    node: Any = data("wording.toml")
    for name in path:
        node = node[name]
    return [entry for entry in node if entry["side"] == side]
