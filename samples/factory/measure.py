"""What does a made-up petition ask for? Title, summary and full text, read from measures/*.toml."""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass
from pathlib import Path

from samples.factory.people import Town

FOLDER = Path(__file__).parent / "measures"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A proposed ordinance. `text` has one (heading?, words) pair a paragraph; a heading paragraph is True."""

    id: str
    kind: str
    title: str
    summary: str
    text: tuple[tuple[bool, str], ...]

    @property
    def filed_text(self) -> str:
        """The full text as it was filed: one paragraph a line, blank lines between."""
        return "\n\n".join(words for _, words in self.text) + "\n"


def choose(rng: random.Random, side: str, town: Town, *, closing: int, only: str | None = None) -> Measure:
    """A measure of `side`, with the last `closing` of the closing sections appended (0 to all)."""
    paths = sorted(path for path in FOLDER.glob("*.toml") if path.stem != "closing")
    measures = [(path.stem, tomllib.loads(path.read_text())) for path in paths]
    chosen = [(stem, data) for stem, data in measures if data["side"] == side and only in (None, stem)]
    stem, data = rng.choice(chosen)
    ends = [s for s in tomllib.loads((FOLDER / "closing.toml").read_text())["section"] if s["side"] == side]
    sections = list(data["section"])
    if data["kind"] == "initiative":
        sections += ends[len(ends) - closing :] if closing else []

    def fill(words: str, n: int) -> str:
        return words.format(city=town.city, CITY=town.city.upper(), county=town.county, n=n)

    text: list[tuple[bool, str]] = []
    for n, section in enumerate(sections, start=1):
        text.append((True, fill(section["heading"], n)))
        text += [(False, fill(words, n)) for words in section["paragraphs"]]
    return Measure(id=stem, kind=data["kind"], title=data["title"], summary=fill(data["summary"], 0), text=tuple(text))
