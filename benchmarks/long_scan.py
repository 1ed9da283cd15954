"""Long scans: how soon the first findings of a hundred pages are there, and what memory ten thousand pages take.

    python -m benchmarks.long_scan first SCAN PETITION    # a real scan, read for real, until its first report lies there
    python -m benchmarks.long_scan memory [--pages 10 100 1000 10000] [--one-section]

For `memory` a few made pages are referenced many times in one file, and reading of print is stubbed: what is measured is what
opening, splitting, decoding, keeping, judging and reporting hold, in the worker's process and in its child. `--one-section`:
every page says that it belongs to the section of the one before. `--decode-once`: pages with one picture are decoded once.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pikepdf
from PIL import Image, ImageDraw

ROOT = Path(__file__).parent.parent
PETITION = ROOT / "samples" / "petitions" / "leaf-blowers" / "petition.toml"
OUT = Path(__file__).parent / "results" / "long_scan.json"
# Unlike pages in the file; all others are the same ones again.
KINDS = 4
# Low, so that ten thousand pages are decoded in minutes. What is kept for too long shows in the growth, not in the height.
DPI = 40


def make(path: Path, pages: int, dpi: int = DPI) -> None:
    """A PDF of `pages` letter pages that share a few pictures: small, however many pages."""
    with pikepdf.new() as pdf:
        kinds = []
        for kind in range(KINDS):
            sheet = Image.new("L", (dpi * 17 // 2, dpi * 11), 255)
            draw = ImageDraw.Draw(sheet)
            # The first kind is blank, as backs are.
            for row in range(2 * kind):
                for word in range(4):
                    left, top = dpi * (3 * word + 2) // 3 + row % 2 * dpi // 4, dpi * (row + 2)
                    draw.ellipse((left, top, left + dpi // 4, top + dpi // 4), fill=0)
            picture = pikepdf.Stream(
                pdf, sheet.tobytes(), Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=sheet.width,
                Height=sheet.height, ColorSpace=pikepdf.Name.DeviceGray, BitsPerComponent=8,
            )  # fmt: skip
            kinds.append(pdf.make_indirect(picture))
        drawn = pdf.make_indirect(pikepdf.Stream(pdf, b"q 612 0 0 792 0 0 cm /Im Do Q"))
        for number in range(pages):
            page = pikepdf.Dictionary(
                Type=pikepdf.Name.Page, MediaBox=[0, 0, 612, 792], Contents=drawn,
                Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im=kinds[number % KINDS])),
            )  # fmt: skip
            pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
        pdf.save(path, compress_streams=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)


def stubbed_in_child(one_section: bool, decode_once: bool, *given: Any) -> Any:
    """What the sandbox calls in the place of `measure_in_child`: the same, with an engine that reads no word."""
    from pipeline import measure
    from pipeline.ocr.print import TesseractPrint
    from pipeline.pages.shelf import Shelf
    from pipeline.section import assembly

    def all_one(glances: Sequence[Any]) -> assembly.Assembled:
        return assembly.Assembled(sections=(tuple(g.page for g in glances),), unplaced=(), blank=())

    TesseractPrint._run = lambda *_given: ""  # type: ignore[method-assign]
    if one_section:
        assembly.split = all_one
    if decode_once:
        Shelf._read = _looked_at_once(Shelf._read)  # type: ignore[method-assign]
    return measure.measure_in_child(*given)


def _looked_at_once(read: Any) -> Any:
    """Of pages that have one picture only the first is decoded: what ten thousand cost in time is no question here."""
    from dataclasses import replace

    seen: dict[int, Any] = {}

    def again(shelf: Any, number: int) -> Any:
        kind = number % KINDS
        if kind not in seen:
            seen[kind] = read(shelf, number)
        view = seen[kind]
        return replace(view, page=replace(view.page, number=number), text=replace(view.text, page=number))

    return again


def read_in_steps(
    scan: Path, petition: Path, home: Path, *, stubbed: bool, one_section: bool, decode_once: bool, first_only: bool, threads: int
) -> dict[str, Any]:
    """Take `scan` in and read it as the flows do, in this process; what it took."""
    from pipeline import run, sandbox
    from pipeline.law import petition_file
    from pipeline.store import Store, StoreSettings
    from pipeline.work import pieces, reading

    if stubbed:
        # By the name under which the child can import it: run as a program, this module has another.
        from benchmarks.long_scan import stubbed_in_child as by_name

        real = sandbox.call

        def call(function: Any, *args: Any, **more: Any) -> Any:
            measures = getattr(function, "__name__", "") == "measure_in_child"
            return real(by_name, one_section, decode_once, *args, **more) if measures else real(function, *args, **more)

        run.sandbox.call = call  # type: ignore[attr-defined]
    with Store.open(StoreSettings(home=home)) as store:
        store.inbox.ensure(store.settings.folder)
        name = petition_file.load(petition).id
        store.register_petition(name, petition)
        target = store.inbox.intake / name / scan.name
        target.write_bytes(scan.read_bytes())
        receipt = store.take_in(target)
        assert receipt is not None and receipt.sha256 is not None
        began, first, steps, ended = time.monotonic(), 0.0, 0, "more"
        while ended == "more" and not (first_only and steps):
            (held,) = store.claim()
            ended, steps = reading.read(store, held, threads=threads).ended, steps + 1
            if ended not in ("more", "done"):
                raise SystemExit(f"it ended as {ended}: {[w.reason for w in store.work()]}")
            first = first or time.monotonic() - began
        pages = store.page_count(receipt.sha256) or 0
        shown = pieces.partly_read(store)
        reports = list((store.settings.inbox_folder / "reports").rglob("*.html"))
    return {
        "pages": pages, "ended": ended, "steps": steps, "first_report_s": round(first, 1),
        "pages_shown_first": shown[0].read if shown and first_only else None, "reports": len(reports),
        "seconds": round(time.monotonic() - began, 1), "cpu_s": _cpu(), "load": round(os.getloadavg()[0], 1),
        "worker_peak_mib": _mib(resource.RUSAGE_SELF), "child_peak_mib": _mib(resource.RUSAGE_CHILDREN),
    }  # fmt: skip


def _cpu() -> float:
    """Processor time of this process and the children that ended, all that a person waits for on an idle computer."""
    both = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return round(sum(u.ru_utime + u.ru_stime for u in both), 1)


def _mib(whose: int) -> int:
    return resource.getrusage(whose).ru_maxrss // 1024


def _apart(*arguments: str) -> dict[str, Any]:
    """One run in a process of its own: a peak is of a process's whole life."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.long_scan", "one", *arguments], cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "PETITION_FREE_BYTES": "0", "PETITION_LIMIT_PAGES": "20000"},
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(done.stderr[-2000:])
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="benchmarks.long_scan")
    commands = parser.add_subparsers(dest="command", required=True)
    memory = commands.add_parser("memory")
    memory.add_argument("--pages", type=int, nargs="+", default=[10, 100, 1000, 10000])
    memory.add_argument("--one-section", action="store_true")
    memory.add_argument("--decode-once", action="store_true")
    memory.add_argument("--dpi", type=int, default=DPI)
    first = commands.add_parser("first")
    one = commands.add_parser("one")
    for parsed in (first, one):
        parsed.add_argument("scan", type=Path)
        parsed.add_argument("petition", type=Path)
    first.add_argument("--threads", type=int, default=2)
    one.add_argument("--threads", type=int, default=1)
    one.add_argument("home", type=Path)
    for flag in ("--stubbed", "--one-section", "--decode-once", "--first-only"):
        one.add_argument(flag, action="store_true")
    given = parser.parse_args()
    if given.command == "one":
        said = read_in_steps(
            given.scan, given.petition, given.home, stubbed=given.stubbed, one_section=given.one_section,
            decode_once=given.decode_once,
            first_only=given.first_only, threads=given.threads,
        )  # fmt: skip
        print(json.dumps(said))
        return
    found: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        if given.command == "first":
            found = [
                _apart(str(given.scan), str(given.petition), f"{folder}/home", "--first-only", "--threads", str(given.threads))
            ]
            found[0]["what"] = f"first findings, {given.threads} threads"
        for pages in given.pages if given.command == "memory" else ():
            scan = Path(folder, f"{pages}.pdf")
            make(scan, pages, given.dpi)
            flags = ["--stubbed", *(["--one-section"] if given.one_section else [])]
            flags += ["--decode-once"] if given.decode_once else []
            said = _apart(str(scan), str(PETITION), f"{folder}/home-{pages}", *flags)
            what = "memory, one section without end" if given.one_section else "memory"
            what += ", like pages decoded once" if given.decode_once else ""
            found.append({**said, "what": f"{what}, {given.dpi} dpi", "file_bytes": scan.stat().st_size})
            print(json.dumps(found[-1]), flush=True)
    kept = json.loads(OUT.read_text(encoding="utf-8")) if OUT.exists() else []
    fresh = {(f["what"], f["pages"]) for f in found}
    kept = [k for k in kept if (k["what"], k["pages"]) not in fresh] + found
    kept.sort(key=lambda k: (k["what"], k["pages"]))
    OUT.write_text("[\n" + ",\n".join(f"  {json.dumps(k, sort_keys=True)}" for k in kept) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
