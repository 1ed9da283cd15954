"""Which petition a scan is of, by its words; a doubt is a question, never a guess."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pipeline.law import petition_file
from pipeline.work.belonging import Unknown, chosen, petition_of
from tests.conftest import ROOT

PETITIONS = ROOT / "samples" / "petitions"
IDS = ("leaf-blowers", "night-sky", "library-hours", "recall", "partisan-nomination", "ward-nomination")


@pytest.fixture(scope="module")
def petitions():
    return {name: petition_file.load(PETITIONS / name / "petition.toml") for name in IDS}


def _printed(petition) -> str:
    """The words that a section of this petition bears, beside the law's own."""
    official = f"{petition.official.name} {petition.official.office}" if petition.official else ""
    own = [petition.summary, petition.text, petition.candidate, petition.candidate_address, official]
    return "WARNING: IT IS AGAINST THE LAW " + " ".join(w for w in own if w)


def _misread(words: str, share: float) -> str:
    """As OCR leaves it: so many words with a letter changed."""
    rng = random.Random(7)
    return " ".join("x" + w[1:] if rng.random() < share else w for w in words.split())


@pytest.mark.parametrize("name", IDS)
def test_a_section_is_known_by_its_words(petitions, name):
    assert chosen(_printed(petitions[name]), petitions) == name


@pytest.mark.parametrize("name", ["leaf-blowers", "night-sky", "library-hours"])
def test_words_misread_in_ten_of_a_hundred_do_not_matter(petitions, name):
    assert chosen(_misread(_printed(petitions[name]), 0.10), petitions) == name


def test_print_of_another_matter_is_a_question(petitions):
    with pytest.raises(Unknown, match="fits none"):
        chosen("Dear Sir or Madam, enclosed please find the minutes of the board of the water district.", petitions)


def test_print_of_two_petitions_in_one_scan_is_a_question_that_names_both(petitions):
    words = _printed(petitions["leaf-blowers"]) + " " + _printed(petitions["night-sky"])
    with pytest.raises(Unknown, match=r"more than one: leaf-blowers, night-sky\."):
        chosen(words, petitions)


def test_two_petitions_of_one_text_are_a_question(petitions):
    two = petitions | {"again": petitions["night-sky"]}
    with pytest.raises(Unknown, match=r"more than one: again, night-sky\."):
        chosen(_printed(petitions["night-sky"]), two)


def test_of_two_versions_of_one_measure_the_words_of_one_alone_decide(petitions):
    first = petitions["leaf-blowers"]
    later = replace(
        first, text=first.text + "\n\nSection 9. Appeals. A person aggrieved may appeal to the municipal judge in ten days."
    )
    assert chosen(_printed(later), {"first": first, "later": later}) == "later"


def test_words_of_the_law_alone_tell_nothing(petitions):
    with pytest.raises(Unknown):
        chosen(
            "WARNING: IT IS AGAINST THE LAW for anyone to sign any petition with any name other than his or her own", petitions
        )


def test_with_no_petition_known_a_person_is_asked(tmp_path):
    from pipeline.settings import Limits

    with pytest.raises(Unknown, match="No petition is known yet"):
        petition_of(tmp_path / "scan.pdf", {}, Limits())
