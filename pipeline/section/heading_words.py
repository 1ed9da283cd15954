"""The words in which nomination forms ask for, or state, candidate, address, party, office and district (notation: `phrases.py`).

From public forms: Michigan ("nominate ___ as a candidate of the ___ party for the office of ___"), Pennsylvania (a table of
candidates), Arizona, California, Maine and Minnesota (labelled fields), Missouri ("the following named person").
"""

from __future__ import annotations

from functools import cache

from pipeline.section.heading_form import InlineRule
from pipeline.section.persons import is_name
from pipeline.section.phrases import PhraseBook, word_set

SETS = {"UNIT": "ward district"}

CAPTIONS: dict[str, tuple[str, ...]] = {
    "candidate": (
        "?full|printed|print|legal|exact name ?of ?the candidate|nominee ?for ?nomination",
        "?candidates|candidate|nominees ?full|printed|legal|ballot name",
        "candidate|nominee ?named|is",
        "candidate|nominee|person for ?the nomination",
        "name as it ..5 ballot",
        "name ?of ?the person ..3 nominated",
        "person ..2 nominated",
    ),
    "candidate:leads": (
        "nominate|nominates|nominated|nominating",
        "nomination|candidacy|nominee of",
        "nominating|nomination petition|paper of",
        "the name of",
        "candidate|person named",
        "following|named ?named person",
        "support ?the ?nomination ?of",
        "petition that",
    ),
    "address": (
        "?candidates|candidate ?full|home|mailing ?street|residence|residential|residing ?or ?mailing address ?of ?the ?candidate|nominee"
        " ?street ?or|and ?rural|number ?route",
        "street address or rural route",
        "street ?and|or number ?or ?rural ?route",
        "?candidates ?place ?of residence ?of ?the ?candidate ?address",
        "?city|town|township ?or city|town|township|village",
    ),
    "address:leads": (
        "residing|resides|reside|living|lives|dwells ?at ?in|number",
        "whose|their|his|her ?residence|residential|home ?street address|residence ?is ?at ?is",
        "address|residence is ?at",
        "with residence|address at",
        "of",
    ),
    "party": (
        "?political party ?affiliation|name|designation|represented",
        "?name ?of ?the political|partisan ?political party|body|affiliation ?or ?body|party",
        "party|body name",
    ),
    "party:leads": (
        "candidate|candidates|nominee|nominees|member|members|nomination ?for ?nomination of|by the",
        "of|by the ?political party ?of|named",
        "political party known ?as",
        "political party of|named",
        "representing ?the",
        "nomination by ?the",
        "on ?behalf ?of ?the ticket ?of",
    ),
    "office": (
        "?title|name ?of ?the ?elective|public|city office ?title|name|sought|filing ?for ?sought",
        "office ?sought|title",
        "office for which ..8",
        "position|seat sought",
    ),
    "office:leads": (
        "?to|for the ?elective|public|city|municipal office ?of",
        "office of",
        "candidate|nomination|election|elected|nominated|run|nominee for|to|as ?the ?office ?of",
    ),
    "district": (
        "?council ?ward|district ?or ward|district ?number|no ?if ?any",
        "?number ?of ?the ward|district",
    ),
    "district:leads": ("$UNIT ?number|no|numbered", "from|in|of|for ?the ?council $UNIT ?number|no"),
    "other:leads": (
        "county|city|state|township|town|village|commonwealth|board|day|people|part|date|number|page|clerk ?or ?township|town|village of ?the",
        "city and county of",
        "term ?of ?office ?expires|expiring|ending|of ?years",
        "primary ?election ?to ?be ?held ?on",
        "election ?to ?be ?held ?on",
        "on the",
        "held on|at ?the",
        "date of ?the ?primary|election",
    ),
    "other": (
        "occupation", "telephone", "phone", "email", "date", "county ?of ?signers", "zip ?code", "state", "precinct", "serial|page|sheet ?no|number",
        "strike ..3", "signature", "official|office use only", "term", "date of ..2 election",
    ),
}  # fmt: skip
LEADING = frozenset(n for n in CAPTIONS if n.endswith(":leads"))

# What can never be a value's own word, by what the value is: where it ends.
_ENDS_NAME = word_set(
    "of residing resides reside living who whose as for to at is a an the and be candidate candidates party office ward district in on nominee"
    " hereby by from persons person following named which designated below above petition we i do under our his her their with having address"
    " residence city county state nominate nominated republican democratic democrat"
)
_ENDS_ADDRESS = word_set("as for to who is be a an hereby whose which the and candidate party office do we that in on county")
_ENDS_PARTY = word_set("party for to as ticket and in at candidate office is the who ward on whose be")
_ENDS_OFFICE = word_set(
    "in to for on by be party and which whose we term primary of from is the who held as a an with do hereby ward district at upon that"
    " address residence candidate"
)
# "at Large" belongs to an office.
_GOES_ON = frozenset({("at", "large"), ("at-large", "")})
_ORDINALS = word_set(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth one two three four five six seven eight nine ten i ii"
    " iii iv v vi vii viii ix x xi xii"
)
_PARTICLES = word_set("de la van der den von del di da le du y st ter ten bin al")


def _is_candidate(text: str) -> bool:
    return is_name(text.strip(" ,.;:"))


def _is_address(text: str) -> bool:
    words = text.replace(",", " ").split()
    return any(c.isdigit() for c in text) or (len(words) >= 2 and all(w[:1].isupper() for w in words))


def _is_titled(text: str) -> bool:
    words = [w for w in text.split() if any(c.isalpha() for c in w)]
    return 1 <= len(words) <= 6 and words[0][:1].isupper() and len(words[0].strip(".,")) > 1


def _is_unit(text: str) -> bool:
    said = text.strip(" .,;:#()").lower()
    return said.isdigit() or said in _ORDINALS or (said[:-2].isdigit() and said[-2:] in {"st", "nd", "rd", "th"})


INLINE: dict[str, InlineRule] = {
    "candidate": InlineRule(ends=_ENDS_NAME, most=6, at_comma=True, valid=_is_candidate),
    "address": InlineRule(ends=_ENDS_ADDRESS, most=12, at_comma=False, valid=_is_address),
    "party": InlineRule(ends=_ENDS_PARTY, most=4, at_comma=True, valid=_is_titled),
    "office": InlineRule(ends=_ENDS_OFFICE, most=6, at_comma=True, valid=_is_titled, goes_on=_GOES_ON),
    "district": InlineRule(ends=frozenset(), most=1, at_comma=True, valid=_is_unit),
}


@cache
def heading_book() -> PhraseBook:
    """All captions, compiled."""
    return PhraseBook(CAPTIONS, SETS)


@cache
def heading_vocabulary() -> frozenset[str]:
    """Words that OCR's slips are set right to."""
    return heading_book().words | _ENDS_NAME | _ENDS_OFFICE | _PARTICLES


# What a blank holds that follows another after a comma alone.
FOLLOWERS = {"candidate": "address", "office": "district"}
