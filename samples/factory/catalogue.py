"""What may be drawn on each side? Reads catalogue.toml and wording.toml; nothing else decides what is for measuring."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SIDES = ("develop", "measure")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a form is set: paper, the look of the warning, the columns of its lines, where the other parts stand."""

    id: str
    side: str
    paper: str
    landscape: bool
    margins: tuple[float, float, float, float]
    """Top, right, bottom, left, in points."""
    warning: str
    title: bool
    summary: str
    line: str
    columns: tuple[tuple[str, float], ...]
    labels: str
    head: str
    rows: tuple[int, int]
    serial: str
    serial_print: str
    page_number: str
    committee: str
    affidavit: str
    notary: str

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the paper in points."""
        short, long = (612.0, 792.0) if self.paper == "letter" else (612.0, 1008.0)
        return (long, short) if self.landscape else (short, long)

    @property
    def printed_numbers(self) -> bool:
        """Whether the numbers stand in a column of their own; else they are printed inside the first cell."""
        return any(name == "number" for name, _ in self.columns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A print face: a family of a Debian package, or of an npm package."""

    id: str
    side: str
    family: str
    system: str = ""
    npm: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A handwriting face; `size` in points makes it as large as people write on a form."""

    id: str
    side: str
    joined: bool
    size: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A scanner's way: see scanner.py for what each setting does."""

    id: str
    side: str
    weight: float = 1.0
    colour: str = "colour"
    dpi: int = 300
    packing: str = "jpeg"
    settings: dict[str, Any] = field(default_factory=dict)


@cache
def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((HERE / name).read_text())


def _entries(kind: str, side: str) -> list[dict[str, Any]]:
    return [entry for entry in _data("catalogue.toml").get(kind, []) if entry["side"] == side]


def layouts(side: str) -> list[Layout]:
    made = []
    for entry in _entries("layout", side):
        columns = tuple((name, float(width)) for name, width in entry["columns"])
        made.append(Layout(**{**entry, "columns": columns, "margins": tuple(entry["margins"]), "rows": tuple(entry["rows"])}))
    return made


def faces(side: str) -> list[Face]:
    return [Face(**entry) for entry in _entries("face", side)]


def scripts(side: str) -> list[Face]:
    return [Face(**entry) for entry in _entries("script", side)]


def hands(side: str) -> list[Hand]:
    return [Hand(**entry) for entry in _entries("hand", side)]


def profiles(side: str) -> list[Profile]:
    known = {"id", "side", "weight", "colour", "dpi", "packing"}
    return [
        Profile(**{k: v for k, v in entry.items() if k in known}, settings={k: v for k, v in entry.items() if k not in known})
        for entry in _entries("profile", side)
    ]


def wordings(*path: str, side: str) -> list[dict[str, Any]]:
    """The entries of wording.toml under `path` that `side` may use."""
    node: Any = _data("wording.toml")
    for name in path:
        node = node[name]
    return [entry for entry in node if entry["side"] == side]
