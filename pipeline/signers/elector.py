"""Who on the roll signed a line? Candidates from the index, scored against what the recogniser saw, "nobody" among them.

A line is never pulled to the nearest elector: what is read freely scores 0, an elector scores by how far behind that his or her
name and address fall, and who falls too far behind is not found, however near. (docs/decisions/0010-electors.md)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from pipeline.model.line import Elector, SignerLine
from pipeline.model.roll import Candidate, Forgiven, RollElector, RollMatch
from pipeline.model.writing import Writing
from pipeline.ocr.lattice import ALIKE, ALIKE_IN_NAMES, Doubles, emission, of_text, one_line, unpacked
from pipeline.roll.database import Roll
from pipeline.roll.words import joined, plain
from pipeline.signers import variants
from pipeline.signers.nicknames import NICKNAMES
from pipeline.signers.sought import Read, query, tail
from pipeline.signers.spelled import scores
from pipeline.signers.variants import ALL, Tail

# Electors scored against the writing, and those shown to a person.
MOST_FOUND, MOST_SCORED, MOST_SHOWN, MOST_FAR = 400, 48, 5, 2
# City and ZIP speak for and against an elector by no more than this: they are the same for nearly everybody.
PLACE_WORTH = -3.0
# A difference was written where the fit without it is worse by more than this.
NEEDED = 2.0

# How sure an elector is: a share of what all candidates and "nobody" have together, each with exp(TRUST * fit). TRUST is under 1
# because the steps of a lattice are not independent. Fitted on 1,500 develop lines (30 hands, a fifth in black and white, 246 of
# people who are not on the roll): the best was 0.5 with "nobody" at -16, where none of them was accepted and 1,214 of 1,253
# electors were. -12 was taken all the same: those lines have no one of nearly the same first name at the same door, and the floor
# of one letter that is certainly another (-10.8) must fall to a person.
TRUST, NOBODY = 0.55, -12.0
ACCEPTED = 0.90
"""From here on one elector fits."""
WORTH_SHOWING = 0.02
# Who fits worse than this shares no word with what was read: he or she is not even called the nearest.
TOO_FAR = -60.0
# Only a name, or only an address, proves nobody: namesakes live everywhere, and several people behind a door. Such a fit is never
# accepted without a person.
ONE_FIELD = 0.80
# Who moved: the name fits so well, the address so badly, and no other of the name is on the roll. A person decides in any case.
MOVED_NAME, MOVED_ADDRESS, MOVED = -3.0, -8.0, 0.50
# A field that fits worse is said to differ.
DIFFERS = -6.0
# Chance that a letter of print, read by the engine for print, is another.
PRINT_DOUBT = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """How well one elector fits a line: logarithms, 0 where writing and elector are one."""

    elector: RollElector
    name: float | None
    """None where no name is written."""
    address: float | None
    """None where no address is written, or the roll has none of this elector."""
    place: float = 0.0

    @property
    def whole(self) -> float:
        """All fields together."""
        return (self.name or 0.0) + (self.address or 0.0) + self.place


def _lattice(writings: Sequence[Writing], *meanings: str) -> Doubles:
    lines = [unpacked(text) for meaning in meanings for w in writings if w.meaning == meaning for text in w.packed]
    return one_line(lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """The fields of a line as lattices; empty where nothing is written."""

    name: Doubles
    address: Doubles
    city: Doubles
    zip: Doubles
    read_name: Read
    read_address: Read
    tail: Tail

    @classmethod
    def of(cls, writings: Sequence[Writing]) -> Written:
        """The fields of a line."""
        name, address = _lattice(writings, "name"), _lattice(writings, "address", "street")
        read_address = Read.of(address)
        return cls(
            name=name, address=address, city=_lattice(writings, "city"), zip=_lattice(writings, "zip"), read_name=Read.of(name),
            read_address=read_address, tail=tail(read_address),
        )  # fmt: skip


def fits(written: Written, electors: Sequence[RollElector]) -> list[Fit]:
    """Every elector's fit, best first; of equals the one whose id comes first."""
    name = _scored(written.name, [variants.name_ways(e) for e in electors], ALIKE_IN_NAMES)
    address = _scored(written.address, [variants.address_ways(e, written.tail) for e in electors])
    city = _scored(written.city, [[(((joined(e.city), 0.0),),)] if e.city else [] for e in electors])
    code = _scored(written.zip, [[(((joined(e.zip)[:5], 0.0),),)] if e.zip else [] for e in electors])
    found = [
        Fit(
            elector=e,
            name=None if name is None else float(name[n]),
            address=None if address is None or not e.street else float(address[n]),
            place=_place(city, n, bool(e.city)) + _place(code, n, bool(e.zip)),
        )
        for n, e in enumerate(electors)
    ]
    return sorted(found, key=lambda f: (-f.whole, f.elector.id))


def nearest(written: Written, electors: Sequence[RollElector], most: int) -> list[RollElector]:
    """The `most` electors whose letters are most like the best reading: a coarse sieve before the scoring."""
    if len(electors) <= most:
        return list(electors)
    name, address = written.read_name.best, written.read_address.best

    def likeness(e: RollElector) -> float:
        whole = fuzz.token_sort_ratio(name, plain(f"{e.first} {e.middle[:1]} {e.last}")) if name else 0.0
        short = fuzz.token_sort_ratio(name, plain(f"{e.first} {e.last}")) if name else 0.0
        place = fuzz.ratio(address, f"{e.number} {e.street} {e.street_type}") if address else 0.0
        return max(whole, short) + place

    return sorted(electors, key=lambda e: (-likeness(e), e.id))[:most]


def _place(scored: NDArray[np.float64] | None, at: int, known: bool) -> float:
    return 0.0 if scored is None or not known else max(float(scored[at]), PLACE_WORTH)


def _scored(lattice: Doubles, ways: list[list[variants.Way]], alike: Sequence[str] = ALIKE) -> NDArray[np.float64] | None:
    """Scores of all electors in one field; None where nothing is written there."""
    return scores(ways, emission(lattice, alike)) if len(lattice) else None


def look_up(line: SignerLine, roll: Roll) -> SignerLine:
    """The line with what the roll says of it; a blank one as it is."""
    if not line.written:
        return line
    found = match(Written.of(line.writing), roll)
    best = found.best
    known = best is not None and (found.answer in ("found", "moved") or best.certainty >= 0.5)
    return replace(
        line,
        roll=found,
        elector=Elector(
            id=best.elector.id, certainty=best.certainty, ward=best.elector.ward or None, county=best.elector.county or None
        )
        if best is not None and known
        else None,
    )


def match(written: Written, roll: Roll) -> RollMatch:
    """Who of the roll fits what is written."""
    searched = _searched(written)
    if not searched:
        return RollMatch(answer="unread", certainty=1.0, searched=())
    found = roll.candidates(query(written.read_name, written.read_address), MOST_FOUND)
    ranked = fits(written, nearest(written, found, MOST_SCORED))
    shares = _shares(ranked)
    whole = bool(len(written.name)) and bool(len(written.address))
    shown = [
        Candidate(
            elector=fit.elector,
            certainty=round(share if fit.name is not None and fit.address is not None else min(share, ONE_FIELD), 4),
            differs=tuple(n for n, v in (("name", fit.name), ("address", fit.address)) if v is not None and v < DIFFERS),
        )
        for fit, share in list(zip(ranked, shares, strict=False))[:MOST_SHOWN]
    ]
    top = shown[0].certainty if shown else 0.0
    if top >= ACCEPTED:
        best = replace(shown[0], forgiven=_forgiven(written, shown[0].elector))
        return RollMatch(answer="found", certainty=top, searched=searched, candidates=(best, *_near(shown[1:])))
    gone = _moved(ranked) if whole and top < 0.5 else None
    if gone is not None:
        best = Candidate(elector=gone.elector, certainty=MOVED, differs=("address",))
        return RollMatch(answer="moved", certainty=MOVED, searched=searched, candidates=(best,))
    near = _near(shown)
    if near:
        return RollMatch(answer="doubtful", certainty=round(1.0 - top, 4), searched=searched, candidates=near)
    # What comes next is shown all the same: a person who looks again begins there.
    next_best = tuple(c for c, fit in zip(shown, ranked, strict=False) if fit.whole > TOO_FAR)
    return RollMatch(answer="none", certainty=round(1.0 - top, 4), searched=searched, candidates=next_best[:MOST_FAR])


def named(name: str, address: str | None, roll: Roll) -> RollMatch:
    """Who of the roll fits a name and an address that were read as text, a member of the committee say.

    Text does not say how sure each letter is, so one letter that is another is forgiven; but where it makes another given name
    that people on the roll bear (Ida at Ada's door), it is more likely a housemate, and a person decides.
    """
    kept, place = plain(name), plain(address or "")
    lattices = of_text(kept, PRINT_DOUBT), of_text(place, PRINT_DOUBT)
    read_address = Read(texts=(place,) if place else ())
    nothing = of_text("", PRINT_DOUBT)
    written = Written(
        name=lattices[0], address=lattices[1], city=nothing, zip=nothing, read_name=Read(texts=(kept,) if kept else ()),
        read_address=read_address, tail=tail(read_address),
    )  # fmt: skip
    found = match(written, roll)
    if found.answer != "found" or found.best is None or not _another_given_name(kept, found.best.elector, roll):
        return found
    near = replace(found.best, certainty=min(found.best.certainty, ONE_FIELD), forgiven=())
    return replace(found, answer="doubtful", certainty=round(1.0 - near.certainty, 4), candidates=(near, *found.candidates[1:]))


def _another_given_name(name: str, elector: RollElector, roll: Roll) -> bool:
    """Whether none of the words read is a given name of the elector, and one is a given name of somebody else on the roll."""
    words = name.split()
    own = plain(f"{elector.first} {elector.middle}").split()
    own += [joined(elector.first), *(short for given in own for short in NICKNAMES.get(given, ()))]
    family = plain(elector.last).split()
    if any(word in own or (len(word) == 1 and word in {o[0] for o in own}) for word in words):
        return False
    return any(roll.has_given_name(word) for word in words if word not in family)


def _shares(ranked: Sequence[Fit]) -> list[float]:
    """Each one's share of the probability, "nobody" having its own."""
    if not ranked:
        return []
    fit = np.array([min(f.name or 0.0, 0.0) + min(f.address or 0.0, 0.0) + f.place for f in ranked])
    weights = np.exp(TRUST * (fit - fit.max()))
    nobody = float(np.exp(min(TRUST * (NOBODY - fit.max()), 700.0)))
    return [float(w) for w in weights / (weights.sum() + nobody)]


def _near(shown: Sequence[Candidate]) -> tuple[Candidate, ...]:
    return tuple(c for c in shown if c.certainty >= WORTH_SHOWING)


def _moved(ranked: Sequence[Fit]) -> Fit | None:
    """The one elector who bears the name and lives elsewhere; None where nobody does, or several do."""
    by_name = sorted((f for f in ranked if f.name is not None), key=lambda f: (-(f.name or 0.0), f.elector.id))
    if not by_name or (by_name[0].name or 0.0) < MOVED_NAME or (by_name[0].address or 0.0) > MOVED_ADDRESS:
        return None
    if len(by_name) > 1 and (by_name[1].name or 0.0) > (by_name[0].name or 0.0) + MOVED_NAME:
        return None
    return by_name[0]


_DIFFERENCES: tuple[tuple[str, str, str], ...] = (
    ("initial", "given-name", "an initial for the first name"),
    ("nickname", "given-name", "another form of the first name"),
    ("order", "given-name", "the family name first"),
    ("surname", "given-name", "one of two family names"),
    ("suffix", "given-name", "the suffix left out"),
    ("unit", "address-parts", "the apartment left out or added"),
    ("direction", "address-parts", "the direction left out or added"),
    ("street_type", "address-parts", "the street type left out or another"),
    ("place", "zip-for-city", "the city left out"),
)
_NAME_PARTS = 5


def _forgiven(written: Written, elector: RollElector) -> tuple[Forgiven, ...]:
    """What is written otherwise than on the roll: each difference without which the fit would be bad."""
    leaves = [ALL, *(replace(ALL, **{flag: False}) for flag, _, _ in _DIFFERENCES)]
    name = _scored(written.name, [variants.name_ways(elector, leave) for leave in leaves], ALIKE_IN_NAMES)
    address = _scored(written.address, [variants.address_ways(elector, written.tail, leave) for leave in leaves])
    out = []
    for at, (flag, tolerance, what) in enumerate(_DIFFERENCES, 1):
        scored = name if at <= _NAME_PARTS else address
        if flag == "place" and not _city_told(written, elector):
            continue
        if scored is not None and scored[0] - scored[at] > NEEDED:
            out.append(Forgiven(tolerance=tolerance, what=what))
    return tuple(out)


def _city_told(written: Written, elector: RollElector) -> bool:
    """Whether the ZIP stands in the address without the city: only then has a city been left out."""
    return not len(written.city) and bool(elector.zip) and joined(elector.zip)[:5] in written.read_address.best.replace(" ", "")


def _searched(written: Written) -> tuple[str, ...]:
    """What was looked for, in words."""
    out = []
    if written.read_name.texts:
        out.append("the name read as " + " or ".join(f'"{t}"' for t in written.read_name.texts[:3]))
    if written.read_address.texts:
        out.append("the address read as " + " or ".join(f'"{t}"' for t in written.read_address.texts[:3]))
    return tuple(out)
