"""The captions of the blanks of affidavits and notarial acts, in the words that forms use (notation: `phrases.py`)."""

from __future__ import annotations

from functools import cache

from pipeline.section.phrases import PhraseBook
from pipeline.section.statements import vocabulary

SETS = {
    "WHO": "circulator circulators affiant affiants deponent declarant person undersigned",
    "NOTARY": "notary notarial officer official",
}

CAPTIONS: dict[str, tuple[str, ...]] = {
    "signature": (
        "?complete signature of ?the ?person ?petition $WHO ?who ?circulated ?the ?this ?section",
        "?petition $WHO signature",
        "?sign signature ?of ?circulator",
        "signed|sign ?by ?here ?circulator",
        "$WHO ?signature",
        "signature ..2 full name ..1 circulator",
        "sign|signature ..4 before|front ..2 notary ?public",
    ),
    "name": (
        "printed|print|typed|type|full|legal ?or ?typed|type|print|printed ?full ?legal name ?of ?the ?petition ?$WHO "
        "?who ?circulated",
        "name ?of ?the ?petition $WHO ?printed|print ?or ?typed",
        "?petition $WHO ?printed|print|full|legal|typed name",
        "name ?please printed|print|typed|type",
        "name|named",
        "names of circulator",
        "$WHO typed|printed|print|type ?or ?printed|typed|print|type",
        "name in print|full",
    ),
    "name:leads": ("i", "my ?printed ?full ?legal name is", "name is", "circulator named"),
    "street": (
        "street ?name ?address ?and ?number ?name",
        "number ?and|& street ?name ?where ?i ?you ?live|reside|dwell",
        "?residence|residential|home|street address ?of ?circulator ?street ?and ?number",
        "address ?of|at ?which ?the ?circulator ?i ?where ?residence ?resides ?reside",
        "residence|residing|resides",
        "street ?address ?where ?i ?reside",
        "permanent|current|physical|domicile address",
    ),
    "street:leads": (
        "reside|resides|residing|live|lives|living|dwell ?at ?in",
        "residence|residential|home|street ?address is ?at",
        "address is ?at",
        "residence|resident of|at",
        "residing|address at",
    ),
    "municipality": (
        "city|town|municipality|village|borough ?or ?and ?town|village|city|municipality|township ?or ?village|municipality",
        "municipality",
        "name of ?the city|town|municipality",
    ),
    "municipality:leads": (
        "city|town|municipality|village ?or|and ?town|village|city|municipality ?or ?village|municipality of",
        "municipality of",
        "in the city|town|municipality|village ?or ?town|village|municipality ?of",
    ),
    "county": ("county ?of ?residence", "name of ?the county"),
    "county:leads": ("county of", "county and state of"),
    "date": (
        "date ?of ?signed|signing|signature|execution|executed ?by ?the ?circulator",
        "dated ?this",
        "signed on",
        "date $WHO signed ?this ?the ?affidavit",
        "month day year",
        "todays|current date",
        "day ?of signed|signing|signature",
        "mm dd yyyy|yy",
        "on the date of",
    ),
    "date:leads": ("dated ?at ?this|on", "executed on", "signed ?by ?me on"),
    "count": (
        "number of ..3 signatures|signers|names",
        "total ..2 signatures",
        "signatures on this paper|page|petition|section",
        "signature|signatures|signer|signers count|total|tally",
        "count of ?the|all signatures|signers|names",
        "no|nos of ?the|all signatures|signers|names",
        "how many signatures|signers|names",
        "of signatures",
    ),
    "count:leads": ("containing|contains|bearing|bears|has", "number of ..6 is", "there are"),
    "notary-signature": (
        "signature ?of ?the ?a notary|notarial ?public|officer",
        "notary|notarys|notaries ?public|publics ?signature ?here",
        "notarial|notary officer|official",
        "notary public ?in ?and ?for ?the ?state ?of ?colorado",
        "signature of ?the ?person ?officer administering|taking|authorized ..2 oath|oaths",
        "person|officer administering|authorized ..3 oath|oaths",
        "title of office|officer ?and ?rank",
        "deputy|clerk ..4 oath|oaths",
    ),
    "notary-name": (
        "?printed|print|typed|type ?or ?typed name of ?the notary|notarial|officer",
        "notarys|notary ?publics|public ?printed|print|typed name",
    ),
    "notary-address": ("address of ?the notary", "notarys address", "business address"),
    "expires": (
        "?my ?notary ?notarys commission ?expires|expiration|expiry|expired ?on ?date",
        "commission expires|expiration|expiry ?date ?on",
        "expires|expiration ?date ?of ?on ?commission",
    ),
    "expires:leads": (
        "commission expires|expire|expiring ?on",
        "commission expiration date ?is",
        "commission ?will expire|expires|expired ?on",
    ),
    "commission-number": ("commission|notary|registration ?id ?identification number|no|id", "notary id"),
    "notary-date:leads": ("before me ?on|this ?this", "me ?on this", "sworn|affirmed ..2 on", "acknowledged on"),
    "notary-affiant:leads": ("by",),
    "seal": (
        "seal",
        "notary|notarial|official seal|stamp ?here",
        "place|affix ?notary ?notarial seal|stamp ?here",
        "stamp ?here",
        "s e a l",
    ),
    "day-of": ("day ..1 of",),
    "state-of": ("state|commonwealth of",),
    "other": (
        "telephone|phone ?number",
        "zip ?code",
        "state",
        "email",
        "petition ?section number|no",
        "page",
        "title",
        "party",
        "ward|precinct ?number",
    ),
}
LEADING = frozenset(n for n in CAPTIONS if n.endswith(":leads")) | {"day-of", "state-of"}


@cache
def caption_book() -> PhraseBook:
    """All captions, compiled."""
    return PhraseBook(CAPTIONS, SETS)


@cache
def caption_vocabulary() -> frozenset[str]:
    """Words that OCR's slips are set right to: of the captions, and of the statements, so that nothing is drawn to a
    caption.
    """
    return caption_book().words | vocabulary()
