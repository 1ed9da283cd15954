"""Is there a notarial act that print OCR left out? A stamp over its rows makes OCR take them for a picture.

The part of the page below the circulator's blanks is read anew by itself; what nobody can explain there is told as a doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.errors import MissingProgram, PetitionError
from pipeline.geometry import Box, union
from pipeline.model.reading import Seen
from pipeline.model.text import Word
from pipeline.ocr.engine import PrintEngine
from pipeline.pages.view import PageView
from pipeline.section.captions import printed_rows
from pipeline.section.jurat import act_rows, marks_of_act
from pipeline.section.oath_page import OathPage
from pipeline.section.oath_rows import rows_of
from pipeline.section.writing_room import entry

CIRCULATORS = frozenset({"name", "street", "municipality", "county", "date", "signature"})
# Letters of a caption, and what hangs below a rule, end so far below it, in points.
BELOW_RULE_PT = 4.0
# A place lower than this, in points, holds no act.
LEAST_ACT_PT = 30.0
# Words read less surely than this explain no ink.
SURELY_READ = 0.5
# A letter or a stroke of writing is at least so high and wide, in points; so many of them are no dirt: "Sworn to me" has nine.
LETTER_PT = (3.5, 1.5)
LEAST_LETTERS = 9
UNSURE = 0.5


def below_circulator(form: OathPage, said: int) -> Box:
    """The region's part below the circulator's blanks, or below the last row that says a statement (`said`, -1 for none)."""
    feet = [max(b.rule.y + BELOW_RULE_PT, b.caption.box.y1) for b in form.blanks if b.caption.name in CIRCULATORS]
    feet += [w.box.y1 for w in form.rows[said]] if said >= 0 else []
    top = min(max(feet, default=form.region.y0) + 1.0, form.region.y1)
    return Box(form.region.x0, top, form.region.x1, form.region.y1)


def read_again(view: PageView, place: Box, engine: PrintEngine | None) -> PageView | None:
    """The page with `place` (points) read by itself, where that gives a notarial act; else None.

    Raises:
        MissingProgram: when the engine is not on this computer.
    """
    place = place.clipped(view.page.box)
    if engine is None or view.text.exact or place.height < LEAST_ACT_PT:
        return None
    crop = view.raster.bgr_crop(place)
    if crop is None:
        crop = view.raster.gray_crop(place)
    try:
        text = engine.read_region(crop, view.raster.px_per_pt, page=view.page.number, origin=(place.x0, place.y0))
    except MissingProgram:
        raise
    except PetitionError:
        return None
    if act_rows([r.words for r in rows_of(text, place)], -1) is None:
        return None
    kept = tuple(
        replace(line, words=words)
        for line in view.text.lines
        if (words := tuple(w for w in line.words if not place.contains(*w.box.middle)))
    )
    return replace(view, text=replace(view.text, lines=(*kept, *text.lines)))


def unexplained(form: OathPage, place: Box) -> Seen | None:
    """Print of an act, or ink that no word explains, in `place` (points), where no act was found; None where there is none."""
    page = form.view.page.number
    if place.height < LEAST_ACT_PT:
        return None
    marked = _marked(printed_rows(form.view.text, place))
    if marked is not None:
        return Seen(present=None, certainty=UNSURE, page=page, box=marked, detail="words of a notarial act")
    words = [w.box for w in form.view.text.words if w.certainty >= SURELY_READ]
    found = entry(form.view, place, words, form.rules)
    letters = [b for b in found.strokes if b.height >= LETTER_PT[0] and b.width >= LETTER_PT[1]]
    if found.answer == "written" and len(letters) >= LEAST_LETTERS:
        return Seen(present=None, certainty=UNSURE, page=page, box=union(letters), detail="ink that was not read")
    return None


def _marked(rows: Sequence[Sequence[Word]]) -> Box | None:
    found = [w.box for row in rows if marks_of_act(row) & {"act", "mark"} for w in row]
    return union(found) if found else None
