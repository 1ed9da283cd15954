"""How right is the product on scans it has never seen? Makes scans with known truth, checks them, compares.

    python -m benchmarks.accuracy --seed 7301 --count 60
    python -m benchmarks.accuracy --dir BATCH --only s007 --part affidavit

Scans come from the `measure` side of the factory's catalogue, or from a folder made before. Every miss and false alarm is
listed with file, page, line and message. `--part` keeps the list and the checks to one subject while tuning; nothing is kept
between runs. What counts as found, true, allowed and false: see `benchmarks.matching`.

With `--ordinance all`, `--count` is the number of scans in all, shared out over the ordinances as evenly as it goes; the factory
takes the kinds of petition that an ordinance has in turn. A scan is then named with its ordinance's folder.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import asdict, replace
from functools import cache
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path

from benchmarks import matching, readings
from benchmarks.answer import Answer, of_product, of_truth
from benchmarks.totals import Totals, report
from pipeline import run
from pipeline.errors import PetitionError
from pipeline.law import loader, petition_file
from pipeline.law.sought import sought
from pipeline.model.petition import PetitionFile
from pipeline.model.result import ScanResult

TRUTH = ".truth.json"
ORDINANCES = ("colorado-54-124", "fulton-10-3", "charter-3-06", "charter-602")


def main(given: Sequence[str] | None = None) -> int:
    """Run the benchmark; 0 unless it could not run at all."""
    args = _arguments(given)
    if args.dir:
        return _measured(args, args.dir, made=None)
    with tempfile.TemporaryDirectory(prefix="petition-accuracy-") as folder:
        out = args.keep or Path(folder)
        began = time.perf_counter()
        if None in _made(args, out):
            return 3
        print(f"Scans made in {time.perf_counter() - began:.0f} s.", file=sys.stderr)
        return _measured(args, out, made={"side": args.side, "seed": args.seed, "count": args.count})


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=7301, help="the same seed makes the same scans")
    parser.add_argument("--count", type=int, default=60, help="how many scans to make, over all ordinances together")
    parser.add_argument("--side", choices=("measure", "develop"), default="measure", help="side of the catalogue")
    parser.add_argument("--ordinance", default=ORDINANCES[0], choices=(*ORDINANCES, "all"))
    parser.add_argument("--defects", choices=("none", "some"), default="some")
    parser.add_argument("--dir", type=Path, help="a folder of scans with truth beside them, instead of making new ones")
    parser.add_argument("--keep", type=Path, help="make the scans in this folder and leave them there")
    parser.add_argument("--only", action="append", default=[], help="only scans whose name contains this; may be repeated")
    parser.add_argument("--part", help="only this subject: warning, summary, text, lines, line, affidavit, notary …")
    parser.add_argument("--jobs", type=int, default=2, help="scans checked side by side")
    parser.add_argument("--in-process", action="store_true", help="without the sandbox: faster, and a crash shows its traceback")
    parser.add_argument("--out", type=Path, help="write the result here as JSON")
    parser.add_argument("--quiet", action="store_true", help="figures only, no list of misses and false alarms")
    return parser.parse_args(given)


def _made(args: argparse.Namespace, out: Path) -> list[Path | None]:
    """The factory's scans, in `out` or, for all ordinances, in a folder each below it."""
    chosen = ORDINANCES if args.ordinance == "all" else (args.ordinance,)
    places: list[Path | None] = []
    for ordinance, share in zip(chosen, shares(args.count, len(chosen)), strict=True):
        if not share:
            continue
        place = out / ordinance if len(chosen) > 1 else out
        command = [
            *(sys.executable, "-m", "samples.factory", "--side", args.side, "--seed", str(args.seed)),
            *("--count", str(share), "--out", str(place), "--ordinance", ordinance, "--defects", args.defects),
        ]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode and len(chosen) > 1 and "invalid choice" in done.stderr:
            print(f"The factory makes no forms for {ordinance} yet: left out.", file=sys.stderr)
            continue
        if done.returncode:
            print(f"The factory could not make scans for {ordinance}: {done.stderr.strip()}", file=sys.stderr)
            places.append(None)
        else:
            places.append(place)
    return places


def shares(count: int, of: int) -> list[int]:
    """`count` scans shared out over `of` ordinances: no two shares differ by more than one, the larger come first."""
    each, over = divmod(count, of)
    return [each + (place < over) for place in range(of)]


def _measured(args: argparse.Namespace, folder: Path, made: dict[str, object] | None) -> int:
    files = [f for f in sorted(folder.rglob(f"*{TRUTH}")) if not args.only or any(o in f.name for o in args.only)]
    if not files:
        print(f"No *{TRUTH} in {folder.name}: nothing to compare with.", file=sys.stderr)
        return 2
    began = time.perf_counter()
    totals = Totals()
    with _pool(args) as pool:
        checked = pool.map(_checked_here if args.in_process else _checked, files)
        for place, (file, (truth, said)) in enumerate(zip(files, checked, strict=True), start=1):
            if file.parent != folder:
                # Each ordinance has an s001: the list of trouble names the folder too.
                truth, said = (replace(one, file=f"{file.parent.name}/{one.file}") for one in (truth, said))
            totals.add(truth, said, matching.compare(truth, said), readings.compare(truth, said))
            print(f"\r{place} of {len(files)}  {said.file}  {said.seconds:.1f} s   ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    seconds = time.perf_counter() - began
    print(report(totals, part=args.part, list_trouble=not args.quiet))
    print(f"\n{len(files)} scans, {totals.pages} pages, {seconds:.0f} s with {args.jobs} side by side.")
    if args.out:
        args.out.parent.mkdir(parents=True, exist_ok=True)
        record = {
            "made": made or {"folder": folder.name},
            "only": args.only,
            "scans": len(files),
            "seconds": round(seconds, 1),
            "versions": {**totals.versions, **_versions()},
            **totals.as_json(),
            "trouble": [asdict(t) for t in totals.trouble],
        }
        args.out.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


def _pool(args: argparse.Namespace) -> Executor:
    jobs = max(1, args.jobs)
    if args.in_process:
        # One thread a library: set before the fresh interpreters import any of them.
        os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OMP_THREAD_LIMIT", "OPENBLAS_NUM_THREADS"), "1")
        return ProcessPoolExecutor(max_workers=jobs, mp_context=get_context("spawn"))
    # Threads, for each scan is measured in a child process of its own.
    return ThreadPoolExecutor(max_workers=jobs)


def _checked(truth_file: Path) -> tuple[Answer, Answer]:
    return _compared(truth_file, lambda scan, petition: run.check(scan, petition).result)


def _checked_here(truth_file: Path) -> tuple[Answer, Answer]:
    return _compared(truth_file, _without_sandbox)


def _without_sandbox(scan: Path, petition: PetitionFile) -> ScanResult:
    if petition.form is not None:
        # The approved form is prepared on the way to the sandbox.
        return run.check(scan, petition).result
    import cv2

    from pipeline.measure import measure_scan

    cv2.setNumThreads(1)
    cv2.setRNGSeed(0)
    found = measure_scan(scan, sought(petition, loader.load(petition.ordinance)))
    return run.judge(found.facts, petition)


def _compared(truth_file: Path, check: Callable[[Path, PetitionFile], ScanResult]) -> tuple[Answer, Answer]:
    truth, named = of_truth(truth_file)
    scan = truth_file.parent / truth.file
    began = time.perf_counter()
    try:
        result = check(scan, _petition(truth_file.parent / named))
        return truth, of_product(result, time.perf_counter() - began)
    except PetitionError as error:
        told = str(error)
    except Exception:
        # A crash on one scan is a result too: everything on it counts as missed, and the list says why.
        told = traceback.format_exc(limit=-5)
    return truth, Answer(file=truth.file, sections=(), pages=truth.pages, seconds=time.perf_counter() - began, error=told)


@cache
def _petition(path: Path) -> PetitionFile:
    return petition_file.load(path)


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in ("opencv-python-headless", "onnxruntime", "rapidocr", "pytesseract", "spacy", "numpy"):
        found[name] = version(name)
    return found


if __name__ == "__main__":
    raise SystemExit(main())
