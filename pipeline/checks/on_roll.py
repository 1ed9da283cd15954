"""Is a line's signer on the roll, and as what? 54-124(a), 54-124(e)(7), 10.3(a), 3.06, 602(b)."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.checks.case import Case
from pipeline.checks.defect import Defect, Unsaid
from pipeline.checks.registry import THRESHOLD, Answer, check
from pipeline.checks.signer import CERTAIN, unstruck, where
from pipeline.checks.words import and_list
from pipeline.law.petition_file import day_filed
from pipeline.model.line import SignerLine
from pipeline.model.roll import Candidate, RollElector, RollMatch

NO_ROLL = "no roll is given"
NOT_LOOKED_UP = "the lines were not looked up on the roll"


def looked_up(case: Case, name: str) -> Iterator[tuple[SignerLine, RollMatch] | Unsaid]:
    """The lines that are not struck, each with what the roll says; or why nothing is known."""
    if case.petition.roll is None:
        yield Unsaid(check=name, why=NO_ROLL)
        return
    for line in unstruck(case):
        if line.roll is None:
            yield Unsaid(check=name, why=NOT_LOOKED_UP)
            return
        yield line, line.roll


def electors(case: Case, name: str) -> Iterator[tuple[SignerLine, Candidate] | Unsaid]:
    """The lines of which the elector is known, or may be known: found, or gone elsewhere."""
    for one in looked_up(case, name):
        if isinstance(one, Unsaid):
            yield one
        elif one[1].answer in ("found", "moved") and one[1].best is not None:
            yield one[0], one[1].best


def line_defect(name: str, line: SignerLine, message: str, certainty: float, **more: str | None) -> Defect:
    """A defect of this line; `more`: `expected`, `found` and `doubt`."""
    read = line.name or line.address
    return Defect(
        check=name,
        page=line.page,
        row=line.row,
        line=line.display_number,
        box=read.box if read else line.box,
        certainty=certainty,
        message=message,
        expected=more.get("expected"),
        found=more.get("found"),
        doubt=more.get("doubt"),
    )


def shown(elector: RollElector) -> str:
    """An elector as a person knows him or her again."""
    return f"{elector.name}, {elector.address} (id {elector.id})" if elector.address else f"{elector.name} (id {elector.id})"


def _searched(match: RollMatch) -> str:
    return f" Looked for: {'; '.join(match.searched)}." if match.searched else ""


@check("line-not-on-roll", leans="nothing")
def line_not_on_roll(case: Case) -> Answer:
    """No elector of the roll fits the line; the message lists what was searched and who comes nearest.

    Electors are scored by how well their names and addresses, in every spelling that a tolerance of the ordinance forgives,
    fit the characters that the recogniser saw; that nobody fits is a hypothesis with a score of its own. A line is never
    given to the nearest elector.

    Review when: always; a line falls only once a person has confirmed that nobody of the roll signed it. Several electors may
    fit (housemates, father and son), one may fit badly, or the line could not be read: then a person chooses. So it is too
    where the one who fits is written with a difference that this ordinance names no tolerance for.
    """
    forgiving = {t.name for t in case.ordinance.tolerances}
    for one in looked_up(case, "line-not-on-roll"):
        if isinstance(one, Unsaid):
            yield one
            continue
        line, match = one
        if match.answer == "none":
            near = match.best
            nearest = f" The nearest is {shown(near.elector)}." if near is not None else ""
            yield line_defect(
                "line-not-on-roll", line, f"No elector of the roll fits line {line.display_number} on page {line.page}."
                f"{_searched(match)}{nearest}", match.certainty, expected="an elector of the roll", found="nobody",
                doubt="that nobody of the roll signed it has to be confirmed",
            )  # fmt: skip
        elif match.answer == "doubtful":
            names = [shown(c.elector) for c in match.candidates[:3]]
            who = f"it may be {names[0]}" if len(names) == 1 else f"it may be one of these: {'; '.join(names)}"
            yield line_defect(
                "line-not-on-roll", line, f"It is not certain who of the roll signed line {line.display_number} on page "
                f"{line.page}: {who}.{_searched(match)}", match.certainty, expected="one elector of the roll",
                found=f"{len(match.candidates)} who may fit", doubt="the machine does not choose between electors",
            )  # fmt: skip
        elif match.answer == "unread":
            yield line_defect(
                "line-not-on-roll", line, f"{where(line)} could not be looked up on the roll: no name and no address was read.",
                match.certainty, expected="an elector of the roll", found="nothing to look for",
                doubt="it could not be looked up",
            )  # fmt: skip
        elif match.best is not None:
            strange = [f.what for f in match.best.forgiven if f.tolerance not in forgiving]
            if strange:
                yield line_defect(
                    "line-not-on-roll", line, f"{where(line)} fits {shown(match.best.elector)} but for {and_list(strange)}, "
                    "which no tolerance of this ordinance forgives.", match.best.certainty, expected=match.best.elector.name,
                    found=and_list(strange), doubt="it may be another elector",
                )  # fmt: skip


@check("line-address-differs", leans="nothing")
def line_address_differs(case: Case) -> Answer:
    """The elector of this name lives at another address by the roll.

    Review when: always; people move within the city, and namesakes live elsewhere.
    """
    for one in electors(case, "line-address-differs"):
        if isinstance(one, Unsaid):
            yield one
            continue
        line, found = one
        if "address" in found.differs:
            written = line.address.text if line.address and line.address.text else "another address"
            yield line_defect(
                "line-address-differs", line, f"{where(line)} fits {shown(found.elector)} by name; written is {written}.",
                found.certainty, expected=found.elector.address, found=written,
            )  # fmt: skip


@check("line-registered-later", leans="words")
def line_registered_later(case: Case) -> Answer:
    """The elector was registered after the day of signing. Registered on the same day is in time.

    Where no day of signing was read, only a registration after the first day of circulation is told.

    Review when: always.
    """
    name = "line-registered-later"
    first, filed = case.petition.circulation_from, day_filed(case.petition)
    known = silent = False
    for one in electors(case, name):
        if isinstance(one, Unsaid):
            yield one
            continue
        line, found = one
        since = found.elector.registered_on
        if since is None:
            silent = True
            continue
        known = True
        read = line.date
        certainty = found.certainty
        if read is not None and read.day is not None and read.certainty >= CERTAIN:
            if since <= read.day:
                continue
            says, certainty = f"after the day of signing, {read.day.isoformat()}", min(certainty, read.certainty)
        elif filed is not None and since > filed:
            says = f"after the petition was filed, {filed.isoformat()}"
        elif first is not None and since > first:
            says, certainty = "while the petition circulated, and the day of signing was not read", min(certainty, 0.5)
        else:
            continue
        yield line_defect(
            name, line, f"The elector of line {line.display_number} on page {line.page}, {found.elector.name}, was registered on "
            f"{since.isoformat()}, {says}.", certainty, expected="registered when signing", found=since.isoformat(),
        )  # fmt: skip
    if silent and not known:
        yield Unsaid(check=name, why="the roll does not say since when electors are registered")


@check("line-cancelled", leans="nothing")
def line_cancelled(case: Case) -> Answer:
    """The elector's registration is cancelled by the roll. An inactive status never counts against a line.

    Review when: always; the roll may be of a day after the signing.
    """
    known = silent = False
    for one in electors(case, "line-cancelled"):
        if isinstance(one, Unsaid):
            yield one
            continue
        line, found = one
        known, silent = known or bool(found.elector.status), silent or not found.elector.status
        if found.elector.status == "cancelled":
            as_of = f" (roll of {case.petition.roll_as_of.isoformat()})" if case.petition.roll_as_of else ""
            yield line_defect(
                "line-cancelled", line, f"The registration of {shown(found.elector)}, whom line {line.display_number} on page "
                f"{line.page} fits, is cancelled{as_of}.", found.certainty, expected="a registered elector", found="cancelled",
            )  # fmt: skip
    if silent and not known:
        yield Unsaid(check="line-cancelled", why="the roll does not say which registrations are cancelled")


@check("line-duplicate", leans="nothing")
def line_duplicate(case: Case) -> Answer:
    """The same elector signed another line of the section; one counts, the first that is otherwise good.

    Over a whole petition the count looks anew, at all sections together.

    Review when: one of the two matches with the roll is under 0.90.
    """
    first: dict[str, SignerLine] = {}
    for one in looked_up(case, "line-duplicate"):
        if isinstance(one, Unsaid):
            yield one
            return
        line, match = one
        if line.elector is None or match.answer != "found" or case.state(line) != "signed":
            continue
        kept = first.setdefault(line.elector.id, line)
        if kept is line:
            continue
        certainty = min(line.elector.certainty, kept.elector.certainty if kept.elector else 0.0)
        yield line_defect(
            "line-duplicate", line, f"The elector of line {line.display_number} on page {line.page} also signed line "
            f"{kept.display_number} on page {kept.page} of this section.", certainty, expected="one signature of an elector",
            found=f"also on line {kept.display_number}, page {kept.page}",
            doubt=None if certainty >= THRESHOLD else "it is not certain that both lines are of one elector",
        )  # fmt: skip


@check("committee-not-registered", leans="words")
def committee_not_registered(case: Case) -> Answer:
    """A person who represents the signers is not found on the roll.

    By name and address as they were read. Review when: always.
    """
    name = "committee-not-registered"
    if case.petition.roll is None:
        yield Unsaid(check=name, why=NO_ROLL)
        return
    best = max(case.facts.committees, key=lambda c: (c.count.value, c.certainty, -c.page), default=None)
    for number, member in enumerate(best.members if best else (), 1):
        if member.roll is None:
            if member.name is not None:
                yield Unsaid(check=name, why=NOT_LOOKED_UP if member.name.text else "a representative's name was not read")
            continue
        cancelled = (
            member.roll.answer == "found" and member.roll.best is not None and member.roll.best.elector.status == "cancelled"
        )
        if member.roll.answer == "found" and not cancelled:
            continue
        read = member.name.text if member.name and member.name.text else "whose name was not read"
        told = {
            "moved": "is on the roll by name with another address",
            "doubtful": "may be one of several electors of the roll, or none",
        }.get(member.roll.answer, "is not found on the roll")
        yield Defect(
            check=name,
            page=member.page,
            box=member.box,
            name=str(number),
            certainty=member.roll.certainty,
            message=f"On page {member.page} the representative {read} "
            f"{'is on the roll as cancelled' if cancelled else told}.{_searched(member.roll)}",
            expected="a registered elector",
            found=read,
        )
