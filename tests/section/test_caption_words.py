"""What a caption asks for is told by its words in any order; what asks for nothing is no caption."""

from __future__ import annotations

import pytest

from pipeline.section.captions import plain
from pipeline.section.oath_caption_words import asked_for
from pipeline.section.oath_captions import caption_vocabulary


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
