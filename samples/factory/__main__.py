"""Makes petitions: python -m samples.factory --side develop --seed 1 --count 12 --out FOLDER."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from samples.factory.batch import make
from samples.factory.catalogue import SIDES
from samples.factory.faces import FaceMissing
from samples.factory.paper.layout import ORDINANCES as PAPERS
from samples.factory.petition import COLORADO
from samples.factory.writing import HandMissing

ORDINANCES = (COLORADO, *PAPERS)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m samples.factory", description="Make scans of made-up petition sections, with the truth beside each."
    )
    parser.add_argument("--side", choices=SIDES, required=True, help="which side of the catalogue to draw from")
    parser.add_argument("--seed", type=int, required=True, help="the same seed makes the same petitions")
    parser.add_argument("--count", type=int, required=True, help="how many scans")
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    parser.add_argument(
        "--defects", choices=("none", "some"), default="some", help="plant defects in about two scans of three, or in none"
    )
    parser.add_argument(
        "--ordinance", choices=(*ORDINANCES, "all"), default=COLORADO, help="whose petitions to make; `all` takes them in turn"
    )
    given = parser.parse_args()
    try:
        made = make(
            side=given.side,
            seed=given.seed,
            count=given.count,
            out=given.out,
            with_defects=given.defects == "some",
            ordinances=ORDINANCES if given.ordinance == "all" else (given.ordinance,),
        )
    except (FaceMissing, HandMissing) as error:
        print(f"The factory cannot run: {error}", file=sys.stderr)
        return 3
    print(f"{len(made)} scans in {given.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
