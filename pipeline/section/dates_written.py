"""A date spread over blanks, or in one: "this ____ day of ________, 20__". Which blanks are filled, and which day they
mean.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from pipeline.geometry import Box, union
from pipeline.model.reading import DateRead
from pipeline.model.sought import Sought
from pipeline.ocr.engine import HandEngine
from pipeline.section.captions import Blank, Caption
from pipeline.section.oath_page import OathPage, stitched
from pipeline.section.writing_room import Entry, Rule, dark

# Rows of one sentence: rules within this of each other in height are on one row, in points.
SAME_ROW_PT = 7.0
# A year's two figures stand beside a printed "20" that ends this near before their blank.
CENTURY_PT = 9.0
# A year's blank takes two or four figures, in points.
YEAR_PT = 60.0
PRINTED_DATE = 0.97
MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_NUMERIC = re.compile(r"(?<!\d)(\d{1,2})\s*[/.\-]\s*(\d{1,2})\s*[/.\-]\s*(\d{4}|\d{2})(?!\d)")
_NAMED = re.compile(r"([A-Za-z]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?\s*,?\s*(\d{4})(?!\d)")
_NAMED_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\s+([A-Za-z]{3,9})\.?,?\s*(\d{4})(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class DateBlanks:
    """The blanks of one date. `day` alone where one blank takes the whole date."""

    day: Rule
    month: Rule | None = None
    year: Rule | None = None
    century: Box | None = None
    """The printed "20" before the year's blank."""

    @property
    def rules(self) -> tuple[tuple[str, Rule], ...]:
        """Parts that have a blank of their own, in order."""
        parts = (("day", self.day), ("month", self.month), ("year", self.year))
        return tuple((n, r) for n, r in parts if r is not None)


def spread(form: OathPage, caption: Caption, taken: Sequence[Rule]) -> DateBlanks | None:
    """The blanks about the words "day of": the one before them, the one after, and one more after "20"."""
    ordered = _reading_order([r for r in form.rules if r not in taken])
    at = (caption.box.y1, caption.box.x0)
    before = [r for r in ordered if _before(r, caption)]
    after = [
        r for r in ordered if not _before(r, caption) and _not_far(r, at[0]) and (_on_row(r, caption) or r.x0 < caption.box.x0)
    ]
    on_row = [r for r in before if _on_row(r, caption)]
    day = max(on_row, key=lambda r: r.x1, default=None) or (before[-1] if before and abs(before[-1].y - at[0]) < 40 else None)
    if day is None or not after:
        return None
    month = after[0]
    year, century = None, None
    later = [r for r in after[1:] if r.x0 >= month.x1 - 4 or r.y > month.y + SAME_ROW_PT]
    for rule in later[:2]:
        century = _century(form, rule) or _century_before(form, month, rule)
        beside = _same_row(rule.y, month.y) and -4 <= rule.x0 - month.x1 < 40 and rule.length < 90
        below = rule == later[0] and 0 < rule.y - month.y < 36 and rule.length < YEAR_PT
        if century or beside or below:
            year = rule
            century = century or _century_unread(form, rule)
            break
    return DateBlanks(day=day, month=month, year=year, century=century)


def _reading_order(rules: list[Rule]) -> list[Rule]:
    out: list[Rule] = []
    for rule in sorted(rules, key=lambda r: r.y):
        out.append(rule)
    rows: list[list[Rule]] = []
    for rule in out:
        if rows and _same_row(rows[-1][0].y, rule.y):
            rows[-1].append(rule)
        else:
            rows.append([rule])
    return [r for row in rows for r in sorted(row, key=lambda r: r.x0)]


def _before(rule: Rule, caption: Caption) -> bool:
    return rule.x1 <= caption.box.x0 + 4 if _on_row(rule, caption) else rule.y < caption.box.y0


def _on_row(rule: Rule, caption: Caption) -> bool:
    return caption.box.y0 <= rule.y <= caption.box.y1 + 6


def _not_far(rule: Rule, y: float) -> bool:
    return rule.y - y < 60


def _same_row(first: float, second: float) -> bool:
    return abs(first - second) <= SAME_ROW_PT


def century_of(form: OathPage, rule: Rule) -> Box | None:
    """The figures printed before a year's blank ("20"), read or only seen as ink."""
    return _century(form, rule) or _century_unread(form, rule)


def _century(form: OathPage, rule: Rule) -> Box | None:
    """A printed "20" (or the like) right before a rule, or over its beginning."""
    for row in form.rows:
        for word in row:
            figures = "".join(c for c in word.text if c.isdigit())
            near = -4 <= rule.x0 - word.box.x1 <= CENTURY_PT or (word.box.x0 < rule.x0 + 4 and rule.x0 < word.box.x1 < rule.x1)
            if figures.startswith("20") and near and rule.y - 14 < word.box.middle[1] < rule.y + 3:
                if word.box.x1 > rule.x0 + 4:
                    share = 2.6 / max(len(word.text), 3)
                    return Box(
                        word.box.x0,
                        word.box.y0,
                        min(word.box.x0 + share * word.box.width, max(rule.x0, word.box.x0 + 4)),
                        word.box.y1,
                    )
                return word.box
    return None


def _century_unread(form: OathPage, rule: Rule) -> Box | None:
    """Ink right before a year's blank, where a "20" is printed that OCR did not read."""
    box = Box(rule.x0 - 14, rule.y - 11, rule.x0 - 0.5, rule.y + 1).clipped(form.view.page.box)
    return box if dark(form.view, box).mean() > 0.04 else None


def _century_before(form: OathPage, month: Rule, rule: Rule) -> Box | None:
    """A printed "20" that ends the month's row, the year's blank beginning the next one."""
    if _same_row(month.y, rule.y):
        return None
    on_row = [w for row in form.rows for w in row if w.box.x0 >= month.x1 - 2 and month.y - 14 < w.box.middle[1] < month.y + 3]
    last = max(on_row, key=lambda w: w.box.x1, default=None)
    return last.box if last and "".join(c for c in last.text if c.isalnum()) == "20" and last.box.x0 - month.x1 < 40 else None


def read_spread(
    form: OathPage, blanks: DateBlanks, hand: HandEngine | None, sought: Sought
) -> tuple[DateRead | None, bool | None, Box]:
    """The date over its blanks; whether all are empty (None: cannot tell); the box of the blanks."""
    entries: list[tuple[str, Rule, Entry]] = []
    for name, rule in blanks.rules:
        place = Box(rule.x0 - 1, rule.y - 20, rule.x1 + 2, rule.y + 4.5)
        entries.append((name, rule, form.entry_in(_below_print(form, place, rule), rule)))
    where = union(Box(r.x0, r.y - 14, r.x1, r.y + 3) for _, r, _ in entries)
    filled = [(n, r, e) for n, r, e in entries if e.ink is not None]
    if not filled:
        return None, True, where
    missing = tuple(n for n, _, e in entries if e.answer == "empty")
    ink = union(e.ink for _, _, e in filled if e.ink)
    blank = None if all(e.answer == "unsure" for _, _, e in filled) else False
    if hand is None:
        return (
            DateRead(text=None, day=None, certainty=0.0, page=form.view.page.number, box=ink, missing=missing),
            blank,
            where,
        )
    s = form.view.raster.px_per_pt
    crops = []
    for name, _, e in filled:
        crop = form.crop(e.ink.grown(2.0, 1.5)) if e.ink else form.crop(ink)
        if name == "year" and blanks.century:
            crop = stitched([form.crop(blanks.century.grown(0.5, 1.5)), crop], s, gap_pt=0.5)
        crops.append(crop)
    read = read_day(form, stitched(crops, s), ink, hand, sought)
    if missing:
        return replace(read, day=None, missing=tuple(dict.fromkeys((*missing, *read.missing)))), blank, where
    return read, blank, where


def read_one(form: OathPage, found: Entry, rule: Rule, hand: HandEngine | None, sought: Sought) -> DateRead | None:
    """The date of an entry in one blank."""
    if found.ink is None:
        return None
    page = form.view.page.number
    typed = form.typed(found.ink.grown(3, 2), rule)
    text = " ".join(w.text for w in typed)
    day = printed_day(text)
    if day and form.view.text.exact:
        return DateRead(text=text, day=day, certainty=0.99, page=page, box=found.ink)
    if hand is None:
        return DateRead(text=text or None, day=day, certainty=0.5 if day else 0.0, page=page, box=found.ink)
    return read_day(form, form.crop(found.ink.grown(3.0, 2.0).clipped(form.view.page.box)), found.ink, hand, sought)


def read_day(form: OathPage, crop: object, ink: Box, hand: HandEngine, sought: Sought) -> DateRead:
    """A date from a crop, within the bounds that the petition gives for reading (never for correcting)."""
    first, last = _day(sought.circulation_from), _day(sought.filed)
    return hand.read_date(crop, page=form.view.page.number, box=ink, first=first, last=last)  # type: ignore[arg-type]


def _below_print(form: OathPage, place: Box, rule: Rule) -> Box:
    """`place` cut below the printed rows above it."""
    top = place.y0
    for b in form.printed_for(rule):
        if b.middle[1] < rule.y - 8 and b.y1 <= rule.y - 6 and min(b.x1, place.x1) - max(b.x0, place.x0) > 0:
            top = max(top, b.y1)
    return Box(place.x0, min(top, rule.y - 8), place.x1, place.y1)


def printed_day(text: str) -> date | None:
    """The day that printed words give in figures or with the month's name; US order of month and day. None where there is
    none.
    """
    for pattern, order in ((_NUMERIC, "mdy"), (_NAMED, "Mdy"), (_NAMED_DAY_FIRST, "dMy")):
        for found in pattern.finditer(text):
            parts = dict(zip(order, found.groups(), strict=True))
            month = int(parts["m"]) if "m" in parts else _month(parts["M"])
            year = int(parts["y"])
            if year < 100:
                year += 2000
            try:
                return date(year, month, int(parts["d"]))
            except ValueError:
                continue
    return None


def _month(name: str) -> int:
    low = name.lower()
    return next((i for i, m in enumerate(MONTHS, start=1) if m.startswith(low[:3]) and (low == m or len(low) <= 5)), 0)


def _day(iso: str | None) -> date | None:
    return date.fromisoformat(iso[:10]) if iso else None


def blank_of(blank: Blank) -> DateBlanks:
    """One blank that takes a whole date."""
    return DateBlanks(day=blank.rule)
