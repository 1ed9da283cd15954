"""What does a nominating sentence state that no asking words lead to: "Ann Poe, 12 Elm Street, the Orchard candidate for Mayor"?

Each thing is known by its own looks: a party by the word behind its name, an office by its title, an address by its house
number behind the candidate's name, a candidate by a name behind a colon. Asked only for what nothing else has stated.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pipeline.model.text import Word
from pipeline.section.heading_form import Form, Stated, said
from pipeline.section.heading_sentences import printed, spans, value_of
from pipeline.section.heading_words import INLINE
from pipeline.section.persons import is_name
from pipeline.section.phrases import word_set
from pipeline.section.recall_words import TITLE

# Words before a party's name; and words before "party" that name none.
_BEFORE_PARTY = word_set("of the by upon on as and a an for")
_NO_PARTY = word_set("political the this which what his her such any no each major minor other name of said same")
_PARTY, _PARTY_WORDS = word_set("party ticket"), 4
# Words that lead to an office's title.
_BEFORE_OFFICE = word_set("for as be to of elected")
# Words of which the person right before them is the candidate; a name has so many words at most.
_OF_A_PERSON, _NAME_WORDS = word_set("residing resides whose"), 5
# A sentence is longer than a label with its value.
SENTENCE_WORDS = 8


def loosely(form: Form, known: Collection[str]) -> list[Stated]:
    """What the region's sentences state beside `known` (names that have a value or a blank), the first of each."""
    out: dict[str, Stated] = {}
    for words in spans(form):
        if len(words) < SENTENCE_WORDS:
            continue
        for name, find in (("candidate", _candidate), ("address", _address), ("party", _party), ("office", _office)):
            if name not in known and name not in out and (found := find(words)) is not None:
                asks, value = found
                out[name] = printed(form.view, name, asks, value)
    return list(out.values())


def _party(words: Sequence[Word]) -> tuple[Sequence[Word], Sequence[Word]] | None:
    """Capital words between "the" or "of" and "Party"."""
    plainly = said(words)
    for at, word in enumerate(plainly):
        if word not in _PARTY or (words[at].text.endswith(":") and at + 1 == len(words)):
            continue
        start = at
        while (
            start > 0
            and at - start < _PARTY_WORDS
            and words[start - 1].text[:1].isupper()
            and plainly[start - 1] not in _NO_PARTY
        ):
            if words[start - 1].text.endswith((",", ".", ";", ":")):
                break
            start -= 1
        if start < at and start > 0 and plainly[start - 1] in _BEFORE_PARTY:
            return words[at : at + 1], words[start:at]
    return None


def _office(words: Sequence[Word]) -> tuple[Sequence[Word], Sequence[Word]] | None:
    """A title of office right behind "for", "as" or "to be"."""
    plainly = said(words)
    for at in range(1, len(words)):
        if plainly[at - 1] not in _BEFORE_OFFICE or not words[at].text[:1].isupper():
            continue
        title = TITLE.match(" ".join(w.text for w in words[at:]))
        if title:
            return words[at - 1 : at], words[at : at + len(title.group().split())]
    return None


def _address(words: Sequence[Word]) -> tuple[Sequence[Word], Sequence[Word]] | None:
    """A house number and a street behind a name and its comma."""
    rule = INLINE["address"]
    for at in range(2, len(words) - 1):
        if not words[at - 1].text.endswith(",") or not words[at].text[:1].isdigit():
            continue
        if not is_name(" ".join(w.text for w in words[at - 2 : at])):
            continue
        value, _ = value_of(words[at:], rule)
        if len(value) > 1 and rule.valid(" ".join(w.text for w in value)):
            return words[at - 2 : at], value
    return None


def _candidate(words: Sequence[Word]) -> tuple[Sequence[Word], Sequence[Word]] | None:
    """A name behind a colon, before "residing at", or behind the title of the office that it is nominated for."""
    rule = INLINE["candidate"]
    for at in range(1, len(words)):
        if words[at - 1].text.endswith(":"):
            value, _ = value_of(words[at:], rule)
            if value and rule.valid(" ".join(w.text for w in value)):
                return words[at - 1 : at], value
    for at in range(2, len(words)):
        if said(words)[at] in _OF_A_PERSON and (named := _name_before(words, at)):
            return words[at : at + 1], named
    office = _office(words)
    if office is None:
        return None
    behind = next(i for i, w in enumerate(words) if w is office[1][-1]) + 1
    value, _ = value_of(words[behind:], rule)
    return (office[1], value) if value and rule.valid(" ".join(w.text for w in value)) else None


def _name_before(words: Sequence[Word], end: int) -> Sequence[Word]:
    """The longest name that ends right before place `end`; empty where none does."""
    for start in range(max(end - _NAME_WORDS, 0), end - 1):
        value = words[start:end]
        inner = any(w.text.endswith((",", ".", ":", ";")) and len(w.text) > 3 for w in value[:-1])
        text = " ".join(w.text.strip("_,;") for w in value)
        if not inner and text[:1].isupper() and not TITLE.match(text) and is_name(text):
            return value
    return ()
