"""Which defects of recall statements and nomination headings can be planted? Registered like the others in defects.py."""

from __future__ import annotations

import random
from dataclasses import replace

from samples.factory.draft import Draft
from samples.factory.form import Fault
from samples.factory.paper import reasons
from samples.factory.paper.defects import defect, fault, found, paper
from samples.factory.paper.form import OFFICES, PARTIES, draw
from samples.factory.paper.layout import layouts
from samples.factory.paper.pages import typeset
from samples.factory.people import person


@defect("recall-officer-missing", "print", "officer", ("fulton-10-3",), 1.3, ("recall",))
def _officer_missing(rng: random.Random, made: Draft) -> None:
    gone = rng.choice((("official",), ("office",), ("official", "office")))
    fault(made, "officer", None, gone)
    found(made, "recall-officer-missing", missing=["name" if n == "official" else "office" for n in gone])


@defect("recall-reasons-missing", "print", "reasons", ("fulton-10-3",), 0.8, ("recall",))
def _reasons_missing(rng: random.Random, made: Draft) -> None:
    fault(made, "reasons-missing")
    found(made, "recall-reasons-missing")


@defect("recall-reasons-too-long", "print", "reasons", ("fulton-10-3",), 1.6, ("recall",))
def _too_long(rng: random.Random, made: Draft) -> None:
    """Over 200 words by either rule; or only where hyphened words count as two, which is for a person to decide as well."""
    between = rng.random() < 0.2
    number = rng.choice((199, 200)) if between else rng.choice((201, 204, 215, 240, 240))
    for _ in range(50):
        made_up = reasons.compose(rng, made.form.side, number, hyphens=True if between else None)
        if not between or made_up.hyphened > 200:
            break
    made.form = replace(made.form, reasons=made_up)
    fault(made, "reasons-other")
    found(made, "recall-reasons-too-long", words=made_up.words, hyphened=made_up.hyphened)


@defect("recall-grounds-unstated", "print", "reasons", ("fulton-10-3",), 1.0, ("recall",))
def _grounds_unstated(rng: random.Random, made: Draft) -> None:
    number = rng.choice((60, 85, 110, 140, 170))
    made.form = replace(made.form, reasons=reasons.compose(rng, made.form.side, number, grounds=False, hyphens=False))
    fault(made, "reasons-other")
    found(made, "recall-grounds-unstated")


@defect("form-not-official", "print", "structure", ("charter-3-06", "charter-602"), 0.8)
def _not_official(rng: random.Random, made: Draft) -> None:
    """A form of somebody's own: the same nomination, on another layout and in other words than the approved form."""
    form = paper(made)
    assert form.primary is not None
    others = [x for x in layouts(form.side, form.ordinance) if x.id != form.layout.id]
    other = draw(rng, form.side, form.ordinance, layout=rng.choice(others), kind=form.kind, first=form.primary, town=form.town)
    made.form = replace(other, stated=form.stated, primary=form.primary, measure=form.measure, faults=(Fault(what="own-form"),))
    made.clean = typeset(made.form)
    if not made.form.sworn:
        made.oath = replace(made.oath, notary_signed=False, seal="", notary_day=None, expires_written=False)
    found(made, "form-not-official")


@defect("heading-incomplete", "print", "heading", ("charter-3-06",), 2.0)
def _heading_incomplete(rng: random.Random, made: Draft) -> None:
    gone = rng.choice((("candidate",), ("address",), ("address",), ("party",), ("party",), ("office",), ("party", "office")))
    leaf = rng.choice(made.leaves("lines"))
    fault(made, "heading-incomplete", leaf, gone)
    found(made, "heading-incomplete", leaf, missing=list(gone))


@defect("heading-differs", "print", "heading", ("charter-3-06",), 1.5)
def _heading_differs(rng: random.Random, made: Draft) -> None:
    form = paper(made)
    name = rng.choice(("candidate", "office", "party", "address"))
    other = person(rng, form.town)
    value = {
        "candidate": other.name,
        "address": f"{other.street}, {form.town.city}",
        "party": rng.choice([p for p in PARTIES[form.side] if p != form.stated["party"]]),
        "office": rng.choice([o for o in OFFICES[form.ordinance] if o != form.stated["office"]]),
    }[name]
    leaf = rng.choice(made.leaves("lines"))
    fault(made, "heading-differs", leaf, {name: value})
    found(made, "heading-differs", leaf, particular=name)


SLOGANS = {
    "develop": (
        "Endorsed by the Democratic Central Committee",
        "REPUBLICAN CANDIDATE",
        "The candidate of working families",
        "Libertarian Party of Pell County",
    ),
    "measure": (
        "Green Party Nominee",
        "Endorsed by the Republican Club of Old Harrow",
        "Your independent conservative choice",
        "DEMOCRAT",
    ),
}
AFTER_NAME = {"develop": ("Democrat", "Republican"), "measure": ("Republican", "Independent")}


@defect("party-designation", "print", "designation", ("charter-602",), 2.5)
def _designation(rng: random.Random, made: Draft) -> None:
    side = made.form.side
    kind = rng.choice(("slogan", "slogan", "after-name", "emblem"))
    emblems = ("star", "rose") if side == "develop" else ("torch", "bird")
    value = rng.choice({"slogan": SLOGANS[side], "after-name": AFTER_NAME[side], "emblem": emblems}[kind])
    leaf = rng.choice([None, rng.choice(made.leaves("lines"))])
    fault(made, "designation", leaf, (kind, value))
    found(made, "party-designation", leaf or made.leaves("lines")[0], designation=kind)
