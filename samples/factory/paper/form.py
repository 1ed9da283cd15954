"""What is printed on a paper of a petition under the charters? A frozen description; pages.py sets it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from samples.factory import catalogue, measure
from samples.factory.catalogue import Face
from samples.factory.form import Fault, Statement
from samples.factory.measure import Measure
from samples.factory.paper import reasons
from samples.factory.paper.layout import PaperLayout, data, layouts, wordings
from samples.factory.paper.reasons import Reasons
from samples.factory.people import PAPER_TOWNS, Town, person
from samples.factory.spelling import MONTHS

KINDS = {
    "fulton-10-3": ("initiative", "recall", "referendum", "recall"),
    "charter-3-06": ("nomination",),
    "charter-602": ("nomination",),
}
STATEMENTS = {
    "fulton-10-3": ("circulated-personally", "number-of-signatures", "signed-in-presence", "genuine", "opportunity-to-read"),
    "charter-602": ("signed-in-presence", "genuine"),
    "charter-3-06": (),
}
PARTIES = {"develop": ("Democratic", "Republican", "Libertarian"), "measure": ("Republican", "Green", "Democratic")}
RECALLED = ("Mayor", "Council Member, Ward 2", "Council Member, Ward 4", "City Clerk", "Council Member")
OFFICES = {
    "charter-3-06": ("Mayor", "Council Member", "Council Member"),
    "charter-602": ("Mayor", "Council Member at Large", "District Council Member", "District Council Member"),
}
PARTICULARS = ("candidate", "address", "party", "office", "district")


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperForm:
    """A paper: its layout, faces, words and people, and the faults planted in the print."""

    ordinance: str
    kind: str
    side: str
    layout: PaperLayout
    body: Face
    script: Face
    town: Town
    measure: Measure
    """Title, and the full text where the kind has one."""
    title: str
    body_size: float
    words: Mapping[str, str]
    affidavit: Mapping[str, Any]
    jurat: Mapping[str, str]
    statements: tuple[Statement, ...]
    sworn: bool
    stated: Mapping[str, str]
    """Recall: `official`, `office`. Nomination: `candidate`, `address`, `party`, `office`, `district`, `primary`."""
    by_hand: bool
    """Whether the particulars of heading or statement are blanks that a pen fills, or print."""
    recall: Mapping[str, str] | None
    nomination: Mapping[str, str] | None
    reasons: Reasons | None
    instruction: str
    lines_per_page: int
    sign_pages: int
    nonpartisan_note: bool
    primary: date | None = None
    faults: tuple[Fault, ...] = field(default=())
    elector: bool = False
    restart_numbers: bool = True

    @property
    def warning_face(self) -> Face:
        """Papers have no face of a warning's own."""
        return self.body

    def fault(self, what: str, leaf: int | None = None) -> Fault | None:
        """The planted fault `what` that touches `leaf`, if any."""
        for fault in self.faults:
            if fault.what == what and (fault.leaf is None or leaf is None or fault.leaf == leaf):
                return fault
        return None


def draw(
    rng: random.Random,
    side: str,
    ordinance: str,
    *,
    layout: PaperLayout | None = None,
    kind: str | None = None,
    first: date,
    town: Town | None = None,
) -> PaperForm:
    """Draw a paper of `side` under `ordinance`; circulation begins on `first`, in `town` where that is given."""
    layout = layout or rng.choice(layouts(side, ordinance))
    kind = kind or rng.choice(KINDS[ordinance])
    base = town or rng.choice(PAPER_TOWNS[side])
    town = replace(base, state=layout.state)
    names = {
        "city": town.city,
        "CITY": town.city.upper(),
        "county": town.county,
        "state": town.state,
        "STATE": town.state.upper(),
    }

    def word(*path: str) -> str:
        text: str = rng.choice(wordings(*path, side=side))["text"]
        for key, value in names.items():
            text = text.replace("{" + key + "}", value)
        return text

    parts = {p.split("-")[0] for column, _ in layout.columns for p in column.split(":")} | {"number"}
    words = {f"column-{name}": word("columns", name) for name in sorted(parts)} | {"text": word("text", "headings")}
    if kind in ("initiative", "referendum"):
        words["prayer"] = word("prayer", kind)
    title = word("titles", kind)
    primary = first + timedelta(days=rng.randint(150, 190)) if kind == "nomination" else None
    stated = _stated(rng, side, ordinance, kind, town, primary)
    recall = rng.choice(wordings("recall", side=side)) if kind == "recall" else None
    why = reasons.compose(rng, side, rng.choice((64, 96, 121, 150, 180, 199, 200)), hyphens=False) if recall else None
    nomination = None
    if kind == "nomination":
        styles = wordings("nomination", side=side) if layout.heading == "sentence" else wordings("labels", side=side)
        nomination = rng.choice(styles)
    says = (
        "recall statement" if kind == "recall" else rng.choice(("full text of the ordinance", "complete text of the ordinance"))
    )
    low, high = layout.rows
    affidavit = rng.choice(wordings("affidavit", side=side))
    return PaperForm(
        ordinance=ordinance,
        kind=kind,
        side=side,
        layout=layout,
        body=rng.choice(catalogue.faces(side)),
        script=rng.choice(catalogue.scripts(side)),
        town=town,
        measure=_measure(rng, side, town, kind, title),
        title=title,
        body_size=rng.choice((9.5, 10.0, 10.0, 10.5)),
        words=words,
        affidavit=affidavit,
        jurat=rng.choice(wordings("jurat", side=side)),
        statements=_statements(rng, side, ordinance, says, names, affidavit["count"]),
        sworn=ordinance != "charter-3-06" or rng.random() < 0.4,
        stated=stated,
        by_hand=rng.random() < 0.45,
        recall=recall,
        nomination=nomination,
        reasons=why,
        instruction=word("instructions", "texts"),
        lines_per_page=rng.randint(low, high),
        sign_pages=rng.choice(layout.sign_pages),
        nonpartisan_note=ordinance == "charter-602" and rng.random() < 0.5,
        primary=primary,
    )


def _stated(rng: random.Random, side: str, ordinance: str, kind: str, town: Town, primary: date | None) -> dict[str, str]:
    who = person(rng, town)
    if kind == "recall":
        return {"official": who.name, "office": rng.choice(RECALLED)}
    if kind != "nomination":
        return {}
    assert primary is not None
    office = rng.choice(OFFICES[ordinance])
    place = "Ward" if ordinance == "charter-3-06" else "District"
    local = office in ("Council Member", "District Council Member")
    return {
        "candidate": who.name,
        "address": f"{who.street}, {town.city}",
        "party": rng.choice(PARTIES[side]) if ordinance == "charter-3-06" else "",
        "office": office,
        "district": f"{place} {rng.randint(1, 6)}" if local else "",
        "primary": f"{MONTHS[primary.month - 1]} {primary.day}, {primary.year}",
    }


def _measure(rng: random.Random, side: str, town: Town, kind: str, title: str) -> Measure:
    if kind not in ("initiative", "referendum"):
        return Measure(id=kind, kind=kind, title=title, summary=title, text=())
    for _ in range(200):
        chosen = measure.choose(rng, side, town, closing=rng.choice((0, 1, 2)))
        if chosen.kind == kind:
            return chosen
    raise ValueError(f"no made-up measure of kind {kind} on side {side}")


def _statements(
    rng: random.Random, side: str, ordinance: str, says: str, names: Mapping[str, str], count: str
) -> tuple[Statement, ...]:
    """The statements in the ordinance's order, sometimes a sentence of boilerplate between; the count may stand apart."""
    made = []
    for id in STATEMENTS[ordinance]:
        text = rng.choice(wordings("statements", ordinance, id, side=side))["text"].replace("{text}", says)
        if id == "number-of-signatures" and count == "apart":
            text = "the number of signatures on this paper is the number stated below"
        made.append(Statement(says=(id,), text=text))
    if ordinance == "charter-3-06":
        for entry in wordings("statements", ordinance, "certificate", side=side):
            text = entry["text"].replace("{city}", names["city"])
            made.append(Statement(says=(), text=text))
    if rng.random() < 0.4:
        extra = rng.choice([e for e in data("wording.toml")["extra"] if e["side"] == side])
        made.insert(rng.randint(0, len(made)), Statement(says=(), text=extra["text"]))
    return tuple(made)
