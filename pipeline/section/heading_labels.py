"""What stands behind a label with a colon, on no rule: print, writing beside it, or print right below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.geometry import Box, union
from pipeline.model.reading import Seen
from pipeline.model.text import Word
from pipeline.ocr.engine import HandEngine
from pipeline.section.captions import plain
from pipeline.section.heading_blanks import read, seen
from pipeline.section.heading_form import Form, InlineRule, Stated, is_print
from pipeline.section.heading_sentences import COLUMN_HEIGHTS, closes_bracket, longest, printed
from pipeline.section.writing_room import entry

# A label's value has so many words at most where the sentence's would have fewer.
LABELLED_WORDS = 6
# A value printed under its caption begins within so many heights of it.
BELOW_HEIGHTS = 2.0
# An empty place without a rule may be a line that ends there.
EMPTY_WITHOUT_RULE = 0.75


def behind_labels(form: Form, inline: Mapping[str, InlineRule], known: set[str], hand: HandEngine | None) -> list[Stated]:
    """Values of labels that have no blank; `known`: names that a blank has stated already."""
    out: list[Stated] = []
    in_blank = {*form.blanks, *form.cells}
    own = form.named
    for row in form.rows:
        labels = _labels(form, row)
        for n, (name, asks, end) in enumerate(labels):
            if name not in inline or any(id(asks[-1]) == id(form.captions[i].words[-1]) for i in in_blank):
                continue
            until = labels[n + 1][1][0] if n + 1 < len(labels) else None
            behind: list[Word] = []
            for word in row[end:]:
                if word is until:
                    break
                if behind and word.box.x0 - behind[-1].box.x1 > COLUMN_HEIGHTS * max(word.box.height, 5.0):
                    break
                behind.append(word)
                if closes_bracket(behind):
                    break
            if behind:
                out.append(printed(form.view, name, asks, behind[: max(inline[name].most, LABELLED_WORDS)]))
            elif name not in known:
                out += _beside_or_below(form, name, asks, until, own, hand)
    return out


def _labels(form: Form, row: Sequence[Word]) -> list[tuple[str, Sequence[Word], int]]:
    """Labels of a row that end with a colon: name, words, place after them."""
    tokens = [(i, t) for i, w in enumerate(row) for t in plain(w.text, form.vocabulary)]
    out: list[tuple[str, Sequence[Word], int]] = []
    for hit in longest(form.book.hits([t for _, t in tokens])):
        name, _, leads = hit.name.partition(":")
        first, last = tokens[hit.start][0], tokens[hit.end - 1][0]
        if row[last].text.rstrip().endswith(":") and not (leads and name == "other") and not _ends_a_name(row, first, last):
            out.append((name, row[first : last + 1], last + 1))
    return out


def _ends_a_name(row: Sequence[Word], first: int, last: int) -> bool:
    """Whether a lone word with its colon ends a name in a sentence: "nominated by the Orchard Party: Ann Poe"."""
    if first != last or first == 0 or row[first].text.startswith("("):
        return False
    before, word = row[first - 1], row[first]
    near = word.box.x0 - before.box.x1 <= max(word.box.height, 5.0)
    return near and before.text[:1].isupper() and not before.text.endswith((".", ",", ";", ":"))


def _beside_or_below(
    form: Form, name: str, asks: Sequence[Word], until: Word | None, own: frozenset[int], hand: HandEngine | None
) -> list[Stated]:
    """A label with nothing printed behind it and no rule: writing beside it, else print right below it."""
    box = union(w.box for w in asks)
    height = max(box.height, 6.0)
    right = min(until.box.x0 - 4 if until else form.region.x1 - 8, box.x1 + 260)
    if right - box.x1 > 30:
        place = Box(box.x1 + 2, box.y0 - 0.8 * height, right, box.y1 + 0.6 * height).clipped(form.region)
        ours = [w.box for row in form.rows for w in row if is_print(w, form.vocabulary)]
        found = entry(form.view, place, ours, form.rules)
        if found.answer == "written":
            page = form.view.page.number
            value = read(form.view, found, (), hand)
            return [Stated(name=name, filled=seen(found, page, place), value=value, box=found.ink or place, asked=box)]
    below = [
        w for row in form.rows for w in row
        if 0 <= w.box.y0 - box.y1 <= BELOW_HEIGHTS * height and w.box.x1 > box.x0 - 4 and w.box.x0 < box.x0 + 200
        and id(w) not in own
    ]  # fmt: skip
    first = [w for w in below if abs(w.box.middle[1] - min(b.box.middle[1] for b in below)) < 0.6 * height]
    if first and first[0].box.x0 - box.x0 < 30:
        return [printed(form.view, name, asks, first)]
    nothing = Seen(present=False, certainty=EMPTY_WITHOUT_RULE, page=form.view.page.number, box=box)
    return [Stated(name=name, filled=nothing, value=None, box=box, asked=box)]
