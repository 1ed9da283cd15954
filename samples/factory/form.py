"""What is printed on the form of one petition? A frozen description; form_html.py sets it, form_paper.py prints it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from samples.factory import catalogue, measure
from samples.factory.catalogue import Face, Layout
from samples.factory.measure import Measure
from samples.factory.people import TOWNS, Person, Town, person

STATEMENTS = ("read-laws", "aged-18", "circulated-personally", "signed-in-presence", "genuine", "registered", "not-paid")

REDS = ("#c00000", "#d2232a", "#e00000", "#ae1022", "#ff0000", "#cf3a30", "#d9380f")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One sentence of the affidavit and the statements of the ordinance that it makes (none: boilerplate)."""

    says: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A planted fault of the print: what, on which leaf (from 1; None is all), and what it needs to be set."""

    what: str
    leaf: int | None = None
    value: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A petition form: its layout, faces, words and people, and the faults planted in the print."""

    side: str
    layout: Layout
    body: Face
    warning_face: Face
    script: Face
    town: Town
    measure: Measure
    heading: str
    body_size: float
    warning_size: float
    summary_size: float
    red: str
    upper_state: bool
    warning_flow: bool
    """Whether the short lines of the warning run together instead of standing on lines of their own."""
    words: Mapping[str, str]
    affidavit: Mapping[str, Any]
    jurat: Mapping[str, str]
    statements: tuple[Statement, ...]
    committee: tuple[Person, ...]
    lines_per_page: int
    sign_pages: int
    restart_numbers: bool
    later_text_warning: bool
    affidavit_warning: bool
    serial_each_page: bool
    elector: bool
    """Whether the affiant says that he is a registered elector (54(f))."""
    faults: tuple[Fault, ...] = field(default=())
    ordinance: str = "colorado-54-124"

    def fault(self, what: str, leaf: int | None = None) -> Fault | None:
        """The planted fault `what` that touches `leaf`, if any."""
        for fault in self.faults:
            if fault.what == what and (fault.leaf is None or leaf is None or fault.leaf == leaf):
                return fault
        return None


def draw(rng: random.Random, side: str, layout: Layout | None = None, only: str | None = None) -> Form:
    """Draw a form of `side`: every choice from the entries of the catalogue that are on this side."""
    layout = layout or rng.choice(catalogue.layouts(side))
    town = rng.choice(TOWNS[side])
    body = rng.choice(catalogue.faces(side))
    warning_face = body if rng.random() < 0.7 else rng.choice(catalogue.faces(side))
    chosen = measure.choose(rng, side, town, closing=rng.choice((0, 1, 2, 2, 4, 6)), only=only)

    def word(*path: str) -> str:
        return rng.choice(catalogue.wordings(*path, side=side))["text"].format(
            city=town.city, CITY=town.city.upper(), county=town.county
        )

    names = {name.split("-")[0] for column, _ in layout.columns for name in column.split(":")}
    words = {f"column-{name}": word("columns", name) for name in sorted(names | {"number"})}
    words |= {
        "serial": word("serial", "labels"),
        "summary": word("summary", "headings"),
        "text": word("text", "headings"),
        "instruction": word("instruction", "texts"),
        "committee": word("committee", "captions"),
    }
    heading = word("headings", "initiative")
    if chosen.kind == "referendum":
        heading = heading.replace("INITIATIVE", "REFERENDUM").replace("Initiated Ordinance", "Referendum")
    elector = rng.random() < 0.12
    low, high = layout.rows
    return Form(
        side=side,
        layout=layout,
        body=body,
        warning_face=warning_face,
        script=rng.choice(catalogue.scripts(side)),
        town=town,
        measure=chosen,
        heading=heading,
        body_size=rng.choice((10.0, 10.0, 10.5, 11.0)),
        warning_size=rng.choice((10.0, 10.0, 10.5, 11.0, 12.0)),
        summary_size=rng.choice((9.5, 10.0, 10.0, 10.5)),
        red=rng.choice(REDS),
        upper_state=rng.random() < 0.5,
        warning_flow=rng.random() < 0.25,
        words=words,
        affidavit=rng.choice(catalogue.wordings("affidavit", side=side)),
        jurat=rng.choice(catalogue.wordings("jurat", side=side)),
        statements=_statements(rng, side, town, elector=elector),
        committee=_committee(rng, town, rng.choice((3, 3, 4, 5, 5))),
        lines_per_page=rng.randint(low, high),
        sign_pages=rng.choice((1, 1, 2, 2, 3)),
        restart_numbers=rng.random() < 0.2,
        later_text_warning=rng.random() < 0.5,
        affidavit_warning=rng.random() < 0.25,
        serial_each_page=rng.random() < 0.55,
        elector=elector,
    )


def _committee(rng: random.Random, town: Town, size: int) -> tuple[Person, ...]:
    return tuple(person(rng, town) for _ in range(size))


def _statements(rng: random.Random, side: str, town: Town, *, elector: bool) -> tuple[Statement, ...]:
    """The seven statements in the ordinance's order, sometimes two in one sentence, sometimes boilerplate between."""
    chosen = {id: rng.choice(catalogue.wordings("statements", id, side=side))["text"] for id in STATEMENTS}
    merged = rng.choice(catalogue.wordings("merged", side=side)) if rng.random() < 0.2 else None
    made: list[Statement] = []
    for id in STATEMENTS:
        if merged and id in merged["says"]:
            if id == merged["says"][0]:
                made.append(Statement(says=tuple(merged["says"]), text=merged["text"]))
            continue
        made.append(Statement(says=(id,), text=chosen[id]))
    if rng.random() < 0.4:
        extra = Statement(says=(), text=rng.choice(catalogue.wordings("extra", side=side))["text"])
        made.insert(rng.randint(0, len(made)), extra)
    if elector:
        text = rng.choice(catalogue.wordings("elector", side=side))["text"].format(city=town.city, county=town.county)
        made.insert(rng.randint(0, 1), Statement(says=(), text=text))
    return tuple(made)


def without_statement(form: Form, id: str) -> tuple[Statement, ...]:
    """The form's sentences less the one that says `id`; a sentence that said more is split and the rest of it kept."""
    made: list[Statement] = []
    for statement in form.statements:
        if id not in statement.says:
            made.append(statement)
            continue
        for other in statement.says:
            if other != id:
                made.append(Statement(says=(other,), text=catalogue.wordings("statements", other, side=form.side)[0]["text"]))
    return tuple(made)
