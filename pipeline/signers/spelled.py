"""How well names and addresses fit what was written, whichever of their spellings was used: one score a person.

A person's ways to write a name are slots, each with its alternatives and what each costs: `JOHN | J | JACK`, then `A | -`, then
`SMITH`. All ways of all persons are one graph of characters, and the forward sum of connectionist temporal classification (CTC;
Graves 2006, section 4.1) runs over it once: paths that share a slot share the work.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.ocr.lattice import PLACES

Doubles = NDArray[np.float64]
Slot = tuple[tuple[str, float], ...]
"""Alternatives with the logarithm of their weight, 0 for the usual one; an empty text is "left out"."""
Way = tuple[Slot, ...]
"""One order of slots."""
LEAST_SCORE = -400.0
REST = "*"
"""As an alternative: whatever else is written up to the end."""
# What one step of such a rest costs; a character covers about two steps.
REST_STEP = -0.12
_PLACES = {**PLACES, REST: len(PLACES) + 1}


@dataclass(slots=True)
class _Graph:
    """Nodes are characters; node 0 is the beginning. Edges carry weights."""

    symbol: list[int]
    source: list[int]
    target: list[int]
    weight: list[float]
    end_node: list[int]
    end_owner: list[int]
    end_weight: list[float]


def scores(persons: Sequence[Sequence[Way]], emission: Doubles) -> Doubles:
    """For each person the logarithm of how well the best fitting of the ways fits, all frames explained: about 0 where it is what
    the recogniser reads by itself, less for everything else. Shape (persons,).

    Args:
        persons: each one's ways.
        emission: shape (steps, 1 + symbols), as `pipeline.ocr.lattice.emission` gives it.
    """
    if not persons or not len(emission):
        return np.full(len(persons), LEAST_SCORE)
    graph = _Graph([0], [], [], [], [], [], [])
    for owner, ways in enumerate(persons):
        for way in ways:
            _add(graph, owner, way)
    rest = np.full((len(emission), 1), math.exp(REST_STEP))
    return _forward(graph, np.hstack([emission, rest]), len(persons))


def _add(graph: _Graph, owner: int, way: Way) -> None:
    """Lay one way into the graph."""
    open_ends: list[tuple[int, float]] = [(0, 0.0)]
    for slot in way:
        after: list[tuple[int, float]] = []
        for text, cost in slot:
            if not text:
                after += [(node, weight + cost) for node, weight in open_ends]
                continue
            node = len(graph.symbol)
            graph.symbol += _symbols(text)
            for before, weight in open_ends:
                graph.source.append(before)
                graph.target.append(node)
                graph.weight.append(math.exp(weight + cost))
            last = len(graph.symbol) - 1
            graph.source += range(node, last)
            graph.target += range(node + 1, last + 1)
            graph.weight += [1.0] * (last - node)
            after.append((last, 0.0))
        open_ends = after
    for node, weight in open_ends:
        if node:
            graph.end_node.append(node)
            graph.end_owner.append(owner)
            graph.end_weight.append(math.exp(weight))


@functools.lru_cache(maxsize=4096)
def _symbols(text: str) -> tuple[int, ...]:
    return tuple(_PLACES[character] for character in text)


def _forward(graph: _Graph, emission: Doubles, persons: int) -> Doubles:
    symbol = np.array(graph.symbol, np.int64)
    source, target = np.array(graph.source, np.int64), np.array(graph.target, np.int64)
    weight = np.array(graph.weight, np.float64)
    # A character twice in a row needs a step without a character between.
    direct = weight * (symbol[source] != symbol[target])
    nodes = len(symbol)
    blank, last = np.zeros(nodes), np.zeros(nodes)
    blank[0] = 1.0
    scale = 0.0
    for step in emission:
        coming = np.bincount(target, weight * blank[source] + direct * last[source], minlength=nodes)
        both = blank + last
        last = (last + coming) * step[symbol]
        last[0] = 0.0
        blank = both * step[0]
        top = max(float(blank.max()), float(last.max()))
        if top < 1e-100:
            if top <= 0.0:
                return np.full(persons, LEAST_SCORE)
            blank, last = blank / top, last / top
            scale += math.log(top)
    ends = np.array(graph.end_node, np.int64)
    reached = np.bincount(
        np.array(graph.end_owner, np.int64), (last[ends] + blank[ends]) * np.array(graph.end_weight), minlength=persons
    )
    with np.errstate(divide="ignore"):
        return np.maximum(np.log(reached) + scale, LEAST_SCORE)
