"""Which defects of papers can be planted, the lines apart? Registered by name, each with the ordinances that know it.

Stages: "print" before the paper is printed, "oath" before it is filled in, "line" on planned lines, "count" when all else
is known.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from samples.factory import catalogue
from samples.factory.defects import Plant, changed
from samples.factory.draft import Draft
from samples.factory.form import Fault
from samples.factory.paper import reasons
from samples.factory.paper.consequence import section
from samples.factory.paper.form import OFFICES, PARTIES, STATEMENTS, PaperForm, draw
from samples.factory.paper.layout import layouts
from samples.factory.paper.pages import typeset
from samples.factory.people import person

ALL = ("fulton-10-3", "charter-3-06", "charter-602")
SWORN = ("fulton-10-3", "charter-602")
TEXT_KINDS = ("initiative", "referendum")


@dataclass(frozen=True, slots=True, kw_only=True)
class Defect:
    """A way for a paper to go wrong: when it is planted, what it cannot stand beside, and where it is a defect at all."""

    name: str
    stage: str
    group: str
    plant: Plant
    weight: float
    ordinances: tuple[str, ...]
    kinds: tuple[str, ...]

    def fits(self, form: PaperForm) -> bool:
        return form.ordinance in self.ordinances and (not self.kinds or form.kind in self.kinds)


REGISTRY: dict[str, Defect] = {}


def defect(
    name: str, stage: str, group: str, ordinances: tuple[str, ...], weight: float = 1.0, kinds: tuple[str, ...] = ()
) -> Callable[[Plant], Plant]:
    """Register a planting; of one group a paper gets one defect at most."""

    def register(plant: Plant) -> Plant:
        REGISTRY[name] = Defect(
            name=name, stage=stage, group=group, plant=plant, weight=weight, ordinances=ordinances, kinds=kinds
        )
        return plant

    return register


def fault(made: Draft, what: str, leaf: int | None = None, value: object = None) -> None:
    made.form = replace(made.form, faults=(*made.form.faults, Fault(what=what, leaf=leaf, value=value)))


def paper(made: Draft) -> PaperForm:
    return made.form


def found(made: Draft, check: str, leaf: int | None = None, **more: object) -> None:
    made.findings.append(section(paper(made).ordinance, check, leaf, **more))


def sworn_leaves(made: Draft) -> list[int | None]:
    """Leaves that bear an affidavit, where each page has its own; else one answer for the whole paper."""
    if paper(made).ordinance != "charter-602":
        return [None]
    return [leaf.number for leaf in made.clean.leaves if leaf.find("part", "affidavit")]


@defect("text-missing", "print", "text", ("fulton-10-3",), 1.0, TEXT_KINDS)
def _text_missing(rng: random.Random, made: Draft) -> None:
    fault(made, "text-missing")
    found(made, "text-missing")


@defect("text-wording", "print", "text", ("fulton-10-3",), 1.5, TEXT_KINDS)
def _text_wording(rng: random.Random, made: Draft) -> None:
    paragraphs = [words for head, words in made.form.measure.text if not head and len(words.split()) > 12]
    fault(made, "text-wording", None, changed(rng, rng.choice(paragraphs)))
    found(made, "text-wording")


@defect("text-paragraph-missing", "print", "text", ("fulton-10-3",), 0.7, TEXT_KINDS)
def _paragraph_missing(rng: random.Random, made: Draft) -> None:
    fault(made, "text-wording", None, (rng.choice([words for head, words in made.form.measure.text if not head]), ""))
    found(made, "text-wording", default="void")


@defect("affidavit-missing", "print", "affidavit", ("fulton-10-3",), 1.0)
def _affidavit_missing(rng: random.Random, made: Draft) -> None:
    fault(made, "affidavit-missing")
    found(made, "affidavit-missing")


@defect("affidavit-missing-on-page", "print", "affidavit", ("charter-602",), 1.5)
def _missing_on_page(rng: random.Random, made: Draft) -> None:
    leaf = rng.choice(made.leaves("lines"))
    fault(made, "affidavit-missing", leaf)
    # A back that is left out moves only what comes behind it, so its front keeps its number.
    found(made, "affidavit-missing-on-page", leaf)


@defect("affidavit-statement-missing", "print", "statement", SWORN, 3.0)
def _statement_missing(rng: random.Random, made: Draft) -> None:
    form = paper(made)
    names = STATEMENTS[form.ordinance]
    gone = rng.sample(names, rng.choice((1, 1, 1, 2)) if len(names) > 2 else 1)
    made.form = replace(made.form, statements=tuple(s for s in form.statements if not set(s.says) & set(gone)))
    fault(made, "statement-other")
    for leaf in sworn_leaves(made):
        for name in gone:
            found(made, "affidavit-statement-missing", leaf, statement=name)


@defect("affidavit-not-sworn", "print", "sworn", SWORN, 1.3)
def _not_sworn(rng: random.Random, made: Draft) -> None:
    made.form = replace(made.form, sworn=False)
    made.oath = replace(made.oath, notary_signed=False, seal="", notary_day=None, expires_written=False)
    fault(made, "bare")
    for leaf in sworn_leaves(made):
        found(made, "affidavit-not-sworn", leaf)


@defect("affidavit-unsigned", "oath", "affiant", SWORN, 1.3)
def _unsigned(rng: random.Random, made: Draft) -> None:
    leaf = rng.choice(sworn_leaves(made))
    if leaf is None:
        made.oath = replace(made.oath, signed=False)
    else:
        made.oaths[leaf] = replace(made.oath, signed=False)
    found(made, "affidavit-unsigned", leaf)


@defect("affidavit-altered", "count", "altered", SWORN, 1.0)
def _altered(rng: random.Random, made: Draft) -> None:
    form = paper(made)
    leaves = [leaf for leaf in made.clean.leaves if leaf.find("part", "affidavit")]
    if not leaves:
        return
    names = [n for n in ("circulator-date", "circulator-name", "notary-date", "count") if leaves[0].find("blank", n)]
    if not made.oath.notary_day:
        names = [n for n in names if n != "notary-date"]
    if not made.oath.day:
        names = [n for n in names if n != "circulator-date"]
    if not names:
        return
    name = rng.choice(names)
    made.oath = replace(made.oath, altered=name, typed=False)
    for leaf in sworn_leaves(made):
        found(made, "affidavit-altered", leaf)
    if name == "count":
        for check in ("count-stated-differs", "count-stated-missing"):
            made.allowed.append({"check": check, "why": "the number is written over: either reading may be meant"})
    if name in ("circulator-date", "notary-date") and form.ordinance == "fulton-10-3":
        made.allowed.append({"check": "line-after-affidavit", "why": "the date of the affidavit is written over"})


@defect("count-stated-missing", "count", "count", ("fulton-10-3",), 1.5)
def _count_missing(rng: random.Random, made: Draft) -> None:
    made.oath = replace(made.oath, count="", count_value=None)
    found(made, "count-stated-missing")


@defect("count-stated-differs", "count", "count", ("fulton-10-3",), 2.0)
def _count_differs(rng: random.Random, made: Draft) -> None:
    """Over or under, by more than struck lines could explain."""
    number = made.oath.count_value or 0
    written = sum(e is not None for e in made.entries.values())
    under = [n for n in (number - 1, number - 2, number - 3) if n > 0]
    over = [written + n for n in (1, 1, 2, 5, 10)]
    told = rng.choice(over if rng.random() < 0.5 or not under else under)
    made.oath = replace(made.oath, count=str(told), count_value=told)
    found(made, "count-stated-differs", over=told > number)


@defect("circulator-signed-as-elector", "line", "self", SWORN, 0.6)
def _circulator_signed(rng: random.Random, made: Draft) -> None:
    form = paper(made)
    places = [p for p, e in made.entries.items() if e]
    if not places or "name" not in form.layout.cells:
        return
    place = rng.choice(places)
    entry = made.entries[place]
    assert entry is not None
    made.entries[place] = replace(entry, who=made.oath.circulator, filled=entry.filled | {"name", "address"})
    found(made, "circulator-signed-as-elector", None)


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


assert tuple(SLOGANS) == catalogue.SIDES
