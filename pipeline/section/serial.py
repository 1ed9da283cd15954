"""The serial number of a petition section (54-124(d): "prenumbered serially"): its label, and the figures beside it.

Labels come in many wordings (`Petition Section No.`, `Section Number`, `Serial No.`, `Section #`), the figures printed, set
by a numbering machine in another ink and a little crooked, or written by hand into a blank. Page numbers, "Section 2." of a
measure's text, numbers of ordinances, notaries, forms and imprinters, and ZIP codes are not serial numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pipeline.geometry import Box, union
from pipeline.model.reading import TextRead
from pipeline.model.section import SerialFacts
from pipeline.model.text import TextLine, Word
from pipeline.ocr.engine import HandEngine, PrintEngine
from pipeline.pages.view import PageView
from pipeline.section.blank_ink import writing
from pipeline.section.figures import (
    BLANK_MARKS,
    MOST_DIGITS,
    TWO_OF_THREE,
    Engines,
    figures,
    is_number_word,
    read_print,
    read_writing,
)
from pipeline.section.runs import bare, runs
from pipeline.section.serial_glued import parted_lines
from pipeline.section.serial_label import Label, begins_number, label_in, misread_figures, names_section, part_glued
from pipeline.section.serial_width import cut_short

# A label of at least this strength with an empty blank is a serial number that was not filled in.
STRONG_LABEL = 0.85
# Figures stand to the right of their label within this reach, no further from it than the gap, in points.
REACH_RIGHT_PT, GAP_AFTER_LABEL_PT = 175.0, 90.0
# A numbering machine prints taller than the label and a little off its line: room over and under it, in label heights.
OFF_LINE_HEIGHTS = 1.3
# Else figures stand under the label or over it, within so many label heights.
STACKED_HEIGHTS = 3.2
# Where neither rule nor underscores show the blank, it is taken to be so wide, in points.
BLANK_WIDTH_PT = 60.0

# Figures of one number set wide apart leave less than this many heights between them.
WIDE_SET_HEIGHTS = 0.9

# A number without any label is believed a little, with leading zeros, in the outer part of the page.
BARE_MARGIN_SHARE = 0.1
SURE_BARE = 0.6
# A printed line stands out over and under the ink of its capitals by so much of their height (ascent, descent, leading).
LINE_ROOM = 0.4
# In a margin, a run of at most so many words that names a section and holds figures may be a number not understood.
MOST_WORDS_OF_A_NUMBER, LEAST_FIGURES_OF_A_NUMBER = 6, 2
# Depth of the margins that are read again where no page shows a number, as a share of the page's height, and how enlarged.
MARGIN_SHARE, MARGIN_SCALE = 0.14, 1.5

# Left of the certainty of a reading that differs from all sibling pages where another reading of it does not.
OUTVOTED = 0.4

# `No. 0017` by itself in a margin, its letters lost: `0.0017`, `o. 0017`.
_WORN = re.compile(r"^[0o]{1,2}[.,:]([0-9]{3,8})$", re.IGNORECASE)


def find(view: PageView, print_engine: PrintEngine | None = None, hand_engine: HandEngine | None = None) -> SerialFacts | None:
    """The serial number on one page: the best label with its figures, a label with an empty blank, or None.

    The figures are read by print OCR and a second time by the other recogniser; where the two differ, by a third reading.
    """
    engines = Engines(print_engine, hand_engine)
    view = replace(view, text=replace(view.text, lines=parted_lines(view, begins_number)))
    empty: SerialFacts | None = None
    for label in sorted(_labels(view), key=lambda label: -label.strength):
        value = _value(view, label, engines)
        if value is not None:
            box = union((label.box, value.box))
            return SerialFacts(page=view.page.number, box=_line_of(view, box, label.box), value=value, label=label.text)
        if empty is None and label.strength >= STRONG_LABEL:
            empty = SerialFacts(page=view.page.number, box=_line_of(view, label.box, label.box), value=None, label=label.text)
    return empty or _without_label(view, engines)


def find_all(
    views: Sequence[PageView], print_engine: PrintEngine | None = None, hand_engine: HandEngine | None = None
) -> tuple[SerialFacts, ...]:
    """The serial number of each page that bears one, read beside each other (see `settle`)."""
    return settle(f for view in views if (f := find(view, print_engine, hand_engine)) is not None)


def look_again(
    views: Sequence[PageView], print_engine: PrintEngine, hand_engine: HandEngine | None = None
) -> tuple[SerialFacts, ...]:
    """A second look where no page of a section showed a serial number: its margins, read by themselves and enlarged.

    A section without a serial number falls, so "none" must not rest on one reading of the whole page, in which a small label
    beside a stamp or a rule is easily lost. Stops at the first page that shows one. Where a margin holds what may be a number
    and could not be understood, that place comes back without label, its value without text.
    """
    doubt: SerialFacts | None = None
    for view in views:
        if view.text.exact or view.page.blank:
            continue
        page = view.page.box
        top = Box(page.x0, page.y0, page.x1, page.y0 + MARGIN_SHARE * page.height)
        foot = Box(page.x0, page.y1 - MARGIN_SHARE * page.height, page.x1, page.y1)
        lines: list[TextLine] = []
        for band in (top, foot):
            crop = view.raster.gray_crop(band)
            if crop.size:
                again = print_engine.read_region(
                    crop, view.raster.px_per_pt, page=view.page.number, origin=(band.x0, band.y0), scale=MARGIN_SCALE
                )
                lines.extend(again.lines)
        found = find(replace(view, text=replace(view.text, lines=tuple(lines))), print_engine, hand_engine)
        if found is not None:
            return (found,)
        doubt = doubt or _not_understood(view, lines)
    return (doubt,) if doubt else ()


def _not_understood(view: PageView, again: Sequence[TextLine]) -> SerialFacts | None:
    """A run in a margin that names a section and holds figures, and no number was made of it: unread, not absent."""
    for lines in (view.text.lines, tuple(again)):
        for run in runs(replace(view.text, lines=tuple(lines))):
            at = run.box.middle[1] / max(view.page.size[1], 1.0)
            if MARGIN_SHARE < at < 1 - MARGIN_SHARE or len(run.words) > MOST_WORDS_OF_A_NUMBER:
                continue
            named = any(names_section(name) for w in run.words for name in re.findall(r"[a-z]{3,}", w.text.casefold()))
            if named and sum(c.isdigit() for c in run.text) >= LEAST_FIGURES_OF_A_NUMBER:
                value = TextRead(text=None, certainty=0.0, page=view.page.number, box=run.box)
                return SerialFacts(page=view.page.number, box=run.box, value=value, label="")
    return None


def _line_of(view: PageView, box: Box, letters: Box) -> Box:
    """The printed line around ink of its letters: OCR's boxes are of the ink alone, those of a born-digital page of the line."""
    if view.text.exact:
        return box
    room = LINE_ROOM * letters.height
    return box.grown(0, room).clipped(view.page.box)


def settle(found: Iterable[SerialFacts]) -> tuple[SerialFacts, ...]:
    """Readings of several pages beside each other.

    Numbers without label that change from page to page are the scanner's imprinter and are left out. Where one page's
    doubtful reading differs from what the others agree on, or lost its first figures, its certainty says so; the reading itself
    stays as it is.
    """
    facts = list(found)
    if len({f.value.text for f in facts if f.value and not f.label}) > 1:
        facts = [f for f in facts if f.label]
    votes = Counter(f.value.text for f in facts if f.value and f.value.certainty >= TWO_OF_THREE)
    common = votes.most_common(1)[0][0] if votes else None
    settled = []
    for fact in facts:
        value = fact.value
        outvoted = value is not None and value.text != common and common in value.alternatives
        short = value is not None and bool(value.text) and votes[common] > 1 and cut_short(value.text or "", common or "")
        if value and (outvoted or short):
            fact = replace(fact, value=replace(value, certainty=min(value.certainty, OUTVOTED)))
        settled.append(fact)
    return tuple(settled)


def _labels(view: PageView) -> list[Label]:
    return [label for run in runs(view.text) if (label := label_in(run)) is not None]


def _value(view: PageView, label: Label, engines: Engines) -> TextRead | None:
    if misread_figures(label.after) and not view.text.exact:
        # The scraps' own boxes bound the figures; the first of them alone is not the number.
        return replace(read_writing(view, union(w.box for w in label.after), engines), handwritten=False)
    for zone, reach in _zones(view, label):
        word = _figures_in(view, label, zone, reach)
        if word is not None:
            return read_print(view, word, engines)
        blank = _blank_in(view, zone, label)
        if blank is None or view.text.exact:
            continue
        ink = writing(view.raster, blank, (w.box for w in view.text.words if _is_print(w)))
        if ink is not None:
            return read_writing(view, ink, engines)
    return None


def _is_print(word: Word) -> bool:
    """A word of the form, not of handwriting that print OCR made letters of."""
    return word.certainty > 0.7 and figures(word.text) is None and any(c.isalpha() for c in word.text)


def _zones(view: PageView, label: Label) -> list[tuple[Box, float]]:
    """Where figures may stand, likeliest first, each with how far from the label they may be."""
    box, height, page = label.box, max(label.box.height, 6.0), view.page.box
    right_end = min(box.x1 + REACH_RIGHT_PT, page.x1 - 2)
    for word in view.text.words:
        beside = word.box.y0 < box.y1 - 0.25 * height and word.box.y1 > box.y0 + 0.25 * height
        if beside and word.box.x0 > box.x1 and _is_print(word):
            right_end = min(right_end, word.box.x0 - 1)
    zones = []
    if right_end - box.x1 > 4:
        room = OFF_LINE_HEIGHTS * height
        zones.append((Box(box.x1 + 0.5, box.y0 - room, right_end, box.y1 + room), GAP_AFTER_LABEL_PT))
    left, right = box.x0 - 4, box.x1 + 0.5 * box.width + 10
    zones.append((Box(left, box.y1 + 1, right, box.y1 + STACKED_HEIGHTS * height), 0.0))
    zones.append((Box(left, box.y0 - STACKED_HEIGHTS * height, right, box.y0 - 0.5), 0.0))
    return [(zone.clipped(page), reach) for zone, reach in zones]


def _figures_in(view: PageView, label: Label, zone: Box, reach: float) -> Word | None:
    """The word of figures in the zone that is nearest to the label; stacked zones want figures that stand alone."""
    best: tuple[float, Word] | None = None
    for word in (*label.after, *view.text.words):
        digits = figures(word.text)
        if digits is None or word.box.share_inside(zone.grown(3, 2)) < 0.6:
            continue
        gap = word.box.x0 - label.box.x1 if reach else abs(word.box.middle[1] - label.box.middle[1])
        if reach and gap > reach:
            continue
        if not reach and (len(digits) < 2 or not _stands_alone(view, word)):
            continue
        if best is None or gap < best[0]:
            best = gap, replace(word, text=digits)
    return _with_rest(view, best[1]) if best else None


def _with_rest(view: PageView, word: Word) -> Word:
    """The figures with those close behind them: OCR parts the wide-set figures of a numbering machine."""
    grown = word
    for other in sorted(view.text.words, key=lambda w: w.box.x0):
        height = max(grown.box.height, 4.0)
        digits = figures(other.text)
        close = -1.0 <= other.box.x0 - grown.box.x1 < WIDE_SET_HEIGHTS * height
        level = abs(other.box.middle[1] - grown.box.middle[1]) < 0.4 * height
        if digits is not None and close and level and len(grown.text) + len(digits) <= MOST_DIGITS:
            certainty = min(grown.certainty, other.certainty)
            grown = replace(grown, text=grown.text + digits, box=union((grown.box, other.box)), certainty=certainty)
    return grown


def _stands_alone(view: PageView, word: Word) -> bool:
    near = word.box.grown(2.5 * max(word.box.height, 4.0), 0)
    return not any(
        w is not word and w.certainty > 0.3 and not BLANK_MARKS.match(w.text) and w.box.intersection(near)
        for w in view.text.words
    )


def _blank_in(view: PageView, zone: Box, label: Label) -> Box | None:
    """The blank itself: over a rule, or over the underscores that OCR saw; to the label's right also without either."""
    tall = 2.4 * max(label.box.height, 8.0)
    for rule in view.rules:
        if rule.direction == "horizontal" and zone.y0 <= rule.at <= zone.y1 + 3 and rule.start < zone.x1:
            start, end = max(rule.start, zone.x0), min(rule.end, zone.x1)
            # To the label's right the rule stands at the label's foot; over the label it stands above it.
            if end - start >= 15 and (rule.at >= label.box.y0 or zone.y1 <= label.box.y0):
                return Box(start, min(max(rule.at - tall, zone.y0), rule.at), end, rule.at)
    for word in label.after:
        if BLANK_MARKS.match(word.text) and word.box.width > 15:
            # Underscores may hang under the zone of their label: the blank is never less than they are.
            top = min(max(zone.y0, word.box.y1 - tall), word.box.y0)
            return Box(word.box.x0, top, word.box.x1, word.box.y1)
    if zone.x0 < label.box.x1:
        return None
    return Box(zone.x0, label.box.y0 - 4, min(zone.x0 + BLANK_WIDTH_PT, zone.x1), label.box.y1 + 4)


def _without_label(view: PageView, engines: Engines) -> SerialFacts | None:
    """Figures with leading zeros, or after a lone `No.`, by themselves in the outer part of the page."""
    for run in runs(view.text):
        at = run.box.middle[1] / max(view.page.size[1], 1.0)
        if BARE_MARGIN_SHARE < at < 1 - BARE_MARGIN_SHARE:
            continue
        words = [w for w in run.words if not BLANK_MARKS.match(w.text) or is_number_word(w.text)]
        if len(words) == 1 and (parted := part_glued(words[0])) is not None:
            words = list(parted)
        if len(words) == 1 and (worn := _WORN.match(words[0].text)) is not None:
            words = [replace(words[0], text=worn[1])]
        labelled = len(words) == 2 and is_number_word(bare(words[0].text))
        digits = figures(words[-1].text) if words else None
        if digits is None or not (labelled or (len(words) == 1 and digits[0] == "0" and 3 <= len(digits) <= 6)):
            continue
        value = read_print(view, replace(words[-1], text=digits), engines)
        if not labelled:
            value = replace(value, certainty=min(value.certainty, SURE_BARE))
        box = _line_of(view, run.box, words[-1].box)
        return SerialFacts(page=view.page.number, box=box, value=value, label=words[0].text if labelled else "")
    return None
