"""Which defects of papers can be planted, the lines apart? Registered by name, each with the ordinances that know it.

Stages: "print" before the paper is printed, "oath" before it is filled in, "line" on planned lines, "count" when all else
is known.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from samples.factory.defects import Plant, changed
from samples.factory.draft import Draft
from samples.factory.form import Fault
from samples.factory.paper.consequence import section
from samples.factory.paper.form import STATEMENTS, PaperForm

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
