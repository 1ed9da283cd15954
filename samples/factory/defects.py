"""Which defects can be planted? One function a defect, registered by the check it fires; each says what it planted in
the draft.

A function takes the random generator and the draft, plants, and adds its findings. Stages: "print" before the section
is printed, "oath" before it is filled in, "line" on planned lines, "assembly" on the order of the pages.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from samples.factory.consequence import section
from samples.factory.draft import Draft
from samples.factory.form import Fault
from samples.factory.people import person

Plant = Callable[[random.Random, Draft], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Defect:
    """A way to go wrong: the check it fires, when it is planted, what it cannot stand beside, and the planting."""

    name: str
    stage: str
    group: str
    plant: Plant
    weight: float


REGISTRY: dict[str, Defect] = {}


def defect(name: str, stage: str, group: str, weight: float = 1.0) -> Callable[[Plant], Plant]:
    """Register a planting; of one group a section gets one defect at most."""

    def register(plant: Plant) -> Plant:
        REGISTRY[name] = Defect(name=name, stage=stage, group=group, plant=plant, weight=weight)
        return plant

    return register


def fault(made: Draft, what: str, leaf: int | None = None, value: object = None) -> None:
    made.form = replace(made.form, faults=(*made.form.faults, Fault(what=what, leaf=leaf, value=value)))


def bearing(made: Draft) -> list[int]:
    """Leaves that must bear warning and summary: the first text page and every page with lines."""
    return sorted({*made.leaves("text")[:1], *made.leaves("lines")})


def missing_default(made: Draft, leaf: int) -> str:
    """Void; review where the text runs over pages and the leaf is a later one (reading warning-pages)."""
    return "review" if len(made.leaves("text")) > 1 and leaf != made.leaves("text")[0] else "void"


def changed(rng: random.Random, words: str) -> tuple[str, str]:
    """A change of one word of `words` as (phrase, changed phrase): left out, put in, or another in its place."""
    parts = words.split()
    for _ in range(200):
        at = rng.randrange(1, len(parts) - 1)
        old = " ".join(parts[at - 1 : at + 2])
        if words.count(old) != 1 or not parts[at].isalpha() or len(parts[at]) < 4:
            continue
        kind = rng.choice(("out", "in", "other"))
        if kind == "out":
            return old, f"{parts[at - 1]} {parts[at + 1]}"
        if kind == "in":
            return (
                old,
                f"{parts[at - 1]} {rng.choice(ADDED)} {parts[at]} {parts[at + 1]}",
            )
        other = rng.choice(
            [
                w
                for w in ("residents", "council", "before", "monthly", "forbids", "property", "largely", "fifteen", "within")
                if w != parts[at]
            ]
        )
        return old, f"{parts[at - 1]} {other} {parts[at + 1]}"
    raise ValueError("no word could be changed")


ADDED = ("generally", "substantial", "ordinarily", "certain")

WARNING_CHANGES = (
    ("to knowingly sign his or her name", "to sign his or her name"),
    ("other than his or her own", "other than his own"),
    ("UNLESS YOU ARE A", "IF YOU ARE NOT A"),
    ("in its entirety and understand", "and understand"),
    ("or the summary in", "in"),
    ("eligible to vote on the measure", "eligible to vote on the question"),
    ("AND REGISTERED TO VOTE.", "AND REGISTERED TO VOTE HERE."),
    ("IT IS AGAINST THE LAW:", "IT IS UNLAWFUL:"),
    ("more than once for the same measure", "more than twice for the same measure"),
)


@defect("warning-missing", "print", "warning-a")
def _warning_missing(rng: random.Random, made: Draft) -> None:
    leaf = rng.choice(bearing(made))
    fault(made, "warning-missing", leaf)
    made.findings.append(section("warning-missing", leaf, default=missing_default(made, leaf)))


@defect("warning-not-red", "print", "warning-a", 1.5)
def _warning_not_red(rng: random.Random, made: Draft) -> None:
    leaf = rng.choice([None, rng.choice(bearing(made))])
    fault(made, "warning-not-red", leaf, rng.choice(("#000000", "#000000", "#1a3a9a", "#0b5a2a", "#222222")))
    for at in sorted(made.clean.warning_leaves) if leaf is None else [leaf]:
        made.findings.append(section("warning-not-red", at))


@defect("warning-not-plain", "print", "warning-b", 0.7)
def _warning_not_plain(rng: random.Random, made: Draft) -> None:
    _everywhere(made, "warning-not-plain")
    # Script letters have no bold of their own and read badly: nothing more is asked of a program than to see that.
    made.allowed += [
        {"check": check, "why": "script letters are hard to read and have no weight to compare"}
        for check in ("warning-not-bold", "warning-wording", "warning-too-small")
    ]


def _everywhere(made: Draft, check: str, value: object = None) -> None:
    fault(made, check, None, value)
    made.findings += [section(check, leaf) for leaf in sorted(made.clean.warning_leaves)]


@defect("warning-misplaced", "print", "warning-c")
def _warning_misplaced(rng: random.Random, made: Draft) -> None:
    leaf = rng.choice([None, rng.choice(bearing(made))])
    words = rng.choice(
        (
            f"{made.form.measure.title}",
            f"PETITION TO THE CITY COUNCIL OF {made.form.town.city.upper()}",
            "SIGN HERE TO PUT IT ON THE BALLOT",
        )
    )
    fault(made, "warning-misplaced", leaf, words)
    made.findings += [section("warning-misplaced", at) for at in (sorted(made.clean.warning_leaves) if leaf is None else [leaf])]


@defect("warning-too-small", "print", "warning-b")
def _warning_too_small(rng: random.Random, made: Draft) -> None:
    _everywhere(made, "warning-too-small", rng.choice((7.5, 8.0, 8.0, 8.5)))


@defect("warning-not-bold", "print", "warning-b")
def _warning_not_bold(rng: random.Random, made: Draft) -> None:
    _everywhere(made, "warning-not-bold")


@defect("warning-wording", "print", "warning-d", 1.3)
def _warning_wording(rng: random.Random, made: Draft) -> None:
    _everywhere(made, "warning-wording", rng.choice(WARNING_CHANGES))


@defect("summary-missing", "print", "summary")
def _summary_missing(rng: random.Random, made: Draft) -> None:
    leaf = rng.choice(bearing(made))
    fault(made, "summary-missing", leaf)
    made.findings.append(section("summary-missing", leaf, default=missing_default(made, leaf)))


@defect("summary-misplaced", "print", "summary", 0.8)
def _summary_misplaced(rng: random.Random, made: Draft) -> None:
    leaf = rng.choice([None, rng.choice(bearing(made))])
    fault(made, "summary-misplaced", leaf)
    for at in sorted(made.clean.warning_leaves) if leaf is None else [leaf]:
        made.findings += [section("summary-misplaced", at), section("warning-misplaced", at)]


@defect("summary-wording", "print", "summary", 1.3)
def _summary_wording(rng: random.Random, made: Draft) -> None:
    fault(made, "summary-wording", None, changed(rng, made.form.measure.summary))
    made.findings += [section("summary-wording", leaf) for leaf in sorted(made.clean.warning_leaves)]


@defect("text-missing", "print", "structure")
def _text_missing(rng: random.Random, made: Draft) -> None:
    fault(made, "text-missing")
    made.findings.append(section("text-missing"))
    if made.form.layout.committee == "first":
        made.findings.append(section("committee-missing"))


@defect("text-misplaced", "print", "structure", 0.8)
def _text_misplaced(rng: random.Random, made: Draft) -> None:
    fault(made, "text-misplaced")
    made.findings.append(section("text-misplaced"))


@defect("text-wording", "print", "text", 1.5)
def _text_wording(rng: random.Random, made: Draft) -> None:
    paragraphs = [words for head, words in made.form.measure.text if not head and len(words.split()) > 12]
    old, new = changed(rng, rng.choice(paragraphs))
    fault(made, "text-wording", None, (old, new))
    made.findings.append(section("text-wording"))


@defect("text-paragraph-missing", "print", "text", 0.7)
def _text_paragraph_missing(rng: random.Random, made: Draft) -> None:
    fault(made, "text-wording", None, (rng.choice([words for head, words in made.form.measure.text if not head]), ""))
    made.findings.append(section("text-wording", default="void"))


@defect("text-too-small", "print", "text", 0.8)
def _text_too_small(rng: random.Random, made: Draft) -> None:
    fault(made, "text-too-small", None, rng.choice((7.5, 8.0, 8.0)))
    made.findings.append(section("text-too-small"))


@defect("text-not-plain", "print", "text", 0.6)
def _text_not_plain(rng: random.Random, made: Draft) -> None:
    fault(made, "text-not-plain")
    made.findings.append(section("text-not-plain"))
    made.allowed += [
        {"check": check, "why": "script letters are hard to read"} for check in ("text-wording", "text-too-small", "text-missing")
    ]


@defect("lines-missing", "print", "structure", 0.5)
def _lines_missing(rng: random.Random, made: Draft) -> None:
    fault(made, "lines-missing")
    made.findings.append(section("lines-missing"))
    made.allowed.append({"check": "section-disassembled", "why": "an affidavit without signature pages"})
    made.allowed.append({"check": "affidavit-misplaced", "why": "there are no signature pages that it could follow"})


@defect("lines-unnumbered", "print", "numbers", 0.8)
def _lines_unnumbered(rng: random.Random, made: Draft) -> None:
    fault(made, "lines-unnumbered")
    made.findings.append(section("lines-unnumbered"))


@defect("lines-misnumbered", "print", "numbers", 1.2)
def _lines_misnumbered(rng: random.Random, made: Draft) -> None:
    leaves = [leaf for leaf in made.leaves("lines") if sum(k[0] == leaf for k in made.clean.numbers) > 3]
    if not leaves:
        return
    fault(made, "lines-misnumbered", rng.choice(leaves), (rng.choice(("repeated", "left-out", "swapped")), rng.randint(1, 6)))
    made.findings.append(section("lines-misnumbered"))


@defect("committee-missing", "print", "committee", 0.8)
def _committee_missing(rng: random.Random, made: Draft) -> None:
    fault(made, "committee-missing")
    made.findings.append(section("committee-missing"))


@defect("committee-size", "print", "committee")
def _committee_size(rng: random.Random, made: Draft) -> None:
    size = rng.choice((1, 2, 2, 6, 7))
    made.form = replace(made.form, committee=tuple(person(rng, made.form.town) for _ in range(size)))
    fault(made, "committee-other")
    made.findings.append(section("committee-size"))


@defect("committee-incomplete", "print", "committee")
def _committee_incomplete(rng: random.Random, made: Draft) -> None:
    people = list(made.form.committee)
    at = rng.randrange(len(people))
    people[at] = replace(people[at], street="") if rng.random() < 0.6 else replace(people[at], name="")
    made.form = replace(made.form, committee=tuple(people))
    fault(made, "committee-other")
    made.findings.append(section("committee-incomplete"))


@defect("serial-missing", "print", "serial")
def _serial_missing(rng: random.Random, made: Draft) -> None:
    fault(made, "serial-missing")
    made.findings.append(section("serial-missing"))


@defect("serial-inconsistent", "print", "serial")
def _serial_inconsistent(rng: random.Random, made: Draft) -> None:
    if not made.form.serial_each_page:
        made.form = replace(made.form, serial_each_page=True)
    other = f"{int(made.serial) + rng.randint(1, 9):0{len(made.serial)}d}"
    fault(made, "serial-inconsistent", rng.choice([leaf.number for leaf in made.clean.leaves][1:]), other)
    made.findings.append(section("serial-inconsistent"))
    made.allowed.append(
        {"check": "section-disassembled", "why": "a page with another serial number may be a page of another section"}
    )
