"""How the letters of a found wording are made: size, weight, plain or not; straight from the file where it is born digital."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.model.reading import Measured, Seen
from pipeline.model.section import TypeMeasured
from pipeline.model.text import Word
from pipeline.pages.facemetrics import faces
from pipeline.pages.letterform import UNLIKE_ANY, bold, plain
from pipeline.pages.strangeface import strange_size
from pipeline.pages.typesize import fits, type_size
from pipeline.pages.view import PageView
from pipeline.pages.wordink import word_ink
from pipeline.section.wording import Matched

WORDS_MOST = 120
# A tenth of the letters may be smaller (a footnote mark, a superscript) before the size of the part is that of its
# small letters.
SMALL_SHARE = 0.1
# Fit above which no face of the table is like the letters at all.
FACE_LIKE = 0.5

_BOLD_NAME = re.compile(r"bold|black|heavy|demi|semibd|extrabd|ultra(?!l)|\bbd\b|-b\b|,b", re.IGNORECASE)
_LEANING_NAME = re.compile(r"ital|obliq|slant|kursiv|-it\b|-i\b|-bi\b", re.IGNORECASE)
_FANCY_NAME = re.compile(
    r"script|chancery|brush|hand|cursive|callig|fraktur|black ?letter|old ?english|lobster|pacifico|comic|papyrus|zapfino|z003|"
    r"chorus|gothic ?l|decor|ornament|stencil|typo ?upright|edwardian|vivaldi|mistral|kunstler|monotype ?corsiva",
    re.IGNORECASE,
)
_PLAIN_FAMILIES = (
    "times",
    "arial",
    "helvetica",
    "courier",
    "calibri",
    "cambria",
    "georgia",
    "verdana",
    "tahoma",
    "garamond",
    "palatino",
    "bookantiqua",
    "century",
    "bookman",
    "trebuchet",
    "franklin",
    "segoe",
    "candara",
    "corbel",
    "constantia",
    "aptos",
    "minion",
    "myriad",
    "liberation",
    "dejavu",
    "nimbus",
    "opensans",
    "ptserif",
    "sourcesans",
    "texgyre",
    "freesans",
    "freeserif",
    "notosans",
    "notoserif",
)


def type_of(matched: Sequence[Matched], views: Sequence[PageView]) -> TypeMeasured:
    """Measures the type of these words.

    Args:
        matched: words whose letters are known; those on the first page that bears enough are measured.
        views: the pages that bear them.
    """
    by_page = {view.page.number: view for view in views}
    counts = {number: sum(m.token.page == number for m in matched) for number in by_page}
    if not matched or not counts:
        unknown = Seen(present=None, certainty=0.5, detail="no word of it was read well enough to measure")
        return TypeMeasured(size=None, exact=False, bold=unknown, plain=unknown)
    page = next((number for number, count in counts.items() if count >= 40), max(counts, key=lambda n: counts[n]))
    view = by_page[page]
    words = _whole_words([m for m in matched if m.token.page == page])
    if words and all(w.size for w in words):
        found = _exact(words, view)
        # Words that a scanned page has from its approved form have the form's sizes and fonts, times the print's scale.
        return found if view.page.born_digital else replace(found, exact=False)
    return _measured(words, view)


def _whole_words(matched: Sequence[Matched]) -> list[Word]:
    """Each word once; pieces of a run-together word are left out, because their boxes are guesses."""
    return [m.token.word for m in matched if m.token.box == m.token.word.box]


def _measured(words: Sequence[Word], view: PageView) -> TypeMeasured:
    step = max(1.0, len(words) / WORDS_MOST)
    sample = [words[int(i * step)] for i in range(min(WORDS_MOST, len(words)))]
    inks = [ink for w in sample if (ink := word_ink(view.raster, w.text, w.box)) is not None]
    page = view.page
    found = fits(inks, view.raster.px_per_pt)
    seen = plain(view.raster, inks, found)
    if seen.present is False and seen.certainty > UNLIKE_ANY:
        found = fits(inks, view.raster.px_per_pt, leaning=True)
        if not found or found[0].cost > FACE_LIKE:
            # No face of the table is anything like this script: its size and weight cannot be told from its widths.
            unknown = Seen(present=None, certainty=0.5, detail=seen.detail)
            return TypeMeasured(size=None, exact=False, bold=unknown, plain=seen)
    return TypeMeasured(
        size=type_size(found, strange_size(inks, view.raster.px_per_pt), page.scale),
        exact=False,
        bold=bold(
            inks,
            page.colour,
            found,
            px_per_pt=view.raster.px_per_pt,
            doubtful=page.has_problem("blur", "lossy-bitonal", "low-resolution"),
        ),
        plain=seen,
    )


def _exact(words: Sequence[Word], view: PageView) -> TypeMeasured:
    sizes = sorted((w.size or 0.0, len(w.text)) for w in words)
    total, passed, size = sum(n for _, n in sizes), 0, sizes[-1][0]
    for value, letters in sizes:
        passed += letters
        if passed > SMALL_SHARE * total:
            size = value
            break
    bold_share = sum(len(w.text) for w in words if _BOLD_NAME.search(w.font or "")) / total
    names = sorted({w.font or "" for w in words})
    detail = "fonts in the file: " + ", ".join(n or "unnamed" for n in names)
    bold_seen = Seen(present=bold_share >= 0.5, certainty=1.0, detail=detail)
    measured = None
    if bold_share < 0.5 and not all(_known_plain(n) for n in names):
        # A weight may hide in a name of which nothing is known: look at the glyphs.
        measured = _measured(words, view)
        bold_seen = measured.bold
    fancy = sum(len(w.text) for w in words if _FANCY_NAME.search(w.font or "") or _LEANING_NAME.search(w.font or "")) / total
    if fancy >= 0.5:
        plain_seen = Seen(present=False, certainty=1.0, detail=detail)
    elif all(_known_plain(n) for n in names):
        plain_seen = Seen(present=True, certainty=1.0, detail=detail)
    else:
        plain_seen = (measured or _measured(words, view)).plain
    return TypeMeasured(size=Measured(value=size, low=size, high=size, unit="pt"), exact=True, bold=bold_seen, plain=plain_seen)


def _known_plain(name: str) -> bool:
    flat = re.sub(r"[^a-z]", "", name.lower())
    if not flat or _FANCY_NAME.search(name) or _LEANING_NAME.search(name):
        return False
    known = {re.sub(r"[^a-z]", "", f.family.lower()) for f in faces()}
    return any(flat.startswith(family) for family in (*known, *(re.sub(r"[^a-z]", "", f) for f in _PLAIN_FAMILIES)))
