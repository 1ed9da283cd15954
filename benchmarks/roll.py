"""How fast and how surely is a signer found on a roll of 50,000 or of 4 million electors? A made-up roll, made-up hands.

    python -m benchmarks.roll --electors 50000 --lines 400 --side develop --seed 5

Electors of the roll, and people who are not on it, write name and address on strips of paper in handwriting fonts, which are then
blurred and noised as a scanner does it, some of them to black and white. Each is read, looked up and scored as in a real scan.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import gettempdir

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.geometry import Box
from pipeline.model.roll import RollElector
from pipeline.model.writing import Writing
from pipeline.ocr.alphabet import WRITING
from pipeline.ocr.crops import writing_lines
from pipeline.ocr.lattice import packed
from pipeline.ocr.recogniser import frames
from pipeline.roll.database import Roll
from pipeline.roll.importing import import_roll
from pipeline.signers.elector import Written, match
from samples.factory import catalogue
from samples.factory.ink import PX, pen
from samples.factory.people import GIVEN, TOWNS
from samples.factory.roll import electors, family, write_csv
from samples.factory.writing import scribe, write

BITONAL = 0.15
"""Share of strips that are scanned to black and white."""
ABSENT = {"housemate": 0.06, "cousin": 0.04, "stranger": 0.05}
"""Shares of signers who are not on the roll: at an elector's address with the family's name, of an elector's name elsewhere but
with another first name, or nobody's neighbour at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """One strip: who signed, how he or she spelled it, and the pixels of the two cells."""

    elector: str | None
    kind: str
    hand: str
    bitonal: bool
    name: str
    address: str
    cells: tuple[tuple[str, NDArray[np.uint8]], ...]


def signers(side: str, seed: str, people: list[RollElector], count: int) -> Iterator[Signed]:
    """`count` strips written by `people`, or by others who are not on their roll."""
    hands = catalogue.hands(side)
    for n in range(count):
        rng = random.Random(f"{seed}/{side}/strip/{n}")
        who = rng.choice(people)
        drawn, kind = rng.random(), "elector"
        for name, share in ABSENT.items():
            if drawn < share:
                kind = name
                break
            drawn -= share
        writer = who if kind == "elector" else _absent(rng, who, kind, people)
        name, address = spelled(rng, writer)
        hand, ink = scribe(rng, hands), pen(rng)
        bitonal = rng.random() < BITONAL
        cells = tuple((m, _strip(rng, text, hand, ink, bitonal=bitonal)) for m, text in (("name", name), ("address", address)))
        yield Signed(
            elector=who.id if kind == "elector" else None, kind=kind, bitonal=bitonal,
            hand=f"{hand.hand.id}{' joined' if hand.hand.joined else ''}", name=name, address=address, cells=cells,
        )  # fmt: skip


def _absent(rng: random.Random, who: RollElector, kind: str, people: list[RollElector]) -> RollElector:
    other = rng.choice(people)
    if kind == "housemate":
        home = {e.first for e in people if (e.number, e.street) == (who.number, who.street)}
        return replace(who, first=rng.choice([g for g in GIVEN if g not in home]), middle="")
    if kind == "cousin":
        return replace(other, first=rng.choice(GIVEN), last=who.last, middle="", number=str(rng.randint(15000, 19999)))
    return replace(other, first=rng.choice(GIVEN), last=family(rng), number=str(rng.randint(15000, 19999)), middle="")


def spelled(rng: random.Random, who: RollElector) -> tuple[str, str]:
    """Name and address as this person writes them today: whole, shortened, or turned about."""
    first = who.first if rng.random() < 0.94 else f"{who.first[0]}."
    middle = rng.choice((who.middle, f"{who.middle[:1]}." if who.middle else "", "", ""))
    last = who.last if rng.random() < 0.97 else who.last.split("-")[0]
    suffix = who.suffix if rng.random() < 0.85 else ""
    parts = [first, middle, last, suffix]
    name = " ".join(p for p in parts if p)
    if rng.random() < 0.04:
        name = f"{last}, {first}"
    direction = who.direction if rng.random() < 0.9 else ""
    kind = who.street_type if rng.random() < 0.85 else ""
    unit = f"{rng.choice(('Apt ', '#', 'Unit '))}{who.unit}" if who.unit and rng.random() < 0.8 else ""
    place = f"{who.city} {who.zip}" if rng.random() < 0.25 else ""
    return name, " ".join(p for p in (who.number, direction, who.street, kind, unit, place) if p)


def _strip(rng: random.Random, text: str, hand: object, ink: object, *, bitonal: bool) -> NDArray[np.uint8]:
    wide = max(150.0, 7.5 * len(text))
    page = np.full((round(24 * PX), round(wide * PX), 3), 255, np.uint8)
    write(page, text, (2.0, 1.0, wide - 2.0, 23.0), hand, ink, rng, low=rng.uniform(0.2, 0.32))  # type: ignore[arg-type]
    noise = np.random.default_rng(rng.randrange(2**32)).normal(0.0, rng.uniform(1.0, 7.0), page.shape[:2])
    gray = cv2.GaussianBlur(np.asarray(page.min(axis=2), np.uint8), (0, 0), rng.uniform(0.5, 1.3)).astype(np.float32)
    out = np.clip(gray - rng.uniform(0.0, 20.0) + noise, 0, 255).astype(np.uint8)
    if bitonal:
        small = cv2.resize(out, None, fx=200 / 300, fy=200 / 300, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.threshold(small, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1], np.uint8)
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, 75])[1], cv2.IMREAD_GRAYSCALE), np.uint8)


def written(strip: Signed) -> tuple[Writing, ...]:
    """The strip's cells as the recogniser sees them."""
    box = Box(0.0, 0.0, 100.0, 24.0)
    return tuple(
        Writing(meaning=m, packed=tuple(packed(frames(line, WRITING)) for line in writing_lines(pixels)), box=box)
        for m, pixels in strip.cells
    )


def the_roll(side: str, count: int, seed: str, folder: Path) -> tuple[Roll, list[RollElector]]:
    """The roll of `count` electors, imported, and 2,000 of them."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"electors-{side}-{seed}-{count}.csv"
    if not file.is_file():
        part = file.with_suffix(".part")
        write_csv(part, electors(seed, count, TOWNS[side]))
        part.replace(file)
    roll = Roll(import_roll(file, folder=folder / "rolls").path)
    return roll, [e for e in electors(seed, min(count, 2000), TOWNS[side]) if roll.elector(e.id)]


def main() -> None:
    """Prints times and shares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--electors", type=int, default=50_000)
    parser.add_argument("--lines", type=int, default=400)
    parser.add_argument("--side", choices=("develop", "measure"), default="develop")
    parser.add_argument("--seed", default="5")
    parser.add_argument("--folder", type=Path, default=Path(gettempdir(), "petition-rolls"))
    parser.add_argument("--json", type=Path, help="keep the figures here")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    roll, people = the_roll(asked.side, asked.electors, asked.seed, asked.folder)
    answers: Counter[tuple[str, str]] = Counter()
    reading, matching = [], []
    for strip in signers(asked.side, asked.seed, people, asked.lines):
        start = time.process_time()
        seen = written(strip)
        half = time.process_time()
        found = match(Written.of(seen), roll)
        reading.append(half - start)
        matching.append(time.process_time() - half)
        answers[strip.kind, judged(strip.elector, found)] += 1
        answers["joined" if "joined" in strip.hand else "print", judged(strip.elector, found)] += 1
        answers["bitonal" if strip.bitonal else "gray", judged(strip.elector, found)] += 1
    figures = report(answers, reading, matching)
    print(json.dumps(figures, indent=1))
    if asked.json:
        asked.json.write_text(
            json.dumps({k: getattr(asked, k) for k in ("electors", "lines", "side", "seed")} | figures, indent=1) + "\n",
            encoding="utf-8",
        )


def judged(elector: str | None, found: object) -> str:
    """One word for what the answer is worth."""
    answer, best = found.answer, found.best  # type: ignore[attr-defined]
    right = best is not None and best.elector.id == elector
    if answer == "found":
        return "right" if right else "false"
    return f"{answer}, {'first right' if right else 'first wrong' if elector is not None else 'absent'}"


def report(answers: Counter[tuple[str, str]], reading: list[float], matching: list[float]) -> dict[str, object]:
    """The tables as values."""
    out: dict[str, object] = {}
    for kind in sorted({k for k, _ in answers}):
        total = sum(n for (k, _), n in answers.items() if k == kind)
        out[kind] = {"n": total} | {a: round(n / total, 4) for (k, a), n in sorted(answers.items()) if k == kind}
    for name, times in (("read", reading), ("match", matching)):
        if times:
            out[f"ms to {name} a line"] = {
                "mean": round(1000 * statistics.fmean(times), 1), "worst": round(1000 * max(times), 1),
            }  # fmt: skip
    return out


if __name__ == "__main__":
    main()
