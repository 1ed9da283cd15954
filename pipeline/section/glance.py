"""What is on a page at a glance: enough words recognised to sort pages into sections, before anything is measured."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.model.section import PartName, PrintedPageNumber, SerialFacts
from pipeline.model.sought import Sought
from pipeline.model.text import PageText
from pipeline.pages.view import PageView

# Share of a known wording's word pairs on a page from which the wording is there. Another measure in the same city's
# words shares up to a quarter of its pairs with this one; OCR at 3 % wrong letters leaves three quarters of the true ones.
THERE = 0.5
# The text's first words are on the page where the first this many of its words are, for the most part.
OPENING_WORDS = 40
# A head row of signer lines has no more words than this.
HEAD_ROW_WORDS = 16
# Pages with fewer words say nothing about themselves.
LEAST_WORDS = 4

_WARNING = re.compile(r"\bwarning\b.{0,60}\bagainst the law|it is against the law|do not sign this petition", re.DOTALL)
_SUMMARY = re.compile(r"\bsummary\b")
_TEXT_HEADING = re.compile(
    r"\b(?:full|complete|entire|whole) text\b|\btext of (?:the )?(?:proposed |initiated |filed )*(?:measure|ordinance|amendment)"
)
# What a measure says of itself first, wherever it stands.
_ORDAINS = re.compile(r"\bbe it (?:hereby )?(?:ordained|enacted)|\bdo(?:es)? (?:hereby )?ordain\b|\bordains? as follows")
# "An opportunity to read the full text of the ordinance" is an oath's words (10.3(c)), no heading; "the full text is printed on
# the reverse side" tells where it stands, and "a copy of the full text" what was shown.
_READS = re.compile(r"\b(?:read|reading|examine|inspect|review|study|see|seen|copy of)(?: [a-z]+){0,3} $")
_TELLS_WHERE = re.compile(
    r"^(?: [a-z]+){0,8} (?:is|are|was|were|may|shall|will|can|must|has|have|appears|follows on|stands)\b|"
    r"^(?: [a-z]+){0,6} (?:printed|attached|available|set forth|reproduced) (?:on|to|at|in|below|above|hereto|herein)\b"
)
# A heading stands alone on its line, or begins it where the text runs on.
HEADING_WORDS, FIRST_WORDS = 14, 4
# A line of more words than this may run on in the next.
HEADING_ALONE = 8
_LINES = re.compile(r"\bsignatures?\b|sign (?:your )?name")
_LINE_COLUMNS = re.compile(r"print(?:ed)? name|name \(?print|name, printed|\baddress|residence|\bdate\b|\bcounty|\bcity\b")
_AFFIDAVIT = re.compile(
    r"affidavit|duly sworn|being (?:first )?sworn|sworn, (?:depose|state|say)|circulator'?s? (?:statement|oath|declaration)|"
    r"(?:declaration|statement|certificate) of (?:the )?(?:petition )?circulator|purports? to be|in my presence|"
    r"declares? that i am|circulator'?s (?:printed )?name|knowledge of (?:the|its) contents"
)
_NOTARY = re.compile(r"notary public|notarial|my commission expires|(?:subscribed|sworn|affirmed)[^.]{0,40}before me")
_COMMITTEE = re.compile(
    r"(?:designat|appoint)\w*[^.]{0,90}\brepresent|shall represent|in all matters affecting|petitioners'? committee|"
    r"committee of (?:the )?petitioners|designated representatives|petition representatives"
)
_NOMINATES = re.compile(
    r"\bnominat(?:e|es|ed|ing|ion)\b|\bcandidate\b|\b(?:placed|printed|put) (?:on|upon) the .{0,30}\bballot\b"
)
# "Affidavit of Circulator", "Declaration of Person Circulating Petition", "Statement by the person who circulated this paper".
_OATH_TITLE = re.compile(
    r"^\W*(?:affidavit|declaration|statement|certificate|certification|verification|oath) "
    r"(?:of|by) (?:the )?(?:\w+ ){0,2}circulat(?:or|ing|ed)(?: (?:of|the|this|said|referendum|initiative|recall|"
    r"nominating|nomination|petition|paper|section|form))*\W*$|"
    r"^\W*circulator'?s? (?:affidavit|declaration|statement|certificate|certification|verification|oath)\W*$"
)
_RECALLS = re.compile(r"\brecall\b|\bremoval of\b")
_REASONS = re.compile(r"\b(?:reasons?|grounds?|statement)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """Light facts of one page, from its words alone."""

    page: int
    blank: bool
    parts: frozenset[PartName]
    text_begins: bool
    """The full text of a measure begins on this page."""
    serial: str | None
    """Serial number read with certainty."""
    number: PrintedPageNumber | None
    words: tuple[str, ...]
    """Words of the page in small letters, signs left out."""


def glance(view: PageView, sought: Sought, serial: SerialFacts | None, number: PrintedPageNumber | None) -> Glance:
    """Light facts of one page. `serial`, `number`: what was found on this page, None where nothing was."""
    words = plain_words(view.text)
    text = " ".join(words)
    parts: set[PartName] = set()
    if _WARNING.search(text) or _bears(words, sought.warning):
        parts.add("warning")
    if _SUMMARY.search(text) or _bears(words, sought.summary):
        parts.add("summary")
    begins = _text_begins(words, text, [" ".join(_known(line.text)) for line in view.text.lines], sought)
    if begins or _goes_on_with(words, sought.text):
        parts.add("text")
    titled = any(_OATH_TITLE.search(line.text.casefold()) for line in view.text.lines)
    if titled or len(_AFFIDAVIT.findall(text)) >= 2 or (_AFFIDAVIT.search(text) and _NOTARY.search(text)):
        parts.add("affidavit")
    if _NOTARY.search(text):
        parts.add("notary")
    if _COMMITTEE.search(text):
        parts.add("committee")
    in_words = _LINES.search(text) and len(_LINE_COLUMNS.findall(text)) >= 2 and "affidavit" not in parts
    if _ruled_lines(view) or _head_row(view.text) or in_words:
        parts.add("lines")
    if sought.kind == "nomination" and _NOMINATES.search(text) and ("lines" in parts or "affidavit" not in parts):
        parts.add("nomination-heading")
    if sought.kind == "recall" and _RECALLS.search(text) and _REASONS.search(text):
        parts.add("recall-statement")
    if serial is not None:
        parts.add("serial")
    value = serial.value if serial else None
    sure = value.text if value and value.text and value.certainty >= 0.9 else None
    return Glance(
        page=view.page.number, blank=view.page.blank, parts=frozenset(parts), text_begins=begins, serial=sure,
        number=number, words=tuple(words),
    )  # fmt: skip


def plain_words(text: PageText) -> list[str]:
    """Words in small letters without signs, in reading order."""
    return [w for w in re.findall(r"[a-z0-9][a-z0-9'-]*", " ".join(line.text for line in text.lines).casefold()) if w]


def share_of_pairs(known: Sequence[str], words: Sequence[str]) -> float:
    """Share of the known wording's pairs of neighbouring words that the page has, 0 to 1."""
    pairs = set(pairwise(known))
    there = set(pairwise(words))
    return len(pairs & there) / len(pairs) if pairs else 0.0


def _known(wording: str) -> list[str]:
    return re.findall(r"[a-z0-9][a-z0-9'-]*", wording.casefold())


def _bears(words: Sequence[str], wording: str | None) -> bool:
    return wording is not None and share_of_pairs(_known(wording), words) >= THERE


def _text_begins(words: Sequence[str], text: str, lines: Sequence[str], sought: Sought) -> bool:
    if sought.text:
        opening = _known(sought.text)[:OPENING_WORDS]
        if share_of_pairs(opening, words) >= THERE:
            return True
    around = zip(["", *lines], lines, [*lines[1:], ""], strict=False)
    return bool(_ORDAINS.search(text)) or any(_heads_text(line, before, after) for before, line, after in around)


def _heads_text(line: str, line_before: str, line_after: str) -> bool:
    """Whether a printed line, in small letters, heads the text of a measure and does not only speak of it."""
    for found in _TEXT_HEADING.finditer(line):
        before, after = line[: found.start()], line[found.end() :]
        alone = len(line.split()) <= HEADING_WORDS or len(before.split()) < FIRST_WORDS
        runs_on = len(line.split()) > HEADING_ALONE
        spoken_of = _READS.search(f"{line_before} {before}") or _TELLS_WHERE.search(f"{after} {line_after}" if runs_on else after)
        if alone and not spoken_of:
            return True
    return False


def _goes_on_with(words: Sequence[str], wording: str | None) -> bool:
    """Whether a good part of the page is words of the known text."""
    if wording is None or len(words) < LEAST_WORDS:
        return False
    known = _known(wording)
    share = share_of_pairs(words, known)
    return share >= THERE or (share_of_pairs(known, words) >= 0.25 and share >= 0.2)


def _head_row(text: PageText) -> bool:
    """Whether some printed line is the head of a table of signer lines: short, signature and two other columns in it."""
    for line in text.lines:
        said = " ".join(plain_words(PageText(page=text.page, lines=(line,), exact=text.exact, engine=text.engine)))
        if len(line.words) <= HEAD_ROW_WORDS and _LINES.search(said) and len(set(_LINE_COLUMNS.findall(said))) >= 2:
            return True
    return False


def _ruled_lines(view: PageView) -> bool:
    """Whether the page is ruled like signer lines: six or more horizontal rules of one length at even steps."""
    across = sorted((r for r in view.rules if r.direction == "horizontal"), key=lambda r: r.at)
    if len(across) < 6:
        return False
    longest = max(r.length for r in across)
    at = [r.at for r in across if r.length >= 0.8 * longest]
    steps = [b - a for a, b in pairwise(at) if b - a > 6]
    if len(steps) < 5:
        return False
    middle = sorted(steps)[len(steps) // 2]
    return sum(1 for s in steps if abs(s - middle) <= 0.15 * middle) >= 5
