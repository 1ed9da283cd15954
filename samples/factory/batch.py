"""Makes a batch: petitions, their sections, their scans, and the truth beside each. The same seed gives the same truth."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from samples.factory import catalogue, container, defects, defects_line, defects_oath, draft, sheets, stamp, truth
from samples.factory.catalogue import Layout, Profile
from samples.factory.draft import Draft
from samples.factory.form import Form
from samples.factory.form import draw as draw_form
from samples.factory.form_pages import typeset
from samples.factory.paper import defects as paper_defects
from samples.factory.paper import form as paper_form
from samples.factory.paper import pages as paper_pages
from samples.factory.paper import section as paper_section
from samples.factory.paper import truth as paper_truth
from samples.factory.paper.layout import PaperLayout
from samples.factory.paper.layout import layouts as paper_layouts
from samples.factory.petition import COLORADO, Petition, write_petition
from samples.factory.scanner import scan
from samples.factory.settings import chromatic, setting, way

assert defects_oath and defects_line  # importing them registers their defects

CLEAN_SHARE, TWO_SECTIONS_SHARE = 0.3, 0.12
SCANS_A_PETITION = 2
ONE_PAGE_PNG = 0.7


@dataclass(slots=True, kw_only=True)
class Order:
    """What one scan is to be; anything left None is drawn."""

    name: str
    planted: list[str] | None = None
    profile: Profile | None = None
    sections: int | None = None
    turned: dict[int, int] | None = None
    kind: str | None = None
    """"pdf", "tif" or "png"."""


def make(
    *, side: str, seed: int, count: int, out: Path, with_defects: bool, ordinances: Sequence[str] = (COLORADO,)
) -> list[Path]:
    """Make `count` scans of `side` in `out`, the ordinances in turn; gives the paths of the scans."""
    out.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    number = 0
    while len(made) < count:
        rng = random.Random(f"{seed}/{side}/petition/{number}")
        ordinance, turn = ordinances[number % len(ordinances)], number // len(ordinances)
        id = f"petition-{number + 1:02d}"
        if ordinance == COLORADO:
            layouts = catalogue.layouts(side)
            petition = new_petition(rng, side, layouts[turn % len(layouts)], id)
        else:
            papers = paper_layouts(side, ordinance)
            kinds = paper_form.KINDS[ordinance]
            # One step more after each round of layouts, so that every layout meets every kind.
            kind = kinds[(turn + turn // len(papers)) % len(kinds)]
            petition = new_paper(rng, side, ordinance, id, layout=papers[turn % len(papers)], kind=kind)
        write_petition(petition, out)
        for _ in range(min(SCANS_A_PETITION, count - len(made))):
            own = random.Random(f"{seed}/{side}/scan/{len(made)}")
            order = Order(name=f"s{len(made) + 1:03d}", planted=None if with_defects else [])
            made.append(make_scan(own, petition, order, out))
        number += 1
    return made


def new_petition(
    rng: random.Random,
    side: str,
    layout: Layout | None,
    id: str,
    *,
    measure: str | None = None,
    sign_pages: int | None = None,
) -> Petition:
    """Draw a petition: form, blank print, first day of circulation; `measure` and `sign_pages` fix what they name."""
    form = draw_form(rng, side, layout, measure)
    form = replace(form, sign_pages=sign_pages) if sign_pages else form
    first = date(2026, 7, 27) + timedelta(days=rng.randint(0, 20))
    return Petition(id=id, form=form, blank=typeset(form), first=first, next_serial=rng.randint(1, 180))


def new_paper(
    rng: random.Random, side: str, ordinance: str, id: str, *, layout: PaperLayout | None = None, kind: str | None = None
) -> Petition:
    """Draw a petition under one of the charters."""
    first = date(2026, 7, 27) + timedelta(days=rng.randint(0, 20))
    form = paper_form.draw(rng, side, ordinance, layout=layout, kind=kind, first=first)
    return Petition(id=id, form=form, blank=paper_pages.typeset(form), first=first, next_serial=1)


def draw_profile(rng: random.Random, side: str) -> Profile:
    profiles = catalogue.profiles(side)
    return rng.choices(profiles, weights=[p.weight for p in profiles])[0]


def choose_defects(rng: random.Random, form: Form) -> list[str]:
    """One to three defects of different groups that the ordinance knows, or none."""
    if rng.random() < CLEAN_SHARE:
        return []
    if form.ordinance == COLORADO:
        known = {name: (d.group, d.weight) for name, d in defects.REGISTRY.items()}
    else:
        known = {name: (d.group, d.weight) for name, d in paper_defects.REGISTRY.items() if d.fits(form)}
    chosen: list[str] = []
    for _ in range(rng.choice((1, 1, 2, 2, 3))):
        groups = {known[n][0] for n in chosen}
        free = [n for n in sorted(known) if _stands_beside(known[n][0], groups)]
        if free:
            chosen.append(rng.choices(free, weights=[known[n][1] for n in free])[0])
    return chosen


ALONE = {"structure", "assembly", "affidavit"}
NOTARIAL = {"notary", "notary-date", "expiry", "altered", "self", "date"}


def _stands_beside(group: str, taken: set[str]) -> bool:
    """Whether `group` can stand beside `taken` and each still be told; what changes the pages stands alone but for lines."""
    if group in taken:
        return False
    if group in ALONE or taken & ALONE:
        return all(g.startswith("line-") for g in ({group} | taken) - ALONE) and len(({group} | taken) & ALONE) == 1
    return not (group in NOTARIAL and taken & NOTARIAL)


def draft_section(rng: random.Random, petition: Petition, planted: list[str]) -> Draft:
    """A section of `petition` with `planted` defects, printed and its lines planned."""
    if petition.form.ordinance != COLORADO:
        return paper_section.draft_section(rng, petition.form, petition.blank, petition.first, planted)
    serial = petition.serial()
    form: Form = petition.form
    made = draft.draft(rng, form, petition.blank, serial, petition.first)
    for stage in ("print", "assembly", "oath", "line"):
        if stage == "line":
            draft.print_and_plan(rng, made, petition.first)
        for name in planted:
            if defects.REGISTRY[name].stage == stage:
                before = len(made.findings)
                defects.REGISTRY[name].plant(rng, made)
                if len(made.findings) > before:
                    made.planted.append(name)
    return made


def make_scan(rng: random.Random, petition: Petition, order: Order, out: Path) -> Path:
    """Make one scan and its truth in `out`; gives the scan's path."""
    profile = order.profile or draw_profile(rng, petition.form.side)
    count = order.sections or _sections(rng, petition.form)
    drafts, groups = [], []
    for n in range(count):
        planted = (
            order.planted
            if order.planted is not None and n == 0
            else []
            if order.planted is not None
            else choose_defects(rng, petition.form)
        )
        made = draft_section(rng, petition, planted)
        made.dark = profile.colour == "bitonal"
        drafts.append(made)
        groups.append(sheets.sheets(made, rng, petition.first))
    how = way(rng, profile, landscape=petition.form.layout.landscape)
    if how.received:
        _received(groups[0][0].pixels, petition, rng)
    # Where the affidavit is on the back of its leaf, a scan of both sides has no blank one.
    two_sided = petition.form.layout.affidavit == "back"
    pages: list[truth.Page] = []
    shots: list[container.Shot] = []
    told: list[dict[str, Any]] = []
    for made, group in zip(drafts, groups, strict=True):
        own: list[truth.Page] = []
        for at, sheet in enumerate(group):
            fronts: list[sheets.Sheet | None] = [sheet, None] if how.backs and not two_sided else [sheet]
            for front in fronts:
                pixels = front.pixels if front else np.full_like(sheet.pixels, 255)
                one = setting(rng, how, pixels, first=at == 0)
                if order.turned and len(pages) + 1 in order.turned:
                    one = _turned(one, order.turned[len(pages) + 1])
                taken, placed = scan(pixels, one, rng)
                chroma = chromatic(taken, one.dpi)
                page = truth.Page(
                    number=len(pages) + 1, sheet=front, how=one, placed=placed, chroma=chroma, told_dpi=how.told_dpi
                )
                pages.append(page)
                own.append(page)
                shots.append(_shot(taken, one, how, profile, made, rng))
            sheet.pixels = np.zeros((1, 1, 3), dtype=np.uint8)
        if petition.form.ordinance == COLORADO:
            told.append(truth.section(made, own, petition.form.measure.kind))
        else:
            told.append(paper_truth.section(made, own))
    kind = order.kind or (
        "png" if len(shots) == 1 and rng.random() < ONE_PAGE_PNG else "tif" if profile.packing == "tiff" else "pdf"
    )
    path = out / f"{order.name}.{kind}"
    if kind == "png":
        container.write_png(shots[0], path)
    elif kind == "tif":
        container.write_tiff(shots, path)
    else:
        container.write_pdf(shots, path, producer="petition sample factory")
    # That a form is not the official one can be seen only beside the approved form.
    with_form = any("form-not-official" in made.planted for made in drafts)
    whole = truth.scan(path.name, petition.path_from(out, with_form=with_form), pages, told, profile.id)
    (out / f"{order.name}.truth.json").write_text(json.dumps(_plain(whole), indent=1, ensure_ascii=False) + "\n")
    return path


def _sections(rng: random.Random, form: Form) -> int:
    """How many sections, or papers, are scanned into one file."""
    if form.ordinance == COLORADO:
        return 2 if rng.random() < TWO_SECTIONS_SHARE else 1
    return rng.choice(form.layout.papers)


def _plain(value: Any) -> Any:
    """JSON's own types: tuples to lists, numpy numbers to Python's, floats to a tenth or a thousandth."""
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, (float, np.floating)):
        return round(float(value), 4)
    return int(value) if isinstance(value, np.integer) else value


def _turned(one: Any, turn: int) -> Any:
    return replace(one, turn=turn)


def _shot(taken: np.ndarray, one: Any, how: Any, profile: Profile, made: Draft, rng: random.Random) -> container.Shot:
    packing = profile.packing
    if taken.dtype == bool and packing not in ("g4", "jbig2", "tiff"):
        packing = "g4"
    if packing == "layers" and taken.ndim == 2:
        packing = "jpeg"
    text = ""
    if how.hidden_text:
        words = made.form.measure.summary.split()
        rng.shuffle(words)
        text = "WARNlNG lT lS AGAlNST THE LAW " + " ".join(words)
    return container.Shot(
        pixels=taken, dpi=one.dpi, packing=packing, quality=how.quality, told_dpi=how.told_dpi, hidden_text=text
    )


def _received(pixels: np.ndarray, petition: Petition, rng: random.Random) -> None:
    """The office's received stamp on the first page, in a margin."""
    day = petition.first + timedelta(days=rng.randint(75, 100))
    lines = ["RECEIVED", f"{day:%b %d %Y}".upper(), f"CITY CLERK, {petition.form.town.city.upper()}"]
    mask = stamp.rectangle(lines, rng, size=8.0)
    width = petition.form.layout.size[0]
    left = petition.form.layout.serial == "top-right"
    x = 75.0 if left else width - 80.0
    stamp.press(
        pixels,
        mask,
        (x, petition.form.layout.size[1] - 62.0),
        rng,
        rgb=rng.choice(((0.1, 0.15, 0.5), (0.6, 0.1, 0.12), (0.1, 0.1, 0.1))),
    )
