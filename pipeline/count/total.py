"""The count of a petition, from its sections to the verdict: the one place that says in which order.

    gather -> findings and decisions -> places -> petition-wide checks -> places again -> numbers -> verdict -> what matters first

Pure: the same sections, petition file, ordinance, decisions and returns give the same count, in whatever order the sections come.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pipeline.checks.order import ORDER, OVER_THE_PETITION
from pipeline.count import duplicates, everywhere, filing, first, form_defects, returns, rivals, serials, threshold
from pipeline.count.decisions import NONE, Decisions, without_object
from pipeline.count.effects import effects
from pipeline.count.keys import keyed, line_key
from pipeline.count.parts import Gathered, gather
from pipeline.count.petition_wide import Answer, Whole
from pipeline.count.placing import FALLS, numbers, place_lines
from pipeline.count.proved import proved_paths
from pipeline.count.returns import AuthorityReturn
from pipeline.count.rivals import Rival
from pipeline.count.verdict import reach, unrun
from pipeline.law.business_days import OfficeDays, Weekdays
from pipeline.law.ordinance import Ordinance
from pipeline.law.readings import choose
from pipeline.model.count import FiledSection, LinePlace, Numbers, PetitionCount, PetitionFinding, SectionCount
from pipeline.model.finding import Finding, NotChecked
from pipeline.model.petition import PetitionFile

_Places = Mapping[str, tuple[LinePlace, ...]]
_Findings = Mapping[str | None, tuple[PetitionFinding, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What is given beside the sections."""

    decisions: Decisions = NONE
    rivals: tuple[Rival, ...] = ()
    returns: tuple[AuthorityReturn, ...] = ()
    office: OfficeDays = field(default_factory=Weekdays)
    form: tuple[Finding, ...] = ()
    """Defects of the approved form's print."""
    problems: tuple[str, ...] = ()
    """What went wrong before the count: files that could not be read."""


def count(
    petition: PetitionFile, ordinance: Ordinance, sections: Iterable[FiledSection], beside: Beside | None = None
) -> PetitionCount:
    """Everything that can be said of the whole petition.

    Raises:
        WrongUse: when the petition file chooses a reading that the ordinance has not.
    """
    beside = beside or Beside()
    gathered = gather(sections, petition, ordinance)
    tally = counted(petition, ordinance, gathered, beside)
    given = (petition, ordinance, gathered, beside, tally, counted)
    return replace(tally, effects=effects(*given), paths=proved_paths(*given))


def counted(petition: PetitionFile, ordinance: Ordinance, gathered: Gathered, beside: Beside) -> PetitionCount:
    """The count of gathered sections under the petition's readings, without the effects of other readings."""
    choices = choose(ordinance, petition.readings)
    sections, problems = gathered.sections, [*beside.problems, *gathered.problems]
    ended = next((d for d in beside.decisions.in_force.values() if d.target == "petition"), None)
    if ended is not None:
        day = f"{ended.at:%Y-%m-%d}"
        problems.append(f"The petition was {ended.decision}, as {ended.by} recorded on {day}; what follows is for the record.")
    foreign = _foreign(sections, petition, ordinance, problems)
    by_form = form_defects.laid_on_the_form(
        {s.key: keyed(s, _own(s), beside.decisions) for s in sections}, beside.form, sections, petition
    )
    own: _Findings = {**by_form.sections, None: keyed(None, by_form.petition, beside.decisions)}
    whole = Whole(petition=petition, ordinance=ordinance, readings=choices, sections=sections, places={}, office=beside.office)

    whole = replace(whole, places=_by_place(_placed(sections, own, beside.decisions, foreign)))
    answers = [serials.serial_duplicate(whole), serials.serial_gap(whole), everywhere.papers_not_uniform(whole),
               everywhere.not_one_instrument(whole), filing.filed_too_late(whole)]  # fmt: skip
    found = _with(own, answers, sections, beside.decisions)
    # Duplicates last: of several lines of one elector the first that is otherwise good counts.
    for check in (lambda w: rivals.line_signed_rival(w, beside.rivals), duplicates.line_duplicate):
        whole = replace(whole, places=_by_place(_placed(sections, found, beside.decisions, foreign)))
        answers.append(check(whole))
        found = _with(found, answers[-1:], sections, beside.decisions)

    placed = _placed(sections, found, beside.decisions, foreign)
    need = threshold.required(petition, ordinance)
    if petition.required is not None and need.clause is not None:
        problems.append(f"The number in the petition file (required) is not used: {need.clause} sets its own.")
    places = threshold.without_beyond(tuple(p for s in sections for p in placed[s.key]), need.most, choices.chosen("maximum"))
    three = numbers(places)

    sums = returns.totals(whole, beside.returns)
    last = [threshold.signatures_too_few(whole, need, three), threshold.signatures_too_many(whole, need, three, places),
            rivals.candidate_twice(whole, beside.rivals), returns.returns_missing(whole, sums),
            returns.returns_differ(whole, sums), Answer(findings={None: everywhere.no_section_has_it(whole)})]  # fmt: skip
    found = _with(found, last, sections, beside.decisions)
    not_checked = tuple(dict.fromkeys(n for a in [*answers, *last] for n in a.not_checked))

    by_key = {f.key: f for fs in found.values() for f in fs}
    lines = (line_key(p.section, p.page, p.row) for p in places)
    problems += without_object(beside.decisions, by_key, lines, ORDER)
    over = [f for f in by_key.values() if f.finding.scope == "petition" or f.section is None]
    by_authorities = ordinance.check("returns-missing", petition.kind) is not None
    reached = reach(
        numbers=three,
        need=need,
        petition_findings=[f for f in over if f.finding.scope == "petition"],
        findings=by_key,
        places=places,
        not_run=unrun(ordinance, petition.kind, sections, not_checked, OVER_THE_PETITION, beside.decisions),
        by_authorities=by_authorities,
        valid=returns.total_valid(sums),
        decisions=beside.decisions,
        any_section=bool(sections),
    )
    tally = PetitionCount(
        petition=petition.id,
        title=petition.title or petition.id or "Petition",
        ordinance=ordinance.id,
        kind=petition.kind,
        required=need,
        sections=_sections(sections, places, found),
        places=places,
        on_form=len(places),
        numbers=three,
        reasons=_reasons(places),
        findings=tuple(sorted(by_key.values(), key=_order)),
        not_checked=_all_not_checked(not_checked, sections),
        verdict=reached.verdict,
        why=reached.why,
        status=reached.status,
        hangs_on=reached.hangs_on,
        adopted=reached.adopted,
        behind=first.behind(places, by_key),
        paths=() if by_authorities else first.paths(three, need, places, by_key),
        readings=choices.used,
        by_ward=_grouped(places, _wards(sections)),
        by_circulator=_grouped(places, {(s.key, x.page, x.row): s.circulator or "not read" for s in sections for x in s.lines}),
        authorities=sums,
        by_authorities=by_authorities,
        problems=tuple(dict.fromkeys([*problems, *(p for r in beside.returns for p in r.problems)])),
        decisions=beside.decisions.rows,
    )
    conserve(tally)
    return tally


def conserve(tally: PetitionCount) -> None:
    """Lines on the form are blank and written; written are counted, not counted and review. Source: design.md, "Conservation".

    Raises:
        AssertionError: where they are not: then this count must not be believed.
    """
    blank = sum(1 for p in tally.places if p.place == "blank")
    three = tally.numbers
    if tally.on_form != blank + three.written:
        raise AssertionError(f"{tally.on_form} lines on the form are not {blank} blank and {three.written} written")
    if three.not_counted != sum(n for _, n in tally.reasons):
        raise AssertionError("the reasons do not add up to the lines that are not counted")
    if three.written != sum(s.numbers.written for s in tally.sections):
        raise AssertionError("the sections do not add up to the petition")


def _foreign(
    sections: Sequence[FiledSection], petition: PetitionFile, ordinance: Ordinance, problems: list[str]
) -> frozenset[str]:
    """Keys of the sections that seem to be of another petition; each is told."""
    out = set()
    for section in sections:
        why = everywhere.of_another_petition(section, petition, ordinance.id)
        if why is not None:
            out.add(section.key)
            named = f"section {section.serial}" if section.serial else f"the section on page {min(section.pages, default=0)}"
            problems.append(
                f"{section.file}: {named} seems to be of another petition: {why}. No line of it is counted without a person."
            )
    return frozenset(out)


def _own(section: FiledSection) -> tuple[Finding, ...]:
    """The section's findings but those of checks over the whole petition: a duplicate inside it is looked for anew, in all."""
    return tuple(f for f in section.findings if f.check not in OVER_THE_PETITION)


def _with(own: _Findings, answers: Iterable[Answer], sections: Sequence[FiledSection], decisions: Decisions) -> _Findings:
    """The findings so far, and those of the petition-wide checks with their keys."""
    by_key = {s.key: s for s in sections}
    more: dict[str | None, list[PetitionFinding]] = defaultdict(list)
    for answer in answers:
        for section, found in answer.findings.items():
            more[section] += keyed(by_key[section] if section is not None else None, found, decisions)
    return {key: (*own.get(key, ()), *more.get(key, ())) for key in dict.fromkeys([*own, *more])}


def _placed(sections: Sequence[FiledSection], found: _Findings, decisions: Decisions, foreign: frozenset[str]) -> _Places:
    return {s.key: place_lines(s, found.get(s.key, ()), decisions, foreign=s.key in foreign) for s in sections}


def _by_place(placed: _Places) -> dict[tuple[str, int, int], LinePlace]:
    return {(p.section, p.page, p.row): p for places in placed.values() for p in places}


def _sections(sections: Sequence[FiledSection], places: Sequence[LinePlace], found: _Findings) -> tuple[SectionCount, ...]:
    """The numbers of each section, and by which check it falls."""
    own: dict[str, list[LinePlace]] = defaultdict(list)
    for place in places:
        own[place.section].append(place)
    out = []
    for section in sections:
        fallen = [f for f in found.get(section.key, ()) if f.finding.scope == "section" and f.consequence in FALLS]
        falls = min((f.finding.check for f in fallen), key=lambda c: ORDER.get(c, len(ORDER)), default=None)
        out.append(SectionCount(section=section, numbers=numbers(own[section.key]), falls=falls))
    return tuple(out)


def _reasons(places: Sequence[LinePlace]) -> tuple[tuple[str, int], ...]:
    tally = Counter(p.reason or "" for p in places if p.place == "not-counted")
    return tuple(sorted(tally.items(), key=lambda r: (ORDER.get(r[0], len(ORDER)), r[0])))


def _order(told: PetitionFinding) -> tuple[object, ...]:
    """Those of the petition first, then by section, page and line."""
    finding = told.finding
    check = ORDER.get(finding.check, len(ORDER))
    return (told.section is not None, told.section or "", finding.page or 0, finding.row or 0, check, told.key)


def _all_not_checked(own: Iterable[NotChecked], sections: Sequence[FiledSection]) -> tuple[NotChecked, ...]:
    """What the petition could not check, then what was not checked of sections, with the number of them."""
    tally = Counter((n.check, n.why) for s in sections for n in dict.fromkeys(s.not_checked) if n.check not in OVER_THE_PETITION)
    of_sections = [
        NotChecked(check=check, why=why if n == len(sections) else f"{why} (in {n} of {len(sections)} sections)")
        for (check, why), n in tally.items()
    ]
    return tuple(sorted([*own, *of_sections], key=lambda n: (ORDER.get(n.check, len(ORDER)), n.check, n.why)))


def _wards(sections: Sequence[FiledSection]) -> dict[tuple[str, int, int], str]:
    """The ward of each line whose elector is known with one."""
    return {(s.key, x.page, x.row): x.elector.ward for s in sections for x in s.lines if x.elector and x.elector.ward}


def _grouped(places: Sequence[LinePlace], groups: Mapping[tuple[str, int, int], str]) -> tuple[tuple[str, Numbers], ...]:
    """The three numbers of each group of lines, in order of its name."""
    out: dict[str, list[LinePlace]] = defaultdict(list)
    for place in places:
        name = groups.get((place.section, place.page, place.row))
        if name is not None:
            out[name].append(place)
    return tuple((name, numbers(group)) for name, group in sorted(out.items()))
