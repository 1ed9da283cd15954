"""The affiant of 54(f) is an elector where the roll has him or her, and only there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pipeline.model.scan import Scan, ScanFacts
from pipeline.signers.roll_lines import with_roll
from tests.checks.clean_section import clean_facts, read
from tests.roll.rolls import ADA, roll_of


def on_roll(tmp_path: Path, name: str | None) -> bool | None:
    """What is said of an affiant of this name, where Ada Quill of 12 Elm St is the one elector."""
    facts = clean_facts()
    sworn = facts.affidavits[0]
    told = {"name": name, "street": "12 Elm St"}
    particulars = tuple(
        replace(p, value=read(told[p.name], p.page, p.box) if told[p.name] else None) if p.name in told else p
        for p in sworn.particulars
    )
    facts = replace(facts, affidavits=(replace(sworn, particulars=particulars),))
    scan = Scan(file="s.pdf", sha256="0" * 64, page_count=4)
    whole = ScanFacts(
        schema="facts/1", scan=scan, pages=facts.pages, sections=(facts,), blank=(), unplaced=(), problems=(), versions={}
    )
    with roll_of(tmp_path, [ADA]) as roll:
        seen = with_roll(whole, roll).sections[0].affidavits[0].on_roll
    return None if seen is None else seen.present


def test_an_affiant_whom_the_roll_has_is_an_elector(tmp_path: Path) -> None:
    assert on_roll(tmp_path, "Ada Quill") is True


def test_an_affiant_whom_the_roll_has_not_is_none(tmp_path: Path) -> None:
    assert on_roll(tmp_path, "Yorick Vandermolen") is not True


def test_nothing_is_said_of_an_affiant_whose_name_was_not_read(tmp_path: Path) -> None:
    assert on_roll(tmp_path, None) is None
