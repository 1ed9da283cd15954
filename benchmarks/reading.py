"""How well is handwriting read, and does a certainty mean what it says? Prints error rates and a reliability table, with n.

    python -m benchmarks.reading --side measure --count 240 --seed 11

Crops are made here: names, addresses, dates and numbers written in handwriting fonts and, for dates and numbers, composed of real
people's digits; set into a cell with its rules, slanted, blurred, noised, some of them bitonal. The fonts and digits are public
inputs that lie beside the project; without them there is nothing to measure, and the program says so. Nobody in here is real.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from rapidfuzz.distance import Levenshtein

from pipeline.geometry import Box
from pipeline.ocr.hand import PpocrHand

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
# Kept for measuring only: nothing in the program was tuned on these hands.
MEASURE_HANDS = ("permanent-marker", "short-stack", "gaegu", "shantell-sans", "marck-script", "homemade-apple")
# Hands in which digits are not told apart by a person either, or letters have no small forms.
LEFT_OUT = ("great-vibes", "mr-de-haviland")
EVERY_SECOND_DIGIT = {"develop": 0, "measure": 1}

FIRST_NAMES = ("Ada", "Bruno", "Celia", "Desmond", "Edith", "Farid", "Greta", "Hiram", "Ines", "Jonas", "Kirsten", "Mona")
LAST_NAMES = ("Abernathy", "Bianchi", "Castellano", "Dunmore", "Eklund", "O'Rourke", "Fitzgerald", "Quigley", "Vasquez", "Wu")
STREETS = ("Juniper", "Old Mill", "Prairie View", "Quarry", "Sycamore", "Tallgrass", "Wexford", "Yucca", "N 12th", "SE Harbor")
KINDS = ("St", "Street", "Ave", "Rd", "Lane", "Ct", "Blvd", "Way", "Dr")
MONTHS = ("Jan", "Feb", "Mar", "April", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec")

# From here on a reading counts as certain.
CERTAIN = 0.8

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Crop:
    """One made-up cell and what is written in it."""

    kind: str
    """`name`, `address`, `date` or `digits`."""
    source: str
    text: str
    day: date | None
    pixels: Pixels
    box: Box


def crops(side: str, count: int, seed: int) -> Iterator[Crop]:
    """`count` crops of `side`. The same seed gives the same crops."""
    rng = random.Random(seed)
    hands = _hands(side)
    digits = _digits(side)
    for i in range(count):
        kind = ("name", "address", "date", "date", "digits")[i % 5]
        text, day = _text(kind, rng)
        real = kind in ("date", "digits") and not re.search("[A-Za-z]", text) and rng.random() < 0.6
        ink = _composed(text, digits, rng) if real else _typed(text, rng.choice(hands), rng)
        dpi = rng.choice((200, 300))
        pixels = _scanned(_in_cell(ink, rng.uniform(8.0, 15.0) * dpi / 72, dpi, rng), rng)
        box = Box(0.0, 0.0, pixels.shape[1] * 72 / dpi, pixels.shape[0] * 72 / dpi)
        yield Crop(kind, "real digits" if real else "fonts", text, day, pixels, box)


def _hands(side: str) -> list[Path]:
    found = sorted((DATA / "fonts").glob("*.ttf"))
    return [p for p in found if (p.stem in MEASURE_HANDS) == (side == "measure") and p.stem not in LEFT_OUT]


def _digits(side: str) -> dict[str, list[Pixels]]:
    """Real digits by value, dark on white; each side has its own half."""
    found: dict[str, list[Pixels]] = defaultdict(list)
    for i, path in enumerate(sorted((DATA / "handwriting" / "digits_hwd1000").glob("*.png"))):
        if i % 2 == EVERY_SECOND_DIGIT[side]:
            gray = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
            gray = gray if gray.mean() > 127 else 255 - gray
            columns = np.flatnonzero((gray < 160).any(axis=0))
            found[path.name[0]].append(np.asarray(gray[:, max(columns[0] - 1, 0) : columns[-1] + 2], np.uint8))
    return found


def _text(kind: str, rng: random.Random) -> tuple[str, date | None]:
    if kind == "name":
        middle = rng.choice(("", "", f"{rng.choice('ABCDEFGHJKLMNPRSTW')}. "))
        name = f"{rng.choice(FIRST_NAMES)} {middle}{rng.choice(LAST_NAMES)}"
        return (name.upper() if rng.random() < 0.3 else name), None
    if kind == "address":
        unit = rng.choice(("", "", f" Apt {rng.randrange(1, 40)}", f" #{rng.randrange(1, 300)}"))
        return f"{rng.randrange(10, 9900)} {rng.choice(STREETS)} {rng.choice(KINDS)}{unit}", None
    if kind == "digits":
        return f"{rng.randrange(1, 10 ** rng.randrange(2, 6)):04d}", None
    day = date(2026, 1, 1) + timedelta(days=rng.randrange(730))
    m, d, y = day.month, day.day, day.year
    stroke = rng.choice("////-.")
    return rng.choice((
        f"{m}{stroke}{d}{stroke}{y % 100}", f"{m}{stroke}{d}{stroke}{y % 100}", f"{m}{stroke}{d}{stroke}{y}",
        f"{m:02d}{stroke}{d:02d}{stroke}{y % 100}", f"{m:02d}{stroke}{d:02d}{stroke}{y}",
        f"{MONTHS[m - 1]} {d} {y}", f"{MONTHS[m - 1]} {d}, {y}", f"{d} {MONTHS[m - 1]} {y % 100}",
    )), day  # fmt: skip


def _typed(text: str, face: Path, rng: random.Random) -> Pixels:
    font = ImageFont.truetype(str(face), 96)
    left, top, right, bottom = font.getbbox(text)
    picture = Image.new("L", (int(right - left) + 40, int(bottom - top) + 40), 255)
    ImageDraw.Draw(picture).text((20 - left, 20 - top), text, font=font, fill=0)
    return np.asarray(picture, np.uint8)


def _composed(text: str, digits: dict[str, list[Pixels]], rng: random.Random) -> Pixels:
    """`text` of real digits; the strokes between are drawn, from steep to flat."""
    high, parts = 96, []
    for character in text:
        if character.isdigit():
            digit = rng.choice(digits[character])
            size = rng.uniform(0.85, 1.1) * high / digit.shape[0]
            shape = cv2.resize(digit, None, fx=size * rng.uniform(0.85, 1.1), fy=size, interpolation=cv2.INTER_CUBIC)
        else:
            wide = rng.randrange(18, 52)
            shape = np.full((high, wide), 255, np.uint8)
            y, slope = (high - 12, high - 24) if character == "/" else (high // 2, 0)
            if character == ".":
                cv2.circle(shape, (wide // 2, high - 16), 5, 0, -1, cv2.LINE_AA)
            else:
                cv2.line(shape, (4, y), (wide - 5, y - slope if slope else y + rng.randrange(-4, 5)), 0, 6, cv2.LINE_AA)
        room = rng.randrange(0, 14)
        whole = np.full((116, shape.shape[1] + room), 255, np.uint8)
        at = rng.randrange(0, 116 - min(shape.shape[0], 115))
        at = min(max(8 + rng.randrange(-5, 6), 0), 116 - shape.shape[0]) if shape.shape[0] < 116 else at
        whole[at : at + shape.shape[0], : shape.shape[1]] = shape[: 116 - at]
        parts.append(whole)
    return np.pad(np.hstack(parts), 20, constant_values=255)


def _in_cell(ink: Pixels, tall_px: float, dpi: int, rng: random.Random) -> Pixels:
    """The writing, leaning a little, anywhere in a ruled cell."""
    rows = np.flatnonzero((ink < 128).any(axis=1))
    size = tall_px / max(rows[-1] - rows[0], 1)
    lean = rng.uniform(-0.15, 0.3)
    height, width = ink.shape
    turn = np.array([[1.0, -lean, lean * height if lean > 0 else 0.0], [rng.uniform(-0.02, 0.02), 1.0, 0.0]])
    leaning = cv2.warpAffine(ink, turn, (int(width + abs(lean) * height), height + 12), borderValue=255, flags=cv2.INTER_AREA)
    small = np.asarray(cv2.resize(leaning, None, fx=size, fy=size, interpolation=cv2.INTER_AREA), np.uint8)
    above, below = (int(rng.uniform(0.0, 10.0) * dpi / 72) for _ in range(2))
    before, after = (int(rng.uniform(1.0, 40.0) * dpi / 72) for _ in range(2))
    cell = np.pad(small, ((above, below), (before, after)), constant_values=255)
    darkness = rng.choice((20, 40, 60, 90, 120))
    cell = np.asarray(255 - (255 - cell.astype(np.float32)) * (255 - darkness) / 255, np.uint8)
    if rng.random() < 0.3:
        cell[-max(dpi // 150, 1) :, :] = 40  # a rest of the rule below
    return cell


def _scanned(cell: Pixels, rng: random.Random) -> Pixels:
    noise = np.random.default_rng(rng.randrange(2**32)).normal(0.0, rng.uniform(1.0, 7.0), cell.shape)
    soft = cv2.GaussianBlur(cell, (0, 0), rng.uniform(0.4, 1.0)).astype(np.float32)
    gray = np.clip(soft - rng.uniform(0.0, 20.0) + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.2:
        return np.asarray(cv2.threshold(gray, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1], np.uint8)
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", gray, [cv2.IMWRITE_JPEG_QUALITY, 75])[1], cv2.IMREAD_GRAYSCALE), np.uint8)


def words() -> None:
    """Real words of real writers, without a target: there are few, and single letters among them say little."""
    edits = length = whole = count = 0
    told = DATA / "handwriting" / "iam_like"
    engine = PpocrHand()
    for path, text in _labelled(told):
        gray = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        if gray is None:
            continue
        read = engine.read(np.asarray(gray, np.uint8), page=1, box=Box(0.0, 0.0, gray.shape[1] * 0.24, gray.shape[0] * 0.24))
        off = Levenshtein.distance(bare(read.text), bare(text))
        edits, length, whole, count = edits + off, length + len(bare(text)), whole + (off == 0), count + 1
    if count:
        print(f"\nreal words and lines: {count}, error rate {edits / max(length, 1):.3f}, whole right {whole} of {count}")


def _labelled(folder: Path) -> Iterator[tuple[Path, str]]:
    """Pictures whose words are told in the folder's table."""
    table = folder / "labels.tsv"
    for row in table.read_text(encoding="utf-8").splitlines() if table.is_file() else ():
        name, _, text = row.partition("\t")
        if text and (folder / name).is_file():
            yield folder / name, text.split("\t")[0].strip()


def bare(text: str | None) -> str:
    """Letters and digits only, small: what a comparison of readings looks at."""
    return re.sub("[^a-z0-9#]", "", (text or "").lower())


def main() -> None:
    """Reads the crops and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--side", choices=("develop", "measure"), default="measure")
    parser.add_argument("--count", type=int, default=240)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--window", action="store_true", help="the days of circulation are known: a hundred about each date")
    parser.add_argument("--only", choices=("name", "address", "date", "digits"), help="only this kind of field")
    asked = parser.parse_args()
    if not _hands(asked.side):
        raise SystemExit(f"There are no fonts under {DATA}: lay the public inputs beside the project to measure.")
    cv2.setNumThreads(1)
    engine = PpocrHand()
    edits: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    days: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    said: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for crop in crops(asked.side, asked.count, asked.seed):
        if asked.only and crop.kind != asked.only:
            continue
        if crop.kind == "date":
            known = crop.day is not None and asked.window
            first, last = (crop.day - timedelta(days=40), crop.day + timedelta(days=60)) if known else (None, None)
            read = engine.read_date(crop.pixels, page=1, box=crop.box, first=first, last=last)
            right, certainty = read.day == crop.day, read.certainty if read.day else 0.0
            days[crop.source].append((right, certainty))
            edits[crop.kind, crop.source].append((0 if right else 1, 1))
        else:
            how = engine.read_digits if crop.kind == "digits" else engine.read
            found = how(crop.pixels, page=1, box=crop.box)
            off = Levenshtein.distance(bare(found.text), bare(crop.text))
            right, certainty = off == 0, found.certainty
            edits[crop.kind, crop.source].append((off, len(bare(crop.text))))
        said[crop.kind].append((certainty, right))
    print(f"{engine.stamp}; side {asked.side}, seed {asked.seed}")
    print(f"{'field':<10}{'source':<14}{'n':>5}{'error rate':>12}{'whole right':>13}")
    for (kind, source), pairs in sorted(edits.items()):
        wrong, long = sum(a for a, _ in pairs), sum(b for _, b in pairs)
        print(f"{kind:<10}{source:<14}{len(pairs):>5}{wrong / long:>12.3f}{sum(a == 0 for a, _ in pairs) / len(pairs):>13.3f}")
    print(f"\n{'dates':<14}{'n':>5}{'right':>8}{'certain':>9}{'right or in review':>20}")
    for source, answers in sorted(days.items()):
        n, wrong = len(answers), sum(not right and certainty >= CERTAIN for right, certainty in answers)
        sure = sum(right and certainty >= CERTAIN for right, certainty in answers)
        print(f"{source:<14}{n:>5}{sum(r for r, _ in answers) / n:>8.3f}{sure / n:>9.3f}{1 - wrong / n:>20.4f}")
    words()
    print("\ncertainty said against share right")
    for kind, answers in sorted(said.items()):
        for low, high in ((0.0, 0.5), (0.5, 0.8), (0.8, 0.9), (0.9, 0.97), (0.97, 1.01)):
            inside = [right for certainty, right in answers if low <= certainty < high]
            share = f"{sum(inside) / len(inside):.3f}" if inside else "-"
            print(f"{kind:<10}{low:.2f} to {min(high, 1.0):.2f}{len(inside):>6}{share:>8}")


if __name__ == "__main__":
    main()
