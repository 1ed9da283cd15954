"""From a row of an office's file to one elector, by the mapping. What a value cannot mean is left empty and told."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime

from pipeline.errors import WrongUse
from pipeline.law.suggest import did_you_mean
from pipeline.model.roll import ElectorStatus, RollElector
from pipeline.roll.mapping import COLUMNS, MORE_COLUMNS, NEEDED, RollMapping
from pipeline.roll.table_file import Oddities
from pipeline.roll.words import DIRECTIONS, STREET_TYPES, SUFFIXES, plain, split_address

# Codes and words of state files for the state of a registration; an office's own mapping goes before them.
STATUS_WORDS: dict[str, ElectorStatus] = {
    **dict.fromkeys(("A", "ACT", "ACTIVE", "V", "VERIFIED", "P", "PRE", "PREREGISTERED", "REGISTERED"), "active"),
    **dict.fromkeys(("I", "INA", "IN", "INACTIVE", "CH", "CHALLENGED", "CONFIRMATION"), "inactive"),
    **dict.fromkeys(
        ("C", "CAN", "CANCELLED", "CANCELED", "R", "REM", "REMOVED", "PURGED", "D", "DECEASED", "DENIED", "S", "SUSPENDED"),
        "cancelled",
    ),
}
STATUS_SAYS: tuple[tuple[str, ElectorStatus], ...] = (
    ("inactive", "inactive"), ("cancel", "cancelled"), ("removed", "cancelled"), ("purged", "cancelled"), ("active", "active"),
)  # fmt: skip
_DAYS = (
    (re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?"), "ymd"),
    (re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: .*)?"), "mdy"),
    (re.compile(r"((?:18|19|20)\d{2})(\d{2})(\d{2})"), "ymd"),
    (re.compile(r"(\d{2})(\d{2})((?:18|19|20)\d{2})"), "mdy"),
    (re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{2})"), "mdy"),
)
# A year of two digits is in this century up to here: nobody registers in the future, and nobody alive registered before 1930.
CENTURY_TURNS = 30

# Suffixes that offices leave in the column of the family name; `V` alone may be a name.
_SUFFIX_IN_NAME = frozenset({"JR", "SR", "II", "III", "IV"})

Take = Callable[[Sequence[str]], str]


class Columns:
    """How rows of one file become electors."""

    def __init__(self, mapping: RollMapping, header: Sequence[str] | None, file: str) -> None:
        """Raises WrongUse where a column of the mapping is not in the file, with what it may be called there."""
        self._mapping = mapping
        optional = mapping.name == "standard"
        self._take: dict[str, Take] = {}
        names = {_heading(h): n for n, h in reversed(list(enumerate(header or ())))}
        for name, given in mapping.columns.items():
            takes = [
                t
                for one in (given if isinstance(given, list) else [given])
                if (t := self._one(one, names, header, file, optional))
            ]
            if takes:
                self._take[name] = takes[0] if len(takes) == 1 else _joined(takes)
        lacking = [name for name in NEEDED if name not in self._take and not (name != "id" and "name" in self._take)]
        if lacking:
            raise WrongUse(_no_such(lacking, header or (), file))

    def _one(
        self, given: str | int, names: dict[str, int], header: Sequence[str] | None, file: str, optional: bool
    ) -> Take | None:
        if self._mapping.format == "fixed":
            start, _, end = str(given).partition("-")
            return lambda row, a=int(start) - 1, b=int(end): row[0][a:b].strip()  # type: ignore[misc]
        if isinstance(given, int):
            at = given - 1
        elif header is None:
            raise WrongUse(f'{file} has no header, and the mapping names the column "{given}". Give its number, from 1.')
        elif _heading(given) in names:
            at = names[_heading(given)]
        elif optional:
            return None
        else:
            shown = [h.strip() for h in header if h.strip()]
            raise WrongUse(f'{file} has no column "{given}". {did_you_mean(given, shown)}')
        return lambda row, n=at: row[n].strip() if n < len(row) else ""  # type: ignore[misc]

    @property
    def reach(self) -> int:
        """How many columns a row must have."""
        if self._mapping.format == "fixed":
            return 1
        given = [g for v in self._mapping.columns.values() for g in (v if isinstance(v, list) else [v])]
        return max((g for g in given if isinstance(g, int)), default=0)

    def elector(self, row: Sequence[str], number: int, odd: Oddities) -> RollElector | None:
        """The elector of one row; None, and told, where it has no id or no name."""
        got = {name: take(row) for name, take in self._take.items()}
        if "name" in got and not got.get("last_name"):
            got |= _named(got["name"])
        id, first, last = got.get("id", ""), got.get("first_name", ""), got.get("last_name", "")
        if not id:
            odd.add("no-id", number)
            return None
        if not last and not first:
            odd.add("no-name", number)
            return None
        if not last or not first:
            odd.add("half-name", number)
        suffix = got.get("suffix", "")
        words = last.split()
        if not suffix and len(words) > 1 and plain(words[-1]) in _SUFFIX_IN_NAME:
            last, suffix = " ".join(words[:-1]), words[-1]
        house, direction, street, kind, unit = self._address(got)
        return RollElector(
            id=id, first=first, middle=got.get("middle_name", ""), last=last, suffix=suffix, number=house,
            direction=direction, street=street, street_type=kind, unit=unit, city=got.get("city", ""),
            county=got.get("county", ""), zip=got.get("zip", "")[:10], ward=got.get("ward", ""), district=got.get("district", ""),
            party=got.get("party", ""), registered_on=self._day(got.get("registered_on", ""), number, odd),
            status=self._status(got.get("status", ""), number, odd), birth_year=_year(got.get("birth_year", ""), number, odd),
        )  # fmt: skip

    def _address(self, got: dict[str, str]) -> tuple[str, str, str, str, str]:
        house, street = got.get("street_number", ""), got.get("street_name", "")
        if not street and got.get("address"):
            house, direction, street, kind, unit = split_address(got["address"])
            return house, direction, street, kind, got.get("unit", "") or unit
        kind, unit = got.get("street_type", ""), got.get("unit", "")
        before, after = got.get("street_direction", ""), got.get("street_direction_after", "")
        _, inside, name, own_kind, own_unit = split_address(f"1 {street} {kind}") if street else ("",) * 5
        direction = DIRECTIONS.get(plain(before), "") or DIRECTIONS.get(plain(after), "") or inside
        kind = own_kind or STREET_TYPES.get(plain(kind), plain(kind))
        return re.sub(r" ([123]) ([234])$", r" \1/\2", plain(house)), direction, name, kind, _unit(unit) or own_unit

    def _day(self, text: str, number: int, odd: Oddities) -> date | None:
        if not text:
            return None
        if self._mapping.date_format is not None:
            try:
                return datetime.strptime(text, self._mapping.date_format).date()
            except ValueError:
                odd.add("date", number)
                return None
        day = day_of(text)
        if day is None:
            odd.add("date", number)
        return day

    def _status(self, text: str, number: int, odd: Oddities) -> ElectorStatus:
        if not text:
            return ""
        own = self._mapping.status.get(text)
        if own is not None:
            return own
        known = STATUS_WORDS.get(plain(text))
        if known is None:
            low = text.lower()
            known = next((meaning for word, meaning in STATUS_SAYS if word in low), None)
        if known is None:
            odd.add("status", number)
            return ""
        return known


def day_of(text: str) -> date | None:
    """The day that `text` says, in the forms that American offices write; None where it says none. `19960300` is none."""
    for form, order in _DAYS:
        match = form.fullmatch(text)
        if match:
            parts = [int(g) for g in match.groups()[:3]]
            year, month, day = parts if order == "ymd" else (parts[2], parts[0], parts[1])
            if year < 100:
                year += 2000 if year <= CENTURY_TURNS else 1900
            try:
                return date(year, month, day)
            except ValueError:
                return None
    return None


def _year(text: str, number: int, odd: Oddities) -> int | None:
    """The year of birth; of a whole day of birth its year."""
    if not text:
        return None
    if re.fullmatch(r"(?:18|19|20)\d{2}", text):
        return int(text)
    day = day_of(text)
    if day is None:
        odd.add("birth-year", number)
    return day.year if day else None


def _joined(takes: Sequence[Take]) -> Take:
    return lambda row: " ".join(part for take in takes if (part := take(row)))


def _unit(text: str) -> str:
    """`Apt. 4`, `#4` and `UNIT 4` are 4."""
    return split_address(f"1 X ST {text}" if text[:1] == "#" or not text[:1].isdigit() else f"1 X ST #{text}")[4] if text else ""


def _named(name: str) -> dict[str, str]:
    """A whole name in one column: `Last, First Middle Suffix` or `First Middle Last Suffix`."""
    last, comma, rest = name.partition(",")
    words = (rest if comma else name).split()
    suffix = words.pop() if len(words) > 1 and plain(words[-1]) in SUFFIXES else ""
    if not comma:
        last = words.pop() if words else ""
    first, middle = (words[0], " ".join(words[1:])) if words else ("", "")
    return {"first_name": first, "middle_name": middle, "last_name": last.strip(), "suffix": suffix}


def _heading(text: object) -> str:
    return re.sub(r"[\W_]+", "", str(text)).lower()


def _no_such(lacking: list[str], header: Sequence[str], file: str) -> str:
    """What to do with a file whose columns are not those of the requirements."""
    shown = [h.strip() for h in header if h.strip()]
    told = []
    for name in lacking:
        near = did_you_mean(name, shown) if shown else ""
        told.append(f"{name}" + (f" ({near.rstrip('?')}?)" if near.startswith("Did you mean") else ""))
    return (
        f"{file} has no column for {', '.join(told)}. Its columns are {', '.join(shown[:12])}{' …' if len(shown) > 12 else ''}. "
        f"Give a mapping that says which is which (roll_mapping, or --mapping); known names are "
        f"{', '.join((*COLUMNS, *MORE_COLUMNS))}."
    )
