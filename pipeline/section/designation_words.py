"""Which printed words name a party, recommend a candidate or are a slogan, and which only say that a form is nonpartisan? 602(c)(3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rapidfuzz import fuzz

from pipeline.model.heading import DesignationKind

# Certainty of a party's name, of other words that endorse, of a slogan, and of words that may be one.
PARTY, ENDORSED, SLOGAN, MAYBE = 0.95, 0.9, 0.8, 0.6
# Likeness of a misread party's name, of 100.
MISREAD = 80.0
# A run of more words is running text, no slogan.
SLOGAN_WORDS = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Designating:
    """Words of a run that designate: characters `first` to `last` (exclusive)."""

    kind: DesignationKind
    first: int
    last: int
    certainty: float


# Names that are a party's wherever they stand in a heading, and those that are only with "party" or "candidate" behind.
_PARTY_NAMES = re.compile(
    r"\b(?:democrat(?:s|ic)?|republican(?:s)?|libertarian(?:s)?|g\.?o\.?p\.?|(?:democratic[- ]farmer[- ]labou?r)|d\.?f\.?l\.?|"
    r"communist(?:s)?|socialist(?:s)?|whig)\b",
    re.IGNORECASE,
)
_SOME_PARTY = re.compile(
    r"\b((?:[A-Z][\w'’&-]+\s+){1,3})(?:political\s+)?[Pp]arty(?:['’]s)?\b(?!\s+(?:name|affiliation|designation|or\b|of\b))",
)
_SOME_PARTY_CAPITALS = re.compile(r"\b((?:[A-Z][A-Z'’&-]+\s+){1,3})PARTY\b(?!\s+(?:NAME|AFFILIATION|DESIGNATION|OR\b|OF\b))")
_CAUCUS = re.compile(r"\b(?:green|reform|constitution|working families|progressive|conservative|liberal|labou?r|tea|independence|forward)"
                     r"\s+(?:party|ticket|slate|candidate|nominee)\b", re.IGNORECASE)  # fmt: skip
# As they are written behind a name; their first five letters begin no common name.
_WRITTEN_PARTIES = ("democrat", "democratic", "republican")
_SUFFIXES = frozenset(
    ["jr", "sr", "ii", "iii", "iv", "md", "phd", "esq", "esquire", "dds", "rn", "cpa", "junior", "senior", "the third", "mayor"]
)
# Less behind a comma is a misread stroke.
LEAST_BEHIND_NAME = 5
# Words before "party" that make no name of it.
_NO_NAME = frozenset(
    [
        "political",
        "no",
        "any",
        "the",
        "a",
        "an",
        "each",
        "such",
        "other",
        "third",
        "major",
        "minor",
        "of",
        "without",
        "same",
        "every",
        "one",
        "said",
        "his",
        "her",
        "their",
        "or",
        "and",
        "by",
        "non",
        "nonpartisan",
        "non-partisan",
        "name",
        "candidate",
        "from",
        "for",
        "this",
        "third-party",
        "named",
        "your",
        "my",
        "our",
        "interested",
        "responsible",
    ]
)
_INDEPENDENT = re.compile(r"\b(?:independent|unaffiliated)\s+(?:candidate|voice|for|democrat|republican)\b", re.IGNORECASE)
_ENDORSED = re.compile(
    r"\b(?:endorsed|recommended|supported|backed|sponsored|approved)\s+by\b|\bendorsements?\s*:|\bofficial\s+(?:party\s+)?(?:choice|nominee)\b|"
    r"\bparty\s+(?:nominee|choice|favou?rite)\b|\bteam\s+ticket\b",
    re.IGNORECASE,
)  # fmt: skip
_BY_OFFICE = re.compile(
    r"\b(?:endorsed|recommended|supported|backed|sponsored|approved)\s+by\s+(?:the\s+)?(?:city\s+)?(?:clerk|city|council|office|"
    r"election|board|secretary|state)\b",
    re.IGNORECASE,
)
_CAMPAIGN = re.compile(
    r"(?:^|[.!]\s+)(?:Vote|VOTE)\b(?!\s+for\s+(?:one|not|no|up|two|three))|\b(?:re-?)?elect\s+(?!(?:the|a|an|to)\b)[A-Z]|\bcommittee\s+to\s+(?:re-?)?elect\b|\bfriends\s+of\b|"
    r"\bpaid\s+(?:for\s+)?by\b|\bcitizens\s+for\b|\bjoin\s+(?:the|our)\b"
)
_CANDIDATE_SLOGAN = re.compile(
    r"\b(?:the|your|a|an|our)\s+((?:[\w'’&-]+\s+){1,4})(?:candidate|choice|voice|ticket|slate)\b(?!\s+(?:named|for\b|of\b|is\b|whose|shall|must))",
    re.IGNORECASE,
)  # fmt: skip
_CANDIDATE_OF = re.compile(
    r"(?:^|\b(?:the|your|our|a)\s+)candidate\s+(?:of|for)\s+(?!(?:the\s+)?(?:office|nomination|election|mayor|council|city|district|ward|"
    r"primary|party|political|member|alder\w*|clerk|treasurer|each|this|said|name|at|nonpartisan|the|a|an)\b)[\w'’-]{3,}",
    re.IGNORECASE,
)  # fmt: skip
# What stands before "candidate" on forms of any kind.
_PLAIN_CANDIDATE = frozenset(
    [
        "undersigned",
        "above",
        "above-named",
        "named",
        "said",
        "qualified",
        "nominated",
        "proposed",
        "following",
        "below",
        "same",
        "first",
        "second",
        "one",
        "each",
        "every",
        "any",
        "this",
        "that",
        "a",
        "an",
        "write-in",
        "registered",
        "name",
        "of",
        "on",
        "behalf",
        "as",
        "is",
        "for",
        "to",
        "and",
        "city",
        "council",
        "mayor",
        "municipal",
        "nonpartisan",
        "non-partisan",
        "only",
        "single",
        "primary",
        "such",
        "office",
        "district",
        "ward",
        "or",
        "ballot",
        "foregoing",
        "individual",
        "person",
        "the",
        "official",
    ]
)
_SLOGAN_FOR = re.compile(
    r"\b(?:a|the)\s+(?:new|fresh|strong|proven|better|brighter|voice|safer|stronger|fighter|leader|champion)\b.*\bfor\b|"
    r"\b(?:working|fighting|standing|change|leadership|experience|progress|together)\b.{0,24}\b(?:for|you\s+can|now|first|works)\b|"
    r"\b(?:people|families|neighborhoods|taxpayers|children|community)\s+first\b|\b(?:it['’]s\s+time|time\s+for\s+a|keep\s+\w+\s+(?:working|moving))\b",
    re.IGNORECASE,
)  # fmt: skip
_QUOTED = re.compile(r"[\"“”«][^\"“”«»]{6,60}[\"“”»]")
# Words that say that there is none, about the place or in the law's own sentence.
_NONE = re.compile(
    r"non-?\s?partisan|without\s+(?:regard\s+to\s+)?(?:any\s+)?(?:political\s+)?party|no\s+(?:political\s+)?party|"
    r"not\s+(?:include|contain|bear|show|state)\s+(?:\w+\s+){0,3}(?:party|designation)|party\s+or\s+other\s+designation|"
    r"(?:any|or)\s+(?:political\s+)?party\s+(?:or|designation|affiliation|name)|nor\s+(?:any\s+)?(?:political\s+)?party",
    re.IGNORECASE,
)
_STREET_BEHIND = re.compile(
    r"^\W*(?:st|street|ave|avenue|rd|road|ln|lane|dr|drive|ct|court|blvd|boulevard|way|pl|place|hall)\b", re.IGNORECASE
)


def is_party(written: str) -> bool:
    """Whether words written by hand name a party, whole, cut off, or misread by a letter."""
    words = re.findall(r"[a-z]{5,}", written.lower())
    return any(fuzz.ratio(w, p) >= MISREAD or w.startswith(p[:5]) for w in words for p in _WRITTEN_PARTIES)


def behind_name(written: str) -> str | None:
    """What is written behind a candidate's name that is no part of it: `Independent` of `Ann Poe, Independent`."""
    match = re.search(r"(?:,\s*|\s\()([A-Za-z][A-Za-z' -]*)\)?\W*$", written)
    if match is None:
        return None
    tail = match.group(1).strip()
    bare = tail.lower().replace(".", "")
    if bare in _SUFFIXES or (len(bare) < LEAST_BEHIND_NAME and "(" not in match.group()):
        return None
    return tail


def said(text: str, before: str = "", after: str = "") -> tuple[Designating, ...]:
    """What designates in a printed run. `before`, `after`: the runs around it, for sentences that go on."""
    found = sorted(_all(text, before, after), key=lambda d: (-d.certainty, d.first))
    kept: list[Designating] = []
    for one in found:
        if not any(one.first < k.last and k.first < one.last for k in kept):
            kept.append(one)
    return tuple(sorted(kept, key=lambda d: d.first))


def _all(text: str, before: str, after: str) -> Iterator[Designating]:
    lead = before + " "
    denied = [(m.start() - len(lead), m.end() - len(lead)) for m in _NONE.finditer(f"{lead}{text} {after}")]

    def free(first: int, last: int) -> bool:
        return not any(first < d[1] and d[0] < last for d in denied)

    for m in _PARTY_NAMES.finditer(text):
        if free(*m.span()) and not _STREET_BEHIND.match(text[m.end() :]):
            yield Designating(kind="party", first=m.start(), last=m.end(), certainty=PARTY)
    for m in _CAUCUS.finditer(text):
        if free(*m.span()):
            yield Designating(kind="party", first=m.start(), last=m.end(), certainty=PARTY)
    for pattern in (_SOME_PARTY, _SOME_PARTY_CAPITALS):
        for m in pattern.finditer(text):
            name = [w for w in m.group(1).split() if w.lower() not in _NO_NAME]
            if name and name[-1] == m.group(1).split()[-1] and free(*m.span()):
                first = text.rindex(name[0], m.start(), m.end())
                yield Designating(kind="party", first=first, last=m.end(), certainty=ENDORSED)
    for m in _INDEPENDENT.finditer(text):
        yield Designating(kind="other", first=m.start(), last=m.end(), certainty=SLOGAN)
    for m in _ENDORSED.finditer(text):
        if not _BY_OFFICE.match(text[m.start() :] + " " + after):
            yield Designating(kind="other", first=m.start(), last=_end(text, m.end()), certainty=ENDORSED)
    for m in _CAMPAIGN.finditer(text):
        yield Designating(kind="other", first=m.start(), last=_end(text, m.end()), certainty=MAYBE)
    yield from _slogans(text)


def _end(text: str, at: int) -> int:
    stop = re.search(r"[.;]\s|$", text[at:])
    return at + (stop.start() if stop else 0)


def _slogans(text: str) -> Iterator[Designating]:
    if len(text.split()) > SLOGAN_WORDS:
        return
    for m in _CANDIDATE_SLOGAN.finditer(text):
        if any(w.lower().strip(",.") not in _PLAIN_CANDIDATE for w in m.group(1).split()):
            yield Designating(kind="other", first=m.start(), last=m.end(), certainty=SLOGAN)
    for m in _CANDIDATE_OF.finditer(text):
        yield Designating(kind="other", first=m.start(), last=len(text), certainty=SLOGAN)
    for m in _SLOGAN_FOR.finditer(text):
        yield Designating(kind="other", first=m.start(), last=len(text), certainty=MAYBE)
    for m in _QUOTED.finditer(text):
        yield Designating(kind="other", first=m.start(), last=m.end(), certainty=MAYBE)
