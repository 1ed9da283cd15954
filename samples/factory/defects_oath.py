"""Which defects of the affidavit and of signer lines can be planted? Registered like those of the print in defects.py."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from samples.factory.consequence import line, section
from samples.factory.defects import defect, fault
from samples.factory.draft import Draft
from samples.factory.form import STATEMENTS, without_statement
from samples.factory.signer import Entry


@defect("affidavit-missing", "print", "structure", 1.2)
def _affidavit_missing(rng: random.Random, made: Draft) -> None:
    fault(made, "affidavit-missing")
    made.findings = [f for f in made.findings if f["check"] != "presumed-genuine"]
    made.findings.append(section("affidavit-missing"))
    if made.form.layout.committee == "last" and made.form.layout.affidavit == "own-page":
        made.findings.append(section("committee-missing"))


@defect("affidavit-misplaced", "print", "structure", 0.8)
def _affidavit_misplaced(rng: random.Random, made: Draft) -> None:
    if made.form.layout.affidavit != "own-page":
        return
    fault(made, "affidavit-misplaced")
    made.findings.append(section("affidavit-misplaced"))


@defect("affidavit-statement-missing", "print", "statement", 3.0)
def _statement_missing(rng: random.Random, made: Draft) -> None:
    for id in rng.sample(STATEMENTS, rng.choice((1, 1, 1, 2))):
        made.form = replace(made.form, statements=without_statement(made.form, id))
        made.findings.append(section("affidavit-statement-missing", statement=id))
    fault(made, "statement-other")


def _oath(check: str, group: str, weight: float = 1.0, **changes: Any) -> None:
    """Register a defect that is only a blank left empty."""

    @defect(check, "oath", group, weight)
    def plant(rng: random.Random, made: Draft) -> None:
        made.oath = replace(made.oath, **changes)
        made.findings.append(section(check))


_oath("affidavit-unsigned", "affiant", 1.2, signed=False)
_oath("circulator-name-missing", "name", 1.0, name=False)
_oath("notary-signature-missing", "notary", 1.0, notary_signed=False)
_oath("notary-seal-missing", "notary", 1.0, seal="", expires_written=True)
_oath("notary-date-missing", "notary-date", 1.0, notary_day=None)


@defect("affidavit-undated", "oath", "date", 1.2)
def _undated(rng: random.Random, made: Draft) -> None:
    made.oath = replace(made.oath, day=None)
    made.findings.append(section("affidavit-undated", default="review" if made.oath.notary_day and made.oath.notary_signed else "refuse"))


@defect("circulator-address-incomplete", "oath", "address", 1.5)
def _address_incomplete(rng: random.Random, made: Draft) -> None:
    gone = rng.choice((("street",), ("city",), ("county",), ("street", "city"), ("street", "city", "county")))
    made.oath = replace(made.oath, **{name: False for name in gone})
    made.findings.append(section("circulator-address-incomplete", missing=list(gone), default="void" if "street" in gone else "review"))


@defect("affidavit-not-notarized", "oath", "notary", 1.2)
def _not_notarized(rng: random.Random, made: Draft) -> None:
    made.oath = replace(made.oath, notary_signed=False, seal="", notary_day=None, expires_written=False)
    made.findings.append(section("affidavit-not-notarized"))
    made.allowed.append({"check": "notary-date-missing", "why": "part of the same fault"})


@defect("notary-commission-expired", "oath", "expiry")
def _expired(rng: random.Random, made: Draft) -> None:
    day = made.oath.notary_day or made.last_day
    made.oath = replace(made.oath, expires=day - timedelta(days=rng.randint(20, 500)))
    made.findings.append(section("notary-commission-expired"))


@defect("notary-date-mismatch", "oath", "date")
def _mismatch(rng: random.Random, made: Draft) -> None:
    if not (made.oath.day and made.oath.notary_day):
        return
    made.oath = replace(made.oath, notary_day=made.oath.day - timedelta(days=rng.randint(1, 20)))
    made.findings.append(section("notary-date-mismatch"))


@defect("affidavit-altered", "oath", "altered", 0.8)
def _altered(rng: random.Random, made: Draft) -> None:
    names = ["circulator-date", "circulator-name"]
    if made.oath.notary_day and made.form.jurat["dated"] == "whole":
        names.append("notary-date")
    if made.oath.notary_day and made.form.jurat["dated"] == "split":
        names.append("notary-day")
    name = rng.choice(names)
    made.oath = replace(made.oath, altered=name, typed=False)
    made.findings.append(section("affidavit-altered"))
    if name == "circulator-date":
        made.allowed.append({"check": "notary-date-mismatch", "why": "the date is written over: either reading may be later"})


@defect("circulator-is-notary", "oath", "self", 0.5)
def _self_notarized(rng: random.Random, made: Draft) -> None:
    made.oath = replace(made.oath, notary=made.oath.circulator)
    made.findings.append(section("circulator-is-notary"))


@defect("section-disassembled", "assembly", "assembly", 1.2)
def _disassembled(rng: random.Random, made: Draft) -> None:
    """A page of another section among the pages, or printed page numbers that repeat or jump."""
    signing = made.leaves("lines")
    if made.form.layout.page_number and (rng.random() < 0.5 or not made.form.serial_each_page):
        at = rng.choice([leaf.number for leaf in made.clean.leaves][1:])
        fault(made, "page-number", at, at + rng.choice((1, 2, -1)) if at > 2 else at + 2)
        made.findings.append(section("section-disassembled"))
        return
    if not made.form.serial_each_page or not signing:
        return
    made.insert = {rng.choice(signing): f"{int(made.serial) + rng.randint(1, 30):0{len(made.serial)}d}"}
    made.findings += [section("section-disassembled"), section("serial-inconsistent")]
    made.allowed.append({"check": "lines-misnumbered", "why": "the foreign page brings its own numbers"})


def written(made: Draft) -> list[tuple[int, int]]:
    """Lines on which somebody is to sign and nothing is planted yet."""
    taken = {(f["page"], f["row"]) for f in made.findings if f["scope"] == "line"}
    return [place for place, entry in made.entries.items() if entry and place not in taken and place not in made.doubtful]


def _on_lines(rng: random.Random, made: Draft, check: str, change: Callable[[Entry], Entry], count: int, default: str | None = None) -> list[tuple[int, int]]:
    assert made.printed is not None
    places = written(made)
    chosen = rng.sample(places, min(count, len(places)))
    for place in chosen:
        entry = made.entries[place]
        assert entry is not None
        made.entries[place] = change(entry)
        made.findings.append(line(check, *place, made.printed.numbers[place], default=default))
    return chosen


@defect("line-signature-missing", "line", "line-signature", 1.5)
def _line_signature_missing(rng: random.Random, made: Draft) -> None:
    _on_lines(rng, made, "line-signature-missing", lambda e: replace(e, signed=False), rng.choice((1, 1, 2)))


@defect("line-date-missing", "line", "line-date", 0.8)
def _line_date_missing(rng: random.Random, made: Draft) -> None:
    _on_lines(rng, made, "line-date-missing", lambda e: replace(e, filled=e.filled - {"date"}), rng.choice((1, 2)))


@defect("line-after-affidavit", "line", "line-after", 1.5)
def _line_after(rng: random.Random, made: Draft) -> None:
    days, earlier = [d for d in (made.oath.day, made.oath.notary_day) if d], rng.random() < 0.2
    if not days:
        return
    late = max(days) + timedelta(days=rng.randint(1, 12))
    default = None
    if earlier and len(days) == 2 and days[0] != days[1] and days[1] > days[0]:
        late, default = days[1], "review"
    _on_lines(rng, made, "line-after-affidavit", lambda e: replace(e, day=late, spelling="m/d/yy" if e.spelling == "m/d" else e.spelling,
                                                                   filled=e.filled | {"date"}), rng.choice((1, 1, 2)), default)


@defect("line-outside-block", "line", "line-outside", 0.8)
def _line_outside(rng: random.Random, made: Draft) -> None:
    places = [(leaf, row) for leaf, row in written(made) if (leaf, row + 1) in made.entries]
    if not places:
        return
    leaf, row = rng.choice(places)
    entry = made.entries[(leaf, row)]
    assert entry is not None and made.printed is not None
    made.entries[(leaf, row)] = replace(entry, outside=rng.choice(("between", "two-lines")))
    made.entries[(leaf, row + 1)] = None
    made.findings.append(line("line-outside-block", leaf, row, made.printed.numbers[(leaf, row)]))
    made.doubtful |= {(leaf, row), (leaf, row + 1)}
    for check in ("line-outside-block", "line-signature-missing", "line-date-missing", "line-struck-partly"):
        made.allowed += [{"check": check, "why": "one entry over two lines may be told of either", "page": leaf, "row": r} for r in (row, row + 1)]


@defect("line-altered", "line", "line-altered", 0.8)
def _line_altered(rng: random.Random, made: Draft) -> None:
    split = made.printed is not None and any(m.name == "date-month" for leaf in made.printed.leaves for m in leaf.marks)
    what = rng.choice(("name", "signature") if split else ("date", "date", "name", "signature"))
    places = _on_lines(rng, made, "line-altered", lambda e: replace(e, altered=what, filled=e.filled | {"date", "name"}), 1)
    made.allowed += [{"check": c, "why": "writing over writing looks like striking, and its date is doubtful", "page": p, "row": r}
                     for p, r in places for c in ("line-struck-partly", "line-after-affidavit")]


@defect("line-struck", "line", "line-struck", 1.5)
def _line_struck(rng: random.Random, made: Draft) -> None:
    how = rng.choice(("once", "several", "scribble"))
    _on_lines(rng, made, "line-struck", lambda e: replace(e, strike=how), rng.choice((1, 1, 2)))


@defect("line-struck-partly", "line", "line-partly", 0.9)
def _line_struck_partly(rng: random.Random, made: Draft) -> None:
    part = rng.choice(("name", "address", "signature"))
    places = _on_lines(rng, made, "line-struck-partly", lambda e: replace(e, strike=part, filled=e.filled | {"name", "address"}), 1)
    made.allowed += [{"check": "line-altered", "why": "a word struck out is also a change", "page": p, "row": r} for p, r in places]
