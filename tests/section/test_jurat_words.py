"""Notarial acts in the words of many states are known by them, and what the circulator states before them is none."""

from __future__ import annotations

import pytest

from pipeline.geometry import Box
from pipeline.model.text import Word
from pipeline.section.jurat import act_rows

SAID = "I personally circulated this section of the petition.\nEach signature thereon was affixed in my presence."
ACTS = (
    "Sworn to before me this ____ day of ____, 20__.\nNotary Public",
    "Subscribed and affirmed before me this ____ day of ____.\nOfficer",
    "State of Colorado )\nCounty of Tollgate ) ss.\nSubscribed and sworn to before me on ____ by ____.\nNotary Public",
    "The foregoing instrument was acknowledged before me this __ day of ___ by ____.\nNotary Public",
    "Taken, subscribed and sworn to before me ____\nNotary",
    "On this ___ day of ____, 20__, personally appeared before me the above named\nwho swore to it.\nNotary Public",
    "Signed under oath before the undersigned notary on ____\nNotary Public",
    "JURAT\nSigned and affirmed before me by ____ on ____\n(Signature of notarial officer)",
    "Sworn and subscribed in my presence this ____ day of ____\nNotary Public, State of Ohio",
    "Given under my hand and official seal this ____ day of ____\nNotary Public",
    "Before me, the undersigned authority, on this day personally appeared ____\nNotary Public in and for the State of Texas",
    "Affirmed and signed in the presence of a notary public this ____ day of ____\nNotary Public",
    "This affidavit was sworn to and signed before me, ____, a notary public, on ____",
    "Acknowledged, subscribed and sworn to before ____, Notary Public, this ___ day of ____",
)


def rows(text: str) -> list[tuple[Word, ...]]:
    out = []
    for y, line in enumerate(text.split("\n")):
        x, row = 40.0, []
        for part in line.split():
            row.append(Word(text=part, box=Box(x, 100 + 16 * y, x + 5 * len(part), 108 + 16 * y), certainty=0.95))
            x += 5 * len(part) + 3
        out.append(tuple(row))
    return out


@pytest.mark.parametrize("act", ACTS)
def test_an_act_begins_behind_what_is_stated(act: str) -> None:
    found = act_rows(rows(f"{SAID}\n{act}"), 1)
    assert found is not None
    assert found[0] in {2, 3}


@pytest.mark.parametrize(
    "words",
    [
        "I reside at 12 Elm Street in the County of Tollgate.",
        "I am a notary's client and understand the penalty for perjury.",
        "Each signer appeared in person and signed the section.",
    ],
)
def test_statements_are_no_act(words: str) -> None:
    assert act_rows(rows(f"{SAID}\n{words}"), 1) is None


def test_a_sentence_that_opens_with_its_day_is_in_the_act_whole() -> None:
    act = "On this ____ day of ____, 20__, before me\npersonally appeared ____ who\nsigned it before me.\nNotary Public"
    assert act_rows(rows(f"{SAID}\n{act}"), 1) == (2, 5)
