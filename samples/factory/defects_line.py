"""Which defects of signer lines can be planted? Registered like those of the print in defects.py."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from samples.factory.consequence import line
from samples.factory.defects import defect
from samples.factory.draft import Draft
from samples.factory.signer import Entry


def written(made: Draft) -> list[tuple[int, int]]:
    """Lines on which somebody is to sign and nothing is planted yet."""
    taken = {(f["page"], f["row"]) for f in made.findings if f["scope"] == "line"}
    return [place for place, entry in made.entries.items() if entry and place not in taken and place not in made.doubtful]


def _on_lines(
    rng: random.Random, made: Draft, check: str, change: Callable[[Entry], Entry], count: int, default: str | None = None
) -> list[tuple[int, int]]:
    assert made.printed is not None
    places = written(made)
    chosen = rng.sample(places, min(count, len(places)))
    for place in chosen:
        entry = made.entries[place]
        assert entry is not None
        made.entries[place] = change(entry)
        made.findings.append(line(check, *place, made.printed.numbers[place], default=default))
    return chosen


@defect("line-signature-missing", "line", "line-signature", 1.5)
def _line_signature_missing(rng: random.Random, made: Draft) -> None:
    _on_lines(rng, made, "line-signature-missing", lambda e: replace(e, signed=False), rng.choice((1, 1, 2)))


@defect("line-date-missing", "line", "line-date", 0.8)
def _line_date_missing(rng: random.Random, made: Draft) -> None:
    _on_lines(rng, made, "line-date-missing", lambda e: replace(e, filled=e.filled - {"date"}), rng.choice((1, 2)))


@defect("line-after-affidavit", "line", "line-after", 1.5)
def _line_after(rng: random.Random, made: Draft) -> None:
    days, earlier = [d for d in (made.oath.day, made.oath.notary_day) if d], rng.random() < 0.2
    if not days:
        return
    late = max(days) + timedelta(days=rng.randint(1, 12))
    default = None
    if earlier and len(days) == 2 and days[0] != days[1] and days[1] > days[0]:
        late, default = days[1], "review"
    _on_lines(
        rng,
        made,
        "line-after-affidavit",
        lambda e: replace(e, day=late, spelling="m/d/yy" if e.spelling == "m/d" else e.spelling, filled=e.filled | {"date"}),
        rng.choice((1, 1, 2)),
        default,
    )


@defect("line-outside-block", "line", "line-outside", 0.8)
def _line_outside(rng: random.Random, made: Draft) -> None:
    places = [(leaf, row) for leaf, row in written(made) if (leaf, row + 1) in made.entries]
    if not places:
        return
    leaf, row = rng.choice(places)
    entry = made.entries[(leaf, row)]
    assert entry is not None and made.printed is not None
    made.entries[(leaf, row)] = replace(entry, outside=rng.choice(("between", "two-lines")))
    made.entries[(leaf, row + 1)] = None
    made.findings.append(line("line-outside-block", leaf, row, made.printed.numbers[(leaf, row)]))
    made.doubtful |= {(leaf, row), (leaf, row + 1)}
    for check in ("line-outside-block", "line-signature-missing", "line-date-missing", "line-struck-partly"):
        made.allowed += [
            {"check": check, "why": "one entry over two lines may be told of either", "page": leaf, "row": r}
            for r in (row, row + 1)
        ]


@defect("line-altered", "line", "line-altered", 0.8)
def _line_altered(rng: random.Random, made: Draft) -> None:
    split = made.printed is not None and any(m.name == "date-month" for leaf in made.printed.leaves for m in leaf.marks)
    what = rng.choice(("name", "signature") if split else ("date", "date", "name", "signature"))
    places = _on_lines(rng, made, "line-altered", lambda e: replace(e, altered=what, filled=e.filled | {"date", "name"}), 1)
    made.allowed += [
        {"check": c, "why": "writing over writing looks like striking, and its date is doubtful", "page": p, "row": r}
        for p, r in places
        for c in ("line-struck-partly", "line-after-affidavit")
    ]


@defect("line-struck", "line", "line-struck", 1.5)
def _line_struck(rng: random.Random, made: Draft) -> None:
    how = rng.choice(("once", "several", "scribble"))
    _on_lines(rng, made, "line-struck", lambda e: replace(e, strike=how), rng.choice((1, 1, 2)))


@defect("line-struck-partly", "line", "line-partly", 0.9)
def _line_struck_partly(rng: random.Random, made: Draft) -> None:
    part = rng.choice(("name", "address", "signature"))
    places = _on_lines(
        rng, made, "line-struck-partly", lambda e: replace(e, strike=part, filled=e.filled | {"name", "address"}), 1
    )
    made.allowed += [
        {"check": "line-altered", "why": "a word struck out is also a change", "page": p, "row": r} for p, r in places
    ]
