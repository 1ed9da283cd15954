"""Whom does a recall paper's print name, and by which office? For names in titles and sentences: "recall of Ann Poe, Mayor"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.geometry import Box, union
from pipeline.model.reading import Seen, TextRead
from pipeline.model.text import Word
from pipeline.pages.view import PageView
from pipeline.section.heading_form import Stated
from pipeline.section.persons import is_name
from pipeline.section.recall_words import TITLE

# The name stands within so many words behind "recall of".
REACH_WORDS = 16
IN_PRINT, READ_BADLY = 0.95, 0.7
LEAST_CERTAINTY = 0.5

_DEMANDS = re.compile(r"\b(?:recall(?:ed|ing)?|removal|removed?)\b", re.IGNORECASE)
_BEFORE_NAME = re.compile(
    r"^(?:from office |and removal |petition |election |proceedings )*(?:of|against|for)?[\s:]*(?:the )?", re.IGNORECASE
)
_NOT_A_NAME = re.compile(
    r"\b(?:petition|petitions|statement|recall|city|clerk|election|charter|section|reasons?|grounds?|paper|notice|office|state|council|"
    r"county|ordinance|voters?|electors?|undersigned|qualified|code|title|article|honou?rable)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class InPrint:
    """What the print names."""

    official: Stated | None
    office: Stated | None


def in_print(view: PageView, region: Box, leave_out: Box | None) -> InPrint:
    """Official and office as titles and sentences of `region` name them; nothing in `leave_out` (the reasons) counts."""
    words = [
        w for line in view.text.lines for w in line.words
        if region.contains(*w.box.middle) and not (leave_out and leave_out.contains(*w.box.middle))
    ]  # fmt: skip
    official: Stated | None = None
    office: Stated | None = None
    for at, word in enumerate(words):
        if not _DEMANDS.fullmatch(word.text.strip(" ,.;:()\"'")):
            continue
        # "demand that Ann Poe, Mayor of the City, be recalled" has the name before the verb.
        behind = _before(words[max(at - REACH_WORDS, 0) : at]) or words[at + 1 : at + 1 + REACH_WORDS]
        name = _name(behind)
        if name and official is None:
            official = _stated(view, "official", word, name)
        title = _title(behind if name else behind[:8])
        if title and office is None and (name or official):
            office = _stated(view, "office", word, title)
    return InPrint(official=official, office=office)


def _before(words: Sequence[Word]) -> list[Word]:
    """The words between "that" and "be", where the verb of the demand follows them; empty where it does not."""
    said = [w.text.lower().strip(",.;:") for w in words]
    if not said or said[-1] != "be" or "that" not in said:
        return []
    return list(words[len(said) - said[::-1].index("that") : -1])


def _name(behind: Sequence[Word]) -> list[Word]:
    """The first words that are a person's name, before or behind the office's title."""
    text, spans = _joined(behind)
    skipped = _BEFORE_NAME.match(text)
    start = skipped.end() if skipped else 0
    for first, last in _pieces(text, start):
        piece = text[first:last]
        title = TITLE.match(piece.lstrip())
        if title:
            first += len(piece) - len(piece.lstrip()) + title.end()
        bare = text[first:last].strip(" ,.;:")
        if bare and is_name(_capital(bare)) and not _NOT_A_NAME.search(bare) and not TITLE.search(bare):
            return _between(behind, spans, first, last)
    return []


def _title(behind: Sequence[Word]) -> list[Word]:
    text, spans = _joined(behind)
    found = TITLE.search(text)
    return _between(behind, spans, found.start(), found.end()) if found else []


def _capital(text: str) -> str:
    """A name set in capitals as it is written elsewhere."""
    return text.title() if text == text.upper() else text


def _pieces(text: str, start: int) -> list[tuple[int, int]]:
    """Stretches of the text between commas and words that end a name, up to the end of the sentence."""
    out: list[tuple[int, int]] = []
    at = start
    ends = r"[,;:]| (?:from|as|who|on|for|to|holding|is|be|because|upon|the|of|in|has|at|and) |(?<=[a-z]{3})\.(?: |$)|$"
    for match in re.finditer(ends, text[start:] + " "):
        end = start + match.start()
        if end > at:
            out.append((at, min(end, len(text))))
        at = start + match.end()
        if match.group().startswith("."):
            break
    return out


def _joined(words: Sequence[Word]) -> tuple[str, list[tuple[int, int]]]:
    text, spans = "", []
    for word in words:
        text += " " if text else ""
        spans.append((len(text), len(text) + len(word.text)))
        text += word.text
    return text, spans


def _between(words: Sequence[Word], spans: Sequence[tuple[int, int]], first: int, last: int) -> list[Word]:
    return [w for w, (a, b) in zip(words, spans, strict=True) if a < last and b > first]


def _stated(view: PageView, name: str, asked: Word, value: Sequence[Word]) -> Stated:
    page, box = view.page.number, union(w.box for w in value)
    sure = 0.99 if view.text.exact else min(w.certainty for w in value)
    read = TextRead(
        text=" ".join(w.text for w in value).strip(" ,.;:"), certainty=round(sure, 3), page=page, box=box, handwritten=False
    )
    seen = Seen(present=True, certainty=IN_PRINT if sure >= LEAST_CERTAINTY else READ_BADLY, page=page, box=box)
    return Stated(name=name, filled=seen, value=read, box=box, asked=asked.box)
