"""What a caption asks for is told by its words in any order; what asks for nothing is no caption."""

from __future__ import annotations

import pytest

from pipeline.geometry import Box
from pipeline.model.text import Word
from pipeline.section.captions import assign, captions, plain
from pipeline.section.oath_caption_words import asked_for, loose_captions
from pipeline.section.oath_captions import LEADING, caption_book, caption_vocabulary
from pipeline.section.writing_room import Rule


@pytest.mark.parametrize(
    ("caption", "names"),
    [
        ("Residence: street no. and name", ("street",)),
        ("House number and street", ("street",)),
        ("Print or type your full legal name here", ("name",)),
        ("Name of circulator, please print", ("name",)),
        ("City, county, state and ZIP code", ("municipality", "county")),
        ("Street address, city and county", ("street", "municipality", "county")),
        ("County of residence", ("county",)),
        ("City or town of residence", ("municipality",)),
        ("Date of circulator's signature", ("date",)),
        ("Month, day and year of signing", ("date",)),
        ("Circulator sign here in ink", ("signature",)),
        ("Notary's official signature", ("notary-signature",)),
        ("Printed name of notary", ("notary-name",)),
        ("Date on which my commission expires", ("expires",)),
        ("Commission ID number", ("commission-number",)),
        ("How many signatures in this section", ("count",)),
        ("All signers must live within the seventh district", ()),
        ("Vote against higher taxes", ()),
    ],
)
def test_a_captions_words(caption: str, names: tuple[str, ...]) -> None:
    words = caption_vocabulary()
    assert asked_for([t for word in caption.split() for t in plain(word, words)]) == names


@pytest.mark.parametrize(
    ("name", "caption"),
    [(name, caption) for name, told in {
        "name": (
            "Your full name (print clearly)", "full legal name", "Circulator (typed or printed)", "PRINT NAME", "Legal name",
            "Type or print name of affiant", "Name of person circulating",
        ),
        "street": (
            "Where you live: number and street", "Place of residence, street and number", "House no. and street name",
            "Home address", "Address (street and number)", "Physical address", "Number and street where I live",
        ),
        "municipality": ("City or town", "City, town or village", "City/Town", "Name of municipality"),
        "county": ("County", "In the County of", "Name of county"),
        "date": ("Today's date", "Date executed", "Dated", "Date (month/day/year)", "Signed on", "Day signed"),
        "signature": (
            "Sign here in front of the notary", "Affiant", "(Signature of affiant)", "Signature (sign only before a notary)",
        ),
        "notary-signature": ("Notary Public, State of Colorado", "Notary's signature", "Officer administering oath"),
        "expires": ("Commission expires on", "My notary commission expires:", "Expiration of commission:", "Comm. expires"),
    }.items() for caption in told],
)  # fmt: skip
def test_captions_of_many_forms_name_their_one_blank(name: str, caption: str) -> None:
    words, x = [], 40.0
    for part in caption.split():
        words.append(Word(text=part, box=Box(x, 100, x + 5 * len(part), 108), certainty=0.95))
        x += 5 * len(part) + 3
    rows = [tuple(words)]
    told = captions(rows, caption_book(), caption_vocabulary(), LEADING)
    told += loose_captions(rows, told, caption_vocabulary())
    assert {c.name for c in told} == {name}


@pytest.mark.parametrize(("beside", "meant"), [(21.0, 450.0), (120.0, 458.0)])
def test_a_piece_of_a_rule_beside_a_caption_is_not_its_blank_where_the_caption_stands_under_a_line(
    beside: float, meant: float
) -> None:
    word = Word(text="Date", box=Box(400, 453, 415, 459), certainty=0.95)
    (found,) = captions([[word]], caption_book(), caption_vocabulary(), LEADING)
    rules = (Rule(y=450.0, x0=400.0, x1=560.0), Rule(y=458.0, x0=420.0, x1=420.0 + beside))
    assert [b.rule.y for b in assign([found], rules, [word.box]).values()] == [meant]
