"""How names and addresses are brought to one spelling, on the roll and as read: capitals, abbreviations, suffixes, directions.

Source of the abbreviations: the United States Postal Service's Publication 28, appendices B and C, in its most used part.
"""

from __future__ import annotations

import re
import unicodedata
from types import MappingProxyType

_KEPT = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_JOINS = "'’.`´"
# Apostrophes and points join (`O'Neil`, `St.`), everything else parts words.
_PARTED = {
    n: (chr(n).upper() if chr(n).upper() in _KEPT else "" if chr(n) in _JOINS else " ")
    for n in range(128)
}  # fmt: skip


def plain(text: str) -> str:
    """`text` in capitals without accents and marks, words one space apart: `O'Neil-Núñez Jr.` is `ONEIL NUNEZ JR`."""
    if not text.isascii():
        for mark in _JOINS:
            text = text.replace(mark, "")
        for sign, digits in (("½", " 1 2"), ("¼", " 1 4"), ("¾", " 3 4")):
            text = text.replace(sign, digits)
        text = text.replace("ß", "ss").replace("ø", "o").replace("Ø", "O").replace("ł", "l").replace("Ł", "L").replace("æ", "ae")
        text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return " ".join(text.translate(_PARTED).split())


def joined(text: str) -> str:
    """`plain` without spaces: one word to look up."""
    return plain(text).replace(" ", "")


_DIRECTIONS = {
    "N": "NORTH", "S": "SOUTH", "E": "EAST", "W": "WEST", "NE": "NORTHEAST", "NW": "NORTHWEST", "SE": "SOUTHEAST",
    "SW": "SOUTHWEST",
}  # fmt: skip
_TYPES = {
    "ALY": "ALLEY ALLY", "AVE": "AVENUE AV AVEN AVN", "BLVD": "BOULEVARD BOUL BLV", "BND": "BEND", "BR": "BRANCH",
    "BRG": "BRIDGE", "BRK": "BROOK", "BYP": "BYPASS", "CIR": "CIRCLE CIRC CRCL", "CMN": "COMMON", "CT": "COURT CRT",
    "CTR": "CENTER CENTRE CNTR", "CRK": "CREEK", "CRES": "CRESCENT", "CRST": "CREST", "CV": "COVE", "DR": "DRIVE DRV",
    "EXPY": "EXPRESSWAY", "EXT": "EXTENSION", "FLD": "FIELD", "FLT": "FLAT", "FRK": "FORK", "FWY": "FREEWAY", "GDN": "GARDEN",
    "GLN": "GLEN", "GRN": "GREEN", "GRV": "GROVE", "GTWY": "GATEWAY", "HBR": "HARBOR", "HL": "HILL", "HLS": "HILLS",
    "HOLW": "HOLLOW", "HTS": "HEIGHTS HGTS", "HVN": "HAVEN", "HWY": "HIGHWAY HIWAY", "JCT": "JUNCTION", "KNL": "KNOLL",
    "LN": "LANE", "LNDG": "LANDING", "LOOP": "LOOPS", "MDW": "MEADOW", "MDWS": "MEADOWS", "ML": "MILL", "MNR": "MANOR",
    "MT": "MOUNT", "PARK": "PRK", "PASS": "PASSAGE", "PATH": "PATHS", "PIKE": "PIKES", "PKWY": "PARKWAY PKY PARKWY",
    "PL": "PLACE PLC", "PLZ": "PLAZA", "PT": "POINT", "RD": "ROAD", "RDG": "RIDGE", "ROW": "", "RUN": "", "SHR": "SHORE",
    "SPG": "SPRING", "SQ": "SQUARE SQR", "ST": "STREET STR STRT", "STA": "STATION", "TER": "TERRACE TERR", "TRCE": "TRACE",
    "TRL": "TRAIL", "VIA": "", "VIS": "VISTA", "VLG": "VILLAGE", "VLY": "VALLEY", "VW": "VIEW", "WALK": "", "WAY": "WY",
    "XING": "CROSSING",
}  # fmt: skip
_UNITS = ("APT", "APARTMENT", "UNIT", "STE", "SUITE", "NO", "LOT", "RM", "ROOM", "FL", "FLOOR", "BLDG", "SPC", "SPACE", "TRLR")
_ORDINALS = (
    "FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH", "EIGHTH", "NINTH", "TENTH", "ELEVENTH", "TWELFTH",
)  # fmt: skip

DIRECTIONS = MappingProxyType({spelling: short for short, long in _DIRECTIONS.items() for spelling in (short, long)})
"""Every spelling of a direction, and its short form."""
STREET_TYPES = MappingProxyType({spelling: short for short, rest in _TYPES.items() for spelling in (short, *rest.split())})
"""Every spelling of a street type, and its short form."""
LONG_TYPES = MappingProxyType({short: (rest.split() or [short])[0] for short, rest in _TYPES.items()})
"""Short form of a street type, and the word written out."""
LONG_DIRECTIONS = MappingProxyType(_DIRECTIONS)
UNIT_WORDS = frozenset(_UNITS)
SUFFIXES = MappingProxyType({
    "JR": "JR", "JUNIOR": "JR", "SR": "SR", "SENIOR": "SR", "II": "II", "2ND": "II", "III": "III", "3RD": "III", "IV": "IV",
    "4TH": "IV", "V": "V", "5TH": "V",
})  # fmt: skip
"""Every spelling of a suffix that tells two people of one name apart, and its short form."""


def ordinal(number: int) -> str:
    """`1ST`, `22ND`, `13TH`."""
    ending = "TH" if 10 <= number % 100 <= 20 else {1: "ST", 2: "ND", 3: "RD"}.get(number % 10, "TH")
    return f"{number}{ending}"


ORDINALS = MappingProxyType({word: ordinal(n) for n, word in enumerate(_ORDINALS, 1)})
"""Ordinals written out, and with digits: streets are called either way."""


def street_key(text: str) -> str:
    """A street's name without type and direction as one word to look up: `Fifth` and `5th` are one, `St. Vrain` is `STVRAIN`."""
    return "".join(ORDINALS.get(word, word) for word in plain(text).split())


_NUMBER = re.compile(r"(\d+[A-Z]?)((?: (?:1|2|3) (?:2|3|4))?)(?= |$)")


def split_address(text: str) -> tuple[str, str, str, str, str]:
    """(number, direction, street, type, unit) of an address on one line; what is not there is empty.

    The street is `plain` words; direction and type are short forms, whichever way they were written.
    """
    hash_at = text.find("#")
    after = ""
    if hash_at >= 0:
        text, after = text[:hash_at], plain(text[hash_at + 1 :])
    words = plain(text).split()
    number = ""
    match = _NUMBER.match(" ".join(words))
    if match and len(words) > 1:
        number = match[1] + (" " + match[2].strip().replace(" ", "/") if match[2] else "")
        words = words[len(match[0].split()) :]
    unit = after
    for at in range(1, len(words)):
        # `NO` and `FL` are words of streets too: only right before the last word are they a unit's.
        if words[at] in UNIT_WORDS and (words[at] not in ("FL", "NO") or at == len(words) - 2):
            unit = " ".join(words[at + 1 :]) or unit
            words = words[:at]
            break
    direction = ""
    if len(words) > 1 and words[0] in DIRECTIONS and not (len(words) == 2 and words[1] in STREET_TYPES):
        direction, words = DIRECTIONS[words[0]], words[1:]
    if len(words) > 2 and words[-1] in DIRECTIONS and not direction:
        direction, words = DIRECTIONS[words[-1]], words[:-1]
    kind = ""
    if len(words) > 1 and words[-1] in STREET_TYPES:
        kind, words = STREET_TYPES[words[-1]], words[:-1]
    elif len(words) > 2 and words[-2] in STREET_TYPES and any(c.isdigit() for c in words[-1]) and not (unit or _numbered(words)):
        # `12 Elm St 4B`: a unit with no word before it.
        kind, unit, words = STREET_TYPES[words[-2]], words[-1], words[:-2]
    return number, direction, " ".join(words), kind, unit


def _numbered(words: list[str]) -> bool:
    """Whether the street is called by a number: `COUNTY RD 12`, `STATE HWY 7`."""
    return words[-2] in ("RD", "ROAD", "HWY", "HIGHWAY") and words[-3] in ("COUNTY", "CO", "STATE", "US", "FARM", "FOREST")
