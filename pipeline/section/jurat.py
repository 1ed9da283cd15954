"""Which rows of an affidavit are its notarial act, and which part of the page does it take? By wording and columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from pipeline.geometry import Box, union
from pipeline.model.text import Word
from pipeline.section.captions import plain
from pipeline.section.oath_captions import caption_vocabulary
from pipeline.section.oath_page import OathPage
from pipeline.section.phrases import PhraseBook

# Rows of the act that follow each other with more paper between them, in points, are apart (a stamp and a signature
# need room).
ACT_GAP_PT = 120.0
# A venue ("State of ..., County of ...") stands right above the oath it belongs to, and has no more words.
VENUE_ABOVE_PT, VENUE_WORDS = 46.0, 9
# A row that opens the act's sentence stands right above the one by which it is known, in points from top to top.
OPENING_ABOVE_PT = 34.0
# A label of the act above its first sentence, in points and words.
LABEL_ABOVE_PT, LABEL_WORDS = 60.0, 6
# "Seal" in a row of more words is part of a sentence.
SEAL_WORDS = 5
# Pieces of a row further apart than so many heights belong to different things.
PIECE_HEIGHTS = 2.0
# A stamp may hang so far below the last row of its act, in points.
STAMP_BELOW_PT = 90.0

JURAT = {
    "act": (
        "subscribed|signed|sworn|affirmed|acknowledged|attested ..7 before ..2 me|notary|my|undersigned",
        "before me ..5 sworn|affirmed|subscribed|personally|appeared|day|on|this",
        "appeared|appearing ..2 before ..2 me|notary|undersigned",
        "sworn|affirmed ..4 subscribed|signed",
        "subscribed ..4 sworn|affirmed",
    ),
    "sworn-before": (
        "subscribed|sworn|affirmed|acknowledged ..7 before ..2 me|notary",
        "before me ..4 this ..3 day",
        "subscribed ..4 sworn|affirmed",
        "sworn|affirmed ..4 subscribed",
    ),
    "mark": (
        "notary public",
        "notarys|notary|notarial signature|officer|seal|stamp|name",
        "signature of ..3 notary|notarial",
        "commission ..1 expires|expiration|expire|number|expiry",
        "witness my ..2 hand",
        "official seal",
        "administering|administer ..2 oath|oaths",
    ),
    "venue": ("state|commonwealth of", "county|city of", "city and county of"),
    "seal": ("seal", "s e a l"),
    # The day may come first, on a row of its own: "On this ____ day of ____, before me personally appeared".
    "opening": ("on this", "this ..2 day ..2 of", "on the ..2 day ..2 of", "before me", "personally appeared"),
}


@cache
def jurat_book() -> PhraseBook:
    """Phrases of notarial acts, compiled."""
    return PhraseBook(JURAT, {})


@cache
def _vocabulary() -> frozenset[str]:
    return caption_vocabulary() | jurat_book().words


def marks_of_act(row: Sequence[Word]) -> set[str]:
    """Which phrases of a notarial act a printed row bears: the names in `JURAT`."""
    tokens = [t for w in row for t in plain(w.text, _vocabulary())]
    found = {h.name for h in jurat_book().hits(tokens)}
    if len(tokens) > SEAL_WORDS:
        found.discard("seal")
    if "residence" in tokens:
        found.discard("venue")
    return found


def sworn_rows(rows: Sequence[Sequence[Word]]) -> list[int]:
    """Places of the rows that can only be those of a notarial act: "subscribed and sworn to before me"."""
    return [i for i, row in enumerate(rows) if "sworn-before" in marks_of_act(row)]


def act_rows(rows: Sequence[Sequence[Word]], after: int) -> tuple[int, int] | None:
    """First and last place of the rows of the notarial act among `rows` in reading order; None where there is none.

    `after`: place of the last row that is surely the affidavit's own, -1 for none.
    """
    marks = [(i, marks_of_act(row)) for i, row in enumerate(rows)]
    under = [(i, m) for i, m in marks if i > after]
    starts = [i for i, m in under if "act" in m]
    others = [i for i, m in under if m & {"act", "mark"}]
    if not starts and len(others) < 2:
        return None
    first = starts[0] if starts else others[0]
    if starts and others and others[0] < first and len(rows[others[0]]) < LABEL_WORDS:
        above = _top(rows[first]) - _top(rows[others[0]])
        first = others[0] if 0 <= above < LABEL_ABOVE_PT else first
    last = first
    for i, m in under:
        if i > last and m & {"act", "mark", "seal"} and _top(rows[i]) - _top(rows[last]) < ACT_GAP_PT:
            last = i
    # Scraps of the blanks' entries may be rows of their own between.
    for at in range(first - 1, max(after, -1), -1):
        if _top(rows[first]) - _top(rows[at]) > OPENING_ABOVE_PT:
            break
        first = at if "opening" in marks[at][1] else first
    while first > max(after + 1, 0) and "venue" in marks[first - 1][1] | (marks[first - 2][1] if first > 1 else set()):
        above_box = union(w.box for w in rows[first - 1])
        gap = _top(rows[first]) - above_box.y1
        if not -above_box.height < gap <= VENUE_ABOVE_PT or len(rows[first - 1]) > VENUE_WORDS:
            break
        first -= 1
    return first, last


def _top(row: Sequence[Word]) -> float:
    return min(w.box.y0 for w in row)


def zone_of(form: OathPage, act: tuple[int, int]) -> Box:
    """The notarial act's part of the page: from its first row to its last, as wide as its column, blanks and stamp."""
    sworn = next((i for i in range(act[0], act[1] + 1) if "act" in marks_of_act(form.rows[i])), act[0])
    x0, x1 = form.columns[sworn]
    words = [w for row in _together(form, act, (x0, x1)) for w in row if x0 <= w.box.middle[0] <= x1]
    top, foot = min(w.box.y0 for w in words) - 2, max(w.box.y1 for w in words) + 4
    signing = [c for c in form.captions if c.name == "signature" and top <= c.box.middle[1] <= foot]
    parts = [p for row in form.rows[act[0] : act[1] + 1] for p in pieces(row) if x0 <= p[0].box.x0 <= x1]
    marked = [w.box for piece in parts if marks_of_act(piece) & {"act", "mark"} for w in piece]
    if signing and marked:
        act_box = union(marked)
        for c in signing:
            if c.box.x0 > act_box.x1:
                x1 = min(x1, c.box.x0 - 4)
            elif c.box.x1 < act_box.x0:
                x0 = max(x0, c.box.x1 + 4)
    if form.stamp:
        foot = max(foot, min(form.stamp.box.y1, foot + STAMP_BELOW_PT))
    return Box(x0, top, max(x1, x0), foot)


def _together(form: OathPage, act: tuple[int, int], column: tuple[float, float]) -> list[Sequence[Word]]:
    """The act's rows in its column or across the page, down to where paper without words parts them."""
    out: list[Sequence[Word]] = []
    for row, (x0, x1) in zip(form.rows[act[0] : act[1] + 1], form.columns[act[0] : act[1] + 1], strict=True):
        if (x0, x1) != column and x1 - x0 < form.region.width - 1:
            continue
        if out and _top(row) - max(w.box.y1 for w in out[-1]) > ACT_GAP_PT:
            break
        out.append(row)
    return out or list(form.rows[act[0] : act[1] + 1])


def pieces(row: Sequence[Word]) -> list[list[Word]]:
    """A row's words, cut where more paper stands between two of them than a sentence leaves."""
    out: list[list[Word]] = [[row[0]]]
    for before, word in pairwise(row):
        if word.box.x0 - before.box.x1 <= PIECE_HEIGHTS * max(word.box.height, 5.0):
            out[-1].append(word)
        else:
            out.append([word])
    return out
