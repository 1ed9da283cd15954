"""What the finders look for comes from the law's source and the petition file."""

from __future__ import annotations

from dataclasses import replace

from pipeline.law import loader, petition_file
from pipeline.law.sought import sought

NAME = "colorado-54-124"


def test_the_warning_is_that_of_the_source_with_its_sentences_apart() -> None:
    warning = sought(petition_file.for_ordinance(NAME), loader.load(NAME)).warning
    assert warning is not None
    assert warning.startswith("WARNING:\nIT IS AGAINST THE LAW:")
    assert warning.endswith("in its entirety and understand its meaning.")
    assert "MEASURE.TO" not in warning
    assert "VOTE.Do" not in warning
    assert '"' not in warning


def test_all_seven_statements_are_sought_with_their_clauses() -> None:
    statements = sought(petition_file.for_ordinance(NAME), loader.load(NAME)).statements
    assert [s.name for s in statements] == [
        "read-laws", "aged-18", "circulated-personally", "signed-in-presence", "genuine", "registered", "not-paid",
    ]  # fmt: skip
    assert statements[0].clause == "54-124(e)(2)"


def test_what_the_petition_file_knows_is_sought_too() -> None:
    petition = replace(petition_file.for_ordinance(NAME), summary="A summary.", text="A text.")
    wanted = sought(petition, loader.load(NAME))
    assert (wanted.summary, wanted.text) == ("A summary.", "A text.")
    assert wanted.notarized and wanted.serial and wanted.committee
    assert wanted.affidavit_particulars == ("name", "street", "municipality", "county", "date")


def test_an_initiative_under_10_3_is_sought_by_its_text_and_five_statements() -> None:
    petition = replace(petition_file.for_ordinance("fulton-10-3", "initiative"), summary="A summary.", text="A text.")
    wanted = sought(petition, loader.load("fulton-10-3"))
    assert (wanted.warning, wanted.summary, wanted.text) == (None, None, "A text.")
    assert [s.name for s in wanted.statements] == [
        "circulated-personally", "number-of-signatures", "signed-in-presence", "genuine", "opportunity-to-read",
    ]  # fmt: skip
    assert wanted.affidavit_particulars == ("count",)
    assert not (wanted.notarized or wanted.serial or wanted.committee or wanted.recall_grounds)


def test_a_recall_is_sought_by_its_grounds_and_not_by_a_text() -> None:
    petition = replace(petition_file.for_ordinance("fulton-10-3", "recall"), text="A text.")
    wanted = sought(petition, loader.load("fulton-10-3"))
    assert wanted.text is None
    assert wanted.recall_grounds == ("misconduct in office", "incompetence", "failure to perform duties prescribed by law")


def test_nominations_are_sought_by_what_their_charter_asks() -> None:
    partisan = sought(petition_file.for_ordinance("charter-3-06"), loader.load("charter-3-06"))
    assert partisan.heading_particulars == ("candidate", "address", "party", "office")
    assert partisan.statements == () and not partisan.no_designation
    nonpartisan = sought(petition_file.for_ordinance("charter-602"), loader.load("charter-602"))
    assert [s.name for s in nonpartisan.statements] == ["signed-in-presence", "genuine"]
    assert nonpartisan.no_designation and nonpartisan.heading_particulars == ()
