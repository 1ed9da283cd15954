"""Signature pages alone, filled on every line and scanned, with the truth of each line: what `benchmarks.lines` measures on.

The factory's own forms, writers and scanners make them; text pages and affidavits are left out, for nothing of them is
measured there. A few lines of each page are struck, unsigned, scrawled or bear ditto marks.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.model.roll import RollElector
from samples.factory import catalogue, container, draft, sheets, signer, truth
from samples.factory.batch import draw_profile, new_petition
from samples.factory.catalogue import Profile
from samples.factory.draft import Draft
from samples.factory.petition import Petition
from samples.factory.roll import signer_on_roll
from samples.factory.scanner import scan
from samples.factory.settings import chromatic, setting, way

SCANS_A_PETITION = 2
SIGN_PAGES = 3
DITTO = '"'
# Shares of lines that are not written plainly. A real petition has fewer; here each kind must come often enough to be counted.
STRUCK, UNSIGNED, SCRAWLED, DITTOS, EMPTY = 0.03, 0.03, 0.015, 0.04, 0.05
ANY_HAND = 0.8
"""Share of writers drawn from all hands, joined ones too: a third of those."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """One scan of signature pages and what is on its lines."""

    scan: Path
    first: str
    """First day of circulation, ISO."""
    filed: str
    lines: tuple[dict[str, Any], ...]
    profile: str
    electors: tuple[dict[str, Any], ...]
    """What the roll has of its signers and of who lives with them."""


def make(out: Path, *, side: str, seed: int, signers: int, profile: str | None = None) -> Iterator[Made]:
    """Scans in `out` until `signers` lines are written on. The same seed gives the same scans, in the same order."""
    out.mkdir(parents=True, exist_ok=True)
    layouts = catalogue.layouts(side)
    written = number = 0
    while written < signers:
        rng = random.Random(f"{seed}/{side}/lines/{number}")
        petition = new_petition(rng, side, layouts[number % len(layouts)], f"lines-{number + 1:03d}", sign_pages=SIGN_PAGES)
        for at in range(SCANS_A_PETITION):
            if written < signers:
                made = _made(random.Random(f"{seed}/{side}/lines/{number}/{at}"), petition, out, number, at, profile)
                written += sum(line["state"] != "blank" for line in made.lines)
                yield made
        number += 1


def known(folder: Path) -> list[Made]:
    """The scans that an earlier run left in `folder`."""
    found = []
    for path in sorted(folder.glob("*.lines.json")):
        raw = json.loads(path.read_text(encoding="utf-8"))
        told = {"scan": folder / raw["scan"], "lines": tuple(raw["lines"]), "electors": tuple(raw["electors"])}
        found.append(Made(**{**raw, **told}))
    return found


def _made(rng: random.Random, petition: Petition, out: Path, number: int, at: int, only: str | None) -> Made:
    form = petition.form
    profile = _profile(rng, form.side, only)
    made = draft.draft(rng, form, petition.blank, "", petition.first)
    made.dark = profile.colour == "bitonal"
    draft.print_and_plan(rng, made, petition.first)
    _plan(rng, made)
    how = way(rng, profile, landscape=form.layout.landscape)
    shots: list[container.Shot] = []
    lines: list[dict[str, Any]] = []
    registered: list[RollElector] = []
    for pixels, leaf in zip(sheets.render(petition.blank.pdf), petition.blank.leaves, strict=True):
        if leaf.job != "lines":
            continue
        told = [_filled(pixels, leaf, row, made, rng) for row in leaf.rows()]
        for line in told:
            entry = made.entries.get((leaf.number, line["row"]))
            if entry is not None:
                on_roll = signer_on_roll(rng, entry.who, f"{number:03d}-{at}-{leaf.number}-{line['row']}")
                line["elector"], line["on_roll"] = on_roll.elector, on_roll.how
                registered += on_roll.added
        one = setting(rng, how, pixels, first=False)
        taken, placed = scan(pixels, one, rng)
        page = truth.Page(
            number=len(shots) + 1, sheet=None, how=one, placed=placed, chroma=chromatic(taken, one.dpi), told_dpi=how.told_dpi
        )
        lines += [
            {**truth.line_on(line, page), "hand": line.get("hand"), "scan": {"colour": one.colour, "dpi": one.dpi}}
            for line in told
        ]
        shots.append(_shot(taken, one.dpi, how, profile))
    path = out / f"n{number + 1:03d}-{at + 1}.pdf"
    container.write_pdf(shots, path, producer="petition sample factory")
    filed = petition.first + timedelta(days=110)
    found = Made(
        scan=path,
        first=petition.first.isoformat(),
        filed=filed.isoformat(),
        lines=tuple(lines),
        profile=profile.id,
        electors=tuple({k: v for k, v in asdict(e).items() if v not in (None, "")} for e in registered),
    )
    raw = {**asdict(found), "scan": path.name}
    (out / f"{path.stem}.lines.json").write_text(json.dumps(_plain(raw), ensure_ascii=False), encoding="utf-8")
    return found


def _profile(rng: random.Random, side: str, only: str | None) -> Profile:
    drawn = draw_profile(rng, side)
    return next((p for p in catalogue.profiles(side) if p.id == only), drawn)


def _shot(taken: np.ndarray, dpi: int, how: Any, profile: Profile) -> container.Shot:
    packing = profile.packing if profile.packing != "tiff" else "flate"
    if taken.dtype == bool and packing not in ("g4", "jbig2"):
        packing = "g4"
    if packing == "layers" and taken.ndim == 2:
        packing = "jpeg"
    return container.Shot(pixels=taken, dpi=dpi, packing=packing, quality=how.quality, told_dpi=how.told_dpi)


def _plan(rng: random.Random, made: Draft) -> None:
    """A signer on every line but a few, and on some lines something that is not plain."""
    last = None
    for place, entry in list(made.entries.items()):
        if entry is None and rng.random() > EMPTY:
            assert last is not None or made.oath.day is not None
            day = last.day if last is not None else made.oath.day
            assert day is not None
            entry = draft.entry(rng, made, day)
        if entry is None:
            made.entries[place] = None
            continue
        kind = rng.random()
        for share, change in _CHANGES:
            if kind < share:
                entry = change(rng, entry, last)
                break
            kind -= share
        made.entries[place] = entry
        last = entry


def _struck(rng: random.Random, entry: signer.Entry, last: signer.Entry | None) -> signer.Entry:
    return replace(entry, strike=rng.choice(("once", "several", "scribble")))


def _unsigned(rng: random.Random, entry: signer.Entry, last: signer.Entry | None) -> signer.Entry:
    return replace(entry, signed=False)


def _scrawled(rng: random.Random, entry: signer.Entry, last: signer.Entry | None) -> signer.Entry:
    return replace(entry, scrawled=frozenset({rng.choice(("name", "address"))}))


def _ditto(rng: random.Random, entry: signer.Entry, last: signer.Entry | None) -> signer.Entry:
    """A housemate who signs below and does not write the address again, or not the date."""
    if last is None or last.strike or last.scrawled or last.said or "date" not in last.filled or last.spelling == "m/d":
        return entry
    if rng.random() < 0.5:
        return replace(entry, who=replace(entry.who, street=last.who.street), said={"address": DITTO})
    return replace(entry, day=last.day, said={"date": DITTO})


_CHANGES = ((STRUCK, _struck), (UNSIGNED, _unsigned), (SCRAWLED, _scrawled), (DITTOS, _ditto))


def _filled(pixels: np.ndarray, leaf: Any, row: int, made: Draft, rng: random.Random) -> dict[str, Any]:
    """Write one line; the truth of ditto marks tells what they stand for."""
    entry = made.entries.get((leaf.number, row))
    assert made.printed is not None
    number = made.printed.numbers.get((leaf.number, row))
    own = random.Random(rng.randrange(2**62))
    hands = catalogue.hands(made.form.side)
    told = signer.fill(pixels, leaf, row, number, entry, hands, own, dark=made.dark, any_hand=ANY_HAND)
    if entry is not None:
        for name, meant in (("address", entry.who.street), ("date", entry.day.isoformat() if entry.day else None)):
            if entry.said.get(name) == DITTO and told[name] is not None and told[name]["text"] == DITTO:
                told[name] |= {"ditto": meant}
    return told


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (float, np.floating)):
        return round(float(value), 3)
    return int(value) if isinstance(value, np.integer) else value
