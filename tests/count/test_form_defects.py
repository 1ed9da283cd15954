"""What the approved form bears too is one question on the petition, not a fault of every section."""

from __future__ import annotations

from datetime import date

import pytest

from pipeline.cli.gather import form_of
from pipeline.count.form_defects import printed
from pipeline.law import petition_file
from pipeline.model.petition import Required
from tests.conftest import ROOT
from tests.count.filed_sections import counted, decided, finding, of_line, petition, section

BLACK = finding("warning-not-red", "void", "section", page=1)
FILED = petition(required=Required(source="Art. 7", least=20), approved_by="Clerk of Eldermoor", approved_on=date(2026, 7, 20))


def test_the_forms_own_defect_costs_no_line_and_is_asked_once() -> None:
    sections = [section(str(n), findings=[BLACK]) for n in (1, 2, 3)]
    assert counted(FILED, *sections).numbers.counted == 0
    tally = counted(FILED, *sections, form=(BLACK,))
    assert tally.numbers.counted == 30
    whole = [f for f in tally.findings if f.section is None and f.finding.check == "warning-not-red"]
    assert [(f.consequence, f.finding.scope) for f in whole] == [("review", "petition")]
    for wanted in ("Clerk of Eldermoor", "2026-07-20", "3 of 3 sections"):
        assert wanted in whole[0].finding.message
    assert tally.verdict == "undecided"
    settled = counted(FILED, *sections, form=(BLACK,), decisions=decided(("finding", whole[0].key, "set-aside")))
    assert not any("warning" in why.lower() for why in settled.why)


def test_a_defect_that_the_form_has_not_stays_with_its_section() -> None:
    other = finding("warning-missing", "void", "section", page=2)
    tally = counted(FILED, section("1", findings=[other]), section("2"), form=(BLACK,))
    assert dict(tally.reasons) == {"warning-missing": 10}


def test_another_changed_word_is_not_the_forms() -> None:
    of_form = finding("summary-wording", "review", "section", found="shall close at nine in the evening")
    changed = finding("summary-wording", "review", "section", found="no fee is taken")
    tally = counted(FILED, section("1", findings=[changed]), form=(of_form,))
    assert tally.numbers.review == 10


def test_only_print_can_be_a_defect_of_a_blank_form() -> None:
    empty = [finding("affidavit-unsigned", "refuse", "section"), finding("serial-missing", "void", "section")]
    assert printed([*empty, BLACK, of_line("line-illegible", "review", 1), finding("text-missing", "note", "section")]) == (
        BLACK,
    )


@pytest.mark.parametrize("name", ["leaf-blowers", "night-sky", "library-hours", "leaf-blowers-2"])
def test_the_bundled_forms_are_read_and_have_no_defect_of_their_own(name: str) -> None:
    """Two of them have the blank of the section number on underscores below its label."""
    filed = petition_file.load(ROOT / "samples" / "petitions" / name / "petition-form.toml")
    assert form_of(filed) == ((), ())
