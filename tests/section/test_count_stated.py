"""The blank for the number of signatures, in sentences and captions of many papers: found, empty told from filled. 10.3(c)."""

from __future__ import annotations

import pytest

from pipeline.law import loader
from pipeline.model.section import Particular
from pipeline.model.sought import Sought, StatementSought
from pipeline.section import affidavit
from pipeline.section.figures import Engines
from tests.section.printed_page import ReadsAs, Sheet

SOUGHT = Sought(
    ordinance="fulton-10-3",
    kind="initiative",
    statements=tuple(StatementSought(name=s.name, clause=s.clause, quote=s.quote) for s in loader.load("fulton-10-3").statements),
)
# `~` is the blank.
SENTENCES = [
    "That this paper contains ~ signatures.",
    "That the number of signatures on this paper is ~ .",
    "That there are ~ signatures on the foregoing paper.",
    "That the foregoing petition paper, containing ~ signatures, is a true one.",
    "That said paper bears the signatures of ~ persons.",
    "That ~ persons have signed this paper.",
    "That the signatures thereon number ~ .",
    "That the total number of signatures on this page is ~ .",
    "That ~ signatures were placed on this paper.",
    "That it carries a total of ~ signatures.",
    "That ~ (number) signatures appear above.",
    "That it has been signed by ~ voters.",
]
CAPTIONS = [
    "Number of signatures", "Number of signatures on this page", "Total signatures on this paper", "Signature count",
    "Number of signers", "No. of signatures", "Total number of signatures", "Signatures on this paper", "Count of signatures",
    "Number of names on this paper", "How many signatures", "# of signatures",
]  # fmt: skip


def paper(
    *, sentence: str | None = None, caption: str | None = None, style: str = "before", entry: str | None
) -> Particular | None:
    sheet = Sheet()
    sheet.print(220, 60, "AFFIDAVIT OF CIRCULATOR", 12)
    sheet.print(50, 84, "The undersigned, being first duly sworn, says: I personally circulated this paper. All the signatures")
    sheet.print(50, 98, "were affixed in my presence. I believe them to be the genuine signatures of the persons whose names")
    sheet.print(50, 112, "they purport to be. Each signer had an opportunity before signing to read the full text.")
    if sentence:
        before, after = sentence.split("~")
        at = sheet.print(50, 134, before.rstrip()).x1 + 4
        sheet.rule(at, at + 60, 145)
        sheet.print(at + 64, 134, after.strip())
        place = (at + 12, 129.0)
    elif caption and style == "before":
        at = sheet.print(50, 134, f"{caption}:").x1 + 5
        sheet.rule(at, at + 70, 145)
        place = (at + 12, 129.0)
    else:
        sheet.rule(50, 170, 152)
        sheet.print(50, 154, caption or "", 8)
        place = (62, 136.0)
    if entry:
        sheet.write(*place, entry)
    for x, under in ((50, "Signature of circulator"), (320, "Date signed")):
        sheet.rule(x, x + 200, 210)
        sheet.print(x, 212, under, 8)
    sheet.write(60, 192, "W. Prell", 14)
    sheet.write(330, 194, "9/3/26", 12)
    found = affidavit.find([sheet.view()], SOUGHT, Engines(None, ReadsAs(entry or "")))
    assert len(found) == 1
    return found[0].particular("count")


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_blank_within_a_sentence(sentence: str) -> None:
    blank = paper(sentence=sentence, entry="12")
    assert blank is not None and blank.filled.present is True
    assert blank.value is not None and blank.value.text == "12"
    empty = paper(sentence=sentence, entry=None)
    assert empty is not None and empty.filled.present is False


@pytest.mark.parametrize("caption", CAPTIONS)
@pytest.mark.parametrize("style", ["before", "under"])
def test_the_blank_with_a_caption(caption: str, style: str) -> None:
    blank = paper(caption=caption, style=style, entry="12")
    assert blank is not None and blank.filled.present is True
    assert blank.value is not None and blank.value.text == "12"
    empty = paper(caption=caption, style=style, entry=None)
    assert empty is not None and empty.filled.present is False
