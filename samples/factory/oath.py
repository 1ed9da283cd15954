"""What is filled in on the affidavit and the notarial act? Planned as an Oath, written on the page, told in the truth."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from samples.factory import spelling, stamp, strike
from samples.factory.catalogue import Hand
from samples.factory.form_paper import Leaf
from samples.factory.ink import PX, Box, Pen, lay, pen
from samples.factory.people import Person
from samples.factory.signature import sign
from samples.factory.writing import Scribe, scribe, write

TYPED = "/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf"


@dataclass(frozen=True, slots=True, kw_only=True)
class Oath:
    """What the circulator and the notary write. None and False mean the blank stays empty."""

    circulator: Person
    notary: Person
    name: bool = True
    street: bool = True
    city: bool = True
    county: bool = True
    day: date | None
    signed: bool = True
    typed: bool = False
    notary_day: date | None
    notary_signed: bool = True
    seal: str = "rectangle"
    """"rectangle", "round" or "" for none."""
    expires: date | None
    expires_written: bool = True
    altered: str = ""
    """Name of the blank that is overwritten, or ""."""
    seal_over_signature: bool = False
    count: str = ""
    """The number of signatures as the circulator writes it; only some ordinances ask for it."""
    count_value: int | None = None
    state: str = "Colorado"


def swear(
    page: np.ndarray, leaf: Leaf, oath: Oath, hands: Sequence[Hand], rng: random.Random, *, dark: bool = False
) -> dict[str, Any]:
    """Fill the blanks of `leaf` that hold the affidavit, and give its truth."""
    plain, joined = [h for h in hands if not h.joined], [h for h in hands if h.joined]
    who, ink = scribe(rng, plain), pen(rng, dark=dark)
    who = Scribe(hand=who.hand, scale=who.scale, slant=who.slant, drift=who.drift, jitter=who.jitter, capitals=False, gap=who.gap)
    official, official_ink = scribe(rng, plain), pen(rng, dark=dark)
    boxes: dict[str, Box | None] = {}

    def put(name: str, text: str, by: Scribe, with_: Pen, *, typed: bool = False) -> str:
        mark = leaf.find("blank", name)
        if mark is None:
            return ""
        high = 21.0 if name == "count" else 16.0
        box = (mark.box[0], mark.box[3] - max(high, mark.box[3] - mark.box[1]), mark.box[2], mark.box[3])
        boxes[name] = type_in(page, text, box, rng) if typed else write(page, text, box, by, with_, rng, low=0.16)
        if oath.altered == name:
            strike.overwrite(page, text, box, by, rng, 0.16)
        return text

    person = oath.circulator
    county = person.county
    put("venue-county", county, who, ink, typed=oath.typed)
    texts = {"name": person.name, "street": person.street, "city": person.city, "county": county}
    for key, text in texts.items():
        if getattr(oath, key):
            put(f"circulator-{key}", text, who, ink, typed=oath.typed)
    if oath.count:
        put("count", oath.count, who, ink, typed=False)
    day_text = ""
    if oath.day:
        day_text = put("circulator-date", spelling.spell(oath.day, spelling.style(rng, year=True)), who, ink)
    if oath.signed and (mark := leaf.find("blank", "circulator-signature")):
        boxes["circulator-signature"] = sign(page, _tall(mark.box), person, ink, who, joined, rng)
    notary_text = _act(page, leaf, oath, official, official_ink, joined, rng, put, boxes)
    there = {key for key in texts if getattr(oath, key) and leaf.find("blank", f"circulator-{key}")}
    address = ", ".join(
        t for k, t in (("street", person.street), ("city", person.city), ("county", f"{county} County")) if k in there
    )
    return {
        "page": leaf.number,
        "circulator": person.name if "name" in there else None,
        "address": address or None,
        "signed": oath.signed,
        "date": oath.day.isoformat() if oath.day else None,
        "date_text": day_text or None,
        "street": person.street if "street" in there else None,
        "city": person.city if "city" in there else None,
        "county": county if "county" in there else None,
        "notarized": bool(oath.notary_signed or oath.seal),
        "notary": oath.notary.name if oath.notary_signed or oath.seal else None,
        "notary_signed": oath.notary_signed,
        "seal": oath.seal or None,
        "notary_date": oath.notary_day.isoformat() if oath.notary_day else None,
        "notary_date_text": notary_text or None,
        "commission_expires": oath.expires.isoformat()
        if oath.expires and (oath.seal or (oath.notary_signed and oath.expires_written))
        else None,
        "count_stated": oath.count_value if leaf.find("blank", "count") else None,
        "count_text": (oath.count or None) if leaf.find("blank", "count") else None,
        "boxes": boxes,
    }


def _tall(box: Box) -> Box:
    """The room above a signature's rule: people sign larger than the blank."""
    return (box[0], box[3] - max(24.0, box[3] - box[1]), box[2], box[3])


def _act(
    page: np.ndarray,
    leaf: Leaf,
    oath: Oath,
    by: Scribe,
    ink: Pen,
    joined: Sequence[Hand],
    rng: random.Random,
    put: Any,
    boxes: dict[str, Box | None],
) -> str:
    """The notarial act: date, affiant, signature, expiry, seal. Gives the date as written."""
    text = ""
    if oath.notary_signed or oath.seal or oath.notary_day:
        put("notary-county", oath.circulator.county, by, ink)
    if oath.notary_day:
        day = oath.notary_day
        if leaf.find("blank", "notary-date"):
            text = put("notary-date", spelling.spell(day, spelling.style(rng, year=True)), by, ink)
        else:
            day_text = rng.choice((str(day.day), spelling.ordinal(day.day)))
            put("notary-day", day_text, by, ink)
            month = rng.choice((spelling.MONTHS[day.month - 1], spelling.SHORT[day.month - 1]))
            put("notary-month", month, by, ink)
            put("notary-year", f"{day.year % 100:02d}", by, ink)
            text = f"{day_text} {month} {day.year % 100:02d}"
        put("notary-affiant", oath.circulator.name, by, ink)
    signature = leaf.find("blank", "notary-signature")
    if oath.notary_signed and signature:
        boxes["notary-signature"] = sign(page, _tall(signature.box), oath.notary, ink, by, joined, rng)
    if oath.expires and oath.expires_written and (oath.notary_signed or oath.seal):
        put("commission-expires", spelling.spell(oath.expires, spelling.style(rng, year=True)), by, ink)
    place = leaf.find("blank", "seal")
    if oath.seal and place:
        boxes["seal"] = _seal(page, oath, place.box, signature.box if signature else place.box, rng)
    return text


def _seal(page: np.ndarray, oath: Oath, place: Box, signature: Box, rng: random.Random) -> Box | None:
    assert oath.expires is not None
    id_ = f"{rng.randint(2018, 2025)}40{rng.randint(10000, 99999)}"
    expires = stamp.expiry(oath.expires, rng)
    if oath.seal == "rectangle":
        lines = [
            oath.notary.name.upper(),
            "NOTARY PUBLIC",
            f"STATE OF {oath.state.upper()}",
            f"NOTARY ID {id_}",
            f"MY COMMISSION EXPIRES {expires}",
        ]
        mask = stamp.rectangle(lines, rng, border=rng.random() < 0.8, size=rng.uniform(6.6, 8.2))
    else:
        middle = [oath.notary.name, f"ID {id_}", "Comm. Exp.", expires]
        mask = stamp.round_(f"NOTARY PUBLIC * STATE OF {oath.state.upper()} *", middle, rng)
    x, y = (place[0] + place[2]) / 2, (place[1] + place[3]) / 2
    if oath.seal_over_signature:
        toward = 0.45
        x, y = x + ((signature[0] + signature[2]) / 2 - x) * toward, y + ((signature[1] + signature[3]) / 2 - y) * toward
    half = mask.shape[1] / PX / 2
    x = min(max(x + rng.gauss(0, 4), half + 14), page.shape[1] / PX - half - 14)
    return stamp.press(page, mask, (x, y + rng.gauss(0, 3)), rng)


def type_in(page: np.ndarray, text: str, box: Box, rng: random.Random, *, fit: bool = False) -> Box | None:
    """Fill a blank by typewriter or computer; `fit`: in smaller letters where ten points run over its end."""
    font = ImageFont.truetype(TYPED, round(10 * PX))
    over = font.getlength(text) / max((box[2] - box[0] - 6) * PX, 1)
    if fit and over > 1:
        font = ImageFont.truetype(TYPED, round(10 * PX / over))
    width = round(font.getlength(text)) + 8
    image = Image.new("L", (width, round(16 * PX)), 0)
    ImageDraw.Draw(image).text((2, round(12 * PX)), text, font=font, fill=255, anchor="ls")
    mask = np.asarray(image, dtype=np.float32) / 255.0
    ink = Pen(name="typed", rgb=(0.1, 0.1, 0.1), width=1.0, strength=0.95, grain=0.02)
    return lay(page, mask, (round((box[0] + 3) * PX), round((box[3] - 14) * PX)), ink, rng.randrange(2**31))
