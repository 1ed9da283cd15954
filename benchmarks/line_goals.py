"""The figures of lines beside their goals: of all scans, and of scans in black and white at 200 dpi apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.interval import Share
from benchmarks.line_figures import Figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """One figure: its name, what it should reach, and how it comes from the counts."""

    name: str
    goal: float
    least: bool
    """Whether the goal is to be reached, or not to be passed."""
    of: Callable[[Figures], Share]


def _characters(*keys: str) -> Callable[[Figures], Share]:
    """Characters wrong of all characters, over some kinds of fields."""

    def told(figures: Figures) -> Share:
        counts = [figures.edits[key] for key in keys if key in figures.edits]
        return Share(sum(c[0] for c in counts), sum(c[1] for c in counts))

    return told


def _electors(hits: str, of: str) -> Callable[[Figures], Share]:
    return lambda figures: Share(figures.electors.get(hits, 0), figures.electors.get(of, 0))


def _not_on_roll(figures: Figures) -> Share:
    return Share(figures.electors.get("not on the roll, accepted", 0), figures.electors.get("not on the roll", 0))


GOALS: tuple[Goal, ...] = (
    Goal(name="written lines found", goal=1.0, least=True, of=lambda f: f.found),
    Goal(name="state", goal=0.98, least=True, of=lambda f: f.state),
    Goal(name="signature present or not", goal=0.995, least=True, of=lambda f: f.signature),
    Goal(name="names, print and block: characters wrong", goal=0.015, least=False, of=_characters("name print", "name block")),
    Goal(name="names, cursive: characters wrong", goal=0.04, least=False, of=_characters("name cursive")),
    Goal(
        name="addresses: characters wrong",
        goal=0.03,
        least=False,
        of=_characters("address print", "address block", "address cursive"),
    ),
    Goal(name="dates right", goal=0.95, least=True, of=lambda f: Share(f.days[1], f.days[0])),
    Goal(name="dates right or in review", goal=0.995, least=True, of=lambda f: Share(f.days[0] - f.days[3], f.days[0])),
    Goal(
        name="elector right first, of those on the roll",
        goal=0.99,
        least=True,
        of=_electors("on the roll, right first", "on the roll"),
    ),
    Goal(name="accepted, of those not on the roll", goal=0.001, least=False, of=_not_on_roll),
    Goal(
        name="another one accepted, of those on the roll",
        goal=0.001,
        least=False,
        of=_electors("on the roll, another accepted", "on the roll"),
    ),
    Goal(name="lines for a person for reading alone", goal=0.05, least=False, of=lambda f: f.asked),
    Goal(name="certain wrong readings without review", goal=0.005, least=False, of=lambda f: f.certain_wrong),
)


def goals(columns: Mapping[str, Figures]) -> list[dict[str, object]]:
    """Each goal with what the scans of each column reached."""
    return [
        {"figure": g.name, "goal": g.goal, "least": g.least, **{name: g.of(f).as_json() for name, f in columns.items()}}
        for g in GOALS
    ]


def table(columns: Mapping[str, Figures]) -> list[str]:
    """The goals as lines of text; `!` where one is missed."""
    out = [f"{'figure':<46}{'goal':>9}" + "".join(f"{name:>26}" for name in columns)]
    for g in GOALS:
        shown = "".join(f"{_shown(g, g.of(f)):>26}" for f in columns.values())
        out.append(f"{g.name:<46}{'≥' if g.least else '≤'} {g.goal:<6g} {shown}")
    return out


def _shown(goal: Goal, share: Share) -> str:
    if share.value is None:
        return "-"
    missed = share.value < goal.goal if goal.least else share.value > goal.goal
    return f"{share.value:.4f} ({share.hits}/{share.n}) {'!' if missed else ' '}"


def speed(figures: Figures, sizes: Sequence[int]) -> str:
    """Milliseconds of one core a line. `sizes`: electors on the roll, and on the larger one."""
    lines = max(figures.lines, 1)
    read, found, large = (1000 * s / lines for s in (figures.read_seconds, figures.match_seconds, figures.large_seconds))
    rolls = [f"{read + ms:.1f} with a roll of {n:,}" for ms, n in zip((found, large), sizes, strict=False) if n]
    told = ", ".join((f"{read:.1f} ms of one core a line for reading", *rolls))
    return f"{told} (print and marks of the page not counted)"
