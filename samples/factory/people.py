"""Who signs? Made-up people, streets and towns; none of them is anybody."""

from __future__ import annotations

import random
from dataclasses import dataclass


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


GIVEN = _words("""
Alma Abel Beatriz Bertram Carol Clive Dolores Desmond Edna Elliot Fern Felix Gwen Gordon Harriet Hollis Ida
Ivan Joan Jasper Kendra Kurt Lorna Luis Mabel Marcus Nadia Neil Opal Omar Paula Perry Quinn Rhoda Rafael Selma
Stuart Thea Tobias Una Ulysses Vera Victor Wanda Wesley Yolanda Yusuf Zelda Zane Minh Aiko Priya Dmitri Ingrid
Mateo Chidi Soledad Mei-Lin Jean-Paul
""")
FAMILY = _words("""
Aldous Arbuckle Baines Barragan Brightwater Calloway Castellan Corrigan Dankworth Delacroix Drummond Eastlake
Esparza Fairweather Fennimore Gallant Grisham Haverford Hollander Ibarra Ironside Jardine Jessup Kettering
Kowalczyk Lachlan Lindqvist Mayhew Montoya Nettleton Norquist Oakhurst Okonkwo Pennywell Poole Quarles
Quintero Radcliff Rosenthal Sandoval Stonebridge Tamsin Thackeray Underhill Upjohn Vandermeer Villasenor
Wainwright Whitlock Yarrow Youngblood Zamora Zeller Nguyen Ito
""")
ODD_FAMILY = (
    "O'Neil",
    "O'Hara",
    "Garcia-Lopez",
    "Smith-Barrow",
    "de la Cruz",
    "Van Horne",
    "St. Clair",
    "McAllister",
    "D'Amico",
    "Ng",
)
SUFFIX = ("Jr.", "Sr.", "III", "II")
STREETS = _words("""
Alder Aspen Bluestem Birchwood Canyon Cedar Columbine Cottonwood Dogwood Elm Fairview Foxglove Garnet
Grandview Hawthorn Hickory Juniper Larkspur Linden Maple Meadowlark Mesa Mulberry Overlook Orchard Pinon
Ponderosa Prairie Quarry Redstone Ridge Sagebrush Spruce Sunset Tamarack Thistle Valley Vine Willow Yarrow
Main Mill Park Church Railroad
""")
KINDS = (
    ("Street", "St"),
    ("Avenue", "Ave"),
    ("Drive", "Dr"),
    ("Lane", "Ln"),
    ("Court", "Ct"),
    ("Road", "Rd"),
    ("Way", "Way"),
    ("Place", "Pl"),
)
UNITS = ("Apt {n}", "#{n}", "Unit {n}", "Apt. {n}B")


@dataclass(frozen=True, slots=True, kw_only=True)
class Town:
    """A made-up city and the county it lies in."""

    city: str
    county: str
    zip: str
    state: str = "Colorado"


TOWNS = {
    "develop": (
        Town(city="Pine Hollow", county="Larkspur", zip="80999"),
        Town(city="Granite Ford", county="Tamarack", zip="81990"),
        Town(city="Eldermoor", county="Quarry", zip="80991"),
    ),
    "measure": (
        Town(city="Copper Bend", county="Meridian", zip="81991"),
        Town(city="Wolfcreek", county="Ashby", zip="80992"),
        Town(city="Mesa Verano", county="Verano", zip="81993"),
    ),
}

PAPER_TOWNS = {
    "develop": (
        Town(city="Marlow Bend", county="Osier", zip="63990"),
        Town(city="Kirkham", county="Pell", zip="48990"),
        Town(city="Blackwater Falls", county="Dunmore", zip="64991"),
    ),
    "measure": (
        Town(city="Sutter Landing", county="Breck", zip="63992"),
        Town(city="Old Harrow", county="Lisle", zip="48993"),
        Town(city="Timberlake", county="Corrin", zip="64994"),
    ),
}
"""Towns of the other ordinances; the layout of a paper says in which state they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A made-up elector: the name as printed, the address as written on a line."""

    given: str
    family: str
    name: str
    street: str
    city: str
    county: str
    zip: str


def person(rng: random.Random, town: Town) -> Person:
    """Make up one person who lives in `town`."""
    given = rng.choice(GIVEN)
    family = rng.choice(ODD_FAMILY) if rng.random() < 0.15 else rng.choice(FAMILY)
    middle = f" {rng.choice('ABCDEFGHJKLMNPRSTW')}." if rng.random() < 0.35 else ""
    suffix = f" {rng.choice(SUFFIX)}" if rng.random() < 0.06 else ""
    number = rng.choice((rng.randint(1, 99), rng.randint(100, 999), rng.randint(1000, 14999)))
    direction = rng.choice(("", "", "", "N ", "S ", "E ", "W ", "North ", "SE "))
    street = f"{rng.randint(1, 38)}th" if rng.random() < 0.06 else rng.choice(STREETS)
    street = {
        "1th": "1st",
        "2th": "2nd",
        "3th": "3rd",
        "21th": "21st",
        "22th": "22nd",
        "23th": "23rd",
        "31th": "31st",
        "32th": "32nd",
        "33th": "33rd",
    }.get(street, street)
    kind = rng.choice(rng.choice(KINDS))
    unit = f" {rng.choice(UNITS).format(n=rng.randint(1, 48))}" if rng.random() < 0.18 else ""
    return Person(
        given=given,
        family=family,
        name=f"{given}{middle} {family}{suffix}",
        street=f"{number} {direction}{street} {kind}{unit}",
        city=town.city,
        county=town.county,
        zip=town.zip,
    )
