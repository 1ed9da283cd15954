"""Makes the committed samples again: python -m samples.factory.committed. Only faces and hands of the develop side,
small files.

Each petition has a layout, and each scan a name that says what is wrong with it. Nothing is drawn that this list does
not name, but the words, the people and the hands.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import replace
from pathlib import Path

from samples.factory import catalogue
from samples.factory.batch import Order, make_scan, new_paper, new_petition
from samples.factory.catalogue import Profile
from samples.factory.paper.layout import layouts
from samples.factory.paper.pages import typeset
from samples.factory.petition import write_petition

ROOT = Path(__file__).parents[1]
SEED = 20261130

COLOUR = Profile(
    id="small-colour-200",
    side="develop",
    colour="colour",
    dpi=200,
    packing="jpeg",
    settings={"quality": (32, 36), "skew": 0.7, "noise": 0.002},
)
GRAY = Profile(
    id="small-gray-200",
    side="develop",
    colour="gray",
    dpi=200,
    packing="jpeg",
    settings={"quality": (32, 36), "skew": 0.7, "noise": 0.002},
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

PAPERS = {
    # id: (ordinance, layout, kind)
    "initiative": ("fulton-10-3", "missouri-page", "initiative"),
    "referendum": ("fulton-10-3", "charter-booklet", "referendum"),
    "recall": ("fulton-10-3", "missouri-page", "recall"),
    "partisan-nomination": ("charter-3-06", "michigan-legal", "nomination"),
    "ward-nomination": ("charter-3-06", "ward-fields", "nomination"),
    "nonpartisan-nomination": ("charter-602", "nonpartisan-page", "nomination"),
    "two-sided-nomination": ("charter-602", "nonpartisan-leaf", "nomination"),
}

PAPER_SCANS: tuple[tuple[str, str, Order], ...] = (
    ("initiative-clean", "initiative", Order(name="", planted=[], profile=COLOUR, sections=1)),
    (
        "referendum-bitonal-not-sworn-undated-line",
        "referendum",
        Order(name="", planted=["affidavit-not-sworn", "line-date-missing"], profile=BITONAL, sections=1),
    ),
    (
        "recall-too-long-and-count-differs",
        "recall",
        Order(name="", planted=["recall-reasons-too-long", "count-stated-differs"], profile=GRAY, sections=1),
    ),
    ("partisan-clean", "partisan-nomination", Order(name="", planted=[], profile=COLOUR, sections=1)),
    (
        "partisan-heading-incomplete",
        "ward-nomination",
        Order(name="", planted=["heading-incomplete", "line-signature-missing"], profile=GRAY, sections=1),
    ),
    ("nonpartisan-clean", "nonpartisan-nomination", Order(name="", planted=[], profile=COLOUR, sections=1)),
    (
        "nonpartisan-party-and-pencil",
        "nonpartisan-nomination",
        Order(name="", planted=["party-designation", "line-not-ink", "line-po-box"], profile=COLOUR, sections=1),
    ),
    (
        "nonpartisan-page-without-affidavit",
        "two-sided-nomination",
        Order(name="", planted=["affidavit-missing-on-page"], profile=BITONAL, sections=1),
    ),
)


def main() -> None:
    """Make all of them; or only those of the charters."""
    parser = argparse.ArgumentParser(prog="python -m samples.factory.committed", description="Make the committed samples.")
    parser.add_argument("--papers", action="store_true", help="only the papers under the charters")
    given = parser.parse_args()
    if not given.papers:
        sections()
    papers()


def papers() -> None:
    """The papers under the charters."""
    petitions = {}
    for id, (ordinance, name, kind) in PAPERS.items():
        layout = next(x for x in layouts("develop", ordinance) if x.id == name)
        petition = new_paper(random.Random(f"{SEED}/{id}"), "develop", ordinance, id, layout=layout, kind=kind)
        if layout.affidavit == "back":
            # Two leaves, so that one can lack what the other has.
            petition.form = replace(petition.form, sign_pages=2)
            petition.blank = typeset(petition.form)
        petition.folder = ROOT / "petitions" / id
        write_petition(petition, ROOT / "scans")
        petitions[id] = petition
    for name, id, order in PAPER_SCANS:
        order.name, order.kind = name, "pdf"
        path = make_scan(random.Random(f"{SEED}/{name}"), petitions[id], order, ROOT / "scans")
        print(f"{path.name}: {path.stat().st_size // 1024} KB")


def sections() -> None:
    """The sections under Sec. 54-124."""
    drawn = {layout.id: layout for layout in catalogue.layouts("develop")}
    petitions = {}
    for id, layout in PETITIONS.items():
        petition = new_petition(
            random.Random(f"{SEED}/{id}"), "develop", drawn[layout], id, measure=id.removesuffix("-2"), sign_pages=1
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
