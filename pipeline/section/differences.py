"""Where print and known wording part, and of which of the four classes each place is; confirmed by second readings or not.

Source: requirements.md, "Words"; classes in `pipeline.model.wording`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rapidfuzz.distance import Levenshtein

from pipeline.geometry import Box, union
from pipeline.model.page import ProblemKind
from pipeline.model.wording import Difference, DifferenceKind
from pipeline.pages.view import PageView
from pipeline.section.alignment import Pair
from pipeline.section.confirming import asked, covered, nothing_unread, out_of_order
from pipeline.section.gap import Gap, gaps, place, spots, standing_in
from pipeline.section.rereading import SecondReader
from pipeline.section.tokens import KnownToken, PageToken, folded, pieces

# A sentence or more is a block; where no stop tells, this many pieces in a row are one.
BLOCK_PIECES = 7
SENTENCE_PIECES = 4
# Certainty that the paper differs: both readers agree; they could not be asked; one spoke against it.
AGREED, UNASKED, DENIED = 0.97, 0.5, 0.1
# On blurred or lossy bitonal pages both readers may fall for the same shape.
AGREED_ON_BAD_PAGE = 0.6
# More places than this in one part is a page that cannot be read, not one that was changed so often.
ASKED_AT_MOST = 40

BAD_PAGE: tuple[ProblemKind, ...] = ("blur", "lossy-bitonal", "low-resolution", "unreadable")


def differences(
    tokens: Sequence[KnownToken],
    read: Sequence[PageToken],
    pairs: Sequence[Pair],
    views: Mapping[int, PageView],
    reader: SecondReader,
) -> tuple[Difference, ...]:
    """All differences in the order of the known wording; spacing between two equal pieces is passed over.

    Args:
        tokens: the known pieces.
        read: the pieces of the pages.
        pairs: from `alignment.align`.
        views: pages by number.
        reader: second readings; not used for born-digital pages.
    """
    found: list[Difference] = []
    places = [(gap, there) for gap in gaps(tokens, pairs) if (there := standing_in(gap, read)) or gap.k1 > gap.k0]
    for page, boxes in _doubtful_lines(places, tokens, read, views).items():
        reader.prepare(views[page], boxes)
    taken = {p for pair in pairs for p in range(pair.p0, pair.p1)}
    free = frozenset(p for p in range(len(read)) if p not in taken)
    for gap, there in places:
        difference = _judged(gap, there, tokens, read, views, reader, free=free, ask=len(found) < ASKED_AT_MOST)
        if difference is not None:
            found.append(difference)
    found.extend(_spacing(tokens, read, pairs))
    return tuple(found)


def _doubtful_lines(
    places: Sequence[tuple[Gap, Sequence[PageToken]]],
    tokens: Sequence[KnownToken],
    read: Sequence[PageToken],
    views: Mapping[int, PageView],
) -> dict[int, list[Box]]:
    """Places that want a second reading, by page of a scan."""
    wanted: dict[int, list[Box]] = {}
    for gap, there in places:
        letters = "".join(t.text for t in tokens[gap.k0 : gap.k1]), "".join(t.text for t in there)
        if folded(letters[0]) == folded(letters[1]):
            continue
        for page, box in spots(gap, there, read):
            if not views[page].page.born_digital:
                wanted.setdefault(page, []).append(box)
    return wanted


def _judged(
    gap: Gap,
    there: Sequence[PageToken],
    tokens: Sequence[KnownToken],
    read: Sequence[PageToken],
    views: Mapping[int, PageView],
    reader: SecondReader,
    *,
    free: frozenset[int],
    ask: bool,
) -> Difference | None:
    expected = [t.text for t in tokens[gap.k0 : gap.k1]]
    found = [t.text for t in there]
    page, box = place(gap, there, read)
    view = views[page]
    wanted, had = "".join(expected), "".join(found)
    kind: DifferenceKind
    certainty, confirmed = UNASKED, False
    if wanted == had:
        return None
    if view.page.born_digital:
        kind, certainty, confirmed = _kind(gap, tokens, expected, found), 1.0, True
    elif (
        out_of_order(gap, tokens, read, free)
        or folded(wanted) == folded(had)
        or (len(expected) < SENTENCE_PIECES and covered(gap, there, read, view))
    ):
        kind, certainty = "ocr", DENIED
    else:
        kind = _kind(gap, tokens, expected, found)
        answers = asked(gap, there, tokens, read, views, reader) if ask else []
        if not there and "expected" not in answers and len(expected) >= SENTENCE_PIECES:
            answers = ["found", "found"] if nothing_unread(gap, read, views) else []
        if "expected" in answers:
            kind, certainty = "ocr", DENIED
        elif len(answers) == 2 and set(answers) == {"found"}:
            bad = view.page.has_problem(*BAD_PAGE)
            certainty, confirmed = (AGREED_ON_BAD_PAGE, False) if bad else (AGREED, True)
        elif _misread(wanted, had, there) or not ask:
            kind, certainty = "ocr", 0.3
    return Difference(
        kind=kind,
        expected=" ".join(t.raw for t in tokens[gap.k0 : gap.k1]),
        found=" ".join(t.raw for t in there),
        context=" ".join(t.raw for t in tokens[max(0, gap.k0 - 4) : gap.k1 + 4]),
        page=page,
        box=box,
        certainty=certainty,
        confirmed=confirmed,
    )


def _kind(gap: Gap, tokens: Sequence[KnownToken], expected: Sequence[str], found: Sequence[str]) -> DifferenceKind:
    """`missing-block` where a sentence, or as much, has nothing like it in the print; else `changed`."""
    paired = sum(p.k1 - p.k0 for p in gap.pairs)
    absent = len(expected) - paired
    if absent < SENTENCE_PIECES or len(found) - sum(p.p1 - p.p0 for p in gap.pairs) > 0.5 * absent:
        return "changed"
    whole = gap.k0 == 0 or tokens[gap.k0 - 1].ends_sentence
    sentence = whole and tokens[gap.k1 - 1].ends_sentence
    return "missing-block" if sentence or absent >= BLOCK_PIECES else "changed"


def _misread(wanted: str, had: str, there: Sequence[PageToken]) -> bool:
    """Whether an unconfirmed difference looks like the engine's own error: nearly the same letters, or read without trust."""
    if wanted and had and Levenshtein.normalized_similarity(wanted, had) >= 0.5:
        return True
    return bool(there) and min(t.word.certainty for t in there) < 0.5


def _spacing(tokens: Sequence[KnownToken], read: Sequence[PageToken], pairs: Sequence[Pair]) -> list[Difference]:
    """Words run together or split, hyphens at line ends: told, never a fault."""
    found: list[Difference] = []
    for pair in pairs:
        if not pair.same or (pair.k1 - pair.k0 == 1 and pair.p1 - pair.p0 == 1):
            continue
        there = read[pair.p0 : pair.p1]
        found.append(
            Difference(
                kind="spacing",
                expected=" ".join(t.raw for t in tokens[pair.k0 : pair.k1]),
                found=" ".join(t.raw for t in there),
                context=" ".join(t.raw for t in tokens[max(0, pair.k0 - 4) : pair.k1 + 4]),
                page=there[0].page,
                box=union(t.box for t in there if t.page == there[0].page),
                certainty=0.9,
                confirmed=False,
            )
        )
    return found


def same_letters(one: str, other: str) -> bool:
    """Whether two strings are the same but for case, spacing, quotes, dashes and hyphens."""
    return "".join(pieces(one)) == "".join(pieces(other))
