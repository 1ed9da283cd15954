"""Makes the committed samples again: python -m samples.factory.committed. Only faces and hands of the develop side,
small files.

Each petition has a layout, and each scan a name that says what is wrong with it. Nothing is drawn that this list does
not name, but the words, the people and the hands.
"""

from __future__ import annotations

import random
from pathlib import Path

from samples.factory import catalogue
from samples.factory.batch import Order, make_scan, new_petition
from samples.factory.catalogue import Profile
from samples.factory.petition import write_petition

ROOT = Path(__file__).parents[1]
SEED = 20261130

COLOUR = Profile(
    id="small-colour-200",
    side="develop",
    colour="colour",
    dpi=200,
    packing="jpeg",
    settings={"quality": (44, 52), "skew": 0.7, "noise": 0.003},
)
GRAY = Profile(
    id="small-gray-200",
    side="develop",
    colour="gray",
    dpi=200,
    packing="jpeg",
    settings={"quality": (44, 52), "skew": 0.7, "noise": 0.003},
)
BITONAL = Profile(
    id="small-bitonal-200", side="develop", colour="bitonal", dpi=200, packing="g4", settings={"skew": 0.6, "speckle": 0.15}
)

PETITIONS = {
    # id: (layout, pages of lines, closing sections). The last two keep a sample's size in hand.
    "leaf-blowers": "portrait-centred",
    "night-sky": "landscape-boxed",
    "library-hours": "legal-double",
    "leaf-blowers-2": "portrait-below",
}

SCANS: tuple[tuple[str, str, Order], ...] = (
    ("clean-portrait", "leaf-blowers", Order(name="", planted=[], profile=COLOUR, sections=1)),
    ("clean-landscape", "night-sky", Order(name="", planted=[], profile=COLOUR, sections=1)),
    ("clean-legal-double-lines", "library-hours", Order(name="", planted=[], profile=COLOUR, sections=1)),
    ("gray-so-red-unknown", "leaf-blowers", Order(name="", planted=[], profile=GRAY, sections=1)),
    ("bitonal-with-struck-line", "leaf-blowers-2", Order(name="", planted=["line-struck"], profile=BITONAL, sections=1)),
    (
        "turned-pages-undated-affidavit",
        "leaf-blowers",
        Order(name="", planted=["affidavit-undated"], profile=COLOUR, sections=1, turned={1: 180, 2: 90}),
    ),
    (
        "two-sections-second-clean-first-unsigned",
        "night-sky",
        Order(name="", planted=["affidavit-unsigned"], profile=COLOUR, sections=2),
    ),
    ("warning-not-red", "leaf-blowers", Order(name="", planted=["warning-not-red"], profile=COLOUR, sections=1)),
    (
        "summary-wording-and-unsigned-line",
        "night-sky",
        Order(name="", planted=["summary-wording", "line-signature-missing"], profile=COLOUR, sections=1),
    ),
    (
        "statement-missing-and-expired-notary",
        "leaf-blowers",
        Order(name="", planted=["affidavit-statement-missing", "notary-commission-expired"], profile=COLOUR, sections=1),
    ),
    (
        "misnumbered-and-line-after-affidavit",
        "library-hours",
        Order(name="", planted=["lines-misnumbered", "line-after-affidavit"], profile=COLOUR, sections=1),
    ),
    ("affidavit-missing", "night-sky", Order(name="", planted=["affidavit-missing"], profile=COLOUR, sections=1)),
    (
        "serial-missing-and-committee-size",
        "leaf-blowers-2",
        Order(name="", planted=["serial-missing", "committee-size"], profile=COLOUR, sections=1),
    ),
)


def main() -> None:
    layouts = {layout.id: layout for layout in catalogue.layouts("develop")}
    petitions = {}
    for id, layout in PETITIONS.items():
        petition = new_petition(
            random.Random(f"{SEED}/{id}"), "develop", layouts[layout], id, measure=id.removesuffix("-2"), sign_pages=1
        )
        petition.folder = ROOT / "petitions" / id
        write_petition(petition, ROOT / "scans")
        petitions[id] = petition
    (ROOT / "scans").mkdir(exist_ok=True)
    for name, id, order in SCANS:
        order.name = name
        path = make_scan(random.Random(f"{SEED}/{name}"), petitions[id], order, ROOT / "scans")
        print(f"{path.name}: {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
