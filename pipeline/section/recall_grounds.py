"""Of which grounds do the reasons for a recall speak? 10.3(b): "misconduct in office, incompetence or failure to perform duties".

Nothing is judged: the ground's own words, or words that mean little else, are seen; words that may mean it leave it open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from pipeline.model.reading import Seen

# Certainty of a ground named by its own word, by words that mean it, of none found, and where it may be meant.
NAMED, MEANT, NOT_SAID, MAYBE = 0.96, 0.86, 0.85, 0.5
# One misread letter in a ground's long word ("rnisconduct") keeps it above this ratio of 100.
SAME_WORD = 84.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ground:
    """How a ground is spoken of."""

    tells: tuple[str, ...]
    """Beginnings of words by which an ordinance's own name of the ground is known."""
    named: tuple[str, ...]
    """Whole words that name it, in small letters."""
    meant: re.Pattern[str]
    maybe: re.Pattern[str]


_GROUNDS = (
    _Ground(
        tells=("misconduct", "malfeasance", "misfeasance", "corruption", "abuse", "oath"),
        named=("misconduct", "malfeasance", "misfeasance"),
        meant=re.compile(
            r"\b(?:corrupt\w*|brib\w+|kickbacks?|embezzl\w+|self-dealing|nepotism|fraud\w*|stole\w*|misus\w+|misappropriat\w+|"
            r"abus\w+ (?:of |his |her |their |the )?(?:office|power|authority|position)|conflicts? of interest|unethical\w*|"
            r"(?:violat\w+|broke|breach\w+) (?:[\w'’]+ ){0,4}(?:oath|charter|ethics|law|laws|ordinances?|code)|"
            r"(?:personal|private) (?:gain|benefit|profit)|harass\w+|retaliat\w+|improper\w* (?:use|conduct)|falsif\w+|"
            r"lied|(?:awarded|steered) (?:\w+ ){0,6}(?:brother|sister|cousin|relative|friend|spouse|employer|family)\w*)\b"
        ),
        maybe=re.compile(r"\b(?:conduct|dishonest\w*|secret\w*|illegal\w*|unlawful\w*|mislead\w*|misled|favou?r\w*|threaten\w*)\b"),
    ),
    _Ground(
        tells=("incompeten", "inability", "unfit"),
        named=("incompetence", "incompetent", "incompetency", "incompetently"),
        meant=re.compile(
            r"\b(?:inept\w*|incapab\w+|unfit\w*|unqualified|not competent|"
            r"lacks? (?:the |any )?(?:competence|ability|skill|knowledge)\w*|"
            r"(?:unable|inability) to (?:perform|carry|manage|run|govern|understand|do|administer)|mismanag\w+|"
            r"does not (?:know|understand) (?:how|the))\b"
        ),
        maybe=re.compile(r"\b(?:careless\w*|negligen\w+|mistakes?|errors?|wast\w+|poor\w*|bungl\w+|overdrawn|deficit|confus\w+)\b"),
    ),
    _Ground(
        tells=("failure", "duties", "neglect", "nonfeasance", "duty"),
        named=("nonfeasance", "dereliction"),
        meant=re.compile(
            r"\b(?:fail(?:ed|s|ure|ing)? (?:\w+ ){0,3}(?:to )?(?:\w+ ){0,4}"
            r"(?:dut(?:y|ies)|perform\w*|responsibilit\w+|required?|obligations?)|"
            r"neglect\w* (?:\w+ ){0,4}(?:dut(?:y|ies)|office|responsibilit\w+)|refus\w+ to (?:perform|carry out|do|fulfil\w*)|"
            r"dut(?:y|ies) (?:\w+ ){0,4}(?:not performed|unperformed|neglected|undone|left undone)|"
            r"not (?:performed|done|carried out|fulfilled) (?:\w+ ){0,4}(?:dut(?:y|ies)|office))\b"
        ),
        maybe=re.compile(
            r"\b(?:fail\w*|neglect\w*|refus\w*|absent\w*|absen(?:ce|ces)|missed|never|did not|has not|have not|"
            r"ignor\w+|without)\b"
        ),
    ),
)  # fmt: skip
_DENIED = re.compile(r"\b(?:no|not|without|nor|neither|never|free of|isn't|aren't)\b(?: \w+){0,3}$")


def spoken_of(grounds: Sequence[str], reasons: str, page: int) -> tuple[tuple[str, Seen], ...]:
    """Each ground, by the ordinance's name for it, and whether `reasons` speak of it. `page`: where the reasons stand."""
    text = " ".join(re.findall(r"[a-z][a-z'’-]*", re.sub(r"-\s*\n\s*", "", reasons.lower())))
    return tuple((name, _spoken(name, text, page)) for name in grounds)


def _spoken(name: str, text: str, page: int) -> Seen:
    known = next((g for g in _GROUNDS if any(t in name.lower() for t in g.tells)), None)
    own = known.named if known else tuple(w for w in re.findall(r"[a-z]{6,}", name.lower()))
    words = text.split()
    for at, word in enumerate(words):
        near = next((o for o in own if word == o or (len(word) > 7 and fuzz.ratio(word, o) >= SAME_WORD)), None)
        if near and not _DENIED.search(" ".join(words[max(at - 5, 0) : at])):
            return Seen(present=True, certainty=NAMED, page=page, detail=word)
    if known is None:
        return Seen(present=None, certainty=MAYBE, page=page, detail="this ground is not known by its meaning")
    for match in known.meant.finditer(text):
        if not _DENIED.search(text[: match.start()].rstrip()):
            return Seen(present=True, certainty=MEANT, page=page, detail=match.group())
    found = known.maybe.search(text)
    if found:
        return Seen(present=None, certainty=MAYBE, page=page, detail=found.group())
    return Seen(present=False, certainty=NOT_SAID, page=page)
