"""What do a caption's words ask for, whatever their order? For short captions that no phrase of `oath_captions` fits.

"Residence: street no. and name", "Print or type your full legal name here", "City, county, state and ZIP code".
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.model.text import Word
from pipeline.section.captions import CAPTION_WORDS, Caption, apart, plain
from pipeline.section.phrases import word_set

# Words that name what belongs into a blank, by the caption's name (`oath_captions.CAPTIONS`).
NOTARY = word_set("notary notarys notarial officer administering")
EXPIRES = word_set("expires expire expiration expiry")
NUMBERED = word_set("commission registration id identification")
SIGNED = word_set("signature signatures sign signed signs")
NAMED = word_set("name names named")
STREET = word_set("street address house road avenue rural route domicile")
RESIDENCE = word_set("residence residing resides reside residential home live lives")
MUNICIPALITY = word_set("city town municipality village township borough")
COUNTY = word_set("county")
DATED = word_set("date dated month day")
COUNTED = word_set("number total count many")
# Words that say nothing of the kind of entry.
FILLERS = word_set(
    "of the a an and or your full legal print printed printing type typed please clearly legibly in ink where i you circulator "
    "circulators petition person who circulated circulating this section no number required must be include including apt apartment "
    "unit if any state zip code box po not here permanent current physical own complete first middle last on at for affiant "
    "affiants witness deponent registered voter elector year mm dd yyyy yy executed execution signing mailing same as above by "
    "public colorado is was with nos lot suite space official which my their his her this"
)
# Share of a caption's words that may be unknown.
MOST_UNKNOWN = 0.25


def loose_captions(rows: Sequence[Sequence[Word]], found: Sequence[Caption], vocabulary: frozenset[str]) -> tuple[Caption, ...]:
    """Captions among runs of words that have none yet; several names for one that asks for several things."""
    taken = {id(w) for c in found for w in c.words}
    out: list[Caption] = []
    for row in rows:
        for run in apart(row):
            if any(id(w) in taken for w in run):
                continue
            tokens = [t for w in run for t in plain(w.text, vocabulary)]
            if not 1 <= len(tokens) <= CAPTION_WORDS + 2:
                continue
            names = asked_for(tokens)
            out += [Caption(name=name, words=tuple(run), alone=True, bracketed=False, run_x0=run[0].box.x0) for name in names]
    return tuple(out)


def asked_for(tokens: Sequence[str]) -> tuple[str, ...]:
    """Names of the blanks that a caption's plain words ask for; empty where they ask for none."""
    said = set(tokens)
    known = NOTARY | EXPIRES | NUMBERED | SIGNED | NAMED | STREET | RESIDENCE | MUNICIPALITY | COUNTY | DATED | COUNTED | FILLERS
    # House numbers and dates are entries.
    if any(t.isdigit() for t in tokens) or sum(t not in known for t in tokens) > MOST_UNKNOWN * len(tokens):
        return ()
    if said & EXPIRES:
        return ("expires",)
    if said & NOTARY:
        return ("notary-name",) if said & NAMED and not said & SIGNED else ("notary-signature",)
    if said & NUMBERED and said & {"number", "no", "id", "commission"}:
        return ("commission-number",)
    if said & COUNTED and said & {"signatures", "signers"}:
        return ("count",)
    if said & DATED:
        return ("date",)
    if said & SIGNED:
        return ("signature",)
    return _of_residence(said) or (("name",) if said & NAMED else ())


def _of_residence(said: set[str]) -> tuple[str, ...]:
    places = tuple(n for n, words in (("municipality", MUNICIPALITY), ("county", COUNTY)) if said & words)
    # "County of residence" asks for the county alone; "name of the city" for no name.
    if said & STREET or (said & RESIDENCE and not places):
        return ("street", *places)
    return places
