"""Statements of an affidavit are heard by meaning: other words that say the same count, a denial or another person never
does."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

from pipeline.model.sought import StatementSought
from pipeline.section.statements import Heard, hear

SAID = tomllib.loads((Path(__file__).parent / "statements_said.toml").read_text(encoding="utf-8"))
PARAPHRASED = tomllib.loads((Path(__file__).parent / "statements_paraphrased.toml").read_text(encoding="utf-8"))
SEVEN = ("read-laws", "aged-18", "circulated-personally", "signed-in-presence", "genuine", "registered", "not-paid")
NAMES = tuple(n for n in SAID if n != "boilerplate")
SOUGHT = tuple(StatementSought(name=n, clause="", quote="") for n in NAMES)
OPENING = "I, Wanda Prell, being first duly sworn, depose and state as follows:"
# What the pens of scanners and recognisers confuse: one letter taken for another that looks like it.
LOOKS_LIKE = {
    "e": "co", "c": "e", "o": "c0", "a": "o", "i": "l1", "l": "i1", "t": "f", "f": "t", "n": "u", "u": "n", "h": "b", "b": "h",
    "r": "n", "s": "5",
}  # fmt: skip


def heard(text: str) -> Heard:
    return hear(text.split(), SOUGHT)


def answer(text: str, name: str) -> bool | None:
    return next(s.found.present for s in heard(text).statements if s.name == name)


def affidavit(*names: str, side: str = "develop", at: int = 0) -> str:
    return " ".join([OPENING, *(SAID[n][side][at % len(SAID[n][side])].rstrip(".;") + "." for n in names)])


@pytest.mark.parametrize(("name", "words"), [(n, t) for n in NAMES for side in ("develop", "held") for t in SAID[n][side]])
def test_other_words_that_say_the_same_count(name: str, words: str) -> None:
    assert answer(words, name) is True


@pytest.mark.parametrize("name", PARAPHRASED)
def test_each_statement_is_heard_in_thirty_more_wordings(name: str) -> None:
    assert len(PARAPHRASED[name]["said"]) == 30
    assert [t for t in PARAPHRASED[name]["said"] if answer(t, name) is not True] == []


@pytest.mark.parametrize(("name", "words"), [(n, t) for n in PARAPHRASED for t in PARAPHRASED[n]["near"]])
def test_what_is_denied_or_said_in_part_or_of_others_is_for_a_person(name: str, words: str) -> None:
    assert answer(words, name) is None


@pytest.mark.parametrize(
    "words",
    [
        "I was 18 years of age or older at the time this section was signed by the electors listed in it.",
        "Each elector named signed this sheet with me present.",
        "The persons whose signatures appear were, to my knowledge, registered electors.",
        "I had attained the age of eighteen years when this section was signed by the electors whose names are listed.",
    ],
)
def test_a_sentence_about_something_else_does_not_say_that_signatures_are_genuine(words: str) -> None:
    assert answer(words, "genuine") is not True


def test_a_remark_behind_a_comma_belongs_to_its_sentence() -> None:
    found = heard("I saw each signature being affixed, all of them in my presence. Total signatures on this paper:")
    assert found.unexplained == ()


@pytest.mark.parametrize(("name", "words"), [(n, t) for n in NAMES for t in SAID[n]["not"]])
def test_a_denial_or_another_person_or_number_is_never_the_statement(name: str, words: str) -> None:
    assert answer(words, name) is not True


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("aged-18", "I was 16 years of age or older at the time this section was circulated and signed."),
        ("signed-in-presence", "Each signature was affixed in the presence of another person."),
        ("genuine", "Each signature is not the signature of the person whose name it purports to be."),
        ("read-laws", "I have not read the laws governing the circulation of petitions."),
        ("circulated-personally", "My assistant personally circulated this section of the petition."),
    ],
)
def test_what_comes_near_is_doubtful_and_not_missing(name: str, words: str) -> None:
    others = [n for n in SEVEN if n != name]
    assert answer(f"{affidavit(*others)} {words}", name) is None


@pytest.mark.parametrize("lacking", SEVEN)
@pytest.mark.parametrize("side", ["develop", "held"])
def test_only_the_statement_that_is_lacking_is_missing(lacking: str, side: str) -> None:
    found = hear(affidavit(*(n for n in SEVEN if n != lacking), side=side, at=1).split(), SOUGHT[:7]).statements
    assert {s.name: s.found.present for s in found} == {n: n != lacking for n in SEVEN}


def test_a_sentence_that_nothing_explains_keeps_a_statement_from_being_missing() -> None:
    others = [n for n in SEVEN if n != "signed-in-presence"]
    odd = "Whenever anybody put pen to paper on this section my gaze rested upon the signature that was being born."
    found = heard(f"{affidavit(*others)} {odd}")
    assert next(s.found.present for s in found.statements if s.name == "signed-in-presence") is None
    assert any("gaze" in u for u in found.unexplained)


@pytest.mark.parametrize("words", SAID["boilerplate"]["said"])
def test_known_boilerplate_says_nothing_and_leaves_nothing_unexplained(words: str) -> None:
    found = heard(f"{affidavit(*SEVEN[:3])} {words}")
    assert not found.unexplained
    assert not any(s.found.present for s in found.statements if s.name in SEVEN[3:])


def test_letters_misread_by_ocr_never_make_a_statement_missing() -> None:
    rng = random.Random(11)
    text = affidavit(*SEVEN)
    doubtful = 0
    for _ in range(40):
        noisy = "".join(rng.choice(LOOKS_LIKE[c]) if c in LOOKS_LIKE and rng.random() < 0.03 else c for c in text)
        answers = [s.found.present for s in hear(noisy.split(), SOUGHT[:7]).statements]
        assert False not in answers
        doubtful += answers.count(None)
    assert doubtful <= 0.1 * 40 * 7


def test_one_long_sentence_with_that_is_cut_into_what_it_says() -> None:
    joined = "I, the circulator, say under oath: " + "; ".join(f"that {SAID[n]['develop'][0].rstrip('.;')}" for n in SEVEN) + "."
    assert all(s.found.present for s in hear(joined.split(), SOUGHT[:7]).statements)


@pytest.mark.parametrize(
    ("words", "present"),
    [
        ("I am a registered elector of the City of Arvana.", True),
        ("I, the undersigned, a registered elector of the city, being duly sworn, say:", True),
        (
            "To the best of my knowledge each of the persons signing was, at the time of signing, a registered elector.",
            False,
        ),
        ("lam aregistered elector of the city.", True),
        ("I am not a registered elector of the city.", None),
    ],
)
def test_the_affiant_as_registered_elector_is_told_from_the_signers(words: str, present: bool | None) -> None:
    assert heard(f"{affidavit(*SEVEN[:4])} {words}").registered_elector.present is present


@pytest.mark.parametrize("joined", ["Icarried", "Thad carried", "lcarried", "|carried", "{have carried", "tcarried"])
def test_an_i_run_together_with_its_verb_is_still_its_subject(joined: str) -> None:
    others = [n for n in SEVEN if n != "circulated-personally"]
    words = f"{joined} and circulated this section of the petition in person."
    assert answer(f"{affidavit(*others)} {words}", "circulated-personally") is True
    was = "twas the person who personally circulated this section."
    assert answer(f"{affidavit(*others)} {was}", "circulated-personally") is True


@pytest.mark.parametrize(
    "words",
    [
        "xx carried and circulated this section of the petition in person.",
        "I cxrcwlxtzd this section of the petition in person.",
        "The within section of the petition was circulated solely by mysclf and mc.",
    ],
)
def test_a_sentence_on_circulating_that_is_not_understood_is_doubtful_and_not_missing(words: str) -> None:
    others = [n for n in SEVEN if n != "circulated-personally"]
    assert answer(f"{affidavit(*others)} {words}", "circulated-personally") is not False


def test_the_heading_of_an_affidavit_says_nothing_and_explains_itself() -> None:
    others = [n for n in SEVEN if n != "circulated-personally"]
    found = heard(f"Affidavit of the Person Who Circulated This Section Desmond M. Prell. {affidavit(*others)}")
    assert found.unexplained == ()
    assert next(s.found.present for s in found.statements if s.name == "circulated-personally") is False


@pytest.mark.parametrize("letter", ["J", "JI", "IT", "T", "l", "|", "1"])
def test_an_i_read_as_another_letter_is_still_the_affiant(letter: str) -> None:
    others = [n for n in SEVEN if n not in {"read-laws", "signed-in-presence"}]
    read = "have read and understand the laws governing the circulation of petitions, and was eighteen years of age or older"
    read += " when this section was circulated and signed by the listed electors."
    said = f"{affidavit(*others)} {letter} {read} {letter} witnessed the signing of each signature on the section."
    assert answer(said, "read-laws") is True
    assert answer(said, "signed-in-presence") is True


@pytest.mark.parametrize(
    "words", ["Iam myself an elector duly registered", "I am an elector duly registered", "Jam a voter registered"]
)
def test_that_the_affiant_is_an_elector_does_not_say_that_the_signers_were(words: str) -> None:
    others = [n for n in SEVEN if n != "registered"]
    assert answer(f"{affidavit(*others)} {words} in the City of Arvana.", "registered") is False


def test_that_the_laws_on_circulating_were_read_by_me_does_not_say_that_i_circulated() -> None:
    others = [n for n in SEVEN if n not in {"read-laws", "circulated-personally"}]
    said = f"{affidavit(*others)} The laws which govern how petitions are circulated have been read by me and I understand them."
    assert answer(said, "read-laws") is True
    assert answer(said, "circulated-personally") is False


def test_that_the_affiant_signed_before_the_notary_does_not_say_who_saw_the_signers() -> None:
    said = "before me personally appeared Ada Quill, who signed this affidavit and swore to it before me."
    assert answer(said, "signed-in-presence") is not True
