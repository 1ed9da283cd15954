"""What matters first: how many lines stand behind each check, and the fewest decisions that could bring a verdict about."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from pipeline.checks.order import ORDER
from pipeline.count.placing import OTHER_PETITION
from pipeline.model.count import Behind, LinePlace, Numbers, Path, PetitionFinding, RequiredNumber

# Above so many steps the proof that no smaller set does it is not worth its time; the greedy set is given and says so.
MOST_STEPS = 3_000_000
_Option = tuple[int, int, tuple[str, ...]]


def behind(places: Sequence[LinePlace], findings: Mapping[str, PetitionFinding]) -> tuple[Behind, ...]:
    """For each check and what it brings: its findings, its lines, and the lines that hang on it alone; most lines first."""
    lines: dict[tuple[str, str], set[tuple[str, int, int]]] = defaultdict(set)
    alone: dict[tuple[str, str], int] = defaultdict(int)
    found: dict[tuple[str, str], list[PetitionFinding]] = defaultdict(list)
    for told in findings.values():
        if told.consequence != "note":
            found[told.finding.check, told.consequence].append(told)
    for place in places:
        kinds = {(findings[k].finding.check, findings[k].consequence) for k in place.behind}
        for kind in kinds:
            lines[kind].add((place.section, place.page, place.row))
        if len({check for check, _ in kinds}) == 1:
            for kind in kinds:
                alone[kind] += 1
    out = [
        Behind(
            check=check,
            consequence=told[0].consequence,
            findings=len(told),
            sections=len({f.section for f in told if f.section is not None}),
            lines=len(lines[check, consequence]),
            alone=alone[check, consequence],
        )
        for (check, consequence), told in found.items()
    ]
    return tuple(sorted(out, key=lambda b: (-b.lines, -b.findings, ORDER.get(b.check, len(ORDER)), b.check, b.consequence)))


def lines_behind(places: Sequence[LinePlace]) -> Counter[str]:
    """For each finding, by its key, the lines that it keeps from being counted."""
    return Counter(key for place in places for key in place.behind)


def paths(
    numbers: Numbers, need: RequiredNumber, places: Sequence[LinePlace], findings: Mapping[str, PetitionFinding]
) -> tuple[Path, ...]:
    """The smallest sets of review decisions that would settle the number, one for each way that it could go."""
    if need.least is None:
        return ()
    out = []
    up = need.least - numbers.counted
    down = numbers.counted + numbers.review - need.least + 1
    options = _options(places, findings)
    if 0 < up <= numbers.review:
        chosen, exact = fewest(options, up)
        if chosen:
            out.append(Path(to="sufficient", lines=up, decisions=chosen, exact=exact))
    if up > 0 and 0 < down <= numbers.review:
        chosen = _fewest_to_fall(places, findings, down)
        if chosen:
            out.append(Path(to="insufficient", lines=down, decisions=chosen, exact=True))
    return tuple(out)


def _reviews(place: LinePlace, findings: Mapping[str, PetitionFinding]) -> tuple[str, ...]:
    return tuple(k for k in place.behind if findings[k].consequence == "review")


def _options(places: Sequence[LinePlace], findings: Mapping[str, PetitionFinding]) -> list[list[_Option]]:
    """For each section: ways to gain lines, as (decisions, lines, keys), cheapest first; each way is one more line than the
    one before.

    Setting aside the findings that lie on many lines at once comes first; then the lines with the fewest findings of their own.
    """
    by_section: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for place in places:
        if place.place == "review" and place.reason != OTHER_PETITION:
            by_section[place.section].append(_reviews(place, findings))
    out = []
    for lines in by_section.values():
        ways: list[_Option] = []
        taken: dict[str, None] = {}
        gained = 0
        left = [set(keys) for keys in lines]
        while left:
            # The line that asks for the fewest further decisions; what lies on several lines is then paid for already.
            cheapest = min(left, key=lambda keys: (len(keys - taken.keys()), sorted(keys)))
            taken |= dict.fromkeys(sorted(cheapest - taken.keys(), key=lambda k: findings[k].finding.scope == "line"))
            gained += sum(1 for keys in left if keys <= taken.keys())
            left = [keys for keys in left if not keys <= taken.keys()]
            ways.append((len(taken), gained, tuple(taken)))
        out.append(ways)
    return out


def fewest(options: Sequence[Sequence[_Option]], lines: int) -> tuple[tuple[str, ...], bool]:
    """The fewest decisions that gain so many lines, those with most lines first; False where it is not proven the fewest."""
    greedy = _greedy(options, lines)
    if greedy is None:
        return (), True
    cap = len(greedy)
    steps = sum(len(ways) for ways in options) * (cap + 1)
    if steps > MOST_STEPS:
        return greedy, False
    # best[c]: most lines with c decisions, and which way was taken of each section.
    best: dict[int, tuple[int, tuple[_Option, ...]]] = {0: (0, ())}
    for ways in options:
        after = dict(best)
        for cost, (gain, chosen) in best.items():
            for way in ways:
                total = cost + way[0]
                if total <= cap and (total not in after or after[total][0] < gain + way[1]):
                    after[total] = (gain + way[1], (*chosen, way))
        best = after
    reached = [(cost, chosen) for cost, (gain, chosen) in best.items() if gain >= lines]
    if not reached:
        return greedy, False
    _, chosen = min(reached, key=lambda r: r[0])
    ordered = sorted(chosen, key=lambda way: -way[1] / way[0])
    return tuple(key for way in ordered for key in way[2]), True


def _greedy(options: Sequence[Sequence[_Option]], lines: int) -> tuple[str, ...] | None:
    """Decisions taken where each brings most lines, until there are enough; None where all together do not bring them."""
    at = [-1] * len(options)
    gained = 0
    keys: dict[str, None] = {}
    while gained < lines:
        best: tuple[float, int, int] | None = None
        for section, ways in enumerate(options):
            cost0, gain0 = (ways[at[section]][0], ways[at[section]][1]) if at[section] >= 0 else (0, 0)
            for step in range(at[section] + 1, len(ways)):
                rate = (ways[step][1] - gain0) / max(ways[step][0] - cost0, 1)
                if best is None or rate > best[0]:
                    best = (rate, section, step)
        if best is None:
            return None
        _, section, step = best
        ways = options[section]
        gained += ways[step][1] - (ways[at[section]][1] if at[section] >= 0 else 0)
        at[section] = step
        keys |= dict.fromkeys(ways[step][2])
    return tuple(keys)


def _fewest_to_fall(places: Sequence[LinePlace], findings: Mapping[str, PetitionFinding], lines: int) -> tuple[str, ...]:
    """The fewest reviews that, upheld, take so many lines away: those with most lines first, no line taken twice."""
    holds: dict[str, set[tuple[str, int, int]]] = defaultdict(set)
    for place in places:
        if place.place == "review":
            for key in _reviews(place, findings):
                holds[key].add((place.section, place.page, place.row))
    chosen: list[str] = []
    gone: set[tuple[str, int, int]] = set()
    while len(gone) < lines and holds:
        key = max(holds, key=lambda k: (len(holds[k] - gone), k))
        if not holds[key] - gone:
            return ()
        gone |= holds.pop(key)
        chosen.append(key)
    return tuple(chosen) if len(gone) >= lines else ()
