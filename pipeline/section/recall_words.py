"""The words in which recall papers name the official and the office, and head the reasons (notation: `phrases.py`). 10.3(b)."""

from __future__ import annotations

import re
from functools import cache

from pipeline.section.heading_form import InlineRule
from pipeline.section.persons import is_name
from pipeline.section.phrases import PhraseBook, word_set

SETS = {"WHO": "officer official officeholder officials officers incumbent"}

CAPTIONS: dict[str, tuple[str, ...]] = {
    "official": (
        "?full|printed name ?of ?the ?elected|public|city $WHO ?sought|to ?to ?be ?recalled|removed",
        "?elected|public|city $WHO ?name ?sought|to ?to ?be ?recalled|removed",
        "$WHO name",
        "name ?of ?person ?sought ?to ?be ?recalled",
        "name",
        "person ..3 recalled",
    ),
    "official:leads": (
        "recall|removal ?from ?office of",
        "to recall|remove",
        "hereby recall",
        "recalled is",
        "demand|request|petition|ask|require|propose that",
        "recall petition|statement against|of|for",
        "named $WHO",
        "demand|request|seek|petition|call ..3 recall|removal ?from ?office of",
    ),
    "office": (
        "?title|name ?of ?the ?elective|public|city office ?title|held|name ?held ?by ?the ?$WHO",
        "office|title|position ?held",
    ),
    "office:leads": (
        "?from|holding|holds|occupying|in|who ?holds ?the office of",
        "office|title is",
        "serving|elected|serves as|to ?the ?office ?of",
    ),
    "other": (
        "date", "signature", "address", "residence", "county", "page|paper|sheet ?no|number", "city", "ward", "telephone", "office use only",
    ),
    "other:leads": ("county|city|state|clerk|charter|section of",),
}  # fmt: skip
LEADING = frozenset(n for n in CAPTIONS if n.endswith(":leads"))

_ENDS = word_set(
    "from who whose which as for on to is be because on upon the a an and hereby holding office under we whom at in with has of"
)
_ENDS_OFFICE = word_set(
    "in to for on be and which whose we from is the who as a an with do hereby at upon that of because has for"
)

# What a blank holds that follows another after a comma alone.
FOLLOWERS = {"official": "office"}

# What an elected official of a city is called.
TITLE = re.compile(
    r"\b(?:vice[- ])?(?:mayor|mayor pro tem|city council ?(?:member|man|woman|person|or)?|council ?(?:member|man|woman|person)?|councill?or|"
    r"alderman|alderwoman|alderperson|alder|city (?:clerk|treasurer|attorney|controller|auditor|commissioner)|commissioner|trustee|"
    r"president of the council|council president|treasurer|selectman|selectwoman|supervisor|board member|assessor|comptroller)\b"
    r"(?:[ ,-]+(?:at[- ]large|(?:ward|district|seat|place|position) (?:no\.? ?)?\w+))?",
    re.IGNORECASE,
)

_REASONS = re.compile(
    r"(?:general )?(?:recall )?statement of (?:the )?(?:reasons?|grounds?)(?: (?:for|of|why)(?: (?:the|which))? (?:recall|removal)\w*(?: is sought)?)?"
    r"|(?:the )?(?:reasons?|grounds?|cause|causes) (?:for|of|why)(?: the| this| which| his| her)? (?:proposed )?(?:recall|removal|petition)\w*(?: is sought)?"
    r"(?: (?:is|are)(?: as follows)?)?"
    r"|(?:the )?(?:reasons?|grounds?) (?:for|on|upon) which (?:[a-z]+ ){0,4}(?:recall|removal)(?: [a-z]+){0,3}?(?: (?:is|are)(?: as follows)?)?(?=\s*[:.—-]|$)"
    r"|(?:for|on|upon) (?:the )?following (?:reasons?|grounds?)|(?:the )?(?:reasons?|grounds?) (?:is|are)(?: as follows)?"
    r"|recall statement|statement (?:for|of) (?:the )?recall|(?:the )?reasons?|grounds?|because",
    re.IGNORECASE,
)
# How long the statement may be is said beside its heading; it is none of the reasons.
LIMIT = re.compile(r"\bwords?\b.{0,40}$|\b(?:two hundred|200|not (?:to exceed|more than)|limit)\b", re.IGNORECASE)
# A heading longer than this many words must end with a colon.
SHORT_HEADING = 9


@cache
def recall_book() -> PhraseBook:
    """All captions, compiled."""
    return PhraseBook(CAPTIONS, SETS)


@cache
def recall_vocabulary() -> frozenset[str]:
    """Words that OCR's slips are set right to."""
    return recall_book().words | _ENDS | _ENDS_OFFICE


def _is_official(text: str) -> bool:
    return is_name(text.strip(" ,.;:"))


def _is_office(text: str) -> bool:
    return bool(TITLE.search(text)) or (text[:1].isupper() and len(text) > 3)


INLINE: dict[str, InlineRule] = {
    "official": InlineRule(ends=_ENDS, most=7, at_comma=True, valid=_is_official),
    "office": InlineRule(
        ends=_ENDS_OFFICE, most=6, at_comma=True, valid=_is_office, goes_on=frozenset({("at", "large"), ("at-large", "")})
    ),
}


def reasons_begin(text: str) -> int | None:
    """How many characters of a printed line head the reasons; None where it heads none.

    A heading stands alone ("GROUNDS FOR RECALL"), or ends its line or itself with a colon ("for the following reasons:").
    """
    words = text.split()
    for match in _REASONS.finditer(text):
        rest = text[match.end() :]
        marked = re.match(r"\s*(?:\([^)]*\)\s*)?[:—]\s*|\s*\.?\s*[-–—]\s+", rest)
        whole = match.group().split()
        if marked and (len(whole) > 1 or match.start() <= 3):
            return match.end() + marked.end()
        alone = match.start() <= 4 and not rest.strip(" .:-–—_")
        if alone and (len(whole) > 1 or text == text.upper()):
            return len(text)
        limited = match.start() <= 4 and len(whole) > 1 and LIMIT.search(rest) and len(words) <= 2 * SHORT_HEADING
        if limited:
            return len(text)
        titled = match.start() <= 4 and len(whole) > 1 and len(words) <= SHORT_HEADING and text.upper() == text
        if titled:
            return len(text)
    return None
