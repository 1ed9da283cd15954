"""How do people write a date? In many spellings; the truth keeps the text as written and the day that was meant."""

from __future__ import annotations

import random
from datetime import date

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
SHORT = ("Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec")

STYLES = (
    ("m/d/yy", 9),
    ("m/d/yyyy", 5),
    ("mm/dd/yy", 2),
    ("mm-dd-yyyy", 2),
    ("m-d-yy", 4),
    ("m.d.yy", 1.5),
    ("Mon d yyyy", 2),
    ("Mon. d, yyyy", 1.5),
    ("d Mon yy", 1),
    ("Month d, yyyy", 1),
    ("m/d", 0.6),
)
WITH_YEAR = tuple(style for style, _ in STYLES if style != "m/d")


def spell(day: date, style: str) -> str:
    """`day` written in `style`."""
    y2, y4 = f"{day.year % 100:02d}", str(day.year)
    return {
        "m/d/yy": f"{day.month}/{day.day}/{y2}",
        "m/d/yyyy": f"{day.month}/{day.day}/{y4}",
        "mm/dd/yy": f"{day.month:02d}/{day.day:02d}/{y2}",
        "mm-dd-yyyy": f"{day.month:02d}-{day.day:02d}-{y4}",
        "m-d-yy": f"{day.month}-{day.day}-{y2}",
        "m.d.yy": f"{day.month}.{day.day}.{y2}",
        "Mon d yyyy": f"{SHORT[day.month - 1]} {day.day} {y4}",
        "Mon. d, yyyy": f"{SHORT[day.month - 1]}. {day.day}, {y4}",
        "d Mon yy": f"{day.day} {SHORT[day.month - 1]} {y2}",
        "Month d, yyyy": f"{MONTHS[day.month - 1]} {day.day}, {y4}",
        "m/d": f"{day.month}/{day.day}",
    }[style]


def style(rng: random.Random, *, narrow: bool = False, year: bool = False) -> str:
    """A spelling somebody has; `narrow` for small cells, `year` where the year must be told."""
    chosen = [(s, w) for s, w in STYLES if not (narrow and s in ("Month d, yyyy", "Mon. d, yyyy")) and not (year and s == "m/d")]
    return rng.choices([s for s, _ in chosen], weights=[w for _, w in chosen])[0]


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, ... as people write the day of a jurat."""
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"
