"""How well are signer lines read? Fresh signature pages with known truth, read as in a scan and judged under Sec. 54-124.

    python -m benchmarks.lines --seed 7304 --signers 3000 --jobs 2
    python -m benchmarks.lines --side develop --seed 5 --signers 200 --sheet worst.png

Line found, state, signature; character errors by field and kind of hand; dates; certain wrong readings; whether a certainty
means what it says; who of a made-up roll signed, and with `--large 4000000` of a second, larger one. Bitonal pages of 200 dpi
stand apart. `--sheet` writes the crops of the worst
readings into one picture, for a person to look at. Nobody in here is real.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import partial
from importlib.metadata import version
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks import line_pages
from benchmarks.line_figures import Figures, as_json
from benchmarks.line_goals import goals, speed, table
from benchmarks.line_pages import Made
from benchmarks.line_sheet import sheet
from benchmarks.lines_read import measured

WORST = 20
COARSE, OTHER = "bitonal 200 dpi", "other scans"


def main(given: Sequence[str] | None = None) -> int:
    """Make the pages, read them, print the figures."""
    args = _arguments(given)
    with tempfile.TemporaryDirectory(prefix="petition-lines-") as folder:
        place = args.keep or args.dir or Path(folder)
        made = line_pages.known(args.dir) if args.dir else _made(args, place)
        if not made:
            print(f"There are no signature pages in {place.name}.", file=sys.stderr)
            return 2
        sizes = (args.electors, args.large)
        rolls = [_roll(made, count, args.side, place) if count else None for count in sizes]
        all_ = Figures()
        modes = {mode: Figures() for mode in (COARSE, OTHER)}
        for at, (one, read) in enumerate(zip(made, _measured(args, made, *rolls), strict=True), start=1):
            all_.add(read)
            modes[_mode(one)].add(read)
            print(f"\r{at} of {len(made)} scans", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        columns = {"all scans": all_, OTHER: modes[OTHER], COARSE: modes[COARSE]}
        figures = as_json(all_)
        print(f"{all_.lines} written lines read; {speed(all_, sizes)}", "", *table(columns), "", report(figures), sep="\n")
        worst = sorted(all_.readings, key=lambda r: (-(r.certainty >= 0.8 and not r.reviewed), -r.errors, -r.certainty))[:WORST]
        if args.sheet:
            sheet(worst, place, args.sheet)
        if args.out:
            said = {"side": args.side, "seed": args.seed, "signers": args.signers, "electors": sizes, "scans": len(made)}
            apart = {mode: as_json(modes[mode]) for mode in modes}
            record = {"made": said, "versions": _versions(), "goals": goals(columns), **figures, **apart}
            record["worst"] = [_told(r) for r in worst]
            args.out.parent.mkdir(parents=True, exist_ok=True)
            args.out.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lines", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=7304, help="the same seed makes the same pages")
    parser.add_argument("--signers", type=int, default=3000, help="written lines at the least")
    parser.add_argument("--side", choices=("measure", "develop"), default="measure", help="side of the catalogue")
    parser.add_argument("--profile", help="only this scanner of the catalogue")
    parser.add_argument("--jobs", type=int, default=2, help="scans read side by side")
    parser.add_argument("--electors", type=int, default=50_000, help="electors on the made-up roll; 0: no roll")
    parser.add_argument("--large", type=int, default=0, help="electors on a second roll, to look up on as well; 0: none")
    parser.add_argument("--dir", type=Path, help="pages that an earlier run left, instead of new ones")
    parser.add_argument("--keep", type=Path, help="make the pages in this folder and leave them there")
    parser.add_argument("--out", type=Path, help="write the result here as JSON")
    parser.add_argument("--sheet", type=Path, help="write the crops of the twenty worst readings into this PNG")
    return parser.parse_args(given)


def _made(args: argparse.Namespace, place: Path) -> list[Made]:
    made, signers = [], 0
    for one in line_pages.make(place, side=args.side, seed=args.seed, signers=args.signers, profile=args.profile):
        made.append(one)
        signers += sum(line["state"] != "blank" for line in one.lines)
        print(f"\r{signers} of {args.signers} signers written", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return made


def _roll(made: Sequence[Made], count: int, side: str, place: Path) -> Path:
    """The roll of all signers and their neighbours, imported; gives its file."""
    from pipeline.model.roll import RollElector
    from pipeline.roll.importing import import_roll
    from samples.factory.people import TOWNS
    from samples.factory.roll import electors, write_csv

    def known() -> Iterable[RollElector]:
        for one in made:
            for told in one.electors:
                day = told.get("registered_on")
                yield RollElector(**{**told, "registered_on": date.fromisoformat(day) if isinstance(day, str) else day})

    signers = list(known())
    others = electors(f"roll/{side}", max(count - len(signers), 0), TOWNS[side], first_id=10_000_000)
    file = place / f"roll-{count}.csv"
    write_csv(file, chain(signers, others))
    return import_roll(file, folder=place / "rolls").path


def _mode(made: Made) -> str:
    """Which column a scan stands in: all its pages are scanned in one way."""
    scanned = made.lines[0]["scan"]
    return COARSE if scanned["colour"] == "bitonal" and scanned["dpi"] <= 200 else OTHER


def _measured(args: argparse.Namespace, made: Sequence[Made], roll: Path | None, large: Path | None) -> Iterable[Figures]:
    # One thread a library: set before the fresh interpreters import any of them.
    os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OMP_THREAD_LIMIT", "OPENBLAS_NUM_THREADS"), "1")
    with ProcessPoolExecutor(max_workers=max(args.jobs, 1), mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(measured, roll=roll, large=large), made)


def _told(reading: Any) -> dict[str, Any]:
    """A bad reading as it is kept."""
    told = ("scan", "page", "row", "field", "hand", "bitonal", "so", "said", "certainty", "errors", "reviewed")
    return {name: getattr(reading, name) for name in told}


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in ("opencv-python-headless", "onnxruntime", "rapidocr", "pytesseract", "numpy"):
        found[name] = version(name)
    return found


def report(figures: dict[str, Any]) -> str:
    """The figures as a person reads them."""
    out = []
    for name in ("ditto_resolved", "scrawled_not_certain"):
        out.append(f"{name.replace('_', ' '):<32}{_share(figures[name])}")
    out += ["", f"{'field, hand':<34}{'fields':>7}{'character errors':>18}{'whole right':>13}"]
    for key, told in figures["text"].items():
        whole = told["whole_right"]["value"]
        out.append(f"{key:<34}{told['fields']:>7}{told['character_errors']:>18.4f}{whole:>13.3f}")
    out.append("")
    for name, told in figures["dates"].items():
        out.append(f"dates {name.replace('_', ' '):<26}{_share(told)}")
    out += ["", "certainty said against share right"]
    for name, rows in figures["reliability"].items():
        for row in rows:
            out.append(f"{name:<10}{row['from']:.2f} to {row['to']:.2f}  said {row['said']:.3f}  right {_share(row['right'])}")
    if figures["electors"]:
        out += ["", "electors: " + ", ".join(f"{k} {v}" for k, v in sorted(figures["electors"].items()))]
    if figures["electors_large"]:
        out += ["larger roll: " + ", ".join(f"{k} {v}" for k, v in sorted(figures["electors_large"].items()))]
    out += ["", "lines for a person: " + (", ".join(f"{k} {v}" for k, v in figures["reviews"].items()) or "none")]
    return "\n".join(out)


def _share(told: dict[str, Any]) -> str:
    if told["value"] is None:
        return "-"
    low, high = told["wilson95"]
    return f"{told['value']:.4f} ({told['hits']} of {told['n']}, {low:.3f} to {high:.3f})"


if __name__ == "__main__":
    raise SystemExit(main())
