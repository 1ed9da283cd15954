"""Which defects of the affidavit, the notarial act and the assembly can be planted? Registered like those of the print
in defects.py.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

from samples.factory.consequence import section
from samples.factory.defects import defect, fault
from samples.factory.draft import Draft
from samples.factory.form import STATEMENTS, without_statement


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
    made.findings.append(
        section("affidavit-undated", default="review" if made.oath.notary_day and made.oath.notary_signed else "refuse")
    )


@defect("circulator-address-incomplete", "oath", "address", 1.5)
def _address_incomplete(rng: random.Random, made: Draft) -> None:
    gone = rng.choice((("street",), ("city",), ("county",), ("street", "city"), ("street", "city", "county")))
    made.oath = replace(made.oath, **dict.fromkeys(gone, False))
    made.findings.append(
        section("circulator-address-incomplete", missing=list(gone), default="void" if "street" in gone else "review")
    )


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


@defect("loose-page", "assembly", "assembly", 0.5)
def _loose_page(rng: random.Random, made: Draft) -> None:
    """One signature page alone, as it comes when a section fell apart before it was scanned."""
    if made.form.layout.affidavit == "below-lines" or not made.leaves("lines"):
        return
    kept = rng.choice(made.leaves("lines"))
    made.drop_leaves = {leaf.number for leaf in made.clean.leaves} - {kept}
    made.findings = [section("text-missing"), section("affidavit-missing"), section("committee-missing")]
    if not made.form.serial_each_page:
        made.findings.append(section("serial-missing"))
    made.allowed += [
        {"check": "section-disassembled", "why": "the printed page number tells of other pages"},
        {"check": "lines-misnumbered", "why": "the first number on the page need not be 1"},
    ]
