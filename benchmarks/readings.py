"""Readings beside truth: right and certain, right in doubt, wrong and certain, wrong in doubt, unread."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from benchmarks.answer import Answer, Read
from benchmarks.interval import Share
from benchmarks.matching import Trouble, line_pairs, pairs

# From here on a reading counts as certain (design.md: "wrong readings that are certain").
CERTAIN = 0.8
# From here on a date is taken as read, not sent to a person (the threshold of findings).
READ = 0.9


@dataclass(slots=True, kw_only=True)
class Readings:
    """Counts of one kind of field."""

    n: int = 0
    right: int = 0
    right_read: int = 0
    """Right, at the threshold of `READ` or above."""
    wrong_certain: int = 0
    unread: int = 0
    empty_said: int = 0
    """Something is written and the product says that nothing is."""

    def as_json(self) -> dict[str, object]:
        return {
            "n": self.n,
            "right": Share(self.right, self.n).as_json(),
            "right_and_read": Share(self.right_read, self.n).as_json(),
            "wrong_and_certain": Share(self.wrong_certain, self.n).as_json(),
            "unread": self.unread,
            "said_empty": self.empty_said,
        }


@dataclass(slots=True, kw_only=True)
class Compared:
    """All readings of one scan, by field."""

    fields: dict[str, Readings] = field(default_factory=dict)
    trouble: list[Trouble] = field(default_factory=list)


def compare(truth: Answer, said: Answer) -> Compared:
    """Readings of lines, affidavit and serial number; those of lines that go to a person anyway are not held certain."""
    out = Compared()
    for so, found in pairs(truth, said):
        if so is None or found is None:
            continue
        for name, is_so in so.reads.items():
            _one(out, truth.file, name, is_so, found.reads.get(name), None, None, reviewed=False)
        for (want, want_at), (got, got_at) in zip(so.committee, found.committee, strict=False):
            _one(out, truth.file, "committee-name", want, got, None, None, reviewed=False)
            _one(out, truth.file, "committee-address", want_at, got_at, None, None, reviewed=False)
        reviewed = {(f.page, f.row) for f in found.findings if f.consequence == "review" and f.row is not None}
        for line, match in line_pairs(so.lines, found.lines):
            if match is None or line.state == "struck":
                continue
            for name, is_so in line.reads.items():
                here = (match.page, match.row) in reviewed
                _one(out, truth.file, f"line-{name}", is_so, match.reads.get(name), line.page, line.row, reviewed=here)
    return out


def same(name: str, so: str | None, said: str | None) -> bool:
    """Whether the reading says what is written; capitals, stops, commas and spaces aside.

    An address on a line is read with its city, which the truth leaves out where it stands in a column of its own: what
    follows the street is then not held against the reading.
    """
    if name.endswith(("date", "expires")):
        return so == said
    if name == "line-address" and so:
        return _plain(said).startswith(_plain(so))
    return _plain(so) == _plain(said)


def _plain(text: str | None) -> str:
    return re.sub(r"[\s.,;:]+", "", text or "").casefold()


def _one(
    out: Compared,
    file: str,
    name: str,
    so: Read | None,
    said: Read | None,
    page: int | None,
    row: int | None,
    *,
    reviewed: bool,
) -> None:
    if so is None:
        return
    seen = out.fields.setdefault(name, Readings())
    seen.n += 1
    if said is None:
        seen.empty_said += 1
        out.trouble.append(Trouble(file=file, what="not read", name=name, page=page, row=row, detail="said to be empty"))
        return
    if same(name, so.value, said.value):
        seen.right += 1
        seen.right_read += int(said.certainty >= READ)
        return
    if said.value is None:
        seen.unread += 1
        return
    if said.certainty >= CERTAIN and not reviewed:
        seen.wrong_certain += 1
        detail = f"{said.certainty:.2f} as {said.value!r} (raw {said.raw!r}), is {so.value!r} (written {so.raw!r})"
        out.trouble.append(Trouble(file=file, what="wrong reading", name=name, page=page, row=row, detail=detail))
