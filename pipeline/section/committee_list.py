"""Names and addresses of a printed list of persons, whatever their arrangement: each address finds its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.geometry import Box, union
from pipeline.model.reading import TextRead
from pipeline.model.text import TextLine, Word
from pipeline.section.committee_caption import Caption
from pipeline.section.persons import (
    is_address,
    is_city,
    is_label,
    is_name,
    lost_point,
    may_be_name,
    ordinal,
    street_at,
    without_label,
)
from pipeline.section.runs import GAP_HEIGHTS

# A name stands over its address within this many line heights, or beside it anywhere on the row.
NAME_OVER_ADDRESS = 1.9
# Words with fewer letters than this are no name, read or unread.
LEAST_LETTERS = 3
# Certainty of words that stand where a name would and do not look like one.
UNLIKE_A_NAME = 0.5
# Starts of two items within this many points are in one column.
SAME_START_PT = 7.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One person of the list: name and address, either of them None where nothing was found for it."""

    name: TextRead | None
    address: TextRead | None
    box: Box
    sure: bool
    """Whether this is a person of the list beyond doubt."""


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    words: tuple[Word, ...]
    box: Box
    mark: str | None

    def read(self, page: int) -> TextRead:
        certainty = sum(w.certainty for w in self.words) / len(self.words)
        text = self.text.strip(" ,;:–—-")
        return TextRead(text=text, certainty=round(certainty, 3), page=page, box=self.box, handwritten=False)


def entries_in(page: int, lines: Sequence[TextLine]) -> list[Entry]:
    """The persons of a printed list: `lines` are those under its caption."""
    names: list[_Piece] = []
    streets: list[_Piece] = []
    cities: list[_Piece] = []
    others: list[_Piece] = []
    for piece in _pieces(lines):
        at = street_at(piece.text)
        if at:
            before, after = _cut(piece, at)
            if before is not None and may_be_name(before.text.strip(" ,;:-–—")):
                names.append(before)
                streets.append(after)
                continue
        if at is not None:
            streets.append(piece)
        elif is_city(piece.text):
            cities.append(piece)
        elif is_name(piece.text.strip(" ,;:")) or (piece.mark is not None and may_be_name(piece.text)):
            names.append(piece)
        elif sum(c.isalpha() for c in piece.text) >= LEAST_LETTERS:
            others.append(piece)
    streets = _with_cities(streets, cities)
    return _in_order(_pair(page, names, streets, others))


def in_sentence(page: int, caption: Caption, lines: Sequence[TextLine]) -> list[Entry]:
    """The persons of a list that runs on in the caption's sentence: `… by: Ann Poe, 12 Elm St; Bo Roe, 4 Oak Rd; and …`."""
    words = list(caption.lines[-1].words)
    colon = max((i for i, w in enumerate(words) if w.text.endswith(":")), default=len(words) - 1)
    words = words[colon + 1 :]
    if not words:
        return []
    for line in lines:
        words.extend(line.words)
    entries: list[Entry] = []
    current: list[Word] = []
    for word in words:
        current.append(word)
        if word.text.endswith((";", ".")) and (word.text.endswith(";") or word is words[-1]):
            entries.extend(_of_clause(page, current))
            current = []
    entries.extend(_of_clause(page, current))
    return entries


def _of_clause(page: int, words: Sequence[Word]) -> list[Entry]:
    kept = [w for w in words if not (w is words[0] and w.text.casefold() == "and")]
    if len(kept) < 2:
        return []
    piece = _Piece(" ".join(w.text for w in kept), tuple(kept), union(w.box for w in kept), None)
    at = street_at(piece.text)
    if at:
        before, after = _cut(piece, at)
        if before is not None and may_be_name(before.text.strip(" ,;:-–—")):
            return [Entry(name=before.read(page), address=after.read(page), box=piece.box, sure=True)]
    return []


def _pieces(lines: Sequence[TextLine]) -> list[_Piece]:
    pieces = []
    numbers = {int(m): line.box.x0 for line in lines if (m := ordinal(line.text)[0]) is not None and m.isdigit()}
    for line in lines:
        for words in _parted(line.words):
            mark, text = ordinal(" ".join(w.text for w in words))
            if mark is None and (bare := lost_point(text)) is not None and bare[0] not in numbers:
                # The numbers beside it in the same column show that it is one of them.
                beside = (numbers.get(bare[0] - 1), numbers.get(bare[0] + 1))
                if any(x is not None and abs(x - words[0].box.x0) < SAME_START_PT for x in beside):
                    mark, text = str(bare[0]), bare[1]
            text = without_label(text)
            kept = words[len(words) - len(text.split()) :] if text else []
            if kept:
                # A mark glued to the first word (`1.Ann`) is not part of it.
                kept = [replace(kept[0], text=text.split()[0]), *kept[1:]]
            if kept and not is_label(text):
                pieces.append(_Piece(text, tuple(kept), union(w.box for w in kept), mark))
    return pieces


def _parted(words: Sequence[Word]) -> list[list[Word]]:
    """Words of a line, parted at wide gaps and at bars."""
    groups: list[list[Word]] = [[]]
    for word in words:
        last = groups[-1][-1] if groups[-1] else None
        if re.fullmatch(r"[|_\[\]!.·…]+", word.text):
            groups.append([])
            continue
        if last is not None and word.box.x0 - last.box.x1 > GAP_HEIGHTS * max(last.box.height, word.box.height, 4.0):
            groups.append([])
        groups[-1].append(word)
    return [g for g in groups if g]


def _cut(piece: _Piece, at: int) -> tuple[_Piece | None, _Piece]:
    """The piece before and from the character `at`."""
    count = len(piece.text[:at].split())
    before, after = piece.words[:count], piece.words[count:]
    if not before or not after:
        return None, piece
    first = _Piece(" ".join(w.text for w in before), before, union(w.box for w in before), piece.mark)
    return first, _Piece(" ".join(w.text for w in after), after, union(w.box for w in after), None)


def _with_cities(streets: list[_Piece], cities: list[_Piece]) -> list[_Piece]:
    """Each `City, CO 80999` joined to the street beside or over it."""
    joined = list(streets)
    for city in cities:
        best, distance = None, float("inf")
        for index, street in enumerate(joined):
            height = max(street.box.height, 4.0)
            beside = abs(street.box.middle[1] - city.box.middle[1]) < 0.7 * height and street.box.x1 <= city.box.x0 + 2
            under = 0 < city.box.y0 - street.box.y0 < NAME_OVER_ADDRESS * 1.6 * height and _same_column(street.box, city.box)
            gap = abs(street.box.middle[1] - city.box.middle[1]) + 0.05 * abs(street.box.x0 - city.box.x0)
            if (beside or under) and gap < distance:
                best, distance = index, gap
        if best is not None:
            street = joined[best]
            words = (*street.words, *city.words)
            text = f"{street.text.rstrip(', ')}, {city.text}"
            joined[best] = _Piece(text, words, union((street.box, city.box)), street.mark)
    return joined


def _same_column(a: Box, b: Box) -> bool:
    return min(a.x1, b.x1) > max(a.x0, b.x0) or abs(a.x0 - b.x0) < SAME_START_PT


def _pair(page: int, names: list[_Piece], streets: list[_Piece], others: Sequence[_Piece]) -> list[Entry]:
    """Persons, each name with its address. `others`: words that look like neither; one that stands where the name of an
    address would is that name, not made out, and no blank.
    """
    options = []
    for n, name in enumerate(names):
        for s, street in enumerate(streets):
            cost = _apart(name.box, street.box)
            if cost is not None:
                options.append((cost, n, s))
    matched: dict[int, int] = {}
    for _, n, s in sorted(options):
        if n not in matched and s not in matched.values():
            matched[n] = s
    starts = [names[n].box.x0 for n in matched]
    marked = any(names[n].mark for n in matched)
    entries = []
    for n, name in enumerate(names):
        address = streets[matched[n]] if n in matched else None
        listed = any(abs(name.box.x0 - x) < SAME_START_PT for x in starts) and (not marked or name.mark is not None)
        if address is None and not listed and (starts or len(names) < 2):
            continue
        box = union([name.box, *([address.box] if address else [])])
        written = address.read(page) if address else None
        entries.append(Entry(name=name.read(page), address=written, box=box, sure=bool(address) or listed))
    for s, street in enumerate(streets):
        if s in matched.values() or not is_address(street.text):
            continue
        unread = min((o for o in others if _apart(o.box, street.box) is not None), key=lambda o: _cost(o, street), default=None)
        if unread is None:
            entries.append(Entry(name=None, address=street.read(page), box=street.box, sure=False))
            continue
        said = unread.read(page)
        said = replace(said, certainty=min(said.certainty, UNLIKE_A_NAME))
        entries.append(Entry(name=said, address=street.read(page), box=union((unread.box, street.box)), sure=True))
    return entries


def _in_order(entries: Sequence[Entry]) -> list[Entry]:
    """From the top down, column by column; entries whose widths share a place stand in one column."""
    columns: list[list[Entry]] = []
    for entry in sorted(entries, key=lambda e: -e.box.width):
        column = next((c for c in columns if any(min(entry.box.x1, e.box.x1) > max(entry.box.x0, e.box.x0) for e in c)), None)
        if column is None:
            columns.append([entry])
        else:
            column.append(entry)
    columns.sort(key=lambda c: min(e.box.x0 for e in c))
    return [entry for column in columns for entry in sorted(column, key=lambda e: e.box.y0)]


def _cost(name: _Piece, street: _Piece) -> float:
    return _apart(name.box, street.box) or 0.0


def _apart(name: Box, street: Box) -> float | None:
    """How far a name is from an address that may be its own: beside it to the right, or under it. None: not its own."""
    height = max(name.height, street.height, 4.0)
    level = abs(name.middle[1] - street.middle[1])
    if level < 0.8 * height and street.x0 >= name.x1 - 2:
        return 0.02 * (street.x0 - name.x1) + level
    drop = street.y0 - name.y0
    if 0 < drop <= NAME_OVER_ADDRESS * height * 1.2 and _same_column(name, street):
        return drop + 0.05 * abs(name.x0 - street.x0)
    return None
