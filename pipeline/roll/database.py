"""The imported roll, opened read-only: who may have signed a line, found in milliseconds among millions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from pipeline.errors import PetitionError, WrongUse
from pipeline.model.roll import RollElector
from pipeline.roll.importing import FIRST, LAST, STREET
from pipeline.roll.near import keys
from pipeline.roll.report import RollReport, report_of

# Words of each kind that are looked up for one misread word, the nearest first; a family name of five letters has fewer than 30
# others within two letters among 50,000 electors.
MOST_WORDS = 24
MOST_STREETS = 12
# Households and namesakes beyond this are cut off, nearest words first: a tower block, or the John Smiths of a state.
MOST_ROWS = 400
# A word this many letters away, in shares of its length, is another word.
MOST_WRONG = 0.45


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What of a line is looked up, likeliest first. Words in capitals without spaces (`pipeline.roll.words.joined`)."""

    firsts: tuple[str, ...] = ()
    lasts: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    streets: tuple[str, ...] = ()


class Roll:
    """An imported roll. One connection, one thread."""

    def __init__(self, path: Path) -> None:
        """Open it read-only.

        Raises:
            WrongUse: when there is no such file.
            PetitionError: when it is damaged.
        """
        if not path.is_file():
            raise WrongUse(f"The roll {path.name} is not imported. Run: petition roll import FILE")
        self.report: RollReport = report_of(path)
        self._base = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        self._base.execute("pragma mmap_size=1073741824")

    def __enter__(self) -> Roll:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()

    def elector(self, id: str) -> RollElector | None:
        """The elector with this id, None where there is none."""
        found = self._rows("select row from elector where id = ?", (id,))
        return next(iter(self._electors(found)), None)

    def candidates(self, query: Query, most: int) -> list[RollElector]:
        """At most `most` electors whom the line may mean, by every pair of its parts that is near theirs: family name and house
        number, street and house number, family name and first name, family name and street.

        Raises:
            PetitionError: when the database is damaged.
        """
        lasts = self._near(LAST, query.lasts, MOST_WORDS)
        streets = self._near(STREET, query.streets, MOST_STREETS)
        rows: dict[int, None] = {}
        numbers = query.numbers[:6]
        for word, _ in streets:
            for number in numbers:
                self._take(rows, "select row from elector where street = ? and number = ?", (word, number))
        for word, _ in lasts:
            for number in numbers:
                self._take(rows, "select row from elector where last = ? and number = ?", (word, number))
        firsts = [word for word, _ in self._near(FIRST, query.firsts, MOST_WORDS)]
        for word, _ in lasts:
            for first in firsts:
                self._take(rows, "select row from elector where last = ? and first = ?", (word, first))
            self._take(rows, "select row from part where word = ? limit 100", (word,))
        if len(rows) < MOST_ROWS:
            # A family on a street whose house number was not read.
            for word, _ in lasts[:8]:
                for street, _ in streets[:4]:
                    self._take(rows, "select row from elector where last = ? and street = ? limit 50", (word, street))
            # A first name that is written short or misread, of a rare family.
            for word, _ in lasts[:6]:
                self._take(rows, "select row from elector where last = ? limit 60", (word,))
        return self._electors(list(rows))[: max(most, 0)] if most < len(rows) else self._electors(list(rows))

    def named(self, firsts: Sequence[str], last: str, most: int = 5) -> int:
        """How many electors bear one of these first names with this family name, counted up to `most`."""
        words = [n for f in firsts for n in self._exact(FIRST, f)]
        count = 0
        for word in self._exact(LAST, last):
            for first in words:
                count += len(self._rows("select row from elector where last = ? and first = ? limit ?", (word, first, most)))
        return min(count, most)

    def has_given_name(self, name: str) -> bool:
        """Whether any elector bears it as first name. `name`: in `joined` words."""
        return bool(self._exact(FIRST, name))

    def _take(self, rows: dict[int, None], sql: str, values: tuple[object, ...]) -> None:
        if len(rows) < MOST_ROWS:
            for row in self._rows(f"{sql} limit {MOST_ROWS}" if " limit " not in sql else sql, values):
                rows[row] = None

    def _rows(self, sql: str, values: tuple[object, ...]) -> list[int]:
        try:
            return [row for (row,) in self._base.execute(sql, values)]
        except sqlite3.DatabaseError as why:
            raise PetitionError(f"The imported roll cannot be read ({why}). Delete it and import the roll again.") from None

    def _exact(self, kind: int, text: str) -> list[int]:
        return self._rows("select id from word where text = ? and kind = ?", (text, kind))

    def _near(self, kind: int, words: Iterable[str], most: int) -> list[tuple[int, str]]:
        """Words of the roll near one of these, nearest first."""
        found: dict[int, tuple[float, int, str]] = {}
        for place, word in enumerate(words):
            if not word:
                continue
            limit = max(1, round(len(word) * MOST_WRONG))
            marks = sorted(keys(word))
            sql = (
                "select distinct w.id, w.text from near n join word w on w.id = n.word "
                f"where n.key in ({','.join('?' * len(marks))}) and w.kind = ?"
            )
            try:
                hits = self._base.execute(sql, (*marks, kind)).fetchall()
            except sqlite3.DatabaseError as why:
                raise PetitionError(f"The imported roll cannot be read ({why}). Delete it and import the roll again.") from None
            for id, text in hits:
                away = Levenshtein.distance(word, text, score_cutoff=limit)
                if away <= limit:
                    score = (away + 0.5 * (place > 0), id, text)
                    if id not in found or score < found[id]:
                        found[id] = score
        return [(id, text) for _, id, text in sorted(found.values())[:most]]

    def _electors(self, rows: Sequence[int]) -> list[RollElector]:
        out: list[RollElector] = []
        for start in range(0, len(rows), 500):
            part = rows[start : start + 500]
            sql = f"select {_COLUMNS} from elector where row in ({','.join('?' * len(part))})"
            try:
                by_row = {r[0]: r for r in self._base.execute(sql, part)}
            except sqlite3.DatabaseError as why:
                raise PetitionError(f"The imported roll cannot be read ({why}). Delete it and import the roll again.") from None
            out += [_elector(by_row[row]) for row in part if row in by_row]
        return out


_COLUMNS = (
    "row, id, first_name, middle_name, last_name, suffix, number, direction, street_name, street_type, unit, city, county, zip, "
    "ward, district, party, registered_on, status, birth_year"
)


def _elector(row: tuple[object, ...]) -> RollElector:
    _, id, first, middle, last, suffix, number, direction, street, kind, unit, city, county, code, ward, district, party, since, \
        status, born = row  # fmt: skip
    return RollElector(
        id=str(id), first=str(first), middle=str(middle), last=str(last), suffix=str(suffix), number=str(number),
        direction=str(direction), street=str(street), street_type=str(kind), unit=str(unit), city=str(city), county=str(county),
        zip=str(code), ward=str(ward), district=str(district), party=str(party),
        registered_on=date.fromisoformat(str(since)) if since else None, status=status,  # type: ignore[arg-type]
        birth_year=int(str(born)) if born is not None else None,
    )  # fmt: skip
